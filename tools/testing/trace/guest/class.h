/* SPDX-License-Identifier: GPL-2.0 */
/* Results of the programs of guest/classes: the script adds the numbers of tests. */
#ifndef _TOOLS_TRACE_GUEST_CLASS_H
#define _TOOLS_TRACE_GUEST_CLASS_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int failed;

/* Print the result of a test, and why it failed: the errno. */
static void told(bool good, const char *fmt, ...)
{
	int error = errno;
	va_list ap;

	printf("%s ", good ? "ok" : "not ok");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
	if (!good)
		printf("# errno %s\n", strerrorname_np(error));
	fflush(stdout);
	failed += !good;
}

#endif /* _TOOLS_TRACE_GUEST_CLASS_H */
