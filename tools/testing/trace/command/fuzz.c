// SPDX-License-Identifier: GPL-2.0
/*
 * Write any text into a control file, line by line; then fire the events, show
 * everything, and reset. Errors found by sanitizers or checks end the program.
 *
 * HOST_FILE: the file for lines that do not name another one. The first byte of an
 * input is the number of the allocation that fails in each line.
 */
#include "world.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static const struct world_file *file;
	static long allocs;

	if (!file) {
		file = world_file(HOST_FILE);
		world_warm_up();
		allocs = host_allocs;
	}
	if (!size || size > 4095 || memchr(data, 0, size))
		return 0;
	world_run(file, (const char *)data + 1, size - 1,
		  *data >= '1' && *data <= '9' ? *data - '0' : 0);
	world_reset();
	assert(host_allocs == allocs);
	return 0;
}
