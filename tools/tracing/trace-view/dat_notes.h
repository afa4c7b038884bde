/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of last_boot_notes: what a kernel stored so that its records can be read.
 */
#ifndef TRACE_VIEW_DAT_NOTES_H
#define TRACE_VIEW_DAT_NOTES_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct dat_text - text in memory that grows
 * @bytes: the text; not NUL terminated
 * @len: length of the text in bytes
 * @size: size of the memory in bytes
 * @failed: there was no memory
 */
struct dat_text {
	char *bytes;
	size_t len;
	size_t size;
	int failed;
};

/**
 * struct dat_format - the format of an event
 * @system: its system
 * @text: as the file format has it; not NUL terminated
 * @len: bytes of @text
 */
struct dat_format {
	char *system;
	const char *text;
	size_t len;
};

/**
 * struct dat_notes - what the notes say, as files of tracefs have it
 * @formats: of events, sorted by system
 * @nr_formats: of them
 * @kernel: version of the kernel
 * @symbols: as kallsyms, sorted
 * @tasks: as saved_cmdlines
 * @strings: as printk_formats
 */
struct dat_notes {
	struct dat_format *formats;
	size_t nr_formats;
	struct dat_text kernel;
	struct dat_text symbols;
	struct dat_text tasks;
	struct dat_text strings;
};

void dat_add(struct dat_text *text, const void *bytes, size_t len);

/**
 * dat_notes_read() - read the text of last_boot_notes
 * @notes: filled in; points to @text
 * @text: the text
 * @len: bytes of @text
 *
 * Lines that make no sense are left out.
 *
 * Return: 0, or -1 without memory.
 */
int dat_notes_read(struct dat_notes *notes, const char *text, size_t len);
void dat_notes_free(struct dat_notes *notes);

#endif /* TRACE_VIEW_DAT_NOTES_H */
