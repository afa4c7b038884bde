/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that the parsers of commands need, for a
 * user space program. This file is included before all others; kernel headers are
 * empty files, except for ours.
 *
 * Every allocation is counted and may be made to fail: host_allocs, host_fail_at().
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_H
#define _TOOLS_TRACE_COMMAND_HOST_H

/* These headers are not needed. */
#define _TRACE_RING_RING_H
#define _KERNEL_TRACE_FGRAPH_H
#define _KERNEL_TRACE_FTRACE_ARCH_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* libc defines it on all hosts, the kernel only where it applies. */
#undef __BIG_ENDIAN

/* A function of libc whose name kernel files use for their own ones. */
#define remove	host_remove

#define CONFIG_TRACING
#define CONFIG_DYNAMIC_FTRACE
#define MCOUNT_INSN_SIZE	5
#define CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS
#define PAGE_SIZE	4096UL
#define BITS_PER_LONG	64
#define NR_syscalls	8

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef unsigned long long u64;
typedef u64 aligned_u64 __attribute__((aligned(8)));
typedef long long s64;
typedef unsigned int gfp_t;
typedef unsigned int __poll_t;
typedef struct { uid_t val; } kuid_t;
typedef u64 phys_addr_t, resource_size_t;
typedef unsigned int umode_t;
typedef u8 kprobe_opcode_t;

#define U8_MAX		0xffU
#define U16_MAX		0xffffU
#define U64_MAX		(~0ULL)
#define GFP_KERNEL	0
#define GFP_KERNEL_ACCOUNT 0
#define GFP_ATOMIC	0
#define __GFP_NOWARN	0
#define __GFP_NOFAIL	0
#define TASK_COMM_LEN	16
#define NSEC_PER_USEC	1000
#define NSEC_PER_SEC	1000000000
#define SZ_1M		0x100000
#define PID_MAX_LIMIT	(4 * 1024 * 1024)
#define KSYM_SYMBOL_LEN	512
#define KSYM_NAME_LEN	512

#define __percpu
#define __rcu
#define __user
#define __init
#define __initdata
#define __read_mostly
#define __ro_after_init
#define __must_check
#define __packed	__attribute__((packed))
#define __aligned(n)	__attribute__((aligned(n)))
#define SMP_CACHE_BYTES	64
#define __printf(a, b)
#define __counted_by(n)
#define noinline	__attribute__((noinline))
#undef __always_inline
#define __always_inline	inline __attribute__((always_inline))
#define barrier()	((void)0)
#define fallthrough	__attribute__((fallthrough))
#define likely(x)	(x)
#define unlikely(x)	(x)
#define READ_ONCE(x)	(x)
#define WRITE_ONCE(x, v) ((x) = (v))
#define BUILD_BUG_ON(x)	((void)0)
#define WARN_ON(x)	({ bool __w = !!(x); assert(!__w); __w; })
#define WARN_ON_ONCE(x)	WARN_ON(x)
#define EXPORT_SYMBOL(x)
#define EXPORT_SYMBOL_GPL(x)
#define NOKPROBE_SYMBOL(x)
/* All options but those that permit what is refused otherwise, or need the kernel. */
#define HOST_OFF_CONFIG_KPROBE_EVENTS_ON_NOTRACE	0, 0
#define HOST_OFF_CONFIG_PROBE_EVENTS_BTF_ARGS		0, 0
#define HOST_OFF_CONFIG_CPU_BIG_ENDIAN			0, 0
#define host_second(first, second, ...)	second
#define host_choose(...)	host_second(__VA_ARGS__)
#define IS_ENABLED(x)	host_choose(HOST_OFF_ ## x, 1, 0)
#define lockdep_assert_held(x)	((void)0)
#define lockdep_is_held(x)	true
#define might_sleep()	((void)0)
#define pr_warn(...)	((void)0)
#define pr_info(...)	((void)0)
#define pr_debug(...)	((void)0)
#define pr_err(...)	((void)0)

