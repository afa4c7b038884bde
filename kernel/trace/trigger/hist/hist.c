// SPDX-License-Identifier: GPL-2.0
/*
 * The trigger hist: commands are obeyed here, and the file hist is shown.
 *
 * A command is first made into a histogram that is only compared with those
 * which the event has: it may be one of them that is meant. If not, it is made
 * once more, in earnest.
 */
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hist.h"

static struct trigger_kind hist_kind;

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* The same keys, sums and variables. */
static bool same_content(const struct hist *a, const struct hist *b)
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

static bool same_order(const struct hist *a, const struct hist *b)
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

/* The last parenthesis may be left out. */
static bool same_action(const char *a, const char *b)
{
	size_t len = strlen(a), other = strlen(b);

	len -= len && a[len - 1] == ')';
	other -= other && b[other - 1] == ')';
	return len == other && !strncmp(a, b, len);
}

static bool same_actions(const struct hist *a, const struct hist_spec *spec)
{
	unsigned int i;

	if (a->nr_actions != spec->nr_actions)
		return false;
	for (i = 0; i < a->nr_actions; i++) {
		if (!same_action(a->actions[i]->text, spec->actions[i]))
			return false;
	}
	return true;
}

/* Which histogram of the event is it that the command describes? */
static struct hist *find_same(const struct hist *like,
			      const struct hist_spec *spec)
{
	struct trigger *trigger;
	struct hist *h;

	trigger_for_each(trigger, like->file) {
		if (trigger->kind != &hist_kind)
			continue;
		h = trigger->data;
		if (same_content(h, like) && same_order(h, like) &&
		    same_text(h->name, like->name) &&
		    same_text(h->filter, like->filter) && same_actions(h, spec))
			return h;
	}
	return NULL;
}

/* Does a histogram count in a map, or look up variables in it? */
static bool uses_map(const struct hist *h, const struct hist_map *map)
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

/* Nobody is in the middle of a map while it is emptied. */
static void clear(struct hist *h)
{
	struct hist *pos;

	list_for_each_entry(pos, &hist_all, list) {
		if (uses_map(pos, h->map))
			set_bit(TRIGGER_HELD, &pos->trigger->state);
	}
	tracepoint_synchronize_unregister();
	hist_map_clear(h->map);
	list_for_each_entry(pos, &hist_all, list) {
		if (uses_map(pos, h->map))
			clear_bit(TRIGGER_HELD, &pos->trigger->state);
	}
	hist_poll_wake();
}

/*
 * Named ones: those of a name share a map, of whatever events and instances they are.
 * So each word of an element must be the same thing to all of them: a text or a stack
 * of the one would else be a number of the other.
 */

static struct hist *find_named(const struct hist *like)
{
	struct hist *h;

	list_for_each_entry(h, &hist_all, list) {
		if (like->name && same_text(h->name, like->name))
			return h;
	}
	return NULL;
}

static bool same_type(const struct hist_value *a, const struct hist_value *b)
{
	return !strcmp(a->type, b->type) && a->size == b->size &&
	       a->is_signed == b->is_signed && a->show == b->show &&
	       a->literal == b->literal &&
	       hist_is_string(a) == hist_is_string(b) &&
	       hist_is_stack(a) == hist_is_stack(b);
}

/* The same keys, sums and variables are of the same types. */
static bool same_types(const struct hist *a, const struct hist *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++) {
		if (!same_type(a->keys[i].value, b->keys[i].value))
			return false;
	}
	for (i = 0; i < a->nr_vals; i++) {
		if (!same_type(a->vals[i], b->vals[i]))
			return false;
	}
	for (i = 0; i < a->nr_vars; i++) {
		if (!same_type(a->vars[i].value, b->vars[i].value))
			return false;
	}
	return true;
}

/* What actions keep in an element is the same. */
static bool same_kept(const struct hist *a, const struct hist *b)
{
	const struct hist_action *one, *two;
	unsigned int i, s;

	if (a->nr_actions != b->nr_actions || a->words != b->words)
		return false;
	for (i = 0; i < a->nr_actions; i++) {
		one = a->actions[i];
		two = b->actions[i];
		if (!same_action(one->text, two->text) ||
		    one->nr_saves != two->nr_saves)
			return false;
		for (s = 0; s < one->nr_saves; s++) {
			if (!same_type(one->saves[s].value, two->saves[s].value))
				return false;
		}
	}
	return true;
}

