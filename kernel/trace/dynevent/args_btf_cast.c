// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: type casts, the current task, and per-CPU pointers.
 *
 *	(STRUCT)FETCH->MEMBER...  (STRUCT,MEMBER)FETCH->MEMBER...
 *	$current[->MEMBER...]  this_cpu_ptr(FETCH)  this_cpu_read(FETCH)
 *
 * What is cast may be in parentheses. It may be any argument, even one without a type.
 */
#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "args_btf.h"

/* Maximum number of casts within each other. */
#define ARGS_BTF_CASTS_MAX	3

/* Find a parenthesis that is not closed before, or the end of the text. */
static char *args_btf_find_close(char *text)
{
	unsigned int depth = 0;

	for (; *text; text++) {
		if (*text == '(')
			depth++;
		else if (*text == ')' && !depth--)
			break;
	}
	return text;
}

/* Find the "->" after what is cast; NULL if there is none. */
static char *args_btf_find_arrow(char *text)
{
	while (*text) {
		if (strstarts(text, "->"))
			return text;
		if (*text++ == '(') {
			text = args_btf_find_close(text);
			text += !!*text;
		}
	}
	return NULL;
}

/* Find a structure or union by its name. Return: its BTF, with a reference, or NULL. */
static struct btf *args_btf_find_struct(const char *name, const struct btf_type **type)
{
	struct btf *btf;
	s32 id;

	/* There are structures without a name. */
	if (!*name)
		return NULL;
	id = bpf_find_btf_id(name, BTF_KIND_STRUCT, &btf);
	if (id <= 0)
		id = bpf_find_btf_id(name, BTF_KIND_UNION, &btf);
	if (id <= 0)
		return NULL;
	*type = btf_type_by_id(btf, id);
	return btf;
}

/* Parse what is cast, up to the "->". */
static int args_btf_parse_target(struct dynevent_arg_parser *p, char *text)
{
	char *close;
	int ret;

	if (*text == '(') {
		close = args_btf_find_close(text + 1);
		/* Otherwise it begins with another cast. */
		if (*close && !close[1]) {
			text++;
			*close = '\0';
		}
	}
	p->casts++;
	ret = dynevent_arg_parse_fetch(p, text);
	p->casts--;
	return ret;
}

/**
 * struct args_btf_cast - the parts of a cast
 * @name: name of the structure
 * @field: member of it that the address is of, or NULL
 * @target: what is cast
 * @member: the text after "->"
 */
struct args_btf_cast {
	char	*name;
	char	*field;
	char	*target;
	char	*member;
};

static int args_btf_split_cast(struct dynevent_arg_parser *p, char *text,
			       struct args_btf_cast *cast)
{
	char *close = strchr(text, ')'), *arrow;

	if (!close)
		return dynevent_arg_error(p, DYNEVENT_CAST_NO_CLOSE, text + strlen(text));
	cast->name = text + 1;
	cast->target = close + 1;
	arrow = args_btf_find_arrow(cast->target);
	if (!arrow || arrow == cast->target)
		return dynevent_arg_error(p, DYNEVENT_CAST_NO_MEMBER, cast->target);
	*close = '\0';
	*arrow = '\0';
	cast->member = arrow + strlen("->");
	cast->field = strchr(cast->name, ',');
	if (cast->field)
		*cast->field++ = '\0';
	return 0;
}

static int args_btf_apply_cast(struct dynevent_arg_parser *p, const struct btf *btf,
			       const struct btf_type *type,
			       const struct args_btf_cast *cast)
{
	long base = 0;
	int ret = 0;

	if (cast->field)
		ret = dynevent_btf_parse_offset(p, btf, type, cast->field, &base);
	if (!ret)
		ret = args_btf_parse_target(p, cast->target);
	return ret ?: dynevent_btf_parse_members_of(p, btf, type, cast->member, base);
}

/**
 * dynevent_btf_parse_cast - parse "(STRUCT[,MEMBER])FETCH->MEMBER..."
 * @p: the parser
 * @text: the text; modified
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: 0; an errno, error_log has the reason.
 */
int dynevent_btf_parse_cast(struct dynevent_arg_parser *p, char *text)
{
	const struct btf_type *type;
	struct args_btf_cast cast;
	struct btf *btf;
	int ret;

	if (dynevent_context_is_user(p->context) || p->context == DYNEVENT_AT_CODE)
		return dynevent_arg_error(p, DYNEVENT_NOSUP_BTFARG, text);
	if (p->casts == ARGS_BTF_CASTS_MAX)
		return dynevent_arg_error(p, DYNEVENT_CAST_TOO_DEEP, text);
	ret = args_btf_split_cast(p, text, &cast);
	if (ret)
		return ret;
	btf = args_btf_find_struct(cast.name, &type);
	if (!btf)
		return dynevent_arg_error(p, DYNEVENT_BAD_BTF_TID, cast.name);
	ret = args_btf_apply_cast(p, btf, type, &cast);
	btf_put(btf);
	return ret;
}

/**
 * dynevent_btf_parse_current - parse "$current[->MEMBER...]"
 * @p: the parser
 * @text: the text; modified
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT or -EOPNOTSUPP, error_log has the reason.
 */
int dynevent_btf_parse_current(struct dynevent_arg_parser *p, char *text)
{
	const struct btf_type *type;
	struct btf *btf;
	char *member;
	int ret;

	if (dynevent_context_is_user(p->context))
		return dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
	ret = dynevent_btf_split(p, text, &member);
	if (ret)
		return ret;
	if (strcmp(text, "$current"))
		return dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
	dynevent_arg_push(p, FETCH_CURRENT, 0);
	if (!member)
		return 0;
	btf = args_btf_find_struct("task_struct", &type);
	if (!btf)
		return dynevent_arg_error(p, DYNEVENT_BAD_BTF_TID, text);
	ret = dynevent_btf_parse_members_of(p, btf, type, member, 0);
	btf_put(btf);
	return ret;
}

/**
 * dynevent_btf_parse_cpu - parse "this_cpu_ptr(FETCH)" or "this_cpu_read(FETCH)"
 * @p: the parser
 * @text: the text, which begins with "this_cpu_"; modified
 *
 * Anything else is the name of a parameter.
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: 0; an errno, error_log has the reason.
 */
int dynevent_btf_parse_cpu(struct dynevent_arg_parser *p, char *text)
{
	static const char ptr[] = "this_cpu_ptr(", read[] = "this_cpu_read(";
	bool is_read = strstarts(text, read);
	char *inner, *close;
	int ret;

	if (dynevent_context_is_user(p->context) || (!is_read && !strstarts(text, ptr)))
		return dynevent_btf_parse_name(p, text);
	inner = text + strlen(is_read ? read : ptr);
	close = args_btf_find_close(inner);
	if (!*close)
		return dynevent_arg_error(p, DYNEVENT_DEREF_OPEN_BRACE, close);
	if (close[1])
		return dynevent_arg_error(p, DYNEVENT_BAD_FETCH_ARG, close + 1);
	*close = '\0';
	ret = dynevent_arg_parse_fetch(p, inner);
	if (ret)
		return ret;
	p->value = (struct dynevent_btf_value) { };
	if (!dynevent_arg_push(p, FETCH_CPU_PTR, 0) ||
	    (is_read && !dynevent_arg_push(p, FETCH_READ, 0)))
		return dynevent_arg_error(p, DYNEVENT_TOO_MANY_OPS, text);
	return 0;
}
