// SPDX-License-Identifier: GPL-2.0
/*
 * Walk the records of a page: compiled with the headers of kernel/trace/ring.
 */
#include "internal.h"
#include "fuzz_page.h"

void page_walk(const void *records, unsigned int size, page_record_fn fn, void *data)
{
	/* With its exact size, so that ASan reports reads beyond its end. */
	struct ring_block *block = malloc(RING_BLOCK_HEADER + size);
	struct ring_buffer_event *event;
	struct ring_cursor c;
	u64 ts;

	block->time_stamp = 1000;
	memcpy(block->data, records, size);
	ring_cursor_set(&c, block, size);
	while ((event = ring_cursor_peek(&c, &ts))) {
		fn(ring_buffer_event_data(event), ring_buffer_event_length(event), ts, data);
		ring_cursor_advance(&c, event);
	}
	free(block);
}
