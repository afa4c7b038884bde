/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
#ifndef _UAPI_TRACE_MMAP_H_
#define _UAPI_TRACE_MMAP_H_

#include <linux/types.h>

/**
 * struct trace_buffer_meta - first page of a mapped trace_pipe_raw
 * @meta_page_size:	offset of sub-buffer 0 in the mapping, in bytes
 * @meta_struct_len:	size of this structure in bytes
 * @subbuf_size:	size of a sub-buffer in bytes, including its header
 * @nr_subbufs:		number of sub-buffers, including the reader's
 * @reader:		state of the sub-buffer that belongs to the reader
 * @reader.lost_events:	number of records that were lost before this sub-buffer
 * @reader.id:		index of the sub-buffer in the mapping
 * @reader.read:	number of bytes of the sub-buffer that were read already
 * @flags:		no flags are defined
 * @entries:		number of records written
 * @overrun:		number of records overwritten by newer ones
 * @read:		number of records read
 * @Reserved1:		always zero
 * @Reserved2:		always zero
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

/* Advance the reader to the next sub-buffer and update the meta page. */
#define TRACE_MMAP_IOCTL_GET_READER		_IO('R', 0x20)

#endif /* _UAPI_TRACE_MMAP_H_ */
