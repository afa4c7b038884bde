// SPDX-License-Identifier: GPL-2.0
/* A call of a function that one ftrace_ops with an empty callback traces. */
#include <linux/ftrace.h>
#include <linux/module.h>

#include "measure.h"

static noinline void hooked(void *arg)
{
	barrier();
}

static void notrace empty_callback(unsigned long ip, unsigned long parent,
				   struct ftrace_ops *ops, struct ftrace_regs *regs)
{
}

static struct ftrace_ops bench_ops = { .func = empty_callback };

static int get_ops(char *text, const struct kernel_param *param)
{
	int error = ftrace_set_filter_ip(&bench_ops, (unsigned long)hooked, 0, 1);
	u64 ticks;

	if (!error)
		error = register_ftrace_function(&bench_ops);
	if (error)
		return error;
	ticks = bench_loop(hooked, NULL);
	unregister_ftrace_function(&bench_ops);
	ftrace_free_filter(&bench_ops);
	return bench_emit(text, ticks);
}

static const struct kernel_param_ops ops_ops = { .get = get_ops };
module_param_cb(ops, &ops_ops, NULL, 0444);
