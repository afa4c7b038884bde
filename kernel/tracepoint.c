// SPDX-License-Identifier: GPL-2.0
/*
 * Connecting probes to tracepoints.
 *
 * The probes of a tracepoint are stored in an array in calling order, terminated
 * by an entry without a function. An array does not change after it was
 * published: a writer publishes a new array, and the old one is freed after a
 * grace period of RCU. Writers do not wait for sites that fire, and sites do not
 * wait for writers.
 *
 * An enabled site executes:
 *
 *	data = tp->data;
 *	if (data != TRACEPOINT_NO_PROBE)
 *		static_call(data, ...);
 *
 * tp->data is the data of the first probe, stored after the array was published.
 * The target of the static call is either the iterator of the tracepoint, which
 * loads tp->funcs instead of using the data and is therefore correct at any time,
 * or a probe, which is faster. A probe must never be called with the data of
 * another probe. Hence the rule:
 *
 *	The target is a probe only while every array whose data a site may still
 *	use begins with that probe.
 *
 * It is implemented as follows:
 *
 * - tp->front is the first probe of the last published array. tp->pure is true if
 *   all arrays that sites may use begin with it. It becomes false when an array
 *   with another first probe is published before the previous arrays are out of
 *   use, and true again one grace period after the last replacement, when only
 *   the current array is in use. tp->settled is the cookie of that grace period.
 * - The target is set before an array is published: to tp->front if that is pure
 *   and the only probe, else to the iterator. Text patching is complete on all
 *   CPUs before the array becomes visible.
 * - If only the grace period prevents a direct call, delayed work sets the target
 *   later.
 * - When the last probe is disconnected, the target remains: usually the same
 *   probe is connected again, and no patching is needed then.
 *
 * Markers (<linux/marker.h>) are tracepoints without a static call. Their sites
 * call the function that marker.call points to: the only probe; or
 * marker_iterate(), which calls all probes; or marker_iterator(), which does
 * nothing. Function and data are adjacent, so a site always loads a matching
 * pair.
 *
 * A static key that is enabled without probes is correct but slow, and one that
 * is disabled while there are probes delays their first call. Therefore a batch
 * of changes leaves the static keys alone until its end, and switches them
 * together. This applies to tracepoints in the kernel image, not to markers and
 * modules: the lock of modules is taken before event_mutex, which is held during
 * a batch.
 *
 * The list of modules with tracepoints is in
 * kernel/trace/tracepoint/tracepoint_module.c.
 *
 * Locks: tracepoint_module_mutex > event_mutex > tracepoint_batch_mutex >
 * tracepoint_mutex > the locks of static keys and static calls.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/static_key.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>

#include <asm/sections.h>

#include "trace/ftrace/ftrace.h"
#include "trace/tracepoint/tracepoint.h"

/* Serialises all changes of probes. */
static DEFINE_MUTEX(tracepoint_mutex);

/*
 * Serialises batches. The task that makes the batch is protected by
 * tracepoint_mutex.
 */
static DEFINE_MUTEX(tracepoint_batch_mutex);
static struct task_struct *tracepoint_batch_owner;

/**
 * struct tracepoint_probes - an array of probes
 * @rcu: frees the array after a grace period
 * @call: the function and data that the sites of a marker call
 * @funcs: the probes; tracepoint.funcs points to this member
 */
struct tracepoint_probes {
	struct rcu_head		rcu;
	struct tracepoint_func	call;
	struct tracepoint_func	funcs[];
};

static struct tracepoint_func *tp_funcs(struct tracepoint *tp)
{
	return rcu_dereference_protected(tp->funcs,
					 lockdep_is_held(&tracepoint_mutex));
}

/*
 * Get the function that the sites of a marker call if @funcs (or NULL) are its
 * probes.
 */
static struct tracepoint_func *tp_marker_call(struct tracepoint_func *funcs)
{
	struct tracepoint_probes *probes;

	if (!funcs)
		return &marker_no_probe;
	probes = container_of(funcs, struct tracepoint_probes, funcs[0]);
	if (funcs[1].func) {
		probes->call.func = marker_iterate;
		probes->call.data = funcs;
	} else {
		probes->call = funcs[0];
	}
	return &probes->call;
}

