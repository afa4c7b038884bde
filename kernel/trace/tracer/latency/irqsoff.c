// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers irqsoff, preemptoff and preemptirqsoff: measure the longest section
 * with interrupts disabled, with preemption disabled, or with either disabled.
 *
 * A section begins when the first of the observed states is disabled and ends when
 * the last one is enabled again. The idle loop waits with interrupts disabled and
 * calls stop_critical_timings() to be excluded.
 */
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/irqflags.h>
#include <linux/rculist.h>

#include <trace/events/preemptirq.h>

#include "latency.h"

#define IRQSOFF_IRQS	BIT(0)
#define IRQSOFF_PREEMPT	BIT(1)

/**
 * struct irqsoff_section - current section of a CPU
 * @start: time of its begin, by the instance's clock
 * @ip: address of the code where it began
 */
struct irqsoff_section {
	u64			start;
	unsigned long		ip;
};

/**
 * struct irqsoff - the tracer in an instance: latency.state
 * @lat: the latency tracer; a CPU is active if there is a section on it
 * @node: entry in irqsoff_list; RCU
 * @hotplug: entry in the instances of the CPU hotplug state
 * @kinds: observed states, IRQSOFF_*
 * @sections: current section of each CPU
 */
struct irqsoff {
	struct latency			*lat;
	struct list_head		node;
	struct hlist_node		hotplug;
	unsigned int			kinds;
	struct irqsoff_section __percpu	*sections;
};

static LIST_HEAD(irqsoff_list);		/* RCU; written under instance_lock */
static enum cpuhp_state irqsoff_hotplug __read_mostly;

/*
 * The observed states that are disabled. @depth is the number of preempt_disable()
 * calls that are made by the caller itself.
 */
static __always_inline unsigned int irqsoff_state(unsigned int kinds,
						  unsigned int depth)
{
	unsigned int off = 0;

	if ((kinds & IRQSOFF_IRQS) && irqs_disabled())
		off |= IRQSOFF_IRQS;
	if ((kinds & IRQSOFF_PREEMPT) && preempt_count() > depth)
		off |= IRQSOFF_PREEMPT;
	return off;
}

static void irqsoff_begin(struct irqsoff *io, unsigned long ip,
			  unsigned long parent_ip, unsigned int depth)
{
	struct irqsoff_section *section = this_cpu_ptr(io->sections);
	struct latency *lat = io->lat;

	if (this_cpu_read(lat->cpus->active) || !latency_is_on(lat))
		return;
	section->start = latency_now(lat);
	section->ip = parent_ip ?: ip;
	latency_add_record(lat, ip, parent_ip,
			   event_context_irq(irqs_disabled(), depth));
	this_cpu_write(lat->cpus->active, true);
}

/* The section is longer than the maximum: record its end and save the trace. */
static noinline void irqsoff_save_max(struct irqsoff *io, unsigned long ip,
				      unsigned long parent_ip, unsigned long hook,
				      u64 now, unsigned int depth)
{
	struct irqsoff_section *section = this_cpu_ptr(io->sections);
	struct latency *lat = io->lat;
	struct instance_max max = {
		.latency = now - section->start,
		.start = section->start,
		.start_ip = section->ip,
		.end_ip = parent_ip ?: ip,
		.cpu = raw_smp_processor_id(),
	};
	unsigned int context;
	unsigned long flags;

	local_irq_save(flags);
	context = event_context_irq(irqs_disabled_flags(flags), depth);
	latency_add_record(lat, ip, parent_ip, context);
	latency_add_record(lat, hook, max.end_ip, context);
	instance_stack_from(lat->tr, lat->tr->ring, context, ip);
	instance_max_update(lat->tr, &max, current, max.cpu);
	local_irq_restore(flags);
}

