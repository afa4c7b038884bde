// SPDX-License-Identifier: GPL-2.0
/* The description of a trace in the language TSDL, of the Common Trace Format. */
#include "ctf.h"
#include "hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

/* Bytes of an identifier; longer names are cut. */
#define CTF_NAME	128

/**
 * struct ctf_names - the identifiers of an event
 * @names: one for each field
 * @slots: hash table of numbers + 1 of @names
 * @nr: of @names
 * @nr_slots: a power of two
 */
struct ctf_names {
	char (*names)[CTF_NAME];
	unsigned int *slots;
	unsigned int nr;
	unsigned int nr_slots;
};

/* What has no place in a string or a comment becomes "_". */
static void ctf_string(struct out *out, const char *str)
{
	out_char(out, '"');
	for (; *str; str++) {
		bool good = *str >= ' ' && *str <= '~' && *str != '"' && *str != '\\';

		out_char(out, good ? *str : '_');
	}
	out_char(out, '"');
}

/* Find a name, or the slot where it belongs. */
static unsigned int *ctf_names_slot(const struct ctf_names *names, const char *name)
{
	uint32_t hash = hash_bytes(name, strlen(name));

	for (;; hash++) {
		unsigned int *slot = &names->slots[hash & (names->nr_slots - 1)];

		if (!*slot || !strcmp(names->names[*slot - 1], name))
			return slot;
	}
}

/*
 * Make an identifier of a field's name. Readers take one underscore away, and so no name
 * becomes a keyword. Names that become the same get their number appended.
 */
static const char *ctf_names_add(struct ctf_names *names, const char *field)
{
	char *name = names->names[names->nr];
	unsigned int *slot;
	size_t len = 0;

	name[len++] = '_';
	for (; *field && len < CTF_NAME - 16; field++) {
		bool good = (*field >= 'a' && *field <= 'z') || (*field >= 'A' && *field <= 'Z') ||
			    (*field >= '0' && *field <= '9');

		name[len++] = good ? *field : '_';
	}
	name[len] = '\0';
	slot = ctf_names_slot(names, name);
	if (*slot) {
		snprintf(name + len, CTF_NAME - len, "__%u", names->nr);
		slot = ctf_names_slot(names, name);
	}
	*slot = ++names->nr;
	return name;
}

static void ctf_type(struct out *out, const struct ctf_field *field)
{
	/* Arrays of unsigned numbers are addresses, masks and bytes. */
	if (field->field->is_signed)
		out_char(out, 's');
	else
		out_char(out, field->field->type == VIEW_TYPE_UNSIGNED ? 'u' : 'x');
	out_dec(out, field->element * 8);
}

static void ctf_meta_field(struct out *out, struct ctf_names *names,
			   const struct ctf_field *field)
{
	const struct view_field *from = field->field;
	char length[CTF_NAME];

	out_str(out, "\t\t");
	switch (field->how) {
	case CTF_STRING:
		out_str(out, "string ");
		out_str(out, ctf_names_add(names, from->name));
		break;
	case CTF_SEQUENCE:
		snprintf(length, sizeof(length), "%.*s_length", CTF_NAME - 32, from->name);
		out_str(out, "u32 ");
		out_str(out, ctf_names_add(names, length));
		out_str(out, ";\n\t\t");
		ctf_type(out, field);
		out_char(out, ' ');
		out_str(out, ctf_names_add(names, from->name));
		out_str(out, "[");
		out_str(out, names->names[names->nr - 2]);
		out_str(out, "]");
		break;
	case CTF_COPY:
		ctf_type(out, field);
		out_char(out, ' ');
		out_str(out, ctf_names_add(names, from->name));
		if (field->element != from->size || from->type == VIEW_TYPE_ARRAY) {
			out_char(out, '[');
			out_dec(out, from->size / field->element);
			out_char(out, ']');
		}
		break;
	}
	out_str(out, ";\n");
}

