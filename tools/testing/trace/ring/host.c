// SPDX-License-Identifier: GPL-2.0
/* Implementation of the functions of host.h. */
#include <stdarg.h>

#include "internal.h"

__thread int host_cpu;
__thread volatile unsigned int host_count;
__thread volatile int host_irqs_off;
int oops_in_progress;
int host_fail_alloc;
struct ring_scale host_scale = { .factor = 1 };
void (*host_hook)(int point);
unsigned long host_yields;
struct cpumask host_online;
const struct cpumask host_cpu_masks[HOST_CPUS] = {
	{ 1 }, { 2 }, { 4 }, { 8 }, { 16 }, { 32 }, { 64 }, { 128 },
};

static int (*host_prepare)(unsigned int cpu, struct hlist_node *node);
static struct hlist_node host_instances;
static struct irq_work *host_works[HOST_CPUS];

/*
 * Call that another thread requests of a CPU. The thread that changes the state
 * to MAIL_RUNS runs it.
 */
enum mail_state { MAIL_NONE, MAIL_POSTED, MAIL_RUNS };

static struct host_mail {
	pthread_mutex_t	lock;
	enum mail_state	state;
	void		(*fn)(void *arg);
	void		*arg;
} host_mail[HOST_CPUS] = {
	[0 ... HOST_CPUS - 1] = { .lock = PTHREAD_MUTEX_INITIALIZER },
};

void host_fail(const char *why)
{
	fprintf(stderr, "# %s\n", why);
	abort();
}

__attribute__((no_sanitize("thread")))
void ring_copy_racy(void *to, const void *from, size_t bytes)
{
	volatile const u32 *f = from;
	volatile u32 *t = to;

	for (; bytes >= 4; bytes -= 4)
		*t++ = *f++;
}

/* A full barrier that the thread sanitizer supports. */
void host_mb(void)
{
	static int all;

	__atomic_fetch_add(&all, 1, __ATOMIC_SEQ_CST);
}

#ifdef __SANITIZE_THREAD__
void host_rmb(void)
{
	barrier();
}
#else
void host_rmb(void)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
}
#endif

void raw_spin_lock(raw_spinlock_t *lock)
{
	while (!raw_spin_trylock(lock))
		sched_yield();
}