static void irqsoff_end(struct irqsoff *io, unsigned long ip,
			unsigned long parent_ip, unsigned long hook,
			unsigned int depth)
{
	struct irqsoff_section *section = this_cpu_ptr(io->sections);
	struct latency *lat = io->lat;
	u64 now;

	if (!this_cpu_read(lat->cpus->active))
		return;
	this_cpu_write(lat->cpus->active, false);
	if (!latency_is_on(lat))
		return;
	now = latency_now(lat);
	if ((s64)(now - section->start) > 0 &&
	    instance_max_qualifies(lat->tr, now - section->start))
		irqsoff_save_max(io, ip, parent_ip, hook, now, depth);
}

/*
 * Probes are called with preemption disabled once by the tracepoint. Their names
 * appear in the trace and must not change.
 */

static notrace void tracer_hardirqs_off(void *data, unsigned long ip,
					unsigned long parent_ip)
{
	struct irqsoff *io = data;

	if (irqsoff_state(io->kinds, 1) == IRQSOFF_IRQS)
		irqsoff_begin(io, ip, parent_ip, 1);
}

NOKPROBE_SYMBOL(tracer_hardirqs_off);

static notrace void tracer_hardirqs_on(void *data, unsigned long ip,
				       unsigned long parent_ip)
{
	struct irqsoff *io = data;

	if (irqsoff_state(io->kinds, 1) == IRQSOFF_IRQS)
		irqsoff_end(io, ip, parent_ip,
			    (unsigned long)tracer_hardirqs_on, 1);
}

NOKPROBE_SYMBOL(tracer_hardirqs_on);

static notrace void tracer_preempt_off(void *data, unsigned long ip,
				       unsigned long parent_ip)
{
	struct irqsoff *io = data;

	if (irqsoff_state(io->kinds, 1) == IRQSOFF_PREEMPT)
		irqsoff_begin(io, ip, parent_ip, 1);
}

static notrace void tracer_preempt_on(void *data, unsigned long ip,
				      unsigned long parent_ip)
{
	struct irqsoff *io = data;

	if (irqsoff_state(io->kinds, 1) == IRQSOFF_PREEMPT)
		irqsoff_end(io, ip, parent_ip,
			    (unsigned long)tracer_preempt_on, 1);
}

/**
 * start_critical_timings - resume measuring after the idle loop has waited
 *
 * Context: task, interrupts disabled.
 */
notrace void start_critical_timings(void)
{
	struct irqsoff *io;

	list_for_each_entry_rcu(io, &irqsoff_list, node,
				rcu_read_lock_sched_held()) {
		if (irqsoff_state(io->kinds, 0))
			irqsoff_begin(io, CALLER_ADDR0, CALLER_ADDR1, 0);
	}
}
EXPORT_SYMBOL_GPL(start_critical_timings);

NOKPROBE_SYMBOL(start_critical_timings);

/**
 * stop_critical_timings - suspend measuring before the idle loop waits
 *
 * Context: task, interrupts disabled.
 */
notrace void stop_critical_timings(void)
{
	struct irqsoff *io;

	list_for_each_entry_rcu(io, &irqsoff_list, node,
				rcu_read_lock_sched_held()) {
		if (irqsoff_state(io->kinds, 0))
			irqsoff_end(io, CALLER_ADDR0, CALLER_ADDR1,
				    (unsigned long)stop_critical_timings, 0);
	}
}
EXPORT_SYMBOL_GPL(stop_critical_timings);

NOKPROBE_SYMBOL(stop_critical_timings);

/* The CPU may have gone offline within a section whose end was not observed. */
static int irqsoff_cpu_prepare(unsigned int cpu, struct hlist_node *node)
{
	struct irqsoff *io = hlist_entry(node, struct irqsoff, hotplug);

	latency_cpu_set(io->lat, cpu, false);
	return 0;
}

