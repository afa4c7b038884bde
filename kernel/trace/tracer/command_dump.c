// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that print the trace on the console: dump, once and of all CPUs, and
 * cpudump, of the CPU that calls the function. Both take no count, but show one.
 */
#include <linux/init.h>
#include <linux/kernel.h>

#include "command.h"

static bool command_dump_hit(unsigned long ip, unsigned long parent_ip,
			     void *owner, void *data)
{
	ftrace_dump(DUMP_ALL);
	return true;
}

static bool command_cpudump_hit(unsigned long ip, unsigned long parent_ip,
				void *owner, void *data)
{
	ftrace_dump(DUMP_ORIG);
	return true;
}

static const struct site_probe_kind command_dump_kind = {
	.name = "dump",
	.hit = command_dump_hit,
};

static const struct site_probe_kind command_cpudump_kind = {
	.name = "cpudump",
	.hit = command_cpudump_hit,
};

static int command_dump_run(struct site_edit *edit, void *owner, char *glob,
			    char *param, bool add)
{
	if (!add)
		return site_probe_remove(owner, &command_dump_kind, glob, NULL,
					 true);
	return site_probe_add(owner, &command_dump_kind, glob, NULL, true, 1);
}

static int command_cpudump_run(struct site_edit *edit, void *owner, char *glob,
			       char *param, bool add)
{
	if (!add)
		return site_probe_remove(owner, &command_cpudump_kind, glob,
					 NULL, false);
	return site_probe_add(owner, &command_cpudump_kind, glob, NULL, false,
			      0);
}

static struct site_command command_dump = {
	.entry.name = "dump",
	.run = command_dump_run,
};

static struct site_command command_cpudump = {
	.entry.name = "cpudump",
	.run = command_cpudump_run,
};

static struct site_command *const commands[] __initconst = {
	&command_dump,
	&command_cpudump,
};

static int __init commands_init(void)
{
	return command_register(commands, ARRAY_SIZE(commands));
}
core_initcall(commands_init);
