/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of event/ only.
 */
#ifndef _KERNEL_TRACE_EVENT_INTERNAL_H
#define _KERNEL_TRACE_EVENT_INTERNAL_H

#include "event.h"

struct module;

/* Set by the linker script: events and evals of the kernel, in memory of init. */
extern struct trace_event_call *__start_ftrace_events[];
extern struct trace_event_call *__stop_ftrace_events[];
extern struct trace_eval_map *__start_ftrace_eval_maps[];
extern struct trace_eval_map *__stop_ftrace_eval_maps[];

/* builtin.c */
void event_builtin_init(void);

/* types.c */
void event_types_boot_done(void);
void event_types_release(struct module *mod);
void event_types_change_begin(void);
void event_types_change_end(void);

/* reg.c */
int event_builtin_reg(struct trace_event_call *call, enum trace_reg type,
		      void *data);

/* ops.c */
extern struct event_instance_ops event_instance_ops;
extern struct event_trigger_ops event_trigger_ops;
extern struct event_filter_ops event_filter_ops;
extern struct event_console_ops event_console_ops;

/* emit.c */
void event_scratch_init(void);

/* list.c */
int event_list_append(struct trace_event_call *call);
void event_list_remove(struct trace_event_call *call);
bool event_list_busy(struct trace_event_call *call);

/* fields.c */
void event_fields_free(struct trace_event_call *call);

/* evals.c */
int event_evals_add(struct module *mod, struct trace_eval_map **maps,
		    unsigned int count);
void event_evals_remove(struct module *mod);
void event_evals_print(struct seq_file *m, const char *system, const char *fmt);

#endif /* _KERNEL_TRACE_EVENT_INTERNAL_H */
