// SPDX-License-Identifier: GPL-2.0
/*
 * The file user_mappings: the executable mappings of processes that the option user-mappings
 * has recorded.
 */
#include <linux/seq_file.h>

#include "files.h"

/* The time since which something is known, by the clock of the global instance. */
static void tracing_mappings_time(struct seq_file *m, const u64 time[TRACE_COMM_CLOCKS])
{
	enum trace_comm_clock clock = instance_comm_clock(&instance_global);

	if (clock == TRACE_COMM_NO_CLOCK)
		seq_puts(m, " -");
	else
		seq_printf(m, " %llu", time[clock]);
}

static void tracing_mappings_map(struct seq_file *m, const struct instance_owner *owner,
				 const struct instance_map *map)
{
	const struct instance_object *object = map->object;

	seq_printf(m, "%d", owner->tgid);
	tracing_mappings_time(m, map->begin);
	seq_printf(m, " %lx-%lx %llx", map->start, map->end, map->offset);
	if (!object) {
		seq_puts(m, " 00:00 0 -\n");
		return;
	}
	seq_printf(m, " %02x:%02x %llu ", object->major, object->minor, object->ino);
	if (object->build_id_size)
		seq_printf(m, "%*phN", object->build_id_size, object->build_id);
	else
		seq_putc(m, '-');
	seq_printf(m, " %s\n", object->path);
}

static void tracing_mappings_owner(struct seq_file *m, const struct instance_owner *owner)
{
	bool shares = !list_is_last(&owner->list, &owner->space->owners);
	const struct instance_map *map;

	if (owner->parent) {
		seq_printf(m, "%d", owner->tgid);
		tracing_mappings_time(m, owner->begin);
		seq_printf(m, " %s %d\n", shares ? "shares" : "fork", owner->parent);
	}
	if (shares)
		return;
	list_for_each_entry_reverse(map, &owner->space->maps, list)
		tracing_mappings_map(m, owner, map);
}

static void *tracing_mappings_start(struct seq_file *m, loff_t *pos)
{
	if (!*pos)
		instance_mappings_trim();
	mutex_lock(&instance_mappings_lock);
	return seq_list_start_head(&instance_mappings_owners, *pos);
}

static void *tracing_mappings_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &instance_mappings_owners, pos);
}

static void tracing_mappings_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&instance_mappings_lock);
}

static int tracing_mappings_show(struct seq_file *m, void *v)
{
	if (v != &instance_mappings_owners) {
		tracing_mappings_owner(m, list_entry(v, struct instance_owner, all));
		return 0;
	}
	seq_puts(m, "# tgid since start-end offset dev inode build-id path\n");
	if (instance_mappings_missed)
		seq_printf(m, "# missed: %lu\n", instance_mappings_missed);
	return 0;
}

const struct seq_operations tracing_mappings_ops = {
	.start	= tracing_mappings_start,
	.next	= tracing_mappings_next,
	.stop	= tracing_mappings_stop,
	.show	= tracing_mappings_show,
};
