// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: what runs when one is hit, and how its record is printed.
 *
 * Kprobes calls with preemption off, in the context that was hit, NMI included.
 */
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "kprobe.h"

int kprobe_hit(struct kprobe *p, struct pt_regs *regs)
{
	struct kprobe_point *kp = container_of(p, struct kprobe_point, rp.kp);
	struct dynevent_source src = { .regs = regs };
	unsigned long ip = (unsigned long)p->addr;

	raw_cpu_inc(*kp->hits);
	trace_probe_write(&kp->pt, &ip, &src);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit);

/* Of a return, there is none once its probe is being taken away. */
static struct kprobe_point *point_of_instance(struct kretprobe_instance *ri)
{
	struct kretprobe *rp = get_kretprobe(ri);

	return rp ? container_of(rp, struct kprobe_point, rp) : NULL;
}

NOKPROBE_SYMBOL(point_of_instance);

int kprobe_hit_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kprobe_point *kp = point_of_instance(ri);

	if (kp)
		dynevent_args_entry(&kp->pt.args, ri->data, regs);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit_entry);

int kprobe_hit_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct dynevent_source src = { .regs = regs, .entry = ri->data };
	struct kprobe_point *kp = point_of_instance(ri);
	unsigned long ips[2];

	if (!kp)
		return 0;
	ips[0] = (unsigned long)kp->rp.kp.addr;
	ips[1] = get_kretprobe_retaddr(ri);
	raw_cpu_inc(*kp->hits);
	trace_probe_write(&kp->pt, ips, &src);
	return 0;
}

NOKPROBE_SYMBOL(kprobe_hit_return);

/**
 * struct kprobe_record - what stands in a record before its arguments
 * @ent: common to all
 * @ips: as struct trace_probe_type says
 */
struct kprobe_record {
	struct trace_entry	ent;
	unsigned long		ips[];
};

static void print_name(struct trace_iterator *iter, struct trace_event *event)
{
	trace_seq_puts(&iter->seq, dynevent_multi_of(event)->name);
	trace_seq_puts(&iter->seq, ": (");
}

static enum print_line_t print_args(struct trace_iterator *iter,
				    struct trace_event *event)
{
	const struct dynevent_multi *multi = dynevent_multi_of(event);

	trace_seq_putc(&iter->seq, ')');
	dynevent_args_print(&iter->seq, &multi->look, iter->ent, iter->ent_size,
			    multi->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

enum print_line_t kprobe_print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct kprobe_record *rec = (struct kprobe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	print_name(iter, event);
	output_ip(iter, rec->ips[0], address | INSTANCE_OPT(SYM_OFFSET));
	return print_args(iter, event);
}

enum print_line_t kprobe_print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct kprobe_record *rec = (struct kprobe_record *)iter->ent;
	u64 address = flags & INSTANCE_OPT(SYM_ADDR);

	print_name(iter, event);
	output_ip(iter, rec->ips[1], address | INSTANCE_OPT(SYM_OFFSET));
	trace_seq_puts(&iter->seq, " <- ");
	output_ip(iter, rec->ips[0], address);
	return print_args(iter, event);
}
