// SPDX-License-Identifier: GPL-2.0
/*
 * The directory osnoise with the settings of osnoise and timerlat.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "workload_file.h"
#include "osnoise.h"

static struct workload * const osnoise_workloads[] = OSNOISE_WORKLOADS;

static void osnoise_files_pause(void)
{
	workload_settings_lock();
	for (int i = 0; i < ARRAY_SIZE(osnoise_workloads); i++)
		workload_pause(osnoise_workloads[i]);
}

/* Start the threads of all workloads, or none. */
static int osnoise_files_start(void)
{
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(osnoise_workloads); i++)
		ret = workload_resume(osnoise_workloads[i]) ?: ret;
	for (i = 0; ret && i < ARRAY_SIZE(osnoise_workloads); i++)
		workload_pause(osnoise_workloads[i]);
	return ret;
}

/* After osnoise_files_start() failed, start the threads with the old settings. */
static void osnoise_files_start_again(void)
{
	if (osnoise_files_start())
		pr_warn("osnoise: cannot start the threads again\n");
}

static void osnoise_files_cpus_show(struct seq_file *m)
{
	seq_printf(m, "%*pbl\n", cpumask_pr_args(&osnoise_cpus));
}

static int osnoise_files_cpus_set(const struct cpumask *mask, struct cpumask *old)
{
	int ret;

	osnoise_files_pause();
	cpumask_copy(old, &osnoise_cpus);
	cpumask_copy(&osnoise_cpus, mask);
	ret = osnoise_files_start();
	if (ret) {
		cpumask_copy(&osnoise_cpus, old);
		osnoise_files_start_again();
	}
	workload_settings_unlock();
	return ret;
}

static int osnoise_files_cpus_store(char *text)
{
	cpumask_var_t mask, old;
	int ret = -ENOMEM;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return ret;
	if (alloc_cpumask_var(&old, GFP_KERNEL)) {
		ret = cpulist_parse(text, mask) ?: osnoise_files_cpus_set(mask, old);
		free_cpumask_var(old);
	}
	free_cpumask_var(mask);
	return ret;
}

static const char * const osnoise_option_names[OSNOISE_OPTIONS] = {
	[OSNOISE_DEFAULTS] = "DEFAULTS",
	[OSNOISE_WORKLOAD] = "OSNOISE_WORKLOAD",
	[OSNOISE_PANIC_ON_STOP] = "PANIC_ON_STOP",
	[OSNOISE_PREEMPT_DISABLE] = "OSNOISE_PREEMPT_DISABLE",
	[OSNOISE_IRQ_DISABLE] = "OSNOISE_IRQ_DISABLE",
	[OSNOISE_TIMERLAT_ALIGN] = "TIMERLAT_ALIGN",
};

static void osnoise_files_options_show(struct seq_file *m)
{
	unsigned long options = osnoise_settings.options;

	if (options == OSNOISE_OPTIONS_DEFAULT)
		options |= BIT(OSNOISE_DEFAULTS);
	for (int i = 0; i < OSNOISE_OPTIONS; i++)
		seq_printf(m, "%s%s ", options & BIT(i) ? "" : "NO_",
			   osnoise_option_names[i]);
	seq_putc(m, '\n');
}

/* Returns the options after @word is applied, or -EINVAL. */
static long osnoise_files_options_parse(const char *word)
{
	bool no = strstarts(word, "NO_");
	int nr;

	nr = match_string(osnoise_option_names, OSNOISE_OPTIONS, no ? word + 3 : word);
	if (nr < 0)
		return nr;
	if (nr == OSNOISE_DEFAULTS)
		return no ? -EINVAL : OSNOISE_OPTIONS_DEFAULT;
	if (no)
		return osnoise_settings.options & ~BIT(nr);
	return osnoise_settings.options | BIT(nr);
}

static void osnoise_files_options_set(long options)
{
	WRITE_ONCE(osnoise_settings.options, options);
	interference_events_set_all(!osnoise_option(OSNOISE_WORKLOAD));
}

static int osnoise_files_options_store(char *word)
{
	long options, old;
	int ret;

	osnoise_files_pause();
	old = osnoise_settings.options;
	options = osnoise_files_options_parse(word);
	if (options >= 0)
		osnoise_files_options_set(options);
	ret = osnoise_files_start();
	if (ret) {
		osnoise_files_options_set(old);
		osnoise_files_start_again();
	}
	workload_settings_unlock();
	return options < 0 ? options : ret;
}

static const u64 osnoise_period_min = 100;
static const u64 osnoise_period_max = USEC_PER_SEC;

/* Maximum time that can be expressed in ns. */
static const u64 osnoise_time_max = KTIME_MAX / NSEC_PER_USEC;

static const struct workload_file osnoise_cpus_file = {
	.show = osnoise_files_cpus_show, .store = osnoise_files_cpus_store,
};

static const struct workload_file osnoise_options_file = {
	.show = osnoise_files_options_show, .store = osnoise_files_options_store,
};

static const struct workload_file osnoise_runtime_file = {
	.number = &osnoise_settings.runtime,
	.max = &osnoise_settings.period,
};

static const struct workload_file osnoise_period_file = {
	.number = &osnoise_settings.period,
	.min = &osnoise_settings.runtime, .max = &osnoise_time_max,
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
	.min = &osnoise_period_min, .max = &osnoise_period_max,
};

static const struct workload_file osnoise_timerlat_align_file = {
	.number = &osnoise_settings.timerlat_align,
	.max = &osnoise_period_max,
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
	WORKLOAD_FILE("timerlat_align_us", 0640, osnoise_timerlat_align_file),
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
	return IS_ERR(dir) ? PTR_ERR(dir) : osnoise_timerlat_files(dir);
}
late_initcall(osnoise_files_init);
