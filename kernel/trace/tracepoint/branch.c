// SPDX-License-Identifier: GPL-2.0
/*
 * Annotated branches: likely() and unlikely() call here when they were built to
 * (CONFIG_TRACE_BRANCH_PROFILING). Whether they were right is counted where they
 * stand, and told to one who listens.
 *
 * They are everywhere, in what is called from here too, in the entry code and where
 * user memory may be accessed. So as little as possible is called unless somebody
 * listens; and he hears of no branch within the telling of another one.
 */
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/uaccess.h>

#include "tracepoint.h"

static DEFINE_STATIC_KEY_FALSE(tracepoint_branch_key);
static tracepoint_branch_fn tracepoint_branch_told __read_mostly;
static DEFINE_PER_CPU(u8, tracepoint_branch_busy);

/* Contexts of a CPU are kept apart: an interrupt's branches are told within. */
static noinline void tracepoint_branch_tell(const struct ftrace_likely_data *branch,
					    bool right)
{
	u8 level = 1 << interrupt_context_level();
	tracepoint_branch_fn fn;

	preempt_disable_notrace();
	fn = READ_ONCE(tracepoint_branch_told);
	if (fn && !(__this_cpu_read(tracepoint_branch_busy) & level)) {
		__this_cpu_or(tracepoint_branch_busy, level);
		fn(branch, right);
		__this_cpu_and(tracepoint_branch_busy, ~level);
	}
	preempt_enable_no_resched_notrace();
}

void ftrace_likely_update(struct ftrace_likely_data *f, int val, int expect,
			  int is_constant)
{
	unsigned long flags = user_access_save();
	bool right = is_constant || val == expect;

	/* Not exact when CPUs meet; none of them waits for another. */
	if (is_constant)
		f->constant++;
	if (right)
		f->data.correct++;
	else
		f->data.incorrect++;
	if (static_branch_unlikely(&tracepoint_branch_key))
		tracepoint_branch_tell(f, right);
	user_access_restore(flags);
}
EXPORT_SYMBOL(ftrace_likely_update);

NOKPROBE_SYMBOL(ftrace_likely_update);

/**
 * tracepoint_branch_listen - be told of all annotated branches
 * @fn: told from now on; NULL: nobody is
 *
 * Context: task, may sleep; one at a time. With NULL, nobody is inside the former one
 * on return.
 */
void tracepoint_branch_listen(tracepoint_branch_fn fn)
{
	if (fn) {
		WRITE_ONCE(tracepoint_branch_told, fn);
		static_branch_enable(&tracepoint_branch_key);
		return;
	}
	static_branch_disable(&tracepoint_branch_key);
	WRITE_ONCE(tracepoint_branch_told, NULL);
	synchronize_rcu();
}
