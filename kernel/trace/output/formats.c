// SPDX-License-Identifier: GPL-2.0
/*
 * Formats of trace_printk().
 *
 * A record of trace_printk() holds the address of its format and the arguments
 * in binary. The compiler gathers the formats' addresses in a section. Those of
 * the kernel stay for ever. Those of a module would vanish with it while its
 * records stay; so copies of them are kept, see modules.c.
 *
 * Tools that read raw pages learn from printk_formats what the addresses mean;
 * it lists what tracepoint_string() made known, too.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "internal.h"

/**
 * struct kept_format - a copy of a module's format
 * @list: place in kept_formats
 * @format: points to @text
 * @text: the format
 */
struct kept_format {
	struct list_head list;
	const char *format;
	char text[];
};

/* Protects what follows. */
static DEFINE_MUTEX(formats_lock);
static LIST_HEAD(kept_formats);
static void (*formats_used)(void);

static size_t formats_core(void)
{
	return __stop___trace_bprintk_fmt - __start___trace_bprintk_fmt;
}

static size_t formats_strings(void)
{
	return __stop___tracepoint_str - __start___tracepoint_str;
}

/* A copy of @text that stays; NULL without memory. */
static const char *format_keep(const char *text)
{
	struct kept_format *kept;
	size_t size = strlen(text) + 1;

	lockdep_assert_held(&formats_lock);
	list_for_each_entry(kept, &kept_formats, list) {
		if (!strcmp(kept->text, text))
			return kept->text;
	}
	kept = kmalloc(struct_size(kept, text, size), GFP_KERNEL);
	if (!kept)
		return NULL;
	memcpy(kept->text, text, size);
	kept->format = kept->text;
	list_add_tail(&kept->list, &kept_formats);
	return kept->text;
}

/**
 * output_formats_keep - make a table of formats outlive its module
 * @table: made to point to copies; NULL where there was no memory for one,
 *	and trace_printk() prints nothing there
 * @count: formats in @table
 *
 * Context: task, may sleep.
 */
void output_formats_keep(const char **table, unsigned int count)
{
	if (!count)
		return;

	mutex_lock(&formats_lock);
	for (; count--; table++) {
		/* A format that is no constant has an entry without one. */
		if (*table)
			*table = format_keep(*table);
	}
	if (formats_used)
		formats_used();
	mutex_unlock(&formats_lock);
}

/**
 * output_formats_used - does anybody use trace_printk()?
 *
 * Context: task, may sleep.
 * Return: true if the kernel or a module that is or was loaded does.
 */
bool output_formats_used(void)
{
	bool used;

	mutex_lock(&formats_lock);
	used = formats_core() || !list_empty(&kept_formats);
	mutex_unlock(&formats_lock);
	return used;
}

/**
 * output_formats_listen - be told of modules that use trace_printk()
 * @used: called as such a module comes, with locks held; may sleep
 *
 * Context: task, may sleep.
 */
void output_formats_listen(void (*used)(void))
{
	mutex_lock(&formats_lock);
	formats_used = used;
	mutex_unlock(&formats_lock);
}

/**
 * output_formats_know - is this one of the kernel's own formats?
 * @format: an address, of which nothing else is known
 *
 * Context: any.
 */
bool output_formats_know(const char *format)
{
	const char **at = __start___trace_bprintk_fmt;

	while (at < __stop___trace_bprintk_fmt && *at != format)
		at++;
	return at < __stop___trace_bprintk_fmt;
}

/* The kernel's formats, then the strings, then the copies. */
static const char **formats_at(loff_t pos)
{
	struct kept_format *kept;

	if (pos < formats_core())
		return __start___trace_bprintk_fmt + pos;
	pos -= formats_core();
	if (pos < formats_strings())
		return __start___tracepoint_str + pos;
	pos -= formats_strings();
	list_for_each_entry(kept, &kept_formats, list) {
		if (!pos--)
			return &kept->format;
	}
	return NULL;
}

/**
 * output_formats_start - seq_file start of printk_formats
 * @m: the file
 * @pos: which format
 *
 * Context: task, may sleep.
 */
void *output_formats_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&formats_lock);
	return formats_at(*pos);
}

/**
 * output_formats_next - seq_file next of printk_formats
 * @m: the file
 * @v: what start or next returned
 * @pos: which format, advanced
 *
 * Context: between start and stop.
 */
void *output_formats_next(struct seq_file *m, void *v, loff_t *pos)
{
	(*pos)++;
	return formats_at(*pos);
}

/**
 * output_formats_stop - seq_file stop of printk_formats
 * @m: the file
 * @v: what start or next returned
 *
 * Context: after output_formats_start().
 */
void output_formats_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&formats_lock);
}

/* As the format would stand in C. */
static void formats_show_text(struct seq_file *m, const char *text)
{
	static const char special[] = "\n\t\"";
	static const char escapes[] = "nt\"";

	for (; *text; text++) {
		const char *at = strchr(special, *text);

		if (at)
			seq_putc(m, '\\');
		seq_putc(m, at ? escapes[at - special] : *text);
	}
}

/**
 * output_formats_show - seq_file show of printk_formats
 * @m: the file
 * @v: what start or next returned
 *
 * Context: between start and stop.
 * Return: 0.
 */
int output_formats_show(struct seq_file *m, void *v)
{
	const char *text = *(const char **)v;

	if (!text)
		return 0;
	seq_printf(m, "0x%lx : \"", (unsigned long)text);
	formats_show_text(m, text);
	seq_puts(m, "\"\n");
	return 0;
}
