// SPDX-License-Identifier: GPL-2.0
/*
 * Any kernel command line: the parameters of tracing are recorded as the kernel records
 * them, then applied in the order of the boot.
 *
 * The files are included, because their variables must be reset before each input.
 */
#include "world.h"
#include "boot.h"

#include "../../../../kernel/trace/instance/options.c"
#include "../../../../kernel/trace/instance/cmdline.c"
#include "../../../../kernel/trace/instance/boot.c"
#include "../../../../kernel/trace/instance/persist.c"
#include "../../../../kernel/trace/control/boot.c"
#include "../../../../kernel/trace/trigger/boot.c"
#include "../../../../kernel/trace/dynevent/kprobe_api.c"

static const struct tracer_option boot_tracer_options[] = {
	{ "func-args", 1 }, { "private", 2 }, {}
};

static const struct tracer boot_tracer = {
	.entry.name = "nop", .options = boot_tracer_options,
};

/* Pass a parameter to its handlers, as obsolete_checksetup() does. */
static void boot_param(char *text)
{
	unsigned int i;
	size_t len;

	for (i = 0; i < boot_setups_nr; i++) {
		len = strlen(boot_setups[i].name);
		if (!strncmp(text, boot_setups[i].name, len) && boot_setups[i].fn(text + len))
			break;
	}
}

/* Split the command line; a parameter between quotes may have blanks. */
static void boot_params(char *text)
{
	char *start;
	bool quoted;

	while (*(text = skip_spaces(text))) {
		start = text;
		for (quoted = false; *text && (quoted || !isspace(*text)); text++)
			quoted ^= *text == '"';
		if (*text)
			*text++ = '\0';
		boot_param(start);
	}
}

/* What trace_init() and the initcalls do with the parameters. */
static void boot_apply(void)
{
	unsigned int i;

	instance_thresh_set(&instance_global, boot_thresh);
	instance_cmdline_apply(&instance_cmdline_options, instance_option_apply,
			       &instance_global);
	instance_cmdline_option("private");
	if (*boot_clock)
		trace_clock_find(boot_clock);
	instance_cmdline_apply(&boot_events, instance_boot_enable, &instance_global);
	for (i = 0; i < boot_instances.count; i++)
		instance_boot_add(boot_instances.text[i]);
	tracing_boot_filters_apply();
	instance_boot_events_again();
	mutex_lock(&event_mutex);
	trigger_boot_file_added(boot_event_file());
	mutex_unlock(&event_mutex);
	trigger_boot_retry_all();
	kprobe_api_boot_init();
	trigger_boot_warn_unmatched();
	instance_boot_snapshots();
}

static void boot_reset(void)
{
	world_reset();
	memset(&instance_cmdline_options, 0, sizeof(instance_cmdline_options));
	memset(&boot_events, 0, sizeof(boot_events));
	memset(&boot_snapshots, 0, sizeof(boot_snapshots));
	memset(&boot_instances, 0, sizeof(boot_instances));
	memset(boot_clock, 0, sizeof(boot_clock));
	boot_thresh = 0;
	boot_snapshot_alloc = false;
	boot_snapshot_global = false;
	boot_filter_list = NULL;
	boot_notrace_list = NULL;
	trigger_boots_nr = 0;
	trigger_boot_early = true;
	instance_global.options = 0;
	instance_global.tracer = &boot_tracer;
	memset(instance_global.tracer_options, 0, sizeof(instance_global.tracer_options));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static long allocs = -1;
	char *text;

	if (size > 2047 || memchr(data, 0, size))
		return 0;
	if (allocs < 0) {
		boot_reset();
		allocs = host_allocs;
	}
	/* With its exact size, so that ASan detects accesses beyond it. */
	text = kmemdup_nul((const char *)data, size, GFP_KERNEL);
	boot_params(text);
	boot_apply();
	world_fire();
	boot_reset();
	host_free(text);
	assert(host_allocs == allocs);
	return 0;
}
