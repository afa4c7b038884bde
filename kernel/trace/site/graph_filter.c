// SPDX-License-Identifier: GPL-2.0
/*
 * What all graph tracers go by: functions to begin at, functions to leave out
 * with all that they call, and how deep to look.
 *
 * The two lists are the filter of an ops that is never registered, so that they
 * are edited, read, and cleaned of modules that go, as any other filter is.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static struct ftrace_ops graph_list_ops = {
	.func		= ftrace_stub,
	.flags		= FTRACE_OPS_FL_STUB | FTRACE_OPS_FL_INITIALIZED,
	.func_hash	= &graph_list_ops.local_hash,
};

unsigned int site_graph_max_depth __read_mostly;
bool site_graph_ask __read_mostly;

static struct site_set *graph_list(bool deny)
{
	struct ftrace_ops_hash *hash = &graph_list_ops.local_hash;

	return deny ? rcu_dereference_raw_check(hash->except) :
		      rcu_dereference_raw_check(hash->filter);
}

bool notrace site_graph_lists(bool deny)
{
	return graph_list(deny);
}

bool notrace site_graph_listed(unsigned long ip, bool deny)
{
	const struct site_set *set = graph_list(deny);

	return set && site_set_has(set, ip);
}

static void graph_ask_update(void)
{
	lockdep_assert_held(&site_lock);
	WRITE_ONCE(site_graph_ask, site_graph_max_depth ||
		   site_filter_get(&graph_list_ops, false) ||
		   site_filter_get(&graph_list_ops, true));
}

void site_graph_depth_set(unsigned int depth)
{
	guard(mutex)(&site_lock);
	WRITE_ONCE(site_graph_max_depth, depth);
	graph_ask_update();
}

static int graph_list_replace(struct site_vec *vec, bool deny)
{
	struct site_set *set = NULL;
	int ret;

	if (vec->count) {
		set = site_set_make(vec);
		if (!set)
			return -ENOMEM;
	}
	ret = site_filter_set(&graph_list_ops, set, deny);
	graph_ask_update();
	return ret;
}

void site_graph_list_clear(bool deny)
{
	struct site_vec none = {};

	guard(mutex)(&site_lock);
	graph_list_replace(&none, deny);
}

static int graph_list_add(struct site_vec *vec, const struct site_glob *glob)
{
	int found = site_collect(vec, glob, NULL);

	return found > 0 ? 0 : found ?: -EINVAL;
}

static int graph_list_del(struct site_vec *vec, const struct site_glob *glob)
{
	struct site_vec gone = {};
	int ret;

	ret = graph_list_add(&gone, glob);
	site_vec_sort(&gone);
	if (!ret && !site_vec_del(vec, &gone))
		ret = -EINVAL;
	site_vec_free(&gone);
	return ret;
}

static int graph_list_edit(const struct site_glob *glob, bool deny, bool add)
{
	struct site_vec vec = {};
	int ret;

	guard(mutex)(&site_lock);
	ret = site_vec_add_set(&vec, site_filter_get(&graph_list_ops, deny));
	if (!ret)
		ret = add ? graph_list_add(&vec, glob) :
			    graph_list_del(&vec, glob);
	if (!ret)
		ret = graph_list_replace(&vec, deny);
	site_vec_free(&vec);
	return ret;
}

int site_graph_list_word(const char *word, bool deny)
{
	bool add = *word != '!';
	struct site_glob *glob;
	int ret;

	if (site_dead)
		return -ENODEV;
	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	word += !add;
	ret = site_glob_parse(glob, word, strlen(word));
	if (!ret)
		ret = graph_list_edit(glob, deny, add);
	kfree(glob);
	return ret;
}

int site_graph_list_open(struct file *file, bool deny)
{
	return site_seq_open(file, deny ? SITE_LIST_NOTRACE : SITE_LIST_FILTER,
			     &graph_list_ops, NULL);
}

/*
 * The same on the kernel's command line.
 */

static char *graph_boot_list[2] __initdata;

static int __init graph_boot_filter(char *text)
{
	graph_boot_list[false] = text;
	return 1;
}
__setup("ftrace_graph_filter=", graph_boot_filter);

static int __init graph_boot_notrace(char *text)
{
	graph_boot_list[true] = text;
	return 1;
}
__setup("ftrace_graph_notrace=", graph_boot_notrace);

static int __init graph_boot_depth(char *text)
{
	unsigned int depth;

	if (!kstrtouint(text, 0, &depth))
		site_graph_depth_set(depth);
	return 1;
}
__setup("ftrace_graph_max_depth=", graph_boot_depth);

static int __init graph_boot_init(void)
{
	for (int deny = 0; deny < 2; deny++) {
		char *list = graph_boot_list[deny], *word;

		while ((word = strsep(&list, ","))) {
			if (*word)
				site_graph_list_word(word, deny);
		}
	}
	return 0;
}
core_initcall(graph_boot_init);
