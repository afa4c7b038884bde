// SPDX-License-Identifier: GPL-2.0
/*
 * Connecting probes to tracepoints.
 *
 * A tracepoint's probes stand in an array in calling order, ended by an entry
 * without a function. Arrays never change once published: a writer publishes
 * another one and lets the old one go after a grace period of RCU. No writer
 * ever waits for a firing site and no site for a writer.
 *
 * A site does three things when it is on:
 *
 *	first = tp->funcs;
 *	if (first)
 *		static_call(first->data, ...);
 *
 * The static call goes to the tracepoint's iterator, which loads tp->funcs
 * itself and is therefore right at any time, or straight to a probe, which is
 * quicker. But to call a probe with the data of another one would be fatal. So:
 *
 *	The target is a probe only while every array that a site may still hold
 *	begins with that probe.
 *
 * All follows from this rule:
 *
 * - tp->front is the probe that the last array began with. tp->pure says that
 *   all arrays that sites may hold begin with it. It becomes false when another
 *   front comes too early, and true again one grace period after the last array
 *   was replaced (tp->settled is the cookie), as the current one is alone then.
 * - The target is chosen before an array is published: tp->front if it is pure
 *   and the only probe in it, else the iterator. Patching of text is over on all
 *   CPUs before the array can be seen.
 * - Where a grace period is all that is missing, work in the background makes
 *   the call direct when it is over.
 * - When the last probe goes the target stays: the same probe usually comes
 *   back, and needs no patching then.
 *
 * Markers (<linux/marker.h>) are tracepoints without a static call. Their sites
 * call one function, the one that marker.call points to: the only probe; or
 * marker_iterate(), which calls all; or nothing at all, marker_nobody. Function
 * and data stand together, so that whatever a site finds is right.
 *
 * A key that is on while there are no probes is right, but slow; and one that is
 * off with probes makes them wait. So a batch of changes leaves keys as they are
 * until its end, and switches them together: those of the kernel proper, but for
 * markers. It never looks at modules, whose lock is taken before event_mutex,
 * while those who make batches hold that.
 *
 * Modules with tracepoints are counted in kernel/trace/tracepoint/tracepoint_module.c.
 *
 * Locks: tracepoint_module_mutex > event_mutex > tracepoint_batch_mutex >
 * tracepoint_mutex > those of static keys and static calls.
 */
#include <linux/export.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/mutex.h>
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

/* One batch at a time, and who makes it; the latter under tracepoint_mutex. */
static DEFINE_MUTEX(tracepoint_batch_mutex);
static struct task_struct *tracepoint_batcher;

/**
 * struct tracepoint_probes - an array of probes and how it is freed
 * @rcu: frees it when no site can look at it any more
 * @call: what the sites of a marker call
 * @funcs: what tracepoint.funcs points to
 */
struct tracepoint_probes {
	struct rcu_head		rcu;
	struct tracepoint_func	call;
	struct tracepoint_func	funcs[];
};

static struct tracepoint_func *funcs_of(struct tracepoint *tp)
{
	return rcu_dereference_protected(tp->funcs,
					 lockdep_is_held(&tracepoint_mutex));
}

/* What sites of a marker are to call when @funcs, maybe NULL, are its probes. */
static struct tracepoint_func *marker_call(struct tracepoint_func *funcs)
{
	struct tracepoint_probes *probes;

	if (!funcs)
		return &marker_nobody;
	probes = container_of(funcs, struct tracepoint_probes, funcs[0]);
	if (funcs[1].func) {
		probes->call.func = marker_iterate;
		probes->call.data = funcs;
	} else {
		probes->call = funcs[0];
	}
	return &probes->call;
}

static struct tracepoint_func *funcs_alloc(int count)
{
	struct tracepoint_probes *probes;

	probes = kmalloc(struct_size(probes, funcs, count + 1), GFP_KERNEL);
	if (!probes)
		return NULL;
	probes->funcs[count] = (struct tracepoint_func){};
	return probes->funcs;
}

static void funcs_free(struct tracepoint_func *funcs)
{
	struct tracepoint_probes *probes;

	if (!funcs)
		return;
	probes = container_of(funcs, struct tracepoint_probes, funcs[0]);
	kfree_rcu(probes, rcu);
}

/* How many probes there are, but for places held by @stub. */
static int funcs_count(const struct tracepoint_func *funcs, const void *stub)
{
	int count = 0;

	for (; funcs && funcs->func; funcs++)
		count += funcs->func != stub;
	return count;
}

