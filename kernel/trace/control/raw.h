/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An open trace_pipe_raw or snapshot_raw: shared by raw.c, raw_map.c, raw_ring.c
 * and raw_splice.c.
 */
#ifndef _KERNEL_TRACE_CONTROL_RAW_H
#define _KERNEL_TRACE_CONTROL_RAW_H

#include "internal.h"

struct pipe_inode_info;
struct raw_pool;

/* The largest number of sub-buffers that read(2) takes at once. */
#define RAW_BLOCKS	16

/**
 * struct raw_file - an open trace_pipe_raw or snapshot_raw
 * @ctx: instance and CPU
 * @snapshot: true for snapshot_raw
 * @lock: protects the following members; taken before output_lock_pages()
 * @spare: for snapshot_raw, the spare ring buffer that was last seen, or NULL
 * @ring: the ring buffer that is read, or NULL; for trace_pipe_raw the instance's
 *	ring buffer, which never changes, so that @ring is read without @lock
 * @blocks: sub-buffers that were taken, and memory for further ones
 * @nr_blocks: number of sub-buffers in @blocks
 * @taken: number of sub-buffers at the start of @blocks that were taken
 * @next: number of these that were copied to the reader
 * @used: number of bytes of the sub-buffer at @next that were copied
 * @order: size of the sub-buffers in @blocks, as a page order
 * @pool: pages that splice(2) moved to a pipe and got back; NULL before the first
 */
struct raw_file {
	struct tracing_file_ctx		ctx;
	bool				snapshot;
	struct mutex			lock;	/* see above */
	struct instance_spare		*spare;
	struct trace_buffer		*ring;
	void				*blocks[RAW_BLOCKS];
	unsigned int			nr_blocks;
	unsigned int			taken;
	unsigned int			next;
	unsigned int			used;
	unsigned int			order;
	struct raw_pool			*pool;
};

void tracing_raw_blocks_free(struct raw_file *rf);
int tracing_raw_ring_update(struct raw_file *rf);
int tracing_raw_wait(struct raw_file *rf, unsigned int wakes, int full);
void tracing_raw_wake(struct raw_file *rf);

void tracing_raw_pool_put(struct raw_pool *pool);
ssize_t tracing_raw_splice(struct file *file, loff_t *ppos,
			   struct pipe_inode_info *pipe, size_t len, unsigned int flags);

int tracing_raw_mmap(struct file *file, struct vm_area_struct *vma);
int tracing_raw_get_reader(struct raw_file *rf, bool nonblock);

#endif /* _KERNEL_TRACE_CONTROL_RAW_H */
