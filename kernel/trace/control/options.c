// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace_options and the directory options/.
 *
 * The contents of the directory are computed: first the options of instances, then
 * those of all tracers in the order of their registration. Tracers are never
 * unregistered, so that each option keeps its position.
 */
#include <linux/fs.h>
#include <linux/slab.h>

#include "files.h"

/* The largest number of options of all tracers together. */
#define OPTIONS_TRACERS_MAX	(TRACEFS_NTH_MAX - INSTANCE_OPTION_COUNT)

/**
 * struct options_tracer_option - an option of a tracer
 * @next: the next option; options are appended and never removed
 * @tracer: the tracer
 * @option: row of the tracer's table of options
 */
struct options_tracer_option {
	struct options_tracer_option		*next;
	const struct tracer		*tracer;
	const struct tracer_option	*option;
};

/*
 * List of the options of all tracers, appended to with instance_lock held and
 * walked without a lock.
 */
static struct options_tracer_option *options_tracer_list;

/**
 * tracing_options_add - create the files of a tracer's options
 * @tracer: the tracer
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0; -ENOMEM; -ENOSPC if options/ has reached its largest number of files.
 */
int tracing_options_add(const struct tracer *tracer)
{
	struct options_tracer_option *topt, **end = &options_tracer_list;
	const struct tracer_option *option;
	unsigned int count = 0;

	lockdep_assert_held(&instance_lock);

	for (; *end; end = &(*end)->next)
		count++;
	for (option = tracer->options; option && option->name; option++) {
		if (count++ == OPTIONS_TRACERS_MAX)
			return -ENOSPC;
		topt = kzalloc(sizeof(*topt), GFP_KERNEL);
		if (!topt)
			return -ENOMEM;
		topt->tracer = tracer;
		topt->option = option;
		/*
		 * Pairs with tracing_options_nth(): a reader of the list sees the
		 * members of the entry.
		 */
		smp_store_release(end, topt);
		end = &topt->next;
	}
	return 0;
}

/* options/NAME: 0 or 1 */

/**
 * struct options_file - an open file of options/
 * @ctx: instance of the file
 * @def: the option, if it is one of instances; else NULL
 * @tracer_option: the option, if it is one of a tracer; else NULL
 */
struct options_file {
	struct tracing_file_ctx			ctx;
	const struct instance_option_def	*def;
	const struct options_tracer_option	*tracer_option;
};

static int tracing_options_show_one(struct seq_file *m, void *v)
{
	struct options_file *opt = m->private;
	bool on;

	if (opt->def)
		on = instance_option(opt->ctx.tr, opt->def - instance_options);
	else
		on = instance_tracer_options(opt->ctx.tr, opt->tracer_option->tracer) &
		     opt->tracer_option->option->bit;
	seq_puts(m, on ? "1\n" : "0\n");
	return 0;
}

static ssize_t tracing_options_write_one(struct file *file, const char __user *ubuf,
					 size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct options_file *opt = m->private;
	unsigned long val;
	int ret;

	ret = trace_control_file_number(ubuf, count, &val);
	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;

	if (opt->def)
		ret = instance_option_set(opt->ctx.tr,
					  opt->def - instance_options, val);
	else
		ret = instance_tracer_option_set(opt->ctx.tr, opt->tracer_option->tracer,
						 opt->tracer_option->option->bit, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static int tracing_options_open_one(struct inode *inode, struct file *file)
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
		opt->tracer_option = inode->i_private;
	ret = tracing_file_ctx_get_output(&opt->ctx, inode);
	if (ret)
		goto out_free;
	ret = single_open(file, tracing_options_show_one, opt);
	if (ret)
		goto out_put;
	return 0;

out_put:
	tracing_file_ctx_put(&opt->ctx);
out_free:
	kfree(opt);
	return ret;
}

static int tracing_options_release_one(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct options_file *opt = m->private;

	tracing_file_ctx_put(&opt->ctx);
	kfree(opt);
	return single_release(inode, file);
}

static const struct file_operations option_fops = {
	.open		= tracing_options_open_one,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= tracing_options_write_one,
	.llseek		= trace_control_file_seek,
	.release	= tracing_options_release_one,
};

/**
 * tracing_options_nth - compute a file of options/
 * @node: a directory options/
 * @n: position of the file
 * @entry: zeroed; filled in
 *
 * Context: task; takes no lock.
 * Return: 0; -EAGAIN if the instance does not have the option at @n; -ENOENT if
 * there are no more options.
 */
int tracing_options_nth(struct tracefs_node *node, unsigned int n,
			struct tracefs_entry *entry)
{
	struct tracing_dir *dir = node->data;
	bool top = dir == &tracing_top;
	const struct instance_option_def *def;
	struct options_tracer_option *topt;

	if (n < INSTANCE_OPTION_COUNT) {
		def = &instance_options[n];
		if (def->where == INSTANCE_OPTION_NONE ||
		    (def->where == INSTANCE_OPTION_TOP && !top))
			return -EAGAIN;
		entry->name = def->name;
		entry->arg = (unsigned long)def;
	} else {
		/* Pairs with tracing_options_add(). */
		topt = smp_load_acquire(&options_tracer_list);
		for (n -= INSTANCE_OPTION_COUNT; topt && n; n--) {
			/* Pairs with tracing_options_add(), too. */
			topt = smp_load_acquire(&topt->next);
		}
		if (!topt)
			return -ENOENT;
		if (topt->tracer->global_only && !top)
			return -EAGAIN;
		entry->name = topt->option->name;
		entry->arg = (unsigned long)topt;
	}
	entry->fops = &option_fops;
	entry->mode = 0640;
	return 0;
}

/* trace_options: the options of the instance and those of the current tracer */

static void tracing_options_print_one(struct seq_file *m, const char *name, bool on)
{
	seq_printf(m, "%s%s\n", on ? "" : "no", name);
}

static int tracing_options_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	const struct tracer_option *option;
	const struct tracer *tracer;
	u32 bits;
	int i;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		if (instance_options[i].where != INSTANCE_OPTION_NONE)
			tracing_options_print_one(m, instance_options[i].name,
						  instance_option(ctx->tr, i));
	}

	tracer = READ_ONCE(ctx->tr->tracer);
	bits = instance_tracer_options(ctx->tr, tracer);
	for (option = tracer->options; option && option->name; option++)
		tracing_options_print_one(m, option->name, bits & option->bit);
	return 0;
}

static int tracing_options_word(const struct tracing_file_ctx *ctx, char *word)
{
	return instance_option_apply(ctx->tr, word);
}

const struct tracing_value tracing_options_value = {
	.show = tracing_options_show,
	.word = tracing_options_word,
	.output = true,
	.no_end = true,
};