/* Where the probe stands, or -1. */
static int funcs_find(const struct tracepoint_func *funcs,
		      const struct tracepoint_func *probe)
{
	int i;

	for (i = 0; funcs && funcs[i].func; i++) {
		if (funcs[i].func == probe->func && funcs[i].data == probe->data)
			return i;
	}
	return -1;
}

/* A new array with the probe behind all of its own or a higher priority. */
static struct tracepoint_func *funcs_add(const struct tracepoint_func *old,
					 const struct tracepoint_func *probe,
					 const void *stub)
{
	struct tracepoint_func *new, *to;
	bool placed = false;

	new = funcs_alloc(funcs_count(old, stub) + 1);
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

/* A new array without the entry at @at; there are others. */
static struct tracepoint_func *funcs_del(const struct tracepoint_func *old,
					 int at, const void *stub)
{
	struct tracepoint_func *new, *to;
	int i;

	new = funcs_alloc(funcs_count(old, stub) - 1);
	if (!new)
		return NULL;

	for (i = 0, to = new; old[i].func; i++) {
		if (i != at && old[i].func != stub)
			*to++ = old[i];
	}
	return new;
}

static void tracepoint_settle(struct work_struct *work);
static DECLARE_DELAYED_WORK(tracepoint_settle_work, tracepoint_settle);

/* About what a grace period takes. */
#define SETTLE_DELAY	(HZ / 20 + 1)

static void tracepoint_set_target(struct tracepoint *tp, void *target)
{
	if (tp->target == target)
		return;
	__static_call_update(tp->static_call_key, tp->static_call_tramp, target);
	tp->target = target;
}

/* Are all replaced arrays out of sight? */
static bool tracepoint_is_settled(struct tracepoint *tp)
{
	return !tp->front || poll_state_synchronize_rcu(tp->settled);
}

/* Put @new in the place of the current array; either may be NULL. */
static void tracepoint_publish(struct tracepoint *tp,
			       struct tracepoint_func *new)
{
	struct tracepoint_func *old = funcs_of(tp);

	if (new && tp->static_call_key) {
		if (tracepoint_is_settled(tp))
			tp->pure = !old || old[0].func == new[0].func;
		else if (new[0].func != tp->front)
			tp->pure = false;
		tp->front = new[0].func;
		tracepoint_set_target(tp, tp->pure && !new[1].func ?
				      tp->front : tp->iterator);
	}

	rcu_assign_pointer(tp->funcs, new);
	if (marker_is_tracepoint(tp))
		rcu_assign_pointer(container_of(tp, struct marker, tp)->call[1],
				   marker_call(new));

	if (old) {
		tp->settled = start_poll_synchronize_rcu();
		funcs_free(old);
	}
	if (new && !new[1].func && tp->static_call_key &&
	    tp->target == tp->iterator)
		schedule_delayed_work(&tracepoint_settle_work, SETTLE_DELAY);
}

/* Make the call direct if it can be. Sets @priv if it must wait. */
static void tracepoint_try_direct(struct tracepoint *tp, void *priv)
{
	struct tracepoint_func *funcs;
	bool *again = priv;

	guard(mutex)(&tracepoint_mutex);
	funcs = funcs_of(tp);
	if (!funcs || funcs[1].func || tp->target != tp->iterator)
		return;
	if (!tracepoint_is_settled(tp)) {
		*again = true;
		return;
	}
	tp->front = funcs[0].func;
	tp->pure = true;
	tracepoint_set_target(tp, tp->front);
}

static void tracepoint_try_direct_in(struct tracepoint *tp, struct module *mod,
				     void *priv)
{
	tracepoint_try_direct(tp, priv);
}

static void tracepoint_settle(struct work_struct *work)
{
	bool again = false;

	for_each_kernel_tracepoint(tracepoint_try_direct, &again);
	for_each_module_tracepoint(tracepoint_try_direct_in, &again);
	if (again)
		schedule_delayed_work(&tracepoint_settle_work, SETTLE_DELAY);
}

static bool tracepoint_key_is_right(struct tracepoint *tp)
{
	return static_key_enabled(&tp->key) == !!funcs_of(tp);
}

/* Will the end of a batch find it? */
static bool tracepoint_in_batch(struct tracepoint *tp)
{
	return tracepoint_batcher == current && !marker_is_tracepoint(tp) &&
	       is_kernel_core_data((unsigned long)tp);
}

static void tracepoint_set_key(struct tracepoint *tp)
{
	if (tracepoint_key_is_right(tp) || tracepoint_in_batch(tp))
		return;
	if (funcs_of(tp))
		static_branch_enable(&tp->key);
	else
		static_branch_disable(&tp->key);
}

static int tracepoint_connect(struct tracepoint *tp,
			      const struct tracepoint_func *probe)
{
	struct tracepoint_func *old = funcs_of(tp);
	struct tracepoint_func *new;
	int ret = 0;

	if (WARN_ON(!probe->func))
		return -EINVAL;
	if (funcs_find(old, probe) >= 0)
		return -EEXIST;

	new = funcs_add(old, probe, tp->probestub);
	if (!new)
		return -ENOMEM;
	if (!old && tp->regfunc)
		ret = tp->regfunc();
	if (ret < 0) {
		funcs_free(new);
		return ret;
	}

	tracepoint_publish(tp, new);
	tracepoint_set_key(tp);
	return 0;
}

/*
 * Without memory for a shorter array the probe's place is given to one that
 * does nothing. There are other probes, so the target is the iterator, and it
 * stays until the array is replaced and gone: nothing begins with probestub.
 */
static void tracepoint_stub(struct tracepoint *tp, struct tracepoint_func *func)
{
	WRITE_ONCE(func->func, tp->probestub);
	tp->front = tp->probestub;
	tp->pure = false;
}

static int tracepoint_disconnect(struct tracepoint *tp,
				 const struct tracepoint_func *probe)
{
	struct tracepoint_func *old = funcs_of(tp);
	struct tracepoint_func *new;
	int at;

	at = funcs_find(old, probe);
	if (at < 0)
		return -ENOENT;

	if (funcs_count(old, tp->probestub) > 1) {
		new = funcs_del(old, at, tp->probestub);
		if (new)
			tracepoint_publish(tp, new);
		else
			tracepoint_stub(tp, &old[at]);
		return 0;
	}

	tracepoint_publish(tp, NULL);
	tracepoint_set_key(tp);
	if (tp->unregfunc)
		tp->unregfunc();
	return 0;
}

/**
 * tracepoint_probe_register_prio_may_exist - connect a probe that may be there
 * @tp: the tracepoint
 * @probe: its type is that of the tracepoint, with a void pointer in front
 * @data: the first argument of the probe
 * @prio: higher is called earlier; of equals, who came first
 *
 * Context: task, may sleep. Not from within a static key's or a CPU hotplug
 * callback.
 * Return: 0, -EEXIST if @probe is connected with @data already, -ENOMEM, or
 * what the tracepoint's own function for the first probe answered. When 0 is
 * returned all sites that fire call the probe.
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
	return tracepoint_connect(tp, &func);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio_may_exist);

/**
 * tracepoint_probe_register_prio - connect a probe with a priority
 * @tp: the tracepoint
 * @probe: its type is that of the tracepoint, with a void pointer in front
 * @data: the first argument of the probe
 * @prio: higher is called earlier; of equals, who came first
 *
 * register_trace_prio_NAME() is the same with types that the compiler checks.
 *
 * Context: as tracepoint_probe_register_prio_may_exist().
 * Return: the same; connecting a probe twice is a mistake, and warned of.
 */
int tracepoint_probe_register_prio(struct tracepoint *tp, void *probe,
				   void *data, int prio)
{
	int ret;

	ret = tracepoint_probe_register_prio_may_exist(tp, probe, data, prio);
	WARN_ONCE(ret == -EEXIST, "tracepoint %s: probe %ps is connected twice\n",
		  tp->name, probe);
	return ret;
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register_prio);

/**
 * tracepoint_probe_register - connect a probe
 * @tp: the tracepoint
 * @probe: its type is that of the tracepoint, with a void pointer in front
 * @data: the first argument of the probe
 *
 * register_trace_NAME() is the same with types that the compiler checks.
 *
 * Context: as tracepoint_probe_register_prio_may_exist().
 * Return: as tracepoint_probe_register_prio().
 */
int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	return tracepoint_probe_register_prio(tp, probe, data,
					      TRACEPOINT_DEFAULT_PRIO);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_register);

