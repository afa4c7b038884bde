/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetch arguments: definitions shared by args*.c.
 *
 * The text of an argument is parsed into steps: the first one yields a value, each
 * further one reads memory at an offset from the value before it. The last read
 * belongs to the store, as the type defines how much is read there.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_ARGS_INTERNAL_H
#define _KERNEL_TRACE_DYNEVENT_ARGS_INTERNAL_H

#include <linux/unaligned.h>

#include "args.h"

#define FETCH_STEPS_MAX	15

/* Operations of first steps, followed by those that read memory. */
enum fetch_op {
	FETCH_REG,		/* the register at offset @value of struct pt_regs */
	FETCH_ARG,		/* function argument @value, counted from 0 */
	FETCH_RETVAL,
	FETCH_STACK,		/* the stack pointer */
	FETCH_STACK_NTH,	/* word @value of the stack */
	FETCH_USER_STACK,
	FETCH_USER_STACK_NTH,
	FETCH_IMM,		/* @value */
	FETCH_ENTRY,		/* word @value of what was saved at the function entry */
	FETCH_COMM,		/* address of current->comm */
	FETCH_CURRENT,		/* current */
	FETCH_TEXT,		/* @value, the address of a string */
	FETCH_FILE,		/* address of byte @value of the probed file */
	FETCH_FIELD,		/* number at offset @value of the other record */
	FETCH_FIELD_ADDR,	/* address of offset @value of the other record */
	FETCH_FIELD_DATA_LOC,	/* address that the __data_loc word there locates */
	FETCH_FIELD_REL_LOC,	/* address that the __rel_loc word there locates */
	FETCH_CPU_PTR,		/* this CPU's instance of the per-CPU pointer; no read */
	FETCH_READ_DIRECT,	/* memory that cannot fault; in dynevent_arg::read only */
	FETCH_READ,		/* kernel memory at offset @value of the last value */
	FETCH_READ_USER,	/* user memory there; page faults are not handled */
	FETCH_READ_USER_FAULT,	/* user memory there; page faults are handled */
};

/**
 * struct fetch_step - one of the steps that fetch an argument
 * @op: enum fetch_op
 * @is_signed: FETCH_FIELD: the number is signed
 * @size: FETCH_FIELD: size of the number; FETCH_FIELD_ADDR: size of the field; in
 *	bytes
 * @value: operand of @op
 */
struct fetch_step {
	u8	op;
	bool	is_signed;
	u16	size;
	long	value;
};

/* How the result of the steps is stored. */
enum fetch_store {
	FETCH_STORE_PLAIN,	/* the value of the first and only step */
	FETCH_STORE_PLAIN_MEMORY, /* memory at the value of the only step */
	FETCH_STORE_VALUE,	/* the value of the last step */
	FETCH_STORE_MEMORY,	/* memory at the value of the last step */
	FETCH_STORE_STRING,	/* the string there */
	FETCH_STORE_STRINGS,	/* the strings that an array of pointers there points to */
	FETCH_STORE_SYMBOL,	/* the symbol of the value, as a string */
};

/**
 * struct dynevent_arg_type - a type of fetch arguments
 * @name: name of the type
 * @field: C type in the format file, as an array with "[]"
 * @fmt: printf format
 * @size: size in a record in bytes; of a string, the size of the word that locates
 *	it
 * @base: 10 or 16 if @fmt prints a number in that base, 16 with a prefix; else 0
 * @is_signed: the type is signed
 * @string: the text is stored after the fixed part
 * @kernel: the type is not available in user programs
 */
struct dynevent_arg_type {
	const char	*name;
	const char	*field;
	const char	*fmt;
	u8		size;
	u8		base;
	bool		is_signed;
	bool		string;
	bool		kernel;
};

/**
 * struct dynevent_arg - a fetch argument
 * @first: the first step
 * @store: enum fetch_store
 * @size: size of the argument, or of one of its elements, in a record, in bytes
 * @offset: offset in the fixed part
 * @bytes: size in the fixed part, of all elements
 * @nr: number of further steps
 * @count: number of elements; 0 if the argument is not an array
 * @read: enum fetch_op of the read of what is stored, if memory is read
 * @shl: bit field: the value of 64 bits is shifted left by this, then right by @shr
 * @shr: bit field: see @shl; else 0
 * @disp: offset of what is read from the value
 * @step: the further steps
 * @type: type of the argument, or of its elements
 * @name: name of the argument
 * @fetch: text after the name
 * @row_type: type in the format file
 * @text: the symbol, with offset, whose address @first yields; or the string that
 *	@first yields; or NULL
 */
struct dynevent_arg {
	struct fetch_step		first;
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
	struct fetch_step		*step;
	const struct dynevent_arg_type	*type;
	char				*name;
	char				*fetch;
	char				*row_type;
	char				*text;
};

