// SPDX-License-Identifier: GPL-2.0
/*
 * The command snapshot: the trace that led to a call is kept aside.
 */
#include <linux/init.h>
#include <linux/minmax.h>

#include "../instance/instance.h"
#include "command.h"

static bool command_snapshot_hit(unsigned long ip, unsigned long parent_ip,
				 void *owner, void *data)
{
	instance_snapshot(owner);
	return true;
}

static int command_snapshot_attach(void *owner, void *data)
{
	int ret = min(instance_expand(owner), 0);

	return ret ?: instance_snapshot_arm(owner);
}

static void command_snapshot_detach(void *owner, void *data)
{
	instance_snapshot_disarm(owner);
}

static const struct site_probe_kind command_snapshot_kind = {
	.name = "snapshot",
	.hit = command_snapshot_hit,
	.attach = command_snapshot_attach,
	.detach = command_snapshot_detach,
};

static int command_snapshot_run(struct site_edit *edit, void *owner, char *glob,
				char *param, bool add)
{
	return command_run(&command_snapshot_kind, owner, glob, param, add);
}

static struct site_command command_snapshot = {
	.entry.name = "snapshot",
	.run = command_snapshot_run,
};

static struct site_command *const commands[] __initconst = {
	&command_snapshot,
};

static int __init commands_init(void)
{
	return command_register(commands, ARRAY_SIZE(commands));
}
core_initcall(commands_init);
