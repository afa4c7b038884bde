// SPDX-License-Identifier: GPL-2.0
/*
 * trace_options and the directory options/.
 *
 * The directory is computed: first the options of every instance, then those
 * of all tracers, in the order in which the tracers were registered. A tracer
 * stays registered, so that a position once given to an option remains its own.
 */
#include <linux/fs.h>
#include <linux/slab.h>

#include "internal.h"

/* Options of tracers, all together. */
#define OPTIONS_TRACERS_MAX	(TRACEFS_NTH_MAX - INSTANCE_OPTION_COUNT)

/**
 * struct options_own - an option of a tracer
 * @next: the one that came after it; none is ever taken out
 * @tracer: the tracer
 * @option: the row of its table
 */
struct options_own {
	struct options_own		*next;
	const struct tracer		*tracer;
	const struct tracer_option	*option;
};

/* Appended to under instance_lock, walked without. */
static struct options_own *options_own;

/**
 * tracing_options_init - give the options of a tracer their files
 * @tracer: the tracer
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0, -ENOMEM or -ENOSPC.
 */
int tracing_options_init(const struct tracer *tracer)
{
	struct options_own *own, **end = &options_own;
	const struct tracer_option *option;
	unsigned int count = 0;

	lockdep_assert_held(&instance_lock);

	for (; *end; end = &(*end)->next)
		count++;
	for (option = tracer->options; option && option->name; option++) {
		if (count++ == OPTIONS_TRACERS_MAX)
			return -ENOSPC;
		own = kzalloc(sizeof(*own), GFP_KERNEL);
		if (!own)
			return -ENOMEM;
		own->tracer = tracer;
		own->option = option;
		/* Pairs with options_nth(): what is in it before it can be met. */
		smp_store_release(end, own);
		end = &own->next;
	}
	return 0;
}

/* options/NAME: 0 or 1 */

/**
 * struct options_file - an open file of options/
 * @at: the instance
 * @def: the option, or
 * @own: the option of a tracer
 */
struct options_file {
	struct tracing_file_ctx			at;
	const struct instance_option_def	*def;
	const struct options_own		*own;
};

static int option_show(struct seq_file *m, void *v)
{
	struct options_file *opt = m->private;
	bool on;

	if (opt->def)
		on = instance_option(opt->at.tr, opt->def - instance_options);
	else
		on = instance_tracer_options(opt->at.tr, opt->own->tracer) &
		     opt->own->option->bit;
	seq_puts(m, on ? "1\n" : "0\n");
	return 0;
}

static ssize_t option_write(struct file *file, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct options_file *opt = m->private;
	unsigned long val;
	int ret;

	ret = tracing_number(ubuf, count, &val);
	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;

	if (opt->def)
		ret = instance_option_set(opt->at.tr,
					  opt->def - instance_options, val);
	else
		ret = instance_tracer_option_set(opt->at.tr, opt->own->tracer,
						 opt->own->option->bit, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static int option_open(struct inode *inode, struct file *file)
{
	const struct instance_option_def *def = inode->i_private;
	struct options_file *opt;
	int ret;

	opt = kzalloc(sizeof(*opt), GFP_KERNEL);
	if (!opt)
		return -ENOMEM;
	if (def >= instance_options &&
	    def < instance_options + INSTANCE_OPTION_COUNT)
		opt->def = def;
	else
		opt->own = inode->i_private;
	ret = tracing_file_ctx_get(&opt->at, inode);
	if (ret)
		goto out_free;
	ret = single_open(file, option_show, opt);
	if (ret)
		goto out_put;
	return 0;

out_put:
	tracing_file_ctx_put(&opt->at);
out_free:
	kfree(opt);
	return ret;
}

static int option_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct options_file *opt = m->private;

	tracing_file_ctx_put(&opt->at);
	kfree(opt);
	return single_release(inode, file);
}

static const struct file_operations option_fops = {
	.open		= option_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= option_write,
	.llseek		= tracing_seek,
	.release	= option_release,
};

static int options_nth(struct tracefs_node *node, unsigned int n,
		       struct tracefs_entry *entry)
{
	struct tracing_dir *dir = node->data;
	bool top = dir == &tracing_top;
	const struct instance_option_def *def;
	struct options_own *own;

	if (n < INSTANCE_OPTION_COUNT) {
		def = &instance_options[n];
		if (def->where == INSTANCE_OPTION_NONE ||
		    (def->where == INSTANCE_OPTION_TOP && !top))
			return -EAGAIN;
		entry->name = def->name;
		entry->arg = (unsigned long)def;
	} else {
		/* Pairs with tracing_options_init(). */
		own = smp_load_acquire(&options_own);
		for (n -= INSTANCE_OPTION_COUNT; own && n; n--) {
			/* As above. */
			own = smp_load_acquire(&own->next);
		}
		if (!own)
			return -ENOENT;
		if (own->tracer->global_only && !top)
			return -EAGAIN;
		entry->name = own->option->name;
		entry->arg = (unsigned long)own;
	}
	entry->fops = &option_fops;
	entry->mode = 0640;
	return 0;
}

const struct tracefs_kind tracing_options_kind = {
	.mode = 0750,
	.nth = options_nth,
	.release = tracing_node_release,
};

/* trace_options: all of them, and those of the current tracer */

static void option_line(struct seq_file *m, const char *name, bool on)
{
	seq_printf(m, "%s%s\n", on ? "" : "no", name);
}

static int options_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	const struct tracer_option *option;
	const struct tracer *tracer;
	u32 own;
	int i;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		if (instance_options[i].where != INSTANCE_OPTION_NONE)
			option_line(m, instance_options[i].name,
				    instance_option(at->tr, i));
	}

	tracer = READ_ONCE(at->tr->tracer);
	own = instance_tracer_options(at->tr, tracer);
	for (option = tracer->options; option && option->name; option++)
		option_line(m, option->name, own & option->bit);
	return 0;
}

static int options_word(const struct tracing_file_ctx *at, char *word)
{
	return instance_option_word(at->tr, word);
}

const struct tracing_value tracing_options_value = {
	.show = options_show,
	.word = options_word,
	.no_end = true,
};
