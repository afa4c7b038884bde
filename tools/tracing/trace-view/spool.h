/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sequences of numbers that grow in any order and are read one sequence after the other.
 *
 * The numbers of a sequence stand in blocks that each name the next one. The first blocks stay
 * in memory, the others go to a temporary file.
 */
#ifndef TRACE_VIEW_SPOOL_H
#define TRACE_VIEW_SPOOL_H

#include <stddef.h>
#include <stdint.h>

#define SPOOL_ITEMS	62	/* of a block: with it, 256K sequences fit into memory */

/**
 * struct spool_block - numbers of one sequence
 * @next: number of the next block; 0 is none
 * @nr: of items
 * @items: the numbers
 */
struct spool_block {
	uint64_t next;
	uint64_t nr;
	uint64_t items[SPOOL_ITEMS];
};

/**
 * struct spool_seq - a sequence; all zero is an empty one
 * @first: number of its first block, 0 if it is empty
 * @number: of @block
 * @block: the block that is being filled
 * @own: memory for a block that goes to the file
 */
struct spool_seq {
	uint64_t first;
	uint64_t number;
	struct spool_block *block;
	struct spool_block *own;
};

/**
 * spool_new() - an empty set of sequences
 *
 * Return: the set, or NULL if there is no memory.
 */
struct spool *spool_new(void);

/**
 * spool_free() - free all blocks, and remove the file
 * @spool: from spool_new(), or NULL
 */
void spool_free(struct spool *spool);

/**
 * spool_error() - the first failure
 * @spool: from spool_new()
 *
 * Return: 0, or an errno. It was reported.
 */
int spool_error(const struct spool *spool);

/**
 * spool_grow() - have a sequence continue in another block
 * @spool: from spool_new()
 * @seq: its block is full, or it is empty
 *
 * Return: 0, or -1: spool_error() tells why.
 */
int spool_grow(struct spool *spool, struct spool_seq *seq);

/**
 * spool_put() - append a number to a sequence
 * @spool: from spool_new()
 * @seq: sequence
 * @item: the number; it is lost after a failure
 */
static inline void spool_put(struct spool *spool, struct spool_seq *seq, uint64_t item)
{
	if ((!seq->block || seq->block->nr == SPOOL_ITEMS) && spool_grow(spool, seq))
		return;
	seq->block->items[seq->block->nr++] = item;
}

/**
 * spool_end() - complete a sequence, before it is read
 * @spool: from spool_new()
 * @seq: sequence
 */
void spool_end(struct spool *spool, struct spool_seq *seq);

/**
 * spool_read() - look at a block
 * @spool: from spool_new()
 * @number: spool_seq::first, or spool_block::next
 * @buffer: for a block that is in the file
 *
 * Return: the block, or NULL after a failure and for the number 0.
 */
const struct spool_block *spool_read(struct spool *spool, uint64_t number,
				     struct spool_block *buffer);

/**
 * spool_forget() - free what a sequence has of its own
 * @seq: sequence
 */
void spool_forget(struct spool_seq *seq);

#endif /* TRACE_VIEW_SPOOL_H */
