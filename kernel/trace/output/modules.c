// SPDX-License-Identifier: GPL-2.0
/*
 * Modules bring formats: those of trace_printk(), and those of their events,
 * which may stand where others stood before.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

/* As it comes, before any code of it runs. */
static int modules_notify(struct notifier_block *nb, unsigned long what,
			  void *data)
{
	struct module *mod = data;

	if (what != MODULE_STATE_COMING)
		return NOTIFY_OK;
	WRITE_ONCE(output_format_epoch, output_format_epoch + 1);
	output_formats_keep(mod->trace_bprintk_fmt_start,
			    mod->num_trace_bprintk_fmt);
	return NOTIFY_OK;
}

static struct notifier_block modules_notifier = {
	.notifier_call = modules_notify,
	/* Before the one that makes its events known. */
	.priority = 1,
};

static int __init modules_init(void)
{
	return register_module_notifier(&modules_notifier);
}
fs_initcall(modules_init);
