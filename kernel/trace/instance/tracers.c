// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers: their registry, and the change of an instance's current tracer, which is
 * "nop" if no other one was selected.
 *
 * Locking: instance_lock. The lock of the registry is taken inside it.
 */
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

TRACE_REGISTRY(instance_tracers);

static int tracers_count;

/* Value of the boot parameter ftrace=, until this tracer registers. */
static char tracers_boot_name[MAX_TRACER_SIZE] __initdata;

/**
 * instance_boot_tracer - record the boot parameter ftrace=
 * @name: name of the tracer; copied
 *
 * Context: boot.
 */
void __init instance_boot_tracer(const char *name)
{
	strscpy(tracers_boot_name, name);
}

/* Two options of "nop" for tests: changes of the second one are rejected. */
enum {
	NOP_ACCEPT = 1,
	NOP_REFUSE = 2,
};

static const struct tracer_option tracers_nop_options[] = {
	{ "test_nop_accept", NOP_ACCEPT },
	{ "test_nop_refuse", NOP_REFUSE },
	{}
};

static int tracers_nop_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	return bit == NOP_REFUSE ? -EINVAL : 0;
}

struct tracer instance_nop = {
	.entry.name = "nop",
	.options = tracers_nop_options,
	.option_changed = tracers_nop_option_changed,
};

static const struct tracer *tracers_find(struct trace_array *tr, const char *name)
{
	struct trace_registry_entry *entry = trace_registry_find(&instance_tracers, name);
	struct tracer *tracer;

	if (!entry)
		return NULL;
	tracer = container_of(entry, struct tracer, entry);
	return instance_tracer_fits(tr, tracer) ? tracer : NULL;
}

static int tracers_start(struct trace_array *tr, const struct tracer *tracer)
{
	int ret;

	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	WRITE_ONCE(tr->paused, false);
	WRITE_ONCE(tr->tracer, tracer);
	if (!tracer->start)
		return 0;

	ret = tracer->start(tr);
	if (ret)
		WRITE_ONCE(tr->tracer, &instance_nop);
	return ret;
}

/* Test whether the current tracer is between start() and stop(). */
static bool tracers_is_started(const struct trace_array *tr)
{
	return !tr->paused || tr->tracer->checks_paused;
}

/**
 * instance_tracer_pause - pause or resume the current tracer
 * @tr: the instance
 * @paused: pause if true, else resume
 *
 * A paused tracer records nothing; records, maximum and settings remain. A tracer is
 * not paused when it becomes the current one.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or the error of tracer::start, upon which the tracer is "nop".
 */
int instance_tracer_pause(struct trace_array *tr, bool paused)
{
	const struct tracer *tracer;
	int ret;

	guard(mutex)(&instance_lock);
	tracer = tr->tracer;
	if (tr->paused == paused)
		return 0;
	if (paused && !tracer->checks_paused && tracer->stop)
		tracer->stop(tr);
	WRITE_ONCE(tr->paused, paused);
	if (paused || tracer->checks_paused || !tracer->start)
		return 0;
	ret = tracer->start(tr);
	if (ret) {
		WRITE_ONCE(tr->tracer, &instance_nop);
		instance_snapshot_claim_update(tr, &instance_nop);
	}
	return ret;
}

/**
 * instance_tracer_is_started - test whether the current tracer is started
 * @tr: the instance
 *
 * Context: task; instance_lock held.
 * Return: false if the tracer is stopped because it is paused.
 */
bool instance_tracer_is_started(const struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	return tracers_is_started(tr);
}

/**
 * instance_tracer_set_locked - change the current tracer
 * @tr: the instance
 * @name: name of the tracer
 *
 * Context: task, may sleep; instance_lock held.
 * Return: as instance_tracer_set().
 */
int instance_tracer_set_locked(struct trace_array *tr, const char *name)
{
	const struct tracer *old = tr->tracer, *tracer;
	int ret;

	lockdep_assert_held(&instance_lock);

	tracer = tracers_find(tr, name);
	if (!tracer)
		return -EINVAL;
	if (tracer == old)
		return 0;
	if (tr->tracer_pins)
		return -EBUSY;
	if (tracer != &instance_nop) {
		ret = instance_expand(tr);
		if (ret)
			return ret;
	}

	if (tracer->keeps_max) {
		ret = instance_max_claim_snapshot(tr);
		if (ret)
			return ret;
	}

	if (old->stop && tracers_is_started(tr))
		old->stop(tr);
	WRITE_ONCE(tr->tracer, &instance_nop);
	if (old->keeps_max && !tracer->keeps_max && !tr->snapshot.armed)
		instance_snapshot_drop(tr);
	ret = tracers_start(tr, tracer);
	instance_snapshot_claim_update(tr, tr->tracer);
	return ret;
}

