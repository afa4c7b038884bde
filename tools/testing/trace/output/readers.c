// SPDX-License-Identifier: GPL-2.0
/*
 * Readers of records, kernel/trace/output/iter.c and reader.c, on the host: the order of
 * the records of several CPUs, with and without consuming them; the record after the
 * current one; lost, skipped and former records; failing allocations; and locks.
 */
#include "readers.h"

struct trace_buffer ring;
static struct trace_buffer spare_ring;
static int opened, closed;
static int tests, failed;
int wrong;

#define EVENTS	100

static void readers_report(const char *what)
{
	printf("%sok %d %s\n", wrong ? "not " : "", ++tests, what);
	failed += wrong;
	wrong = 0;
}

/* The tracers */

static void tracer_open(struct trace_iterator *iter)
{
	opened++;
}

static void tracer_close(struct trace_iterator *iter)
{
	closed++;
}

static void tracer_pipe_open(struct trace_iterator *iter)
{
	opened += 100;
}

static void tracer_pipe_close(struct trace_iterator *iter)
{
	closed += 100;
}

const struct tracer plain = { .entry.name = "plain" };

static const struct tracer noticed = {
	.entry.name = "noticed", .open = tracer_open, .close = tracer_close,
	.pipe_open = tracer_pipe_open, .pipe_close = tracer_pipe_close,
};

static const struct tracer keeping = { .entry.name = "keeping", .keeps_max = true };

struct trace_array tr = { .tracer = &plain, .ring = &ring };

/* The ring buffers */

static void ring_clear(struct trace_buffer *of)
{
	struct trace_buffer clear = { .now = 1000 };
	int cpu;

	for (cpu = 0; cpu < CPUS; cpu++) {
		clear.events[cpu] = of->events[cpu] ?: calloc(EVENTS, sizeof(*of->events[0]));
		memset(clear.events[cpu], 0, EVENTS * sizeof(*clear.events[0]));
	}
	*of = clear;
}

struct ring_buffer_event *ring_write(struct trace_buffer *to, int cpu, u64 ts)
{
	struct ring_buffer_event *event = &to->events[cpu][to->counts[cpu]++];

	event->ts = ts;
	event->size = sizeof(event->rec);
	event->rec.ent.type = TRACE_FN;
	event->rec.ip = ts;
	return event;
}

void world_reset(void)
{
	ring_clear(&ring);
	ring_clear(&spare_ring);
	tr = (struct trace_array){ .tracer = &plain, .ring = &ring };
	opened = 0;
	closed = 0;
	merge_fail_at = 0;
	nr_cpu_ids = CPUS;
}

static struct output_reader *reader_locked(int cpu, bool consume)
{
	struct output_reader *r = output_reader_of(output_open(&tr, cpu, consume));

	output_lock_records(&r->iter);
	if (consume)
		output_restart(r);
	return r;
}

static void reader_done(struct output_reader *r)
{
	output_unlock_records(&r->iter);
	output_close(&r->iter);
}

/* Take the next record and compare its time and CPU; @ts 0: there must be none. */
static bool taken(struct output_reader *r, u64 ts, int cpu)
{
	const struct event_function *rec;

	if (!output_record_take(r))
		return !ts;
	rec = (void *)r->iter.ent;
	return r->iter.ts == ts && r->iter.cpu == cpu && rec->ip == ts &&
	       r->iter.ent_size == sizeof(*rec);
}

static bool passed(struct output_reader *r, u64 ts, int cpu)
{
	bool good = taken(r, ts, cpu);

	output_record_pass(r);
	return good && !r->iter.ent;
}

