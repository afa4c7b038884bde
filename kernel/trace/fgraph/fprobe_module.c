// SPDX-License-Identifier: GPL-2.0
/*
 * fprobes that modules leave registered.
 */

#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

/*
 * Check for the ops of an fprobe that is in the module @data or has handlers
 * there.
 */
static bool fprobe_module_match(struct ftrace_ops *ops, void *data)
{
	struct fprobe *fp = fprobe_of_ops(ops);
	struct module *mod = data;

	if (!fp)
		return false;
	return within_module((unsigned long)fp, mod) ||
	       within_module((unsigned long)fp->entry_handler, mod) ||
	       within_module((unsigned long)fp->exit_handler, mod);
}

static void fprobe_module_release(struct module *mod)
{
	struct ftrace_ops *ops;
	struct fprobe *fp;

	while ((ops = ftrace_ops_find(fprobe_module_match, mod))) {
		fp = fprobe_of_ops(ops);
		pr_warn("fprobe: module %s has left handler %ps registered\n", mod->name,
			(void *)fp->entry_handler ?: (void *)fp->exit_handler);
		if (WARN_ON_ONCE(unregister_fprobe(fp)))
			return;
	}
}

/*
 * A module's exit function, or an init function that failed, may have left
 * fprobes registered.
 */
static int fprobe_module_notify(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		fprobe_module_release(mod);
	return NOTIFY_DONE;
}

static struct notifier_block fprobe_module_nb = {
	.notifier_call	= fprobe_module_notify,
};

static int __init fprobe_module_init(void)
{
	return register_module_notifier(&fprobe_module_nb);
}
core_initcall(fprobe_module_init);
