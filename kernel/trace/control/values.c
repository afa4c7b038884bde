// SPDX-License-Identifier: GPL-2.0
/*
 * Control files that hold one value each: how they are opened, read and
 * written, and those whose value is not the buffer's (see buffer.c).
 */
#include <linux/cpumask.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "internal.h"

/**
 * tracing_text - fetch what the user wrote into a control file
 * @ubuf: the text
 * @count: bytes
 *
 * Context: task, may sleep.
 * Return: the text, NUL terminated, to be freed by kfree(); ERR_PTR(-EINVAL)
 * where there is none or too much of it; -EFAULT; -ENOMEM.
 */
char *tracing_text(const char __user *ubuf, size_t count)
{
	if (!count || count > TRACING_TEXT_MAX)
		return ERR_PTR(-EINVAL);
	return memdup_user_nul(ubuf, count);
}

/**
 * tracing_seek - seq_lseek() in a file that has no size
 * @file: the file
 * @offset: where to
 * @whence: from where; the end is at 0
 *
 * Context: task, may sleep.
 * Return: the new position or -EINVAL; -ENXIO, as it has neither data nor holes.
 */
loff_t tracing_seek(struct file *file, loff_t offset, int whence)
{
	if (whence == SEEK_DATA || whence == SEEK_HOLE)
		return -ENXIO;
	return seq_lseek(file, offset, whence == SEEK_END ? SEEK_SET : whence);
}

/**
 * tracing_seek_reader - seq_lseek() for who reads
 * @file: the file
 * @offset: where to
 * @whence: from where; the end is nowhere
 *
 * Who only writes has no seq_file, and stays at the beginning.
 *
 * Context: task, may sleep.
 * Return: the new position or -EINVAL.
 */
loff_t tracing_seek_reader(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

/**
 * tracing_number - fetch a decimal number that the user wrote
 * @ubuf: the text; a line feed may follow the number
 * @count: bytes
 * @val: where the number goes
 *
 * Context: task, may sleep.
 * Return: 0, -EINVAL, -ERANGE, -EFAULT.
 */
int tracing_number(const char __user *ubuf, size_t count, unsigned long *val)
{
	if (count > TRACING_NUMBER_MAX)
		return -EINVAL;
	return kstrtoul_from_user(ubuf, count, 10, val);
}

/**
 * tracing_word_write - the write() of a file that takes one word at a time
 * @ubuf: words; the first one is taken, and the caller writes the rest again
 * @count: bytes
 * @ppos: goes on by what was taken
 * @max: no word is longer
 * @word: what to do with it: 0 or an errno
 * @data: for @word
 *
 * A wrong word is refused after those before it took effect, and nothing is left
 * half done.
 *
 * Context: task, may sleep.
 * Return: bytes that were taken, or an errno.
 */
ssize_t tracing_word_write(const char __user *ubuf, size_t count, loff_t *ppos,
			   size_t max, int (*word)(void *data, char *word),
			   void *data)
{
	struct trace_parser token;
	loff_t start = 0;
	ssize_t used;
	int ret;

	if (!count)
		return 0;
	ret = trace_parser_init(&token, max);
	if (ret)
		return ret;
	used = trace_parser_read(&token, ubuf, count, &start);
	if (used >= 0 && trace_parser_loaded(&token)) {
		ret = word(data, token.buf);
		if (ret)
			used = ret;
	}
	trace_parser_free(&token);
	if (used > 0)
		*ppos += used;
	return used;
}

/**
 * struct value_file - an open control file
 * @at: what it is about
 * @value: what its value is
 * @seen: of @value, when it was last read
 */
struct value_file {
	struct tracing_file_ctx		at;
	const struct tracing_value	*value;
	unsigned int			seen;
};

static int value_show(struct seq_file *m, void *v)
{
	struct value_file *vf = m->private;

	if (vf->value->seen)
		vf->seen = vf->value->seen(&vf->at);
	return vf->value->show(m, &vf->at);
}

static int value_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct value_file *vf;
	int ret;

	vf = kzalloc(sizeof(*vf), GFP_KERNEL);
	if (!vf)
		return -ENOMEM;
	vf->value = (const struct tracing_value *)entry->arg;
	ret = tracing_file_ctx_get(&vf->at, inode);
	if (ret)
		goto out_free;
	ret = single_open(file, value_show, vf);
	if (ret)
		goto out_put;
	if (vf->value->no_seek)
		file->f_mode &= ~FMODE_LSEEK;
	return 0;

out_put:
	tracing_file_ctx_put(&vf->at);
out_free:
	kfree(vf);
	return ret;
}

static int value_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	tracing_file_ctx_put(&vf->at);
	kfree(vf);
	return single_release(inode, file);
}

static int value_store(struct value_file *vf, const char __user *ubuf,
		       size_t count)
{
	const struct tracing_value *value = vf->value;
	unsigned long val;
	char *text;
	int ret;

	if (value->number) {
		ret = tracing_number(ubuf, count, &val);
		return ret ?: value->number(&vf->at, val);
	}
	if (!value->word && !value->text)
		return -EINVAL;

	text = tracing_text(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (value->word)
		ret = value->word(&vf->at, strim(text));
	else
		ret = value->text(&vf->at, text);
	kfree(text);
	return ret;
}

static ssize_t value_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	int ret;

	ret = value_store(m->private, ubuf, count);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static loff_t value_seek(struct file *file, loff_t offset, int whence)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	if (vf->value->no_end)
		return seq_lseek(file, offset, whence);
	return tracing_seek(file, offset, whence);
}

