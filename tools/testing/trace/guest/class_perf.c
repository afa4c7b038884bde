// SPDX-License-Identifier: GPL-2.0
/*
 * class_perf ID COMMAND: run a command while perf holds and filters a trace event, in all
 * ways that perf has: counting and sampling, of this task and of each CPU.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.sample_period = 1, .sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TIME,
	};
	int fds[8], i, n = 0, status;
	void *p;

	if (argc < 3)
		return 2;
	attr.config = strtoul(argv[1], NULL, 0);
	for (i = 0; i < 4; i++) {
		attr.inherit = i & 1;
		fds[n] = syscall(SYS_perf_event_open, &attr, i < 2 ? 0 : -1,
				 i < 2 ? -1 : i - 2, -1, 0);
		if (fds[n] < 0) {
			perror("perf_event_open");
			continue;
		}
		p = mmap(NULL, 9 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fds[n], 0);
		if (p == MAP_FAILED && !attr.inherit)
			perror("mmap");
		if (i == 2 && ioctl(fds[n], PERF_EVENT_IOC_SET_FILTER, "common_pid > 1"))
			perror("filter");
		n++;
	}
	status = system(argv[2]);
	printf("%d perf events, command: %d\n", n, status);
	return !n || status;
}
