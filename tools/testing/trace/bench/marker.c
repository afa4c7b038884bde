// SPDX-License-Identifier: GPL-2.0
/* The cost of a write to trace_marker minus that of the same write to /dev/null. */
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
 * Many messages in one writev(), which removes the cost of the system call from the figure.
 * In a user-mode kernel a system call costs far more than its work, and a copy from user
 * space walks page tables. The base is therefore /dev/bench_sink of bench_kernel.ko, which
 * copies the data and discards it. The cost without subtraction is printed as well.
 */
#define MANY 500

/* Return the cost per message. */
static double write_many(const char *name)
{
	static struct iovec segments[MANY];
	static char text[32];
	double best = 0;
	int fd = bench_open(name, O_WRONLY);

	memset(text, 'm', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\n';
	for (int i = 0; i < MANY; i++) {
		segments[i].iov_base = text;
		segments[i].iov_len = sizeof(text);
	}
	for (int round = 0; round < 40; round++) {
		uint64_t start = now();
		double cost;

		if (writev(fd, segments, MANY) != MANY * sizeof(text))
			absent("%s: a write failed", name);
		cost = (double)(now() - start) / MANY;
		if (!round || cost < best)
			best = cost;
	}
	close(fd);
	return best;
}

void metric_marker_many(void)
{
	double base = write_many("/dev/bench_sink");
	double all = write_many("trace_marker");

	result("marker-many", all - base);
	result("marker-many-all", all);
}
