// SPDX-License-Identifier: GPL-2.0
/*
 * Measures how long NMIs, interrupts, softirqs and other threads (the sources)
 * interrupt the thread of a workload (the target).
 *
 * Sources nest: an NMI interrupts an interrupt, that a softirq, and that a thread.
 * The duration of a source is reported net of nested sources. Each CPU has the sum
 * of the net durations of all sources that have ended (@charged). The increase of
 * the sum between the begin and the end of a source is the time of nested sources.
 * It is subtracted from the source's duration, and the difference is added to the
 * sum.
 *
 * The time and the sum must be read consistently, though an interrupt may occur in
 * between. Each source increments a counter when it begins (@events). If the
 * counter has changed, time and sum are read again. All data is accessed by its own
 * CPU only, so compiler barriers are sufficient.
 */
#include <linux/compiler.h>
#include <linux/ftrace_irq.h>
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/trace.h>
#include <linux/trace_clock.h>

#include <asm/local64.h>

#include <trace/events/irq.h>
#include <trace/events/sched.h>

#define CREATE_TRACE_POINTS
#include <trace/events/osnoise.h>

#include "workload.h"
#include "interference.h"

/**
 * struct interference_level - state of a source on a CPU
 * @start: time of its begin; 0 if it is not running
 * @charged: interference_cpu.charged at its begin
 */
struct interference_level {
	local64_t	start;
	u64		charged;
};

/**
 * struct interference_time - the time on a CPU
 * @now: the time in ns
 * @charged: interference_cpu.charged at that time
 */
struct interference_time {
	u64 now;
	u64 charged;
};

/**
 * struct interference_cpu - state of a CPU
 * @events: number of times that a source of any kind began
 * @charged: sum of the net durations of all sources in ns
 * @counts: number of times that each source began
 * @levels: state of each source
 * @targets: thread of each workload on this CPU, or NULL
 * @event_users: number of calls of interference_events_get() without a put
 */
struct interference_cpu {
	unsigned long		events;
	local64_t		charged;
	unsigned int		counts[INTERFERENCE_SOURCES];
	struct interference_level	levels[INTERFERENCE_SOURCES];
	struct task_struct	*targets[INTERFERENCE_TARGETS];
	atomic_t		event_users;
};

static DEFINE_PER_CPU(struct interference_cpu, interference_cpus);

static int interference_users;		/* instance_lock */
static bool interference_all_cpus;	/* written under workload_lock */

bool trace_osnoise_callback_enabled;

static __always_inline struct interference_time interference_now(struct interference_cpu *ic)
{
	struct interference_time time;
	unsigned long events;

	do {
		events = READ_ONCE(ic->events);
		barrier();
		time.now = trace_clock_local();
		time.charged = local64_read(&ic->charged);
		barrier();
	} while (unlikely(events != READ_ONCE(ic->events)));
	return time;
}

static __always_inline bool interference_events_enabled(const struct interference_cpu *ic)
{
	return atomic_read(&ic->event_users) || READ_ONCE(interference_all_cpus);
}

static __always_inline void interference_enter(struct interference_cpu *ic,
					       enum interference_source source)
{
	struct interference_time time;

	this_cpu_inc(interference_cpus.events);
	ic->counts[source]++;
	time = interference_now(ic);
	/* A nested source reads @start first, so it is set last. */
	ic->levels[source].charged = time.charged;
	barrier();
	local64_set(&ic->levels[source].start, time.now);
}

/*
 * End of a source. @start is set to the time of its begin, or 0 if that was not
 * observed. Returns the net duration in ns.
 */
static __always_inline u64 interference_leave(struct interference_cpu *ic,
					      enum interference_source source, u64 *start)
{
	struct interference_level *level = &ic->levels[source];
	struct interference_time time = interference_now(ic);
	u64 net;

	*start = local64_read(&level->start);
	if (!*start)
		return 0;
	local64_set(&level->start, 0);
	net = time.now - *start - (time.charged - level->charged);
	local64_add(net, &ic->charged);
	return net;
}

/* NMIs */

/**
 * trace_osnoise_callback - report the begin or end of an NMI
 * @enter: true at the begin of the NMI, false at its end
 *
 * Context: NMI.
 */
notrace void trace_osnoise_callback(bool enter)
{
	struct interference_cpu *ic = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	if (enter) {
		interference_enter(ic, INTERFERENCE_NMI);
		return;
	}
	net = interference_leave(ic, INTERFERENCE_NMI, &start);
	if (start && interference_events_enabled(ic))
		trace_nmi_noise(start, net);
}

