/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What raw.c, raw_map.c, raw_ring.c and raw_splice.c share: an open trace_pipe_raw or
 * snapshot_raw.
 */
#ifndef _KERNEL_TRACE_FS_RAW_H
#define _KERNEL_TRACE_FS_RAW_H

#include "internal.h"

struct pipe_inode_info;
struct raw_pool;

/* Taken at once by read(2), if the caller has so much room. */
#define RAW_BLOCKS	16

/**
 * struct raw_file - an open trace_pipe_raw
 * @at: instance and CPU
 * @snapshot: it is snapshot_raw
 * @lock: protects what follows; outside output_lock()
 * @spare: with @snapshot, the spare ring that was there last, or NULL
 * @ring: what is read; NULL: there is none. Without @snapshot it is the instance's
 *	and never changes, so that it is read without @lock
 * @blocks: sub-buffers that were taken, or room for them
 * @rooms: how many there are
 * @taken: of them, how many were taken
 * @next: of those, how many were handed over
 * @used: bytes of the next one that were handed over
 * @order: of all of them
 * @pool: pages that splice(2) gave away and got back; NULL before the first
 */
struct raw_file {
	struct tracing_file_ctx		at;
	bool				snapshot;
	struct mutex			lock;	/* see above */
	struct instance_spare		*spare;
	struct trace_buffer		*ring;
	void				*blocks[RAW_BLOCKS];
	unsigned int			rooms;
	unsigned int			taken;
	unsigned int			next;
	unsigned int			used;
	unsigned int			order;
	struct raw_pool			*pool;
};

void raw_blocks_free(struct raw_file *rf);
int raw_ring(struct raw_file *rf);
int raw_wait(struct raw_file *rf, unsigned int wakes, int full);
void raw_wake(struct raw_file *rf);

void raw_pool_put(struct raw_pool *pool);
ssize_t raw_splice(struct file *file, loff_t *ppos,
		   struct pipe_inode_info *pipe, size_t len, unsigned int flags);

int raw_mmap(struct file *file, struct vm_area_struct *vma);
int raw_map_get_reader(struct raw_file *rf, bool nonblock);

#endif /* _KERNEL_TRACE_FS_RAW_H */
