// SPDX-License-Identifier: GPL-2.0
/*
 * The directory osnoise: the settings of osnoise and timerlat.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "workload_file.h"
#include "osnoise.h"

static struct load * const osnoise_loads[] = OSNOISE_LOADS;

static void osnoise_halt(void)
{
	workload_hold();
	for (int i = 0; i < ARRAY_SIZE(osnoise_loads); i++)
		workload_halt(osnoise_loads[i]);
}

static int osnoise_go(void)
{
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(osnoise_loads); i++)
		ret = workload_go(osnoise_loads[i]) ?: ret;
	workload_let_go();
	return ret;
}

static void osnoise_cpus_show(struct seq_file *m)
{
	seq_printf(m, "%*pbl\n", cpumask_pr_args(&osnoise_cpus));
}

static int osnoise_cpus_store(char *text)
{
	cpumask_var_t mask;
	int ret;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpulist_parse(text, mask);
	if (!ret) {
		osnoise_halt();
		cpumask_copy(&osnoise_cpus, mask);
		ret = osnoise_go();
	}
	free_cpumask_var(mask);
	return ret;
}

static const char * const osnoise_words[OSNOISE_OPTIONS] = {
	[OSNOISE_DEFAULTS] = "DEFAULTS",
	[OSNOISE_WORKLOAD] = "OSNOISE_WORKLOAD",
	[OSNOISE_PANIC_ON_STOP] = "PANIC_ON_STOP",
	[OSNOISE_PREEMPT_DISABLE] = "OSNOISE_PREEMPT_DISABLE",
	[OSNOISE_IRQ_DISABLE] = "OSNOISE_IRQ_DISABLE",
};

static void osnoise_options_show(struct seq_file *m)
{
	unsigned long options = osnoise_settings.options;

	if (options == OSNOISE_OPTIONS_DEFAULT)
		options |= BIT(OSNOISE_DEFAULTS);
	for (int i = 0; i < OSNOISE_OPTIONS; i++)
		seq_printf(m, "%s%s ", options & BIT(i) ? "" : "NO_",
			   osnoise_words[i]);
	seq_putc(m, '\n');
}

/* -EINVAL, or the options as @word makes them. */
static long osnoise_options_word(const char *word)
{
	bool no = strstarts(word, "NO_");
	int nr;

	nr = match_string(osnoise_words, OSNOISE_OPTIONS, no ? word + 3 : word);
	if (nr < 0)
		return nr;
	if (nr == OSNOISE_DEFAULTS)
		return no ? -EINVAL : OSNOISE_OPTIONS_DEFAULT;
	if (no)
		return osnoise_settings.options & ~BIT(nr);
	return osnoise_settings.options | BIT(nr);
}

static int osnoise_options_store(char *word)
{
	long options;
	int ret;

	osnoise_halt();
	options = osnoise_options_word(word);
	if (options >= 0) {
		WRITE_ONCE(osnoise_settings.options, options);
		interference_listen_everywhere(!osnoise_option(OSNOISE_WORKLOAD));
	}
	ret = osnoise_go();
	return options < 0 ? options : ret;
}

static const u64 osnoise_period_least = 100;
static const u64 osnoise_period_most = USEC_PER_SEC;

/* What can be told in ns. */
static const u64 osnoise_time_most = KTIME_MAX / NSEC_PER_USEC;

static const struct workload_file osnoise_cpus_file = {
	.show = osnoise_cpus_show, .store = osnoise_cpus_store,
};

static const struct workload_file osnoise_options_file = {
	.show = osnoise_options_show, .store = osnoise_options_store,
};

static const struct workload_file osnoise_runtime_file = {
	.number = &osnoise_settings.runtime,
	.most = &osnoise_settings.period,
};

static const struct workload_file osnoise_period_file = {
	.number = &osnoise_settings.period,
	.least = &osnoise_settings.runtime, .most = &osnoise_time_most,
};

static const struct workload_file osnoise_stop_file = {
	.number = &osnoise_settings.stop,
};

static const struct workload_file osnoise_stop_total_file = {
	.number = &osnoise_settings.stop_total,
};

static const struct workload_file osnoise_print_stack_file = {
	.number = &osnoise_settings.print_stack,
};

static const struct workload_file osnoise_timerlat_period_file = {
	.number = &osnoise_settings.timerlat_period,
	.least = &osnoise_period_least, .most = &osnoise_period_most,
};

static const struct tracefs_entry osnoise_files[] = {
	WORKLOAD_FILE("cpus", 0640, osnoise_cpus_file),
	WORKLOAD_FILE("options", 0640, osnoise_options_file),
	WORKLOAD_FILE("period_us", 0640, osnoise_period_file),
	WORKLOAD_FILE("runtime_us", 0640, osnoise_runtime_file),
	WORKLOAD_FILE("stop_tracing_total_us", 0640, osnoise_stop_total_file),
	WORKLOAD_FILE("stop_tracing_us", 0640, osnoise_stop_file),
#ifdef CONFIG_TIMERLAT_TRACER
	WORKLOAD_FILE("print_stack", 0640, osnoise_print_stack_file),
	WORKLOAD_FILE("timerlat_period_us", 0640, osnoise_timerlat_period_file),
#endif
};

static const struct tracefs_kind osnoise_kind = {
	.entries = osnoise_files,
	.nr_entries = ARRAY_SIZE(osnoise_files),
};

static int __init osnoise_files_init(void)
{
	struct tracefs_node *dir;

	dir = tracefs_node_create("osnoise", NULL, &osnoise_kind, NULL);
	return IS_ERR(dir) ? PTR_ERR(dir) : timerlat_files(dir);
}
late_initcall(osnoise_files_init);
