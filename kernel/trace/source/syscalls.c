// SPDX-License-Identifier: GPL-2.0
/*
 * Events of system calls, built on the two raw_syscalls tracepoints: the probes
 * and the output functions. The rest is in syscall_control.c.
 *
 * All system calls hit the same tracepoint. A table by number holds a list of
 * users for each system call, one per instance that has enabled its event, so a
 * system call that is not traced costs one load.
 *
 * Locking: event_mutex for changes, RCU (preemption off) for the probes.
 */
#include <linux/perf_event.h>
#include <linux/syscalls.h>
#include <trace/syscall.h>
#include <trace/events/syscalls.h>
#include <asm/syscall.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "syscalls.h"

static bool syscall_nr_is_valid(int nr)
{
	return nr >= 0 && nr < NR_syscalls;
}

static size_t syscall_enter_size(const struct syscall_metadata *meta)
{
	return struct_size_t(struct syscall_enter_record, args, meta->nb_args);
}

static void syscall_store_args(unsigned long *to, struct pt_regs *regs, int nr)
{
	unsigned long args[6];

	if (!nr)
		return;
	syscall_get_arguments(current, regs, args);
	memcpy(to, args, nr * sizeof(*to));
}

static struct syscall_side syscall_enter_side;
static struct syscall_side syscall_exit_side;

/* Recording into instances */

/*
 * The preempt count shown for these events includes the preempt_disable() of
 * the tracepoint, unlike that of other events. This is what user space has
 * always seen.
 */
static void syscall_update_context(struct trace_event_buffer *fbuffer,
				   struct trace_entry *ent)
{
	unsigned int context = fbuffer->trace_ctx;

	if (!IS_ENABLED(CONFIG_PREEMPT_COUNT) ||
	    (EVENT_CONTEXT_COUNT(context) & 0xf) == 0xf)
		return;
	fbuffer->trace_ctx = context + EVENT_CONTEXT(0, 1);
	event_fill(ent, fbuffer->trace_file->type, fbuffer->trace_ctx);
}

static void syscall_enter_probe(void *data, struct pt_regs *regs, long id)
{
	int nr = syscall_number(regs);
	struct trace_event_buffer fbuffer;
	struct syscall_enter_record *rec;
	struct syscall_user *user;

	if (!syscall_nr_is_valid(nr))
		return;

	hlist_for_each_entry_rcu(user, &syscall_enter_side.users[nr], node) {
		rec = trace_event_buffer_reserve(&fbuffer, user->file,
						 syscall_enter_size(user->meta));
		if (!rec)
			continue;
		syscall_update_context(&fbuffer, &rec->ent);
		rec->nr = nr;
		syscall_store_args(rec->args, regs, user->meta->nb_args);
		trace_event_buffer_commit(&fbuffer);
	}
}

static void syscall_exit_probe(void *data, struct pt_regs *regs, long ret)
{
	int nr = syscall_number(regs);
	struct trace_event_buffer fbuffer;
	struct syscall_exit_record *rec;
	struct syscall_user *user;

	if (!syscall_nr_is_valid(nr))
		return;

	hlist_for_each_entry_rcu(user, &syscall_exit_side.users[nr], node) {
		rec = trace_event_buffer_reserve(&fbuffer, user->file,
						 sizeof(*rec));
		if (!rec)
			continue;
		syscall_update_context(&fbuffer, &rec->ent);
		rec->nr = nr;
		rec->ret = syscall_get_return_value(current, regs);
		trace_event_buffer_commit(&fbuffer);
	}
}

static int syscall_connect_enter(bool on)
{
	if (on)
		return register_trace_sys_enter(syscall_enter_probe, NULL);
	return unregister_trace_sys_enter(syscall_enter_probe, NULL);
}

static int syscall_connect_exit(bool on)
{
	if (on)
		return register_trace_sys_exit(syscall_exit_probe, NULL);
	return unregister_trace_sys_exit(syscall_exit_probe, NULL);
}

/* Passing to perf */

/* Get the metadata of a system call if perf uses its event. */
static struct syscall_metadata *syscall_perf_meta(struct syscall_side *side,
						  int nr)
{
	return syscall_nr_is_valid(nr) ? READ_ONCE(side->perf[nr]) : NULL;
}

static void syscall_enter_perf(void *data, struct pt_regs *regs, long id)
{
	int nr = syscall_number(regs), rctx;
	struct syscall_metadata *meta = syscall_perf_meta(&syscall_enter_side, nr);
	struct syscall_enter_record *rec;
	struct hlist_head *head;
	size_t size;

	if (!meta)
		return;
	head = this_cpu_ptr(meta->enter_event->perf_events);
	if (hlist_empty(head))
		return;

	/* perf puts a u32 before the record and requires the sum to be aligned. */
	size = ALIGN(syscall_enter_size(meta) + sizeof(u32), sizeof(u64)) -
	       sizeof(u32);
	rec = perf_trace_buf_alloc(size, NULL, &rctx);
	if (!rec)
		return;
	rec->nr = nr;
	syscall_store_args(rec->args, regs, meta->nb_args);
	perf_trace_buf_submit(rec, size, rctx, meta->enter_event->event.type,
			      1, regs, head, NULL);
}

