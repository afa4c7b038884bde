/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of event/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_EVENT_INTERNAL_H
#define _KERNEL_TRACE_EVENT_INTERNAL_H

#include "event.h"

struct module;

/* The linker's: events and evals of the kernel, gone after boot. */
extern struct trace_event_call *__start_ftrace_events[];
extern struct trace_event_call *__stop_ftrace_events[];
extern struct trace_eval_map *__start_ftrace_eval_maps[];
extern struct trace_eval_map *__stop_ftrace_eval_maps[];

/* builtin.c: registers the built-in entries. Context: boot, event_mutex held. */
void event_builtin_init(void);

/* types.c: the kernel's own events are there. Context: boot, event_mutex held. */
void event_types_settle(void);

/* probe.c: for those of them that have an id. */
int event_builtin_reg(struct trace_event_call *call, enum trace_reg type,
		      void *data);

/* emit.c: there is a place for records that filters look at. Context: boot. */
void event_scratchs_init(void);

/*
 * list.c: event_calls, telling the listeners. Append: 0, or what one of them has
 * against it. Context: event_mutex held.
 */
int event_list_append(struct trace_event_call *call);
void event_list_remove(struct trace_event_call *call);
bool event_list_busy(struct trace_event_call *call);

/* types.c: those that a module which goes has left. Context: task, may sleep. */
void event_types_release(struct module *mod);

/* fields.c: free what trace_define_field() made. */
void event_fields_free(struct trace_event_call *call);

/*
 * evals.c: the names that print formats use for values. All are called with
 * event_mutex held.
 */
int event_evals_add(struct module *mod, struct trace_eval_map **maps,
		    unsigned int count);
void event_evals_remove(struct module *mod);

/* Write @fmt with the names that @system knows replaced by their values. */
void event_evals_print(struct seq_file *m, const char *system, const char *fmt);

#endif /* _KERNEL_TRACE_EVENT_INTERNAL_H */
