// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events in modules, which may come later than they do, go, and come again.
 */
#define pr_fmt(fmt)	"trace_kprobe: " fmt

#include <linux/init.h>
#include <linux/module.h>
#include <linux/string.h>

#include "kprobe.h"

static bool is_of_module(const struct kprobe_point *kp, const struct module *mod)
{
	size_t len = strlen(mod->name);

	return kp->symbol && !strncmp(kp->symbol, mod->name, len) &&
	       kp->symbol[len] == ':';
}

/* Those of a module that goes are known to be gone by kprobes itself. */
static int kprobe_module(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	struct module *mod = data;
	struct kprobe_point *kp;
	struct dynevent *ev;
	int ret;

	if (state != MODULE_STATE_COMING)
		return NOTIFY_DONE;

	guard(mutex)(&dynevent_lock);
	dynevent_for_each(ev) {
		kp = kprobe_event_of_file(ev);
		if (!kp || !is_of_module(kp, mod))
			continue;
		ret = kprobe_event_renew(kp);
		if (ret)
			pr_warn("Failed to re-register probe %s on %s: %d\n",
				kp->pt.multi->name, mod->name, ret);
	}
	return NOTIFY_DONE;
}

static struct notifier_block kprobe_module_nb = {
	.notifier_call	= kprobe_module,
};

static int __init kprobe_module_init(void)
{
	return register_module_notifier(&kprobe_module_nb);
}
core_initcall(kprobe_module_init);
