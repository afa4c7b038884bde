/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replacement of kernel/trace/ring/deps.h for user space.
 *
 * A thread that has called host_cpu_up() acts as a CPU. Its interrupts and NMIs
 * are signals, or calls from the test points of ring_test_point(). Calls that
 * other CPUs request run in the thread of the CPU when it calls host_poll().
 */
#ifndef _TRACE_RING_DEPS_H
#define _TRACE_RING_DEPS_H

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C library defines both macros, the kernel only the one that applies. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#undef __BIG_ENDIAN
#endif

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;
typedef unsigned int gfp_t;
typedef unsigned int __poll_t;
typedef struct poll_table_struct poll_table;
struct file;
struct vm_area_struct { unsigned long vm_pgoff, pages; };
#define vma_pages(v)		((v)->pages)
struct lock_class_key { int none; };

/* Compiler */
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define noinline		__attribute__((noinline))
#define __maybe_unused		__attribute__((unused))
#ifndef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#endif
#define ____cacheline_aligned_in_smp __attribute__((aligned(64)))
#define __acquires(x)
#define __releases(x)
#define __acquire(x)		((void)0)
#define __release(x)		((void)0)
#define __percpu
#define __aligned(n)		__attribute__((aligned(n)))
#define data_race(x)		(x)
#define barrier()		__asm__ __volatile__("" : : : "memory")
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#define container_of(p, t, m)	((t *)((char *)(p) - offsetof(t, m)))
#define swap(a, b)		do { typeof(a) __t = (a); (a) = (b); (b) = __t; } while (0)
#define max(a, b)		((a) > (b) ? (a) : (b))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define min_t(t, a, b)		((t)(a) < (t)(b) ? (t)(a) : (t)(b))
#define clamp_t(t, v, lo, hi)	min_t(t, max_t(t, v, lo), hi)
#define max_t(t, a, b)		((t)(a) > (t)(b) ? (t)(a) : (t)(b))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define is_signed_type(kind)	((kind)~0 < (kind)1)
#define EXPORT_SYMBOL_GPL(s)	extern int host_no_export
#define WARN_ONCE(c, ...)	WARN_ON_ONCE(c)
#define WARN_ON_ONCE(c)		({ bool __c = (c); if (__c) host_fail("warning: " #c); __c; })
#define ERR_PTR(e)		((void *)(long)(e))

void host_fail(const char *why) __attribute__((noreturn));

#define smp_mb()		host_mb()
#define smp_mb__after_atomic()	host_mb()
#define smp_rmb()		host_rmb()
#define smp_wmb()		host_mb()
void host_rmb(void);
void host_mb(void);
/* Not instrumented by the thread sanitizer. */
void ring_copy_racy(void *to, const void *from, size_t bytes);

/*
 * Atomic operations. The local ones are atomic with respect to signals of the
 * thread.
 */
typedef struct { int v; } atomic_t;
typedef struct { s64 v; } atomic64_t;
typedef struct { long v; } local_t;
typedef struct { s64 v; } local64_t;

