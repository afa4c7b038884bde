// SPDX-License-Identifier: GPL-2.0
/*
 * What the command line gave for parameters that are lists of words. The texts
 * stay where they stand, in the kernel's own copy of its command line; words that
 * are done with are struck out of them.
 */
#include <linux/init.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "internal.h"

struct instance_given instance_cmdline_options __initdata;

void __init instance_cmdline_add(struct instance_given *list, char *text)
{
	if (list->count == ARRAY_SIZE(list->text))
		pr_warn("tracing: too many parameters of a kind: '%s'\n", text);
	else
		list->text[list->count++] = text;
}

/* Of words for which @take returns 0, commas are all that stays. */
void __init instance_cmdline_words(char *words,
				   int (*take)(struct trace_array *, const char *),
				   struct trace_array *tr)
{
	char *end, stop;
	bool taken;

	for (; *words; words = stop ? end + 1 : end) {
		end = strchrnul(words, ',');
		stop = *end;
		*end = '\0';
		taken = *words && !take(tr, words);
		*end = stop;
		if (taken)
			memset(words, ',', end - words);
	}
}

/* The same for all that was given. */
void __init instance_cmdline_take(const struct instance_given *list,
				  int (*take)(struct trace_array *, const char *),
				  struct trace_array *tr)
{
	unsigned int i;

	for (i = 0; i < list->count; i++)
		instance_cmdline_words(list->text[i], take, tr);
}

/* Of the words that no instance takes, some are for tracers that come later. */
bool __init instance_cmdline_option(const char *name)
{
	unsigned int i;

	for (i = 0; i < instance_cmdline_options.count; i++) {
		if (instance_list_has(instance_cmdline_options.text[i], name))
			return true;
	}
	return false;
}
