// SPDX-License-Identifier: GPL-2.0
/*
 * Parse actions: HANDLER(X).ACTION(PARAMS).
 *
 *	HANDLER	onmatch(SYSTEM.EVENT), onmax($VAR), onchange($VAR)
 *	ACTION	trace(SYNTHETIC,PARAM,...), SYNTHETIC(PARAM,...),
 *		save(FIELD,...), snapshot()
 *
 * The syntax of an action is checked before its words are interpreted.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

/**
 * struct hist_action_words - the words of an action
 * @handler: text in the parentheses of the handler
 * @name: name of the action
 * @params: text in the parentheses of the action
 */
struct hist_action_words {
	char *handler;
	char *name;
	char *params;
};

/*
 * Write an error into the error_log. Return: -EINVAL, so that a parser can return
 * it.
 */
static int action_parse_error(const struct hist_spec *spec, enum hist_error error,
			      const char *at)
{
	hist_error(&spec->log, error, at);
	return -EINVAL;
}

static int action_parse_split(struct hist_spec *spec, char *text,
			      struct hist_action_words *words)
{
	char *end;

	words->handler = strchr(text, '(') + 1;
	end = strchr(words->handler, ')');
	if (!end)
		return action_parse_error(spec, HIST_ERR_NO_PAREN, words->handler);
	*end++ = '\0';
	if (*end != '.' || !strchr(end, '('))
		return action_parse_error(spec, HIST_ERR_NO_ACTION, NULL);
	words->name = end + 1;
	words->params = strchr(words->name, '(');
	*words->params++ = '\0';
	/* The closing parenthesis of the action is optional. */
	words->params[strcspn(words->params, ")")] = '\0';
	return 0;
}

/* Handlers */

static int hist_action_parse_onmatch(struct hist *h, struct hist_action *action,
				     struct hist_spec *spec, char *text)
{
	char *event = strchr(text, '.');

	if (!event)
		return action_parse_error(spec, HIST_ERR_NO_SUBSYS, text);
	*event++ = '\0';
	if (!instance_file_find(h->file->tr, text, event))
		return action_parse_error(spec, HIST_ERR_BAD_EVENT, event);
	action->system = kstrdup(text, GFP_KERNEL);
	action->event = kstrdup(event, GFP_KERNEL);
	return action->system && action->event ? 0 : -ENOMEM;
}

static int hist_action_parse_var(struct hist *h, struct hist_action *action,
				 struct hist_spec *spec, const char *text)
{
	unsigned int i;

	if (*text != '$')
		return action_parse_error(spec, HIST_ERR_HANDLER_VAR, text);
	for (i = 0; i < h->nr_vars; i++) {
		if (strcmp(h->vars[i].name, text + 1))
			continue;
		action->var = i;
		action->var_text = kstrdup(text, GFP_KERNEL);
		return action->var_text ? 0 : -ENOMEM;
	}
	return action_parse_error(spec, HIST_ERR_NO_HANDLER_VAR, text + 1);
}

/* trace() */

static bool action_parse_type_fits(const struct event_synth_field *field,
				   const struct hist_value *value, bool is_signed)
{
	if (field->kind == EVENT_SYNTH_STACK)
		return hist_is_stack(value);
	if (hist_is_stack(value))
		return false;
	if (field->kind == EVENT_SYNTH_DYN_STRING)
		return hist_is_string(value) || hist_is_pointer(value);
	if (field->kind == EVENT_SYNTH_STRING && !hist_is_string(value))
		return false;
	if (field->kind == EVENT_SYNTH_NUMBER && hist_is_string(value))
		return false;
	if (!strcmp(field->type, value->type))
		return true;
	return field->size == value->size &&
	       (hist_is_string(value) || field->is_signed == is_signed);
}

/*
 * A parameter that is a field of the matching event: a histogram on that event
 * keeps the field in a variable.
 */
static struct hist_value *action_parse_param_matching(struct hist *h,
						      struct hist_action *action,
						      struct hist_spec *spec,
						      const char *system,
						      const char *event,
						      const char *field)
{
	struct trace_event_file *file;
	struct trigger *field_hist;
	char name[128];

	if (h->nr_field_hists == HIST_PARAMS_MAX)
		return ERR_PTR(-EINVAL);
	file = instance_file_find(h->file->tr, system ?: action->system,
				  event ?: action->event);
	field_hist = file ? spec->create_field_hist(h, file, field) :
			    ERR_PTR(-EINVAL);
	if (IS_ERR(field_hist)) {
		action_parse_error(spec, HIST_ERR_NO_MATCHING, field);
		return ERR_CAST(field_hist);
	}
	if (field_hist)
		h->field_hists[h->nr_field_hists++] = field_hist;
	snprintf(name, sizeof(name), "synthetic_%s", field);
	return hist_var_ref(h, &spec->log, event_system(file->event_call),
			    trace_event_name(file->event_call), name, false);
}

