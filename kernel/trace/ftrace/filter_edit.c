// SPDX-License-Identifier: GPL-2.0
/*
 * What users write into set_ftrace_filter and set_ftrace_notrace.
 *
 * The words of one open file are collected and take effect when it is closed,
 * so that a script may build a filter from many writes. Filters for modules that
 * are not loaded wait in ftrace_pendings. What is behind a colon is a command;
 * commands take effect at once.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* The newest first. */
LIST_HEAD(ftrace_pendings);

static TRACE_REGISTRY(ftrace_commands);

/**
 * struct ftrace_filter_edit - a filter that is being edited
 * @ops: whose
 * @owner: handed to commands
 * @except: which of the two sets
 * @reset: it starts from nothing
 * @vec: what will be the set
 * @pendings: new ones
 * @glob: the last pattern; here because it is large
 */
struct ftrace_filter_edit {
	struct ftrace_ops	*ops;
	void			*owner;
	bool			except;
	bool			reset;
	struct ftrace_ip_vec		vec;
	struct list_head	pendings;
	struct ftrace_glob	glob;
};

int ftrace_command_register(struct ftrace_command *command)
{
	return trace_registry_add(&ftrace_commands, &command->entry);
}

void ftrace_command_unregister(struct ftrace_command *command)
{
	trace_registry_del(&ftrace_commands, &command->entry);
}

struct ftrace_filter_edit *ftrace_filter_edit_begin(struct ftrace_ops *ops, void *owner,
						    bool except, bool reset)
{
	struct ftrace_filter_edit *edit;
	int ret = 0;

	if (ftrace_dead)
		return ERR_PTR(-ENODEV);
	edit = kzalloc(sizeof(*edit), GFP_KERNEL);
	if (!edit)
		return ERR_PTR(-ENOMEM);
	edit->ops = ops;
	edit->owner = owner;
	edit->except = except;
	edit->reset = reset;
	INIT_LIST_HEAD(&edit->pendings);

	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	if (!reset)
		ret = ftrace_ip_vec_add_set(&edit->vec, ftrace_filter_get(ops, except));
	mutex_unlock(&ftrace_lock);
	if (ret) {
		kfree(edit);
		return ERR_PTR(ret);
	}
	return edit;
}

/*
 * Filters that wait for a module.
 */

static void ftrace_pending_free(struct ftrace_pending *pending)
{
	list_del(&pending->list);
	kfree(pending->glob);
	kfree(pending->module);
	kfree(pending);
}

void ftrace_pending_clear(struct ftrace_ops *ops, bool except)
{
	struct ftrace_pending *pending, *next;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &ftrace_pendings, list) {
		if (pending->ops == ops && pending->except == except)
			ftrace_pending_free(pending);
	}
}

bool ftrace_pending_any(struct ftrace_ops *ops, bool except)
{
	struct ftrace_pending *pending;

	list_for_each_entry(pending, &ftrace_pendings, list) {
		if (pending->ops == ops && pending->except == except)
			return true;
	}
	return false;
}

static int ftrace_pending_add(struct ftrace_filter_edit *edit, const char *glob,
			      const char *module)
{
	struct ftrace_pending *pending;

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
	ftrace_pending_free(pending);
	return -ENOMEM;
}

/* "*" takes away whatever was to be looked for in that module. */
static bool ftrace_pending_del_from(struct list_head *list,
				    struct ftrace_filter_edit *edit, const char *glob,
				    const char *module)
{
	bool all = !*glob || !strcmp(glob, "*"), any = false;
	struct ftrace_pending *pending, *next;

	list_for_each_entry_safe(pending, next, list, list) {
		if (pending->ops != edit->ops ||
		    pending->except != edit->except ||
		    (!all && strcmp(pending->glob, glob)) ||
		    strcmp(pending->module, module))
			continue;
		ftrace_pending_free(pending);
		any = true;
	}
	return any;
}