#define BIT(n)		(1UL << (n))
#define BIT_ULL(n)	(1ULL << (n))
#define min(a, b)	((a) < (b) ? (a) : (b))
#define max(a, b)	((a) > (b) ? (a) : (b))
#define min_t(t, a, b)	((t)(a) < (t)(b) ? (t)(a) : (t)(b))
#define max_t(t, a, b)	((t)(a) > (t)(b) ? (t)(a) : (t)(b))
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define ALIGN(n, a)	(((n) + (a) - 1) / (a) * (a))
#define sizeof_field(t, m) sizeof(((t *)0)->m)
#define offsetofend(t, m) (offsetof(t, m) + sizeof_field(t, m))
#define array_size(n, size)	((size_t)(n) * (size))
#define struct_size_t(t, member, n) (sizeof(t) + (n) * sizeof_field(t, member[0]))
#define struct_size(p, member, n) (sizeof(*(p)) + (n) * sizeof((p)->member[0]))
#define container_of(p, t, m)						\
	((t *)((char *)(1 ? (p) : &((t *)0)->m) - offsetof(t, m)))

#define MAX_ERRNO	4095
#define ERR_PTR(e)	((void *)(long)(e))
#define ERR_CAST(p)	((void *)(p))
#define PTR_ERR(p)	((long)(p))
#define IS_ERR(p)	((unsigned long)(p) >= (unsigned long)-MAX_ERRNO)
#define IS_ERR_OR_NULL(p) (!(p) || IS_ERR(p))
#define PTR_ERR_OR_ZERO(p) (IS_ERR(p) ? (int)PTR_ERR(p) : 0)

/* Initcalls run by the level, and in the order of the objects within it. */
#define HOST_INITCALL(level, fn)					\
	static void __attribute__((constructor(level))) fn##_host(void)	\
	{								\
		assert(!fn());						\
	}
#define early_initcall(fn)	HOST_INITCALL(201, fn)
#define core_initcall(fn)	HOST_INITCALL(202, fn)
#define fs_initcall(fn)		HOST_INITCALL(203, fn)
#define late_initcall(fn)	HOST_INITCALL(204, fn)
#define __uninitialized

/* Called by tests. */
extern int (*host_initcall_sync)(void);

#define core_initcall_sync(fn)						\
	static void __attribute__((constructor(203))) fn##_host(void)	\
	{								\
		host_initcall_sync = fn;				\
	}

/*
 * Parameters of the command line: tests pass them to their handlers. host_param() returns
 * whether one has claimed the parameter.
 */
void host_setup(const char *name, int (*fn)(char *text));
bool host_param(const char *name, char *text);

#define __setup(name, fn)						\
	static void __attribute__((constructor(400))) fn##_host(void)	\
	{								\
		host_setup(name, fn);					\
	}

/* Memory */

extern long host_allocs;

/* A string at the same address in each run, as text shows the address. */
extern const char *host_far;
void host_fail_at(unsigned int nth);

/* Whether the allocation that was to fail has done so. */
bool host_has_failed(void);
void *host_alloc(size_t size);
void *host_realloc(void *p, size_t size);
void host_free(const void *p);
void host_free_bulk(size_t nr, void **p);