/**
 * tracepoint_probe_unregister - take a probe away
 * @tp: the tracepoint
 * @probe: as it was registered
 * @data: as it was registered
 *
 * A site that fires right now may still be about to call the probe, so code
 * and data of it must stay until tracepoint_synchronize_unregister() returns.
 *
 * Context: task, may sleep.
 * Return: 0, or -ENOENT if @probe is not connected with @data.
 */
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	struct tracepoint_func func = {
		.func	= probe,
		.data	= data,
	};

	guard(mutex)(&tracepoint_mutex);
	return tracepoint_disconnect(tp, &func);
}
EXPORT_SYMBOL_GPL(tracepoint_probe_unregister);

/**
 * struct tracepoint_leaver - a module that goes, and what it has left
 * @mod: the module
 * @found: a probe of it was connected
 */
struct tracepoint_leaver {
	struct module	*mod;
	bool		found;
};

/* A probe whose code stands in the module; NULL if there is none. */
static const struct tracepoint_func *
tracepoint_probe_in(struct tracepoint *tp, struct module *mod)
{
	struct tracepoint_func *func;

	for (func = funcs_of(tp); func && func->func; func++) {
		if (within_module((unsigned long)func->func, mod))
			return func;
	}
	return NULL;
}

static void tracepoint_release(struct tracepoint *tp, void *priv)
{
	const struct tracepoint_func *func;
	struct tracepoint_leaver *leaver = priv;
	struct tracepoint_func probe;

	/* The module's own go with it, and so does what stands in for a probe there. */
	if (within_module((unsigned long)tp, leaver->mod))
		return;
	guard(mutex)(&tracepoint_mutex);
	while ((func = tracepoint_probe_in(tp, leaver->mod))) {
		pr_warn("tracepoint %s: probe %ps is left connected\n", tp->name,
			func->func);
		probe = *func;
		tracepoint_disconnect(tp, &probe);
		leaver->found = true;
	}
}

