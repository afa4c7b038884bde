/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of a small kernel and of a module, and the state of the filters.
 */
#ifndef _TOOLS_TRACE_FTRACE_SITES_H
#define _TOOLS_TRACE_FTRACE_SITES_H

#include "../../../../kernel/trace/ftrace/internal.h"

/* The ops of the filter files. */
extern struct ftrace_ops sites_ops;

/* Load or unload the module. */
void sites_module(bool load);

/* Read a whole list. */
void sites_read(struct file *file);

#endif /* _TOOLS_TRACE_FTRACE_SITES_H */
