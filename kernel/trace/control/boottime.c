// SPDX-License-Identifier: GPL-2.0
/*
 * Tracing that the boot configuration defines: the keys below "ftrace", which
 * Documentation/trace/boottime-trace.rst describes.
 *
 * All of them are applied at the end of core_initcall, in this order: the dynamic events
 * of all instances, because an event of one may refer to one of another; then for each
 * instance, the global one first, the settings of the instance, those of its events, and
 * at last what starts recording. A key that cannot be applied is reported in the kernel
 * log, and the others are applied nevertheless.
 */
#define pr_fmt(fmt)	"boottime trace: " fmt

#include <linux/bootconfig.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../filter/filter.h"
#include "../ftrace/ftrace.h"
#include "boottime.h"
#include "internal.h"

/* The longest command for a dynamic event or a trigger, in bytes. */
#define BOOTTIME_TEXT_MAX	PAGE_SIZE

static void __init boottime_failed(const char *instance, const char *key,
				   const char *value, int ret)
{
	pr_err("%s: %s '%s' is refused, errno %d\n", instance, key, value, -ret);
}

static const char *__init boottime_name(struct trace_array *tr)
{
	return tr->name ?: "global instance";
}

/* Settings of an instance */

/**
 * struct boottime_setting - a setting of an instance
 * @key: the key below the node of the instance
 * @set: called with each value of the key, "" for a key without a value; returns 0 or an
 *	errno
 */
struct boottime_setting {
	const char *key;
	int (*set)(struct trace_array *tr, const char *value);
};

static int __init boottime_set_on(struct trace_array *tr, const char *value)
{
	bool on;
	int ret = kstrtobool(value, &on);

	if (ret)
		return ret;
	if (on)
		instance_on(tr);
	else
		instance_off(tr);
	return 0;
}

/* "KB" and "MB" are accepted besides the suffixes of memparse(). */
static int __init boottime_set_size(struct trace_array *tr, const char *value)
{
	char *end;
	unsigned long long bytes = memparse(value, &end);

	if (!bytes || bytes > ULONG_MAX || (*end && strcasecmp(end, "b")))
		return -EINVAL;
	return instance_resize(tr, bytes, RING_BUFFER_ALL_CPUS);
}

static int __init boottime_set_snapshot(struct trace_array *tr, const char *value)
{
	return instance_snapshot_alloc(tr);
}

static int __init boottime_set_cpumask(struct trace_array *tr, const char *value)
{
	cpumask_var_t mask;
	int ret;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse(value, mask);
	if (!ret)
		ret = instance_cpumask_set(tr, mask);
	free_cpumask_var(mask);
	return ret;
}

static int __init boottime_set_events(struct trace_array *tr, const char *value)
{
	char *word = kstrdup(value, GFP_KERNEL);
	int ret;

	if (!word)
		return -ENOMEM;
	ret = instance_events_apply(tr, word);
	kfree(word);
	return ret;
}

static int __init boottime_set_filter(struct trace_array *tr, const char *value)
{
	if (!tr->ops)
		return -ENODEV;
	return ftrace_set_filter(tr->ops, (unsigned char *)value, strlen(value), 0);
}

static int __init boottime_set_notrace(struct trace_array *tr, const char *value)
{
	if (!tr->ops)
		return -ENODEV;
	return ftrace_set_notrace(tr->ops, (unsigned char *)value, strlen(value), 0);
}

/* Applied before the events of the instance. */
static const struct boottime_setting boottime_before[] __initconst = {
	{ "tracing_on", boottime_set_on },
	{ "options", instance_option_apply },
	{ "trace_clock", instance_clock_set },
	{ "buffer_size", boottime_set_size },
	{ "alloc_snapshot", boottime_set_snapshot },
	{ "cpumask", boottime_set_cpumask },
	{}
};

/* Applied after the events of the instance. */
static const struct boottime_setting boottime_after[] __initconst = {
	{ "events", boottime_set_events },
	{ "ftrace.filters", boottime_set_filter },
	{ "ftrace.notraces", boottime_set_notrace },
	{ "tracer", instance_tracer_set },
	{}
};

static void __init boottime_set(struct trace_array *tr, const struct boottime_setting *setting,
				const char *value)
{
	int ret = setting->set(tr, value);

	if (ret < 0)
		boottime_failed(boottime_name(tr), setting->key, value, ret);
}

