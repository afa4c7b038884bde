// SPDX-License-Identifier: GPL-2.0
/*
 * Function commands: stand-ins for the part of ftrace/ that parses them and keeps the
 * function probes.
 */
#include "world.h"

static TRACE_REGISTRY(world_commands);
LIST_HEAD(world_probes);

int ftrace_command_register(struct ftrace_command *command)
{
	return trace_registry_add(&world_commands, &command->entry);
}

int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count)
{
	struct world_probe *probe = host_alloc(sizeof(*probe));
	int ret;

	if (!probe)
		return -ENOMEM;
	ret = kind->attach ? kind->attach(owner, data) : 0;
	if (ret) {
		host_free(probe);
		return ret;
	}
	*probe = (struct world_probe){
		.kind = kind, .owner = owner, .data = data,
		.counted = counted, .count = count,
	};
	list_add_tail(&probe->list, &world_probes);
	return 0;
}

void world_probe_free(struct world_probe *probe)
{
	list_del(&probe->list);
	if (probe->kind->detach)
		probe->kind->detach(probe->owner, probe->data);
	if (probe->kind->free)
		probe->kind->free(probe->data);
	host_free(probe);
}

int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted)
{
	struct world_probe *probe, *next;
	int ret = -ENODEV;

	list_for_each_entry_safe(probe, next, &world_probes, list) {
		if (probe->kind != kind || probe->counted != counted)
			continue;
		world_probe_free(probe);
		ret = 0;
	}
	return ret;
}

/* A hit that has no effect is not counted. */
void world_function_hit(void)
{
	struct world_probe *probe;

	list_for_each_entry(probe, &world_probes, list) {
		if (probe->counted && !probe->count)
			continue;
		if (probe->kind->hit(0x10000, 0x10020, probe->owner, probe->data) &&
		    probe->counted)
			probe->count--;
	}
}

/* Parse "[!]GLOB:COMMAND[:PARAMETERS]" like ftrace/ does. */
int world_function(char *text)
{
	bool add = *text != '!';
	struct trace_registry_entry *entry;
	char *glob, *name;

	text += !add;
	glob = strsep(&text, ":");
	if (!text)
		return -EINVAL;
	name = strsep(&text, ":");
	entry = trace_registry_find(&world_commands, name);
	if (!entry)
		return -EINVAL;
	return container_of(entry, struct ftrace_command, entry)->run(NULL,
			&instance_global, glob, text, add);
}
