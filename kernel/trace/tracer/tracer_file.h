/* SPDX-License-Identifier: GPL-2.0 */
/*
 * File operations of control files that hold one number and that a tracer creates
 * by itself: see tracer_file.c.
 */
#ifndef _KERNEL_TRACE_TRACER_FILE_H
#define _KERNEL_TRACE_TRACER_FILE_H

#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/tracefs.h>

struct poll_table_struct;

__poll_t tracer_file_poll(struct file *file, struct poll_table_struct *wait);
loff_t tracer_file_seek(struct file *file, loff_t offset, int whence);
int tracer_file_number(const char __user *ubuf, size_t count, unsigned long *val);

#endif /* _KERNEL_TRACE_TRACER_FILE_H */
