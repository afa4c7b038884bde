// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: the location, "PATH:OFFSET[%return][(REF_CTR)]".
 */
#include <linux/ctype.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/kernel.h>
#include <linux/namei.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "uprobe.h"

/* Report an error at @at in @text, which is a copy of the location. */
static int uprobe_location_error(const struct dynevent_head *head,
				 enum dynevent_error error, const char *text,
				 const char *at)
{
	return dynevent_error(&head->def, error, head->location + (at - text));
}

/* Parse "(REF_CTR)" after the offset and cut it off. */
static int uprobe_location_read_ref_ctr(struct trace_uprobe *up,
					const struct dynevent_head *head,
					const char *text, char *offset)
{
	char *open = strchr(offset, '('), *close;
	int ret;

	if (!open)
		return 0;
	close = strchr(open, ')');
	if (!close)
		return uprobe_location_error(head, DYNEVENT_REFCNT_OPEN_BRACE, text,
					     open + strlen(open));
	if (close[1])
		return uprobe_location_error(head, DYNEVENT_BAD_REFCNT_SUFFIX, text,
					     close + 1);
	*open++ = '\0';
	*close = '\0';
	ret = kstrtoul(open, 0, &up->ref_ctr);
	if (ret)
		uprobe_location_error(head, DYNEVENT_BAD_REFCNT, text, open);
	return ret;
}

/* Parse "%return" after the offset and cut it off. */
static int uprobe_location_read_suffix(struct trace_uprobe *up,
				       const struct dynevent_head *head,
				       const char *text, char *offset)
{
	char *suffix = strchr(offset, '%');

	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return uprobe_location_error(head, DYNEVENT_BAD_ADDR_SUFFIX, text,
					     suffix);
	*suffix = '\0';
	up->returns = true;
	return 0;
}

/* @text: a copy of the location; @offset: what follows the path in it. */
static int uprobe_location_read(struct trace_uprobe *up,
				const struct dynevent_head *head, const char *text,
				char *offset)
{
	int ret;

	up->filename = kstrdup(text, GFP_KERNEL);
	if (!up->filename)
		return -ENOMEM;
	ret = uprobe_location_open(up);
	if (ret == -ENOMEM)
		return ret;
	if (ret) {
		uprobe_location_error(head, up->path.dentry ? DYNEVENT_NO_REGULAR_FILE :
				      DYNEVENT_FILE_NOT_FOUND, text, text);
		return ret;
	}
	ret = uprobe_location_read_ref_ctr(up, head, text, offset);
	if (!ret)
		ret = uprobe_location_read_suffix(up, head, text, offset);
	if (ret)
		return ret;
	ret = kstrtoul(offset, 0, &up->offset);
	if (ret) {
		uprobe_location_error(head, DYNEVENT_BAD_UPROBE_OFFS, text, offset);
		return ret;
	}
	return up->returns ? DYNEVENT_AT_USER_RETURN : DYNEVENT_AT_USER;
}

/**
 * uprobe_location_parse - parse the location of a uprobe event
 * @up: the trace_uprobe; its file and offsets are set, and @returns if the offset
 *	ends with "%return"
 * @head: the definition
 *
 * Context: task, may sleep.
 * Return: enum dynevent_context; -ECANCELED if the location is not one in a file;
 * -EINVAL, -ERANGE or an errno of kern_path(), error_log has the reason; -ENOMEM.
 */
int uprobe_location_parse(struct trace_uprobe *up, const struct dynevent_head *head)
{
	char *text = dynevent_head_location(head), *colon;
	int ret = -ECANCELED;

	if (!text)
		return -ENOMEM;
	/* The path may have colons, too. */
	colon = strchr(text, '/') ? strrchr(text, ':') : NULL;
	if (colon && isdigit(colon[1])) {
		*colon = '\0';
		ret = uprobe_location_read(up, head, text, colon + 1);
	}
	kfree(text);
	return ret;
}

/**
 * uprobe_location_open - get a reference to the file
 * @up: the trace_uprobe with its @filename
 *
 * The reference lasts as long as the trace_uprobe, even if the file is deleted.
 *
 * Context: task, may sleep.
 * Return: 0; an errno of kern_path(), and @path is unset; -EINVAL if the file is no
 * regular file, and @path is set.
 */
