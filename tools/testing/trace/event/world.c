// SPDX-License-Identifier: GPL-2.0
/*
 * The sections of the linker: an event and the evals of the kernel. Tracepoints.
 */
#include "world.h"

static int world_init(struct trace_event_call *call)
{
	return event_call_register(call) ? 0 : -ENODEV;
}

static struct trace_event_functions world_funcs[2];

static struct trace_event_class world_class = {
	.system = "boot", .raw_init = world_init, .fields = LIST_HEAD_INIT(world_class.fields),
};

struct trace_event_call world_calls[] = {
	{ .class = &world_class, .name = "one", .event.funcs = &world_funcs[0] },
	{ .class = &world_class, .name = "two", .event.funcs = &world_funcs[1] },
};

static struct trace_event_call *world_ptrs[]
__section("ftrace_events") = { &world_calls[0], &world_calls[1] };

static struct trace_eval_map world_evals[] = {
	{ "boot", "ZERO", 0 }, { "boot", "TWO", 2 }, { "boot", "MINUS", -1UL },
	{ "other", "TWO", 22 }, { "boot", "TWO_LONG", 3 }, { "boot", "sizeof(int)", 4 },
	{ "boot", "symbol(int)", 5 },
};

static struct trace_eval_map *world_maps[]
__section("ftrace_eval_maps") = {
	&world_evals[0], &world_evals[1], &world_evals[2], &world_evals[3], &world_evals[4],
	&world_evals[5], &world_evals[6],
};

struct world_probe world_probe;
int world_probe_result;

static int world_probe_set(struct tracepoint *tp, void *probe, void *data, int step)
{
	world_probe = (struct world_probe){ tp, probe, data, world_probe.count + step };
	return world_probe_result;
}

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	return world_probe_set(tp, probe, data, 1);
}

int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	return world_probe_set(tp, probe, data, -1);
}

static void world_update(void)
{
}

/* Before the tests: what the upper components register at boot. */
void world_boot(void)
{
	static const struct event_instance_ops ops = { .output_update = world_update };

	event_instance_ops_register(&ops);
	event_call_init();
}

void trace_defer_atomic(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	free(item);
}
