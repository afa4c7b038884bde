// SPDX-License-Identifier: GPL-2.0
/* What bench_ring.ko measures inside the kernel: a read of its parameter runs it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

#define PARAMETERS "/sys/module/bench_ring/parameters/"

static double parameter(const char *name)
{
	char path[128], text[64] = "";
	int fd;

	snprintf(path, sizeof(path), PARAMETERS "%s", name);
	fd = bench_open(path, O_RDONLY);
	if (read(fd, text, sizeof(text) - 1) <= 0)
		absent("%s tells nothing", name);
	close(fd);
	return atof(text);
}

void metric_module(void)
{
	result("ring", parameter("reserve_commit"));
}