int uprobe_location_open(struct trace_uprobe *up)
{
	int ret = kern_path(up->filename, LOOKUP_FOLLOW, &up->path);

	if (ret) {
		up->path = (struct path){};
		return ret;
	}
	return d_is_reg(up->path.dentry) ? 0 : -EINVAL;
}

/**
 * uprobe_location_inode - get the inode of the file
 * @up: the trace_uprobe; its file is open
 *
 * Context: any.
 * Return: the inode whose pages are mapped, which in an overlay is that of a layer.
 */
struct inode *uprobe_location_inode(const struct trace_uprobe *up)
{
	return d_real_inode(up->path.dentry);
}

/**
 * uprobe_location_event_name - derive the name of an event from its location
 * @up: the trace_uprobe
 * @name: buffer of DYNEVENT_NAME_MAX bytes
 *
 * The name begins with a "p" even at a return. The name of the file is cut at the first
 * dot, hyphen or underscore.
 *
 * Context: any.
 */
void uprobe_location_event_name(const struct trace_uprobe *up, char *name)
{
	const char *base = kbasename(up->filename);

	snprintf(name, DYNEVENT_NAME_MAX, "p_%.*s_0x%lx", (int)strcspn(base, ".-_"), base,
		 up->offset);
}

/**
 * uprobe_location_text - trace_probe_type::location
 * @tp: the trace_probe
 *
 * Context: task, may sleep.
 * Return: the location, to be freed by kfree(); NULL if out of memory.
 */
char *uprobe_location_text(const struct trace_probe *tp)
{
	const struct trace_uprobe *up = uprobe_event_of(tp);
	int width = 2 * sizeof(up->offset);

	if (up->ref_ctr)
		return kasprintf(GFP_KERNEL, "%s:0x%0*lx(0x%lx)", up->filename, width,
				 up->offset, up->ref_ctr);
	return kasprintf(GFP_KERNEL, "%s:0x%0*lx", up->filename, width, up->offset);
}

static bool uprobe_location_is_same(const struct trace_uprobe *a,
				    const struct trace_uprobe *b)
{
	return a->offset == b->offset &&
	       uprobe_location_inode(a) == uprobe_location_inode(b);
}

/**
 * uprobe_location_same - trace_probe_type::same
 * @a: a trace_probe
 * @b: another trace_probe
 *
 * Context: any.
 * Return: true if both have the same location.
 */
bool uprobe_location_same(const struct trace_probe *a, const struct trace_probe *b)
{
	return uprobe_location_is_same(uprobe_event_of(a), uprobe_event_of(b));
}

/* The trace_uprobes of all events with a name. Lock: dynevent_lock */
static DEFINE_HASHTABLE(uprobe_locations, 10);

static unsigned long uprobe_location_key(const struct trace_uprobe *up)
{
	return (unsigned long)uprobe_location_inode(up) + up->offset;
}

/**
 * uprobe_location_claim - add a trace_uprobe to the table of locations
 * @up: the trace_uprobe
 *
 * All uprobes of a location must have the same reference counter, or none.
 *
 * Context: task; dynevent_lock held.
 * Return: 0; -EINVAL if another event has another reference counter there.
 */
int uprobe_location_claim(struct trace_uprobe *up)
{
	unsigned long key = uprobe_location_key(up);
	struct trace_uprobe *other;

	lockdep_assert_held(&dynevent_lock);
	hash_for_each_possible(uprobe_locations, other, place, key) {
		if (uprobe_location_is_same(up, other) && up->ref_ctr != other->ref_ctr) {
			pr_warn("trace_uprobe: Reference counter offset mismatch.\n");
			return -EINVAL;
		}
	}
	hash_add(uprobe_locations, &up->place, key);
	return 0;
}

/**
 * uprobe_location_release - remove a trace_uprobe from the table of locations
 * @up: the trace_uprobe; it may have no entry in the table
 *
 * Context: task; dynevent_lock held if the event has a name.
 */
void uprobe_location_release(struct trace_uprobe *up)
{
	hash_del(&up->place);
}
