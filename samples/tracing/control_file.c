// SPDX-License-Identifier: GPL-2.0
/*
 * The control file "events_on" of each instance: how many events are on there.
 * Writing 0 switches all of them off.
 */
#include "files.h"

static int events_on_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	struct trace_event_file *file;
	unsigned int count = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(file, &ctx->tr->files, list)
		count += instance_file_is_on(file);
	mutex_unlock(&event_mutex);
	seq_printf(m, "%u\n", count);
	return 0;
}

static int events_on_number(const struct tracing_file_ctx *ctx, unsigned long val)
{
	if (val)
		return -EINVAL;
	return instance_events_set(ctx->tr, NULL, NULL, NULL, NULL, false);
}

const struct tracing_value tracing_events_on_value = {
	.show	= events_on_show,
	.number	= events_on_number,
};
