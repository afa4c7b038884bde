// SPDX-License-Identifier: GPL-2.0
/*
 * The file eval_map: the enums and sizeof() whose values stand in the format files in
 * place of their names.
 */
#include <linux/seq_file.h>

#include "../event/event.h"
#include "files.h"

static void *eval_map_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return (void *)event_evals_nth(*pos);
}

static void *eval_map_next(struct seq_file *m, void *v, loff_t *pos)
{
	return (void *)event_evals_nth(++*pos);
}

static void eval_map_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int eval_map_show(struct seq_file *m, void *v)
{
	const struct trace_eval_map *map = v;

	seq_printf(m, "%s %ld (%s)\n", map->eval_string, (long)map->eval_value,
		   map->system);
	return 0;
}

const struct seq_operations tracing_evals_ops = {
	.start	= eval_map_start,
	.next	= eval_map_next,
	.stop	= eval_map_stop,
	.show	= eval_map_show,
};
