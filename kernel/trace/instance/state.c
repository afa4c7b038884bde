// SPDX-License-Identifier: GPL-2.0
/*
 * What all files of instance/ look at: the list of instances and its lock.
 */
#include <linux/list.h>
#include <linux/mutex.h>

#include "internal.h"

/* Instances, tracers, options. Inside event_mutex. */
DEFINE_MUTEX(instance_lock);
LIST_HEAD(instance_list);
LIST_HEAD(instance_listeners);

/* struct instance_control.entry: what rooms beside fs/ say about an event. */
TRACE_REGISTRY(instance_controls);

struct trace_array instance_global = {
	.files = LIST_HEAD_INIT(instance_global.files),
	.systems = LIST_HEAD_INIT(instance_global.systems),
	.buffer_percent = 50,
};

unsigned long instance_default_bytes = INSTANCE_DEFAULT_BYTES;
