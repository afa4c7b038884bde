// SPDX-License-Identifier: GPL-2.0
/*
 * User data in the events sys_enter_*: strings and buffers that arguments point to are
 * copied into the record, and printed behind the argument.
 *
 * The probe runs with preemption disabled, so that it can't wait for a page: memory that
 * is not present is not copied, as is memory that can't be read. The record then has no
 * bytes for this argument, and its line has the address only. A string whose second page
 * is not present counts as not present.
 *
 * The data is copied before the system call copies it. Another thread may change it in
 * between: the record shows what the task passed, not what the kernel has used.
 */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "syscalls.h"

/*
 * Programs print a string of length 0 up to its NUL, as any other. So what was not copied
 * has a NUL where its word points to.
 */
static unsigned int syscall_data_space(unsigned int len)
{
	return len ?: 1;
}

/* Return: number of bytes with the NUL; 0 if the string can't be read. */
static unsigned int syscall_data_copy_string(char *to, unsigned long from, unsigned int limit)
{
	unsigned int len;

	/* One character more than may be recorded shows whether the string is longer. */
	if (strncpy_from_user_nofault(to, (const char __user *)from, limit + 2) < 0)
		return 0;
	len = strnlen(to, limit + 1);
	if (len <= limit)
		return len + 1;
	memcpy(to + limit, SYSCALL_DATA_CUT, sizeof(SYSCALL_DATA_CUT));
	return limit + sizeof(SYSCALL_DATA_CUT);
}

static unsigned int syscall_data_copy_bytes(char *to, unsigned long from, unsigned long len,
					    unsigned int limit)
{
	len = min_t(unsigned long, len, limit);
	return copy_from_user_nofault(to, (const void __user *)from, len) ? 0 : len;
}

/**
 * source_syscall_data_copy - copy what arguments of a system call point to
 * @data: filled in
 * @rule: which arguments
 * @args: all arguments
 * @limit: maximum number of bytes to copy for an argument, up to
 *	INSTANCE_SYSCALL_DATA_MAX; 0 to copy nothing
 *
 * Context: the task of the system call; preemption may be disabled.
 */
void source_syscall_data_copy(struct syscall_data *data, const struct syscall_data_rule *rule,
			      const unsigned long *args, unsigned int limit)
{
	unsigned long which = rule->strings | rule->bytes;
	unsigned int arg, len;

	data->nr = 0;
	data->total = 0;
	for_each_set_bit(arg, &which, BITS_PER_BYTE) {
		char *to = data->bytes + data->total;

		if (!limit)
			len = 0;
		else if (rule->bytes & BIT(arg))
			len = syscall_data_copy_bytes(to, args[arg], args[rule->len], limit);
		else
			len = syscall_data_copy_string(to, args[arg], limit);
		if (!len)
			*to = 0;
		data->len[data->nr++] = len;
		data->total += syscall_data_space(len);
	}
}

/**
 * source_syscall_data_store - store copied data in a record
 * @rec: the record, with enough space
 * @at: size in bytes of the record so far
 * @data: what source_syscall_data_copy() has copied
 *
 * Context: any.
 */
void source_syscall_data_store(void *rec, unsigned int at, const struct syscall_data *data)
{
	unsigned int from = at + data->nr * sizeof(u32);
	u32 *words = rec + at;
	unsigned int i;

	memcpy(rec + from, data->bytes, data->total);
	for (i = 0; i < data->nr; i++) {
		words[i] = from | (u32)data->len[i] << 16;
		from += syscall_data_space(data->len[i]);
	}
}

/*
 * Find the data of an argument. Return: number of bytes; 0 if there are none, or if the
 * record was written before data was requested and has no word for them.
 */
static unsigned int syscall_data_find(const struct syscall_data_rule *rule,
				      const struct syscall_trace_enter *rec, unsigned int size,
				      unsigned int nr_args, unsigned int arg, const u8 **data)
{
	unsigned int nr = hweight8((rule->strings | rule->bytes) & (BIT(arg) - 1));
	unsigned int at = syscall_enter_size(nr_args) + nr * sizeof(u32);
	unsigned int from, len;
	u32 word;

	if (at + sizeof(word) > size)
		return 0;
	memcpy(&word, (const void *)rec + at, sizeof(word));
	from = word & 0xffff;
	len = word >> 16;
	if (from + len > size)
		return 0;
	*data = (const void *)rec + from;
	return len;
}

/* Bytes that are no ASCII may be part of a character in a string, not in a buffer. */
static bool syscall_data_is_plain(u8 byte, bool string)
{
	return isascii(byte) ? isprint(byte) : string;
}

static void syscall_data_put_quoted(struct trace_seq *s, const u8 *data, unsigned int len,
				    bool string)
{
	unsigned int i;

	trace_seq_puts(s, " \"");
	for (i = 0; i < len && !(string && !data[i]); i++)
		trace_seq_putc(s, syscall_data_is_plain(data[i], string) ? data[i] : '.');
	trace_seq_putc(s, '"');
}

/**
 * source_syscall_data_print - print the data of an argument, behind its value
 * @s: the output
 * @rule: which arguments have data
 * @rec: the record
 * @size: its size in bytes, which is checked
 * @nr_args: number of arguments of the system call
 * @arg: number of the argument; nothing is printed if it has no data
 *
 * Context: any.
 */
void source_syscall_data_print(struct trace_seq *s, const struct syscall_data_rule *rule,
			       const struct syscall_trace_enter *rec, unsigned int size,
			       unsigned int nr_args, unsigned int arg)
{
	bool string = rule->strings & BIT(arg);
	const u8 *data;
	unsigned int i, len;

	if (!((rule->strings | rule->bytes) & BIT(arg)))
		return;
	len = syscall_data_find(rule, rec, size, nr_args, arg, &data);
	if (!len)
		return;
	for (i = 0; !string && i < len; i++)
		trace_seq_printf(s, "%s%02x", i ? ":" : " (", data[i]);
	if (!string)
		trace_seq_putc(s, ')');
	syscall_data_put_quoted(s, data, len, string);
	/* A string has the mark in its text. */
	if (!string && len < rec->args[rule->len])
		trace_seq_puts(s, SYSCALL_DATA_CUT);
}
