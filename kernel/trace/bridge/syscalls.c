// SPDX-License-Identifier: GPL-2.0
/*
 * Events of single system calls, made of the two raw_syscalls tracepoints.
 *
 * All calls fire the same tracepoint; here a table by number says who wants
 * which of them. A table's slot is a list of users, one per instance that
 * enabled the event, so that a call nobody traces costs one load.
 *
 * Locking: event_mutex for changes, RCU (preemption off) for the probes.
 */
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/syscalls.h>
#include <trace/syscall.h>
#include <trace/events/syscalls.h>
#include <asm/syscall.h>

#include "../event/event.h"
#include "../instance/instance.h"
#include "internal.h"

/* As laid down in the format files. */
struct syscall_enter_record {
	struct trace_entry ent;
	int nr;
	unsigned long args[];
};

struct syscall_exit_record {
	struct trace_entry ent;
	int nr;
	long ret;
};

struct syscall_user {
	struct hlist_node node;
	struct trace_event_file *file;
	const struct syscall_metadata *meta;
	struct rcu_head rcu;
};

/**
 * struct syscall_side - entry or exit of system calls
 * @users: by number, struct syscall_user; made for the first of them, kept
 * @nr_users: in all of @users
 * @perf: by number, the calls that perf wants; made for the first of them, kept
 * @nr_perf: how many it wants
 * @plug: connects or disconnects the instances' probe
 * @plug_perf: connects or disconnects perf's probe
 */
struct syscall_side {
	struct hlist_head *users;
	int nr_users;
	struct syscall_metadata **perf;
	int nr_perf;
	int (*plug)(bool on);
	int (*plug_perf)(bool on);
};

/**
 * arch_syscall_addr - where a system call is implemented
 * @nr: its number
 *
 * Architectures whose table does not hold plain addresses have their own.
 *
 * Context: boot.
 */
unsigned long __weak arch_syscall_addr(int nr)
{
	return (unsigned long)sys_call_table[nr];
}

static bool syscall_known(int nr)
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
 * The preempt_disable() of the tracepoint counts here, other than for events
 * that have a tracepoint of their own: it always did, and texts are compared.
 */
