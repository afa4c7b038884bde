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

#include "load.h"
#include "noise.h"

/**
 * struct noise_level - a source that runs
 * @start: since when; 0: it doesn't
 * @charged: noise_cpu::charged then
 */
struct noise_level {
	u64 start;
	u64 charged;
};

/**
 * struct noise_cpu - a CPU
 * @events: see struct noise_seen
 * @charged: ns that sources ran, net
 * @counts: of @events, by source
 * @levels: those that run
 * @victims: whose noise it is
 * @listeners: how many want events; see noise_listen()
 */
struct noise_cpu {
	unsigned long		events;
	local64_t		charged;
	unsigned int		counts[NOISE_SOURCES];
	struct noise_level	levels[NOISE_SOURCES];
	struct task_struct	*victims[NOISE_VICTIMS];
	atomic_t		listeners;
};

static DEFINE_PER_CPU(struct noise_cpu, noise_cpus);

static int noise_users;		/* instance_lock */
static bool noise_everywhere;	/* written under load_lock */

bool trace_osnoise_callback_enabled;

static __always_inline struct noise_level noise_now(struct noise_cpu *nc)
{
	struct noise_level now;
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

static __always_inline bool noise_is_wanted(const struct noise_cpu *nc)
{
	return atomic_read(&nc->listeners) || READ_ONCE(noise_everywhere);
}

static __always_inline void noise_enter(struct noise_cpu *nc,
					enum noise_source source)
{
	struct noise_level now;

	this_cpu_inc(noise_cpus.events);
	nc->counts[source]++;
	now = noise_now(nc);
	/* Who interrupts looks at @start first. */
	nc->levels[source].charged = now.charged;
	barrier();
	WRITE_ONCE(nc->levels[source].start, now.start);
}

/* When it began is put into @start. Returns its net duration, 0: it never began. */
static __always_inline u64 noise_leave(struct noise_cpu *nc,
				       enum noise_source source, u64 *start)
{
	struct noise_level *level = &nc->levels[source];
	struct noise_level now = noise_now(nc);
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
	struct noise_cpu *nc = this_cpu_ptr(&noise_cpus);
	u64 start, net;

	if (enter) {
		noise_enter(nc, NOISE_NMI);
		return;
	}
	net = noise_leave(nc, NOISE_NMI, &start);
	if (start && noise_is_wanted(nc))
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
	noise_enter(this_cpu_ptr(&noise_cpus), NOISE_IRQ);
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
	struct noise_cpu *nc = this_cpu_ptr(&noise_cpus);
	u64 start, net;

	net = noise_leave(nc, NOISE_IRQ, &start);
	if (start && noise_is_wanted(nc))
		trace_irq_noise(id, desc, start, net);
}

int __weak osnoise_arch_register(void)
{
	return 0;
}

void __weak osnoise_arch_unregister(void)
{
}

static void noise_irq_entry(void *data, int irq, struct irqaction *action)
{
	osnoise_trace_irq_entry(irq);
}

static void noise_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	osnoise_trace_irq_exit(irq, action->name);
}

static void noise_softirq_entry(void *data, unsigned int vector)
{
	noise_enter(this_cpu_ptr(&noise_cpus), NOISE_SOFTIRQ);
}

static void noise_softirq_exit(void *data, unsigned int vector)
{
	struct noise_cpu *nc = this_cpu_ptr(&noise_cpus);
	u64 start, net;

	net = noise_leave(nc, NOISE_SOFTIRQ, &start);
	if (start && noise_is_wanted(nc))
		trace_softirq_noise(vector, start, net);
}

static bool noise_is_victim(const struct noise_cpu *nc,
			    const struct task_struct *task)
{
	return task == (nc->victims[NOISE_OSNOISE] ?: nc->victims[NOISE_TIMERLAT]);
}

