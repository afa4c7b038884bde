// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target of trace-view: the text of last_boot_notes, in memory of its size. What is
 * made of it consists of whole lines, in the order of their numbers, and of formats that are
 * parts of the input.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dat_notes.h"

static void fuzz_assert(bool right)
{
	if (!right)
		abort();
}

/* Each line begins with a number in @base that is not less than that of the line before. */
static void fuzz_lines(const struct dat_text *text, int base)
{
	unsigned long long last = 0;
	char *lines, *line, *next, *end;

	if (!text->len)
		return;
	fuzz_assert(text->bytes[text->len - 1] == '\n');
	lines = strndup(text->bytes, text->len);
	fuzz_assert(lines);
	for (line = lines; *line; line = next) {
		unsigned long long number = strtoull(line, &end, base);

		next = strchr(line, '\n');
		/* A NUL in the input ends the copy. */
		if (!next)
			break;
		next++;
		fuzz_assert(end > line && *end == ' ' && number >= last);
		last = number;
	}
	free(lines);
}

static void fuzz_formats(const struct dat_notes *notes, const char *text, size_t len)
{
	for (size_t i = 0; i < notes->nr_formats; i++) {
		const struct dat_format *format = &notes->formats[i];

		fuzz_assert(format->text > text && format->len <= len &&
			    format->text + format->len <= text + len);
		fuzz_assert(!i || strcmp(format[-1].system, format->system) <= 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dat_notes notes;
	char *text = malloc(size);

	fuzz_assert(text || !size);
	if (size)
		memcpy(text, data, size);
	fuzz_assert(!dat_notes_read(&notes, text, size));
	fuzz_formats(&notes, text, size);
	fuzz_lines(&notes.symbols, 16);
	fuzz_lines(&notes.tasks, 10);
	fuzz_lines(&notes.strings, 16);
	dat_notes_free(&notes);
	free(text);
	return 0;
}
