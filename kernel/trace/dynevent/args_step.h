/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of probe events: what args*.c share with each other and nobody else.
 *
 * What a user wrote becomes steps: the first says where a value is, each further
 * one reads memory at the value before it. The last reading belongs to what is
 * stored, as the type says how much is read there.
 */
#ifndef _KERNEL_TRACE_PROBE_ARGS_STEP_H
#define _KERNEL_TRACE_PROBE_ARGS_STEP_H

#include <linux/unaligned.h>

#include "args.h"

#define DYNEVENT_STEPS_MAX	15

/* The ops of first steps, then those that read. */
enum dynevent_op {
	DYNEVENT_OP_REG,		/* the register at offset @value */
	DYNEVENT_OP_ARG,		/* the function's argument @value, 0 the first */
	DYNEVENT_OP_RETVAL,
	DYNEVENT_OP_STACK,		/* the stack pointer */
	DYNEVENT_OP_STACK_NTH,	/* the word @value of the stack */
	DYNEVENT_OP_USER_STACK,
	DYNEVENT_OP_USER_STACK_NTH,
	DYNEVENT_OP_IMM,		/* @value */
	DYNEVENT_OP_ENTRY,		/* the word @value of what the entry kept */
	DYNEVENT_OP_COMM,		/* where the task's name is */
	DYNEVENT_OP_TEXT,		/* @value is where a text is */
	DYNEVENT_OP_FILE,		/* where the byte @value of the program's file is */
	DYNEVENT_OP_FIELD,		/* the number at @value of the other record */
	DYNEVENT_OP_FIELD_AT,	/* where the byte @value of it is */
	DYNEVENT_OP_FIELD_LOC,	/* where the word there says something is */
	DYNEVENT_OP_FIELD_REL,	/* the same, counted from behind the word */
	DYNEVENT_OP_READ_OWN,	/* memory of our own: no step, but strings */
	DYNEVENT_OP_READ,		/* kernel memory at @value behind the last value */
	DYNEVENT_OP_READ_USER,	/* the same of user memory, if it is there */
	DYNEVENT_OP_READ_TASK,	/* the same, even if it must be brought */
};

/**
 * struct dynevent_step - one of the steps that fetch an argument
 * @op: what it does
 * @is_signed: DYNEVENT_OP_FIELD: the number is
 * @size: DYNEVENT_OP_FIELD: of the number; DYNEVENT_OP_FIELD_AT: of what is there
 * @value: what @op says
 */
struct dynevent_step {
	u8	op;
	bool	is_signed;
	u16	size;
	long	value;
};

/* What becomes of the value that steps end with. */
enum dynevent_store {
	DYNEVENT_STORE_PLAIN,	/* it is stored, there are no further steps */
	DYNEVENT_STORE_PLAIN_MEMORY, /* what it points to is, there are none */
	DYNEVENT_STORE_VALUE,	/* it is stored */
	DYNEVENT_STORE_MEMORY,	/* what it points to is stored */
	DYNEVENT_STORE_STRING,	/* the string that it points to */
	DYNEVENT_STORE_STRINGS,	/* the strings that the pointers there point to */
	DYNEVENT_STORE_SYMBOL,	/* its symbol, as text */
};

/**
 * struct dynevent_arg_type - a type as users write it
 * @name: so
 * @field: so in the format file, an array of it with "[]" behind
 * @fmt: how it is shown
 * @size: bytes in the record; a string has a word there
 * @is_signed: it is
 * @string: its text lies behind the fixed part
 * @kernel: there is no such thing where user programs are probed
 */
struct dynevent_arg_type {
	const char	*name;
	const char	*field;
	const char	*fmt;
	u8		size;
	bool		is_signed;
	bool		string;
	bool		kernel;
};

/**
 * struct dynevent_arg - an argument
 * @first: the first step to get at it
 * @store: what is done with the value
 * @size: bytes of it, or of an element, in the record
 * @offset: in the fixed part
 * @bytes: there
 * @nr: how many further steps
 * @count: of elements, 0 if it is no array
 * @read: the op that reads what is stored, if anything is read
 * @shl: a bit field: the value in 64 bits is shifted left, then right
 * @shr: see @shl; 0 if it is none
 * @disp: what is read is so far behind the value
 * @step: the further steps
 * @type: of it, or of its elements
 * @name: of the argument
 * @fetch: as it was written behind the name
 * @row_type: its type in the format file
 * @text: the symbol that @first will have the address of, with offset; or the text
 *	that is its value; or NULL
 */
struct dynevent_arg {
	struct dynevent_step		first;
	u8				store;
	u8				size;
	u16				offset;
	u16				bytes;
	u8				nr;
	u8				count;
	u8				read;
	u8				shl;
	u8				shr;
	long				disp;
	struct dynevent_step		*step;
	const struct dynevent_arg_type	*type;
	char				*name;
	char				*fetch;
	char				*row_type;
	char				*text;
};

static inline bool dynevent_place_user(enum dynevent_place place)
{
	return place == DYNEVENT_AT_USER || place == DYNEVENT_AT_USER_RETURN;
}

/* Numbers in records lie anywhere. */
static __always_inline u64 dynevent_load(const void *at, unsigned int size,
					 bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? (s64)*(s8 *)at : *(u8 *)at;
	case 2:
		return is_signed ? (s64)get_unaligned((s16 *)at) :
				   get_unaligned((u16 *)at);
	case 4:
		return is_signed ? (s64)get_unaligned((s32 *)at) :
				   get_unaligned((u32 *)at);
	default:
		return get_unaligned((u64 *)at);
	}
}

static __always_inline void dynevent_put(void *at, unsigned int size, u64 val)
{
	switch (size) {
	case 1:
		*(u8 *)at = val;
		break;
	case 2:
		put_unaligned((u16)val, (u16 *)at);
		break;
	case 4:
		put_unaligned((u32)val, (u32 *)at);
		break;
	default:
		put_unaligned(val, (u64 *)at);
	}
}

/**
 * struct dynevent_parser - one argument while it is read
 * @cmd: the command
 * @args: the arguments, for what they share
 * @arg: the argument
 * @place: where it will be fetched
 * @call: DYNEVENT_AT_EVENT: the other event
 * @at: where @body stands in the command
 * @shift: bytes that @body has at its head and the command does not
 * @body: what follows the name; cut up while it is read
 * @type: its type in @body, or NULL
 * @nr: how many steps
 * @step: the steps
 */
struct dynevent_parser {
	const struct dynevent_command	*cmd;
	struct dynevent_args		*args;
	struct dynevent_arg		*arg;
	enum dynevent_place		place;
	struct trace_event_call		*call;
	const char			*at;
	unsigned int			shift;
	char				body[DYNEVENT_ARG_TEXT_MAX + 1];
	char				*type;
	unsigned int			nr;
	struct dynevent_step		step[DYNEVENT_STEPS_MAX];
};

/* dynevent_error() about a place in the body. */
int dynevent_body_error(const struct dynevent_parser *p, enum dynevent_error error,
			const char *at);

/* args_body.c: reads p->body into steps. */
int dynevent_body_parse(struct dynevent_parser *p);

/* args_type.c: the type's text first, what it means for the steps after them. */
int dynevent_type_parse(struct dynevent_parser *p);
int dynevent_type_apply(struct dynevent_parser *p);

#endif /* _KERNEL_TRACE_PROBE_ARGS_STEP_H */
