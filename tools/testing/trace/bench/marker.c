// SPDX-License-Identifier: GPL-2.0
/* A write to trace_marker beyond the same write to /dev/null. */
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bench.h"

struct message {
	int fd;
	size_t size;
	char text[512];
};

static void write_message(void *arg)
{
	struct message *message = arg;

	if (write(message->fd, message->text, message->size) < 0)
		absent("a write failed");
}

static void marker(size_t size)
{
	struct message message = { .size = size };
	double base;

	memset(message.text, 'm', size - 1);
	message.text[size - 1] = '\n';
	message.fd = bench_open("/dev/null", O_WRONLY);
	base = per_call(write_message, &message);
	message.fd = bench_open("trace_marker", O_WRONLY);
	result(NULL, per_call(write_message, &message) - base);
}

void metric_marker_32(void)
{
	marker(32);
}

void metric_marker_512(void)
{
	marker(512);
}

/*
 * Many messages by one writev(): where a system call costs far more than what it
 * does, as in a user-mode kernel, that is left out of the figure.
 */
#define MANY 500

static void write_many(void *arg)
{
	static struct iovec segments[MANY];
	struct message *message = arg;

	for (int i = 0; i < MANY; i++) {
		segments[i].iov_base = message->text;
		segments[i].iov_len = message->size;
	}
	if (writev(message->fd, segments, MANY) < 0)
		absent("a write failed");
}

void metric_marker_many(void)
{
	struct message message = { .size = 32 };
	double best = 0;

	memset(message.text, 'm', message.size - 1);
	message.text[message.size - 1] = '\n';
	message.fd = bench_open("trace_marker", O_WRONLY);
	for (int round = 0; round < 40; round++) {
		uint64_t start = now();
		double cost;

		write_many(&message);
		cost = (double)(now() - start) / MANY;
		if (!round || cost < best)
			best = cost;
	}
	result(NULL, best);
}