#define kmalloc(size, gfp)		host_alloc(size)
#define kzalloc(size, gfp)		host_alloc(size)
#define kcalloc(n, size, gfp)		host_alloc((size_t)(n) * (size))
#define kmalloc_array(n, size, gfp)	host_alloc((size_t)(n) * (size))
#define krealloc_array(p, n, size, gfp)	host_realloc(p, (size_t)(n) * (size))
#define kvzalloc(size, gfp)		host_alloc(size)
#define vzalloc(size)			host_alloc(size)
#define vmalloc_array(n, size)		host_alloc((size_t)(n) * (size))
#define kfree(p)			host_free(p)
#define kvcalloc(n, size, gfp)		kcalloc(n, size, gfp)
#define kvfree(p)			host_free(p)
#define vfree(p)			host_free(p)
#define kfree_rcu(p, member)		host_free(p)
#define kvfree_rcu(p, member)		host_free(p)
#define kfree_const(p)			host_free(p)
#define kstrdup_const(s, gfp)		kstrdup(s, gfp)
#define alloc_percpu(type)		((type *)host_alloc(sizeof(type)))
#define free_percpu(p)			host_free(p)
#define this_cpu_ptr(p)			(p)
#define KMEM_CACHE(name, flags)		((struct kmem_cache *)sizeof(struct name))
#define kmem_cache_zalloc(c, gfp)	host_alloc((size_t)(c))
#define kmem_cache_free(c, p)		host_free(p)
#define kmem_cache_free_bulk(c, n, p)	host_free_bulk(n, p)
#define SLAB_PANIC			0
#define SLAB_ACCOUNT			0

struct kmem_cache;

char *kstrdup(const char *s, gfp_t gfp);
char *kstrndup(const char *s, size_t max, gfp_t gfp);
char *kmemdup_nul(const char *s, size_t len, gfp_t gfp);
char *memdup_user_nul(const char *s, size_t len);
__attribute__((format(printf, 2, 3)))
char *kasprintf(gfp_t gfp, const char *fmt, ...);
char **argv_split(gfp_t gfp, const char *s, int *argc);
void argv_free(char **argv);

#define get_user(x, p)	({ (x) = *(p); 0; })

/* Text */

char *skip_spaces(const char *s);
char *strim(char *s);
ssize_t host_strscpy(char *to, const char *from, size_t size);
#define strscpy(to, from, ...)						\
	host_strscpy(to, from, host_second(0, ##__VA_ARGS__, sizeof(to)))
int kstrtoull(const char *s, unsigned int base, u64 *res);
int kstrtoll(const char *s, unsigned int base, s64 *res);
int kstrtouint(const char *s, unsigned int base, unsigned int *res);
#define kstrtou64(s, base, res)	kstrtoull(s, base, res)
#define kstrtoul(s, base, res)	kstrtoull(s, base, (u64 *)(res))

static inline bool strstarts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static inline size_t str_has_prefix(const char *s, const char *prefix)
{
	return strstarts(s, prefix) ? strlen(prefix) : 0;
}

/* As in the kernel: bytes with the highest bit set are not letters there. */
#undef isspace
#undef isalnum
#undef isalpha
#undef isdigit
#define isdigit(c)	((u8)(c) >= '0' && (u8)(c) <= '9')
#define isalpha(c)	(((u8)(c) | 32) - 'a' < 26u)
#define isalnum(c)	(isdigit(c) || isalpha(c))
#define isspace(c)	((c) && strchr(" \t\n\v\f\r\xa0", c))

/* Numbers */

#define GOLDEN_RATIO_64	0x61c8864680b583ebULL

static inline u64 rol64(u64 v, unsigned int n)
{
	return v << n | v >> (64 - n);
}

static inline int fls64(u64 v)
{
	return v ? 64 - __builtin_clzll(v) : 0;
}

#define order_base_2(n)		((n) > 1 ? fls64((n) - 1) : 0)
#define div_u64(a, b)		((a) / (b))
#define div64_u64(a, b)		((a) / (b))
#define div_u64_rem(a, b, rem)	({ *(rem) = (a) % (b); (a) / (b); })

#define get_unaligned(p) ({						\
	__typeof__(*(p)) __v;						\
	memcpy((void *)&__v, p, sizeof(__v));				\
	__v;								\
})

/* Bits and atomics; there is one thread */

static inline void set_bit(unsigned int nr, unsigned long *w)
{
	w[nr / 64] |= 1UL << nr % 64;
}

static inline void clear_bit(unsigned int nr, unsigned long *w)
{
	w[nr / 64] &= ~(1UL << nr % 64);
}

static inline bool test_bit(unsigned int nr, const unsigned long *w)
{
	return w[nr / 64] >> nr % 64 & 1;
}

