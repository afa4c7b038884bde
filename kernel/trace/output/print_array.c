// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that print bitmasks, bytes and arrays for the print functions of events.
 */
#include <linux/export.h>
#include <linux/hex.h>

#include "internal.h"

/**
 * trace_print_bitmask_seq - print a bitmask in hexadecimal
 * @p: the sequence
 * @bitmask_ptr: the bitmask
 * @bitmask_size: size of the bitmask in bytes
 *
 * Context: as the print function.
 * Return: the string in @p.
 */
const char *trace_print_bitmask_seq(struct trace_seq *p, void *bitmask_ptr,
				    unsigned int bitmask_size)
{
	const char *start = trace_seq_buffer_ptr(p);

	trace_seq_bitmask(p, bitmask_ptr, bitmask_size * BITS_PER_BYTE);
	return output_seq_end(p, start);
}
EXPORT_SYMBOL_GPL(trace_print_bitmask_seq);

/**
 * trace_print_bitmask_iter - __get_bitmask(): print a bitmask as the options ask for
 * @iter: the reader
 * @bitmask_ptr: the bitmask
 * @bitmask_size: size of the bitmask in bytes
 *
 * With the option bitmask-list, the numbers of the bits that are set are printed, as in
 * "0,2-5,7"; without it, the bitmask in hexadecimal.
 *
 * Context: as the print function.
 * Return: the string in iter->tmp_seq.
 */
const char *trace_print_bitmask_iter(struct trace_iterator *iter, void *bitmask_ptr,
				     unsigned int bitmask_size)
{
	struct trace_seq *p = iter->tmp_seq;
	const char *start = trace_seq_buffer_ptr(p);

	if (!instance_option(iter->tr, INSTANCE_OPT_BITMASK_LIST))
		return trace_print_bitmask_seq(p, bitmask_ptr, bitmask_size);
	trace_seq_bitmask_list(p, bitmask_ptr, bitmask_size * BITS_PER_BYTE);
	return output_seq_end(p, start);
}
EXPORT_SYMBOL_GPL(trace_print_bitmask_iter);

/**
 * trace_print_hex_seq - __print_hex(): print bytes in hexadecimal
 * @p: the sequence
 * @buf: the bytes
 * @buf_len: number of bytes
 * @concatenate: print no spaces between the bytes
 *
 * Context: as the print function.
 * Return: the string in @p.
 */
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf,
				int buf_len, bool concatenate)
{
	const char *start = trace_seq_buffer_ptr(p);
	int i;

	for (i = 0; i < buf_len && !p->full; i++) {
		if (i && !concatenate)
			trace_seq_putc(p, ' ');
		trace_seq_putc(p, hex_asc_hi(buf[i]));
		trace_seq_putc(p, hex_asc_lo(buf[i]));
	}
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_hex_seq);

static void print_array_element(struct trace_seq *p, const void *at, size_t size)
{
	switch (size) {
	case 1:
		trace_seq_printf(p, "0x%x", *(const u8 *)at);
		break;
	case 2:
		trace_seq_printf(p, "0x%x", *(const u16 *)at);
		break;
	case 4:
		trace_seq_printf(p, "0x%x", *(const u32 *)at);
		break;
	case 8:
		trace_seq_printf(p, "0x%llx", *(const u64 *)at);
		break;
	default:
		trace_seq_printf(p, "BAD SIZE:%zu 0x%x", size,
				 *(const u8 *)at);
	}
}

/**
 * trace_print_array_seq - __print_array(): print an array of numbers in braces
 * @p: the sequence
 * @buf: the array
 * @count: number of elements
 * @el_size: size of an element in bytes: 1, 2, 4 or 8
 *
 * Context: as the print function.
 * Return: the string in @p.
 */
const char *trace_print_array_seq(struct trace_seq *p, const void *buf,
				  int count, size_t el_size)
{
	const char *start = trace_seq_buffer_ptr(p);
	size_t step = el_size == 1 || el_size == 2 || el_size == 4 ||
		      el_size == 8 ? el_size : 1;
	int i;

	trace_seq_putc(p, '{');
	for (i = 0; i < count && !p->full; i++) {
		if (i)
			trace_seq_putc(p, ',');
		print_array_element(p, buf + i * step, el_size);
	}
	trace_seq_putc(p, '}');
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_array_seq);

/**
 * trace_print_hex_dump_seq - __print_hex_dump(): print a hexadecimal dump
 * @p: the sequence
 * @prefix_str: text at the start of each line
 * @prefix_type: DUMP_PREFIX_*, as for print_hex_dump()
 * @rowsize: number of bytes in a line
 * @groupsize: number of bytes in a group
 * @buf: the data
 * @len: size of @buf in bytes
 * @ascii: print the bytes as characters as well
 *
 * Context: as the print function.
 * Return: the string in @p.
 */
const char *trace_print_hex_dump_seq(struct trace_seq *p,
				     const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii)
{
	const char *start = trace_seq_buffer_ptr(p);

	trace_seq_putc(p, '\n');
	trace_seq_hex_dump(p, prefix_str, prefix_type, rowsize, groupsize, buf,
			   len, ascii);
	return output_seq_end(p, start);
}
EXPORT_SYMBOL(trace_print_hex_dump_seq);
