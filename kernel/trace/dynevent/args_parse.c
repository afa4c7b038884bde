// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of probe events: the list of them, as users write it and as it is
 * shown, compared and freed. "[NAME=]FETCH[:TYPE]" each, see args_body.c and
 * args_type.c; without a name it is arg1, arg2, ... by its place.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args_step.h"
#include "dynevent.h"

const char *dynevent_args_at(const struct dynevent_command *cmd, const char *text,
			     unsigned int i)
{
	text = dynevent_word(text);
	while (i--)
		text = dynevent_word(dynevent_word_end(text));
	return text;
}

/* Those of an event on an event end where its filter begins. */
static bool args_end(const char *text, enum dynevent_place place)
{
	return !*text || (place == DYNEVENT_AT_EVENT && !strncmp(text, "if", 2) &&
			  dynevent_word_end(text) == text + 2);
}

const char *dynevent_args_end(const char *text, enum dynevent_place place)
{
	text = dynevent_word(text);
	while (!args_end(text, place))
		text = dynevent_word(dynevent_word_end(text));
	return text;
}

static unsigned int args_count(const char *text, enum dynevent_place place)
{
	unsigned int nr = 0;

	for (text = dynevent_word(text); !args_end(text, place); nr++)
		text = dynevent_word(dynevent_word_end(text));
	return nr;
}

/* Names that the record of some probe has otherwise. */
static bool args_name_reserved(const char *name)
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

static bool args_name_used(const struct dynevent_args *args, const char *name)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		if (!strcmp(args->arg[i].name, name))
			return true;
	}
	return args_name_reserved(name);
}

/* The name of the argument that is the word at @word; p->at is what follows. */
static int arg_name(struct dynevent_parser *p, const char *word, const char *end)
{
	const char *equal = memchr(word, '=', end - word);
	struct dynevent_arg *arg = p->arg;

	p->at = word;
	if (!equal) {
		arg->name = kasprintf(GFP_KERNEL, "arg%u", p->args->nr + 1);
	} else {
		if (equal == word)
			return dynevent_error(p->cmd, DYNEVENT_NO_ARG_NAME, word);
		if (equal - word > DYNEVENT_ARG_NAME_MAX)
			return dynevent_error(p->cmd, DYNEVENT_ARG_NAME_TOO_LONG,
					      word);
		p->at = equal + 1;
		arg->name = kstrndup(word, equal - word, GFP_KERNEL);
	}
	if (!arg->name)
		return -ENOMEM;
	if (!dynevent_name_good(arg->name))
		return dynevent_error(p->cmd, DYNEVENT_BAD_ARG_NAME, word);
	if (args_name_used(p->args, arg->name))
		return dynevent_error(p->cmd, DYNEVENT_USED_ARG_NAME, word);
	return 0;
}

