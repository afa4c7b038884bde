// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the definition of a synthetic event:
 *
 *	name type field[; type field]...
 *
 * A type is one word, or two if the first one is "unsigned". The semicolons between
 * fields are optional: the first syntax had none.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "synth.h"

static const char * const synth_reasons[] = {
	[SYNTH_BAD_NAME] = "Illegal name",
	[SYNTH_INVALID_CMD] =
		"Command must be of the form: <name> field[;field] ...",
	[SYNTH_INVALID_DYN_CMD] =
		"Command must be of the form: s or -:[synthetic/]<name> field[;field] ...",
	[SYNTH_EVENT_EXISTS] = "Event already exists",
	[SYNTH_TOO_MANY_FIELDS] = "Too many fields",
	[SYNTH_INCOMPLETE_TYPE] = "Incomplete type",
	[SYNTH_INVALID_TYPE] = "Invalid type",
	[SYNTH_INVALID_FIELD] = "Invalid field",
	[SYNTH_INVALID_ARRAY_SPEC] = "Invalid array specification",
};

/**
 * synth_error - write an error into error_log
 * @def: the definition
 * @error: the error
 * @at: the part of the definition that the caret points to; NULL for its start
 *
 * Context: task, may sleep.
 */
void synth_error(const struct synth_def *def, enum synth_error error,
		 const char *at)
{
	const char *found = at ? strstr(def->text, at) : NULL;

	trace_error_log_add(&instance_global.errors, "synthetic_events", def->text,
			    synth_reasons[error], found ? found - def->text : 0);
}

/* Types of numbers, and their sizes in bytes. */
static const struct {
	const char *type;
	unsigned char size;
} synth_types[] = {
	{ "s64", sizeof(s64) },
	{ "u64", sizeof(u64) },
	{ "s32", sizeof(s32) },
	{ "u32", sizeof(u32) },
	{ "s16", sizeof(s16) },
	{ "u16", sizeof(u16) },
	{ "s8", sizeof(s8) },
	{ "u8", sizeof(u8) },
	{ "char", sizeof(char) },
	{ "unsigned char", sizeof(unsigned char) },
	{ "int", sizeof(int) },
	{ "unsigned int", sizeof(unsigned int) },
	{ "long", sizeof(long) },
	{ "unsigned long", sizeof(unsigned long) },
	{ "bool", sizeof(bool) },
	{ "pid_t", sizeof(pid_t) },
	{ "gfp_t", sizeof(gfp_t) },
};

static bool synth_parse_type_is_string(const char *type)
{
	return strstr(type, "char[");
}

static bool synth_parse_type_is_stack(const char *type)
{
	return strstarts(type, "long[") || strstarts(type, "unsigned long[");
}

/* The size in "char[16]", 0 for "char[]", or -EINVAL. */
static int synth_parse_string_size(const char *type)
{
	const char *p = strchr(type, '[') + 1;
	unsigned int size = 0, digits = 0;

	for (; isdigit(*p) && digits < 4; p++, digits++)
		size = size * 10 + *p - '0';
	if (digits > 3 || size > SYNTH_STR_MAX || strcmp(p, "]"))
		return -EINVAL;
	return size;
}

/* Set kind, size and signedness of @field from its type. Return: 0 or -EINVAL. */
static int synth_parse_type_resolve(struct event_synth_field *field)
{
	const char *type = field->type;
	int i, size;

	field->is_signed = type[0] != 'u' && strcmp(type, "gfp_t");
	if (synth_parse_type_is_stack(type)) {
		field->kind = EVENT_SYNTH_STACK;
		return 0;
	}
	if (synth_parse_type_is_string(type)) {
		size = synth_parse_string_size(type);
		if (size < 0)
			return size;
		field->size = size;
		field->kind = size ? EVENT_SYNTH_STRING :
				     EVENT_SYNTH_DYN_STRING;
		return 0;
	}
	for (i = 0; i < ARRAY_SIZE(synth_types); i++) {
		if (strcmp(type, synth_types[i].type))
			continue;
		field->size = synth_types[i].size;
		field->kind = EVENT_SYNTH_NUMBER;
		return 0;
	}
	return -EINVAL;
}

