// SPDX-License-Identifier: GPL-2.0
/*
 * User events: the set of them, their creation and removal.
 *
 * Locking: dynevent_lock protects the set of events.
 */
#include <linux/capability.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/sysctl.h>
#include <linux/workqueue.h>

#include "../output/output.h"
#include "perf.h"
#include "user.h"

static DEFINE_HASHTABLE(user_names, 10);	/* all user events; dynevent_lock */
static unsigned int user_nr;		/* number of user events; dynevent_lock */
static unsigned int user_nr_max = 32768;
static u64 user_multi_next;		/* suffix of the next event; dynevent_lock */

static struct dynevent_kind user_kind;

/* Creation and removal */

static void user_event_free(struct user_event *user)
{
	if (user->call_name != user->def.name)
		kfree(user->call_name);
	kfree(user->print_fmt);
	user_def_free(&user->def);
	kfree(user);
}

static bool user_event_is_multi(const struct user_event *user)
{
	return user->flags & USER_EVENT_REG_MULTI_FORMAT;
}

static const char *user_event_system(unsigned int flags)
{
	return flags & USER_EVENT_REG_MULTI_FORMAT ? USER_EVENTS_MULTI_SYSTEM :
						     USER_EVENTS_SYSTEM;
}

static unsigned int user_event_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/*
 * Remove an event that has no references.
 * Return: 0; -EBUSY if it is enabled or otherwise in use.
 */
static int user_event_remove(struct user_event *user)
{
	int ret;

	lockdep_assert_held(&dynevent_lock);

	/* From here on, nothing can enable the event. */
	ret = dynevent_call_remove(&user->dcall);
	if (ret)
		return ret;
	user_event_forget(user);
	hash_del(&user->by_name);
	dynevent_del(&user->ev);
	user_nr--;
	user_event_free(user);
	return 0;
}

static int user_event_connect(struct dynevent_call *dcall, bool on)
{
	struct user_event *user = container_of(dcall, struct user_event, dcall);

	if (on)
		user_event_get(user);
	user_mm_set_users(user, USER_EVENT_BY_FTRACE, on);
	if (!on)
		user_event_put(user);
	return 0;
}

/*
 * TRACE_REG_PERF_*: dynevent_call::perf.
 *
 * Context: task; event_mutex held, or as perf core calls.
 */
static int user_event_perf(struct dynevent_call *dcall, enum trace_reg type, void *data)
{
	struct user_event *user = container_of(dcall, struct user_event, dcall);
	int change = dynevent_perf_change(type);

	if (change > 0)
		user_event_get(user);
	if (change)
		user_mm_set_users(user, USER_EVENT_BY_PERF, change > 0);
	if (change < 0)
		user_event_put(user);
	return 0;
}

/* trace_event_functions::trace: the fields as numbers and strings. */
static enum print_line_t user_event_print(struct trace_iterator *iter, int flags,
					  struct trace_event *event)
{
	return output_fields(iter, event);
}

/* Find an event by the name and the fields that it was registered with. */
static struct user_event *user_event_find(const struct user_def *def, unsigned int flags)
{
	unsigned int hash = user_event_hash(def->name);
	struct user_event *user;

	lockdep_assert_held(&dynevent_lock);

	hash_for_each_possible(user_names, user, by_name, hash) {
		if (strcmp(user->def.name, def->name) ||
		    ((user->flags ^ flags) & USER_EVENT_REG_MULTI_FORMAT))
			continue;
		if (!user_event_is_multi(user) || user_def_same_fields(&user->def, def))
			return user;
	}
	return NULL;
}

static int user_event_names(struct user_event *user)
{
	if (!user_event_is_multi(user)) {
		user->call_name = (char *)user->def.name;
	} else {
		user->call_name = kasprintf(GFP_KERNEL_ACCOUNT, "%s.%llx",
					    user->def.name, user_multi_next);
	}
	user->print_fmt = user_def_print_fmt(&user->def);
	return user->call_name && user->print_fmt ? 0 : -ENOMEM;
}

/* Create an event; @def is consumed on success. Return: the event with a reference. */
static struct user_event *user_event_create(struct user_def *def, unsigned int flags)
{
	struct user_event *user;
	int ret;

	lockdep_assert_held(&dynevent_lock);

	if (user_nr >= READ_ONCE(user_nr_max))
		return ERR_PTR(-EMFILE);
	user = kzalloc(sizeof(*user), GFP_KERNEL_ACCOUNT);
	if (!user)
		return ERR_PTR(-ENOMEM);
	user->def = *def;
	user->flags = flags;
	user->refs = 1;
	INIT_LIST_HEAD(&user->reap);
	INIT_LIST_HEAD(&user->enablers);
	ret = user_event_names(user);
	if (ret)
		goto out;
	user->dcall.funcs.trace = user_event_print;
	user->dcall.connect = user_event_connect;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		user->dcall.perf = user_event_perf;
	ret = dynevent_call_add(&user->dcall, user_event_system(flags), user->call_name,
				user->def.rows, user->print_fmt, TRACE_EVENT_FL_CAP_ANY);
	if (ret)
		goto out;
	user_multi_next += user_event_is_multi(user);
	hash_add(user_names, &user->by_name, user_event_hash(user->def.name));
	dynevent_add(&user->ev, &user_kind, user->call_name);
	user_nr++;
	memset(def, 0, sizeof(*def));
	return user;
out:
	memset(&user->def, 0, sizeof(user->def));
	if (!user_event_is_multi(user))
		user->call_name = NULL;
	user_event_free(user);
	return ERR_PTR(ret);
}