/* Records with equal times are in the order of their CPUs. */
static void readers_order(bool consume)
{
	struct output_reader *r;

	world_reset();
	ring_write(&ring, 3, 5);
	ring_write(&ring, 1, 5);
	ring_write(&ring, 1, 6);
	ring_write(&ring, 0, 7);
	ring_write(&ring, 2, 5);
	ring_write(&ring, 2, 5);
	ring_write(&ring, 3, 9);
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(r->iter.idx == -1);
	check(passed(r, 5, 1) && r->iter.idx == 0);
	check(passed(r, 5, 2) && r->iter.idx == 1);
	check(passed(r, 5, 2) && passed(r, 5, 3) && passed(r, 6, 1) && passed(r, 7, 0));
	check(taken(r, 9, 3) && taken(r, 9, 3) && r->iter.idx == 6);
	check(!output_empty(&r->iter));
	output_record_pass(r);
	check(output_empty(&r->iter));
	check(taken(r, 0, 0) && !r->iter.ent);
	output_record_pass(r);
	check(taken(r, 0, 0));
	check(ring.consumed[2] == (consume ? 2 : 0));
	if (!consume) {
		output_rewind(r);
		check(passed(r, 5, 1) && r->iter.idx == 0 && passed(r, 5, 2));
	}
	reader_done(r);
}

static void readers_one_cpu(bool consume)
{
	struct output_reader *r;

	world_reset();
	ring_write(&ring, 1, 5);
	ring_write(&ring, 2, 6);
	ring_write(&ring, 2, 7);
	r = reader_locked(2, consume);
	check(r->ncpus == 1 && r->iter.cpu_file == 2 && !output_empty(&r->iter));
	check(passed(r, 6, 2) && passed(r, 7, 2) && taken(r, 0, 0) && output_empty(&r->iter));
	reader_done(r);
}

/* A record that is written after the CPUs were polled is not overtaken by a later one. */
static void readers_polled(void)
{
	struct output_reader *r;
	unsigned int reads;

	world_reset();
	ring.now = 10;
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 10);
	ring_write(&ring, 0, 20);
	ring_write(&ring, 0, 30);
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	reads = ring.clock_reads;
	ring_write(&ring, 1, 15);
	ring_write(&ring, 3, 25);
	ring.now = 24;
	check(passed(r, 5, 0) && passed(r, 10, 0));
	/* No record was later than the clock: the CPUs were not polled again. */
	check(ring.clock_reads == reads);
	check(passed(r, 15, 1) && ring.clock_reads == reads + 1 && passed(r, 20, 0));
	check(ring.clock_reads == reads + 1);
	ring.now = 50;
	check(passed(r, 25, 3) && passed(r, 30, 0) && taken(r, 0, 0));
	/* At the end the CPUs are polled whenever a record is wanted. */
	ring_write(&ring, 2, 40);
	check(passed(r, 40, 2) && taken(r, 0, 0));
	reader_done(r);

	/* Reading a clock that counts would change the times: it is not read. */
	world_reset();
	tr.clock = 1;
	ring_write(&ring, 0, 1);
	ring_write(&ring, 1, 2);
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(passed(r, 1, 0) && passed(r, 2, 1) && taken(r, 0, 0) && !ring.clock_reads);
	ring_write(&ring, 0, 3);
	check(passed(r, 3, 0));
	reader_done(r);
}

/* A record whose line did not fit is taken again. */
static void readers_keep(bool consume)
{
	struct output_reader *r;
	struct trace_entry *ent;
	int size;
	u64 ts;

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 7);
	ring_write(&ring, 1, 6);
	ring_write(&ring, 0, 8);
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(taken(r, 5, 0) && r->iter.idx == 0);
	output_record_keep(r);
	check(!r->iter.ent && taken(r, 5, 0) && r->iter.idx == 0);
	/* It was peeked behind: a consuming reader has consumed it, and has a copy. */
	ent = r->iter.ent;
	check(output_peek(&r->iter, &size, &ts) && ts == 7 && r->iter.ent != ent);
	output_skip_peeked(&r->iter);
	output_record_keep(r);
	check(ring.consumed[0] == consume);
	if (consume)
		output_restart(r);
	check(taken(r, 5, 0) && r->iter.idx == 0);
	if (consume)
		check(!output_peek(&r->iter, &size, &ts));
	output_record_pass(r);
	check(passed(r, 6, 1) && passed(r, 7, 0));
	/* A record that is dropped is taken again as well. */
	check(taken(r, 8, 0));
	output_record_drop(r);
	check(!r->iter.ent && passed(r, 8, 0) && taken(r, 0, 0));
	reader_done(r);
}

