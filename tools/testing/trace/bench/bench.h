/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the benchmarks in the guest: a clock that counts instructions under
 * QEMU's -icount (1 ns each), measuring loops, access to the files of
 * /sys/kernel/tracing, and output of results.
 *
 * A metric is a function with one line in the table of bench.c and one row in
 * scripts/tracing/bench_table.py. The function sets up tracing, measures, and calls
 * result() at least once. If a requirement is missing, the function calls absent(): the
 * row is then shown as not measured, with the reason.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define TRACING "/sys/kernel/tracing/"

typedef void (*body_t)(void *arg);

/**
 * now() - read the clock
 *
 * Return: instructions since power-on under -icount, otherwise monotonic time in ns.
 */
uint64_t now(void);

/**
 * passes() - number of repetitions of a measurement that is not a loop
 *
 * Return: 1 if instructions are counted; more with a real clock, which other load of the
 * machine disturbs. The minimum of all repetitions is the result.
 */
int passes(void);

/**
 * per_call() - measure the cost of one call
 * @body: function to call
 * @arg: argument of @body
 *
 * The result contains the cost of the loop: subtract the per_call() of a base.
 *
 * Return: ticks of now() per call, the minimum of many rounds.
 */
double per_call(body_t body, void *arg);

/**
 * struct span - a period of work of the whole machine, without idle time
 * @start: clock at the start
 * @idle: CPU time of the spinning process at the start, in ns
 *
 * A process of SCHED_IDLE spins during the period. Its CPU time is the time in which all
 * other tasks waited, and is subtracted.
 *
 * A metric that calls result_span() is run a second time without this process. span_end()
 * then returns all of the time that has passed: what the writer of a file waits for.
 */
struct span {
	uint64_t start, idle;
};

void span_begin(struct span *span);
double span_end(struct span *span);

/* Files below /sys/kernel/tracing (or anywhere, with a path that starts with '/'). */
int bench_open(const char *name, int flags);
unsigned long number_of(const char *name);
int put(const char *name, const char *text);
void must_put(const char *name, const char *text);
void must_exist(const char *name);
size_t drain(int fd, size_t *lines);
long memory_kb(const char *field);

/* End the metric without a result and print the reason. Does not return. */
void absent(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Print a figure of the running metric; with @name NULL under the name of the metric. */
void result(const char *name, double value);

/* The same for a figure from span_end(). */
void result_span(const char *name, double value);

/* Measure one write to a file. */
void result_put(const char *name, const char *file, const char *text);

/* Parameters of bench_kernel.ko: reading one runs a measurement and yields its result. */
#define PARAMETERS "/sys/module/bench_kernel/parameters/"

double parameter(const char *name);

/* Add a dynamic event by a command to one of the files of dynamic events. */
void add_event(const char *file, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Return the offset in the program's file of something in memory, and the file's path. */
unsigned long offset_in_file(const void *address, char *path, size_t size);

/* Bodies that several metrics use. */
void call_getppid(void *arg);
void call_stat(void *arg);

/* Fill the ring buffer with records for readers, then stop recording. */
void fill_sched(long records);
void fill_calls(const char *tracer);

/* Measure a call of one function that a tracer traces. */
void one_function(const char *tracer);

/* Measure an event of the system call that call_getppid() makes, enabled by @file. */
void one_event(const char *file, const char *text);

/* The metrics, in the order of their files. */
void metric_event(void);
void metric_event_stopped(void);
void metric_event_filtered(void);
void metric_event_syscall(void);
void metric_event_hist(void);
void metric_event_kprobe(void);
void metric_event_kprobe_args(void);
void metric_event_kprobe_string(void);
void metric_event_fprobe(void);
void metric_event_fprobe_return(void);
void metric_event_tprobe(void);
void metric_event_uprobe(void);
void metric_event_uprobe_args(void);
void metric_event_uprobe_string(void);
void metric_event_uprobe_return(void);
void metric_event_user(void);
void metric_event_user_writev(void);
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
void metric_refilter(void);
void metric_functions_list(void);
void metric_events(void);
void metric_line_sched(void);
void metric_line_function(void);
void metric_line_graph(void);
void metric_line_all(void);
void metric_line_kprobe(void);
void metric_line_pipe(void);
void metric_raw_read(void);
void metric_raw_read_page(void);
void metric_raw_splice(void);
void metric_event_one(void);
void metric_command(void);
void metric_hist_one(void);
void metric_instance(void);
void metric_kprobe_one(void);
void metric_fprobe_one(void);
void metric_kprobes(void);
void metric_uprobes(void);
void metric_fprobes(void);
void metric_walk(void);
void metric_snapshot(void);
void metric_ring(void);
void metric_probe(void);
void metric_probe_syscall(void);
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
void metric_event_budget(void);
void metric_event_withheld(void);
void metric_event_cgroup(void);
void metric_event_cgroup_other(void);
void metric_event_ns_pid(void);
void metric_event_hist_cgroup(void);
void metric_function_cgroup(void);
void metric_mapping(void);
void metric_mapping_recorded(void);
void metric_marker_many(void);
void metric_bpf_raw(void);
void metric_bpf_tracepoint(void);
void metric_bpf_syscall(void);
void metric_bpf_kprobe(void);
void metric_bpf_multi(void);
void metric_bpf_multi_return(void);
void metric_bpf_fentry(void);
void metric_bpf_fexit(void);
void metric_bpf_attach(void);
void metric_rt_calls(void);
void metric_rt_function(void);
void metric_rt_events(void);
void metric_rt_control(void);
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
void metric_grow_kprobes(void);
void metric_grow_uprobes(void);
void metric_grow_fprobes(void);

#endif
