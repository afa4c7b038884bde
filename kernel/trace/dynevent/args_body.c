// SPDX-License-Identifier: GPL-2.0
/*
 * Parse what an argument fetches:
 *
 *	%REG  $VAR  @ADDR  @SYM[+|-OFFS]  @+FILEOFFS  \IMM  \"TEXT"
 *	+|-[u]OFFS(one of these)
 *
 * and what args_btf.h adds, in args_btf*.c.
 *
 * The text is a copy of the definition, which is cut at parentheses during the
 * descent.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "args_btf.h"

/* Maximum number of a word of the stack, and of an argument. */
#define ARGS_STACK_WORDS	(THREAD_SIZE / sizeof(long))

/**
 * dynevent_word - find the next word
 * @p: the text
 *
 * Context: any.
 * Return: the first character at or after @p that is no white space.
 */
const char *dynevent_word(const char *p)
{
	return skip_spaces(p);
}

/**
 * dynevent_word_end - find the end of a word
 * @p: the word; white space ends it even between quotes
 *
 * Context: any.
 * Return: the first character at or after @p that is white space, or the NUL.
 */
const char *dynevent_word_end(const char *p)
{
	while (*p && !isspace(*p))
		p++;
	return p;
}

/**
 * dynevent_arg_error - write an error about the body of an argument into error_log
 * @p: the parser
 * @error: the error
 * @at: position in @p->body
 *
 * Context: task, may sleep.
 * Return: -EINVAL.
 */
int dynevent_arg_error(const struct dynevent_arg_parser *p,
		       enum dynevent_error error, const char *at)
{
	size_t pos = at - p->body;

	pos -= min_t(size_t, pos, p->shift);
	return dynevent_error(p->def, error,
			      p->place + min_t(size_t, p->skip + pos, p->length));
}

/**
 * dynevent_arg_push - append a step
 * @p: the parser
 * @op: what it does
 * @value: operand of @op
 *
 * Context: any.
 * Return: false if there are too many.
 */
bool dynevent_arg_push(struct dynevent_arg_parser *p, enum fetch_op op, long value)
{
	if (p->nr == FETCH_STEPS_MAX)
		return false;
	p->step[p->nr++] = (struct fetch_step){ .op = op, .value = value };
	return true;
}

/* Append the first step, for which there is always space. */
static int args_body_base(struct dynevent_arg_parser *p, enum fetch_op op,
			  long value)
{
	dynevent_arg_push(p, op, value);
	return 0;
}

static enum fetch_op args_body_read_op(const struct dynevent_arg_parser *p,
				       bool user)
{
	if (dynevent_context_is_user(p->context))
		return FETCH_READ_USER_FAULT;
	return user ? FETCH_READ_USER : FETCH_READ;
}

/*
 * Memory at a fixed address: the first step is the address, the second one reads.
 */
static int args_body_memory(struct dynevent_arg_parser *p, enum fetch_op op,
			    long value)
{
	dynevent_arg_push(p, op, value);
	dynevent_arg_push(p, args_body_read_op(p, false), 0);
	return 0;
}

/**
 * struct args_body_field - argument of args_body_match_field()
 * @name: name of the field to find
 * @step: the step that fetches it
 */
struct args_body_field {
	const char		*name;
	struct fetch_step	*step;
};

/* A number is fetched by value; arrays and all other fields by address. */
static enum fetch_op args_body_field_op(const struct event_field *field)
{
	if (strstarts(field->type, "__data_loc"))
		return FETCH_FIELD_DATA_LOC;
	if (strstarts(field->type, "__rel_loc"))
		return FETCH_FIELD_REL_LOC;
	if (strchr(field->type, '[') || field->size > sizeof(u64) ||
	    !is_power_of_2(field->size))
		return FETCH_FIELD_ADDR;
	return FETCH_FIELD;
}

static int args_body_match_field(const struct event_field *field, void *data)
{
	const struct args_body_field *find = data;

	if (strcmp(field->name, find->name))
		return 0;
	find->step->op = args_body_field_op(field);
	find->step->value = field->offset;
	find->step->size = field->size;
	find->step->is_signed = field->is_signed;
	return 1;
}

/* $FIELD of the other event. */
static bool args_body_field(struct dynevent_arg_parser *p, const char *name)
{
	struct args_body_field find = { .name = name, .step = &p->step[0] };

	if (p->context != DYNEVENT_AT_EVENT ||
	    !event_fields_each(p->call, args_body_match_field, &find))
		return false;
	p->nr = 1;
	return true;
}

/* One of the words saved at the entry of the function. */
static int args_body_saved_arg(struct dynevent_arg_parser *p, unsigned long nr)
{
	struct dynevent_args *args = p->args;
	unsigned int i;

	for (i = 0; i < args->nr_entry && args->entry[i] != nr; i++)
		;
	if (i == args->nr_entry)
		args->entry[args->nr_entry++] = nr;
	return args_body_base(p, FETCH_ENTRY, i);
}

