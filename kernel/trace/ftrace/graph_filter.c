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

unsigned int ftrace_graph_max_depth __read_mostly;
bool ftrace_graph_filtered __read_mostly;

static struct ftrace_ip_set *graph_list(bool deny)
{
	struct ftrace_ops_hash *hash = &graph_list_ops.local_hash;

	return deny ? rcu_dereference_raw_check(hash->except) :
		      rcu_dereference_raw_check(hash->filter);
}

bool notrace ftrace_graph_has_list(bool deny)
{
	return graph_list(deny);
}

bool notrace ftrace_graph_listed(unsigned long ip, bool deny)
{
	const struct ftrace_ip_set *set = graph_list(deny);

	return set && ftrace_ip_set_has(set, ip);
}

static void graph_ask_update(void)
{
	lockdep_assert_held(&ftrace_lock);
	WRITE_ONCE(ftrace_graph_filtered, ftrace_graph_max_depth ||
		   ftrace_filter_get(&graph_list_ops, false) ||
		   ftrace_filter_get(&graph_list_ops, true));
}

void ftrace_graph_depth_set(unsigned int depth)
{
	guard(mutex)(&ftrace_lock);
	WRITE_ONCE(ftrace_graph_max_depth, depth);
	graph_ask_update();
}

static int graph_list_replace(struct ftrace_ip_vec *vec, bool deny)
{
	struct ftrace_ip_set *set = NULL;
	int ret;

	if (vec->count) {
		set = ftrace_ip_set_make(vec);
		if (!set)
			return -ENOMEM;
	}
	ret = ftrace_filter_set(&graph_list_ops, set, deny);
	graph_ask_update();
	return ret;
}

void ftrace_graph_list_clear(bool deny)
{
	struct ftrace_ip_vec none = {};

	guard(mutex)(&ftrace_lock);
	graph_list_replace(&none, deny);
}

static int graph_list_add(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob)
{
	int found = ftrace_filter_collect(vec, glob, NULL);

	return found > 0 ? 0 : found ?: -EINVAL;
}

static int graph_list_del(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob)
{
	struct ftrace_ip_vec gone = {};
	int ret;

	ret = graph_list_add(&gone, glob);
	ftrace_ip_vec_sort(&gone);
	if (!ret && !ftrace_ip_vec_del(vec, &gone))
		ret = -EINVAL;
	ftrace_ip_vec_free(&gone);
	return ret;
}

static int graph_list_edit(const struct ftrace_glob *glob, bool deny, bool add)
{
	struct ftrace_ip_vec vec = {};
	int ret;

	guard(mutex)(&ftrace_lock);
	ret = ftrace_ip_vec_add_set(&vec, ftrace_filter_get(&graph_list_ops, deny));
	if (!ret)
		ret = add ? graph_list_add(&vec, glob) :
			    graph_list_del(&vec, glob);
	if (!ret)
		ret = graph_list_replace(&vec, deny);
	ftrace_ip_vec_free(&vec);
	return ret;
}

int ftrace_graph_list_word(const char *word, bool deny)
{
	bool add = *word != '!';
	struct ftrace_glob *glob;
	int ret;

	if (ftrace_dead)
		return -ENODEV;
	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	word += !add;
	ret = ftrace_glob_parse(glob, word, strlen(word));
	if (!ret)
		ret = graph_list_edit(glob, deny, add);
	kfree(glob);
	return ret;
}

int ftrace_graph_list_open(struct file *file, bool deny)
{
	return ftrace_show_seq_open(file, deny ? FTRACE_LIST_NOTRACE : FTRACE_LIST_FILTER,
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
		ftrace_graph_depth_set(depth);
	return 1;
}
__setup("ftrace_graph_max_depth=", graph_boot_depth);

static int __init graph_boot_init(void)
{
	for (int deny = 0; deny < 2; deny++) {
		char *list = graph_boot_list[deny], *word;

		while ((word = strsep(&list, ","))) {
			if (*word)
				ftrace_graph_list_word(word, deny);
		}
	}
	return 0;
}
core_initcall(graph_boot_init);
