// SPDX-License-Identifier: GPL-2.0
/*
 * Boot parameters that are lists of words. The lists stay in the kernel's copy of
 * its command line, where each word is overwritten once it has been applied, so that
 * the remaining words can be tried again later.
 */
#include <linux/init.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "internal.h"

struct instance_cmdline instance_cmdline_options __initdata;

/**
 * instance_cmdline_add - record one occurrence of a boot parameter
 * @list: the occurrences recorded so far
 * @text: value of the parameter; not copied
 *
 * Context: boot.
 */
void __init instance_cmdline_add(struct instance_cmdline *list, char *text)
{
	if (list->count == ARRAY_SIZE(list->text))
		pr_warn("tracing: too many parameters of one kind, ignoring '%s'\n", text);
	else
		list->text[list->count++] = text;
}

/**
 * instance_cmdline_words - apply the words of one list
 * @words: comma-separated list; words that were applied are replaced by commas
 * @apply: applies one word to @tr; returns 0 if that is done
 * @tr: first argument of @apply
 *
 * Context: boot, may sleep.
 */
void __init instance_cmdline_words(char *words,
				   int (*apply)(struct trace_array *, const char *),
				   struct trace_array *tr)
{
	char *end, stop;
	bool done;

	for (; *words; words = stop ? end + 1 : end) {
		end = strchrnul(words, ',');
		stop = *end;
		*end = '\0';
		done = *words && !apply(tr, words);
		*end = stop;
		if (done)
			memset(words, ',', end - words);
	}
}

/**
 * instance_cmdline_apply - apply the words of all occurrences of a parameter
 * @list: the occurrences
 * @apply: applies one word to @tr; returns 0 if that is done
 * @tr: first argument of @apply
 *
 * Context: boot, may sleep.
 */
void __init instance_cmdline_apply(const struct instance_cmdline *list,
				   int (*apply)(struct trace_array *, const char *),
				   struct trace_array *tr)
{
	unsigned int i;

	for (i = 0; i < list->count; i++)
		instance_cmdline_words(list->text[i], apply, tr);
}

/**
 * instance_cmdline_option - test whether trace_options= has a word
 * @name: the word
 *
 * Private options of tracers that register later are no options of an instance, so
 * these words remain in the list until the tracer registers.
 *
 * Context: boot.
 * Return: true if one of the lists has @name.
 */
bool __init instance_cmdline_option(const char *name)
{
	unsigned int i;

	for (i = 0; i < instance_cmdline_options.count; i++) {
		if (instance_list_has(instance_cmdline_options.text[i], name))
			return true;
	}
	return false;
}
