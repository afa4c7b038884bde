/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands of set_ftrace_filter, which are executed when a function is called:
 *
 *	FUNCTION:COMMAND[:PARAMETERS][:COUNT]
 *
 * Each file func_command_*.c has a group of commands and registers them.
 */
#ifndef _KERNEL_TRACE_TRACER_FUNC_COMMAND_H
#define _KERNEL_TRACE_TRACER_FUNC_COMMAND_H

#include "../ftrace/ftrace.h"

/**
 * struct func_command_count - number of times that a command takes effect
 * @counted: the number is limited
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

#endif /* _KERNEL_TRACE_TRACER_FUNC_COMMAND_H */
