// SPDX-License-Identifier: GPL-2.0
/*
 * What users write into set_ftrace_filter and set_ftrace_notrace.
 *
 * The words of one open file are collected and take effect when it is closed,
 * so that a script may build a filter from many writes. Filters for modules that
 * are not loaded wait in site_pendings. What is behind a colon is a command;
 * commands take effect at once.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* The newest first. */
LIST_HEAD(site_pendings);

static BASE_REGISTRY(site_commands);

/**
 * struct site_edit - a filter that is being edited
 * @ops: whose
 * @owner: handed to commands
 * @except: which of the two sets
 * @reset: it starts from nothing
 * @vec: what will be the set
 * @pendings: new ones
 * @glob: the last pattern; here because it is large
 */
struct site_edit {
	struct ftrace_ops	*ops;
	void			*owner;
	bool			except;
	bool			reset;
	struct site_vec		vec;
	struct list_head	pendings;
	struct site_glob	glob;
};

int site_command_register(struct site_command *command)
{
	return base_register(&site_commands, &command->entry);
}

void site_command_unregister(struct site_command *command)
{
	base_unregister(&site_commands, &command->entry);
}

struct site_edit *site_edit_begin(struct ftrace_ops *ops, void *owner,
				  bool except, bool reset)
{
	struct site_edit *edit;
	int ret = 0;

	if (site_dead)
		return ERR_PTR(-ENODEV);
	edit = kzalloc(sizeof(*edit), GFP_KERNEL);
	if (!edit)
		return ERR_PTR(-ENOMEM);
	edit->ops = ops;
	edit->owner = owner;
	edit->except = except;
	edit->reset = reset;
	INIT_LIST_HEAD(&edit->pendings);

	mutex_lock(&site_lock);
	site_ops_init(ops);
	if (!reset)
		ret = site_vec_add_set(&edit->vec, site_filter_get(ops, except));
	mutex_unlock(&site_lock);
	if (ret) {
		kfree(edit);
		return ERR_PTR(ret);
	}
	return edit;
}

/*
 * Filters that wait for a module.
 */

static void site_pending_free(struct site_pending *pending)
{
	list_del(&pending->list);
	kfree(pending->glob);
	kfree(pending->module);
	kfree(pending);
}

void site_pending_clear(struct ftrace_ops *ops, bool except)
{
	struct site_pending *pending, *next;

	lockdep_assert_held(&site_lock);
	list_for_each_entry_safe(pending, next, &site_pendings, list) {
		if (pending->ops == ops && pending->except == except)
			site_pending_free(pending);
	}
}

bool site_pending_any(struct ftrace_ops *ops, bool except)
{
	struct site_pending *pending;

	list_for_each_entry(pending, &site_pendings, list) {
		if (pending->ops == ops && pending->except == except)
			return true;
	}
	return false;
}

static int site_pending_add(struct site_edit *edit, const char *glob,
			    const char *module)
{
	struct site_pending *pending;

	pending = kzalloc(sizeof(*pending), GFP_KERNEL);
	if (!pending)
		return -ENOMEM;
	pending->ops = edit->ops;
	pending->except = edit->except;
	pending->glob = kstrdup(glob, GFP_KERNEL);
	pending->module = kstrdup(module, GFP_KERNEL);
	list_add(&pending->list, &edit->pendings);
	if (pending->glob && pending->module)
		return 0;
	site_pending_free(pending);
	return -ENOMEM;
}

/* "*" takes away whatever was to be looked for in that module. */
static bool site_pending_del_from(struct list_head *list,
				  struct site_edit *edit, const char *glob,
				  const char *module)
{
	bool all = !*glob || !strcmp(glob, "*"), any = false;
	struct site_pending *pending, *next;

	list_for_each_entry_safe(pending, next, list, list) {
		if (pending->ops != edit->ops ||
		    pending->except != edit->except ||
		    (!all && strcmp(pending->glob, glob)) ||
		    strcmp(pending->module, module))
			continue;
		site_pending_free(pending);
		any = true;
	}
	return any;
}

