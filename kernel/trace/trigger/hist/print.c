// SPDX-License-Identifier: GPL-2.0
/*
 * Print histograms: the command that creates one, and its elements, sorted.
 */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <asm/syscall.h>

#include "hist.h"

#define HIST_GRAPH_WIDTH	20

/* The command, as the trigger file shows it */

static void hist_print_values(struct seq_file *m, const struct hist *h)
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

static void hist_print_sorts(struct seq_file *m, const struct hist *h)
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
 * hist_command_show - print a histogram as the command that creates it
 * @m: the seq_file
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
	hist_print_values(m, h);
	hist_print_sorts(m, h);
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

/* Sorting the elements */

/**
 * struct hist_table - the elements of a histogram while they are printed
 * @h: the histogram
 * @elts: elements with at least one hit, sorted
 * @nr: number of @elts
 * @hits: sum of the hitcounts
 * @total: sums of the values
 * @max: maximums of the values
 */
struct hist_table {
	struct hist		*h;
	struct hist_elt		**elts;
	unsigned int		nr;
	u64			hits;
	u64			total[HIST_VALS_MAX];
	u64			max[HIST_VALS_MAX];
};

static u64 hist_print_sum(const struct hist *h, const struct hist_elt *elt,
			  unsigned int nr)
{
	return hist_word_read(&elt->words[h->val_word + nr]);
}