static void __init boottime_settings(struct trace_array *tr, struct xbc_node *node,
				     const struct boottime_setting *setting)
{
	struct xbc_node *values;
	const char *value;

	for (; setting->key; setting++) {
		values = NULL;
		value = xbc_node_find_value(node, setting->key, &values);
		if (value && !values)
			boottime_set(tr, setting, value);
		else if (value)
			xbc_array_for_each_value(values, value)
				boottime_set(tr, setting, value);
	}
}

/* Events */

static int __init boottime_trigger(struct trace_event_file *file, const char *text)
{
	struct instance_control *control = instance_control_find("trigger");
	char *copy;
	int ret;

	if (!control)
		return -ENODEV;
	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	ret = control->write(file, copy);
	kfree(copy);
	return ret;
}

static void __init boottime_event_actions(struct trace_event_file *file, struct xbc_node *node)
{
	const char *value, *name = trace_event_name(file->event_call);
	struct xbc_node *values = NULL;
	int ret;

	if (!xbc_node_find_value(node, "actions", &values) || !values)
		return;
	xbc_array_for_each_value(values, value) {
		ret = boottime_trigger(file, value);
		if (ret)
			boottime_failed(name, "action", value, ret);
	}
}

static void __init boottime_event_hist(struct trace_event_file *file, struct xbc_node *hist)
{
	char *text = kzalloc(BOOTTIME_TEXT_MAX, GFP_KERNEL);
	int ret;

	if (!text) {
		boottime_failed(trace_event_name(file->event_call), "hist", "", -ENOMEM);
		return;
	}
	ret = boot_hist_text(hist, text, BOOTTIME_TEXT_MAX);
	if (!ret)
		ret = boottime_trigger(file, text);
	if (ret)
		boottime_failed(trace_event_name(file->event_call), "hist", text, ret);
	kfree(text);
}

/* hist.N.keys, for each number N, and hist.keys. */
static void __init boottime_event_hists(struct trace_event_file *file, struct xbc_node *node)
{
	struct xbc_node *hist = xbc_node_find_subkey(node, "hist"), *child;

	if (!hist)
		return;
	xbc_node_for_each_subkey(hist, child) {
		if (isdigit(*xbc_node_get_data(child)))
			boottime_event_hist(file, child);
	}
	if (xbc_node_find_subkey(hist, "keys"))
		boottime_event_hist(file, hist);
}

static void __init boottime_event_apply(struct trace_event_file *file, struct xbc_node *node)
{
	const char *filter = xbc_node_find_value(node, "filter", NULL);
	const char *name = trace_event_name(file->event_call);
	int ret;

	if (filter) {
		ret = filter_file_set(file, filter, &file->tr->errors);
		if (ret)
			boottime_failed(name, "filter", filter, ret);
	}
	boottime_event_actions(file, node);
	boottime_event_hists(file, node);
	if (xbc_node_find_subkey(node, "enable")) {
		ret = instance_file_set(file, true);
		if (ret)
			boottime_failed(name, "enable", "", ret);
	}
}

static void __init boottime_event(struct trace_array *tr, const char *group,
				  struct xbc_node *node)
{
	const char *name = xbc_node_get_data(node);
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	file = instance_file_find(tr, group, name);
	if (file)
		boottime_event_apply(file, node);
	else
		pr_err("%s: there is no event '%s:%s'\n", boottime_name(tr), group, name);
}

/* "enable" below a group, or below "event" if @group is NULL, enables all of its events. */
static void __init boottime_enable_all(struct trace_array *tr, const char *group)
{
	int ret = instance_events_set(tr, NULL, group, NULL, NULL, true);

	if (ret)
		boottime_failed(boottime_name(tr), "enable", group ?: "all events", ret);
}

static bool __init boottime_is_enable(struct xbc_node *node)
{
	return xbc_node_is_leaf(node) && !strcmp(xbc_node_get_data(node), "enable");
}

static void __init boottime_events(struct trace_array *tr, struct xbc_node *instance)
{
	struct xbc_node *events = xbc_node_find_subkey(instance, "event"), *group, *node;

	if (!events)
		return;
	xbc_node_for_each_subkey(events, group) {
		if (boottime_is_enable(group))
			continue;
		xbc_node_for_each_subkey(group, node) {
			if (boottime_is_enable(node))
				boottime_enable_all(tr, xbc_node_get_data(group));
			else
				boottime_event(tr, xbc_node_get_data(group), node);
		}
	}
	if (xbc_node_find_subkey(events, "enable"))
		boottime_enable_all(tr, NULL);
}

/* Definitions of dynamic events */

static void __init boottime_define(const char *command)
{
	int ret = event_dynamic_create(command);

	if (ret)
		boottime_failed("dynamic events", "event", command, ret);
}

