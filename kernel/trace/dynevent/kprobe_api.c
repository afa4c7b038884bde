// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events made by kernel code, and by the kernel's command line: the calls
 * put a command together, which is then read like one that a user wrote.
 */
#define pr_fmt(fmt)	"trace_kprobe: " fmt

#include <linux/export.h>
#include <linux/init.h>
#include <linux/string.h>

#include "kprobe.h"

static int kprobe_cmd_run(struct dynevent_cmd *cmd)
{
	return kprobe_create(cmd->buf);
}

/**
 * kprobe_event_cmd_init - begin a command
 * @cmd: the command
 * @buf: room for its text
 * @maxlen: bytes in @buf; MAX_DYNEVENT_CMD_LEN will do
 *
 * Context: any.
 */
void kprobe_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_command_init(cmd, buf, maxlen, DYNEVENT_TYPE_KPROBE,
			      kprobe_cmd_run);
}
EXPORT_SYMBOL_GPL(kprobe_event_cmd_init);

static int add_fields(struct dynevent_cmd *cmd, va_list args)
{
	const char *field;
	int ret = 0;

	while (!ret && (field = va_arg(args, const char *))) {
		if (++cmd->n_fields > DYNEVENT_ARGS_MAX)
			return -EINVAL;
		ret = dynevent_command_pair(cmd, "", field, '\0', '\0');
	}
	return ret;
}

/**
 * __kprobe_event_gen_cmd_start - name the event, its place, and some fields
 * @cmd: from kprobe_event_cmd_init()
 * @kretprobe: at the return from there
 * @name: of the event; "GROUP/" may stand before it
 * @loc: the place
 *
 * Fields follow, ended by NULL: kprobe_event_gen_cmd_start().
 *
 * Context: any.
 * Return: 0; -EINVAL; -E2BIG.
 */
int __kprobe_event_gen_cmd_start(struct dynevent_cmd *cmd, bool kretprobe,
				 const char *name, const char *loc, ...)
{
	va_list args;
	int ret;

	if (cmd->type != DYNEVENT_TYPE_KPROBE)
		return -EINVAL;
	ret = dynevent_command_add(cmd, kretprobe ? "r:" : "p:");
	if (!ret)
		ret = dynevent_command_add(cmd, name);
	if (!ret)
		ret = dynevent_command_pair(cmd, "", loc, '\0', '\0');
	if (ret)
		return ret;

	va_start(args, loc);
	ret = add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__kprobe_event_gen_cmd_start);

/**
 * __kprobe_event_add_fields - add fields to a command
 * @cmd: the command
 *
 * Fields follow, ended by NULL: kprobe_event_add_fields().
 *
 * Context: any.
 * Return: 0; -EINVAL: no such command, or too many fields; -E2BIG.
 */
int __kprobe_event_add_fields(struct dynevent_cmd *cmd, ...)
{
	va_list args;
	int ret;

	if (cmd->type != DYNEVENT_TYPE_KPROBE)
		return -EINVAL;
	va_start(args, cmd);
	ret = add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__kprobe_event_add_fields);

/**
 * kprobe_event_delete - take a kprobe event away
 * @name: of the event; "GROUP/" may stand before it
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: no such event; -EBUSY: it is used; -E2BIG, -ENOMEM.
 */
int kprobe_event_delete(const char *name)
{
	char command[2 * DYNEVENT_NAME_MAX];

	if (snprintf(command, sizeof(command), "-:%s", name) >= sizeof(command))
		return -E2BIG;
	return kprobe_delete(command);
}
EXPORT_SYMBOL_GPL(kprobe_event_delete);

/* "kprobe_event=p:name,place,args;...": in the kernel's own copy of the line. */
static char *kprobe_boot_text __initdata;

static int __init kprobe_boot(char *text)
{
	kprobe_boot_text = text;
	return 1;
}

__setup("kprobe_event=", kprobe_boot);

static int __init kprobe_boot_init(void)
{
	char *command;
	int ret;

	while ((command = strsep(&kprobe_boot_text, ";"))) {
		if (!*command)
			continue;
		ret = kprobe_create(strreplace(command, ',', ' '));
		if (ret)
			pr_warn("Failed to add event(%d): %s\n", ret, command);
	}
	kprobe_enable_all();
	return 0;
}

/* The kind is there: its object stands before this one. */
fs_initcall(kprobe_boot_init);
