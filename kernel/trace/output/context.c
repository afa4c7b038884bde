// SPDX-License-Identifier: GPL-2.0
/*
 * Parts of the context at the start of a line: name of the task, irq-info and the
 * mark of a long delay.
 */
#include "internal.h"

/**
 * output_put_irq_info - write the five characters of irq-info
 * @p: where to write
 * @ent: header of the record
 *
 * Context: any.
 * Return: end of the text.
 */
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

/* The records of the last boot are of other tasks. */
static u64 context_comm_find(struct output_reader *r, int pid, bool ns, struct trace_comm *found)
{
	bool names = !r->last_boot && instance_option(&instance_global, INSTANCE_OPT_RECORD_CMD);
	u64 until = U64_MAX;

	found->ns_pid = pid;
	if (names || (ns && !r->last_boot))
		until = trace_comm_find_at(pid, r->comm_clock, r->iter.ts, found);
	/* A task may have had more than one name. */
	if (r->last_boot &&
	    instance_last_boot_task(r->iter.tr, pid, r->iter.ts, found->comm)) {
		found->tgid = 0;
		return r->iter.ts;
	}
	if (!names) {
		trace_comm_find(pid, found->comm);
		found->tgid = trace_comm_tgid(pid);
	}
	return until;
}

/**
 * output_comm_lookup - look up the name of a task that is not cached
 * @r: the reader
 * @found: entry that is replaced
 * @pid: pid of the task
 *
 * Context: as output_line().
 */
void output_comm_lookup(struct output_reader *r, struct output_task_comm *found, int pid)
{
	bool ns = instance_option(r->iter.tr, INSTANCE_OPT_NS_PID);
	struct trace_comm task;
	char *p;

	found->until = context_comm_find(r, pid, ns, &task);
	memcpy(found->comm, task.comm, TASK_COMM_LEN);
	found->tgid = task.tgid;
	found->pid = pid;
	found->shown = ns ? task.ns_pid : pid;
	found->round = r->round;
	p = output_put_right(found->start, found->comm, TASK_COMM_LEN, 16);
	*p++ = '-';
	p = output_put_left(p, found->shown, 7);
	*p++ = ' ';
	found->len = p - found->start;
}

/**
 * output_comm - get the name of a task
 * @iter: the reader
 * @pid: pid of the task
 *
 * Context: as output_line().
 * Return: the name, NUL terminated, valid until the next call for another task.
 */
const char *output_comm(struct trace_iterator *iter, int pid)
{
	return output_comm_find(iter, pid)->comm;
}

/**
 * output_pid - get the pid of a task as it is printed
 * @iter: the reader
 * @pid: the pid in the record
 *
 * Context: as output_line().
 * Return: @pid, or with the option ns-pid the pid in the namespace of the current task.
 */
int output_pid(struct trace_iterator *iter, int pid)
{
	return output_comm_find(iter, pid)->shown;
}

/**
 * output_delay_mark - get the character that marks a long time
 * @ns: the time in ns
 *
 * Context: any.
 * Return: the mark, or a space for a time of up to 10 us.
 */
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
	};
	int i;

	if (likely(ns <= 10 * NSEC_PER_USEC))
		return ' ';
	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		if (ns > marks[i].above)
			return marks[i].mark;
	}
	return '+';
}