/* One filter that waited for this module: to the set of its ops. */
static int site_pending_apply(struct site_pending *pending, struct module *mod)
{
	struct site_set *old = site_filter_get(pending->ops, pending->except);
	struct site_vec vec = {};
	struct site_glob *glob;
	struct site_set *set;
	int ret;

	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	ret = site_glob_parse(glob, *pending->glob ? pending->glob : "*",
			      KSYM_NAME_LEN);
	if (!ret)
		ret = site_collect(&vec, glob, mod->name);
	if (ret <= 0)
		goto out;

	ret = site_vec_add_set(&vec, old);
	if (ret)
		goto out;
	set = site_set_make(&vec);
	ret = set ? site_filter_set(pending->ops, set, pending->except) : -ENOMEM;
out:
	site_vec_free(&vec);
	kfree(glob);
	return ret;
}

/* The last filter that waited is gone. If it brought nothing, there is none. */
static void site_pending_over(struct ftrace_ops *ops)
{
	struct site_set *set = site_filter_get(ops, false);

	if (set && !set->count && !site_pending_any(ops, false))
		site_filter_set(ops, NULL, false);
}

/* A module has come. */
void site_pending_module(struct module *mod)
{
	struct site_pending *pending, *next;
	struct ftrace_ops *ops;

	lockdep_assert_held(&site_lock);
	list_for_each_entry_safe(pending, next, &site_pendings, list) {
		if (strcmp(pending->module, mod->name))
			continue;
		if (site_pending_apply(pending, mod) < 0)
			pr_warn("ftrace: filter for module %s was lost\n",
				mod->name);
		ops = pending->ops;
		site_pending_free(pending);
		site_pending_over(ops);
	}
}

/*
 * Words.
 */

/* Put what was found in, or take it out; free it. */
static int site_edit_merge(struct site_edit *edit, struct site_vec *found,
			   bool add)
{
	int ret = 0;

	site_vec_sort(found);
	if (!add) {
		site_vec_del(&edit->vec, found);
	} else {
		for (unsigned int i = 0; i < found->count && !ret; i++)
			ret = site_vec_add(&edit->vec, found->ip[i]);
	}
	site_vec_free(found);
	return ret;
}

/* The n-th line of available_filter_functions. */
static unsigned long site_by_line(unsigned long line)
{
	struct site_group *group;
	struct dyn_ftrace *site;

	site_for_each_group(group) {
		site_for_each(group, site) {
			if (site_name(group, site) && !--line)
				return site->ip;
		}
	}
	return 0;
}

static int site_edit_line(struct site_edit *edit, unsigned long line, bool add)
{
	struct site_vec found = {};
	unsigned long ip = 0;
	int ret;

	mutex_lock(&site_lock);
	ret = site_names_need();
	if (!ret && line)
		ip = site_by_line(line);
	mutex_unlock(&site_lock);
	if (ret)
		return ret;
	if (!ip)
		return -EINVAL;
	ret = site_vec_add(&found, ip);
	return ret ?: site_edit_merge(edit, &found, add);
}

static int site_edit_glob(struct site_edit *edit, const char *glob,
			  const char *module, bool add)
{
	struct site_vec found = {};
	int ret;

	ret = site_glob_parse(&edit->glob, glob, strlen(glob));
	if (ret)
		return ret;
	mutex_lock(&site_lock);
	ret = site_collect(&found, &edit->glob, module);
	mutex_unlock(&site_lock);
	if (ret <= 0) {
		site_vec_free(&found);
		return ret ?: -EINVAL;
	}
	return site_edit_merge(edit, &found, add);
}