static int refuse_named(const struct hist_spec *spec)
{
	hist_error(&spec->log, HIST_ERR_NAME_MISMATCH, "name");
	return -EINVAL;
}

static int share_map(struct hist *h, const struct hist_spec *spec)
{
	struct hist *other = find_named(h);

	if (!other)
		return 0;
	if (!same_content(h, other) || !same_order(h, other) ||
	    !same_types(h, other) || !same_kept(h, other))
		return refuse_named(spec);
	hist_map_put(h->map);
	h->map = other->map;
	h->bits = h->map->bits;
	refcount_inc(&h->map->users);
	return 0;
}

/* In use */

static const char *clock_of(const struct hist *h)
{
	return h->clock ?: "global";
}

static int check_clock(const struct hist *h, const struct hist_spec *spec)
{
	if (!h->timed || trace_clock_find(clock_of(h)) >= 0)
		return 0;
	hist_error(&spec->log, HIST_ERR_CLOCK, clock_of(h));
	return -EINVAL;
}

/* What the instance has recorded is lost, so nothing must go wrong behind this. */
static void set_clock(const struct hist *h)
{
	struct trace_array *tr = h->file->tr;

	if (h->timed && strcmp(trace_clock_table[tr->clock].name, clock_of(h)))
		instance_clock_set(tr, clock_of(h));
}

static bool takes_snapshots(const struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++) {
		if (h->actions[i]->act == HIST_SNAPSHOT)
			return true;
	}
	return false;
}

static int get_needs(struct hist *h)
{
	struct trace_array *tr = h->file->tr;
	int ret;

	if (takes_snapshots(h)) {
		ret = instance_snapshot_arm(tr);
		if (ret)
			return ret;
		h->armed = true;
	}
	/* Others of the instance may look up its variables. */
	if (h->nr_vars)
		h->kept = instance_pin(tr);
	return 0;
}

static void put_needs(struct hist *h)
{
	struct trace_array *tr = h->file->tr;

	if (h->armed && !tr->dead)
		instance_snapshot_disarm(tr);
	if (h->kept)
		instance_unpin(tr);
}

static void hist_exit(struct trigger *trigger)
{
	struct hist *h = trigger->data;

	if (!h)
		return;
	hist_var_gone(h);
	list_del_init(&h->list);
	put_needs(h);
	hist_free(h);
	hist_poll_wake();
}

static int start(struct trigger *trigger, struct hist *h, struct hist_spec *spec)
{
	int ret = 0;

	if (spec->filter)
		ret = trigger_filter_set(trigger, spec->filter);
	if (!ret)
		ret = share_map(h, spec);
	if (!ret)
		ret = check_clock(h, spec);
	if (!ret)
		ret = get_needs(h);
	if (ret)
		return ret;
	if (spec->pause)
		set_bit(TRIGGER_PAUSED, &trigger->state);
	if (h->single)
		trigger->fire = hist_fire_single;
	list_add_tail(&h->list, &hist_all);
	/* It counts nothing by the clock that was. */
	set_bit(TRIGGER_HELD, &trigger->state);
	ret = trigger_attach(trigger);
	if (ret)
		return ret;
	set_clock(h);
	clear_bit(TRIGGER_HELD, &trigger->state);
	/* Who polls this event did not ask this histogram to wake it up. */
	hist_poll_wake();
	return 0;
}

/* In earnest. */
static struct trigger *create(struct hist_spec *spec,
			      struct trace_event_file *file)
{
	struct trigger *trigger = trigger_alloc(&hist_kind, file);
	struct hist *h;
	int ret;

	if (!trigger)
		return ERR_PTR(-ENOMEM);
	h = hist_make(spec, file);
	if (IS_ERR(h)) {
		trigger_free(trigger);
		return ERR_CAST(h);
	}
	trigger->data = h;
	h->trigger = trigger;
	ret = start(trigger, h, spec);
	if (ret) {
		trigger_free(trigger);
		return ERR_PTR(ret);
	}
	return trigger;
}

/* Fields of other events */

static struct hist *find_matching(struct hist *h, struct trace_event_file *file)
{
	struct hist *pos;

	list_for_each_entry(pos, &hist_all, list) {
		if (pos->file == file && hist_keys_match(pos, h))
			return pos;
	}
	return NULL;
}

