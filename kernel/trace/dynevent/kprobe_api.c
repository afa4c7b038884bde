// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events created by kernel code and by the kernel command line: the
 * functions put a command together, which is parsed like one that a user has
 * written.
 */
#define pr_fmt(fmt)	"trace_kprobe: " fmt

#include <linux/export.h>
#include <linux/init.h>
#include <linux/string.h>

#include "kprobe.h"

static int kprobe_api_cmd_run(struct dynevent_cmd *cmd)
{
	return kprobe_event_create(cmd->buf);
}

/**
 * kprobe_event_cmd_init - begin a command that creates a kprobe event
 * @cmd: the command
 * @buf: buffer for its text
 * @maxlen: size of @buf in bytes; MAX_DYNEVENT_CMD_LEN is enough
 *
 * Context: any.
 */
void kprobe_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_cmd_init(cmd, buf, maxlen, DYNEVENT_TYPE_KPROBE,
			  kprobe_api_cmd_run);
}
EXPORT_SYMBOL_GPL(kprobe_event_cmd_init);

static int kprobe_api_cmd_add_fields(struct dynevent_cmd *cmd, va_list args)
{
	const char *field;
	int ret = 0;

	while (!ret && (field = va_arg(args, const char *))) {
		if (++cmd->n_fields > DYNEVENT_ARGS_MAX)
			return -EINVAL;
		ret = dynevent_cmd_add_pair(cmd, "", field, '\0', '\0');
	}
	return ret;
}

/**
 * __kprobe_event_gen_cmd_start - append name, location and some fetch arguments
 * @cmd: from kprobe_event_cmd_init()
 * @kretprobe: the event fires at the return of the function
 * @name: "[GROUP/]NAME" of the event
 * @loc: the location
 * @...: fetch arguments as strings, terminated by NULL
 *
 * Use kprobe_event_gen_cmd_start() or kretprobe_event_gen_cmd_start().
 *
 * Context: any.
 * Return: 0; -EINVAL if @cmd is of another kind, if a string is missing, or if
 * there are too many arguments; -E2BIG if the buffer is too small.
 */
int __kprobe_event_gen_cmd_start(struct dynevent_cmd *cmd, bool kretprobe,
				 const char *name, const char *loc, ...)
{
	va_list args;
	int ret;

	if (cmd->type != DYNEVENT_TYPE_KPROBE)
		return -EINVAL;
	ret = dynevent_cmd_add(cmd, kretprobe ? "r:" : "p:");
	if (!ret)
		ret = dynevent_cmd_add(cmd, name);
	if (!ret)
		ret = dynevent_cmd_add_pair(cmd, "", loc, '\0', '\0');
	if (ret)
		return ret;

	va_start(args, loc);
	ret = kprobe_api_cmd_add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__kprobe_event_gen_cmd_start);

/**
 * __kprobe_event_add_fields - append fetch arguments
 * @cmd: the command
 * @...: fetch arguments as strings, terminated by NULL
 *
 * Use kprobe_event_add_fields() or kprobe_event_add_field().
 *
 * Context: any.
 * Return: 0; -EINVAL if @cmd is of another kind, or if there are too many
 * arguments; -E2BIG if the buffer is too small.
 */
int __kprobe_event_add_fields(struct dynevent_cmd *cmd, ...)
{
	va_list args;
	int ret;

	if (cmd->type != DYNEVENT_TYPE_KPROBE)
		return -EINVAL;
	va_start(args, cmd);
	ret = kprobe_api_cmd_add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__kprobe_event_add_fields);

/**
 * kprobe_event_delete - delete a kprobe event
 * @name: "[GROUP/]NAME" of the event
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if it is in use; -E2BIG if
 * the name is too long; -ENOMEM.
 */
int kprobe_event_delete(const char *name)
{
	char command[2 * DYNEVENT_NAME_MAX];

	if (snprintf(command, sizeof(command), "-:%s", name) >= sizeof(command))
		return -E2BIG;
	return kprobe_event_delete_cmd(command);
}
EXPORT_SYMBOL_GPL(kprobe_event_delete);

/*
 * "kprobe_event=p:name,location,args;..." in the kernel's copy of the command line.
 */
static char *kprobe_boot_param __initdata;

static int __init kprobe_api_boot_setup(char *text)
{
	kprobe_boot_param = text;
	return 1;
}

__setup("kprobe_event=", kprobe_api_boot_setup);

static int __init kprobe_api_boot_init(void)
{
	char *command;
	int ret;

	while ((command = strsep(&kprobe_boot_param, ";"))) {
		if (!*command)
			continue;
		ret = kprobe_event_create(strreplace(command, ',', ' '));
		if (ret)
			pr_warn("Failed to add event(%d): %s\n", ret, command);
	}
	kprobe_event_enable_all();
	return 0;
}

fs_initcall(kprobe_api_boot_init);