/* One filter that waited for this module: to the set of its ops. */
static int ftrace_pending_apply(struct ftrace_pending *pending, struct module *mod)
{
	struct ftrace_ip_set *old = ftrace_filter_get(pending->ops, pending->except);
	struct ftrace_ip_vec vec = {};
	struct ftrace_glob *glob;
	struct ftrace_ip_set *set;
	int ret;

	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	ret = ftrace_glob_parse(glob, *pending->glob ? pending->glob : "*",
				KSYM_NAME_LEN);
	if (!ret)
		ret = ftrace_filter_collect(&vec, glob, mod->name);
	if (ret <= 0)
		goto out;

	ret = ftrace_ip_vec_add_set(&vec, old);
	if (ret)
		goto out;
	set = ftrace_ip_set_make(&vec);
	ret = set ? ftrace_filter_set(pending->ops, set, pending->except) : -ENOMEM;
out:
	ftrace_ip_vec_free(&vec);
	kfree(glob);
	return ret;
}

/* The last filter that waited is gone. If it brought nothing, there is none. */
static void ftrace_pending_over(struct ftrace_ops *ops)
{
	struct ftrace_ip_set *set = ftrace_filter_get(ops, false);

	if (set && !set->count && !ftrace_pending_any(ops, false))
		ftrace_filter_set(ops, NULL, false);
}

/* A module has come. */
void ftrace_pending_module(struct module *mod)
{
	struct ftrace_pending *pending, *next;
	struct ftrace_ops *ops;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &ftrace_pendings, list) {
		if (strcmp(pending->module, mod->name))
			continue;
		if (ftrace_pending_apply(pending, mod) < 0)
			pr_warn("ftrace: filter for module %s was lost\n",
				mod->name);
		ops = pending->ops;
		ftrace_pending_free(pending);
		ftrace_pending_over(ops);
	}
}

/*
 * Words.
 */

/* Put what was found in, or take it out; free it. */
static int ftrace_filter_edit_merge(struct ftrace_filter_edit *edit, struct ftrace_ip_vec *found,
				    bool add)
{
	int ret = 0;

	ftrace_ip_vec_sort(found);
	if (!add) {
		ftrace_ip_vec_del(&edit->vec, found);
	} else {
		for (unsigned int i = 0; i < found->count && !ret; i++)
			ret = ftrace_ip_vec_add(&edit->vec, found->ip[i]);
	}
	ftrace_ip_vec_free(found);
	return ret;
}

/* The n-th line of available_filter_functions. */
static unsigned long ftrace_by_line(unsigned long line)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_name(group, site) && !--line)
				return site->ip;
		}
	}
	return 0;
}

static int ftrace_filter_edit_line(struct ftrace_filter_edit *edit, unsigned long line, bool add)
{
	struct ftrace_ip_vec found = {};
	unsigned long ip = 0;
	int ret;

	mutex_lock(&ftrace_lock);
	ret = ftrace_names_need();
	if (!ret && line)
		ip = ftrace_by_line(line);
	mutex_unlock(&ftrace_lock);
	if (ret)
		return ret;
	if (!ip)
		return -EINVAL;
	ret = ftrace_ip_vec_add(&found, ip);
	return ret ?: ftrace_filter_edit_merge(edit, &found, add);
}

static int ftrace_filter_edit_glob(struct ftrace_filter_edit *edit, const char *glob,
				   const char *module, bool add)
{
	struct ftrace_ip_vec found = {};
	int ret;

	ret = ftrace_glob_parse(&edit->glob, glob, strlen(glob));
	if (ret)
		return ret;
	mutex_lock(&ftrace_lock);
	ret = ftrace_filter_collect(&found, &edit->glob, module);
	mutex_unlock(&ftrace_lock);
	if (ret <= 0) {
		ftrace_ip_vec_free(&found);
		return ret ?: -EINVAL;
	}
	return ftrace_filter_edit_merge(edit, &found, add);
}

static bool ftrace_module_here(const char *name)
{
	struct ftrace_group *group;
	bool here = false;

	mutex_lock(&ftrace_lock);
	ftrace_for_each_group(group)
		here |= group->mod && !strcmp(group->mod->name, name);
	mutex_unlock(&ftrace_lock);
	return here;
}