static inline void assign_bit(unsigned int nr, unsigned long *w, bool on)
{
	(on ? set_bit : clear_bit)(nr, w);
}

#define DECLARE_BITMAP(name, bits)	unsigned long name[(bits) / 64]
unsigned int find_next_bit(const unsigned long *w, unsigned int size,
			   unsigned int from);

/* Any hash function will do. */
u32 jhash(const void *key, u32 length, u32 initval);
#define full_name_hash(salt, name, len)	((void)(salt), jhash(name, len, 0))
#define jhash_2words(a, b, initval)					\
	jhash((const u32[]){ (a), (b) }, 2 * sizeof(u32), initval)
#define hash_64(n, bits)	((u32)((u64)(n) * 0x61c8864680b583ebull >> (64 - (bits))))

typedef struct { int v; } atomic_t;
typedef struct { long v; } atomic64_t, atomic_long_t;
typedef struct { int v; } refcount_t;

#define ATOMIC_INIT(n)		{ (n) }
#define atomic_read(a)		((a)->v)
#define atomic_read_acquire(a)	((a)->v)
#define atomic_set(a, n)	((a)->v = (n))
#define atomic_inc(a)		((a)->v++)
#define atomic_dec(a)		((a)->v--)
#define atomic_inc_return(a)	(++(a)->v)
#define atomic_dec_return(a)	(--(a)->v)
#define atomic_fetch_inc(a)	((a)->v++)
#define atomic_fetch_inc_release(a) ((a)->v++)
#define atomic_xchg(a, n)	__sync_lock_test_and_set(&(a)->v, n)
#define atomic_cmpxchg(a, o, n)	__sync_val_compare_and_swap(&(a)->v, o, n)
#define atomic64_read(a)	((a)->v)
#define atomic64_set(a, n)	((a)->v = (n))
#define atomic64_inc(a)		((a)->v++)
#define atomic64_add(n, a)						\
	__atomic_fetch_add(&(a)->v, (long)(n), __ATOMIC_RELAXED)
#define refcount_set(r, n)	((r)->v = (n))
#define refcount_inc(r)		({ assert((r)->v > 0); (r)->v++; })
#define refcount_dec_and_test(r) ({ assert((r)->v > 0); !--(r)->v; })
#define smp_mb()		__sync_synchronize()
#define smp_mb__after_atomic()	barrier()
#define data_race(expr)		(expr)
#define xchg(p, new)		__sync_lock_test_and_set(p, new)
#define cmpxchg(p, old, new)	__sync_val_compare_and_swap(p, old, new)
#define atomic64_cmpxchg_release(a, old, new) cmpxchg(&(a)->v, old, new)
#define try_cmpxchg(p, old, new) ({					\
	bool __same = *(p) == *(old);					\
	if (__same)							\
		*(p) = (new);						\
	else								\
		*(old) = *(p);						\
	__same;								\
})
#define set_mask_bits(p, mask, bits)	(*(p) = (*(p) & ~(mask)) | (bits))

/* Locks; there is one thread */

struct mutex { int held; };
struct rw_semaphore { int held; };
typedef struct { int held; } raw_spinlock_t, spinlock_t, rwlock_t;
#define rwlock_init(l)		((void)(l))

#define DEFINE_MUTEX(name)	struct mutex name
#define __MUTEX_INITIALIZER(x)	{ 0 }
#define DECLARE_RWSEM(name)	struct rw_semaphore name
#define mutex_lock(m)		({ assert(!(m)->held); (m)->held = 1; })
#define mutex_unlock(m)		({ assert((m)->held); (m)->held = 0; })
#define down_write(s)		((void)(s))
#define up_write(s)		((void)(s))
#define down_read(s)		((void)(s))
#define up_read(s)		((void)(s))
#define raw_spin_lock_init(l)	((void)(l))
#define raw_spin_lock_irqsave(l, f)	((void)(l), (f) = 0)
#define raw_spin_unlock_irqrestore(l, f) ((void)(l), (void)(f))

