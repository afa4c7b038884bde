/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TRACE_VIEW_TEMPORARY_H
#define TRACE_VIEW_TEMPORARY_H

/**
 * temporary_open() - make a temporary file without a name, in $TMPDIR or /tmp
 *
 * The file is in memory if that directory cannot have one.
 *
 * Return: a file descriptor, or -1 with errno.
 */
int temporary_open(void);

#endif /* TRACE_VIEW_TEMPORARY_H */