/* "X:%pd" and "X:%pD": the name of a dentry, and of a file's. Else -1. */
static int arg_body_name(struct dynevent_parser *p, int len)
{
	const size_t size = sizeof(p->body);
	const char *at = p->at;

	if (dynevent_place_user(p->place) || p->place == DYNEVENT_AT_EVENT || len < 4)
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

static int arg_body(struct dynevent_parser *p, const char *word, const char *end)
{
	int len = min_t(size_t, end - p->at, sizeof(p->body));
	int full;

	if (!len)
		return dynevent_error(p->cmd, DYNEVENT_NO_ARG_BODY, p->at);
	if (p->at == word && len == 5 && !strncmp(word, "$arg*", 5) &&
	    !dynevent_place_user(p->place) && p->place != DYNEVENT_AT_EVENT)
		return dynevent_error(p->cmd, p->place == DYNEVENT_AT_CODE ?
				      DYNEVENT_NOFENTRY_ARGS : DYNEVENT_NOSUP_BTFARG,
				      p->at);
	full = arg_body_name(p, len);
	if (full < 0)
		full = snprintf(p->body, sizeof(p->body), "%.*s", len, p->at);
	if (full >= sizeof(p->body))
		return dynevent_error(p->cmd, DYNEVENT_ARG_TOO_LONG, p->at);
	p->arg->fetch = kstrdup(p->body, GFP_KERNEL);
	return p->arg->fetch ? 0 : -ENOMEM;
}

/* "u8", or as an array "u8[]"; for strings "__data_loc char[]", or more of it. */
static char *arg_row_type(const struct dynevent_arg *arg)
{
	const struct dynevent_arg_type *type = arg->type;

	if (!type->string)
		return kasprintf(GFP_KERNEL, "%.*s", (int)(strlen(type->field) -
				 (arg->count ? 0 : 2)), type->field);
	if (!arg->count)
		return kstrdup(type->field, GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s[%u]", type->field, arg->count);
}

static int arg_finish(struct dynevent_parser *p)
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
	arg->row_type = arg_row_type(arg);
	if (!arg->row_type)
		return -ENOMEM;
	arg->size = arg->type->size;
	arg->bytes = arg->size * max(arg->count, 1);
	arg->offset = p->args->fixed;
	p->args->fixed += arg->bytes;
	p->args->strings |= arg->type->string;
	return 0;
}

static int arg_parse(struct dynevent_parser *p, const char *word, const char *end)
{
	int ret;

	p->shift = 0;
	p->nr = 0;
	ret = arg_name(p, word, end);
	if (!ret)
		ret = arg_body(p, word, end);
	if (!ret)
		ret = dynevent_type_parse(p);
	if (!ret)
		ret = dynevent_body_parse(p);
	if (!ret)
		ret = dynevent_type_apply(p);
	return ret ?: arg_finish(p);
}

int dynevent_args_parse(struct dynevent_args *args, const struct dynevent_command *cmd,
			const char *text, enum dynevent_place place,
			struct trace_event_call *call)
{
	struct dynevent_parser *p __free(kfree) = NULL;
	unsigned int nr = args_count(text, place);
	const char *end;
	int ret;

	if (nr > DYNEVENT_ARGS_MAX)
		return -E2BIG;
	if (!nr)
		return 0;
	p = kzalloc(sizeof(*p), GFP_KERNEL);
	args->arg = kcalloc(nr, sizeof(*args->arg), GFP_KERNEL);
	if (!p || !args->arg)
		return -ENOMEM;
	p->cmd = cmd;
	p->args = args;
	p->place = place;
	p->call = call;

	for (text = dynevent_word(text); !args_end(text, place);
	     text = dynevent_word(end)) {
		end = dynevent_word_end(text);
		p->arg = &args->arg[args->nr];
		ret = arg_parse(p, text, end);
		/* What there is of it is freed with the others. */
		args->nr++;
		if (ret)
			return ret;
	}
	return 0;
}

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

/* "SYM[+|-OFFS]" into what the first step has. */
static int arg_resolve(struct dynevent_arg *arg)
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

int dynevent_args_resolve(struct dynevent_args *args)
{
	unsigned int i;
	int ret;

	for (i = 0; i < args->nr; i++) {
		if (!args->arg[i].text ||
		    args->arg[i].first.op != DYNEVENT_OP_IMM)
			continue;
		ret = arg_resolve(&args->arg[i]);
		if (ret)
			return ret;
	}
	return 0;
}

int dynevent_args_differ(const struct dynevent_args *a, const struct dynevent_args *b)
{
	const struct dynevent_arg *one, *two;
	unsigned int i;

	for (i = 0; i < min(a->nr, b->nr); i++) {
		one = &a->arg[i];
		two = &b->arg[i];
		if (one->type != two->type || one->count != two->count ||
		    strcmp(one->name, two->name))
			return i;
	}
	return a->nr == b->nr ? -1 : i;
}

bool dynevent_args_equal(const struct dynevent_args *a, const struct dynevent_args *b)
{
	unsigned int i;

	if (dynevent_args_differ(a, b) >= 0)
		return false;
	for (i = 0; i < a->nr; i++) {
		if (strcmp(a->arg[i].fetch, b->arg[i].fetch))
			return false;
	}
	return true;
}

static bool arg_matches(const struct dynevent_arg *arg, const char *word)
{
	size_t len = strlen(arg->name);

	return !strncmp(word, arg->name, len) && word[len] == '=' &&
	       !strcmp(word + len + 1, arg->fetch);
}

bool dynevent_args_match(const struct dynevent_args *args, int argc,
			 const char **argv)
{
	int i;

	if (argc > args->nr)
		return false;
	for (i = 0; i < argc; i++) {
		if (!arg_matches(&args->arg[i], argv[i]))
			return false;
	}
	return true;
}

void dynevent_args_show(struct seq_file *m, const struct dynevent_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++)
		seq_printf(m, " %s=%s", args->arg[i].name, args->arg[i].fetch);
}
