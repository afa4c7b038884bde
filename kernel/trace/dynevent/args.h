/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetch arguments of kprobe events, uprobe events and event probes:
 * "name=fetch:type" as users write them, parsed once into steps, fetched at each
 * hit, printed as text.
 *
 * kprobe*.c, uprobe*.c and eprobe.c define where an event fires; args*.c define what is
 * fetched there. A record consists of
 *
 *	struct trace_entry, what trace_probe_type::ips adds, the fixed part of the
 *	arguments, and strings, which words in the fixed part locate.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_ARGS_H
#define _KERNEL_TRACE_DYNEVENT_ARGS_H

#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../event/event.h"

#define DYNEVENT_ARGS_MAX		128
#define DYNEVENT_NAME_MAX	64	/* name of a group or event, NUL included */
#define DYNEVENT_ARG_NAME_MAX	32
#define DYNEVENT_ARG_TEXT_MAX	63
#define DYNEVENT_ARRAY_MAX		64
#define DYNEVENT_STRING_MAX	4096	/* bytes for all strings of a record */

/**
 * enum dynevent_context - where, and so from what, arguments are fetched
 * @DYNEVENT_AT_ENTRY: the first instruction of a kernel function: $argN
 * @DYNEVENT_AT_CODE: any other instruction of the kernel
 * @DYNEVENT_AT_RETURN: the return of a kernel function: $retval, and $argN as saved
 *	at the function entry
 * @DYNEVENT_AT_USER: an instruction of a user program: @+offset; memory is user
 *	memory
 * @DYNEVENT_AT_USER_RETURN: the return of a function of a user program: $retval,
 *	too
 * @DYNEVENT_AT_EVENT: the record of another event: $field
 * @DYNEVENT_AT_FPROBE: the entry of a kernel function, as an fprobe sees it: $argN,
 *	but no registers; without BTF arguments $retval is accepted, and meaningless
 * @DYNEVENT_AT_FPROBE_RETURN: the return of a kernel function, as an fprobe sees it:
 *	$retval, and $argN as saved at the function entry, but no registers
 * @DYNEVENT_AT_TRACEPOINT: a tracepoint: $argN, the first ones of which are words of
 *	dynevent_source::entry, but no registers
 */
enum dynevent_context {
	DYNEVENT_AT_ENTRY,
	DYNEVENT_AT_CODE,
	DYNEVENT_AT_RETURN,
	DYNEVENT_AT_USER,
	DYNEVENT_AT_USER_RETURN,
	DYNEVENT_AT_EVENT,
	DYNEVENT_AT_FPROBE,
	DYNEVENT_AT_FPROBE_RETURN,
	DYNEVENT_AT_TRACEPOINT,
};

/* The texts are in errors.c. */
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
	DYNEVENT_FILE_NOT_FOUND,
	DYNEVENT_NO_REGULAR_FILE,
	DYNEVENT_BAD_REFCNT,
	DYNEVENT_REFCNT_OPEN_BRACE,
	DYNEVENT_BAD_REFCNT_SUFFIX,
	DYNEVENT_BAD_UPROBE_OFFS,
	DYNEVENT_DOUBLE_ARGS,
	DYNEVENT_BAD_TP_NAME,
	DYNEVENT_NO_BTFARG,
	DYNEVENT_NO_BTF_ENTRY,
	DYNEVENT_NO_RETVAL,
	DYNEVENT_ARGS_2LONG,
	DYNEVENT_NO_PTR_STRCT,
	DYNEVENT_NOSUP_DAT_ARG,
	DYNEVENT_BAD_HYPHEN,
	DYNEVENT_NO_BTF_FIELD,
	DYNEVENT_BAD_BTF_TID,
	DYNEVENT_BAD_TYPE4STR,
	DYNEVENT_CAST_NO_CLOSE,
	DYNEVENT_CAST_NO_MEMBER,
	DYNEVENT_CAST_TOO_DEEP,
};

/**
 * struct dynevent_def - the definition of a dynamic event while it is parsed
 * @log_name: source of errors, as error_log shows it ("trace_kprobe")
 * @text: text of the whole definition
 * @func: the probed function or tracepoint, whose parameters are known to BTF by their
 *	names; or NULL
 *
 * All strings that parsers are passed point into @text, not into a copy, so that
 * errors have a position.
 */
