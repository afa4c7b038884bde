// SPDX-License-Identifier: GPL-2.0
/*
 * rt fifo|deadline|nice|other [COUNT]: set the scheduling policy of this task and sleep
 * for 2 ms COUNT times. Each wake-up is a latency for the wake-up tracers.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

/* struct sched_attr of sched_setattr(2). */
struct attr {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
};

int main(int argc, char **argv)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	const char *policy = argc > 1 ? argv[1] : "other";
	int count = argc > 2 ? atoi(argv[2]) : 20;
	struct attr attr = { .size = sizeof(attr) };

	if (!strcmp(policy, "fifo")) {
		attr.policy = SCHED_FIFO;
		attr.priority = 5;
	} else if (!strcmp(policy, "deadline")) {
		attr.policy = SCHED_DEADLINE;
		attr.runtime = 1000000;
		attr.deadline = 5000000;
		attr.period = 5000000;
	} else if (!strcmp(policy, "nice")) {
		attr.nice = -10;
	}
	if (syscall(SYS_sched_setattr, 0, &attr, 0)) {
		fprintf(stderr, "rt: %s: %s\n", policy, strerror(errno));
		return 1;
	}
	while (count--)
		nanosleep(&pause, NULL);
	return 0;
}