#define ATOMIC_INIT(i)		{ (i) }
#define HOST_CAS(p, old, new)	__atomic_compare_exchange_n(p, old, new, false, \
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_read(a)		__atomic_load_n(&(a)->v, __ATOMIC_RELAXED)
#define atomic_inc(a)		((void)__atomic_fetch_add(&(a)->v, 1, __ATOMIC_SEQ_CST))
#define atomic_dec(a)		((void)__atomic_fetch_sub(&(a)->v, 1, __ATOMIC_SEQ_CST))
#define atomic_or(m, a)		((void)__atomic_fetch_or(&(a)->v, m, __ATOMIC_SEQ_CST))
#define atomic_fetch_or(m, a)	__atomic_fetch_or(&(a)->v, m, __ATOMIC_SEQ_CST)
#define atomic_read_acquire(a)	__atomic_load_n(&(a)->v, __ATOMIC_ACQUIRE)
#define atomic_inc_return_release(a) __atomic_add_fetch(&(a)->v, 1, __ATOMIC_RELEASE)
#define atomic_andnot(m, a)	((void)__atomic_fetch_and(&(a)->v, ~(int)(m), __ATOMIC_SEQ_CST))
#define atomic64_read(a)	__atomic_load_n(&(a)->v, __ATOMIC_RELAXED)
#define atomic64_set(a, i)	__atomic_store_n(&(a)->v, i, __ATOMIC_RELAXED)
#define atomic64_read_acquire(a) __atomic_load_n(&(a)->v, __ATOMIC_ACQUIRE)
#define atomic64_set_release(a, i) __atomic_store_n(&(a)->v, i, __ATOMIC_RELEASE)
#define atomic64_try_cmpxchg(a, old, new) HOST_CAS(&(a)->v, old, new)
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define atomic_xchg(a, i)	__atomic_exchange_n(&(a)->v, i, __ATOMIC_SEQ_CST)
#define atomic_set(a, i)		__atomic_store_n(&(a)->v, i, __ATOMIC_RELAXED)
#define local_read(l)		__atomic_load_n(&(l)->v, __ATOMIC_RELAXED)
#define local_set(l, i)		__atomic_store_n(&(l)->v, i, __ATOMIC_RELAXED)
#define local_add(i, l)		((void)__atomic_fetch_add(&(l)->v, i, __ATOMIC_RELAXED))
#define local_xchg(l, i)		__atomic_exchange_n(&(l)->v, i, __ATOMIC_RELAXED)
#define local_cmpxchg(l, old, new) __sync_val_compare_and_swap(&(l)->v, old, new)
#define local_inc(l)		local_add(1, l)
#define local_dec(l)		local_add(-1, l)
#define local64_read(l)		local_read(l)
#define local64_set(l, i)	local_set(l, i)
#define local64_try_cmpxchg(l, old, new) \
	__atomic_compare_exchange_n(&(l)->v, old, new, false, \
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED)

static inline u64 div_u64(u64 n, u32 d)
{
	return n / d;
}

static inline u64 div64_u64(u64 n, u64 d)
{
	return n / d;
}

static inline u64 div_u64_rem(u64 n, u32 d, u32 *rem)
{
	*rem = n % d;
	return n / d;
}

/* Contexts */
#define NMI_MASK		0x00f00000
#define HARDIRQ_MASK		0x000f0000
#define SOFTIRQ_OFFSET		0x00000100
#define NMI_OFFSET		0x00100000
#define HARDIRQ_OFFSET		0x00010000

extern __thread int host_cpu;
extern __thread volatile unsigned int host_count;
extern __thread volatile int host_irqs_off;
extern int oops_in_progress;

#define preempt_count()		host_count
#define ring_preempt_count()		((u32)host_count)
#define in_nmi()		(host_count & NMI_MASK)
#define raw_smp_processor_id()	host_cpu
#define preempt_disable_notrace() do { host_count++; barrier(); } while (0)
#define preempt_enable_notrace() do { barrier(); host_count--; } while (0)
#define local_irq_save(f)	do { (f) = host_irqs_off; host_irqs_off = 1; barrier(); } while (0)
#define local_irq_restore(f)	do { barrier(); host_irqs_off = (f); } while (0)
/* NMIs and other CPUs may run in the section, so it is not protected. */
#define raw_local_irq_save(f)	((void)((f) = 0))
#define raw_local_irq_restore(f) ((void)(f))

