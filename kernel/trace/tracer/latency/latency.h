/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What latency tracers share: see latency.c.
 */
#ifndef _KERNEL_TRACE_TRACER_LATENCY_H
#define _KERNEL_TRACE_TRACER_LATENCY_H

#include <linux/percpu.h>

#include "../../instance/instance.h"

struct latency_kind;

/**
 * struct latency_cpu - one CPU of a latency tracer at work
 * @writer: where its records go: its writer of the instance's ring
 * @inside: what goes on there belongs to what is measured
 */
struct latency_cpu {
	struct ring_writer	*writer;
	bool			inside;
};

/**
 * struct latency - an instance's latency tracer at work
 * @tr: the instance
 * @kind: which tracer
 * @cpus: per CPU
 * @functions: functions are recorded inside
 * @graph: as function_graph does it: display-graph
 * @calls: latency_graph.c's own
 * @options: the instance's options before
 * @state: the tracer's own
 */
struct latency {
	struct trace_array		*tr;
	const struct latency_kind	*kind;
	struct latency_cpu __percpu	*cpus;
	bool				functions;
	bool				graph;
	struct latency_graph		*calls;
	u64				options;
	void				*state;
};

/**
 * struct latency_kind - one of the latency tracers
 * @tracer: as current_tracer knows it, its functions those of latency.c
 * @marks: durations of a graph have delay marks
 * @state_size: bytes of struct latency.state, zeroed
 * @start: listen; an errno. Context: instance_lock held, may sleep.
 * @stop: listen no more. Nobody is inside probes any more when the state is
 *	freed after it. Context: the same.
 */
struct latency_kind {
	struct tracer			tracer;
	bool				marks;
	size_t				state_size;
	int (*start)(struct latency *lat);
	void (*stop)(struct latency *lat);
};

/* latency_graph.c */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/* Calls and returns inside. An errno. Context: instance_lock held. */
int latency_graph_on(struct latency *lat);
void latency_graph_off(struct latency *lat);

/* A record as of a call that returned at once. Context: any. */
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
static inline int latency_graph_on(struct latency *lat)
{
	return -EINVAL;
}

static inline void latency_graph_off(struct latency *lat) { }

static inline void latency_graph_record(struct latency *lat, unsigned long ip,
					unsigned int context)
{
}

#define LATENCY_GRAPH_READER
#endif

/* The members of struct tracer that all of them have. */
#define LATENCY_TRACER(_name) {						\
	.entry.name	= _name,					\
	.keeps_max	= true,						\
	.heeds_quiet	= true,						\
	.start		= latency_start,				\
	.stop		= latency_stop,					\
	.flag_changed	= latency_flag_changed,				\
	LATENCY_GRAPH_READER						\
}

int latency_start(struct trace_array *tr);
void latency_stop(struct trace_array *tr);
int latency_flag_changed(struct trace_array *tr, u64 mask, bool set);

/* The callback of the instance's ops. @ops->private: struct latency.cpus. */
void latency_call(unsigned long ip, unsigned long parent_ip,
		  struct ftrace_ops *ops, struct ftrace_regs *fregs);

/* A record as of a call: what a latency begins or ends with. Context: any, preemption off. */
void latency_add_record(struct latency *lat, unsigned long ip,
			unsigned long parent_ip, unsigned int context);

/* Does it look for latencies now? Context: any. */
static inline bool latency_is_on(struct latency *lat)
{
	return instance_is_on(lat->tr) && !READ_ONCE(lat->tr->quiet);
}

/*
 * Does what happens on @cpu belong to what is measured, from now on? A CPU that was
 * not up before has got a writer since. Context: any.
 */
static inline void latency_cpu_set(struct latency *lat, int cpu, bool inside)
{
	struct latency_cpu *lc = per_cpu_ptr(lat->cpus, cpu);

	lc->writer = ring_writer_of(lat->tr->ring, cpu);
	WRITE_ONCE(lc->inside, inside);
}

static inline u64 latency_now(struct latency *lat)
{
	return ring_buffer_time_stamp(lat->tr->ring);
}

#endif /* _KERNEL_TRACE_TRACER_LATENCY_H */