static struct tracepoint_func *tp_funcs_alloc(int count)
{
	struct tracepoint_probes *probes;

	probes = kmalloc(struct_size(probes, funcs, count + 1), GFP_KERNEL);
	if (!probes)
		return NULL;
	probes->funcs[count] = (struct tracepoint_func){};
	return probes->funcs;
}

static void tp_funcs_free(struct tracepoint_func *funcs)
{
	struct tracepoint_probes *probes;

	if (!funcs)
		return;
	probes = container_of(funcs, struct tracepoint_probes, funcs[0]);
	kfree_rcu(probes, rcu);
}

/* Count the probes without those that were replaced by @stub. */
static int tp_funcs_count(const struct tracepoint_func *funcs, const void *stub)
{
	int count = 0;

	for (; funcs && funcs->func; funcs++)
		count += funcs->func != stub;
	return count;
}

/* Find a probe. Returns its index, or -1. */
static int tp_funcs_find(const struct tracepoint_func *funcs,
			 const struct tracepoint_func *probe)
{
	int i;

	for (i = 0; funcs && funcs[i].func; i++) {
		if (funcs[i].func == probe->func && funcs[i].data == probe->data)
			return i;
	}
	return -1;
}

/*
 * Make an array in which @probe follows all probes of the same or a higher
 * priority.
 */
static struct tracepoint_func *tp_funcs_add(const struct tracepoint_func *old,
					    const struct tracepoint_func *probe,
					    const void *stub)
{
	struct tracepoint_func *new, *to;
	bool placed = false;

	new = tp_funcs_alloc(tp_funcs_count(old, stub) + 1);
	if (!new)
		return NULL;

	for (to = new; old && old->func; old++) {
		if (old->func == stub)
			continue;
		if (!placed && old->prio < probe->prio) {
			*to++ = *probe;
			placed = true;
		}
		*to++ = *old;
	}
	if (!placed)
		*to = *probe;
	return new;
}

/* Make an array without the entry at @at. There are other probes. */
static struct tracepoint_func *tp_funcs_del(const struct tracepoint_func *old,
					    int at, const void *stub)
{
	struct tracepoint_func *new, *to;
	int i;

	new = tp_funcs_alloc(tp_funcs_count(old, stub) - 1);
	if (!new)
		return NULL;

	for (i = 0, to = new; old[i].func; i++) {
		if (i != at && old[i].func != stub)
			*to++ = old[i];
	}
	return new;
}

static void tp_settle(struct work_struct *work);
static DECLARE_DELAYED_WORK(tracepoint_settle_work, tp_settle);

/* Approximate duration of a grace period. */
#define TRACEPOINT_SETTLE_DELAY	(HZ / 20 + 1)

/* The function that the sites call; NULL for markers, which have no static call. */
static void *tp_target(struct tracepoint *tp)
{
	return tp->static_call_key ? tp->static_call_key->func : NULL;
}

static void tp_set_target(struct tracepoint *tp, void *target)
{
	if (tp_target(tp) != target)
		__static_call_update(tp->static_call_key, tp->static_call_tramp, target);
}

/* Check whether sites may call the first probe in place of the iterator. */
static bool tp_can_be_direct(const struct tracepoint_func *funcs)
{
	/* tp_site_data() can't represent the data if it equals the special value. */
	return !funcs[1].func && funcs[0].data != TRACEPOINT_NO_PROBE;
}

/* What tracepoint.data is if @funcs (or NULL) are the probes. */
static void *tp_site_data(const struct tracepoint_func *funcs)
{
	if (!funcs)
		return TRACEPOINT_NO_PROBE;
	return funcs[0].data == TRACEPOINT_NO_PROBE ? NULL : funcs[0].data;
}

/* Check whether no site uses an array that was replaced. */
static bool tp_is_settled(struct tracepoint *tp)
{
	return !tp->front || poll_state_synchronize_rcu(tp->settled);
}

/* Publish @new, which may be NULL, in place of the current array. */
static void tp_publish(struct tracepoint *tp,
		       struct tracepoint_func *new)
{
	struct tracepoint_func *old = tp_funcs(tp);