/* Locks */
typedef struct { int held; } raw_spinlock_t;
struct mutex { pthread_mutex_t m; };
#define raw_spin_lock_init(l)	((l)->held = 0)
void raw_spin_lock(raw_spinlock_t *lock);
int raw_spin_trylock(raw_spinlock_t *lock);
#define raw_spin_lock_nested(l, s)	raw_spin_lock(l)
#define raw_spin_unlock(l)	__atomic_store_n(&(l)->held, 0, __ATOMIC_RELEASE)
#define mutex_init(l)		pthread_mutex_init(&(l)->m, NULL)
#define mutex_lock(l)		pthread_mutex_lock(&(l)->m)
#define mutex_unlock(l)		pthread_mutex_unlock(&(l)->m)
#define lockdep_assert_held(l)	do {					\
	if (!__atomic_load_n(&(l)->held, __ATOMIC_RELAXED))		\
		host_fail("not held: " #l);				\
} while (0)
#define lockdep_assert_irqs_disabled() ((void)0)
#define lockdep_assert_cpus_held() ((void)0)
#define lockdep_set_class(l, k)	((void)(k))

/* Lists */
struct list_head { struct list_head *next, *prev; };
struct hlist_node { struct hlist_node *next; };
#define LIST_HEAD(n)		struct list_head n = { &(n), &(n) }
#define hlist_entry(p, t, m)	container_of(p, t, m)
#define list_first_entry(h, t, m) container_of((h)->next, t, m)
#define list_for_each_entry_safe(p, n, h, m) \
	for (p = container_of((h)->next, typeof(*p), m), \
	     n = container_of(p->m.next, typeof(*p), m); &p->m != (h); \
	     p = n, n = container_of(n->m.next, typeof(*p), m))
#define INIT_LIST_HEAD(h)	((h)->next = (h)->prev = (h))

static inline void list_add(struct list_head *new, struct list_head *head)
{
	new->next = head->next;
	new->prev = head;
	head->next->prev = new;
	head->next = new;
}

static inline void list_add_tail(struct list_head *new, struct list_head *head)
{
	list_add(new, head->prev);
}

static inline void list_del_init(struct list_head *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
	INIT_LIST_HEAD(entry);
}

static inline void list_splice_init(struct list_head *from, struct list_head *to)
{
	if (from->next == from)
		return;
	from->prev->next = to->next;
	to->next->prev = from->prev;
	from->next->prev = to;
	to->next = from->next;
	INIT_LIST_HEAD(from);
}

/* Memory. If host_fail_alloc is n, the n-th allocation from now on fails. */
#define U32_MAX			(~0U)
#define PAGE_SIZE		4096UL
#define GFP_KERNEL		0
#define GFP_KERNEL_ACCOUNT	0
#define PAGE_SHIFT		12
#define __GFP_ZERO		0x100
#define __GFP_RETRY_MAYFAIL	0
#define __GFP_NORETRY		0
#define __GFP_NOWARN		0
#define __GFP_COMP		0
struct page;
extern int host_fail_alloc;
void *host_alloc(size_t bytes, size_t align);
/* Contents of pages that are allocated without __GFP_ZERO. */
#define HOST_LEFT		0x5a
void *host_alloc_pages(gfp_t flags, unsigned int order);
#define kzalloc(n, f)		host_alloc(n, 64)
#define kzalloc_node(n, f, d)	host_alloc(n, 64)
#define kcalloc(n, s, f)	host_alloc((size_t)(n) * (s), 64)
#define kvcalloc(n, s, f)	kcalloc(n, s, f)
#define kvzalloc(n, f)		kzalloc(n, f)
#define kvmalloc(n, f)		kzalloc(n, f)
#define struct_size(p, m, n)	(sizeof(*(p)) + (n) * sizeof((p)->m[0]))
#define PAGE_ALIGN(n)		(((n) + PAGE_SIZE - 1) & ~((size_t)PAGE_SIZE - 1))

/* Bitmaps */
#define BITS_PER_LONG		64
#define BITS_TO_LONGS(n)	DIV_ROUND_UP(n, BITS_PER_LONG)
#define bitmap_zero(m, n)	memset(m, 0, BITS_TO_LONGS(n) * sizeof(long))
#define test_bit(i, m)		((m)[(i) / BITS_PER_LONG] >> (i) % BITS_PER_LONG & 1)
#define __set_bit(i, m)		((m)[(i) / BITS_PER_LONG] |= 1UL << (i) % BITS_PER_LONG)

