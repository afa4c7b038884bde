/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stacks of a recording, summed up: of functions of the function graph, of stack
 * traces, of slices that are no functions, and of the histograms of hist triggers.
 */
#ifndef TRACE_VIEW_FOLD_H
#define TRACE_VIEW_FOLD_H

#include "frames.h"
#include "timeline.h"

struct view_source;

#define FOLD_DEPTH	1100	/* frames of a stack, its task included */
#define FOLD_ADDRESS	300	/* bytes of a name that is no symbol */

/**
 * struct fold - stacks of all tasks
 * @functions: self time of the function graph
 * @traces: stack traces, the number of them is the value
 * @others: self time of system calls, interrupts and marks
 * @hists: keys of histograms, of which a stack has a frame for each function
 * @tasks: struct fold_task, to be freed
 */
struct fold {
	struct frames *functions;
	struct frames *traces;
	struct frames *others;
	struct frames *hists;
	struct fold_task *tasks;
};

/**
 * fold_open() - start
 * @fold: is filled in
 *
 * Return: 0, or -1 without memory: that was reported.
 */
int fold_open(struct fold *fold);

/**
 * fold_close() - free all
 * @fold: from fold_open()
 */
void fold_close(struct fold *fold);

/* The callbacks of struct timeline_ops that sum stacks up. */
void fold_slice_begin(struct fold *fold, const struct timeline_slice *slice);
void fold_slice_end(struct fold *fold, const struct timeline_slice *slice);
void fold_stack(struct fold *fold, const struct view_record *record,
		struct timeline_task *task, const uint64_t *addresses, unsigned int nr, bool user);

/**
 * fold_hists() - sum up the histograms of hist triggers
 * @fold: the stacks
 * @source: of which live instances are read
 * @event: only the triggers of this event, "system:event" or "event"; NULL for all
 *
 * Return: 0, or -1 without memory.
 */
int fold_hists(struct fold *fold, struct view_source *source, const char *event);

/**
 * fold_best() - the stacks to show
 * @fold: the stacks
 *
 * Return: those of functions, else stack traces, else histograms, else other slices.
 */
const struct frames *fold_best(const struct fold *fold);

/**
 * fold_symbol() - the name of an address in a stack trace
 * @record: the record of the stack
 * @addr: address
 * @user: of user space
 * @caller: it is a return address
 * @text: for a name that is no symbol
 *
 * Return: the name.
 */
const char *fold_symbol(const struct view_record *record, uint64_t addr, bool user, bool caller,
			char text[FOLD_ADDRESS]);

#endif /* TRACE_VIEW_FOLD_H */
