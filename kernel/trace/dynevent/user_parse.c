// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the definition of a user event:
 *
 *	NAME [TYPE FIELD [SIZE]; ...]
 *
 * A field that begins with "struct" has two words of type and a size. The words of a field
 * are separated by one blank. The fields follow each other in a record without padding.
 * Flags after a colon are reserved, and none is known.
 */
#include <linux/ctype.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "user.h"

/* Maximum size of an array in bytes. */
#define USER_ARRAY_MAX		1024

/* Maximum of the offset of a field plus its size: struct event_field has 16 bits for each. */
#define USER_FIELDS_MAX		U16_MAX

static const struct user_type user_types[] = {
	{ "s64", sizeof(s64), "%lld" },
	{ "u64", sizeof(u64), "%llu" },
	{ "s32", sizeof(s32), "%d" },
	{ "u32", sizeof(u32), "%u" },
	{ "int", sizeof(int), "%d" },
	{ "unsigned int", sizeof(unsigned int), "%u" },
	{ "s16", sizeof(s16), "%d" },
	{ "u16", sizeof(u16), "%u" },
	{ "short", sizeof(short), "%d" },
	{ "unsigned short", sizeof(unsigned short), "%u" },
	{ "s8", sizeof(s8), "%d" },
	{ "u8", sizeof(u8), "%u" },
	{ "char", sizeof(char), "%d" },
	{ "unsigned char", sizeof(unsigned char), "%u" },
};

/**
 * user_type_find - find a type that is a number
 * @name: name of the type
 *
 * Context: any.
 * Return: the type; NULL if there is none of that name.
 */
const struct user_type *user_type_find(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(user_types); i++) {
		if (!strcmp(name, user_types[i].name))
			return &user_types[i];
	}
	return NULL;
}

static bool user_type_is_located(const char *type)
{
	return strstarts(type, "__data_loc ") || strstarts(type, "__rel_loc ");
}

/* The size in "char[16]" or "unsigned char[0x10]", or -EINVAL. */
static int user_array_size(const char *type)
{
	const char *open = strchr(type, '['), *close;
	unsigned int size;
	char digits[7];

	if (!open)
		return -EINVAL;
	open++;
	close = strchr(open, ']');
	if (!close || close - open >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, open, close - open);
	digits[close - open] = '\0';
	if (kstrtouint(digits, 0, &size) || !size || size > USER_ARRAY_MAX)
		return -EINVAL;
	return size;
}

/* The size of a type in bytes, or -EINVAL. */
static int user_type_size(const char *type)
{
	const struct user_type *number = user_type_find(type);

	if (number)
		return number->size;
	if (user_type_is_located(type))
		return sizeof(u32);
	if (strstarts(type, "char[") || strstarts(type, "unsigned char["))
		return user_array_size(type);
	return -EINVAL;
}

/* End the word at @text. Return: the text after the next blank, or the end of the text. */
static char *user_word_end(char *text)
{
	text += strcspn(text, " ");
	if (*text)
		*text++ = '\0';
	return text;
}

/* Find the end of a type, which has more than one word if it begins with certain words. */
static char *user_type_end(char *type)
{
	size_t located = str_has_prefix(type, "__data_loc ") ?: str_has_prefix(type, "__rel_loc ");
	char *p = type + located;

	p += str_has_prefix(p, "unsigned ");
	if (!located)
		p += str_has_prefix(p, "struct ");
	return p + strcspn(p, " ");
}

/* Parse the size of a structure, in bytes. */
static int user_struct_size(const char *text)
{
	unsigned int size;

	if (kstrtouint(text, 10, &size) || !size || size > USER_FIELDS_MAX)
		return -EINVAL;
	return size;
}

/* Parse the texts of a field. Return: its size, or -EINVAL. */
static int user_field_split(char *text, struct event_field *row)
{
	char *name = user_type_end(text), *size;
	bool sized;

	if (!*name)
		return -EINVAL;
	*name++ = '\0';
	size = name + strcspn(name, " ");
	sized = *size;
	size = user_word_end(name);
	if (!*name || strchr(size, ' '))
		return -EINVAL;
	row->type = text;
	row->name = name;
	if (strstarts(text, "struct "))
		return user_struct_size(size);
	return sized ? -EINVAL : user_type_size(text);
}

static void user_def_add_check(struct user_def *def, const struct event_field *row)
{
	struct user_check *check = &def->checks[def->nr_checks++];

	check->offset = row->offset;
	check->relative = strstarts(row->type, "__rel_loc ");
	check->string = strstr(row->type, "char");
}