static bool action_parse_is_own_event(const struct hist *h, const char *system,
				      const char *event)
{
	struct trace_event_call *call = h->file->event_call;

	return !system || (!strcmp(system, event_system(call)) &&
			   !strcmp(event, trace_event_name(call)));
}

static struct hist_value *action_parse_param_field(struct hist *h,
						   struct hist_action *action,
						   struct hist_spec *spec,
						   const char *system,
						   const char *event,
						   const char *field)
{
	struct hist_value *value;

	if (!action_parse_is_own_event(h, system, event))
		return action_parse_param_matching(h, action, spec, system, event, field);
	value = hist_field_value(h->file, field);
	if (!IS_ERR(value) || PTR_ERR(value) != -ENOENT)
		return value;
	action_parse_error(spec, HIST_ERR_NO_FIELD, field);
	action_parse_error(spec, HIST_ERR_FIELD_VAR, field);
	if (action->handler == HIST_ONMATCH)
		return action_parse_param_matching(h, action, spec, NULL, NULL, field);
	return value;
}

/*
 * A variable without system and event: of this histogram, of another histogram on
 * the same event, or of one on the matching event.
 */
static struct hist_value *action_parse_param_near(struct hist *h,
						  struct hist_action *action,
						  struct hist_spec *spec,
						  const char *name)
{
	struct trace_event_call *call = h->file->event_call;
	struct hist_value *value;

	value = hist_var_ref(h, &spec->log, NULL, NULL, name, true);
	if (!value)
		value = hist_var_ref(h, &spec->log, event_system(call),
				     trace_event_name(call), name, false);
	if (!value && action->system)
		value = hist_var_ref(h, &spec->log, action->system,
				     action->event, name, false);
	return value;
}

static struct hist_value *action_parse_param_var(struct hist *h,
						 struct hist_action *action,
						 struct hist_spec *spec,
						 const char *system,
						 const char *event, const char *name)
{
	struct hist_value *value;

	if (system)
		value = hist_var_ref(h, &spec->log, system, event, name, false);
	else
		value = action_parse_param_near(h, action, spec, name);
	if (value)
		return value;
	action_parse_error(spec, HIST_ERR_NO_PARAM, name);
	return ERR_PTR(-EINVAL);
}

static int hist_action_parse_param(struct hist *h, struct hist_action *action,
				   struct hist_spec *spec, char *text)
{
	char *dot = strchr(text, '.'), *dot2 = dot ? strchr(dot + 1, '.') : NULL;
	char *system = NULL, *event = NULL, *name = text;
	unsigned int nr = action->nr_params;
	struct hist_value *value;
	bool is_var;

	if (dot2) {
		*dot = '\0';
		*dot2 = '\0';
		system = text;
		event = dot + 1;
		name = dot2 + 1;
	}
	is_var = *name == '$';
	value = is_var ? action_parse_param_var(h, action, spec, system, event, name + 1) :
			 action_parse_param_field(h, action, spec, system, event, name);
	if (IS_ERR_OR_NULL(value))
		return value ? PTR_ERR(value) : -EINVAL;
	if (nr < HIST_PARAMS_MAX && nr < action->synth->nr_fields &&
	    action_parse_type_fits(&action->synth->fields[nr], value,
				   is_var && value->is_signed)) {
		if (action->synth->fields[nr].kind == EVENT_SYNTH_DYN_STRING &&
		    !hist_is_string(value))
			action->pointers |= BIT_ULL(nr);
		action->params[action->nr_params++] = value;
		return 0;
	}
	hist_value_free(value);
	return action_parse_error(spec, HIST_ERR_PARAM_TYPE, name);
}

static int hist_action_parse_trace(struct hist *h, struct hist_action *action,
				   struct hist_spec *spec, const char *name,
				   char *params)
{
	char *one;
	int ret = 0;

	action->kind = HIST_TRACE;
	action->synth = event_synth_get(name);
	if (!action->synth)
		return action_parse_error(spec, HIST_ERR_NO_SYNTH, name);
	while (!ret && params && *params && (one = strsep(&params, ",")))
		ret = hist_action_parse_param(h, action, spec, one);
	if (ret)
		return ret;
	if (action->nr_params != action->synth->nr_fields)
		return action_parse_error(spec, HIST_ERR_PARAM_COUNT, name);
	return 0;
}

/* save() */

static int action_parse_save_field(struct hist *h, struct hist_action *action,
				   struct hist_spec *spec, const char *text)
{
	struct hist_var *save = &action->saves[action->nr_saves];
	struct hist_value *value;

