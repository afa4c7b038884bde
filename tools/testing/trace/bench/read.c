// SPDX-License-Identifier: GPL-2.0
/* The cost of reading text per line, and pages per KiB. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch.h"
#include "bench.h"

#define FILL_KB "2048"

/* Two processes exchange a byte over pipes, which causes most sched events. */
void fill_sched(long rounds)
{
	int there[2], back[2];
	char byte = 0;
	pid_t peer;

	must_put("buffer_size_kb", FILL_KB);
	if (pipe(there) || pipe(back))
		absent("no pipe");
	peer = fork();
	if (!peer) {
		while (read(there[0], &byte, 1) == 1)
			if (write(back[1], &byte, 1) != 1)
				break;
		_exit(0);
	}
	close(there[0]);
	must_put("tracing_on", "1");
	must_put("events/sched/enable", "1");
	for (long i = 0; i < rounds; i++)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			absent("the peer has exited");
	must_put("events/sched/enable", "0");
	must_put("tracing_on", "0");
	kill(peer, SIGKILL);
	waitpid(peer, NULL, 0);
}

/* Overrun the buffer with calls of all functions. */
void fill_calls(const char *tracer)
{
	must_put("tracing_on", "0");
	must_put("buffer_size_kb", "512");
	must_put("current_tracer", tracer);
	must_put("tracing_on", "1");
	for (int i = 0; i < 60; i++)
		call_stat(NULL);
	must_put("tracing_on", "0");
}

/* All events, while a task makes system calls and children. */
static void fill_all(void)
{
	must_put("buffer_size_kb", FILL_KB);
	must_put("tracing_on", "1");
	must_put("events/enable", "1");
	for (int i = 0; i < 400; i++) {
		call_stat(NULL);
		if (i % 20 == 0) {
			pid_t child = fork();

			if (!child)
				_exit(0);
			waitpid(child, NULL, 0);
		}
	}
	must_put("events/enable", "0");
	must_put("tracing_on", "0");
}

/* Print the minimum of all passes. Each pass fills the buffer again if necessary. */
static void least_of(double (*pass)(void))
{
	double best = pass(), next;

	for (int i = 1; i < passes(); i++) {
		next = pass();
		if (next < best)
			best = next;
	}
	result(NULL, best);
}

/* Read a whole text file; return the cost per line. */
static double lines_of(const char *name, int flags)
{
	size_t lines = 0;
	uint64_t start = now();
	int fd = bench_open(name, O_RDONLY | flags);

	drain(fd, &lines);
	close(fd);
	if (lines < 1000)
		absent("only %zu lines", lines);
	return (double)(now() - start) / lines;
}

/* The second read has warm caches; return the minimum. */
static double trace_twice(void)
{
	double first = lines_of("trace", 0), second = lines_of("trace", 0);

	return first < second ? first : second;
}

void metric_line_sched(void)
{
	fill_sched(2500);
	least_of(trace_twice);
}

void metric_line_function(void)
{
	fill_calls("function");
	least_of(trace_twice);
}

void metric_line_graph(void)
{
	fill_calls("function_graph");
	least_of(trace_twice);
}

void metric_line_all(void)
{
	fill_all();
	least_of(trace_twice);
}

/* Records of a dynamic event with an argument of each kind. */
void metric_line_kprobe(void)
{
	must_put("kprobe_events",
		 "p:line " ARCH_SYSCALL "getppid a=" ARCH_REG1 " b=" ARCH_REG2 ":u32 c=" ARCH_RESULT
		 ":s64 d=$comm:string");
	must_put("tracing_on", "1");
	must_put("events/kprobes/line/enable", "1");
	for (int i = 0; i < 3000; i++)
		syscall(SYS_getppid);
	must_put("events/kprobes/line/enable", "0");
	must_put("tracing_on", "0");
	least_of(trace_twice);
	must_put("kprobe_events", "");
}

static double pipe_once(void)
{
	fill_sched(2500);
	return lines_of("trace_pipe", O_NONBLOCK);
}

void metric_line_pipe(void)
{
	least_of(pipe_once);
}

static double raw_read(size_t size)
{
	static char buffer[65536];
	size_t bytes = 0;
	ssize_t got;
	uint64_t start;
	int fd;

	fill_sched(8000);
	fd = bench_open("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	/* Touch the buffer, so that no read is charged with a page fault. */
	memset(buffer, 1, sizeof(buffer));
	start = now();
	while ((got = read(fd, buffer, size)) > 0)
		bytes += got;
	start = now() - start;
	close(fd);
	if (bytes < 1 << 20)
		absent("only %zu bytes", bytes);
	return start / (bytes / 1024.0);
}

static double raw_read_many(void)
{
	return raw_read(65536);
}

static double raw_read_page(void)
{
	return raw_read(4096);
}

void metric_raw_read(void)
{
	least_of(raw_read_many);
}

/* Read with the buffer size of trace-cmd. */
void metric_raw_read_page(void)
{
	least_of(raw_read_page);
}

/* Splice @size bytes from a pipe to /dev/null. */
static void to_null(int from, int null, size_t size)
{
	while (size > 0) {
		ssize_t gone = splice(from, NULL, null, NULL, size, SPLICE_F_MOVE);

		if (gone <= 0)
			absent("splice to /dev/null: %s", strerror(errno));
		size -= gone;
	}
}

/* Splice pages from the ring buffer to a pipe and to /dev/null, 16 at a time. */
static double raw_splice(void)
{
	int null = bench_open("/dev/null", O_WRONLY), pipes[2], fd;
	size_t bytes = 0;
	ssize_t got;
	uint64_t start;

	fill_sched(8000);
	fd = bench_open("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	if (pipe(pipes))
		absent("no pipe");
	start = now();
	while ((got = splice(fd, NULL, pipes[1], NULL, 65536,
			     SPLICE_F_NONBLOCK | SPLICE_F_MOVE)) > 0) {
		bytes += got;
		to_null(pipes[0], null, got);
	}
	start = now() - start;
	close(fd);
	close(null);
	close(pipes[0]);
	close(pipes[1]);
	if (bytes < 1 << 20)
		absent("only %zu bytes", bytes);
	return start / (bytes / 1024.0);
}

void metric_raw_splice(void)
{
	least_of(raw_splice);
}
