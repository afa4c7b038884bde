// SPDX-License-Identifier: GPL-2.0
/*
 * Types of arguments: what users may write behind the colon, and what that makes
 * of the steps before it.
 *
 *	NAME  NAME[COUNT]  bWIDTH@OFFSET/SIZE  string  ustring  symbol  symstr
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "args_step.h"

#define DYNEVENT_INT(_name, _field, _fmt, _size, _signed)		\
	{ .name = _name, .field = _field "[]", .fmt = _fmt,		\
	  .size = _size, .is_signed = _signed }
#define DYNEVENT_TEXT(_name, _kernel)					\
	{ .name = _name, .field = "__data_loc char[]", .fmt = "\"%s\"",	\
	  .size = sizeof(u32), .is_signed = true, .string = true,	\
	  .kernel = _kernel }

enum {
	TYPE_X32,
	TYPE_X64,
	TYPE_STRING,
	TYPE_USTRING,
	TYPE_SYMSTR,
	TYPE_U8,
	TYPE_U16,
	TYPE_U32,
	TYPE_U64,
};

static const struct dynevent_arg_type dynevent_types[] = {
	[TYPE_X32]	= DYNEVENT_INT("x32", "u32", "0x%x", 4, false),
	[TYPE_X64]	= DYNEVENT_INT("x64", "u64", "0x%llx", 8, false),
	[TYPE_STRING]	= DYNEVENT_TEXT("string", false),
	[TYPE_USTRING]	= DYNEVENT_TEXT("ustring", false),
	[TYPE_SYMSTR]	= DYNEVENT_TEXT("symstr", true),
	[TYPE_U8]	= DYNEVENT_INT("u8", "u8", "%u", 1, false),
	[TYPE_U16]	= DYNEVENT_INT("u16", "u16", "%u", 2, false),
	[TYPE_U32]	= DYNEVENT_INT("u32", "u32", "%u", 4, false),
	[TYPE_U64]	= DYNEVENT_INT("u64", "u64", "%llu", 8, false),
	DYNEVENT_INT("s8", "s8", "%d", 1, true),
	DYNEVENT_INT("s16", "s16", "%d", 2, true),
	DYNEVENT_INT("s32", "s32", "%d", 4, true),
	DYNEVENT_INT("s64", "s64", "%lld", 8, true),
	DYNEVENT_INT("x8", "u8", "0x%x", 1, false),
	DYNEVENT_INT("x16", "u16", "0x%x", 2, false),
	DYNEVENT_INT("char", "u8", "'%c'", 1, false),
	{ .name = "symbol", .field = sizeof(long) == 8 ? "u64[]" : "u32[]",
	  .fmt = "%pS", .size = sizeof(long), .kernel = true },
};

#define TYPE_LONG	(sizeof(long) == 8 ? TYPE_X64 : TYPE_X32)

/* The type that a bit field is taken out of; @text: "bWIDTH@OFFSET/SIZE". */
static const struct dynevent_arg_type *type_of_bits(const char *text)
{
	const char *slash = strchr(text, '/');
	unsigned int bits;

	if (!slash || kstrtouint(slash + 1, 0, &bits))
		return NULL;
	switch (bits) {
	case 8:
		return &dynevent_types[TYPE_U8];
	case 16:
		return &dynevent_types[TYPE_U16];
	case 32:
		return &dynevent_types[TYPE_U32];
	case 64:
		return &dynevent_types[TYPE_U64];
	}
	return NULL;
}

static const struct dynevent_arg_type *type_find(const char *text, bool user)
{
	const struct dynevent_arg_type *type;

	for (type = dynevent_types; type < dynevent_types + ARRAY_SIZE(dynevent_types); type++) {
		if (!strcmp(type->name, text))
			return user && type->kernel ? NULL : type;
	}
	return *text == 'b' ? type_of_bits(text) : NULL;
}

/* "[COUNT]" behind a type; cut off. */
static int type_array(struct dynevent_parser *p)
{
	char *open = strchr(p->type, '['), *close;
	unsigned int count;

	if (!open)
		return 0;
	*open++ = '\0';
	close = strchr(open, ']');
	if (!close)
		return dynevent_body_error(p, DYNEVENT_ARRAY_NO_CLOSE,
					   open + strlen(open));
	if (close[1])
		return dynevent_body_error(p, DYNEVENT_BAD_ARRAY_SUFFIX, close + 1);
	*close = '\0';
	if (kstrtouint(open, 0, &count) || !count)
		return dynevent_body_error(p, DYNEVENT_BAD_ARRAY_NUM, open);
	if (count > DYNEVENT_ARRAY_MAX)
		return dynevent_body_error(p, DYNEVENT_ARRAY_TOO_BIG, open);
	p->arg->count = count;
	return 0;
}

