// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzer of the functions that walk the records of a page: they stay inside the
 * page, and terminate.
 *
 * The first two bytes of the input are the number of bytes in use of the page.
 */
#include "model.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void walk(struct ring_block *block, unsigned int end)
{
	struct ring_buffer_event *event;
	unsigned int steps = 0, off;
	struct ring_cursor c;
	const u8 *payload;
	u64 ts;

	ring_cursor_set(&c, block, end);
	while ((event = ring_cursor_peek(&c, &ts))) {
		off = (u8 *)event - block->data;
		check(off < end && !(off & 3));
		payload = ring_buffer_event_data(event);
		check(payload >= block->data && payload + ring_buffer_event_length(event) <=
		      block->data + end);
		check(++steps <= end / 8);
		ring_cursor_advance(&c, event);
		check(c.off > off && c.off <= end);
	}
	check(c.off == end);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	/*
	 * Allocated with its exact size, so that the sanitizer detects accesses
	 * after it.
	 */
	struct ring_block *block;
	unsigned int end;

	if (size < 2)
		return 0;
	end = data[0] | data[1] << 8;
	size = min(size - 2, (size_t)4080);
	end = min_t(unsigned int, end, size) & ~3U;
	block = malloc(RING_BLOCK_HEADER + end);
	block->time_stamp = 1000;
	memcpy(block->data, data + 2, end);
	walk(block, end);
	free(block);
	return 0;
}
