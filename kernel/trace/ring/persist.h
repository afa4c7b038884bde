/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by persist.c and recover.c: what is found in memory of the last boot.
 */
#ifndef _TRACE_RING_PERSIST_H
#define _TRACE_RING_PERSIST_H

#include "internal.h"

/**
 * struct ring_area - parts of the area of one CPU
 * @rc: the ring
 * @slots: slots of the ring
 * @pages: pointers to the elements of @page
 * @page: descriptions of the pages
 * @blocks: sub-buffers
 */
struct ring_area {
	struct ring_cpu		*rc;
	atomic64_t		*slots;
	struct ring_page	**pages;
	struct ring_page	*page;
	void			*blocks;
};

static inline struct ring_block *ring_area_block(struct ring_area *a, unsigned int index)
{
	return a->blocks + (size_t)index * PAGE_SIZE;
}

/**
 * struct ring_old_page - a page of the last boot
 * @pos: its position
 * @index: index of the sub-buffer
 * @end: bytes in use
 * @valid: its records can be read; otherwise the page is damaged
 * @described: @from and @to are known
 * @reader: it is the reader page
 * @from: number of its first record, counting lost records
 * @to: number of the record after its last one
 * @lost: number of records lost before it
 * @sum: summary of its records, if it is valid
 */
struct ring_old_page {
	u64			pos;
	unsigned int		index;
	unsigned int		end;
	bool			valid;
	bool			described;
	bool			reader;
	u64			from;
	u64			to;
	u64			lost;
	struct ring_block_sum	sum;
};

/**
 * struct ring_old_ring - the ring of the last boot
 * @slots: number of slots
 * @oldest: pages at lower positions are not used
 * @commit: committed position
 * @found: number of pages in @pages, before damaged ones are removed
 * @nr: number of valid pages, apart from the reader page
 * @reader: index of the reader page
 * @read: the reader page has records that were not consumed
 * @read_off: bytes of the reader page that were consumed
 * @read_to: number of the record after the last one of the reader page
 * @read_known: @read_to is known
 * @pending: records lost before the next one of the reader page
 * @lost: records lost after the newest valid page
 * @first: the reader page
 * @seen: bitmap of page indices
 * @twice: bitmap of page indices that are in more than one slot
 * @order: page indices in the order of the new ring: see
 *	ring_persist_restore()
 * @pages: pages, newest first
 */
struct ring_old_ring {
	unsigned int		slots;
	u64			oldest;
	u64			commit;
	unsigned int		found;
	unsigned int		nr;
	unsigned int		reader;
	bool			read;
	unsigned int		read_off;
	u64			read_to;
	bool			read_known;
	u64			pending;
	u64			lost;
	struct ring_old_page	first;
	unsigned long		*seen;
	unsigned long		*twice;
	unsigned int		*order;
	struct ring_old_page	pages[];
};

/* recover.c */
void ring_recover(struct ring_area *a, struct ring_old_ring *old);

#endif