static inline bool __test_and_set_bit(unsigned int i, unsigned long *map)
{
	bool was = test_bit(i, map);

	__set_bit(i, map);
	return was;
}

static inline unsigned int find_first_zero_bit(unsigned long *map, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && test_bit(i, map); i++)
		;
	return i;
}

#define kfree(p)		free(p)
#define kvfree(p)		free(p)
#define alloc_pages_node(d, f, o) ((struct page *)host_alloc_pages(f, o))
#define alloc_pages(f, o)	alloc_pages_node(0, f, o)
#define page_address(p)		((void *)(p))
#define virt_to_page(p)		((struct page *)(p))
#define free_pages(a, o)	free((void *)(a))
#define cpu_to_node(c)		0
#define fatal_signal_pending(task)	0
#define ring_mem_available()	(~0UL)

/* CPUs */
#define HOST_CPUS		8
struct cpumask { unsigned long bits; };
typedef struct cpumask cpumask_var_t[1];
extern struct cpumask host_online;
extern const struct cpumask host_cpu_masks[HOST_CPUS];
#define nr_cpu_ids		((unsigned int)HOST_CPUS)
#define cpu_online_mask		(&host_online)
#define cpu_online(c)		cpumask_test_cpu(c, &host_online)
#define cpumask_of(c)		(&host_cpu_masks[c])
#define cpumask_test_cpu(c, m)	((__atomic_load_n(&(m)->bits, __ATOMIC_ACQUIRE) >> (c)) & 1)
#define cpumask_set_cpu(c, m)	__atomic_fetch_or(&(m)->bits, 1UL << (c), __ATOMIC_SEQ_CST)
#define cpumask_weight(m)	((unsigned int)__builtin_popcountl(READ_ONCE((m)->bits)))
#define zalloc_cpumask_var(m, f) ((*(m))[0].bits = 0, true)
#define free_cpumask_var(m)	((void)0)
#define for_each_possible_cpu(c) for ((c) = 0; (c) < HOST_CPUS; (c)++)
#define alloc_percpu(t)		((t *)host_alloc(HOST_CPUS * sizeof(t), 64))
#define free_percpu(p)		free(p)
#define per_cpu_ptr(p, c)	(&(p)[c])
#define ring_writers_alloc()	alloc_percpu(struct ring_writer *)
#define ring_writers_free(p)	free_percpu(p)
#define ring_this_writer(b)	READ_ONCE((b)->writers[host_cpu])
#define for_each_cpu(c, m)	for ((c) = 0; (c) < HOST_CPUS; (c)++) \
					if (cpumask_test_cpu(c, m))
#define cpus_read_lock()	((void)0)
#define cpus_read_unlock()	((void)0)

enum cpuhp_state { CPUHP_NONE, CPUHP_TRACE_RB_PREPARE };
int cpuhp_setup_state_multi(enum cpuhp_state state, const char *name,
			    int (*up)(unsigned int cpu, struct hlist_node *node),
			    int (*down)(unsigned int cpu, struct hlist_node *node));
int cpuhp_state_add_instance(enum cpuhp_state state, struct hlist_node *node);
void cpuhp_state_remove_instance(enum cpuhp_state state, struct hlist_node *node);

void ring_call_on(int cpu, void (*fn)(void *arg), void *arg);
void ring_yield(void);

/* Runs when its CPU calls host_poll() or goes offline. */
struct irq_work {
	void		(*func)(struct irq_work *work);
	struct irq_work	*next;
	bool		pending;
};

#define IRQ_WORK_INIT_HARD(f)	((struct irq_work) { .func = (f) })
bool irq_work_queue_on(struct irq_work *work, int cpu);
#define irq_work_queue(w)	irq_work_queue_on(w, host_cpu)
#define init_irq_work(w, f)	(*(w) = IRQ_WORK_INIT_HARD(f))
void irq_work_sync(struct irq_work *work);
#define synchronize_rcu()	((void)0)

