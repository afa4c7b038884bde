// SPDX-License-Identifier: GPL-2.0
/*
 * bench_kernel.ko: costs that only the kernel sees. Reading one of its parameters
 * measures; each stands in a file of its own. Only public headers are used.
 */
#include <linux/module.h>

#include "measure.h"

static noinline void nothing(void *arg)
{
	barrier();
}

/* The loop alone. */
static int get_loop(char *text, const struct kernel_param *param)
{
	return bench_emit(text, bench_loop(nothing, NULL));
}

static const struct kernel_param_ops loop_ops = { .get = get_loop };
module_param_cb(loop, &loop_ops, NULL, 0444);

MODULE_DESCRIPTION("Costs of tracing, seen from inside the kernel");
MODULE_LICENSE("GPL");
