// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel command line says about tracing: handed to the rooms that
 * keep it until the time has come. They keep pointers: the texts stand in the
 * kernel's own copy of the line, which is not freed.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

static int __init boot_tracer(char *str)
{
	instance_boot_tracer(str);
	return 1;
}
__setup("ftrace=", boot_tracer);

static int __init boot_size(char *str)
{
	unsigned long bytes = memparse(str, &str);

	if (bytes)
		instance_boot_size(bytes);
	return 1;
}
__setup("trace_buf_size=", boot_size);

static int __init boot_clock(char *str)
{
	instance_boot_clock(str);
	return 1;
}
__setup("trace_clock=", boot_clock);

static int __init boot_thresh(char *str)
{
	unsigned long us;

	if (!kstrtoul(str, 0, &us))
		instance_boot_thresh((u64)us * NSEC_PER_USEC);
	return 1;
}
__setup("tracing_thresh=", boot_thresh);

static int __init boot_options(char *str)
{
	instance_boot_options(str);
	return 1;
}
__setup("trace_options=", boot_options);

static int __init boot_events(char *str)
{
	instance_boot_events(str);
	return 1;
}
__setup("trace_event=", boot_events);

static int __init boot_instance(char *str)
{
	instance_boot_instance(str);
	return 1;
}
__setup("trace_instance=", boot_instance);

#ifdef CONFIG_TRACER_SNAPSHOT
static int __init boot_alloc_snapshot(char *str)
{
	instance_boot_snapshot_alloc();
	return 1;
}
__setup("alloc_snapshot", boot_alloc_snapshot);

/* "" for the global instance, or "=NAME". */
static int __init boot_snapshot(char *str)
{
	instance_boot_snapshot(*str == '=' ? str + 1 : str);
	return 1;
}
__setup("ftrace_boot_snapshot", boot_snapshot);
#endif

/* Globs, which only make sense when the sites are known. */
static char *boot_filter_list __initdata;
static char *boot_notrace_list __initdata;

static int __init boot_filter(char *str)
{
	boot_filter_list = str;
	return 1;
}
__setup("ftrace_filter=", boot_filter);

static int __init boot_notrace(char *str)
{
	boot_notrace_list = str;
	return 1;
}
__setup("ftrace_notrace=", boot_notrace);

static int __init boot_filters_apply(void)
{
	if (boot_filter_list)
		ftrace_early_filter(boot_filter_list, false);
	if (boot_notrace_list)
		ftrace_early_filter(boot_notrace_list, true);
	return 0;
}
early_initcall(boot_filters_apply);
