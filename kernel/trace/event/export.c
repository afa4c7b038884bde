// SPDX-License-Identifier: GPL-2.0
/*
 * Where records of functions and markers, which floor 5 writes, meet with those
 * who want them too, of whom another room of floor 5 knows.
 */
#include "internal.h"

DEFINE_STATIC_KEY_FALSE(event_export_functions);
DEFINE_STATIC_KEY_FALSE(event_export_markers);

/* Set once, before one of the keys is enabled. */
static event_export_fn event_exporter __read_mostly;

/**
 * event_export_set - who gives records to those who want them
 * @fn: called with preemption off, anywhere
 *
 * Context: boot.
 */
void __init event_export_set(event_export_fn fn)
{
	event_exporter = fn;
}

/**
 * event_export - give a record to those who want it
 * @entry: the record, complete but not committed
 * @size: its bytes
 * @what: one of TRACE_EXPORT_*
 *
 * Context: any, preemption off; one of the keys is enabled.
 */
void event_export(const void *entry, unsigned int size, int what)
{
	event_exporter(entry, size, what);
}