/* The record that follows on the same CPU */
static void readers_peek(bool consume)
{
	struct output_reader *r;
	struct event_function *next;
	int size = 0;
	u64 ts = 0;

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 8);
	ring_write(&ring, 1, 6);
	ring_write(&ring, 1, 7)->lost = 3;
	ring_write(&ring, 0, 9)->size = sizeof(struct trace_entry) - 1;
	ring_write(&ring, 0, 10)->size = sizeof(struct trace_entry);
	ring_write(&ring, 0, 11);
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(taken(r, 5, 0));
	next = (void *)output_peek(&r->iter, &size, &ts);
	check(next && next->ip == 8 && size == sizeof(*next) && ts == 8);
	/* Once more, without the time; the current record remains. */
	check(output_peek(&r->iter, &size, NULL) == (void *)next && taken(r, 5, 0));
	output_record_pass(r);
	/* Records were lost between the two. */
	check(taken(r, 6, 1) && !r->iter.lost_events);
	check(!output_peek(&r->iter, &size, &ts));
	output_record_pass(r);
	check(taken(r, 7, 1) && r->iter.lost_events == (consume ? 3 : ~0UL));
	check(!output_peek(&r->iter, &size, &ts));
	output_record_pass(r);
	check(taken(r, 8, 0) && !r->iter.lost_events);
	check(!output_peek(&r->iter, &size, &ts));
	output_record_pass(r);
	check(output_record_take(r) && r->iter.ts == 9);
	check(output_peek(&r->iter, &size, &ts) && size == sizeof(struct trace_entry));
	check(ts == 10);
	/* No line for the next one. */
	output_skip_peeked(&r->iter);
	check(!output_peek(&r->iter, &size, &ts));
	output_record_pass(r);
	check(passed(r, 11, 0) && taken(r, 0, 0));
	check(!output_peek(&r->iter, &size, &ts));
	reader_done(r);
}

/* The causes of a loss are those of the current record, also while the next one is known. */
static void readers_causes(bool consume)
{
	struct output_reader *r;
	int size = 0;

	world_reset();
	ring_write(&ring, 0, 5)->lost = 3;
	ring_write(&ring, 0, 6)->lost = 7;
	ring_write(&ring, 0, 7);
	ring.counts_lost = true;
	tr.options |= INSTANCE_OPT(LOSS_CAUSE);
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(taken(r, 5, 0) && r->iter.lost_events == 3);
	check(r->causes.by[RING_LOST_OVERWRITTEN] == 2);
	check(r->causes.by[RING_LOST_RECURSION] == 1);
	check(!output_peek(&r->iter, &size, NULL) && r->next.lost == 7);
	check(r->causes.by[RING_LOST_OVERWRITTEN] == 2);
	output_record_pass(r);
	check(taken(r, 6, 0) && r->iter.lost_events == 7);
	check(r->causes.by[RING_LOST_OVERWRITTEN] == 6);
	output_record_pass(r);
	check(taken(r, 7, 0) && !r->iter.lost_events);
	reader_done(r);
}

/* A record that is larger than the buffer for its copy */
static void readers_peek_large(void)
{
	struct {
		struct ring_buffer_event event;
		u8 more[200];
	} large = { .event = { .ts = 3, .size = sizeof(struct event_function) + 150 } };
	struct ring_buffer_event *own;
	struct output_reader *r;
	int size;
	u64 ts;

	world_reset();
	memset(large.more, 'x', sizeof(large.more));
	large.more[149] = 'y';
	large.event.rec.ent.type = TRACE_FN;
	own = ring.events[0];
	ring.events[0] = &large.event;
	ring.counts[0] = 1;
	ring_write(&ring, 1, 4);
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(output_record_take(r));
	merge_fail_at = 1;
	check(!output_next_ts(r, &ts) && r->iter.ent == &large.event.rec.ent);
	merge_fail_at = 0;
	r->atomic = true;
	check(!output_peek(&r->iter, &size, &ts) && r->iter.ent == &large.event.rec.ent);
	r->atomic = false;
	check(output_next_ts(r, &ts) && ts == 4 && r->iter.ent != &large.event.rec.ent);
	check(((u8 *)r->iter.ent)[sizeof(struct event_function) + 149] == 'y');
	check(r->iter.temp_size == (int)sizeof(struct event_function) + 150);
	output_record_pass(r);
	check(passed(r, 4, 1));
	/* A record of the size of the buffer does not need a larger one. */
	output_rewind(r);
	r->atomic = true;
	check(output_record_take(r) && output_next_ts(r, &ts) && ts == 4);
	r->atomic = false;
	output_record_pass(r);
	check(passed(r, 4, 1));
	reader_done(r);
	ring.events[0] = own;
}

