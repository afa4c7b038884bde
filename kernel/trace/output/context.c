// SPDX-License-Identifier: GPL-2.0
/*
 * What stands in front of lines, piece by piece: who it was, what was special about
 * it, how long it was.
 */
#include "internal.h"

/* The five characters of irq-info. */
char *output_put_irq_info(char *p, const struct trace_entry *ent)
{
	static const char irqs[] = ".dbD";
	static const char resched[] = ".npN";
	static const char level[] = ".shHzzZZ";
	unsigned int f = ent->flags;

	*p++ = irqs[(f & TRACE_FLAG_IRQS_OFF ? 1 : 0) +
		    (f & TRACE_FLAG_BH_OFF ? 2 : 0)];
	*p++ = resched[(f & TRACE_FLAG_NEED_RESCHED ? 1 : 0) +
		       (f & TRACE_FLAG_PREEMPT_RESCHED ? 2 : 0)];
	*p++ = level[(f & TRACE_FLAG_SOFTIRQ ? 1 : 0) +
		     (f & TRACE_FLAG_HARDIRQ ? 2 : 0) +
		     (f & TRACE_FLAG_NMI ? 4 : 0)];
	p = output_put_depth(p, ent->preempt_count & 0xf);
	return output_put_depth(p, ent->preempt_count >> 4);
}

struct output_comm *output_context_comm(struct trace_iterator *iter, int pid)
{
	struct view *v = output_of(iter);
	struct output_comm *found = &v->comm;
	char *p;

	if (v->memory) {
		found = &v->memory->comms[pid & (BIT(OUTPUT_COMM_BITS) - 1)];
		if (found->pid == pid && found->round == v->round)
			return found;
	}
	trace_comm_find(pid, found->comm);
	found->pid = pid;
	found->round = v->round;
	p = output_put_right(found->start, found->comm, TASK_COMM_LEN, 16);
	*p++ = '-';
	p = output_put_left(p, pid, 7);
	*p++ = ' ';
	found->len = p - found->start;
	return found;
}

const char *output_comm(struct trace_iterator *iter, int pid)
{
	return output_context_comm(iter, pid)->comm;
}

char output_delay_mark(u64 ns)
{
	static const struct {
		u64 above;
		char mark;
	} marks[] = {
		{ NSEC_PER_SEC, '$' },
		{ 100 * NSEC_PER_MSEC, '@' },
		{ 10 * NSEC_PER_MSEC, '*' },
		{ NSEC_PER_MSEC, '#' },
		{ 100 * NSEC_PER_USEC, '!' },
		{ 10 * NSEC_PER_USEC, '+' },
	};
	int i;

	if (likely(ns <= 10 * NSEC_PER_USEC))
		return ' ';
	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		if (ns > marks[i].above)
			return marks[i].mark;
	}
	return ' ';
}
