// SPDX-License-Identifier: GPL-2.0
/*
 * Evals: the values of enums and sizeof() in print formats. User space can't know
 * them, so the format file shows numbers in their place.
 *
 * TRACE_DEFINE_ENUM() and TRACE_DEFINE_SIZEOF() define a struct trace_eval_map each,
 * in memory that is freed after boot or after the module was loaded. They are copied
 * into sorted tables. Names are replaced each time a format file is read.
 *
 * Locking: event_mutex protects the tables.
 */
#include <linux/bsearch.h>
#include <linux/ctype.h>
#include <linux/list.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "internal.h"

/* The evals of the kernel (@mod is NULL) or of a module. */
struct event_eval_table {
	struct list_head node;
	struct module *mod;
	unsigned int count;
	struct trace_eval_map maps[] __counted_by(count);
};

static LIST_HEAD(event_eval_tables);

struct event_eval_key {
	const char *system;
	const char *word;
	size_t len;
};

static int event_eval_compare(const void *a, const void *b)
{
	const struct trace_eval_map *l = a, *r = b;
	int ret = strcmp(l->system, r->system);

	return ret ?: strcmp(l->eval_string, r->eval_string);
}

static int event_eval_compare_key(const void *a, const void *b)
{
	const struct trace_eval_map *map = b;
	const struct event_eval_key *key = a;
	int ret = strcmp(key->system, map->system);

	if (ret)
		return ret;
	ret = strncmp(key->word, map->eval_string, key->len);
	if (ret)
		return ret;
	return map->eval_string[key->len] ? -1 : 0;
}

/**
 * event_evals_add - add the evals of the kernel or of a module
 * @mod: the module; NULL for the kernel
 * @maps: the evals; copied
 * @count: number of elements of @maps
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int event_evals_add(struct module *mod, struct trace_eval_map **maps,
		    unsigned int count)
{
	struct event_eval_table *table;
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	if (!count)
		return 0;
	table = kzalloc(struct_size(table, maps, count), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	table->mod = mod;
	table->count = count;
	for (i = 0; i < count; i++)
		table->maps[i] = *maps[i];
	sort(table->maps, count, sizeof(*table->maps), event_eval_compare, NULL);
	list_add_tail(&table->node, &event_eval_tables);
	return 0;
}

/**
 * event_evals_remove - remove the evals of a module
 * @mod: the module
 *
 * Context: task; event_mutex held.
 */
void event_evals_remove(struct module *mod)
{
	struct event_eval_table *pos, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(pos, next, &event_eval_tables, node) {
		if (pos->mod != mod)
			continue;
		list_del(&pos->node);
		kfree(pos);
	}
}

static const struct trace_eval_map *
event_eval_find(const char *system, const char *word, size_t len)
{
	struct event_eval_key key = { .system = system, .word = word, .len = len };
	const struct trace_eval_map *map;
	struct event_eval_table *pos;

	list_for_each_entry(pos, &event_eval_tables, node) {
		map = bsearch(&key, pos->maps, pos->count, sizeof(*pos->maps),
			      event_eval_compare_key);
		if (map)
			return map;
	}
	return NULL;
}

static bool event_eval_is_word_start(char c)
{
	return isalpha(c) || c == '_';
}

static bool event_eval_is_word(char c)
{
	return isalnum(c) || c == '_';
}

static const char *event_eval_word_end(const char *p)
{
	while (event_eval_is_word(*p))
		p++;
	return p;
}

/* @p is at the opening quote. Returns the end of the string or of the text. */
static const char *event_eval_skip_string(const char *p)
{
	for (p++; *p && *p != '"'; p++) {
		if (*p == '\\' && p[1])
			p++;
	}
	return *p ? p + 1 : p;
}

/* "sizeof(...)" is one name, its parentheses included. */
static const char *event_eval_sizeof_end(const char *word, const char *end)
{
	const char *close;

	if (end - word != strlen("sizeof") || strncmp(word, "sizeof", 6) ||
	    *end != '(')
		return end;
	close = strchr(end, ')');
	return close ? close + 1 : end;
}

/* A member ("->name", ".name") may have the same name as an eval. */
static bool event_eval_is_member(const char *fmt, const char *word)
{
	if (word - fmt >= 2 && word[-2] == '-' && word[-1] == '>')
		return true;
	return word > fmt && word[-1] == '.';
}

static const char *event_eval_print_word(struct seq_file *m, const char *system,
					 const char *fmt, const char *word)
{
	const char *end = event_eval_sizeof_end(word, event_eval_word_end(word));
	const struct trace_eval_map *map = NULL;

	if (!event_eval_is_member(fmt, word))
		map = event_eval_find(system, word, end - word);
	if (map) {
		seq_printf(m, "%ld", (long)map->eval_value);
		return end;
	}
	/* An unknown sizeof(): its operand may still be an eval. */
	end = event_eval_word_end(word);
	seq_write(m, word, end - word);
	return end;
}

/**
 * event_evals_print - print a print format with the evals replaced by their values
 * @m: the output
 * @system: the system whose evals are used
 * @fmt: the print format
 *
 * Context: task; event_mutex held.
 */
void event_evals_print(struct seq_file *m, const char *system, const char *fmt)
{
	const char *p = fmt, *start;

	lockdep_assert_held(&event_mutex);

	while (*p) {
		start = p;
		if (event_eval_is_word_start(*p)) {
			p = event_eval_print_word(m, system, fmt, p);
			continue;
		}
		if (*p == '"')
			p = event_eval_skip_string(p);
		else if (isdigit(*p))
			p = event_eval_word_end(p);	/* 0x1f, 10UL: no names in it */
		else
			p++;
		seq_write(m, start, p - start);
	}
}

/**
 * event_evals_nth - get one of all evals, for the file eval_map
 * @nth: number of the eval, from 0, in the order of the tables
 *
 * Context: task; event_mutex held.
 * Return: the eval, valid while event_mutex is held, or NULL if there are fewer.
 */
const struct trace_eval_map *event_evals_nth(loff_t nth)
{
	struct event_eval_table *pos;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pos, &event_eval_tables, node) {
		if (nth < pos->count)
			return &pos->maps[nth];
		nth -= pos->count;
	}
	return NULL;
}
