/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Plots of what a running kernel has counted: histograms, and the maximum of a latency tracer.
 */
#ifndef TRACE_VIEW_HIST_PLOTS_H
#define TRACE_VIEW_HIST_PLOTS_H

struct hist_plot;

/**
 * hist_plots() - append plots of all hist triggers and of the maximum
 * @end: where the list of plots ends
 * @instance: name of the instance, "" for the top one
 * @event: only the trigger of this event, "system:event" or "event"; NULL for all
 *
 * Return: 0, or -1 without memory.
 */
int hist_plots(struct hist_plot **end, const char *instance, const char *event);

#endif /* TRACE_VIEW_HIST_PLOTS_H */
