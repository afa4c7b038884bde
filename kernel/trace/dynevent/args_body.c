// SPDX-License-Identifier: GPL-2.0
/*
 * Reading what an argument fetches:
 *
 *	%REG  $VAR  @ADDR  @SYM[+|-OFFS]  @+FILEOFFS  \IMM  \"TEXT"
 *	+|-[u]OFFS(one of these)
 *
 * The text is a copy that is cut at braces as the reading goes down.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "args_step.h"

/* Words of a stack, and arguments that may lie there. */
#define DYNEVENT_STACK_WORDS	(THREAD_SIZE / sizeof(long))

const char *dynevent_word(const char *p)
{
	return skip_spaces(p);
}

const char *dynevent_word_end(const char *p)
{
	while (*p && !isspace(*p))
		p++;
	return p;
}

int dynevent_body_error(const struct dynevent_parser *p, enum dynevent_error error,
			const char *at)
{
	size_t pos = at - p->body;

	pos -= min_t(size_t, pos, p->shift);
	return dynevent_error(p->cmd, error,
			      p->at +
			      min_t(size_t, pos, dynevent_word_end(p->at) - p->at));
}

static int body_fetch(struct dynevent_parser *p, char *text);

/* False: there is no room. */
static bool body_push(struct dynevent_parser *p, enum dynevent_op op, long value)
{
	if (p->nr == DYNEVENT_STEPS_MAX)
		return false;
	p->step[p->nr++] = (struct dynevent_step){ .op = op, .value = value };
	return true;
}

/* A first step: there is room. */
static int body_base(struct dynevent_parser *p, enum dynevent_op op, long value)
{
	body_push(p, op, value);
	return 0;
}

static enum dynevent_op body_read_op(const struct dynevent_parser *p, bool user)
{
	if (dynevent_place_user(p->place))
		return DYNEVENT_OP_READ_TASK;
	return user ? DYNEVENT_OP_READ_USER : DYNEVENT_OP_READ;
}

/* Memory that has an address: a first step, and it is read. */
static int body_memory(struct dynevent_parser *p, enum dynevent_op op, long value)
{
	body_push(p, op, value);
	body_push(p, body_read_op(p, false), 0);
	return 0;
}

/**
 * struct body_field - looking for a field by its name
 * @name: of it
 * @step: what fetches it
 */
struct body_field {
	const char		*name;
	struct dynevent_step	*step;
};

/* Arrays and what is no number are somewhere; numbers are what they are. */
static enum dynevent_op body_field_op(const struct event_field *field)
{
	if (strstarts(field->type, "__data_loc"))
		return DYNEVENT_OP_FIELD_LOC;
	if (strstarts(field->type, "__rel_loc"))
		return DYNEVENT_OP_FIELD_REL;
	if (strchr(field->type, '[') || field->size > sizeof(u64) ||
	    !is_power_of_2(field->size))
		return DYNEVENT_OP_FIELD_AT;
	return DYNEVENT_OP_FIELD;
}

static int body_field_is(const struct event_field *field, void *data)
{
	const struct body_field *find = data;

	if (strcmp(field->name, find->name))
		return 0;
	find->step->op = body_field_op(field);
	find->step->value = field->offset;
	find->step->size = field->size;
	find->step->is_signed = field->is_signed;
	return 1;
}

/* $FIELD of another event. */
static bool body_field(struct dynevent_parser *p, const char *name)
{
	struct body_field find = { .name = name, .step = &p->step[0] };

	if (p->place != DYNEVENT_AT_EVENT ||
	    !event_fields_each(p->call, body_field_is, &find))
		return false;
	p->nr = 1;
	return true;
}

/* An argument of the function: at its return, of those that the entry kept. */
static int body_arg(struct dynevent_parser *p, const char *text, unsigned long nr)
{
	struct dynevent_args *args = p->args;
	unsigned int i;

	if (p->place != DYNEVENT_AT_ENTRY && p->place != DYNEVENT_AT_RETURN)
		return dynevent_body_error(p, DYNEVENT_NOFENTRY_ARGS, text);
	if (!nr || nr > DYNEVENT_STACK_WORDS)
		return dynevent_body_error(p, DYNEVENT_BAD_ARG_NUM, text);
	nr--;
	if (p->place == DYNEVENT_AT_ENTRY)
		return body_base(p, DYNEVENT_OP_ARG, nr);

	for (i = 0; i < args->nr_entry && args->entry[i] != nr; i++)
		;
	if (i == args->nr_entry)
		args->entry[args->nr_entry++] = nr;
	return body_base(p, DYNEVENT_OP_ENTRY, i);
}

static int body_stack(struct dynevent_parser *p, const char *text,
		      unsigned long nr)
{
	if (dynevent_place_user(p->place))
		return body_base(p, DYNEVENT_OP_USER_STACK_NTH, nr);
	if (nr > DYNEVENT_STACK_WORDS)
		return dynevent_body_error(p, DYNEVENT_BAD_STACK_NUM, text);
	return body_base(p, DYNEVENT_OP_STACK_NTH, nr);
}

static int body_retval(struct dynevent_parser *p, const char *text)
{
	if (p->place != DYNEVENT_AT_RETURN && p->place != DYNEVENT_AT_USER_RETURN)
		return dynevent_body_error(p, DYNEVENT_RETVAL_ON_PROBE, text);
	return body_base(p, DYNEVENT_OP_RETVAL, 0);
}

