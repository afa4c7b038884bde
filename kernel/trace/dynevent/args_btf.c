// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: the probed function in BTF, its parameters by their names, and its
 * return value.
 *
 * BTF is searched once for a definition, and only if an argument needs it, as the search
 * compares the name with each function of the kernel.
 */
#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args_btf.h"

/*
 * Name of the function whose parameters the arguments are: a tracepoint has them as the
 * parameters of its stub, after the pointer that each probe is passed.
 */
static char *args_btf_func_name(const struct dynevent_def *def,
				enum dynevent_context context)
{
	return kasprintf(GFP_KERNEL, "%s%s",
			 context == DYNEVENT_AT_TRACEPOINT ? "__probestub_" : "",
			 def->func);
}

static void args_btf_search(struct dynevent_btf_func *func, const char *name,
			    unsigned int skip)
{
	const struct btf_type *type;
	struct btf *btf;
	s32 id;

	id = bpf_find_btf_id(name, BTF_KIND_FUNC, &btf);
	if (id <= 0)
		return;
	type = btf_type_by_id(btf, id);
	type = type ? btf_type_by_id(btf, type->type) : NULL;
	if (!type || !btf_type_is_func_proto(type) || btf_type_vlen(type) < skip) {
		btf_put(btf);
		return;
	}
	func->btf = btf;
	func->proto = type;
	func->param = btf_params(type) + skip;
	func->nr = btf_type_vlen(type) - skip;
}

/**
 * dynevent_btf_find - find the probed function in BTF
 * @func: zeroed before the first call; release it by dynevent_btf_put()
 * @def: the definition
 * @context: where arguments are fetched
 *
 * Context: task, may sleep.
 * Return: true if BTF has it.
 */
bool dynevent_btf_find(struct dynevent_btf_func *func, const struct dynevent_def *def,
		       enum dynevent_context context)
{
	char *name;

	if (func->searched || !def->func)
		return func->btf;
	name = args_btf_func_name(def, context);
	if (!name)
		return false;
	func->searched = true;
	args_btf_search(func, name, context == DYNEVENT_AT_TRACEPOINT);
	kfree(name);
	return func->btf;
}

/**
 * dynevent_btf_put - release what dynevent_btf_find() has found
 * @func: the function
 *
 * Context: task.
 */
void dynevent_btf_put(struct dynevent_btf_func *func)
{
	if (func->btf)
		btf_put(func->btf);
}

/**
 * dynevent_btf_param_name - get the name of a parameter
 * @func: the function, which BTF has
 * @i: number of the parameter, counted from 0
 *
 * Context: any.
 * Return: the name; "" for the further arguments of a variadic function.
 */
const char *dynevent_btf_param_name(const struct dynevent_btf_func *func, unsigned int i)
{
	return btf_name_by_offset(func->btf, func->param[i].name_off);
}

/**
 * dynevent_btf_parse_name - parse "NAME[->MEMBER...]", a parameter
 * @p: the parser
 * @text: the text; modified
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT or -EOPNOTSUPP, error_log has the reason.
 */
int dynevent_btf_parse_name(struct dynevent_arg_parser *p, char *text)
{
	struct dynevent_btf_func *func = p->btf;
	char *member;
	unsigned int i;
	int ret;

	if (!dynevent_context_has_args(p->context))
		return dynevent_arg_error(p, DYNEVENT_NOSUP_BTFARG, text);
	ret = dynevent_btf_split(p, text, &member);
	if (ret)
		return ret;
	/* Nothing can be found in a function without parameters. */
	if (!dynevent_btf_find(func, p->def, p->context) || !func->nr)
		return dynevent_btf_error(p, DYNEVENT_NO_BTF_ENTRY, text, -ENOENT);
	for (i = 0; i < func->nr; i++) {
		if (!strcmp(dynevent_btf_param_name(func, i), text))
			break;
	}
	if (i == func->nr)
		return dynevent_btf_error(p, DYNEVENT_NO_BTFARG, text, -ENOENT);
	ret = dynevent_arg_push_param(p, i);
	return ret ?: dynevent_btf_parse_members(p, func->btf, func->param[i].type, member);
}

/**
 * dynevent_btf_parse_retval - parse "$retval[->MEMBER...]"
 * @p: the parser, for the return of a kernel function; the step that fetches the return
 *	value has been appended
 * @text: the text; modified
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT or -EOPNOTSUPP, error_log has the reason.
 */
int dynevent_btf_parse_retval(struct dynevent_arg_parser *p, char *text)
{
	struct dynevent_btf_func *func = p->btf;
	char *member;
	bool named;
	int ret;

	ret = dynevent_btf_split(p, text, &member);
	if (ret)
		return ret;
	named = !strcmp(text, "$retval");
	if (!dynevent_btf_find(func, p->def, p->context)) {
		if (named && !member)
			return 0;
		return dynevent_btf_error(p, DYNEVENT_NO_BTF_ENTRY, member ?: text, -ENOENT);
	}
	if (!named)
		return dynevent_btf_error(p, DYNEVENT_NO_BTFARG, text, -ENOENT);
	if (!func->proto->type)
		return dynevent_btf_error(p, DYNEVENT_NO_RETVAL, text, -ENOENT);
	return dynevent_btf_parse_members(p, func->btf, func->proto->type, member);
}
