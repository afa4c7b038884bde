// SPDX-License-Identifier: GPL-2.0
/*
 * A sink for all markers: connects a probe to every marker that exists when the module is
 * loaded, using only the names and formats of the markers, and counts the calls.
 */
#include <linux/list.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

/**
 * struct sink - a marker with a probe of this module
 * @node: entry in the list of sinks
 * @count: number of calls of the probe
 * @name: name of the marker
 */
struct sink {
	struct list_head node;
	atomic_t count;
	char name[];
};

static LIST_HEAD(sinks);

static void sink_probe(const struct marker *marker, void *private,
		       const char *format, ...)
{
	struct sink *sink = private;

	atomic_inc(&sink->count);
}

static int sink_connect(const struct marker_iter *iter)
{
	struct sink *sink;
	int ret;

	sink = kzalloc(struct_size(sink, name, strlen(iter->name) + 1),
		       GFP_KERNEL);
	if (!sink)
		return -ENOMEM;
	memcpy(sink->name, iter->name, strlen(iter->name) + 1);
	ret = marker_probe_register(iter->name, iter->format, sink_probe, sink);
	if (ret) {
		kfree(sink);
		return ret;
	}
	list_add_tail(&sink->node, &sinks);
	pr_info("sink-example: %s \"%s\" of %s\n", iter->name, iter->format,
		*iter->module ? iter->module : "the kernel");
	return marker_arm(sink->name);
}

/* The iterator returns a marker once per module; the entries of a name are adjacent. */
static bool sink_is_known(const char *name)
{
	struct sink *last;

	if (list_empty(&sinks))
		return false;
	last = list_last_entry(&sinks, struct sink, node);
	return !strcmp(last->name, name);
}

/* Arming is counted, because other probes may be connected: disarm each marker once. */
static void sink_disconnect_all(void)
{
	struct sink *sink, *next;

	list_for_each_entry(sink, &sinks, node) {
		marker_disarm(sink->name);
		marker_probe_unregister(sink->name, sink_probe, sink);
	}
	marker_synchronize_unregister();
	list_for_each_entry_safe(sink, next, &sinks, node) {
		pr_info("sink-example: %s fired %d times\n", sink->name,
			atomic_read(&sink->count));
		kfree(sink);
	}
}

static int __init sink_init(void)
{
	struct marker_iter iter;
	bool more;
	int ret = 0;

	for (more = marker_iter_start(&iter); more && !ret;
	     more = marker_iter_next(&iter)) {
		if (!sink_is_known(iter.name))
			ret = sink_connect(&iter);
	}
	marker_iter_stop(&iter);
	if (ret)
		sink_disconnect_all();
	return ret;
}
module_init(sink_init);

static void __exit sink_exit(void)
{
	sink_disconnect_all();
}
module_exit(sink_exit);

MODULE_DESCRIPTION("A sink that connects to all markers");
MODULE_LICENSE("GPL");