static int hist_print_cmp_u64(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

static int hist_print_cmp_s64(s64 a, s64 b)
{
	return a < b ? -1 : a > b;
}

static s64 hist_print_sign_extend(const struct hist_value *value, u64 word)
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

static int hist_print_cmp_keys(const struct hist_key *key, const struct hist_elt *a,
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
		return hist_print_cmp_s64(hist_print_sign_extend(value, *one),
					  hist_print_sign_extend(value, *two));
	return hist_print_cmp_u64(*one, *two);
}

static int hist_print_cmp_by(const struct hist *h, const struct hist_sort *sort,
			     const struct hist_elt *a, const struct hist_elt *b)
{
	int ret;

	if (sort->key)
		ret = hist_print_cmp_keys(&h->keys[sort->nr], a, b);
	else
		ret = hist_print_cmp_u64(hist_print_sum(h, a, sort->nr),
					 hist_print_sum(h, b, sort->nr));
	return sort->descending ? -ret : ret;
}

/* Context of the comparison function for sort_r(). */
struct hist_order {
	const struct hist *h;
	const struct hist_sort *sort;
};

static int hist_print_cmp_elts(const void *a, const void *b, const void *priv)
{
	const struct hist_order *order = priv;

	return hist_print_cmp_by(order->h, order->sort, *(struct hist_elt **)a,
				 *(struct hist_elt **)b);
}

static void hist_print_sort(const struct hist *h, const struct hist_sort *sort,
			    struct hist_elt **elts, unsigned int nr)
{
	const struct hist_order order = { .h = h, .sort = sort };

	sort_r(elts, nr, sizeof(*elts), hist_print_cmp_elts, NULL, &order);
}

/* Sort by the first sort key, then each run of equal elements by the second one. */
static void hist_print_table_sort(struct hist_table *t)
{
	const struct hist *h = t->h;
	unsigned int from, to;

	hist_print_sort(h, &h->sorts[0], t->elts, t->nr);
	if (h->nr_sorts < 2)
		return;
	for (from = 0; from < t->nr; from = to) {
		for (to = from + 1; to < t->nr; to++) {
			if (hist_print_cmp_by(h, &h->sorts[0], t->elts[from], t->elts[to]))
				break;
		}
		hist_print_sort(h, &h->sorts[1], t->elts + from, to - from);
	}
}

static void hist_print_table_add(struct hist_table *t, struct hist_elt *elt)
{
	const struct hist *h = t->h;
	unsigned int v;
	u64 sum;

	/* The element was allocated, but nothing was counted in it yet. */
	if (!hist_print_sum(h, elt, 0))
		return;
	t->elts[t->nr++] = elt;
	t->hits += hist_print_sum(h, elt, 0);
	for (v = 0; v < h->nr_vals; v++) {
		sum = hist_print_sum(h, elt, v);
		t->total[v] += sum;
		t->max[v] = max(t->max[v], sum);
	}
}

/* The elements are in the order of insertion before they are sorted. */
static int hist_print_table_fill(struct hist_table *t, struct hist *h)
{
	unsigned int i, nr = min(atomic_read(&h->map->next), 1 << h->map->bits);

	t->h = h;
	t->elts = vmalloc_array(nr + 1, sizeof(*t->elts));
	if (!t->elts)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		hist_print_table_add(t, hist_map_elt(h->map, i + 1));
	hist_print_table_sort(t);
	return 0;
}

/* Printing an element */

static void hist_print_symbol(struct seq_file *m, const char *name, u64 addr,
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

/*
 * 0 if there is no such system call, or if the architecture has no accessible
 * table.
 */
static unsigned long hist_print_syscall_address(u64 nr)
{
#ifdef CONFIG_HAVE_SYSCALL_TRACEPOINTS
	if (nr < NR_syscalls)
		return (unsigned long)sys_call_table[nr];
#endif
	return 0;
}

/* The name of the function is like __x64_sys_read. */
static void hist_print_syscall(struct seq_file *m, const char *name, u64 nr)
{
	const char *sys = NULL;
	char text[KSYM_NAME_LEN];

	if (!lookup_symbol_name(hist_print_syscall_address(nr), text))
		sys = strstr(text, "sys_");
	if (!sys || strstarts(sys, "sys_ni_"))
		sys = "unknown_syscall";
	seq_printf(m, "%s: %-30s[%3llu]", name, sys, nr);
}

static void hist_print_stack(struct seq_file *m, const struct hist_value *value,
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

/* Return: true if the key took more than one line. */
static bool hist_print_key(struct seq_file *m, const struct hist_key *key,
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
		hist_print_symbol(m, name, val, value->show == HIST_SHOW_SYM_OFFSET);
		break;
	case HIST_SHOW_EXECNAME:
		seq_printf(m, "%s: %-16s[%10llu]", name,
			   elt ? elt->comm : "", val);
		break;
	case HIST_SHOW_SYSCALL:
		hist_print_syscall(m, name, val);
		break;
	case HIST_SHOW_STACK:
		hist_print_stack(m, value, &words[key->word]);
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

static void hist_print_keys(struct seq_file *m, const struct hist *h,
			    const struct hist_elt *elt, const u64 *words)
{
	bool lines = false;
	unsigned int i;

	seq_puts(m, "{ ");
	for (i = 0; i < h->nr_keys; i++) {
		if (i)
			seq_puts(m, ", ");
		lines |= hist_print_key(m, &h->keys[i], elt, words);
	}
	seq_puts(m, lines ? "}" : " }");
}

/* @val / @total in hundredths of a percent; large numbers lose precision. */
static unsigned int hist_print_share(u64 val, u64 total)
{
	if (!total)
		return 0;
	if (val < U64_MAX / 10000)
		return div64_u64(val * 10000, total);
	total = div_u64(total, 10000);
	return total ? div64_u64(val, total) : 0;
}

static void hist_print_graph(struct seq_file *m, u64 val, u64 max)
{
	unsigned int i, len = hist_print_share(val, max) * HIST_GRAPH_WIDTH / 10000;

	for (i = 0; i < HIST_GRAPH_WIDTH; i++)
		seq_putc(m, i < len ? '#' : ' ');
}

static void hist_print_val(struct seq_file *m, const struct hist_table *t,
			   const struct hist_elt *elt, unsigned int nr)
{
	const struct hist_value *value = t->h->vals[nr];
	u64 sum = hist_print_sum(t->h, elt, nr);
	unsigned int part;

	switch (value->show) {
	case HIST_SHOW_PERCENT:
		part = hist_print_share(sum, t->total[nr]);
		seq_printf(m, "%s (%%): %3u.%02u", value->name, part / 100,
			   part % 100);
		break;
	case HIST_SHOW_GRAPH:
		seq_printf(m, "%s: ", value->name);
		hist_print_graph(m, sum, t->max[nr]);
		break;
	case HIST_SHOW_HEX:
		seq_printf(m, "%s: %10llx", value->name, sum);
		break;
	default:
		seq_printf(m, "%s: %10llu", value->name, sum);
	}
}

static void hist_print_saved(struct seq_file *m, const struct hist_var *save,
			     const struct hist_elt *elt)
{
	u64 val = hist_word_read(&elt->words[save->word]);

	if (hist_is_string(save->value))
		/*
		 * The string may be changing: it may lack the NUL at this moment.
		 */
		seq_printf(m, "  %s: %-32.*s", save->name, HIST_STR_MAX,
			   (const char *)&elt->words[save->text]);
	else
		seq_printf(m, "  %s: %10llu", save->name, val);
}

static void hist_print_tracked(struct seq_file *m, const struct hist *h,
			       const struct hist_elt *elt)
{
	const struct hist_action *action;
	unsigned int i, s;

	for (i = 0; i < h->nr_actions; i++) {
		action = h->actions[i];
		if (action->handler == HIST_ONMATCH ||
		    action->kind == HIST_SNAPSHOT)
			continue;
		seq_printf(m, "\n\t%s: %10llu",
			   action->handler == HIST_ONMAX ? "max" : "changed",
			   hist_word_read(&elt->words[action->tracked]));
		for (s = 0; s < action->nr_saves; s++)
			hist_print_saved(m, &action->saves[s], elt);
	}
}

static void hist_print_elt(struct seq_file *m, const struct hist_table *t,
			   const struct hist_elt *elt)
{
	const struct hist *h = t->h;
	unsigned int i;

	hist_print_keys(m, h, elt, elt->words);
	if (!h->nohitcount)
		seq_printf(m, " hitcount: %10llu", hist_print_sum(h, elt, 0));
	for (i = 1; i < h->nr_vals; i++) {
		if (h->vals[i]->unshown)
			continue;
		seq_puts(m, "  ");
		hist_print_val(m, t, elt, i);
	}
	hist_print_tracked(m, h, elt);
	seq_putc(m, '\n');
}

static void hist_print_snapshots(struct seq_file *m, const struct hist *h)
{
	struct hist_action *action;
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++) {
		action = h->actions[i];
		if (action->kind != HIST_SNAPSHOT || !READ_ONCE(action->taken))
			continue;
		seq_puts(m, "\nSnapshot taken (see tracing/snapshot).  Details:\n");
		seq_printf(m, "\ttriggering value { %s(%s) }: %10llu",
			   action->handler == HIST_ONMAX ? "onmax" : "onchange",
			   action->var_text, action->value);
		seq_puts(m, "\ttriggered by event with key: ");
		hist_print_keys(m, h, NULL, action->key);
		seq_putc(m, '\n');
	}
}

/**
 * hist_print - print a histogram for the hist file
 * @m: the seq_file
 * @h: the histogram; it may count records meanwhile
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_print(struct seq_file *m, struct hist *h)
{
	struct hist_table t = {};
	unsigned int i;
	int ret;

	ret = hist_print_table_fill(&t, h);
	if (ret)
		return ret;
	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_command_show(m, h);
	seq_puts(m, "\n#\n\n");
	for (i = 0; i < t.nr; i++)
		hist_print_elt(m, &t, t.elts[i]);
	hist_print_snapshots(m, h);
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   t.hits, t.nr, (u64)atomic64_read(&h->map->drops));
	vfree(t.elts);
	return 0;
}
