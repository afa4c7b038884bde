/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of probe events: "name=fetch:type" as users write it, read once into
 * steps that fetch it, fetched at each hit, shown as text.
 *
 * Whoever has a probe event (kprobe.c, uprobe.c, eprobe.c) knows where control
 * enters; args*.c know what is fetched there. A record is
 *
 *	struct trace_entry, what the kind puts behind it, the fixed part of the
 *	arguments, and strings, to which words of the fixed part point.
 */
#ifndef _KERNEL_TRACE_PROBE_ARGS_H
#define _KERNEL_TRACE_PROBE_ARGS_H

#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../event/event.h"

#define DYNEVENT_ARGS_MAX		128
#define DYNEVENT_NAME_MAX		64	/* of a group or event, NUL included */
#define DYNEVENT_ARG_NAME_MAX	32
#define DYNEVENT_ARG_TEXT_MAX	63
#define DYNEVENT_ARRAY_MAX		64
#define DYNEVENT_STRING_MAX	4096	/* bytes of one record's strings */

/**
 * enum dynevent_place - where arguments are fetched, which says what there is
 * @DYNEVENT_AT_ENTRY: the first instruction of a function: $argN
 * @DYNEVENT_AT_CODE: elsewhere in the kernel's code
 * @DYNEVENT_AT_RETURN: a kernel function's return: $retval, and $argN as it was
 *	at the entry
 * @DYNEVENT_AT_USER: an instruction of a program: @+offset, memory is the user's
 * @DYNEVENT_AT_USER_RETURN: the return of a program's function: $retval, too
 * @DYNEVENT_AT_EVENT: another event's record: $field
 */
enum dynevent_place {
	DYNEVENT_AT_ENTRY,
	DYNEVENT_AT_CODE,
	DYNEVENT_AT_RETURN,
	DYNEVENT_AT_USER,
	DYNEVENT_AT_USER_RETURN,
	DYNEVENT_AT_EVENT,
};

/* errors.c has their texts. */
enum dynevent_error {
	DYNEVENT_BAD_MAXACT_TYPE,
	DYNEVENT_BAD_MAXACT,
	DYNEVENT_MAXACT_TOO_BIG,
	DYNEVENT_BAD_PROBE_ADDR,
	DYNEVENT_NON_UNIQ_SYMBOL,
	DYNEVENT_BAD_RETPROBE,
	DYNEVENT_BAD_ADDR_SUFFIX,
	DYNEVENT_NO_GROUP_NAME,
	DYNEVENT_GROUP_TOO_LONG,
	DYNEVENT_BAD_GROUP_NAME,
	DYNEVENT_NO_EVENT_NAME,
	DYNEVENT_EVENT_TOO_LONG,
	DYNEVENT_BAD_EVENT_NAME,
	DYNEVENT_EVENT_EXIST,
	DYNEVENT_RETVAL_ON_PROBE,
	DYNEVENT_BAD_STACK_NUM,
	DYNEVENT_BAD_ARG_NUM,
	DYNEVENT_BAD_VAR,
	DYNEVENT_BAD_REG_NAME,
	DYNEVENT_BAD_MEM_ADDR,
	DYNEVENT_BAD_IMM,
	DYNEVENT_IMMSTR_NO_CLOSE,
	DYNEVENT_FILE_ON_KPROBE,
	DYNEVENT_BAD_FILE_OFFS,
	DYNEVENT_SYM_ON_UPROBE,
	DYNEVENT_TOO_MANY_OPS,
	DYNEVENT_DEREF_NEED_BRACE,
	DYNEVENT_BAD_DEREF_OFFS,
	DYNEVENT_DEREF_OPEN_BRACE,
	DYNEVENT_COMM_CANT_DEREF,
	DYNEVENT_BAD_FETCH_ARG,
	DYNEVENT_ARRAY_NO_CLOSE,
	DYNEVENT_BAD_ARRAY_SUFFIX,
	DYNEVENT_BAD_ARRAY_NUM,
	DYNEVENT_ARRAY_TOO_BIG,
	DYNEVENT_BAD_TYPE,
	DYNEVENT_BAD_STRING,
	DYNEVENT_NEED_STRING,
	DYNEVENT_BAD_SYMSTRING,
	DYNEVENT_BAD_BITFIELD,
	DYNEVENT_ARG_NAME_TOO_LONG,
	DYNEVENT_NO_ARG_NAME,
	DYNEVENT_BAD_ARG_NAME,
	DYNEVENT_USED_ARG_NAME,
	DYNEVENT_ARG_TOO_LONG,
	DYNEVENT_NO_ARG_BODY,
	DYNEVENT_BAD_INSN_BNDRY,
	DYNEVENT_FAIL_REG_PROBE,
	DYNEVENT_DIFF_PROBE_TYPE,
	DYNEVENT_DIFF_ARG_TYPE,
	DYNEVENT_SAME_PROBE,
	DYNEVENT_NO_EVENT_INFO,
	DYNEVENT_BAD_ATTACH_EVENT,
	DYNEVENT_NO_EP_FILTER,
	DYNEVENT_NOFENTRY_ARGS,
	DYNEVENT_NOSUP_BTFARG,
};

/**
 * struct dynevent_command - a command while it is read
 * @where: whose it is, as error_log shows it ("trace_kprobe")
 * @text: all of it
 *
 * What parsers are given points into @text, never into a copy, so that an error
 * knows its place.
 */
struct dynevent_command {
	const char *where;
	const char *text;
};

/*
 * Write into error_log; @at: a place in cmd->text. Return: -EINVAL, so that a
 * parser can end with it.
 */
int dynevent_error(const struct dynevent_command *cmd, enum dynevent_error error,
		   const char *at);

struct dynevent_arg;

