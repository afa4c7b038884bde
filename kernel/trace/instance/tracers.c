// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers: the registry of what current_tracer can name, and the change from
 * one to the other. With no other tracer an instance has "nop".
 *
 * Locking: instance_lock. The registry's own lock is a leaf within it.
 */
#include <linux/init.h>
#include <linux/string.h>

#include "internal.h"

TRACE_REGISTRY(instance_tracers);

static int tracers_count;

/* The tracer that the boot command line names, until it is there. */
static char boot_tracer[MAX_TRACER_SIZE] __initdata;

void __init instance_boot_tracer(const char *name)
{
	strscpy(boot_tracer, name);
}

/* nop has two options, for those who test how options are refused. */
enum {
	NOP_ACCEPT = 1,
	NOP_REFUSE = 2,
};

static const struct tracer_option nop_options[] = {
	{ "test_nop_accept", NOP_ACCEPT },
	{ "test_nop_refuse", NOP_REFUSE },
	{}
};

static int nop_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	return bit == NOP_REFUSE ? -EINVAL : 0;
}

struct tracer instance_nop = {
	.entry.name = "nop",
	.options = nop_options,
	.option_changed = nop_option_changed,
};

static const struct tracer *tracer_find(struct trace_array *tr, const char *name)
{
	struct trace_registry_entry *entry = trace_registry_find(&instance_tracers, name);
	struct tracer *tracer;

	if (!entry)
		return NULL;
	tracer = container_of(entry, struct tracer, entry);
	return instance_tracer_fits(tr, tracer) ? tracer : NULL;
}

static int tracer_start(struct trace_array *tr, const struct tracer *tracer)
{
	int ret;

	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	WRITE_ONCE(tr->quiet, false);
	WRITE_ONCE(tr->tracer, tracer);
	if (!tracer->start)
		return 0;

	ret = tracer->start(tr);
	if (ret)
		WRITE_ONCE(tr->tracer, &instance_nop);
	return ret;
}

/* Is it between start and stop? */
static bool tracer_is_started(const struct trace_array *tr)
{
	return !tr->quiet || tr->tracer->heeds_quiet;
}

int instance_tracer_quiet(struct trace_array *tr, bool quiet)
{
	const struct tracer *tracer;
	int ret;

	guard(mutex)(&instance_lock);
	tracer = tr->tracer;
	if (tr->quiet == quiet)
		return 0;
	if (quiet && !tracer->heeds_quiet && tracer->stop)
		tracer->stop(tr);
	WRITE_ONCE(tr->quiet, quiet);
	if (quiet || tracer->heeds_quiet || !tracer->start)
		return 0;
	ret = tracer->start(tr);
	if (ret) {
		WRITE_ONCE(tr->tracer, &instance_nop);
		instance_snapshot_keep_by(tr, &instance_nop);
	}
	return ret;
}

bool instance_tracer_is_started(const struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	return tracer_is_started(tr);
}

int instance_tracer_set_locked(struct trace_array *tr, const char *name)
{
	const struct tracer *old = tr->tracer, *tracer;
	int ret;

	lockdep_assert_held(&instance_lock);

	tracer = tracer_find(tr, name);
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
		ret = instance_max_allows(tr);
		if (ret)
			return ret;
	}

	if (old->stop && tracer_is_started(tr))
		old->stop(tr);
	WRITE_ONCE(tr->tracer, &instance_nop);
	if (old->keeps_max && !tracer->keeps_max && !tr->snapshot.armed)
		instance_snapshot_drop(tr);
	ret = tracer_start(tr, tracer);
	instance_snapshot_keep_by(tr, tr->tracer);
	return ret;
}

/**
 * instance_tracer_set - change an instance's tracer
 * @tr: the instance
 * @name: of the tracer
 *
 * The buffer is emptied. If the new tracer can't start, "nop" is what remains.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EINVAL: no such tracer; -EBUSY: somebody reads trace_pipe; -ENOMEM;
 * or why the tracer can't start.
 */
int instance_tracer_set(struct trace_array *tr, const char *name)
{
	guard(mutex)(&instance_lock);
	return instance_tracer_set_locked(tr, name);
}

static void __init tracer_boot_options(struct trace_array *tr,
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
 * instance_tracer_register - make a tracer known
 * @tracer: its name and functions; stays for good
 *
 * If the boot command line asked for it, it is started.
 *
 * Context: any initcall, may sleep; takes instance_lock.
 * Return: 0; -EEXIST; -ENOSPC: too many; -EINVAL: no name.
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
	tracer_boot_options(&instance_global, tracer);
	instance_tell(tracer_added, tracer);

	if (!strcmp(boot_tracer, tracer->entry.name)) {
		*boot_tracer = '\0';
		pr_info("Starting tracer '%s'\n", tracer->entry.name);
		instance_tracer_set_locked(&instance_global, tracer->entry.name);
	}
	return 0;
}

/**
 * instance_tracer_pin - keep an instance's tracer from being changed
 * @tr: the instance
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_tracer_pin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	tr->tracer_pins++;
}

void instance_tracer_unpin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	tr->tracer_pins--;
}