struct dynevent_def {
	const char *log_name;
	const char *text;
	const char *func;
};

int dynevent_error(const struct dynevent_def *def, enum dynevent_error error,
		   const char *at);

/* Number of arguments of a tracepoint that are passed to its probes in registers. */
#ifdef CONFIG_S390
#define DYNEVENT_TRACEPOINT_WORDS	4
#else
#define DYNEVENT_TRACEPOINT_WORDS	5
#endif

struct dynevent_arg;

/**
 * struct dynevent_args - the fetch arguments of an event
 * @nr: number of arguments
 * @fixed: size of their fixed part in bytes
 * @strings: some arguments are strings
 * @nr_entry: number of words that are saved at the function entry for the return
 * @entry: for each of these words the number of the function argument, counted from
 *	0
 * @arg: the arguments
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
 * struct dynevent_source - what arguments are fetched from when an event fires
 * @regs: the registers; NULL for DYNEVENT_AT_EVENT
 * @entry: DYNEVENT_AT_RETURN, DYNEVENT_AT_FPROBE_RETURN: what
 *	dynevent_args_save_entry() has saved; DYNEVENT_AT_TRACEPOINT: the arguments
 *	that the architecture passes in registers; else NULL
 * @rec: DYNEVENT_AT_EVENT: the record of the other event
 * @file: DYNEVENT_AT_USER: user address of byte 0 of the probed file: the address
 *	of the probed instruction minus its offset in the file
 */
struct dynevent_source {
	struct pt_regs	*regs;
	const void	*entry;
	const void	*rec;
	unsigned long	file;
};

int dynevent_args_parse(struct dynevent_args *args, const struct dynevent_def *def,
			const char *text, enum dynevent_context context,
			struct trace_event_call *call);
void dynevent_args_free(struct dynevent_args *args);

int dynevent_args_resolve(struct dynevent_args *args);

int dynevent_args_find_difference(const struct dynevent_args *a,
				  const struct dynevent_args *b);
bool dynevent_args_equal(const struct dynevent_args *a,
			 const struct dynevent_args *b);

bool dynevent_args_match(const struct dynevent_args *args, int argc,
			 const char **argv);

const char *dynevent_args_end(const char *text, enum dynevent_context context);

const char *dynevent_args_find(const char *text, unsigned int i);

const char *dynevent_args_find_retval(const char *text);

unsigned int dynevent_args_entry_size(const struct dynevent_args *args);
void dynevent_args_save_entry(const struct dynevent_args *args, void *entry,
			      struct pt_regs *regs);

unsigned int dynevent_args_measure_strings(const struct dynevent_args *args,
					   const struct dynevent_source *src);

/**
 * dynevent_args_string_size - compute the space that the strings of a record need
 * @args: the arguments
 * @src: what they are fetched from
 *
 * Context: any. Pages of a user program are faulted in if necessary, unless page
 * faults are disabled, as they must be in a context that cannot sleep.
 * Return: the size in bytes, at most %DYNEVENT_STRING_MAX; 0 if there are no
 * strings.
 */
static __always_inline unsigned int
dynevent_args_string_size(const struct dynevent_args *args,
			  const struct dynevent_source *src)
{
	return args->strings ? dynevent_args_measure_strings(args, src) : 0;
}

unsigned int dynevent_args_store(const struct dynevent_args *args,
				 const struct dynevent_source *src, void *rec,
				 unsigned int offset, unsigned int space);

void dynevent_args_print(struct trace_seq *s, const struct dynevent_args *args,
			 const void *rec, unsigned int size, unsigned int offset);

void dynevent_args_show(struct seq_file *m, const struct dynevent_args *args);

void dynevent_args_rows(const struct dynevent_args *args, struct event_field *rows,
			unsigned int offset);
char *dynevent_args_print_fmt(const struct dynevent_args *args, const char *head,
			      const char *head_args);

const char *dynevent_word(const char *p);
const char *dynevent_word_end(const char *p);

#endif /* _KERNEL_TRACE_DYNEVENT_ARGS_H */
