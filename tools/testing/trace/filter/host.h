/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replacement of kernel/trace/filter/deps.h for a user-space program: the parts of the
 * kernel and of the components below filter/ that the filter code uses.
 */
#ifndef _TOOLS_TRACE_FILTER_HOST_H
#define _TOOLS_TRACE_FILTER_HOST_H

/* Disable the headers that this file replaces. */
#define _KERNEL_TRACE_FILTER_DEPS_H
#define _KERNEL_TRACE_LIB_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef unsigned long long u64;
typedef long long s64;

#define U16_MAX		0xffffU
#define GFP_KERNEL	0
#define TASK_COMM_LEN	16
#define __percpu
#define __rcu
#define __user
#define __packed	__attribute__((packed))
#define __aligned(n)	__attribute__((aligned(n)))
#define barrier()	((void)0)
#define fallthrough	__attribute__((fallthrough))
#define likely(x)	(x)
#define unlikely(x)	(x)
#define READ_ONCE(x)	(x)
#define min_t(t, a, b)	((t)(a) < (t)(b) ? (t)(a) : (t)(b))
#define max(a, b)	((a) > (b) ? (a) : (b))
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#undef __always_inline
#define __always_inline	inline __attribute__((always_inline))
#define array_size(n, size)	((n) * (size))
#define struct_size(p, member, n)					\
	(sizeof(*(p)) + (n) * sizeof((p)->member[0]))
#define EXPORT_SYMBOL_GPL(x)
#define __init
/* Init functions run before main(). */
#define early_initcall(function)					\
	static void __attribute__((constructor)) function##_call(void)	\
	{								\
		function();						\
	}
#define lockdep_assert_held(x)	((void)0)
#define lockdep_is_held(x)	true
#define BUILD_BUG_ON(x)		static_assert(!(x), #x)

/* True if this allocation is to fail; see host_fail_at(). */
bool host_fail(void);

/* As realloc(); the memory that is added has no zeros. */
void *host_realloc(void *p, size_t size);

#define kmalloc_array(n, size, gfp)	(host_fail() ? NULL : calloc(n, size))
#define kvzalloc(size, gfp)		(host_fail() ? NULL : calloc(1, size))
#define krealloc_array(p, n, size, gfp)					\
	(host_fail() ? NULL : host_realloc(p, (n) * (size)))
#define kfree(p)			free(p)
#define kvfree_rcu(p, member)		free(p)
#define alloc_percpu(type)						\
	((type *)(host_fail() ? NULL : calloc(1, sizeof(type))))
#define free_percpu(p)			free(p)
#define this_cpu_ptr(p)			(p)
#define cmpxchg(p, old, new)						\
	__sync_val_compare_and_swap(p, old, new)

#define MAX_ERRNO	4095
#define ERR_PTR(e)	((void *)(long)(e))
#define PTR_ERR(p)	((long)(p))
#define IS_ERR(p)	((unsigned long)(p) >= (unsigned long)-MAX_ERRNO)

#define get_unaligned(p)						\
	(((const struct { __typeof__(*(p)) v; } __packed *)(p))->v)