/* "$comm" and "\"TEXT\"" are nothing but strings; another event's may be more. */
static bool type_must_be_string(const struct dynevent_parser *p)
{
	return p->place != DYNEVENT_AT_EVENT &&
	       (strstarts(p->body, "\\\"") || !strcmp(p->body, "$comm") ||
		!strcmp(p->body, "$COMM"));
}

int dynevent_type_parse(struct dynevent_parser *p)
{
	bool string;
	int ret;

	p->type = strchr(p->body, ':');
	if (p->type)
		*p->type++ = '\0';
	string = type_must_be_string(p);
	if (!p->type) {
		p->arg->type = &dynevent_types[string ? TYPE_STRING : TYPE_LONG];
		return 0;
	}
	if (string && strcmp(p->type, "string"))
		return dynevent_body_error(p, DYNEVENT_NEED_STRING, p->type);
	ret = type_array(p);
	if (ret)
		return ret;
	p->arg->type = type_find(p->type, dynevent_place_user(p->place));
	if (!p->arg->type)
		return dynevent_body_error(p, DYNEVENT_BAD_TYPE, p->type);
	return 0;
}

/* Leave the last reading to what is stored. False: nothing is read last. */
static bool type_take_read(struct dynevent_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	const struct dynevent_step *last = &p->step[p->nr - 1];

	if (last->op < DYNEVENT_OP_READ)
		return false;
	arg->read = last->op;
	arg->disp = last->value;
	p->nr--;
	return true;
}

/* A first step that is the address of something that may be a string. */
static bool type_base_is_place(enum dynevent_op op)
{
	return op == DYNEVENT_OP_IMM || op == DYNEVENT_OP_COMM ||
	       op == DYNEVENT_OP_TEXT || op >= DYNEVENT_OP_FIELD;
}

/* The string is ours, and known to be one. */
static bool type_base_is_own(enum dynevent_op op)
{
	return op == DYNEVENT_OP_COMM || op == DYNEVENT_OP_TEXT;
}

static int type_string(struct dynevent_parser *p)
{
	struct dynevent_arg *arg = p->arg;

	arg->store = arg->count ? DYNEVENT_STORE_STRINGS : DYNEVENT_STORE_STRING;
	if (!type_take_read(p)) {
		if (!type_base_is_place(p->step[0].op))
			return dynevent_body_error(p, DYNEVENT_BAD_STRING, p->type);
		arg->read = type_base_is_own(p->step[0].op) && !arg->count ?
			    DYNEVENT_OP_READ_OWN : DYNEVENT_OP_READ;
	}
	if (arg->type == &dynevent_types[TYPE_USTRING] &&
	    arg->read <= DYNEVENT_OP_READ)
		arg->read = DYNEVENT_OP_READ_USER;
	return 0;
}

/* An address, the symbol of which is wanted: none of data is any use. */
static int type_symstr(struct dynevent_parser *p)
{
	struct dynevent_arg *arg = p->arg;
	enum dynevent_op last = p->step[p->nr - 1].op;

	if (arg->count)
		return dynevent_body_error(p, DYNEVENT_BAD_STRING, p->type);
	if (last == DYNEVENT_OP_IMM || last == DYNEVENT_OP_STACK ||
	    last == DYNEVENT_OP_READ_USER)
		return dynevent_body_error(p, DYNEVENT_BAD_SYMSTRING, p->type);
	arg->store = DYNEVENT_STORE_SYMBOL;
	return 0;
}

static int type_bits(struct dynevent_parser *p)
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
	return dynevent_body_error(p, DYNEVENT_BAD_BITFIELD, p->type);
}

static int type_number(struct dynevent_parser *p)
{
	struct dynevent_arg *arg = p->arg;

	arg->store = DYNEVENT_STORE_VALUE;
	if (type_take_read(p))
		arg->store = DYNEVENT_STORE_MEMORY;
	else if (arg->count)
		return dynevent_body_error(p, DYNEVENT_BAD_STRING, p->type);
	if (p->type && strchr(p->type, '/'))
		return type_bits(p);
	if (p->nr == 1)
		arg->store = arg->store == DYNEVENT_STORE_VALUE ?
			     DYNEVENT_STORE_PLAIN : DYNEVENT_STORE_PLAIN_MEMORY;
	return 0;
}

int dynevent_type_apply(struct dynevent_parser *p)
{
	const struct dynevent_arg_type *type = p->arg->type;

	if (!type->string)
		return type_number(p);
	return type == &dynevent_types[TYPE_SYMSTR] ? type_symstr(p) :
						   type_string(p);
}
