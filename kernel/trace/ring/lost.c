// SPDX-License-Identifier: GPL-2.0
/*
 * The causes of the losses that readers report.
 *
 * The description of a page has the number of records that were refused before it, by their
 * cause. Of the records that are missing between two pages that were read one after the other,
 * those that were refused are the differences of these numbers. The others had been written,
 * to pages that the reader did not get: they were overwritten.
 *
 * Refused records are attributed to the first page that was begun after them.
 */
#include "internal.h"

/**
 * ring_lost_before - get how many records were refused before a page, by their cause
 * @rc: the ring, with its reader lock held
 * @page: the page
 * @pos: its position
 * @count: set to the numbers; that of RING_LOST_OVERWRITTEN is zero
 *
 * The writer may overwrite the page meanwhile, unless it is the reader page: then the numbers
 * are those of another page.
 *
 * Context: any.
 */
void ring_lost_before(struct ring_cpu *rc, struct ring_page *page, u64 pos,
		      struct ring_lost *count)
{
	u64 refused = READ_ONCE(page->refused);

	/* What is missing in the last boot was counted as refused: see recover.c. */
	count->by[RING_LOST_OVERWRITTEN] = 0;
	count->by[RING_LOST_NESTED] = READ_ONCE(page->nested);
	count->by[RING_LOST_RECURSION] = READ_ONCE(page->recursed);
	count->by[RING_LOST_LAST_BOOT] = pos <= rc->last_boot_end ? refused : rc->last_boot_lost;
	count->by[RING_LOST_BUDGET] = READ_ONCE(page->withheld);
	count->by[RING_LOST_NO_SPACE] = refused - count->by[RING_LOST_NESTED] -
					count->by[RING_LOST_RECURSION] -
					count->by[RING_LOST_BUDGET] -
					count->by[RING_LOST_LAST_BOOT];
}

/**
 * ring_lost_add - add the causes of the records that are missing between two pages
 * @lost: the numbers to add to
 * @nr: number of missing records
 * @from: ring_lost_before() of the page before
 * @to: ring_lost_before() of the page after
 *
 * Context: any.
 */
void ring_lost_add(struct ring_lost *lost, u64 nr, const struct ring_lost *from,
		   const struct ring_lost *to)
{
	unsigned int i;
	u64 refused;

	for (i = RING_LOST_OVERWRITTEN + 1; i < RING_LOST_CAUSES; i++) {
		/* A reader that could not get the lock may have wrong numbers. */
		refused = min(to->by[i] - from->by[i], nr);
		lost->by[i] += refused;
		nr -= refused;
	}
	lost->by[RING_LOST_OVERWRITTEN] += nr;
}
