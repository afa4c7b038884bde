// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic events: the registry of their kinds, the list of the events, the file
 * dynamic_events, which takes commands of every kind, and the commands that kernel
 * code puts together.
 */
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>

#include "dynevent.h"

static TRACE_REGISTRY(dynevent_kinds);

DEFINE_MUTEX(dynevent_lock);	/* protects dynevent_list */
LIST_HEAD(dynevent_list);

/* The events of dynevent_list by name; tools create ten thousand. Lock: dynevent_lock */
static DEFINE_HASHTABLE(dynevent_names, 10);

/* Number of events that were removed. Lock: dynevent_lock */
static unsigned long dynevent_removals;

/* Maximum length of a line with a command. */
#define DYNEVENT_LINE_MAX	4095

/**
 * dynevent_kind_register - register a kind of dynamic events
 * @kind: the kind; it is never unregistered. A command is offered to the kinds in
 *	the order of their registration.
 *
 * Context: task, may sleep; from any initcall.
 * Return: 0; -EEXIST if the name is taken.
 */
int dynevent_kind_register(struct dynevent_kind *kind)
{
	return trace_registry_add(&dynevent_kinds, &kind->entry);
}

static u32 dynevent_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/* Events of one name stay in the order of their creation. */
static void dynevent_hash_add(struct dynevent *ev)
{
	struct hlist_head *head =
		&dynevent_names[hash_min(dynevent_hash(ev->name), HASH_BITS(dynevent_names))];
	struct hlist_node *pos, *last = NULL;

	hlist_for_each(pos, head)
		last = pos;
	if (last)
		hlist_add_behind(&ev->by_name, last);
	else
		hlist_add_head(&ev->by_name, head);
}

/**
 * dynevent_add - add an event to the list of dynamic events
 * @ev: the event
 * @kind: its kind
 * @name: its name, without the system; must live as long as @ev
 *
 * Context: task; dynevent_lock held.
 */
void dynevent_add(struct dynevent *ev, const struct dynevent_kind *kind,
		  const char *name)
{
	lockdep_assert_held(&dynevent_lock);

	ev->kind = kind;
	ev->name = name;
	list_add_tail(&ev->list, &dynevent_list);
	dynevent_hash_add(ev);
}

/**
 * dynevent_del - remove an event from the list of dynamic events
 * @ev: the event
 *
 * Context: task; dynevent_lock held.
 */
void dynevent_del(struct dynevent *ev)
{
	lockdep_assert_held(&dynevent_lock);
	list_del_init(&ev->list);
	hash_del(&ev->by_name);
	dynevent_removals++;
}

/**
 * dynevent_find - find an event by its name
 * @kind: the kind of the event
 * @name: the name
 *
 * Context: task; dynevent_lock held.
 * Return: the event that was created first; NULL if there is none.
 */
struct dynevent *dynevent_find(const struct dynevent_kind *kind, const char *name)
{
	struct dynevent *ev;

	lockdep_assert_held(&dynevent_lock);

	hash_for_each_possible(dynevent_names, ev, by_name, dynevent_hash(name)) {
		if (ev->kind == kind && !strcmp(ev->name, name))
			return ev;
	}
	return NULL;
}

/* Kinds are never unregistered, so the walk needs no lock. */
static int dynevent_create_any(const char *command)
{
	struct dynevent_kind *kind;
	int ret = -ECANCELED;

	trace_registry_for_each(&dynevent_kinds, kind, entry) {
		ret = kind->create(command);
		if (ret != -ECANCELED)
			break;
	}
	return ret == -ECANCELED ? -EINVAL : ret;
}

/**
 * struct dynevent_query - the events that a command deletes
 * @kind: the kind of the events; NULL for all kinds
 * @system: name of the system, or NULL
 * @event: name of the events, or "" for any name
 * @argc: number of words that follow
 * @argv: these words
 */
struct dynevent_query {
	const struct dynevent_kind	*kind;
	const char			*system;
	const char			*event;
	int				argc;
	const char			**argv;
};

/* Return: 1 if the event is not one of those that the command deletes. */
static int dynevent_delete_one(struct dynevent *ev, const struct dynevent_query *query)
{
	if (query->kind && ev->kind != query->kind)
		return 1;
	if (!ev->kind->match(ev, query->system, query->event, query->argc, query->argv))
		return 1;
	return ev->kind->remove(ev);
}

