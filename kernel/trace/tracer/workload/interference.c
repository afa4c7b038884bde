// SPDX-License-Identifier: GPL-2.0
/*
 * Who takes a CPU from a thread, and for how long.
 *
 * Sources nest: an NMI comes into an interrupt, that into a softirq, and that into
 * a thread. Durations that are told are net. Each CPU sums up the net durations of
 * all that has ended (@charged). What was charged between the begin and the end of
 * something ran inside it, and is taken off its duration; and that is charged.
 *
 * The time and the sum have to be of one moment, though an interrupt may come
 * between the reading of them. Whatever comes is counted (@events), and if that
 * number has changed they are read again. Nobody but the CPU itself looks at any of
 * this, so compiler barriers are enough.
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
 * struct interference_level - a source that runs
 * @start: since when; 0: it doesn't
 * @charged: interference_cpu::charged then
 */
struct interference_level {
	u64 start;
	u64 charged;
};

/**
 * struct interference_cpu - a CPU
 * @events: see struct interference_seen
 * @charged: ns that sources ran, net
 * @counts: of @events, by source
 * @levels: those that run
 * @victims: whose noise it is
 * @listeners: how many want events; see interference_listen()
 */
struct interference_cpu {
	unsigned long		events;
	local64_t		charged;
	unsigned int		counts[INTERFERENCE_SOURCES];
	struct interference_level	levels[INTERFERENCE_SOURCES];
	struct task_struct	*victims[INTERFERENCE_VICTIMS];
	atomic_t		listeners;
};

static DEFINE_PER_CPU(struct interference_cpu, interference_cpus);

static int interference_users;		/* instance_lock */
static bool interference_everywhere;	/* written under workload_lock */

bool trace_osnoise_callback_enabled;

static __always_inline struct interference_level interference_now(struct interference_cpu *nc)
{
	struct interference_level now;
	unsigned long events;

	do {
		events = READ_ONCE(nc->events);
		barrier();
		now.start = trace_clock_local();
		now.charged = local64_read(&nc->charged);
		barrier();
	} while (unlikely(events != READ_ONCE(nc->events)));
	return now;
}

static __always_inline bool interference_is_wanted(const struct interference_cpu *nc)
{
	return atomic_read(&nc->listeners) || READ_ONCE(interference_everywhere);
}

static __always_inline void interference_enter(struct interference_cpu *nc,
					       enum interference_source source)
{
	struct interference_level now;

	this_cpu_inc(interference_cpus.events);
	nc->counts[source]++;
	now = interference_now(nc);
	/* Who interrupts looks at @start first. */
	nc->levels[source].charged = now.charged;
	barrier();
	WRITE_ONCE(nc->levels[source].start, now.start);
}

/* When it began is put into @start. Returns its net duration, 0: it never began. */
static __always_inline u64 interference_leave(struct interference_cpu *nc,
					      enum interference_source source, u64 *start)
{
	struct interference_level *level = &nc->levels[source];
	struct interference_level now = interference_now(nc);
	u64 net;

	*start = level->start;
	if (!*start)
		return 0;
	level->start = 0;
	net = now.start - *start - (now.charged - level->charged);
	local64_add(net, &nc->charged);
	return net;
}

/* NMIs */

notrace void trace_osnoise_callback(bool enter)
{
	struct interference_cpu *nc = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	if (enter) {
		interference_enter(nc, INTERFERENCE_NMI);
		return;
	}
	net = interference_leave(nc, INTERFERENCE_NMI, &start);
	if (start && interference_is_wanted(nc))
		trace_nmi_noise(start, net);
}

/* Interrupts. Those of an architecture's own come by osnoise_trace_irq_*(). */

/**
 * osnoise_trace_irq_entry - an interrupt begins
 * @id: its vector or number
 *
 * Context: hard interrupt.
 */
void osnoise_trace_irq_entry(int id)
{
	interference_enter(this_cpu_ptr(&interference_cpus), INTERFERENCE_IRQ);
}

/**
 * osnoise_trace_irq_exit - an interrupt ends
 * @id: its vector or number
 * @desc: its name
 *
 * Context: hard interrupt.
 */
void osnoise_trace_irq_exit(int id, const char *desc)
{
	struct interference_cpu *nc = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(nc, INTERFERENCE_IRQ, &start);
	if (start && interference_is_wanted(nc))
		trace_irq_noise(id, desc, start, net);
}

