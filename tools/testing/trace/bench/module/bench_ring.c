// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's own cost, without anything above it: a private buffer, and
 * reading a parameter measures. Built outside the tree, unmodified against any
 * kernel: only the public header is used.
 */
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>
#include <linux/timex.h>

#define CALLS 1000
#define ROUNDS 24
#define WARM_ROUNDS 8
#define RECORD 32
#define BUFFER (128 * 1024)

/* Instructions under -icount; ns where there is no cycle counter. */
static u64 bench_now(void)
{
	return get_cycles() ?: ktime_get_ns();
}

static int reserve_commit(struct trace_buffer *buffer)
{
	struct ring_buffer_event *event;
	u64 *data;

	event = ring_buffer_lock_reserve(buffer, RECORD);
	if (!event)
		return -EBUSY;
	data = ring_buffer_event_data(event);
	for (int i = 0; i < RECORD / sizeof(*data); i++)
		data[i] = i;
	ring_buffer_unlock_commit(buffer);
	return 0;
}

/* Thousandths of a tick per record, the least of many rounds. */
static int get_reserve_commit(char *text, const struct kernel_param *param)
{
	struct trace_buffer *buffer = ring_buffer_alloc(BUFFER, RB_FL_OVERWRITE);
	u64 best = U64_MAX;
	int error = 0;

	if (!buffer)
		return -ENOMEM;
	for (int round = 0; round < ROUNDS && !error; round++) {
		u64 start = bench_now(), took;

		for (int i = 0; i < CALLS && !error; i++)
			error = reserve_commit(buffer);
		took = bench_now() - start;
		if (round >= WARM_ROUNDS && took < best)
			best = took;
	}
	ring_buffer_free(buffer);
	return error ?: sysfs_emit(text, "%llu.%03llu\n", best / CALLS, best % CALLS);
}

static const struct kernel_param_ops reserve_commit_ops = { .get = get_reserve_commit };
module_param_cb(reserve_commit, &reserve_commit_ops, NULL, 0444);

MODULE_DESCRIPTION("Cost of a record in a private ring buffer");
MODULE_LICENSE("GPL");
