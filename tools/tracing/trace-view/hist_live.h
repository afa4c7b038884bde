/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a running kernel has counted: the histograms of hist triggers, and the maximum of a
 * latency tracer.
 */
#ifndef TRACE_VIEW_HIST_LIVE_H
#define TRACE_VIEW_HIST_LIVE_H

struct hist_plot;

/**
 * hist_live() - append plots of all hist triggers and of the maximum
 * @end: where the list of plots ends
 * @instance: name of the instance, "" for the top one
 * @event: only the trigger of this event, "system:event" or "event"; NULL for all
 *
 * Return: 0, or -1 without memory.
 */
int hist_live(struct hist_plot **end, const char *instance, const char *event);

#endif /* TRACE_VIEW_HIST_LIVE_H */
