/* SPDX-License-Identifier: GPL-2.0 */
/* For host programs that read an error log. */
#ifndef _TOOLS_TRACE_COMMAND_ERRORS_H
#define _TOOLS_TRACE_COMMAND_ERRORS_H

/* The text of an error log, from entry number @pos on; it is overwritten by the next. */
static inline const char *errors_text(struct trace_error_log *errors, loff_t pos)
{
	static char text[0x40000];
	const char *all = text;
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	void *v;

	text[0] = '\0';
	for (v = trace_error_log_seq_start(errors, &pos); v;
	     v = trace_error_log_seq_next(errors, &pos)) {
		if (trace_error_log_seq_show(&m, v))
			all = "an entry that cannot be shown";
	}
	trace_error_log_seq_stop();
	return all;
}

#endif /* _TOOLS_TRACE_COMMAND_ERRORS_H */