static inline void host_guard_end(struct mutex **m)
{
	mutex_unlock(*m);
}

static inline void host_free_end(void *p)
{
	host_free(*(void **)p);
}

/* Only kfree is used. */
#define __free(name)		__attribute__((cleanup(host_free_end)))

#define HOST_NAME2(a, b)	a##b
#define HOST_NAME(a, b)		HOST_NAME2(a, b)
#define guard(kind)		host_guard_##kind
#define host_guard_preempt()	((void)0)
#define scoped_guard(kind)	/* of preemption only */
#define host_guard_mutex(m)						\
	struct mutex *HOST_NAME(__guard, __LINE__)			\
	__attribute__((cleanup(host_guard_end), unused)) = (m);		\
	mutex_lock(m)

#define rcu_assign_pointer(p, v)		((p) = (v))
#define RCU_INIT_POINTER(p, v)			((p) = (v))
#define rcu_dereference_protected(p, c)		(p)
#define rcu_dereference_sched(p)		(p)
#define rcu_dereference_raw(p)			(p)
#define rcu_access_pointer(p)			(p)
#define rcu_read_lock_sched_held()		true
#define smp_load_acquire(p)			(*(p))
#define smp_store_release(p, v)			(*(p) = (v))
#define preempt_disable_notrace()		((void)0)
#define preempt_enable_notrace()		((void)0)
#define in_nmi()				false

struct rcu_head { int unused; };

/* Lists */

struct list_head { struct list_head *next, *prev; };
struct hlist_node { struct hlist_node *next, **pprev; };
struct hlist_head { struct hlist_node *first; };

#define LIST_HEAD_INIT(name)	{ &(name), &(name) }
#define LIST_HEAD(name)		struct list_head name = LIST_HEAD_INIT(name)
#define list_last_entry(head, t, m)	list_entry((head)->prev, t, m)
#define list_entry(p, t, m)	container_of(p, t, m)

static inline void INIT_LIST_HEAD(struct list_head *l)
{
	l->next = l;
	l->prev = l;
}

static inline void host_list_put(struct list_head *new, struct list_head *prev)
{
	new->prev = prev;
	new->next = prev->next;
	prev->next->prev = new;
	prev->next = new;
}

#define list_add(new, head)		host_list_put(new, head)
#define list_add_rcu(new, head)		host_list_put(new, head)
#define list_add_tail(new, head)	host_list_put(new, (head)->prev)
#define list_add_tail_rcu(new, head)	host_list_put(new, (head)->prev)

static inline void list_del(struct list_head *l)
{
	l->prev->next = l->next;
	l->next->prev = l->prev;
}

#define list_del_rcu(l)		list_del(l)
#define list_del_init(l)	({ list_del(l); INIT_LIST_HEAD(l); })
#define list_empty(l)		((l)->next == (l))

static inline void list_move_tail(struct list_head *l, struct list_head *head)
{
	list_del(l);
	list_add_tail(l, head);
}

static inline void list_splice_init(struct list_head *l, struct list_head *head)
{
	while (!list_empty(l))
		list_move_tail(l->next, head);
}

#define list_empty_careful(l)	list_empty(l)

static inline void host_hlist_put(struct hlist_node *node, struct hlist_node **at)
{
	node->next = *at;
	node->pprev = at;
	if (node->next)
		node->next->pprev = &node->next;
	*at = node;
}

#define hlist_add_head(node, head)	host_hlist_put(node, &(head)->first)
#define hlist_add_behind(node, prev)	host_hlist_put(node, &(prev)->next)

static inline void hlist_del(struct hlist_node *node)
{
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
	node->pprev = NULL;
}

#define hlist_entry_safe(node, t, m)					\
	({ struct hlist_node *__n = (node); __n ? container_of(__n, t, m) : NULL; })
