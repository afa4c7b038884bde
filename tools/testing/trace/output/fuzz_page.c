// SPDX-License-Identifier: GPL-2.0
/*
 * Print a page of a ring buffer, of any contents: the input is a struct record_how, then
 * the bytes of the page.
 */
#include "record.h"
#include "fuzz_page.h"

static void fuzz_print(const void *rec, unsigned int size, unsigned long long ts,
		       void *data)
{
	struct record_how *how = data;

	how->ts = ts;
	record_print(how, rec, size);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct record_how how;

	if (!record_input(&how, data, size))
		return 0;
	size = min(size - sizeof(how), (size_t)4080) & ~3UL;
	page_walk(data + sizeof(how), size, fuzz_print, &how);
	return 0;
}
