/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interface of the tracing ring buffer for the rest of the kernel.
 *
 * A struct trace_buffer consists of one independent ring buffer per CPU. Only the
 * CPU itself writes records into it, without a lock and in any context, NMI
 * included. Any CPU can read them. kernel/trace/ring/ring.h describes the opaque
 * types.
 *
 * A "cpu" argument selects a CPU's ring buffer. A CPU without one is treated as
 * having an empty one. Functions that accept RING_BUFFER_ALL_CPUS say so.
 */
#ifndef _LINUX_RING_BUFFER_H
#define _LINUX_RING_BUFFER_H

#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/seq_file.h>

#include <uapi/linux/trace_mmap.h>

struct trace_buffer;
struct ring_buffer_iter;
struct buffer_data_read_page;
struct lock_class_key;
struct trace_seq;

/**
 * struct ring_buffer_event - header of a record
 * @type_len:	type or length of the record, see &enum ring_buffer_type
 * @time_delta:	time since the preceding record in the sub-buffer
 * @array:	the data, or the length followed by the data
 *
 * ABI: user space parses this structure in raw sub-buffers. Kernel code accesses it
 * with ring_buffer_event_data() and ring_buffer_event_length() only.
 */
struct ring_buffer_event {
	u32		type_len:5, time_delta:27;
	u32		array[];
};

/**
 * enum ring_buffer_type - values of ring_buffer_event::type_len
 * @RINGBUF_TYPE_DATA_TYPE_LEN_MAX:
 *	1 to 28: a data record with this number of 4-byte words from array[0] on.
 *	0: a data record, array[0] is its length in bytes, including array[0]
 *	itself, and the data start at array[1].
 * @RINGBUF_TYPE_PADDING:
 *	a record to be skipped. If time_delta is zero, the rest of the sub-buffer is
 *	unused; otherwise array[0] is the number of bytes from array[0] on.
 * @RINGBUF_TYPE_TIME_EXTEND:
 *	no data; array[0] contains the bits from 27 on of the time delta.
 * @RINGBUF_TYPE_TIME_STAMP: no data; time_delta and array[0] as for an extend
 *	contain the lower 59 bits of the absolute time, whose upper 5 bits are those
 *	of the sub-buffer's timestamp.
 */
enum ring_buffer_type {
	RINGBUF_TYPE_DATA_TYPE_LEN_MAX = 28,
	RINGBUF_TYPE_PADDING,
	RINGBUF_TYPE_TIME_EXTEND,
	RINGBUF_TYPE_TIME_STAMP,
};

/**
 * enum ring_buffer_flags - flags of __ring_buffer_alloc()
 * @RB_FL_OVERWRITE: when the ring buffer is full, new records replace the oldest
 *	ones; without this flag, new records are lost
 */
enum ring_buffer_flags {
	RB_FL_OVERWRITE		= 1 << 0,
};

#define RING_BUFFER_ALL_CPUS	(-1)

/* Called by ring_buffer_wait() before each sleep; returns true to end the wait. */
typedef bool (*ring_buffer_cond_fn)(void *data);

/* Allocation and sizes. Context: task, may sleep. */
struct trace_buffer *__ring_buffer_alloc(unsigned long size, unsigned int flags,
					 struct lock_class_key *key);
void ring_buffer_free(struct trace_buffer *buffer);
int ring_buffer_resize(struct trace_buffer *buffer, unsigned long size, int cpu);
void ring_buffer_reset(struct trace_buffer *buffer);
void ring_buffer_reset_cpu(struct trace_buffer *buffer, int cpu);
void ring_buffer_reset_online_cpus(struct trace_buffer *buffer);
int ring_buffer_subbuf_size_get(struct trace_buffer *buffer);
int ring_buffer_subbuf_order_get(struct trace_buffer *buffer);
int ring_buffer_subbuf_order_set(struct trace_buffer *buffer, int order);
int ring_buffer_swap_cpu(struct trace_buffer *buffer_a,
			 struct trace_buffer *buffer_b, int cpu);

/*
 * Allocate a ring buffer whose locks have a lockdep class of their own. Reading one
 * ring buffer can be traced into another one whose reader holds the same kind of
 * lock.
 */
#define ring_buffer_alloc(size, flags)					\
({									\
	static struct lock_class_key __key;				\
									\
	__ring_buffer_alloc(size, flags, &__key);			\
})

/* Overwrite mode and clock. Context: any. */
void ring_buffer_change_overwrite(struct trace_buffer *buffer, int val);
void ring_buffer_set_clock(struct trace_buffer *buffer, u64 (*clock)(void));
void ring_buffer_set_time_stamp_abs(struct trace_buffer *buffer, bool abs);
bool ring_buffer_time_stamp_abs(struct trace_buffer *buffer);

/* Writing. Context: any, NMI included. */
struct ring_buffer_event *
ring_buffer_lock_reserve(struct trace_buffer *buffer, unsigned long length);
int ring_buffer_unlock_commit(struct trace_buffer *buffer);
void ring_buffer_discard_commit(struct trace_buffer *buffer,
				struct ring_buffer_event *event);
int ring_buffer_write(struct trace_buffer *buffer,
		      unsigned long length, void *data);
