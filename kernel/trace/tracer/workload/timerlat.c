// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer timerlat: measures the latency of a timer's interrupt, and of the
 * thread that the interrupt wakes.
 *
 * The thread is a kernel thread or, without the option OSNOISE_WORKLOAD, a task of
 * user space that reads per_cpu/cpuN/timerlat_fd: see timerlat_fd.c.
 */
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/stacktrace.h>
#include <uapi/linux/sched/types.h>

#include "timerlat.h"

#define TIMERLAT_PRIORITY	95

DEFINE_PER_CPU(struct timerlat_cpu, timerlat_cpus);

static void timerlat_record(struct timerlat_cpu *tc, enum timerlat_context where,
			    u64 latency)
{
	struct ring_buffer_event *event;
	struct event_timerlat *rec;
	struct workload_user *user;
	unsigned int context;

	preempt_disable_notrace();
	context = event_context_probe();
	workload_for_each(user, &timerlat_workload) {
		struct trace_buffer *ring = user->tr->ring;

		rec = event_emit_begin(ring, TRACE_TIMERLAT, sizeof(*rec),
				       context, &event);
		if (!rec)
			continue;
		rec->seqnum = tc->seq;
		rec->context = where;
		rec->timer_latency = latency;
		event_emit_end(ring);
	}
	preempt_enable_notrace();
}

/*
 * Update the maximum latency of each instance, which wakes tasks that poll for it.
 */
static void timerlat_update_max(u64 latency)
{
	struct instance_max max = {
		.latency = latency,
		.cpu = raw_smp_processor_id(),
	};
	struct workload_user *user;
	unsigned long flags;

	local_irq_save(flags);
	workload_for_each(user, &timerlat_workload) {
		if (latency > READ_ONCE(user->tr->max.last.latency))
			instance_max_update(user->tr, &max, current, max.cpu);
	}
	local_irq_restore(flags);
}

/* Record the stack that the timer's interrupt has interrupted. */
static void timerlat_print_stack(struct timerlat_cpu *tc)
{
	struct workload_user *user;

	preempt_disable_notrace();
	workload_for_each(user, &timerlat_workload)
		instance_stack_saved(user->tr->ring, event_context_probe(),
				     tc->stack, tc->depth);
	preempt_enable_notrace();
}

static int timerlat_main(void *unused);

static void timerlat_stop(struct timerlat_cpu *tc, u64 latency, unsigned long ip)
{
	osnoise_stop(&timerlat_workload, ip);
	timerlat_update_max(latency);
}

static enum hrtimer_restart timerlat_irq(struct hrtimer *timer)
{
	struct timerlat_cpu *tc = container_of(timer, struct timerlat_cpu, timer);
	u64 latency = ktime_get() - tc->due;
	struct task_struct *task;

	interference_thread_restart();
	tc->seq++;
	timerlat_record(tc, TIMERLAT_IRQ, latency);
	tc->depth = 0;
	if (READ_ONCE(osnoise_settings.print_stack))
		tc->depth = stack_trace_save(tc->stack, TIMERLAT_STACK, 0);
	if (osnoise_exceeds(latency, READ_ONCE(osnoise_settings.stop))) {
		if (tc->depth)
			timerlat_print_stack(tc);
		timerlat_stop(tc, latency, (unsigned long)timerlat_irq);
	}
	WRITE_ONCE(tc->fired, true);
	task = READ_ONCE(tc->task);
	if (task)
		wake_up_process(task);
	return HRTIMER_NORESTART;
}

/*
 * The next activation that is aligned: all CPUs count periods from the same time, and
 * each CPU of the file osnoise/cpus is later than the one before it by the setting.
 */
static u64 timerlat_aligned(u64 now, u64 period)
{
	u64 align = READ_ONCE(osnoise_settings.timerlat_align) * NSEC_PER_USEC;
	unsigned int cpu, before = 0;
	u64 phase, offset;

	for_each_cpu(cpu, &osnoise_cpus) {
		if (cpu >= raw_smp_processor_id())
			break;
		before++;
	}
	div64_u64_rem(now, period, &phase);
	div64_u64_rem(align * before, period, &offset);
	return now - phase + offset + (offset <= phase ? period : 0);
}

static u64 timerlat_next(const struct timerlat_cpu *tc, u64 now)
{
	u64 period = READ_ONCE(osnoise_settings.timerlat_period) * NSEC_PER_USEC;
	u64 due = tc->due + period;

	if (osnoise_option(OSNOISE_TIMERLAT_ALIGN))
		return timerlat_aligned(now, period);
	/* Skip activations whose time has already passed. */
	if (due <= now)
		due += (div64_u64(now - due, period) + 1) * period;
	return due;
}

/**
 * timerlat_thread_wait - sleep until the next activation
 * @tc: the CPU of the current thread
 *
 * Context: task, may sleep.
 * Return: false if the thread was woken by a signal, or is to be stopped.
 */
