/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The poll operation of control files that a tracer creates by itself: see
 * tracer_file.c.
 */
#ifndef _KERNEL_TRACE_TRACER_FILE_H
#define _KERNEL_TRACE_TRACER_FILE_H

#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/tracefs.h>

struct poll_table_struct;

__poll_t tracer_file_poll(struct file *file, struct poll_table_struct *wait);

#endif /* _KERNEL_TRACE_TRACER_FILE_H */