#define hlist_for_each(pos, head)	for (pos = (head)->first; pos; pos = pos->next)
#define hlist_for_each_entry(pos, head, member)				\
	for (pos = hlist_entry_safe((head)->first, __typeof__(*pos), member); pos; \
	     pos = hlist_entry_safe(pos->member.next, __typeof__(*pos), member))
#define hlist_for_each_entry_safe(pos, n, head, member)			\
	for (pos = hlist_entry_safe((head)->first, __typeof__(*pos), member); \
	     pos && ((n) = pos->member.next, true);			\
	     pos = hlist_entry_safe(n, __typeof__(*pos), member))

/* One bucket is enough. */
#define DEFINE_HASHTABLE(name, bits)	struct hlist_head name[1]
#define HASH_BITS(table)		0
#define hash_min(key, bits)		((void)(key), 0)
#define hash_add(table, node, key)	((void)(key), hlist_add_head(node, &(table)[0]))
#define hash_for_each_possible(table, pos, member, key)			\
	for ((void)(key), pos = hlist_entry_safe((table)[0].first, __typeof__(*pos), member); \
	     pos; pos = hlist_entry_safe(pos->member.next, __typeof__(*pos), member))
#define hash_for_each_possible_safe(table, pos, n, member, key)		\
	hlist_for_each_entry_safe(pos, n, &(table)[((void)(key), 0)], member)

static inline void hash_del(struct hlist_node *node)
{
	if (node->pprev)
		hlist_del(node);
}

#define list_for_each_safe(pos, n, head)				\
	for (pos = (head)->next, n = pos->next; pos != (head);		\
	     pos = n, n = pos->next)
#define list_for_each_entry(pos, head, member)				\
	for (pos = list_entry((head)->next, __typeof__(*pos), member);	\
	     &pos->member != (head);					\
	     pos = list_entry(pos->member.next, __typeof__(*pos), member))
#define list_for_each_entry_reverse(pos, head, member)			\
	for (pos = list_entry((head)->prev, __typeof__(*pos), member);	\
	     &pos->member != (head);					\
	     pos = list_entry(pos->member.prev, __typeof__(*pos), member))
#define list_for_each_entry_safe(pos, n, head, member)			\
	for (pos = list_entry((head)->next, __typeof__(*pos), member),	\
	     n = list_entry(pos->member.next, __typeof__(*pos), member); \
	     &pos->member != (head);					\
	     pos = n, n = list_entry(n->member.next, __typeof__(*n), member))
#define list_for_each_entry_continue_reverse(pos, head, member)		\
	for (pos = list_entry(pos->member.prev, __typeof__(*pos), member); \
	     &pos->member != (head);					\
	     pos = list_entry(pos->member.prev, __typeof__(*pos), member))
#define list_for_each_entry_rcu(pos, head, member, ...)			\
	list_for_each_entry(pos, head, member)

/* XArrays, implemented as lists */

struct host_slot { struct host_slot *next; unsigned long at; void *entry; };
struct xarray { struct host_slot *first; bool initialized; };
struct xa_limit { unsigned int min, max; };

#define DEFINE_XARRAY_ALLOC(name)	struct xarray name
#define XA_LIMIT(lo, hi)		{ lo, hi }
#define XA_FLAGS_LOCK_IRQ		0
#define xa_init_flags(xa, flags)	((xa)->first = NULL, (xa)->initialized = true)
#define xa_lock_irqsave(xa, flags)	(assert((xa)->initialized), (flags) = 0)
#define xa_unlock_irqrestore(xa, flags)	((void)(xa), (void)(flags))
#define xa_is_err(p)			IS_ERR(p)
void *xa_load(struct xarray *xa, unsigned long at);
int xa_insert(struct xarray *xa, unsigned long at, void *entry, gfp_t gfp);
void *xa_erase(struct xarray *xa, unsigned long at);
void xa_destroy(struct xarray *xa);
int xa_alloc_cyclic(struct xarray *xa, u32 *id, void *entry,
		    struct xa_limit limit, u32 *next, gfp_t gfp);
