// SPDX-License-Identifier: GPL-2.0
/*
 * The trigger kind hist: commands are executed, and the hist files are shown.
 *
 * A histogram is first built from the command only to be compared with the existing
 * ones of the event file: the command may refer to one of them. If it does not, the
 * histogram is built again, this time completely.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hist.h"

static struct trigger_kind hist_kind;

static bool hist_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* The same keys, sums and variables. */
static bool hist_same_content(const struct hist *a, const struct hist *b)
{
	unsigned int i;

	if (a->nr_keys != b->nr_keys || a->nr_vals != b->nr_vals ||
	    a->nr_vars != b->nr_vars)
		return false;
	for (i = 0; i < a->nr_keys; i++) {
		if (strcmp(a->keys[i].value->text, b->keys[i].value->text) ||
		    a->keys[i].words != b->keys[i].words)
			return false;
	}
	for (i = 0; i < a->nr_vals; i++) {
		if (strcmp(a->vals[i]->text, b->vals[i]->text))
			return false;
	}
	for (i = 0; i < a->nr_vars; i++) {
		if (strcmp(a->vars[i].name, b->vars[i].name) ||
		    strcmp(a->vars[i].expr, b->vars[i].expr))
			return false;
	}
	return true;
}

static bool hist_same_sort(const struct hist *a, const struct hist *b)
{
	unsigned int i;

	if (a->nr_sorts != b->nr_sorts)
		return false;
	for (i = 0; i < a->nr_sorts; i++) {
		if (a->sorts[i].key != b->sorts[i].key ||
		    a->sorts[i].nr != b->sorts[i].nr ||
		    a->sorts[i].descending != b->sorts[i].descending)
			return false;
	}
	return true;
}

/* Compare the texts of two actions; the closing parenthesis is optional. */
static bool hist_same_action(const char *a, const char *b)
{
	size_t len = strlen(a), other = strlen(b);

	len -= len && a[len - 1] == ')';
	other -= other && b[other - 1] == ')';
	return len == other && !strncmp(a, b, len);
}

static bool hist_same_actions(const struct hist *a, const struct hist_spec *spec)
{
	unsigned int i;

	if (a->nr_actions != spec->nr_actions)
		return false;
	for (i = 0; i < a->nr_actions; i++) {
		if (!hist_same_action(a->actions[i]->text, spec->actions[i]))
			return false;
	}
	return true;
}

/* Find the histogram of the event file that a command refers to. */
static struct hist *hist_find_same(const struct hist *like,
				   const struct hist_spec *spec)
{
	struct trigger *trigger;
	struct hist *h;

	trigger_for_each(trigger, like->file) {
		if (trigger->kind != &hist_kind)
			continue;
		h = trigger->data;
		if (hist_same_content(h, like) && hist_same_sort(h, like) &&
		    hist_same_text(h->name, like->name) &&
		    hist_same_text(h->filter, like->filter) && hist_same_actions(h, spec))
			return h;
	}
	return NULL;
}

/* Whether a histogram counts in a map, or looks up variables in it. */
static bool hist_uses_map(const struct hist *h, const struct hist_map *map)
{
	unsigned int i;

	if (h->map == map)
		return true;
	for (i = 0; i < h->nr_refs; i++) {
		if (h->refs[i].hist && h->refs[i].hist->map == map)
			return true;
	}
	return false;
}

/* All users of the map are suspended while it is cleared. */
static void hist_clear(struct hist *h)
{
	struct hist *pos;

	list_for_each_entry(pos, &hist_all, list) {
		if (hist_uses_map(pos, h->map))
			set_bit(TRIGGER_SUSPENDED, &pos->trigger->state);
	}
	trace_sync_probes();
	hist_map_clear(h->map);
	list_for_each_entry(pos, &hist_all, list) {
		if (hist_uses_map(pos, h->map))
			clear_bit(TRIGGER_SUSPENDED, &pos->trigger->state);
	}
	hist_poll_wake();
}

/*
 * Named histograms: those of the same name share a map, even if they belong to
 * different events and instances. So all of them must use each word of an element
 * alike: otherwise a string or a stack trace of one of them would be a number of
 * another one.
 */

static struct hist *hist_find_named(const struct hist *like)
{
	struct hist *h;

	list_for_each_entry(h, &hist_all, list) {
		if (like->name && hist_same_text(h->name, like->name))
			return h;
	}
	return NULL;
}

