/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replacements that kernel/trace/output/iter.c, reader.c, read.c and header.c need in
 * addition to host.h: ring buffers that are an array of records per CPU, allocations
 * that can fail, and locks that check whether they are held.
 */
#ifndef _TOOLS_TRACE_OUTPUT_MERGE_H
#define _TOOLS_TRACE_OUTPUT_MERGE_H

#include <assert.h>

#include "host.h"

#define _TRACE_RING_RING_H	/* omit the header of the ring buffer */

#define MERGE_CPUS_MAX		64
#define RING_BUFFER_ALL_CPUS	-1
#define OPTIMIZER_HIDE_VAR(var)	__asm__ ("" : "=r" (var) : "0" (var))
#define core_initcall(fn)	int merge_init(void) { return fn(); }
#define ERR_PTR(error)		((void *)(long)(error))
#define IS_ERR(p)		IS_ERR_VALUE(p)
#define PTR_ERR(p)		((long)(p))
#define for_each_possible_cpu(cpu)					\
	for ((cpu) = 0; (cpu) < nr_cpu_ids; (cpu)++)

/* Number of allocations until one fails; 0: none fails. */
extern unsigned int merge_fail_at;

static inline bool merge_fails(void)
{
	return merge_fail_at && !--merge_fail_at;
}

#undef kvzalloc
#undef krealloc
#define kvzalloc(size, gfp)		(merge_fails() ? NULL : calloc(1, size))
#define krealloc(p, size, gfp)		(merge_fails() ? NULL : realloc(p, size))
#define kvcalloc(n, size, gfp)		(merge_fails() ? NULL : calloc(n, size))
#define kmalloc(size, gfp)		(merge_fails() ? NULL : malloc(size))
#define kzalloc(size, gfp)		kvzalloc(size, gfp)
#define kfree(p)			free(p)
#define hash_ptr(p, bits)		((unsigned long)(p) >> 4 & ((1 << (bits)) - 1))
#define zalloc_cpumask_var(mask, gfp)	(!merge_fails())
#define free_cpumask_var(mask)		do { } while (0)
#define cpumask_clear(mask)		((mask) = 0)

#define current_user_ns()	NULL
#define get_user_ns(ns)		(ns)
#define put_user_ns(ns)		((void)(ns))

static inline void init_rwsem(struct rw_semaphore *sem)
{
	sem->held = 0;
}

static inline bool down_read_trylock(struct rw_semaphore *sem)
{
	if (sem->held < 0)
		return false;
	sem->held++;
	return true;
}

static inline void down_read(struct rw_semaphore *sem)
{
	assert(sem->held >= 0);
	sem->held++;
}

static inline void up_read(struct rw_semaphore *sem)
{
	assert(sem->held > 0);
	sem->held--;
}

static inline void down_write(struct rw_semaphore *sem)
{
	assert(!sem->held);
	sem->held = -1;
}

static inline void up_write(struct rw_semaphore *sem)
{
	assert(sem->held == -1);
	sem->held = 0;
}

#define might_sleep_if(cond)	((void)(cond))
#define cond_resched()		((void)0)

/* The lock of the types of records, and their epoch. */
extern struct rw_semaphore merge_types_rwsem;
extern unsigned int merge_types_epoch;

#define event_read_lock()	down_read(&merge_types_rwsem)
#define event_read_unlock()	up_read(&merge_types_rwsem)
#define event_types_epoch()	merge_types_epoch

extern int nr_cpu_ids;

struct clock_row { bool in_ns; };

extern const struct clock_row trace_clock_table[];

/**
 * struct ring_buffer_event - a record in the ring buffer of a CPU
 * @ts: its time
 * @lost: number of records that were lost before it
 * @size: size of @rec in bytes
 * @past: it is of the previous boot
 * @rec: the record
 */
struct ring_buffer_event {
	u64			ts;
	unsigned long		lost;
	unsigned int		size;
	bool			past;
	struct event_function	rec;
};

/**
 * struct trace_buffer - ring buffers
 * @events: array of records of each CPU, or NULL
 * @counts: number of records in each array
 * @consumed: number of records that were consumed of each array
 * @overruns: number of overwritten records of each CPU
 * @now: time of the clock
 * @clock_reads: how often the clock was read
 * @has_last_boot: there are records of the previous boot
 * @counts_lost: an iterator knows how many records were overwritten before it read them
 * @text_delta: distance by which the kernel image has moved since then
 */
struct trace_buffer {
	struct ring_buffer_event	*events[MERGE_CPUS_MAX];
	int				counts[MERGE_CPUS_MAX];
	int				consumed[MERGE_CPUS_MAX];
	unsigned long			overruns[MERGE_CPUS_MAX];
	u64				now;
	unsigned int			clock_reads;
	bool				has_last_boot;
	bool				counts_lost;
	long				text_delta;
};

struct ring_buffer_iter *ring_buffer_read_start(struct trace_buffer *ring,
						int cpu, int gfp);
