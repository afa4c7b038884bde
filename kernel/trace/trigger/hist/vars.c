// SPDX-License-Identifier: GPL-2.0
/*
 * Variables: one histogram keeps a value with a key, another one of the same
 * instance, of whatever event, looks it up with the same key.
 *
 * Locking: event_mutex.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hist.h"

LIST_HEAD(hist_all);

static bool var_in(const struct hist *h, const char *name, unsigned int *nr)
{
	unsigned int i;

	for (i = 0; i < h->nr_vars; i++) {
		if (strcmp(h->vars[i].name, name))
			continue;
		*nr = i;
		return true;
	}
	return false;
}

/**
 * hist_var_find - the histogram of an event that has a variable
 * @file: the event in the instance
 * @name: of the variable
 * @nr: set to its number
 *
 * Context: task; event_mutex held.
 * Return: the histogram, or NULL.
 */
struct hist *hist_var_find(struct trace_event_file *file, const char *name,
			   unsigned int *nr)
{
	struct hist *h;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(h, &hist_all, list) {
		if (h->file == file && var_in(h, name, nr))
			return h;
	}
	return NULL;
}

/* By name alone: the event itself comes first, then all of the instance. */
static struct hist *var_find_any(struct hist *h, const struct hist_log *log,
				 const char *name, unsigned int *nr)
{
	struct hist *pos = hist_var_find(h->file, name, nr), *found = NULL;

	if (pos)
		return pos;
	list_for_each_entry(pos, &hist_all, list) {
		if (pos->file->tr != h->file->tr || !var_in(pos, name, nr))
			continue;
		if (found) {
			hist_error(log, HIST_ERR_VAR_NOT_UNIQUE, name);
			return NULL;
		}
		found = pos;
	}
	if (found)
		var_in(found, name, nr);
	return found;
}

static struct hist *var_find_in(struct hist *h, const struct hist_log *log,
				const char *system, const char *event,
				const char *name, unsigned int *nr)
{
	struct trace_event_file *file;

	if (!system)
		return var_find_any(h, log, name, nr);
	file = instance_file_find(h->file->tr, system, event);
	return file ? hist_var_find(file, name, nr) : NULL;
}

/* The number of the reference, which is made if it was not there. */
static int ref_add(struct hist *h, struct hist *to, unsigned int var)
{
	unsigned int i;

	for (i = 0; i < h->nr_refs; i++) {
		if (h->refs[i].hist == to && h->refs[i].var == var)
			return i;
	}
	if (i == HIST_REFS_MAX)
		return -ENOSPC;
	h->refs[i].hist = to;
	h->refs[i].var = var;
	h->nr_refs++;
	to->used++;
	return i;
}

static struct hist_value *ref_value(const struct hist_var *var,
				    enum hist_op op, unsigned int offset,
				    const char *system, const char *event)
{
	struct hist_value *value;

	value = hist_value_alloc(op, var->name, var->value->type,
				 var->value->size);
	if (!value)
		return NULL;
	value->offset = offset;
	value->is_signed = var->value->is_signed;
	value->usecs = var->value->usecs;
	if (hist_is_string(var->value))
		value->show = HIST_SHOW_STRING;
	else if (hist_is_stack(var->value))
		value->show = HIST_SHOW_STACK;
	value->text = system ?
		kasprintf(GFP_KERNEL, "%s.%s.$%s", system, event, var->name) :
		kasprintf(GFP_KERNEL, "$%s", var->name);
	if (value->text)
		return value;
	hist_value_free(value);
	return NULL;
}

/**
 * hist_var_ref - a variable as a value
 * @h: the histogram that wants it
 * @log: for errors
 * @system: of the event it is on, or NULL
 * @event: that event, or NULL
 * @name: of the variable
 * @self: of @h itself, which is no other's
 *
 * Context: task, may sleep; event_mutex held.
 * Return: the value; NULL: no such variable; ERR_PTR().
 */
struct hist_value *hist_var_ref(struct hist *h, const struct hist_log *log,
				const char *system, const char *event,
				const char *name, bool self)
{
	struct hist_value *value;
	struct hist *to;
	unsigned int nr;
	int ref;

	if (self) {
		if (!var_in(h, name, &nr))
			return NULL;
		value = ref_value(&h->vars[nr], HIST_SELF, nr, NULL, NULL);
		return value ?: ERR_PTR(-ENOMEM);
	}
	to = var_find_in(h, log, system, event, name, &nr);
	if (!to)
		return NULL;
	ref = ref_add(h, to, nr);
	if (ref < 0)
		return ERR_PTR(-EINVAL);
	value = ref_value(&to->vars[nr], HIST_REF, ref, system, event);
	return value ?: ERR_PTR(-ENOMEM);
}

/**
 * hist_refs_drop - a histogram uses the variables of others no more
 * @h: the histogram
 *
 * Context: task; event_mutex held.
 */
void hist_refs_drop(struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_refs; i++) {
		if (h->refs[i].hist)
			h->refs[i].hist->used--;
	}
	h->nr_refs = 0;
}

/**
 * hist_var_gone - a histogram goes though others refer to it
 * @gone: the histogram, whose event goes
 *
 * Nobody looks anything up in it on return.
 *
 * Context: task, may sleep; event_mutex held.
 */
void hist_var_gone(struct hist *gone)
{
	struct hist *h;
	unsigned int i;

	if (!gone->used)
		return;
	list_for_each_entry(h, &hist_all, list) {
		for (i = 0; i < h->nr_refs; i++) {
			if (h->refs[i].hist == gone)
				WRITE_ONCE(h->refs[i].hist, NULL);
		}
		for (i = 0; i < h->nr_helpers; i++) {
			if (h->helpers[i]->data == gone)
				h->helpers[i--] = h->helpers[--h->nr_helpers];
		}
	}
	gone->used = 0;
	tracepoint_synchronize_unregister();
}

/**
 * hist_keys_match - can a key of one be looked up in the other?
 * @a: a histogram
 * @b: another
 *
 * Return: true if their keys are of the same kinds.
 */
bool hist_keys_match(const struct hist *a, const struct hist *b)
{
	unsigned int i;

	if (a->nr_keys != b->nr_keys)
		return false;
	for (i = 0; i < a->nr_keys; i++) {
		if (a->keys[i].words != b->keys[i].words ||
		    strcmp(a->keys[i].value->type, b->keys[i].value->type) ||
		    a->keys[i].value->size != b->keys[i].value->size ||
		    a->keys[i].value->is_signed != b->keys[i].value->is_signed)
			return false;
	}
	return true;
}
