/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of a machine, made from libtraceevent's formats when a record needs them.
 */
#ifndef TRACE_VIEW_EVENT_H
#define TRACE_VIEW_EVENT_H

#include "record.h"

/**
 * event_machine_open() - prepare a machine for event_decode()
 * @machine: @tep, @swap and @long_size are set
 *
 * Return: 0, or -1 without memory.
 */
int event_machine_open(struct view_machine *machine);

/**
 * event_machine_close() - free the events and the cache of symbols
 * @machine: from event_machine_open(), or one for which it failed
 */
void event_machine_close(struct view_machine *machine);

/**
 * event_decode() - find a record's event and read the common fields
 * @machine: where it was recorded
 * @record: @data and @size are set
 *
 * Return: false if the event is unknown; memory that is missing makes it unknown, too.
 */
bool event_decode(struct view_machine *machine, struct view_record *record);

#endif /* TRACE_VIEW_EVENT_H */
