// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic events: the registry of their kinds, the list of them, and the file
 * dynamic_events, which reads commands of every kind.
 */
#include <linux/init.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>

#include "dynevent.h"

static TRACE_REGISTRY(dynevent_kinds);

DEFINE_MUTEX(dynevent_lock);	/* for dynevent_list */
LIST_HEAD(dynevent_list);

/* The longest line of a command. */
#define DYNEVENT_LINE_MAX	4095

/**
 * dynevent_kind_register - there is a new kind of dynamic events
 * @kind: the kind, all but show() optional only where it says so
 *
 * Context: task, may sleep; usable from any initcall.
 * Return: 0 or -EEXIST.
 */
int dynevent_kind_register(struct dynevent_kind *kind)
{
	return trace_registry_add(&dynevent_kinds, &kind->entry);
}

void dynevent_add(struct dynevent *ev, const struct dynevent_kind *kind)
{
	lockdep_assert_held(&dynevent_lock);

	ev->kind = kind;
	list_add_tail(&ev->list, &dynevent_list);
}

void dynevent_del(struct dynevent *ev)
{
	lockdep_assert_held(&dynevent_lock);
	list_del_init(&ev->list);
}

/* Kinds are never unregistered, so none of them goes while it is asked. */
static int create_any(const char *command)
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

static int delete_matching(const struct dynevent_kind *kind, const char *system,
			   const char *event, int argc, const char **argv)
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
 * dynevent_delete - obey a command that deletes
 * @command: begins with '-' or '!'
 * @kind: only of this kind, or NULL
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: no such event; -EINVAL: no such command; -EBUSY; -ENOMEM.
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
	ret = delete_matching(kind, system, event, argc - 1,
			      (const char **)argv + 1);
out:
	argv_free(argv);
	return ret;
}

/**
 * dynevent_delete_all - delete all events, or none
 * @kind: of this kind; NULL: of all
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY: one is in use.
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

/* The files */

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

/* @m->private: of which kind, NULL: of all. */
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

static int open_seq(struct inode *inode, struct file *file,
		    const struct seq_operations *ops)
{
	int ret = seq_open(file, ops);

	if (!ret)
		((struct seq_file *)file->private_data)->private =
			inode->i_private;
	return ret;
}

static int events_open(struct inode *inode, struct file *file)
{
	int ret = dynevent_file_open(file, inode->i_private);

	return ret ?: open_seq(inode, file, &dynevent_seq_ops);
}

static int profile_open(struct inode *inode, struct file *file)
{
	return security_locked_down(LOCKDOWN_TRACEFS) ?:
	       open_seq(inode, file, &dynevent_profile_ops);
}

/**
 * dynevent_file_open - what the open of a file of dynamic events does first
 * @file: as it is opened
 * @kind: whose file it is; NULL: of all
 *
 * Context: task, may sleep.
 * Return: 0; -EPERM: locked down; -EBUSY: O_TRUNC, and an event is in use.
 */
int dynevent_file_open(struct file *file, const struct dynevent_kind *kind)
{
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	if (ret)
		return ret;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ret = dynevent_delete_all(kind);
	return ret;
}

static int run_line(char *line, const struct dynevent_kind *kind,
		    int (*run)(char *command, const struct dynevent_kind *kind))
{
	char *comment = strchr(line, '#');

	if (comment)
		*comment = '\0';
	line = skip_spaces(line);
	return *line ? run(line, kind) : 0;
}

/* @text: a copy of what was written. Lines before the one refused took effect. */
static int run_lines(char *text, const struct dynevent_kind *kind,
		     int (*run)(char *command, const struct dynevent_kind *kind))
{
	char *line;
	int ret = 0;

	while (!ret && (line = strsep(&text, "\n"))) {
		if (strlen(line) > DYNEVENT_LINE_MAX)
			return -EINVAL;
		ret = run_line(line, kind, run);
	}
	return ret;
}

/**
 * dynevent_file_write - read commands, one per line
 * @ubuf: what is written
 * @count: how much
 * @ppos: advanced
 * @kind: given to @run
 * @run: obeys a line, which begins with neither blank nor comment
 *
 * Context: task, may sleep.
 * Return: @count, or what @run answered to a line; -E2BIG: over a megabyte.
 */
ssize_t dynevent_file_write(const char __user *ubuf, size_t count, loff_t *ppos,
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
	ret = run_lines(text, kind, run);
	kfree(text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

/* @kind: of the file; NULL: dynamic_events. */
static int events_run(char *command, const struct dynevent_kind *kind)
{
	int ret;

	if (*command == '-' || (*command == '!' && !kind))
		return dynevent_delete(command, kind);
	if (!kind)
		return create_any(command);
	ret = kind->create(command);
	return ret == -ECANCELED ? -EINVAL : ret;
}

static ssize_t events_write(struct file *file, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	return dynevent_file_write(ubuf, count, ppos,
				   file_inode(file)->i_private, events_run);
}

static const struct file_operations events_fops = {
	.open		= events_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= events_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static const struct file_operations profile_fops = {
	.open		= profile_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

/**
 * dynevent_files_create - make the files of a kind
 * @kind: the kind
 * @events: name of the file that its events are written to
 * @profile: name of the one that tells how often they were hit
 *
 * Context: task, may sleep; from fs_initcall() on.
 */
void dynevent_files_create(struct dynevent_kind *kind, const char *events,
			   const char *profile)
{
	tracefs_create_file(events, 0640, NULL, kind, &events_fops);
	tracefs_create_file(profile, 0440, NULL, kind, &profile_fops);
}

static int __init dynamic_init(void)
{
	tracefs_create_file("dynamic_events", 0640, NULL, NULL, &events_fops);
	return 0;
}
fs_initcall(dynamic_init);
