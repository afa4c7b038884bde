// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer osnoise: measures how much time of a CPU the system takes from a
 * thread that is always runnable.
 *
 * The thread reads the clock in a loop. A gap between two readings is noise. If an
 * NMI, interrupt, softirq or thread ran in the meantime (interference.c), it has
 * caused the noise; otherwise the hardware has.
 */
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/panic.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sprintf.h>
#include <linux/trace_clock.h>

#include "osnoise.h"

/* Minimum gap in ns that is noise if tracing_thresh is not set. */
#define OSNOISE_THRESH		NSEC_PER_USEC

/* Interval in ns at which the thread lets others of its priority run. */
#define OSNOISE_YIELD		NSEC_PER_MSEC

struct osnoise_settings osnoise_settings = {
	.period = USEC_PER_SEC,
	.runtime = USEC_PER_SEC,
	.timerlat_period = USEC_PER_MSEC,
	.options = OSNOISE_OPTIONS_DEFAULT,
};

struct cpumask osnoise_cpus;

/**
 * osnoise_threads - workload.threads of osnoise and timerlat
 *
 * Context: task; workload_lock held.
 * Return: WORKLOAD_NONE if user space provides the workload.
 */
enum workload_threads osnoise_threads(void)
{
	return osnoise_option(OSNOISE_WORKLOAD) ? WORKLOAD_PER_CPU : WORKLOAD_NONE;
}

/**
 * osnoise_cpus_get - workload.cpus of osnoise and timerlat
 * @mask: set to the CPUs in the file osnoise/cpus
 *
 * Context: task; workload_lock held.
 */
void osnoise_cpus_get(struct cpumask *mask)
{
	lockdep_assert_held(&workload_lock);

	cpumask_copy(mask, &osnoise_cpus);
}

/**
 * osnoise_stop - stop tracing because a limit is exceeded
 * @wl: osnoise or timerlat
 * @ip: address of the function whose name is printed with the message
 *
 * Context: any except NMI.
 */
void osnoise_stop(struct workload *wl, unsigned long ip)
{
	char text[48];

	snprintf(text, sizeof(text), "stop tracing hit on cpu %d\n",
		 raw_smp_processor_id());
	workload_stop_tracing(wl, ip, text);
	if (osnoise_option(OSNOISE_PANIC_ON_STOP))
		panic("tracer hit stop condition on CPU %d\n",
		      raw_smp_processor_id());
}

/*
 * Threshold in ns: of the instance, or else of the global instance, or the default.
 */
static u64 osnoise_thresh(const struct workload_user *user)
{
	return READ_ONCE(user->tr->max.thresh) ?:
	       READ_ONCE(instance_global.max.thresh) ?: OSNOISE_THRESH;
}

static int osnoise_main(void *unused);

/* Each instance has a threshold. The event is triggered for the lowest one. */
static noinline void osnoise_record_gap(u64 start, u64 gap, unsigned long events)
{
	struct workload_user *user;
	struct workload_sum *sum;
	bool noise = false;

	preempt_disable_notrace();
	workload_for_each(user, &osnoise_workload) {
		if (gap < osnoise_thresh(user))
			continue;
		noise = true;
		sum = this_cpu_ptr(user->sums);
		sum->noise += gap;
		sum->max = max(sum->max, gap);
		sum->hw += !events;
	}
	preempt_enable_notrace();
	if (!noise)
		return;
	interference_sample_event(start, gap, events);
	if (osnoise_exceeds(gap, READ_ONCE(osnoise_settings.stop)))
		osnoise_stop(&osnoise_workload, (unsigned long)osnoise_main);
}

/* Report a quiescent state to RCU and let tasks of the same priority run. */
static void osnoise_yield(unsigned long options)
{
	unsigned long flags;

	local_irq_save(flags);
	rcu_momentary_eqs();
	local_irq_restore(flags);
	if (!(options & (BIT(OSNOISE_IRQ_DISABLE) | BIT(OSNOISE_PREEMPT_DISABLE))))
		cond_resched_tasks_rcu_qs();
}

/* Measure for @runtime ns. Returns the time that was spent. */
static u64 osnoise_sample(u64 runtime, unsigned long options)
{
	struct interference_snapshot last = interference_read(), now;
	u64 start = last.time, yield = start;

	do {
		if (!IS_ENABLED(CONFIG_PREEMPTION) && need_resched() &&
		    !(options & (BIT(OSNOISE_IRQ_DISABLE) |
				 BIT(OSNOISE_PREEMPT_DISABLE))))
			cond_resched();
		now = interference_read();
		if (now.time - last.time >= NSEC_PER_USEC)
			osnoise_record_gap(last.time, now.time - last.time,
					   now.events - last.events);
		if (now.time - yield >= OSNOISE_YIELD) {
			osnoise_yield(options);
			yield = now.time;
		}
		last = now;
	} while (now.time - start < runtime && !kthread_should_stop());
	return now.time - start;
}

