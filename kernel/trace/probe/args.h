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

#define PROBE_ARGS_MAX		128
#define PROBE_NAME_MAX		64	/* of a group or event, NUL included */
#define PROBE_ARG_NAME_MAX	32
#define PROBE_ARG_TEXT_MAX	63
#define PROBE_ARRAY_MAX		64
#define PROBE_STRING_MAX	4096	/* bytes of one record's strings */

/**
 * enum probe_place - where arguments are fetched, which says what there is
 * @PROBE_AT_ENTRY: the first instruction of a function: $argN
 * @PROBE_AT_CODE: elsewhere in the kernel's code
 * @PROBE_AT_RETURN: a kernel function's return: $retval, and $argN as it was
 *	at the entry
 * @PROBE_AT_USER: an instruction of a program: @+offset, memory is the user's
 * @PROBE_AT_USER_RETURN: the return of a program's function: $retval, too
 * @PROBE_AT_EVENT: another event's record: $field
 */
enum probe_place {
	PROBE_AT_ENTRY,
	PROBE_AT_CODE,
	PROBE_AT_RETURN,
	PROBE_AT_USER,
	PROBE_AT_USER_RETURN,
	PROBE_AT_EVENT,
};

/* errors.c has their texts. */
enum probe_error {
	PROBE_BAD_MAXACT_TYPE,
	PROBE_BAD_MAXACT,
	PROBE_MAXACT_TOO_BIG,
	PROBE_BAD_PROBE_ADDR,
	PROBE_NON_UNIQ_SYMBOL,
	PROBE_BAD_RETPROBE,
	PROBE_BAD_ADDR_SUFFIX,
	PROBE_NO_GROUP_NAME,
	PROBE_GROUP_TOO_LONG,
	PROBE_BAD_GROUP_NAME,
	PROBE_NO_EVENT_NAME,
	PROBE_EVENT_TOO_LONG,
	PROBE_BAD_EVENT_NAME,
	PROBE_EVENT_EXIST,
	PROBE_RETVAL_ON_PROBE,
	PROBE_BAD_STACK_NUM,
	PROBE_BAD_ARG_NUM,
	PROBE_BAD_VAR,
	PROBE_BAD_REG_NAME,
	PROBE_BAD_MEM_ADDR,
	PROBE_BAD_IMM,
	PROBE_IMMSTR_NO_CLOSE,
	PROBE_FILE_ON_KPROBE,
	PROBE_BAD_FILE_OFFS,
	PROBE_SYM_ON_UPROBE,
	PROBE_TOO_MANY_OPS,
	PROBE_DEREF_NEED_BRACE,
	PROBE_BAD_DEREF_OFFS,
	PROBE_DEREF_OPEN_BRACE,
	PROBE_COMM_CANT_DEREF,
	PROBE_BAD_FETCH_ARG,
	PROBE_ARRAY_NO_CLOSE,
	PROBE_BAD_ARRAY_SUFFIX,
	PROBE_BAD_ARRAY_NUM,
	PROBE_ARRAY_TOO_BIG,
	PROBE_BAD_TYPE,
	PROBE_BAD_STRING,
	PROBE_NEED_STRING,
	PROBE_BAD_SYMSTRING,
	PROBE_BAD_BITFIELD,
	PROBE_ARG_NAME_TOO_LONG,
	PROBE_NO_ARG_NAME,
	PROBE_BAD_ARG_NAME,
	PROBE_USED_ARG_NAME,
	PROBE_ARG_TOO_LONG,
	PROBE_NO_ARG_BODY,
	PROBE_BAD_INSN_BNDRY,
	PROBE_FAIL_REG_PROBE,
	PROBE_DIFF_PROBE_TYPE,
	PROBE_DIFF_ARG_TYPE,
	PROBE_SAME_PROBE,
	PROBE_NO_EVENT_INFO,
	PROBE_BAD_ATTACH_EVENT,
	PROBE_NO_EP_FILTER,
	PROBE_NOFENTRY_ARGS,
	PROBE_NOSUP_BTFARG,
};

/**
 * struct probe_command - a command while it is read
 * @where: whose it is, as error_log shows it ("trace_kprobe")
 * @text: all of it
 *
 * What parsers are given points into @text, never into a copy, so that an error
 * knows its place.
 */
struct probe_command {
	const char *where;
	const char *text;
};

/*
 * Write into error_log; @at: a place in cmd->text. Return: -EINVAL, so that a
 * parser can end with it.
 */
int probe_error(const struct probe_command *cmd, enum probe_error error,
		const char *at);

struct probe_arg;

/**
 * struct probe_args - the arguments of an event
 * @nr: how many
 * @fixed: bytes of their fixed part
 * @strings: some are as long as they are
 * @nr_entry: how many words the entry keeps for the return
 * @entry: the function's arguments that they are, 0 the first
 * @arg: them
 */
struct probe_args {
	unsigned int		nr;
	unsigned int		fixed;
	bool			strings;
	unsigned int		nr_entry;
	u16			entry[PROBE_ARGS_MAX];
	struct probe_arg	*arg;
};

