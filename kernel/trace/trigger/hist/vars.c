// SPDX-License-Identifier: GPL-2.0
/*
 * Variables: a histogram stores a value with a key; another histogram of the same
 * instance, on any event, looks it up with the same key.
 *
 * Locking: event_mutex.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hist.h"

LIST_HEAD(hist_all);

/*
 * Find the index of a variable of @h. Return: false if there is none of that name.
 */
static bool hist_vars_index(const struct hist *h, const char *name,
			    unsigned int *nr)
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
 * hist_var_find - find the histogram on an event that has a variable
 * @file: the event file
 * @name: name of the variable
 * @nr: set to the index of the variable
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
		if (h->file == file && hist_vars_index(h, name, nr))
			return h;
	}
	return NULL;
}

/*
 * Find a variable by name alone: first on the event itself, then in the whole
 * instance, where the name must be unique.
 */
static struct hist *hist_vars_find_any(struct hist *h, const struct hist_log *log,
				       const char *name, unsigned int *nr)
{
	struct hist *pos = hist_var_find(h->file, name, nr), *found = NULL;

	if (pos)
		return pos;
	list_for_each_entry(pos, &hist_all, list) {
		if (pos->file->tr != h->file->tr || !hist_vars_index(pos, name, nr))
			continue;
		if (found) {
			hist_error(log, HIST_ERR_VAR_NOT_UNIQUE, name);
			return NULL;
		}
		found = pos;
	}
	if (found)
		hist_vars_index(found, name, nr);
	return found;
}

static struct hist *hist_vars_find(struct hist *h, const struct hist_log *log,
				   const char *system, const char *event,
				   const char *name, unsigned int *nr)
{
	struct trace_event_file *file;

	if (!system)
		return hist_vars_find_any(h, log, name, nr);
	file = instance_file_find(h->file->tr, system, event);
	return file ? hist_var_find(file, name, nr) : NULL;
}

/* Find or add a reference. Return: its index, or -ENOSPC. */
static int hist_vars_add_ref(struct hist *h, struct hist *to, unsigned int var)
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
	to->nr_var_refs++;
	return i;
}

static struct hist_value *hist_vars_ref_value(const struct hist_var *var,
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
 * hist_var_ref - create a value for a variable
 * @h: the histogram that reads the variable
 * @log: context of error messages
 * @system: system of the event of the variable, or NULL for any event
 * @event: name of that event, or NULL
 * @name: name of the variable
 * @self: the variable is one of @h itself, not of another histogram
 *
 * Context: task, may sleep; event_mutex held.
 * Return: the value; NULL if there is no such variable; ERR_PTR(-EINVAL) if there
 * are too many references; ERR_PTR(-ENOMEM).
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
		if (!hist_vars_index(h, name, &nr))
			return NULL;
		value = hist_vars_ref_value(&h->vars[nr], HIST_SELF, nr, NULL, NULL);
		return value ?: ERR_PTR(-ENOMEM);
	}
	to = hist_vars_find(h, log, system, event, name, &nr);
	if (!to)
		return NULL;
	ref = hist_vars_add_ref(h, to, nr);
	if (ref < 0)
		return ERR_PTR(-EINVAL);
	value = hist_vars_ref_value(&to->vars[nr], HIST_REF, ref, system, event);
	return value ?: ERR_PTR(-ENOMEM);
}

/**
 * hist_refs_put - drop all references of a histogram to variables of others
 * @h: the histogram, which may be running
 *
 * Context: task; event_mutex held.
 */
void hist_refs_put(struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_refs; i++) {
		if (h->refs[i].hist)
			h->refs[i].hist->nr_var_refs--;
	}
}

/**
 * hist_refs_invalidate - invalidate the references to variables of a histogram
 * @removed: the histogram; it is removed together with its event
 *
 * Other histograms may look up variables in it until a grace period has passed.
 *
 * Context: task; event_mutex held.
 */
void hist_refs_invalidate(struct hist *removed)
{
	struct hist *h;
	unsigned int i;

	if (!removed->nr_var_refs)
		return;
	list_for_each_entry(h, &hist_all, list) {
		for (i = 0; i < h->nr_refs; i++) {
			if (h->refs[i].hist == removed)
				WRITE_ONCE(h->refs[i].hist, NULL);
		}
		for (i = 0; i < h->nr_field_hists; i++) {
			if (h->field_hists[i]->data == removed)
				h->field_hists[i--] = h->field_hists[--h->nr_field_hists];
		}
	}
	removed->nr_var_refs = 0;
}

/**
 * hist_keys_match - test whether two histograms have keys of the same types
 * @a: a histogram
 * @b: another histogram
 *
 * Context: task; event_mutex held.
 * Return: true if so: a key of one can be looked up in the map of the other.
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