/* Interrupts; an architecture reports its own vectors by osnoise_trace_irq_*(). */

/**
 * osnoise_trace_irq_entry - report the begin of an interrupt
 * @id: vector or number of the interrupt
 *
 * Context: hard interrupt.
 */
void osnoise_trace_irq_entry(int id)
{
	interference_enter(this_cpu_ptr(&interference_cpus), INTERFERENCE_IRQ);
}

/**
 * osnoise_trace_irq_exit - report the end of an interrupt
 * @id: vector or number of the interrupt
 * @desc: name of the interrupt
 *
 * Context: hard interrupt.
 */
void osnoise_trace_irq_exit(int id, const char *desc)
{
	struct interference_cpu *ic = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(ic, INTERFERENCE_IRQ, &start);
	if (start && interference_events_enabled(ic))
		trace_irq_noise(id, desc, start, net);
}

/**
 * osnoise_arch_register - register probes for the interrupts of the architecture
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int __weak osnoise_arch_register(void)
{
	return 0;
}

/**
 * osnoise_arch_unregister - undo osnoise_arch_register()
 *
 * Context: task, may sleep.
 */
void __weak osnoise_arch_unregister(void)
{
}

static void interference_irq_entry(void *data, int irq, struct irqaction *action)
{
	osnoise_trace_irq_entry(irq);
}

static void interference_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	osnoise_trace_irq_exit(irq, action->name);
}

static void interference_softirq_entry(void *data, unsigned int vector)
{
	interference_enter(this_cpu_ptr(&interference_cpus), INTERFERENCE_SOFTIRQ);
}

static void interference_softirq_exit(void *data, unsigned int vector)
{
	struct interference_cpu *ic = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(ic, INTERFERENCE_SOFTIRQ, &start);
	if (start && interference_events_enabled(ic))
		trace_softirq_noise(vector, start, net);
}

static bool interference_is_target(const struct interference_cpu *ic,
				   const struct task_struct *task)
{
	return task == (ic->targets[INTERFERENCE_OSNOISE] ?: ic->targets[INTERFERENCE_TIMERLAT]);
}

static void interference_switch(void *data, bool preempt, struct task_struct *prev,
				struct task_struct *next, unsigned int prev_state)
{
	struct interference_cpu *ic = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(ic, INTERFERENCE_THREAD, &start);
	if (start && interference_events_enabled(ic))
		trace_thread_noise(prev, start, net);
	if (!interference_is_target(ic, next))
		interference_enter(ic, INTERFERENCE_THREAD);
}

/**
 * interference_thread_restart - restart the measuring of the interrupted thread
 *
 * Called when an interrupt has just made the target runnable: the time that the
 * interrupted thread ran before did not delay the target.
 *
 * Context: hard interrupt.
 */
void interference_thread_restart(void)
{
	struct interference_cpu *ic = this_cpu_ptr(&interference_cpus);
	struct interference_level *thread = &ic->levels[INTERFERENCE_THREAD];
	struct interference_level *outer = &ic->levels[INTERFERENCE_IRQ];
	struct interference_time time = interference_now(ic);
	u64 start;

	if (!local64_read(&thread->start))
		return;
	if (local64_read(&ic->levels[INTERFERENCE_SOFTIRQ].start))
		outer = &ic->levels[INTERFERENCE_SOFTIRQ];
	/*
	 * The interrupt, or the softirq it interrupted, is charged as a whole when
	 * it ends. The part of it before now must not be subtracted from the
	 * thread's time, which starts now.
	 */
	local64_set(&thread->start, time.now);
	thread->charged = time.charged;
	start = local64_read(&outer->start);
	if (start)
		thread->charged += time.now - start - (time.charged - outer->charged);
}

/**
 * interference_read - read time and number of events of this CPU consistently
 *
 * Context: any.
 * Return: time and number of events at the same moment.
 */
struct interference_snapshot interference_read(void)
{
	struct interference_snapshot snap;
	struct interference_cpu *ic;
	unsigned long events;

	preempt_disable_notrace();
	ic = this_cpu_ptr(&interference_cpus);
	do {
		events = READ_ONCE(ic->events);
		barrier();
		snap.time = trace_clock_local();
		barrier();
		snap.events = READ_ONCE(ic->events);
	} while (unlikely(events != snap.events));
	preempt_enable_notrace();
	return snap;
}

