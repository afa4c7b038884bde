// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: the list of them, as users write it, and as it is shown,
 * compared and freed. Each is "[NAME=]FETCH[:TYPE]", see args_body.c and
 * args_type.c; without a name it is called arg1, arg2, ... by its position.
 */
#include <linux/ctype.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args_btf.h"
#include "dynevent.h"

/**
 * dynevent_args_find - find the position of an argument, for an error
 * @text: where the arguments begin in the definition
 * @i: index of the argument
 *
 * Context: any.
 * Return: the position. A missing argument would follow the end of the text and one
 * more blank.
 */
const char *dynevent_args_find(const char *text, unsigned int i)
{
	text = dynevent_word(text);
	while (i--)
		text = dynevent_word(dynevent_word_end(text));
	return text + !*text;
}

/* The arguments of an event probe end before its filter. */
static bool args_parse_at_end(const char *text, enum dynevent_context context)
{
	return !*text || (context == DYNEVENT_AT_EVENT && !strncmp(text, "if", 2) &&
			  dynevent_word_end(text) == text + 2);
}

/**
 * dynevent_args_end - find the end of the arguments
 * @text: where the arguments begin
 * @context: where they are fetched
 *
 * Context: any.
 * Return: the end of the text; or the word "if", for DYNEVENT_AT_EVENT.
 */
const char *dynevent_args_end(const char *text, enum dynevent_context context)
{
	text = dynevent_word(text);
	while (!args_parse_at_end(text, context))
		text = dynevent_word(dynevent_word_end(text));
	return text;
}

/**
 * dynevent_args_find_retval - look for the return value among arguments
 * @text: the arguments
 *
 * Context: any.
 * Return: the first "$retval" in @text, or NULL if there is none.
 */
const char *dynevent_args_find_retval(const char *text)
{
	static const char name[] = "$retval";
	const char *end;

	for (; (text = strstr(text, name)); text = end) {
		end = text + strlen(name);
		if (!isalnum(*end) && *end != '_')
			return text;
	}
	return NULL;
}

static unsigned int args_parse_count(const char *text,
				     enum dynevent_context context)
{
	unsigned int nr = 0;

	for (text = dynevent_word(text); !args_parse_at_end(text, context); nr++)
		text = dynevent_word(dynevent_word_end(text));
	return nr;
}

/* Names that records have for other fields. */
static bool args_parse_name_reserved(const char *name)
{
	static const char * const names[] = {
		"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
	};
	const struct event_field *field;

	for (field = event_common_fields; field->type; field++) {
		if (!strcmp(field->name, name))
			return true;
	}
	return match_string(names, ARRAY_SIZE(names), name) >= 0;
}

static bool args_parse_name_used(const struct dynevent_args *args, const char *name)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		if (!strcmp(args->arg[i].name, name))
			return true;
	}
	return args_parse_name_reserved(name);
}

/* Write an error about an argument. @offset: position in p->word */
static int args_parse_error(const struct dynevent_arg_parser *p,
			    enum dynevent_error error, unsigned int offset)
{
	return dynevent_error(p->def, error, p->place + min(offset, p->length));
}

/* The name of an argument that is given none. */
static char *args_parse_default_name(const struct dynevent_arg_parser *p)
{
	size_t len = dynevent_btf_name_length(p->word);

	return len ? kstrndup(p->word, len, GFP_KERNEL) :
		     kasprintf(GFP_KERNEL, "arg%u", p->args->nr + 1);
}

/* Parse the name of the argument, which ends at @end, and set p->skip. */
static int args_parse_name(struct dynevent_arg_parser *p, const char *end)
{
	const char *word = p->word, *equal = memchr(word, '=', end - word);
	struct dynevent_arg *arg = p->arg;

	p->skip = 0;
	if (!equal) {
		arg->name = args_parse_default_name(p);
	} else {
		if (equal == word)
			return args_parse_error(p, DYNEVENT_NO_ARG_NAME, 0);
		if (equal - word > DYNEVENT_ARG_NAME_MAX)
			return args_parse_error(p, DYNEVENT_ARG_NAME_TOO_LONG, 0);
		p->skip = equal + 1 - word;
		arg->name = kstrndup(word, equal - word, GFP_KERNEL);
	}
	if (!arg->name)
		return -ENOMEM;
	if (!dynevent_name_valid(arg->name))
		return args_parse_error(p, DYNEVENT_BAD_ARG_NAME, 0);
	if (args_parse_name_used(p->args, arg->name))
		return args_parse_error(p, DYNEVENT_USED_ARG_NAME, 0);
	return 0;
}