/*
 * Wait queues, which count their wake-ups. The only task that sleeps is the thread: while it
 * does, host_idle() does what other tasks do. The thread fails if they do not wake it.
 */
typedef struct { unsigned int wakes; } wait_queue_head_t;
typedef struct { wait_queue_head_t *queue; unsigned int wakes; } host_wait_t;
#define DEFINE_WAIT(w)		host_wait_t w = { NULL }
#define TASK_INTERRUPTIBLE	1
#define EPOLLIN			0x001
#define EPOLLRDNORM		0x040
#define EPOLLERR		0x008
#define init_waitqueue_head(q)	((q)->wakes = 0)
#define wake_up_all(q)		((void)__atomic_fetch_add(&(q)->wakes, 1, __ATOMIC_SEQ_CST))
#define signal_pending(task)	host_signal
#define poll_wait(f, q, t)	((void)(f), (void)(t), (void)(host_polled = (q)))
#define ring_sync_writer(cpu)	((void)(cpu), host_mb())
extern bool host_signal;			/* the thread has a signal */
extern wait_queue_head_t *host_polled;		/* that of the last poll_wait() */
extern unsigned int host_sleeps;		/* calls of schedule() */
extern void (*host_idle)(void);
void prepare_to_wait(wait_queue_head_t *queue, host_wait_t *wait, int state);
void finish_wait(wait_queue_head_t *queue, host_wait_t *wait);
void schedule(void);

/* Text */
struct trace_seq {
	char	text[4096];
	int	len;
};

__attribute__((format(printf, 2, 3)))
void trace_seq_printf(struct trace_seq *seq, const char *fmt, ...);
#define trace_seq_puts(s, t)	trace_seq_printf(s, "%s", t)
#define trace_seq_putc(s, c)	trace_seq_printf(s, "%c", c)
#define trace_seq_has_overflowed(s) ((s)->len >= (int)sizeof((s)->text))

/* Time */
u64 trace_clock_local(void);
#define ring_local_clock()	trace_clock_local()

/*
 * The local clock is offset + counter * factor. By default it is the counter itself. Tests
 * can change the scale, and the clock then continues: the value of the counter is computed
 * from the clock and the scale. A factor of 0 means that the counter is not calibrated.
 */
struct ring_scale {
	u64	factor;
	u64	offset;
};

extern struct ring_scale host_scale;

/* The time in jiffies; a test sets it. */
extern unsigned long host_jiffies;

#define HZ			250
#define jiffies			READ_ONCE(host_jiffies)
#define time_before(a, b)	((long)((a) - (b)) < 0)

static inline u64 ring_time(u64 factor)
{
	u64 now = trace_clock_local();

	return host_scale.factor ? (now - host_scale.offset) / host_scale.factor * factor :
				   now * factor;
}

static inline bool ring_scale_get(struct ring_scale *scale)
{
	scale->factor = READ_ONCE(host_scale.factor);
	scale->offset = READ_ONCE(host_scale.offset);
	return scale->factor;
}

#define ring_peek(x)		READ_ONCE(x)
#define ring_peek_atomic(a)	((u32)atomic_read(a))
#define ring_word_peek(l)	((u64)local64_read(l))
#define ring_nest_inc(n)	((void)__atomic_fetch_add(n, 1, __ATOMIC_RELAXED))
#define ring_nest_dec(n)	((void)__atomic_fetch_sub(n, 1, __ATOMIC_RELAXED))

#define ring_record_recursion()	do { } while (0)

/* Called at each test point, see enum ring_point. */
extern void (*host_hook)(int point);
#define ring_test_point(point)	do { if (host_hook) host_hook(RING_POINT_##point); } while (0)

/* Used by the tests. */
extern unsigned long host_yields;	/* limit of ring_yield() calls, unless zero */
int host_cpu_prepare(int cpu);
void host_cpu_up(int cpu);
void host_cpu_down(void);
void host_poll(void);
void host_enter(unsigned int offset);
void host_leave(unsigned int offset);

#include <linux/ring_buffer.h>

#endif
