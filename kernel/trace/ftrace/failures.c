// SPDX-License-Identifier: GPL-2.0
/*
 * Sites that could not be patched, and the reason: the contents of the tracefs
 * file "failures". The list is empty unless the compiler emitted an unexpected
 * instruction or something else wrote to the kernel's text.
 *
 * Up to FTRACE_FAILURES_MAX failures are stored; further ones are only counted.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "internal.h"

#define FTRACE_FAILURES_MAX	256

/*
 * In the order of their occurrence. All variables here are protected by
 * ftrace_lock.
 */
static LIST_HEAD(ftrace_failures);
static unsigned int ftrace_failures_kept;
unsigned long ftrace_failures_dropped;

static const char * const ftrace_failure_texts[] = {
	[FTRACE_FAILURE_NO_CALL]	= "neither a call nor a nop",
	[FTRACE_FAILURE_MODIFIED]	= "modified by other code",
	[FTRACE_FAILURE_NO_MEMORY]	= "no memory for it",
};

/**
 * ftrace_failure_add - record that a site cannot be patched
 * @ip: address of the site
 * @reason: the reason
 *
 * Context: task or boot; ftrace_lock held.
 */
void ftrace_failure_add(unsigned long ip, enum ftrace_failure_reason reason)
{
	struct ftrace_failure *failure = NULL;

	lockdep_assert_held(&ftrace_lock);
	if (ftrace_failures_kept < FTRACE_FAILURES_MAX)
		failure = kzalloc(sizeof(*failure), GFP_KERNEL);
	if (!failure) {
		ftrace_failures_dropped++;
		return;
	}
	failure->ip = ip;
	failure->reason = ftrace_failure_texts[reason];
	failure->readable = !copy_from_kernel_nofault(failure->text, (void *)ip,
						      sizeof(failure->text));
	list_add_tail(&failure->list, &ftrace_failures);
	ftrace_failures_kept++;
}

/**
 * ftrace_failures_forget - drop the failures in text that is being freed
 * @mod: the module that is unloaded; used if @end is 0
 * @start: first address of the text
 * @end: first address after the text; 0 for all text of @mod
 *
 * Context: task; ftrace_lock held.
 */
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
	return ftrace_failures_dropped;
}
