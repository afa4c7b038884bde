// SPDX-License-Identifier: GPL-2.0
/*
 * Build a histogram from the parts of its command.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

static int hist_build_key(struct hist *h, struct hist_spec *spec, const char *text)
{
	struct hist_value *value;
	struct hist_key *key;

	if (h->nr_keys == HIST_KEYS_MAX)
		return -EINVAL;
	value = hist_value_parse(h, spec, text, HIST_USE_KEY);
	if (IS_ERR(value))
		return PTR_ERR(value);
	if (hist_value_has_var(value)) {
		hist_error(&spec->log, HIST_ERR_REF_KEY, text);
		hist_value_free(value);
		return -EINVAL;
	}
	key = &h->keys[h->nr_keys++];
	key->value = value;
	key->word = h->key_words;
	if (hist_is_stack(value))
		key->words = HIST_STACK_MAX;
	else if (value->op == HIST_STRING || value->op == HIST_COMM)
		key->words = DIV_ROUND_UP(min_t(unsigned int, value->size,
						HIST_STR_MAX), sizeof(u64));
	else if (hist_is_string(value))
		key->words = HIST_STR_MAX / sizeof(u64);
	else
		key->words = 1;
	h->key_words += key->words;
	return 0;
}

static int hist_build_keys(struct hist *h, struct hist_spec *spec)
{
	char *one;
	int ret = 0;

	while (!ret && (one = strsep(&spec->keys, ",")))
		ret = hist_build_key(h, spec, one);
	return ret;
}

static int hist_build_add_val(struct hist *h, struct hist_value *value)
{
	if (h->nr_vals == HIST_VALS_MAX) {
		hist_value_free(value);
		return -EINVAL;
	}
	h->vals[h->nr_vals++] = value;
	return 0;
}

static int hist_build_hitcount(struct hist *h)
{
	struct hist_value *value;

	value = hist_value_alloc(HIST_COUNT, "hitcount", "u64", sizeof(u64));
	if (!value)
		return -ENOMEM;
	value->text = kstrdup("hitcount", GFP_KERNEL);
	if (!value->text) {
		hist_value_free(value);
		return -ENOMEM;
	}
	return hist_build_add_val(h, value);
}

static int hist_build_val(struct hist *h, struct hist_spec *spec, const char *text)
{
	struct hist_value *value;

	/* The hitcount is always the first value. */
	if (!strcmp(text, "hitcount"))
		return 0;
	value = hist_value_parse(h, spec, text, HIST_USE_VAL);
	if (IS_ERR(value))
		return PTR_ERR(value);
	return hist_build_add_val(h, value);
}

static int hist_build_vals(struct hist *h, struct hist_spec *spec)
{
	int ret = hist_build_hitcount(h);
	char *one;

	while (!ret && spec->vals && (one = strsep(&spec->vals, ",")))
		ret = hist_build_val(h, spec, one);
	if (ret)
		return ret;
	if (spec->nohitcount && h->nr_vals == 1) {
		hist_error(&spec->log, HIST_ERR_HITCOUNT_ONLY, NULL);
		return -EINVAL;
	}
	h->nohitcount = spec->nohitcount;
	return 0;
}

static int hist_build_var(struct hist *h, struct hist_spec *spec,
			  const struct hist_assignment *from)
{
	struct hist_value *value;
	struct hist_var *var;
	unsigned int nr, i;

	for (i = 0; i < h->nr_vars; i++) {
		if (!strcmp(h->vars[i].name, from->name))
			break;
	}
	if (i < h->nr_vars ||
	    (!spec->existing && hist_var_find(h->file, from->name, &nr))) {
		hist_error(&spec->log, HIST_ERR_VAR_EXISTS, from->name);
		return -EINVAL;
	}
	value = hist_value_parse(h, spec, from->expr, HIST_USE_VAR);
	if (IS_ERR(value))
		return PTR_ERR(value);
	var = &h->vars[h->nr_vars++];
	var->value = value;
	var->name = kstrdup(from->name, GFP_KERNEL);
	var->expr = kstrdup(value->text, GFP_KERNEL);
	return var->name && var->expr ? 0 : -ENOMEM;
}

