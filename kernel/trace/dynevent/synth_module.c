// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that go, and have made synthetic events.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "synth.h"

static int synth_module(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		synth_disown(mod);
	return NOTIFY_DONE;
}

static struct notifier_block synth_module_nb = {
	.notifier_call	= synth_module,
};

static int __init synth_module_init(void)
{
	return register_module_notifier(&synth_module_nb);
}
core_initcall(synth_module_init);
