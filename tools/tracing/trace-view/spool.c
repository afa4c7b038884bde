// SPDX-License-Identifier: GPL-2.0
/* Sequences of numbers, in memory and in a temporary file. See spool.h. */
#include "spool.h"
#include "sizes.h"
#include "temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SPOOL_CHUNK	1024	/* blocks that are allocated at once */

/**
 * struct spool - a set of sequences
 * @chunks: memory of the blocks below @limit
 * @limit: blocks with this number and larger ones are in the file
 * @blocks: number of the latest block; the first one has number 1
 * @fd: of the temporary file, or -1
 * @error: errno of the first failure, 0
 */
struct spool {
	struct spool_block **chunks;
	uint64_t limit;
	uint64_t blocks;
	int fd;
	int error;
};

struct spool *spool_new(void)
{
	struct spool *spool = calloc(1, sizeof(*spool));

	if (!spool)
		return NULL;
	spool->limit = sizes.spool;
	spool->fd = -1;
	spool->chunks = calloc(spool->limit / SPOOL_CHUNK + 1, sizeof(*spool->chunks));
	if (!spool->chunks) {
		free(spool);
		return NULL;
	}
	return spool;
}

void spool_free(struct spool *spool)
{
	if (!spool)
		return;
	for (size_t i = 0; i <= sizes.spool / SPOOL_CHUNK; i++)
		free(spool->chunks[i]);
	free(spool->chunks);
	if (spool->fd >= 0)
		close(spool->fd);
	free(spool);
}

int spool_error(const struct spool *spool)
{
	return spool->error;
}

static int spool_failed(struct spool *spool, const char *what, int error)
{
	if (!spool->error) {
		fprintf(stderr, "trace-view: %s: %s\n", what, strerror(error));
		spool->error = error;
	}
	return -1;
}

/* A block in memory. NULL: no more of them can be, and this one goes to the file. */
static struct spool_block *spool_memory(struct spool *spool, uint64_t number)
{
	struct spool_block **chunk = &spool->chunks[number / SPOOL_CHUNK];

	if (!*chunk)
		*chunk = malloc(SPOOL_CHUNK * sizeof(**chunk));
	if (!*chunk) {
		spool->limit = number;
		return NULL;
	}
	return *chunk + number % SPOOL_CHUNK;
}

static int spool_write(struct spool *spool, const struct spool_seq *seq)
{
	ssize_t wrote;

	if (spool->fd < 0)
		spool->fd = temporary_open();
	if (spool->fd < 0)
		return spool_failed(spool, "temporary file", errno);
	wrote = pwrite(spool->fd, seq->block, sizeof(*seq->block),
		       seq->number * sizeof(*seq->block));
	if (wrote != sizeof(*seq->block))
		return spool_failed(spool, "temporary file", wrote < 0 ? errno : ENOSPC);
	return 0;
}

/* The block is complete. */
static int spool_close(struct spool *spool, struct spool_seq *seq, uint64_t next)
{
	seq->block->next = next;
	return seq->block == seq->own ? spool_write(spool, seq) : 0;
}

int spool_grow(struct spool *spool, struct spool_seq *seq)
{
	uint64_t number = spool->blocks + 1;
	struct spool_block *block = NULL;

	if (spool->error)
		return -1;
	if (number < spool->limit)
		block = spool_memory(spool, number);
	if (!block && !seq->own) {
		seq->own = malloc(sizeof(*seq->own));
		if (!seq->own)
			return spool_failed(spool, "sequence", ENOMEM);
	}
	if (seq->block && spool_close(spool, seq, number))
		return -1;
	spool->blocks = number;
	if (!seq->first)
		seq->first = number;
	seq->number = number;
	seq->block = block ? block : seq->own;
	seq->block->nr = 0;
	return 0;
}

void spool_end(struct spool *spool, struct spool_seq *seq)
{
	if (seq->block)
		spool_close(spool, seq, 0);
	seq->block = NULL;
}

const struct spool_block *spool_read(struct spool *spool, uint64_t number,
				     struct spool_block *buffer)
{
	ssize_t got;

	if (!number || spool->error)
		return NULL;
	if (number < spool->limit)
		return spool_memory(spool, number);
	got = pread(spool->fd, buffer, sizeof(*buffer), number * sizeof(*buffer));
	if (got != sizeof(*buffer)) {
		spool_failed(spool, "temporary file", got < 0 ? errno : EIO);
		return NULL;
	}
	return buffer;
}

void spool_forget(struct spool_seq *seq)
{
	free(seq->own);
	memset(seq, 0, sizeof(*seq));
}
