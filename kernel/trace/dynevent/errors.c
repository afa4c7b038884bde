// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of the error_log for commands that define kprobe events, uprobe events
 * and event probes. Tools compare the texts.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args.h"
#include "dynevent.h"

static const char * const dynevent_reasons[] = {
	[DYNEVENT_BAD_MAXACT_TYPE] = "Maxactive is only for function exit",
	[DYNEVENT_BAD_MAXACT] = "Invalid maxactive number",
	[DYNEVENT_MAXACT_TOO_BIG] = "Maxactive is too big",
	[DYNEVENT_BAD_PROBE_ADDR] = "Invalid probed address or symbol",
	[DYNEVENT_NON_UNIQ_SYMBOL] = "The symbol is not unique",
	[DYNEVENT_BAD_RETPROBE] = "Retprobe address must be an function entry",
	[DYNEVENT_BAD_ADDR_SUFFIX] = "Invalid probed address suffix",
	[DYNEVENT_NO_GROUP_NAME] = "Group name is not specified",
	[DYNEVENT_GROUP_TOO_LONG] = "Group name is too long",
	[DYNEVENT_BAD_GROUP_NAME] =
		"Group name must follow the same rules as C identifiers",
	[DYNEVENT_NO_EVENT_NAME] = "Event name is not specified",
	[DYNEVENT_EVENT_TOO_LONG] = "Event name is too long",
	[DYNEVENT_BAD_EVENT_NAME] =
		"Event name must follow the same rules as C identifiers",
	[DYNEVENT_EVENT_EXIST] =
		"Given group/event name is already used by another event",
	[DYNEVENT_RETVAL_ON_PROBE] = "$retval is not available on probe",
	[DYNEVENT_BAD_STACK_NUM] = "Invalid stack number",
	[DYNEVENT_BAD_ARG_NUM] = "Invalid argument number",
	[DYNEVENT_BAD_VAR] = "Invalid $-variable specified",
	[DYNEVENT_BAD_REG_NAME] = "Invalid register name",
	[DYNEVENT_BAD_MEM_ADDR] = "Invalid memory address",
	[DYNEVENT_BAD_IMM] = "Invalid immediate value",
	[DYNEVENT_IMMSTR_NO_CLOSE] = "String is not closed with '\"'",
	[DYNEVENT_FILE_ON_KPROBE] = "File offset is not available with kprobe",
	[DYNEVENT_BAD_FILE_OFFS] = "Invalid file offset value",
	[DYNEVENT_SYM_ON_UPROBE] = "Symbol is not available with uprobe",
	[DYNEVENT_TOO_MANY_OPS] = "Dereference is too much nested",
	[DYNEVENT_DEREF_NEED_BRACE] = "Dereference needs a brace",
	[DYNEVENT_BAD_DEREF_OFFS] = "Invalid dereference offset",
	[DYNEVENT_DEREF_OPEN_BRACE] = "Dereference brace is not closed",
	[DYNEVENT_COMM_CANT_DEREF] = "$comm can not be dereferenced",
	[DYNEVENT_BAD_FETCH_ARG] = "Invalid fetch argument",
	[DYNEVENT_ARRAY_NO_CLOSE] = "Array is not closed",
	[DYNEVENT_BAD_ARRAY_SUFFIX] = "Array has wrong suffix",
	[DYNEVENT_BAD_ARRAY_NUM] = "Invalid array size",
	[DYNEVENT_ARRAY_TOO_BIG] = "Array number is too big",
	[DYNEVENT_BAD_TYPE] = "Unknown type is specified",
	[DYNEVENT_BAD_STRING] = "String accepts only memory argument",
	[DYNEVENT_NEED_STRING] =
		"$comm and immediate-string only accepts string type",
	[DYNEVENT_BAD_SYMSTRING] = "Symbol String doesn't accept data/userdata",
	[DYNEVENT_BAD_BITFIELD] = "Invalid bitfield",
	[DYNEVENT_ARG_NAME_TOO_LONG] = "Argument name is too long",
	[DYNEVENT_NO_ARG_NAME] = "Argument name is not specified",
	[DYNEVENT_BAD_ARG_NAME] =
		"Argument name must follow the same rules as C identifiers",
	[DYNEVENT_USED_ARG_NAME] = "This argument name is already used",
	[DYNEVENT_ARG_TOO_LONG] = "Argument expression is too long",
	[DYNEVENT_NO_ARG_BODY] = "No argument expression",
	[DYNEVENT_BAD_INSN_BNDRY] = "Probe point is not an instruction boundary",
	[DYNEVENT_FAIL_REG_PROBE] = "Failed to register probe event",
	[DYNEVENT_DIFF_PROBE_TYPE] =
		"Probe type is different from existing probe",
	[DYNEVENT_DIFF_ARG_TYPE] =
		"Argument type or name is different from existing probe",
	[DYNEVENT_SAME_PROBE] = "There is already the exact same probe event",
	[DYNEVENT_NO_EVENT_INFO] =
		"This requires both group and event name to attach",
	[DYNEVENT_BAD_ATTACH_EVENT] = "Attached event does not exist",
	[DYNEVENT_NO_EP_FILTER] = "No filter rule after 'if'",
	[DYNEVENT_NOFENTRY_ARGS] =
		"$arg* can be used only on function entry or exit",
	[DYNEVENT_NOSUP_BTFARG] = "BTF is not available or not supported",
	[DYNEVENT_FILE_NOT_FOUND] = "Failed to find the given file",
	[DYNEVENT_NO_REGULAR_FILE] = "Not a regular file",
	[DYNEVENT_BAD_REFCNT] = "Invalid reference counter offset",
	[DYNEVENT_REFCNT_OPEN_BRACE] = "Reference counter brace is not closed",
	[DYNEVENT_BAD_REFCNT_SUFFIX] = "Reference counter has wrong suffix",
	[DYNEVENT_BAD_UPROBE_OFFS] = "Invalid uprobe offset",
	[DYNEVENT_DOUBLE_ARGS] = "$arg* can be used only once in the parameters",
	[DYNEVENT_BAD_TP_NAME] = "Invalid character in tracepoint name",
	[DYNEVENT_NO_BTFARG] = "This variable is not found at this probe point",
	[DYNEVENT_NO_BTF_ENTRY] = "No BTF entry for this probe point",
	[DYNEVENT_NO_RETVAL] = "This function returns 'void' type",
	[DYNEVENT_ARGS_2LONG] = "$arg* failed because the argument list is too long",
	[DYNEVENT_NO_PTR_STRCT] = "This is not a pointer to union/structure.",
	[DYNEVENT_NOSUP_DAT_ARG] =
		"Non pointer structure/union argument is not supported.",
	[DYNEVENT_BAD_HYPHEN] = "Failed to parse single hyphen. Forgot '>'?",
	[DYNEVENT_NO_BTF_FIELD] = "This field is not found.",
	[DYNEVENT_BAD_BTF_TID] = "Failed to get BTF type info.",
	[DYNEVENT_BAD_TYPE4STR] = "This type does not fit for string.",
	[DYNEVENT_CAST_NO_CLOSE] = "Type cast is not closed",
	[DYNEVENT_CAST_NO_MEMBER] = "Type cast needs a member",
	[DYNEVENT_CAST_TOO_DEEP] = "Type casts are too much nested",
};