/*
 * Further arguments of a tracepoint are on the stack of the caller; x86 pushes the
 * return address after them.
 */
static int args_body_tracepoint_arg(struct dynevent_arg_parser *p, unsigned long nr)
{
	if (nr < DYNEVENT_TRACEPOINT_WORDS)
		return args_body_base(p, FETCH_ENTRY, nr);
	return args_body_base(p, FETCH_STACK_NTH,
			      nr - DYNEVENT_TRACEPOINT_WORDS + IS_ENABLED(CONFIG_X86));
}

/**
 * dynevent_arg_push_param - append the step that fetches a parameter of the function
 * @p: the parser, where the function has arguments; there are no steps yet
 * @nr: number of the parameter, counted from 0
 *
 * Context: any.
 * Return: 0.
 */
int dynevent_arg_push_param(struct dynevent_arg_parser *p, unsigned long nr)
{
	if (dynevent_context_is_return(p->context))
		return args_body_saved_arg(p, nr);
	if (p->context == DYNEVENT_AT_TRACEPOINT)
		return args_body_tracepoint_arg(p, nr);
	return args_body_base(p, FETCH_ARG, nr);
}

/* An argument of the function or of the tracepoint. */
static int args_body_arg(struct dynevent_arg_parser *p, const char *text,
			 unsigned long nr)
{
	if (!nr || nr > ARGS_STACK_WORDS)
		return dynevent_arg_error(p, DYNEVENT_BAD_ARG_NUM, text);
	if (!dynevent_context_has_args(p->context))
		return dynevent_arg_error(p, DYNEVENT_NOFENTRY_ARGS, text);
	return dynevent_arg_push_param(p, nr - 1);
}

static int args_body_stack(struct dynevent_arg_parser *p, const char *text,
			   unsigned long nr)
{
	if (dynevent_context_is_user(p->context))
		return args_body_base(p, FETCH_USER_STACK_NTH, nr);
	if (nr > ARGS_STACK_WORDS)
		return dynevent_arg_error(p, DYNEVENT_BAD_STACK_NUM, text);
	return args_body_base(p, FETCH_STACK_NTH, nr);
}

static int args_body_retval(struct dynevent_arg_parser *p, char *text)
{
	if (!dynevent_context_is_return(p->context) && p->context != DYNEVENT_AT_USER_RETURN)
		return dynevent_arg_error(p, DYNEVENT_RETVAL_ON_PROBE, text);
	args_body_base(p, FETCH_RETVAL, 0);
	return dynevent_context_is_return(p->context) ? dynevent_btf_parse_retval(p, text) : 0;
}

/* $retval, $stack, $stackN, $argN, which are derived from registers. */
static int args_body_register_var(struct dynevent_arg_parser *p, char *text)
{
	const char *name = text + 1;
	unsigned long nr;

	if (strstarts(name, "retval"))
		return args_body_retval(p, text);
	if (!strcmp(name, "stack"))
		return args_body_base(p, dynevent_context_is_user(p->context) ?
				      FETCH_USER_STACK : FETCH_STACK, 0);
	if (strstarts(name, "stack") && !kstrtoul(name + 5, 10, &nr))
		return args_body_stack(p, text, nr);
	if (strstarts(name, "arg") && isdigit(name[3]) && !kstrtoul(name + 3, 10, &nr))
		return args_body_arg(p, text, nr);
	return dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
}

static int args_body_var(struct dynevent_arg_parser *p, char *text)
{
	const char *name = text + 1;

	if (args_body_field(p, name))
		return 0;
	if (!strcmp(name, "comm") || !strcmp(name, "COMM"))
		return args_body_base(p, FETCH_COMM, 0);
	if (strstarts(name, "current"))
		return dynevent_btf_parse_current(p, text);
	if (p->context == DYNEVENT_AT_EVENT)
		return dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
	return args_body_register_var(p, text);
}

static int args_body_register(struct dynevent_arg_parser *p, const char *text)
{
	int offset;

	if (dynevent_context_is_hook(p->context))
		dynevent_arg_error(p, DYNEVENT_BAD_VAR, text);
	if (p->context == DYNEVENT_AT_EVENT || dynevent_context_is_hook(p->context))
		return dynevent_arg_error(p, DYNEVENT_BAD_FETCH_ARG, text);
	offset = regs_query_register_offset(text + 1);
	if (offset < 0)
		return dynevent_arg_error(p, DYNEVENT_BAD_REG_NAME, text);
	return args_body_base(p, FETCH_REG, offset);
}

/* @+OFFS: a position in the file of the program. */
static int args_body_file(struct dynevent_arg_parser *p, const char *text)
{
	long offset;

	if (!dynevent_context_is_user(p->context))
		return dynevent_arg_error(p, DYNEVENT_FILE_ON_KPROBE, text);
	if (kstrtol(text + 2, 0, &offset))
		return dynevent_arg_error(p, DYNEVENT_BAD_FILE_OFFS, text);
	return args_body_memory(p, FETCH_FILE, offset);
}

