// SPDX-License-Identifier: GPL-2.0
/*
 * Write arbitrary text to a filter file and apply accepted filters to records. The
 * sanitizers and the assertions in this file terminate the program on an error.
 */
#include <assert.h>

#include "event.h"

static struct trace_event_call call;

static void check_shown(struct trace_event_file *file, const char *text, int ret)
{
	static char shown[1 << 16];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	size_t len = strlen(text);

	filter_file_show(&m, file);
	if (!file->filter) {
		assert(!strcmp(shown, "none\n"));
		return;
	}
	/* The file shows the text, followed by the error of a rejected filter. */
	assert(!strncmp(shown, text, len) && shown[len] == '\n');
	assert(!ret == !shown[len + 1]);
	assert(!ret == !!(file->flags & EVENT_FILE_FL_FILTERED));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct trace_event_file file = { .event_call = &call };
	struct trace_error_log errors = {};
	struct host_record rec;
	char *text;
	int ret, i;

	if (size > 4095)
		return 0;
	text = kmemdup_nul((const char *)data, size, 0);
	ret = filter_file_set(&file, text, &errors);
	assert(!ret || ret == -EINVAL);
	assert(errors.count == (ret != 0));
	check_shown(&file, text, ret);
	if (!ret && file.filter) {
		host_srand(size);
		for (i = 0; i < 8; i++) {
			host_fill(&rec);
			filter_match(file.filter, &rec);
		}
	}
	filter_file_set(&file, "0", &errors);
	assert(!file.filter);
	free(text);
	return 0;
}
