// SPDX-License-Identifier: GPL-2.0
/* The model of a ring, see model.h. */
#include "model.h"

__thread u64 model_step = 10;
__thread u64 model_now = 1000;

/* Payload of a record: number and length determine the rest. */
struct model_payload {
	u32	number;
	u32	bytes;
	u32	fill[];
};

/* This clock never returns the same time twice, unless a test sets model_step to 0. */
u64 trace_clock_local(void)
{
	return __atomic_add_fetch(&model_now, model_step, __ATOMIC_RELAXED);
}

void model_check(bool good, const char *what, const char *file, int line)
{
	if (good)
		return;
	fprintf(stderr, "# %s:%d: %s\n", file, line, what);
	abort();
}

void model_start(struct model *m, struct trace_buffer *buffer, unsigned int max)
{
	memset(m, 0, sizeof(*m));
	m->buffer = buffer;
	m->cpu = host_cpu;
	m->max = max;
	m->records = calloc(max, sizeof(*m->records));
	m->seed = 88172645463325252ULL;
}

void model_end(struct model *m)
{
	free(m->records);
}

u32 model_random(struct model *m, u32 below)
{
	m->seed ^= m->seed << 13;
	m->seed ^= m->seed >> 7;
	m->seed ^= m->seed << 17;
	return (m->seed >> 32) % below;
}

static u32 model_fill(u32 number, unsigned int i)
{
	return number * 2654435761u + i * 40503u;
}

bool model_write(struct model *m, unsigned int bytes, bool discard)
{
	struct ring_buffer_event *event;
	struct model_payload *p;
	unsigned int i;
	u32 number;
	u64 ts;

	event = ring_buffer_lock_reserve(m->buffer, bytes);
	if (!event) {
		__atomic_fetch_add(&m->refused, 1, __ATOMIC_RELAXED);
		return false;
	}
	number = __atomic_fetch_add(&m->nr, 1, __ATOMIC_RELAXED);
	ts = ring_buffer_event_time_stamp(m->buffer, event);
	check(number < m->max);
	m->records[number] = (struct model_record) {
		.ts = ts, .bytes = bytes, .discarded = discard,
	};
	check(ring_buffer_event_length(event) == (bytes + 3) / 4 * 4);
	p = ring_buffer_event_data(event);
	p->number = number;
	p->bytes = bytes;
	for (i = 0; i < (bytes - sizeof(*p)) / 4; i++)
		p->fill[i] = model_fill(number, i);
	if (host_hook)
		host_hook(RING_POINTS);
	if (discard)
		ring_buffer_discard_commit(m->buffer, event);
	else
		ring_buffer_unlock_commit(m->buffer);
	return true;
}

/* Compare a record with the one that was written. */
struct model_record *model_match(struct model *m, struct ring_buffer_event *event,
				 u64 ts)
{
	struct model_payload *p = ring_buffer_event_data(event);
	struct model_record *r = &m->records[p->number];
	unsigned int i;

	check(p->number < READ_ONCE(m->nr));
	check(r->bytes == p->bytes && !r->discarded);
	check(r->ts == ts);
	for (i = 0; i < (p->bytes - sizeof(*p)) / 4; i++)
		check(p->fill[i] == model_fill(p->number, i));
	return r;
}

/* Account a consumed record; the reader reported @lost records before it. */
void model_consumed(struct model *m, struct ring_buffer_event *event, u64 ts,
		    unsigned long lost)
{
	struct model_record *r = model_match(m, event, ts);

	check(!r->read);
	check(ts > m->last);
	r->read = true;
	r->lost = lost;
	m->last = ts;
	m->read++;
	if (lost != MODEL_UNKNOWN)
		m->lost += lost;
}

unsigned long model_causes(const struct ring_lost *causes)
{
	unsigned long sum = 0;
	unsigned int i;

	for (i = 0; i < RING_LOST_CAUSES; i++)
		sum += causes->by[i];
	return sum;
}

/* Each record that is reported as lost before the next one has a cause. */
static void model_check_causes(struct model *m)
{
	struct ring_lost causes;
	unsigned long lost = 0;

	if (!ring_buffer_peek(m->buffer, m->cpu, NULL, &lost))
		return;
	ring_buffer_lost_causes(m->buffer, m->cpu, &causes);
	check(model_causes(&causes) == lost);
	check(!causes.by[RING_LOST_LAST_BOOT]);
}

