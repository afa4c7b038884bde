/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What raw.c and raw_map.c share: an open trace_pipe_raw or snapshot_raw.
 */
#ifndef _KERNEL_TRACE_FS_RAW_H
#define _KERNEL_TRACE_FS_RAW_H

#include "internal.h"

/**
 * struct raw_file - an open trace_pipe_raw
 * @at: instance and CPU
 * @snapshot: it is snapshot_raw
 * @lock: protects what follows; outside view_lock()
 * @spare: with @snapshot, the spare ring that was there last, or NULL
 * @ring: what is read; NULL: there is none
 * @page: a sub-buffer that was taken, or room for one; or NULL
 * @size: its bytes
 * @used: how many of them were handed over; @size: it is room only
 */
struct raw_file {
	struct tracing_at		at;
	bool				snapshot;
	struct mutex			lock;	/* see above */
	struct instance_spare		*spare;
	struct trace_buffer		*ring;
	struct buffer_data_read_page	*page;
	size_t				size;
	size_t				used;
};

int raw_mmap(struct file *file, struct vm_area_struct *vma);
int raw_map_get_reader(struct raw_file *rf, bool nonblock);

#endif /* _KERNEL_TRACE_FS_RAW_H */
