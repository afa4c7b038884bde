/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetch arguments: syntax that depends on BTF, the type information of the kernel.
 *
 *	NAME[->MEMBER[->MEMBER|.MEMBER...]]	a parameter of the probed function
 *	$retval[->MEMBER...]			its return value
 *	$arg*					all its parameters
 *
 * and what Linux has after 6.12:
 *
 *	(STRUCT)FETCH->MEMBER...		FETCH is the address of a STRUCT
 *	(STRUCT,MEMBER)FETCH->MEMBER...		FETCH is the address of a member of one
 *	$current[->MEMBER...]			the current task
 *	this_cpu_ptr(FETCH)			this CPU's instance of a per-CPU pointer
 *	this_cpu_read(FETCH)			and what is there
 */
#ifndef _KERNEL_TRACE_DYNEVENT_ARGS_BTF_H
#define _KERNEL_TRACE_DYNEVENT_ARGS_BTF_H

#include "args_internal.h"

#ifdef CONFIG_PROBE_EVENTS_BTF_ARGS

/* args_btf.c */
bool dynevent_btf_find(struct dynevent_btf_func *func, const struct dynevent_def *def,
		       enum dynevent_context context);
void dynevent_btf_put(struct dynevent_btf_func *func);
const char *dynevent_btf_param_name(const struct dynevent_btf_func *func, unsigned int i);

int dynevent_btf_parse_name(struct dynevent_arg_parser *p, char *text);
int dynevent_btf_parse_retval(struct dynevent_arg_parser *p, char *text);

/* args_btf_member.c */
int dynevent_btf_error(const struct dynevent_arg_parser *p, enum dynevent_error error,
		       const char *at, int ret);
int dynevent_btf_split(struct dynevent_arg_parser *p, char *text, char **member);
int dynevent_btf_parse_members(struct dynevent_arg_parser *p, const struct btf *btf,
			       u32 id, char *member);
int dynevent_btf_parse_members_of(struct dynevent_arg_parser *p, const struct btf *btf,
				  const struct btf_type *type, char *member, long base);
int dynevent_btf_parse_offset(struct dynevent_arg_parser *p, const struct btf *btf,
			      const struct btf_type *type, char *member, long *offset);

/* args_btf_list.c */
int dynevent_btf_expand(struct dynevent_btf_func *func, const struct dynevent_def *def,
			const char *text, enum dynevent_context context, char **expanded);
size_t dynevent_btf_name_length(const char *word);

/* args_btf_cast.c */
int dynevent_btf_parse_cast(struct dynevent_arg_parser *p, char *text);
int dynevent_btf_parse_current(struct dynevent_arg_parser *p, char *text);
int dynevent_btf_parse_cpu(struct dynevent_arg_parser *p, char *text);

#else

static inline void dynevent_btf_put(struct dynevent_btf_func *func)
{
}

static inline int dynevent_btf_parse_name(struct dynevent_arg_parser *p, char *text)
{
	dynevent_arg_error(p, DYNEVENT_NOSUP_BTFARG, text);
	return dynevent_context_has_args(p->context) ? -EOPNOTSUPP : -EINVAL;
}

static inline int dynevent_btf_parse_retval(struct dynevent_arg_parser *p, char *text)
{
	return 0;
}

static inline int dynevent_btf_expand(struct dynevent_btf_func *func,
				      const struct dynevent_def *def, const char *text,
				      enum dynevent_context context, char **expanded)
{
	*expanded = NULL;
	return 0;
}

static inline size_t dynevent_btf_name_length(const char *word)
{
	return 0;
}

static inline int dynevent_btf_parse_cast(struct dynevent_arg_parser *p, char *text)
{
	return dynevent_arg_error(p, DYNEVENT_BAD_FETCH_ARG, text);
}

static inline int dynevent_btf_parse_current(struct dynevent_arg_parser *p, char *text)
{
	return dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
}

static inline int dynevent_btf_parse_cpu(struct dynevent_arg_parser *p, char *text)
{
	return dynevent_btf_parse_name(p, text);
}

#endif /* CONFIG_PROBE_EVENTS_BTF_ARGS */

#endif /* _KERNEL_TRACE_DYNEVENT_ARGS_BTF_H */