static inline char *kmemdup_nul(const char *s, size_t len, int gfp)
{
	char *p = host_fail() ? NULL : malloc(len + 1);

	if (!p)
		return NULL;
	memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

static inline char *skip_spaces(const char *s)
{
	while (isspace((u8)*s))
		s++;
	return (char *)s;
}

static inline bool strstarts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* As in the kernel, bytes with the highest bit set are not letters. */
#undef isspace
#undef isalnum
#undef isdigit
#define isdigit(c)	((u8)(c) >= '0' && (u8)(c) <= '9')
#define isalnum(c)	(isdigit(c) || ((u8)(c) | 32) - 'a' < 26u)
#define isspace(c)	((c) && strchr(" \t\n\v\f\r\xa0", c))

int kstrtoull(const char *s, unsigned int base, u64 *res);
int kstrtoll(const char *s, unsigned int base, s64 *res);
int kstrtoul(const char *s, unsigned int base, unsigned long *res);

/* There are 64 CPUs; the code runs on CPU 2. */
struct cpumask { unsigned long bits; };

#define nr_cpu_ids			64u
#define cpumask_size()			((unsigned int)sizeof(struct cpumask))
#define cpumask_empty(m)		(!(m)->bits)
#define cpumask_weight(m)		__builtin_popcountl((m)->bits)
#define cpumask_first(m)		__builtin_ctzl((m)->bits)
#define cpumask_test_cpu(c, m)		(get_unaligned(&(m)->bits) >> (c) & 1)
#define cpumask_intersects(a, b)					\
	(get_unaligned(&(a)->bits) & get_unaligned(&(b)->bits))
#define cpumask_equal(a, b)						\
	(get_unaligned(&(a)->bits) == get_unaligned(&(b)->bits))

int cpulist_parse(const char *list, struct cpumask *mask);

#define HOST_CPU	2
#define filter_cpu()	HOST_CPU

/* The cgroup of the current task, and its pid in its namespace. */
#define HOST_CGROUP	0x200000005ULL
#define HOST_NS_PID	7
#define filter_cgroup()	HOST_CGROUP
#define filter_ns_pid()	HOST_NS_PID

#define noinline	__attribute__((noinline))

extern char host_comm[TASK_COMM_LEN];
#define filter_comm()	host_comm

unsigned long kallsyms_lookup_name(const char *name);
int kallsyms_lookup_size_offset(unsigned long addr, unsigned long *size,
				unsigned long *offset);

long strncpy_from_kernel_nofault(char *dst, const void *from, long count);
long strncpy_from_user_nofault(char *dst, const void *from, long count);

/* <linux/rcupdate.h> */
struct rcu_head { int unused; };

#define rcu_assign_pointer(p, v)		((p) = (v))
#define rcu_access_pointer(p)			(p)
#define rcu_dereference_protected(p, c)		(p)

/* <linux/list.h> */
struct list_head { struct list_head *next, *prev; };

#define list_for_each_entry(pos, head, member)				\
	for (pos = (void *)((char *)(head)->next -			\
			    offsetof(__typeof__(*pos), member));	\
	     &pos->member != (head);					\
	     pos = (void *)((char *)pos->member.next -			\
			    offsetof(__typeof__(*pos), member)))

/* <linux/seq_file.h> */
struct seq_file { char *buf; size_t size; };

#define seq_printf(m, ...)	snprintf((m)->buf, (m)->size, __VA_ARGS__)

/* <linux/trace_events.h> */
enum {
	FILTER_OTHER, FILTER_STATIC_STRING, FILTER_DYN_STRING,
	FILTER_RDYN_STRING, FILTER_PTR_STRING, FILTER_TRACE_FN,
	FILTER_CPUMASK, FILTER_COMM, FILTER_CPU, FILTER_STACKTRACE,
};

/* ../event/event.h */
enum { EVENT_TASK_CGROUP = FILTER_STACKTRACE + 1, EVENT_TASK_NS_PID };

#define MAX_FILTER_STR_VAL		256U
#define EVENT_FILE_FL_FILTERED		8
#define EVENT_FILE_FL_NO_SET_FILTER	16

struct trace_event_call { int unused; };

struct event_filter;

int filter_match_preds(struct event_filter *filter, void *rec);

struct trace_entry { u64 head; };

struct trace_event_file {
	unsigned long		flags;
	struct trace_event_call	*event_call;
	struct event_filter	*filter;
	struct list_head	in_system;
};

/* ../event/event.h */
#include "../event/prefilter.h"

struct event_field {
	const char	*type;
	const char	*name;
	unsigned short	offset;
	unsigned short	size;
	unsigned short	len;
	bool		is_signed;
	unsigned char	filter;
};

bool event_field_find(struct trace_event_call *call, const char *name,
		      struct event_field *field);

struct event_filter_ops {
	bool (*match)(const struct event_filter *filter, void *rec);
};

static inline void event_filter_ops_register(const struct event_filter_ops *ops)
{
}

static inline void event_file_flags(struct trace_event_file *file,
				    unsigned long mask, unsigned long set)
{
	file->flags = (file->flags & ~mask) | set;
}

/* ../lib/lib.h */
struct trace_error_log {
	unsigned int	count;
	unsigned int	pos;
	const char	*reason;
};

static inline void trace_error_log_add(struct trace_error_log *errors,
				       const char *where, const char *command,
				       const char *reason, unsigned int pos)
{
	errors->count++;
	errors->pos = pos;
	errors->reason = reason;
}

#endif /* _TOOLS_TRACE_FILTER_HOST_H */
