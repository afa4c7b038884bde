// SPDX-License-Identifier: GPL-2.0
/*
 * Filters that all graph tracers share: the functions where a graph begins
 * (set_graph_function), the functions that are left out with all functions they
 * call (set_graph_notrace), and the maximum depth.
 *
 * The two lists are the filter of an ops that is never registered. They are
 * therefore edited, listed and cleared of unloaded modules like any other filter.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static struct ftrace_ops graph_filter_ops = {
	.func		= ftrace_stub,
	.flags		= FTRACE_OPS_FL_STUB | FTRACE_OPS_FL_INITIALIZED,
	.func_hash	= &graph_filter_ops.local_hash,
};

/* Maximum depth of calls that graph tracers record; 0 for no limit. */
unsigned int ftrace_graph_max_depth __read_mostly;
/* Whether there is a list or a maximum depth. */
bool ftrace_graph_filtered __read_mostly;

static struct ftrace_ip_set *graph_filter_set(bool except)
{
	struct ftrace_ops_hash *hash = &graph_filter_ops.local_hash;

	return except ? rcu_dereference_raw_check(hash->except) :
		      rcu_dereference_raw_check(hash->filter);
}

/**
 * ftrace_graph_has_list - check whether one of the two lists exists
 * @except: set_graph_notrace rather than set_graph_function
 *
 * Context: any.
 * Return: true if the list is not empty.
 */
bool notrace ftrace_graph_has_list(bool except)
{
	return graph_filter_set(except);
}

/**
 * ftrace_graph_listed - check whether one of the two lists contains a function
 * @ip: address of the function's site
 * @except: set_graph_notrace rather than set_graph_function
 *
 * Context: any.
 * Return: true if it does.
 */
bool notrace ftrace_graph_listed(unsigned long ip, bool except)
{
	const struct ftrace_ip_set *set = graph_filter_set(except);

	return set && ftrace_ip_set_has(set, ip);
}

static void graph_filter_update(void)
{
	lockdep_assert_held(&ftrace_lock);
	WRITE_ONCE(ftrace_graph_filtered, ftrace_graph_max_depth ||
		   ftrace_filter_get(&graph_filter_ops, false) ||
		   ftrace_filter_get(&graph_filter_ops, true));
}

/**
 * ftrace_graph_depth_set - set the maximum depth of calls that graph tracers record
 * @depth: number of nested calls; 0 for no limit
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_graph_depth_set(unsigned int depth)
{
	guard(mutex)(&ftrace_lock);
	WRITE_ONCE(ftrace_graph_max_depth, depth);
	graph_filter_update();
}

static int graph_filter_replace(struct ftrace_ip_vec *vec, bool except)
{
	struct ftrace_ip_set *set = NULL;
	int ret;

	if (vec->count) {
		set = ftrace_ip_set_make(vec);
		if (!set)
			return -ENOMEM;
	}
	ret = ftrace_filter_set(&graph_filter_ops, set, except);
	graph_filter_update();
	return ret;
}

/**
 * ftrace_graph_list_clear - empty one of the two lists
 * @except: set_graph_notrace rather than set_graph_function
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_graph_list_clear(bool except)
{
	struct ftrace_ip_vec none = {};

	guard(mutex)(&ftrace_lock);
	graph_filter_replace(&none, except);
}

static int graph_filter_add(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob)
{
	int found = ftrace_filter_match(vec, glob, NULL);

	return found > 0 ? 0 : found ?: -EINVAL;
}

static int graph_filter_del(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob)
{
	struct ftrace_ip_vec found = {};
	int ret;

	ret = graph_filter_add(&found, glob);
	ftrace_ip_vec_sort(&found);
	if (!ret && !ftrace_ip_vec_del(vec, &found))
		ret = -EINVAL;
	ftrace_ip_vec_free(&found);
	return ret;
}

static int graph_filter_edit(const struct ftrace_glob *glob, bool except, bool add)
{
	struct ftrace_ip_vec vec = {};
	int ret;

	guard(mutex)(&ftrace_lock);
	ret = ftrace_ip_vec_add_set(&vec, ftrace_filter_get(&graph_filter_ops, except));
	if (!ret)
		ret = add ? graph_filter_add(&vec, glob) :
			    graph_filter_del(&vec, glob);
	if (!ret)
		ret = graph_filter_replace(&vec, except);
	ftrace_ip_vec_free(&vec);
	return ret;
}

int ftrace_graph_list_edit(const char *word, bool except)
{
	bool add = *word != '!';
	struct ftrace_glob *glob;
	int ret;

	if (ftrace_disabled)
		return -ENODEV;
	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	word += !add;
	ret = ftrace_glob_parse(glob, word, strlen(word));
	if (!ret)
		ret = graph_filter_edit(glob, except, add);
	kfree(glob);
	return ret;
}

/**
 * ftrace_graph_list_open - open one of the two lists for reading
 * @file: the file; to be released by ftrace_func_list_release()
 * @except: set_graph_notrace rather than set_graph_function
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, -ENOMEM or -ENODEV.
 */
int ftrace_graph_list_open(struct file *file, bool except)
{
	return ftrace_func_list_open(file, except ? FTRACE_LIST_NOTRACE : FTRACE_LIST_FILTER,
				     &graph_filter_ops, NULL);
}

/*
 * The same filters as boot parameters.
 */

static char *graph_filter_boot[2] __initdata;

static int __init graph_filter_boot_filter(char *text)
{
	graph_filter_boot[false] = text;
	return 1;
}
__setup("ftrace_graph_filter=", graph_filter_boot_filter);

static int __init graph_filter_boot_notrace(char *text)
{
	graph_filter_boot[true] = text;
	return 1;
}
__setup("ftrace_graph_notrace=", graph_filter_boot_notrace);

static int __init graph_filter_boot_depth(char *text)
{
	unsigned int depth;

	if (!kstrtouint(text, 0, &depth))
		ftrace_graph_depth_set(depth);
	return 1;
}
__setup("ftrace_graph_max_depth=", graph_filter_boot_depth);

static int __init graph_filter_boot_init(void)
{
	for (int except = 0; except < 2; except++) {
		char *list = graph_filter_boot[except], *word;

		while ((word = strsep(&list, ","))) {
			if (*word)
				ftrace_graph_list_edit(word, except);
		}
	}
	return 0;
}
core_initcall(graph_filter_boot_init);
