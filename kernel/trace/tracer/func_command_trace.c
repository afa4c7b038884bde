// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that do something to the trace of their instance: traceon, traceoff,
 * stacktrace.
 */
#include <linux/init.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "func_command.h"

/* From the function on: the probe, its ops and the trampoline are not told. */
#define COMMAND_STACK_SKIP	3

static bool func_command_traceon_hit(unsigned long ip, unsigned long parent_ip,
				     void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (instance_is_on(tr))
		return false;
	instance_on(tr);
	return true;
}

static bool func_command_traceoff_hit(unsigned long ip, unsigned long parent_ip,
				      void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (!instance_is_on(tr))
		return false;
	instance_off(tr);
	return true;
}

static bool func_command_stacktrace_hit(unsigned long ip, unsigned long parent_ip,
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
static int func_command_expand(void *owner, void *data)
{
	return min(instance_expand(owner), 0);
}

#define COMMAND(_name)							\
static const struct ftrace_func_probe_kind func_command_##_name##_kind = {		\
	.name = #_name,							\
	.hit = func_command_##_name##_hit,				\
	.attach = func_command_expand,					\
};									\
static int func_command_##_name##_run(struct ftrace_filter_edit *edit, void *owner,	\
				      char *glob, char *param, bool add)	\
{									\
	return func_command_run(&func_command_##_name##_kind, owner, glob, param,	\
				add);					\
}									\
static struct ftrace_command func_command_##_name = {			\
	.entry.name = #_name,						\
	.run = func_command_##_name##_run,				\
}

COMMAND(traceon);
COMMAND(traceoff);
COMMAND(stacktrace);

static struct ftrace_command *const commands[] __initconst = {
	&func_command_traceon,
	&func_command_traceoff,
	&func_command_stacktrace,
};

static int __init commands_init(void)
{
	return func_command_register(commands, ARRAY_SIZE(commands));
}
core_initcall(commands_init);
