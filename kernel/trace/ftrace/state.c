// SPDX-License-Identifier: GPL-2.0
/*
 * What all of site/ looks at: its lock, the ops that are registered, and
 * whether functions are traced at all. Nothing here calls the rest.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "internal.h"

/* Protects everything in site/ that changes. */
DEFINE_MUTEX(ftrace_lock);

LIST_HEAD(ftrace_ops_registered);

int ftrace_enabled __read_mostly = 1;
bool ftrace_dead __read_mostly;

/* What an ops calls that does nothing. */
void ftrace_stub(unsigned long ip, unsigned long parent_ip,
		 struct ftrace_ops *op, struct ftrace_regs *fregs)
{
}

/* The operand of the original trampolines: they call for all ops. */
static struct ftrace_ops ftrace_list_ops = {
	.func	= ftrace_stub,
	.flags	= FTRACE_OPS_FL_STUB,
};

struct ftrace_ops *ftrace_list_ops_ptr = &ftrace_list_ops;

struct ftrace_ops ftrace_global_ops = {
	.func		= ftrace_stub,
	.flags		= FTRACE_OPS_FL_INITIALIZED,
	.func_hash	= &ftrace_global_ops.local_hash,
};

void ftrace_ops_init(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_INITIALIZED)
		return;
	ops->func_hash = &ops->local_hash;
	ops->flags |= FTRACE_OPS_FL_INITIALIZED;
}

void ftrace_kill(void)
{
	ftrace_dead = true;
	ftrace_enabled = 0;
	kprobe_ftrace_kill();
}

bool ftrace_is_dead(void)
{
	return ftrace_dead;
}

void ftrace_give_up(const char *why)
{
	WARN(1, "ftrace: %s; function tracing stops\n", why);
	ftrace_kill();
}
