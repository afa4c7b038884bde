// SPDX-License-Identifier: GPL-2.0
/*
 * Boot: early_trace_init() and trace_init(), which init/main.c calls, and the boot
 * parameters. Parameters are parsed before the global instance exists, so they are
 * recorded here and applied later.
 *
 * Order of initialization:
 *	ftrace_init()		table of patch sites
 *	early_trace_init()	ring buffer of the global instance, of minimal size
 *	trace_init()		events and instances, and the boot parameters for them
 *	initcalls		tracers, output formats, control files
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/string.h>

#include "internal.h"

static struct instance_cmdline boot_events __initdata;
static char boot_clock[32] __initdata;
static unsigned long boot_thresh __initdata;	/* in microseconds */

static bool boot_snapshot_alloc __initdata;
static bool boot_snapshot_global __initdata;
static struct instance_cmdline boot_snapshots __initdata;
static struct instance_cmdline boot_instances __initdata;

/**
 * instance_boot_size - apply the boot parameter trace_buf_size=
 * @bytes: full size of ring buffers in bytes per CPU; 0 has no effect
 *
 * Context: boot, before early_trace_init().
 */
void __init instance_boot_size(unsigned long bytes)
{
	if (bytes)
		instance_default_bytes = bytes;
}

/**
 * instance_boot_clock - record the boot parameter trace_clock=
 * @name: name of the clock; copied
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_clock(const char *name)
{
	strscpy(boot_clock, name);
}

/**
 * instance_boot_thresh - record the boot parameter tracing_thresh=
 * @us: threshold in microseconds, see instance_thresh_set()
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_thresh(unsigned long us)
{
	boot_thresh = us;
}

/**
 * instance_boot_options - record one occurrence of trace_options=
 * @list: comma-separated list of options; not copied
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_options(char *list)
{
	instance_cmdline_add(&instance_cmdline_options, list);
}

/**
 * instance_boot_events - record one occurrence of trace_event=
 * @list: comma-separated list of events, as for set_event; not copied
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_events(char *list)
{
	instance_cmdline_add(&boot_events, list);
}

/**
 * instance_boot_instance - record one occurrence of trace_instance=
 * @text: "NAME[^FLAG]...[@MEMORY][,EVENT]...", or "NAME=SOURCE" for a copy of the
 *	records of the last boot that the instance SOURCE has; not copied
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_instance(char *text)
{
	instance_cmdline_add(&boot_instances, text);
}

/**
 * instance_boot_snapshot_alloc - record the boot parameter alloc_snapshot
 *
 * Context: boot, before trace_init().
 */
void __init instance_boot_snapshot_alloc(void)
{
	boot_snapshot_alloc = true;
}

/**
 * instance_boot_snapshot - record one occurrence of ftrace_boot_snapshot
 * @name: name of an instance, not copied; empty for the global one
 *
 * Context: boot, before the late initcalls.
 */
void __init instance_boot_snapshot(char *name)
{
	if (*name)
		instance_cmdline_add(&boot_snapshots, name);
	else
		boot_snapshot_global = true;
}

static int __init instance_boot_enable(struct trace_array *tr, const char *events)
{
	char word[128];

	if (strscpy(word, events) < 0)
		return -E2BIG;
	return instance_events_apply(tr, word);
}

/* Enable events without another attempt later. */
static int __init instance_boot_enable_last(struct trace_array *tr, const char *events)
{
	if (instance_boot_enable(tr, events))
		pr_warn("%s: failed to enable event '%s'\n", tr->name ?: "trace_event",
			events);
	return 0;
}

static void __init instance_boot_flag(struct trace_array *tr, const char *flag)
{
	if (!strcmp(flag, "traceoff"))
		instance_off(tr);
	else if (!strcmp(flag, "traceprintk") || !strcmp(flag, "printk") ||
		 !strcmp(flag, "trace_printk"))
		instance_option_set(tr, INSTANCE_OPT_PRINTK_DEST, true);
	else
		pr_warn("trace_instance: unknown flag '%s'\n", flag);
}

/* The source in NAME=SOURCE, or NULL in the text of another instance. */
static char *__init instance_boot_source(char *text)
{
	char *end = strpbrk(text, "=,@");

	return end && *end == '=' ? end + 1 : NULL;
}

static void __init instance_boot_report(struct trace_array *tr)
{
	pr_info("trace_instance: '%s' has %lu records of the last boot\n", tr->name,
		tr->last_boot_records);
}

/*
 * Create the instances NAME=@source, before the ring buffer of @source is created in
 * @region and recording changes it.
 */
static void __init instance_boot_backup(const char *source,
					const struct instance_persist_region *region)
{
	struct instance_persist_region copied = *region;
	struct trace_array *tr;
	unsigned int i;

	copied.copy = true;
	for (i = 0; i < boot_instances.count; i++) {
		char *text = boot_instances.text[i];
		char *from = text ? instance_boot_source(text) : NULL;

		if (!from || strcmp(from, source))
			continue;
		from[-1] = '\0';
		boot_instances.text[i] = NULL;
		tr = instance_add_persistent(text, &copied);
		if (IS_ERR(tr)) {
			pr_warn("trace_instance: failed to create '%s': %ld\n", text,
				PTR_ERR(tr));
			continue;
		}
		instance_boot_report(tr);
		instance_unpin(tr);
	}
}

