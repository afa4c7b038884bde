// SPDX-License-Identifier: GPL-2.0
/*
 * An event fired in a loop, in the state set by user space (disabled, enabled, filtered),
 * and a tracepoint with one empty probe, which is the lower limit for the cost of events.
 */
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "measure.h"

#define CREATE_TRACE_POINTS
#include "bench_trace.h"

static __always_inline void fire_record(void *arg)
{
	trace_record((unsigned long)arg);
}

static int get_event(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_record, (void *)1));
}

static const struct kernel_param_ops event_ops = { .get = get_event };
module_param_cb(event, &event_ops, NULL, 0444);

static __always_inline void fire_words(void *arg)
{
	trace_words(-1, (unsigned long)arg, 4096);
}

static int get_words(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_words, (void *)1));
}

static const struct kernel_param_ops words_ops = { .get = get_words };
module_param_cb(words, &words_ops, NULL, 0444);

static __always_inline void fire_text(void *arg)
{
	trace_text(-1, arg);
}

static int get_text(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_text, BENCH_TEXT));
}

static const struct kernel_param_ops text_ops = { .get = get_text };
module_param_cb(text, &text_ops, NULL, 0444);

static __always_inline void fire_bare(void *arg)
{
	trace_bench_bare((unsigned long)arg);
}

static void empty_probe(void *data, unsigned long value)
{
}

static int get_probe(char *text, const struct kernel_param *param)
{
	int error = register_trace_bench_bare(empty_probe, NULL);
	u64 ticks;

	if (error)
		return error;
	ticks = bench_loop(fire_bare, (void *)1);
	unregister_trace_bench_bare(empty_probe, NULL);
	tracepoint_synchronize_unregister();
	return bench_emit(text, ticks);
}

static const struct kernel_param_ops probe_ops = { .get = get_probe };
module_param_cb(probe, &probe_ops, NULL, 0444);

/* The same tracepoint without a probe. */
static int get_bare(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(fire_bare, (void *)1));
}

static const struct kernel_param_ops bare_ops = { .get = get_bare };
module_param_cb(bare, &bare_ops, NULL, 0444);

/* Writing 1 or 0 connects an empty probe to sys_enter, or disconnects it. */

static struct tracepoint *sys_enter;
static bool probe_syscall;

static void empty_syscall_probe(void *data, struct pt_regs *regs, long number)
{
}

static void find_sys_enter(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, "sys_enter"))
		sys_enter = tp;
}

static int set_probe_syscall(const char *text, const struct kernel_param *param)
{
	bool on;
	int ret = kstrtobool(text, &on);

	if (ret || on == probe_syscall)
		return ret;
	for_each_kernel_tracepoint(find_sys_enter, NULL);
	if (!sys_enter)
		return -ENOENT;
	if (on)
		ret = tracepoint_probe_register(sys_enter, empty_syscall_probe, NULL);
	else
		ret = tracepoint_probe_unregister(sys_enter, empty_syscall_probe, NULL);
	if (ret)
		return ret;
	if (!on)
		tracepoint_synchronize_unregister();
	probe_syscall = on;
	return 0;
}

static const struct kernel_param_ops probe_syscall_ops = { .set = set_probe_syscall };
module_param_cb(probe_syscall, &probe_syscall_ops, NULL, 0200);
