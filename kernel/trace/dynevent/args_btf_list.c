// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: "$arg*" and "$argN" as names of parameters, and names of arguments that
 * are taken from parameters.
 *
 * All of a list is expanded before its arguments are parsed. An argument without a name
 * is called like the parameter that it fetches.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args_btf.h"

#define ARGS_BTF_PREFIX	"$arg"

/**
 * struct args_btf_list - a list while it is expanded
 * @func: the probed function
 * @def: the definition
 * @context: where arguments are fetched
 * @first: where the arguments begin in the definition
 * @all: the word "$arg*" in it, or NULL
 * @changed: there is a word to expand
 * @out: the expanded list
 * @nr: number of words in it
 */
struct args_btf_list {
	struct dynevent_btf_func	*func;
	const struct dynevent_def	*def;
	enum dynevent_context		context;
	const char			*first;
	const char			*all;
	bool				changed;
	struct seq_buf			out;
	unsigned int			nr;
};

static int args_btf_list_error(const struct args_btf_list *list,
			       enum dynevent_error error, const char *at, int ret)
{
	dynevent_error(list->def, error, at);
	return ret;
}

/* Whether a word is "$arg*" or "$argN", or begins like it. */
static bool args_btf_is_prefix(const char *word)
{
	return strstarts(word, ARGS_BTF_PREFIX);
}

static bool args_btf_is_all(const char *word)
{
	return word[strlen(ARGS_BTF_PREFIX)] == '*';
}

/* Look for words to expand. */
static int args_btf_scan(struct args_btf_list *list)
{
	const char *word;

	for (word = dynevent_word(list->first); *word;
	     word = dynevent_word(dynevent_word_end(word))) {
		if (!args_btf_is_prefix(word))
			continue;
		if (!dynevent_context_has_args(list->context))
			return dynevent_error(list->def, DYNEVENT_NOFENTRY_ARGS, word);
		list->changed = true;
		if (!args_btf_is_all(word))
			continue;
		if (list->all)
			return dynevent_error(list->def, DYNEVENT_DOUBLE_ARGS, word);
		list->all = word;
	}
	return 0;
}

static void args_btf_put_word(struct args_btf_list *list, const char *text, size_t len)
{
	seq_buf_putmem(&list->out, text, len);
	seq_buf_putc(&list->out, ' ');
	list->nr++;
}

/* Append the name of a parameter, followed by the text after "$argN". */
static int args_btf_put_param(struct args_btf_list *list, unsigned int i,
			      const char *suffix, size_t len)
{
	const char *name = dynevent_btf_param_name(list->func, i);

	/* The further arguments of a variadic function. */
	if (!*name)
		return dynevent_error(list->def, DYNEVENT_NO_ARG_BODY,
				      dynevent_args_find(list->first, list->nr));
	seq_buf_puts(&list->out, name);
	args_btf_put_word(list, suffix, len);
	return 0;
}

static int args_btf_put_all(struct args_btf_list *list)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < list->func->nr && !ret; i++)
		ret = args_btf_put_param(list, i, "", 0);
	return ret;
}

/* Expand "$argN" or "$argN:TYPE", if BTF has the function. */
static int args_btf_put_number(struct args_btf_list *list, const char *word, size_t len)
{
	const char *end = word + strlen(ARGS_BTF_PREFIX);
	unsigned int nr;

	/* A function has fewer parameters than the number may have digits. */
	for (nr = 0; isdigit(*end); end++)
		nr = min(10 * nr + *end - '0', USHRT_MAX);
	if (end < word + len && *end != ':')
		return args_btf_list_error(list, DYNEVENT_BAD_VAR, word, -ENOENT);
	if (nr > list->func->nr)
		return args_btf_list_error(list, DYNEVENT_NO_BTFARG, word, -ENOENT);
	if (nr)
		return args_btf_put_param(list, nr - 1, end, word + len - end);
	args_btf_put_word(list, word, len);
	return 0;
}

static int args_btf_put(struct args_btf_list *list, const char *word, size_t len)
{
	if (word == list->all)
		return args_btf_put_all(list);
	if (args_btf_is_prefix(word) && isdigit(word[strlen(ARGS_BTF_PREFIX)]))
		return args_btf_put_number(list, word, len);
	args_btf_put_word(list, word, len);
	return 0;
}

/* An upper bound of the size of the expanded list. */
static size_t args_btf_list_size(const struct args_btf_list *list)
{
	size_t size = strlen(list->first) + 2, longest = 0, all = 0, len;
	unsigned int i, nr = 0;
	const char *word;

	for (i = 0; i < list->func->nr; i++) {
		len = strlen(dynevent_btf_param_name(list->func, i)) + 1;
		longest = max(longest, len);
		all += len;
	}
	for (word = dynevent_word(list->first); *word;
	     word = dynevent_word(dynevent_word_end(word)))
		nr++;
	return size + all + nr * longest;
}

static int args_btf_put_list(struct args_btf_list *list)
{
	const char *word, *end;
	int ret;

	for (word = dynevent_word(list->first); *word; word = dynevent_word(end)) {
		end = dynevent_word_end(word);
		ret = args_btf_put(list, word, end - word);
		if (ret)
			return ret;
	}
	if (list->nr > DYNEVENT_ARGS_MAX && list->all)
		return args_btf_list_error(list, DYNEVENT_ARGS_2LONG, list->all, -E2BIG);
	return 0;
}

/**
 * dynevent_btf_expand - expand "$arg*" and "$argN" in a list of arguments
 * @func: the probed function
 * @def: the definition
 * @text: where the arguments begin in it
 * @context: where they will be fetched
 * @expanded: set to the expanded list, to be freed by kfree(); or to NULL if the list need
 *	not be expanded
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT, -EOPNOTSUPP or -E2BIG, error_log has the reason; -ENOMEM.
 */
int dynevent_btf_expand(struct dynevent_btf_func *func, const struct dynevent_def *def,
			const char *text, enum dynevent_context context, char **expanded)
{
	struct args_btf_list list = {
		.func = func, .def = def, .context = context, .first = text,
	};
	size_t size;
	char *buf;
	int ret;

	*expanded = NULL;
	if (dynevent_context_is_user(context) || context == DYNEVENT_AT_EVENT)
		return 0;
	ret = args_btf_scan(&list);
	if (ret || !list.changed)
		return ret;
	if (!dynevent_btf_find(func, def, context) || !func->nr)
		return list.all ? args_btf_list_error(&list, DYNEVENT_NOSUP_BTFARG,
						      list.all, -EOPNOTSUPP) : 0;
	size = args_btf_list_size(&list);
	buf = kmalloc(size, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	seq_buf_init(&list.out, buf, size);
	ret = args_btf_put_list(&list);
	if (ret) {
		kfree(buf);
		return ret;
	}
	WARN_ON_ONCE(seq_buf_has_overflowed(&list.out));
	seq_buf_str(&list.out);
	*expanded = buf;
	return 0;
}

/**
 * dynevent_btf_name_length - get the name that an argument has from its parameter
 * @word: the argument, without a name of its own
 *
 * Context: any.
 * Return: length of the name at the start of @word; 0 if there is none.
 */
size_t dynevent_btf_name_length(const char *word)
{
	const char *end = word;

	if (!isalpha(*word) && *word != '_')
		return 0;
	while (isalnum(*end) || *end == '_')
		end++;
	/* "NAME:%pd" is a member of what the parameter points to. */
	if (*end && !isspace(*end) && (*end != ':' || strstarts(end, ":%p")))
		return 0;
	return end - word;
}
