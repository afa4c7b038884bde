// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers wakeup, wakeup_rt and wakeup_dl: measure the longest time between the
 * wakeup of a task and the moment when it is scheduled.
 *
 * One task at a time is measured: the one with the highest priority of the tracer's
 * kind. It is replaced by a task of higher priority that is woken in the meantime.
 * When the task is scheduled, the latency and the trace of all CPUs are saved if it
 * is a new maximum.
 */
#include <linux/init.h>
#include <linux/sched/deadline.h>
#include <linux/sched/rt.h>
#include <linux/sched/task.h>
#include <linux/stacktrace.h>

#include <trace/events/sched.h>

#include "latency.h"
#include "../sched_switch.h"

#define WAKEUP_STACK	64

/**
 * struct wakeup - the tracer in an instance: latency.state
 * @lat: the latency tracer; the CPU of @task is active
 * @match: test whether the tracer measures this kind of task
 * @lock: protects the members below; taken with interrupts disabled
 * @task: the task being measured, with a reference, or NULL
 * @cpu: CPU on which @task is to run
 * @start: time of its wakeup, by the instance's clock
 * @stack: stack of the wakeup or of the context switch
 */
struct wakeup {
	struct latency		*lat;
	bool (*match)(const struct task_struct *task);
	raw_spinlock_t		lock;	/* protects the members below */
	struct task_struct	*task;
	int			cpu;
	u64			start;
	unsigned long		stack[WAKEUP_STACK];
};

static bool wakeup_match_any(const struct task_struct *task)
{
	return true;
}

static bool wakeup_match_rt(const struct task_struct *task)
{
	return rt_or_dl_prio(task->prio);
}

static bool wakeup_match_dl(const struct task_struct *task)
{
	return dl_prio(task->prio);
}

/*
 * Save the stack of the tracepoint in wk->stack, without the frames of the probe, of
 * which the last has the address @probe. Returns the number of entries.
 */
static unsigned int wakeup_save_stack(struct wakeup *wk, unsigned long probe)
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

/* Record the innermost call on the saved stack. */
static void wakeup_record_call(struct wakeup *wk, unsigned int count,
			       unsigned int context)
{
	latency_add_record(wk->lat, count ? wk->stack[0] : 0,
			   count > 1 ? wk->stack[1] : 0, context);
}

static void wakeup_set_cpu(struct wakeup *wk, int cpu)
{
	latency_cpu_set(wk->lat, wk->cpu, false);
	wk->cpu = cpu;
	latency_cpu_set(wk->lat, cpu, true);
}

static void wakeup_clear_task(struct wakeup *wk)
{
	lockdep_assert_held(&wk->lock);

	if (!wk->task)
		return;
	latency_cpu_set(wk->lat, wk->cpu, false);
	put_task_struct(wk->task);
	wk->task = NULL;
}

/*
 * Test whether @task has a higher priority than the task being measured and than the
 * current one. A deadline task that is being measured is never replaced.
 */
static bool wakeup_is_urgent(const struct wakeup *wk,
			     const struct task_struct *task)
{
	if (!wk->match(task))
		return false;
	if (wk->task && (dl_task(wk->task) || task->prio >= wk->task->prio))
		return false;
	return dl_prio(task->prio) || task->prio < current->prio;
}

/* Context: interrupts disabled, preemption disabled once by the tracepoint. */
static notrace void wakeup_probe_wakeup(void *data, struct task_struct *task)
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
		wakeup_clear_task(wk);
		wk->task = get_task_struct(task);
		count = wakeup_save_stack(wk, CALLER_ADDR0);
		wk->start = latency_now(lat);
		sched_switch_record(lat->tr->ring, TRACE_WAKE, current, task, context);
		wakeup_record_stack(wk, count, context);
		wakeup_record_call(wk, count, context);
		/* The calls above are not part of the latency. */
		wakeup_set_cpu(wk, task_cpu(task));
	}
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

/* The task is scheduled: record the end of the latency, and save a new maximum. */
static void wakeup_finish(struct wakeup *wk, struct task_struct *prev,
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

	/* The calls below are not part of the latency. */
	latency_cpu_set(lat, wk->cpu, false);
	count = wakeup_save_stack(wk, probe);
	wakeup_record_call(wk, count, context);
	sched_switch_record(lat->tr->ring, TRACE_CTX, prev, next, context);
	wakeup_record_stack(wk, count, context);
	if ((s64)max.latency > 0)
		instance_max_update(lat->tr, &max, next, RING_BUFFER_ALL_CPUS);
}

static notrace void wakeup_probe_switch(void *data, bool preempt,
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
			wakeup_finish(wk, prev, next, CALLER_ADDR0, context);
		wakeup_clear_task(wk);
	}
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

static notrace void wakeup_probe_migrate(void *data, struct task_struct *task, int cpu)
{
	struct wakeup *wk = data;
	unsigned long flags;

	if (READ_ONCE(wk->task) != task)
		return;
	raw_spin_lock_irqsave(&wk->lock, flags);
	if (wk->task == task)
		wakeup_set_cpu(wk, cpu);
	raw_spin_unlock_irqrestore(&wk->lock, flags);
}

static int wakeup_start(struct latency *lat, bool (*match)(const struct task_struct *))
{
	struct wakeup *wk = lat->state;
	int ret;

	wk->lat = lat;
	raw_spin_lock_init(&wk->lock);
	wk->match = match;
	ret = register_trace_sched_wakeup(wakeup_probe_wakeup, wk);
	ret = ret ?: register_trace_sched_wakeup_new(wakeup_probe_wakeup, wk);
	ret = ret ?: register_trace_sched_migrate_task(wakeup_probe_migrate, wk);
	return ret ?: register_trace_sched_switch(wakeup_probe_switch, wk);
}

/* Called also after a start that failed halfway. */
static void wakeup_stop(struct latency *lat)
{
	struct wakeup *wk = lat->state;

	if (!wk->lat)
		return;
	unregister_trace_sched_switch(wakeup_probe_switch, wk);
	unregister_trace_sched_migrate_task(wakeup_probe_migrate, wk);
	unregister_trace_sched_wakeup_new(wakeup_probe_wakeup, wk);
	unregister_trace_sched_wakeup(wakeup_probe_wakeup, wk);
}

/* Release the task whose wakeup was the last one. */
static void wakeup_free(struct latency *lat)
{
	struct wakeup *wk = lat->state;

	if (!wk->lat)
		return;
	raw_spin_lock_irq(&wk->lock);
	wakeup_clear_task(wk);
	raw_spin_unlock_irq(&wk->lock);
}

static int wakeup_start_any(struct latency *lat)
{
	return wakeup_start(lat, wakeup_match_any);
}

static int wakeup_start_rt(struct latency *lat)
{
	return wakeup_start(lat, wakeup_match_rt);
}

static int wakeup_start_dl(struct latency *lat)
{
	return wakeup_start(lat, wakeup_match_dl);
}

#define WAKEUP_KIND(_name, _start) {					\
	.tracer = LATENCY_TRACER(_name),				\
	.delay_marks = true,						\
	.state_size = sizeof(struct wakeup),				\
	.start = _start,						\
	.stop = wakeup_stop,						\
	.free = wakeup_free,						\
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
