// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that have tracepoints: the list of them, and its notifiers.
 *
 * Locks: tracepoint_module_mutex is held while notifiers and visitors are called,
 * so neither the list nor a module in it changes meanwhile.
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
 * trace_module_has_bad_taint - check whether the tracepoints of a module are unusable
 * @mod: the module
 *
 * A module that was loaded by force may have been built for a different layout of
 * the structures. Out-of-tree, staging, unsigned, test and live patch modules are
 * accepted.
 *
 * Context: any.
 * Return: true if the tracepoints must not be used.
 */
bool trace_module_has_bad_taint(struct module *mod)
{
	return mod->taints & ~(BIT(TAINT_OOT_MODULE) | BIT(TAINT_CRAP) |
			       BIT(TAINT_UNSIGNED_MODULE) | BIT(TAINT_TEST) |
			       BIT(TAINT_LIVEPATCH));
}

/**
 * register_tracepoint_module_notifier - register a notifier of modules with
 * tracepoints
 * @nb: called with MODULE_STATE_COMING or MODULE_STATE_GOING, and a struct
 *	tp_module
 *
 * The notifier is called for all modules that are loaded already.
 *
 * Context: task, may sleep; takes tracepoint_module_mutex.
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
 * unregister_tracepoint_module_notifier - undo register_tracepoint_module_notifier()
 * @nb: the notifier
 *
 * The notifier is called with MODULE_STATE_GOING for all modules that are loaded.
 *
 * Context: task, may sleep; takes tracepoint_module_mutex.
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
 * @mod: the module, or NULL for none
 * @fct: called for each of them except markers
 * @priv: third argument of @fct
 *
 * Context: task; tracepoint_module_mutex held, as it is in a notifier of modules
 * with tracepoints and in for_each_module_tracepoint().
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
 * @fct: called for each of them except markers
 * @priv: third argument of @fct
 *
 * Context: task, may sleep; takes tracepoint_module_mutex, so not within a
 * notifier of modules with tracepoints.
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

/* All probes must have been disconnected by the notifiers. */
static void tracepoint_module_check_idle(struct tracepoint *tp, struct module *mod,
					 void *priv)
{
	WARN_ONCE(rcu_access_pointer(tp->funcs),
		  "tracepoint %s is unloaded with probes connected\n", tp->name);
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
		for_each_tracepoint_in_module(mod, tracepoint_module_check_idle, NULL);
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

static int __init tracepoint_module_init(void)
{
	return register_module_notifier(&tracepoint_module_nb);
}
early_initcall(tracepoint_module_init);
