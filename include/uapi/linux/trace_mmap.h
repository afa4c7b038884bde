/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
#ifndef _UAPI_TRACE_MMAP_H_
#define _UAPI_TRACE_MMAP_H_

#include <linux/types.h>

/**
 * struct trace_buffer_meta - first page of a mapped trace_pipe_raw
 * @meta_page_size:	bytes to skip from here to sub-buffer 0
 * @meta_struct_len:	size of this structure
 * @subbuf_size:	bytes per sub-buffer, header included
 * @nr_subbufs:		number of sub-buffers in the ring, the reader's included
 * @reader:		the sub-buffer that belongs to the reader
 * @reader.lost_events:	records that were lost before it
 * @reader.id:		its number
 * @reader.read:	bytes of it that were read already
 * @flags:		none so far
 * @entries:		records written
 * @overrun:		records lost to newer ones
 * @read:		records read
 * @Reserved1:		zero
 * @Reserved2:		zero
 */
struct trace_buffer_meta {
	__u32		meta_page_size;
	__u32		meta_struct_len;

	__u32		subbuf_size;
	__u32		nr_subbufs;

	struct {
		__u64	lost_events;
		__u32	id;
		__u32	read;
	} reader;

	__u64	flags;

	__u64	entries;
	__u64	overrun;
	__u64	read;

	__u64	Reserved1;
	__u64	Reserved2;
};

/* Hands the next sub-buffer to the reader and renews the meta page. */
#define TRACE_MMAP_IOCTL_GET_READER		_IO('R', 0x20)

#endif /* _UAPI_TRACE_MMAP_H_ */