/**
 * struct probe_source - what is there when a probe is hit
 * @regs: registers, or NULL (PROBE_AT_EVENT)
 * @entry: PROBE_AT_RETURN: what probe_args_entry() kept; else NULL
 * @rec: PROBE_AT_EVENT: the other event's record
 * @file: PROBE_AT_USER: where byte 0 of the probed file is: the address of the
 *	probed instruction without its offset in the file
 */
struct probe_source {
	struct pt_regs	*regs;
	const void	*entry;
	const void	*rec;
	unsigned long	file;
};

/**
 * probe_args_parse - read arguments
 * @args: zeroed; free it by probe_args_free() even if this fails
 * @cmd: the command
 * @text: where they begin in it
 * @place: where they will be fetched
 * @call: PROBE_AT_EVENT: the other event; else NULL
 *
 * Context: task, may sleep. PROBE_AT_EVENT: event_mutex held.
 * Return: 0; -EINVAL, -ENOENT: error_log says why; -E2BIG: too many; -ENOMEM.
 */
int probe_args_parse(struct probe_args *args, const struct probe_command *cmd,
		     const char *text, enum probe_place place,
		     struct trace_event_call *call);
void probe_args_free(struct probe_args *args);

/*
 * Symbols of "@SYM+offs" are looked up when a probe is connected, as modules may
 * bring them. 0, or -ENOENT: there is no such symbol (yet). Context: task.
 */
int probe_args_resolve(struct probe_args *args);

/*
 * Names, types, and all that makes records look alike: the index of the first
 * argument in which they differ (of the shorter one's length, if there one ends),
 * or -1. Same fetches as well: probe_args_equal().
 */
int probe_args_differ(const struct probe_args *a, const struct probe_args *b);
bool probe_args_equal(const struct probe_args *a, const struct probe_args *b);

/*
 * Do the arguments begin with these, written "name=fetch:type"? (For "-:event
 * address args".)
 */
bool probe_args_match(const struct probe_args *args, int argc,
		      const char **argv);

/* Where arguments that begin at @text end: at the NUL, or PROBE_AT_EVENT at "if". */
const char *probe_args_end(const char *text, enum probe_place place);

/* Where argument @i stands in @cmd, for an error about it. */
const char *probe_args_at(const struct probe_command *cmd, const char *text,
			  unsigned int i);

/*
 * PROBE_AT_RETURN: bytes that a hit of the entry keeps for the return, 0 if none;
 * and to keep them. Context: any.
 */
unsigned int probe_args_entry_size(const struct probe_args *args);
void probe_args_entry(const struct probe_args *args, void *entry,
		      struct pt_regs *regs);

/* probe_args_strings() of arguments that have some. */
unsigned int probe_args_measure(const struct probe_args *args,
				const struct probe_source *src);

/**
 * probe_args_strings - how many bytes strings will need
 * @args: the arguments
 * @src: where to look
 *
 * Context: any. What a user program has is brought if it is not there, unless
 * page faults are disabled: they must be where that can't be waited for.
 * Return: the bytes, at most %PROBE_STRING_MAX; 0 if there are no strings.
 */
static __always_inline unsigned int
probe_args_strings(const struct probe_args *args, const struct probe_source *src)
{
	return args->strings ? probe_args_measure(args, src) : 0;
}

/**
 * probe_args_store - fetch into a record
 * @args: the arguments
 * @src: where to look
 * @rec: the record
 * @offset: of the fixed part in @rec
 * @room: bytes behind the fixed part, as probe_args_strings() said. A string that
 *	has grown meanwhile is cut.
 *
 * What can't be read is 0, or "(fault)" as a string.
 *
 * Context: as probe_args_strings().
 */
void probe_args_store(const struct probe_args *args,
		      const struct probe_source *src, void *rec,
		      unsigned int offset, unsigned int room);

/*
 * " name=value" of each, from the record @rec of @size bytes, which may hold
 * anything. Context: task.
 */
void probe_args_print(struct trace_seq *s, const struct probe_args *args,
		      const void *rec, unsigned int size, unsigned int offset);

/* " name=fetch:type" of each, as it was written. */
void probe_args_show(struct seq_file *m, const struct probe_args *args);

/*
 * For the format file. rows: fills args->nr rows and leaves the terminating one
 * to the caller; texts live as long as @args. print_fmt: allocated; @head and
 * @head_args are what stands before (e.g. "(%lx)" and "REC->__probe_ip").
 */
void probe_args_rows(const struct probe_args *args, struct event_field *rows,
		     unsigned int offset);
char *probe_args_print_fmt(const struct probe_args *args, const char *head,
			   const char *head_args);

/*
 * Words: probe_word(p) is the first one from @p on, probe_word_end() where it
 * ends. Blanks end it, even between quotes.
 */
const char *probe_word(const char *p);
const char *probe_word_end(const char *p);

#endif /* _KERNEL_TRACE_PROBE_ARGS_H */