static int ftrace_filter_edit_module(struct ftrace_filter_edit *edit, const char *glob,
				     char *module, bool add)
{
	bool gone;
	int ret;

	/* An odd errno, but users may know it. */
	if (!module)
		return -ENOMEM;
	ret = ftrace_filter_edit_glob(edit, *glob ? glob : "*", module, add);
	if (ret != -EINVAL)
		return ret;

	if (add) {
		if (ftrace_module_here(module))
			return -EINVAL;
		return ftrace_pending_add(edit, glob, module);
	}
	gone = ftrace_pending_del_from(&edit->pendings, edit, glob, module);
	mutex_lock(&ftrace_lock);
	gone |= ftrace_pending_del_from(&ftrace_pendings, edit, glob, module);
	mutex_unlock(&ftrace_lock);
	return gone ? 0 : -EINVAL;
}

static int ftrace_filter_edit_command(struct ftrace_filter_edit *edit, char *glob, char *rest,
				      bool add)
{
	char *name = strsep(&rest, ":");
	struct trace_registry_entry *entry;

	if (!strcmp(name, "mod"))
		return edit->owner ? ftrace_filter_edit_module(edit, glob, rest, add) :
				     -ENODEV;
	if (edit->except)
		return -EINVAL;
	entry = trace_registry_find(&ftrace_commands, name);
	if (!entry)
		return -EINVAL;
	if (!edit->owner)
		return -ENODEV;
	return container_of(entry, struct ftrace_command, entry)->run(edit,
			edit->owner, glob, rest, add);
}

int ftrace_filter_edit_word(struct ftrace_filter_edit *edit, char *word)
{
	bool add = *word != '!';
	unsigned long line;
	char *glob;

	word += !add;
	glob = strsep(&word, ":");
	if (word)
		return ftrace_filter_edit_command(edit, glob, word, add);
	if (!kstrtoul(glob, 0, &line))
		return ftrace_filter_edit_line(edit, line, add);
	return ftrace_filter_edit_glob(edit, glob, NULL, add);
}

/* Modules may have gone since the words were read. */
static void ftrace_filter_edit_drop_stale(struct ftrace_ip_vec *vec)
{
	struct ftrace_group *group;
	unsigned int n = 0;

	for (unsigned int i = 0; i < vec->count; i++) {
		if (ftrace_table_find(vec->ip[i], &group))
			vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
}

/* Until its module comes, a filter that waits is one that nothing passes. */
static bool ftrace_filter_edit_waits(const struct ftrace_filter_edit *edit)
{
	if (edit->except)
		return false;
	return !list_empty(&edit->pendings) ||
	       (!edit->reset && ftrace_pending_any(edit->ops, false));
}

static int ftrace_filter_edit_apply(struct ftrace_filter_edit *edit)
{
	struct ftrace_ip_set *set = NULL;

	ftrace_ip_vec_sort(&edit->vec);
	ftrace_filter_edit_drop_stale(&edit->vec);
	if (edit->vec.count || ftrace_filter_edit_waits(edit)) {
		set = ftrace_ip_set_make(&edit->vec);
		if (!set)
			return -ENOMEM;
	}
	return ftrace_filter_set(edit->ops, set, edit->except);
}

int ftrace_filter_edit_commit(struct ftrace_filter_edit *edit)
{
	struct ftrace_pending *pending, *next;
	int ret = 0;

	mutex_lock(&ftrace_lock);
	ret = ftrace_filter_edit_apply(edit);
	if (!ret) {
		if (edit->reset)
			ftrace_pending_clear(edit->ops, edit->except);
		list_splice_init(&edit->pendings, &ftrace_pendings);
	}
	mutex_unlock(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &edit->pendings, list)
		ftrace_pending_free(pending);
	ftrace_ip_vec_free(&edit->vec);
	kfree(edit);
	return ret;
}

void ftrace_owner_gone(void *owner, struct ftrace_ops *ops)
{
	ftrace_func_probes_gone(owner);
	unregister_ftrace_function(ops);
	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	ftrace_pending_clear(ops, false);
	ftrace_pending_clear(ops, true);
	mutex_unlock(&ftrace_lock);
	ftrace_free_filter(ops);
}