static int dynevent_delete_named(const struct dynevent_query *query)
{
	struct hlist_node *next;
	struct dynevent *ev;
	int ret = -ENOENT, one;

	hash_for_each_possible_safe(dynevent_names, ev, next, by_name,
				    dynevent_hash(query->event)) {
		if (strcmp(ev->name, query->event))
			continue;
		one = dynevent_delete_one(ev, query);
		if (one < 0)
			return one;
		ret = one ? ret : 0;
	}
	return ret;
}

/* The command has the name of the system only. */
static int dynevent_delete_unnamed(const struct dynevent_query *query)
{
	struct dynevent *ev, *next;
	int ret = -ENOENT, one;

	list_for_each_entry_safe(ev, next, &dynevent_list, list) {
		one = dynevent_delete_one(ev, query);
		if (one < 0)
			return one;
		ret = one ? ret : 0;
	}
	return ret;
}

/* Free the events that were removed. */
static void dynevent_flush(void)
{
	struct dynevent_kind *kind;

	lockdep_assert_held(&dynevent_lock);

	trace_registry_for_each(&dynevent_kinds, kind, entry) {
		if (kind->flush)
			kind->flush();
	}
}

static int dynevent_delete_matching(const struct dynevent_query *query)
{
	int ret;

	guard(mutex)(&dynevent_lock);

	ret = *query->event ? dynevent_delete_named(query) : dynevent_delete_unnamed(query);
	dynevent_flush();
	return ret;
}

/**
 * dynevent_delete - execute a command that deletes events
 * @command: "-:[SYSTEM/]EVENT [ARGS]" or "!LETTERS:[SYSTEM/]EVENT [ARGS]"
 * @kind: delete events of this kind only; NULL for all kinds
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -ENOENT if there is no such event; -EINVAL if the command is
 * malformed; -EBUSY if the event is in use; -ENOMEM.
 */
int dynevent_delete(const char *command, const struct dynevent_kind *kind)
{
	struct dynevent_query query = { .kind = kind };
	char **argv, *event, *slash;
	int argc, ret = -EINVAL;

	argv = argv_split(GFP_KERNEL, command + (*command == '!'), &argc);
	if (!argv)
		return -ENOMEM;
	if (!argc)
		goto out;
	if (argv[0][0] == '-')
		event = argv[0][1] == ':' ? argv[0] + 2 : NULL;
	else
		event = strchr(argv[0], ':') ? strchr(argv[0], ':') + 1 : NULL;
	if (!event || !*event)
		goto out;

	slash = strchr(event, '/');
	if (slash) {
		*slash = '\0';
		query.system = event;
		event = slash + 1;
	}
	query.event = event;
	query.argc = argc - 1;
	query.argv = (const char **)argv + 1;
	ret = dynevent_delete_matching(&query);
out:
	argv_free(argv);
	return ret;
}

/**
 * dynevent_delete_all - delete all events, or none
 * @kind: delete events of this kind only; NULL for all kinds
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -EBUSY if one of the events is in use.
 */
int dynevent_delete_all(const struct dynevent_kind *kind)
{
	struct dynevent *ev, *next;
	int ret = 0;

	guard(mutex)(&dynevent_lock);

	dynevent_for_each(ev) {
		if ((!kind || ev->kind == kind) && ev->kind->busy(ev))
			return -EBUSY;
	}
	list_for_each_entry_safe(ev, next, &dynevent_list, list) {
		if (kind && ev->kind != kind)
			continue;
		ret = ev->kind->remove(ev);
		if (ret)
			break;
	}
	dynevent_flush();
	return ret;
}

/* Control files */

/**
 * struct dynevent_reader - an open file
 * @kind: the kind of the events that are shown; NULL for all kinds
 * @show: prints an event
 * @at: where the next read(2) continues, unless an event was removed; or NULL
 * @pos: number of events before @at
 * @removals: dynevent_removals when @at was set
 */
struct dynevent_reader {
	const struct dynevent_kind *kind;
	int (*show)(struct seq_file *m, struct dynevent *ev);
	void *at;
	loff_t pos;
	unsigned long removals;
};

/*
 * Each read(2) shows a page of text. To find its first event from the start of the list
 * would make the time for the whole file quadratic.
 */
static void *dynevent_seq_start(struct seq_file *m, loff_t *pos)
{
	struct dynevent_reader *reader = m->private;

	mutex_lock(&dynevent_lock);
	if (reader->at && reader->pos == *pos && reader->removals == dynevent_removals)
		return reader->at;
	return seq_list_start(&dynevent_list, *pos);
}

static void *dynevent_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &dynevent_list, pos);
}

