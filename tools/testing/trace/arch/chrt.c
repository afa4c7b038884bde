// SPDX-License-Identifier: GPL-2.0
/*
 * chrt -f PRIORITY COMMAND [ARG...]: run a command under SCHED_FIFO, for guests of
 * architectures for which the host has no such program. The selftests of the wakeup tracers
 * use it so.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sched_param param = {};

	if (argc < 4 || strcmp(argv[1], "-f")) {
		fprintf(stderr, "usage: chrt -f PRIORITY COMMAND [ARG...]\n");
		return 2;
	}
	param.sched_priority = atoi(argv[2]);
	if (sched_setscheduler(0, SCHED_FIFO, &param)) {
		perror("chrt");
		return 1;
	}
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
