// SPDX-License-Identifier: GPL-2.0
/*
 * The files set_event_cgroup and set_ftrace_cgroup.
 *
 * What is written is a list of cgroups: paths below the root of the unified hierarchy, as
 * the cgroup namespace of the writer has it, or ids. A "!" before a cgroup removes it. All
 * cgroups of a write are found before the set is changed, so that a write which is refused
 * changes nothing. For the same reason, opening the file to replace its contents does not
 * clear the set yet: the first write that is accepted replaces it, or the close of a file
 * that nothing was written to clears it.
 */
#include <linux/cgroup.h>
#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/nsproxy.h>
#include <linux/slab.h>
#include <linux/string_helpers.h>
#include <linux/uaccess.h>

#include "files.h"

/* The longest text that is handled at once, in bytes. */
#define CGROUPS_TEXT_MAX	SZ_8K

/* What is special in a path that the file shows or gets. */
#define CGROUPS_ESCAPED		" \t\n\\"

/* In tracing_seq.data; event_mutex */
#define CGROUPS_REPLACE		BIT(0)	/* the next accepted write replaces the set */
#define CGROUPS_WRITTEN		BIT(1)	/* there was a write, accepted or refused */

/**
 * struct cgroups_edit - a cgroup that is to be added or removed
 * @id: its id
 * @at: where it is in the text
 * @remove: it is to be removed
 * @unknown: there is no such cgroup, but the set may still have its id
 */
struct cgroups_edit {
	u64		id;
	unsigned int	at;
	bool		remove;
	bool		unknown;
};

/**
 * struct cgroups_text - a write
 * @file: name of the file
 * @tr: the instance
 * @text: what was written, with blanks instead of other white space
 * @edits: the cgroups in @text
 * @nr: number of @edits
 */
struct cgroups_text {
	const char		*file;
	struct trace_array	*tr;
	char			*text;
	struct cgroups_edit	*edits;
	unsigned int		nr;
};

static int cgroups_refuse(const struct cgroups_text *text, int err, const char *reason,
			  unsigned int at)
{
	trace_error_log_add(&text->tr->errors, text->file, text->text, reason, at);
	return err;
}

/* Parsing */

/* The id of the cgroup, whose reference is released; 0 if there is none. */
static u64 cgroups_id_put(struct cgroup *cgroup)
{
	u64 id;

	if (IS_ERR(cgroup))
		return 0;
	id = cgroup_id(cgroup);
	cgroup_put(cgroup);
	return id;
}

static int cgroups_parse_path(const struct cgroups_text *text, struct cgroups_edit *edit,
			      const char *word, size_t len)
{
	char *path = kmemdup_nul(word, len, GFP_KERNEL);

	if (!path)
		return -ENOMEM;
	string_unescape(path, path, len + 1, UNESCAPE_OCTAL);
	edit->id = cgroups_id_put(cgroup_get_from_path(path));
	kfree(path);
	return edit->id ? 0 : cgroups_refuse(text, -ENOENT, "Cgroup not found", edit->at);
}

static int cgroups_parse_id(const struct cgroups_text *text, struct cgroups_edit *edit,
			    const char *word, size_t len)
{
	char number[24];

	if (len >= sizeof(number))
		return cgroups_refuse(text, -EINVAL, "Invalid id", edit->at);
	memcpy(number, word, len);
	number[len] = '\0';
	if (kstrtou64(number, 0, &edit->id))
		return cgroups_refuse(text, -EINVAL, "Invalid id", edit->at);
	if (cgroups_id_put(cgroup_get_from_id(edit->id)))
		return 0;
	edit->unknown = true;
	return edit->remove ? 0 : cgroups_refuse(text, -ENOENT, "Cgroup not found", edit->at);
}

static int cgroups_parse_word(struct cgroups_text *text, const char *word)
{
	struct cgroups_edit *edit = &text->edits[text->nr++];

	edit->remove = *word == '!';
	word += edit->remove;
	edit->at = word - text->text;
	if (*word == '/')
		return cgroups_parse_path(text, edit, word, strcspn(word, " "));
	if (isdigit(*word))
		return cgroups_parse_id(text, edit, word, strcspn(word, " "));
	return cgroups_refuse(text, -EINVAL, "Neither a path nor an id", edit->at);
}