static int args_body_address(struct dynevent_arg_parser *p, const char *text)
{
	unsigned long address;

	if (text[1] == '+')
		return args_body_file(p, text);
	if (isdigit(text[1])) {
		if (kstrtoul(text + 1, 0, &address))
			return dynevent_arg_error(p, DYNEVENT_BAD_MEM_ADDR, text);
		return args_body_memory(p, FETCH_IMM, address);
	}
	if (dynevent_context_is_user(p->context))
		return dynevent_arg_error(p, DYNEVENT_SYM_ON_UPROBE, text);
	/* dynevent_args_resolve() looks up the address. */
	p->arg->text = kstrdup(text + 1, GFP_KERNEL);
	return p->arg->text ? args_body_memory(p, FETCH_IMM, 0) : -ENOMEM;
}

static int args_body_text(struct dynevent_arg_parser *p, const char *text)
{
	size_t len = strlen(text);

	if (!len || text[len - 1] != '"')
		return dynevent_arg_error(p, DYNEVENT_IMMSTR_NO_CLOSE, text + len);
	p->arg->text = kstrndup(text, len - 1, GFP_KERNEL);
	if (!p->arg->text)
		return -ENOMEM;
	return args_body_base(p, FETCH_TEXT, (long)p->arg->text);
}

static int args_body_immediate(struct dynevent_arg_parser *p, const char *text)
{
	unsigned long number;
	int ret;

	text++;
	if (*text == '"')
		return args_body_text(p, text + 1);
	ret = isdigit(*text) ? kstrtoul(text, 0, &number) :
			       kstrtol(text, 0, (long *)&number);
	if (ret) {
		dynevent_arg_error(p, DYNEVENT_BAD_IMM, text);
		return ret;
	}
	return args_body_base(p, FETCH_IMM, number);
}

static int args_body_deref(struct dynevent_arg_parser *p, char *text)
{
	bool user = text[1] == 'u';
	char *inner = strchr(text, '('), *close, *number = text + 1 + user;
	long offset;
	int ret;

	if (!inner)
		return dynevent_arg_error(p, DYNEVENT_DEREF_NEED_BRACE, text);
	*inner++ = '\0';
	if (*text == '-')
		*--number = '-';
	if (kstrtol(number, 0, &offset))
		return dynevent_arg_error(p, DYNEVENT_BAD_DEREF_OFFS, text);
	close = strrchr(inner, ')');
	if (!close)
		return dynevent_arg_error(p, DYNEVENT_DEREF_OPEN_BRACE,
					  inner + strlen(inner));
	*close = '\0';
	ret = dynevent_arg_parse_fetch(p, inner);
	if (ret)
		return ret;
	if (p->step[0].op == FETCH_COMM || p->step[0].op == FETCH_TEXT)
		return dynevent_arg_error(p, DYNEVENT_COMM_CANT_DEREF, inner);
	if (!dynevent_arg_push(p, args_body_read_op(p, user), offset))
		return dynevent_arg_error(p, DYNEVENT_TOO_MANY_OPS, inner);
	p->value = (struct dynevent_btf_value) { };
	return 0;
}

/* The name of a parameter, or what begins like one. */
static int args_body_name(struct dynevent_arg_parser *p, char *text)
{
	if (strstarts(text, "this_cpu_"))
		return dynevent_btf_parse_cpu(p, text);
	/* A type cast accepts the name of a field without "$". */
	if (p->casts && args_body_field(p, text))
		return 0;
	return dynevent_btf_parse_name(p, text);
}

/**
 * dynevent_arg_parse_fetch - parse what an argument, or a part of it, fetches
 * @p: the parser
 * @text: the part; modified
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: as dynevent_arg_parse_body().
 */
int dynevent_arg_parse_fetch(struct dynevent_arg_parser *p, char *text)
{
	switch (*text) {
	case '$':
		return args_body_var(p, text);
	case '%':
		return args_body_register(p, text);
	case '@':
		return args_body_address(p, text);
	case '\\':
		return args_body_immediate(p, text);
	case '+':
	case '-':
		return args_body_deref(p, text);
	case '(':
		return dynevent_btf_parse_cast(p, text);
	}
	if (!isalpha(*text) && *text != '_')
		return dynevent_arg_error(p, DYNEVENT_BAD_FETCH_ARG, text);
	return args_body_name(p, text);
}

/**
 * dynevent_arg_parse_body - parse what an argument fetches
 * @p: the parser; the steps are set
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: 0; -EINVAL, -ERANGE for an immediate value, -ENOENT or -EOPNOTSUPP for what
 * BTF does not have, error_log has the reason; -ENOMEM.
 */
int dynevent_arg_parse_body(struct dynevent_arg_parser *p)
{
	return dynevent_arg_parse_fetch(p, p->body);
}