static void noise_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	struct noise_cpu *nc = this_cpu_ptr(&noise_cpus);
	u64 start, net;

	net = noise_leave(nc, NOISE_THREAD, &start);
	if (start && noise_is_wanted(nc))
		trace_thread_noise(prev, start, net);
	if (!noise_is_victim(nc, next))
		noise_enter(nc, NOISE_THREAD);
}

void noise_thread_anew(void)
{
	struct noise_cpu *nc = this_cpu_ptr(&noise_cpus);
	struct noise_level *thread = &nc->levels[NOISE_THREAD];
	struct noise_level *outer = &nc->levels[NOISE_IRQ];
	struct noise_level now = noise_now(nc);

	if (!thread->start)
		return;
	if (nc->levels[NOISE_SOFTIRQ].start)
		outer = &nc->levels[NOISE_SOFTIRQ];
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

struct noise_seen noise_look(void)
{
	struct noise_seen seen;
	struct noise_cpu *nc;
	unsigned long events;

	preempt_disable_notrace();
	nc = this_cpu_ptr(&noise_cpus);
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

void noise_counts(unsigned int counts[NOISE_SOURCES])
{
	struct noise_cpu *nc = raw_cpu_ptr(&noise_cpus);

	for (int i = 0; i < NOISE_SOURCES; i++)
		counts[i] = READ_ONCE(nc->counts[i]);
}

void noise_sample(u64 start, u64 duration, u64 events)
{
	trace_sample_threshold(start, duration, events);
}

void noise_victim_is(enum noise_victim victim)
{
	struct noise_cpu *nc;

	local_irq_disable();
	nc = this_cpu_ptr(&noise_cpus);
	nc->victims[victim] = current;
	if (noise_is_victim(nc, current))
		nc->levels[NOISE_THREAD].start = 0;
	local_irq_enable();
}

void noise_victim_was(enum noise_victim victim, int cpu)
{
	WRITE_ONCE(per_cpu(noise_cpus, cpu).victims[victim], NULL);
}

void noise_listen(int cpu)
{
	atomic_inc(&per_cpu(noise_cpus, cpu).listeners);
}

void noise_ignore(int cpu)
{
	atomic_dec(&per_cpu(noise_cpus, cpu).listeners);
}

void noise_listen_everywhere(bool on)
{
	lockdep_assert_held(&load_lock);

	WRITE_ONCE(noise_everywhere, on);
}

static void noise_unregister(void)
{
	trace_osnoise_callback_enabled = false;
	unregister_trace_sched_switch(noise_switch, NULL);
	unregister_trace_softirq_exit(noise_softirq_exit, NULL);
	unregister_trace_softirq_entry(noise_softirq_entry, NULL);
	unregister_trace_irq_handler_exit(noise_irq_exit, NULL);
	unregister_trace_irq_handler_entry(noise_irq_entry, NULL);
	tracepoint_synchronize_unregister();
}

static int noise_register(void)
{
	int cpu, ret;

	/* Whatever went on when it ended the last time. */
	for_each_possible_cpu(cpu)
		memset(per_cpu(noise_cpus, cpu).levels, 0,
		       sizeof(noise_cpus.levels));
	ret = register_trace_irq_handler_entry(noise_irq_entry, NULL);
	ret = ret ?: register_trace_irq_handler_exit(noise_irq_exit, NULL);
	ret = ret ?: register_trace_softirq_entry(noise_softirq_entry, NULL);
	ret = ret ?: register_trace_softirq_exit(noise_softirq_exit, NULL);
	ret = ret ?: register_trace_sched_switch(noise_switch, NULL);
	ret = ret ?: osnoise_arch_register();
	if (ret)
		noise_unregister();
	else
		trace_osnoise_callback_enabled = true;
	return ret;
}

int noise_get(void)
{
	int ret = 0;

	lockdep_assert_held(&instance_lock);

	if (!noise_users)
		ret = noise_register();
	if (!ret)
		noise_users++;
	return ret;
}

void noise_put(void)
{
	lockdep_assert_held(&instance_lock);

	if (--noise_users)
		return;
	osnoise_arch_unregister();
	noise_unregister();
}
