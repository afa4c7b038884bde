// SPDX-License-Identifier: GPL-2.0
/*
 * bench --list: print the names of all metrics.
 * bench METRIC...: measure in this guest and print "METRIC VALUE" lines, or "METRIC - WHY"
 * for a metric that cannot be measured. Each metric runs in a process of its own, after
 * the settings of tracing have been reset to those after boot.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch.h"
#include "bench.h"
#include "plugin/mark.h"

/* Rounds of per_call(), and calls in a round; the first rounds warm up. */
#define ROUNDS 24
#define WARM_ROUNDS 8
#define CALLS 1000

/* With BENCH_LINES=1 per_call() marks single calls instead: warming up, and marked. */
#define WARM_CALLS 300
#define MARKED_CALLS 51

static void metric_boot(void);

static const struct {
	const char *name;
	void (*run)(void);
} metrics[] = {
	{ "boot", metric_boot },
	{ "event", metric_event },
	{ "event-stopped", metric_event_stopped },
	{ "event-filtered", metric_event_filtered },
	{ "event-syscall", metric_event_syscall },
	{ "event-hist", metric_event_hist },
	{ "event-kprobe", metric_event_kprobe },
	{ "event-kprobe-args", metric_event_kprobe_args },
	{ "event-kprobe-string", metric_event_kprobe_string },
	{ "event-fprobe", metric_event_fprobe },
	{ "event-fprobe-return", metric_event_fprobe_return },
	{ "event-tprobe", metric_event_tprobe },
	{ "event-uprobe", metric_event_uprobe },
	{ "event-uprobe-args", metric_event_uprobe_args },
	{ "event-uprobe-string", metric_event_uprobe_string },
	{ "event-uprobe-return", metric_event_uprobe_return },
	{ "event-user", metric_event_user },
	{ "event-user-writev", metric_event_user_writev },
	{ "marker-32", metric_marker_32 },
	{ "marker-512", metric_marker_512 },
	{ "function", metric_function },
	{ "graph", metric_graph },
	{ "section", metric_section },
	{ "function-loop", metric_function_loop },
	{ "graph-loop", metric_graph_loop },
	{ "functions", metric_functions },
	{ "graphs", metric_graphs },
	{ "glob", metric_glob },
	{ "refilter", metric_refilter },
	{ "functions-list", metric_functions_list },
	{ "events", metric_events },
	{ "line-sched", metric_line_sched },
	{ "line-function", metric_line_function },
	{ "line-graph", metric_line_graph },
	{ "line-all", metric_line_all },
	{ "line-kprobe", metric_line_kprobe },
	{ "line-pipe", metric_line_pipe },
	{ "raw-read", metric_raw_read },
	{ "raw-read-page", metric_raw_read_page },
	{ "raw-splice", metric_raw_splice },
	{ "instance", metric_instance },
	{ "hist-one", metric_hist_one },
	{ "event-one", metric_event_one },
	{ "snapshot", metric_snapshot },
	{ "command", metric_command },
	{ "kprobes", metric_kprobes },
	{ "kprobe-one", metric_kprobe_one },
	{ "fprobe-one", metric_fprobe_one },
	{ "uprobes", metric_uprobes },
	{ "fprobes", metric_fprobes },
	{ "walk", metric_walk },
	{ "ring", metric_ring },
	{ "probe", metric_probe },
	{ "probe-syscall", metric_probe_syscall },
	{ "ops", metric_ops },
	{ "event-kernel", metric_event_kernel },
	{ "event-kernel-stopped", metric_event_kernel_stopped },
	{ "event-kernel-filtered", metric_event_kernel_filtered },
	{ "tracepoint-off", metric_tracepoint_off },
	{ "tracepoint-words", metric_tracepoint_words },
	{ "tracepoint-text", metric_tracepoint_text },
	{ "mark-off", metric_mark_off },
	{ "mark-probe", metric_mark_probe },
	{ "mark-words", metric_mark_words },
	{ "mark-text", metric_mark_text },
	{ "event-budget", metric_event_budget },
	{ "event-withheld", metric_event_withheld },
	{ "event-cgroup", metric_event_cgroup },
	{ "event-cgroup-other", metric_event_cgroup_other },
	{ "event-ns-pid", metric_event_ns_pid },
	{ "event-hist-cgroup", metric_event_hist_cgroup },
	{ "function-cgroup", metric_function_cgroup },
	{ "mapping", metric_mapping },
	{ "mapping-recorded", metric_mapping_recorded },
	{ "marker-many", metric_marker_many },
	{ "bpf-raw", metric_bpf_raw },
	{ "bpf-tracepoint", metric_bpf_tracepoint },
	{ "bpf-syscall", metric_bpf_syscall },
	{ "bpf-kprobe", metric_bpf_kprobe },
	{ "bpf-multi", metric_bpf_multi },
	{ "bpf-multi-return", metric_bpf_multi_return },
	{ "bpf-fentry", metric_bpf_fentry },
	{ "bpf-fexit", metric_bpf_fexit },
	{ "bpf-attach", metric_bpf_attach },
	{ "rt-calls", metric_rt_calls },
	{ "rt-function", metric_rt_function },
	{ "rt-events", metric_rt_events },
	{ "rt-control", metric_rt_control },
	{ "peer-bpf-ring", metric_peer_bpf_ring },
	{ "peer-bpf-count", metric_peer_bpf_count },
	{ "peer-perf", metric_peer_perf },
	{ "peer-user-events", metric_peer_user_events },
	{ "peer-lttng", metric_peer_lttng },
	{ "grow-cpus", metric_grow_cpus },
	{ "grow-functions", metric_grow_functions },
	{ "grow-events", metric_grow_events },
	{ "grow-instances", metric_grow_instances },
	{ "grow-records", metric_grow_records },
	{ "grow-kprobes", metric_grow_kprobes },
	{ "grow-uprobes", metric_grow_uprobes },
	{ "grow-fprobes", metric_grow_fprobes },
};

