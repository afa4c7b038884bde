// SPDX-License-Identifier: GPL-2.0
/*
 * Iterates over the records of a buffer in the order of their timestamps.
 *
 * The records of a single CPU are in order. The CPUs that have a record are in a
 * binary min-heap, ordered by the timestamp of their next record, so that a record
 * costs a comparison per level of the heap and not one per CPU.
 *
 * A CPU without records is not polled for every record. Records that it writes after
 * it was polled have later timestamps than the poll. So it is polled again only when
 * the timestamp of the next record exceeds that of the last poll
 * (output_reader.polled_ts).
 */
#include <linux/cpumask.h>
#include <linux/slab.h>

#include "../ring/ring.h"
#include "internal.h"

static bool output_iter_heap_before(const struct output_reader *r, int a, int b)
{
	const struct output_record *one = &r->cpus[a].rec;
	const struct output_record *two = &r->cpus[b].rec;

	/* Of records with equal timestamps that of the lower CPU is the first. */
	return one->ts < two->ts || (one->ts == two->ts && a < b);
}

static void output_iter_heap_down(struct output_reader *r, int at)
{
	int index = r->heap[at];

	for (;;) {
		int child = 2 * at + 1;

		if (child >= r->nheap)
			break;
		if (child + 1 < r->nheap &&
		    output_iter_heap_before(r, r->heap[child + 1], r->heap[child]))
			child++;
		if (!output_iter_heap_before(r, r->heap[child], index))
			break;
		r->heap[at] = r->heap[child];
		at = child;
	}
	r->heap[at] = index;
}

static void output_iter_heap_push(struct output_reader *r, int index)
{
	int at = r->nheap++;

	while (at) {
		int parent = (at - 1) / 2;

		if (!output_iter_heap_before(r, index, r->heap[parent]))
			break;
		r->heap[at] = r->heap[parent];
		at = parent;
	}
	r->heap[at] = index;
}

/*
 * With the option loss-cause, all missing records are counted. Without it, those in damaged
 * sub-buffers of the previous boot are, and of those that the writer has overwritten it is
 * said that they are missing.
 */
static void output_iter_cpu_dropped(struct output_reader *r, struct output_cpu *oc,
				    struct output_record *rec)
{
	rec->lost = 0;
	if (!rec->event)
		return;
	if (unlikely(r->count_lost))
		rec->lost = ring_buffer_iter_lost_causes(oc->ring_iter, &oc->causes);
	if (ring_buffer_iter_dropped(oc->ring_iter) && !r->show_causes)
		rec->lost = ~0UL;
}

/* Get why records were lost before the one that ring/ has just returned. */
static noinline void output_iter_cpu_lost(struct output_reader *r, struct output_cpu *oc)
{
	ring_buffer_lost_causes(r->ring, oc->cpu, &oc->causes);
}

/* Get the next record of a CPU without consuming it. */
static bool output_iter_cpu_peek(struct output_reader *r, struct output_cpu *oc,
				 struct output_record *rec)
{
	if (oc->ring_iter) {
		rec->event = ring_buffer_iter_peek(oc->ring_iter, &rec->ts);
		output_iter_cpu_dropped(r, oc, rec);
	} else {
		rec->lost = 0;
		rec->event = ring_buffer_peek(r->ring, oc->cpu, &rec->ts,
					      &rec->lost);
		if (unlikely(rec->lost))
			output_iter_cpu_lost(r, oc);
	}
	return rec->event;
}

/*
 * Consume the CPU's record, or advance the iterator past it, and get the next one.
 */
static void output_iter_cpu_pass(struct output_reader *r, struct output_cpu *oc,
				 struct output_record *rec)
{
	if (oc->ring_iter) {
		rec->event = ring_buffer_iter_next(oc->ring_iter, &rec->ts);
		output_iter_cpu_dropped(r, oc, rec);
		return;
	}
	rec->event = ring_buffer_consume_peek(r->ring, oc->cpu, &rec->ts, &rec->lost);
	if (unlikely(rec->lost))
		output_iter_cpu_lost(r, oc);
}

/* Poll all CPUs, or only those that had no record. */
static void output_iter_heap_fill(struct output_reader *r, bool all)
{
	int i;

	/*
	 * Reading a clock such as "counter" changes its value: do not read it here.
	 */
	r->polled_ts = ~0ULL;
	if (r->iter.iter_flags & TRACE_FILE_TIME_IN_NS)
		r->polled_ts = ring_buffer_time_stamp(r->ring);
	if (all)
		r->nheap = 0;
	for (i = 0; i < r->ncpus; i++) {
		struct output_cpu *oc = &r->cpus[i];

		if (!all && oc->rec.event)
			continue;
		if (output_iter_cpu_peek(r, oc, &oc->rec))
			output_iter_heap_push(r, i);
	}
}

/* Restore the heap after the CPU on top has advanced to its next record, if any. */
static void output_iter_heap_settle(struct output_reader *r)
{
	if (!r->cpus[r->heap[0]].rec.event)
		r->heap[0] = r->heap[--r->nheap];
	if (r->nheap > 1)
		output_iter_heap_down(r, 0);
}

