/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the files about system calls. */
#ifndef _KERNEL_TRACE_SOURCE_SYSCALLS_H
#define _KERNEL_TRACE_SOURCE_SYSCALLS_H

#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/trace_events.h>
#include <asm/syscall.h>

#include "../instance/instance.h"

struct syscall_metadata;

/*
 * Records of system calls, as described by the format files. BPF programs know them as well,
 * by these names: libbpf looks for the types that a program was compiled with in the BTF of
 * the kernel, and does not load a program if one is missing.
 */
struct syscall_trace_exit {
	struct trace_entry ent;
	int nr;
	long ret;
};

struct syscall_trace_enter {
	struct trace_entry ent;
	int nr;
	unsigned long args[];
};

/* Most arguments of a system call whose data is copied. */
#define SYSCALL_DATA_ARGS	3

/* Follows the bytes of a string that is longer than was to be copied. */
#define SYSCALL_DATA_CUT	"..."

/**
 * struct syscall_data_rule - what the event of a system call copies from user memory
 * @name: name of the system call, without "sys_"
 * @strings: mask of the arguments that are strings
 * @bytes: mask of the argument that is a buffer; or 0
 * @len: number of the argument that has the length of the buffer
 *
 * For each argument in @strings or @bytes a record has a __data_loc word behind the last
 * argument, in the order of the arguments, whether something could be copied or not.
 */
struct syscall_data_rule {
	const char	*name;
	u8		strings;
	u8		bytes;
	u8		len;
};

/**
 * struct syscall_data - what was copied for a record
 * @nr: number of arguments
 * @total: number of bytes of all arguments
 * @len: number of bytes of each argument; 0 if nothing was copied. A string includes
 *	its NUL
 * @bytes: the bytes of all arguments, without gaps; a NUL for one that was not copied
 */
struct syscall_data {
	unsigned int	nr;
	unsigned int	total;
	u16		len[SYSCALL_DATA_ARGS];
	char		bytes[SYSCALL_DATA_ARGS *
			      (INSTANCE_SYSCALL_DATA_MAX + sizeof(SYSCALL_DATA_CUT))];
};

/**
 * struct syscall_user - an instance that has enabled the event of a system call
 * @node: entry in syscall_side.users
 * @file: event file of the instance
 * @meta: metadata of the system call
 * @nr_args: number of its arguments
 * @size: size in bytes of a record without user data
 * @rcu: frees the entry after a grace period
 */
struct syscall_user {
	struct hlist_node node;
	struct trace_event_file *file;
	const struct syscall_metadata *meta;
	unsigned int nr_args;
	unsigned int size;
	struct rcu_head rcu;
};

/**
 * struct syscall_side - entry or exit of system calls; changed under event_mutex
 * @users: lists of struct syscall_user, by number; allocated for the first user
 *	and kept
 * @nr_users: number of entries in all lists of @users
 * @perf: metadata of the system calls that perf uses, by number; allocated for
 *	the first user and kept
 * @nr_perf: number of entries in @perf
 * @connect: connects the probe of the instances to its tracepoint, or
 *	disconnects it
 * @connect_perf: connects the probe of perf to its tracepoint, or disconnects
 *	it
 */
struct syscall_side {
	struct hlist_head *users;
	int nr_users;
	struct syscall_metadata **perf;
	int nr_perf;
	int (*connect)(bool on);
	int (*connect_perf)(bool on);
};

/**
 * syscall_number - get the number of the system call that is running
 * @regs: registers at its entry
 *
 * Context: task; the system call is of the current task.
 * Return: index in the table of system calls; -1 for a compat system call, which
 * has numbers of its own and no event.
 */
static inline int syscall_number(struct pt_regs *regs)
{
#ifdef ARCH_TRACE_IGNORE_COMPAT_SYSCALLS
	if (unlikely(arch_trace_is_compat_syscall(regs)))
		return -1;
#endif
	return syscall_get_nr(current, regs);
}

/* Metadata of all system calls, collected by the linker. */
extern struct syscall_metadata *__start_syscalls_metadata[];
extern struct syscall_metadata *__stop_syscalls_metadata[];

unsigned long arch_syscall_addr(int nr);
int source_syscall_reg(struct syscall_side *side, struct trace_event_call *call,
		       enum trace_reg type, void *data);
int source_syscall_init(struct trace_event_call *call);

/* syscall_data.c */
void source_syscall_data_copy(struct syscall_data *data, const struct syscall_data_rule *rule,
			      const unsigned long *args, unsigned int limit);
void source_syscall_data_store(void *rec, unsigned int at, const struct syscall_data *data);
void source_syscall_data_print(struct trace_seq *s, const struct syscall_data_rule *rule,
			       const struct syscall_trace_enter *rec, unsigned int size,
			       unsigned int nr_args, unsigned int arg);

/* syscall_data_events.c */
const struct syscall_data_rule *source_syscall_data_rule(const char *name);
char *source_syscall_data_print_fmt(const struct syscall_metadata *meta,
				    const struct syscall_data_rule *rule);
int source_syscall_data_init(struct trace_event_call *call);

/**
 * syscall_enter_size - get the size of the record of an entry without user data
 * @nr_args: number of arguments of the system call
 *
 * Context: any.
 * Return: the size in bytes; the words of the user data begin there.
 */
static inline unsigned int syscall_enter_size(unsigned int nr_args)
{
	return struct_size_t(struct syscall_trace_enter, args, nr_args);
}

#endif /* _KERNEL_TRACE_SOURCE_SYSCALLS_H */
