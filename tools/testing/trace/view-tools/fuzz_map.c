// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target of trace-view: the head of a file of trace-cmd, and where it has pages.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "input.h"
#include "source_map.h"

static int fuzz_fd;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	FILE *null = fopen("/dev/null", "w");

	/* Messages about damaged files are expected. */
	if (null)
		stderr = null;
	fuzz_fd = memfd_create("fuzz", 0);
	if (fuzz_fd < 0)
		abort();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view_source source = { .progress = &source.own_progress };
	struct input input = { .source = &source, .name = "input", .fd = fuzz_fd };

	if (ftruncate(fuzz_fd, 0) || pwrite(fuzz_fd, data, size, 0) != (ssize_t)size)
		abort();
	source_map_free(source_map_read(&input, size));
	return 0;
}
