/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of a ring, which the real one is compared with: all records ever
 * reserved, with their timestamps. What readers get is compared with it.
 */
#ifndef _RING_MODEL_H
#define _RING_MODEL_H

#include "internal.h"

/* Value of model_record.lost if the reader did not get the number. */
#define MODEL_UNKNOWN	(~0UL)

/**
 * struct model_record - a record
 * @ts: timestamp, in clock units
 * @bytes: bytes of payload
 * @lost: number of lost records that its reader reported before it
 * @discarded: the record was discarded
 * @read: the record was consumed
 */
struct model_record {
	u64		ts;
	unsigned int	bytes;
	unsigned long	lost;
	bool		discarded;
	bool		read;
};

/**
 * struct model - the records written to one ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @records: records by number
 * @nr: number of records
 * @max: capacity of @records
 * @refused: number of reservations that failed
 * @last: timestamp of the record that was read last
 * @read: number of records read
 * @lost: number of lost records that readers reported
 * @seed: state of the random number generator
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

/* Increment of the clock at each read, and its next value. */
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
unsigned long model_causes(const struct ring_lost *causes);
bool model_read_page(struct model *m, struct buffer_data_read_page *page,
		     size_t len, int full);
void model_drain(struct model *m);
void model_sums(struct model *m);
void model_gaps(struct model *m);

#endif
