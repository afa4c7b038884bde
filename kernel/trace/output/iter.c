// SPDX-License-Identifier: GPL-2.0
/*
 * Walks the records of a buffer in order of time.
 *
 * Each CPU's ring is in order by itself. The CPUs that have a record stand in a
 * heap, the one with the oldest record on top, so that a record costs a
 * comparison per level of the heap and not one per CPU.
 *
 * A CPU that had nothing to offer is not asked again for every record. Whatever
 * it writes from now on is younger than now: it is asked again when the records
 * reach the time at which it was asked last (struct view.looked).
 */
#include <linux/cpumask.h>
#include <linux/slab.h>

#include "../ring/ring.h"
#include "internal.h"

static bool heap_before(const struct view *v, int a, int b)
{
	const struct output_record *one = &v->cpus[a].rec;
	const struct output_record *two = &v->cpus[b].rec;

	/* Of records of the same time the lower CPU's goes first. */
	return one->ts < two->ts || (one->ts == two->ts && a < b);
}

static void heap_down(struct view *v, int at)
{
	int index = v->heap[at];

	for (;;) {
		int child = 2 * at + 1;

		if (child >= v->nheap)
			break;
		if (child + 1 < v->nheap &&
		    heap_before(v, v->heap[child + 1], v->heap[child]))
			child++;
		if (!heap_before(v, v->heap[child], index))
			break;
		v->heap[at] = v->heap[child];
		at = child;
	}
	v->heap[at] = index;
}

static void heap_push(struct view *v, int index)
{
	int at = v->nheap++;

	while (at) {
		int parent = (at - 1) / 2;

		if (!heap_before(v, index, v->heap[parent]))
			break;
		v->heap[at] = v->heap[parent];
		at = parent;
	}
	v->heap[at] = index;
}

/* Find the next record of a CPU, without taking it. */
static bool cpu_peek(struct view *v, struct output_cpu *vc,
		     struct output_record *rec)
{
	rec->lost = 0;
	if (vc->ring_iter) {
		rec->event = ring_buffer_iter_peek(vc->ring_iter, &rec->ts);
		if (rec->event && ring_buffer_iter_dropped(vc->ring_iter))
			rec->lost = ~0UL;
	} else {
		rec->event = ring_buffer_peek(v->ring, vc->cpu, &rec->ts,
					      &rec->lost);
	}
	return rec->event;
}

/* Leave the CPU's record behind, for the next one. */
static void cpu_pass(struct view *v, struct output_cpu *vc,
		     struct output_record *rec)
{
	if (vc->ring_iter) {
		ring_buffer_iter_advance(vc->ring_iter);
		cpu_peek(v, vc, rec);
		return;
	}
	rec->event = ring_buffer_pass(v->ring, vc->cpu, &rec->ts, &rec->lost);
}

/* Ask all CPUs, or only those that had nothing. */
static void heap_fill(struct view *v, bool all)
{
	int i;

	/* Some clocks count how often they are asked. Leave them alone. */
	v->looked = ~0ULL;
	if (v->iter.iter_flags & TRACE_FILE_TIME_IN_NS)
		v->looked = ring_buffer_time_stamp(v->ring);
	if (all)
		v->nheap = 0;
	for (i = 0; i < v->ncpus; i++) {
		struct output_cpu *vc = &v->cpus[i];

		if (!all && vc->rec.event)
			continue;
		if (cpu_peek(v, vc, &vc->rec))
			heap_push(v, i);
	}
}

/* The CPU on top stands at another record now, or at none. */
static void heap_settle(struct view *v)
{
	if (!v->cpus[v->heap[0]].rec.event)
		v->heap[0] = v->heap[--v->nheap];
	if (v->nheap > 1)
		heap_down(v, 0);
}

/* The CPU of the next record, or NULL. */
static struct output_cpu *heap_top(struct view *v)
{
	if (!v->nheap || v->cpus[v->heap[0]].rec.ts > v->looked)
		heap_fill(v, false);
	return v->nheap ? &v->cpus[v->heap[0]] : NULL;
}

/* Is the record that was found on the CPU last from before the boot? */
static bool cpu_is_past(struct view *v, struct output_cpu *vc)
{
	return vc->ring_iter ? ring_buffer_iter_is_past(vc->ring_iter) :
			       ring_buffer_is_past(v->ring, vc->cpu);
}

/* The current record is that of the CPU. The kernel may have moved since. */
static void cpu_look_past(struct view *v, struct output_cpu *vc)
{
	v->past = cpu_is_past(v, vc);
	v->moved = v->past ? v->moves : 0;
}

/* Make the record on top of the heap the current one. */
bool output_take(struct view *v)
{
	struct trace_iterator *iter = &v->iter;
	struct output_cpu *vc;

	/* One that was moved aside and then found no room is still there. */
	if (iter->ent)
		return true;
	vc = heap_top(v);
	if (!vc)
		return false;
	iter->ent = ring_buffer_event_data(vc->rec.event);
	iter->ent_size = ring_buffer_event_length(vc->rec.event);
	iter->ts = vc->rec.ts;
	iter->cpu = vc->cpu;
	iter->lost_events = vc->rec.lost;
	iter->idx++;
	if (unlikely(v->has_past))
		cpu_look_past(v, vc);
	return true;
}

