// SPDX-License-Identifier: GPL-2.0
/*
 * State that all files of ftrace/ share: the lock, the registered ops, the
 * trampolines, and whether function tracing is enabled. This file calls no other
 * file of ftrace/.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/rculist.h>

#include "internal.h"

/* Protects the table of sites, all ops and their filters. */
DEFINE_MUTEX(ftrace_lock);

/* Registered ops. Changed under ftrace_lock, also walked under RCU. */
LIST_HEAD(ftrace_ops_list);

/* Ops with a trampoline of their own. Changed under ftrace_lock, also walked under RCU. */
LIST_HEAD(ftrace_trampolines);

int ftrace_enabled __read_mostly = 1;
bool ftrace_disabled __read_mostly;

struct ftrace_ops ftrace_global_ops = {
	.func		= ftrace_stub,
	.flags		= FTRACE_OPS_FL_INITIALIZED,
	.func_hash	= &ftrace_global_ops.local_hash,
};

/**
 * ftrace_ops_init - prepare an ops that its owner has zeroed
 * @ops: the ops; no effect if the ops is initialized already
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_ops_init(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_INITIALIZED)
		return;
	ops->func_hash = &ops->local_hash;
	ops->flags |= FTRACE_OPS_FL_INITIALIZED;
}

void ftrace_kill(void)
{
	ftrace_disabled = true;
	ftrace_enabled = 0;
	kprobe_ftrace_kill();
}

/**
 * ftrace_is_dead - check whether function tracing was disabled for good
 *
 * Context: any.
 * Return: true after ftrace_kill().
 */
bool ftrace_is_dead(void)
{
	return ftrace_disabled;
}

/**
 * ftrace_fatal - warn, and disable function tracing for good
 * @reason: the reason, for the log
 *
 * The text of sites can no longer be trusted, so no site is patched again.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_fatal(const char *reason)
{
	WARN(1, "ftrace: %s; function tracing stops\n", reason);
	ftrace_kill();
}

/* The breakpoint handler and the unwinder call this in any context. */
noinstr struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr)
{
	struct ftrace_ops *ops;

	list_for_each_entry_lockless(ops, &ftrace_trampolines, trampolines) {
		if (addr - ops->trampoline < ops->trampoline_size)
			return ops;
	}
	return NULL;
}

/**
 * is_ftrace_trampoline - check whether an address is in the trampoline of an ops
 * @addr: a text address
 *
 * Context: any.
 * Return: true if it is.
 */
bool is_ftrace_trampoline(unsigned long addr)
{
	return ftrace_ops_trampoline(addr);
}
