// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that enable or disable a trace event:
 *
 *	FUNCTION:enable_event:SYSTEM:EVENT[:COUNT]
 *	FUNCTION:disable_event:SYSTEM:EVENT[:COUNT]
 *
 * While such a command exists the event is registered in soft mode, so that the
 * probe of a function only flips a bit. A call is not counted if the event is in
 * the requested state already.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/slab.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "func_command.h"

static bool func_command_event_enable_hit(unsigned long ip, unsigned long parent_ip,
					  void *owner, void *data)
{
	return event_file_soft_disable(data, false);
}

static bool func_command_event_disable_hit(unsigned long ip, unsigned long parent_ip,
					   void *owner, void *data)
{
	return event_file_soft_disable(data, true);
}

static int func_command_event_attach(void *owner, void *data)
{
	struct trace_event_file *file = data;
	int ret;

	ret = min(instance_expand(owner), 0);
	if (ret)
		return ret;
	guard(mutex)(&event_mutex);
	if (file->flags & EVENT_FILE_FL_FREED)
		return -EINVAL;
	/* Keep the module of the event from being unloaded. */
	if (!trace_event_try_get_ref(file->event_call))
		return -EBUSY;
	ret = instance_file_soft(file, true);
	if (ret)
		trace_event_put_ref(file->event_call);
	else
		instance_file_get(file);
	return ret;
}

static void func_command_event_detach(void *owner, void *data)
{
	struct trace_event_file *file = data;

	guard(mutex)(&event_mutex);
	if (!(file->flags & EVENT_FILE_FL_FREED))
		instance_file_soft(file, false);
	trace_event_put_ref(file->event_call);
}

static void func_command_event_free(void *data)
{
	instance_file_put(data);
}

static void func_command_event_show(struct seq_file *m, void *data)
{
	struct trace_event_file *file = data;

	seq_printf(m, ":%s:%s", event_system(file->event_call),
		   trace_event_name(file->event_call));
}

/* Get a reference to the event of "SYSTEM:EVENT[:REST]"; *@param becomes REST. */
static struct trace_event_file *func_command_event_find(struct trace_array *tr,
							char **param)
{
	char *system = strsep(param, ":");
	char *name = strsep(param, ":");
	struct trace_event_file *file;

	if (!system || !name)
		return ERR_PTR(-EINVAL);
	guard(mutex)(&event_mutex);
	file = instance_file_find(tr, system, name);
	if (!file)
		return ERR_PTR(-EINVAL);
	instance_file_get(file);
	return file;
}

static void func_command_event_release(struct trace_event_file *file)
{
	guard(mutex)(&event_mutex);
	instance_file_put(file);
}

static int func_command_event_run(const struct ftrace_func_probe_kind *kind, void *owner,
				  char *glob, char *param, bool add)
{
	struct func_command_count count;
	struct trace_event_file *file;
	int ret;

	file = func_command_event_find(owner, &param);
	if (IS_ERR(file))
		return PTR_ERR(file);
	if (!add) {
		/*
		 * A function has at most one probe of this kind, whatever its event.
		 */
		ret = ftrace_func_probe_remove(owner, kind, glob, NULL, param);
	} else {
		ret = param && !*param ? -EINVAL : func_command_count(&count, param);
		if (!ret)
			ret = ftrace_func_probe_add(owner, kind, glob, file,
						    count.counted, count.count);
	}
	func_command_event_release(file);
	return ret;
}

static const struct ftrace_func_probe_kind func_command_enable_kind = {
	.name = "enable_event",
	.hit = func_command_event_enable_hit,
	.attach = func_command_event_attach,
	.detach = func_command_event_detach,
	.free = func_command_event_free,
	.show = func_command_event_show,
};

static const struct ftrace_func_probe_kind func_command_disable_kind = {
	.name = "disable_event",
	.hit = func_command_event_disable_hit,
	.attach = func_command_event_attach,
	.detach = func_command_event_detach,
	.free = func_command_event_free,
	.show = func_command_event_show,
};

static int func_command_event_enable_run(struct ftrace_filter_edit *edit, void *owner, char *glob,
					 char *param, bool add)
{
	return func_command_event_run(&func_command_enable_kind, owner, glob, param, add);
}

static int func_command_event_disable_run(struct ftrace_filter_edit *edit, void *owner, char *glob,
					  char *param, bool add)
{
	return func_command_event_run(&func_command_disable_kind, owner, glob, param,
				      add);
}

static struct ftrace_command func_command_enable = {
	.entry.name = "enable_event",
	.run = func_command_event_enable_run,
};

static struct ftrace_command func_command_disable = {
	.entry.name = "disable_event",
	.run = func_command_event_disable_run,
};

static struct ftrace_command *const func_commands[] __initconst = {
	&func_command_enable,
	&func_command_disable,
};

static int __init func_command_event_init(void)
{
	return func_command_register(func_commands, ARRAY_SIZE(func_commands));
}
core_initcall(func_command_event_init);
