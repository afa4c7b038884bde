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
#define PROBE_STACK_WORDS	(THREAD_SIZE / sizeof(long))

const char *probe_word(const char *p)
{
	return skip_spaces(p);
}

const char *probe_word_end(const char *p)
{
	while (*p && !isspace(*p))
		p++;
	return p;
}

int probe_body_error(const struct probe_parser *p, enum probe_error error,
		     const char *at)
{
	size_t pos = at - p->body;

	pos -= min_t(size_t, pos, p->shift);
	return probe_error(p->cmd, error,
			   p->at +
			   min_t(size_t, pos, probe_word_end(p->at) - p->at));
}

static int body_fetch(struct probe_parser *p, char *text);

/* False: there is no room. */
static bool body_push(struct probe_parser *p, enum probe_op op, long value)
{
	if (p->nr == PROBE_STEPS_MAX)
		return false;
	p->step[p->nr++] = (struct probe_step){ .op = op, .value = value };
	return true;
}

/* A first step: there is room. */
static int body_base(struct probe_parser *p, enum probe_op op, long value)
{
	body_push(p, op, value);
	return 0;
}

static enum probe_op body_read_op(const struct probe_parser *p, bool user)
{
	if (probe_place_user(p->place))
		return PROBE_OP_READ_TASK;
	return user ? PROBE_OP_READ_USER : PROBE_OP_READ;
}

/* Memory that has an address: a first step, and it is read. */
static int body_memory(struct probe_parser *p, enum probe_op op, long value)
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
	struct probe_step	*step;
};