static void dynevent_seq_stop(struct seq_file *m, void *v)
{
	struct dynevent_reader *reader = m->private;

	reader->at = v;
	reader->pos = m->index;
	reader->removals = dynevent_removals;
	mutex_unlock(&dynevent_lock);
}

static int dynevent_seq_show(struct seq_file *m, void *v)
{
	struct dynevent *ev = list_entry(v, struct dynevent, list);
	struct dynevent_reader *reader = m->private;

	return reader->kind && ev->kind != reader->kind ? 0 : reader->show(m, ev);
}

static const struct seq_operations dynevent_seq_ops = {
	.start	= dynevent_seq_start,
	.next	= dynevent_seq_next,
	.stop	= dynevent_seq_stop,
	.show	= dynevent_seq_show,
};

static int dynevent_open_seq(struct file *file,
			     int (*show)(struct seq_file *m, struct dynevent *ev),
			     const struct dynevent_kind *kind)
{
	struct dynevent_reader *reader;
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	if (ret)
		return ret;
	reader = __seq_open_private(file, &dynevent_seq_ops, sizeof(*reader));
	if (!reader)
		return -ENOMEM;
	reader->show = show;
	reader->kind = kind;
	return 0;
}

/**
 * dynevent_file_release - file_operations::release of a file of dynamic events
 * @inode: its inode
 * @file: the file, from dynevent_file_open()
 *
 * Context: task.
 * Return: 0.
 */
int dynevent_file_release(struct inode *inode, struct file *file)
{
	return seq_release_private(inode, file);
}

/**
 * dynevent_file_open - open a file of dynamic events
 * @file: the file; O_TRUNC deletes all events
 * @show: prints an event
 * @kind: the kind of the file; NULL for all kinds
 *
 * The events are deleted last, so that an error leaves them.
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -EPERM if tracefs is locked down; -ENOMEM; -EBUSY if O_TRUNC is set and an
 * event is in use.
 */
int dynevent_file_open(struct file *file,
		       int (*show)(struct seq_file *m, struct dynevent *ev),
		       struct dynevent_kind *kind)
{
	int ret = dynevent_open_seq(file, show, kind);

	if (ret)
		return ret;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ret = dynevent_delete_all(kind);
	if (ret)
		dynevent_file_release(file_inode(file), file);
	return ret;
}

static int dynevent_events_show(struct seq_file *m, struct dynevent *ev)
{
	return ev->kind->show(m, ev);
}

static int dynevent_events_open(struct inode *inode, struct file *file)
{
	return dynevent_file_open(file, dynevent_events_show, inode->i_private);
}

static int dynevent_profile_open(struct inode *inode, struct file *file)
{
	struct dynevent_kind *kind = inode->i_private;

	return dynevent_open_seq(file, kind->profile, kind);
}

static int
dynevent_run_line(char *line, const struct dynevent_kind *kind,
		  int (*run)(char *command, const struct dynevent_kind *kind))
{
	char *comment = strchr(line, '#');

	if (comment)
		*comment = '\0';
	line = skip_spaces(line);
	return *line ? run(line, kind) : 0;
}

/*
 * Execute the lines of @text. Those before the first line that fails stay in
 * effect.
 */
static int
dynevent_run_lines(char *text, const struct dynevent_kind *kind,
		   int (*run)(char *command, const struct dynevent_kind *kind))
{
	char *line;
	int ret = 0;

	while (!ret && (line = strsep(&text, "\n"))) {
		if (strlen(line) > DYNEVENT_LINE_MAX)
			return -EINVAL;
		ret = dynevent_run_line(line, kind, run);
	}
	return ret;
}

/**
 * dynevent_file_write - execute commands, one per line
 * @ubuf: the commands, user memory
 * @count: bytes at @ubuf
 * @ppos: file position; advanced by @count
 * @kind: passed to @run
 * @run: executes a line, which begins neither with white space nor with a comment
 *
 * Context: task, may sleep.
 * Return: @count; the first error of @run; -E2BIG if @count is more than a
 * megabyte; -EFAULT; -ENOMEM.
 */
