// SPDX-License-Identifier: GPL-2.0
/*
 * Print a record: the input is a struct record_how, followed by the record.
 */
#include "record.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct record_how how;

	if (!record_input(&how, data, size))
		return 0;
	record_print(&how, data + sizeof(how), size - sizeof(how));
	return 0;
}