void *__xa_cmpxchg(struct xarray *xa, unsigned long at, void *old, void *entry,
		   gfp_t gfp);
struct host_slot *host_xa_from(struct xarray *xa, unsigned long from);

/* The entry may be erased meanwhile. */
#define xa_for_each_start(xa, index, e, start)				\
	for (struct host_slot *__s = host_xa_from(xa, start);		\
	     __s && ((index) = __s->at, (e) = __s->entry, 1);		\
	     __s = host_xa_from(xa, (index) + 1))
#define xa_for_each(xa, index, e)	xa_for_each_start(xa, index, e, 0)

#include "host_file.h"

extern const struct file_operations *host_dynamic_events, *host_synthetic_events;
extern const struct file_operations *host_kprobe_events, *host_kprobe_profile;
extern const struct file_operations *host_uprobe_events, *host_uprobe_profile;
extern struct inode host_kprobe_profile_inode, host_uprobe_profile_inode;
void *tracefs_create_file(const char *name, unsigned int mode, void *parent,
			  void *data, const struct file_operations *fops);
#define LOCKDOWN_TRACEFS	0
#define LOCKDOWN_KPROBES	0
#define MODULE_NAME_LEN		56
#define security_locked_down(what)	0

#include "host_seq.h"

/* Tasks, CPUs, symbols */

struct task_struct {
	pid_t pid, tgid;
	char comm[TASK_COMM_LEN];
	int migration_disabled;
	unsigned int flags;
	unsigned long trace_recursion;
	struct mm_struct *mm;
};

extern struct task_struct host_task;

#define current			(&host_task)
#define nr_cpu_ids		64u
#define raw_smp_processor_id()	2
#define smp_processor_id()	2
#define DECLARE_PER_CPU(t, n)	extern t n
#define DEFINE_PER_CPU(t, n)	t n
#define DECLARE_PER_CPU_ALIGNED(t, n)	extern t n
#define DEFINE_PER_CPU_ALIGNED(t, n)	t n
#define interrupt_context_level() 0
#define __this_cpu_write(v, n)	((v) = (n))
/* Probes are called with preemption disabled. */
#define preempt_count()		2
#define test_preempt_need_resched() false
#define tif_need_resched()	false
#define irqs_disabled()		false
#define local_clock()		1000000ULL

struct cpumask { unsigned long bits; };
typedef struct cpumask cpumask_var_t[1];

#define cpumask_size()		((unsigned int)sizeof(struct cpumask))
#define cpumask_empty(m)	(!(m)->bits)
#define cpumask_weight(m)	__builtin_popcountl((m)->bits)
#define cpumask_first(m)	__builtin_ctzl((m)->bits)
#define cpumask_test_cpu(c, m)	(get_unaligned(&(m)->bits) >> (c) & 1)
#define cpumask_intersects(a, b)					\
	(get_unaligned(&(a)->bits) & get_unaligned(&(b)->bits))
#define cpumask_equal(a, b)						\
	(get_unaligned(&(a)->bits) == get_unaligned(&(b)->bits))
int cpulist_parse(const char *list, struct cpumask *mask);

unsigned long kallsyms_lookup_name(const char *name);
int kallsyms_lookup_size_offset(unsigned long addr, unsigned long *size,
				unsigned long *offset);
long strncpy_from_kernel_nofault(char *dst, const void *from, long count);
long strncpy_from_user_nofault(char *dst, const void *from, long count);

/* There are no user addresses. */
#define TASK_SIZE_MAX	0
int sprint_symbol(char *buf, unsigned long addr);
#define sprint_symbol_no_offset	sprint_symbol
int lookup_symbol_name(unsigned long addr, char *name);
/* A function that a stack trace shows, or 0. */
extern unsigned long host_stack_within;
unsigned int stack_trace_save(unsigned long *to, unsigned int max,
			      unsigned int skip);
extern const unsigned long sys_call_table[];
void sort_r(void *base, size_t n, size_t size,
	    int (*cmp)(const void *, const void *, const void *), void *swap,
	    const void *priv);

