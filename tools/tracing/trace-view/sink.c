// SPDX-License-Identifier: GPL-2.0
/* The table of all outputs. */
#include "sink.h"

#include <stddef.h>
#include <string.h>

static const struct sink *const sinks[] = {
	&sink_perfetto,
	&sink_json,
	&sink_ctf,
	&sink_folded,
	&sink_speedscope,
	&sink_html,
	&sink_summary,
	&sink_latency,
};

const struct sink *sink_find(const char *name)
{
	for (size_t i = 0; i < sizeof(sinks) / sizeof(sinks[0]); i++)
		if (!strcmp(sinks[i]->name, name))
			return sinks[i];
	return NULL;
}