static void syscall_context(struct trace_event_buffer *fbuffer,
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

	if (!syscall_known(nr))
		return;

	hlist_for_each_entry_rcu(user, &syscall_enter_side.users[nr], node) {
		rec = trace_event_buffer_reserve(&fbuffer, user->file,
						 syscall_enter_size(user->meta));
		if (!rec)
			continue;
		syscall_context(&fbuffer, &rec->ent);
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

	if (!syscall_known(nr))
		return;

	hlist_for_each_entry_rcu(user, &syscall_exit_side.users[nr], node) {
		rec = trace_event_buffer_reserve(&fbuffer, user->file,
						 sizeof(*rec));
		if (!rec)
			continue;
		syscall_context(&fbuffer, &rec->ent);
		rec->nr = nr;
		rec->ret = syscall_get_return_value(current, regs);
		trace_event_buffer_commit(&fbuffer);
	}
}

static int syscall_plug_enter(bool on)
{
	if (on)
		return register_trace_sys_enter(syscall_enter_probe, NULL);
	return unregister_trace_sys_enter(syscall_enter_probe, NULL);
}

static int syscall_plug_exit(bool on)
{
	if (on)
		return register_trace_sys_exit(syscall_exit_probe, NULL);
	return unregister_trace_sys_exit(syscall_exit_probe, NULL);
}

/* Handing over to perf */

/* The call, if perf wants it. */
static struct syscall_metadata *syscall_perf_meta(struct syscall_side *side,
						  int nr)
{
	return syscall_known(nr) ? READ_ONCE(side->perf[nr]) : NULL;
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

	/* perf puts a u32 before the record and wants the sum aligned. */
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

static int syscall_plug_enter_perf(bool on)
{
	if (on)
		return register_trace_sys_enter(syscall_enter_perf, NULL);
	return unregister_trace_sys_enter(syscall_enter_perf, NULL);
}

static int syscall_plug_exit_perf(bool on)
{
	if (on)
		return register_trace_sys_exit(syscall_exit_perf, NULL);
	return unregister_trace_sys_exit(syscall_exit_perf, NULL);
}

static struct syscall_side syscall_enter_side = {
	.plug = syscall_plug_enter,
	.plug_perf = syscall_plug_enter_perf,
};

static struct syscall_side syscall_exit_side = {
	.plug = syscall_plug_exit,
	.plug_perf = syscall_plug_exit_perf,
};

/* Who wants what */

static int syscall_user_add(struct syscall_side *side,
			    struct syscall_metadata *meta,
			    struct trace_event_file *file)
{
	struct syscall_user *user;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!side->users)
		side->users = kcalloc(NR_syscalls, sizeof(*side->users), GFP_KERNEL);
	if (!side->users)
		return -ENOMEM;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	user->file = file;
	user->meta = meta;

	if (!side->nr_users) {
		ret = side->plug(true);
		if (ret) {
			kfree(user);
			return ret;
		}
	}
	side->nr_users++;
	hlist_add_head_rcu(&user->node, &side->users[meta->syscall_nr]);
	return 0;
}

static void syscall_user_del(struct syscall_side *side, int nr,
			     struct trace_event_file *file)
{
	struct syscall_user *user;

	lockdep_assert_held(&event_mutex);

	hlist_for_each_entry(user, &side->users[nr], node) {
		if (user->file != file)
			continue;
		hlist_del_rcu(&user->node);
		kfree_rcu(user, rcu);
		if (!--side->nr_users)
			side->plug(false);
		return;
	}
}

static int syscall_perf_add(struct syscall_side *side,
			    struct syscall_metadata *meta)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!side->perf)
		side->perf = kcalloc(NR_syscalls, sizeof(*side->perf), GFP_KERNEL);
	if (!side->perf)
		return -ENOMEM;
	if (!side->nr_perf) {
		ret = side->plug_perf(true);
		if (ret)
			return ret;
	}
	side->nr_perf++;
	WRITE_ONCE(side->perf[meta->syscall_nr], meta);
	return 0;
}

static void syscall_perf_del(struct syscall_side *side, int nr)
{
	lockdep_assert_held(&event_mutex);

	WRITE_ONCE(side->perf[nr], NULL);
	if (!--side->nr_perf)
		side->plug_perf(false);
}

static int syscall_reg(struct syscall_side *side, struct trace_event_call *call,
		       enum trace_reg type, void *data)
{
	struct syscall_metadata *meta = call->data;

	switch (type) {
	case TRACE_REG_REGISTER:
		return syscall_user_add(side, meta, data);
	case TRACE_REG_UNREGISTER:
		syscall_user_del(side, meta->syscall_nr, data);
		return 0;
	case TRACE_REG_PERF_REGISTER:
		return syscall_perf_add(side, meta);
	case TRACE_REG_PERF_UNREGISTER:
		syscall_perf_del(side, meta->syscall_nr);
		return 0;
	default:
		return 0;
	}
}

static int syscall_enter_reg(struct trace_event_call *call,
			     enum trace_reg type, void *data)
{
	return syscall_reg(&syscall_enter_side, call, type, data);
}

static int syscall_exit_reg(struct trace_event_call *call,
			    enum trace_reg type, void *data)
{
	return syscall_reg(&syscall_exit_side, call, type, data);
}

/* Numbers */

static struct syscall_metadata *syscall_find(unsigned long addr)
{
	struct syscall_metadata **meta;
	char symbol[KSYM_SYMBOL_LEN];

	kallsyms_lookup(addr, NULL, NULL, NULL, symbol);

	/* What a kernel does not have shares one function. */
	if (arch_syscall_match_sym_name(symbol, "sys_ni_syscall"))
		return NULL;

	for (meta = __start_syscalls_metadata;
	     meta < __stop_syscalls_metadata; meta++) {
		if ((*meta)->name &&
		    arch_syscall_match_sym_name(symbol, (*meta)->name))
			return *meta;
	}
	return NULL;
}