/* The time of the next record of any CPU, which the delays of the latency format need */
static void readers_next_ts(void)
{
	struct output_reader *r;
	u64 ts = 77;

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 9);
	ring_write(&ring, 1, 8);
	ring_write(&ring, 2, 7);
	ring_write(&ring, 3, 6);
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(taken(r, 5, 0) && output_next_ts(r, &ts) && ts == 6);
	output_record_pass(r);
	check(taken(r, 6, 3) && output_next_ts(r, &ts) && ts == 7);
	output_record_pass(r);
	check(taken(r, 7, 2) && output_next_ts(r, &ts) && ts == 8);
	output_record_pass(r);
	check(taken(r, 8, 1) && output_next_ts(r, &ts) && ts == 9);
	output_record_pass(r);
	ts = 77;
	check(taken(r, 9, 0) && !output_next_ts(r, &ts) && ts == 77);
	output_record_pass(r);
	check(taken(r, 0, 0) && !output_next_ts(r, &ts));
	reader_done(r);

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 6);
	ring_write(&ring, 1, 9);
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(taken(r, 5, 0) && output_next_ts(r, &ts) && ts == 6);
	reader_done(r);

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 6);
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(taken(r, 5, 0) && !output_next_ts(r, &ts));
	reader_done(r);
}

/* Records before the start time of the buffer are not shown. */
static void readers_skipped(void)
{
	struct output_reader *r;

	world_reset();
	tr.time_start = 7;
	ring_write(&ring, 0, 5);
	ring_write(&ring, 0, 6);
	ring_write(&ring, 0, 7);
	ring_write(&ring, 2, 6);
	ring_write(&ring, 3, 8);
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(output_skipped(&r->iter, 0) == 2 && output_skipped(&r->iter, 1) == 0);
	check(output_skipped(&r->iter, 2) == 1 && output_skipped(&r->iter, 3) == 0);
	check(output_skipped(&r->iter, 4) == 0);
	check(passed(r, 7, 0) && passed(r, 8, 3) && taken(r, 0, 0));
	output_rewind(r);
	check(output_skipped(&r->iter, 0) == 2);
	reader_done(r);
	r = reader_locked(2, false);
	check(output_skipped(&r->iter, 2) == 1 && output_skipped(&r->iter, 0) == 0);
	check(output_empty(&r->iter) && taken(r, 0, 0));
	reader_done(r);
	/* The start of a reader that consumes is what the others have left. */
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(passed(r, 5, 0));
	reader_done(r);
}

static void readers_flags(void)
{
	struct output_reader *r;

	world_reset();
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(r->iter.iter_flags == TRACE_FILE_TIME_IN_NS);
	tr.clock = 1;
	output_update_flags(r);
	check(!r->iter.iter_flags);
	tr.options = INSTANCE_OPT(LATENCY_FORMAT);
	output_update_flags(r);
	check(r->iter.iter_flags == TRACE_FILE_LAT_FMT);
	ring.overruns[2] = 1;
	tr.clock = 0;
	output_update_flags(r);
	check(r->iter.iter_flags ==
	      (TRACE_FILE_LAT_FMT | TRACE_FILE_TIME_IN_NS | TRACE_FILE_ANNOTATE));
	reader_done(r);
	tr.options = 0;
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(r->iter.iter_flags == TRACE_FILE_TIME_IN_NS);
	r->atomic = true;
	output_update_flags(r);
	check(r->iter.iter_flags == (TRACE_FILE_TIME_IN_NS | TRACE_FILE_LAT_FMT));
	r->atomic = false;
	reader_done(r);
}

