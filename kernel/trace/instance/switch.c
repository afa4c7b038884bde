// SPDX-License-Identifier: GPL-2.0
/*
 * The buffer of an instance is switched on and off, and made real when somebody
 * is about to use it.
 */
#include "internal.h"

bool instance_is_on(struct trace_array *tr)
{
	return tr->ring && ring_buffer_record_is_set_on(tr->ring);
}

void instance_on(struct trace_array *tr)
{
	const struct tracer *tracer = READ_ONCE(tr->tracer);

	if (!tr->ring)
		return;
	ring_buffer_record_on(tr->ring);
	if (tracer->on)
		tracer->on(tr);
}

void instance_off(struct trace_array *tr)
{
	const struct tracer *tracer = READ_ONCE(tr->tracer);

	if (!tr->ring)
		return;
	ring_buffer_record_off(tr->ring);
	if (tracer->off)
		tracer->off(tr);
}

/* The ring counts how often it was disabled; on and off are apart from that. */
void instance_stop(struct trace_array *tr)
{
	ring_buffer_record_disable(tr->ring);
}

void instance_start(struct trace_array *tr)
{
	ring_buffer_record_enable(tr->ring);
}

/**
 * instance_expand - give a buffer its real size
 * @tr: the instance
 *
 * A buffer that nobody uses is tiny. Cheap when that was done before.
 *
 * Context: task, may sleep; instance_lock or event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int instance_expand(struct trace_array *tr)
{
	int ret;

	if (likely(READ_ONCE(tr->expanded)))
		return 0;
	ret = ring_buffer_resize(tr->ring, tr->bytes, RING_BUFFER_ALL_CPUS);
	if (ret < 0)
		return ret;
	WRITE_ONCE(tr->expanded, true);
	return 0;
}

int instance_prepare(struct trace_array *tr)
{
	if (instance_is_global(tr) || READ_ONCE(tr->expanded))
		return 0;

	guard(mutex)(&instance_lock);
	return instance_expand(tr);
}
