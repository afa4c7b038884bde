// SPDX-License-Identifier: GPL-2.0
/*
 * State and functions that all other files of instance/ use: the list of instances,
 * its lock, the global instance; recording on and off, and the size of the ring
 * buffer.
 */
#include <linux/list.h>
#include <linux/mutex.h>

#include "internal.h"

/* Protects the list of instances, their tracers and their options. */
DEFINE_MUTEX(instance_lock);
LIST_HEAD(instance_list);
LIST_HEAD(instance_listeners);

struct trace_array instance_global = {
	.files = LIST_HEAD_INIT(instance_global.files),
	.systems = LIST_HEAD_INIT(instance_global.systems),
	.buffer_percent = 50,
};

unsigned long instance_default_bytes = INSTANCE_DEFAULT_BYTES;

/**
 * instance_is_on - test whether recording is switched on
 * @tr: the instance
 *
 * Context: any.
 * Return: the value of the file tracing_on.
 */
bool instance_is_on(struct trace_array *tr)
{
	return tr->ring && ring_buffer_record_is_set_on(tr->ring);
}

/**
 * instance_on - switch recording on and notify the current tracer
 * @tr: the instance; nothing happens before it has a ring buffer
 *
 * Context: any.
 */
void instance_on(struct trace_array *tr)
{
	const struct tracer *tracer = READ_ONCE(tr->tracer);

	if (!tr->ring)
		return;
	ring_buffer_record_on(tr->ring);
	if (tracer->on)
		tracer->on(tr);
}

/**
 * instance_off - switch recording off and notify the current tracer
 * @tr: the instance; nothing happens before it has a ring buffer
 *
 * Context: any.
 */
void instance_off(struct trace_array *tr)
{
	const struct tracer *tracer = READ_ONCE(tr->tracer);

	if (!tr->ring)
		return;
	ring_buffer_record_off(tr->ring);
	if (tracer->off)
		tracer->off(tr);
}

/**
 * instance_record_disable - prevent recording, for instance while the trace is read
 * @tr: the instance
 *
 * Calls nest, and are independent of instance_on() and instance_off().
 *
 * Context: any.
 */
void instance_record_disable(struct trace_array *tr)
{
	ring_buffer_record_disable(tr->ring);
}

/**
 * instance_record_enable - undo one instance_record_disable()
 * @tr: the instance
 *
 * Context: any.
 */
void instance_record_enable(struct trace_array *tr)
{
	ring_buffer_record_enable(tr->ring);
}

/**
 * instance_expand - resize the ring buffer to its full size
 * @tr: the instance
 *
 * A ring buffer has minimal size until it is used. Every function that enables
 * recording calls this first; it is cheap if the ring buffer has its full size
 * already.
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

/**
 * instance_print_prepare - call instance_expand() before text is written
 * @tr: the instance
 *
 * The ring buffer of the global instance keeps its minimal size if only text is
 * written.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0 or -ENOMEM.
 */
int instance_print_prepare(struct trace_array *tr)
{
	if (instance_is_global(tr) || READ_ONCE(tr->expanded))
		return 0;

	guard(mutex)(&instance_lock);
	return instance_expand(tr);
}
