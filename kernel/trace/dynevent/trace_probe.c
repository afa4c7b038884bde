// SPDX-License-Identifier: GPL-2.0
/*
 * Points, and the events that they write: how both come and go.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_probe.h"

/* Connecting */

static void points_disconnect(struct dynevent_multi *multi,
			      const struct trace_probe *end)
{
	struct trace_probe *pt;

	list_for_each_entry(pt, &multi->points, sibling) {
		if (pt == end)
			break;
		pt->type->disconnect(pt);
	}
}

static int points_connect(struct dynevent_multi *multi)
{
	struct trace_probe *pt;
	int ret;

	list_for_each_entry(pt, &multi->points, sibling) {
		ret = pt->type->connect(pt);
		if (ret) {
			points_disconnect(multi, pt);
			return ret;
		}
	}
	return 0;
}

static int multi_use(struct dynevent_multi *multi, bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	if (!on) {
		if (!--multi->users)
			points_disconnect(multi, NULL);
		return 0;
	}
	if (!multi->users)
		ret = points_connect(multi);
	if (!ret)
		multi->users++;
	return ret;
}

static int multi_connect(struct dynevent_call *pc, bool on)
{
	return multi_use(container_of(pc, struct dynevent_multi, pc), on);
}

static int multi_join(struct dynevent_call *pc, struct trace_event_file *file,
		      bool on)
{
	struct dynevent_multi *multi = container_of(pc, struct dynevent_multi, pc);
	struct trace_probe *pt;

	pt = list_first_entry(&multi->points, struct trace_probe, sibling);
	return pt->type->join(pt, file, on);
}

static int multi_perf(struct dynevent_call *pc, enum trace_reg type, void *data)
{
	struct dynevent_multi *multi = container_of(pc, struct dynevent_multi, pc);
	int ret = 0;

	if (type == TRACE_REG_PERF_REGISTER) {
		ret = multi_use(multi, true);
		if (!ret)
			WRITE_ONCE(multi->counted, true);
	} else if (type == TRACE_REG_PERF_UNREGISTER) {
		WRITE_ONCE(multi->counted, false);
		multi_use(multi, false);
	}
	return ret;
}

/* What has neither asks nobody to call back. */
static int point_open(struct trace_probe *pt, const struct dynevent_head *head)
{
	return pt->type->open ? pt->type->open(pt, head) : 0;
}

static void point_close(struct trace_probe *pt)
{
	if (pt->type->close)
		pt->type->close(pt);
}

/* Events */

static struct dynevent_multi *multi_find(const struct dynevent_kind *kind,
					 const char *system, const char *name)
{
	struct dynevent_multi *multi;
	struct dynevent *ev;

	dynevent_for_each(ev) {
		if (ev->kind != kind)
			continue;
		multi = trace_probe_of(ev)->multi;
		if (!strcmp(multi->name, name) && !strcmp(multi->system, system))
			return multi;
	}
	return NULL;
}

static void multi_free(struct dynevent_multi *multi)
{
	dynevent_args_free(&multi->look);
	kfree(multi->print_fmt);
	kfree(multi);
}

/* An event for @pt, which nobody knows yet. */
static struct dynevent_multi *multi_alloc(struct trace_probe *pt)
{
	const struct trace_probe_type *type = pt->type;
	struct event_field *row;
	struct dynevent_multi *multi;
	unsigned int i;

	multi = kzalloc(struct_size(multi, rows, ARRAY_SIZE(type->ips) +
				    pt->args.nr), GFP_KERNEL);
	if (!multi)
		return NULL;
	multi->print_fmt = dynevent_args_print_fmt(&pt->args, type->head,
						   type->head_args);
	if (!multi->print_fmt) {
		kfree(multi);
		return NULL;
	}
	INIT_LIST_HEAD(&multi->points);
	multi->offset = sizeof(struct trace_entry);
	row = multi->rows;
	for (i = 0; type->ips[i]; i++, row++) {
		row->type = "unsigned long";
		row->name = type->ips[i];
		row->offset = multi->offset;
		row->size = sizeof(long);
		multi->offset += sizeof(long);
	}
	dynevent_args_rows(&pt->args, row, multi->offset);
	multi->pc.funcs.trace = type->print;
	if (type->join) {
		multi->pc.join = multi_join;
		return multi;
	}
	multi->pc.connect = multi_connect;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		multi->pc.perf = multi_perf;
	return multi;
}

/* Both belong to each other from now on. */
static void point_join(struct trace_probe *pt, struct dynevent_multi *multi)
{
	pt->multi = multi;
	pt->size = multi->offset + pt->args.fixed;
	mutex_lock(&event_mutex);
	list_add_tail(&pt->sibling, &multi->points);
	mutex_unlock(&event_mutex);
}

static bool point_is_same(const struct trace_probe *pt,
			  const struct dynevent_multi *multi)
{
	struct trace_probe *pos;

	list_for_each_entry(pos, &multi->points, sibling) {
		if (pt->type->same(pt, pos) &&
		    dynevent_args_equal(&pt->args, &pos->args))
			return true;
	}
	return false;
}

/* One more point of an event that has some. */
static int point_append(struct trace_probe *pt, const struct dynevent_head *head,
			struct dynevent_multi *multi)
{
	const struct dynevent_command *cmd = &head->cmd;
	struct trace_probe *first;
	const char *at;
	int differs, ret;

