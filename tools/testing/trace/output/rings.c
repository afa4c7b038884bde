// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffers that merge.h declares: arrays of records.
 */
#include "internal.h"

const struct clock_row trace_clock_table[] = { { true }, { false } };
int nr_cpu_ids;
unsigned int merge_fail_at;
struct rw_semaphore merge_types_rwsem;
unsigned int merge_types_epoch;

/**
 * struct ring_buffer_iter - a reader of a CPU that does not consume
 * @ring: the ring buffers
 * @cpu: the CPU
 * @at: index of the next record
 * @end: number of records of the CPU when the reader began
 */
struct ring_buffer_iter {
	struct trace_buffer	*ring;
	int			cpu;
	int			at;
	int			end;
};

struct ring_buffer_iter *ring_buffer_read_start(struct trace_buffer *ring,
						int cpu, int gfp)
{
	struct ring_buffer_iter *it = kzalloc(sizeof(*it), gfp);

	if (!it)
		return NULL;
	it->ring = ring;
	it->cpu = cpu;
	ring_buffer_iter_reset(it);
	return it;
}

void ring_buffer_read_finish(struct ring_buffer_iter *it)
{
	free(it);
}

void ring_buffer_iter_continue(struct ring_buffer_iter *it)
{
	it->end = it->ring->counts[it->cpu];
}

void ring_buffer_iter_reset(struct ring_buffer_iter *it)
{
	it->at = it->ring->consumed[it->cpu];
	ring_buffer_iter_continue(it);
}

bool ring_buffer_iter_empty(struct ring_buffer_iter *it)
{
	return it->at == it->end;
}

struct ring_buffer_event *ring_buffer_iter_peek(struct ring_buffer_iter *it,
						u64 *ts)
{
	struct ring_buffer_event *event = &it->ring->events[it->cpu][it->at];

	if (ring_buffer_iter_empty(it))
		return NULL;
	*ts = event->ts;
	return event;
}

void ring_buffer_iter_advance(struct ring_buffer_iter *it)
{
	it->at++;
}

struct ring_buffer_event *ring_buffer_iter_next(struct ring_buffer_iter *it, u64 *ts)
{
	ring_buffer_iter_advance(it);
	return ring_buffer_iter_peek(it, ts);
}

bool ring_buffer_iter_dropped(struct ring_buffer_iter *it)
{
	struct ring_buffer_event *event = &it->ring->events[it->cpu][it->at];

	return event->lost && !event->past;
}

/* The rest of what is lost was overwritten. */
static void causes_of(const struct ring_buffer_event *event, struct ring_lost *lost)
{
	*lost = (struct ring_lost){};
	lost->by[RING_LOST_RECURSION] = event->lost ? 1 : 0;
	lost->by[RING_LOST_OVERWRITTEN] = event->lost ? event->lost - 1 : 0;
}

unsigned long ring_buffer_iter_lost_causes(struct ring_buffer_iter *it, struct ring_lost *lost)
{
	struct ring_buffer_event *event = &it->ring->events[it->cpu][it->at];

	causes_of(event, lost);
	return event->past || it->ring->counts_lost ? event->lost : 0;
}

void ring_buffer_lost_causes(struct trace_buffer *from, int cpu, struct ring_lost *lost)
{
	causes_of(&from->events[cpu][from->consumed[cpu]], lost);
}

bool ring_buffer_iter_is_last_boot(struct ring_buffer_iter *it)
{
	return it->ring->events[it->cpu][it->at].past;
}

bool ring_buffer_is_last_boot(struct trace_buffer *ring, int cpu)
{
	return ring->events[cpu][ring->consumed[cpu]].past;
}

struct ring_buffer_event *ring_buffer_peek(struct trace_buffer *ring, int cpu, u64 *ts,
					   unsigned long *lost)
{
	struct ring_buffer_event *event = &ring->events[cpu][ring->consumed[cpu]];

	if (ring_buffer_empty_cpu(ring, cpu))
		return NULL;
	*ts = event->ts;
	*lost = event->lost;
	return event;
}

struct ring_buffer_event *ring_buffer_consume_peek(struct trace_buffer *ring, int cpu,
						   u64 *ts, unsigned long *lost)
{
	assert(!ring_buffer_empty_cpu(ring, cpu));
	ring->consumed[cpu]++;
	return ring_buffer_peek(ring, cpu, ts, lost);
}

bool ring_buffer_empty_cpu(struct trace_buffer *ring, int cpu)
{
	return ring->consumed[cpu] == ring->counts[cpu];
}

unsigned long ring_buffer_overruns(struct trace_buffer *ring)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += ring->overruns[cpu];
	return sum;
}

unsigned long ring_buffer_entries_cpu(struct trace_buffer *ring, int cpu)
{
	return ring->counts[cpu] - ring->consumed[cpu];
}

u64 ring_buffer_time_stamp(struct trace_buffer *ring)
{
	ring->clock_reads++;
	return ring->now;
}

/* What the header of "trace" shows */

enum merge_preemption merge_preemption;
bool merge_ftrace_dead;

struct new_utsname *init_utsname(void)
{
	static struct new_utsname name = { "6.12.0-host" };

	return &name;
}

void instance_max_get(struct trace_array *tr, struct instance_max *max)
{
	*max = (struct instance_max){
		.latency = 16499, .start_ip = tr->time_start ? 0x1000 : 0, .end_ip = 0x1010,
		.cpu = 3, .pid = 1234, .uid = 7, .nice = -5, .policy = 2,
		.rt_priority = 99, .comm = "fifteen letters",
	};
}

/* As in the kernel: what does not fit makes the file full. */
void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(m->buf + m->count, m->size - m->count, fmt, args);
	va_end(args);
	m->count = m->count + len < m->size ? m->count + len : m->size;
}
