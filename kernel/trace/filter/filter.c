// SPDX-License-Identifier: GPL-2.0
/*
 * Creating, replacing and showing filters. A filter is one allocation: structure,
 * steps, cpumasks and text.
 *
 * A refused expression becomes a filter without steps, so that the filter file can
 * show the expression and the error.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "internal.h"

/* The source of an error in error_log. */
static const char filter_where[] = "event filter parse error";

static const char reason_system[] =
	"Couldn't find or set field in one of a subsystem's events";

/* For a program of @nr steps, a text of @len bytes, @nr_masks cpumasks. */
static struct event_filter *filter_alloc(unsigned int nr, size_t len,
					 unsigned int nr_masks)
{
	struct event_filter *filter;
	size_t size = struct_size(filter, steps, nr);

	filter = kvzalloc(size + nr_masks * cpumask_size() + len + 1,
			  GFP_KERNEL);
	if (!filter)
		return NULL;
	BUILD_BUG_ON(offsetof(struct event_filter, prefilter));
	filter->prefilter = EVENT_PREFILTER_OPEN;
	filter->nr = nr;
	filter->text = (void *)filter + size + nr_masks * cpumask_size();
	return filter;
}

/* Make steps point to the copies of texts and masks in the filter. */
static void filter_place(struct event_filter *filter,
			 const struct filter_parse *parse)
{
	void *masks = &filter->steps[filter->nr];
	struct filter_step *step = filter->steps;
	unsigned int i;

	for (i = 0; i < filter->nr; i++, step++) {
		if (step->test >= FILTER_TEXT && step->test <= FILTER_TEXT_OPEN)
			step->text = filter->text + (step->text - parse->text);
		else if (step->test >= FILTER_MASK_8 &&
			 step->test <= FILTER_MASK_REL)
			step->mask = masks + step->mask_nr * cpumask_size();
	}
}

static struct event_filter *filter_build(struct filter_parse *parse)
{
	size_t len = strlen(parse->text);
	struct event_filter *filter;

	filter = filter_alloc(parse->nr, len, parse->nr_masks);
	if (!filter)
		return NULL;
	memcpy(filter->steps, parse->steps,
	       array_size(parse->nr, sizeof(*parse->steps)));
	if (parse->nr_masks)
		memcpy(&filter->steps[parse->nr], parse->masks,
		       parse->nr_masks * cpumask_size());
	memcpy(filter->text, parse->text, len);
	filter_place(filter, parse);
	filter_prefilter(filter);
	return filter;
}

static struct event_filter *filter_parse(struct filter_parse *parse)
{
	struct event_filter *filter = NULL;
	int ret;

	ret = filter_compile(parse);
	if (!ret) {
		filter = filter_build(parse);
		if (!filter)
			ret = -ENOMEM;
	}
	kfree(parse->steps);
	kfree(parse->masks);
	return ret ? ERR_PTR(ret) : filter;
}

static struct event_filter *filter_new(struct filter_parse *parse,
				       struct trace_error_log *errors)
{
	struct event_filter *filter = filter_parse(parse);

	if (IS_ERR(filter) && parse->reason && errors)
		trace_error_log_add(errors, filter_where, parse->text,
				    parse->reason, parse->at);
	return filter;
}

/**
 * filter_create - compile a filter for an event
 * @call: the event, whose fields @text may use
 * @text: the expression; copied
 * @errors: error log for the reason if the expression is refused, or NULL
 *
 * Context: task, may sleep; the event must stay: event_mutex or a reference is held.
 * Return: the filter, to be freed by filter_free(); ERR_PTR(-EINVAL) if @text is no
 * filter of this event; ERR_PTR(-ENOMEM).
 */
struct event_filter *filter_create(struct trace_event_call *call,
				   const char *text, struct trace_error_log *errors)
{
	struct filter_parse parse = { .call = call, .text = text };

	return filter_new(&parse, errors);
}

/**
 * filter_free - free a filter after a grace period
 * @filter: the filter, or NULL; no new user can find it, but a task that found it
 *	before, with preemption disabled, may still run it
 *
 * Context: task, does not sleep.
 */
void filter_free(struct event_filter *filter)
{
	if (filter)
		kvfree_rcu(filter, rcu);
}

/**
 * filter_source_text - get the expression of a filter
 * @filter: the filter
 *
 * Context: any.
 * Return: the expression as it was written; valid as long as the filter.
 */
const char *filter_source_text(const struct event_filter *filter)
{
	return filter->text;
}