	first = list_first_entry(&multi->points, struct trace_probe, sibling);
	if (first->type != pt->type) {
		dynevent_error(cmd, DYNEVENT_DIFF_PROBE_TYPE, cmd->text);
		return -EEXIST;
	}
	differs = dynevent_args_differ(&pt->args, &multi->look);
	if (differs >= 0) {
		at = dynevent_args_at(cmd, head->args, differs);
		/* What is missing would stand behind one more blank. */
		dynevent_error(cmd, DYNEVENT_DIFF_ARG_TYPE, at + !*at);
		return -EEXIST;
	}
	if (point_is_same(pt, multi)) {
		dynevent_error(cmd, DYNEVENT_SAME_PROBE, cmd->text);
		return -EEXIST;
	}

	point_join(pt, multi);
	ret = point_open(pt, head);
	if (!ret) {
		mutex_lock(&event_mutex);
		if (multi->users)
			ret = pt->type->connect(pt);
		mutex_unlock(&event_mutex);
		if (ret)
			point_close(pt);
	}
	if (ret) {
		mutex_lock(&event_mutex);
		list_del(&pt->sibling);
		mutex_unlock(&event_mutex);
		pt->multi = NULL;
	}
	return ret;
}

static bool event_exists(const struct dynevent_head *head)
{
	guard(mutex)(&event_mutex);
	return event_call_find(head->system, head->event);
}

/* Make the event known; @named: to all and not only to perf. */
static int multi_publish(struct dynevent_multi *multi, bool named)
{
	struct trace_probe *pt;

	pt = list_first_entry(&multi->points, struct trace_probe, sibling);
	if (named)
		return dynevent_call_add(&multi->pc, multi->system, multi->name,
					 multi->rows, multi->print_fmt,
					 pt->type->flags);
	return dynevent_call_add_unseen(&multi->pc, pt->type->kind->entry.name,
					multi->rows, multi->print_fmt,
					pt->type->flags);
}

/* The first point of an event. @head: NULL if that has no name. */
static int point_found(struct trace_probe *pt, const struct dynevent_head *head)
{
	struct dynevent_multi *multi = multi_alloc(pt);
	int ret;

	if (!multi)
		return -ENOMEM;
	if (head) {
		strscpy(multi->system, head->system);
		strscpy(multi->name, head->event);
	}
	point_join(pt, multi);
	ret = point_open(pt, head);
	if (ret)
		goto err;
	ret = multi_publish(multi, head);
	if (ret) {
		point_close(pt);
		goto err;
	}
	/* From here on those are the event's; the point has them lent. */
	multi->look = pt->args;
	return 0;
err:
	multi_free(multi);
	pt->multi = NULL;
	return ret;
}

static int point_begin(struct trace_probe *pt, const struct dynevent_head *head)
{
	if (event_exists(head)) {
		dynevent_error(&head->cmd, DYNEVENT_EVENT_EXIST, head->cmd.text);
		return -EEXIST;
	}
	return point_found(pt, head);
}

int trace_probe_add(struct trace_probe *pt, const struct dynevent_head *head)
{
	struct dynevent_kind *kind = pt->type->kind;
	struct dynevent_multi *multi = NULL;
	int ret;

	lockdep_assert_held(&dynevent_lock);

	if (pt->type->same)
		multi = multi_find(kind, head->system, head->event);
	ret = multi ? point_append(pt, head, multi) : point_begin(pt, head);
	if (!ret)
		dynevent_add(&pt->ev, kind);
	return ret;
}

static void point_free(struct trace_probe *pt)
{
	if (pt->args.arg != pt->multi->look.arg)
		dynevent_args_free(&pt->args);
	pt->type->free(pt);
}

/* It has siblings, so the event stays. */
static void point_leave(struct trace_probe *pt)
{
	mutex_lock(&event_mutex);
	if (pt->multi->users)
		pt->type->disconnect(pt);
	list_del(&pt->sibling);
	mutex_unlock(&event_mutex);
	point_close(pt);
}

int trace_probe_remove(struct dynevent *ev)
{
	struct trace_probe *pt = trace_probe_of(ev);
	struct dynevent_multi *multi = pt->multi;
	int ret;

	if (!list_is_singular(&multi->points)) {
		point_leave(pt);
		dynevent_del(ev);
		point_free(pt);
		return 0;
	}
	ret = dynevent_call_remove(&multi->pc);
	if (ret)
		return ret;
	point_close(pt);
	dynevent_del(ev);
	point_free(pt);
	multi_free(multi);
	return 0;
}

bool trace_probe_busy(struct dynevent *ev)
{
	return dynevent_call_busy(&trace_probe_of(ev)->multi->pc);
}

bool trace_probe_match(struct dynevent *ev, const char *system,
		       const char *event, int argc, const char **argv)
{
	struct trace_probe *pt = trace_probe_of(ev);
	bool same;
	char *place;

	if ((*event && strcmp(pt->multi->name, event)) ||
	    (system && strcmp(pt->multi->system, system)))
		return false;
	if (!argc)
		return true;
	place = pt->type->place(pt);
	same = place && !strcmp(place, argv[0]);
	kfree(place);
	return same && dynevent_args_match(&pt->args, argc - 1, argv + 1);
}

int trace_probe_show(struct seq_file *m, const struct trace_probe *pt)
{
	char *place = pt->type->place(pt);

	if (!place)
		return -ENOMEM;
	seq_printf(m, ":%s/%s %s", pt->multi->system, pt->multi->name, place);
	kfree(place);
	dynevent_args_show(m, &pt->args);
	seq_putc(m, '\n');
	return 0;
}

/* Points without a name */

int trace_probe_add_unseen(struct trace_probe *pt)
{
	return point_found(pt, NULL);
}

void trace_probe_remove_unseen(struct trace_probe *pt)
{
	struct dynevent_multi *multi = pt->multi;

	point_close(pt);
	dynevent_call_remove_unseen(&multi->pc);
	point_free(pt);
	multi_free(multi);
}
