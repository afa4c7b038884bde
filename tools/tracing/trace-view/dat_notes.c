// SPDX-License-Identifier: GPL-2.0
/*
 * Reading last_boot_notes. Sections begin with a line in brackets:
 *
 *	[kernel]	the version and the build id
 *	[format ID]	the system of an event, then the file format of it
 *	[symbols]	lines "ADDRESS SIZE NAME[ MODULE]"
 *	[tasks]		lines "PID UNTIL NAME"
 *	[strings]	lines "ADDRESS STRING"
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dat_notes.h"

/**
 * struct dat_line - a line of a section that is sorted
 * @key: address or pid
 * @value: size, or time until which the name was used
 * @text: the rest of the line
 * @len: bytes of @text
 */
struct dat_line {
	uint64_t key;
	uint64_t value;
	const char *text;
	size_t len;
};

struct dat_lines {
	struct dat_line *lines;
	size_t nr;
	size_t size;
};

void dat_add(struct dat_text *text, const void *bytes, size_t len)
{
	if (text->failed || !len)
		return;
	if (text->len + len > text->size) {
		size_t size = (text->len + len) * 2;
		char *new = realloc(text->bytes, size);

		if (!new) {
			text->failed = 1;
			return;
		}
		text->bytes = new;
		text->size = size;
	}
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
}

static void dat_puts(struct dat_text *text, const char *string)
{
	dat_add(text, string, strlen(string));
}

/* A number and the space behind it. */
static bool dat_number(const char **p, const char *end, int base, uint64_t *number)
{
	const char *from = *p;

	*number = 0;
	for (; *p < end && **p != ' '; (*p)++) {
		int digit = **p >= '0' && **p <= '9' ? **p - '0' :
			    **p >= 'a' && **p <= 'f' ? **p - 'a' + 10 : 99;

		if (digit >= base || *number > (UINT64_MAX - digit) / base)
			return false;
		*number = *number * base + digit;
	}
	return *p > from && *p < end && *(*p)++ == ' ';
}

/* Add the lines of a section; @base is that of the numbers. */
static int dat_lines_add(struct dat_lines *lines, const char *p, const char *stop, int base,
			 bool value)
{
	const char *end;

	for (; p < stop; p = end + 1) {
		struct dat_line line = { 0 };

		end = memchr(p, '\n', stop - p);
		if (!end)
			break;
		if (!dat_number(&p, end, base, &line.key) ||
		    (value && !dat_number(&p, end, base, &line.value)) || p == end)
			continue;
		line.text = p;
		line.len = end - p;
		if (lines->nr == lines->size) {
			size_t size = lines->size ? lines->size * 2 : 64;
			struct dat_line *new = realloc(lines->lines, size * sizeof(*new));

			if (!new)
				return -1;
			lines->lines = new;
			lines->size = size;
		}
		lines->lines[lines->nr++] = line;
	}
	return 0;
}

