/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a running kernel has counted: the histograms of hist triggers.
 */
#ifndef TRACE_VIEW_HIST_LIVE_H
#define TRACE_VIEW_HIST_LIVE_H

#include <stddef.h>
#include <stdint.h>

#define HIST_LIVE_KEY	8192	/* bytes of a key, which may be of several lines */

/**
 * struct hist_live_ops - called for the histograms, in the order of the files
 * @trigger: a histogram begins: "system:event" and what the kernel says of the trigger; may be NULL
 * @row: a key, as it is between the braces, at most HIST_LIVE_KEY bytes, and how often it was hit
 */
struct hist_live_ops {
	void (*trigger)(void *priv, const char *event, const char *info, size_t len);
	void (*row)(void *priv, const char *event, const char *key, size_t len, uint64_t hits);
};

/**
 * hist_live() - read the histograms of all hist triggers
 * @ops: is called for each
 * @priv: first argument of @ops
 * @instance: name of the instance, "" for the top one
 * @event: only the triggers of this event, "system:event" or "event"; NULL for all
 *
 * Return: 0, or -1 without memory.
 */
int hist_live(const struct hist_live_ops *ops, void *priv, const char *instance,
	      const char *event);

/**
 * hist_live_line() - copy a part of a key, with one blank for any white space, none at the ends
 * @to: gets the text, without a NUL
 * @size: of @to; what is longer is cut
 * @key: the part
 * @len: bytes of it
 *
 * Return: the bytes written.
 */
size_t hist_live_line(char *to, size_t size, const char *key, size_t len);

#endif /* TRACE_VIEW_HIST_LIVE_H */