int raw_spin_trylock(raw_spinlock_t *lock)
{
	int none = 0;

	return __atomic_compare_exchange_n(&lock->held, &none, 1, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void *host_alloc(size_t bytes, size_t align)
{
	void *p;

	if (host_fail_alloc && !--host_fail_alloc)
		return NULL;
	bytes = (bytes + align - 1) & ~(align - 1);
	p = aligned_alloc(align, bytes ? bytes : align);
	if (!p)
		host_fail("out of memory");
	return memset(p, 0, bytes);
}

void *host_alloc_pages(gfp_t flags, unsigned int order)
{
	size_t bytes = PAGE_SIZE << order;
	void *p = host_alloc(bytes, bytes);

	return p && !(flags & __GFP_ZERO) ? memset(p, HOST_LEFT, bytes) : p;
}

int cpuhp_setup_state_multi(enum cpuhp_state state, const char *name,
			    int (*up)(unsigned int cpu, struct hlist_node *node),
			    int (*down)(unsigned int cpu, struct hlist_node *node))
{
	host_prepare = up;
	return 0;
}

int cpuhp_state_add_instance(enum cpuhp_state state, struct hlist_node *node)
{
	int cpu, ret;

	for_each_cpu(cpu, &host_online) {
		ret = host_prepare(cpu, node);
		if (ret)
			return ret;
	}
	node->next = host_instances.next;
	host_instances.next = node;
	return 0;
}

void cpuhp_state_remove_instance(enum cpuhp_state state, struct hlist_node *node)
{
	struct hlist_node *prev = &host_instances;

	while (prev->next && prev->next != node)
		prev = prev->next;
	if (prev->next)
		prev->next = node->next;
}

/*
 * Call the hotplug callbacks of a CPU that goes online, newest buffer first,
 * until one fails.
 */
int host_cpu_prepare(int cpu)
{
	struct hlist_node *node;
	int ret = 0;

	for (node = host_instances.next; node && !ret; node = node->next)
		ret = host_prepare(cpu, node);
	return ret;
}

void ring_waits_init(struct ring_owner *owner)
{
}

void ring_waits_stop(struct ring_owner *owner)
{
}

/* No task waits for records in these tests. */
void ring_wake(struct ring_writer *rw)
{
	struct ring_cpu *rc = ring_cpu_of(rw);

	if (atomic_read(&rw->wake) & RING_WAKE_MAP)
		ring_map_commit(rc);
	if (atomic_read(&rw->wake) & RING_WAKE_SWAP) {
		atomic_andnot(RING_WAKE_SWAP, &rw->wake);
		irq_work_queue(rc->owner->waits[rc->cpu].swap);
	}
}

void ring_buffer_wake_waiters(struct trace_buffer *buffer, int cpu)
{
}

bool irq_work_queue_on(struct irq_work *work, int cpu)
{
	if (__atomic_exchange_n(&work->pending, true, __ATOMIC_ACQ_REL))
		return false;
	work->next = READ_ONCE(host_works[cpu]);
	while (!HOST_CAS(&host_works[cpu], &work->next, work))
		;
	return true;
}

static void host_run_works(void)
{
	struct irq_work *work, *next;
	unsigned long flags;

	local_irq_save(flags);
	work = __atomic_exchange_n(&host_works[host_cpu], NULL, __ATOMIC_ACQ_REL);
	for (; work; work = next) {
		next = work->next;
		__atomic_store_n(&work->pending, false, __ATOMIC_RELEASE);
		host_enter(HARDIRQ_OFFSET);
		work->func(work);
		host_leave(HARDIRQ_OFFSET);
	}
	local_irq_restore(flags);
}

void host_cpu_up(int cpu)
{
	host_cpu = cpu;
	cpumask_set_cpu(cpu, &host_online);
}

/*
 * The calling thread does not act as a CPU any more. The senders run calls that
 * were requested of it; queued irq_works run now.
 */
void host_cpu_down(void)
{
	host_run_works();
	__atomic_fetch_and(&host_online.bits, ~(1UL << host_cpu), __ATOMIC_SEQ_CST);
	host_cpu = HOST_CPUS - 1;
}

void host_enter(unsigned int offset)
{
	host_count += offset;
	barrier();
}

void host_leave(unsigned int offset)
{
	barrier();
	host_count -= offset;
}

static void host_run(struct host_mail *mail)
{
	enum mail_state posted = MAIL_POSTED;
	unsigned long flags;

	if (!__atomic_compare_exchange_n(&mail->state, &posted, MAIL_RUNS, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	local_irq_save(flags);
	host_enter(HARDIRQ_OFFSET);
	mail->fn(mail->arg);
	host_leave(HARDIRQ_OFFSET);
	local_irq_restore(flags);
	__atomic_store_n(&mail->state, MAIL_NONE, __ATOMIC_RELEASE);
}

/* Run what other CPUs have requested by interrupts. */
void host_poll(void)
{
	struct host_mail *mail = &host_mail[host_cpu];

	if (READ_ONCE(mail->state) == MAIL_POSTED && !host_irqs_off)
		host_run(mail);
	if (READ_ONCE(host_works[host_cpu]) && !host_irqs_off)
		host_run_works();
}

void ring_call_on(int cpu, void (*fn)(void *arg), void *arg)
{
	struct host_mail *mail = &host_mail[cpu];
	unsigned long flags;

	if (cpu == host_cpu || !cpu_online(cpu)) {
		local_irq_save(flags);
		fn(arg);
		local_irq_restore(flags);
		return;
	}
	pthread_mutex_lock(&mail->lock);
	mail->fn = fn;
	mail->arg = arg;
	__atomic_store_n(&mail->state, MAIL_POSTED, __ATOMIC_RELEASE);
	while (__atomic_load_n(&mail->state, __ATOMIC_ACQUIRE) != MAIL_NONE) {
		if (!cpu_online(cpu))
			host_run(mail);
		sched_yield();
	}
	pthread_mutex_unlock(&mail->lock);
}

void ring_yield(void)
{
	if (host_yields && !--host_yields)
		host_fail("waiting for a call that no CPU handles");
	sched_yield();
}

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	s->len += vsnprintf(s->text + s->len, sizeof(s->text) - s->len, fmt, ap);
	va_end(ap);
}