	if (new && tp->static_call_key) {
		if (tp_is_settled(tp))
			tp->pure = !old || old[0].func == new[0].func;
		else if (new[0].func != tp->front)
			tp->pure = false;
		tp->front = new[0].func;
		tp_set_target(tp, tp->pure && tp_can_be_direct(new) ?
			      tp->front : tp->iterator);
	}

	rcu_assign_pointer(tp->funcs, new);
	/* What the data points to is complete; sites depend on the address. */
	smp_store_release(&tp->data, tp_site_data(new));
	if (marker_is_tracepoint(tp))
		rcu_assign_pointer(container_of(tp, struct marker, tp)->call[1],
				   tp_marker_call(new));

	if (old) {
		tp->settled = start_poll_synchronize_rcu();
		tp_funcs_free(old);
	}
	if (new && tp_can_be_direct(new) && tp_target(tp) == tp->iterator)
		schedule_delayed_work(&tracepoint_settle_work, TRACEPOINT_SETTLE_DELAY);
}

/*
 * Make the call direct if possible. Sets *@priv if a grace period has to pass
 * first.
 */
static void tp_try_direct(struct tracepoint *tp, void *priv)
{
	struct tracepoint_func *funcs;
	bool *retry = priv;

	guard(mutex)(&tracepoint_mutex);
	funcs = tp_funcs(tp);
	if (!funcs || !tp_can_be_direct(funcs) || tp_target(tp) != tp->iterator)
		return;
	if (!tp_is_settled(tp)) {
		*retry = true;
		return;
	}
	tp->front = funcs[0].func;
	tp->pure = true;
	tp_set_target(tp, tp->front);
}

static void tp_try_direct_module(struct tracepoint *tp, struct module *mod,
				 void *priv)
{
	tp_try_direct(tp, priv);
}

static void tp_settle(struct work_struct *work)
{
	bool retry = false;

	for_each_kernel_tracepoint(tp_try_direct, &retry);
	for_each_module_tracepoint(tp_try_direct_module, &retry);
	if (retry)
		schedule_delayed_work(&tracepoint_settle_work, TRACEPOINT_SETTLE_DELAY);
}

static bool tp_key_is_current(struct tracepoint *tp)
{
	return static_key_enabled(&tp->key) == !!tp_funcs(tp);
}

/* Check whether the end of this task's batch will switch the key. */
static bool tp_is_deferred(struct tracepoint *tp)
{
	return tracepoint_batch_owner == current && !marker_is_tracepoint(tp) &&
	       is_kernel_core_data((unsigned long)tp);
}

static void tp_set_key(struct tracepoint *tp)
{
	if (tp_key_is_current(tp) || tp_is_deferred(tp))
		return;
	if (tp_funcs(tp))
		static_branch_enable(&tp->key);
	else
		static_branch_disable(&tp->key);
}

static int tp_connect(struct tracepoint *tp,
		      const struct tracepoint_func *probe)
{
	struct tracepoint_func *old = tp_funcs(tp);
	struct tracepoint_func *new;
	int ret = 0;

	if (WARN_ON(!probe->func))
		return -EINVAL;
	if (tp_funcs_find(old, probe) >= 0)
		return -EEXIST;

	new = tp_funcs_add(old, probe, tp->probestub);
	if (!new)
		return -ENOMEM;
	if (!old && tp->regfunc)
		ret = tp->regfunc();
	if (ret < 0) {
		tp_funcs_free(new);
		return ret;
	}

	tp_publish(tp, new);
	tp_set_key(tp);
	return 0;
}

/*
 * Without memory for a shorter array, replace the probe by one that does nothing.
 * There are other probes, so the target is the iterator. It remains so until the
 * array is replaced and no longer in use, because no array begins with probestub.
 */
static void tp_stub(struct tracepoint *tp, struct tracepoint_func *func)
{
	WRITE_ONCE(func->func, tp->probestub);
	tp->front = tp->probestub;
	tp->pure = false;
}