/* A filter without steps that holds a refused expression and the error. */
static struct event_filter *filter_refused(const char *text, const char *reason,
					   unsigned int at)
{
	/* The text, and blanks before the caret: at most as long as the text. */
	size_t len = strlen(text), size = 2 * len + strlen(reason) + 32;
	struct event_filter *filter = filter_alloc(0, size, 0);

	if (!filter)
		return NULL;
	if (!strcmp(reason, FILTER_REASON_ANY))
		snprintf(filter->text, size, "%s\n%s: (0)\n", text, reason);
	else
		snprintf(filter->text, size, "%s\n%*s^\nparse_error: %s\n", text,
			 (int)min_t(size_t, at, len), "", reason);
	return filter;
}

static struct event_filter *filter_of_file(struct trace_event_file *file)
{
	return rcu_dereference_protected(file->filter,
					 lockdep_is_held(&event_mutex));
}

static void filter_file_replace(struct trace_event_file *file,
				struct event_filter *filter)
{
	struct event_filter *old = filter_of_file(file);

	/* A commit that sees the flag without a filter accepts the record. */
	if (!filter || !filter->nr)
		event_file_flags(file, EVENT_FILE_FL_FILTERED, 0);
	rcu_assign_pointer(file->filter, filter);
	if (filter && filter->nr)
		event_file_flags(file, 0, EVENT_FILE_FL_FILTERED);
	filter_free(old);
}

static bool filter_text_is_none(const char *text)
{
	return !strcmp(skip_spaces(text), "0");
}

/**
 * filter_file_set - set the filter of an event file
 * @file: the event file
 * @text: the expression; "0" removes the filter
 * @errors: the error log of the instance
 *
 * If the expression is refused, it is kept together with the error to be shown, and
 * the event is not filtered any more.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL or -ENOMEM as filter_create(); -EINVAL for an event that can't
 * have a filter.
 */
int filter_file_set(struct trace_event_file *file, const char *text,
		    struct trace_error_log *errors)
{
	struct filter_parse parse = { .call = file->event_call, .text = text };
	struct event_filter *filter;

	lockdep_assert_held(&event_mutex);

	if (file->flags & EVENT_FILE_FL_NO_SET_FILTER)
		return -EINVAL;
	if (filter_text_is_none(text)) {
		filter_file_replace(file, NULL);
		return 0;
	}
	filter = filter_new(&parse, errors);
	if (!IS_ERR(filter)) {
		filter_file_replace(file, filter);
		return 0;
	}
	if (parse.reason)
		filter_file_replace(file, filter_refused(text, parse.reason, parse.at));
	return PTR_ERR(filter);
}

/**
 * filter_file_show - show the filter file of an event file
 * @m: the output
 * @file: the event file
 *
 * Context: task; event_mutex held.
 */
void filter_file_show(struct seq_file *m, struct trace_event_file *file)
{
	struct event_filter *filter = filter_of_file(file);

	lockdep_assert_held(&event_mutex);

	seq_printf(m, "%s\n", filter ? filter->text : "none");
}

/**
 * filter_file_clear - remove the filter of an event file
 * @file: the event file, which is being removed
 *
 * Context: task; event_mutex held.
 */
void filter_file_clear(struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	if (rcu_access_pointer(file->filter))
		filter_file_replace(file, NULL);
}

/* Set the filter of one event of a system. */
static int filter_system_file_set(struct trace_event_file *file, const char *text,
				  struct trace_error_log *errors)
{
	struct event_filter *filter;

	if (filter_text_is_none(text)) {
		filter_file_replace(file, NULL);
		return 0;
	}
	filter = filter_create(file->event_call, text, NULL);
	if (PTR_ERR(filter) == -ENOMEM)
		return -ENOMEM;
	if (IS_ERR(filter)) {
		trace_error_log_add(errors, filter_where, text, reason_system, 0);
		filter = filter_refused(text, reason_system, 0);
		if (!filter)
			return -ENOMEM;
	}
	filter_file_replace(file, filter);
	return 0;
}

/**
 * filter_system_set - set the filter of all events of a system
 * @files: the event files of the system, linked by trace_event_file::in_system
 * @text: the expression; "0" removes the filters
 * @errors: the error log of the instance
 *
 * Events that lack a field of the expression are not filtered; their filter files and
 * @errors say so.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int filter_system_set(struct list_head *files, const char *text,
		      struct trace_error_log *errors)
{
	struct trace_event_file *file;
	int ret;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, files, in_system) {
		if (file->flags & EVENT_FILE_FL_NO_SET_FILTER)
			continue;
		ret = filter_system_file_set(file, text, errors);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * filter_match_preds - test a record, for perf core
 * @filter: the filter of a counter, or NULL
 * @rec: the record
 *
 * Context: any, preemption disabled.
 * Return: 1 if the record passes, else 0.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	return !filter || filter_match(filter, rec);
}
EXPORT_SYMBOL_GPL(filter_match_preds);

static const struct event_filter_ops filter_event_ops __initconst = {
	.match = filter_match,
};

static int __init filter_init(void)
{
	event_filter_ops_register(&filter_event_ops);
	return 0;
}
early_initcall(filter_init);