static int ctf_meta_event(struct out *out, const struct ctf_event *event)
{
	struct ctf_names names = { .nr_slots = 16 };
	char name[512];

	/* A sequence has two names. */
	while (names.nr_slots < 8 * event->nr)
		names.nr_slots *= 2;
	names.names = calloc(2 * event->nr + 1, sizeof(*names.names));
	names.slots = calloc(names.nr_slots, sizeof(*names.slots));
	if (!names.names || !names.slots) {
		free(names.names);
		free(names.slots);
		return -1;
	}
	snprintf(name, sizeof(name), "%s:%s", event->event->system, event->event->name);
	out_str(out, "\nevent {\n\tname = ");
	ctf_string(out, name);
	out_str(out, ";\n\tid = ");
	out_dec(out, event->id);
	out_str(out, ";\n\tstream_id = 0;\n\tfields := struct {\n");
	for (unsigned int i = 0; i < event->nr; i++)
		ctf_meta_field(out, &names, &event->fields[i]);
	out_str(out, "\t};\n};\n");
	free(names.names);
	free(names.slots);
	return 0;
}

static void ctf_meta_types(struct out *out)
{
	static const struct {
		const char *letter;
		const char *more;
	} kinds[] = {
		{ "u", "signed = false;" },
		{ "s", "signed = true;" },
		{ "x", "signed = false; base = 16;" },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		for (unsigned int size = 8; size <= 64; size *= 2) {
			out_str(out, "typealias integer { size = ");
			out_dec(out, size);
			out_str(out, "; align = 8; ");
			out_str(out, kinds[i].more);
			out_str(out, " } := ");
			out_str(out, kinds[i].letter);
			out_dec(out, size);
			out_str(out, ";\n");
		}
	}
}

static void ctf_meta_env(struct out *out, const struct ctf_trace *trace)
{
	out_str(out, "\nenv {\n\tdomain = \"kernel\";\n\ttracer_name = \"trace-view\";\n");
	out_str(out, "\tmachine = ");
	ctf_string(out, trace->machine->name);
	out_str(out, ";\n\ttrace_clock = ");
	ctf_string(out, trace->machine->clock);
	out_str(out, ";\n\traised_timestamps = ");
	out_dec(out, trace->clamped);
	out_str(out, ";\n};\n");
}

static void ctf_meta_head(struct out *out, const struct ctf_trace *trace, const char *clock)
{
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != trace->swap;

	out_str(out, "/* CTF 1.8 */\n\n");
	ctf_meta_types(out);
	out_str(out, "\ntrace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = ");
	out_str(out, big ? "be" : "le");
	out_str(out, ";\n\tpacket.header := struct {\n"
		"\t\tu32 magic;\n\t\tu32 stream_id;\n\t};\n};\n");
	ctf_meta_env(out, trace);
	out_str(out, "\nclock {\n\tname = trace_clock;\n\tuuid = \"");
	out_str(out, clock);
	out_str(out, "\";\n\tdescription = ");
	ctf_string(out, trace->machine->clock);
	out_str(out, ";\n\tfreq = 1000000000;\n\toffset = 0;\n};\n\n");
	out_str(out, "typealias integer {\n\tsize = 64; align = 8; signed = false;\n"
		"\tmap = clock.trace_clock.value;\n} := stamp;\n\n");
	/* Counts are of the whole stream until the end of the packet. */
	out_str(out, "stream {\n\tid = 0;\n"
		"\tpacket.context := struct {\n"
		"\t\tstamp timestamp_begin;\n\t\tstamp timestamp_end;\n"
		"\t\tu64 content_size;\n\t\tu64 packet_size;\n"
		"\t\tu64 events_discarded;\n\t\tu64 gaps_of_unknown_size;\n"
		"\t\tu32 cpu_id;\n\t\tu32 buffer;\n\t};\n"
		"\tevent.header := struct {\n\t\tu16 id;\n\t\tstamp timestamp;\n\t};\n"
		"\tevent.context := struct {\n\t\ts32 common_pid;\n\t\tx8 common_flags;\n"
		"\t\tu8 common_preempt_count;\n\t};\n};\n");
}

int ctf_meta(struct ctf_trace *trace, const char *clock)
{
	size_t size = strlen(trace->path) + sizeof("/metadata");
	char *path = malloc(size);
	struct ctf_event *event;
	struct out out;
	int ret = -1;

	if (!path)
		goto free_events;
	snprintf(path, size, "%s/metadata", trace->path);
	if (out_open(&out, path))
		goto free_events;
	ctf_meta_head(&out, trace, clock);
	for (event = trace->events; event; event = event->next)
		if (ctf_meta_event(&out, event) && !out.error)
			out.error = ENOMEM;
	ret = out_close(&out);
free_events:
	while ((event = trace->events)) {
		trace->events = event->next;
		free(event);
	}
	free(path);
	return ret;
}