/* BENCH_CLOCK=instructions: the guest runs under -icount. */
static bool count_instructions;
/* BENCH_LINES=1: no figures, but marked calls whose cache lines plugin/lines.c records. */
static bool mark_lines;
static unsigned int series;
static const char *running;
static uint64_t started;
static long available;
static pid_t spinner;
/* Whether spans are the time that passes, and whether there was a span. */
static bool timing, spans;

uint64_t now(void)
{
	struct timespec t;

	if (count_instructions)
		return arch_instructions();
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

int passes(void)
{
	return count_instructions ? 1 : 3;
}

/* Begin a series of windows named "METRIC-N", with N counting the calls of per_call(). */
static void name_series(void)
{
	char name[64];

	snprintf(name, sizeof(name), "%s-%u", running, series++);
	for (const char *at = name; *at; at++) {
		for (int bit = 0; bit < 8; bit++) {
			if (*at >> bit & 1)
				lines_mark(LINES_ONE);
			else
				lines_mark(LINES_ZERO);
		}
	}
	lines_mark(LINES_SERIES);
}

static void marked_calls(body_t body, void *arg)
{
	name_series();
	for (int i = 0; i < WARM_CALLS; i++)
		body(arg);
	for (int i = 0; i < MARKED_CALLS; i++) {
		lines_mark(LINES_BEGIN);
		body(arg);
		lines_mark(LINES_END);
	}
}

double per_call(body_t body, void *arg)
{
	uint64_t best = ~0ull;

	if (mark_lines) {
		marked_calls(body, arg);
		return 0;
	}
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = now(), took;

		for (int i = 0; i < CALLS; i++)
			body(arg);
		took = now() - start;
		if (round >= WARM_ROUNDS && took < best)
			best = took;
	}
	return (double)best / CALLS;
}

static uint64_t spun(void)
{
	clockid_t clock;
	struct timespec t;

	if (clock_getcpuclockid(spinner, &clock) || clock_gettime(clock, &t))
		absent("no clock of the spinning process");
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

void span_begin(struct span *span)
{
	if (!spinner && !timing) {
		spinner = fork();
		if (!spinner) {
			struct sched_param none = {};

			prctl(PR_SET_PDEATHSIG, SIGKILL);
			sched_setscheduler(0, SCHED_IDLE, &none);
			for (;;)
				;
		}
	}
	if (!timing)
		usleep(20000);
	span->idle = spun();
	span->start = now();
}

double span_end(struct span *span)
{
	uint64_t took = now() - span->start;

	return timing ? took : (double)took - (double)(spun() - span->idle);
}

static const char *path_of(const char *name)
{
	static char path[512];

	if (name[0] == '/')
		return name;
	snprintf(path, sizeof(path), TRACING "%s", name);
	return path;
}

int bench_open(const char *name, int flags)
{
	int fd = open(path_of(name), flags | O_CLOEXEC, 0644);

	if (fd < 0)
		absent("%s: %s", name, strerror(errno));
	return fd;
}

/* Return the number in a file. */
unsigned long number_of(const char *name)
{
	char text[32] = "";
	int fd = bench_open(name, O_RDONLY);

	if (read(fd, text, sizeof(text) - 1) <= 0)
		absent("%s is empty", name);
	close(fd);
	return strtoul(text, NULL, 10);
}

int put(const char *name, const char *text)
{
	int fd = open(path_of(name), O_WRONLY | O_TRUNC | O_CLOEXEC);
	char line[256];
	int error = 0;

	if (fd < 0)
		return -errno;
	/* Write a whole line at once, so that write() returns the error. */
	snprintf(line, sizeof(line), "%s\n", text);
	if (*text && write(fd, line, strlen(line)) < 0)
		error = -errno;
	if (close(fd) && !error)
		error = -errno;
	return error;
}

void must_put(const char *name, const char *text)
{
	int error = put(name, text);

	if (error)
		absent("'%s' to %s: %s", text, name, strerror(-error));
}

void must_exist(const char *name)
{
	if (access(path_of(name), F_OK))
		absent("%s: %s", name, strerror(errno));
}

size_t drain(int fd, size_t *lines)
{
	static char buffer[65536];
	size_t total = 0;
	ssize_t got;

	while ((got = read(fd, buffer, sizeof(buffer))) > 0) {
		const char *at = buffer;

		total += got;
		if (!lines)
			continue;
		while ((at = memchr(at, '\n', buffer + got - at))) {
			at++;
			++*lines;
		}
	}
	return total;
}

long memory_kb(const char *field)
{
	char line[128];
	long value = -1;
	size_t length = strlen(field);
	FILE *file = fopen("/proc/meminfo", "r");

	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, field, length) && line[length] == ':')
			value = atol(line + length + 1);
	fclose(file);
	return value;
}