/*
 * Create an instance. @where is NULL or the memory of a persistent ring buffer,
 * whose instance is pinned and can never be removed.
 */
static struct trace_array *__init instance_boot_create(const char *name, const char *where)
{
	struct instance_persist_region region = {};
	struct trace_array *tr;

	if (!where)
		return instance_add(name, NULL);
	if (instance_persist_find(where, &region)) {
		pr_warn("trace_instance: no memory region '%s'\n", where);
		return ERR_PTR(-EINVAL);
	}
	instance_boot_backup(name, &region);
	tr = instance_add_persistent(name, &region);
	if (!IS_ERR(tr)) {
		instance_pin(tr);
		instance_crash_start(tr);
		instance_boot_report(tr);
	}
	return tr;
}

/* Create the instance NAME[^FLAG]...[@MEMORY][,EVENT]... */
static void __init instance_boot_add(char *text)
{
	char *where = strsep(&text, ","), *head = strsep(&where, "@");
	char *name = strsep(&head, "^"), *flag;
	struct trace_array *tr;

	tr = instance_boot_create(name, where);
	if (IS_ERR(tr)) {
		pr_warn("trace_instance: failed to create '%s': %ld\n", name, PTR_ERR(tr));
		return;
	}
	while ((flag = strsep(&head, "^")))
		instance_boot_flag(tr, flag);
	if (text)
		instance_cmdline_words(text, instance_boot_enable_last, tr);
	instance_unpin(tr);
}

static void __init instance_boot_add_all(void)
{
	unsigned int i;

	for (i = 0; i < boot_instances.count; i++) {
		char *text = boot_instances.text[i];

		if (text && !instance_boot_source(text))
			instance_boot_add(text);
	}
	/* The source of a backup may stand before it or behind it. */
	for (i = 0; i < boot_instances.count; i++) {
		char *text = boot_instances.text[i];

		if (text && instance_boot_source(text))
			pr_warn("trace_instance: '%s': no such persistent instance\n", text);
	}
}

static const struct event_instance_ops boot_event_ops __initconst = {
	.ignored = instance_pids_event_ignored,
	.stacks = instance_stack_event,
	.output_update = instance_files_output_all,
};

/**
 * early_trace_init - set up the global instance
 *
 * Allocates its ring buffer, of minimal size, before anything can be recorded.
 *
 * Context: boot, called by start_kernel().
 */
void __init early_trace_init(void)
{
	instance_global.options = instance_options_default();
	if (instance_setup(&instance_global, NULL))
		panic("No memory for tracing\n");
	instance_ops_create(&instance_global);
	instance_tracer_register(&instance_nop);
}

/**
 * trace_init - register the static events and apply the boot parameters
 *
 * Events of trace_event= that cannot be enabled yet are tried again by an initcall.
 *
 * Context: boot, called by start_kernel().
 */
void __init trace_init(void)
{
	event_instance_ops_register(&boot_event_ops);
	instance_files_init();
	event_call_init();

	if (instance_thresh_set(&instance_global, boot_thresh))
		pr_warn("tracing_thresh: %lu is out of range\n", boot_thresh);
	instance_cmdline_apply(&instance_cmdline_options, instance_option_apply, &instance_global);
	if (*boot_clock && instance_clock_set(&instance_global, boot_clock))
		pr_warn("trace_clock: unknown clock '%s'\n", boot_clock);
	instance_cmdline_apply(&boot_events, instance_boot_enable, &instance_global);
	if (boot_snapshot_alloc && instance_snapshot_alloc(&instance_global))
		pr_warn("alloc_snapshot: failed to allocate the spare ring buffer\n");
	instance_boot_add_all();
}

/* Enable the events that could not be enabled in trace_init(). */
static int __init instance_boot_events_again(void)
{
	instance_cmdline_apply(&boot_events, instance_boot_enable_last, &instance_global);
	return 0;
}
early_initcall(instance_boot_events_again);

static void __init instance_boot_take_snapshot(struct trace_array *tr, const char *name)
{
	if (!tr || instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS))
		pr_warn("ftrace_boot_snapshot: failed to take a snapshot of '%s'\n", name);
	if (tr)
		instance_unpin(tr);
}

static int __init instance_boot_snapshot_named(struct trace_array *tr, const char *name)
{
	instance_boot_take_snapshot(instance_find(name), name);
	return 0;
}

/* Take snapshots before user space starts and overwrites the records of the boot. */
static int __init instance_boot_snapshots(void)
{
	if (boot_snapshot_global)
		instance_boot_take_snapshot(instance_pin(&instance_global), "");
	instance_cmdline_apply(&boot_snapshots, instance_boot_snapshot_named, NULL);
	return 0;
}
late_initcall_sync(instance_boot_snapshots);
