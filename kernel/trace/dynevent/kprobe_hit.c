// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: what runs at a hit.
 *
 * Kprobe handlers are called with preemption off, in the context that was hit, NMI
 * included.
 */
#include "kprobe.h"

/* A hit of any event. */
static noinline int kprobe_hit_any(struct kprobe *p, struct pt_regs *regs)
{
	struct trace_kprobe *kp = container_of(p, struct trace_kprobe, rp.kp);
	struct dynevent_source src = { .regs = regs };
	unsigned long ip = (unsigned long)p->addr, at = instruction_pointer(regs);

	trace_probe_write(&kp->tp, &ip, &src);
	return IS_ENABLED(CONFIG_BPF_KPROBE_OVERRIDE) && instruction_pointer(regs) != at;
}

NOKPROBE_SYMBOL(kprobe_hit_any);

/**
 * struct kprobe_hit_record - a record without arguments
 * @ent: the common fields
 * @ip: address of the kprobe
 */
struct kprobe_hit_record {
	struct trace_entry	ent;
	unsigned long		ip;
};

#define KPROBE_HIT_SIZE		sizeof(struct kprobe_hit_record)

static __always_inline void kprobe_hit_fill(struct ring_buffer_event *event,
					    const struct trace_event_file *file,
					    unsigned long ip, struct pt_regs *regs)
{
	struct kprobe_hit_record *rec = ring_payload(event, KPROBE_HIT_SIZE);
	bool irqs_off = event_regs_irqs_off(regs);

	/* event_context_is_plain() is true. */
	event_fill(&rec->ent, file->type, event_context_plain(irqs_off));
	rec->ip = ip;
}

/* The end of kprobe_hit() if ring_writer_reserve_ready() returned NULL. */
static noinline int kprobe_hit_reserve_slow(struct trace_event_file *file, unsigned long ip,
					    struct pt_regs *regs)
{
	struct ring_writer *rw = ring_writer_here(file->writers);
	struct ring_buffer_event *event = ring_reserve_slow(rw, KPROBE_HIT_SIZE);

	if (event) {
		kprobe_hit_fill(event, file, ip, regs);
		event_emit_end_in(rw);
	}
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit_reserve_slow);

/**
 * kprobe_hit - kprobe::pre_handler
 * @p: the kprobe
 * @regs: the registers
 *
 * All but the most frequent case are separate functions that end this one, so that it
 * has to save no register.
 *
 * Context: any, preemption off.
 * Return: 0, to continue at the probed instruction; 1 if a BPF program has changed the
 * instruction pointer, to continue there.
 */
int kprobe_hit(struct kprobe *p, struct pt_regs *regs)
{
	struct trace_kprobe *kp = container_of(p, struct trace_kprobe, rp.kp);
	struct trace_event_file *file = trace_probe_plain_file(&kp->tp);
	struct ring_buffer_event *event;
	struct ring_writer *rw;
	unsigned int slow_len;

	raw_cpu_inc(*kp->hits);
	if (unlikely(!file) || unlikely(!event_context_is_plain(1)))
		return kprobe_hit_any(p, regs);
	rw = ring_writer_here(file->writers);
	if (unlikely(!ring_writer_is_ready(rw, KPROBE_HIT_SIZE)))
		return kprobe_hit_any(p, regs);
	event = ring_writer_reserve_ready(rw, KPROBE_HIT_SIZE, &slow_len);
	if (unlikely(!event))
		return kprobe_hit_reserve_slow(file, (unsigned long)p->addr, regs);
	kprobe_hit_fill(event, file, (unsigned long)p->addr, regs);
	event_emit_end_in(rw);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit);

/* NULL if the kretprobe is being unregistered. */
static struct trace_kprobe *kprobe_hit_trace_kprobe(struct kretprobe_instance *ri)
{
	struct kretprobe *rp = get_kretprobe(ri);

	return rp ? container_of(rp, struct trace_kprobe, rp) : NULL;
}

NOKPROBE_SYMBOL(kprobe_hit_trace_kprobe);

/**
 * kprobe_hit_entry - kretprobe::entry_handler: save function arguments
 * @ri: the instance of the kretprobe
 * @regs: the registers
 *
 * Context: any, preemption off.
 * Return: 0, to be called at the return.
 */
int kprobe_hit_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct trace_kprobe *kp = kprobe_hit_trace_kprobe(ri);

	if (kp)
		dynevent_args_save_entry(&kp->tp.args, ri->data, regs);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit_entry);

/**
 * kprobe_hit_return - kretprobe::handler
 * @ri: the instance of the kretprobe
 * @regs: the registers
 *
 * Context: any, preemption off.
 * Return: 0.
 */
int kprobe_hit_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct dynevent_source src = { .regs = regs, .entry = ri->data };
	struct trace_kprobe *kp = kprobe_hit_trace_kprobe(ri);
	unsigned long ips[2];

	if (!kp)
		return 0;
	ips[0] = (unsigned long)kp->rp.kp.addr;
	ips[1] = get_kretprobe_retaddr(ri);
	raw_cpu_inc(*kp->hits);
	trace_probe_write(&kp->tp, ips, &src);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit_return);
