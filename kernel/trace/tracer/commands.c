// SPDX-License-Identifier: GPL-2.0
/*
 * Commands of set_ftrace_filter: what happens when a chosen function is called.
 *
 *	FUNCTION:COMMAND[:COUNT]
 *
 * A command is a row of the table at the end.
 */
#include <linux/init.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "../site/site.h"

/* From the function's caller on: the probe, its ops and the site are not told. */
#define COMMAND_STACK_SKIP	4

static void command_traceon(unsigned long ip, unsigned long parent_ip,
			    void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (!instance_is_on(tr))
		instance_on(tr);
}

static void command_traceoff(unsigned long ip, unsigned long parent_ip,
			     void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (instance_is_on(tr))
		instance_off(tr);
}

static void command_stacktrace(unsigned long ip, unsigned long parent_ip,
			       void *owner, void *data)
{
	struct trace_array *tr = owner;

	instance_stack(tr, tr->ring, event_context(), COMMAND_STACK_SKIP, NULL);
}

static int command_run(const struct site_probe_kind *kind, void *owner,
		       char *glob, char *param, bool add)
{
	long count;
	int ret;

	/* Any number takes those with a count away, as in "!schedule:traceoff:0". */
	if (!add)
		return site_probe_remove(owner, kind, glob, NULL, param);

	ret = site_probe_count(param, &count);
	if (ret)
		return ret;
	/* Its records need room, which a buffer nobody used has not. */
	ret = instance_expand(owner);
	if (ret < 0)
		return ret;
	return site_probe_add(owner, kind, glob, NULL, count);
}

#define COMMAND(_name)							\
static const struct site_probe_kind command_##_name##_kind = {		\
	.name = #_name,							\
	.hit = command_##_name,						\
};									\
static int command_##_name##_run(struct site_edit *edit, void *owner,	\
				 char *glob, char *param, bool add)	\
{									\
	return command_run(&command_##_name##_kind, owner, glob, param,	\
			   add);					\
}									\
static struct site_command command_##_name##_command = {		\
	.entry.name = #_name,						\
	.run = command_##_name##_run,					\
}

COMMAND(traceon);
COMMAND(traceoff);
COMMAND(stacktrace);

static struct site_command *const commands[] __initconst = {
	&command_traceon_command,
	&command_traceoff_command,
	&command_stacktrace_command,
};

static int __init commands_init(void)
{
	int i, ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(commands); i++)
		ret = site_command_register(commands[i]);
	return ret;
}
core_initcall(commands_init);
