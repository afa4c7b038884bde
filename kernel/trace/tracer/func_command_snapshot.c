// SPDX-License-Identifier: GPL-2.0
/*
 * The command snapshot: takes a snapshot of the trace buffer at a function call.
 */
#include <linux/init.h>
#include <linux/minmax.h>

#include "../instance/instance.h"
#include "func_command.h"

static bool func_command_snapshot_hit(unsigned long ip, unsigned long parent_ip,
				      void *owner, void *data)
{
	instance_snapshot_fire(owner);
	return true;
}

static int func_command_snapshot_attach(void *owner, void *data)
{
	int ret = min(instance_expand(owner), 0);

	return ret ?: instance_snapshot_arm(owner);
}

static void func_command_snapshot_detach(void *owner, void *data)
{
	instance_snapshot_disarm(owner);
}

static const struct ftrace_func_probe_kind func_command_snapshot_kind = {
	.name = "snapshot",
	.hit = func_command_snapshot_hit,
	.attach = func_command_snapshot_attach,
	.detach = func_command_snapshot_detach,
};

static int func_command_snapshot_run(struct ftrace_filter_edit *edit, void *owner, char *glob,
				     char *param, bool add)
{
	return func_command_run(&func_command_snapshot_kind, owner, glob, param, add);
}

static struct ftrace_command func_command_snapshot = {
	.entry.name = "snapshot",
	.run = func_command_snapshot_run,
};

static struct ftrace_command *const func_commands[] __initconst = {
	&func_command_snapshot,
};

static int __init func_command_snapshot_init(void)
{
	return func_command_register(func_commands, ARRAY_SIZE(func_commands));
}
core_initcall(func_command_snapshot_init);
