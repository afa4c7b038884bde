// SPDX-License-Identifier: GPL-2.0
/* Reading: text by line, pages by KiB. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define FILL_KB "2048"

/* Two processes hand a byte to and fro: sched events of all kinds. */
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
	must_put("events/sched/enable", "1");
	for (long i = 0; i < rounds; i++)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			absent("the peer is gone");
	must_put("events/sched/enable", "0");
	must_put("tracing_on", "0");
	kill(peer, SIGKILL);
	waitpid(peer, NULL, 0);
}

/* A buffer that overflows with calls of all functions. */
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

/* A read of all of a file of text, the better of two. */
static void lines_of(const char *name)
{
	double best = 0;

	for (int i = 0; i < 2; i++) {
		size_t lines = 0;
		uint64_t start = now();
		int fd = bench_open(name, O_RDONLY);
		double cost;

		drain(fd, &lines);
		close(fd);
		if (lines < 1000)
			absent("only %zu lines", lines);
		cost = (double)(now() - start) / lines;
		if (!i || cost < best)
			best = cost;
	}
	result(NULL, best);
}

void metric_line_sched(void)
{
	fill_sched(2500);
	lines_of("trace");
}

void metric_line_function(void)
{
	fill_calls("function");
	lines_of("trace");
}

void metric_line_graph(void)
{
	fill_calls("function_graph");
	lines_of("trace");
}

void metric_line_pipe(void)
{
	size_t lines = 0;
	uint64_t start;
	int fd;

	fill_sched(2500);
	fd = bench_open("trace_pipe", O_RDONLY | O_NONBLOCK);
	start = now();
	drain(fd, &lines);
	if (lines < 1000)
		absent("only %zu lines", lines);
	result(NULL, (double)(now() - start) / lines);
}

void metric_raw_read(void)
{
	static char page[4096];
	size_t bytes = 0;
	ssize_t got;
	uint64_t start;
	int fd;

	fill_sched(8000);
	fd = bench_open("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	start = now();
	while ((got = read(fd, page, sizeof(page))) > 0)
		bytes += got;
	if (bytes < 1 << 20)
		absent("only %zu bytes", bytes);
	result(NULL, (now() - start) / (bytes / 1024.0));
}

/* Pages from the buffer to a pipe and on to /dev/null, 16 at a time. */
void metric_raw_splice(void)
{
	int null = bench_open("/dev/null", O_WRONLY), pipes[2], fd;
	size_t bytes = 0;
	uint64_t start;

	fill_sched(8000);
	fd = bench_open("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	if (pipe(pipes))
		absent("no pipe");
	start = now();
	for (;;) {
		ssize_t got = splice(fd, NULL, pipes[1], NULL, 65536,
				     SPLICE_F_NONBLOCK | SPLICE_F_MOVE);

		if (got <= 0)
			break;
		bytes += got;
		while (got > 0) {
			ssize_t gone = splice(pipes[0], NULL, null, NULL, got, SPLICE_F_MOVE);

			if (gone <= 0)
				absent("splice to /dev/null: %s", strerror(errno));
			got -= gone;
		}
	}
	if (bytes < 1 << 20)
		absent("only %zu bytes", bytes);
	result(NULL, (now() - start) / (bytes / 1024.0));
}