/*
 * Copy @from without leading and trailing white space, and with one blank between
 * words.
 * Return: the offset in @to of the character at @at in @from.
 */
static unsigned int dynevent_error_normalize(char *to, const char *from,
					     const char *at)
{
	char *start = to;
	size_t pos = 0;

	from = skip_spaces(from);
	for (; *from; from++) {
		if (from <= at)
			pos = to - start;
		if (!isspace(*from))
			*to++ = *from;
		else if (to[-1] != ' ')
			*to++ = ' ';
	}
	/* An error about missing text may point after the end. */
	if (from <= at)
		pos = to - start + (at - from);
	if (to > start && to[-1] == ' ')
		to--;
	*to = '\0';
	return pos;
}

/**
 * dynevent_error - write an error into error_log
 * @def: the command
 * @error: the error
 * @at: the position in @def->text that the caret points to
 *
 * Context: task, may sleep.
 * Return: -EINVAL, so that a parser can return it.
 */
int dynevent_error(const struct dynevent_def *def, enum dynevent_error error,
		   const char *at)
{
	char *text = kmalloc(strlen(def->text) + 1, GFP_KERNEL);
	unsigned int pos;

	if (!text)
		return -EINVAL;
	pos = dynevent_error_normalize(text, def->text, at);
	trace_error_log_add(&instance_global.errors, def->log_name, text,
			    dynevent_reasons[error], pos);
	kfree(text);
	return -EINVAL;
}
