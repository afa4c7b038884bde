// SPDX-License-Identifier: GPL-2.0
/* Fields of records in the data of the HTML page. See html_fields.h. */
#include "html_fields.h"

#include <stdio.h>

void html_put_address(struct html_data *data, enum html_column column,
		      struct view_machine *machine, uint64_t addr)
{
	uint64_t start = addr;
	const char *name = machine ? view_symbol(machine, addr, &start) : NULL;

	html_put(data, column, name ? html_string(data, name, strlen(name)) + 1 : 0);
	html_put(data, column, name ? addr - start : addr);
}

/* Times of function_graph are close to that of their record: their difference is short. */
static bool html_field_is_time(const struct view_event *event, const struct view_field *field)
{
	return event->kind == VIEW_KIND_GRAPH_EXIT && field->size == 8 &&
	       (!strcmp(field->name, "calltime") || !strcmp(field->name, "rettime"));
}

static void html_field(struct html_data *data, const struct view_record *record,
		       const struct view_field *field)
{
	const void *bytes;
	unsigned int len;

	switch (field->type) {
	case VIEW_TYPE_UNSIGNED:
		if (html_field_is_time(record->event, field))
			html_put_signed(data, HTML_RECORD_BYTES,
					(int64_t)(view_field_number(record, field) - record->ts));
		else
			html_put(data, HTML_RECORD_BYTES, view_field_number(record, field));
		break;
	case VIEW_TYPE_SIGNED:
		html_put_signed(data, HTML_RECORD_BYTES,
				(int64_t)view_field_number(record, field));
		break;
	case VIEW_TYPE_POINTER:
		html_put_address(data, HTML_RECORD_BYTES, record->event->machine,
				 view_field_number(record, field));
		break;
	case VIEW_TYPE_STRING:
	case VIEW_TYPE_DYN_STRING:
		bytes = view_field_bytes(record, field, &len);
		html_put(data, HTML_RECORD_BYTES, html_string(data, bytes, len));
		break;
	default:
		bytes = view_field_bytes(record, field, &len);
		if (len > HTML_ARRAY_MAX)
			len = HTML_ARRAY_MAX;
		html_put(data, HTML_RECORD_BYTES, len);
		html_put_bytes(data, HTML_RECORD_BYTES, bytes, len);
	}
}

void html_put_fields(struct html_data *data, const struct view_record *record)
{
	const struct view_event *event = record->event;

	for (unsigned int i = 0; i < event->nr_own; i++)
		html_field(data, record, &event->fields[i]);
}

/* The letters are those of html/records.js. */
static char html_field_letter(const struct view_event *event, const struct view_field *field)
{
	switch (field->type) {
	case VIEW_TYPE_UNSIGNED:
		return html_field_is_time(event, field) ? 't' : 'u';
	case VIEW_TYPE_SIGNED:
		return 'i';
	case VIEW_TYPE_POINTER:
		return 'p';
	case VIEW_TYPE_STRING:
	case VIEW_TYPE_DYN_STRING:
		return 's';
	default:
		return 'a';
	}
}

void html_put_event(struct html_data *data, const struct view_event *event)
{
	const char *system = event->system ? event->system : "";
	char text[64];

	html_put_text(data, HTML_META, "{\"system\":");
	html_put_json(data, HTML_META, system, strlen(system));
	html_put_text(data, HTML_META, ",\"name\":");
	html_put_json(data, HTML_META, event->name, strlen(event->name));
	snprintf(text, sizeof(text), ",\"machine\":%u,\"kind\":%u,\"fields\":[",
		 event->machine->nr, (unsigned int)event->kind);
	html_put_text(data, HTML_META, text);
	for (unsigned int i = 0; i < event->nr_own; i++) {
		const struct view_field *field = &event->fields[i];

		html_put_text(data, HTML_META, i ? ",[" : "[");
		html_put_json(data, HTML_META, field->name, strlen(field->name));
		snprintf(text, sizeof(text), ",\"%c\",%u,%d]", html_field_letter(event, field),
			 field->element, field->is_signed);
		html_put_text(data, HTML_META, text);
	}
	html_put_text(data, HTML_META, "]}");
}
