// SPDX-License-Identifier: GPL-2.0
/*
 * Operations that upper components register for the steps of writing a record.
 *
 * event.h lists these steps and when each operation is called ("Writing a record").
 * The operations are copied, so that a call needs one load rather than two. Each is
 * registered at boot, before a flag of an event file can lead to its call. Only
 * event_instance_ops.ignored may change later.
 *
 * Locking: event_mutex.
 */
#include <linux/cache.h>
#include <linux/init.h>

#include "internal.h"

struct event_instance_ops event_instance_ops __read_mostly;
struct event_trigger_ops event_trigger_ops __ro_after_init;
struct event_filter_ops event_filter_ops __ro_after_init;
struct event_console_ops event_console_ops __ro_after_init;
static struct event_watch_ops event_watch_ops __ro_after_init;
static struct event_dynamic_ops event_dynamic_ops __ro_after_init;

/* Number of users that get the records of all event files with OUTPUT. */
static unsigned int event_output_users;

/**
 * event_instance_ops_register - register the operations of instance/
 * @ops: the operations; copied
 *
 * Context: boot; takes event_mutex.
 */
void __init event_instance_ops_register(const struct event_instance_ops *ops)
{
	guard(mutex)(&event_mutex);
	event_instance_ops = *ops;
}

/**
 * event_ignored_set - replace the operation event_instance_ops.ignored
 * @ignored: the operation; the former one may be running until a grace period of RCU
 *	has passed
 *
 * So that an event file with PID_FILTER calls what tests all that any instance has
 * set, and nothing else.
 *
 * Context: task; event_mutex held.
 */
void event_ignored_set(bool (*ignored)(struct trace_event_file *file))
{
	lockdep_assert_held(&event_mutex);
	WRITE_ONCE(event_instance_ops.ignored, ignored);
}

/**
 * event_trigger_ops_register - register the operations of triggers
 * @ops: the operations; copied
 *
 * Context: boot; takes event_mutex.
 */
void __init event_trigger_ops_register(const struct event_trigger_ops *ops)
{
	guard(mutex)(&event_mutex);
	event_trigger_ops = *ops;
}

/**
 * event_filter_ops_register - register the operation of filters
 * @ops: the operations; copied
 *
 * Context: boot; takes event_mutex.
 */
void __init event_filter_ops_register(const struct event_filter_ops *ops)
{
	guard(mutex)(&event_mutex);
	event_filter_ops = *ops;
}

/**
 * event_console_ops_register - register the operation of tp_printk
 * @ops: the operations; copied
 *
 * Context: boot; takes event_mutex.
 */
void __init event_console_ops_register(const struct event_console_ops *ops)
{
	guard(mutex)(&event_mutex);
	event_console_ops = *ops;
}

/**
 * event_watch_ops_register - register the implementation of watches
 * @ops: the operations; copied
 *
 * Context: boot; takes event_mutex.
 */
void __init event_watch_ops_register(const struct event_watch_ops *ops)
{
	guard(mutex)(&event_mutex);
	event_watch_ops = *ops;
}

/**
 * event_dynamic_ops_register - register the creation of dynamic events
 * @ops: the operations; copied
 *
 * Context: boot.
 */
void __init event_dynamic_ops_register(const struct event_dynamic_ops *ops)
{
	event_dynamic_ops = *ops;
}

/**
 * event_dynamic_create - create a dynamic event
 * @command: the command, as it is written to the file dynamic_events
 *
 * Context: task, may sleep; no locks held; after core_initcall().
 * Return: 0; -EOPNOTSUPP if the kernel has no dynamic events; or an errno of the kind of
 * event, -EINVAL if @command is of no kind.
 */
int event_dynamic_create(const char *command)
{
	return event_dynamic_ops.create ? event_dynamic_ops.create(command) : -EOPNOTSUPP;
}

static void event_ops_output_add(int users)
{
	guard(mutex)(&event_mutex);
	event_output_users += users;
	event_instance_ops.output_update();
}

/**
 * event_output_get - request the records of all events in all instances
 *
 * Sets OUTPUT in all event files, so that commits call event_console_ops.print and
 * the exports of events, until the matching event_output_put().
 *
 * Context: task, may sleep; takes event_mutex.
 */
void event_output_get(void)
{
	event_ops_output_add(1);
}

/**
 * event_output_put - end a request made by event_output_get()
 *
 * Calls that have begun may still be running on return.
 *
 * Context: task, may sleep; takes event_mutex.
 */
void event_output_put(void)
{
	event_ops_output_add(-1);
}

/**
 * event_output_wanted - check whether event files need OUTPUT for records
 *
 * Context: task, event_mutex held.
 * Return: true between event_output_get() and event_output_put().
 */
bool event_output_wanted(void)
{
	lockdep_assert_held(&event_mutex);
	return event_output_users;
}

/**
 * event_watch_begin - call a function for each record of an event file
 * @watch: the event file and the function; must stay for a grace period of RCU after
 *	event_watch_end()
 *
 * A watch also ends when its event file is removed.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENOMEM; an errno of enabling the event.
 */
int event_watch_begin(struct event_watch *watch)
{
	lockdep_assert_held(&event_mutex);
	return event_watch_ops.begin ? event_watch_ops.begin(watch) : -EOPNOTSUPP;
}

/**
 * event_watch_end - end a watch
 * @watch: the watch; its function may be running until a grace period of RCU has passed
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_watch_end(struct event_watch *watch)
{
	lockdep_assert_held(&event_mutex);
	event_watch_ops.end(watch);
}
