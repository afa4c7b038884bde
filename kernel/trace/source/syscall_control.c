// SPDX-License-Identifier: GPL-2.0
/*
 * Events of system calls, the part that runs at boot and when an event is
 * enabled: users of the tracepoints, numbers of system calls, and fields of the
 * events.
 *
 * Locking: event_mutex.
 */
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/slab.h>
#include <linux/syscalls.h>
#include <trace/syscall.h>
#include <asm/syscall.h>

#include "../event/event.h"
#include "syscalls.h"

/* Users */

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
	user->nr_args = meta->nb_args;
	user->size = syscall_enter_size(meta->nb_args);

	if (!side->nr_users) {
		ret = side->connect(true);
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
			side->connect(false);
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
		ret = side->connect_perf(true);
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
		side->connect_perf(false);
}

/**
 * source_syscall_reg - enable or disable an event of a system call
 * @side: entry or exit
 * @call: the event
 * @type: operation
 * @data: event file of the instance, for TRACE_REG_REGISTER and _UNREGISTER
 *
 * Context: task, may sleep; event_mutex held. Operations of perf on a single
 * CPU run with interrupts off and do nothing.
 * Return: 0 or an errno.
 */
int source_syscall_reg(struct syscall_side *side, struct trace_event_call *call,
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

/**
 * arch_syscall_addr - get the address of a system call
 * @nr: number of the system call
 *
 * Architectures whose table does not contain plain addresses override this
 * function.
 *
 * Context: boot.
 * Return: address of the function.
 */
unsigned long __weak arch_syscall_addr(int nr)
{
	return (unsigned long)sys_call_table[nr];
}

/* Numbers */

static struct syscall_metadata *syscall_find(unsigned long addr)
{
	struct syscall_metadata **meta;
	char symbol[KSYM_SYMBOL_LEN];

	kallsyms_lookup(addr, NULL, NULL, NULL, symbol);

	/* All system calls that are not configured share this function. */
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
 * The metadata of a system call does not have its number, which is the index in
 * the table of system calls; the symbol name connects the two. This runs when
 * the first event is registered, at boot, as long as the list of metadata
 * exists.
 */
static void syscall_init_numbers(void)
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

/* Fields */

static int syscall_set_print_fmt(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;

	if (meta->exit_event == call) {
		call->print_fmt = "\"0x%lx\", REC->ret";
		return 0;
	}

	call->print_fmt = source_syscall_data_print_fmt(meta, NULL);
	return call->print_fmt ? 0 : -ENOMEM;
}

static int syscall_define_enter(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	int offset = offsetof(struct syscall_trace_enter, args);
	int i, ret;

	ret = trace_define_field(call, "int", "__syscall_nr",
				 offsetof(struct syscall_trace_enter, nr),
				 sizeof(int), 1, FILTER_OTHER);
	for (i = 0; !ret && i < meta->nb_args; i++) {
		ret = trace_define_field(call, meta->types[i], meta->args[i],
					 offset, sizeof(unsigned long), 0,
					 FILTER_OTHER);
		offset += sizeof(unsigned long);
	}
	return ret;
}

/**
 * source_syscall_init - initialize an event of a system call
 * @call: the event
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENODEV if this kernel does not have the system call; another
 * errno.
 */
int source_syscall_init(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	int ret;

	syscall_init_numbers();

	/* Declared, but not in the table of this architecture. */
	if (meta->syscall_nr < 0)
		return -ENODEV;

	ret = syscall_set_print_fmt(call);
	if (ret)
		return ret;
	ret = trace_event_raw_init(call);
	if (ret < 0 || meta->exit_event == call)
		return ret;
	ret = syscall_define_enter(call);
	return ret ?: source_syscall_data_init(call);
}
