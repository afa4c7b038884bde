/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest's benchmarks share: a clock that counts instructions under
 * QEMU's -icount (1 ns each), loops whose own cost is taken off again, the files of
 * /sys/kernel/tracing, and how a result is told.
 *
 * A metric is a function of one line in bench.c's table and of one row in
 * scripts/tracing/bench_table.py. It sets tracing up, measures, and says result()
 * once or more. What it needs and does not find it leaves by absent(): the row then
 * shows that it was not measured, and why.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define TRACING "/sys/kernel/tracing/"

typedef void (*body_t)(void *arg);

/**
 * now() - the clock: instructions under -icount, else ns
 */
uint64_t now(void);

/**
 * passes() - how often to do what is measured as a whole, to take the least
 *
 * Once when instructions are counted; by a clock that others disturb, some times.
 */
int passes(void);

/**
 * per_call() - what one call of @body costs, the least of many rounds
 *
 * The loop around it is in the figure: take the per_call() of a base off.
 */
double per_call(body_t body, void *arg);

/**
 * struct span - a stretch of work of the whole machine, waiting not counted
 *
 * A process of the lowest class spins meanwhile; what it got is what everybody else
 * waited, and is taken off.
 */
struct span {
	uint64_t start, idle;
};

void span_begin(struct span *span);
double span_end(struct span *span);

/* Files below /sys/kernel/tracing (or anywhere, with a path that starts with '/'). */
int bench_open(const char *name, int flags);
int put(const char *name, const char *text);
void must_put(const char *name, const char *text);
void must_exist(const char *name);
size_t drain(int fd, size_t *lines);
long memory_kb(const char *field);

/* Leave the metric: something is missing or was refused. Does not return. */
void absent(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Tell a figure of the metric that runs now; @name NULL for its own name. */
void result(const char *name, double value);

/* Bodies that several metrics use. */
void call_getppid(void *arg);
void call_stat(void *arg);

/* Records for readers: fill the buffer, then stop recording. */
void fill_sched(long records);
void fill_calls(const char *tracer);

/* The metrics, by the file they stand in. */
void metric_event(void);
void metric_event_stopped(void);
void metric_event_filtered(void);
void metric_event_syscall(void);
void metric_event_hist(void);
void metric_event_kprobe(void);
void metric_event_kprobe_args(void);
void metric_event_kprobe_string(void);
void metric_marker_32(void);
void metric_marker_512(void);
void metric_function(void);
void metric_graph(void);
void metric_section(void);
void metric_function_loop(void);
void metric_graph_loop(void);
void metric_functions(void);
void metric_graphs(void);
void metric_glob(void);
void metric_functions_list(void);
void metric_events(void);
void metric_line_sched(void);
void metric_line_function(void);
void metric_line_graph(void);
void metric_line_pipe(void);
void metric_raw_read(void);
void metric_raw_read_page(void);
void metric_raw_splice(void);
void metric_instance(void);
void metric_walk(void);
void metric_snapshot(void);
void metric_ring(void);
void metric_probe(void);
void metric_ops(void);
void metric_event_kernel(void);
void metric_event_kernel_stopped(void);
void metric_event_kernel_filtered(void);
void metric_tracepoint_off(void);
void metric_tracepoint_words(void);
void metric_tracepoint_text(void);
void metric_mark_off(void);
void metric_mark_probe(void);
void metric_mark_words(void);
void metric_mark_text(void);
void metric_marker_many(void);
void metric_peer_bpf_ring(void);
void metric_peer_bpf_count(void);
void metric_peer_perf(void);
void metric_peer_user_events(void);
void metric_peer_lttng(void);
void metric_grow_cpus(void);
void metric_grow_functions(void);
void metric_grow_events(void);
void metric_grow_instances(void);
void metric_grow_records(void);

#endif
