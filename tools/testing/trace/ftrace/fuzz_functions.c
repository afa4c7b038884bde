// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of functions. The first byte of an input is the file or the boot parameter;
 * the rest is what is written to it, or its value. Then the module of some functions is
 * loaded, and the lists are read. Finally the text is a glob, and the functions that
 * ftrace_filter_match() finds are compared with those whose name matches.
 */
#include "sites.h"

static int fuzz_owner;

static void fuzz_read(struct ftrace_ops *ops, enum ftrace_func_list list)
{
	struct file file = { .f_mode = FMODE_READ };

	if (ftrace_func_list_open(&file, list, ops, &fuzz_owner))
		return;
	sites_read(&file);
	ftrace_func_list_release(NULL, &file);
}

/* Write a file in parts, as a program may do that prints words. */
static void fuzz_write(const char *text, size_t size, bool except, bool trunc)
{
	struct file file = {
		.f_mode = FMODE_WRITE, .f_flags = trunc ? O_TRUNC : 0,
	};
	loff_t pos = 0;
	ssize_t used;

	if (ftrace_filter_file_open(&file, &sites_ops, &fuzz_owner, except ?
				    FTRACE_LIST_NOTRACE : FTRACE_LIST_FILTER))
		return;
	while (size) {
		used = ftrace_filter_file_write(&file, text, size, &pos);
		if (used <= 0)
			break;
		assert((size_t)used <= size);
		text += used;
		size -= used;
	}
	ftrace_filter_file_release(NULL, &file);
}

static void fuzz_graph(const char *text, bool except)
{
	if (!ftrace_graph_list_edit(text, except))
		assert(ftrace_graph_filtered == (ftrace_graph_has_list(false) ||
						 ftrace_graph_has_list(true)));
}

/* Both ways to find the functions of a glob have the same result. */
static void fuzz_compare(const char *text, const char *module)
{
	struct ftrace_glob glob, in;
	struct ftrace_ip_vec vec = {};
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	unsigned int n = 0;
	int found;

	if (ftrace_glob_parse(&glob, text, strlen(text)))
		return;
	/* "!" excludes modules. */
	if (module && (*module == '!' || ftrace_glob_parse(&in, module, MODULE_NAME_LEN)))
		return;
	found = ftrace_filter_match(&vec, &glob, module);
	ftrace_for_each_group(group) {
		if (module && (!group->mod || !ftrace_glob_match(&in, group->mod->name)))
			continue;
		ftrace_for_each_site(group, site) {
			const char *name = ftrace_symbol(group, site);

			if (!name || !ftrace_glob_match(&glob, name))
				continue;
			assert((int)n < found && vec.ip[n] == site->ip);
			n++;
		}
	}
	assert(found == (int)n);
	ftrace_ip_vec_free(&vec);
}

static void fuzz_do(char *text, size_t size, u8 what)
{
	sites_module(what & 8);
	switch (what & 7) {
	case 0:
	case 1:
	case 2:
	case 3:
		fuzz_write(text, size, what & 1, what & 2);
		break;
	case 4:
	case 5:
		ftrace_early_filter(text, what & 1);
		break;
	default:
		fuzz_graph(text, what & 1);
	}
}

static void fuzz_reset(void)
{
	ftrace_owner_release(&fuzz_owner, &sites_ops);
	ftrace_free_filter(&ftrace_global_ops);
	ftrace_graph_list_clear(false);
	ftrace_graph_list_clear(true);
	sites_module(false);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	long allocs = host_allocs;
	char *text;

	if (!size || size > 4095 || memchr(data, 0, size))
		return 0;
	text = kmemdup_nul((const char *)data + 1, size - 1, GFP_KERNEL);
	host_fail_at(*data >> 4 == 3 ? 0 : *data >> 4);
	fuzz_do(text, size - 1, *data);
	host_fail_at(0);
	sites_module(true);
	fuzz_read(&sites_ops, FTRACE_LIST_FILTER);
	fuzz_read(&sites_ops, FTRACE_LIST_NOTRACE);
	sites_module(*data & 8);
	fuzz_read(&sites_ops, FTRACE_LIST_FILTER);
	fuzz_compare(text, NULL);
	fuzz_compare("*", text);
	host_free(text);
	fuzz_reset();
	assert(host_allocs == allocs);
	return 0;
}
