// SPDX-License-Identifier: GPL-2.0
/*
 * Filters as a whole: made in one piece of memory, replaced while they run.
 *
 * A filter that is refused is kept nonetheless, without a program, where a file
 * shows what was wrong with it.
 */
#include <linux/export.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "internal.h"

/* Who refuses, in error logs. */
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

/* Texts and masks are where the parse had them; now they are in the filter. */
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

static struct event_filter *filter_make(struct filter_parse *parse)
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
		filter = filter_make(parse);
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

struct event_filter *filter_create(struct trace_event_call *call,
				   const char *text, struct trace_error_log *errors)
{
	struct filter_parse parse = { .call = call, .text = text };

	return filter_new(&parse, errors);
}

void filter_free(struct event_filter *filter)
{
	if (filter)
		kvfree_rcu(filter, rcu);
}

const char *filter_source_text(const struct event_filter *filter)
{
	return filter->text;
}

/* What is shown of a filter that was refused. NULL: no memory for it. */
static struct event_filter *filter_refused(const char *text, const char *reason,
					   unsigned int at)
{
	/* Twice the text is enough for it and what stands before the caret. */
	size_t len = strlen(text), room = 2 * len + strlen(reason) + 32;
	struct event_filter *filter = filter_alloc(0, room, 0);

	if (!filter)
		return NULL;
	if (!strcmp(reason, FILTER_REASON_ANY))
		snprintf(filter->text, room, "%s\n%s: (0)\n", text, reason);
	else
		snprintf(filter->text, room, "%s\n%*s^\nparse_error: %s\n", text,
			 (int)min_t(size_t, at, len), "", reason);
	return filter;
}

static struct event_filter *file_filter(struct trace_event_file *file)
{
	return rcu_dereference_protected(file->filter,
					 lockdep_is_held(&event_mutex));
}

static void file_replace(struct trace_event_file *file,
			 struct event_filter *filter)
{
	struct event_filter *old = file_filter(file);

	/* Who sees the flag without a filter lets the record pass. */
	if (!filter || !filter->nr)
		event_file_flags(file, EVENT_FILE_FL_FILTERED, 0);
	rcu_assign_pointer(file->filter, filter);
	if (filter && filter->nr)
		event_file_flags(file, 0, EVENT_FILE_FL_FILTERED);
	filter_free(old);
}

static bool text_is_none(const char *text)
{
	return !strcmp(skip_spaces(text), "0");
}

int filter_file_set(struct trace_event_file *file, const char *text,
		    struct trace_error_log *errors)
{
	struct filter_parse parse = { .call = file->event_call, .text = text };
	struct event_filter *filter;

	lockdep_assert_held(&event_mutex);

	if (file->flags & EVENT_FILE_FL_NO_SET_FILTER)
		return -EINVAL;
	if (text_is_none(text)) {
		file_replace(file, NULL);
		return 0;
	}
	filter = filter_new(&parse, errors);
	if (!IS_ERR(filter)) {
		file_replace(file, filter);
		return 0;
	}
	if (parse.reason)
		file_replace(file, filter_refused(text, parse.reason, parse.at));
	return PTR_ERR(filter);
}

void filter_file_show(struct seq_file *m, struct trace_event_file *file)
{
	struct event_filter *filter = file_filter(file);

	lockdep_assert_held(&event_mutex);

	seq_printf(m, "%s\n", filter ? filter->text : "none");
}

void filter_file_clear(struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	if (rcu_access_pointer(file->filter))
		file_replace(file, NULL);
}

/* One event of a system. */
static int system_file_set(struct trace_event_file *file, const char *text,
			   struct trace_error_log *errors)
{
	struct event_filter *filter;

	if (text_is_none(text)) {
		file_replace(file, NULL);
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
	file_replace(file, filter);
	return 0;
}

int filter_system_set(struct list_head *files, const char *text,
		      struct trace_error_log *errors)
{
	struct trace_event_file *file;
	int ret;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, files, in_system) {
		if (file->flags & EVENT_FILE_FL_NO_SET_FILTER)
			continue;
		ret = system_file_set(file, text, errors);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * filter_match_preds - does a filter want a record?
 * @filter: the filter, or NULL
 * @rec: the record
 *
 * What perf asks for its counters.
 *
 * Context: any, preemption off.
 * Return: 1 if it does, else 0.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	return !filter || filter_match(filter, rec);
}
EXPORT_SYMBOL_GPL(filter_match_preds);
