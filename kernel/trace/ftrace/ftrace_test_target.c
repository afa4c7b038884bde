// SPDX-License-Identifier: GPL-2.0
/*
 * Functions for the tests to trace: the only file of this directory with sites.
 */

#include <linux/array_size.h>
#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/linkage.h>
#include <linux/stacktrace.h>

#include <asm/ibt.h>

#include "ftrace_test.h"

noinline int ftrace_test_plain(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 1;
}

noinline int ftrace_test_other(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 2;
}

noinline int ftrace_test_patched(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 1000;
}

noinline int ftrace_test_outer(int x)
{
	return 2 * ftrace_test_plain(x);
}

/* A tail call: the compiler emits only a jump. */
noinline int ftrace_test_tail(int x)
{
	return ftrace_test_plain(x);
}

noinline int ftrace_test_deep(int x)
{
	int below = x > 1 ? ftrace_test_deep(x - 1) : 0;

	OPTIMIZER_HIDE_VAR(below);
	return below + 1;
}

/* Set done[1], then wait until done[0] is set. */
noinline void ftrace_test_wait(bool done[2])
{
	WRITE_ONCE(done[1], true);
	while (!READ_ONCE(done[0]))
		msleep(20);
}

noinline void ftrace_test_walker(struct ftrace_test_walk *walk)
{
	walk->count = stack_trace_save(walk->ip, ARRAY_SIZE(walk->ip), 0);
	barrier();
}

unsigned long ftrace_test_direct_hits;

/* Target of a direct call: counts, and returns into the traced function. */
asm(".pushsection .text, \"ax\"\n"
	".type ftrace_test_direct, @function\n"
	".globl ftrace_test_direct\n"
	"ftrace_test_direct:\n"
	ASM_ENDBR
	"	lock incq ftrace_test_direct_hits(%rip)\n"
	ASM_RET
	".size ftrace_test_direct, .-ftrace_test_direct\n"
	".popsection\n");
