// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the records of the tracer timerlat.
 */
#include <linux/init.h>
#include <linux/seq_file.h>

#include "../../output/output.h"
#include "timerlat.h"

/**
 * timerlat_header - tracer.print_header of timerlat
 * @m: the file
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void timerlat_header(struct seq_file *m, struct trace_iterator *iter)
{
	seq_puts(m, "#                                _-----=> irqs-off\n");
	seq_puts(m, "#                               / _----=> need-resched\n");
	seq_puts(m, "#                              | / _---=> hardirq/softirq\n");
	seq_puts(m, "#                              || / _--=> preempt-depth\n");
	seq_puts(m, "#                              ||| / _-=> migrate-disable\n");
	seq_puts(m, "#                              |||| /     delay\n");
	seq_puts(m, "#                              |||||            ACTIVATION\n");
	seq_puts(m, "#           TASK-PID      CPU# |||||   TIMESTAMP   ID            CONTEXT                 LATENCY\n");
	seq_puts(m, "#              | |         |   |||||      |         |                  |                       |\n");
}

static enum print_line_t timerlat_print_trace(struct trace_iterator *iter, int flags,
					      struct trace_event *event)
{
	static const char * const names[] = {
		[TIMERLAT_IRQ] = "irq",
		[TIMERLAT_THREAD] = "thread",
		[TIMERLAT_USER] = "user-ret",
	};
	struct event_timerlat *rec = (void *)iter->ent;
	const char *name = "?";

	if (rec->context >= 0 && rec->context < ARRAY_SIZE(names))
		name = names[rec->context];
	trace_seq_printf(&iter->seq,
			 "#%-5u context %6s timer_latency %9llu ns\n",
			 rec->seqnum, name, rec->timer_latency);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t timerlat_print_raw(struct trace_iterator *iter, int flags,
					    struct trace_event *event)
{
	struct event_timerlat *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%u %d %llu\n", rec->seqnum, rec->context,
			 rec->timer_latency);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions timerlat_print_funcs = {
	.trace = timerlat_print_trace,
	.raw = timerlat_print_raw,
};

static struct trace_event timerlat_print_event = {
	.type = TRACE_TIMERLAT,
	.funcs = &timerlat_print_funcs,
};

static int __init timerlat_print_init(void)
{
	return register_trace_event(&timerlat_print_event) ? 0 : -EBUSY;
}
core_initcall(timerlat_print_init);