static bool site_module_here(const char *name)
{
	struct site_group *group;
	bool here = false;

	mutex_lock(&site_lock);
	site_for_each_group(group)
		here |= group->mod && !strcmp(group->mod->name, name);
	mutex_unlock(&site_lock);
	return here;
}

static int site_edit_module(struct site_edit *edit, const char *glob,
			    char *module, bool add)
{
	bool gone;
	int ret;

	/* An odd errno, but users may know it. */
	if (!module)
		return -ENOMEM;
	ret = site_edit_glob(edit, *glob ? glob : "*", module, add);
	if (ret != -EINVAL)
		return ret;

	if (add) {
		if (site_module_here(module))
			return -EINVAL;
		return site_pending_add(edit, glob, module);
	}
	gone = site_pending_del_from(&edit->pendings, edit, glob, module);
	mutex_lock(&site_lock);
	gone |= site_pending_del_from(&site_pendings, edit, glob, module);
	mutex_unlock(&site_lock);
	return gone ? 0 : -EINVAL;
}

static int site_edit_command(struct site_edit *edit, char *glob, char *rest,
			     bool add)
{
	char *name = strsep(&rest, ":");
	struct base_entry *entry;

	if (!strcmp(name, "mod"))
		return edit->owner ? site_edit_module(edit, glob, rest, add) :
				     -ENODEV;
	if (edit->except)
		return -EINVAL;
	entry = base_find(&site_commands, name);
	if (!entry)
		return -EINVAL;
	if (!edit->owner)
		return -ENODEV;
	return container_of(entry, struct site_command, entry)->run(edit,
			edit->owner, glob, rest, add);
}

int site_edit_word(struct site_edit *edit, char *word)
{
	bool add = *word != '!';
	unsigned long line;
	char *glob;

	word += !add;
	glob = strsep(&word, ":");
	if (word)
		return site_edit_command(edit, glob, word, add);
	if (!kstrtoul(glob, 0, &line))
		return site_edit_line(edit, line, add);
	return site_edit_glob(edit, glob, NULL, add);
}

/* Modules may have gone since the words were read. */
static void site_edit_drop_stale(struct site_vec *vec)
{
	struct site_group *group;
	unsigned int n = 0;

	for (unsigned int i = 0; i < vec->count; i++) {
		if (site_find(vec->ip[i], &group))
			vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
}

/* Until its module comes, a filter that waits is one that nothing passes. */
static bool site_edit_waits(const struct site_edit *edit)
{
	if (edit->except)
		return false;
	return !list_empty(&edit->pendings) ||
	       (!edit->reset && site_pending_any(edit->ops, false));
}

static int site_edit_apply(struct site_edit *edit)
{
	struct site_set *set = NULL;

	site_vec_sort(&edit->vec);
	site_edit_drop_stale(&edit->vec);
	if (edit->vec.count || site_edit_waits(edit)) {
		set = site_set_make(&edit->vec);
		if (!set)
			return -ENOMEM;
	}
	return site_filter_set(edit->ops, set, edit->except);
}

int site_edit_commit(struct site_edit *edit)
{
	struct site_pending *pending, *next;
	int ret = 0;

	mutex_lock(&site_lock);
	ret = site_edit_apply(edit);
	if (!ret) {
		if (edit->reset)
			site_pending_clear(edit->ops, edit->except);
		list_splice_init(&edit->pendings, &site_pendings);
	}
	mutex_unlock(&site_lock);
	list_for_each_entry_safe(pending, next, &edit->pendings, list)
		site_pending_free(pending);
	site_vec_free(&edit->vec);
	kfree(edit);
	return ret;
}

void site_owner_gone(void *owner, struct ftrace_ops *ops)
{
	site_probes_gone(owner);
	unregister_ftrace_function(ops);
	mutex_lock(&site_lock);
	site_ops_init(ops);
	site_pending_clear(ops, false);
	site_pending_clear(ops, true);
	mutex_unlock(&site_lock);
	ftrace_free_filter(ops);
}