static bool hist_same_type(const struct hist_value *a, const struct hist_value *b)
{
	return !strcmp(a->type, b->type) && a->size == b->size &&
	       a->is_signed == b->is_signed && a->show == b->show &&
	       a->literal == b->literal &&
	       hist_is_string(a) == hist_is_string(b) &&
	       hist_is_stack(a) == hist_is_stack(b);
}

/*
 * Whether keys, sums and variables, which have the same names, have the same types.
 */
static bool hist_same_types(const struct hist *a, const struct hist *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++) {
		if (!hist_same_type(a->keys[i].value, b->keys[i].value))
			return false;
	}
	for (i = 0; i < a->nr_vals; i++) {
		if (!hist_same_type(a->vals[i], b->vals[i]))
			return false;
	}
	for (i = 0; i < a->nr_vars; i++) {
		if (!hist_same_type(a->vars[i].value, b->vars[i].value))
			return false;
	}
	return true;
}

/* Whether the actions store the same values in an element. */
static bool hist_same_saved(const struct hist *a, const struct hist *b)
{
	const struct hist_action *one, *two;
	unsigned int i, s;

	if (a->nr_actions != b->nr_actions || a->words != b->words)
		return false;
	for (i = 0; i < a->nr_actions; i++) {
		one = a->actions[i];
		two = b->actions[i];
		if (!hist_same_action(one->text, two->text) ||
		    one->nr_saves != two->nr_saves)
			return false;
		for (s = 0; s < one->nr_saves; s++) {
			if (!hist_same_type(one->saves[s].value, two->saves[s].value))
				return false;
		}
	}
	return true;
}

static int hist_name_mismatch(const struct hist_spec *spec)
{
	hist_error(&spec->log, HIST_ERR_NAME_MISMATCH, "name");
	return -EINVAL;
}

static int hist_share_map(struct hist *h, const struct hist_spec *spec)
{
	struct hist *other = hist_find_named(h);

	if (!other)
		return 0;
	if (!hist_same_content(h, other) || !hist_same_sort(h, other) ||
	    !hist_same_types(h, other) || !hist_same_saved(h, other))
		return hist_name_mismatch(spec);
	hist_map_put(h->map);
	h->map = other->map;
	h->bits = h->map->bits;
	refcount_inc(&h->map->users);
	return 0;
}

/* Attaching and releasing a histogram */

static const char *hist_clock_name(const struct hist *h)
{
	return h->clock ?: "global";
}

static int hist_check_clock(const struct hist *h, const struct hist_spec *spec)
{
	if (!h->timed || trace_clock_find(hist_clock_name(h)) >= 0)
		return 0;
	hist_error(&spec->log, HIST_ERR_CLOCK, hist_clock_name(h));
	return -EINVAL;
}

/*
 * A change of the clock discards what the instance has recorded, so it is the last
 * step: nothing may fail after it.
 */
static void hist_set_clock(const struct hist *h)
{
	struct trace_array *tr = h->file->tr;

	if (h->timed && strcmp(trace_clock_table[tr->clock].name, hist_clock_name(h)))
		instance_clock_set(tr, hist_clock_name(h));
}

static bool hist_takes_snapshots(const struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++) {
		if (h->actions[i]->kind == HIST_SNAPSHOT)
			return true;
	}
	return false;
}

static int hist_get_resources(struct hist *h)
{
	struct trace_array *tr = h->file->tr;
	int ret;

	if (hist_takes_snapshots(h)) {
		ret = instance_snapshot_arm(tr);
		if (ret)
			return ret;
		h->snapshot_armed = true;
	}
	/* Other histograms of the instance may look up the variables. */
	if (h->nr_vars)
		h->pinned = instance_pin(tr);
	return 0;
}

static void hist_put_resources(struct hist *h)
{
	struct trace_array *tr = h->file->tr;

	if (h->snapshot_armed && !tr->dead)
		instance_snapshot_disarm(tr);
	if (h->pinned)
		instance_unpin(tr);
}

static void hist_exit(struct trigger *trigger)
{
	struct hist *h = trigger->data;

	if (!h)
		return;
	hist_refs_invalidate(h);
	list_del_init(&h->list);
	hist_put_resources(h);
	hist_release(h);
	hist_poll_wake();
}

static void hist_free_data(struct trigger *trigger)
{
	if (trigger->data)
		hist_free(trigger->data);
}

static int hist_start(struct trigger *trigger, struct hist *h,
		      struct hist_spec *spec)
{
	int ret = 0;

