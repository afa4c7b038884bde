// SPDX-License-Identifier: GPL-2.0
/*
 * Formats of trace_printk().
 *
 * A record of trace_printk() contains the address of its format and the arguments in
 * binary. The linker collects the addresses of all formats in a section. The formats
 * of a module would be freed with it while its records remain in the buffer. So the
 * formats are copied when the module is loaded, and the copies are never freed.
 *
 * Tools that read raw pages get the formats from the file printk_formats, which
 * lists the strings of tracepoint_string() as well.
 */
#include <linux/init.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "internal.h"

/*
 * Number of modules that were loaded. Formats that readers compiled before are
 * invalid, because their addresses may be reused.
 */
unsigned int output_format_epoch;

/**
 * struct printk_format_copy - a copy of a module's format
 * @list: place in printk_format_copies
 * @format: points to @text
 * @text: the format
 */
struct printk_format_copy {
	struct list_head list;
	const char *format;
	char text[];
};

/* Protects the list and the hook below. */
static DEFINE_MUTEX(printk_formats_lock);
static LIST_HEAD(printk_format_copies);
static void (*printk_formats_used_hook)(void);

static size_t printk_formats_core(void)
{
	return __stop___trace_bprintk_fmt - __start___trace_bprintk_fmt;
}

static size_t printk_formats_strings(void)
{
	return __stop___tracepoint_str - __start___tracepoint_str;
}

/* Get a copy of @text that is never freed; NULL without memory. */
static const char *printk_formats_add(const char *text)
{
	struct printk_format_copy *copy;
	size_t size = strlen(text) + 1;

	lockdep_assert_held(&printk_formats_lock);
	list_for_each_entry(copy, &printk_format_copies, list) {
		if (!strcmp(copy->text, text))
			return copy->text;
	}
	copy = kmalloc(struct_size(copy, text, size), GFP_KERNEL);
	if (!copy)
		return NULL;
	memcpy(copy->text, text, size);
	copy->format = copy->text;
	list_add_tail(&copy->list, &printk_format_copies);
	return copy->text;
}

/**
 * output_formats_copy - replace the formats of a module by copies
 * @table: table of formats, updated to point to the copies. Without memory an entry
 *	becomes NULL, and its trace_printk() prints nothing.
 * @count: number of entries in @table
 *
 * Context: task, may sleep.
 */
void output_formats_copy(const char **table, unsigned int count)
{
	if (!count)
		return;

	mutex_lock(&printk_formats_lock);
	for (; count--; table++) {
		/* A format that is not a constant has an entry that is NULL. */
		if (*table)
			*table = printk_formats_add(*table);
	}
	if (printk_formats_used_hook)
		printk_formats_used_hook();
	mutex_unlock(&printk_formats_lock);
}

/**
 * output_formats_used - test whether trace_printk() is used
 *
 * Context: task, may sleep.
 * Return: true if the kernel or a module that is or was loaded uses trace_printk().
 */
bool output_formats_used(void)
{
	bool used;

	mutex_lock(&printk_formats_lock);
	used = printk_formats_core() || !list_empty(&printk_format_copies);
	mutex_unlock(&printk_formats_lock);
	return used;
}

/**
 * output_formats_notify - set a function to call when a module uses trace_printk()
 * @used: called when such a module is loaded, with printk_formats_lock held; may
 *	sleep
 *
 * Context: task, may sleep.
 */
void output_formats_notify(void (*used)(void))
{
	mutex_lock(&printk_formats_lock);
	printk_formats_used_hook = used;
	mutex_unlock(&printk_formats_lock);
}

/**
 * output_formats_contains - test whether an address is a format of the kernel image
 * @format: the address, which is not dereferenced
 *
 * Context: any.
 * Return: true if the kernel image has a trace_printk() with this format.
 */
bool output_formats_contains(const char *format)
{
	const char **at = __start___trace_bprintk_fmt;

	while (at < __stop___trace_bprintk_fmt && *at != format)
		at++;
	return at < __stop___trace_bprintk_fmt;
}

#ifdef CONFIG_MODULES
/* Called before any code of the module is executed. */
static int printk_formats_notify(struct notifier_block *nb, unsigned long what,
				 void *data)
{
	struct module *mod = data;

	if (what != MODULE_STATE_COMING)
		return NOTIFY_OK;
	WRITE_ONCE(output_format_epoch, output_format_epoch + 1);
	output_formats_copy(mod->trace_bprintk_fmt_start,
			    mod->num_trace_bprintk_fmt);
	return NOTIFY_OK;
}

static struct notifier_block printk_formats_notifier = {
	.notifier_call = printk_formats_notify,
	/* Before the notifier that registers the module's events. */
	.priority = 1,
};

static int __init printk_formats_init(void)
{
	return register_module_notifier(&printk_formats_notifier);
}
fs_initcall(printk_formats_init);
#endif

/* Formats of the kernel image, then its tracepoint strings, then the copies. */
static const char **printk_formats_at(loff_t pos)
{
	struct printk_format_copy *copy;

	if (pos < printk_formats_core())
		return __start___trace_bprintk_fmt + pos;
	pos -= printk_formats_core();
	if (pos < printk_formats_strings())
		return __start___tracepoint_str + pos;
	pos -= printk_formats_strings();
	list_for_each_entry(copy, &printk_format_copies, list) {
		if (!pos--)
			return &copy->format;
	}
	return NULL;
}

/**
 * output_formats_start - seq_operations.start of printk_formats
 * @m: the file
 * @pos: number of the format
 *
 * Context: task, may sleep; takes printk_formats_lock.
 * Return: address of the format's entry, or NULL at the end.
 */
void *output_formats_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&printk_formats_lock);
	return printk_formats_at(*pos);
}

/**
 * output_formats_next - seq_operations.next of printk_formats
 * @m: the file
 * @v: entry of the current format
 * @pos: number of the format, which is incremented
 *
 * Context: task; printk_formats_lock held.
 * Return: address of the format's entry, or NULL at the end.
 */
void *output_formats_next(struct seq_file *m, void *v, loff_t *pos)
{
	(*pos)++;
	return printk_formats_at(*pos);
}

/**
 * output_formats_stop - seq_operations.stop of printk_formats
 * @m: the file
 * @v: entry of the current format
 *
 * Context: task; releases printk_formats_lock.
 */
void output_formats_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&printk_formats_lock);
}

/* Print the text with the escapes of a C string literal. */
static void printk_formats_show_text(struct seq_file *m, const char *text)
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
 * output_formats_show - seq_operations.show of printk_formats
 * @m: the file
 * @v: entry of the current format
 *
 * Context: task; printk_formats_lock held.
 * Return: 0.
 */
int output_formats_show(struct seq_file *m, void *v)
{
	const char *text = *(const char **)v;

	if (!text)
		return 0;
	seq_printf(m, "0x%lx : \"", (unsigned long)text);
	printk_formats_show_text(m, text);
	seq_puts(m, "\"\n");
	return 0;
}
