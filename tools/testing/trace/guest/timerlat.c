// SPDX-License-Identifier: GPL-2.0
/*
 * timerlat CPU [COUNT] [OWN]: act as the user-space workload of timerlat on CPU for COUNT
 * activations. The task runs on CPU OWN if given, on all CPUs with -1. Print the error of
 * the first call that fails.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int cpu = argc > 1 ? atoi(argv[1]) : 0;
	int count = argc > 2 ? atoi(argv[2]) : 10;
	int own = argc > 3 ? atoi(argv[3]) : cpu;
	char path[80], buffer[64];
	cpu_set_t set;
	int fd, i, ret;

	CPU_ZERO(&set);
	CPU_SET(own, &set);
	if (own >= 0 && sched_setaffinity(0, sizeof(set), &set)) {
		perror("sched_setaffinity");
		return 1;
	}
	snprintf(path, sizeof(path),
		 "/sys/kernel/tracing/osnoise/per_cpu/cpu%d/timerlat_fd", cpu);
	fd = open(path, O_RDONLY);
	if (fd < 0) {
		printf("open: %s\n", strerror(errno));
		return 0;
	}
	for (i = 0; i < count; i++) {
		ret = read(fd, buffer, sizeof(buffer));
		if (ret < 0) {
			printf("read: %s\n", strerror(errno));
			return 0;
		}
	}
	printf("read: %d\n", ret);
	ret = open(path, O_RDONLY);
	printf("open again: %s\n", ret < 0 ? strerror(errno) : "0");
	close(fd);
	return 0;
}
