// SPDX-License-Identifier: GPL-2.0
/*
 * Writing to set_ftrace_filter and set_ftrace_notrace.
 *
 * The words that are written to an open file are collected and take effect when
 * the file is closed, so a script can build a filter by many writes. close(2) cannot
 * report an error, so a write allocates the memory for the result. A filter for
 * a module that is not loaded is stored in ftrace_pending_list. A word with a
 * colon is a command; commands take effect at once.
 */

#include <linux/ftrace.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* Filters for modules that are not loaded, the newest first. Under ftrace_lock. */
LIST_HEAD(ftrace_pending_list);

static TRACE_REGISTRY(ftrace_commands);

/**
 * struct ftrace_filter_edit - a filter that is being edited
 * @ops: the ops whose filter is edited
 * @owner: passed to commands; NULL if there are no commands
 * @except: the set of sites not to trace is edited rather than those to trace
 * @reset: the set was emptied at the start
 * @vec: addresses of the edited set
 * @set: memory for the result, or NULL as long as nothing has changed
 * @reserved: number of addresses that @set can have
 * @pendings: new filters for modules that are not loaded
 * @glob: scratch space for parsing, too large for the stack
 */
struct ftrace_filter_edit {
	struct ftrace_ops	*ops;
	void			*owner;
	bool			except;
	bool			reset;
	struct ftrace_ip_vec	vec;
	struct ftrace_ip_set	*set;
	unsigned int		reserved;
	struct list_head	pendings;
	struct ftrace_glob	glob;
};

/**
 * ftrace_command_register - add a command of set_ftrace_filter
 * @command: the command
 *
 * Context: task or initcall, may sleep.
 * Return: 0, or -EEXIST if a command has this name.
 */
int ftrace_command_register(struct ftrace_command *command)
{
	return trace_registry_add(&ftrace_commands, &command->entry);
}

struct ftrace_filter_edit *ftrace_filter_edit_begin(struct ftrace_ops *ops, void *owner,
						    bool except, bool reset)
{
	struct ftrace_filter_edit *edit;
	int ret = 0;

	if (ftrace_disabled)
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

/* Before the edited set changes, allocate memory for a result with @more addresses. */
static int ftrace_filter_edit_reserve(struct ftrace_filter_edit *edit, unsigned int more)
{
	unsigned int count = edit->vec.count + more;
	struct ftrace_ip_set *set;

	if (edit->set && count <= edit->reserved)
		return 0;
	/* Words often add one function each. */
	if (more)
		count = roundup_pow_of_two(count);
	set = ftrace_ip_set_alloc(count, 0);
	if (!set)
		return -ENOMEM;
	kvfree(edit->set);
	edit->set = set;
	edit->reserved = count;
	return 0;
}

/*
 * Filters for modules that are not loaded.
 */

static void filter_edit_pending_free(struct ftrace_pending *pending)
{
	list_del(&pending->list);
	kfree(pending->glob);
	kfree(pending->module);
	kfree(pending);
}

/**
 * ftrace_pending_clear - drop the pending filters of an ops
 * @ops: the ops
 * @except: those of the set of sites not to trace rather than those to trace
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_pending_clear(struct ftrace_ops *ops, bool except)
{
	struct ftrace_pending *pending, *next;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &ftrace_pending_list, list) {
		if (pending->ops == ops && pending->except == except)
			filter_edit_pending_free(pending);
	}
}

/**
 * ftrace_pending_any - check whether an ops has pending filters
 * @ops: the ops
 * @except: check the set of sites not to trace rather than those to trace
 *
 * Context: task; ftrace_lock held.
 * Return: true if there are any.
 */
bool ftrace_pending_any(struct ftrace_ops *ops, bool except)
{
	struct ftrace_pending *pending;

	list_for_each_entry(pending, &ftrace_pending_list, list) {
		if (pending->ops == ops && pending->except == except)
			return true;
	}
	return false;
}

static int filter_edit_pending_add(struct ftrace_filter_edit *edit, const char *glob,
				   const char *module)
{
	struct ftrace_pending *pending;

	if (ftrace_filter_edit_reserve(edit, 0))
		return -ENOMEM;
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
	filter_edit_pending_free(pending);
	return -ENOMEM;
}

/* Remove pending filters from @list. "*" and "" match all globs for the module. */
static bool filter_edit_pending_del_from(struct list_head *list,
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
		filter_edit_pending_free(pending);
		any = true;
	}
	return any;
}

/* Add the functions of @mod that match a pending filter to the set of its ops. */
static int filter_edit_pending_apply(struct ftrace_pending *pending, struct module *mod)
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
		ret = ftrace_filter_match(&vec, glob, module_name(mod));
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

/*
 * If the last pending filter of an ops matched no function, the set is empty and
 * nothing would be traced from now on; remove the filter instead.
 */
