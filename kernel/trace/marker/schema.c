// SPDX-License-Identifier: GPL-2.0
/*
 * Parsing the format of a marker: "NAME SPECIFIER" for each argument.
 *
 * Blanks, '=' and ':' may separate name and specifier; blanks, ',' and ';' may follow
 * a specifier. The text of a record is the format with the values filled in.
 *
 * Specifiers are those of printk() for integers, characters, pointers and strings.
 * Refused are specifiers that dereference a pointer when the record is read (%pS,
 * %pd), that write (%n), and that take their width from an argument.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/limits.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/**
 * struct marker_parse - state of parsing a format
 * @marker: name of the marker
 * @at: the rest of the format
 * @schema: the result
 * @to: free part of @schema->text
 */
struct marker_parse {
	const char		*marker;
	const char		*at;
	struct marker_schema	*schema;
	char			*to;
};

/* Length modifiers of integers. */
static const struct {
	const char		*modifier;
	unsigned char		size;
	const char		*type[2];	/* unsigned, signed */
} marker_lengths[] = {
	{ "hh",	1,			{ "unsigned char", "signed char" } },
	{ "h",	sizeof(short),		{ "unsigned short", "short" } },
	{ "ll",	sizeof(long long),	{ "unsigned long long", "long long" } },
	{ "L",	sizeof(long long),	{ "unsigned long long", "long long" } },
	{ "l",	sizeof(long),		{ "unsigned long", "long" } },
	{ "z",	sizeof(size_t),		{ "size_t", "ssize_t" } },
	{ "t",	sizeof(ptrdiff_t),	{ "unsigned long", "ptrdiff_t" } },
	{ "",	sizeof(int),		{ "unsigned int", "int" } },
};

/**
 * marker_name_ok - check the name of a marker
 * @name: the name
 *
 * Context: any.
 * Return: true if @name has the form subsystem_event.
 */
bool marker_name_ok(const char *name)
{
	const char *under = strchr(name, '_');
	const char *p;

	for (p = name; *p; p++) {
		if (!isalnum(*p) && *p != '_')
			return false;
	}
	return isalpha(*name) && under && under[1];
}

static int marker_schema_refuse(struct marker_parse *parse, const char *spec, int len,
				const char *why)
{
	pr_warn("Marker %s: \"%.*s\" %s\n", parse->marker, len, spec, why);
	return -EINVAL;
}

/* Copy the format up to @end, with "%%" replaced by "%". */
static const char *marker_schema_keep_text(struct marker_parse *parse, const char *end)
{
	const char *kept = parse->to;

	for (; parse->at < end; parse->at++) {
		*parse->to++ = *parse->at;
		if (*parse->at == '%')
			parse->at++;
	}
	*parse->to++ = '\0';
	return kept;
}

/* The next specifier, or the end of the format. */
static const char *marker_schema_next_spec(const char *p)
{
	while (*p && (*p != '%' || p[1] == '%'))
		p += *p == '%' ? 2 : 1;
	return p;
}

static bool marker_schema_name_char(char c)
{
	return isalnum(c) || c == '_';
}

/* The identifier before @spec is the name of the field. */
static int marker_schema_find_name(struct marker_parse *parse, struct marker_arg *arg,
				   const char *spec)
{
	const char *end = spec, *start;
	const struct marker_arg *other;

	while (end > parse->at && strchr(" \t=:", end[-1]))
		end--;
	start = end;
	while (start > parse->at && marker_schema_name_char(start[-1]))
		start--;
	if (start == end || isdigit(*start) ||
	    (start > parse->at && !strchr(" \t,;", start[-1])))
		return marker_schema_refuse(parse, spec, 2, "has no name before it");

	arg->name = parse->to;
	memcpy(parse->to, start, end - start);
	parse->to += end - start;
	*parse->to++ = '\0';

	for (other = parse->schema->args; other < arg; other++) {
		if (!strcmp(other->name, arg->name))
			return marker_schema_refuse(parse, start, end - start,
						    "names two fields");
	}
	return 0;
}

static int marker_schema_integer(struct marker_arg *arg, const char *modifier,
				 int len, bool is_signed)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(marker_lengths); i++) {
		if (strlen(marker_lengths[i].modifier) != len ||
		    strncmp(marker_lengths[i].modifier, modifier, len))
			continue;
		arg->size = marker_lengths[i].size;
		arg->type = marker_lengths[i].type[is_signed];
		arg->is_signed = is_signed;
		return 0;
	}
	return -EINVAL;
}

static void marker_schema_field(struct marker_arg *arg, unsigned char size,
				const char *type)
{
	arg->size = size;
	arg->type = type;
}

/* Set type and size of the field by the conversion character. */
static int marker_schema_conversion(struct marker_arg *arg, const char *modifier,
				    const char *letter)
{
	int len = letter - modifier;

	switch (*letter) {
	case 'd':
	case 'i':
		return marker_schema_integer(arg, modifier, len, true);
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		return marker_schema_integer(arg, modifier, len, false);
	}
	if (len)
		return -EINVAL;

	switch (*letter) {
	case 'c':
		marker_schema_field(arg, 1, "char");
		arg->is_signed = is_signed_type(char);
		return 0;
	case 's':
		marker_schema_field(arg, sizeof(u32), "__data_loc char[]");
		arg->is_string = true;
		return 0;
	case 'p':
		marker_schema_field(arg, sizeof(void *), "void *");
		return letter[1] != 'x' && isalnum(letter[1]) ? -EINVAL : 0;
	}
	return -EINVAL;
}

