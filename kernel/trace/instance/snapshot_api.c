// SPDX-License-Identifier: GPL-2.0
/*
 * The functions by which the kernel takes snapshots of the global instance.
 */
#include <linux/export.h>

#include "internal.h"

/**
 * tracing_snapshot - take a snapshot of the global instance
 *
 * The spare ring buffer must have been allocated with tracing_alloc_snapshot() or
 * tracing_snapshot_alloc(). Without it recording is switched off, which keeps the
 * records.
 *
 * Context: any; fails in NMI.
 */
void tracing_snapshot(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT)) {
		WARN_ONCE(1, "Snapshot feature not enabled, but internal snapshot used");
		return;
	}
	instance_snapshot(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_snapshot);

/**
 * tracing_alloc_snapshot - allocate the spare ring buffer of the global instance
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -ENODEV without CONFIG_TRACER_SNAPSHOT; -ENOMEM.
 */
int tracing_alloc_snapshot(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT)) {
		WARN_ONCE(1, "Snapshot feature not enabled, but snapshot allocation used");
		return -ENODEV;
	}
	return instance_snapshot_alloc(&instance_global);
}
EXPORT_SYMBOL_GPL(tracing_alloc_snapshot);

/**
 * tracing_snapshot_alloc - allocate the spare ring buffer and take a snapshot
 *
 * Context: task, may sleep; takes instance_lock.
 */
void tracing_snapshot_alloc(void)
{
	if (!IS_ENABLED(CONFIG_TRACER_SNAPSHOT) || !tracing_alloc_snapshot())
		tracing_snapshot();
}
EXPORT_SYMBOL_GPL(tracing_snapshot_alloc);
