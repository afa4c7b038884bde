/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structures and functions that the latency tracers share: see latency.c.
 */
#ifndef _KERNEL_TRACE_TRACER_LATENCY_H
#define _KERNEL_TRACE_TRACER_LATENCY_H

#include <linux/percpu.h>

#include "../../instance/instance.h"

struct latency_kind;

/**
 * struct latency_cpu - state of a running latency tracer on a CPU
 * @writer: the CPU's writer of the instance's ring buffer
 * @active: a latency is being measured on this CPU
 *
 * Both are next to each other, so that the callback reads a single cache line.
 */
struct latency_cpu {
	struct ring_writer	*writer;
	bool			active;
};

/**
 * struct latency - a running latency tracer of an instance, trace_array.tracer_data
 * @tr: the instance
 * @kind: the tracer
 * @cpus: state of each CPU
 * @functions: function calls are recorded during a latency
 * @graph: calls and returns are recorded as by function_graph: option display-graph
 * @graph_data: data of graph.c while @graph and @functions are set
 * @options: options of the instance before the tracer was started
 * @deferred: defers freeing the structure
 * @state: data of the tracer, latency_kind.state_size bytes
 *
 * All members but the contents of @cpus and @state are written under instance_lock.
 */
struct latency {
	struct trace_array		*tr;
	const struct latency_kind	*kind;
	struct latency_cpu __percpu	*cpus;
	bool				functions;
	bool				graph;
	struct latency_graph		*graph_data;
	u64				options;
	struct trace_deferred		deferred;
	void				*state;
};

/**
 * struct latency_kind - a latency tracer
 * @tracer: the tracer, whose callbacks are those of latency.c
 * @delay_marks: print marks for long durations of a function graph
 * @state_size: size of latency.state in bytes; the state is zeroed
 * @start: register the probes; returns 0 or an errno. Context: task, may sleep;
 *	instance_lock held.
 * @stop: unregister the probes. latency_stop() waits for running probes after that.
 *	Context: as @start.
 * @free: free what @start has allocated, when neither probes nor callbacks for
 *	functions use it; called also after a start that failed. Context: that of the
 *	functions that trace_defer() calls.
 */
struct latency_kind {
	struct tracer			tracer;
	bool				delay_marks;
	size_t				state_size;
	int (*start)(struct latency *lat);
	void (*stop)(struct latency *lat);
	void (*free)(struct latency *lat);
};

/* graph.c */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
int latency_graph_enable(struct latency *lat);
void latency_graph_disable(struct latency *lat);
void latency_graph_record(struct latency *lat, unsigned long ip,
			  unsigned int context);

void latency_graph_open(struct trace_iterator *iter);
void latency_graph_close(struct trace_iterator *iter);
void latency_graph_header(struct seq_file *m, struct trace_iterator *iter);
enum print_line_t latency_graph_line(struct trace_iterator *iter);

#define LATENCY_GRAPH_READER						\
	.open		= latency_graph_open,				\
	.close		= latency_graph_close,				\
	.pipe_open	= latency_graph_open,				\
	.pipe_close	= latency_graph_close,				\
	.print_header	= latency_graph_header,				\
	.print_line	= latency_graph_line,
#else
static inline int latency_graph_enable(struct latency *lat)
{
	return -EINVAL;
}

static inline void latency_graph_disable(struct latency *lat) { }

static inline void latency_graph_record(struct latency *lat, unsigned long ip,
					unsigned int context)
{
}

#define LATENCY_GRAPH_READER
#endif

/* The members of struct tracer that are the same for all latency tracers. */
#define LATENCY_TRACER(_name) {						\
	.entry.name	= _name,					\
	.keeps_max	= true,						\
	.checks_paused	= true,						\
	.start		= latency_start,				\
	.stop		= latency_stop,					\
	.flag_changed	= latency_flag_changed,				\
	LATENCY_GRAPH_READER						\
}

int latency_start(struct trace_array *tr);
void latency_stop(struct trace_array *tr);
int latency_flag_changed(struct trace_array *tr, u64 mask, bool set);

void latency_call(unsigned long ip, unsigned long parent_ip,
		  struct ftrace_ops *ops, struct ftrace_regs *fregs);

void latency_add_record(struct latency *lat, unsigned long ip,
			unsigned long parent_ip, unsigned int context);

/**
 * latency_is_on - test whether latencies are measured
 * @lat: the tracer
 *
 * Context: any.
 * Return: true if tracing is on and the tracer is not paused.
 */
static inline bool latency_is_on(struct latency *lat)
{
	return instance_is_on(lat->tr) && !READ_ONCE(lat->tr->paused);
}

/**
 * latency_cpu_set - begin or end the recording of function calls on a CPU
 * @lat: the tracer
 * @cpu: the CPU
 * @active: true if a latency is being measured on @cpu
 *
 * The writer is looked up again, because a CPU gets one when it is first brought up.
 *
 * Context: any.
 */
static inline void latency_cpu_set(struct latency *lat, int cpu, bool active)
{
	struct latency_cpu *lc = per_cpu_ptr(lat->cpus, cpu);

	lc->writer = ring_writer_of(lat->tr->ring, cpu);
	WRITE_ONCE(lc->active, active);
}

/**
 * latency_now - read the clock of the instance
 * @lat: the tracer
 *
 * Context: any.
 * Return: current time, in units of the clock.
 */
static inline u64 latency_now(struct latency *lat)
{
	return ring_buffer_time_stamp(lat->tr->ring);
}

#endif /* _KERNEL_TRACE_TRACER_LATENCY_H */
