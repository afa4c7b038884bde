// SPDX-License-Identifier: GPL-2.0
/*
 * Boot parameters: stand-ins for the parts of instance/ and ftrace/ that apply them.
 */
#include "world.h"
#include "../../../../kernel/trace/instance/internal.h"

unsigned long instance_default_bytes;
struct tracer instance_nop;

int instance_setup(struct trace_array *tr, const struct instance_persist_region *region)
{
	return 0;
}

int instance_ops_create(struct trace_array *tr)
{
	return 0;
}

int instance_tracer_register(struct tracer *tracer)
{
	return 0;
}

bool instance_tracer_is_started(const struct trace_array *tr)
{
	return false;
}

int instance_thresh_set(struct trace_array *tr, u64 us)
{
	return us > ULONG_MAX / 1000 ? -EINVAL : 0;
}

int instance_pids_follow(struct trace_array *tr)
{
	return 0;
}

bool instance_pids_event_ignored(struct trace_event_file *file)
{
	return false;
}

void instance_stack_event(struct trace_event_buffer *fbuffer, unsigned long ip)
{
}

int instance_snapshot_alloc(struct trace_array *tr)
{
	return 0;
}

int instance_snapshot_take(struct trace_array *tr, int cpu)
{
	return 0;
}

/* There is one instance; its name is read to its end. */
static struct trace_array *boot_instance(const char *name)
{
	if (!*name || strlen(name) > 255 || strchr(name, '/'))
		return NULL;
	return instance_pin(&instance_global);
}

struct trace_array *instance_add(const char *name, const char *systems)
{
	return boot_instance(name) ?: ERR_PTR(-EINVAL);
}

struct trace_array *instance_add_persistent(const char *name,
					    const struct instance_persist_region *region)
{
	assert(region->bytes);
	return boot_instance(name) ?: ERR_PTR(-EINVAL);
}

struct trace_array *instance_find(const char *name)
{
	return boot_instance(name);
}

void instance_boot_tracer(const char *name)
{
	assert(strlen(name) < 4096);
}

/* The ftrace suite tests it. */
void ftrace_early_filter(char *list, bool except)
{
	assert(strlen(list) < 4096);
}
