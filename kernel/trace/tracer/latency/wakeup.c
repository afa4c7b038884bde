// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers wakeup, wakeup_rt and wakeup_dl: the longest time between the
 * wake-up of a task and its first step.
 *
 * One task at a time is looked at: the most urgent of the kind. A more urgent
 * one that is woken meanwhile takes its place. When it runs, its latency is told,
 * with the trace of the CPU that it waited for, and of the others.
 */
#include <linux/init.h>
#include <linux/sched/deadline.h>
#include <linux/sched/rt.h>
#include <linux/sched/task.h>
#include <linux/stacktrace.h>

#include <trace/events/sched.h>

#include "latency.h"
#include "../switch.h"

#define WAKEUP_STACK	64

/**
 * struct wakeup - the tracer in an instance
 * @lat: what all latency tracers have; the CPU of @task is inside
 * @wanted: is this a task of the kind?
 * @lock: of all that follows; raw, interrupts off
 * @task: the one that was woken, or NULL
 * @cpu: where it is to run
 * @start: when it was woken, by the instance's clock
 * @stack: room for the way to who wakes it, or to who lets it run
 */
struct wakeup {
	struct latency		*lat;
	bool (*wanted)(const struct task_struct *task);
	raw_spinlock_t		lock;	/* see above */
	struct task_struct	*task;
	int			cpu;
	u64			start;
	unsigned long		stack[WAKEUP_STACK];
};

static bool wakeup_wants_any(const struct task_struct *task)
{
	return true;
}

static bool wakeup_wants_rt(const struct task_struct *task)
{
	return rt_or_dl_prio(task->prio);
}

static bool wakeup_wants_dl(const struct task_struct *task)
{
	return dl_prio(task->prio);
}

/*
 * Where the tracepoint was hit: the stack without the frames of probes, of which
 * the last is that with @probe. Into wk->stack. How much there is of it.
 */
static unsigned int wakeup_walk(struct wakeup *wk, unsigned long probe)
{
	unsigned int count, i;

	lockdep_assert_held(&wk->lock);

	count = stack_trace_save(wk->stack, WAKEUP_STACK, 0);
	for (i = 0; i < count; i++) {
		if (wk->stack[i] != probe)
			continue;
		count -= i + 1;
		memmove(wk->stack, wk->stack + i + 1, count * sizeof(*wk->stack));
		break;
	}
	return count;
}

static void wakeup_record_stack(struct wakeup *wk, unsigned int count,
				unsigned int context)
{
	instance_stack_saved(wk->lat->tr->ring, context, wk->stack, count);
}

/* Who called whom there. */
static void wakeup_record_call(struct wakeup *wk, unsigned int count,
			       unsigned int context)
{
	latency_add_record(wk->lat, count ? wk->stack[0] : 0,
			   count > 1 ? wk->stack[1] : 0, context);
}

static void wakeup_move(struct wakeup *wk, int cpu)
{
	latency_cpu_set(wk->lat, wk->cpu, false);
	wk->cpu = cpu;
	latency_cpu_set(wk->lat, cpu, true);
}

static void wakeup_forget(struct wakeup *wk)
{
	lockdep_assert_held(&wk->lock);

	if (!wk->task)
		return;
	latency_cpu_set(wk->lat, wk->cpu, false);
	put_task_struct(wk->task);
	wk->task = NULL;
}

/*
 * Is @task more urgent than the one looked at, and than who wakes it? A deadline
 * task that waits is never displaced: of two the earlier one counts.
 */
static bool wakeup_is_urgent(const struct wakeup *wk,
			     const struct task_struct *task)
{
	if (!wk->wanted(task))
		return false;
	if (wk->task && (dl_task(wk->task) || task->prio >= wk->task->prio))
		return false;
	return dl_prio(task->prio) || task->prio < current->prio;
}

