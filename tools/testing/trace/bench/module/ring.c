// SPDX-License-Identifier: GPL-2.0
/* A record of 32 bytes in a private ring buffer, without event code. */
#include <linux/module.h>
#include <linux/ring_buffer.h>

#include "measure.h"

#define RECORD 32
#define BUFFER (128 * 1024)

static void reserve_commit(void *arg)
{
	struct trace_buffer *buffer = arg;
	struct ring_buffer_event *event;
	u64 *data;

	event = ring_buffer_lock_reserve(buffer, RECORD);
	if (!event)
		return;
	data = ring_buffer_event_data(event);
	for (int i = 0; i < RECORD / sizeof(*data); i++)
		data[i] = i;
	ring_buffer_unlock_commit(buffer);
}

static int get_reserve_commit(char *text, const struct kernel_param *param)
{
	struct trace_buffer *buffer = ring_buffer_alloc(BUFFER, RB_FL_OVERWRITE);
	bool wrote;
	u64 ticks;

	if (!buffer)
		return -ENOMEM;
	ticks = bench_loop(reserve_commit, buffer);
	wrote = ring_buffer_entries(buffer) > 0;
	ring_buffer_free(buffer);
	return wrote ? bench_emit(text, ticks) : -EIO;
}

static const struct kernel_param_ops reserve_commit_ops = { .get = get_reserve_commit };
module_param_cb(reserve_commit, &reserve_commit_ops, NULL, 0444);
