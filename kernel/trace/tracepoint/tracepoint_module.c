// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that have tracepoints: the list of them, and who hears of changes.
 *
 * Locks: tracepoint_module_mutex is held while notifiers and visitors run, so
 * neither the list nor a module in it changes under them.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

static DEFINE_MUTEX(tracepoint_module_mutex);
static LIST_HEAD(tracepoint_modules);
static BLOCKING_NOTIFIER_HEAD(tracepoint_module_chain);

/**
 * trace_module_has_bad_taint - may a module's tracepoints not be trusted?
 * @mod: the module
 *
 * A module that was forced in may have been built for another layout of our
 * structures. Those from outside of the tree, from staging, unsigned, for tests
 * or for live patching are all right.
 *
 * Context: any.
 * Return: true if it is to be left alone.
 */
bool trace_module_has_bad_taint(struct module *mod)
{
	return mod->taints & ~(BIT(TAINT_OOT_MODULE) | BIT(TAINT_CRAP) |
			       BIT(TAINT_UNSIGNED_MODULE) | BIT(TAINT_TEST) |
			       BIT(TAINT_LIVEPATCH));
}

/**
 * register_tracepoint_module_notifier - hear of modules with tracepoints
 * @nb: called with MODULE_STATE_COMING and MODULE_STATE_GOING, and a struct
 *	tp_module
 *
 * Modules that are there already come at once.
 *
 * Context: task, may sleep.
 * Return: 0 or -EEXIST.
 */
int register_tracepoint_module_notifier(struct notifier_block *nb)
{
	struct tp_module *tp_mod;
	int ret;

	guard(mutex)(&tracepoint_module_mutex);
	ret = blocking_notifier_chain_register(&tracepoint_module_chain, nb);
	if (ret)
		return ret;
	list_for_each_entry(tp_mod, &tracepoint_modules, list)
		nb->notifier_call(nb, MODULE_STATE_COMING, tp_mod);
	return 0;
}
EXPORT_SYMBOL_GPL(register_tracepoint_module_notifier);

/**
 * unregister_tracepoint_module_notifier - hear of modules no more
 * @nb: the notifier
 *
 * Modules that are there go at once, for @nb.
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOENT.
 */
int unregister_tracepoint_module_notifier(struct notifier_block *nb)
{
	struct tp_module *tp_mod;
	int ret;

	guard(mutex)(&tracepoint_module_mutex);
	ret = blocking_notifier_chain_unregister(&tracepoint_module_chain, nb);
	if (ret)
		return ret;
	list_for_each_entry(tp_mod, &tracepoint_modules, list)
		nb->notifier_call(nb, MODULE_STATE_GOING, tp_mod);
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_tracepoint_module_notifier);

/**
 * for_each_tracepoint_in_module - visit the tracepoints of a module
 * @mod: the module
 * @fct: called with each of them, but not with markers
 * @priv: the third argument of @fct
 *
 * Context: within a notifier of modules with tracepoints, or of
 * for_each_module_tracepoint(): the module must not go.
 */
void for_each_tracepoint_in_module(struct module *mod,
				   void (*fct)(struct tracepoint *tp,
					       struct module *mod, void *priv),
				   void *priv)
{
	tracepoint_ptr_t *iter, *end;

	lockdep_assert_held(&tracepoint_module_mutex);

	if (!mod)
		return;
	end = mod->tracepoints_ptrs + mod->num_tracepoints;
	for (iter = mod->tracepoints_ptrs; iter < end; iter++) {
		struct tracepoint *tp = tracepoint_ptr_deref(iter);

		if (!marker_is_tracepoint(tp))
			fct(tp, mod, priv);
	}
}

/**
 * for_each_module_tracepoint - visit the tracepoints of all modules
 * @fct: called with each of them
 * @priv: the third argument of @fct
 *
 * Context: task, may sleep; not within a notifier of modules.
 */
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp,
					    struct module *mod, void *priv),
				void *priv)
{
	struct tp_module *tp_mod;

	guard(mutex)(&tracepoint_module_mutex);
	list_for_each_entry(tp_mod, &tracepoint_modules, list)
		for_each_tracepoint_in_module(tp_mod->mod, fct, priv);
}
EXPORT_SYMBOL_GPL(for_each_module_tracepoint);

static int tracepoint_module_coming(struct module *mod)
{
	struct tp_module *tp_mod;

	if (trace_module_has_bad_taint(mod))
		return 0;

	tp_mod = kmalloc(sizeof(*tp_mod), GFP_KERNEL);
	if (!tp_mod)
		return -ENOMEM;
	tp_mod->mod = mod;

	guard(mutex)(&tracepoint_module_mutex);
	list_add_tail(&tp_mod->list, &tracepoint_modules);
	blocking_notifier_call_chain(&tracepoint_module_chain,
				     MODULE_STATE_COMING, tp_mod);
	return 0;
}

/* By now who knows of the module must have taken their probes away. */
static void tracepoint_check_idle(struct tracepoint *tp, struct module *mod,
				  void *priv)
{
	WARN_ONCE(rcu_access_pointer(tp->funcs),
		  "tracepoint %s goes with probes on\n", tp->name);
}

static void tracepoint_module_going(struct module *mod)
{
	struct tp_module *tp_mod;

	guard(mutex)(&tracepoint_module_mutex);
	list_for_each_entry(tp_mod, &tracepoint_modules, list) {
		if (tp_mod->mod != mod)
			continue;
		blocking_notifier_call_chain(&tracepoint_module_chain,
					     MODULE_STATE_GOING, tp_mod);
		list_del(&tp_mod->list);
		kfree(tp_mod);
		for_each_tracepoint_in_module(mod, tracepoint_check_idle, NULL);
		return;
	}
}

static int tracepoint_module_notify(struct notifier_block *self,
				    unsigned long state, void *data)
{
	struct module *mod = data;
	int ret = 0;

	if (!mod->num_tracepoints)
		return NOTIFY_OK;
	if (state == MODULE_STATE_COMING)
		ret = tracepoint_module_coming(mod);
	else if (state == MODULE_STATE_GOING)
		tracepoint_module_going(mod);
	return notifier_from_errno(ret);
}

static struct notifier_block tracepoint_module_nb = {
	.notifier_call	= tracepoint_module_notify,
};

static int __init tracepoint_init(void)
{
	return register_module_notifier(&tracepoint_module_nb);
}
early_initcall(tracepoint_init);
