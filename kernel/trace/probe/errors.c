// SPDX-License-Identifier: GPL-2.0
/*
 * Why commands that make probe events were refused, as error_log says it.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args.h"
#include "probe.h"

static const char * const probe_reasons[] = {
	[PROBE_BAD_MAXACT_TYPE] = "Maxactive is only for function exit",
	[PROBE_BAD_MAXACT] = "Invalid maxactive number",
	[PROBE_MAXACT_TOO_BIG] = "Maxactive is too big",
	[PROBE_BAD_PROBE_ADDR] = "Invalid probed address or symbol",
	[PROBE_NON_UNIQ_SYMBOL] = "The symbol is not unique",
	[PROBE_BAD_RETPROBE] = "Retprobe address must be an function entry",
	[PROBE_BAD_ADDR_SUFFIX] = "Invalid probed address suffix",
	[PROBE_NO_GROUP_NAME] = "Group name is not specified",
	[PROBE_GROUP_TOO_LONG] = "Group name is too long",
	[PROBE_BAD_GROUP_NAME] =
		"Group name must follow the same rules as C identifiers",
	[PROBE_NO_EVENT_NAME] = "Event name is not specified",
	[PROBE_EVENT_TOO_LONG] = "Event name is too long",
	[PROBE_BAD_EVENT_NAME] =
		"Event name must follow the same rules as C identifiers",
	[PROBE_EVENT_EXIST] =
		"Given group/event name is already used by another event",
	[PROBE_RETVAL_ON_PROBE] = "$retval is not available on probe",
	[PROBE_BAD_STACK_NUM] = "Invalid stack number",
	[PROBE_BAD_ARG_NUM] = "Invalid argument number",
	[PROBE_BAD_VAR] = "Invalid $-variable specified",
	[PROBE_BAD_REG_NAME] = "Invalid register name",
	[PROBE_BAD_MEM_ADDR] = "Invalid memory address",
	[PROBE_BAD_IMM] = "Invalid immediate value",
	[PROBE_IMMSTR_NO_CLOSE] = "String is not closed with '\"'",
	[PROBE_FILE_ON_KPROBE] = "File offset is not available with kprobe",
	[PROBE_BAD_FILE_OFFS] = "Invalid file offset value",
	[PROBE_SYM_ON_UPROBE] = "Symbol is not available with uprobe",
	[PROBE_TOO_MANY_OPS] = "Dereference is too much nested",
	[PROBE_DEREF_NEED_BRACE] = "Dereference needs a brace",
	[PROBE_BAD_DEREF_OFFS] = "Invalid dereference offset",
	[PROBE_DEREF_OPEN_BRACE] = "Dereference brace is not closed",
	[PROBE_COMM_CANT_DEREF] = "$comm can not be dereferenced",
	[PROBE_BAD_FETCH_ARG] = "Invalid fetch argument",
	[PROBE_ARRAY_NO_CLOSE] = "Array is not closed",
	[PROBE_BAD_ARRAY_SUFFIX] = "Array has wrong suffix",
	[PROBE_BAD_ARRAY_NUM] = "Invalid array size",
	[PROBE_ARRAY_TOO_BIG] = "Array number is too big",
	[PROBE_BAD_TYPE] = "Unknown type is specified",
	[PROBE_BAD_STRING] = "String accepts only memory argument",
	[PROBE_NEED_STRING] =
		"$comm and immediate-string only accepts string type",
	[PROBE_BAD_SYMSTRING] = "Symbol String doesn't accept data/userdata",
	[PROBE_BAD_BITFIELD] = "Invalid bitfield",
	[PROBE_ARG_NAME_TOO_LONG] = "Argument name is too long",
	[PROBE_NO_ARG_NAME] = "Argument name is not specified",
	[PROBE_BAD_ARG_NAME] =
		"Argument name must follow the same rules as C identifiers",
	[PROBE_USED_ARG_NAME] = "This argument name is already used",
	[PROBE_ARG_TOO_LONG] = "Argument expression is too long",
	[PROBE_NO_ARG_BODY] = "No argument expression",
	[PROBE_BAD_INSN_BNDRY] = "Probe point is not an instruction boundary",
	[PROBE_FAIL_REG_PROBE] = "Failed to register probe event",
	[PROBE_DIFF_PROBE_TYPE] =
		"Probe type is different from existing probe",
	[PROBE_DIFF_ARG_TYPE] =
		"Argument type or name is different from existing probe",
	[PROBE_SAME_PROBE] = "There is already the exact same probe event",
	[PROBE_NO_EVENT_INFO] =
		"This requires both group and event name to attach",
	[PROBE_BAD_ATTACH_EVENT] = "Attached event does not exist",
	[PROBE_NO_EP_FILTER] = "No filter rule after 'if'",
	[PROBE_NOFENTRY_ARGS] =
		"$arg* can be used only on function entry or exit",
	[PROBE_NOSUP_BTFARG] = "BTF is not available or not supported",
};

/*
 * Copy @from without blanks at its ends, one for all of those between two words.
 * Return: where in @to is what is at @at in @from.
 */
static unsigned int error_squeeze(char *to, const char *from, const char *at)
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
	/* What is missing may be said to stand further on. */
	if (from <= at)
		pos = to - start + (at - from);
	if (to > start && to[-1] == ' ')
		to--;
	*to = '\0';
	return pos;
}

int probe_error(const struct probe_command *cmd, enum probe_error error,
		const char *at)
{
	char *text = kmalloc(strlen(cmd->text) + 1, GFP_KERNEL);
	unsigned int pos;

	if (!text)
		return -EINVAL;
	pos = error_squeeze(text, cmd->text, at);
	base_errors_add(&instance_global.errors, cmd->where, text,
			probe_reasons[error], pos);
	kfree(text);
	return -EINVAL;
}
