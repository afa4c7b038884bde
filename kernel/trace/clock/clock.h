/* SPDX-License-Identifier: GPL-2.0 */
/*
 * clock/ - the clocks that stamp records. Floor 0.
 *
 * Owns: the functions of <linux/trace_clock.h> and the table of all clocks by
 * name. Never knows who is stamped with what: an instance keeps an index into
 * the table and hands the function to its ring.
 *
 * Contexts: the clock functions run in any context, NMI included, and take no
 * lock that an NMI could hold. The table is const.
 */
#ifndef _TRACE_CLOCK_CLOCK_H
#define _TRACE_CLOCK_CLOCK_H

#include <linux/types.h>

/**
 * struct clock_def - one clock
 * @fn:		reads it. Context: any, NMI included.
 * @name:	as in the file trace_clock
 * @in_ns:	it counts nanoseconds; otherwise bare numbers are shown
 *
 * The first two members stand in the order that ARCH_TRACE_CLOCKS of the
 * architectures expects.
 */
struct clock_def {
	u64		(*fn)(void);
	const char	*name;
	bool		in_ns;
};

/* In the order in which the file trace_clock lists them; [0] is the default. */
extern const struct clock_def trace_clock_table[];
extern const unsigned int trace_clock_count;

int trace_clock_find(const char *name);

#endif
