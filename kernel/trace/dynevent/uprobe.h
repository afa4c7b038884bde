/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Uprobe events: definitions shared by uprobe*.c.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_UPROBE_H
#define _KERNEL_TRACE_DYNEVENT_UPROBE_H

#include <linux/path.h>
#include <linux/uprobes.h>

#include "trace_probe.h"

#define UPROBE_SYSTEM	"uprobes"
#define UPROBE_LOG_NAME	"trace_uprobe"

/**
 * struct trace_uprobe - a location in a file that fires a uprobe event
 * @tp: what it shares with other events
 * @consumer: the handlers and the filter that are registered
 * @uprobe: the registered uprobe; NULL while the event is disabled. Lock:
 *	event_mutex
 * @path: the file, with a reference
 * @filename: path of the file as the user gave it
 * @offset: offset in the file, in bytes
 * @ref_ctr: offset in the file of the reference counter of an SDT marker, in bytes; 0
 *	for none
 * @returns: the event fires when the function returns
 * @place: node in the table of locations. Lock: dynevent_lock
 * @hits: number of hits; of hits of the function's entry if @returns
 */
struct trace_uprobe {
	struct trace_probe	tp;
	struct uprobe_consumer	consumer;
	struct uprobe		*uprobe;
	struct path		path;
	char			*filename;
	unsigned long		offset;
	unsigned long		ref_ctr;
	bool			returns;
	struct hlist_node	place;
	unsigned long __percpu	*hits;
};

/**
 * uprobe_event_of - get the trace_uprobe of a trace_probe
 * @tp: the trace_probe, of a uprobe event
 *
 * Context: any.
 * Return: the trace_uprobe.
 */
static inline struct trace_uprobe *uprobe_event_of(const struct trace_probe *tp)
{
	return container_of(tp, struct trace_uprobe, tp);
}

/* uprobe_location.c */

int uprobe_location_parse(struct trace_uprobe *up, const struct dynevent_head *head);
int uprobe_location_open(struct trace_uprobe *up);

void uprobe_location_event_name(const struct trace_uprobe *up, char *name);
struct inode *uprobe_location_inode(const struct trace_uprobe *up);
char *uprobe_location_text(const struct trace_probe *tp);
bool uprobe_location_same(const struct trace_probe *a, const struct trace_probe *b);

int uprobe_location_claim(struct trace_uprobe *up);
void uprobe_location_release(struct trace_uprobe *up);

/* uprobe_target.c */
bool uprobe_target_filter(struct uprobe_consumer *consumer, struct mm_struct *mm);
int uprobe_target_change(struct trace_probe_event *tpe, struct perf_event *counter,
			 bool on);

/* uprobe_hit.c */

int uprobe_hit(struct uprobe_consumer *consumer, struct pt_regs *regs);
int uprobe_hit_entry(struct uprobe_consumer *consumer, struct pt_regs *regs);
int uprobe_hit_return(struct uprobe_consumer *consumer, unsigned long func,
		      struct pt_regs *regs);
enum print_line_t uprobe_print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event);
enum print_line_t uprobe_print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event);
bool uprobe_hit_needs_buffer(const struct trace_uprobe *up);
int uprobe_hit_get_buffers(void);
void uprobe_hit_put_buffers(void);

/* uprobe_bpf.c */

bool uprobe_bpf_run_all(struct trace_event_call *call, unsigned long at,
			struct pt_regs *regs);

/**
 * uprobe_bpf_run - run the BPF programs of a uprobe event, if there are any
 * @call: the trace event
 * @at: user address of the probed instruction, or of the function that returns
 * @regs: the registers of the program
 *
 * Context: task, may sleep; RCU tasks trace read-side.
 * Return: whether perf gets a record.
 */
static inline bool uprobe_bpf_run(struct trace_event_call *call, unsigned long at,
				  struct pt_regs *regs)
{
	return !bpf_prog_array_valid(call) || uprobe_bpf_run_all(call, at, regs);
}

/* uprobe.c */
struct trace_uprobe *trace_uprobe_alloc(void);
void trace_uprobe_set_handlers(struct trace_uprobe *up);

#endif /* _KERNEL_TRACE_DYNEVENT_UPROBE_H */
