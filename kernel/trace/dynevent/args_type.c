// SPDX-License-Identifier: GPL-2.0
/*
 * Types of fetch arguments: the text after the colon, and its effect on the steps.
 *
 *	NAME  NAME[COUNT]  bWIDTH@OFFSET/SIZE  string  ustring  symbol  symstr
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "args_internal.h"

#define DYNEVENT_INT(_name, _field, _base, _fmt, _size, _signed)	\
	{ .name = _name, .field = _field "[]", .base = _base,		\
	  .fmt = _fmt, .size = _size, .is_signed = _signed }
#define DYNEVENT_TEXT(_name, _kernel)					\
	{ .name = _name, .field = "__data_loc char[]", .fmt = "\"%s\"",	\
	  .size = sizeof(u32), .is_signed = true, .string = true,	\
	  .kernel = _kernel }

enum {
	ARGS_TYPE_X32,
	ARGS_TYPE_X64,
	ARGS_TYPE_STRING,
	ARGS_TYPE_USTRING,
	ARGS_TYPE_SYMSTR,
	ARGS_TYPE_U8,
	ARGS_TYPE_U16,
	ARGS_TYPE_U32,
	ARGS_TYPE_U64,
};

static const struct dynevent_arg_type dynevent_types[] = {
	[ARGS_TYPE_X32]	= DYNEVENT_INT("x32", "u32", 16, "0x%x", 4, false),
	[ARGS_TYPE_X64]	= DYNEVENT_INT("x64", "u64", 16, "0x%llx", 8, false),
	[ARGS_TYPE_STRING]	= DYNEVENT_TEXT("string", false),
	[ARGS_TYPE_USTRING]	= DYNEVENT_TEXT("ustring", false),
	[ARGS_TYPE_SYMSTR]	= DYNEVENT_TEXT("symstr", true),
	[ARGS_TYPE_U8]	= DYNEVENT_INT("u8", "u8", 10, "%u", 1, false),
	[ARGS_TYPE_U16]	= DYNEVENT_INT("u16", "u16", 10, "%u", 2, false),
	[ARGS_TYPE_U32]	= DYNEVENT_INT("u32", "u32", 10, "%u", 4, false),
	[ARGS_TYPE_U64]	= DYNEVENT_INT("u64", "u64", 10, "%llu", 8, false),
	DYNEVENT_INT("s8", "s8", 10, "%d", 1, true),
	DYNEVENT_INT("s16", "s16", 10, "%d", 2, true),
	DYNEVENT_INT("s32", "s32", 10, "%d", 4, true),
	DYNEVENT_INT("s64", "s64", 10, "%lld", 8, true),
	DYNEVENT_INT("x8", "u8", 16, "0x%x", 1, false),
	DYNEVENT_INT("x16", "u16", 16, "0x%x", 2, false),
	DYNEVENT_INT("char", "u8", 0, "'%c'", 1, false),
	{ .name = "symbol", .field = sizeof(long) == 8 ? "u64[]" : "u32[]",
	  .fmt = "%pS", .size = sizeof(long), .kernel = true },
};

#define ARGS_TYPE_LONG	(sizeof(long) == 8 ? ARGS_TYPE_X64 : ARGS_TYPE_X32)

/* The type of "bWIDTH@OFFSET/SIZE" is an integer of SIZE bits. */
static const struct dynevent_arg_type *args_type_of_bits(const char *text)
{
	const char *slash = strchr(text, '/');
	unsigned int bits;

	if (!slash || kstrtouint(slash + 1, 0, &bits))
		return NULL;
	switch (bits) {
	case 8:
		return &dynevent_types[ARGS_TYPE_U8];
	case 16:
		return &dynevent_types[ARGS_TYPE_U16];
	case 32:
		return &dynevent_types[ARGS_TYPE_U32];
	case 64:
		return &dynevent_types[ARGS_TYPE_U64];
	}
	return NULL;
}

static const struct dynevent_arg_type *args_type_find(const char *text, bool user)
{
	const struct dynevent_arg_type *type;

	for (type = dynevent_types;
	     type < dynevent_types + ARRAY_SIZE(dynevent_types); type++) {
		if (!strcmp(type->name, text))
			return user && type->kernel ? NULL : type;
	}
	return *text == 'b' ? args_type_of_bits(text) : NULL;
}