/**
 * struct boottime_dynamic - a kind of dynamic events
 * @group: the key of its group below the node of the instance
 * @command: beginning of the command that defines an event, which its name follows
 * @define: defines the event of a node of the group; @text is space for the command
 */
struct boottime_dynamic {
	const char *group;
	const char *command;
	void (*define)(const struct boottime_dynamic *kind, struct xbc_node *event, char *text);
};

/* "p:kprobes/EVENT PROBE" for each probe. */
static void __init boottime_define_probes(const struct boottime_dynamic *kind,
					  struct xbc_node *event, char *text)
{
	const char *value, *name = xbc_node_get_data(event);
	struct xbc_node *values = NULL;

	if (!xbc_node_find_value(event, "probes", &values) || !values)
		return;
	xbc_array_for_each_value(values, value) {
		if (snprintf(text, BOOTTIME_TEXT_MAX, "%s%s %s", kind->command, name, value) <
		    BOOTTIME_TEXT_MAX)
			boottime_define(text);
		else
			boottime_failed(kind->group, name, value, -E2BIG);
	}
}

/* "s:EVENT FIELD; FIELD" */
static void __init boottime_define_synth(const struct boottime_dynamic *kind,
					 struct xbc_node *event, char *text)
{
	const char *value, *separator = "", *name = xbc_node_get_data(event);
	struct xbc_node *values = NULL;
	int len;

	if (!xbc_node_find_value(event, "fields", &values) || !values)
		return;
	len = scnprintf(text, BOOTTIME_TEXT_MAX, "%s%s ", kind->command, name);
	xbc_array_for_each_value(values, value) {
		len += scnprintf(text + len, BOOTTIME_TEXT_MAX - len, "%s%s", separator, value);
		separator = "; ";
	}
	if (len < BOOTTIME_TEXT_MAX - 1)
		boottime_define(text);
	else
		boottime_failed(kind->group, name, "fields", -E2BIG);
}

/* An event probe may refer to an event of the kinds before it. */
static const struct boottime_dynamic boottime_dynamic[] __initconst = {
	{ "event.kprobes", "p:kprobes/", boottime_define_probes },
	{ "event.fprobes", "f:fprobes/", boottime_define_probes },
	{ "event.tracepoints", "t:tracepoints/", boottime_define_probes },
	{ "event.synthetic", "s:", boottime_define_synth },
	{ "event.eprobes", "e:eprobes/", boottime_define_probes },
	{}
};

static void __init boottime_define_kind(const struct boottime_dynamic *kind,
					struct xbc_node *instance)
{
	struct xbc_node *node = xbc_node_find_subkey(instance, kind->group), *event;
	char *text;

	if (!node)
		return;
	text = kmalloc(BOOTTIME_TEXT_MAX, GFP_KERNEL);
	if (!text) {
		boottime_failed("dynamic events", "group", kind->group, -ENOMEM);
		return;
	}
	xbc_node_for_each_subkey(node, event)
		kind->define(kind, event, text);
	kfree(text);
}

/* Define the events of the top node and of the nodes of all instances. */
static void __init boottime_define_all(struct xbc_node *top, struct xbc_node *instances)
{
	const struct boottime_dynamic *kind;
	struct xbc_node *node;

	for (kind = boottime_dynamic; kind->group; kind++) {
		boottime_define_kind(kind, top);
		if (instances)
			xbc_node_for_each_subkey(instances, node)
				boottime_define_kind(kind, node);
	}
}

/* Instances */

static void __init boottime_instance(struct trace_array *tr, struct xbc_node *node)
{
	boottime_settings(tr, node, boottime_before);
	boottime_events(tr, node);
	boottime_settings(tr, node, boottime_after);
}

/* The instance may exist already, by the boot parameter trace_instance=. */
static void __init boottime_instance_named(struct xbc_node *node)
{
	const char *name = xbc_node_get_data(node);
	struct trace_array *tr = trace_array_get_by_name(name, NULL);

	if (!tr) {
		pr_err("the instance '%s' cannot be created\n", name);
		return;
	}
	boottime_instance(tr, node);
	trace_array_put(tr);
}

static int __init boottime_init(void)
{
	struct xbc_node *top = xbc_find_node("ftrace"), *instances, *node;

	if (!top)
		return 0;
	instances = xbc_node_find_subkey(top, "instance");
	boottime_define_all(top, instances);
	boottime_instance(&instance_global, top);
	if (instances)
		xbc_node_for_each_subkey(instances, node)
			boottime_instance_named(node);
	return 0;
}

/* After the dynamic events and the tracers, which are registered by core_initcall(). */
core_initcall_sync(boottime_init);