ssize_t
dynevent_file_write(const char __user *ubuf, size_t count, loff_t *ppos,
		    const struct dynevent_kind *kind,
		    int (*run)(char *command, const struct dynevent_kind *kind))
{
	char *text;
	int ret;

	if (count > SZ_1M)
		return -E2BIG;
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = dynevent_run_lines(text, kind, run);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

/* @kind: the kind of the file; NULL for dynamic_events. */
static int dynevent_events_run(char *command, const struct dynevent_kind *kind)
{
	int ret;

	if (*command == '-' || (*command == '!' && !kind))
		return dynevent_delete(command, kind);
	if (!kind)
		return dynevent_create_any(command);
	ret = kind->create(command);
	return ret == -ECANCELED ? -EINVAL : ret;
}

static ssize_t dynevent_events_write(struct file *file, const char __user *ubuf,
				     size_t count, loff_t *ppos)
{
	return dynevent_file_write(ubuf, count, ppos,
				   file_inode(file)->i_private, dynevent_events_run);
}

static const struct file_operations dynevent_events_fops = {
	.open		= dynevent_events_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= dynevent_events_write,
	.llseek		= seq_lseek,
	.release	= dynevent_file_release,
};

static const struct file_operations dynevent_profile_fops = {
	.open		= dynevent_profile_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= dynevent_file_release,
};

/**
 * dynevent_files_create - create the files of a kind
 * @kind: the kind
 * @events: name of the file that has the definitions of the events
 * @profile: name of the file that has the hits of the events
 *
 * Context: task, may sleep; from fs_initcall() on.
 */
void dynevent_files_create(struct dynevent_kind *kind, const char *events,
			   const char *profile)
{
	tracefs_create_file(events, 0640, NULL, kind, &dynevent_events_fops);
	tracefs_create_file(profile, 0440, NULL, kind, &dynevent_profile_fops);
}

/* Commands that kernel code puts together */

/**
 * dynevent_cmd_init - begin a command
 * @cmd: the command
 * @buf: buffer for its text
 * @size: size of @buf in bytes
 * @type: the kind of events that the command creates
 * @run: executes the command
 *
 * Context: any.
 */
void dynevent_cmd_init(struct dynevent_cmd *cmd, char *buf, int size,
		       enum dynevent_type type, dynevent_create_fn_t run)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->buf = buf;
	cmd->size = size;
	cmd->type = type;
	cmd->run = run;
	if (size)
		*buf = '\0';
}

/**
 * dynevent_cmd_add - append text to a command
 * @cmd: the command
 * @text: the text
 *
 * Context: any.
 * Return: 0; -E2BIG if the buffer is too small, which makes the command unusable;
 * -EINVAL if @text is NULL.
 */
int dynevent_cmd_add(struct dynevent_cmd *cmd, const char *text)
{
	size_t len;

	if (!text)
		return -EINVAL;
	len = strlen(text);
	if (len >= cmd->size - min(cmd->len, cmd->size)) {
		/* An incomplete command must never be executed. */
		cmd->len = cmd->size;
		return -E2BIG;
	}
	memcpy(cmd->buf + cmd->len, text, len + 1);
	cmd->len += len;
	return 0;
}

/**
 * dynevent_cmd_add_pair - append a blank and two texts to a command
 * @cmd: the command
 * @lhs: first text
 * @rhs: second text
 * @op: character between them, or NUL for none
 * @end: character after them, or NUL for none
 *
 * Context: any.
 * Return: as dynevent_cmd_add().
 */
int dynevent_cmd_add_pair(struct dynevent_cmd *cmd, const char *lhs,
			  const char *rhs, char op, char end)
{
	char mid[2] = { op }, last[2] = { end };
	int ret;

	if (!lhs || !rhs)
		return -EINVAL;
	ret = dynevent_cmd_add(cmd, " ");
	if (!ret)
		ret = dynevent_cmd_add(cmd, lhs);
	if (!ret)
		ret = dynevent_cmd_add(cmd, mid);
	if (!ret)
		ret = dynevent_cmd_add(cmd, rhs);
	if (!ret)
		ret = dynevent_cmd_add(cmd, last);
	return ret;
}

/**
 * dynevent_create - execute a command that was put together
 * @cmd: the command, complete
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if a part of the command did not fit; or an errno of the kind
 * of event.
 */
int dynevent_create(struct dynevent_cmd *cmd)
{
	if (!cmd->run || cmd->len >= cmd->size)
		return -EINVAL;
	return cmd->run(cmd);
}
EXPORT_SYMBOL_GPL(dynevent_create);

static const struct event_dynamic_ops dynevent_ops __initconst = {
	.create = dynevent_create_any,
};

static int __init dynevent_init(void)
{
	event_dynamic_ops_register(&dynevent_ops);
	return 0;
}
core_initcall(dynevent_init);

static int __init dynevent_init_files(void)
{
	tracefs_create_file("dynamic_events", 0640, NULL, NULL, &dynevent_events_fops);
	return 0;
}
fs_initcall(dynevent_init_files);
