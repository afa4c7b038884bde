// SPDX-License-Identifier: GPL-2.0
/*
 * Cutting a command for a histogram into its parts:
 *
 *	keys=F[,F...][:vals=...][:sort=...][:size=N][:name=NAME][:clock=CLOCK]
 *	[:pause][:cont][:clear][:nohitcount][:VAR=EXPR[,VAR=EXPR...]]...
 *	[:HANDLER(...).ACTION(...)]... [if FILTER]
 *
 * What the parts mean is looked at later.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

/* "word=value": the value; NULL: another word. */
static char *value_of(char *part, const char *word)
{
	size_t len = str_has_prefix(part, word);

	return len && part[len] == '=' ? part + len + 1 : NULL;
}

/* Parts that are a word and one value. */
static const struct {
	const char *word;
	size_t at;
} spec_words[] = {
	{ "key", offsetof(struct hist_spec, keys) },
	{ "keys", offsetof(struct hist_spec, keys) },
	{ "val", offsetof(struct hist_spec, vals) },
	{ "vals", offsetof(struct hist_spec, vals) },
	{ "values", offsetof(struct hist_spec, vals) },
	{ "sort", offsetof(struct hist_spec, sort) },
	{ "name", offsetof(struct hist_spec, name) },
	{ "clock", offsetof(struct hist_spec, clock) },
};

static int parse_size(struct hist_spec *spec, const char *text)
{
	unsigned long size;

	if (kstrtoul(text, 0, &size) || !size)
		return -EINVAL;
	spec->bits = order_base_2(size);
	/* One entry would be a histogram of nothing. */
	if (size == 1 || spec->bits > HIST_BITS_MAX)
		return -EINVAL;
	spec->bits = max_t(unsigned int, spec->bits, HIST_BITS_MIN);
	return 0;
}

/* "a=x,b=y". */
static int parse_vars(struct hist_spec *spec, char *part)
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

static int parse_assignment(struct hist_spec *spec, char *part)
{
	char *value;
	int i;

	for (i = 0; i < ARRAY_SIZE(spec_words); i++) {
		value = value_of(part, spec_words[i].word);
		if (!value)
			continue;
		if (!*value) {
			hist_error(&spec->log, HIST_ERR_EMPTY_ASSIGN, part);
			return -EINVAL;
		}
		*(char **)((void *)spec + spec_words[i].at) = value;
		return 0;
	}
	value = value_of(part, "size");
	return value ? parse_size(spec, value) : parse_vars(spec, part);
}

static bool is_action(const char *part)
{
	return strstarts(part, "onmatch(") || strstarts(part, "onmax(") ||
	       strstarts(part, "onchange(");
}

static int parse_part(struct hist_spec *spec, char *part)
{
	if (is_action(part)) {
		if (spec->nr_actions == HIST_ACTIONS_MAX)
			return -EINVAL;
		spec->actions[spec->nr_actions++] = part;
		return 0;
	}
	if (strchr(part, '='))
		return parse_assignment(spec, part);
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
		ret = parse_part(spec, part);
	if (!ret && !spec->keys)
		ret = -EINVAL;
	return ret;
}

void hist_spec_done(struct hist_spec *spec)
{
	kfree(spec->text);
}