/* Whether arguments are fetched from a user program. */
static inline bool dynevent_context_is_user(enum dynevent_context context)
{
	return context == DYNEVENT_AT_USER || context == DYNEVENT_AT_USER_RETURN;
}

/* Whether arguments are fetched where an fprobe or a tracepoint fires. */
static inline bool dynevent_context_is_hook(enum dynevent_context context)
{
	return context == DYNEVENT_AT_FPROBE || context == DYNEVENT_AT_FPROBE_RETURN ||
	       context == DYNEVENT_AT_TRACEPOINT;
}

/* Whether arguments are fetched at the return of a kernel function. */
static inline bool dynevent_context_is_return(enum dynevent_context context)
{
	return context == DYNEVENT_AT_RETURN || context == DYNEVENT_AT_FPROBE_RETURN;
}

/* Whether the function or tracepoint has arguments to fetch. */
static inline bool dynevent_context_has_args(enum dynevent_context context)
{
	return context == DYNEVENT_AT_ENTRY || context == DYNEVENT_AT_RETURN ||
	       dynevent_context_is_hook(context);
}

/* Load and store numbers in records, which may be unaligned. */
static __always_inline u64 dynevent_arg_load(const void *at, unsigned int size,
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

static __always_inline void dynevent_arg_put(void *at, unsigned int size, u64 val)
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

struct btf;
struct btf_param;
struct btf_type;

/**
 * struct dynevent_btf_func - what BTF knows about the probed function or tracepoint
 * @searched: the other members are valid
 * @btf: the BTF that has it, with a reference; or NULL
 * @proto: its prototype
 * @param: its parameters: those of a tracepoint are the ones of TP_PROTO()
 * @nr: number of parameters; 0 if @btf is NULL
 */
struct dynevent_btf_func {
	bool			searched;
	struct btf		*btf;
	const struct btf_type	*proto;
	const struct btf_param	*param;
	unsigned int		nr;
};

/* How a value becomes a string. */
enum dynevent_btf_text {
	DYNEVENT_BTF_NO_TEXT,
	DYNEVENT_BTF_TEXT_POINTER,	/* the value is the address of the text */
	DYNEVENT_BTF_TEXT_ARRAY,	/* the text is where the value is read */
};

/**
 * struct dynevent_btf_value - what BTF says about a value
 * @type: name of the fetch type; NULL if BTF does not describe the value
 * @text: enum dynevent_btf_text
 * @bit: position of a bit field in what is read, in bits
 * @bits: width of the bit field; 0 if the value is none
 */
struct dynevent_btf_value {
	const char	*type;
	u8		text;
	u8		bit;
	u8		bits;
};

/**
 * struct dynevent_arg_parser - state of the parser of an argument
 * @def: the definition
 * @args: all arguments
 * @arg: the argument
 * @context: where it will be fetched
 * @call: DYNEVENT_AT_EVENT: the other event
 * @btf: the probed function
 * @word: text of the argument: in the definition, or what "$arg*" stands for
 * @place: position in the definition that stands for @word in errors
 * @length: number of bytes at @place that errors may point to
 * @skip: length of the name and "=" at the start of @word
 * @shift: number of bytes at the start of @body that the definition does not have
 * @body: text after the name; modified by the parser
 * @type: type in @body, or NULL
 * @casts: number of type casts that surround what is being parsed
 * @value: what BTF says about the value of the last step
 * @nr: number of @step
 * @step: the steps
 */
struct dynevent_arg_parser {
	const struct dynevent_def	*def;
	struct dynevent_args		*args;
	struct dynevent_arg		*arg;
	enum dynevent_context		context;
	struct trace_event_call		*call;
	struct dynevent_btf_func	*btf;
	const char			*word;
	const char			*place;
	unsigned int			length;
	unsigned int			skip;
	unsigned int			shift;
	char				body[DYNEVENT_ARG_TEXT_MAX + 1];
	char				*type;
	unsigned int			casts;
	struct dynevent_btf_value	value;
	unsigned int			nr;
	struct fetch_step		step[FETCH_STEPS_MAX];
};

int dynevent_arg_error(const struct dynevent_arg_parser *p,
		       enum dynevent_error error, const char *at);

bool dynevent_arg_push(struct dynevent_arg_parser *p, enum fetch_op op, long value);
int dynevent_arg_push_param(struct dynevent_arg_parser *p, unsigned long nr);

int dynevent_arg_parse_fetch(struct dynevent_arg_parser *p, char *text);
int dynevent_arg_parse_body(struct dynevent_arg_parser *p);

int dynevent_arg_parse_type(struct dynevent_arg_parser *p);
int dynevent_arg_apply_type(struct dynevent_arg_parser *p);

#endif /* _KERNEL_TRACE_DYNEVENT_ARGS_INTERNAL_H */
