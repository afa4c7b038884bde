// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic events: the registry of their kinds, the list of the events, the file
 * dynamic_events, which takes commands of every kind, and the commands that kernel
 * code puts together.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>

#include "dynevent.h"

static TRACE_REGISTRY(dynevent_kinds);

DEFINE_MUTEX(dynevent_lock);	/* protects dynevent_list */
LIST_HEAD(dynevent_list);

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

/**
 * dynevent_add - add an event to the list of dynamic events
 * @ev: the event
 * @kind: its kind
 *
 * Context: task; dynevent_lock held.
 */
void dynevent_add(struct dynevent *ev, const struct dynevent_kind *kind)
{
	lockdep_assert_held(&dynevent_lock);

	ev->kind = kind;
	list_add_tail(&ev->list, &dynevent_list);
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

static int dynevent_delete_matching(const struct dynevent_kind *kind,
				    const char *system, const char *event, int argc,
				    const char **argv)
{
	struct dynevent *ev, *next;
	int ret = -ENOENT;

	guard(mutex)(&dynevent_lock);

	list_for_each_entry_safe(ev, next, &dynevent_list, list) {
		if (kind && ev->kind != kind)
			continue;
		if (!ev->kind->match(ev, system, event, argc, argv))
			continue;
		ret = ev->kind->remove(ev);
		if (ret)
			break;
	}
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
	char **argv, *event, *system = NULL, *slash;
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
		system = event;
		event = slash + 1;
	}
	ret = dynevent_delete_matching(kind, system, event, argc - 1,
				       (const char **)argv + 1);
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
	return ret;
}

/* Control files */

static void *dynevent_seq_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&dynevent_lock);
	return seq_list_start(&dynevent_list, *pos);
}

static void *dynevent_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &dynevent_list, pos);
}

static void dynevent_seq_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&dynevent_lock);
}

/* m->private: the kind of the events to show; NULL for all kinds. */
static int dynevent_seq_show(struct seq_file *m, void *v)
{
	struct dynevent *ev = list_entry(v, struct dynevent, list);

	return m->private && ev->kind != m->private ? 0 : ev->kind->show(m, ev);
}

static int dynevent_seq_profile(struct seq_file *m, void *v)
{
	struct dynevent *ev = list_entry(v, struct dynevent, list);

	return ev->kind == m->private ? ev->kind->profile(m, ev) : 0;
}

static const struct seq_operations dynevent_seq_ops = {
	.start	= dynevent_seq_start,
	.next	= dynevent_seq_next,
	.stop	= dynevent_seq_stop,
	.show	= dynevent_seq_show,
};

static const struct seq_operations dynevent_profile_ops = {
	.start	= dynevent_seq_start,
	.next	= dynevent_seq_next,
	.stop	= dynevent_seq_stop,
	.show	= dynevent_seq_profile,
};

static int dynevent_open_seq(struct file *file, const struct seq_operations *ops,
			     struct dynevent_kind *kind)
{
	int ret = security_locked_down(LOCKDOWN_TRACEFS) ?: seq_open(file, ops);

	if (!ret)
		((struct seq_file *)file->private_data)->private = kind;
	return ret;
}

/**
 * dynevent_file_open - open a file of dynamic events
 * @file: the file; O_TRUNC deletes all events
 * @ops: operations that print the events; seq_file::private is @kind
 * @kind: the kind of the file; NULL for all kinds
 *
 * The events are deleted last, so that an error leaves them.
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -EPERM if tracefs is locked down; -ENOMEM; -EBUSY if O_TRUNC is set and an
 * event is in use.
 */
int dynevent_file_open(struct file *file, const struct seq_operations *ops,
		       struct dynevent_kind *kind)
{
	int ret = dynevent_open_seq(file, ops, kind);

	if (ret)
		return ret;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ret = dynevent_delete_all(kind);
	if (ret)
		seq_release(file_inode(file), file);
	return ret;
}

static int dynevent_events_open(struct inode *inode, struct file *file)
{
	return dynevent_file_open(file, &dynevent_seq_ops, inode->i_private);
}

static int dynevent_profile_open(struct inode *inode, struct file *file)
{
	return dynevent_open_seq(file, &dynevent_profile_ops, inode->i_private);
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
	.release	= seq_release,
};

static const struct file_operations dynevent_profile_fops = {
	.open		= dynevent_profile_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
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
