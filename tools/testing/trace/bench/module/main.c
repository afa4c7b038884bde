// SPDX-License-Identifier: GPL-2.0
/*
 * bench_kernel.ko measures costs inside the kernel. Reading a parameter of the module runs
 * its measurement. The module uses public headers only.
 */
#include <linux/module.h>

#include "measure.h"

static noinline void nothing(void *arg)
{
	barrier();
}

/* The cost of the loop with a call of an empty function. */
static int get_loop(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(nothing, NULL));
}

static const struct kernel_param_ops loop_ops = { .get = get_loop };
module_param_cb(loop, &loop_ops, NULL, 0444);

static void nothing_inline(void *arg)
{
	barrier();
}

/* The cost of the loop without a call. */
static int get_bare_loop(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(nothing_inline, NULL));
}

static const struct kernel_param_ops bare_loop_ops = { .get = get_bare_loop };
module_param_cb(bare_loop, &bare_loop_ops, NULL, 0444);

MODULE_DESCRIPTION("Benchmarks of tracing inside the kernel");
MODULE_LICENSE("GPL");
