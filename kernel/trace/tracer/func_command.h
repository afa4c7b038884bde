/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands of set_ftrace_filter: what happens when a chosen function is called.
 *
 *	FUNCTION:COMMAND[:PARAMETERS][:COUNT]
 *
 * One file per group of commands, func_command_*.c; each registers its own.
 */
#ifndef _KERNEL_TRACE_TRACER_COMMAND_H
#define _KERNEL_TRACE_TRACER_COMMAND_H

#include "../ftrace/ftrace.h"

/**
 * struct func_command_count - how often a command is to take effect
 * @counted: there is a limit
 * @count: the limit
 */
struct func_command_count {
	bool counted;
	long count;
};

int func_command_count(struct func_command_count *count, char *param);
int func_command_run(const struct ftrace_func_probe_kind *kind, void *owner, char *glob,
		     char *param, bool add);
int func_command_register(struct ftrace_command *const *commands, unsigned int n);

#endif