/* Parse "[COUNT]" after a type and cut it off. */
static int args_type_array(struct dynevent_arg_parser *p)
{
	char *open = strchr(p->type, '['), *close;
	unsigned int count;

	if (!open)
		return 0;
	*open++ = '\0';
	close = strchr(open, ']');
	if (!close)
		return dynevent_arg_error(p, DYNEVENT_ARRAY_NO_CLOSE,
					  open + strlen(open));
	if (close[1])
		return dynevent_arg_error(p, DYNEVENT_BAD_ARRAY_SUFFIX, close + 1);
	*close = '\0';
	if (kstrtouint(open, 0, &count) || !count)
		return dynevent_arg_error(p, DYNEVENT_BAD_ARRAY_NUM, open);
	if (count > DYNEVENT_ARRAY_MAX)
		return dynevent_arg_error(p, DYNEVENT_ARRAY_TOO_BIG, open);
	p->arg->count = count;
	return 0;
}

/* "$comm" and "\"TEXT\"" must be strings; "$comm" of an event may be a field. */
static bool args_type_must_be_string(const struct dynevent_arg_parser *p)
{
	return p->context != DYNEVENT_AT_EVENT &&
	       (strstarts(p->body, "\\\"") || !strcmp(p->body, "$comm") ||
		!strcmp(p->body, "$COMM"));
}

/**
 * dynevent_arg_parse_type - parse the type of an argument
 * @p: the parser; the type is cut off its body
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, error_log has the reason.
 */
int dynevent_arg_parse_type(struct dynevent_arg_parser *p)
{
	bool string;
	int ret;

	p->type = strchr(p->body, ':');
	if (p->type)
		*p->type++ = '\0';
	string = args_type_must_be_string(p);
	if (!p->type) {
		p->arg->type = &dynevent_types[string ? ARGS_TYPE_STRING : ARGS_TYPE_LONG];
		return 0;
	}
	if (string && strcmp(p->type, "string"))
		return dynevent_arg_error(p, DYNEVENT_NEED_STRING, p->type);
	ret = args_type_array(p);
	if (ret)
		return ret;
	p->arg->type = args_type_find(p->type, dynevent_context_is_user(p->context));
	if (!p->arg->type)
		return dynevent_arg_error(p, DYNEVENT_BAD_TYPE, p->type);
	return 0;
}

/*
 * Take the type of a value that BTF describes, if the argument is not given another one.
 * A bit field of another type is not extracted.
 */
static void args_type_from_btf(struct dynevent_arg_parser *p)
{
	const struct dynevent_btf_value *value = &p->value;
	struct dynevent_arg *arg = p->arg;

	if (!value->type || p->type)
		return;
	arg->type = args_type_find(value->type, false);
	if (!value->bits)
		return;
	arg->shr = BITS_PER_LONG_LONG - value->bits;
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		arg->shl = BITS_PER_LONG_LONG - arg->type->size * BITS_PER_BYTE +
			   value->bit;
	else
		arg->shl = arg->shr - value->bit;
}

/*
 * A string by a value that BTF describes is text that the value points to, or an array of
 * characters.
 */
static int args_type_text_from_btf(struct dynevent_arg_parser *p)
{
	if (!p->value.type)
		return 0;
	if (p->value.text == DYNEVENT_BTF_NO_TEXT)
		return dynevent_arg_error(p, DYNEVENT_BAD_TYPE4STR, p->body);
	if (p->value.text == DYNEVENT_BTF_TEXT_POINTER &&
	    !dynevent_arg_push(p, FETCH_READ, 0))
		return dynevent_arg_error(p, DYNEVENT_TOO_MANY_OPS, p->body);
	return 0;
}

/*
 * Turn the last step, if it reads memory, into the read of what is stored. Return:
 * false if the last step does not read.
 */
static bool args_type_take_read(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	const struct fetch_step *last = &p->step[p->nr - 1];

	if (last->op < FETCH_READ)
		return false;
	arg->read = last->op;
	arg->disp = last->value;
	p->nr--;
	return true;
}