static int hist_build_vars(struct hist *h, struct hist_spec *spec)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < spec->nr_vars && !ret; i++)
		ret = hist_build_var(h, spec, &spec->vars[i]);
	return ret;
}

/* Find the sum or key to sort by; it is given by the name of its column. */
static bool hist_build_find_sort(const struct hist *h, const char *name,
				 struct hist_sort *sort)
{
	unsigned int i;

	for (i = 0; i < h->nr_vals; i++) {
		if (!strcmp(h->vals[i]->name, name)) {
			sort->nr = i;
			return true;
		}
	}
	for (i = 0; i < h->nr_keys; i++) {
		if (!strcmp(h->keys[i].value->name, name)) {
			sort->key = true;
			sort->nr = i;
			return true;
		}
	}
	return false;
}

static int hist_build_sort(struct hist *h, struct hist_spec *spec, char *text)
{
	struct hist_sort *sort = &h->sorts[h->nr_sorts++];
	char *order = strchr(text, '.');

	if (order)
		*order++ = '\0';
	if (!hist_build_find_sort(h, text, sort)) {
		hist_error(&spec->log, HIST_ERR_SORT_FIELD, text);
		return -EINVAL;
	}
	if (!order || !strcmp(order, "ascending"))
		return 0;
	if (!strcmp(order, "descending")) {
		sort->descending = true;
		return 0;
	}
	hist_error(&spec->log, HIST_ERR_SORT_MODIFIER, order);
	return -EINVAL;
}

static int hist_build_sorts(struct hist *h, struct hist_spec *spec)
{
	char *one, *rest = spec->sort, whole[64];
	int ret = 0;

	if (!rest) {
		h->nr_sorts = 1;
		return 0;
	}
	/* Some errors point to "sort=". */
	snprintf(whole, sizeof(whole), "sort=%s", spec->sort);
	while (!ret && (one = strsep(&rest, ","))) {
		if (!*one) {
			hist_error(&spec->log, HIST_ERR_SORT_EMPTY, whole);
			return -EINVAL;
		}
		if (h->nr_sorts == HIST_SORTS_MAX) {
			hist_error(&spec->log, HIST_ERR_SORT_MANY, whole);
			return -EINVAL;
		}
		ret = hist_build_sort(h, spec, one);
	}
	return ret;
}

static int hist_build_names(struct hist *h, struct hist_spec *spec)
{
	h->bits = spec->bits;
	if (spec->name)
		h->name = kstrdup(spec->name, GFP_KERNEL);
	if (spec->clock)
		h->clock = kstrdup(spec->clock, GFP_KERNEL);
	if (spec->filter)
		h->filter = kstrdup(spec->filter, GFP_KERNEL);
	return (!spec->name || h->name) && (!spec->clock || h->clock) &&
	       (!spec->filter || h->filter) ? 0 : -ENOMEM;
}

static int hist_build_actions(struct hist *h, struct hist_spec *spec)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < spec->nr_actions && !ret; i++)
		ret = hist_action_parse(h, spec, spec->actions[i]);
	return ret;
}

/* Layout of elements */

static bool hist_build_is_load(const struct hist_value *value)
{
	return value->op >= HIST_U8 && value->op <= HIST_U64;
}

static void hist_build_set_plain(struct hist *h)
{
	unsigned int i;

	h->plain = !h->nr_vars && !h->nr_refs && !h->nr_actions;
	for (i = 0; i < h->nr_keys; i++) {
		if (!hist_build_is_load(h->keys[i].value))
			h->plain = false;
	}
	for (i = 1; i < h->nr_vals; i++) {
		if (!hist_build_is_load(h->vals[i]))
			h->plain = false;
	}
	h->single = h->plain && h->nr_keys == 1 && h->nr_vals == 1;
}

static void hist_build_set_timed(struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_keys; i++)
		h->timed |= h->keys[i].value->timed;
	for (i = 0; i < h->nr_vals; i++)
		h->timed |= h->vals[i]->timed;
	for (i = 0; i < h->nr_vars; i++)
		h->timed |= h->vars[i].value->timed;
}

static void hist_build_layout_var(struct hist *h, struct hist_var *var)
{
	var->word = h->words++;
	if (hist_is_string(var->value)) {
		var->text = h->words;
		h->words += HIST_STR_MAX / sizeof(u64);
	} else if (hist_is_stack(var->value)) {
		var->text = h->words;
		h->words += HIST_STACK_MAX + 1;
	}
}

