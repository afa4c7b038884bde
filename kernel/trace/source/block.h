/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What blktrace.c of the base takes for the tracing subsystem. It is the client of
 * block.c, which is called by the names here; kernel/trace/trace_output.h gives
 * them the names that the client knows.
 */
#ifndef _KERNEL_TRACE_BRIDGE_BLOCK_H
#define _KERNEL_TRACE_BRIDGE_BLOCK_H

#include <linux/bits.h>
#include <linux/trace_events.h>

struct seq_file;

/* Options of an instance that the client has to do with: source_blk_instance::flags */
#define SOURCE_BLK_VERBOSE	BIT(0)
#define SOURCE_BLK_CONTEXT_INFO	BIT(1)

/**
 * struct source_blk_instance - what the client sees of an instance
 * @flags: SOURCE_BLK_*; the client may change them in its set_flag()
 * @buffer: what source_blk_reserve() replaces
 *
 * The client is handed the address of one as that of a struct trace_array.
 */
struct source_blk_instance {
	u32			flags;
	struct trace_buffer	*buffer;
};

/**
 * struct source_blk_opt - one of the client's options
 * @name: as in trace_options and options/
 * @bit: its mask in source_blk_flags::val
 */
struct source_blk_opt {
	const char	*name;
	u32		bit;
};

/**
 * struct source_blk_flags - the client's word of options
 * @val: those that are set
 * @opts: all of them, ended by an empty name
 */
struct source_blk_flags {
	u32			val;
	struct source_blk_opt	*opts;
};

/**
 * struct source_blk_tracer - the client's tracer
 * @name: as in current_tracer
 * @init: somebody wants what it records
 * @reset: nobody does
 * @start: record, after @stop
 * @stop: don't, for now
 * @print_header: what stands above the lines of the option blk_classic
 * @print_line: the line of a record in that form
 * @flags: its options
 * @set_flag: one of them changes
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

/* Context of these: boot. 0 or an errno; the type or 0, as register_trace_event(). */
int source_blk_register(struct source_blk_tracer *client);
int source_blk_event_register(struct trace_event *event);
void source_blk_event_unregister(void);

/* The context word of a record, where the state of interrupts is @irqflags. */
unsigned int source_blk_context(unsigned long irqflags);

/**
 * source_blk_reserve - room for a record
 * @buffer: where it lies is put here, for source_blk_commit()
 * @len: bytes of it
 * @context: source_blk_context()
 *
 * Context: any. Preemption is off between reserve and commit.
 * Return: the ring's event, or NULL: no instance takes it.
 */
struct ring_buffer_event *source_blk_reserve(struct trace_buffer **buffer,
					     unsigned long len,
					     unsigned int context);
void source_blk_commit(struct trace_buffer *buffer,
		       struct ring_buffer_event *event, unsigned int context);

/* The name of the task @pid. Context: any. */
void source_blk_comm(int pid, char *comm);

/*
 * How @iter shows the cgroup @id: by its name, or by numbers as file handles have
 * them. Context: the client's printing.
 */
void source_blk_cgroup(struct trace_iterator *iter, u64 id, char *text,
		       size_t size);

#endif /* _KERNEL_TRACE_BRIDGE_BLOCK_H */
