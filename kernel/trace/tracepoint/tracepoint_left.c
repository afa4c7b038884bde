// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that go, after their exit or because their init failed, and have left
 * probes connected to tracepoints of others.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "tracepoint.h"

static int tracepoint_left(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		tracepoint_release_module(mod);
	return NOTIFY_DONE;
}

static struct notifier_block tracepoint_left_nb = {
	.notifier_call = tracepoint_left,
};

static int __init tracepoint_left_init(void)
{
	return register_module_notifier(&tracepoint_left_nb);
}
early_initcall(tracepoint_left_init);
