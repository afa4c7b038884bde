// SPDX-License-Identifier: GPL-2.0
/*
 * The hook of annotated branches: with CONFIG_TRACE_BRANCH_PROFILING, likely()
 * and unlikely() call ftrace_likely_update(). It counts in the data of the branch
 * whether the prediction was correct, and calls one callback.
 *
 * Annotated branches are everywhere: in functions that are called from here, in
 * entry code, and in code that accesses user memory. So as little as possible is
 * called if there is no callback, and a branch within the callback is not passed
 * to it.
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
static tracepoint_branch_fn tracepoint_branch_callback __read_mostly;
static DEFINE_PER_CPU(u8, tracepoint_branch_busy);

/*
 * The recursion flag is per context level, so the branches of an interrupt within
 * the callback are reported.
 */
static noinline void tracepoint_branch_notify(const struct ftrace_likely_data *branch,
					      bool right)
{
	u8 level = 1 << interrupt_context_level();
	tracepoint_branch_fn fn;

	preempt_disable_notrace();
	fn = READ_ONCE(tracepoint_branch_callback);
	if (fn && !(__this_cpu_read(tracepoint_branch_busy) & level)) {
		__this_cpu_or(tracepoint_branch_busy, level);
		fn(branch, right);
		__this_cpu_and(tracepoint_branch_busy, ~level);
	}
	preempt_enable_no_resched_notrace();
}

/**
 * ftrace_likely_update - count an annotated branch
 * @f: the branch and its counters
 * @val: value of the condition
 * @expect: the predicted value
 * @is_constant: the condition is a compile-time constant
 *
 * Context: any.
 */
void ftrace_likely_update(struct ftrace_likely_data *f, int val, int expect,
			  int is_constant)
{
	unsigned long flags = user_access_save();
	bool right = is_constant || val == expect;

	/*
	 * Increments of several CPUs at once may be lost: the counters are not
	 * atomic, because that would slow down all branches.
	 */
	if (is_constant)
		f->constant++;
	if (right)
		f->data.correct++;
	else
		f->data.incorrect++;
	if (static_branch_unlikely(&tracepoint_branch_key))
		tracepoint_branch_notify(f, right);
	user_access_restore(flags);
}
EXPORT_SYMBOL(ftrace_likely_update);

NOKPROBE_SYMBOL(ftrace_likely_update);

/**
 * tracepoint_branch_set_callback - set the callback of annotated branches
 * @fn: the callback, or NULL for none
 *
 * Context: task, may sleep; the caller serialises calls. If @fn is NULL, no CPU
 * is in the previous callback on return.
 */
void tracepoint_branch_set_callback(tracepoint_branch_fn fn)
{
	if (fn) {
		WRITE_ONCE(tracepoint_branch_callback, fn);
		static_branch_enable(&tracepoint_branch_key);
		return;
	}
	static_branch_disable(&tracepoint_branch_key);
	WRITE_ONCE(tracepoint_branch_callback, NULL);
	synchronize_rcu();
}