void ring_buffer_nest_start(struct trace_buffer *buffer);
void ring_buffer_nest_end(struct trace_buffer *buffer);
unsigned long ring_buffer_max_event_size(struct trace_buffer *buffer);

/* Disabling and enabling writes. Context: any. */
void ring_buffer_record_disable(struct trace_buffer *buffer);
void ring_buffer_record_enable(struct trace_buffer *buffer);
void ring_buffer_record_disable_cpu(struct trace_buffer *buffer, int cpu);
void ring_buffer_record_enable_cpu(struct trace_buffer *buffer, int cpu);
void ring_buffer_record_on(struct trace_buffer *buffer);
void ring_buffer_record_off(struct trace_buffer *buffer);
bool ring_buffer_record_is_on(struct trace_buffer *buffer);
bool ring_buffer_record_is_set_on(struct trace_buffer *buffer);

/* Contents and timestamps of records. Context: any. */
unsigned int ring_buffer_event_length(struct ring_buffer_event *event);
void *ring_buffer_event_data(struct ring_buffer_event *event);
u64 ring_buffer_event_time_stamp(struct trace_buffer *buffer,
				 struct ring_buffer_event *event);
u64 ring_buffer_time_stamp(struct trace_buffer *buffer);
void ring_buffer_normalize_time_stamp(struct trace_buffer *buffer,
				      int cpu, u64 *ts);

/* Consuming records. Context: any; in NMI, for ftrace_dump(), best effort. */
struct ring_buffer_event *
ring_buffer_peek(struct trace_buffer *buffer, int cpu, u64 *ts,
		 unsigned long *lost_events);
struct ring_buffer_event *
ring_buffer_consume(struct trace_buffer *buffer, int cpu, u64 *ts,
		    unsigned long *lost_events);

/* Iterating without consuming. Context: any; _start() and _finish() task. */
struct ring_buffer_iter *
ring_buffer_read_start(struct trace_buffer *buffer, int cpu, gfp_t flags);
void ring_buffer_read_finish(struct ring_buffer_iter *iter);
struct ring_buffer_event *
ring_buffer_iter_peek(struct ring_buffer_iter *iter, u64 *ts);
void ring_buffer_iter_advance(struct ring_buffer_iter *iter);
void ring_buffer_iter_reset(struct ring_buffer_iter *iter);
int ring_buffer_iter_empty(struct ring_buffer_iter *iter);
bool ring_buffer_iter_dropped(struct ring_buffer_iter *iter);
unsigned long ring_buffer_iter_lost(struct ring_buffer_iter *iter);

/* Reading whole sub-buffers. Context: task. */
int ring_buffer_alloc_read_page(struct trace_buffer *buffer, int cpu,
				struct buffer_data_read_page **rpage);
void ring_buffer_free_read_page(struct trace_buffer *buffer, int cpu,
				struct buffer_data_read_page *page);
int ring_buffer_read_page(struct trace_buffer *buffer,
			  struct buffer_data_read_page *data_page,
			  size_t len, int cpu, int full);
void *ring_buffer_read_page_data(struct buffer_data_read_page *page);
unsigned int ring_buffer_read_page_size(struct buffer_data_read_page *page);

/* Mapping to user space. Context: task, may sleep. */
int ring_buffer_map(struct trace_buffer *buffer, int cpu,
		    struct vm_area_struct *vma);
void ring_buffer_map_dup(struct trace_buffer *buffer, int cpu);
int ring_buffer_unmap(struct trace_buffer *buffer, int cpu);
struct page *ring_buffer_map_page(struct trace_buffer *buffer, int cpu,
				  unsigned long at);
int ring_buffer_map_get_reader(struct trace_buffer *buffer, int cpu);

/* Waiting for records. Context: task, may sleep; ring_buffer_wake_waiters() any. */
int ring_buffer_wait(struct trace_buffer *buffer, int cpu, int full,
		     ring_buffer_cond_fn cond, void *data);
__poll_t ring_buffer_poll_wait(struct trace_buffer *buffer, int cpu,
			       struct file *filp, poll_table *poll_table,
			       int full);
void ring_buffer_wake_waiters(struct trace_buffer *buffer, int cpu);

/* Statistics. Context: any. */
bool ring_buffer_empty(struct trace_buffer *buffer);
bool ring_buffer_empty_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_size(struct trace_buffer *buffer, int cpu);
size_t ring_buffer_nr_pages(struct trace_buffer *buffer, int cpu);
size_t ring_buffer_nr_dirty_pages(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_entries(struct trace_buffer *buffer);
unsigned long ring_buffer_overruns(struct trace_buffer *buffer);
unsigned long ring_buffer_entries_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_overrun_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_commit_overrun_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_dropped_events_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_read_events_cpu(struct trace_buffer *buffer, int cpu);
unsigned long ring_buffer_bytes_cpu(struct trace_buffer *buffer, int cpu);
u64 ring_buffer_oldest_event_ts(struct trace_buffer *buffer, int cpu);

/* Contents of the files events/header_event and events/header_page. Context: task. */
int ring_buffer_print_entry_header(struct trace_seq *s);
int ring_buffer_print_page_header(struct trace_buffer *buffer, struct trace_seq *s);

#endif /* _LINUX_RING_BUFFER_H */
