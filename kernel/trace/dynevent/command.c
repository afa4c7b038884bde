// SPDX-License-Identifier: GPL-2.0
/*
 * Commands that kernel code puts together, the same ones that users write: so
 * events made in the kernel pass the parser that all others pass.
 */
#include <linux/export.h>
#include <linux/string.h>

#include "dynevent.h"

void dynevent_command_init(struct dynevent_cmd *cmd, char *buf, int size,
			   enum dynevent_type type, dynevent_create_fn_t run)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->buf = buf;
	cmd->size = size;
	cmd->type = type;
	cmd->run = run;
	if (size)
		*buf = '\0';
}

int dynevent_command_add(struct dynevent_cmd *cmd, const char *text)
{
	size_t len;

	if (!text)
		return -EINVAL;
	len = strlen(text);
	if (len >= cmd->size - min(cmd->len, cmd->size)) {
		/* A command that lacks a part must never run. */
		cmd->len = cmd->size;
		return -E2BIG;
	}
	memcpy(cmd->buf + cmd->len, text, len + 1);
	cmd->len += len;
	return 0;
}

int dynevent_command_pair(struct dynevent_cmd *cmd, const char *lhs,
			  const char *rhs, char op, char end)
{
	char mid[2] = { op }, last[2] = { end };
	int ret;

	if (!lhs || !rhs)
		return -EINVAL;
	ret = dynevent_command_add(cmd, " ");
	if (!ret)
		ret = dynevent_command_add(cmd, lhs);
	if (!ret)
		ret = dynevent_command_add(cmd, mid);
	if (!ret)
		ret = dynevent_command_add(cmd, rhs);
	if (!ret)
		ret = dynevent_command_add(cmd, last);
	return ret;
}

/**
 * dynevent_create - carry out a command that was put together
 * @cmd: complete
 *
 * Context: task, may sleep.
 * Return: 0, or why there is no such event now.
 */
int dynevent_create(struct dynevent_cmd *cmd)
{
	if (!cmd->run || cmd->len >= cmd->size)
		return -EINVAL;
	return cmd->run(cmd);
}
EXPORT_SYMBOL_GPL(dynevent_create);