static int tp_disconnect(struct tracepoint *tp,
			 const struct tracepoint_func *probe)
{
	struct tracepoint_func *old = tp_funcs(tp);
	struct tracepoint_func *new;
	int at;

	at = tp_funcs_find(old, probe);
	if (at < 0)
		return -ENOENT;

	if (tp_funcs_count(old, tp->probestub) > 1) {
		new = tp_funcs_del(old, at, tp->probestub);
		if (new)
			tp_publish(tp, new);
		else
			tp_stub(tp, &old[at]);
		return 0;
	}

	tp_publish(tp, NULL);
	tp_set_key(tp);
	if (tp->unregfunc)
		tp->unregfunc();
	return 0;
}

/**
 * tracepoint_probe_register_prio_may_exist - connect a probe that may be
 * connected already
 * @tp: the tracepoint
 * @probe: a function with the tracepoint's arguments after a void pointer
 * @data: first argument of @probe
 * @prio: priority; probes with a higher one are called first, those with the same
 *	one in the order of registration
 *
 * When this returns 0, all sites that fire call the probe.
 *
 * Context: task, may sleep; takes tracepoint_mutex. Not in a callback of static
 * keys or CPU hotplug.
 * Return: 0; -EEXIST if @probe is connected with @data already; -ENOMEM; or the
 * result of the tracepoint's regfunc.
 */
int tracepoint_probe_register_prio_may_exist(struct tracepoint *tp, void *probe,
					     void *data, int prio)
{
	struct tracepoint_func func = {
		.func	= probe,
		.data	= data,
		.prio	= prio,
	};

	guard(mutex)(&tracepoint_mutex);
	return tp_connect(tp, &func);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio_may_exist);

/**
 * tracepoint_probe_register_prio - connect a probe with a priority
 * @tp: the tracepoint
 * @probe: a function with the tracepoint's arguments after a void pointer
 * @data: first argument of @probe
 * @prio: priority; probes with a higher one are called first, those with the same
 *	one in the order of registration
 *
 * register_trace_prio_NAME() is a type-safe variant. Connecting a probe twice is
 * a bug, and triggers a warning.
 *
 * Context: as for tracepoint_probe_register_prio_may_exist().
 * Return: as for tracepoint_probe_register_prio_may_exist().
 */
int tracepoint_probe_register_prio(struct tracepoint *tp, void *probe,
				   void *data, int prio)
{
	int ret;

	ret = tracepoint_probe_register_prio_may_exist(tp, probe, data, prio);
	WARN_ONCE(ret == -EEXIST, "tracepoint %s: probe %ps is already connected\n",
		  tp->name, probe);
	return ret;
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio);

/**
 * tracepoint_probe_register - connect a probe
 * @tp: the tracepoint
 * @probe: a function with the tracepoint's arguments after a void pointer
 * @data: first argument of @probe
 *
 * register_trace_NAME() is a type-safe variant.
 *
 * Context: as for tracepoint_probe_register_prio_may_exist().
 * Return: as for tracepoint_probe_register_prio().
 */
int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	return tracepoint_probe_register_prio(tp, probe, data,
					      TRACEPOINT_DEFAULT_PRIO);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register);

/**
 * tracepoint_probe_unregister - disconnect a probe
 * @tp: the tracepoint
 * @probe: as it was registered
 * @data: as it was registered
 *
 * A site that is firing may still call the probe, so its code and data must exist
 * until tracepoint_synchronize_unregister() has returned.
 *
 * Context: task, may sleep; takes tracepoint_mutex.
 * Return: 0, or -ENOENT if @probe is not connected with @data.
 */
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	struct tracepoint_func func = {
		.func	= probe,
		.data	= data,
	};

	guard(mutex)(&tracepoint_mutex);
	return tp_disconnect(tp, &func);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_unregister);

#ifdef CONFIG_MODULES
/**
 * struct tracepoint_release_ctx - state of the search for the probes of a module
 * @mod: the module that is being unloaded
 * @found: a probe of the module was connected
 */
struct tracepoint_release_ctx {
	struct module	*mod;
	bool		found;
};

/* Find a probe whose code is in the module. NULL if there is none. */
static const struct tracepoint_func *
tp_probe_in(struct tracepoint *tp, struct module *mod)
{
	struct tracepoint_func *func;

	for (func = tp_funcs(tp); func && func->func; func++) {
		if (within_module((unsigned long)func->func, mod))
			return func;
	}
	return NULL;
}