static int cgroups_parse(struct cgroups_text *text)
{
	const char *word = text->text;
	int ret = 0;

	/* Each word has at least one letter and one blank. */
	text->edits = kvcalloc(strlen(word) / 2 + 1, sizeof(*text->edits), GFP_KERNEL);
	if (!text->edits)
		return -ENOMEM;
	for (word += strspn(word, " "); *word && !ret; word += strspn(word, " ")) {
		ret = cgroups_parse_word(text, word);
		word += strcspn(word, " ");
	}
	return ret;
}

/* Changing the set */

static unsigned int cgroups_remove(u64 *ids, unsigned int nr, u64 id)
{
	unsigned int i, left = 0;

	for (i = 0; i < nr; i++) {
		if (ids[i] != id)
			ids[left++] = ids[i];
	}
	return left;
}

/* Apply the edits to the set @old. Returns the new set, NULL if it is empty. */
static struct trace_id_set *cgroups_edit(const struct cgroups_text *text,
					 const struct trace_id_set *old)
{
	unsigned int nr = old ? old->nr : 0, i;
	struct trace_id_set *set = NULL;
	u64 *ids;

	ids = kvmalloc_array(nr + text->nr + 1, sizeof(*ids), GFP_KERNEL);
	if (!ids)
		return ERR_PTR(-ENOMEM);
	if (old)
		memcpy(ids, old->ids, array_size(nr, sizeof(*ids)));
	for (i = 0; i < text->nr; i++) {
		if (text->edits[i].remove)
			nr = cgroups_remove(ids, nr, text->edits[i].id);
		else
			ids[nr++] = text->edits[i].id;
	}
	if (nr) {
		set = trace_id_set_create(ids, nr);
		if (!set)
			set = ERR_PTR(-ENOMEM);
	}
	kvfree(ids);
	return set;
}

/* A cgroup that exists no longer can be removed if the set has it. */
static int cgroups_check_unknown(const struct cgroups_text *text,
				 const struct trace_id_set *old)
{
	unsigned int i;

	for (i = 0; i < text->nr; i++) {
		if (text->edits[i].unknown &&
		    !(old && trace_id_set_has(old, text->edits[i].id)))
			return cgroups_refuse(text, -ENOENT, "Cgroup not found",
					      text->edits[i].at);
	}
	return 0;
}

static int cgroups_apply(const struct cgroups_text *text, enum instance_cgroups which,
			 bool replace)
{
	struct trace_id_set *old, *set;
	int ret;

	lockdep_assert_held(&event_mutex);

	old = instance_cgroups(text->tr, which);
	ret = cgroups_check_unknown(text, old);
	if (ret)
		return ret;
	/* A write without a cgroup clears the set. */
	set = cgroups_edit(text, replace || !text->nr ? NULL : old);
	if (IS_ERR(set))
		return PTR_ERR(set);
	ret = instance_cgroups_set(text->tr, which, set);
	if (ret)
		trace_id_set_free(set);
	return ret;
}

/* Writing */

static bool cgroups_flag(const struct tracing_seq *ts, unsigned long flag)
{
	return (unsigned long)ts->data & flag;
}

static void cgroups_set_flags(struct tracing_seq *ts, unsigned long flags)
{
	ts->data = (void *)flags;
}

static int cgroups_write_text(struct cgroups_text *text, struct tracing_seq *ts,
			      enum instance_cgroups which)
{
	int ret = cgroups_parse(text);

	guard(mutex)(&event_mutex);

	/* Only the first write clears: a list may be written in pieces that end with a blank. */
	if (!ret && (text->nr || !cgroups_flag(ts, CGROUPS_WRITTEN)))
		ret = cgroups_apply(text, which, cgroups_flag(ts, CGROUPS_REPLACE));
	cgroups_set_flags(ts, CGROUPS_WRITTEN |
			      (ret ? (unsigned long)ts->data & CGROUPS_REPLACE : 0));
	return ret;
}

