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

#define SITE_FAILURES_MAX	256

/* The oldest first. Under site_lock, as all of it. */
static LIST_HEAD(site_failures);
static unsigned int site_failures_kept;
unsigned long site_failures_more;

static const char * const site_failure_texts[] = {
	[SITE_FAILURE_STRANGE]	= "neither a call nor a nop",
	[SITE_FAILURE_CHANGED]	= "changed by somebody else",
	[SITE_FAILURE_MEMORY]	= "no memory for it",
};

/**
 * site_failure_add - remember that a site is of no use
 * @ip: the site
 * @why: the reason
 *
 * Context: task or boot, under site_lock.
 */
void site_failure_add(unsigned long ip, enum site_failure_why why)
{
	struct site_failure *failure = NULL;

	lockdep_assert_held(&site_lock);
	if (site_failures_kept < SITE_FAILURES_MAX)
		failure = kzalloc(sizeof(*failure), GFP_KERNEL);
	if (!failure) {
		site_failures_more++;
		return;
	}
	failure->ip = ip;
	failure->why = site_failure_texts[why];
	failure->readable = !copy_from_kernel_nofault(failure->text, (void *)ip,
						      sizeof(failure->text));
	list_add_tail(&failure->list, &site_failures);
	site_failures_kept++;
}

/* The text in [@start, @end) goes; all of module @mod if @end is zero. */
void site_failures_forget(struct module *mod, unsigned long start,
			  unsigned long end)
{
	struct site_failure *failure, *next;

	lockdep_assert_held(&site_lock);
	list_for_each_entry_safe(failure, next, &site_failures, list) {
		if (end ? failure->ip < start || failure->ip >= end :
			  !within_module(failure->ip, mod))
			continue;
		list_del(&failure->list);
		site_failures_kept--;
		kfree(failure);
	}
}

unsigned long site_failures_each(site_failure_fn fn, void *data)
{
	struct site_failure *failure;

	guard(mutex)(&site_lock);
	list_for_each_entry(failure, &site_failures, list)
		fn(failure, data);
	return site_failures_more;
}