/*
 * Parse one field. @type is one word, which follows @prefix; @name is the next
 * word, maybe with brackets of an array, which belong to the type.
 */
static int synth_parse_field(struct synth_def *def, const char *prefix,
			     const char *type, const char *name)
{
	struct synth_event *se = def->se;
	const char *array = strchrnul(name, '[');
	struct event_synth_field *field;

	if (se->nr == SYNTH_FIELDS_MAX) {
		synth_error(def, SYNTH_TOO_MANY_FIELDS, NULL);
		return -EINVAL;
	}

	field = &se->fields[se->nr++];
	field->name = kstrndup(name, array - name, GFP_KERNEL);
	field->type = kasprintf(GFP_KERNEL, "%s%s%s", prefix, type, array);
	if (!field->name || !field->type)
		return -ENOMEM;
	if (!dynevent_name_valid(field->name)) {
		synth_error(def, SYNTH_BAD_NAME, name);
		return -EINVAL;
	}
	if (!synth_parse_type_resolve(field))
		return 0;
	if (*array && synth_parse_type_is_string(field->type))
		synth_error(def, SYNTH_INVALID_ARRAY_SPEC, name);
	else
		synth_error(def, SYNTH_INVALID_TYPE, type);
	return -EINVAL;
}

/* Parse the fields between two semicolons. */
static int synth_parse_chunk(struct synth_def *def, int argc, char **argv)
{
	const char *prefix;
	int ret = 0;

	while (argc && !ret) {
		prefix = "";
		if (!strcmp(argv[0], "unsigned")) {
			if (argc < 3) {
				synth_error(def, SYNTH_INCOMPLETE_TYPE,
					    argv[0]);
				return -EINVAL;
			}
			prefix = "unsigned ";
			argv++;
			argc--;
		}
		if (argc < 2) {
			synth_error(def, SYNTH_INVALID_FIELD, argv[0]);
			return -EINVAL;
		}
		ret = synth_parse_field(def, prefix, argv[0], argv[1]);
		argv += 2;
		argc -= 2;
	}
	return ret;
}

/**
 * synth_parse_fields - parse the fields
 * @def: the definition
 * @text: the text after the name
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, error_log has the reason; -ENOMEM.
 */
int synth_parse_fields(struct synth_def *def, const char *text)
{
	char *copy, *rest, *chunk, **argv;
	int argc, ret = 0;

	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	rest = copy;
	while (!ret && (chunk = strsep(&rest, ";"))) {
		if (!*skip_spaces(chunk))
			continue;
		argv = argv_split(GFP_KERNEL, chunk, &argc);
		if (!argv) {
			ret = -ENOMEM;
			break;
		}
		ret = synth_parse_chunk(def, argc, argv);
		argv_free(argv);
	}
	kfree(copy);
	return ret;
}

/* Whether there are two words before the first semicolon. */
static bool synth_parse_has_two_words(const char *text)
{
	text = skip_spaces(text);
	text += strcspn(text, " \t\n;");
	text = skip_spaces(text);
	return *text && *text != ';';
}

/**
 * synth_parse_name - parse the name, and check that a field follows
 * @def: the definition
 * @text: "name type field; ..."
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, error_log has the reason; -ENOMEM.
 */
int synth_parse_name(struct synth_def *def, const char *text)
{
	size_t len = strcspn(text, " \t");
	const char *first = skip_spaces(text + len);

	if (!len || memchr(text, ';', len) || *first == ';' ||
	    !synth_parse_has_two_words(first)) {
		synth_error(def, SYNTH_INVALID_CMD, NULL);
		return -EINVAL;
	}
	def->se->name = kstrndup(text, len, GFP_KERNEL);
	if (!def->se->name)
		return -ENOMEM;
	if (!dynevent_name_valid(def->se->name)) {
		synth_error(def, SYNTH_BAD_NAME, def->se->name);
		return -EINVAL;
	}
	return 0;
}

/**
 * synth_fields_free - free the fields
 * @se: the event
 *
 * Context: task.
 */
void synth_fields_free(struct synth_event *se)
{
	unsigned int i;

	for (i = 0; i < se->nr; i++) {
		kfree(se->fields[i].name);
		kfree(se->fields[i].type);
	}
	se->nr = 0;
}