	if (spec->filter)
		ret = trigger_filter_set(trigger, spec->filter);
	if (!ret)
		ret = hist_share_map(h, spec);
	if (!ret)
		ret = hist_check_clock(h, spec);
	if (!ret)
		ret = hist_get_resources(h);
	if (ret)
		return ret;
	if (spec->pause)
		set_bit(TRIGGER_PAUSED, &trigger->state);
	if (h->single)
		trigger->fire = hist_fire_single;
	list_add_tail(&h->list, &hist_all);
	/* No record with a timestamp of the previous clock may be counted. */
	set_bit(TRIGGER_SUSPENDED, &trigger->state);
	ret = trigger_attach(trigger);
	if (ret)
		return ret;
	hist_set_clock(h);
	clear_bit(TRIGGER_SUSPENDED, &trigger->state);
	/*
	 * The pollers of this event have not yet armed the map of this histogram.
	 */
	hist_poll_wake();
	return 0;
}

/* Build a histogram and attach it to the event file. */
static struct trigger *hist_create(struct hist_spec *spec,
				   struct trace_event_file *file)
{
	struct trigger *trigger = trigger_alloc(&hist_kind, file);
	struct hist *h;
	int ret;

	if (!trigger)
		return ERR_PTR(-ENOMEM);
	h = hist_build(spec, file);
	if (IS_ERR(h)) {
		trigger_free(trigger);
		return ERR_CAST(h);
	}
	trigger->data = h;
	h->trigger = trigger;
	ret = hist_start(trigger, h, spec);
	if (ret) {
		trigger_free(trigger);
		return ERR_PTR(ret);
	}
	return trigger;
}

/* Histograms that keep fields of other events */

static struct hist *hist_find_matching(struct hist *h,
				       struct trace_event_file *file)
{
	struct hist *pos;

	list_for_each_entry(pos, &hist_all, list) {
		if (pos->file == file && hist_keys_match(pos, h))
			return pos;
	}
	return NULL;
}

static char *hist_field_hist_command(const struct hist *like, const char *field)
{
	const char *k[HIST_KEYS_MAX] = { "", "", "" };
	unsigned int i;

	for (i = 0; i < like->nr_keys; i++)
		k[i] = like->keys[i].value->text;
	return kasprintf(GFP_KERNEL, "hist:keys=%s%s%s%s%s:synthetic_%s=%s%s%s",
			 k[0], *k[1] ? "," : "", k[1], *k[2] ? "," : "", k[2],
			 field, field, like->filter ? " if " : "",
			 like->filter ?: "");
}

/*
 * Create a histogram on @file with the keys of the one on @file that matches @h,
 * which keeps @field in a variable. Return: NULL if there is such a variable
 * already.
 */
static struct trigger *hist_create_field_hist(struct hist *h,
					      struct trace_event_file *file,
					      const char *field)
{
	struct trigger_command command = {};
	struct hist *like = hist_find_matching(h, file);
	struct trigger *trigger;
	struct hist_spec spec;
	char name[128], *text;
	unsigned int nr;
	int ret;

	if (!like)
		return ERR_PTR(-EINVAL);
	snprintf(name, sizeof(name), "synthetic_%s", field);
	if (hist_var_find(file, name, &nr))
		return NULL;
	text = hist_field_hist_command(like, field);
	command.whole = text;
	command.args = text ? kstrdup(text + strlen("hist:"), GFP_KERNEL) : NULL;
	ret = command.args ? hist_spec_parse(&spec, &command, file) : -ENOMEM;
	trigger = ret ? ERR_PTR(ret) : hist_create(&spec, file);
	if (command.args)
		hist_spec_done(&spec);
	kfree(command.args);
	kfree(text);
	return trigger;
}

/* Commands */

static int hist_update(struct hist_spec *spec, struct hist *h)
{
	if (!spec->pause && !spec->cont && !spec->clear) {
		hist_error(&spec->log, HIST_ERR_EXISTS, NULL);
		return -EEXIST;
	}
	if (spec->clear)
		hist_clear(h);
	if (spec->pause)
		set_bit(TRIGGER_PAUSED, &h->trigger->state);
	else if (spec->cont)
		clear_bit(TRIGGER_PAUSED, &h->trigger->state);
	return 0;
}

static int hist_remove(struct hist *h)
{
	if (!h)
		return 0;
	if (h->nr_var_refs)
		return -EBUSY;
	trigger_remove(h->trigger);
	return 0;
}

/*
 * Execute a command for an existing histogram. Return: 1 if a new one is to be
 * created.
 */