/* Copy the words that a write begins with. Sets @count to their length. */
static char *cgroups_text_get(const char __user *ubuf, size_t *count)
{
	size_t len = min_t(size_t, *count, CGROUPS_TEXT_MAX), i;
	char *text = memdup_user_nul(ubuf, len);

	if (IS_ERR(text))
		return text;
	for (i = 0; i < len; i++) {
		if (isspace(text[i]) || !text[i])
			text[i] = ' ';
	}
	if (len < *count) {
		while (len && text[len - 1] != ' ')
			len--;
		text[len] = '\0';
	}
	*count = len;
	return text;
}

static ssize_t cgroups_write(struct file *file, const char __user *ubuf, size_t count,
			     loff_t *ppos)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(file_inode(file));
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;
	struct cgroups_text text = { .file = entry->name, .tr = ts->ctx.tr };
	int ret;

	if (!count)
		return 0;
	text.text = cgroups_text_get(ubuf, &count);
	if (IS_ERR(text.text))
		return PTR_ERR(text.text);
	ret = count ? cgroups_write_text(&text, ts, entry->which) : -EINVAL;
	kvfree(text.edits);
	kfree(text.text);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static int cgroups_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;

	if (cgroups_flag(ts, CGROUPS_REPLACE) && !cgroups_flag(ts, CGROUPS_WRITTEN)) {
		guard(mutex)(&event_mutex);
		instance_cgroups_set(ts->ctx.tr, tracefs_inode_entry(inode)->which, NULL);
	}
	return tracing_seq_release(inode, file);
}

/* Reading */

/* The id of the cgroup at a position; 0 at the end. */
static u64 cgroups_seq_id(struct seq_file *m, loff_t pos)
{
	enum instance_cgroups which = tracefs_inode_entry(file_inode(m->file))->which;
	struct tracing_seq *ts = m->private;
	struct trace_id_set *set;

	guard(mutex)(&event_mutex);
	set = instance_cgroups(ts->ctx.tr, which);
	return set && pos < set->nr ? set->ids[pos] : 0;
}

/*
 * The iterator is the position plus one. Paths are looked up and printed without
 * event_mutex, so the set may change while it is listed.
 */
static void *cgroups_seq_start(struct seq_file *m, loff_t *pos)
{
	return cgroups_seq_id(m, *pos) ? (void *)(unsigned long)(*pos + 1) : NULL;
}

static void *cgroups_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	(*pos)++;
	return cgroups_seq_start(m, pos);
}

static void cgroups_seq_stop(struct seq_file *m, void *v)
{
}

static int cgroups_seq_show_path(struct seq_file *m, struct cgroup *cgroup)
{
	char *path = kmalloc(PATH_MAX, GFP_KERNEL);
	int ret;

	if (!path)
		return -ENOMEM;
	ret = cgroup_path_ns(cgroup, path, PATH_MAX, current->nsproxy->cgroup_ns);
	if (ret >= 0) {
		seq_escape(m, path, CGROUPS_ESCAPED);
		seq_putc(m, '\n');
		ret = 0;
	} else if (ret == -E2BIG) {
		seq_printf(m, "%llu\n", cgroup_id(cgroup));
		ret = 0;
	}
	kfree(path);
	return ret;
}

static int cgroups_seq_show(struct seq_file *m, void *v)
{
	u64 id = cgroups_seq_id(m, (unsigned long)v - 1);
	struct cgroup *cgroup;
	int ret;

	if (!id)
		return SEQ_SKIP;
	cgroup = __cgroup_get_from_id(id);
	if (IS_ERR(cgroup)) {
		seq_printf(m, "%llu (removed)\n", id);
		return 0;
	}
	ret = cgroups_seq_show_path(m, cgroup);
	cgroup_put(cgroup);
	return ret;
}

static const struct seq_operations cgroups_seq_ops = {
	.start	= cgroups_seq_start,
	.next	= cgroups_seq_next,
	.stop	= cgroups_seq_stop,
	.show	= cgroups_seq_show,
};

static int cgroups_open(struct inode *inode, struct file *file)
{
	unsigned long flags = tracing_truncates(file) ? CGROUPS_REPLACE : 0;

	return tracing_seq_open(inode, file, &cgroups_seq_ops, (void *)flags);
}

const struct tracing_seq_ops tracing_cgroups_ops = {
	.open		= cgroups_open,
	.write		= cgroups_write,
	.release	= cgroups_release,
};
