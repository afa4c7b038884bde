// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that do something to the trace of their instance: traceon, traceoff,
 * stacktrace.
 */
#include <linux/init.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "command.h"

/* From the function on: the probe, its ops and the trampoline are not told. */
#define COMMAND_STACK_SKIP	3

static bool command_traceon_hit(unsigned long ip, unsigned long parent_ip,
				void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (instance_is_on(tr))
		return false;
	instance_on(tr);
	return true;
}

static bool command_traceoff_hit(unsigned long ip, unsigned long parent_ip,
				 void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (!instance_is_on(tr))
		return false;
	instance_off(tr);
	return true;
}

static bool command_stacktrace_hit(unsigned long ip, unsigned long parent_ip,
				   void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (!instance_is_on(tr))
		return false;
	instance_stack(tr, tr->ring, event_context_probe(), COMMAND_STACK_SKIP,
		       NULL);
	return true;
}

/* Its records need room, which a buffer that nobody used has not. */
static int command_expand(void *owner, void *data)
{
	return min(instance_expand(owner), 0);
}

#define COMMAND(_name)							\
static const struct site_probe_kind command_##_name##_kind = {		\
	.name = #_name,							\
	.hit = command_##_name##_hit,					\
	.attach = command_expand,					\
};									\
static int command_##_name##_run(struct site_edit *edit, void *owner,	\
				 char *glob, char *param, bool add)	\
{									\
	return command_run(&command_##_name##_kind, owner, glob, param,	\
			   add);					\
}									\
static struct site_command command_##_name = {				\
	.entry.name = #_name,						\
	.run = command_##_name##_run,					\
}

COMMAND(traceon);
COMMAND(traceoff);
COMMAND(stacktrace);

static struct site_command *const commands[] __initconst = {
	&command_traceon,
	&command_traceoff,
	&command_stacktrace,
};

static int __init commands_init(void)
{
	return command_register(commands, ARRAY_SIZE(commands));
}
core_initcall(commands_init);