static int hist_write_existing(struct hist_spec *spec,
			       struct trace_event_file *file, bool is_removal)
{
	struct hist *like, *h, *named;
	bool mismatch;

	spec->compare_only = true;
	spec->existing = is_removal || spec->pause || spec->cont || spec->clear;
	like = hist_build(spec, file);
	if (IS_ERR(like))
		return PTR_ERR(like);
	h = hist_find_same(like, spec);
	named = hist_find_named(like);
	mismatch = named && !hist_same_content(like, named);
	hist_release(like);
	hist_free(like);
	if (is_removal)
		return hist_remove(h);
	if (h)
		return hist_update(spec, h);
	if (!spec->cont && !spec->clear)
		return 1;
	if (mismatch)
		return hist_name_mismatch(spec);
	hist_error(&spec->log, HIST_ERR_ABSENT, NULL);
	return -ENOENT;
}

static int hist_write_new(struct hist_spec *spec, struct trace_event_file *file)
{
	struct trigger *trigger;

	spec->create_field_hist = hist_create_field_hist;
	trigger = hist_create(spec, file);
	return PTR_ERR_OR_ZERO(trigger);
}

/* Parsing modifies the command, so each of the two passes parses a copy. */
static int hist_write_copy(struct trace_event_file *file,
			   const struct trigger_command *command, bool existing)
{
	struct trigger_command copy = *command;
	struct hist_spec spec;
	int ret;

	copy.args = kstrdup(command->args, GFP_KERNEL);
	if (!copy.args)
		return -ENOMEM;
	ret = hist_spec_parse(&spec, &copy, file);
	if (!ret)
		ret = existing ? hist_write_existing(&spec, file, command->remove) :
			      hist_write_new(&spec, file);
	hist_spec_done(&spec);
	kfree(copy.args);
	return ret;
}

static int hist_write(const struct trigger_kind *kind,
		      struct trace_event_file *file,
		      struct trigger_command *command)
{
	int ret;

	if (!command->args)
		return -EINVAL;
	ret = hist_write_copy(file, command, true);
	return ret > 0 ? hist_write_copy(file, command, false) : ret;
}

static void hist_show(struct seq_file *m, struct trigger *trigger)
{
	hist_command_show(m, trigger->data);
}

/*
 * Remove all histograms of the event file, or none if one has referenced variables.
 */
static void hist_truncate(struct trace_event_file *file)
{
	struct trigger *trigger, *next;
	struct hist *h;

	trigger_for_each(trigger, file) {
		h = trigger->data;
		if (trigger->kind == &hist_kind && h->nr_var_refs)
			return;
	}
	list_for_each_entry_safe(trigger, next, &file->triggers, list) {
		if (trigger->kind == &hist_kind)
			trigger_remove(trigger);
	}
}

static struct trigger_kind hist_kind = {
	.entry.name = "hist",
	.flags = TRIGGER_RECORD | TRIGGER_LAST,
	.write = hist_write,
	.exit = hist_exit,
	.free = hist_free_data,
	.fire = hist_fire,
	.show = hist_show,
	.truncate = hist_truncate,
};

/* The hist file */

static int hist_file_show(struct seq_file *m, struct trace_event_file *file)
{
	struct trigger *trigger;
	bool some = false;
	int ret = 0;

	trigger_for_each(trigger, file) {
		if (trigger->kind != &hist_kind)
			continue;
		if (some)
			seq_puts(m, "\n\n");
		some = true;
		ret = hist_print(m, trigger->data);
		if (ret)
			break;
	}
	return ret;
}

/*
 * Sum up the hits of all histograms of an event; @wake: the next hit wakes up
 * pollers.
 */
static u64 hist_file_count(struct trace_event_file *file, bool wake)
{
	struct trigger *trigger;
	struct hist *h;
	u64 hits = 0;

	trigger_for_each(trigger, file) {
		if (trigger->kind != &hist_kind)
			continue;
		h = trigger->data;
		if (wake)
			hist_poll_arm(h->map);
		hits += hist_poll_count(h);
	}
	return hits;
}

static struct instance_control hist_control = {
	.entry.name = "hist",
	.show = hist_file_show,
	.queue = &hist_poll_queue,
	.count = hist_file_count,
};

static int __init hist_init(void)
{
	return trigger_register(&hist_kind);
}
trigger_initcall(hist_init);

static int __init hist_control_init(void)
{
	return trace_registry_add(&instance_controls, &hist_control.entry);
}
core_initcall(hist_control_init);