/*
 * The definition of a call does not know its number: the table of calls knows
 * it, and symbols tie the two. Done when the first of the events is made known,
 * which is at boot, while the metadata's list still exists.
 */
static void syscall_learn_numbers(void)
{
	struct syscall_metadata *meta;
	static bool done;
	int nr;

	if (done)
		return;
	done = true;

	for (nr = 0; nr < NR_syscalls; nr++) {
		meta = syscall_find(arch_syscall_addr(nr));
		if (meta)
			meta->syscall_nr = nr;
	}
}

/* Schema */

/* Writes what snprintf() would; counts only when @buf is NULL. */
static size_t syscall_print_fmt(char *buf, size_t size,
				const struct syscall_metadata *meta)
{
	size_t at = 0;
	int i;

#define PUT(...) (at += snprintf(buf ? buf + at : NULL, buf ? size - at : 0, __VA_ARGS__))
	PUT("\"");
	for (i = 0; i < meta->nb_args; i++)
		PUT("%s%s: 0x%%0%zulx", i ? ", " : "", meta->args[i],
		    sizeof(unsigned long));
	PUT("\"");
	for (i = 0; i < meta->nb_args; i++)
		PUT(", ((unsigned long)(REC->%s))", meta->args[i]);
#undef PUT
	return at + 1;
}

static int syscall_set_print_fmt(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	size_t size;
	char *fmt;

	if (meta->exit_event == call) {
		call->print_fmt = "\"0x%lx\", REC->ret";
		return 0;
	}

	size = syscall_print_fmt(NULL, 0, meta);
	fmt = kmalloc(size, GFP_KERNEL);
	if (!fmt)
		return -ENOMEM;
	syscall_print_fmt(fmt, size, meta);
	call->print_fmt = fmt;
	return 0;
}

static int syscall_define_enter(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	int offset = offsetof(struct syscall_enter_record, args);
	int i, ret;

	ret = trace_define_field(call, "int", "__syscall_nr",
				 offsetof(struct syscall_enter_record, nr),
				 sizeof(int), 1, FILTER_OTHER);
	for (i = 0; !ret && i < meta->nb_args; i++) {
		ret = trace_define_field(call, meta->types[i], meta->args[i],
					 offset, sizeof(unsigned long), 0,
					 FILTER_OTHER);
		offset += sizeof(unsigned long);
	}
	return ret;
}

static int syscall_raw_init(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	int ret;

	syscall_learn_numbers();

	/* Declared, but not in the table of this architecture. */
	if (meta->syscall_nr < 0)
		return -ENODEV;

	ret = syscall_set_print_fmt(call);
	if (ret)
		return ret;
	ret = trace_event_raw_init(call);
	if (ret < 0 || meta->exit_event == call)
		return ret;
	return syscall_define_enter(call);
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
	.raw_init = syscall_raw_init,
};

struct trace_event_class event_class_syscall_exit = {
	.system = "syscalls",
	.reg = syscall_exit_reg,
	.fields_array = syscall_exit_field_table,
	.fields = LIST_HEAD_INIT(event_class_syscall_exit.fields),
	.raw_init = syscall_raw_init,
};

/* Text */

static const struct syscall_metadata *syscall_of(struct trace_event *event)
{
	return container_of(event, struct trace_event_call, event)->data;
}

static enum print_line_t syscall_enter_print(struct trace_iterator *iter,
					     int flags,
					     struct trace_event *event)
{
	struct syscall_enter_record *rec = (void *)iter->ent;
	const struct syscall_metadata *meta = syscall_of(event);
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

	trace_seq_printf(s, "%s -> 0x%lx\n", syscall_of(event)->name, rec->ret);
	return trace_handle_return(s);
}

struct trace_event_functions enter_syscall_print_funcs = {
	.trace = syscall_enter_print,
};

struct trace_event_functions exit_syscall_print_funcs = {
	.trace = syscall_exit_print,
};
