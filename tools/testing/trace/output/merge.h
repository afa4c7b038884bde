/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replacements that kernel/trace/output/iter.c and reader.c need in addition to
 * host.h: ring buffers that are an array of records per CPU, and locks without
 * effect.
 */
#ifndef _TOOLS_TRACE_OUTPUT_MERGE_H
#define _TOOLS_TRACE_OUTPUT_MERGE_H

#include "host.h"

#define _TRACE_RING_RING_H	/* omit the header of the ring buffer */

#define MERGE_CPUS_MAX		64
#define RING_BUFFER_ALL_CPUS	-1
#define OPTIMIZER_HIDE_VAR(var)	__asm__ ("" : "=r" (var) : "0" (var))
#define core_initcall(fn)	int merge_init(void) { return fn(); }
#define ERR_PTR(error)		((void *)(long)(error))
#define for_each_possible_cpu(cpu)					\
	for ((cpu) = 0; (cpu) < nr_cpu_ids; (cpu)++)
#define kvcalloc(n, size, gfp)		calloc(n, size)
#define kmalloc(size, gfp)		malloc(size)
#define kzalloc(size, gfp)		calloc(1, size)
#define kfree(p)			free(p)
#define hash_ptr(p, bits)		((unsigned long)(p) >> 4 & ((1 << (bits)) - 1))
#define zalloc_cpumask_var(mask, gfp)	true
#define free_cpumask_var(mask)		do { } while (0)
#define cpumask_clear(mask)		((mask) = 0)

#define current_user_ns()	NULL
#define get_user_ns(ns)		(ns)
#define put_user_ns(ns)		((void)(ns))

#define init_rwsem(sem)		((void)(sem))
#define down_read(sem)		((void)(sem))
#define down_read_trylock(sem)	((void)(sem), true)
#define might_sleep_if(cond)	((void)(cond))
#define up_read(sem)		((void)(sem))
#define down_write(sem)		((void)(sem))
#define up_write(sem)		((void)(sem))
#define event_read_lock()	do { } while (0)
#define event_read_unlock()	do { } while (0)
#define event_types_epoch()	0U

extern int nr_cpu_ids;

struct clock_row { bool in_ns; };

extern const struct clock_row trace_clock_table[];

struct ring_buffer_event {
	u64			ts;
	struct event_function	rec;
};

struct ring_buffer_iter *ring_buffer_read_start(struct trace_buffer *ring,
						int cpu, int gfp);
void ring_buffer_read_finish(struct ring_buffer_iter *it);
struct ring_buffer_event *ring_buffer_iter_peek(struct ring_buffer_iter *it,
						u64 *ts);
void ring_buffer_iter_advance(struct ring_buffer_iter *it);
void ring_buffer_iter_reset(struct ring_buffer_iter *it);
bool ring_buffer_iter_empty(struct ring_buffer_iter *it);

static inline bool ring_buffer_iter_dropped(struct ring_buffer_iter *it)
{
	return false;
}

/* No record is of the previous boot. */
static inline long ring_buffer_text_delta(struct trace_buffer *ring)
{
	return 0;
}

static inline bool ring_buffer_has_last_boot(struct trace_buffer *ring)
{
	return false;
}

static inline bool ring_buffer_iter_is_last_boot(struct ring_buffer_iter *it)
{
	return false;
}

static inline bool ring_buffer_is_last_boot(struct trace_buffer *ring, int cpu)
{
	return false;
}

/* There is no reader that consumes. */
static inline struct ring_buffer_event *
ring_buffer_peek(struct trace_buffer *ring, int cpu, u64 *ts,
		 unsigned long *lost)
{
	return NULL;
}

static inline struct ring_buffer_event *
ring_buffer_consume_peek(struct trace_buffer *ring, int cpu, u64 *ts,
			 unsigned long *lost)
{
	return NULL;
}

static inline bool ring_buffer_empty_cpu(struct trace_buffer *ring, int cpu)
{
	return true;
}

static inline unsigned long ring_buffer_overruns(struct trace_buffer *ring)
{
	return 0;
}

static inline u64 ring_buffer_time_stamp(struct trace_buffer *ring)
{
	return ~0ULL;
}

static inline void *ring_buffer_event_data(struct ring_buffer_event *event)
{
	return &event->rec;
}

static inline unsigned int
ring_buffer_event_length(struct ring_buffer_event *event)
{
	return sizeof(event->rec);
}

struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume);
void output_close(struct trace_iterator *iter);
void output_lock_records(struct trace_iterator *iter);
void output_unlock_records(struct trace_iterator *iter);
bool output_empty(struct trace_iterator *iter);
struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts);
void output_skip_peeked(struct trace_iterator *iter);
int merge_init(void);

#endif /* _TOOLS_TRACE_OUTPUT_MERGE_H */
