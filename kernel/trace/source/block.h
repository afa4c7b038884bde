/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interface of block.c to blktrace.c of the base, which is called the client
 * here. The shim kernel/trace/trace_output.h maps the names that the client
 * uses to the names here.
 */
#ifndef _KERNEL_TRACE_SOURCE_BLOCK_H
#define _KERNEL_TRACE_SOURCE_BLOCK_H

#include <linux/bits.h>
#include <linux/trace_events.h>

struct seq_file;

/* Options of an instance that the client uses: source_blk_instance::flags. */
#define SOURCE_BLK_VERBOSE	BIT(0)
#define SOURCE_BLK_CONTEXT_INFO	BIT(1)

/**
 * struct source_blk_instance - the part of an instance that the client uses
 * @flags: SOURCE_BLK_*; the client may change them in its set_flag()
 * @buffer: replaced by source_blk_reserve()
 *
 * The client gets its address as that of a struct trace_array.
 */
struct source_blk_instance {
	u32			flags;
	struct trace_buffer	*buffer;
};

/**
 * struct source_blk_opt - an option of the client
 * @name: name in trace_options and options/
 * @bit: mask of the option in source_blk_flags::val
 */
struct source_blk_opt {
	const char	*name;
	u32		bit;
};

/**
 * struct source_blk_flags - the options of the client
 * @val: mask of the options that are set
 * @opts: all options, terminated by a NULL name
 */
struct source_blk_flags {
	u32			val;
	struct source_blk_opt	*opts;
};

/**
 * struct source_blk_tracer - the tracer of the client
 * @name: name in current_tracer
 * @init: called when the first instance selects the tracer
 * @reset: called when the last instance deselects the tracer
 * @start: starts recording
 * @stop: stops recording
 * @print_header: prints the header of lines with the option blk_classic
 * @print_line: prints a record with the option blk_classic
 * @flags: options of the client
 * @set_flag: called when an option changes; 0 or an errno
 */
struct source_blk_tracer {
	const char		*name;
	int (*init)(struct trace_array *tr);
	void (*reset)(struct trace_array *tr);
	void (*start)(struct trace_array *tr);
	void (*stop)(struct trace_array *tr);
	void (*print_header)(struct seq_file *m);
	enum print_line_t (*print_line)(struct trace_iterator *iter);
	struct source_blk_flags	*flags;
	int (*set_flag)(struct trace_array *tr, u32 old_flags, u32 bit, int set);
};

int source_blk_register(struct source_blk_tracer *client);
int source_blk_event_register(struct trace_event *event);
void source_blk_event_unregister(void);

unsigned int source_blk_context(unsigned long irqflags);

struct ring_buffer_event *source_blk_reserve(struct trace_buffer **buffer,
					     unsigned long len,
					     unsigned int context);
void source_blk_commit(struct trace_buffer *buffer,
		       struct ring_buffer_event *event, unsigned int context);

void source_blk_comm(int pid, char *comm);

void source_blk_cgroup(struct trace_iterator *iter, u64 id, char *text,
		       size_t size);

#endif /* _KERNEL_TRACE_SOURCE_BLOCK_H */
