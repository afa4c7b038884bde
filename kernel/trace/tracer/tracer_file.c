// SPDX-License-Identifier: GPL-2.0
/*
 * File operations that the control files of the function profiler and of the stack
 * tracer share.
 */
#include <linux/kernel.h>
#include <linux/poll.h>

#include "tracer_file.h"

/* Longest number that can be written, white space included. */
#define TRACER_FILE_NUMBER_MAX	63

/**
 * tracer_file_poll - file_operations.poll of a file that is always ready
 * @file: the file
 * @wait: unused
 *
 * Without a poll callback epoll_ctl() would refuse the file with EPERM.
 *
 * Context: task.
 * Return: DEFAULT_POLLMASK.
 */
__poll_t tracer_file_poll(struct file *file, struct poll_table_struct *wait)
{
	return DEFAULT_POLLMASK;
}

/**
 * tracer_file_seek - file_operations.llseek of a file without a size
 * @file: the file
 * @offset: offset in bytes
 * @whence: as for lseek(2); SEEK_END is treated as SEEK_SET
 *
 * Context: task, may sleep.
 * Return: the new position, -EINVAL, or -ENXIO for SEEK_DATA and SEEK_HOLE.
 */
loff_t tracer_file_seek(struct file *file, loff_t offset, int whence)
{
	if (whence == SEEK_DATA || whence == SEEK_HOLE)
		return -ENXIO;
	return seq_lseek(file, offset, whence == SEEK_END ? SEEK_SET : whence);
}

/**
 * tracer_file_number - read a decimal number from user space
 * @ubuf: text of the number, which a line feed may follow
 * @count: length of @ubuf in bytes
 * @val: set to the number
 *
 * Context: task, may sleep.
 * Return: 0, -EINVAL, -ERANGE or -EFAULT.
 */
int tracer_file_number(const char __user *ubuf, size_t count, unsigned long *val)
{
	if (count > TRACER_FILE_NUMBER_MAX)
		return -EINVAL;
	return kstrtoul_from_user(ubuf, count, 10, val);
}
