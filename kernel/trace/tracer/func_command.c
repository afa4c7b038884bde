// SPDX-License-Identifier: GPL-2.0
/*
 * What the commands of set_ftrace_filter have in common.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "func_command.h"

/**
 * func_command_count - read how often a command is to take effect
 * @count: where to
 * @param: the last parameter, or NULL if there was none; what is behind another
 *	colon is ignored
 *
 * An empty parameter is a limit of -1, and so are numbers that don't fit into a
 * long but into an unsigned one negative: then nothing happens at all.
 *
 * Context: task.
 * Return: 0 or an errno.
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
 * func_command_run - ftrace_command.run() of a command with a count and nothing else
 * @kind: what it does
 * @owner: the instance
 * @glob: on which functions
 * @param: the count
 * @add: do it from now on, or no more
 *
 * Any parameter takes those with a count away, as in "!schedule:traceoff:0".
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

/* Register all of a file's commands. */
int __init func_command_register(struct ftrace_command *const *commands,
				 unsigned int n)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < n; i++)
		ret = ftrace_command_register(commands[i]);
	return ret;
}