/**
 * instance_tracer_set - change the current tracer
 * @tr: the instance
 * @name: name of the tracer
 *
 * Empties the ring buffer. If the new tracer fails to start, the tracer is "nop".
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EINVAL if there is no such tracer; -EBUSY if it is pinned, or if the
 * new tracer needs the spare ring buffer and cannot have it; -ENOMEM; the error of
 * tracer::start.
 */
int instance_tracer_set(struct trace_array *tr, const char *name)
{
	guard(mutex)(&instance_lock);
	return instance_tracer_set_locked(tr, name);
}

static void __init tracers_boot_options(struct trace_array *tr,
					const struct tracer *tracer)
{
	const struct tracer_option *option = tracer->options;
	u32 set = tracer->defaults;
	char no[64];

	for (; option && option->name; option++) {
		snprintf(no, sizeof(no), "no%s", option->name);
		if (instance_cmdline_option(option->name))
			set |= option->bit;
		else if (instance_cmdline_option(no))
			set &= ~option->bit;
	}
	tr->tracer_options[tracer->nr] = set ^ tracer->defaults;
}

/**
 * instance_tracer_register - register a tracer
 * @tracer: the tracer; never unregistered
 *
 * Starts the tracer in the global instance if the boot parameter ftrace= names it.
 *
 * Context: any initcall, may sleep; takes instance_lock.
 * Return: 0; -EEXIST if the name is registered; -EINVAL if it is empty; -ENOSPC if
 * there are %INSTANCE_TRACERS_MAX tracers.
 */
int __init instance_tracer_register(struct tracer *tracer)
{
	int ret;

	guard(mutex)(&instance_lock);

	if (tracers_count == INSTANCE_TRACERS_MAX)
		return -ENOSPC;
	ret = trace_registry_add(&instance_tracers, &tracer->entry);
	if (ret)
		return ret;
	tracer->nr = tracers_count++;
	tracers_boot_options(&instance_global, tracer);
	instance_notify(tracer_added, tracer);

	if (!strcmp(tracers_boot_name, tracer->entry.name)) {
		*tracers_boot_name = '\0';
		pr_info("Starting tracer '%s'\n", tracer->entry.name);
		instance_tracer_set_locked(&instance_global, tracer->entry.name);
	}
	return 0;
}

/**
 * instance_tracer_pin - prevent a change of the current tracer
 * @tr: the instance, which cannot be removed either
 *
 * Calls nest. Used by readers of trace_pipe.
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_tracer_pin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	tr->tracer_pins++;
}

/**
 * instance_tracer_unpin - undo one instance_tracer_pin()
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_tracer_unpin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	tr->tracer_pins--;
}

/**
 * instance_tracer_user_add - add an instance to a tracer's list
 * @users: list of the tracer
 * @tr: the instance; its tracer_data is the struct instance_tracer_user from now on
 *
 * Context: tracer::start; instance_lock held.
 * Return: 0 or -ENOMEM.
 */
int instance_tracer_user_add(struct list_head *users, struct trace_array *tr)
{
	struct instance_tracer_user *user = kzalloc(sizeof(*user), GFP_KERNEL);

	lockdep_assert_held(&instance_lock);
	if (!user)
		return -ENOMEM;
	user->tr = tr;
	tr->tracer_data = user;
	list_add_tail_rcu(&user->node, users);
	return 0;
}

/**
 * instance_tracer_user_del - remove an instance from a tracer's list
 * @tr: the instance
 *
 * Iterations in progress can still use the entry, so instance_tracer_user_free()
 * must follow.
 *
 * Context: tracer::stop; instance_lock held.
 */
void instance_tracer_user_del(struct trace_array *tr)
{
	struct instance_tracer_user *user = tr->tracer_data;

	lockdep_assert_held(&instance_lock);
	list_del_rcu(&user->node);
}

/**
 * instance_tracer_user_free - free the list entry of an instance
 * @tr: the instance
 *
 * Context: tracer::stop, after instance_tracer_user_del(); waits for an RCU grace
 * period.
 * Return: instance_tracer_user::lost.
 */
int instance_tracer_user_free(struct trace_array *tr)
{
	struct instance_tracer_user *user = tr->tracer_data;
	int lost;

	trace_sync_probes();
	tr->tracer_data = NULL;
	lost = atomic_read(&user->lost);
	kfree(user);
	return lost;
}
