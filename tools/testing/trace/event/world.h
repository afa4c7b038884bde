/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events that exist at boot, and the probes of tracepoints.
 */
#ifndef _TOOLS_TRACE_EVENT_WORLD_H
#define _TOOLS_TRACE_EVENT_WORLD_H

#include "../../../../kernel/trace/event/internal.h"

extern struct trace_event_call world_calls[2];

/* The last call of tracepoint_probe_register() or _unregister(). */
struct world_probe {
	struct tracepoint	*tp;
	void			*probe;
	void			*data;
	int			count;		/* registered probes */
};

extern struct world_probe world_probe;
extern int world_probe_result;

/* What happens at boot. */
void world_boot(void);

#endif /* _TOOLS_TRACE_EVENT_WORLD_H */
