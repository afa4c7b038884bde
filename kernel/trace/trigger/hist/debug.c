// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_debug in the directory of each event: how the histograms of the event are
 * represented. Its text is for developers and may change. Addresses are hashed as by %p, and
 * serve to find the histogram that a reference refers to.
 */
#include <linux/init.h>

#include "hist.h"

static const char * const hist_debug_ops[] = {
	[HIST_CONST]		= "constant",
	[HIST_U8]		= "u8",
	[HIST_S8]		= "s8",
	[HIST_U16]		= "u16",
	[HIST_S16]		= "s16",
	[HIST_U32]		= "u32",
	[HIST_S32]		= "s32",
	[HIST_U64]		= "u64",
	[HIST_COUNT]		= "hitcount",
	[HIST_CPU]		= "cpu",
	[HIST_CGROUP]		= "cgroup of the task",
	[HIST_NS_PID]		= "pid in the namespace",
	[HIST_TIME]		= "timestamp",
	[HIST_TIME_US]		= "timestamp in us",
	[HIST_LOG2]		= "log2",
	[HIST_BUCKET]		= "bucket",
	[HIST_STRING]		= "string",
	[HIST_DYN_STRING]	= "__data_loc string",
	[HIST_REL_STRING]	= "__rel_loc string",
	[HIST_COMM]		= "name of the task",
	[HIST_DYN_STACK]	= "stack of the record",
	[HIST_STACKTRACE]	= "stack",
	[HIST_REF]		= "variable reference",
	[HIST_SELF]		= "own variable",
	[HIST_NEG]		= "-",
	[HIST_ADD]		= "+",
	[HIST_SUB]		= "-",
	[HIST_MUL]		= "*",
	[HIST_DIV]		= "/",
};

/* Print a value, and the values that it is computed from. */
static void hist_debug_value(struct seq_file *m, const struct hist_value *value, int depth)
{
	seq_printf(m, "%*s%s: %s, type %s, size %u", depth * 2, "", value->text ?: value->name,
		   hist_debug_ops[value->op], value->type, value->size);
	if (value->is_signed)
		seq_puts(m, ", signed");
	if (value->op == HIST_CONST || value->op == HIST_BUCKET)
		seq_printf(m, ", number %llu", value->literal);
	else if (value->op == HIST_REF)
		seq_printf(m, ", refs[%u]", value->offset);
	else if (value->op == HIST_SELF)
		seq_printf(m, ", word %u", value->offset);
	else if (value->op < HIST_COUNT || (hist_is_string(value) && value->op != HIST_COMM))
		seq_printf(m, ", offset %u", value->offset);
	seq_putc(m, '\n');
	/* The parser limits the number of operators. */
	if (value->a)
		hist_debug_value(m, value->a, depth + 1);
	if (value->b)
		hist_debug_value(m, value->b, depth + 1);
}

static void hist_debug_keys(struct seq_file *m, const struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_keys; i++) {
		seq_printf(m, "\nkeys[%u]: words %u to %u\n", i, h->keys[i].word,
			   h->keys[i].word + h->keys[i].words - 1);
		hist_debug_value(m, h->keys[i].value, 1);
	}
}

static void hist_debug_values(struct seq_file *m, const struct hist *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_vals; i++) {
		seq_printf(m, "\nvals[%u]: word %u\n", i, h->val_word + i);
		hist_debug_value(m, h->vals[i], 1);
	}
}

static void hist_debug_var(struct seq_file *m, const char *array, unsigned int i,
			   const struct hist_var *var)
{
	seq_printf(m, "\n%s[%u]: %s, word %u", array, i, var->name, var->word);
	if (var->text)
		seq_printf(m, ", text at word %u", var->text);
	seq_putc(m, '\n');
	hist_debug_value(m, var->value, 1);
}

static void hist_debug_refs(struct seq_file *m, const struct hist *h)
{
	const struct hist_ref *ref;
	unsigned int i;

	for (i = 0; i < h->nr_refs; i++) {
		ref = &h->refs[i];
		seq_printf(m, "\nrefs[%u]: ", i);
		if (ref->hist)
			seq_printf(m, "%s, vars[%u] of hist %p\n",
				   ref->hist->vars[ref->var].name, ref->var, ref->hist);
		else
			seq_puts(m, "of a histogram that was removed\n");
	}
}

static void hist_debug_action(struct seq_file *m, unsigned int nr, const struct hist_action *action)
{
	unsigned int i;

	seq_printf(m, "\nactions[%u]: %s\n", nr, action->text);
	if (action->handler == HIST_ONMATCH)
		seq_printf(m, "  matches %s:%s\n", action->system, action->event);
	else
		seq_printf(m, "  tracks vars[%u], word %u\n", action->var, action->tracked);
	for (i = 0; i < action->nr_params; i++)
		hist_debug_value(m, action->params[i], 1);
	for (i = 0; i < action->nr_saves; i++)
		hist_debug_var(m, "saves", i, &action->saves[i]);
}

static void hist_debug_hist(struct seq_file *m, const struct hist *h)
{
	unsigned int i;

	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_command_show(m, h);
	seq_printf(m, "\n#\n\nhist: %p\n", h);
	seq_printf(m, "element: %u words of 8 bytes, %u of them the key\n", h->words, h->key_words);
	seq_printf(m, "map: %u elements of %u bytes, %d in use, %lld drops\n", 1 << h->map->bits,
		   h->map->elt_size, atomic_read(&h->map->next), atomic64_read(&h->map->drops));
	hist_debug_keys(m, h);
	hist_debug_values(m, h);
	for (i = 0; i < h->nr_vars; i++)
		hist_debug_var(m, "vars", i, &h->vars[i]);
	hist_debug_refs(m, h);
	for (i = 0; i < h->nr_actions; i++)
		hist_debug_action(m, i, h->actions[i]);
}

static int hist_debug_show(struct seq_file *m, struct trace_event_file *file)
{
	const char *separator = "";
	struct hist *h;

	list_for_each_entry(h, &hist_all, list) {
		if (h->file != file)
			continue;
		seq_puts(m, separator);
		hist_debug_hist(m, h);
		separator = "\n\n";
	}
	return 0;
}

static struct instance_control hist_debug_control = {
	.entry.name = "hist_debug",
	.show = hist_debug_show,
};

static int __init hist_debug_init(void)
{
	return trace_registry_add(&instance_controls, &hist_debug_control.entry);
}
core_initcall(hist_debug_init);