static char *helper_command(const struct hist *like, const char *field)
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
 * A histogram beside the one on @file that has the same keys as @h: it keeps
 * @field in a variable. NULL: there is such a variable already.
 */
static struct trigger *helper(struct hist *h, struct trace_event_file *file,
			      const char *field)
{
	struct trigger_command command = {};
	struct hist *like = find_matching(h, file);
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
	text = helper_command(like, field);
	command.whole = text;
	command.args = text ? kstrdup(text + strlen("hist:"), GFP_KERNEL) : NULL;
	ret = command.args ? hist_spec_parse(&spec, &command, file) : -ENOMEM;
	trigger = ret ? ERR_PTR(ret) : create(&spec, file);
	if (command.args)
		hist_spec_done(&spec);
	kfree(command.args);
	kfree(text);
	return trigger;
}

/* Commands */

static int obey(struct hist_spec *spec, struct hist *h)
{
	if (!spec->pause && !spec->cont && !spec->clear) {
		hist_error(&spec->log, HIST_ERR_EXISTS, NULL);
		return -EEXIST;
	}
	if (spec->clear)
		clear(h);
	if (spec->pause)
		set_bit(TRIGGER_PAUSED, &h->trigger->state);
	else if (spec->cont)
		clear_bit(TRIGGER_PAUSED, &h->trigger->state);
	return 0;
}

static int remove(struct hist *h)
{
	if (!h)
		return 0;
	if (h->used)
		return -EBUSY;
	trigger_remove(h->trigger);
	return 0;
}

/* Obey what concerns one that is there; 1: there is none, make it. */
static int write_known(struct hist_spec *spec, struct trace_event_file *file,
		       bool is_removal)
{
	struct hist *like, *h, *named;
	bool mismatch;

	spec->compare = true;
	spec->known = is_removal || spec->pause || spec->cont || spec->clear;
	like = hist_make(spec, file);
	if (IS_ERR(like))
		return PTR_ERR(like);
	h = find_same(like, spec);
	named = find_named(like);
	mismatch = named && !same_content(like, named);
	hist_free(like);
	if (is_removal)
		return remove(h);
	if (h)
		return obey(spec, h);
	if (!spec->cont && !spec->clear)
		return 1;
	if (mismatch)
		return refuse_named(spec);
	hist_error(&spec->log, HIST_ERR_ABSENT, NULL);
	return -ENOENT;
}

static int write_new(struct hist_spec *spec, struct trace_event_file *file)
{
	struct trigger *trigger;

	spec->helper = helper;
	trigger = create(spec, file);
	return PTR_ERR_OR_ZERO(trigger);
}

/* Reading a command uses it up, so each time it is a copy that is read. */
static int with_copy(struct trace_event_file *file,
		     const struct trigger_command *command, bool known)
{
	struct trigger_command copy = *command;
	struct hist_spec spec;
	int ret;

	copy.args = kstrdup(command->args, GFP_KERNEL);
	if (!copy.args)
		return -ENOMEM;
	ret = hist_spec_parse(&spec, &copy, file);
	if (!ret)
		ret = known ? write_known(&spec, file, command->remove) :
			      write_new(&spec, file);
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
	ret = with_copy(file, command, true);
	return ret > 0 ? with_copy(file, command, false) : ret;
}

static void hist_show(struct seq_file *m, struct trigger *trigger)
{
	hist_command_show(m, trigger->data);
}

/* All, or none if others need one of them. */
static void hist_truncate(struct trace_event_file *file)
{
	struct trigger *trigger, *next;
	struct hist *h;
	LIST_HEAD(gone);

	trigger_for_each(trigger, file) {
		h = trigger->data;
		if (trigger->kind == &hist_kind && h->used)
			return;
	}
	list_for_each_entry_safe(trigger, next, &file->triggers, list) {
		if (trigger->kind == &hist_kind)
			trigger_detach(trigger, &gone);
	}
	trigger_release(&gone);
}

static struct trigger_kind hist_kind = {
	.entry.name = "hist",
	.flags = TRIGGER_RECORD | TRIGGER_LAST,
	.write = hist_write,
	.exit = hist_exit,
	.fire = hist_fire,
	.show = hist_show,
	.truncate = hist_truncate,
};

/* The file hist */

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

/* The hits of all its histograms. */
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
