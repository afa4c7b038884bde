// SPDX-License-Identifier: GPL-2.0
/*
 * The directories per_cpu/cpuN, and the file stats in them.
 */
#include <linux/array_size.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "internal.h"

static void stats_time(struct seq_file *m, const struct tracing_file_ctx *at,
		       const char *what, u64 ts)
{
	u64 usecs = div_u64(ts, NSEC_PER_USEC);
	u32 rest;

	if (!trace_clock_table[READ_ONCE(at->tr->clock)].in_ns) {
		seq_printf(m, "%s: %llu\n", what, ts);
		return;
	}
	usecs = div_u64_rem(usecs, USEC_PER_SEC, &rest);
	seq_printf(m, "%s: %5llu.%06u\n", what, usecs, rest);
}

static int stats_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	struct trace_buffer *ring = at->tr->ring;
	unsigned long recursed;
	int cpu = at->cpu;

	seq_printf(m, "entries: %lu\n", ring_buffer_entries_cpu(ring, cpu));
	seq_printf(m, "overrun: %lu\n", ring_buffer_overrun_cpu(ring, cpu));
	seq_printf(m, "commit overrun: %lu\n",
		   ring_buffer_commit_overrun_cpu(ring, cpu));
	seq_printf(m, "bytes: %lu\n", ring_buffer_bytes_cpu(ring, cpu));
	stats_time(m, at, "oldest event ts",
		   ring_buffer_oldest_event_ts(ring, cpu));
	stats_time(m, at, "now ts", ring_buffer_time_stamp(ring));
	seq_printf(m, "dropped events: %lu\n",
		   ring_buffer_dropped_events_cpu(ring, cpu));
	seq_printf(m, "read events: %lu\n",
		   ring_buffer_read_events_cpu(ring, cpu));
	/* Nobody expects this line, nor what it tells of. */
	recursed = ring_recursed_cpu(ring, cpu);
	if (recursed)
		seq_printf(m, "recursed events: %lu\n", recursed);
	return 0;
}

const struct tracing_value tracing_stats_value = {
	.show = stats_show,
};

static const struct tracefs_entry percpu_entries[] = {
	TRACING_VALUE("buffer_size_kb", 0640, tracing_size_value),
	TRACING_SNAPSHOT_CPU_FILES
	TRACING_VALUE("stats", 0440, tracing_stats_value),
	TRACING_FILE("trace", 0640, tracing_trace_fops),
	TRACING_FILE("trace_pipe", 0440, tracing_pipe_fops),
	TRACING_FILE("trace_pipe_raw", 0440, tracing_raw_fops),
};

const struct tracefs_kind tracing_cpu_kind = {
	.mode = 0750,
	.nr_entries = ARRAY_SIZE(percpu_entries),
	.entries = percpu_entries,
	.visible = tracing_visible,
	.release = tracing_node_release,
};

const struct tracefs_kind tracing_per_cpu_kind = {
	.mode = 0750,
	.release = tracing_node_release,
};

/**
 * tracing_per_cpu_add - add the directories of all CPUs
 * @dir: the directories of the instance, per_cpu among them
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int tracing_per_cpu_add(struct tracing_dir *dir)
{
	struct tracing_cpu *pc;
	int cpu, ret;

	dir->cpus = kcalloc(nr_cpu_ids, sizeof(*dir->cpus), GFP_KERNEL);
	if (!dir->cpus)
		return -ENOMEM;

	for_each_possible_cpu(cpu) {
		pc = &dir->cpus[cpu];
		pc->cpu = cpu;
		snprintf(pc->name, sizeof(pc->name), "cpu%d", cpu);
		ret = tracing_node_add(dir, &pc->node, &dir->per_cpu, pc->name,
				       &tracing_cpu_kind);
		if (ret)
			return ret;
	}
	return 0;
}
