/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Directories and files of events and of systems: shared by files.c, which creates
 * the directories, and event_enable.c and event_files.c, which implement their
 * files.
 */
#ifndef _KERNEL_TRACE_CONTROL_EVENT_FILES_H
#define _KERNEL_TRACE_CONTROL_EVENT_FILES_H

#include "internal.h"

/**
 * struct tracing_system - the directory events/SYSTEM
 * @node: the directory
 * @list: entry in tracing_dir.systems; protected by event_mutex
 * @system: the system; NULL once its last event was removed; protected by
 *	event_mutex
 * @name: name of the system
 * @events: number of event directories in @node; protected by event_mutex
 */
struct tracing_system {
	struct tracefs_node	node;
	struct list_head	list;
	struct instance_system	*system;
	const char		*name;
	unsigned int		events;
};

/**
 * struct eventfs_inode - the directory events/SYSTEM/EVENT
 * @node: the directory
 * @sys: the parent directory
 * @file: the event file; NULL once the event was removed; protected by event_mutex
 * @name: name of the event
 */
struct eventfs_inode {
	struct tracefs_node	node;
	struct tracing_system	*sys;
	struct trace_event_file	*file;
	const char		*name;
};

/* In tracefs_entry.which of a file enable: the events that it switches. */
enum tracing_enable {
	TRACING_ENABLE_ALL,
	TRACING_ENABLE_SYSTEM,
	TRACING_ENABLE_EVENT,
};

struct trace_event_file *tracing_event_of(struct inode *inode);
struct instance_system *tracing_system_of(struct inode *inode);

/**
 * tracing_event_gone - check whether the event of an event file was removed
 * @file: the event file, to which the caller holds a reference
 *
 * Context: task; event_mutex held.
 * Return: true if only the memory of @file is left.
 */
static inline bool tracing_event_gone(const struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	return file->flags & EVENT_FILE_FL_FREED;
}

#endif /* _KERNEL_TRACE_CONTROL_EVENT_FILES_H */