/*
 * Expand "X:%pd" and "X:%pD", the name of a dentry and of the dentry of a file.
 * Return: the length of the expanded text; -1 if it is neither.
 */
static int args_parse_dentry_name(struct dynevent_arg_parser *p, int len)
{
	const size_t size = sizeof(p->body);
	const char *at = p->word + p->skip;

	if (dynevent_context_is_user(p->context) ||
	    p->context == DYNEVENT_AT_EVENT || len < 4)
		return -1;
	if (!strncmp(at + len - 4, ":%pd", 4)) {
		p->shift = snprintf(p->body, size, "+0x0(+0x%zx(",
				    offsetof(struct dentry, d_name.name));
		return p->shift + snprintf(p->body + p->shift, size - p->shift,
					   "%.*s)):string", len - 4, at);
	}
	if (!strncmp(at + len - 4, ":%pD", 4)) {
		p->shift = snprintf(p->body, size, "+0x0(+0x%zx(+0x%zx(",
				    offsetof(struct dentry, d_name.name),
				    offsetof(struct file, f_path.dentry));
		return p->shift + snprintf(p->body + p->shift, size - p->shift,
					   "%.*s))):string", len - 4, at);
	}
	return -1;
}

static int args_parse_fetch(struct dynevent_arg_parser *p, const char *end)
{
	const char *at = p->word + p->skip;
	int len = min_t(size_t, end - at, sizeof(p->body));
	int full;

	if (!len)
		return args_parse_error(p, DYNEVENT_NO_ARG_BODY, p->skip);
	full = args_parse_dentry_name(p, len);
	if (full < 0)
		full = snprintf(p->body, sizeof(p->body), "%.*s", len, at);
	if (full >= sizeof(p->body)) {
		args_parse_error(p, DYNEVENT_ARG_TOO_LONG, p->skip);
		return -E2BIG;
	}
	p->arg->fetch = kstrdup(p->body, GFP_KERNEL);
	return p->arg->fetch ? 0 : -ENOMEM;
}

/*
 * The type in the format file: "u8", or "u8[]" for an array; "__data_loc char[]"
 * for a string, with the number of elements for an array.
 */