/* $retval, $stack, $stackN, $argN: what hangs on registers. */
static int body_register_var(struct dynevent_parser *p, const char *text)
{
	const char *name = text + 1;
	unsigned long nr;

	if (strstarts(name, "retval"))
		return body_retval(p, text);
	if (!strcmp(name, "stack"))
		return body_base(p, dynevent_place_user(p->place) ?
				 DYNEVENT_OP_USER_STACK : DYNEVENT_OP_STACK, 0);
	if (strstarts(name, "stack") && !kstrtoul(name + 5, 10, &nr))
		return body_stack(p, text, nr);
	if (strstarts(name, "arg") && !kstrtoul(name + 3, 10, &nr))
		return body_arg(p, text, nr);
	return dynevent_body_error(p, DYNEVENT_BAD_VAR, text);
}

static int body_var(struct dynevent_parser *p, const char *text)
{
	const char *name = text + 1;

	if (body_field(p, name))
		return 0;
	if (!strcmp(name, "comm") || !strcmp(name, "COMM"))
		return body_base(p, DYNEVENT_OP_COMM, 0);
	if (p->place == DYNEVENT_AT_EVENT)
		return dynevent_body_error(p, DYNEVENT_BAD_VAR, text);
	return body_register_var(p, text);
}

static int body_register(struct dynevent_parser *p, const char *text)
{
	int offset;

	if (p->place == DYNEVENT_AT_EVENT)
		return dynevent_body_error(p, DYNEVENT_BAD_FETCH_ARG, text);
	offset = regs_query_register_offset(text + 1);
	if (offset < 0)
		return dynevent_body_error(p, DYNEVENT_BAD_REG_NAME, text);
	return body_base(p, DYNEVENT_OP_REG, offset);
}

/* @+OFFS: a place in the program's file. */
static int body_file(struct dynevent_parser *p, const char *text)
{
	long offset;

	if (!dynevent_place_user(p->place))
		return dynevent_body_error(p, DYNEVENT_FILE_ON_KPROBE, text);
	if (kstrtol(text + 2, 0, &offset))
		return dynevent_body_error(p, DYNEVENT_BAD_FILE_OFFS, text);
	return body_memory(p, DYNEVENT_OP_FILE, offset);
}

static int body_address(struct dynevent_parser *p, const char *text)
{
	unsigned long address;

	if (text[1] == '+')
		return body_file(p, text);
	if (isdigit(text[1])) {
		if (kstrtoul(text + 1, 0, &address))
			return dynevent_body_error(p, DYNEVENT_BAD_MEM_ADDR, text);
		return body_memory(p, DYNEVENT_OP_IMM, address);
	}
	if (dynevent_place_user(p->place))
		return dynevent_body_error(p, DYNEVENT_SYM_ON_UPROBE, text);
	/* dynevent_args_resolve() finds out where it is. */
	p->arg->text = kstrdup(text + 1, GFP_KERNEL);
	return p->arg->text ? body_memory(p, DYNEVENT_OP_IMM, 0) : -ENOMEM;
}

static int body_text(struct dynevent_parser *p, const char *text)
{
	size_t len = strlen(text);

	if (!len || text[len - 1] != '"')
		return dynevent_body_error(p, DYNEVENT_IMMSTR_NO_CLOSE, text + len);
	p->arg->text = kstrndup(text, len - 1, GFP_KERNEL);
	if (!p->arg->text)
		return -ENOMEM;
	return body_base(p, DYNEVENT_OP_TEXT, (long)p->arg->text);
}

static int body_immediate(struct dynevent_parser *p, const char *text)
{
	unsigned long number;

	text++;
	if (*text == '"')
		return body_text(p, text + 1);
	if (isdigit(*text) ? kstrtoul(text, 0, &number) :
			     kstrtol(text, 0, (long *)&number))
		return dynevent_body_error(p, DYNEVENT_BAD_IMM, text);
	return body_base(p, DYNEVENT_OP_IMM, number);
}

static int body_deref(struct dynevent_parser *p, char *text)
{
	bool user = text[1] == 'u';
	char *inner = strchr(text, '('), *close, *number = text + 1 + user;
	long offset;
	int ret;

	if (!inner)
		return dynevent_body_error(p, DYNEVENT_DEREF_NEED_BRACE, text);
	*inner++ = '\0';
	if (*text == '-')
		*--number = '-';
	if (kstrtol(number, 0, &offset))
		return dynevent_body_error(p, DYNEVENT_BAD_DEREF_OFFS, text);
	close = strrchr(inner, ')');
	if (!close)
		return dynevent_body_error(p, DYNEVENT_DEREF_OPEN_BRACE,
					   inner + strlen(inner));
	*close = '\0';
	ret = body_fetch(p, inner);
	if (ret)
		return ret;
	if (p->step[0].op == DYNEVENT_OP_COMM || p->step[0].op == DYNEVENT_OP_TEXT)
		return dynevent_body_error(p, DYNEVENT_COMM_CANT_DEREF, inner);
	if (!body_push(p, body_read_op(p, user), offset))
		return dynevent_body_error(p, DYNEVENT_TOO_MANY_OPS, inner);
	return 0;
}

static int body_fetch(struct dynevent_parser *p, char *text)
{
	switch (*text) {
	case '$':
		return body_var(p, text);
	case '%':
		return body_register(p, text);
	case '@':
		return body_address(p, text);
	case '\\':
		return body_immediate(p, text);
	case '+':
	case '-':
		return body_deref(p, text);
	}
	return dynevent_body_error(p, isalpha(*text) || *text == '_' ?
				   DYNEVENT_NOSUP_BTFARG : DYNEVENT_BAD_FETCH_ARG, text);
}

int dynevent_body_parse(struct dynevent_parser *p)
{
	return body_fetch(p, p->body);
}
