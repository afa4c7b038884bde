/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of an open file that an iterator prints: trace and snapshot.
 */
#ifndef _KERNEL_TRACE_CONTROL_TEXT_FILE_H
#define _KERNEL_TRACE_CONTROL_TEXT_FILE_H

#include <linux/mutex.h>
#include <linux/types.h>

struct iov_iter;
struct kiocb;
struct trace_iterator;

/**
 * struct tracing_text - an open file whose text an iterator prints
 * @iter: the iterator; its seq has the text that was printed and not read yet
 * @lock: protects the other members against reads by several threads
 * @pos: position in the file of the first byte that was not read yet
 * @unreported: the last read returned bytes, so that splice(2) may return these
 *	instead of the end of file that follows
 */
struct tracing_text {
	struct trace_iterator	*iter;
	struct mutex		lock;	/* see above */
	loff_t			pos;
	bool			unreported;
};

void tracing_text_init(struct tracing_text *text, struct trace_iterator *iter);
ssize_t tracing_text_read(struct tracing_text *text, struct kiocb *iocb,
			  struct iov_iter *to);

#endif /* _KERNEL_TRACE_CONTROL_TEXT_FILE_H */
