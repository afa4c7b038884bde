// SPDX-License-Identifier: GPL-2.0
/*
 * The trace on the console: when the kernel dies, when sysrq-z asks for it, or
 * when somebody calls ftrace_dump(). And stopping the trace at a warning, so
 * that what led to it is not overwritten by what follows.
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

/* Longer lines would not fit into printk()'s. */
#define DUMP_LINE_MAX	1000

#define DUMP_RULER	"---------------------------------\n"

/* kernel.ftrace_dump_on_oops: "0", "1", "2" or names, see dump_param(). */
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

static int __init traceoff_on_warning_setup(char *str)
{
	if (strcmp(str, "=0") && strcmp(str, "=off"))
		__disable_trace_on_warning = 1;
	return 1;
}
__setup("traceoff_on_warning", traceoff_on_warning_setup);

void disable_trace_on_warning(void)
{
	static const char note[] = "Disabling tracing due to warning\n";

	if (!__disable_trace_on_warning)
		return;
	instance_print(&instance_global, _THIS_IP_, note, sizeof(note) - 1);
	instance_off(&instance_global);
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

/* All of it at once on one CPU; who comes while it goes on, goes without. */
static void dump_instance(struct trace_array *tr, enum ftrace_dump_mode mode)
{
	int cpu = mode == DUMP_ORIG ? raw_smp_processor_id() :
				      RING_BUFFER_ALL_CPUS;
	struct trace_iterator *iter;
	unsigned long flags;

	/* It stays off: what is traced from now on is the dying. */
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

	/* Without the lock, whose owner may be the one that died. */
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
 * ftrace_dump - print the trace on the console, and stop tracing
 * @oops_dump_mode: all CPUs, this CPU's, or as ftrace_dump_on_oops says
 *
 * Context: any, even when the kernel is dying.
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

/* Early, but after those who do the least. */
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