static void tp_release(struct tracepoint *tp, void *priv)
{
	const struct tracepoint_func *func;
	struct tracepoint_release_ctx *ctx = priv;
	struct tracepoint_func probe;

	/* The tracepoints of the module, and their stubs, are freed with it. */
	if (within_module((unsigned long)tp, ctx->mod))
		return;
	guard(mutex)(&tracepoint_mutex);
	while ((func = tp_probe_in(tp, ctx->mod))) {
		pr_warn("tracepoint %s: module %s has left probe %ps connected\n",
			tp->name, ctx->mod->name, func->func);
		probe = *func;
		tp_disconnect(tp, &probe);
		ctx->found = true;
	}
}

static void tp_release_module_tp(struct tracepoint *tp, struct module *mod,
				 void *priv)
{
	tp_release(tp, priv);
}

/*
 * Disconnect the probes that the exit function of a module, or an init function
 * that failed, has left connected, and wait until they are not called any more.
 */
static void tp_release_module(struct module *mod)
{
	struct tracepoint_release_ctx ctx = { .mod = mod };

	for_each_kernel_tracepoint(tp_release, &ctx);
	for_each_module_tracepoint(tp_release_module_tp, &ctx);
	if (ctx.found)
		tracepoint_synchronize_unregister();
}

static int tp_module_left(struct notifier_block *nb, unsigned long state,
			  void *mod)
{
	if (state == MODULE_STATE_GOING)
		tp_release_module(mod);
	return NOTIFY_DONE;
}

static struct notifier_block tracepoint_module_left_nb = {
	.notifier_call = tp_module_left,
};

/*
 * A core_initcall(), so that tracepoint_module.c has registered its notifier before:
 * that one has the probes of the module's own tracepoints disconnected.
 */
static int __init tp_module_left_init(void)
{
	return register_module_notifier(&tracepoint_module_left_nb);
}
core_initcall(tp_module_left_init);
#endif /* CONFIG_MODULES */

struct tracepoint_batch_keys {
	struct static_key	**keys;
	unsigned int		count;
};

static void tp_batch_collect(struct tracepoint *tp, void *priv)
{
	struct tracepoint_batch_keys *batch = priv;

	if (!tp_key_is_current(tp))
		batch->keys[batch->count++] = &tp->key.key;
}

static void tp_batch_update_key(struct tracepoint *tp, void *priv)
{
	guard(mutex)(&tracepoint_mutex);
	tp_set_key(tp);
}

void tracepoint_batch_begin(void)
{
	mutex_lock(&tracepoint_batch_mutex);
	guard(mutex)(&tracepoint_mutex);
	tracepoint_batch_owner = current;
}

void tracepoint_batch_end(void)
{
	size_t limit = __stop___tracepoints_ptrs - __start___tracepoints_ptrs;
	struct tracepoint_batch_keys batch = {};

	batch.keys = kvmalloc_array(limit, sizeof(*batch.keys), GFP_KERNEL);
	scoped_guard(mutex, &tracepoint_mutex) {
		tracepoint_batch_owner = NULL;
		if (batch.keys) {
			for_each_kernel_tracepoint(tp_batch_collect, &batch);
			ftrace_static_keys_flip(batch.keys, batch.count);
		}
	}
	kvfree(batch.keys);

	/* Switch the keys that could not be switched together. */
	for_each_kernel_tracepoint(tp_batch_update_key, NULL);
	mutex_unlock(&tracepoint_batch_mutex);
}

/**
 * for_each_kernel_tracepoint - visit the tracepoints of the kernel image
 * @fct: called for each of them except markers
 * @priv: second argument of @fct
 *
 * Context: any that @fct may be called in.
 */
void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv),
				void *priv)
{
	tracepoint_ptr_t *iter = __start___tracepoints_ptrs;

	for (; iter < __stop___tracepoints_ptrs; iter++) {
		struct tracepoint *tp = tracepoint_ptr_deref(iter);

		if (!marker_is_tracepoint(tp))
			fct(tp, priv);
	}
}
EXPORT_SYMBOL_GPL(for_each_kernel_tracepoint);
