// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that print the trace buffer on the console: dump prints all CPUs, once;
 * cpudump prints the CPU that calls the function. Neither accepts a count, although
 * set_ftrace_filter shows one.
 */
#include <linux/init.h>
#include <linux/kernel.h>

#include "func_command.h"

static bool func_command_dump_hit(unsigned long ip, unsigned long parent_ip,
				  void *owner, void *data)
{
	ftrace_dump(DUMP_ALL);
	return true;
}

static bool func_command_dump_cpudump_hit(unsigned long ip, unsigned long parent_ip,
					  void *owner, void *data)
{
	ftrace_dump(DUMP_ORIG);
	return true;
}

static const struct ftrace_func_probe_kind func_command_dump_kind = {
	.name = "dump",
	.hit = func_command_dump_hit,
};

static const struct ftrace_func_probe_kind func_command_cpudump_kind = {
	.name = "cpudump",
	.hit = func_command_dump_cpudump_hit,
};

static int func_command_dump_run(struct ftrace_filter_edit *edit, void *owner, char *glob,
				 char *param, bool add)
{
	if (!add)
		return ftrace_func_probe_remove(owner, &func_command_dump_kind, glob, NULL,
						true);
	return ftrace_func_probe_add(owner, &func_command_dump_kind, glob, NULL, true, 1);
}

static int func_command_dump_cpudump_run(struct ftrace_filter_edit *edit, void *owner, char *glob,
					 char *param, bool add)
{
	if (!add)
		return ftrace_func_probe_remove(owner, &func_command_cpudump_kind, glob,
						NULL, false);
	return ftrace_func_probe_add(owner, &func_command_cpudump_kind, glob, NULL, false,
				     0);
}

static struct ftrace_command func_command_dump = {
	.entry.name = "dump",
	.run = func_command_dump_run,
};

static struct ftrace_command func_command_cpudump = {
	.entry.name = "cpudump",
	.run = func_command_dump_cpudump_run,
};

static struct ftrace_command *const func_commands[] __initconst = {
	&func_command_dump,
	&func_command_cpudump,
};

static int __init func_command_dump_init(void)
{
	return func_command_register(func_commands, ARRAY_SIZE(func_commands));
}
core_initcall(func_command_dump_init);
