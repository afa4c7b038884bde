/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands of set_ftrace_filter: what happens when a chosen function is called.
 *
 *	FUNCTION:COMMAND[:PARAMETERS][:COUNT]
 *
 * One file per group of commands, command_*.c; each registers its own.
 */
#ifndef _KERNEL_TRACE_TRACER_COMMAND_H
#define _KERNEL_TRACE_TRACER_COMMAND_H

#include "../site/site.h"

/**
 * struct command_count - how often a command is to take effect
 * @counted: there is a limit
 * @count: the limit
 */
struct command_count {
	bool counted;
	long count;
};

int command_count(struct command_count *count, char *param);
int command_run(const struct site_probe_kind *kind, void *owner, char *glob,
		char *param, bool add);
int command_register(struct site_command *const *commands, unsigned int n);

#endif