static void syscall_exit_perf(void *data, struct pt_regs *regs, long ret)
{
	int nr = syscall_number(regs), rctx;
	struct syscall_metadata *meta = syscall_perf_meta(&syscall_exit_side, nr);
	struct syscall_exit_record *rec;
	struct hlist_head *head;
	size_t size;

	if (!meta)
		return;
	head = this_cpu_ptr(meta->exit_event->perf_events);
	if (hlist_empty(head))
		return;

	size = ALIGN(sizeof(*rec) + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, NULL, &rctx);
	if (!rec)
		return;
	rec->nr = nr;
	rec->ret = syscall_get_return_value(current, regs);
	perf_trace_buf_submit(rec, size, rctx, meta->exit_event->event.type,
			      1, regs, head, NULL);
}

static int syscall_connect_enter_perf(bool on)
{
	if (on)
		return register_trace_sys_enter(syscall_enter_perf, NULL);
	return unregister_trace_sys_enter(syscall_enter_perf, NULL);
}

static int syscall_connect_exit_perf(bool on)
{
	if (on)
		return register_trace_sys_exit(syscall_exit_perf, NULL);
	return unregister_trace_sys_exit(syscall_exit_perf, NULL);
}

static struct syscall_side syscall_enter_side = {
	.connect = syscall_connect_enter,
	.connect_perf = syscall_connect_enter_perf,
};

static struct syscall_side syscall_exit_side = {
	.connect = syscall_connect_exit,
	.connect_perf = syscall_connect_exit_perf,
};

/* Event classes */

static int syscall_enter_reg(struct trace_event_call *call,
			     enum trace_reg type, void *data)
{
	return source_syscall_reg(&syscall_enter_side, call, type, data);
}

static int syscall_exit_reg(struct trace_event_call *call,
			    enum trace_reg type, void *data)
{
	return source_syscall_reg(&syscall_exit_side, call, type, data);
}

static struct list_head *syscall_enter_fields(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;

	return &meta->enter_fields;
}

static const struct trace_event_fields syscall_exit_field_table[] = {
	{
		.type = "int", .name = "__syscall_nr",
		.size = sizeof(int), .align = __alignof__(int),
		.is_signed = true,
	},
	{
		.type = "long", .name = "ret",
		.size = sizeof(long), .align = __alignof__(long),
		.is_signed = true,
	},
	{}
};

struct trace_event_class event_class_syscall_enter = {
	.system = "syscalls",
	.reg = syscall_enter_reg,
	.get_fields = syscall_enter_fields,
	.raw_init = source_syscall_init,
};

struct trace_event_class event_class_syscall_exit = {
	.system = "syscalls",
	.reg = syscall_exit_reg,
	.fields_array = syscall_exit_field_table,
	.fields = LIST_HEAD_INIT(event_class_syscall_exit.fields),
	.raw_init = source_syscall_init,
};

/* Output */

static const struct syscall_metadata *syscall_event_meta(struct trace_event *event)
{
	return container_of(event, struct trace_event_call, event)->data;
}

static enum print_line_t syscall_enter_print(struct trace_iterator *iter,
					     int flags,
					     struct trace_event *event)
{
	struct syscall_enter_record *rec = (void *)iter->ent;
	const struct syscall_metadata *meta = syscall_event_meta(event);
	struct trace_seq *s = &iter->seq;
	int i;

	trace_seq_printf(s, "%s(", meta->name);
	for (i = 0; i < meta->nb_args; i++) {
		if (iter->tr->options & INSTANCE_OPT(VERBOSE))
			trace_seq_printf(s, "%s ", meta->types[i]);
		trace_seq_printf(s, "%s: %lx%s", meta->args[i], rec->args[i],
				 i == meta->nb_args - 1 ? "" : ", ");
	}
	trace_seq_puts(s, ")\n");
	return trace_handle_return(s);
}

static enum print_line_t syscall_exit_print(struct trace_iterator *iter,
					    int flags,
					    struct trace_event *event)
{
	struct syscall_exit_record *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	trace_seq_printf(s, "%s -> 0x%lx\n", syscall_event_meta(event)->name, rec->ret);
	return trace_handle_return(s);
}

struct trace_event_functions enter_syscall_print_funcs = {
	.trace = syscall_enter_print,
};

struct trace_event_functions exit_syscall_print_funcs = {
	.trace = syscall_exit_print,
};