static void tracepoint_release_in(struct tracepoint *tp, struct module *mod,
				  void *priv)
{
	tracepoint_release(tp, priv);
}

void tracepoint_release_module(struct module *mod)
{
	struct tracepoint_leaver leaver = { .mod = mod };

	for_each_kernel_tracepoint(tracepoint_release, &leaver);
	for_each_module_tracepoint(tracepoint_release_in, &leaver);
	if (leaver.found)
		tracepoint_synchronize_unregister();
}

struct tracepoint_keys {
	struct static_key	**keys;
	unsigned int		count;
};

static void tracepoint_put_key(struct tracepoint *tp, void *priv)
{
	struct tracepoint_keys *to = priv;

	if (!tracepoint_key_is_right(tp))
		to->keys[to->count++] = &tp->key.key;
}

static void tracepoint_fit_key(struct tracepoint *tp, void *priv)
{
	guard(mutex)(&tracepoint_mutex);
	tracepoint_set_key(tp);
}

/**
 * tracepoint_batch_begin - have the probes of many tracepoints changed together
 *
 * What this task connects until tracepoint_batch_end() may be called then only;
 * what it takes away is not called already. For markers, and for tracepoints of
 * modules, nothing is put off.
 *
 * Context: task, may sleep. Batches do not nest.
 */
void tracepoint_batch_begin(void)
{
	mutex_lock(&tracepoint_batch_mutex);
	guard(mutex)(&tracepoint_mutex);
	tracepoint_batcher = current;
}

/**
 * tracepoint_batch_end - see that all sites do what was decided
 *
 * Context: task, may sleep; the one that began it.
 */
void tracepoint_batch_end(void)
{
	size_t most = __stop___tracepoints_ptrs - __start___tracepoints_ptrs;
	struct tracepoint_keys to = {};

	to.keys = kvmalloc_array(most, sizeof(*to.keys), GFP_KERNEL);
	scoped_guard(mutex, &tracepoint_mutex) {
		tracepoint_batcher = NULL;
		if (to.keys) {
			for_each_kernel_tracepoint(tracepoint_put_key, &to);
			ftrace_static_keys_flip(to.keys, to.count);
		}
	}
	kvfree(to.keys);

	/* What could not be done at once. */
	for_each_kernel_tracepoint(tracepoint_fit_key, NULL);
	mutex_unlock(&tracepoint_batch_mutex);
}

/**
 * for_each_kernel_tracepoint - visit the tracepoints of the kernel proper
 * @fct: called with each of them, but not with markers
 * @priv: the second argument of @fct
 *
 * Context: any that @fct allows.
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
