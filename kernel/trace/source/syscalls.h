/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What syscalls.c and syscall_control.c share.
 */
#ifndef _TRACE_BRIDGE_SYSCALLS_H
#define _TRACE_BRIDGE_SYSCALLS_H

#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/trace_events.h>

struct syscall_metadata;

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

int source_syscall_reg(struct syscall_side *side, struct trace_event_call *call,
		       enum trace_reg type, void *data);
int source_syscall_init(struct trace_event_call *call);

#endif /* _TRACE_BRIDGE_SYSCALLS_H */