/*
 * Values that refer to variables of this histogram are parsed before the layout is
 * known: replace the index of the variable by its word in an element.
 */
static void hist_build_layout_self(const struct hist *h, struct hist_value *value)
{
	if (value->op == HIST_SELF)
		value->offset = h->vars[value->offset].word;
}

static void hist_build_layout_action(struct hist *h, struct hist_action *action)
{
	unsigned int i;

	if (action->handler != HIST_ONMATCH)
		action->tracked = h->words++;
	for (i = 0; i < action->nr_saves; i++) {
		hist_build_layout_self(h, action->saves[i].value);
		hist_build_layout_var(h, &action->saves[i]);
	}
	for (i = 0; i < action->nr_params; i++)
		hist_build_layout_self(h, action->params[i]);
}

/**
 * hist_build_layout_elt - lay out the elements of a histogram and allocate its map
 * @h: the histogram; everything but its map is complete
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
static int hist_build_layout_elt(struct hist *h)
{
	unsigned int i;

	h->val_word = h->key_words;
	h->words = h->key_words + h->nr_vals;
	for (i = 0; i < h->nr_vars; i++)
		hist_build_layout_var(h, &h->vars[i]);
	for (i = 0; i < h->nr_actions; i++)
		hist_build_layout_action(h, h->actions[i]);
	h->map = hist_map_alloc(h->bits, h->key_words, h->words);
	return h->map ? 0 : -ENOMEM;
}

/**
 * hist_build - build a histogram from its command
 * @spec: the command; its texts are modified
 * @file: the event file
 *
 * Context: task, may sleep; event_mutex held.
 * Return: the histogram, not attached; ERR_PTR(-EINVAL) or ERR_PTR(-EEXIST), the
 * error_log has the reason; ERR_PTR(-ENOMEM).
 */
struct hist *hist_build(struct hist_spec *spec, struct trace_event_file *file)
{
	struct hist *h = kzalloc(sizeof(*h), GFP_KERNEL);
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!h)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&h->list);
	h->file = file;
	ret = hist_build_names(h, spec) ?: hist_build_vals(h, spec) ?:
	      hist_build_vars(h, spec) ?: hist_build_keys(h, spec) ?:
	      hist_build_sorts(h, spec);
	if (!ret && !spec->compare_only)
		ret = hist_build_actions(h, spec) ?: hist_build_layout_elt(h);
	if (ret) {
		hist_release(h);
		hist_free(h);
		return ERR_PTR(ret);
	}
	hist_build_set_plain(h);
	hist_build_set_timed(h);
	return h;
}

/**
 * hist_release - release the histograms and events that a histogram uses
 * @h: the histogram; its trigger is detached
 *
 * The histogram may still be running on other CPUs. What it uses is not freed before a
 * grace period.
 *
 * Context: task, may sleep; event_mutex held.
 */
void hist_release(struct hist *h)
{
	unsigned int i;

	hist_refs_put(h);
	/* Histograms that keep fields exist for the actions of this one only. */
	while (h->nr_field_hists)
		trigger_remove(h->field_hists[--h->nr_field_hists]);
	for (i = 0; i < h->nr_actions; i++) {
		if (h->actions[i]->synth)
			event_synth_put(h->actions[i]->synth);
	}
}

static void hist_build_free_var(struct hist_var *var)
{
	hist_value_free(var->value);
	kfree(var->name);
	kfree(var->expr);
}

/**
 * hist_free - free a histogram
 * @h: the histogram, after hist_release(); it is not running, and no histogram that is
 *	running refers to its variables
 *
 * Context: task, may sleep.
 */
void hist_free(struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++)
		hist_action_free(h->actions[i]);
	for (i = 0; i < h->nr_keys; i++)
		hist_value_free(h->keys[i].value);
	for (i = 0; i < h->nr_vals; i++)
		hist_value_free(h->vals[i]);
	for (i = 0; i < h->nr_vars; i++)
		hist_build_free_var(&h->vars[i]);
	hist_map_put(h->map);
	kfree(h->name);
	kfree(h->clock);
	kfree(h->filter);
	kfree(h);
}
