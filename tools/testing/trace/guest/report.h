/* SPDX-License-Identifier: GPL-2.0 */
/* Reports in the kernel log. */
#ifndef _TOOLS_TRACE_GUEST_REPORT_H
#define _TOOLS_TRACE_GUEST_REPORT_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether a line is the first of a report: as REPORT in scripts/tracing/reports.py. */
static inline bool is_report(const char *line)
{
	static const char * const marks[] = {
		"BUG: ", "BUG ", "WARNING: ", "INFO: ", "KASAN: ", "KCSAN: ", "UBSAN: ",
		"ODEBUG: ", "Oops: ", "general protection fault", "Kernel panic",
		"DEBUG_LOCKS_WARN_ON", "detected stalls", "suspected memory leaks",
	};
	const char *at;
	size_t i;

	if (strstr(line, "INFO: NMI handler"))
		return false;
	for (i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		/* The beginning of a word: the notice of trace_printk() has "DEBUG". */
		at = strstr(line, marks[i]);
		if (at && (at == line || !isalnum((unsigned char)at[-1])))
			return true;
	}
	return false;
}

#endif /* _TOOLS_TRACE_GUEST_REPORT_H */
