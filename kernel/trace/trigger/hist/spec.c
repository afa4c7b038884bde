// SPDX-License-Identifier: GPL-2.0
/*
 * Split a histogram command into its parts:
 *
 *	keys=F[,F...][:vals=...][:sort=...][:size=N][:name=NAME][:clock=CLOCK]
 *	[:pause][:cont][:clear][:nohitcount][:VAR=EXPR[,VAR=EXPR...]]...
 *	[:HANDLER(...).ACTION(...)]... [if FILTER]
 *
 * The parts are interpreted by build.c.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

/* The value of "word=value"; NULL if @part has another word. */
static char *hist_spec_value(char *part, const char *word)
{
	size_t len = str_has_prefix(part, word);

	return len && part[len] == '=' ? part + len + 1 : NULL;
}

/* Parts that consist of a word and one value, and the member of the value. */
static const struct {
	const char *word;
	size_t offset;
} hist_spec_words[] = {
	{ "key", offsetof(struct hist_spec, keys) },
	{ "keys", offsetof(struct hist_spec, keys) },
	{ "val", offsetof(struct hist_spec, vals) },
	{ "vals", offsetof(struct hist_spec, vals) },
	{ "values", offsetof(struct hist_spec, vals) },
	{ "sort", offsetof(struct hist_spec, sort) },
	{ "name", offsetof(struct hist_spec, name) },
	{ "clock", offsetof(struct hist_spec, clock) },
};

static int hist_spec_parse_size(struct hist_spec *spec, const char *text)
{
	unsigned long size;

	if (kstrtoul(text, 0, &size) || !size)
		return -EINVAL;
	spec->bits = order_base_2(size);
	/* A histogram with a single element would be of no use. */
	if (size == 1 || spec->bits > HIST_BITS_MAX)
		return -EINVAL;
	spec->bits = max_t(unsigned int, spec->bits, HIST_BITS_MIN);
	return 0;
}

/* Parse "a=x,b=y". */
static int hist_spec_parse_vars(struct hist_spec *spec, char *part)
{
	struct hist_assignment *var;
	char *one, *eq;

	while ((one = strsep(&part, ","))) {
		eq = strchr(one, '=');
		if (!eq) {
			hist_error(&spec->log, HIST_ERR_BAD_ASSIGN, *one ? one : NULL);
			return -EINVAL;
		}
		if (spec->nr_vars == HIST_VARS_MAX) {
			hist_error(&spec->log, HIST_ERR_MANY_VARS, one);
			return -EINVAL;
		}
		*eq = '\0';
		var = &spec->vars[spec->nr_vars++];
		var->name = one;
		var->expr = eq + 1;
	}
	return 0;
}

static int hist_spec_parse_assignment(struct hist_spec *spec, char *part)
{
	char *value;
	int i;

	for (i = 0; i < ARRAY_SIZE(hist_spec_words); i++) {
		value = hist_spec_value(part, hist_spec_words[i].word);
		if (!value)
			continue;
		if (!*value) {
			hist_error(&spec->log, HIST_ERR_EMPTY_ASSIGN, part);
			return -EINVAL;
		}
		*(char **)((void *)spec + hist_spec_words[i].offset) = value;
		return 0;
	}
	value = hist_spec_value(part, "size");
	return value ? hist_spec_parse_size(spec, value) :
		       hist_spec_parse_vars(spec, part);
}

static bool hist_spec_is_action(const char *part)
{
	return strstarts(part, "onmatch(") || strstarts(part, "onmax(") ||
	       strstarts(part, "onchange(");
}

static int hist_spec_parse_part(struct hist_spec *spec, char *part)
{
	if (hist_spec_is_action(part)) {
		if (spec->nr_actions == HIST_ACTIONS_MAX)
			return -EINVAL;
		spec->actions[spec->nr_actions++] = part;
		return 0;
	}
	if (strchr(part, '='))
		return hist_spec_parse_assignment(spec, part);
	if (!strcmp(part, "pause"))
		spec->pause = true;
	else if (!strcmp(part, "cont") || !strcmp(part, "continue"))
		spec->cont = true;
	else if (!strcmp(part, "clear"))
		spec->clear = true;
	else if (!strcmp(part, "nohitcount") || !strcmp(part, "NOHC"))
		spec->nohitcount = true;
	else
		return -EINVAL;
	return 0;
}

/**
 * hist_spec_parse - split a histogram command
 * @spec: filled in; release it by hist_spec_done(), even if this fails
 * @command: the command; its arguments are modified
 * @file: the event file
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if the command is malformed, the error_log may have the
 * reason; -ENOMEM.
 */
int hist_spec_parse(struct hist_spec *spec, struct trigger_command *command,
		    struct trace_event_file *file)
{
	char *rest, *part;
	int ret;

	memset(spec, 0, sizeof(*spec));
	spec->log.file = file;
	spec->log.command = command->whole;
	spec->bits = HIST_BITS_DEFAULT;
	if (!command->args)
		return -EINVAL;
	ret = trigger_split_filter(command->args, &spec->filter);
	if (ret)
		return ret;
	spec->text = kstrdup(strim(command->args), GFP_KERNEL);
	if (!spec->text)
		return -ENOMEM;

	rest = spec->text;
	while (!ret && (part = strsep(&rest, ":")))
		ret = hist_spec_parse_part(spec, part);
	if (!ret && !spec->keys)
		ret = -EINVAL;
	return ret;
}

/**
 * hist_spec_done - release the text of a command
 * @spec: from hist_spec_parse()
 *
 * Context: task.
 */
void hist_spec_done(struct hist_spec *spec)
{
	kfree(spec->text);
}