static struct user_event *user_event_find_or_create(struct user_def *def,
						    unsigned int flags)
{
	struct user_event *user;

	guard(mutex)(&dynevent_lock);

	user = user_event_find(def, flags);
	if (!user)
		return user_event_create(def, flags);
	if (!user_def_same_fields(&user->def, def))
		return ERR_PTR(-EADDRINUSE);
	user_event_get(user);
	return user;
}

/**
 * user_event_register - find the event that a definition names, or create it
 * @text: the definition, "NAME[:FLAGS] [TYPE FIELD; ...]"
 * @flags: USER_EVENT_REG_*
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: the event with a reference; ERR_PTR(-EPERM) without the capability that a
 * persistent event needs; ERR_PTR(-EINVAL) if @flags or @text are malformed;
 * ERR_PTR(-EADDRINUSE) if there is an event of that name with other fields;
 * ERR_PTR(-EMFILE) if there are too many events; ERR_PTR(-ENOMEM).
 */
struct user_event *user_event_register(const char *text, unsigned int flags)
{
	struct user_event *user;
	struct user_def def;
	int ret;

	if ((flags & USER_EVENT_REG_PERSIST) && !perfmon_capable())
		return ERR_PTR(-EPERM);
	ret = user_def_parse(&def, text);
	if (ret)
		return ERR_PTR(ret);
	user = user_event_find_or_create(&def, flags);
	user_def_free(&def);
	return user;
}

/* Remove an event for a user who asks for it. */
static int user_event_remove_asked(struct user_event *user)
{
	if (user_event_referenced(user))
		return -EBUSY;
	if ((user->flags & USER_EVENT_REG_PERSIST) && !perfmon_capable())
		return -EPERM;
	return user_event_remove(user);
}

/**
 * user_event_delete - delete all events that were registered with a name
 * @name: the name
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -ENOENT if there is none; -EBUSY if one is in use; -EPERM if one is
 * persistent, and the task has not the capability.
 */
int user_event_delete(const char *name)
{
	struct user_event *user;
	struct hlist_node *next;
	int ret = -ENOENT;

	guard(mutex)(&dynevent_lock);

	hash_for_each_possible_safe(user_names, user, next, by_name,
				    user_event_hash(name)) {
		if (strcmp(user->def.name, name))
			continue;
		ret = user_event_remove_asked(user);
		if (ret)
			break;
	}
	return ret;
}

/* The kind of dynamic events */

static int user_kind_create(const char *command)
{
	struct user_event *user;

	if (!strstarts(command, USER_EVENTS_PREFIX))
		return -ECANCELED;
	user = user_event_register(skip_spaces(command + strlen(USER_EVENTS_PREFIX)),
				   USER_EVENT_REG_PERSIST);
	if (IS_ERR(user))
		return PTR_ERR(user);
	user_event_put(user);
	return 0;
}

static int user_kind_show(struct seq_file *m, struct dynevent *ev)
{
	seq_puts(m, USER_EVENTS_PREFIX);
	user_def_show(m, &user_event_of(ev)->def);
	seq_putc(m, '\n');
	return 0;
}

static bool user_kind_busy(struct dynevent *ev)
{
	struct user_event *user = user_event_of(ev);

	return user_event_referenced(user) || dynevent_call_busy(&user->dcall);
}

static bool user_kind_match(struct dynevent *ev, const char *system, const char *event,
			    int argc, const char **argv)
{
	struct user_event *user = user_event_of(ev);

	return !strcmp(user->call_name, event) &&
	       (!system || !strcmp(system, user_event_system(user->flags))) &&
	       user_def_same_words(&user->def, argc, argv);
}

static int user_kind_remove(struct dynevent *ev)
{
	return user_event_remove_asked(user_event_of(ev));
}

static struct dynevent_kind user_kind = {
	.entry.name	= USER_EVENTS_SYSTEM,
	.create		= user_kind_create,
	.show		= user_kind_show,
	.busy		= user_kind_busy,
	.match		= user_kind_match,
	.remove		= user_kind_remove,
};

/**
 * user_event_from - get the user event of a dynamic event of any kind
 * @ev: the dynamic event
 *
 * Context: any.
 * Return: the user event; NULL if it is of another kind.
 */
struct user_event *user_event_from(struct dynevent *ev)
{
	return ev->kind == &user_kind ? user_event_of(ev) : NULL;
}

static struct ctl_table user_sysctls[] = {
	{
		.procname	= "user_events_max",
		.data		= &user_nr_max,
		.maxlen		= sizeof(user_nr_max),
		.mode		= 0644,
		.proc_handler	= proc_douintvec,
	},
};

static int __init user_init(void)
{
	user_event_set_reap(user_event_remove);
	return dynevent_kind_register(&user_kind);
}
core_initcall(user_init);

static int __init user_init_sysctls(void)
{
	register_sysctl_init("kernel", user_sysctls);
	return 0;
}
fs_initcall(user_init_sysctls);
