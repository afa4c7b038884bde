/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How large the tables and buffers of a conversion are.
 *
 * They bound the memory of a conversion, whatever the recording has. They are variables and not
 * constants so that a test program can link other ones in place of sizes.c: a short input then
 * fills the tables, and they cost little to set up.
 */
#ifndef TRACE_VIEW_SIZES_H
#define TRACE_VIEW_SIZES_H

/**
 * struct sizes - numbers of entries, unless they are said to be bytes
 * @out: bytes that an output collects before it writes: at least 4 / 3 of @chunk, and 256
 * @text: text.c: bytes of one text; more than 1024. A record has less than 64 KiB, and each byte
 *	of a string becomes three at most: with 3 * 64 KiB the longest string is never cut.
 *	Arrays of numbers may be; they end in "..." then
 * @symbols: event.c: addresses whose functions are remembered; a power of two
 * @tasks: timeline_task.c: tasks that are told apart
 * @slices: timeline_stack.c: slices of one task that are open at a time; 16 times a power of two
 * @slice_bytes: timeline_stack.c: bytes of their names; 1024 times a power of two
 * @nodes: frames.c: functions in their stacks; at least 2
 * @frame_names: frames.c: names of functions; at least 2, less than SCOPE_LONG of
 *	sink_speedscope.c
 * @frame_bytes: frames.c: bytes of all these names
 * @functions: summary.c: functions whose calls are counted; a power of two
 * @interned: perfetto.c: names that have a number; a power of two
 * @interned_bytes: perfetto.c: bytes of these names
 * @by_address: perfetto.c: functions whose names' numbers are remembered; a power of two
 * @strings: html_data.c: slots for strings that are remembered; a power of two
 * @string_bytes: html_data.c: bytes of these strings; at least HTML_STRING_MAX
 * @heads: html_data.c: heads that are remembered; a power of two
 * @spool: spool.c: blocks of 512 bytes that stay in memory
 * @chunk: html_data.c: bytes of a column that are encoded at once; a multiple of 3, so that
 *	nothing is padded
 */
struct sizes {
	unsigned int out;
	unsigned int text;
	unsigned int symbols;
	unsigned int tasks;
	unsigned int slices;
	unsigned int slice_bytes;
	unsigned int nodes;
	unsigned int frame_names;
	unsigned int frame_bytes;
	unsigned int functions;
	unsigned int interned;
	unsigned int interned_bytes;
	unsigned int by_address;
	unsigned int strings;
	unsigned int string_bytes;
	unsigned int heads;
	unsigned int spool;
	unsigned int chunk;
};

extern const struct sizes sizes;

#endif /* TRACE_VIEW_SIZES_H */