static int user_def_add_field(struct user_def *def, char *text)
{
	struct event_field *row = &def->rows[def->nr];
	unsigned int offset = sizeof(struct trace_entry) + def->size;
	int size = user_field_split(text, row);

	if (size < 0 || offset + size > USER_FIELDS_MAX) {
		row->type = NULL;
		return -EINVAL;
	}
	row->offset = offset;
	row->size = size;
	row->is_signed = row->type[0] != 'u';
	def->size += size;
	if (user_type_is_located(row->type))
		user_def_add_check(def, row);
	def->nr++;
	return 0;
}

/* Cut tabs and newlines off the end. A blank there is an error, like one too many elsewhere. */
static char *user_field_trim(char *field)
{
	char *end;

	field = skip_spaces(field);
	end = field + strlen(field);
	while (end > field && isspace(end[-1]) && end[-1] != ' ')
		*--end = '\0';
	return field;
}

static int user_def_parse_fields(struct user_def *def, char *text)
{
	char *field;
	int ret = 0;

	while (!ret && (field = strsep(&text, ";"))) {
		field = user_field_trim(field);
		if (*field)
			ret = user_def_add_field(def, field);
	}
	return ret;
}

/* Whether a name can be a directory of tracefs, and a word of a definition. */
static bool user_name_valid(const char *name)
{
	const char *p;

	for (p = name; *p; p++) {
		if (!isgraph(*p) || strchr("/;:", *p))
			return false;
	}
	return *name && strcmp(name, ".") && strcmp(name, "..");
}

/* The largest possible number of fields. */
static unsigned int user_def_count(const char *text)
{
	unsigned int nr = 0;
	bool empty = true;

	for (; *text; text++) {
		if (*text != ';' && *text != ' ' && empty)
			nr++;
		if (*text != ' ')
			empty = *text == ';';
	}
	return nr;
}

static int user_def_alloc(struct user_def *def, const char *text)
{
	unsigned int max = user_def_count(text);

	memset(def, 0, sizeof(*def));
	def->text = kstrdup(text, GFP_KERNEL_ACCOUNT);
	def->rows = kvcalloc(max + 1, sizeof(*def->rows), GFP_KERNEL_ACCOUNT);
	def->checks = kvcalloc(max + 1, sizeof(*def->checks), GFP_KERNEL_ACCOUNT);
	return def->text && def->rows && def->checks ? 0 : -ENOMEM;
}

/**
 * user_def_free - free what user_def_parse() has allocated
 * @def: the definition; all zero is allowed
 *
 * Context: task, may sleep.
 */
void user_def_free(struct user_def *def)
{
	kfree(def->text);
	kvfree(def->rows);
	kvfree(def->checks);
}

/**
 * user_def_parse - parse a definition
 * @def: filled in
 * @text: the definition
 *
 * Context: task, may sleep.
 * Return: 0, then user_def_free() frees it; -EINVAL; -ENOMEM.
 */
int user_def_parse(struct user_def *def, const char *text)
{
	char *fields;
	int ret;

	ret = user_def_alloc(def, text);
	if (ret)
		goto out;
	fields = user_word_end(def->text);
	def->name = def->text;
	ret = user_name_valid(def->name) ? user_def_parse_fields(def, fields) : -EINVAL;
out:
	if (ret)
		user_def_free(def);
	return ret;
}

/**
 * user_def_same_fields - compare the fields of two definitions
 * @a: a definition
 * @b: another one
 *
 * Context: any.
 * Return: true if they have the same fields in the same order.
 */
bool user_def_same_fields(const struct user_def *a, const struct user_def *b)
{
	unsigned int i;

	if (a->nr != b->nr)
		return false;
	for (i = 0; i < a->nr; i++) {
		if (strcmp(a->rows[i].type, b->rows[i].type) ||
		    strcmp(a->rows[i].name, b->rows[i].name) ||
		    a->rows[i].size != b->rows[i].size)
			return false;
	}
	return true;
}

/**
 * user_def_same_words - compare the fields with the words of a command
 * @def: the definition
 * @argc: number of words after the name; 0 matches any fields
 * @argv: the words
 *
 * Context: task, may sleep.
 * Return: true if the words define the same fields.
 */
bool user_def_same_words(const struct user_def *def, int argc, const char **argv)
{
	size_t size = strlen(def->name) + 1;
	struct user_def other;
	struct seq_buf s;
	bool same = false;
	char *text;
	int i;

	if (!argc)
		return true;
	for (i = 0; i < argc; i++)
		size += strlen(argv[i]) + 1;
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return false;
	seq_buf_init(&s, text, size);
	seq_buf_puts(&s, def->name);
	for (i = 0; i < argc; i++)
		seq_buf_printf(&s, " %s", argv[i]);
	seq_buf_str(&s);
	if (!user_def_parse(&other, text)) {
		same = user_def_same_fields(def, &other);
		user_def_free(&other);
	}
	kfree(text);
	return same;
}