/**
 * interference_counts - number of times that each source began on this CPU since
 * boot
 * @counts: filled in
 *
 * Context: any, preemption or migration disabled.
 */
void interference_counts(unsigned int counts[INTERFERENCE_SOURCES])
{
	struct interference_cpu *ic = raw_cpu_ptr(&interference_cpus);

	for (int i = 0; i < INTERFERENCE_SOURCES; i++)
		counts[i] = READ_ONCE(ic->counts[i]);
}

/**
 * interference_sample_event - trigger the event osnoise:sample_threshold
 * @start: start of the interruption in ns
 * @duration: its duration in ns
 * @events: number of sources that began in the meantime
 *
 * Context: task.
 */
void interference_sample_event(u64 start, u64 duration, u64 events)
{
	trace_sample_threshold(start, duration, events);
}

/**
 * interference_target_set - measure the current thread on this CPU
 * @target: workload of the thread
 *
 * Context: task, bound to its CPU.
 */
void interference_target_set(enum interference_target target)
{
	struct interference_cpu *ic;

	local_irq_disable();
	ic = this_cpu_ptr(&interference_cpus);
	ic->targets[target] = current;
	if (interference_is_target(ic, current))
		local64_set(&ic->levels[INTERFERENCE_THREAD].start, 0);
	local_irq_enable();
}

/**
 * interference_target_clear - stop measuring the thread of a CPU
 * @target: workload of the thread
 * @cpu: the CPU
 *
 * Context: any.
 */
void interference_target_clear(enum interference_target target, int cpu)
{
	WRITE_ONCE(per_cpu(interference_cpus, cpu).targets[target], NULL);
}

/**
 * interference_events_get - enable the events of osnoise on a CPU
 * @cpu: the CPU
 *
 * Calls are counted.
 *
 * Context: any.
 */
void interference_events_get(int cpu)
{
	atomic_inc(&per_cpu(interference_cpus, cpu).event_users);
}

/**
 * interference_events_put - undo interference_events_get()
 * @cpu: the CPU
 *
 * Context: any.
 */
void interference_events_put(int cpu)
{
	atomic_dec(&per_cpu(interference_cpus, cpu).event_users);
}

/**
 * interference_events_set_all - enable the events of osnoise on all CPUs
 * @on: true to enable them on CPUs without a target as well
 *
 * Context: task; workload_lock held.
 */
void interference_events_set_all(bool on)
{
	lockdep_assert_held(&workload_lock);

	WRITE_ONCE(interference_all_cpus, on);
}

static void interference_unregister(void)
{
	trace_osnoise_callback_enabled = false;
	unregister_trace_sched_switch(interference_switch, NULL);
	unregister_trace_softirq_exit(interference_softirq_exit, NULL);
	unregister_trace_softirq_entry(interference_softirq_entry, NULL);
	unregister_trace_irq_handler_exit(interference_irq_exit, NULL);
	unregister_trace_irq_handler_entry(interference_irq_entry, NULL);
	trace_sync_probes();
}

static int interference_register(void)
{
	int cpu, ret;

	/* Sources may have been running when the probes were last unregistered. */
	for_each_possible_cpu(cpu)
		memset(per_cpu(interference_cpus, cpu).levels, 0,
		       sizeof(interference_cpus.levels));
	ret = register_trace_irq_handler_entry(interference_irq_entry, NULL);
	ret = ret ?: register_trace_irq_handler_exit(interference_irq_exit, NULL);
	ret = ret ?: register_trace_softirq_entry(interference_softirq_entry, NULL);
	ret = ret ?: register_trace_softirq_exit(interference_softirq_exit, NULL);
	ret = ret ?: register_trace_sched_switch(interference_switch, NULL);
	ret = ret ?: osnoise_arch_register();
	if (ret)
		interference_unregister();
	else
		trace_osnoise_callback_enabled = true;
	return ret;
}

/**
 * interference_get - start to observe NMIs, interrupts, softirqs and threads
 *
 * Calls are counted.
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int interference_get(void)
{
	int ret = 0;

	lockdep_assert_held(&instance_lock);

	if (!interference_users)
		ret = interference_register();
	if (!ret)
		interference_users++;
	return ret;
}

/**
 * interference_put - undo interference_get()
 *
 * Context: task, may sleep; instance_lock held.
 */
void interference_put(void)
{
	lockdep_assert_held(&instance_lock);

	if (--interference_users)
		return;
	osnoise_arch_unregister();
	interference_unregister();
}
