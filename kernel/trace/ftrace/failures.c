// SPDX-License-Identifier: GPL-2.0
/*
 * Sites that could not be patched, and why: what the file failures shows. It is
 * empty unless something is wrong with a compiler, or with somebody who writes to
 * the kernel's text behind our back.
 *
 * Only so many are kept; the rest is counted.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "internal.h"

#define FTRACE_FAILURES_MAX	256

/* The oldest first. Under ftrace_lock, as all of it. */
static LIST_HEAD(ftrace_failures);
static unsigned int ftrace_failures_kept;
unsigned long ftrace_failures_more;

static const char * const ftrace_failure_texts[] = {
	[FTRACE_FAILURE_STRANGE]	= "neither a call nor a nop",
	[FTRACE_FAILURE_CHANGED]	= "changed by somebody else",
	[FTRACE_FAILURE_MEMORY]	= "no memory for it",
};

/**
 * ftrace_failure_add - remember that a site is of no use
 * @ip: the site
 * @why: the reason
 *
 * Context: task or boot, under ftrace_lock.
 */
void ftrace_failure_add(unsigned long ip, enum ftrace_failure_why why)
{
	struct ftrace_failure *failure = NULL;

	lockdep_assert_held(&ftrace_lock);
	if (ftrace_failures_kept < FTRACE_FAILURES_MAX)
		failure = kzalloc(sizeof(*failure), GFP_KERNEL);
	if (!failure) {
		ftrace_failures_more++;
		return;
	}
	failure->ip = ip;
	failure->why = ftrace_failure_texts[why];
	failure->readable = !copy_from_kernel_nofault(failure->text, (void *)ip,
						      sizeof(failure->text));
	list_add_tail(&failure->list, &ftrace_failures);
	ftrace_failures_kept++;
}

/* The text in [@start, @end) goes; all of module @mod if @end is zero. */
void ftrace_failures_forget(struct module *mod, unsigned long start,
			    unsigned long end)
{
	struct ftrace_failure *failure, *next;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry_safe(failure, next, &ftrace_failures, list) {
		if (end ? failure->ip < start || failure->ip >= end :
			  !within_module(failure->ip, mod))
			continue;
		list_del(&failure->list);
		ftrace_failures_kept--;
		kfree(failure);
	}
}

unsigned long ftrace_failures_each(ftrace_failure_fn fn, void *data)
{
	struct ftrace_failure *failure;

	guard(mutex)(&ftrace_lock);
	list_for_each_entry(failure, &ftrace_failures, list)
		fn(failure, data);
	return ftrace_failures_more;
}