/*
 * Free pages on per-CPU lists, which MemAvailable does not include. Pages that boot freed
 * last remain on these lists for seconds, and an image with a gap frees more of them.
 */
static long parked_kb(void)
{
	FILE *file = fopen("/proc/zoneinfo", "r");
	long pages, total = 0;
	char line[128];

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, " count: %ld", &pages) == 1)
			total += pages;
	fclose(file);
	return total * (sysconf(_SC_PAGESIZE) / 1024);
}

void absent(const char *format, ...)
{
	va_list args;

	printf("%s - ", running);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	if (spinner)
		kill(spinner, SIGKILL);
	_exit(0);
}

void result(const char *name, double value)
{
	if (timing || mark_lines)
		return;
	printf("%s %.3f\n", name ? name : running, value);
	fflush(stdout);
}

void result_span(const char *name, double value)
{
	spans = true;
	printf("%s%s %.3f\n", name ? name : running, timing ? ".elapsed" : "", value);
	fflush(stdout);
}

void result_put(const char *name, const char *file, const char *text)
{
	struct span span;

	span_begin(&span);
	must_put(file, text);
	result_span(name, span_end(&span));
}

/* Reset the settings to those after boot; missing files need no reset. */
static void reset(void)
{
	put("current_tracer", "nop");
	put("events/enable", "0");
	put("dynamic_events", "");
	put("set_ftrace_filter", "");
	put("set_graph_function", "");
	put("set_event_pid", "");
	put("set_event_cgroup", "");
	put("set_ftrace_cgroup", "");
	put("budget", "0");
	put("tracing_on", "1");
	put("buffer_size_kb", "128");
	put("trace", "");
	/*
	 * A tracepoint calls a probe directly only after a grace period without the last
	 * metric's probe.
	 */
	usleep(200000);
}

/* Time and memory used by boot. This metric must run first. */
static void metric_boot(void)
{
	const char *memory = getenv("BENCH_MEMORY_KB");

	result(NULL, started);
	if (memory)
		result("boot-memory", atol(memory) - available);
}

/* The status of a metric that has measured spans. */
#define HAS_SPANS 3

/* Return whether the metric has measured spans. */
static bool run_once(const char *name, void (*run)(void))
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (!child) {
		running = name;
		reset();
		run();
		if (spinner)
			kill(spinner, SIGKILL);
		_exit(spans ? HAS_SPANS : 0);
	}
	waitpid(child, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == HAS_SPANS)
		return true;
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		printf("%s - ended with status %#x\n", name, status);
	return false;
}

static void run_one(const char *name, void (*run)(void))
{
	timing = false;
	if (!run_once(name, run))
		return;
	timing = true;
	run_once(name, run);
}

int main(int argc, char **argv)
{
	const char *clock = getenv("BENCH_CLOCK");

	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (size_t m = 0; m < sizeof(metrics) / sizeof(metrics[0]); m++)
			puts(metrics[m].name);
		return 0;
	}
	count_instructions = clock && !strcmp(clock, "instructions");
	if (getenv("BENCH_LINES")) {
		mark_lines = true;
		lines_mark(LINES_ARM);
		usleep(1000);
	}
	started = now();
	available = memory_kb("MemAvailable") + parked_kb();
	for (int i = 1; i < argc; i++) {
		size_t m;

		for (m = 0; m < sizeof(metrics) / sizeof(metrics[0]); m++)
			if (!strcmp(metrics[m].name, argv[i]))
				break;
		if (m == sizeof(metrics) / sizeof(metrics[0])) {
			printf("%s - there is no such program\n", argv[i]);
			continue;
		}
		run_one(metrics[m].name, metrics[m].run);
	}
	reset();
	return 0;
}