/**
 * struct dynevent_args - the arguments of an event
 * @nr: how many
 * @fixed: bytes of their fixed part
 * @strings: some are as long as they are
 * @nr_entry: how many words the entry keeps for the return
 * @entry: the function's arguments that they are, 0 the first
 * @arg: them
 */
struct dynevent_args {
	unsigned int		nr;
	unsigned int		fixed;
	bool			strings;
	unsigned int		nr_entry;
	u16			entry[DYNEVENT_ARGS_MAX];
	struct dynevent_arg	*arg;
};

/**
 * struct dynevent_source - what is there when a probe is hit
 * @regs: registers, or NULL (DYNEVENT_AT_EVENT)
 * @entry: DYNEVENT_AT_RETURN: what dynevent_args_entry() kept; else NULL
 * @rec: DYNEVENT_AT_EVENT: the other event's record
 * @file: DYNEVENT_AT_USER: where byte 0 of the probed file is: the address of the
 *	probed instruction without its offset in the file
 */
struct dynevent_source {
	struct pt_regs	*regs;
	const void	*entry;
	const void	*rec;
	unsigned long	file;
};

/**
 * dynevent_args_parse - read arguments
 * @args: zeroed; free it by dynevent_args_free() even if this fails
 * @cmd: the command
 * @text: where they begin in it
 * @place: where they will be fetched
 * @call: DYNEVENT_AT_EVENT: the other event; else NULL
 *
 * Context: task, may sleep. DYNEVENT_AT_EVENT: event_mutex held.
 * Return: 0; -EINVAL, -ENOENT: error_log says why; -E2BIG: too many; -ENOMEM.
 */
int dynevent_args_parse(struct dynevent_args *args, const struct dynevent_command *cmd,
			const char *text, enum dynevent_place place,
			struct trace_event_call *call);
void dynevent_args_free(struct dynevent_args *args);

/*
 * Symbols of "@SYM+offs" are looked up when a probe is connected, as modules may
 * bring them. 0, or -ENOENT: there is no such symbol (yet). Context: task.
 */
int dynevent_args_resolve(struct dynevent_args *args);

/*
 * Names, types, and all that makes records look alike: the index of the first
 * argument in which they differ (of the shorter one's length, if there one ends),
 * or -1. Same fetches as well: dynevent_args_equal().
 */
int dynevent_args_differ(const struct dynevent_args *a, const struct dynevent_args *b);
bool dynevent_args_equal(const struct dynevent_args *a, const struct dynevent_args *b);

/*
 * Do the arguments begin with these, written "name=fetch:type"? (For "-:event
 * address args".)
 */
bool dynevent_args_match(const struct dynevent_args *args, int argc,
			 const char **argv);

/* Where arguments that begin at @text end: at the NUL, or DYNEVENT_AT_EVENT at "if". */
const char *dynevent_args_end(const char *text, enum dynevent_place place);

/* Where argument @i stands in @cmd, for an error about it. */
const char *dynevent_args_at(const struct dynevent_command *cmd, const char *text,
			     unsigned int i);

/*
 * DYNEVENT_AT_RETURN: bytes that a hit of the entry keeps for the return, 0 if none;
 * and to keep them. Context: any.
 */
unsigned int dynevent_args_entry_size(const struct dynevent_args *args);
void dynevent_args_entry(const struct dynevent_args *args, void *entry,
			 struct pt_regs *regs);

/* dynevent_args_strings() of arguments that have some. */
unsigned int dynevent_args_measure(const struct dynevent_args *args,
				   const struct dynevent_source *src);

/**
 * dynevent_args_strings - how many bytes strings will need
 * @args: the arguments
 * @src: where to look
 *
 * Context: any. What a user program has is brought if it is not there, unless
 * page faults are disabled: they must be where that can't be waited for.
 * Return: the bytes, at most %DYNEVENT_STRING_MAX; 0 if there are no strings.
 */
static __always_inline unsigned int
dynevent_args_strings(const struct dynevent_args *args, const struct dynevent_source *src)
{
	return args->strings ? dynevent_args_measure(args, src) : 0;
}

/**
 * dynevent_args_store - fetch into a record
 * @args: the arguments
 * @src: where to look
 * @rec: the record
 * @offset: of the fixed part in @rec
 * @room: bytes behind the fixed part, as dynevent_args_strings() said. A string that
 *	has grown meanwhile is cut.
 *
 * What can't be read is 0, or "(fault)" as a string.
 *
 * Context: as dynevent_args_strings().
 */
void dynevent_args_store(const struct dynevent_args *args,
			 const struct dynevent_source *src, void *rec,
			 unsigned int offset, unsigned int room);

/*
 * " name=value" of each, from the record @rec of @size bytes, which may hold
 * anything. Context: task.
 */
void dynevent_args_print(struct trace_seq *s, const struct dynevent_args *args,
			 const void *rec, unsigned int size, unsigned int offset);

/* " name=fetch:type" of each, as it was written. */
void dynevent_args_show(struct seq_file *m, const struct dynevent_args *args);

/*
 * For the format file. rows: fills args->nr rows and leaves the terminating one
 * to the caller; texts live as long as @args. print_fmt: allocated; @head and
 * @head_args are what stands before (e.g. "(%lx)" and "REC->__probe_ip").
 */
void dynevent_args_rows(const struct dynevent_args *args, struct event_field *rows,
			unsigned int offset);
char *dynevent_args_print_fmt(const struct dynevent_args *args, const char *head,
			      const char *head_args);

/*
 * Words: dynevent_word(p) is the first one from @p on, dynevent_word_end() where it
 * ends. Blanks end it, even between quotes.
 */
const char *dynevent_word(const char *p);
const char *dynevent_word_end(const char *p);

#endif /* _KERNEL_TRACE_PROBE_ARGS_H */
