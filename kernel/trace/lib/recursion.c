// SPDX-License-Identifier: GPL-2.0
/*
 * The functions that were called again while a callback of function tracing, or the ring
 * buffer, was already active in the same context: ftrace_test_recursion_trylock() and
 * others report them, and the file recursed_functions lists them.
 *
 * A row of the table is claimed by a cmpxchg() of its address, so that any context can add
 * a function. The rows are filled from the start, and each function has one row.
 */
#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/trace_recursion.h>

#include "lib.h"

struct recursion_row {
	unsigned long ip;
	unsigned long parent_ip;
};

static struct recursion_row recursion_rows[CONFIG_FTRACE_RECORD_RECURSION_SIZE];

/**
 * ftrace_record_recursion - remember a function that was called recursively
 * @ip: address in the function
 * @parent_ip: address in its caller
 *
 * Does nothing if the function is known, or if the table is full.
 *
 * Context: any, NMI included.
 */
void notrace ftrace_record_recursion(unsigned long ip, unsigned long parent_ip)
{
	struct recursion_row *row;
	unsigned long old;

	for (row = recursion_rows; row < recursion_rows + ARRAY_SIZE(recursion_rows); row++) {
		old = READ_ONCE(row->ip);
		if (!old)
			old = cmpxchg(&row->ip, 0, ip);
		if (!old)
			WRITE_ONCE(row->parent_ip, parent_ip);
		if (!old || old == ip)
			return;
	}
}
EXPORT_SYMBOL_GPL(ftrace_record_recursion);

/**
 * trace_recursion_get - get a function that was called recursively
 * @nr: number of the row, from 0
 * @ip: set to the address in the function
 * @parent_ip: set to the address in its caller; 0 while it is being recorded
 *
 * Context: any.
 * Return: true if there is such a row.
 */
bool trace_recursion_get(size_t nr, unsigned long *ip, unsigned long *parent_ip)
{
	if (nr >= ARRAY_SIZE(recursion_rows))
		return false;
	*ip = READ_ONCE(recursion_rows[nr].ip);
	*parent_ip = READ_ONCE(recursion_rows[nr].parent_ip);
	return *ip;
}

/**
 * trace_recursion_reset - forget all functions that were called recursively
 *
 * A function that is recorded at the same time may be lost, or may be shown with the
 * caller of another one.
 *
 * Context: any.
 */
void trace_recursion_reset(void)
{
	size_t i = ARRAY_SIZE(recursion_rows);

	/* From the end, so that rows in use never follow an empty one. */
	while (i--) {
		WRITE_ONCE(recursion_rows[i].parent_ip, 0);
		WRITE_ONCE(recursion_rows[i].ip, 0);
	}
}