static char *args_parse_row_type(const struct dynevent_arg *arg)
{
	const struct dynevent_arg_type *type = arg->type;

	if (!type->string)
		return kasprintf(GFP_KERNEL, "%.*s", (int)(strlen(type->field) -
				 (arg->count ? 0 : 2)), type->field);
	if (!arg->count)
		return kstrdup(type->field, GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s[%u]", type->field, arg->count);
}

static int args_parse_finish(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;

	arg->first = p->step[0];
	arg->nr = p->nr - 1;
	if (arg->nr) {
		arg->step = kmemdup(&p->step[1], arg->nr * sizeof(*arg->step),
				    GFP_KERNEL);
		if (!arg->step)
			return -ENOMEM;
	}
	arg->row_type = args_parse_row_type(arg);
	if (!arg->row_type)
		return -ENOMEM;
	arg->size = arg->type->size;
	arg->bytes = arg->size * max(arg->count, 1);
	arg->offset = p->args->fixed;
	p->args->fixed += arg->bytes;
	p->args->strings |= arg->type->string;
	return 0;
}

static int args_parse_one(struct dynevent_arg_parser *p, const char *end)
{
	int ret;

	p->shift = 0;
	p->nr = 0;
	p->value = (struct dynevent_btf_value) { };
	ret = args_parse_name(p, end);
	if (!ret)
		ret = args_parse_fetch(p, end);
	if (!ret)
		ret = dynevent_arg_parse_type(p);
	if (!ret)
		ret = dynevent_arg_parse_body(p);
	if (!ret)
		ret = dynevent_arg_apply_type(p);
	return ret ?: args_parse_finish(p);
}

/*
 * "$arg*", all arguments of a function, may be given once, but there are none without
 * BTF. It is looked for before the other arguments are parsed.
 */
static int args_parse_refuse_all(const struct dynevent_def *def, const char *text,
				 enum dynevent_context context)
{
	const char *end, *first = NULL;

	if (dynevent_context_is_user(context) || context == DYNEVENT_AT_EVENT)
		return 0;
	for (text = dynevent_word(text); *text; text = dynevent_word(end)) {
		end = dynevent_word_end(text);
		if (end - text != 5 || strncmp(text, "$arg*", 5))
			continue;
		if (!dynevent_context_has_args(context))
			return dynevent_error(def, DYNEVENT_NOFENTRY_ARGS, text);
		if (first)
			return dynevent_error(def, DYNEVENT_DOUBLE_ARGS, text);
		first = text;
	}
	if (!first)
		return 0;
	dynevent_error(def, DYNEVENT_NOSUP_BTFARG, first);
	return -EOPNOTSUPP;
}

/*
 * Parse the arguments in @list. Errors point into @text: an argument stands for the word
 * at its index there, even if "$arg*" has been expanded before it.
 */
static int args_parse_list(struct dynevent_arg_parser *p, const char *list, const char *text)
{
	struct dynevent_args *args = p->args;
	const char *end;
	int ret;

	text = dynevent_word(text);
	for (list = dynevent_word(list); !args_parse_at_end(list, p->context);
	     list = dynevent_word(end)) {
		end = dynevent_word_end(list);
		p->word = list;
		p->place = text + !*text;
		p->length = dynevent_word_end(text) - text;
		p->arg = &args->arg[args->nr];
		ret = args_parse_one(p, end);
		/* dynevent_args_free() frees an incomplete argument, too. */
		args->nr++;
		if (ret)
			return ret;
		text = dynevent_word(dynevent_word_end(text));
	}
	return 0;
}

static int args_parse_expanded(struct dynevent_arg_parser *p, const char *list,
			       const char *text)
{
	unsigned int nr = args_parse_count(list, p->context);

	if (nr > DYNEVENT_ARGS_MAX)
		return -E2BIG;
	p->args->arg = kcalloc(nr, sizeof(*p->args->arg), GFP_KERNEL);
	return p->args->arg ? args_parse_list(p, list, text) : -ENOMEM;
}

/**
 * dynevent_args_parse - parse fetch arguments
 * @args: zeroed; release it by dynevent_args_free(), even if this fails
 * @def: the definition
 * @text: where the arguments begin in it
 * @context: where they will be fetched
 * @call: DYNEVENT_AT_EVENT: the other event; else NULL
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: 0; -EINVAL, -ERANGE, -EOPNOTSUPP or -ENOENT, error_log has the reason; -E2BIG
 * if there are too many arguments, or if one is too long, for which error_log has the
 * reason, too; -ENOMEM.
 */
int dynevent_args_parse(struct dynevent_args *args, const struct dynevent_def *def,
			const char *text, enum dynevent_context context,
			struct trace_event_call *call)
{
	struct dynevent_arg_parser *p __free(kfree) = NULL;
	char *list __free(kfree) = NULL;
	struct dynevent_btf_func btf = { };
	int ret;

	if (args_parse_at_end(dynevent_word(text), context))
		return 0;
	p = kzalloc(sizeof(*p), GFP_KERNEL);
	if (!p)
		return -ENOMEM;
	p->def = def;
	p->args = args;
	p->context = context;
	p->call = call;
	p->btf = &btf;
	if (IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS))
		ret = dynevent_btf_expand(&btf, def, text, context, &list);
	else
		ret = args_parse_refuse_all(def, text, context);
	if (!ret)
		ret = args_parse_expanded(p, list ?: text, text);
	dynevent_btf_put(&btf);
	return ret;
}

/**
 * dynevent_args_free - free fetch arguments
 * @args: the arguments; zeroed
 *
 * Context: task.
 */
