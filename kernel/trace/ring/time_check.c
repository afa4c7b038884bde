// SPDX-License-Identifier: GPL-2.0
/*
 * The verification of timestamps, for RING_BUFFER_VALIDATE_TIME_DELTAS: whenever a page is
 * full, the timestamps that a reader will compute from its records.
 */
#include "internal.h"

/**
 * ring_time_check - verify the timestamps of a page that the writer leaves
 * @rc: the ring
 * @page: the page, whose records are complete
 * @end: bytes in use
 * @last: time of the last record, in clock units, as the writer knows it
 *
 * Warns once if the deltas of the records do not add up to @last.
 *
 * Context: any, preemption off; the outermost writer of the CPU.
 */
noinline void ring_time_check(struct ring_cpu *rc, struct ring_page *page, unsigned int end,
			      u64 last)
{
	struct ring_block_sum sum = { .end = last };
	bool whole = !end || ring_block_sum(page->block, end, 0, &sum);

	WARN_ONCE(!whole || sum.end != last,
		  "ring buffer: CPU %d: the deltas of a page of %u bytes, %lu records, add up to %llu instead of %llu\n",
		  rc->cpu, end, sum.entries, sum.end, last);
}