/* Leave the current record behind. */
void output_leave(struct view *v)
{
	struct output_cpu *vc;

	if (!v->iter.ent)
		return;
	v->iter.ent = NULL;
	if (v->held == OUTPUT_HELD_ALONE) {
		v->held = OUTPUT_NOT_HELD;
		return;
	}
	vc = &v->cpus[v->heap[0]];
	if (!v->held || v->joined)
		cpu_pass(v, vc, &vc->rec);
	else
		vc->rec = v->next;
	v->held = OUTPUT_NOT_HELD;
	v->joined = false;
	heap_settle(v);
}

/* The current record was not printed. Keep it for the next time. */
void output_keep(struct view *v)
{
	v->joined = false;
	if (!v->held) {
		v->iter.ent = NULL;
		v->iter.idx--;
	} else if (v->consume) {
		v->held = OUTPUT_HELD_ALONE;
	}
}

/* There is no current record. */
void output_drop(struct view *v)
{
	v->iter.ent = NULL;
	v->held = OUTPUT_NOT_HELD;
	v->joined = false;
}

static bool cpu_hold_copy(struct view *v)
{
	struct trace_iterator *iter = &v->iter;

	if (iter->ent_size > iter->temp_size) {
		void *room;

		if (v->atomic)
			return false;
		room = krealloc(iter->temp, iter->ent_size, GFP_KERNEL);
		if (!room)
			return false;
		iter->temp = room;
		iter->temp_size = iter->ent_size;
	}
	iter->ent = memcpy(iter->temp, iter->ent, iter->ent_size);
	return true;
}

/*
 * Move the current record to a place of its own, so that its CPU can go on to
 * @next. The CPU stays where it is in the heap.
 */
static bool cpu_hold(struct view *v)
{
	struct trace_iterator *iter = &v->iter;
	struct output_cpu *vc = &v->cpus[v->heap[0]];

	if (v->held)
		return v->held == OUTPUT_HELD;
	if (iter->ent != v->copy.mem && !cpu_hold_copy(v))
		return false;
	cpu_pass(v, vc, &v->next);
	v->held = OUTPUT_HELD;
	return true;
}

struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts)
{
	struct view *v = output_of(iter);
	struct trace_entry *ent;
	int bytes;

	if (!v->nheap || v->joined || !cpu_hold(v) || !v->next.event ||
	    v->next.lost)
		return NULL;
	ent = ring_buffer_event_data(v->next.event);
	bytes = ring_buffer_event_length(v->next.event);
	if (bytes < (int)sizeof(*ent))
		return NULL;
	if (unlikely(v->past) && cpu_is_past(v, &v->cpus[v->heap[0]]))
		ent = output_last_boot_copy(v, &v->next_copy, ent, bytes);
	*size = bytes;
	if (ts)
		*ts = v->next.ts;
	return ent;
}

void output_join(struct trace_iterator *iter)
{
	output_of(iter)->joined = true;
}

/**
 * output_next_ts - the time of the record after the current one
 * @v: the reader, at a record
 * @ts: where the time is put
 *
 * Context: as output_line().
 * Return: false if that is the last one or cannot be known.
 */
bool output_next_ts(struct view *v, u64 *ts)
{
	bool any;
	int i;

	if (v->consume || !v->nheap || !cpu_hold(v))
		return false;
	any = v->next.event;
	if (any)
		*ts = v->next.ts;
	/* The current CPU is on top. The oldest other one is right below. */
	for (i = 1; i < min(v->nheap, 3); i++) {
		u64 other = v->cpus[v->heap[i]].rec.ts;

		if (!any || other < *ts)
			*ts = other;
		any = true;
	}
	return any;
}

/* What @cpu wrote before the buffer was last emptied, and is not shown. */
unsigned long output_skipped(struct trace_iterator *iter, int cpu)
{
	struct view *v = output_of(iter);
	int i;

	for (i = 0; i < v->ncpus; i++) {
		if (v->cpus[i].cpu == cpu)
			return v->cpus[i].skipped;
	}
	return 0;
}

/* What is known of the buffer before its records are read. */
void output_find_flags(struct view *v)
{
	struct trace_iterator *iter = &v->iter;

	iter->iter_flags = 0;
	/* ftrace_dump() has always shown the latency format. */
	if (v->atomic ||
	    instance_option(iter->tr, INSTANCE_OPT_LATENCY_FORMAT))
		iter->iter_flags |= TRACE_FILE_LAT_FMT;
	if (trace_clock_table[READ_ONCE(iter->tr->clock)].in_ns)
		iter->iter_flags |= TRACE_FILE_TIME_IN_NS;
	if (!v->consume && ring_buffer_overruns(v->ring))
		iter->iter_flags |= TRACE_FILE_ANNOTATE;
}

/* Find out anew where a consuming reader is, whatever others took. */
void output_restart(struct view *v)
{
	output_find_flags(v);
	heap_fill(v, true);
}

/* Records may be older than the buffer's start when its clock was changed. */
static void cpu_rewind(struct view *v, struct output_cpu *vc)
{
	u64 start = output_time_start(v);
	u64 ts;

	ring_buffer_iter_reset(vc->ring_iter);
	vc->skipped = 0;
	while (ring_buffer_iter_peek(vc->ring_iter, &ts)) {
		if (ts >= start)
			break;
		ring_buffer_iter_advance(vc->ring_iter);
		vc->skipped++;
	}
}

/* A reader that does not consume goes back to the oldest record. */
void output_rewind(struct view *v)
{
	struct trace_iterator *iter = &v->iter;
	int i;

	for (i = 0; i < v->ncpus; i++)
		cpu_rewind(v, &v->cpus[i]);
	output_find_flags(v);
	cpumask_clear(iter->started);
	output_drop(v);
	iter->idx = -1;
	heap_fill(v, true);
}
