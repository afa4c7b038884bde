// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers that are written into control files, and seeking in these files.
 *
 * control/ and the tracers that create files of their own use these functions.
 */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>

#include "lib.h"

/* The longest number that can be written, in bytes, white space included. */
#define CONTROL_FILE_NUMBER_MAX	63

/**
 * trace_control_file_number - copy a decimal number from user space
 * @ubuf: the number; a newline may follow
 * @count: bytes in @ubuf
 * @val: the number
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL; -ERANGE; -EFAULT.
 */
int trace_control_file_number(const char __user *ubuf, size_t count,
			      unsigned long *val)
{
	if (count > CONTROL_FILE_NUMBER_MAX)
		return -EINVAL;
	return kstrtoul_from_user(ubuf, count, 10, val);
}

/**
 * trace_control_file_seek - seek in a file that has no size
 * @file: the file, read by seq_file
 * @offset: the offset in bytes
 * @whence: SEEK_SET, SEEK_CUR or SEEK_END; the end of the file is at 0
 *
 * Context: task, may sleep.
 * Return: the new position; -EINVAL; -ENXIO for SEEK_DATA and SEEK_HOLE.
 */
loff_t trace_control_file_seek(struct file *file, loff_t offset, int whence)
{
	if (whence == SEEK_DATA || whence == SEEK_HOLE)
		return -ENXIO;
	return seq_lseek(file, offset, whence == SEEK_END ? SEEK_SET : whence);
}

/**
 * trace_control_file_seek_reader - seek in a file that has a seq_file only for readers
 * @file: the file
 * @offset: the offset in bytes
 * @whence: SEEK_SET or SEEK_CUR
 *
 * A file that was opened for writing only stays at position 0.
 *
 * Context: task, may sleep.
 * Return: the new position or -EINVAL.
 */
loff_t trace_control_file_seek_reader(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}
