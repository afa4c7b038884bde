/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FTRACE_TEST_H
#define _KERNEL_TRACE_FTRACE_TEST_H

#include <linux/types.h>

int ftrace_test_plain(int x);
int ftrace_test_other(int x);
int ftrace_test_patched(int x);
int ftrace_test_outer(int x);
int ftrace_test_tail(int x);
int ftrace_test_deep(int x);
void ftrace_test_wait(bool done[2]);

/* A stack trace, the innermost function first. */
struct ftrace_test_walk {
	unsigned int	count;
	unsigned long	ip[32];
};

void ftrace_test_walker(struct ftrace_test_walk *walk);

void ftrace_test_direct(void);
extern unsigned long ftrace_test_direct_hits;

#endif /* _KERNEL_TRACE_FTRACE_TEST_H */
