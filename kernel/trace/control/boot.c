// SPDX-License-Identifier: GPL-2.0
/*
 * Parameters of the kernel command line. Each is passed to the component that
 * applies it later in the boot. The strings are not copied: they are in the
 * kernel's own copy of the command line, which is never freed.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

static int __init tracing_boot_tracer(char *str)
{
	instance_boot_tracer(str);
	return 1;
}
__setup("ftrace=", tracing_boot_tracer);

static int __init tracing_boot_size(char *str)
{
	unsigned long bytes = memparse(str, &str);

	if (bytes)
		instance_boot_size(bytes);
	return 1;
}
__setup("trace_buf_size=", tracing_boot_size);

static int __init tracing_boot_clock(char *str)
{
	instance_boot_clock(str);
	return 1;
}
__setup("trace_clock=", tracing_boot_clock);

static int __init tracing_boot_thresh(char *str)
{
	unsigned long us;

	if (!kstrtoul(str, 0, &us))
		instance_boot_thresh(us);
	return 1;
}
__setup("tracing_thresh=", tracing_boot_thresh);

static int __init tracing_boot_options(char *str)
{
	instance_boot_options(str);
	return 1;
}
__setup("trace_options=", tracing_boot_options);

static int __init tracing_boot_events(char *str)
{
	instance_boot_events(str);
	return 1;
}
__setup("trace_event=", tracing_boot_events);

static int __init tracing_boot_instance(char *str)
{
	instance_boot_instance(str);
	return 1;
}
__setup("trace_instance=", tracing_boot_instance);

#ifdef CONFIG_TRACER_SNAPSHOT
static int __init tracing_boot_alloc_snapshot(char *str)
{
	instance_boot_snapshot_alloc();
	return 1;
}
__setup("alloc_snapshot", tracing_boot_alloc_snapshot);

/* "" for the global instance, or "=NAME" for another one. */
static int __init tracing_boot_snapshot(char *str)
{
	instance_boot_snapshot(*str == '=' ? str + 1 : str);
	return 1;
}
__setup("ftrace_boot_snapshot", tracing_boot_snapshot);
#endif

/* The filters are globs, which can be applied once the patch sites are known. */
static char *boot_filter_list __initdata;
static char *boot_notrace_list __initdata;

static int __init tracing_boot_filter(char *str)
{
	boot_filter_list = str;
	return 1;
}
__setup("ftrace_filter=", tracing_boot_filter);

static int __init tracing_boot_notrace(char *str)
{
	boot_notrace_list = str;
	return 1;
}
__setup("ftrace_notrace=", tracing_boot_notrace);

static int __init tracing_boot_filters_apply(void)
{
	if (boot_filter_list)
		ftrace_early_filter(boot_filter_list, false);
	if (boot_notrace_list)
		ftrace_early_filter(boot_notrace_list, true);
	return 0;
}
early_initcall(tracing_boot_filters_apply);

/* traceoff_after_boot: the records of the boot are not overwritten by user space. */
static bool boot_off_after __initdata;

static int __init tracing_boot_off_after(char *str)
{
	if (*str)
		return 0;
	boot_off_after = true;
	return 1;
}
__setup("traceoff_after_boot", tracing_boot_off_after);

/* The parameter names no instance, so instances of trace_instance= go on recording. */
static int __init tracing_boot_end(void)
{
	if (boot_off_after)
		instance_off(&instance_global);
	return 0;
}
late_initcall_sync(tracing_boot_end);
