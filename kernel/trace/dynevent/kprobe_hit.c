// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: what runs at a hit.
 *
 * Kprobe handlers are called with preemption off, in the context that was hit, NMI
 * included.
 */
#include "kprobe.h"

/**
 * kprobe_hit - kprobe::pre_handler
 * @p: the kprobe
 * @regs: the registers
 *
 * Context: any, preemption off.
 * Return: 0, to continue at the probed instruction; 1 if a BPF program has changed the
 * instruction pointer, to continue there.
 */
int kprobe_hit(struct kprobe *p, struct pt_regs *regs)
{
	struct trace_kprobe *kp = container_of(p, struct trace_kprobe, rp.kp);
	struct dynevent_source src = { .regs = regs };
	unsigned long ip = (unsigned long)p->addr, at = instruction_pointer(regs);

	raw_cpu_inc(*kp->hits);
	trace_probe_write(&kp->tp, &ip, &src);
	return IS_ENABLED(CONFIG_BPF_KPROBE_OVERRIDE) && instruction_pointer(regs) != at;
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