static __poll_t value_poll(struct file *file, struct poll_table_struct *table)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	if (!vf->value->poll)
		return DEFAULT_POLLMASK;
	return vf->value->poll(&vf->at, file, table, vf->seen);
}

const struct file_operations tracing_value_fops = {
	.open		= value_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= value_write,
	.poll		= value_poll,
	.llseek		= value_seek,
	.release	= value_release,
};

/* tracing_on */

static int on_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%d\n", instance_is_on(at->tr));
	return 0;
}

static int on_store(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val) {
		if (!instance_is_on(at->tr))
			instance_on(at->tr);
		return 0;
	}
	instance_off(at->tr);
	/* Readers of trace_pipe that have something see the end now. */
	WRITE_ONCE(at->dir->wakes, at->dir->wakes + 1);
	ring_buffer_wake_waiters(at->tr->ring, RING_BUFFER_ALL_CPUS);
	return 0;
}

const struct tracing_value tracing_on_value = {
	.show = on_show,
	.number = on_store,
};

/* trace_clock */

static int clock_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	int current_clock = READ_ONCE(at->tr->clock);
	unsigned int i;

	for (i = 0; i < trace_clock_count; i++)
		seq_printf(m, "%s%s%s%s", i ? " " : "",
			   i == current_clock ? "[" : "",
			   trace_clock_table[i].name,
			   i == current_clock ? "]" : "");
	seq_putc(m, '\n');
	return 0;
}

static int clock_store(const struct tracing_file_ctx *at, char *word)
{
	return instance_clock_set(at->tr, word);
}

const struct tracing_value tracing_clock_value = {
	.show = clock_show,
	.word = clock_store,
	.no_end = true,
};

/* timestamp_mode */

static int timestamp_mode_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	bool absolute = ring_buffer_time_stamp_abs(at->tr->ring);

	seq_puts(m, absolute ? "delta [absolute]\n" : "[delta] absolute\n");
	return 0;
}

const struct tracing_value tracing_timestamp_mode_value = {
	.show = timestamp_mode_show,
	.no_end = true,
};

/*
 * last_boot_info: how far the kernel stands from where it stood when it wrote the
 * records that it has found. Text and data move together.
 */

static int last_boot_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	long moved = ring_buffer_moved(at->tr->ring);

	seq_printf(m, "text delta:\t%ld\ndata delta:\t%ld\n", moved, moved);
	return 0;
}

const struct tracing_value tracing_last_boot_value = {
	.show = last_boot_show,
};

/* tracing_cpumask */

static int cpumask_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%*pb\n", cpumask_pr_args(at->tr->cpumask));
	return 0;
}

static int cpumask_store(const struct tracing_file_ctx *at, char *text)
{
	cpumask_var_t mask;
	int ret;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse(text, mask);
	if (!ret)
		ret = instance_cpumask_set(at->tr, mask);
	free_cpumask_var(mask);
	return ret;
}

const struct tracing_value tracing_cpumask_value = {
	.show = cpumask_show,
	.text = cpumask_store,
};

/* current_tracer */

static int tracer_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%s\n", READ_ONCE(at->tr->tracer)->entry.name);
	return 0;
}

static int tracer_store(const struct tracing_file_ctx *at, char *word)
{
	return instance_tracer_set(at->tr, word);
}

const struct tracing_value tracing_tracer_value = {
	.show = tracer_show,
	.word = tracer_store,
};

/* tracing_enabled: 0 has the tracer keep quiet, and all that it has found stays */

static int enabled_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%d\n", !READ_ONCE(at->tr->quiet));
	return 0;
}

static int enabled_store(const struct tracing_file_ctx *at, unsigned long val)
{
	return instance_tracer_quiet(at->tr, !val);
}

const struct tracing_value tracing_enabled_value = {
	.show = enabled_show,
	.number = enabled_store,
};

/* available_tracers: the last registered comes first */

static int tracers_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	const char *gap = "";
	struct tracer *tracer;

	mutex_lock(&instance_tracers.lock);
	list_for_each_entry_reverse(tracer, &instance_tracers.entries,
				    entry.node) {
		if (!instance_tracer_fits(at->tr, tracer))
			continue;
		seq_printf(m, "%s%s", gap, tracer->entry.name);
		gap = " ";
	}
	mutex_unlock(&instance_tracers.lock);
	seq_putc(m, '\n');
	return 0;
}

const struct tracing_value tracing_tracers_value = {
	.show = tracers_show,
	.no_end = true,
};

/* saved_cmdlines_size */

static int cmdlines_size_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%u\n", trace_comm_size());
	return 0;
}

static int cmdlines_size_store(const struct tracing_file_ctx *at, unsigned long val)
{
	if (val > UINT_MAX)
		return -EINVAL;
	return trace_comm_resize(val);
}

const struct tracing_value tracing_cmdlines_size_value = {
	.show = cmdlines_size_show,
	.number = cmdlines_size_store,
	.no_seek = true,
};
