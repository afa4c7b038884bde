// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms of the boot configuration: their keys are put together to the command that
 * a user would write to the trigger file of the event.
 */
#include <linux/bootconfig.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>

#include "boottime.h"

/* Print @open, the values of @key separated by commas, and @close; nothing without @key. */
static void __init boot_hist_list(struct seq_buf *s, struct xbc_node *node,
				  const char *key, const char *open, const char *close)
{
	struct xbc_node *values = NULL;
	const char *value;

	if (!xbc_node_find_value(node, key, &values) || !values)
		return;
	xbc_array_for_each_value(values, value) {
		seq_buf_printf(s, "%s%s", open, value);
		open = ",";
	}
	seq_buf_puts(s, close);
}

/* Print ":NAME=EXPRESSION" without the blanks of the expression, at which a command ends. */
static void __init boot_hist_var(struct seq_buf *s, struct xbc_node *var)
{
	struct xbc_node *value = xbc_node_get_child(var);
	const char *c;

	seq_buf_printf(s, ":%s=", xbc_node_get_data(var));
	for (c = value ? xbc_node_get_data(value) : ""; *c; c++) {
		if (!isspace(*c))
			seq_buf_putc(s, *c);
	}
}

static void __init boot_hist_vars(struct seq_buf *s, struct xbc_node *hist)
{
	struct xbc_node *vars = xbc_node_find_subkey(hist, "var"), *var;

	if (!vars)
		return;
	xbc_node_for_each_subkey(vars, var)
		boot_hist_var(s, var);
}

/* Print ":HANDLER(ARGUMENT).ACTION(...)"; both are mandatory. */
static int __init boot_hist_handler(struct seq_buf *s, struct xbc_node *node,
				    const char *handler, const char *key)
{
	const char *argument = xbc_node_find_value(node, key, NULL);

	if (!argument || !*argument)
		return -EINVAL;
	seq_buf_printf(s, ":%s(%s)", handler, argument);
	if (xbc_node_find_value(node, "trace", NULL))
		boot_hist_list(s, node, "trace", ".trace(", ")");
	else if (xbc_node_find_value(node, "save", NULL))
		boot_hist_list(s, node, "save", ".save(", ")");
	else if (xbc_node_find_subkey(node, "snapshot"))
		seq_buf_puts(s, ".snapshot()");
	else
		return -EINVAL;
	return 0;
}

/* Print the handlers HANDLER.N, and HANDLER itself if it has an argument. */
static int __init boot_hist_handlers(struct seq_buf *s, struct xbc_node *hist,
				     const char *handler, const char *key)
{
	struct xbc_node *node = xbc_node_find_subkey(hist, handler), *child;
	int ret = 0;

	if (!node)
		return 0;
	xbc_node_for_each_subkey(node, child) {
		if (!ret && isdigit(*xbc_node_get_data(child)))
			ret = boot_hist_handler(s, child, handler, key);
	}
	if (!ret && xbc_node_find_subkey(node, key))
		ret = boot_hist_handler(s, node, handler, key);
	return ret;
}

static void __init boot_hist_control(struct seq_buf *s, struct xbc_node *hist)
{
	static const char * const controls[] __initconst = { "pause", "continue", "clear" };
	int i;

	for (i = 0; i < ARRAY_SIZE(controls); i++) {
		if (xbc_node_find_subkey(hist, controls[i])) {
			seq_buf_printf(s, ":%s", controls[i]);
			return;
		}
	}
}

/**
 * boot_hist_text - make the command for a histogram of the boot configuration
 * @hist: the node of the histogram
 * @text: buffer for the command, as it is written to a trigger file
 * @size: size of @text in bytes
 *
 * Context: boot.
 * Return: 0; -EINVAL if a mandatory key is missing; -E2BIG if @text is too small.
 */
int __init boot_hist_text(struct xbc_node *hist, char *text, size_t size)
{
	const char *filter = xbc_node_find_value(hist, "filter", NULL);
	struct seq_buf s;
	int ret;

	if (!xbc_node_find_subkey(hist, "keys"))
		return -EINVAL;
	seq_buf_init(&s, text, size);
	seq_buf_puts(&s, "hist");
	boot_hist_list(&s, hist, "keys", ":keys=", "");
	boot_hist_list(&s, hist, "values", ":values=", "");
	boot_hist_list(&s, hist, "sort", ":sort=", "");
	boot_hist_list(&s, hist, "size", ":size=", "");
	boot_hist_list(&s, hist, "name", ":name=", "");
	boot_hist_vars(&s, hist);
	boot_hist_control(&s, hist);
	ret = boot_hist_handlers(&s, hist, "onmax", "var");
	if (!ret)
		ret = boot_hist_handlers(&s, hist, "onchange", "var");
	if (!ret)
		ret = boot_hist_handlers(&s, hist, "onmatch", "event");
	if (filter)
		seq_buf_printf(&s, " if %s", filter);
	seq_buf_str(&s);
	if (!ret && seq_buf_has_overflowed(&s))
		ret = -E2BIG;
	return ret;
}
