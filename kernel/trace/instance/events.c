// SPDX-License-Identifier: GPL-2.0
/*
 * Enabling events by name, for set_event and the enable files of systems.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../tracepoint/tracepoint.h"
#include "internal.h"

/**
 * struct events_match - names that an event must match; NULL matches every event
 * @any: name of the event or of its system
 * @system: name of the system
 * @event: name of the event
 * @module: name of the module that defines the event
 */
struct events_match {
	const char *any;
	const char *system;
	const char *event;
	const char *module;
};

static bool events_match_file(const struct events_match *match,
			      const struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	const char *system = event_system(call);
	const char *name = trace_event_name(call);
	struct module *mod = event_list_module(call);

	if (!event_can_enable(call))
		return false;
	if (match->module && (!mod || strcmp(match->module, module_name(mod))))
		return false;
	if (match->any && strcmp(match->any, name) && strcmp(match->any, system))
		return false;
	if (match->system && strcmp(match->system, system))
		return false;
	return !match->event || !strcmp(match->event, name);
}

/* Enable or disable all matching events, and return the first error. */
static int events_set(struct trace_array *tr, const struct events_match *match, bool on)
{
	struct trace_event_file *file;
	int ret = -EINVAL, failed = 0;

	lockdep_assert_held(&event_mutex);

	tracepoint_batch_begin();
	list_for_each_entry(file, &tr->files, list) {
		if (!events_match_file(match, file))
			continue;
		ret = instance_file_set(file, on);
		if (ret && !failed)
			failed = ret;
	}
	tracepoint_batch_end();
	return failed ?: ret;
}

/**
 * instance_events_set - enable or disable events by name
 * @tr: the instance
 * @match: name of a system or of an event, or NULL for all
 * @system: name of a system, or NULL for all
 * @event: name of an event, or NULL for all
 * @module: name of the module that defines the events, or NULL for all
 * @on: enable if true, else disable
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL if no event matches; the first error of an event.
 */
int instance_events_set(struct trace_array *tr, const char *match, const char *system,
			const char *event, const char *module, bool on)
{
	const struct events_match names = {
		.any = match, .system = system, .event = event,
		.module = module,
	};

	guard(mutex)(&event_mutex);
	return events_set(tr, &names, on);
}

/* An empty name and "*" match every event. */
static const char *events_name_or_all(const char *name)
{
	return !*name || !strcmp(name, "*") ? NULL : name;
}

/* Remove ":mod:NAME" from the end of @word and return NAME, or NULL. */
static const char *events_cut_module(char *word)
{
	char *mod = strstr(word, ":mod:");

	if (!mod)
		return NULL;
	*mod = '\0';
	return mod + strlen(":mod:");
}

/**
 * instance_events_apply - enable or disable events, as a write to set_event
 * @tr: the instance
 * @word: "[!][SYSTEM:]EVENT[:mod:MODULE]", modified by parsing. SYSTEM and EVENT may
 *	be empty or "*" to match all. EVENT without SYSTEM may be the name of a
 *	system
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL if no event matches; the first error of an event.
 */
int instance_events_apply(struct trace_array *tr, char *word)
{
	struct events_match match = {};
	bool on = *word != '!';
	char *event;

	if (!on)
		word++;
	match.module = events_cut_module(word);
	event = strchr(word, ':');
	if (event) {
		*event++ = '\0';
		match.system = events_name_or_all(word);
		match.event = events_name_or_all(event);
	} else if (match.module) {
		match.any = events_name_or_all(word);
	} else {
		match.any = word;
	}

	guard(mutex)(&event_mutex);
	return events_set(tr, &match, on);
}

/* Bit 0: an event of the list is disabled. Bit 1: an event of the list is enabled. */
static unsigned int events_system_state(struct list_head *head)
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

/**
 * instance_events_state - get the character that the enable file of a system shows
 * @tr: the instance
 * @system: name of the system, or NULL for all systems
 *
 * Context: task; event_mutex held.
 * Return: '0' if all events are disabled, '1' if all are enabled, 'X' if some are,
 * '?' if there is no event that can be enabled.
 */
char instance_events_state(struct trace_array *tr, const char *system)
{
	static const char letters[] = { '?', '0', '1', 'X' };
	struct instance_system *pos;
	unsigned int state = 0;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pos, &tr->systems, list) {
		if (!system || !strcmp(system, pos->name))
			state |= events_system_state(&pos->files);
		if (state == 3)
			break;
	}
	return letters[state];
}

/**
 * instance_syscall_data_set - let events of system calls copy user memory
 * @tr: the instance
 * @bytes: maximum number of bytes to copy from where an argument points to; 0 for none
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL if @bytes is too large; the error of a listener. The former number
 * stays after an error.
 */
int instance_syscall_data_set(struct trace_array *tr, unsigned long bytes)
{
	struct instance_listener *pos;
	int ret;

	if (bytes > INSTANCE_SYSCALL_DATA_MAX)
		return -EINVAL;

	guard(mutex)(&event_mutex);
	list_for_each_entry(pos, &instance_listeners, node) {
		ret = bytes && pos->syscall_data ? pos->syscall_data() : 0;
		if (ret)
			return ret;
	}
	WRITE_ONCE(tr->syscall_data_bytes, bytes);
	return 0;
}

/**
 * trace_array_set_clr_event - enable or disable events of an instance
 * @tr: the instance
 * @system: name of a system, or NULL for all
 * @event: name of an event, or NULL for all
 * @enable: enable if true, else disable
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -ENOENT if @tr is NULL; -EINVAL if no event matches; the first error of
 * an event.
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
 * trace_set_clr_event - enable or disable events of the global instance
 * @system: name of a system, or NULL for all
 * @event: name of an event, or NULL for all
 * @set: 1 to enable, 0 to disable
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL if no event matches; the first error of an event.
 */
int trace_set_clr_event(const char *system, const char *event, int set)
{
	return instance_events_set(&instance_global, NULL, system, event, NULL,
				   set);
}
EXPORT_SYMBOL_GPL(trace_set_clr_event);
