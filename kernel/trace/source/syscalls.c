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

/* Record the entry of a system call with data that its arguments point to. */
static noinline void syscall_enter_record_data(struct syscall_user *user, struct pt_regs *regs,
					       int nr, const struct syscall_data_rule *rule)
{
	unsigned int limit = READ_ONCE(user->file->tr->syscall_data_bytes);
	struct trace_event_buffer fbuffer;
	struct syscall_trace_enter *rec;
	struct syscall_data data;
	unsigned long args[6];

	syscall_get_arguments(current, regs, args);
	source_syscall_data_copy(&data, rule, args, limit);
	rec = trace_event_buffer_reserve(&fbuffer, user->file,
					 user->size + data.nr * sizeof(u32) + data.total);
	if (!rec)
		return;
	syscall_update_context(&fbuffer, &rec->ent);
	rec->nr = nr;
	memcpy(rec->args, args, user->nr_args * sizeof(*args));
	source_syscall_data_store(rec, user->size, &data);
	trace_event_buffer_commit(&fbuffer);
}

static void syscall_enter_probe(void *data, struct pt_regs *regs, long id)
{
	int nr = syscall_number(regs);
	struct trace_event_buffer fbuffer;
	const struct syscall_data_rule *rule;
	struct syscall_trace_enter *rec;
	struct syscall_user *user;

	if (!syscall_nr_is_valid(nr))
		return;

	hlist_for_each_entry_rcu(user, &syscall_enter_side.users[nr], node) {
		rule = READ_ONCE(user->meta->data);
		if (unlikely(rule)) {
			syscall_enter_record_data(user, regs, nr, rule);
			continue;
		}
		rec = trace_event_buffer_reserve(&fbuffer, user->file, user->size);
		if (!rec)
			continue;
		syscall_update_context(&fbuffer, &rec->ent);
		rec->nr = nr;
		syscall_store_args(rec->args, regs, user->nr_args);
		trace_event_buffer_commit(&fbuffer);
	}
}