/* Parse the specifier at @spec, and set parse->at to its end. */
static int marker_schema_read_spec(struct marker_parse *parse, struct marker_arg *arg,
				   const char *spec)
{
	const char *p = spec + 1, *modifier;
	int len, ret;

	p += strspn(p, "-+ #0");
	p += strspn(p, "0123456789");
	arg->limit = UINT_MAX;
	if (*p == '.') {
		arg->limit = 0;
		for (p++; isdigit(*p); p++)
			arg->limit = 10 * arg->limit + *p - '0';
	}
	modifier = p;
	p += strspn(p, "hlLzt");
	ret = marker_schema_conversion(arg, modifier, p);
	if (*p)
		p++;
	while (p[-1] == 'p' && isalpha(*p))
		p++;
	len = p - spec;
	if (ret || len >= sizeof(arg->spec))
		return marker_schema_refuse(parse, spec, len,
					    "cannot be exported as a field");
	memcpy(arg->spec, spec, len);
	parse->at = p;
	return 0;
}

static int marker_schema_read_args(struct marker_parse *parse)
{
	struct marker_schema *schema = parse->schema;
	struct marker_arg *arg;
	const char *spec;
	int ret;

	while (*(spec = marker_schema_next_spec(parse->at))) {
		if (schema->nr == MARKER_ARGS_MAX)
			return marker_schema_refuse(parse, spec, 2,
						    "is one field too many");
		arg = &schema->args[schema->nr];
		ret = marker_schema_find_name(parse, arg, spec);
		if (ret)
			return ret;
		arg->lead = marker_schema_keep_text(parse, spec);
		ret = marker_schema_read_spec(parse, arg, spec);
		if (ret)
			return ret;
		schema->nr++;
	}
	schema->tail = marker_schema_keep_text(parse, spec);
	return 0;
}

/* Lay out fields in the order of the arguments, aligned as in a C structure. */
static void marker_schema_layout(struct marker_schema *schema)
{
	unsigned int end = sizeof(struct trace_entry);
	struct marker_arg *arg;

	for (arg = schema->args; arg < schema->args + schema->nr; arg++) {
		arg->offset = ALIGN(end, arg->size);
		end = arg->offset + arg->size;
		if (!arg->is_string)
			continue;
		schema->string[schema->strings] = arg - schema->args;
		schema->string_offset[schema->strings++] = arg->offset;
	}
	schema->size = end;
	if (schema->strings)
		schema->limit = min(schema->args[schema->string[0]].limit,
				    MARKER_TEXT_MAX - end);
}

/* The print format: the format in quotes, then an expression for each argument. */
static char *marker_schema_print_fmt(const struct marker_schema *schema,
				     const char *format)
{
	const struct marker_arg *arg;
	size_t size = 2 * strlen(format) + sizeof("\"\"");
	char *text, *p;

	for (arg = schema->args; arg < schema->args + schema->nr; arg++)
		size += strlen(arg->name) + sizeof(", __get_str()");
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return NULL;

	p = text;
	*p++ = '"';
	for (; *format; format++) {
		if (*format == '"' || *format == '\\' || *format == '\n')
			*p++ = '\\';
		*p++ = *format == '\n' ? 'n' : *format;
	}
	*p++ = '"';
	*p = '\0';
	for (arg = schema->args; arg < schema->args + schema->nr; arg++)
		p += sprintf(p, arg->is_string ?
			     ", __get_str(%s)" : ", REC->%s", arg->name);
	return text;
}

/**
 * marker_schema_parse - parse a format
 * @name: name of the marker, for messages
 * @format: the format
 *
 * Context: task, may sleep.
 * Return: the parsed format; ERR_PTR(-EINVAL) if the format is invalid, for a reason
 * that was logged; ERR_PTR(-ENOMEM).
 */
struct marker_schema *marker_schema_parse(const char *name, const char *format)
{
	struct marker_schema *schema;
	struct marker_parse parse;
	int ret = -ENOMEM;

	schema = kzalloc(sizeof(*schema), GFP_KERNEL);
	if (!schema)
		return ERR_PTR(-ENOMEM);
	/* Names are copied twice: alone and in the text. Each piece gets a NUL. */
	schema->text = kmalloc(2 * strlen(format) + 2 * MARKER_ARGS_MAX + 2,
			       GFP_KERNEL);
	if (!schema->text)
		goto fail;

	parse = (struct marker_parse) {
		.marker = name,
		.at = format,
		.schema = schema,
		.to = schema->text,
	};
	ret = marker_schema_read_args(&parse);
	if (ret)
		goto fail;
	marker_schema_layout(schema);
	schema->print_fmt = marker_schema_print_fmt(schema, format);
	if (schema->print_fmt)
		return schema;
	ret = -ENOMEM;
fail:
	marker_schema_free(schema);
	return ERR_PTR(ret);
}

/**
 * marker_schema_free - free a parsed format
 * @schema: the parsed format
 *
 * Context: task.
 */
void marker_schema_free(struct marker_schema *schema)
{
	kfree(schema->print_fmt);
	kfree(schema->text);
	kfree(schema);
}
