// SPDX-License-Identifier: GPL-2.0
/*
 * A file operation that the control files of the function profiler and of the stack
 * tracer share.
 */
#include <linux/poll.h>

#include "tracer_file.h"

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