static int dat_line_compare(const void *a, const void *b)
{
	const struct dat_line *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/*
 * libtraceevent takes an address for one in the last function that begins before it. Where
 * the next function was not stored, something has to end it, unless a damaged size leads
 * beyond the last address.
 */
static void dat_symbols(struct dat_text *out, struct dat_lines *in)
{
	char head[64];

	for (size_t i = 0; i < in->nr; i++) {
		struct dat_line *line = &in->lines[i];
		const char *space = memchr(line->text, ' ', line->len);
		uint64_t end = line->key + line->value;

		snprintf(head, sizeof(head), "%016" PRIx64 " t ", line->key);
		dat_puts(out, head);
		dat_add(out, line->text, space ? (size_t)(space - line->text) : line->len);
		if (space) {
			dat_puts(out, "\t[");
			dat_add(out, space + 1, line->text + line->len - space - 1);
			dat_puts(out, "]");
		}
		dat_puts(out, "\n");
		if (end < line->key || (i + 1 < in->nr && in->lines[i + 1].key <= end))
			continue;
		snprintf(head, sizeof(head), "%016" PRIx64 " t unknown\n", end);
		dat_puts(out, head);
	}
}

/* The last name of each task: trace-cmd knows one. */
static void dat_tasks(struct dat_text *out, struct dat_lines *in)
{
	char head[32];

	for (size_t i = 0; i < in->nr; i++) {
		if (i + 1 < in->nr && in->lines[i + 1].key == in->lines[i].key)
			continue;
		snprintf(head, sizeof(head), "%" PRIu64 " ", in->lines[i].key);
		dat_puts(out, head);
		dat_add(out, in->lines[i].text, in->lines[i].len);
		dat_puts(out, "\n");
	}
}

static void dat_strings(struct dat_text *out, struct dat_lines *in)
{
	char head[32];

	for (size_t i = 0; i < in->nr; i++) {
		snprintf(head, sizeof(head), "0x%" PRIx64 " : \"", in->lines[i].key);
		dat_puts(out, head);
		dat_add(out, in->lines[i].text, in->lines[i].len);
		dat_puts(out, "\"\n");
	}
}

/* The first line is the system; the number of an event that was added twice is new. */
static int dat_format_add(struct dat_notes *notes, const char *p, const char *end)
{
	const char *line = memchr(p, '\n', end - p);
	struct dat_format *new;

	if (!line || line == p)
		return 0;
	new = realloc(notes->formats, (notes->nr_formats + 1) * sizeof(*new));
	if (!new)
		return -1;
	notes->formats = new;
	new += notes->nr_formats;
	new->system = strndup(p, line - p);
	new->text = line + 1;
	new->len = end - line - 1;
	if (!new->system)
		return -1;
	notes->nr_formats++;
	return 0;
}

static int dat_format_compare(const void *a, const void *b)
{
	const struct dat_format *x = a, *y = b;
	int order = strcmp(x->system, y->system);

	return order ? order : x->text < y->text ? -1 : x->text > y->text;
}

/* The end of a section: where the next one begins, or @end. */
static const char *dat_section_end(const char *p, const char *end)
{
	const char *line;

	while (p < end && *p != '[') {
		line = memchr(p, '\n', end - p);
		if (!line)
			return end;
		p = line + 1;
	}
	return p;
}

static bool dat_head_is(const char *head, size_t len, const char *name)
{
	return len >= strlen(name) && !memcmp(head, name, strlen(name));
}

/**
 * struct dat_sections - the sections that are sorted
 */
struct dat_sections {
	struct dat_lines symbols;
	struct dat_lines tasks;
	struct dat_lines strings;
};

static int dat_section(struct dat_notes *notes, struct dat_sections *sections, const char *head,
		       size_t len, const char *p, const char *end)
{
	if (dat_head_is(head, len, "[kernel]"))
		dat_add(&notes->kernel, p, end - p);
	if (dat_head_is(head, len, "[format "))
		return dat_format_add(notes, p, end);
	if (dat_head_is(head, len, "[symbols]"))
		return dat_lines_add(&sections->symbols, p, end, 16, true);
	if (dat_head_is(head, len, "[tasks]"))
		return dat_lines_add(&sections->tasks, p, end, 10, true);
	if (dat_head_is(head, len, "[strings]"))
		return dat_lines_add(&sections->strings, p, end, 16, false);
	return 0;
}

static void dat_sort(struct dat_lines *lines)
{
	if (lines->nr)
		qsort(lines->lines, lines->nr, sizeof(*lines->lines), dat_line_compare);
}

int dat_notes_read(struct dat_notes *notes, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	struct dat_sections sections = { 0 };
	int err = 0;

	memset(notes, 0, sizeof(*notes));
	p = dat_section_end(p, end);
	while (p < end && !err) {
		const char *head = p, *line = memchr(p, '\n', end - p);

		if (!line)
			break;
		p = dat_section_end(line + 1, end);
		err = dat_section(notes, &sections, head, line - head, line + 1, p);
	}
	dat_sort(&sections.symbols);
	dat_sort(&sections.tasks);
	dat_sort(&sections.strings);
	if (notes->nr_formats)
		qsort(notes->formats, notes->nr_formats, sizeof(*notes->formats),
		      dat_format_compare);
	dat_symbols(&notes->symbols, &sections.symbols);
	dat_tasks(&notes->tasks, &sections.tasks);
	dat_strings(&notes->strings, &sections.strings);
	free(sections.symbols.lines);
	free(sections.tasks.lines);
	free(sections.strings.lines);
	if (notes->kernel.failed || notes->symbols.failed || notes->tasks.failed ||
	    notes->strings.failed)
		err = -1;
	return err;
}

void dat_notes_free(struct dat_notes *notes)
{
	for (size_t i = 0; i < notes->nr_formats; i++)
		free(notes->formats[i].system);
	free(notes->formats);
	free(notes->kernel.bytes);
	free(notes->symbols.bytes);
	free(notes->tasks.bytes);
	free(notes->strings.bytes);
}
