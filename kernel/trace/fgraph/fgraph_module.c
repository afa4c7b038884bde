// SPDX-License-Identifier: GPL-2.0
/*
 * Users of function graph that modules leave registered.
 */

#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

static void fgraph_module_release(struct module *mod)
{
	struct fgraph_ops *gops;

	while ((gops = fgraph_find_in_module(mod))) {
		pr_warn("fgraph: module %s has left callback %ps registered\n", mod->name,
			(void *)gops->entryfunc ?: (void *)gops->retfunc);
		unregister_ftrace_graph(gops);
		if (WARN_ON_ONCE(fgraph_find_in_module(mod) == gops))
			return;
		ftrace_free_filter(&gops->ops);
	}
}

/*
 * A module's exit function, or an init function that failed, may have left users
 * registered.
 */
static int fgraph_module_notify(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		fgraph_module_release(mod);
	return NOTIFY_DONE;
}

static struct notifier_block fgraph_module_nb = {
	.notifier_call	= fgraph_module_notify,
};

static int __init fgraph_module_init(void)
{
	return register_module_notifier(&fgraph_module_nb);
}
core_initcall(fgraph_module_init);
