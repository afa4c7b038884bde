// SPDX-License-Identifier: GPL-2.0
/*
 * Selecting events by name, as set_event and the enable files of systems do.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../tracepoint/tracepoint.h"
#include "internal.h"

/* What is asked for; a member that is NULL matches everything. */
struct selection {
	const char *match;
	const char *system;
	const char *event;
	const char *module;
};

static bool selects(const struct selection *sel,
		    const struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	const char *system = event_system(call);
	const char *name = trace_event_name(call);
	struct module *mod = event_module(call);

	if (!event_can_enable(call))
		return false;
	if (sel->module && (!mod || strcmp(sel->module, module_name(mod))))
		return false;
	if (sel->match && strcmp(sel->match, name) && strcmp(sel->match, system))
		return false;
	if (sel->system && strcmp(sel->system, system))
		return false;
	return !sel->event || !strcmp(sel->event, name);
}

/* The first error is told, but does not stop what can be done. */
static int select_set(struct trace_array *tr, const struct selection *sel,
		      bool on)
{
	struct trace_event_file *file;
	int ret = -EINVAL, failed = 0;

	lockdep_assert_held(&event_mutex);

	tracepoint_batch_begin();
	list_for_each_entry(file, &tr->files, list) {
		if (!selects(sel, file))
			continue;
		ret = instance_file_set(file, on);
		if (ret && !failed)
			failed = ret;
	}
	tracepoint_batch_end();
	return failed ?: ret;
}

int instance_events_set(struct trace_array *tr, const char *match,
			const char *system, const char *event,
			const char *module, bool on)
{
	const struct selection sel = {
		.match = match, .system = system, .event = event,
		.module = module,
	};

	guard(mutex)(&event_mutex);
	return select_set(tr, &sel, on);
}

/* "" and "*" stand for all. */
static const char *part_or_all(const char *part)
{
	return !*part || !strcmp(part, "*") ? NULL : part;
}

/* Cut ":mod:NAME" off the end of @word. */
static const char *cut_module(char *word)
{
	char *mod = strstr(word, ":mod:");

	if (!mod)
		return NULL;
	*mod = '\0';
	return mod + strlen(":mod:");
}

/**
 * instance_events_word - do what a word in set_event says
 * @tr: the instance
 * @word: "[!][SYSTEM:]EVENT[:mod:MODULE]"; changed by parsing. SYSTEM and EVENT
 *	may be "*" or empty; alone, the name of a system stands for its events.
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL: nothing matches; or why one could not be switched.
 */
int instance_events_word(struct trace_array *tr, char *word)
{
	struct selection sel = {};
	bool on = *word != '!';
	char *event;

	if (!on)
		word++;
	sel.module = cut_module(word);
	event = strchr(word, ':');
	if (event) {
		*event++ = '\0';
		sel.system = part_or_all(word);
		sel.event = part_or_all(event);
	} else if (sel.module) {
		sel.match = part_or_all(word);
	} else {
		sel.match = word;
	}

	guard(mutex)(&event_mutex);
	return select_set(tr, &sel, on);
}

static unsigned int files_state(struct list_head *head)
{
	struct trace_event_file *file;
	unsigned int state = 0;

	list_for_each_entry(file, head, in_system) {
		if (!event_can_enable(file->event_call))
			continue;
		state |= file->flags & EVENT_FILE_FL_ENABLED ? 2 : 1;
	}
	return state;
}

char instance_events_state(struct trace_array *tr, const char *system)
{
	static const char letters[] = { '?', '0', '1', 'X' };
	struct instance_system *pos;
	unsigned int state = 0;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pos, &tr->systems, list) {
		if (!system || !strcmp(system, pos->name))
			state |= files_state(&pos->files);
		if (state == 3)
			break;
	}
	return letters[state];
}

/**
 * trace_array_set_clr_event - switch events of an instance
 * @tr: the instance
 * @system: a system, or NULL for all
 * @event: an event, or NULL for all
 * @enable: on or off
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: no instance; -EINVAL: nothing matches; or why one could
 * not be switched.
 */
int trace_array_set_clr_event(struct trace_array *tr, const char *system,
			      const char *event, bool enable)
{
	if (!tr)
		return -ENOENT;
	return instance_events_set(tr, NULL, system, event, NULL, enable);
}
EXPORT_SYMBOL_GPL(trace_array_set_clr_event);

/**
 * trace_set_clr_event - switch events of the global instance
 * @system: a system, or NULL for all
 * @event: an event, or NULL for all
 * @set: 1 is on, 0 is off
 *
 * Context: task, may sleep.
 * Return: as trace_array_set_clr_event().
 */
int trace_set_clr_event(const char *system, const char *event, int set)
{
	return instance_events_set(&instance_global, NULL, system, event, NULL,
				   set);
}
EXPORT_SYMBOL_GPL(trace_set_clr_event);