static void filter_edit_pending_done(struct ftrace_ops *ops)
{
	struct ftrace_ip_set *set = ftrace_filter_get(ops, false);

	if (set && !set->count && !ftrace_pending_any(ops, false))
		ftrace_filter_set(ops, NULL, false);
}

/**
 * ftrace_pending_module - apply the filters that are pending for a module
 * @mod: a module that was loaded; its sites may be patched
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_pending_module(struct module *mod)
{
	struct ftrace_pending *pending, *next;
	struct ftrace_ops *ops;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &ftrace_pending_list, list) {
		if (strcmp(pending->module, module_name(mod)))
			continue;
		ret = filter_edit_pending_apply(pending, mod);
		if (ret < 0)
			pr_warn("ftrace: cannot apply the filter for module %s: error %d\n",
				module_name(mod), ret);
		ops = pending->ops;
		filter_edit_pending_free(pending);
		filter_edit_pending_done(ops);
	}
}

/*
 * Words that are written by the user.
 */

/* Add @found to the edited set or remove it from there, and free @found. */
static int ftrace_filter_edit_merge(struct ftrace_filter_edit *edit, struct ftrace_ip_vec *found,
				    bool add)
{
	int ret;

	ftrace_ip_vec_sort(found);
	ret = ftrace_filter_edit_reserve(edit, add ? found->count : 0);
	if (!ret && add)
		ret = ftrace_ip_vec_add_vec(&edit->vec, found);
	else if (!ret)
		ftrace_ip_vec_del(&edit->vec, found);
	ftrace_ip_vec_free(found);
	return ret;
}

/*
 * Return the address of the site in the given line of available_filter_functions.
 */
static unsigned long ftrace_filter_edit_find_line(unsigned long line)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_symbol(group, site) && !--line)
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
	ret = ftrace_symbols_load();
	if (!ret && line)
		ip = ftrace_filter_edit_find_line(line);
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
	ret = ftrace_filter_match(&found, &edit->glob, module);
	mutex_unlock(&ftrace_lock);
	if (ret <= 0) {
		ftrace_ip_vec_free(&found);
		return ret ?: -EINVAL;
	}
	return ftrace_filter_edit_merge(edit, &found, add);
}

static bool ftrace_filter_edit_module_loaded(const char *name)
{
	struct ftrace_group *group;
	bool found = false;

	mutex_lock(&ftrace_lock);
	ftrace_for_each_group(group)
		found |= group->mod && !strcmp(module_name(group->mod), name);
	mutex_unlock(&ftrace_lock);
	return found;
}

static int ftrace_filter_edit_module(struct ftrace_filter_edit *edit, const char *glob,
				     char *module, bool add)
{
	bool found;
	int ret;

	/* -EINVAL would be more apt, but user space may rely on this errno. */
	if (!module)
		return -ENOMEM;
	ret = ftrace_filter_edit_glob(edit, *glob ? glob : "*", module, add);
	if (ret != -EINVAL)
		return ret;

	if (add) {
		if (ftrace_filter_edit_module_loaded(module))
			return -EINVAL;
		return filter_edit_pending_add(edit, glob, module);
	}
	found = filter_edit_pending_del_from(&edit->pendings, edit, glob, module);
	mutex_lock(&ftrace_lock);
	found |= filter_edit_pending_del_from(&ftrace_pending_list, edit, glob, module);
	mutex_unlock(&ftrace_lock);
	return found ? 0 : -EINVAL;
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

/* Modules may have been unloaded since their functions were looked up. */
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

/* Until its module is loaded, a pending filter selects no function at all. */
static bool ftrace_filter_edit_has_pending(const struct ftrace_filter_edit *edit)
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
	if (edit->vec.count || ftrace_filter_edit_has_pending(edit)) {
		/* If there is no memory here, no word has changed anything. */
		if (ftrace_filter_edit_reserve(edit, 0))
			return -ENOMEM;
		set = edit->set;
		edit->set = NULL;
		ftrace_ip_set_fill(set, &edit->vec);
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
		list_splice_init(&edit->pendings, &ftrace_pending_list);
	}
	mutex_unlock(&ftrace_lock);
	list_for_each_entry_safe(pending, next, &edit->pendings, list)
		filter_edit_pending_free(pending);
	ftrace_ip_vec_free(&edit->vec);
	kvfree(edit->set);
	kfree(edit);
	return ret;
}

void ftrace_owner_release(void *owner, struct ftrace_ops *ops)
{
	ftrace_func_probes_remove_all(owner);
	unregister_ftrace_function(ops);
	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	ftrace_pending_clear(ops, false);
	ftrace_pending_clear(ops, true);
	mutex_unlock(&ftrace_lock);
	ftrace_free_filter(ops);
}