/* Records of the previous boot, and a copy of one that is peeked at */
static void readers_last_boot(bool consume)
{
	struct event_function *next;
	struct output_reader *r;
	int size;
	u64 ts;

	world_reset();
	ring.has_last_boot = true;
	ring.text_delta = 0x100;
	ring_write(&ring, 0, 5)->past = true;
	ring.events[0][0].lost = 3;
	ring_write(&ring, 0, 6)->past = true;
	ring_write(&ring, 0, 8);
	ring_write(&ring, 1, 7);
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(taken(r, 5, 0) && r->last_boot && r->rec_delta == 0x100);
	check(r->iter.lost_events == 3);
	next = (void *)output_peek(&r->iter, &size, &ts);
	check(next && next == r->next_copy.mem && next->ip == 6 && ts == 6);
	output_record_pass(r);
	check(taken(r, 6, 0) && r->last_boot);
	next = (void *)output_peek(&r->iter, &size, &ts);
	check(next && next != r->next_copy.mem && next->ip == 8);
	output_record_pass(r);
	check(taken(r, 7, 1) && !r->last_boot && !r->rec_delta);
	output_record_pass(r);
	check(taken(r, 8, 0) && !r->last_boot);
	reader_done(r);

	ring.has_last_boot = false;
	ring.consumed[0] = 0;
	r = reader_locked(RING_BUFFER_ALL_CPUS, consume);
	check(taken(r, 5, 0) && !r->last_boot && !r->rec_delta);
	reader_done(r);
}

/* Tracers are told of readers; one that does not consume follows a change. */
static void readers_tracers(void)
{
	struct output_reader *r;

	world_reset();
	tr.tracer = &noticed;
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(opened == 100 && !closed);
	reader_done(r);
	check(opened == 100 && closed == 100);

	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(opened == 101 && closed == 100);
	output_unlock_records(&r->iter);
	output_lock_records(&r->iter);
	check(opened == 101 && closed == 100 && r->iter.trace == &noticed);
	output_unlock_records(&r->iter);
	tr.tracer = &plain;
	output_lock_records(&r->iter);
	check(opened == 101 && closed == 101 && r->iter.trace == &plain);
	output_unlock_records(&r->iter);
	tr.tracer = &noticed;
	output_lock_records(&r->iter);
	check(opened == 102 && closed == 101 && r->iter.trace == &noticed);
	reader_done(r);
	check(closed == 102);

	/* A reader that consumes prints as the tracer that it began with. */
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	output_unlock_records(&r->iter);
	tr.tracer = &plain;
	output_lock_records(&r->iter);
	check(r->iter.trace == &noticed);
	reader_done(r);
	check(opened == 202 && closed == 202);

	/* Without functions for it. */
	reader_done(reader_locked(RING_BUFFER_ALL_CPUS, true));
	reader_done(reader_locked(RING_BUFFER_ALL_CPUS, false));
	check(opened == 202 && closed == 202);
}

/* Snapshots, and the traces of tracers that keep the trace of a maximum */
static void readers_snapshot(void)
{
	struct instance_spare spare = { .ring = &spare_ring, .time_start = 9 };
	struct output_reader *r;
	struct trace_iterator *iter;

	world_reset();
	ring_write(&ring, 0, 5);
	ring_write(&spare_ring, 1, 8);
	ring_write(&spare_ring, 1, 9);
	iter = output_open_snapshot(&tr, RING_BUFFER_ALL_CPUS);
	check(output_empty(iter));
	output_close(iter);

	tr.spare = &spare;
	iter = output_open_snapshot(&tr, RING_BUFFER_ALL_CPUS);
	r = output_reader_of(iter);
	check(spare.users == 1 && r->ring == &spare_ring);
	output_lock_records(iter);
	check(passed(r, 9, 1) && taken(r, 0, 0) && spare.users == 1);
	output_unlock_records(iter);
	check(spare.users == 1);
	output_close(iter);
	check(!spare.users);

	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(!spare.users && r->ring == &ring && !r->spare);
	reader_done(r);
	tr.tracer = &keeping;
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(spare.users == 1 && r->ring == &spare_ring);
	reader_done(r);
	/* While records are consumed the buffers are not exchanged. */
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(spare.users == 1 && r->ring == &ring && tr.read_rwsem.held == 1);
	check(passed(r, 5, 0));
	output_unlock_records(&r->iter);
	check(!spare.users && !r->spare && !tr.read_rwsem.held);
	output_close(&r->iter);
	check(!spare.users);
}