bool timerlat_thread_wait(struct timerlat_cpu *tc)
{
	tc->due = timerlat_next(tc, ktime_get());
	tc->fired = false;
	hrtimer_start(&tc->timer, tc->due, HRTIMER_MODE_ABS_PINNED_HARD);
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(tc->fired) || READ_ONCE(tc->task) != current ||
		    signal_pending(current) ||
		    ((current->flags & PF_KTHREAD) && kthread_should_stop()))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	if (READ_ONCE(tc->fired))
		return true;
	hrtimer_cancel(&tc->timer);
	return false;
}

/**
 * timerlat_thread_woken - record the latency of the current thread
 * @tc: the CPU of the current thread
 * @where: TIMERLAT_THREAD or TIMERLAT_USER
 *
 * Context: task.
 */
void timerlat_thread_woken(struct timerlat_cpu *tc, enum timerlat_context where)
{
	u64 latency = ktime_get() - tc->due;
	u64 print_stack = READ_ONCE(osnoise_settings.print_stack);

	timerlat_record(tc, where, latency);
	timerlat_update_max(latency);
	if (tc->depth && osnoise_exceeds(latency, print_stack))
		timerlat_print_stack(tc);
	if (osnoise_exceeds(latency, READ_ONCE(osnoise_settings.stop_total)))
		timerlat_stop(tc, latency, (unsigned long)timerlat_main);
}

/**
 * timerlat_thread_begin - make the current task the thread of a CPU
 * @tc: the CPU, to which the task is bound
 *
 * Context: task; for a task of user space workload_lock held.
 */
void timerlat_thread_begin(struct timerlat_cpu *tc)
{
	hrtimer_init(&tc->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	tc->timer.function = timerlat_irq;
	tc->seq = 0;
	tc->due = ktime_get();
	WRITE_ONCE(tc->task, get_task_struct(current));
	interference_target_set(INTERFERENCE_TIMERLAT);
	interference_events_get(raw_smp_processor_id());
}

/**
 * timerlat_thread_end - stop the timer and clear the thread of a CPU
 * @tc: state of the CPU
 * @cpu: the CPU
 *
 * Does nothing if the CPU has no thread.
 *
 * Context: task, may sleep; for a task of user space workload_lock held.
 */
void timerlat_thread_end(struct timerlat_cpu *tc, int cpu)
{
	struct task_struct *task = xchg(&tc->task, NULL);

	if (!task)
		return;
	/*
	 * A task that starts the timer from now on finds in timerlat_thread_wait()
	 * that it is no longer the thread, and cancels the timer.
	 */
	hrtimer_cancel(&tc->timer);
	interference_target_clear(INTERFERENCE_TIMERLAT, cpu);
	interference_events_put(cpu);
	put_task_struct(task);
}

static int timerlat_main(void *unused)
{
	struct sched_param param = { .sched_priority = TIMERLAT_PRIORITY };
	struct timerlat_cpu *tc;

	migrate_disable();
	tc = this_cpu_ptr(&timerlat_cpus);
	sched_setscheduler_nocheck(current, SCHED_FIFO, &param);
	timerlat_thread_begin(tc);
	while (!kthread_should_stop()) {
		if (timerlat_thread_wait(tc))
			timerlat_thread_woken(tc, TIMERLAT_THREAD);
	}
	timerlat_thread_end(tc, smp_processor_id());
	migrate_enable();
	return 0;
}

/* The kernel thread has ended by now. A task of user space is killed. */
static void timerlat_stopped(int cpu)
{
	struct timerlat_cpu *tc = per_cpu_ptr(&timerlat_cpus, cpu);
	struct task_struct *task;

	lockdep_assert_held(&workload_lock);

	task = READ_ONCE(tc->task);
	if (!task)
		return;
	send_sig(SIGKILL, task, 1);
	tc->file = NULL;
	timerlat_thread_end(tc, cpu);
}

struct workload timerlat_workload = {
	.name = "timerlat",
	.threads = osnoise_threads,
	.cpus = osnoise_cpus_get,
	.begin = interference_get,
	.end = interference_put,
	.run = timerlat_main,
	.stopped = timerlat_stopped,
};

static int timerlat_attach(struct trace_array *tr)
{
	return workload_attach(&timerlat_workload, tr);
}

static void timerlat_detach(struct trace_array *tr)
{
	workload_detach(&timerlat_workload, tr);
}

static struct tracer timerlat_tracer = {
	.entry = { .name = "timerlat" },
	.start = timerlat_attach,
	.stop = timerlat_detach,
	.print_header = timerlat_header,
};

static int __init timerlat_init(void)
{
	int ret;

	ret = workload_register(&timerlat_workload);
	return ret ?: instance_tracer_register(&timerlat_tracer);
}
core_initcall(timerlat_init);
