// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the trace buffer on the console: at an oops or panic, by sysrq-z, or by a
 * call of ftrace_dump(). Also stops tracing at a warning, so that later records do
 * not overwrite those that led to it.
 */
#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kdebug.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "output.h"

/* Maximum length of a line, which must fit into a record of printk(). */
#define DUMP_LINE_MAX	1000

#define DUMP_RULER	"---------------------------------\n"

/*
 * kernel.ftrace_dump_on_oops: "0", "1", "2" or names of instances, see dump_param().
 */
char ftrace_dump_on_oops[MAX_TRACER_SIZE] = "0";

/* kernel.traceoff_on_warning */
int __disable_trace_on_warning;

static int __init dump_on_oops_setup(char *str)
{
	/* "", ",INSTANCE..." or "=..." */
	switch (*str) {
	case '\0':
		strscpy(ftrace_dump_on_oops, "1");
		return 1;
	case ',':
		snprintf(ftrace_dump_on_oops, sizeof(ftrace_dump_on_oops),
			 "1%s", str);
		return 1;
	case '=':
		strscpy(ftrace_dump_on_oops, str + 1);
		return 1;
	}
	return 0;
}
__setup("ftrace_dump_on_oops", dump_on_oops_setup);

static int __init dump_traceoff_setup(char *str)
{
	if (strcmp(str, "=0") && strcmp(str, "=off"))
		__disable_trace_on_warning = 1;
	return 1;
}
__setup("traceoff_on_warning", dump_traceoff_setup);

static void dump_stop(struct trace_array *tr)
{
	static const char note[] = "Disabling tracing due to warning\n";

	instance_print(tr, _THIS_IP_, note, sizeof(note) - 1);
	instance_off(tr);
}

/**
 * disable_trace_on_warning - stop tracing if kernel.traceoff_on_warning is set
 *
 * Stops the global instance and that of trace_printk(), which is likely to have what
 * somebody who looks for the reason of the warning has made the kernel print.
 *
 * Context: any.
 */
void disable_trace_on_warning(void)
{
	struct trace_array *printk;

	if (!__disable_trace_on_warning)
		return;
	guard(preempt_notrace)();
	printk = instance_printk_dest();
	dump_stop(&instance_global);
	if (!instance_is_global(printk))
		dump_stop(printk);
}

static void dump_line(struct trace_iterator *iter)
{
	struct trace_seq *s = &iter->seq;
	int len = min(trace_seq_used(s), DUMP_LINE_MAX);

	s->buffer[len] = '\0';
	pr_emerg("%s", s->buffer);
}

static void dump_lines(struct trace_iterator *iter)
{
	bool any = false;

	while (output_dump_line(iter)) {
		if (!any)
			pr_emerg(DUMP_RULER);
		any = true;
		dump_line(iter);
		touch_nmi_watchdog();
	}
	if (any)
		pr_emerg(DUMP_RULER);
	else
		pr_emerg("   (ftrace buffer empty)\n");
}

/* Interrupts are disabled so that the dump is not interleaved with other output. */
static void dump_instance(struct trace_array *tr, enum ftrace_dump_mode mode)
{
	int cpu = mode == DUMP_ORIG ? raw_smp_processor_id() :
				      RING_BUFFER_ALL_CPUS;
	struct trace_iterator *iter;
	unsigned long flags;

	/*
	 * Tracing remains off, because later records would not explain the failure.
	 */
	instance_off(tr);

	local_irq_save(flags);
	ring_buffer_record_disable(tr->ring);
	if (instance_is_global(tr))
		pr_emerg("Dumping ftrace buffer:\n");
	else
		pr_emerg("Dumping ftrace instance %s buffer:\n", tr->name);
	if (ftrace_is_dead()) {
		pr_warn("# WARNING: FUNCTION TRACING IS CORRUPTED\n");
		pr_warn("#          MAY BE MISSING FUNCTION EVENTS\n");
	}
	iter = output_dump_open(tr, cpu);
	if (iter)
		dump_lines(iter);
	ring_buffer_record_enable(tr->ring);
	local_irq_restore(flags);
}

static struct trace_array *dump_find(const char *name)
{
	struct trace_array *tr;

	/*
	 * The list is read without instance_lock: the task that crashed may hold it.
	 */
	list_for_each_entry(tr, &instance_list, list) {
		if (tr->name && !strcmp(tr->name, name))
			return tr;
	}
	return NULL;
}

static bool dump_is_orig(const char *word)
{
	return !strcmp(word, "2") || !strcmp(word, "orig_cpu");
}

/* INSTANCE or INSTANCE=MODE */
static void dump_named(char *word)
{
	char *name = strsep(&word, "=");
	struct trace_array *tr = dump_find(name);

	if (!tr) {
		pr_emerg("Instance %s not found\n", name);
		return;
	}
	if (!word || !strcmp(word, "1"))
		dump_instance(tr, DUMP_ALL);
	else if (dump_is_orig(word))
		dump_instance(tr, DUMP_ORIG);
}

/* [1|2|orig_cpu|INSTANCE[=MODE]][,INSTANCE[=MODE]]... */
static void dump_param(void)
{
	static char text[MAX_TRACER_SIZE];
	char *rest = text;
	char *word;

	strscpy(text, ftrace_dump_on_oops);
	word = strsep(&rest, ",");
	if (!strcmp(word, "0"))
		return;
	if (!strcmp(word, "1"))
		dump_instance(&instance_global, DUMP_ALL);
	else if (dump_is_orig(word))
		dump_instance(&instance_global, DUMP_ORIG);
	else if (*word)
		dump_named(word);

	while ((word = strsep(&rest, ","))) {
		if (*word)
			dump_named(word);
	}
}

/**
 * ftrace_dump - print the trace buffer on the console and stop tracing
 * @oops_dump_mode: DUMP_ALL for all CPUs, DUMP_ORIG for this CPU, DUMP_PARAM for the
 *	instances and modes in ftrace_dump_on_oops
 *
 * Does nothing while another CPU is executing the function.
 *
 * Context: any, including NMI and panic.
 */
void ftrace_dump(enum ftrace_dump_mode oops_dump_mode)
{
	static atomic_t running;

	if (atomic_cmpxchg(&running, 0, 1))
		return;
	switch (oops_dump_mode) {
	case DUMP_ALL:
	case DUMP_ORIG:
		dump_instance(&instance_global, oops_dump_mode);
		break;
	case DUMP_PARAM:
		dump_param();
		break;
	case DUMP_NONE:
		break;
	}
	atomic_set(&running, 0);
}
EXPORT_SYMBOL_GPL(ftrace_dump);

static int dump_on_panic(struct notifier_block *nb, unsigned long what,
			 void *data)
{
	ftrace_dump(DUMP_PARAM);
	return NOTIFY_DONE;
}

static int dump_on_die(struct notifier_block *nb, unsigned long what,
		       void *data)
{
	if (what == DIE_OOPS)
		ftrace_dump(DUMP_PARAM);
	return NOTIFY_DONE;
}

/* High priority: the trace should be printed before most other notifiers run. */
static struct notifier_block dump_panic_notifier = {
	.notifier_call = dump_on_panic,
	.priority = INT_MAX - 1,
};

static struct notifier_block dump_die_notifier = {
	.notifier_call = dump_on_die,
	.priority = INT_MAX - 1,
};

static int __init dump_init(void)
{
	atomic_notifier_chain_register(&panic_notifier_list,
				       &dump_panic_notifier);
	return register_die_notifier(&dump_die_notifier);
}
early_initcall(dump_init);
