// SPDX-License-Identifier: GPL-2.0
/*
 * The functions that the sites of markers call; see <linux/marker.h> and
 * kernel/tracepoint.c.
 *
 * A grace period of RCU does not wait for CPUs that are offline, so probes must
 * not be called there. A site does not test that each time: marker_row selects
 * the entry of marker.call for this CPU. While it is MARKER_ONLINE, the CPU is
 * online, and the site calls the probe; only the CPU itself changes marker_row,
 * in a task, which cannot happen between the site's read and the end of the
 * probe. Otherwise the site calls marker_sites_check_online(), which tests it.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/marker.h>

DEFINE_PER_CPU(unsigned long, marker_row);
EXPORT_PER_CPU_SYMBOL_GPL(marker_row);

/**
 * marker_iterator - the probe of a marker that has none
 * @marker: the marker
 * @private: unused
 * @format: unused
 *
 * Context: any.
 */
void marker_iterator(const struct marker *marker, void *private,
		     const char *format, ...)
{
}
EXPORT_SYMBOL_GPL(marker_iterator);

struct tracepoint_func marker_no_probe = { .func = marker_iterator };
EXPORT_SYMBOL_GPL(marker_no_probe);

/* Load the arguments: each of them is passed as one word. */
static __always_inline void marker_sites_load_args(const struct marker *marker,
						   unsigned long *word, va_list args)
{
	int i;

	for (i = 0; i < marker->nr; i++)
		word[i] = va_arg(args, unsigned long);
}

/*
 * Call a probe with the maximum number of words; those that the marker does not
 * have are ignored by the probe.
 */
static __always_inline void marker_sites_call_probe(const struct tracepoint_func *probe,
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
 * marker_iterate - call all probes of a marker that has several
 * @marker: the marker
 * @funcs: the probes; the last one is followed by an entry without a function
 * @format: format of the marker; the arguments follow
 *
 * Context: that of the marker, preemption disabled.
 */
notrace void marker_iterate(const struct marker *marker, void *funcs,
			    const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] = {};
	struct tracepoint_func *probe = funcs;
	va_list args;

	va_start(args, format);
	marker_sites_load_args(marker, word, args);
	va_end(args);

	do {
		marker_sites_call_probe(probe, marker, format, word);
	} while ((++probe)->func);
}

NOKPROBE_SYMBOL(marker_iterate);

/* Call the probe that CPUs which are online call, if this CPU is online. */
static notrace void marker_sites_check_online(const struct marker *marker, void *private,
					      const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] = {};
	va_list args;

	if (!cpu_online(raw_smp_processor_id()))
		return;
	va_start(args, format);
	marker_sites_load_args(marker, word, args);
	va_end(args);
	marker_sites_call_probe(rcu_dereference_raw(marker->call[1]), marker, format, word);
}

NOKPROBE_SYMBOL(marker_sites_check_online);

struct tracepoint_func marker_maybe_offline = { .func = marker_sites_check_online };
EXPORT_SYMBOL_GPL(marker_maybe_offline);

static int marker_sites_cpu_online(unsigned int cpu)
{
	this_cpu_write(marker_row, MARKER_ONLINE);
	return 0;
}

static int marker_sites_cpu_offline(unsigned int cpu)
{
	this_cpu_write(marker_row, 0);
	return 0;
}

/* If this fails, markers work, but always take the slow path. */
static int __init marker_sites_init(void)
{
	int state = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/marker:online",
				      marker_sites_cpu_online, marker_sites_cpu_offline);

	return min(state, 0);
}
core_initcall(marker_sites_init);
