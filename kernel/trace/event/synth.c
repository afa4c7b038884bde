// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events by name: where those who make them and those who write them
 * meet without knowing of each other.
 *
 * Locking: event_mutex.
 */
#include <linux/string.h>

#include "internal.h"

static LIST_HEAD(event_synths);

/**
 * event_synth_add - it can be found from now on
 * @synth: complete, its call made known
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_synth_add(struct event_synth *synth)
{
	lockdep_assert_held(&event_mutex);
	list_add_tail(&synth->list, &event_synths);
}

/**
 * event_synth_remove - it can't be found any more
 * @synth: nobody has a reference to its call
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_synth_remove(struct event_synth *synth)
{
	lockdep_assert_held(&event_mutex);
	list_del_init(&synth->list);
}

/**
 * event_synth_get - find a synthetic event and keep it
 * @name: of the event
 *
 * Context: task; event_mutex held.
 * Return: the event, which stays until event_synth_put(); NULL: no such.
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
 * event_synth_put - give it back
 * @synth: from event_synth_get()
 *
 * Context: any.
 */
void event_synth_put(struct event_synth *synth)
{
	trace_event_put_ref(synth->call);
}
