/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of a ring buffer, beyond those of linux/ring_buffer.h. Part of ring.h.
 */
#ifndef _KERNEL_TRACE_RING_STATS_H
#define _KERNEL_TRACE_RING_STATS_H

#include <linux/types.h>

struct trace_buffer;

/**
 * enum ring_account - what becomes of the records that are written to a ring
 * @RING_READ: a reader consumed the record
 * @RING_HELD: the record is unread
 * @RING_OVERWRITTEN: the record was unread when a later one overwrote it, or when its
 *	sub-buffer was removed from the ring
 * @RING_NO_SPACE: the record was refused because the ring was full of unread records or
 *	closed
 * @RING_NESTED: the record was refused because interrupted writers had filled the ring with
 *	records that were not committed yet
 * @RING_RECURSION: the record was refused because it was written during another record
 * @RING_BUDGET: the record was refused because the budget of the ring was spent
 * @RING_ACCOUNTS: number of values
 */
enum ring_account {
	RING_READ,
	RING_HELD,
	RING_OVERWRITTEN,
	RING_NO_SPACE,
	RING_NESTED,
	RING_RECURSION,
	RING_BUDGET,
	RING_ACCOUNTS
};

/**
 * enum ring_lost_cause - why records are missing before one that a reader gets
 * @RING_LOST_OVERWRITTEN: see RING_OVERWRITTEN
 * @RING_LOST_NO_SPACE: see RING_NO_SPACE
 * @RING_LOST_NESTED: see RING_NESTED
 * @RING_LOST_RECURSION: see RING_RECURSION
 * @RING_LOST_LAST_BOOT: the records were written in the last boot. Their sub-buffer is
 *	damaged, or they were lost then for another cause
 * @RING_LOST_BUDGET: see RING_BUDGET
 * @RING_LOST_CAUSES: number of values
 */
enum ring_lost_cause {
	RING_LOST_OVERWRITTEN,
	RING_LOST_NO_SPACE,
	RING_LOST_NESTED,
	RING_LOST_RECURSION,
	RING_LOST_LAST_BOOT,
	RING_LOST_BUDGET,
	RING_LOST_CAUSES
};

/**
 * struct ring_lost - numbers of missing records
 * @by: the numbers, by enum ring_lost_cause
 */
struct ring_lost {
	u64	by[RING_LOST_CAUSES];
};

struct ring_buffer_iter;

void ring_buffer_lost_causes(struct trace_buffer *buffer, int cpu, struct ring_lost *lost);
unsigned long ring_buffer_iter_lost_causes(struct ring_buffer_iter *iter,
					   struct ring_lost *lost);
void ring_account_cpu(struct trace_buffer *buffer, int cpu, u64 account[RING_ACCOUNTS]);

/**
 * struct ring_subbuf - a sub-buffer that is in use
 * @index: its place in the memory of the ring
 * @bytes: bytes of records that are committed
 * @entries: number of these records
 * @reader: it is that of the reader
 * @writer: it is that of the writer
 * @last_boot: its records are of the last boot
 */
struct ring_subbuf {
	unsigned int	index;
	unsigned int	bytes;
	unsigned long	entries;
	bool		reader;
	bool		writer;
	bool		last_boot;
};

bool ring_buffer_subbuf(struct trace_buffer *buffer, int cpu, u64 *pos,
			struct ring_subbuf *subbuf);

#endif /* _KERNEL_TRACE_RING_STATS_H */
