// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events made by kernel code: the calls put a command together, which
 * is then read like one that a user wrote.
 */
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "synth.h"

static int synth_cmd_run(struct dynevent_cmd *cmd)
{
	return synth_create(cmd->buf, cmd->buf, cmd->private);
}

/**
 * synth_event_cmd_init - begin a command
 * @cmd: the command
 * @buf: room for its text
 * @maxlen: bytes in @buf; MAX_DYNEVENT_CMD_LEN will do
 *
 * Context: any.
 */
void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_command_init(cmd, buf, maxlen, DYNEVENT_TYPE_SYNTH, synth_cmd_run);
}
EXPORT_SYMBOL_GPL(synth_event_cmd_init);

/**
 * synth_event_add_field - add a field to a command
 * @cmd: the command
 * @type: text of its type
 * @name: its name, "[n]" or "[]" behind it for an array
 *
 * Context: any.
 * Return: 0; -EINVAL: no such command, or too many fields; -E2BIG.
 */
int synth_event_add_field(struct dynevent_cmd *cmd, const char *type,
			  const char *name)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH || !type || !name)
		return -EINVAL;
	if (++cmd->n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	return dynevent_command_pair(cmd, type, name, ' ', ';');
}
EXPORT_SYMBOL_GPL(synth_event_add_field);

/**
 * synth_event_add_field_str - add a field to a command
 * @cmd: the command
 * @type_name: type and name, separated by a blank
 *
 * Context: any.
 * Return: as synth_event_add_field().
 */
int synth_event_add_field_str(struct dynevent_cmd *cmd, const char *type_name)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH)
		return -EINVAL;
	if (++cmd->n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	return dynevent_command_pair(cmd, "", type_name, '\0', ';');
}
EXPORT_SYMBOL_GPL(synth_event_add_field_str);

/**
 * synth_event_add_fields - add fields to a command
 * @cmd: the command
 * @fields: the fields
 * @n_fields: how many
 *
 * Context: any.
 * Return: as synth_event_add_field().
 */
int synth_event_add_fields(struct dynevent_cmd *cmd,
			   struct synth_field_desc *fields,
			   unsigned int n_fields)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n_fields && !ret; i++)
		ret = synth_event_add_field(cmd, fields[i].type, fields[i].name);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_fields);

static int synth_cmd_begin(struct dynevent_cmd *cmd, const char *name,
			   struct module *mod)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH)
		return -EINVAL;
	cmd->name = name;
	cmd->private = mod;
	return dynevent_command_add(cmd, name);
}

/**
 * __synth_event_gen_cmd_start - name the event, and some fields
 * @cmd: from synth_event_cmd_init()
 * @name: of the event
 * @mod: the module that makes it, or NULL
 *
 * Pairs of type and name follow, ended by NULL: synth_event_gen_cmd_start().
 *
 * Context: any.
 * Return: 0; -EINVAL; -E2BIG.
 */
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...)
{
	int ret = synth_cmd_begin(cmd, name, mod);
	const char *type, *field;
	va_list args;

	va_start(args, mod);
	while (!ret) {
		type = va_arg(args, const char *);
		if (!type)
			break;
		field = va_arg(args, const char *);
		if (!field)
			ret = -EINVAL;
		else
			ret = synth_event_add_field(cmd, type, field);
	}
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__synth_event_gen_cmd_start);

/**
 * synth_event_gen_cmd_array_start - name the event, and some fields
 * @cmd: from synth_event_cmd_init()
 * @name: of the event
 * @mod: the module that makes it, or NULL
 * @fields: the fields
 * @n_fields: how many
 *
 * Context: any.
 * Return: 0; -EINVAL; -E2BIG.
 */
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod,
				    struct synth_field_desc *fields,
				    unsigned int n_fields)
{
	int ret = synth_cmd_begin(cmd, name, mod);

	return ret ?: synth_event_add_fields(cmd, fields, n_fields);
}
EXPORT_SYMBOL_GPL(synth_event_gen_cmd_array_start);

/**
 * synth_event_create - make a synthetic event
 * @name: of the event
 * @fields: its fields
 * @n_fields: how many
 * @mod: the module that makes it, or NULL
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -EEXIST, -E2BIG, -ENOMEM.
 */
int synth_event_create(const char *name, struct synth_field_desc *fields,
		       unsigned int n_fields, struct module *mod)
{
	struct dynevent_cmd cmd;
	char *buf;
	int ret;

	if (!n_fields || n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	buf = kzalloc(MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	synth_event_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	ret = synth_event_gen_cmd_array_start(&cmd, name, mod, fields,
					      n_fields);
	if (!ret)
		ret = synth_event_gen_cmd_end(&cmd);
	kfree(buf);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_create);

/**
 * synth_event_delete - take a synthetic event away
 * @name: of the event
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: no such event; -EBUSY: it is used.
 */
int synth_event_delete(const char *name)
{
	return synth_delete(name);
}
EXPORT_SYMBOL_GPL(synth_event_delete);
