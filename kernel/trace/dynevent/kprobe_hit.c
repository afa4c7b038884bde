// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: what runs at a hit, and how records are printed.
 *
 * Kprobe handlers are called with preemption off, in the context that was hit, NMI
 * included.
 */
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "kprobe.h"

/**
 * kprobe_hit - kprobe::pre_handler
 * @p: the kprobe
 * @regs: the registers
 *
 * Context: any, preemption off.
 * Return: 0, to continue at the probed instruction.
 */
int kprobe_hit(struct kprobe *p, struct pt_regs *regs)
{
	struct trace_kprobe *kp = container_of(p, struct trace_kprobe, rp.kp);
	struct dynevent_source src = { .regs = regs };
	unsigned long ip = (unsigned long)p->addr;

	raw_cpu_inc(*kp->hits);
	trace_probe_write(&kp->tp, &ip, &src);
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

/**
 * struct kprobe_record - the start of a record
 * @ent: fields that all events have
 * @ips: addresses, as trace_probe_type::ips names them
 */
struct kprobe_record {
	struct trace_entry	ent;
	unsigned long		ips[];
};

static void kprobe_hit_print_name(struct trace_iterator *iter,
				  struct trace_event *event)
{
	trace_seq_puts(&iter->seq, trace_probe_event_of(event)->name);
	trace_seq_puts(&iter->seq, ": (");
}

static enum print_line_t kprobe_hit_print_args(struct trace_iterator *iter,
					       struct trace_event *event)
{
	const struct trace_probe_event *tpe = trace_probe_event_of(event);

	trace_seq_putc(&iter->seq, ')');
	dynevent_args_print(&iter->seq, &tpe->layout, iter->ent, iter->ent_size,
			    tpe->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/**
 * kprobe_print_entry - trace_event_functions::trace of events at an instruction
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t kprobe_print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct kprobe_record *rec = (struct kprobe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	kprobe_hit_print_name(iter, event);
	output_ip(iter, rec->ips[0], address | INSTANCE_OPT(SYM_OFFSET));
	return kprobe_hit_print_args(iter, event);
}

/**
 * kprobe_print_return - trace_event_functions::trace of events at a return
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t kprobe_print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct kprobe_record *rec = (struct kprobe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	kprobe_hit_print_name(iter, event);
	output_ip(iter, rec->ips[1], address | INSTANCE_OPT(SYM_OFFSET));
	trace_seq_puts(&iter->seq, " <- ");
	output_ip(iter, rec->ips[0], address);
	return kprobe_hit_print_args(iter, event);
}