/* Modules, tracepoints, rings */

struct trace_event_call;
struct trace_eval_map;

struct module {
	char				*name;
	unsigned int			state;
	struct trace_event_call		**trace_events;
	unsigned int			num_trace_events;
	struct trace_eval_map		**trace_evals;
	unsigned int			num_trace_evals;
};

#define trace_module_has_bad_taint(mod)	false
struct tracepoint;
struct perf_event;
struct bpf_raw_event_map;
struct static_key_false { int on; };
struct ftrace_ops;
struct ftrace_regs;
/* A task may sleep in poll(): wake-ups are counted. There are no interrupts. */
extern bool host_sleeper;
extern unsigned int host_wakeups;
typedef struct wait_queue_head { int unused; } wait_queue_head_t;
struct irq_work { void (*func)(struct irq_work *work); };

#define DECLARE_WAIT_QUEUE_HEAD(name)	wait_queue_head_t name
#define IRQ_WORK_INIT(func)		{ func }
#define TASK_NORMAL			3
#define EPOLLIN				0x0001
#define EPOLLPRI			0x0002
#define EPOLLOUT			0x0004
#define EPOLLRDNORM			0x0040
#define EPOLLWRNORM			0x0100
#define poll_wait(file, q, table)	((void)(file), (void)(q), (void)(table))
#define poll_to_key(events)		((void *)(unsigned long)(events))
#define __wake_up(q, mode, nr, key)	((void)(q), (void)(key), host_wakeups++)
#define wake_up_all(q)			((void)(q), host_wakeups++)
#define wq_has_sleeper(q)		((void)(q), host_sleeper)
#define irq_work_queue(work)		((work)->func(work))
struct poll_table_struct;
struct trace_print_flags { unsigned long mask; const char *name; };
struct ring_buffer_event { int unused; };
struct trace_buffer { int unused; };
struct ring_writer { int unused; };

#ifndef HOST_FTRACE_OPS
struct ftrace_ops { void *private; unsigned long trampoline, trampoline_size; };
#endif

typedef void (*ftrace_func_t)(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *op, struct ftrace_regs *fregs);

#define THIS_MODULE			NULL
#define DECLARE_STATIC_KEY_FALSE(name)	extern struct static_key_false name
#define static_branch_unlikely(key)	((key)->on)
/* Set while a module is unloaded. */
extern bool host_module_leaves;
#define try_module_get(mod)		(!(mod) || !host_module_leaves)
#define module_put(mod)			((void)(mod))
#define module_name(mod)		((mod)->name)
#define within_module(addr, mod)	((void)(addr), (void)(mod), false)
#define ring_buffer_event_time_stamp(r, e) 1000000ULL
#define ring_buffer_time_stamp(r)	1000000ULL
#define ring_buffer_event_data(e)	((void *)(e))
#define ring_this_writer(r)		((struct ring_writer *)NULL)
#define ring_writer_here(w)		ring_this_writer(w)
struct ring_buffer_event *host_reserve(struct ring_writer *rw, unsigned int len);
void host_commit(struct ring_writer *rw);
#define ring_writer_reserve(rw, len)	host_reserve(rw, len)
#define ring_payload(e, len)		((void *)(e))
#define ring_buffer_nest_start(r)	((void)(r))
#define ring_buffer_nest_end(r)		((void)(r))
#define ring_writer_commit(rw)		host_commit(rw)
#define RING_BUFFER_ALL_CPUS		-1
#define ftrace_regs_get_argument(fregs, n) 0UL
#define DUMP_ALL	1
#define DUMP_ORIG	2
void ftrace_dump(int mode);

#define __def_gfpflag_names	{ 1, "GFP_ONE" }

#include "host_work.h"
#include "host_probe.h"
#include "host_hooks.h"
#include "host_uprobe.h"

#endif /* _TOOLS_TRACE_COMMAND_HOST_H */