/* The CPU of the oldest record, or NULL if no CPU has one. */
static struct output_cpu *output_iter_heap_top(struct output_reader *r)
{
	if (!r->nheap || r->cpus[r->heap[0]].rec.ts > r->polled_ts)
		output_iter_heap_fill(r, false);
	return r->nheap ? &r->cpus[r->heap[0]] : NULL;
}

/* Test whether the CPU's last record that was read is of the previous boot. */
static bool output_iter_cpu_is_last_boot(struct output_reader *r, struct output_cpu *oc)
{
	return oc->ring_iter ? ring_buffer_iter_is_last_boot(oc->ring_iter) :
			       ring_buffer_is_last_boot(r->ring, oc->cpu);
}

/* Set the reader's state for the CPU's record: the kernel image may have moved. */
static void output_iter_cpu_update_last_boot(struct output_reader *r, struct output_cpu *oc)
{
	bool last_boot = output_iter_cpu_is_last_boot(r, oc);

	/* A pid, and a time, are of other tasks in the other boot. */
	if (r->last_boot != last_boot)
		r->round++;
	r->last_boot = last_boot;
	r->rec_delta = r->last_boot ? r->text_delta : 0;
}

/**
 * output_record_take - make the oldest record of all CPUs the current one
 * @r: the reader
 *
 * A current record that was held and not yet printed remains the current one.
 *
 * Context: between output_lock_records() and output_unlock_records(); any for an
 * atomic reader.
 * Return: false if there is no record.
 */
bool output_record_take(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	struct output_cpu *oc;
	unsigned int bytes;

	/*
	 * A held record that did not fit into the sequence is still the current one.
	 */
	if (iter->ent)
		return true;
	oc = output_iter_heap_top(r);
	if (!oc)
		return false;
	iter->ent = ring_event_payload(oc->rec.event, &bytes);
	iter->ent_size = bytes;
	iter->ts = oc->rec.ts;
	iter->cpu = oc->cpu;
	iter->lost_events = oc->rec.lost;
	if (unlikely(iter->lost_events))
		r->causes = oc->causes;
	iter->idx++;
	if (unlikely(r->has_last_boot))
		output_iter_cpu_update_last_boot(r, oc);
	return true;
}

/**
 * output_record_pass - advance past the current record
 * @r: the reader
 *
 * A reader that consumes has consumed the record afterwards.
 *
 * Context: as output_record_take().
 */
void output_record_pass(struct output_reader *r)
{
	struct output_cpu *oc;

	if (!r->iter.ent)
		return;
	r->iter.ent = NULL;
	if (r->held == OUTPUT_HELD_ALONE) {
		r->held = OUTPUT_NOT_HELD;
		return;
	}
	oc = &r->cpus[r->heap[0]];
	if (!r->held || r->peek_used)
		output_iter_cpu_pass(r, oc, &oc->rec);
	else
		oc->rec = r->next;
	r->held = OUTPUT_NOT_HELD;
	r->peek_used = false;
	output_iter_heap_settle(r);
}

/**
 * output_record_keep - return to the state before the current record was taken
 * @r: the reader
 *
 * Called for a record whose line did not fit. The next output_record_take() takes
 * the same record again.
 *
 * Context: as output_record_take().
 */
void output_record_keep(struct output_reader *r)
{
	r->peek_used = false;
	if (!r->held) {
		r->iter.ent = NULL;
		r->iter.idx--;
	} else if (r->consume) {
		r->held = OUTPUT_HELD_ALONE;
	}
}

/**
 * output_record_drop - have no current record, without advancing past it
 * @r: the reader
 *
 * Context: as output_record_take().
 */
void output_record_drop(struct output_reader *r)
{
	r->iter.ent = NULL;
	r->held = OUTPUT_NOT_HELD;
	r->peek_used = false;
}

static bool output_iter_cpu_hold_copy(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;

	if (iter->ent_size > iter->temp_size) {
		void *mem;

		if (r->atomic)
			return false;
		mem = krealloc(iter->temp, iter->ent_size, GFP_KERNEL);
		if (!mem)
			return false;
		iter->temp = mem;
		iter->temp_size = iter->ent_size;
	}
	iter->ent = memcpy(iter->temp, iter->ent, iter->ent_size);
	return true;
}

/*
 * Copy the current record, so that its CPU can advance to output_reader.next. The
 * position of the CPU in the heap does not change.
 */
static bool output_iter_cpu_hold(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	struct output_cpu *oc = &r->cpus[r->heap[0]];

	if (r->held)
		return r->held == OUTPUT_HELD;
	if (iter->ent != r->copy.mem && !output_iter_cpu_hold_copy(r))
		return false;
	output_iter_cpu_pass(r, oc, &r->next);
	r->held = OUTPUT_HELD;
	return true;
}

