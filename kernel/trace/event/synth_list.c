// SPDX-License-Identifier: GPL-2.0
/*
 * The list of synthetic events: dynevent/ adds them, and the actions of histograms
 * find them by name.
 *
 * Locking: event_mutex protects the list.
 */
#include <linux/string.h>

#include "internal.h"

static LIST_HEAD(event_synths);

/**
 * event_synth_add - add a synthetic event to the list
 * @synth: the synthetic event, complete, its trace event added
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_synth_add(struct event_synth *synth)
{
	lockdep_assert_held(&event_mutex);
	list_add_tail(&synth->list, &event_synths);
}

/**
 * event_synth_remove - remove a synthetic event from the list
 * @synth: the synthetic event, without references to its trace event
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_synth_remove(struct event_synth *synth)
{
	lockdep_assert_held(&event_mutex);
	list_del_init(&synth->list);
}

/**
 * event_synth_get - find a synthetic event and take a reference
 * @name: name of the event
 *
 * Context: task; event_mutex held.
 * Return: the event, which stays until event_synth_put(); NULL if there is none.
 */
struct event_synth *event_synth_get(const char *name)
{
	struct event_synth *synth;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(synth, &event_synths, list) {
		if (!strcmp(synth->name, name))
			return trace_event_try_get_ref(synth->call) ? synth : NULL;
	}
	return NULL;
}

/**
 * event_synth_put - drop a reference
 * @synth: what event_synth_get() returned
 *
 * Context: any.
 */
void event_synth_put(struct event_synth *synth)
{
	trace_event_put_ref(synth->call);
}