static void syscall_exit_probe(void *data, struct pt_regs *regs, long ret)
{
	int nr = syscall_number(regs);
	struct trace_event_buffer fbuffer;
	struct syscall_trace_exit *rec;
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

/**
 * struct syscall_perf - a record for perf between syscall_perf_begin() and _end()
 * @call: the event
 * @head: the counters of the event on this CPU
 * @rec: the record
 * @size: size of the record in bytes
 * @caller: where registers of the probe may be stored
 * @rctx: recursion context of perf
 */
struct syscall_perf {
	struct trace_event_call *call;
	struct hlist_head *head;
	void *rec;
	size_t size;
	struct pt_regs *caller;
	int rctx;
};

/*
 * Begin a record of @size bytes, of which the first @fixed ones are zero: programs and
 * users of perf see the padding before the first long. Return: the record; NULL if no
 * program and no counter on this CPU wants it.
 */
static __always_inline void *
syscall_perf_begin(struct syscall_perf *perf, struct trace_event_call *call, size_t size,
		   size_t fixed)
{
	perf->call = call;
	perf->head = this_cpu_ptr(call->perf_events);
	if (!bpf_prog_array_valid(call) && hlist_empty(perf->head))
		return NULL;

	/* perf puts a u32 before the record and requires the sum to be aligned. */
	perf->size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	perf->rec = perf_trace_buf_alloc(perf->size, &perf->caller, &perf->rctx);
	if (perf->rec)
		memset(perf->rec, 0, fixed);
	return perf->rec;
}

/*
 * Run the BPF programs of the event. They read the record, with a pointer to registers in
 * place of its common fields: those of the probe rather than those of the user program, so
 * that a program finds a kernel stack. Return: whether perf gets the record.
 */
static __always_inline bool syscall_perf_run_bpf(struct syscall_perf *perf)
{
	if (!bpf_prog_array_valid(perf->call))
		return true;
	perf_fetch_caller_regs(perf->caller);
	*(struct pt_regs **)perf->rec = perf->caller;
	return trace_call_bpf(perf->call, perf->rec) && !hlist_empty(perf->head);
}

static __always_inline void syscall_perf_end(struct syscall_perf *perf, struct pt_regs *regs)
{
	if (syscall_perf_run_bpf(perf))
		perf_trace_buf_submit(perf->rec, perf->size, perf->rctx,
				      perf->call->event.type, 1, regs, perf->head, NULL);
	else
		perf_swevent_put_recursion_context(perf->rctx);
}

/* As syscall_enter_record_data(); the global instance says how much is copied. */
static noinline void syscall_enter_perf_data(struct syscall_metadata *meta, struct pt_regs *regs,
					     int nr, const struct syscall_data_rule *rule)
{
	unsigned int limit = READ_ONCE(instance_global.syscall_data_bytes);
	unsigned int size = syscall_enter_size(meta->nb_args);
	struct syscall_trace_enter *rec;
	struct syscall_data data;
	struct syscall_perf perf;
	unsigned long args[6];

	syscall_get_arguments(current, regs, args);
	source_syscall_data_copy(&data, rule, args, limit);
	rec = syscall_perf_begin(&perf, meta->enter_event,
				 size + data.nr * sizeof(u32) + data.total,
				 offsetof(struct syscall_trace_enter, args));
	if (!rec)
		return;
	rec->nr = nr;
	memcpy(rec->args, args, meta->nb_args * sizeof(*args));
	source_syscall_data_store(rec, size, &data);
	syscall_perf_end(&perf, regs);
}

static void syscall_enter_perf(void *data, struct pt_regs *regs, long id)
{
	int nr = syscall_number(regs);
	struct syscall_metadata *meta = syscall_perf_meta(&syscall_enter_side, nr);
	const struct syscall_data_rule *rule;
	struct syscall_trace_enter *rec;
	struct syscall_perf perf;

	if (!meta)
		return;
	rule = READ_ONCE(meta->data);
	if (unlikely(rule)) {
		syscall_enter_perf_data(meta, regs, nr, rule);
		return;
	}
	rec = syscall_perf_begin(&perf, meta->enter_event, syscall_enter_size(meta->nb_args),
				 offsetof(struct syscall_trace_enter, args));
	if (!rec)
		return;
	rec->nr = nr;
	syscall_store_args(rec->args, regs, meta->nb_args);
	syscall_perf_end(&perf, regs);
}

static void syscall_exit_perf(void *data, struct pt_regs *regs, long ret)
{
	int nr = syscall_number(regs);
	struct syscall_metadata *meta = syscall_perf_meta(&syscall_exit_side, nr);
	struct syscall_trace_exit *rec;
	struct syscall_perf perf;

	if (!meta)
		return;
	rec = syscall_perf_begin(&perf, meta->exit_event, sizeof(*rec),
				 offsetof(struct syscall_trace_exit, ret));
	if (!rec)
		return;
	rec->nr = nr;
	rec->ret = syscall_get_return_value(current, regs);
	syscall_perf_end(&perf, regs);
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
	struct syscall_trace_enter *rec = (void *)iter->ent;
	const struct syscall_metadata *meta = syscall_event_meta(event);
	struct trace_seq *s = &iter->seq;
	int i;

	trace_seq_puts(s, meta->name);
	trace_seq_putc(s, '(');
	for (i = 0; i < meta->nb_args; i++) {
		if (iter->tr->options & INSTANCE_OPT(VERBOSE)) {
			trace_seq_puts(s, meta->types[i]);
			trace_seq_putc(s, ' ');
		}
		trace_seq_puts(s, meta->args[i]);
		if (meta->data) {
			trace_event_printf(iter, ": %lx", rec->args[i]);
			source_syscall_data_print(s, meta->data, rec, iter->ent_size,
						  meta->nb_args, i);
			trace_seq_puts(s, i == meta->nb_args - 1 ? "" : ", ");
			continue;
		}
		trace_event_printf(iter, i == meta->nb_args - 1 ? ": %lx" : ": %lx, ",
				   rec->args[i]);
	}
	trace_seq_puts(s, ")\n");
	return trace_handle_return(s);
}

static enum print_line_t syscall_exit_print(struct trace_iterator *iter,
					    int flags,
					    struct trace_event *event)
{
	struct syscall_trace_exit *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	trace_seq_puts(s, syscall_event_meta(event)->name);
	trace_event_printf(iter, " -> 0x%lx\n", rec->ret);
	return trace_handle_return(s);
}

struct trace_event_functions enter_syscall_print_funcs = {
	.trace = syscall_enter_print,
};

struct trace_event_functions exit_syscall_print_funcs = {
	.trace = syscall_exit_print,
};
