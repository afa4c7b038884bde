// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the records of the tracer osnoise.
 */
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/seq_file.h>

#include "../../output/output.h"
#include "osnoise.h"

/**
 * osnoise_header - tracer.print_header of osnoise
 * @m: the file
 * @iter: the reader
 *
 * The two percent signs are part of the documented header.
 *
 * Context: task, may sleep.
 */
void osnoise_header(struct seq_file *m, struct trace_iterator *iter)
{
	seq_puts(m, "#                                _-----=> irqs-off\n");
	seq_puts(m, "#                               / _----=> need-resched\n");
	seq_puts(m, "#                              | / _---=> hardirq/softirq\n");
	seq_puts(m, "#                              || / _--=> preempt-depth\n");
	seq_puts(m, "#                              ||| / _-=> migrate-disable                         MAX\n");
	seq_puts(m, "#                              |||| /     delay                                   SINGLE      Interference counters:\n");
	seq_puts(m, "#                              |||||               RUNTIME      NOISE  %% OF CPU  NOISE    +-----------------------------+\n");
	seq_puts(m, "#           TASK-PID      CPU# |||||   TIMESTAMP    IN US       IN US  AVAILABLE  IN US     HW    NMI    IRQ   SIRQ THREAD\n");
	seq_puts(m, "#              | |         |   |||||      |           |             |    |            |      |      |      |      |      |\n");
}

static enum print_line_t osnoise_print_trace(struct trace_iterator *iter, int flags,
					     struct trace_event *event)
{
	struct event_osnoise *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;
	u64 parts, rest = 0;

	/* Share of the run time without noise, in units of 1/100000 percent. */
	parts = (rec->runtime - min(rec->noise, rec->runtime)) * 10000000;
	if (rec->runtime)
		parts = div64_u64(parts, rec->runtime);
	parts = div_u64_rem(parts, 100000, (u32 *)&rest);

	trace_seq_printf(s, "%llu %10llu %3llu.%05llu %7llu", rec->runtime,
			 rec->noise, parts, rest, rec->max_sample);
	trace_seq_printf(s, " %6u %6u %6u %6u %6u\n", rec->hw_count,
			 rec->nmi_count, rec->irq_count, rec->softirq_count,
			 rec->thread_count);
	return trace_handle_return(s);
}

static enum print_line_t osnoise_print_raw(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	struct event_osnoise *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%lld %llu %llu %u %u %u %u %u\n",
			 rec->runtime, rec->noise, rec->max_sample,
			 rec->hw_count, rec->nmi_count, rec->irq_count,
			 rec->softirq_count, rec->thread_count);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions osnoise_print_funcs = {
	.trace = osnoise_print_trace,
	.raw = osnoise_print_raw,
};

static struct trace_event osnoise_print_event = {
	.type = TRACE_OSNOISE,
	.funcs = &osnoise_print_funcs,
};

static int __init osnoise_print_init(void)
{
	return register_trace_event(&osnoise_print_event) ? 0 : -EBUSY;
}
core_initcall(osnoise_print_init);
