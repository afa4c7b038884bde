// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that start or stop tracing of their instance, or record a stack: traceon,
 * traceoff, stacktrace.
 */
#include <linux/init.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "func_command.h"

/* Number of frames to skip: the probe, its ops and the trampoline. */
#define FUNC_COMMAND_STACK_SKIP	3

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

static bool func_command_stacktrace_hit(unsigned long ip,
					unsigned long parent_ip, void *owner, void *data)
{
	struct trace_array *tr = owner;

	if (!instance_is_on(tr))
		return false;
	instance_stack(tr, tr->ring, event_context_probe(), FUNC_COMMAND_STACK_SKIP,
		       NULL);
	return true;
}

/* A buffer that was never used has its minimum size: expand it before recording. */
static int func_command_trace_expand(void *owner, void *data)
{
	return min(instance_expand(owner), 0);
}

#define FUNC_COMMAND(_name)						\
static const struct ftrace_func_probe_kind func_command_##_name##_kind = {		\
	.name = #_name,							\
	.hit = func_command_##_name##_hit,				\
	.attach = func_command_trace_expand,				\
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

FUNC_COMMAND(traceon);
FUNC_COMMAND(traceoff);
FUNC_COMMAND(stacktrace);

static struct ftrace_command *const func_commands[] __initconst = {
	&func_command_traceon,
	&func_command_traceoff,
	&func_command_stacktrace,
};

static int __init func_command_trace_init(void)
{
	return func_command_register(func_commands, ARRAY_SIZE(func_commands));
}
core_initcall(func_command_trace_init);