bool model_read(struct model *m)
{
	struct ring_buffer_event *event;
	unsigned long lost = 0;
	u64 ts = 0;

	model_check_causes(m);
	event = ring_buffer_consume(m->buffer, m->cpu, &ts, &lost);
	if (!event)
		return false;
	model_consumed(m, event, ts, lost);
	return true;
}

/* Parse a page as user space does. */
static unsigned int model_page(struct model *m, struct ring_block *block,
			       unsigned int size)
{
	unsigned long commit = local_read(&block->commit), lost = 0;
	unsigned int end = commit & (RING_MISSED_STORED - 1);
	struct ring_buffer_event *event;
	unsigned int i, count = 0;
	struct ring_cursor c;
	u64 ts;

	check(end <= size);
	if (commit & RING_MISSED_STORED) {
		check(commit & RING_MISSED_EVENTS);
		memcpy(&lost, block->data + end, sizeof(lost));
		check(lost);
	} else if (commit & RING_MISSED_EVENTS) {
		/* No space for the number of lost records. */
		check(size - end < sizeof(lost));
		lost = MODEL_UNKNOWN;
	}
	ring_cursor_set(&c, block, end);
	while ((event = ring_cursor_peek(&c, &ts))) {
		model_consumed(m, event, ts, lost);
		lost = 0;
		count++;
		ring_cursor_advance(&c, event);
	}
	for (i = end + (commit & RING_MISSED_STORED ? sizeof(lost) : 0); i < size; i++)
		check(!block->data[i]);
	return count;
}

bool model_read_page(struct model *m, struct buffer_data_read_page *page,
		     size_t len, int full)
{
	int ret = ring_buffer_read_page(m->buffer, page, len, m->cpu, full);
	unsigned int order = ring_buffer_subbuf_order_get(m->buffer);

	if (ret < 0)
		return false;
	check(!ret);
	check(model_page(m, ring_buffer_read_page_data(page), ring_data_bytes(order)));
	return true;
}

/* Consume all records that are left. */
void model_drain(struct model *m)
{
	while (model_read(m))
		;
	check(ring_buffer_empty_cpu(m->buffer, m->cpu));
	check(!ring_buffer_entries_cpu(m->buffer, m->cpu));
	check(!ring_buffer_bytes_cpu(m->buffer, m->cpu));
}

/* While no other thread uses the ring: written, read, unread and lost add up. */
void model_sums(struct model *m)
{
	unsigned long written = 0, refused;
	u64 account[RING_ACCOUNTS];
	unsigned int i;

	for (i = 0; i < m->nr; i++)
		written += !m->records[i].discarded;
	ring_account_cpu(m->buffer, m->cpu, account);
	check(account[RING_READ] == m->read);
	check(account[RING_READ] == ring_buffer_read_events_cpu(m->buffer, m->cpu));
	check(account[RING_HELD] == ring_buffer_entries_cpu(m->buffer, m->cpu));
	check(account[RING_OVERWRITTEN] == ring_buffer_overrun_cpu(m->buffer, m->cpu));
	check(account[RING_NESTED] == ring_buffer_commit_overrun_cpu(m->buffer, m->cpu));
	check(account[RING_NO_SPACE] == ring_buffer_dropped_events_cpu(m->buffer, m->cpu));
	check(written == m->read + account[RING_HELD] + account[RING_OVERWRITTEN]);
	refused = account[RING_NESTED] + account[RING_NO_SPACE] + account[RING_RECURSION];
	check(!account[RING_BUDGET]);
	check(refused == m->refused);
	check(m->lost <= account[RING_OVERWRITTEN] + refused);
}

static int model_before(const void *a, const void *b)
{
	u64 x = ((const struct model_record *)a)->ts;
	u64 y = ((const struct model_record *)b)->ts;

	return x < y ? -1 : x > y;
}

/*
 * Before each record that was read, as many records are missing as were
 * reported lost. Refused records have no timestamp, so they are checked in the
 * sum only.
 */
void model_gaps(struct model *m)
{
	unsigned long gap = 0, reported = 0;
	unsigned int i;

	qsort(m->records, m->nr, sizeof(*m->records), model_before);
	for (i = 0; i < m->nr; i++) {
		struct model_record *r = &m->records[i];

		if (r->discarded)
			continue;
		if (!r->read) {
			gap++;
			continue;
		}
		if (r->lost != MODEL_UNKNOWN) {
			check(m->refused ? r->lost >= gap : r->lost == gap);
			reported += gap;
		}
		gap = 0;
	}
	check(m->lost - reported <= m->refused);
}
