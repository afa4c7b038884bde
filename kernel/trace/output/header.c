// SPDX-License-Identifier: GPL-2.0
/*
 * The header of the file "trace".
 */
#include <linux/cred.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/uidgid.h>
#include <linux/utsname.h>

#include "internal.h"

/* Names of the columns: the CPU and the characters of irq-info. */
static const char * const header_names[] = {
	"CPU#",
	"irqs-off/BH-disabled",
	"need-resched",
	"hardirq/softirq",
	"preempt-depth",
	"migrate-disable",
	"delay",
};

static const char header_latency_indent[] = "                  ";
static const char header_indent[] = "                              ";
static const char header_tgid_indent[] =
	"                                        ";

static const char header_columns[] =
	"#           TASK-PID  %s CPU#  %s  TIMESTAMP  FUNCTION\n"
	"#              | |    %s  |   %s     |         |\n";

static const char header_latency_columns[] =
	"#  cmd     pid     |||||| time  |   caller     \n"
	"#     \\   /        ||||||  \\    |    /       \n";

static const char header_ruler[] =
	"--------------------------------------------------------------------";

/* Number of records that can be read, and of all that were written. */
static void output_header_entries(struct trace_iterator *iter, unsigned long *there,
				  unsigned long *written)
{
	struct trace_buffer *ring = output_reader_of(iter)->ring;
	int cpu;

	*there = 0;
	*written = 0;
	for_each_possible_cpu(cpu) {
		unsigned long count = ring_buffer_entries_cpu(ring, cpu);
		unsigned long skipped = output_skipped(iter, cpu);

		/*
		 * Skipped records were written before the start time of the buffer.
		 */
		count -= skipped;
		*there += count;
		*written += count;
		if (!skipped)
			*written += ring_buffer_overrun_cpu(ring, cpu);
	}
}

static const char *output_header_preemption(void)
{
	if (preempt_model_rt())
		return "preempt_rt";
	if (preempt_model_full())
		return "preempt";
	if (preempt_model_voluntary())
		return "desktop";
	if (preempt_model_none())
		return "server";
	return "unknown";
}

/* Lines that connect the names of the columns, from @first on, with the columns. */
static void output_header_stairs(struct seq_file *m, const char *indent, int first,
				 int width)
{
	int last = ARRAY_SIZE(header_names) - 1 - first;
	int i;

	for (i = 0; i <= last; i++) {
		seq_printf(m, "#%s%.*s%s", indent, max(i - 1, 0), "||||||",
			   i ? " / " : "  ");
		if (i < last)
			seq_printf(m, "_%.*s=> ", last - i, "------");
		else
			seq_puts(m, "    ");
		seq_printf(m, "%-*s\n", width, header_names[first + i]);
	}
}

static void output_header_task_columns(struct seq_file *m, struct trace_iterator *iter)
{
	bool irq_info = instance_option(iter->tr, INSTANCE_OPT_IRQ_INFO);
	bool tgid = instance_option(iter->tr, INSTANCE_OPT_RECORD_TGID);
	unsigned long there, written;

	output_header_entries(iter, &there, &written);
	seq_printf(m, "# entries-in-buffer/entries-written: %lu/%lu   #P:%d\n",
		   there, written, num_online_cpus());
	seq_puts(m, "#\n");
	if (irq_info)
		output_header_stairs(m, tgid ? header_tgid_indent : header_indent,
				     1, 0);
	seq_printf(m, header_columns,
		   tgid ? "     TGID   " : "  ", irq_info ? "|||||" : " ",
		   tgid ? "       |     " : "   ", irq_info ? "|||||" : " ");
}

/* Where a critical section began and ended. */
static void output_header_section(struct seq_file *m, const struct instance_max *max)
{
	seq_printf(m, "#  => started at: %ps\n", (void *)max->start_ip);
	seq_printf(m, "#  => ended at:   %ps\n", (void *)max->end_ip);
	seq_puts(m, "#\n");
}

/**
 * output_header_latency - print the header of the latency format without the columns
 * @m: the file
 * @iter: the reader
 *
 * Latency tracers have a maximum and the task that it was measured for. With other
 * tracers these values are zero.
 *
 * Context: task, between output_lock_records() and output_unlock_records().
 */
void output_header_latency(struct seq_file *m, struct trace_iterator *iter)
{
	struct instance_max max = {};
	unsigned long there, written;

	if (iter->trace->keeps_max)
		instance_max_get(iter->tr, &max);
	output_header_entries(iter, &there, &written);
	seq_printf(m, "# %s latency trace v1.1.5 on %s\n",
		   iter->trace->entry.name, init_utsname()->release);
	seq_printf(m, "# %s\n", header_ruler);
	seq_printf(m, "# latency: %llu us, #%lu/%lu, CPU#%d | (M:%s VP:%d, KP:%d, SP:%d HP:%d #P:%d)\n",
		   div_u64(max.latency + 500, NSEC_PER_USEC), there, written,
		   max.cpu, output_header_preemption(), 0, 0, 0, 0, num_online_cpus());
	seq_puts(m, "#    -----------------\n");
	seq_printf(m, "#    | task: %.16s-%d (uid:%d nice:%d policy:%u rt_prio:%u)\n",
		   max.comm, max.pid, from_kuid_munged(output_reader_of(iter)->user_ns, max.uid),
		   max.nice, max.policy, max.rt_priority);
	seq_puts(m, "#    -----------------\n");
	if (max.start_ip)
		output_header_section(m, &max);
	seq_puts(m, "#\n");
}

/**
 * output_header_default - print the header of a tracer without print_header()
 * @m: the file
 * @iter: the reader
 *
 * Context: task, between output_lock_records() and output_unlock_records().
 */
void output_header_default(struct seq_file *m, struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;

	if (!instance_option(tr, INSTANCE_OPT_CONTEXT_INFO))
		return;

	if (!(iter->iter_flags & TRACE_FILE_LAT_FMT)) {
		if (!instance_option(tr, INSTANCE_OPT_VERBOSE))
			output_header_task_columns(m, iter);
		return;
	}
	if (output_empty(iter))
		return;
	output_header_latency(m, iter);
	if (instance_option(tr, INSTANCE_OPT_VERBOSE))
		return;
	output_header_stairs(m, header_latency_indent, 0, 16);
	seq_puts(m, header_latency_columns);
}

/**
 * output_header - print the header of the file "trace"
 * @m: the file
 * @iter: the reader
 *
 * Context: task, between output_lock_records() and output_unlock_records().
 */
void output_header(struct seq_file *m, struct trace_iterator *iter)
{
	seq_printf(m, "# tracer: %s\n", iter->trace->entry.name);
	seq_puts(m, "#\n");
	if (ftrace_is_dead())
		seq_puts(m,
			 "# WARNING: FUNCTION TRACING IS CORRUPTED\n"
			 "#          MAY BE MISSING FUNCTION EVENTS\n");
	if (iter->trace->print_header)
		iter->trace->print_header(m, iter);
	else
		output_header_default(m, iter);
}