/* Whether a first step yields an address that may be the address of a string. */
static bool args_type_base_is_address(enum fetch_op op)
{
	return op == FETCH_IMM || op == FETCH_COMM ||
	       op == FETCH_TEXT || op >= FETCH_FIELD;
}

/* Whether a first step yields the address of a string that can be read directly. */
static bool args_type_base_is_direct(enum fetch_op op)
{
	return op == FETCH_COMM || op == FETCH_TEXT;
}

/* How memory at a fixed address is read. */
static enum fetch_op args_type_read_op(const struct dynevent_arg_parser *p)
{
	return dynevent_context_is_user(p->context) ? FETCH_READ_USER_FAULT : FETCH_READ;
}

static int args_type_string(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	int ret = args_type_text_from_btf(p);

	if (ret)
		return ret;
	arg->store = arg->count ? FETCH_STORE_STRINGS : FETCH_STORE_STRING;
	if (!args_type_take_read(p)) {
		if (!args_type_base_is_address(p->step[0].op))
			return dynevent_arg_error(p, DYNEVENT_BAD_STRING, p->type);
		arg->read = args_type_base_is_direct(p->step[0].op) && !arg->count ?
			    FETCH_READ_DIRECT : args_type_read_op(p);
	}
	if (arg->type == &dynevent_types[ARGS_TYPE_USTRING] &&
	    arg->read <= FETCH_READ)
		arg->read = FETCH_READ_USER;
	return 0;
}

/* The symbol of an address; an address of data or user memory is rejected. */
static int args_type_symstr(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	enum fetch_op last = p->step[p->nr - 1].op;

	if (arg->count)
		return dynevent_arg_error(p, DYNEVENT_BAD_STRING, p->type);
	if (last == FETCH_IMM || last == FETCH_STACK || last == FETCH_READ_USER ||
	    (last == FETCH_ENTRY && dynevent_context_is_return(p->context)))
		return dynevent_arg_error(p, DYNEVENT_BAD_SYMSTRING, p->type);
	arg->store = FETCH_STORE_SYMBOL;
	return 0;
}

static int args_type_bits(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	char *at = strchr(p->type, '@'), *slash = strchr(p->type, '/');
	unsigned int width, offset;

	if (!at)
		goto bad;
	*at++ = '\0';
	*slash = '\0';
	if (kstrtouint(p->type + 1, 0, &width) || kstrtouint(at, 0, &offset))
		goto bad;
	if (!width || width > BITS_PER_LONG_LONG ||
	    offset >= BITS_PER_LONG_LONG ||
	    width + offset > arg->type->size * BITS_PER_BYTE)
		goto bad;
	arg->shr = BITS_PER_LONG_LONG - width;
	arg->shl = arg->shr - offset;
	return 0;
bad:
	return dynevent_arg_error(p, DYNEVENT_BAD_BITFIELD, p->type);
}

static int args_type_number(struct dynevent_arg_parser *p)
{
	struct dynevent_arg *arg = p->arg;

	arg->store = FETCH_STORE_VALUE;
	if (args_type_take_read(p))
		arg->store = FETCH_STORE_MEMORY;
	else if (arg->count)
		return dynevent_arg_error(p, DYNEVENT_BAD_STRING, p->type);
	/* The number of elements follows the type, which args_type_array() has cut off. */
	if (arg->count && arg->read == FETCH_READ_USER)
		return dynevent_arg_error(p, DYNEVENT_BAD_STRING,
					  p->type + strlen(p->type) + 1);
	if (p->type && strchr(p->type, '/'))
		return args_type_bits(p);
	if (p->nr == 1 && !arg->shr)
		arg->store = arg->store == FETCH_STORE_VALUE ?
			     FETCH_STORE_PLAIN : FETCH_STORE_PLAIN_MEMORY;
	return 0;
}

/**
 * dynevent_arg_apply_type - decide how an argument is stored
 * @p: the parser; type and steps are set
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if the type does not fit, error_log has the reason.
 */
int dynevent_arg_apply_type(struct dynevent_arg_parser *p)
{
	const struct dynevent_arg_type *type;

	args_type_from_btf(p);
	type = p->arg->type;
	if (!type->string)
		return args_type_number(p);
	return type == &dynevent_types[ARGS_TYPE_SYMSTR] ? args_type_symstr(p) :
						   args_type_string(p);
}