static void readers_locks(void)
{
	struct output_reader *r;

	world_reset();
	output_lock_pages(&tr, 0);
	output_lock_pages(&tr, RING_BUFFER_ALL_CPUS);
	output_unlock_pages(&tr, 0);
	output_unlock_pages(&tr, RING_BUFFER_ALL_CPUS);
	check(!merge_types_rwsem.held);
	/* The lock for records asserts that no other reader holds it. */
	r = reader_locked(RING_BUFFER_ALL_CPUS, false);
	check(merge_types_rwsem.held == 1 && !tr.read_rwsem.held);
	reader_done(r);
	check(!merge_types_rwsem.held);
	output_lock_pages(&tr, 0);
	output_unlock_pages(&tr, 0);
	/* Names and types are looked up again. */
	r = reader_locked(RING_BUFFER_ALL_CPUS, true);
	check(r->round == 2 && r->types_epoch == merge_types_epoch && !r->found);
	output_unlock_records(&r->iter);
	merge_types_epoch++;
	output_format_epoch++;
	r->found = &r->event;
	output_lock_records(&r->iter);
	check(r->round == 3 && r->types_epoch == merge_types_epoch && !r->found);
	check(r->format_epoch == output_format_epoch);
	reader_done(r);
}

/* Each allocation of an open fails; ASan finds what is not freed. */
static void readers_no_memory(void)
{
	struct instance_spare spare = { .ring = &spare_ring };
	struct trace_iterator *iter;
	unsigned int n;
	int kind;

	for (kind = 0; kind < 4; kind++) {
		for (n = 1;; n++) {
			world_reset();
			tr.tracer = &noticed;
			tr.spare = &spare;
			merge_fail_at = n;
			iter = kind == 2 ? output_open_snapshot(&tr, RING_BUFFER_ALL_CPUS) :
			       kind == 3 ? output_text_open(&tr) :
			       output_open(&tr, RING_BUFFER_ALL_CPUS, kind);
			check(IS_ERR(iter) == !merge_fail_at);
			if (!IS_ERR(iter))
				break;
			check(PTR_ERR(iter) == -ENOMEM && !opened && !closed && !spare.users);
		}
		merge_fail_at = 0;
		check(n > (kind == 3 ? 1 : 4));
		if (kind == 3)
			output_reader_of(iter)->iter.trace = &plain;
		output_close(iter);
	}
}

static void readers_both(void (*test)(bool consume), const char *what)
{
	char name[100];

	test(false);
	readers_report(what);
	test(true);
	sprintf(name, "%s, consuming", what);
	readers_report(name);
}

int main(void)
{
	int cpu;

	host_init();
	reads_dump();
	readers_report("the reader of ftrace_dump()");
	readers_both(readers_order, "order of the records of CPUs");
	readers_both(readers_one_cpu, "the records of one CPU");
	readers_polled();
	readers_report("records that are written while others are read");
	readers_both(readers_keep, "a record is taken again");
	readers_both(readers_peek, "the next record of a CPU");
	readers_both(readers_causes, "the causes of a loss");
	readers_peek_large();
	readers_report("copies of large records");
	readers_next_ts();
	readers_report("the time of the next record");
	readers_skipped();
	readers_report("records before the start of the buffer");
	readers_flags();
	readers_report("flags of a reader");
	readers_both(readers_last_boot, "records of the previous boot");
	readers_tracers();
	readers_report("tracers and their readers");
	readers_snapshot();
	readers_report("snapshots");
	readers_locks();
	readers_report("locks, and what they make invalid");
	readers_no_memory();
	readers_report("no memory");
	readers_both(reads_fill, "text in parts");
	reads_started();
	readers_report("starts of the CPUs");
	readers_both(reads_full, "lines that do not fit");
	readers_both(reads_too_long, "a line that is too long");
	readers_both(reads_incomplete, "a line that a tracer cannot complete");
	reads_text();
	readers_report("text of a record");
	for (cpu = 0; cpu < CPUS; cpu++) {
		free(ring.events[cpu]);
		free(spare_ring.events[cpu]);
	}
	return failed ? 1 : 0;
}
