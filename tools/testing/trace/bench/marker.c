// SPDX-License-Identifier: GPL-2.0
/* A write to trace_marker beyond the same write to /dev/null. */
#include <fcntl.h>
#include <string.h>
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
