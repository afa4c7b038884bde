// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events created by kernel code: the functions put a command together,
 * which is parsed like one that a user has written.
 */
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "synth.h"

static int synth_api_cmd_run(struct dynevent_cmd *cmd)
{
	return synth_create(cmd->buf, cmd->buf, cmd->private);
}

/**
 * synth_event_cmd_init - begin a command that creates a synthetic event
 * @cmd: the command
 * @buf: buffer for its text
 * @maxlen: size of @buf in bytes; MAX_DYNEVENT_CMD_LEN is enough
 *
 * Context: any.
 */
void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_cmd_init(cmd, buf, maxlen, DYNEVENT_TYPE_SYNTH, synth_api_cmd_run);
}
EXPORT_SYMBOL_GPL(synth_event_cmd_init);

/**
 * synth_event_add_field - append a field
 * @cmd: the command
 * @type: type of the field
 * @name: name of the field, followed by "[n]" or "[]" for an array
 *
 * Context: any.
 * Return: 0; -EINVAL if @cmd is of another kind, if a text is NULL, or if there are
 * too many fields; -E2BIG if the buffer is too small.
 */
int synth_event_add_field(struct dynevent_cmd *cmd, const char *type,
			  const char *name)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH || !type || !name)
		return -EINVAL;
	if (++cmd->n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	return dynevent_cmd_add_pair(cmd, type, name, ' ', ';');
}
EXPORT_SYMBOL_GPL(synth_event_add_field);

/**
 * synth_event_add_field_str - append a field given as one text
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
	return dynevent_cmd_add_pair(cmd, "", type_name, '\0', ';');
}
EXPORT_SYMBOL_GPL(synth_event_add_field_str);

/**
 * synth_event_add_fields - append several fields
 * @cmd: the command
 * @fields: the fields
 * @n_fields: number of @fields
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

static int synth_api_cmd_begin(struct dynevent_cmd *cmd, const char *name,
			       struct module *mod)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH)
		return -EINVAL;
	cmd->name = name;
	cmd->private = mod;
	return dynevent_cmd_add(cmd, name);
}

/**
 * __synth_event_gen_cmd_start - append the name of the event and some fields
 * @cmd: from synth_event_cmd_init()
 * @name: name of the event
 * @mod: the module that creates the event, or NULL
 * @...: pairs of type and name as strings, terminated by NULL
 *
 * Use synth_event_gen_cmd_start().
 *
 * Context: any.
 * Return: 0; -EINVAL or -E2BIG as synth_event_add_field().
 */
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...)
{
	int ret = synth_api_cmd_begin(cmd, name, mod);
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
 * synth_event_gen_cmd_array_start - append the name of the event and its fields
 * @cmd: from synth_event_cmd_init()
 * @name: name of the event
 * @mod: the module that creates the event, or NULL
 * @fields: the fields
 * @n_fields: number of @fields
 *
 * Context: any.
 * Return: 0; -EINVAL or -E2BIG as synth_event_add_field().
 */
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod,
				    struct synth_field_desc *fields,
				    unsigned int n_fields)
{
	int ret = synth_api_cmd_begin(cmd, name, mod);

	return ret ?: synth_event_add_fields(cmd, fields, n_fields);
}
EXPORT_SYMBOL_GPL(synth_event_gen_cmd_array_start);

/**
 * synth_event_create - create a synthetic event
 * @name: name of the event
 * @fields: the fields
 * @n_fields: number of @fields
 * @mod: the module that creates the event, or NULL
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if a name or a type is invalid; -EEXIST if there is such an
 * event; -E2BIG if the definition is too long; -ENOMEM.
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
 * synth_event_delete - delete a synthetic event
 * @name: name of the event
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if it is in use.
 */
int synth_event_delete(const char *name)
{
	return synth_delete(name);
}
EXPORT_SYMBOL_GPL(synth_event_delete);
