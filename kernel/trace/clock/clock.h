/* SPDX-License-Identifier: GPL-2.0 */
/*
 * clock/ - the clocks that stamp records. Layer 0.
 *
 * Owns: the functions of <linux/trace_clock.h> and the table of all clocks by
 * name. An instance stores an index into the table and passes the function to
 * its ring buffer.
 *
 * Contexts: the clock functions run in any context including NMI, and take no
 * lock that an interrupted context may hold. The table is constant.
 */
#ifndef _TRACE_CLOCK_CLOCK_H
#define _TRACE_CLOCK_CLOCK_H

#include <linux/types.h>

/**
 * struct clock_def - a clock
 * @fn: function that reads the clock; Context: any, NMI included
 * @name: name in the file trace_clock
 * @in_ns: the clock counts nanoseconds; otherwise times are shown as plain
 *	numbers
 *
 * The order of the members is that of the initializers in ARCH_TRACE_CLOCKS.
 */
struct clock_def {
	u64		(*fn)(void);
	const char	*name;
	bool		in_ns;
};

/* All clocks in the order of the file trace_clock. The first one is the default. */
extern const struct clock_def trace_clock_table[];
extern const unsigned int trace_clock_count;

int trace_clock_find(const char *name);

#endif