/**
 * output_peek - get the record that follows the current one on the same CPU
 * @iter: the reader, at a record
 * @size: set to the size of the record in bytes; check it before reading the fields
 * @ts: set to the timestamp of the record, or NULL
 *
 * The current record is copied: iter->ent has another value afterwards.
 *
 * Context: as output_line().
 * Return: the record, valid until the line is printed; NULL if there is none yet, if
 * records were lost between the two, or if the current record cannot be copied.
 */
struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts)
{
	struct output_reader *r = output_reader_of(iter);
	struct trace_entry *ent;
	unsigned int bytes;

	if (!r->nheap || r->peek_used || !output_iter_cpu_hold(r) || !r->next.event ||
	    r->next.lost)
		return NULL;
	ent = ring_event_payload(r->next.event, &bytes);
	if (bytes < sizeof(*ent))
		return NULL;
	if (unlikely(r->last_boot) && output_iter_cpu_is_last_boot(r, &r->cpus[r->heap[0]]))
		ent = output_last_boot_copy(r, &r->next_copy, ent, bytes);
	*size = bytes;
	if (ts)
		*ts = r->next.ts;
	return ent;
}

/**
 * output_skip_peeked - print no line for the record that output_peek() returned
 * @iter: the reader
 *
 * Called if the line of the current record contains the data of the next one as
 * well.
 *
 * Context: as output_line().
 */
void output_skip_peeked(struct trace_iterator *iter)
{
	output_reader_of(iter)->peek_used = true;
}

/**
 * output_next_ts - get the timestamp of the record that follows the current one
 * @r: the reader, at a record
 * @ts: set to the timestamp
 *
 * Context: as output_line().
 * Return: false if the current record is the last one, if the reader consumes, or if
 * the current record cannot be copied.
 */
bool output_next_ts(struct output_reader *r, u64 *ts)
{
	bool any;
	int i;

	if (r->consume || !r->nheap || !output_iter_cpu_hold(r))
		return false;
	any = r->next.event;
	if (any)
		*ts = r->next.ts;
	/* The current CPU is on top. The oldest one of the others is one level below. */
	for (i = 1; i < min(r->nheap, 3); i++) {
		u64 other = r->cpus[r->heap[i]].rec.ts;

		if (!any || other < *ts)
			*ts = other;
		any = true;
	}
	return any;
}

/**
 * output_skipped - number of records of a CPU that are not shown
 * @iter: the reader
 * @cpu: the CPU
 *
 * Context: any.
 * Return: number of records that are older than the start time of the buffer.
 */
unsigned long output_skipped(struct trace_iterator *iter, int cpu)
{
	struct output_reader *r = output_reader_of(iter);
	int i;

	for (i = 0; i < r->ncpus; i++) {
		if (r->cpus[i].cpu == cpu)
			return r->cpus[i].skipped;
	}
	return 0;
}

/**
 * output_update_flags - update a reader after options may have changed
 * @r: the reader
 *
 * Context: any.
 */
void output_update_flags(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;

	iter->iter_flags = 0;
	/* The output of ftrace_dump() is in latency format. */
	if (r->atomic ||
	    instance_option(iter->tr, INSTANCE_OPT_LATENCY_FORMAT))
		iter->iter_flags |= TRACE_FILE_LAT_FMT;
	r->comm_clock = instance_comm_clock(iter->tr);
	if (trace_clock_table[READ_ONCE(iter->tr->clock)].in_ns)
		iter->iter_flags |= TRACE_FILE_TIME_IN_NS;
	if (!r->consume && ring_buffer_overruns(r->ring))
		iter->iter_flags |= TRACE_FILE_ANNOTATE;
	r->show_causes = instance_option(iter->tr, INSTANCE_OPT_LOSS_CAUSE);
	r->count_lost = r->has_last_boot || r->show_causes;
}

/**
 * output_restart - update a consuming reader after others may have consumed records
 * @r: the reader
 *
 * Context: as output_record_take().
 */
void output_restart(struct output_reader *r)
{
	output_update_flags(r);
	output_iter_heap_fill(r, true);
}

/* After a change of the clock records may be older than the start of the buffer. */
static void output_iter_cpu_rewind(struct output_reader *r, struct output_cpu *oc)
{
	u64 start = output_time_start(r);
	u64 ts;

	ring_buffer_iter_reset(oc->ring_iter);
	oc->skipped = 0;
	while (ring_buffer_iter_peek(oc->ring_iter, &ts)) {
		if (ts >= start)
			break;
		ring_buffer_iter_advance(oc->ring_iter);
		oc->skipped++;
	}
}

/**
 * output_rewind - move a reader that does not consume to the oldest record
 * @r: the reader
 *
 * Context: between output_lock_records() and output_unlock_records().
 */
void output_rewind(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	int i;

	for (i = 0; i < r->ncpus; i++)
		output_iter_cpu_rewind(r, &r->cpus[i]);
	output_update_flags(r);
	cpumask_clear(iter->started);
	output_record_drop(r);
	iter->idx = -1;
	output_iter_heap_fill(r, true);
}
