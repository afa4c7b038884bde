// SPDX-License-Identifier: GPL-2.0
/*
 * What the sites of markers call: see <linux/marker.h> and kernel/tracepoint.c.
 *
 * A grace period of RCU does not wait for CPUs that are offline, so probes are
 * not called there. That a CPU is online is not asked for each time: while
 * marker_row says so it is, and the CPU itself changes that, in a task, which
 * cannot come between a site's look at it and the end of the probe. Where it
 * does not say so, marker_careful() asks.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/marker.h>

DEFINE_PER_CPU(unsigned long, marker_row);
EXPORT_PER_CPU_SYMBOL_GPL(marker_row);

void marker_iterator(const struct marker *marker, void *private,
		     const char *format, ...)
{
}
EXPORT_SYMBOL_GPL(marker_iterator);

struct tracepoint_func marker_nobody = { .func = marker_iterator };
EXPORT_SYMBOL_GPL(marker_nobody);

/* The arguments: each is a word, whatever its type is. */
static __always_inline void marker_words(const struct marker *marker,
					 unsigned long *word, va_list args)
{
	int i;

	for (i = 0; i < marker->nr; i++)
		word[i] = va_arg(args, unsigned long);
}

/* They are passed on as words, and such that nobody asked for follow them. */
static __always_inline void marker_pass(const struct tracepoint_func *probe,
					const struct marker *marker,
					const char *format,
					const unsigned long *word)
{
	marker_probe_func *func = READ_ONCE(probe->func);

	BUILD_BUG_ON(MARKER_ARGS_MAX != 10);
	func(marker, probe->data, format, word[0], word[1], word[2], word[3],
	     word[4], word[5], word[6], word[7], word[8], word[9]);
}

/**
 * marker_iterate - the probe of a marker that has several: calls all of them
 * @marker: the place
 * @funcs: the probes, ended by one without a function
 * @format: that of the marker; the arguments follow it
 *
 * Context: that of the marker, preemption off.
 */
notrace void marker_iterate(const struct marker *marker, void *funcs,
			    const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] = {};
	struct tracepoint_func *probe = funcs;
	va_list args;

	va_start(args, format);
	marker_words(marker, word, args);
	va_end(args);

	do {
		marker_pass(probe, marker, format, word);
	} while ((++probe)->func);
}

NOKPROBE_SYMBOL(marker_iterate);

/* Calls what the marker calls on CPUs that are online, if this one is. */
static notrace void marker_careful(const struct marker *marker, void *private,
				   const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] = {};
	va_list args;

	if (!cpu_online(raw_smp_processor_id()))
		return;
	va_start(args, format);
	marker_words(marker, word, args);
	va_end(args);
	marker_pass(rcu_dereference_raw(marker->call[1]), marker, format, word);
}

NOKPROBE_SYMBOL(marker_careful);

struct tracepoint_func marker_unsure = { .func = marker_careful };
EXPORT_SYMBOL_GPL(marker_unsure);

static int marker_cpu_online(unsigned int cpu)
{
	this_cpu_write(marker_row, MARKER_ONLINE);
	return 0;
}

static int marker_cpu_offline(unsigned int cpu)
{
	this_cpu_write(marker_row, 0);
	return 0;
}

/* Without it markers are slower and as right. */
static int __init marker_cpus_init(void)
{
	int state = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/marker:online",
				      marker_cpu_online, marker_cpu_offline);

	return min(state, 0);
}
core_initcall(marker_cpus_init);