/* Arrays and what is no number are somewhere; numbers are what they are. */
static enum probe_op body_field_op(const struct event_field *field)
{
	if (strstarts(field->type, "__data_loc"))
		return PROBE_OP_FIELD_LOC;
	if (strstarts(field->type, "__rel_loc"))
		return PROBE_OP_FIELD_REL;
	if (strchr(field->type, '[') || field->size > sizeof(u64) ||
	    !is_power_of_2(field->size))
		return PROBE_OP_FIELD_AT;
	return PROBE_OP_FIELD;
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
static bool body_field(struct probe_parser *p, const char *name)
{
	struct body_field find = { .name = name, .step = &p->step[0] };

	if (p->place != PROBE_AT_EVENT ||
	    !event_fields_each(p->call, body_field_is, &find))
		return false;
	p->nr = 1;
	return true;
}

/* An argument of the function: at its return, of those that the entry kept. */
static int body_arg(struct probe_parser *p, const char *text, unsigned long nr)
{
	struct probe_args *args = p->args;
	unsigned int i;

	if (p->place != PROBE_AT_ENTRY && p->place != PROBE_AT_RETURN)
		return probe_body_error(p, PROBE_NOFENTRY_ARGS, text);
	if (!nr || nr > PROBE_STACK_WORDS)
		return probe_body_error(p, PROBE_BAD_ARG_NUM, text);
	nr--;
	if (p->place == PROBE_AT_ENTRY)
		return body_base(p, PROBE_OP_ARG, nr);

	for (i = 0; i < args->nr_entry && args->entry[i] != nr; i++)
		;
	if (i == args->nr_entry)
		args->entry[args->nr_entry++] = nr;
	return body_base(p, PROBE_OP_ENTRY, i);
}

static int body_stack(struct probe_parser *p, const char *text,
		      unsigned long nr)
{
	if (probe_place_user(p->place))
		return body_base(p, PROBE_OP_USER_STACK_NTH, nr);
	if (nr > PROBE_STACK_WORDS)
		return probe_body_error(p, PROBE_BAD_STACK_NUM, text);
	return body_base(p, PROBE_OP_STACK_NTH, nr);
}

static int body_retval(struct probe_parser *p, const char *text)
{
	if (p->place != PROBE_AT_RETURN && p->place != PROBE_AT_USER_RETURN)
		return probe_body_error(p, PROBE_RETVAL_ON_PROBE, text);
	return body_base(p, PROBE_OP_RETVAL, 0);
}

/* $retval, $stack, $stackN, $argN: what hangs on registers. */
static int body_register_var(struct probe_parser *p, const char *text)
{
	const char *name = text + 1;
	unsigned long nr;

	if (strstarts(name, "retval"))
		return body_retval(p, text);
	if (!strcmp(name, "stack"))
		return body_base(p, probe_place_user(p->place) ?
				 PROBE_OP_USER_STACK : PROBE_OP_STACK, 0);
	if (strstarts(name, "stack") && !kstrtoul(name + 5, 10, &nr))
		return body_stack(p, text, nr);
	if (strstarts(name, "arg") && !kstrtoul(name + 3, 10, &nr))
		return body_arg(p, text, nr);
	return probe_body_error(p, PROBE_BAD_VAR, text);
}

static int body_var(struct probe_parser *p, const char *text)
{
	const char *name = text + 1;

	if (body_field(p, name))
		return 0;
	if (!strcmp(name, "comm") || !strcmp(name, "COMM"))
		return body_base(p, PROBE_OP_COMM, 0);
	if (p->place == PROBE_AT_EVENT)
		return probe_body_error(p, PROBE_BAD_VAR, text);
	return body_register_var(p, text);
}

static int body_register(struct probe_parser *p, const char *text)
{
	int offset;

	if (p->place == PROBE_AT_EVENT)
		return probe_body_error(p, PROBE_BAD_FETCH_ARG, text);
	offset = regs_query_register_offset(text + 1);
	if (offset < 0)
		return probe_body_error(p, PROBE_BAD_REG_NAME, text);
	return body_base(p, PROBE_OP_REG, offset);
}

/* @+OFFS: a place in the program's file. */
static int body_file(struct probe_parser *p, const char *text)
{
	long offset;

	if (!probe_place_user(p->place))
		return probe_body_error(p, PROBE_FILE_ON_KPROBE, text);
	if (kstrtol(text + 2, 0, &offset))
		return probe_body_error(p, PROBE_BAD_FILE_OFFS, text);
	return body_memory(p, PROBE_OP_FILE, offset);
}

static int body_address(struct probe_parser *p, const char *text)
{
	unsigned long address;

	if (text[1] == '+')
		return body_file(p, text);
	if (isdigit(text[1])) {
		if (kstrtoul(text + 1, 0, &address))
			return probe_body_error(p, PROBE_BAD_MEM_ADDR, text);
		return body_memory(p, PROBE_OP_IMM, address);
	}
	if (probe_place_user(p->place))
		return probe_body_error(p, PROBE_SYM_ON_UPROBE, text);
	/* probe_args_resolve() finds out where it is. */
	p->arg->text = kstrdup(text + 1, GFP_KERNEL);
	return p->arg->text ? body_memory(p, PROBE_OP_IMM, 0) : -ENOMEM;
}

static int body_text(struct probe_parser *p, const char *text)
{
	size_t len = strlen(text);

	if (!len || text[len - 1] != '"')
		return probe_body_error(p, PROBE_IMMSTR_NO_CLOSE, text + len);
	p->arg->text = kstrndup(text, len - 1, GFP_KERNEL);
	if (!p->arg->text)
		return -ENOMEM;
	return body_base(p, PROBE_OP_TEXT, (long)p->arg->text);
}

static int body_immediate(struct probe_parser *p, const char *text)
{
	unsigned long number;

	text++;
	if (*text == '"')
		return body_text(p, text + 1);
	if (isdigit(*text) ? kstrtoul(text, 0, &number) :
			     kstrtol(text, 0, (long *)&number))
		return probe_body_error(p, PROBE_BAD_IMM, text);
	return body_base(p, PROBE_OP_IMM, number);
}

static int body_deref(struct probe_parser *p, char *text)
{
	bool user = text[1] == 'u';
	char *inner = strchr(text, '('), *close, *number = text + 1 + user;
	long offset;
	int ret;

	if (!inner)
		return probe_body_error(p, PROBE_DEREF_NEED_BRACE, text);
	*inner++ = '\0';
	if (*text == '-')
		*--number = '-';
	if (kstrtol(number, 0, &offset))
		return probe_body_error(p, PROBE_BAD_DEREF_OFFS, text);
	close = strrchr(inner, ')');
	if (!close)
		return probe_body_error(p, PROBE_DEREF_OPEN_BRACE,
					inner + strlen(inner));
	*close = '\0';
	ret = body_fetch(p, inner);
	if (ret)
		return ret;
	if (p->step[0].op == PROBE_OP_COMM || p->step[0].op == PROBE_OP_TEXT)
		return probe_body_error(p, PROBE_COMM_CANT_DEREF, inner);
	if (!body_push(p, body_read_op(p, user), offset))
		return probe_body_error(p, PROBE_TOO_MANY_OPS, inner);
	return 0;
}

static int body_fetch(struct probe_parser *p, char *text)
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
	return probe_body_error(p, isalpha(*text) || *text == '_' ?
				PROBE_NOSUP_BTFARG : PROBE_BAD_FETCH_ARG, text);
}

int probe_body_parse(struct probe_parser *p)
{
	return body_fetch(p, p->body);
}
