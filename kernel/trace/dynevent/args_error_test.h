/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tests of fetch arguments that are rejected: what error_log is to have about them.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_ARGS_ERROR_TEST_H
#define _KERNEL_TRACE_DYNEVENT_ARGS_ERROR_TEST_H

#include <kunit/test.h>
#include <linux/string.h>

#include "dynevent.h"

#define ARGS_ERROR_TEST_LOG_NAME	"trace_test"

/* Copy the text of a test without the ^ in it. Return: the position of the ^. */
static inline unsigned int args_error_test_cut(char *to, size_t size, const char *text)
{
	unsigned int pos = strchr(text, '^') - text;

	snprintf(to, size, "%.*s%s", pos, text, text + pos + 1);
	return pos;
}

/* The last entry of error_log without its time. */
static inline void args_error_test_last(char *text, size_t size)
{
	struct trace_error_log *errors = &instance_global.errors;
	struct seq_file m = { .buf = text, .size = size };
	void *v, *last = NULL;
	loff_t pos = 0;
	char *end;

	for (v = trace_error_log_seq_start(errors, &pos); v;
	     v = trace_error_log_seq_next(errors, &pos))
		last = v;
	if (last)
		trace_error_log_seq_show(&m, last);
	trace_error_log_seq_stop();
	text[min(m.count, size - 1)] = '\0';
	end = strchr(text, ']');
	if (end)
		memmove(text, end + 2, strlen(end + 1));
}

/* Expect that the last entry of error_log is about position @pos of @args. */
static inline void args_error_test_expect(struct kunit *test, const char *reason,
					  const char *head, const char *args,
					  unsigned int pos)
{
	unsigned int caret = strlen("  Command: ") + strlen(head) + pos;
	char got[512], want[512];

	snprintf(want, sizeof(want),
		 ARGS_ERROR_TEST_LOG_NAME ": error: %s\n  Command: %s%s\n%*s^\n",
		 reason, head, args, caret, "");
	args_error_test_last(got, sizeof(got));
	KUNIT_EXPECT_STREQ(test, got, want);
}

#endif /* _KERNEL_TRACE_DYNEVENT_ARGS_ERROR_TEST_H */