static void osnoise_record(struct workload_user *user, u64 runtime,
			   const unsigned int counts[INTERFERENCE_SOURCES])
{
	const struct workload_sum *sum = this_cpu_ptr(user->sums);
	struct trace_buffer *ring = user->tr->ring;
	struct instance_max max = {
		.latency = sum->max,
		.cpu = smp_processor_id(),
	};
	struct ring_buffer_event *event;
	struct event_osnoise *rec;
	unsigned long flags;

	rec = event_emit_begin(ring, TRACE_OSNOISE, sizeof(*rec),
			       event_context_probe(), &event);
	if (rec) {
		rec->noise = div_u64(sum->noise, NSEC_PER_USEC);
		rec->runtime = div_u64(runtime, NSEC_PER_USEC);
		rec->max_sample = div_u64(sum->max, NSEC_PER_USEC);
		rec->hw_count = sum->hw;
		rec->nmi_count = counts[INTERFERENCE_NMI];
		rec->irq_count = counts[INTERFERENCE_IRQ];
		rec->softirq_count = counts[INTERFERENCE_SOFTIRQ];
		rec->thread_count = counts[INTERFERENCE_THREAD];
		event_emit_end(ring);
	}
	if (max.latency <= READ_ONCE(user->tr->max.last.latency))
		return;
	local_irq_save(flags);
	instance_max_update(user->tr, &max, current, max.cpu);
	local_irq_restore(flags);
}

static void osnoise_window(u64 runtime, unsigned long options)
{
	unsigned int before[INTERFERENCE_SOURCES], counts[INTERFERENCE_SOURCES];
	struct workload_user *user;
	int i, cpu = smp_processor_id();
	u64 took, noise = 0;

	preempt_disable();
	workload_for_each(user, &osnoise_workload)
		memset(this_cpu_ptr(user->sums), 0, sizeof(*user->sums));
	preempt_enable();

	interference_events_get(cpu);
	if (options & BIT(OSNOISE_IRQ_DISABLE))
		local_irq_disable();
	else if (options & BIT(OSNOISE_PREEMPT_DISABLE))
		preempt_disable();

	interference_counts(before);
	took = osnoise_sample(runtime, options);
	interference_counts(counts);

	if (options & BIT(OSNOISE_IRQ_DISABLE))
		local_irq_enable();
	else if (options & BIT(OSNOISE_PREEMPT_DISABLE))
		preempt_enable();
	interference_events_put(cpu);
	if (kthread_should_stop())
		return;

	for (i = 0; i < INTERFERENCE_SOURCES; i++)
		counts[i] -= before[i];
	preempt_disable_notrace();
	workload_for_each(user, &osnoise_workload) {
		osnoise_record(user, took, counts);
		noise = max(noise, this_cpu_ptr(user->sums)->noise);
	}
	preempt_enable_notrace();
	if (osnoise_exceeds(noise, READ_ONCE(osnoise_settings.stop_total)))
		osnoise_stop(&osnoise_workload, (unsigned long)osnoise_main);
}

static bool osnoise_is_on(void)
{
	struct workload_user *user;

	guard(rcu)();
	workload_for_each(user, &osnoise_workload) {
		if (instance_is_on(user->tr))
			return true;
	}
	return false;
}

static int osnoise_main(void *unused)
{
	u64 period, runtime;
	ktime_t next;

	migrate_disable();
	interference_target_set(INTERFERENCE_OSNOISE);
	while (!kthread_should_stop()) {
		period = READ_ONCE(osnoise_settings.period);
		runtime = READ_ONCE(osnoise_settings.runtime);
		if (osnoise_is_on())
			osnoise_window(runtime * NSEC_PER_USEC,
				       READ_ONCE(osnoise_settings.options));
		else
			runtime = 0;
		if (runtime && runtime >= period) {
			cond_resched_tasks_rcu_qs();
			continue;
		}
		next = ktime_add_us(ktime_get(), max(period - runtime, 1000ULL));
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule_hrtimeout(&next, HRTIMER_MODE_ABS);
		__set_current_state(TASK_RUNNING);
	}
	interference_target_clear(INTERFERENCE_OSNOISE, smp_processor_id());
	migrate_enable();
	return 0;
}

struct workload osnoise_workload = {
	.name = "osnoise",
	.threads = osnoise_threads,
	.cpus = osnoise_cpus_get,
	.begin = interference_get,
	.end = interference_put,
	.run = osnoise_main,
};

static int osnoise_attach(struct trace_array *tr)
{
	return workload_attach(&osnoise_workload, tr);
}

static void osnoise_detach(struct trace_array *tr)
{
	workload_detach(&osnoise_workload, tr);
}

static struct tracer osnoise_tracer = {
	.entry = { .name = "osnoise" },
	.start = osnoise_attach,
	.stop = osnoise_detach,
	.print_header = osnoise_header,
};

static int __init osnoise_init(void)
{
	int ret;

	cpumask_copy(&osnoise_cpus, cpu_all_mask);
	ret = workload_register(&osnoise_workload);
	return ret ?: instance_tracer_register(&osnoise_tracer);
}
core_initcall(osnoise_init);