static int irqsoff_probes_register(struct irqsoff *io)
{
	int ret = 0;

	if (io->kinds & IRQSOFF_IRQS) {
		ret = register_trace_irq_disable(tracer_hardirqs_off, io);
		ret = ret ?: register_trace_irq_enable(tracer_hardirqs_on, io);
	}
#ifdef CONFIG_PREEMPT_TRACER
	if (!ret && (io->kinds & IRQSOFF_PREEMPT)) {
		ret = register_trace_preempt_disable(tracer_preempt_off, io);
		ret = ret ?: register_trace_preempt_enable(tracer_preempt_on,
							   io);
	}
#endif
	return ret;
}

static void irqsoff_probes_unregister(struct irqsoff *io)
{
#ifdef CONFIG_PREEMPT_TRACER
	unregister_trace_preempt_enable(tracer_preempt_on, io);
	unregister_trace_preempt_disable(tracer_preempt_off, io);
#endif
	unregister_trace_irq_enable(tracer_hardirqs_on, io);
	unregister_trace_irq_disable(tracer_hardirqs_off, io);
}

static int irqsoff_start(struct latency *lat, unsigned int kinds)
{
	struct irqsoff *io = lat->state;

	io->lat = lat;
	io->kinds = kinds;
	INIT_LIST_HEAD(&io->node);
	INIT_HLIST_NODE(&io->hotplug);
	io->sections = alloc_percpu(struct irqsoff_section);
	if (!io->sections)
		return -ENOMEM;
	cpuhp_state_add_instance_nocalls(irqsoff_hotplug, &io->hotplug);
	list_add_rcu(&io->node, &irqsoff_list);
	return irqsoff_probes_register(io);
}

/* Called also after a start that failed halfway. */
static void irqsoff_stop(struct latency *lat)
{
	struct irqsoff *io = lat->state;

	if (!io->sections)
		return;
	irqsoff_probes_unregister(io);
	list_del_rcu(&io->node);
	cpuhp_state_remove_instance_nocalls(irqsoff_hotplug, &io->hotplug);
}

static void irqsoff_free(struct latency *lat)
{
	struct irqsoff *io = lat->state;

	free_percpu(io->sections);
}

#ifdef CONFIG_IRQSOFF_TRACER
static int irqsoff_start_irqs(struct latency *lat)
{
	return irqsoff_start(lat, IRQSOFF_IRQS);
}
#endif

#ifdef CONFIG_PREEMPT_TRACER
static int irqsoff_start_preempt(struct latency *lat)
{
	return irqsoff_start(lat, IRQSOFF_PREEMPT);
}
#endif

#if defined(CONFIG_IRQSOFF_TRACER) && defined(CONFIG_PREEMPT_TRACER)
static int irqsoff_start_both(struct latency *lat)
{
	return irqsoff_start(lat, IRQSOFF_IRQS | IRQSOFF_PREEMPT);
}
#endif

#define IRQSOFF_KIND(_name, _start) {					\
	.tracer = LATENCY_TRACER(_name),				\
	.state_size = sizeof(struct irqsoff),				\
	.start = _start,						\
	.stop = irqsoff_stop,						\
	.free = irqsoff_free,						\
}

static struct latency_kind irqsoff_kinds[] = {
#ifdef CONFIG_IRQSOFF_TRACER
	IRQSOFF_KIND("irqsoff", irqsoff_start_irqs),
#endif
#ifdef CONFIG_PREEMPT_TRACER
	IRQSOFF_KIND("preemptoff", irqsoff_start_preempt),
#endif
#if defined(CONFIG_IRQSOFF_TRACER) && defined(CONFIG_PREEMPT_TRACER)
	IRQSOFF_KIND("preemptirqsoff", irqsoff_start_both),
#endif
};

static int __init irqsoff_init(void)
{
	int i, ret;

	ret = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "trace/irqsoff",
				      irqsoff_cpu_prepare, NULL);
	if (ret < 0)
		return ret;
	irqsoff_hotplug = ret;
	ret = 0;
	for (i = 0; i < ARRAY_SIZE(irqsoff_kinds) && !ret; i++)
		ret = instance_tracer_register(&irqsoff_kinds[i].tracer);
	return ret;
}
core_initcall(irqsoff_init);
