/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of a ring, to hold the real one against: every record ever reserved,
 * with its time. Readers compare what they get with it.
 */
#ifndef _RING_MODEL_H
#define _RING_MODEL_H

#include "internal.h"

/* What model_record.lost says if the reader was not told how many. */
#define MODEL_UNKNOWN	(~0UL)

/**
 * struct model_record - one record
 * @ts:		its time
 * @bytes:	of payload
 * @lost:	how many its reader was told were lost before it
 * @gone:	discarded
 * @read:	consumed
 */
struct model_record {
	u64		ts;
	unsigned int	bytes;
	unsigned long	lost;
	bool		gone;
	bool		read;
};

/**
 * struct model - what was written to one ring
 * @buffer:	the buffer
 * @cpu:	whose ring
 * @records:	by number
 * @nr:		their number
 * @max:	room in @records
 * @refused:	reservations that failed
 * @last:	time of the record that was read last
 * @read:	records read
 * @lost:	records that readers were told they missed
 * @seed:	of the random numbers
 */
struct model {
	struct trace_buffer	*buffer;
	int			cpu;
	struct model_record	*records;
	unsigned int		nr;
	unsigned int		max;
	unsigned long		refused;
	u64			last;
	unsigned long		read;
	unsigned long		lost;
	u64			seed;
};

/* How far the clock goes on at each reading; and what it says next. */
extern __thread u64 model_step;
extern __thread u64 model_now;

#define check(cond)	model_check(cond, #cond, __FILE__, __LINE__)
void model_check(bool good, const char *what, const char *file, int line);

void model_start(struct model *m, struct trace_buffer *buffer, unsigned int max);
void model_end(struct model *m);
u32 model_random(struct model *m, u32 below);
bool model_write(struct model *m, unsigned int bytes, bool discard);
struct model_record *model_match(struct model *m, struct ring_buffer_event *event,
				 u64 ts);
void model_consumed(struct model *m, struct ring_buffer_event *event, u64 ts,
		    unsigned long lost);
bool model_read(struct model *m);
bool model_read_page(struct model *m, struct buffer_data_read_page *page,
		     size_t len, int full);
void model_drain(struct model *m);
void model_sums(struct model *m);
void model_gaps(struct model *m);

#endif
