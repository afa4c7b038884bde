// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that go, after their exit or because their init failed, and have left an
 * export registered.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

static int export_module(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		export_release(mod);
	return NOTIFY_DONE;
}

static struct notifier_block export_module_nb = {
	.notifier_call = export_module,
};

static int __init export_module_init(void)
{
	return register_module_notifier(&export_module_nb);
}
core_initcall(export_module_init);
