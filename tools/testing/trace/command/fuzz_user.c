// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzz target for the definitions of user events. What is parsed is printed, and what is
 * printed is parsed: both have the same fields.
 */
#include "../../../../kernel/trace/dynevent/user.h"

/* The text of a definition, as dynamic_events shows it. */
static char *shown(const struct user_def *def)
{
	static char text[65536];
	const struct event_field *row;
	size_t len = sprintf(text, "%s", def->name);

	for (row = def->rows; row->type; row++) {
		len += sprintf(text + len, " %s %s", row->type, row->name);
		if (strstarts(row->type, "struct "))
			len += sprintf(text + len, " %u", row->size);
		len += sprintf(text + len, ";");
	}
	return text;
}

int LLVMFuzzerTestOneInput(const char *data, size_t size)
{
	struct user_def def, again;
	char text[512], fields[64];

	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	if (user_def_parse(&def, text))
		return 0;
	if (user_def_parse(&again, shown(&def)) || !user_def_same_fields(&def, &again))
		abort();
	user_def_free(&again);
	kfree(user_def_print_fmt(&def));
	memset(fields, size, sizeof(fields));
	if (def.size <= sizeof(fields))
		user_event_check(&def, fields, sizeof(fields));
	user_def_free(&def);
	return 0;
}