int __weak osnoise_arch_register(void)
{
	return 0;
}

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
	struct interference_cpu *nc = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(nc, INTERFERENCE_SOFTIRQ, &start);
	if (start && interference_is_wanted(nc))
		trace_softirq_noise(vector, start, net);
}

static bool interference_is_victim(const struct interference_cpu *nc,
				   const struct task_struct *task)
{
	return task == (nc->victims[INTERFERENCE_OSNOISE] ?: nc->victims[INTERFERENCE_TIMERLAT]);
}

static void interference_switch(void *data, bool preempt, struct task_struct *prev,
				struct task_struct *next, unsigned int prev_state)
{
	struct interference_cpu *nc = this_cpu_ptr(&interference_cpus);
	u64 start, net;

	net = interference_leave(nc, INTERFERENCE_THREAD, &start);
	if (start && interference_is_wanted(nc))
		trace_thread_noise(prev, start, net);
	if (!interference_is_victim(nc, next))
		interference_enter(nc, INTERFERENCE_THREAD);
}

void interference_thread_anew(void)
{
	struct interference_cpu *nc = this_cpu_ptr(&interference_cpus);
	struct interference_level *thread = &nc->levels[INTERFERENCE_THREAD];
	struct interference_level *outer = &nc->levels[INTERFERENCE_IRQ];
	struct interference_level now = interference_now(nc);

	if (!thread->start)
		return;
	if (nc->levels[INTERFERENCE_SOFTIRQ].start)
		outer = &nc->levels[INTERFERENCE_SOFTIRQ];
	/*
	 * What interrupted the thread will be charged whole when it ends. The part
	 * of it that lies before now is none of the thread's from now on.
	 */
	thread->start = now.start;
	thread->charged = now.charged;
	if (outer->start)
		thread->charged += now.start - outer->start -
				   (now.charged - outer->charged);
}

struct interference_seen interference_look(void)
{
	struct interference_seen seen;
	struct interference_cpu *nc;
	unsigned long events;

	preempt_disable_notrace();
	nc = this_cpu_ptr(&interference_cpus);
	do {
		events = READ_ONCE(nc->events);
		barrier();
		seen.time = trace_clock_local();
		barrier();
		seen.events = READ_ONCE(nc->events);
	} while (unlikely(events != seen.events));
	preempt_enable_notrace();
	return seen;
}

void interference_counts(unsigned int counts[INTERFERENCE_SOURCES])
{
	struct interference_cpu *nc = raw_cpu_ptr(&interference_cpus);

	for (int i = 0; i < INTERFERENCE_SOURCES; i++)
		counts[i] = READ_ONCE(nc->counts[i]);
}

void interference_sample(u64 start, u64 duration, u64 events)
{
	trace_sample_threshold(start, duration, events);
}

void interference_victim_is(enum interference_victim victim)
{
	struct interference_cpu *nc;

	local_irq_disable();
	nc = this_cpu_ptr(&interference_cpus);
	nc->victims[victim] = current;
	if (interference_is_victim(nc, current))
		nc->levels[INTERFERENCE_THREAD].start = 0;
	local_irq_enable();
}

void interference_victim_was(enum interference_victim victim, int cpu)
{
	WRITE_ONCE(per_cpu(interference_cpus, cpu).victims[victim], NULL);
}

void interference_listen(int cpu)
{
	atomic_inc(&per_cpu(interference_cpus, cpu).listeners);
}

void interference_ignore(int cpu)
{
	atomic_dec(&per_cpu(interference_cpus, cpu).listeners);
}

void interference_listen_everywhere(bool on)
{
	lockdep_assert_held(&workload_lock);

	WRITE_ONCE(interference_everywhere, on);
}

static void interference_unregister(void)
{
	trace_osnoise_callback_enabled = false;
	unregister_trace_sched_switch(interference_switch, NULL);
	unregister_trace_softirq_exit(interference_softirq_exit, NULL);
	unregister_trace_softirq_entry(interference_softirq_entry, NULL);
	unregister_trace_irq_handler_exit(interference_irq_exit, NULL);
	unregister_trace_irq_handler_entry(interference_irq_entry, NULL);
	tracepoint_synchronize_unregister();
}

static int interference_register(void)
{
	int cpu, ret;

	/* Whatever went on when it ended the last time. */
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

void interference_put(void)
{
	lockdep_assert_held(&instance_lock);

	if (--interference_users)
		return;
	osnoise_arch_unregister();
	interference_unregister();
}