	if (action->nr_saves == HIST_SAVES_MAX)
		return -EINVAL;
	if (isdigit(*text))
		return action_parse_error(spec, HIST_ERR_BAD_PARAM, text);
	value = hist_value_parse(h, spec, text, HIST_USE_SAVE);
	if (IS_ERR(value)) {
		action_parse_error(spec, HIST_ERR_FIELD_VAR, text);
		action_parse_error(spec, HIST_ERR_FIELD_VAR_CREATE, text);
		return PTR_ERR(value);
	}
	save->value = value;
	save->name = kstrdup(text, GFP_KERNEL);
	action->nr_saves++;
	h->timed |= value->timed;
	return save->name ? 0 : -ENOMEM;
}

static int hist_action_parse_save(struct hist *h, struct hist_action *action,
				  struct hist_spec *spec, char *params)
{
	unsigned int i;
	char *one;
	int ret = 0;

	action->kind = HIST_SAVE;
	for (i = 0; i < h->nr_actions; i++) {
		if (h->actions[i] != action && h->actions[i]->kind == HIST_SAVE) {
			action_parse_error(spec, HIST_ERR_MANY_SAVES, NULL);
			return -EEXIST;
		}
	}
	while (!ret && (one = strsep(&params, ",")))
		ret = action_parse_save_field(h, action, spec, one);
	return ret;
}

static int hist_action_parse_snapshot(struct hist *h, struct hist_action *action)
{
	action->kind = HIST_SNAPSHOT;
	action->key = kcalloc(h->key_words, sizeof(u64), GFP_KERNEL);
	return action->key ? 0 : -ENOMEM;
}

static bool action_parse_needs_var(const char *name)
{
	return !strcmp(name, "save") || !strcmp(name, "snapshot");
}

static int hist_action_parse_kind(struct hist *h, struct hist_action *action,
				  struct hist_spec *spec,
				  struct hist_action_words *words)
{
	char *params = words->params;
	const char *name = words->name;

	if (!strcmp(name, "snapshot"))
		return hist_action_parse_snapshot(h, action);
	if (!strcmp(name, "save"))
		return hist_action_parse_save(h, action, spec, params);
	if (!strcmp(name, "trace"))
		name = strsep(&params, ",");
	return hist_action_parse_trace(h, action, spec, name, params);
}

/* Reject words that are wrong with every histogram. */
static int action_parse_check(struct hist_action *action, struct hist_spec *spec,
			      const struct hist_action_words *words)
{
	if (action->handler == HIST_ONMATCH && action_parse_needs_var(words->name))
		return action_parse_error(spec, HIST_ERR_HANDLER_ACTION, words->name);
	if (!*words->params && (!strcmp(words->name, "trace") ||
				!strcmp(words->name, "save")))
		return action_parse_error(spec, HIST_ERR_BAD_PARAM, NULL);
	return 0;
}

/**
 * hist_action_parse - parse an action and append it to a histogram
 * @h: the histogram; frees the action, even if this fails
 * @spec: the command
 * @text: text of the action; modified
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL or -EEXIST if the action is invalid, the error_log has the
 * reason; -ENOMEM.
 */
int hist_action_parse(struct hist *h, struct hist_spec *spec, char *text)
{
	struct hist_action *action = kzalloc(sizeof(*action), GFP_KERNEL);
	struct hist_action_words words;
	int ret;

	if (!action)
		return -ENOMEM;
	h->actions[h->nr_actions++] = action;
	raw_spin_lock_init(&action->lock);
	action->text = kstrdup(text, GFP_KERNEL);
	if (!action->text)
		return -ENOMEM;
	if (strstarts(text, "onmax"))
		action->handler = HIST_ONMAX;
	else if (strstarts(text, "onchange"))
		action->handler = HIST_ONCHANGE;

	ret = action_parse_split(spec, text, &words) ?:
	      action_parse_check(action, spec, &words);
	if (ret)
		return ret;
	if (action->handler == HIST_ONMATCH)
		ret = hist_action_parse_onmatch(h, action, spec, words.handler);
	else
		ret = hist_action_parse_var(h, action, spec, words.handler);
	return ret ?: hist_action_parse_kind(h, action, spec, &words);
}

/**
 * hist_action_free - free an action
 * @action: the action; it is not running
 *
 * Context: task.
 */
void hist_action_free(struct hist_action *action)
{
	unsigned int i;

	for (i = 0; i < action->nr_params; i++)
		hist_value_free(action->params[i]);
	for (i = 0; i < action->nr_saves; i++) {
		hist_value_free(action->saves[i].value);
		kfree(action->saves[i].name);
	}
	kfree(action->key);
	kfree(action->var_text);
	kfree(action->system);
	kfree(action->event);
	kfree(action->text);
	kfree(action);
}
