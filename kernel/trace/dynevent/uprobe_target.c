// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: the processes whose memory has the breakpoints of an event.
 *
 * An event that is enabled in an instance, or that a perf counter counts in all
 * tasks, is wanted in every process. If there are only perf counters of single tasks,
 * it is wanted in the processes of these tasks: no other process traps.
 *
 * The uprobe core asks uprobe_target_filter() when a process maps the file, and for
 * each process that has mapped it when uprobe_apply() tells of a change. A child
 * inherits the breakpoints of its parent with the memory; its first hit removes them
 * if they are not wanted there.
 *
 * Locking: event_mutex serialises changes. trace_probe_tasks::lock, which the filter
 * takes, is nested in the locks of the memory map.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "uprobe.h"

/* Whether a counter of a single task wants @mm. Context: tasks->lock held. */
static bool uprobe_target_has(const struct trace_probe_tasks *tasks,
			      const struct mm_struct *mm)
{
	struct perf_event *counter;

	list_for_each_entry(counter, &tasks->counters, hw.tp_list) {
		if (READ_ONCE(counter->hw.target->mm) == mm)
			return true;
	}
	return false;
}

/**
 * uprobe_target_filter - uprobe_consumer::filter
 * @consumer: the consumer of a trace_uprobe
 * @mm: memory of a process
 *
 * Context: task; mmap_lock of @mm may be held.
 * Return: true if hits in @mm are wanted.
 */
bool uprobe_target_filter(struct uprobe_consumer *consumer, struct mm_struct *mm)
{
	struct trace_uprobe *up = container_of(consumer, struct trace_uprobe, consumer);
	struct trace_probe_tasks *tasks = &up->tp.tpe->tasks;
	bool wanted;

	if (READ_ONCE(tasks->all))
		return true;
	read_lock(&tasks->lock);
	wanted = tasks->all || uprobe_target_has(tasks, mm);
	read_unlock(&tasks->lock);
	return wanted;
}

/*
 * Add or remove a user. Return: true if no process has to get or lose its breakpoints.
 * A counter with a parent belongs to a task that is being created: the memory that it
 * shares with, or copies from, its creator has them.
 */
static bool uprobe_target_update(struct trace_probe_tasks *tasks,
				 struct perf_event *counter, bool on)
{
	struct task_struct *task = counter ? counter->hw.target : NULL;
	bool other;

	write_lock(&tasks->lock);
	if (!task) {
		other = on ? tasks->all++ : --tasks->all;
	} else {
		if (!on)
			list_del(&counter->hw.tp_list);
		other = tasks->all || (on ? !!counter->parent : !!(task->flags & PF_EXITING)) ||
			uprobe_target_has(tasks, task->mm);
		if (on)
			list_add(&counter->hw.tp_list, &tasks->counters);
	}
	write_unlock(&tasks->lock);
	return other;
}

/* Insert or remove breakpoints. A location that is not registered has none. */
static int uprobe_target_apply(struct trace_probe_event *tpe, bool on)
{
	struct trace_uprobe *up;
	struct trace_probe *tp;
	int ret = 0;

	list_for_each_entry(tp, &tpe->probes, sibling) {
		up = uprobe_event_of(tp);
		if (up->uprobe)
			ret = uprobe_apply(up->uprobe, &up->consumer, on);
		if (ret && on)
			break;
	}
	return ret;
}

/**
 * uprobe_target_change - trace_probe_type::target
 * @tpe: the event
 * @counter: the perf counter that wants the event in its task, or in all tasks; NULL
 *	for the instances, which want it in all tasks
 * @on: false if it no longer does
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; an errno of uprobe_apply() if breakpoints cannot be inserted: nothing has
 * changed then.
 */
int uprobe_target_change(struct trace_probe_event *tpe, struct perf_event *counter,
			 bool on)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (uprobe_target_update(&tpe->tasks, counter, on))
		return 0;
	ret = uprobe_target_apply(tpe, on);
	if (!on)
		return 0;
	if (ret)
		uprobe_target_change(tpe, counter, false);
	return ret;
}
