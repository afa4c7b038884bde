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
unsigned long host_jiffies = -100;
bool host_signal;
wait_queue_head_t *host_polled;
unsigned int host_sleeps;
void (*host_idle)(void);
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
	/* It is shown in /sys/devices/system/cpu/hotplug/states. */
	if (strcmp(name, "trace/ring:prepare"))
		host_fail("the name of the hotplug state is wrong");
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

void irq_work_sync(struct irq_work *work)
{
	while (__atomic_load_n(&work->pending, __ATOMIC_ACQUIRE)) {
		host_run_works();
		ring_yield();
	}
}

/* The queue of the thread, while it waits. */
static __thread host_wait_t *host_waiting;

void prepare_to_wait(wait_queue_head_t *queue, host_wait_t *wait, int state)
{
	if (host_waiting && (host_waiting != wait || wait->queue != queue))
		host_fail("a task waits for two queues");
	wait->queue = queue;
	wait->wakes = READ_ONCE(queue->wakes);
	host_waiting = wait;
}

void finish_wait(wait_queue_head_t *queue, host_wait_t *wait)
{
	if (host_waiting != wait || wait->queue != queue)
		host_fail("the task does not wait for this queue");
	host_waiting = NULL;
}

void schedule(void)
{
	unsigned int tries = 0;

	host_sleeps++;
	while (host_waiting->queue->wakes == host_waiting->wakes && !host_signal) {
		if (!host_idle || tries++ == 10)
			host_fail("a task sleeps that nothing wakes");
		host_idle();
		host_poll();
	}
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
