// SPDX-License-Identifier: GPL-2.0
/*
 * Any text is written into a control file, line by line; events happen; all is
 * shown; all goes. What the sanitizers or the checks here see ends the program.
 *
 * HOST_FILE: the file that lines are for which do not say another one. The first
 * byte of an input says which allocation of each line fails.
 */
#include "world.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static const struct world_file *file;
	static long allocs;

	if (!file) {
		file = world_file(HOST_FILE);
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
