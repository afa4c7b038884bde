// SPDX-License-Identifier: GPL-2.0
/*
 * Print a record: the input is a struct record_how, followed by the record.
 */
#include "record.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static bool ready;
	struct record_how how;

	if (size < sizeof(how))
		return 0;
	if (!ready) {
		record_init();
		host_image[0] = (unsigned long)host_format;
		host_image[1] = host_image[0] + strlen(host_format) + 1;
		ready = true;
	}
	memcpy(&how, data, sizeof(how));
	record_print(&how, data + sizeof(how), size - sizeof(how));
	return 0;
}
