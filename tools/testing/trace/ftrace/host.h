/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that the filters of functions need, beyond those
 * that the suite "command" has.
 */
#ifndef _TOOLS_TRACE_FTRACE_HOST_H
#define _TOOLS_TRACE_FTRACE_HOST_H

#define HOST_FTRACE_OPS		/* struct ftrace_ops is below */
#define CONFIG_FUNCTION_GRAPH_TRACER
#include "../command/host.h"

#define notrace
#define rcu_dereference_raw_check(p)	(p)
#define GENMASK(h, l)		((~0UL >> (63 - (h))) & (~0UL << (l)))
#define SZ_32K			0x8000
#define swap(a, b)		do { typeof(a) __t = (a); (a) = (b); (b) = __t; } while (0)
#define roundup_pow_of_two(n)	((n) < 2 ? 1UL : 1UL << (64 - __builtin_clzl((n) - 1UL)))
#define kvmalloc_array(n, size, gfp)	host_alloc((size_t)(n) * (size))
#define kvmalloc(size, gfp)		host_alloc(size)
#define refcount_read(r)		((r)->v)
#define refcount_dec_and_mutex_lock(r, m)				\
	({ bool __last = refcount_dec_and_test(r); if (__last) mutex_lock(m); __last; })
#define sort(base, n, size, cmp, swap)	qsort(base, n, size, cmp)
#define mutex_init(m)			((m)->held = 0)

struct ftrace_ip_set;

struct ftrace_ops_hash {
	struct ftrace_ip_set	*filter;
	struct ftrace_ip_set	*except;
};

struct ftrace_ops {
	ftrace_func_t		func;
	unsigned long		flags;
	void			*private;
	struct list_head	list;
	struct ftrace_ops_hash	local_hash;
	struct ftrace_ops_hash	*func_hash;
	unsigned long		trampoline;
	unsigned long		trampoline_size;
};

#define FTRACE_OPS_FL_ENABLED		1
#define FTRACE_OPS_FL_STUB		2
#define FTRACE_OPS_FL_INITIALIZED	4
#define FTRACE_OPS_FL_DIRECT		8

struct dyn_ftrace { unsigned long ip; u32 flags; };

void ftrace_stub(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
		 struct ftrace_regs *fregs);
#define ftrace_ops_list_func		ftrace_stub
#define arch_ftrace_calls_ops(site)		false
#define arch_ftrace_trampoline_func(ops)	((void *)(ops))
#define ftrace_site_callee(site)		0UL
#define ftrace_find_rec_direct(ip)		0UL
unsigned long ftrace_location(unsigned long ip);
int unregister_ftrace_function(struct ftrace_ops *ops);
void ftrace_free_filter(struct ftrace_ops *ops);

bool glob_match(const char *pat, const char *str);
#define scnprintf	snprintf	/* nothing here is that long */

/* Sequences with a buffer of PAGE_SIZE. */
void *host_seq_open_private(struct file *file, const struct seq_operations *ops,
			    size_t size);
#undef __seq_open_private
#define __seq_open_private(file, ops, size)	host_seq_open_private(file, ops, size)
#undef seq_release_private
int seq_release_private(struct inode *inode, struct file *file);
size_t seq_get_buf(struct seq_file *m, char **to);
void seq_commit(struct seq_file *m, int num);
#define FMODE_READ	1

#endif /* _TOOLS_TRACE_FTRACE_HOST_H */
