// SPDX-License-Identifier: GPL-2.0
/*
 * The merging of CPUs, kernel/trace/output/iter.c, on the host.
 *
 *	merge CPUS	print records that are randomly distributed over CPUS CPUs
 *
 * The order of the records is checked, and that none is missing. Its cost is counted
 * by callgrind, which collects in merge_lines() only: see the script "run".
 */
#include "internal.h"

#define MERGE_RECORDS	20000

static struct trace_buffer merge_ring = { .now = ~0ULL };
static int merge_order[MERGE_RECORDS];

/* Write the records. */
static void merge_write(void)
{
	u64 ts = 1000000;
	int i, cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		merge_ring.events[cpu] = calloc(MERGE_RECORDS,
						sizeof(struct ring_buffer_event));
	for (i = 0; i < MERGE_RECORDS; i++) {
		struct ring_buffer_event *event;

		cpu = rand() % nr_cpu_ids;
		event = &merge_ring.events[cpu][merge_ring.counts[cpu]++];
		ts += 1 + rand() % 1000;
		event->ts = ts;
		event->size = sizeof(event->rec);
		event->rec.ent.type = TRACE_FN;
		event->rec.ent.pid = 1 + cpu;
		event->rec.ip = 0x1000 + 16 * (rand() % 200);
		event->rec.parent_ip = 0x1000 + 16 * (rand() % 200);
		merge_order[i] = cpu;
	}
}

/* The function in which callgrind collects. */
noinline int merge_lines(struct output_reader *r);

int merge_lines(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	int n = 0;

	output_lock_records(iter);
	output_rewind(r);
	while (output_record_take(r)) {
		if (n == MERGE_RECORDS || iter->cpu != merge_order[n])
			break;
		n++;
		trace_seq_init(&iter->seq);
		output_line(iter);
		output_record_pass(r);
	}
	output_unlock_records(iter);
	return n;
}

int main(int argc, char **argv)
{
	static const struct tracer tracer;
	static struct trace_array tr = {
		.tracer = &tracer,
		.ring = &merge_ring,
		.options = INSTANCE_OPT(PRINT_PARENT) |
			   INSTANCE_OPT(CONTEXT_INFO) | INSTANCE_OPT(IRQ_INFO),
	};
	struct trace_iterator *iter;
	int n;

	nr_cpu_ids = argc > 1 ? atoi(argv[1]) : 1;
	if (nr_cpu_ids < 1 || nr_cpu_ids > MERGE_CPUS_MAX)
		return 2;
	host_init();
	merge_init();
	merge_write();
	iter = output_open(&tr, RING_BUFFER_ALL_CPUS, false);
	n = merge_lines(output_reader_of(iter));
	output_close(iter);
	printf("%d\n", n);
	return n != MERGE_RECORDS;
}
