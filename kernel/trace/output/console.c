// SPDX-License-Identifier: GPL-2.0
/*
 * tp_printk: prints events on the console when they are recorded.
 *
 * The iterator is allocated at boot if the command line has tp_printk. Then the
 * sysctl kernel.tracepoint_printk switches the printing on and off.
 */
#include <linux/err.h>
#include <linux/hardirq.h>
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/spinlock.h>
#include <linux/sysctl.h>

#include "output.h"
#include "internal.h"

/* kernel.tracepoint_printk */
int tracepoint_printk;

static DEFINE_MUTEX(console_mutex);		/* serialises switching */
static DEFINE_RAW_SPINLOCK(console_lock);	/* protects console_iter's text */
static struct trace_iterator *console_iter;
static int console_cpu = -1;			/* CPU that holds console_lock */
static bool console_stop_on_boot __initdata;

static int __init console_setup(char *str)
{
	/* tp_printk_stop_on_boot is another parameter. */
	if (*str == '_')
		return 0;
	if (strcmp(str, "=0") && strcmp(str, "=off"))
		tracepoint_printk = 1;
	return 1;
}
__setup("tp_printk", console_setup);

static int __init console_stop_setup(char *str)
{
	console_stop_on_boot = true;
	return 1;
}
__setup("tp_printk_stop_on_boot", console_stop_setup);

/*
 * event_console_ops.print: print an event that is being recorded on the console.
 *
 * printk() itself triggers events, and so may an NMI in the meantime: an event on
 * the CPU that holds the lock, or in an NMI that finds the lock held, is not
 * printed.
 */
static void console_print(struct trace_event_buffer *fbuffer)
{
	struct trace_event_call *call = fbuffer->trace_file->event_call;
	unsigned long flags;

	if (!READ_ONCE(tracepoint_printk))
		return;
	while (!raw_spin_trylock_irqsave(&console_lock, flags)) {
		if (in_nmi() || READ_ONCE(console_cpu) == smp_processor_id())
			return;
		cpu_relax();
	}
	WRITE_ONCE(console_cpu, smp_processor_id());
	printk(KERN_DEFAULT "%s",
	       output_text(console_iter, &call->event, fbuffer->entry,
			   ring_buffer_event_length(fbuffer->event)));
	WRITE_ONCE(console_cpu, -1);
	raw_spin_unlock_irqrestore(&console_lock, flags);
}

/**
 * tracepoint_printk_sysctl - handle the sysctl kernel.tracepoint_printk
 * @table: entry of the sysctl
 * @write: nonzero if the sysctl is written
 * @buffer: text that is read or written
 * @lenp: length of @buffer in bytes
 * @ppos: position in the file
 *
 * Writing has no effect unless tp_printk was on the command line.
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int tracepoint_printk_sysctl(const struct ctl_table *table, int write,
			     void *buffer, size_t *lenp, loff_t *ppos)
{
	int was, ret;

	mutex_lock(&console_mutex);
	was = tracepoint_printk;
	ret = proc_dointvec(table, write, buffer, lenp, ppos);
	if (!console_iter)
		tracepoint_printk = 0;
	if (!was != !tracepoint_printk) {
		if (tracepoint_printk)
			event_output_get();
		else
			event_output_put();
	}
	mutex_unlock(&console_mutex);
	return ret;
}

static const struct event_console_ops console_ops __initconst = {
	.print	= console_print,
};

static int __init console_init(void)
{
	struct trace_iterator *iter;

	if (!tracepoint_printk)
		return 0;
	iter = output_text_open(&instance_global);
	if (IS_ERR(iter)) {
		tracepoint_printk = 0;
		return PTR_ERR(iter);
	}
	console_iter = iter;
	event_console_ops_register(&console_ops);
	event_output_get();
	return 0;
}
early_initcall(console_init);

static int __init console_stop(void)
{
	if (!console_stop_on_boot || !console_iter)
		return 0;
	mutex_lock(&console_mutex);
	if (tracepoint_printk)
		event_output_put();
	tracepoint_printk = 0;
	mutex_unlock(&console_mutex);
	return 0;
}
late_initcall_sync(console_stop);
