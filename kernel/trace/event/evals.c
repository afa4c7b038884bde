// SPDX-License-Identifier: GPL-2.0
/*
 * Evals: names in print formats that only the compiler can tell the value of.
 *
 * TRACE_DEFINE_ENUM() and TRACE_DEFINE_SIZEOF() leave a struct trace_eval_map
 * each, in memory that is freed after boot or after the module was loaded.
 * What they say is kept here in sorted tables; a format's text is made, with
 * the names replaced, only when somebody reads it.
 *
 * Locking: event_mutex.
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
struct eval_table {
	struct list_head node;
	struct module *mod;
	unsigned int count;
	struct trace_eval_map maps[] __counted_by(count);
};

static LIST_HEAD(eval_tables);

struct eval_key {
	const char *system;
	const char *word;
	size_t len;
};

static int eval_compare(const void *a, const void *b)
{
	const struct trace_eval_map *l = a, *r = b;
	int ret = strcmp(l->system, r->system);

	return ret ?: strcmp(l->eval_string, r->eval_string);
}

static int eval_compare_key(const void *a, const void *b)
{
	const struct trace_eval_map *map = b;
	const struct eval_key *key = a;
	int ret = strcmp(key->system, map->system);

	if (ret)
		return ret;
	ret = strncmp(key->word, map->eval_string, key->len);
	if (ret)
		return ret;
	return map->eval_string[key->len] ? -1 : 0;
}

int event_evals_add(struct module *mod, struct trace_eval_map **maps,
		    unsigned int count)
{
	struct eval_table *table;
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
	sort(table->maps, count, sizeof(*table->maps), eval_compare, NULL);
	list_add_tail(&table->node, &eval_tables);
	return 0;
}

void event_evals_remove(struct module *mod)
{
	struct eval_table *pos, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(pos, next, &eval_tables, node) {
		if (pos->mod != mod)
			continue;
		list_del(&pos->node);
		kfree(pos);
	}
}

static const struct trace_eval_map *
eval_find(const char *system, const char *word, size_t len)
{
	struct eval_key key = { .system = system, .word = word, .len = len };
	const struct trace_eval_map *map;
	struct eval_table *pos;

	list_for_each_entry(pos, &eval_tables, node) {
		map = bsearch(&key, pos->maps, pos->count, sizeof(*pos->maps),
			      eval_compare_key);
		if (map)
			return map;
	}
	return NULL;
}

static bool is_word_start(char c)
{
	return isalpha(c) || c == '_';
}

static bool is_word(char c)
{
	return isalnum(c) || c == '_';
}

static const char *word_end(const char *p)
{
	while (is_word(*p))
		p++;
	return p;
}

/* @p is at the opening quote; behind the closing one, or the end. */
static const char *skip_string(const char *p)
{
	for (p++; *p && *p != '"'; p++) {
		if (*p == '\\' && p[1])
			p++;
	}
	return *p ? p + 1 : p;
}

/* sizeof() and what stands in its parentheses is one name. */
static const char *sizeof_end(const char *word, const char *end)
{
	const char *close;

	if (end - word != strlen("sizeof") || strncmp(word, "sizeof", 6) ||
	    *end != '(')
		return end;
	close = strchr(end, ')');
	return close ? close + 1 : end;
}

/* Members of structures may be called like a value: "->name" and ".name". */
static bool is_member(const char *fmt, const char *word)
{
	if (word - fmt >= 2 && word[-2] == '-' && word[-1] == '>')
		return true;
	return word > fmt && word[-1] == '.';
}

static const char *print_word(struct seq_file *m, const char *system,
			      const char *fmt, const char *word)
{
	const char *end = sizeof_end(word, word_end(word));
	const struct trace_eval_map *map = NULL;

	if (!is_member(fmt, word))
		map = eval_find(system, word, end - word);
	if (map) {
		seq_printf(m, "%ld", (long)map->eval_value);
		return end;
	}
	/* What stands in the parentheses may have a name all the same. */
	end = word_end(word);
	seq_write(m, word, end - word);
	return end;
}

void event_evals_print(struct seq_file *m, const char *system, const char *fmt)
{
	const char *p = fmt, *start;

	lockdep_assert_held(&event_mutex);

	while (*p) {
		start = p;
		if (is_word_start(*p)) {
			p = print_word(m, system, fmt, p);
			continue;
		}
		if (*p == '"')
			p = skip_string(p);
		else if (isdigit(*p))
			p = word_end(p);	/* 0x1f, 10UL: no names in it */
		else
			p++;
		seq_write(m, start, p - start);
	}
}
