// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the commands of set_ftrace_filter share.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "func_command.h"

/**
 * func_command_count - parse the count of a command
 * @count: filled in
 * @param: the last parameter, or NULL if there is none; text after another colon is
 *	ignored
 *
 * An empty parameter is a count of -1. A number that exceeds LONG_MAX becomes
 * negative as well. With a negative count the command never takes effect.
 *
 * Context: task.
 * Return: 0, -EINVAL or -ERANGE.
 */
int func_command_count(struct func_command_count *count, char *param)
{
	unsigned long n = -1UL;
	char *word;
	int ret = 0;

	word = strsep(&param, ":");
	if (word && *word)
		ret = kstrtoul(word, 0, &n);
	count->counted = word;
	count->count = n;
	return ret;
}

/**
 * func_command_run - ftrace_command.run() of a command with a count only
 * @kind: kind of the function probes
 * @owner: the instance
 * @glob: pattern of the functions
 * @param: the count, or NULL
 * @add: true to add function probes, false to remove them
 *
 * When removing, any count selects the probes with a count, as in
 * "!schedule:traceoff:0".
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int func_command_run(const struct ftrace_func_probe_kind *kind, void *owner, char *glob,
		     char *param, bool add)
{
	struct func_command_count count;
	int ret;

	if (!add)
		return ftrace_func_probe_remove(owner, kind, glob, NULL, param);
	ret = func_command_count(&count, param);
	if (ret)
		return ret;
	return ftrace_func_probe_add(owner, kind, glob, NULL, count.counted,
				     count.count);
}

/**
 * func_command_register - register commands of set_ftrace_filter
 * @commands: the commands
 * @n: number of commands
 *
 * Context: initcalls.
 * Return: 0 or an errno.
 */
int __init func_command_register(struct ftrace_command *const *commands,
				 unsigned int n)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < n; i++)
		ret = ftrace_command_register(commands[i]);
	return ret;
}