void dynevent_args_free(struct dynevent_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		kfree(args->arg[i].step);
		kfree(args->arg[i].name);
		kfree(args->arg[i].fetch);
		kfree(args->arg[i].row_type);
		kfree(args->arg[i].text);
	}
	kfree(args->arg);
	memset(args, 0, sizeof(*args));
}

/* Set the first step to the address of "SYM[+|-OFFS]". */
static int args_parse_resolve_one(struct dynevent_arg *arg)
{
	const char *sign = strpbrk(arg->text, "+-");
	unsigned long address;
	long offset = 0;
	char *symbol;

	symbol = kstrndup(arg->text, sign ? sign - arg->text :
			  strlen(arg->text), GFP_KERNEL);
	if (!symbol)
		return -ENOMEM;
	address = kallsyms_lookup_name(symbol);
	kfree(symbol);
	if (sign && kstrtol(sign, 0, &offset))
		return -EINVAL;
	if (!address)
		return -ENOENT;
	WRITE_ONCE(arg->first.value, address + offset);
	return 0;
}

/**
 * dynevent_args_resolve - look up the symbols of "@SYM+offs"
 * @args: the arguments
 *
 * Symbols are looked up when an event is registered, as they may belong to a module
 * that is loaded later than the event is defined.
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if there is no such symbol; -EINVAL if an offset is malformed;
 * -ENOMEM.
 */
int dynevent_args_resolve(struct dynevent_args *args)
{
	unsigned int i;
	int ret;

	for (i = 0; i < args->nr; i++) {
		if (!args->arg[i].text ||
		    args->arg[i].first.op != FETCH_IMM)
			continue;
		ret = args_parse_resolve_one(&args->arg[i]);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * dynevent_args_find_difference - compare the record layout of arguments
 * @a: a list
 * @b: another list
 *
 * Context: any.
 * Return: index of the first argument that only one of the lists has, or else of the first
 * one that has another name or type; -1 if the layouts are equal.
 */
int dynevent_args_find_difference(const struct dynevent_args *a,
				  const struct dynevent_args *b)
{
	const struct dynevent_arg *one, *two;
	unsigned int i;

	if (a->nr != b->nr)
		return min(a->nr, b->nr);
	for (i = 0; i < a->nr; i++) {
		one = &a->arg[i];
		two = &b->arg[i];
		if (one->type != two->type || one->count != two->count ||
		    strcmp(one->name, two->name))
			return i;
	}
	return -1;
}

/**
 * dynevent_args_equal - compare two lists of arguments
 * @a: a list
 * @b: another list
 *
 * Context: any.
 * Return: true if names, types and what is fetched are equal.
 */
bool dynevent_args_equal(const struct dynevent_args *a,
			 const struct dynevent_args *b)
{
	unsigned int i;

	if (dynevent_args_find_difference(a, b) >= 0)
		return false;
	for (i = 0; i < a->nr; i++) {
		if (strcmp(a->arg[i].fetch, b->arg[i].fetch))
			return false;
	}
	return true;
}

static bool args_parse_match_one(const struct dynevent_arg *arg, const char *word)
{
	size_t len = strlen(arg->name);

	return !strncmp(word, arg->name, len) && word[len] == '=' &&
	       !strcmp(word + len + 1, arg->fetch);
}

/**
 * dynevent_args_match - test whether a list begins with some arguments
 * @args: the list
 * @argc: number of words
 * @argv: arguments "name=fetch:type", as in "-:event location args"
 *
 * Context: any.
 * Return: true if it does.
 */
bool dynevent_args_match(const struct dynevent_args *args, int argc,
			 const char **argv)
{
	int i;

	if (argc > args->nr)
		return false;
	for (i = 0; i < argc; i++) {
		if (!args_parse_match_one(&args->arg[i], argv[i]))
			return false;
	}
	return true;
}

/**
 * dynevent_args_show - print " name=fetch:type" for each argument
 * @m: the seq_file
 * @args: the arguments
 *
 * Context: task.
 */
void dynevent_args_show(struct seq_file *m, const struct dynevent_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++)
		seq_printf(m, " %s=%s", args->arg[i].name, args->arg[i].fetch);
}
