// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms as text: the command that makes one, and what was counted, sorted.
 */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <asm/syscall.h>

#include "hist.h"

#define GRAPH_WIDTH	20

/* The command */

static void show_values(struct seq_file *m, const struct hist *h)
{
	bool some = false;
	unsigned int i;

	seq_puts(m, ":vals=");
	for (i = h->nohitcount; i < h->nr_vals; i++) {
		seq_printf(m, "%s%s", some ? "," : "", h->vals[i]->text);
		some = true;
	}
	for (i = 0; i < h->nr_vars; i++)
		seq_printf(m, "%c%s=%s", i ? ',' : ':', h->vars[i].name,
			   h->vars[i].expr);
}

static void show_sorts(struct seq_file *m, const struct hist *h)
{
	const struct hist_value *value;
	unsigned int i;

	for (i = 0; i < h->nr_sorts; i++) {
		value = h->sorts[i].key ? h->keys[h->sorts[i].nr].value :
					  h->vals[h->sorts[i].nr];
		seq_printf(m, "%s%s%s", i ? "," : ":sort=", value->text,
			   h->sorts[i].descending ? ".descending" : "");
	}
}

/**
 * hist_command_show - a histogram as the command that makes it
 * @m: where to
 * @h: the histogram
 *
 * Context: task; event_mutex held.
 */
void hist_command_show(struct seq_file *m, const struct hist *h)
{
	unsigned int i;

	seq_puts(m, "hist:");
	if (h->name)
		seq_printf(m, "name=%s:", h->name);
	for (i = 0; i < h->nr_keys; i++)
		seq_printf(m, "%s%s", i ? "," : "keys=", h->keys[i].value->text);
	show_values(m, h);
	show_sorts(m, h);
	seq_printf(m, ":size=%u", 1 << h->bits);
	if (h->timed)
		seq_printf(m, ":clock=%s", h->clock ?: "global");
	if (h->nohitcount)
		seq_puts(m, ":nohitcount");
	for (i = 0; i < h->nr_actions; i++)
		seq_printf(m, ":%s%s", h->actions[i]->text,
			   strrchr(h->actions[i]->text, '.') <
			   strrchr(h->actions[i]->text, ')') ? "" : ")");
	trigger_show_filter(m, h->trigger);
	seq_puts(m, test_bit(TRIGGER_PAUSED, &h->trigger->state) ? " [paused]" :
								  " [active]");
}

/* Elements in order */

struct hist_table {
	struct hist		*h;
	struct hist_elt		**elts;
	unsigned int		nr;
	u64			hits;
	u64			total[HIST_VALS_MAX];
	u64			max[HIST_VALS_MAX];
};

static u64 elt_sum(const struct hist *h, const struct hist_elt *elt,
		   unsigned int nr)
{
	return READ_ONCE(elt->words[h->val_word + nr]);
}

