// SPDX-License-Identifier: GPL-2.0
/*
 * The instances that record what is written to trace_marker and trace_marker_raw of the
 * global instance: those with the option copy_trace_marker.
 *
 * Usually that is the global instance alone. INSTANCE_OPT_MARKS_DIRECT tells a writer so, in
 * place of the option markers, which makes the usual case as cheap as without the option.
 *
 * An instance is added to instance_mark_list when the option is set for the first time, and
 * remains there until it is removed: a reader of the list may still refer to an entry when
 * the option is cleared, so that the entry could not be added again at once.
 */
#include <linux/build_bug.h>
#include <linux/rculist.h>

#include "internal.h"

LIST_HEAD(instance_mark_list);

static_assert(INSTANCE_OPTION_COUNT < INSTANCE_OPT_MARKS_DIRECT);

/* Test whether the marks of the global instance are recorded there and nowhere else. */
static bool instance_marks_global_alone(void)
{
	struct trace_array *pos;

	list_for_each_entry(pos, &instance_mark_list, mark_node) {
		if (instance_option(pos, INSTANCE_OPT_COPY_MARKER) != instance_is_global(pos))
			return false;
	}
	return true;
}

/**
 * instance_marks_update - update INSTANCE_OPT_MARKS_DIRECT after an option was changed
 * @tr: the instance whose option markers or copy_trace_marker was changed
 *
 * Context: task; instance_lock held, except at boot.
 */
void instance_marks_update(struct trace_array *tr)
{
	bool on = instance_option(&instance_global, INSTANCE_OPT_MARKERS);

	if (!instance_is_global(tr))
		instance_option_store(tr, INSTANCE_OPT_MARKS_DIRECT,
				      instance_option(tr, INSTANCE_OPT_MARKERS));
	instance_option_store(&instance_global, INSTANCE_OPT_MARKS_DIRECT,
			      on && instance_marks_global_alone());
}

/**
 * instance_marks_copy - the option copy_trace_marker was changed
 * @tr: the instance
 * @on: the option is set
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0, or -ENOMEM if the ring buffer cannot be resized to its full size.
 */
int instance_marks_copy(struct trace_array *tr, bool on)
{
	int ret;

	if (on && !instance_is_global(tr)) {
		ret = instance_expand(tr);
		if (ret)
			return ret;
		if (list_empty(&tr->mark_node))
			list_add_tail_rcu(&tr->mark_node, &instance_mark_list);
	}
	instance_marks_update(tr);
	return 0;
}

/**
 * instance_marks_create - set up the state of marks in a new instance
 * @tr: the instance, whose options have their first values
 *
 * Context: task; instance_lock held, except for the global instance at boot.
 */
void instance_marks_create(struct trace_array *tr)
{
	INIT_LIST_HEAD(&tr->mark_node);
	if (instance_is_global(tr))
		list_add_tail(&tr->mark_node, &instance_mark_list);
	instance_marks_update(tr);
}

/**
 * instance_marks_remove - copy no more marks into an instance
 * @tr: the instance, which is freed after an RCU grace period
 *
 * Context: task; instance_lock held.
 */
void instance_marks_remove(struct trace_array *tr)
{
	if (list_empty(&tr->mark_node))
		return;
	list_del_rcu(&tr->mark_node);
	instance_marks_update(tr);
}
