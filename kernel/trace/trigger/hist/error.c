// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of the error_log for histogram commands. Tools compare the texts.
 */
#include <linux/string.h>

#include "hist.h"

static const char * const hist_reasons[] = {
	[HIST_ERR_EMPTY_ASSIGN] = "Empty assignment",
	[HIST_ERR_BAD_ASSIGN] = "Malformed assignment",
	[HIST_ERR_NO_FIELD] = "Couldn't find field",
	[HIST_ERR_BAD_MODIFIER] = "Invalid field modifier",
	[HIST_ERR_NO_VAR] = "Couldn't find variable",
	[HIST_ERR_VAR_NOT_UNIQUE] =
		"Variable name not unique, need to use fully qualified name (subsys.event.var) for variable",
	[HIST_ERR_VAR_EXISTS] = "Variable already defined",
	[HIST_ERR_MANY_VARS] = "Too many variables defined",
	[HIST_ERR_MANY_OPERATORS] = "Too many subexpressions (3 max)",
	[HIST_ERR_UNARY] = "Unary minus not supported in sub-expressions",
	[HIST_ERR_NUMBER] = "Expecting numeric literal",
	[HIST_ERR_DIV_ZERO] = "Division by zero",
	[HIST_ERR_TIME_UNITS] = "Timestamp units in expression don't match",
	[HIST_ERR_STR_OPERAND] = "String type can not be an operand in expression",
	[HIST_ERR_HITCOUNT_ONLY] =
		"Non-hitcount value is required for 'nohitcount'",
	[HIST_ERR_SORT_FIELD] = "Sort field must be a key or a val",
	[HIST_ERR_SORT_EMPTY] = "Empty sort field",
	[HIST_ERR_SORT_MANY] = "Too many sort fields (Max = 2)",
	[HIST_ERR_SORT_MODIFIER] = "Invalid sort modifier",
	[HIST_ERR_NAME_MISMATCH] =
		"Named hist trigger doesn't match existing named trigger (includes variables)",
	[HIST_ERR_EXISTS] = "Hist trigger already exists",
	[HIST_ERR_ABSENT] = "Can't clear or continue a nonexistent hist trigger",
	[HIST_ERR_CLOCK] = "Couldn't set trace_clock",
	[HIST_ERR_NO_PAREN] = "No closing paren found",
	[HIST_ERR_NO_ACTION] = "No action found",
	[HIST_ERR_BAD_PARAM] = "Invalid action param",
	[HIST_ERR_NO_SUBSYS] = "Missing subsystem",
	[HIST_ERR_BAD_EVENT] = "Invalid subsystem or event name",
	[HIST_ERR_NO_SYNTH] = "Couldn't find synthetic event",
	[HIST_ERR_PARAM_COUNT] =
		"Param count doesn't match synthetic event field count",
	[HIST_ERR_PARAM_TYPE] =
		"Param type doesn't match synthetic event field type",
	[HIST_ERR_NO_PARAM] = "Couldn't find param",
	[HIST_ERR_FIELD_VAR] = "Couldn't parse field variable",
	[HIST_ERR_FIELD_VAR_CREATE] = "Couldn't create field variable",
	[HIST_ERR_NO_MATCHING] = "Matching event histogram not found",
	[HIST_ERR_HANDLER_VAR] =
		"For onmax(x) or onchange(x), x must be a variable",
	[HIST_ERR_NO_HANDLER_VAR] = "Couldn't find onmax or onchange variable",
	[HIST_ERR_HANDLER_ACTION] = "Handler doesn't support action",
	[HIST_ERR_MANY_SAVES] =
		"Can't have more than one save() action per hist",
	[HIST_ERR_REF_KEY] = "Using variable references in keys not supported",
};

/**
 * hist_error - write an error into the error_log of the instance
 * @log: context of the command
 * @error: the error
 * @at: the caret is placed below the first occurrence of this text in the command;
 *	NULL for the start of the command
 *
 * Context: task, may sleep.
 */
void hist_error(const struct hist_log *log, enum hist_error error,
		const char *at)
{
	struct trace_event_call *call = log->file->event_call;
	const char *found = at ? strstr(log->command, at) : NULL;
	char where[128];

	snprintf(where, sizeof(where), "hist:%s:%s", event_system(call),
		 trace_event_name(call));
	trace_error_log_add(&log->file->tr->errors, where, log->command,
			    hist_reasons[error],
			    found ? found - log->command : 0);
}