void ring_buffer_read_finish(struct ring_buffer_iter *it);
struct ring_buffer_event *ring_buffer_iter_peek(struct ring_buffer_iter *it,
						u64 *ts);
void ring_buffer_iter_advance(struct ring_buffer_iter *it);
struct ring_buffer_event *ring_buffer_iter_next(struct ring_buffer_iter *it, u64 *ts);
void ring_buffer_iter_reset(struct ring_buffer_iter *it);
void ring_buffer_iter_continue(struct ring_buffer_iter *it);
bool ring_buffer_iter_empty(struct ring_buffer_iter *it);
bool ring_buffer_iter_dropped(struct ring_buffer_iter *it);
bool ring_buffer_iter_is_last_boot(struct ring_buffer_iter *it);
bool ring_buffer_is_last_boot(struct trace_buffer *ring, int cpu);
struct ring_buffer_event *ring_buffer_peek(struct trace_buffer *ring, int cpu, u64 *ts,
					   unsigned long *lost);
struct ring_buffer_event *ring_buffer_consume_peek(struct trace_buffer *ring, int cpu,
						   u64 *ts, unsigned long *lost);
bool ring_buffer_empty_cpu(struct trace_buffer *ring, int cpu);
unsigned long ring_buffer_overruns(struct trace_buffer *ring);
unsigned long ring_buffer_entries_cpu(struct trace_buffer *ring, int cpu);
u64 ring_buffer_time_stamp(struct trace_buffer *ring);

static inline unsigned long ring_buffer_overrun_cpu(struct trace_buffer *ring, int cpu)
{
	return ring->overruns[cpu];
}

static inline long ring_buffer_text_delta(struct trace_buffer *ring)
{
	return ring->text_delta;
}

static inline bool ring_buffer_has_last_boot(struct trace_buffer *ring)
{
	return ring->has_last_boot;
}

static inline void *ring_buffer_event_data(struct ring_buffer_event *event)
{
	return &event->rec;
}

static inline unsigned int
ring_buffer_event_length(struct ring_buffer_event *event)
{
	return event->size;
}

static inline void *ring_event_payload(struct ring_buffer_event *event, unsigned int *bytes)
{
	*bytes = event->size;
	return &event->rec;
}

/* What the header of "trace" shows. */

struct instance_max {
	u64			latency;
	unsigned long		start_ip;
	unsigned long		end_ip;
	int			cpu;
	int			pid;
	unsigned int		uid;
	int			nice;
	unsigned int		policy;
	unsigned int		rt_priority;
	char			comm[TASK_COMM_LEN];
};

struct new_utsname { char release[65]; };

enum merge_preemption {
	MERGE_PREEMPT_NONE, MERGE_PREEMPT_VOLUNTARY, MERGE_PREEMPT_FULL, MERGE_PREEMPT_RT,
	MERGE_PREEMPT_UNKNOWN,
};

extern enum merge_preemption merge_preemption;
extern bool merge_ftrace_dead;

#define preempt_model_none()		(merge_preemption == MERGE_PREEMPT_NONE)
#define preempt_model_voluntary()	(merge_preemption == MERGE_PREEMPT_VOLUNTARY)
#define preempt_model_full()		(merge_preemption == MERGE_PREEMPT_FULL)
#define preempt_model_rt()		(merge_preemption == MERGE_PREEMPT_RT)
#define ftrace_is_dead()		merge_ftrace_dead
#define num_online_cpus()		nr_cpu_ids
#define from_kuid_munged(ns, uid)	((void)(ns), (uid))

struct new_utsname *init_utsname(void);
void instance_max_get(struct trace_array *tr, struct instance_max *max);
void seq_printf(struct seq_file *m, const char *fmt, ...);
#define seq_puts(m, text)	seq_printf(m, "%s", text)

struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume);
struct trace_iterator *output_open_snapshot(struct trace_array *tr, int cpu);
void output_close(struct trace_iterator *iter);
void output_lock_records(struct trace_iterator *iter);
void output_unlock_records(struct trace_iterator *iter);
void output_lock_pages(struct trace_array *tr, int cpu);
void output_unlock_pages(struct trace_array *tr, int cpu);
bool output_empty(struct trace_iterator *iter);
struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts);
void output_skip_peeked(struct trace_iterator *iter);
int output_fill(struct trace_iterator *iter, size_t count);
void output_read_reset(struct trace_iterator *iter);
void output_read_resume(struct trace_iterator *iter);
void output_header(struct seq_file *m, struct trace_iterator *iter);
void output_header_default(struct seq_file *m, struct trace_iterator *iter);
void output_header_latency(struct seq_file *m, struct trace_iterator *iter);
struct trace_iterator *output_dump_open(struct trace_array *tr, int cpu);
bool output_dump_line(struct trace_iterator *iter);
struct trace_iterator *output_text_open(struct trace_array *tr);
const char *output_text(struct trace_iterator *iter, struct trace_event *event,
			void *rec, int size);
int merge_init(void);

#define trace_seq_used(s)	((s)->seq.len)

#endif /* _TOOLS_TRACE_OUTPUT_MERGE_H */