/* Context: interrupts off, preemption off once by the tracepoint. */
static notrace void wakeup_woken(void *data, struct task_struct *task)
{
	struct wakeup *wk = data;
	struct latency *lat = wk->lat;
	unsigned int context, count;
	unsigned long flags;

	if (!latency_is_on(lat) || !wakeup_is_urgent(wk, task))
		return;
	context = event_context_probe();
	raw_spin_lock_irqsave(&wk->lock, flags);
	if (wakeup_is_urgent(wk, task)) {
		wakeup_forget(wk);
		wk->task = get_task_struct(task);
		count = wakeup_walk(wk, CALLER_ADDR0);
		wk->start = latency_now(lat);
		switch_record(lat->tr->ring, TRACE_WAKE, current, task, context);
		wakeup_record_stack(wk, count, context);
		wakeup_record_call(wk, count, context);
		/* From here on: what is above is not of the latency. */
		wakeup_move(wk, task_cpu(task));
	}
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

/* @task runs: how long did it wait? */
static void wakeup_runs(struct wakeup *wk, struct task_struct *prev,
			struct task_struct *next, unsigned long probe,
			unsigned int context)
{
	struct latency *lat = wk->lat;
	struct instance_max max = {
		.latency = latency_now(lat) - wk->start,
		.start = wk->start,
		.cpu = wk->cpu,
	};
	unsigned int count;

	/* What this calls is not of the latency any more. */
	latency_cpu_set(lat, wk->cpu, false);
	count = wakeup_walk(wk, probe);
	wakeup_record_call(wk, count, context);
	switch_record(lat->tr->ring, TRACE_CTX, prev, next, context);
	wakeup_record_stack(wk, count, context);
	if ((s64)max.latency > 0)
		instance_max_take(lat->tr, &max, next, RING_BUFFER_ALL_CPUS);
}

static notrace void wakeup_switch(void *data, bool preempt,
				  struct task_struct *prev,
				  struct task_struct *next,
				  unsigned int prev_state)
{
	struct wakeup *wk = data;
	unsigned int context;
	unsigned long flags;

	if (READ_ONCE(wk->task) != next)
		return;
	context = event_context_probe();
	raw_spin_lock_irqsave(&wk->lock, flags);
	if (wk->task == next) {
		if (latency_is_on(wk->lat))
			wakeup_runs(wk, prev, next, CALLER_ADDR0, context);
		wakeup_forget(wk);
	}
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

static notrace void wakeup_migrate(void *data, struct task_struct *task, int cpu)
{
	struct wakeup *wk = data;
	unsigned long flags;

	if (READ_ONCE(wk->task) != task)
		return;
	raw_spin_lock_irqsave(&wk->lock, flags);
	if (wk->task == task)
		wakeup_move(wk, cpu);
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

static int wakeup_start(struct latency *lat, bool (*wanted)(const struct task_struct *))
{
	struct wakeup *wk = lat->state;
	int ret;

	wk->lat = lat;
	raw_spin_lock_init(&wk->lock);
	wk->wanted = wanted;
	ret = register_trace_sched_wakeup(wakeup_woken, wk);
	ret = ret ?: register_trace_sched_wakeup_new(wakeup_woken, wk);
	ret = ret ?: register_trace_sched_migrate_task(wakeup_migrate, wk);
	return ret ?: register_trace_sched_switch(wakeup_switch, wk);
}

/* Called also after a start that failed half-way. */
static void wakeup_stop(struct latency *lat)
{
	struct wakeup *wk = lat->state;

	if (!wk->lat)
		return;
	unregister_trace_sched_switch(wakeup_switch, wk);
	unregister_trace_sched_migrate_task(wakeup_migrate, wk);
	unregister_trace_sched_wakeup_new(wakeup_woken, wk);
	unregister_trace_sched_wakeup(wakeup_woken, wk);
	tracepoint_synchronize_unregister();
	raw_spin_lock_irq(&wk->lock);
	wakeup_forget(wk);
	raw_spin_unlock_irq(&wk->lock);
}

static int wakeup_start_any(struct latency *lat)
{
	return wakeup_start(lat, wakeup_wants_any);
}

static int wakeup_start_rt(struct latency *lat)
{
	return wakeup_start(lat, wakeup_wants_rt);
}

static int wakeup_start_dl(struct latency *lat)
{
	return wakeup_start(lat, wakeup_wants_dl);
}

#define WAKEUP_KIND(_name, _start) {					\
	.tracer = LATENCY_TRACER(_name),				\
	.marks = true,							\
	.state_size = sizeof(struct wakeup),				\
	.start = _start,						\
	.stop = wakeup_stop,						\
}

static struct latency_kind wakeup_kinds[] = {
	WAKEUP_KIND("wakeup", wakeup_start_any),
	WAKEUP_KIND("wakeup_rt", wakeup_start_rt),
	WAKEUP_KIND("wakeup_dl", wakeup_start_dl),
};

static int __init wakeup_init(void)
{
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(wakeup_kinds) && !ret; i++)
		ret = instance_tracer_register(&wakeup_kinds[i].tracer);
	return ret;
}
core_initcall(wakeup_init);