static int cmp_u64(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

static int cmp_s64(s64 a, s64 b)
{
	return a < b ? -1 : a > b;
}

static s64 widen(const struct hist_value *value, u64 word)
{
	switch (value->size) {
	case 1:
		return (s8)word;
	case 2:
		return (s16)word;
	case 4:
		return (s32)word;
	default:
		return word;
	}
}

static int cmp_keys(const struct hist_key *key, const struct hist_elt *a,
		    const struct hist_elt *b)
{
	const u64 *one = &a->words[key->word], *two = &b->words[key->word];
	const struct hist_value *value = key->value;

	if (hist_is_string(value))
		return strncmp((const char *)one, (const char *)two,
			       key->words * sizeof(u64));
	if (hist_is_stack(value))
		return 0;
	if (value->is_signed)
		return cmp_s64(widen(value, *one), widen(value, *two));
	return cmp_u64(*one, *two);
}

static int cmp_by(const struct hist *h, const struct hist_sort *sort,
		  const struct hist_elt *a, const struct hist_elt *b)
{
	int ret;

	if (sort->key)
		ret = cmp_keys(&h->keys[sort->nr], a, b);
	else
		ret = cmp_u64(elt_sum(h, a, sort->nr), elt_sum(h, b, sort->nr));
	return sort->descending ? -ret : ret;
}

/* What sort_r() is given. */
struct hist_order {
	const struct hist *h;
	const struct hist_sort *sort;
};

static int cmp_elts(const void *a, const void *b, const void *priv)
{
	const struct hist_order *order = priv;

	return cmp_by(order->h, order->sort, *(struct hist_elt **)a,
		      *(struct hist_elt **)b);
}

static void sort_run(const struct hist *h, const struct hist_sort *sort,
		     struct hist_elt **elts, unsigned int nr)
{
	const struct hist_order order = { .h = h, .sort = sort };

	sort_r(elts, nr, sizeof(*elts), cmp_elts, NULL, &order);
}

/* By the first, and elements that are equal there by the second. */
static void table_sort(struct hist_table *t)
{
	const struct hist *h = t->h;
	unsigned int from, to;

	sort_run(h, &h->sorts[0], t->elts, t->nr);
	if (h->nr_sorts < 2)
		return;
	for (from = 0; from < t->nr; from = to) {
		for (to = from + 1; to < t->nr; to++) {
			if (cmp_by(h, &h->sorts[0], t->elts[from], t->elts[to]))
				break;
		}
		sort_run(h, &h->sorts[1], t->elts + from, to - from);
	}
}

static void table_add(struct hist_table *t, struct hist_elt *elt)
{
	const struct hist *h = t->h;
	unsigned int v;
	u64 sum;

	/* Taken, but not in use (yet). */
	if (!elt_sum(h, elt, 0))
		return;
	t->elts[t->nr++] = elt;
	t->hits += elt_sum(h, elt, 0);
	for (v = 0; v < h->nr_vals; v++) {
		sum = elt_sum(h, elt, v);
		t->total[v] += sum;
		t->max[v] = max(t->max[v], sum);
	}
}

/* In the order in which their keys came, before they are sorted. */
static int table_fill(struct hist_table *t, struct hist *h)
{
	unsigned int i, nr = min(atomic_read(&h->map->next), 1 << h->map->bits);

	t->h = h;
	t->elts = vmalloc_array(nr + 1, sizeof(*t->elts));
	if (!t->elts)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		table_add(t, hist_map_elt(h->map, i + 1));
	table_sort(t);
	return 0;
}

/* One element */

static void print_symbol(struct seq_file *m, const char *name, u64 addr,
			 bool offset)
{
	char text[KSYM_SYMBOL_LEN];

	if (offset)
		sprint_symbol(text, addr);
	else
		sprint_symbol_no_offset(text, addr);
	seq_printf(m, offset ? "%s: [%llx] %-55s" : "%s: [%llx] %-45s", name,
		   addr, text);
}

/* 0 where there is none, or an architecture does not show its table. */
static unsigned long syscall_address(u64 nr)
{
#ifdef CONFIG_HAVE_SYSCALL_TRACEPOINTS
	if (nr < NR_syscalls)
		return (unsigned long)sys_call_table[nr];
#endif
	return 0;
}

/* The function behind it is called __x64_sys_read or the like. */
static void print_syscall(struct seq_file *m, const char *name, u64 nr)
{
	const char *sys = NULL;
	char text[KSYM_NAME_LEN];

	if (!lookup_symbol_name(syscall_address(nr), text))
		sys = strstr(text, "sys_");
	if (!sys || strstarts(sys, "sys_ni_"))
		sys = "unknown_syscall";
	seq_printf(m, "%s: %-30s[%3llu]", name, sys, nr);
}

static void print_stack(struct seq_file *m, const struct hist_value *value,
			const u64 *words)
{
	unsigned int i;

	if (value->op == HIST_DYN_STACK)
		seq_printf(m, "%s.stacktrace", value->name);
	else
		seq_puts(m, "common_stacktrace:\n");
	for (i = 0; i < HIST_STACK_MAX && words[i]; i++)
		seq_printf(m, "         %pS\n", (void *)(unsigned long)words[i]);
}

/* Return: it took more than a line. */
static bool print_key(struct seq_file *m, const struct hist_key *key,
		      const struct hist_elt *elt, const u64 *words)
{
	const struct hist_value *value = key->value;
	const char *name = value->name;
	u64 val = words[key->word];

	switch (value->show) {
	case HIST_SHOW_HEX:
		seq_printf(m, "%s: %llx", name, val);
		break;
	case HIST_SHOW_SYM:
	case HIST_SHOW_SYM_OFFSET:
		print_symbol(m, name, val, value->show == HIST_SHOW_SYM_OFFSET);
		break;
	case HIST_SHOW_EXECNAME:
		seq_printf(m, "%s: %-16s[%10llu]", name,
			   elt ? elt->comm : "", val);
		break;
	case HIST_SHOW_SYSCALL:
		print_syscall(m, name, val);
		break;
	case HIST_SHOW_STACK:
		print_stack(m, value, &words[key->word]);
		return true;
	case HIST_SHOW_LOG2:
		seq_printf(m, "%s: ~ 2^%-2llu", name, val);
		break;
	case HIST_SHOW_BUCKET:
		seq_printf(m, "%s: ~ %llu-%llu", name, val,
			   val + value->literal - 1);
		break;
	case HIST_SHOW_STRING:
		seq_printf(m, "%s: %-50.*s", name, (int)(key->words * sizeof(u64)),
			   (const char *)&words[key->word]);
		break;
	default:
		seq_printf(m, "%s: %10llu", name, val);
	}
	return false;
}

static void print_keys(struct seq_file *m, const struct hist *h,
		       const struct hist_elt *elt, const u64 *words)
{
	bool lines = false;
	unsigned int i;

	seq_puts(m, "{ ");
	for (i = 0; i < h->nr_keys; i++) {
		if (i)
			seq_puts(m, ", ");
		lines |= print_key(m, &h->keys[i], elt, words);
	}
	seq_puts(m, lines ? "}" : " }");
}

/* In hundredths of a percent; numbers that are too large lose their end. */
static unsigned int share(u64 val, u64 total)
{
	if (!total)
		return 0;
	if (val < U64_MAX / 10000)
		return div64_u64(val * 10000, total);
	total = div_u64(total, 10000);
	return total ? div64_u64(val, total) : 0;
}

static void print_graph(struct seq_file *m, u64 val, u64 max)
{
	unsigned int i, len = share(val, max) * GRAPH_WIDTH / 10000;

	for (i = 0; i < GRAPH_WIDTH; i++)
		seq_putc(m, i < len ? '#' : ' ');
}

static void print_val(struct seq_file *m, const struct hist_table *t,
		      const struct hist_elt *elt, unsigned int nr)
{
	const struct hist_value *value = t->h->vals[nr];
	u64 sum = elt_sum(t->h, elt, nr);
	unsigned int part;

	switch (value->show) {
	case HIST_SHOW_PERCENT:
		part = share(sum, t->total[nr]);
		seq_printf(m, "%s (%%): %3u.%02u", value->name, part / 100,
			   part % 100);
		break;
	case HIST_SHOW_GRAPH:
		seq_printf(m, "%s: ", value->name);
		print_graph(m, sum, t->max[nr]);
		break;
	case HIST_SHOW_HEX:
		seq_printf(m, "%s: %10llx", value->name, sum);
		break;
	default:
		seq_printf(m, "%s: %10llu", value->name, sum);
	}
}

static void print_saved(struct seq_file *m, const struct hist_var *save,
			const struct hist_elt *elt)
{
	u64 val = elt->words[save->word];

	if (hist_is_string(save->value))
		/* It may be written to just now: its NUL may be gone. */
		seq_printf(m, "  %s: %-32.*s", save->name, HIST_STR_MAX,
			   (const char *)&elt->words[save->text]);
	else
		seq_printf(m, "  %s: %10llu", save->name, val);
}

static void print_tracked(struct seq_file *m, const struct hist *h,
			  const struct hist_elt *elt)
{
	const struct hist_action *action;
	unsigned int i, s;

	for (i = 0; i < h->nr_actions; i++) {
		action = h->actions[i];
		if (action->handler == HIST_ONMATCH ||
		    action->act == HIST_SNAPSHOT)
			continue;
		seq_printf(m, "\n\t%s: %10llu",
			   action->handler == HIST_ONMAX ? "max" : "changed",
			   elt->words[action->tracked]);
		for (s = 0; s < action->nr_saves; s++)
			print_saved(m, &action->saves[s], elt);
	}
}

static void print_elt(struct seq_file *m, const struct hist_table *t,
		      const struct hist_elt *elt)
{
	const struct hist *h = t->h;
	unsigned int i;

	print_keys(m, h, elt, elt->words);
	if (!h->nohitcount)
		seq_printf(m, " hitcount: %10llu", elt_sum(h, elt, 0));
	for (i = 1; i < h->nr_vals; i++) {
		if (h->vals[i]->unshown)
			continue;
		seq_puts(m, "  ");
		print_val(m, t, elt, i);
	}
	print_tracked(m, h, elt);
	seq_putc(m, '\n');
}

static void print_snapshots(struct seq_file *m, const struct hist *h)
{
	struct hist_action *action;
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++) {
		action = h->actions[i];
		if (action->act != HIST_SNAPSHOT || !READ_ONCE(action->taken))
			continue;
		seq_puts(m, "\nSnapshot taken (see tracing/snapshot).  Details:\n");
		seq_printf(m, "\ttriggering value { %s(%s) }: %10llu",
			   action->handler == HIST_ONMAX ? "onmax" : "onchange",
			   action->var_text, action->value);
		seq_puts(m, "\ttriggered by event with key: ");
		print_keys(m, h, NULL, action->key);
		seq_putc(m, '\n');
	}
}

/**
 * hist_print - print what was counted
 * @m: where to
 * @h: the histogram
 *
 * Counting goes on meanwhile.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_print(struct seq_file *m, struct hist *h)
{
	struct hist_table t = {};
	unsigned int i;
	int ret;

	ret = table_fill(&t, h);
	if (ret)
		return ret;
	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_command_show(m, h);
	seq_puts(m, "\n#\n\n");
	for (i = 0; i < t.nr; i++)
		print_elt(m, &t, t.elts[i]);
	print_snapshots(m, h);
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   t.hits, t.nr, (u64)atomic64_read(&h->map->drops));
	vfree(t.elts);
	return 0;
}
