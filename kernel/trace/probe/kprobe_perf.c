// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events as perf counts and samples them.
 */
#include <linux/perf_event.h>
#include <linux/trace_events.h>

/**
 * perf_kprobe_init - a probe that perf asks for by address or symbol
 * @event: its attributes say where
 * @is_retprobe: at the function's return
 *
 * Context: task, may sleep.
 * Return: -EOPNOTSUPP: only probes that have a name can be counted.
 */
int perf_kprobe_init(struct perf_event *event, bool is_retprobe)
{
	return -EOPNOTSUPP;
}

/**
 * perf_kprobe_destroy - perf is done with such a probe
 * @event: what perf_kprobe_init() was given
 *
 * Context: task, may sleep.
 */
void perf_kprobe_destroy(struct perf_event *event)
{
}
