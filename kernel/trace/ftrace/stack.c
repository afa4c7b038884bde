// SPDX-License-Identifier: GPL-2.0
/*
 * The stack tracer: the deepest that a task's kernel stack ever was.
 *
 * At every function the depth is compared with the deepest so far, which is one
 * subtraction. Only when it is deeper is the stack walked. How much of it each
 * function takes is told by where the return addresses stand: those that the walk
 * found are looked up in the stack, from the newest on.
 */

#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/rcupdate.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/sysctl.h>

#include "../fgraph/fgraph.h"
#include "internal.h"

/**
 * struct stack_room - made when the tracer first runs, kept from then on
 * @max: the deepest; its size is in stack_size
 * @walk: what a walk finds
 */
struct stack_room {
	struct stack_trace_max	max;
	unsigned long		walk[STACK_TRACER_MAX];
};

/* Protects what follows; interrupts off, not taken by NMIs. */
static arch_spinlock_t stack_lock = __ARCH_SPIN_LOCK_UNLOCKED;
static unsigned long stack_size;	/* of the deepest */
static struct stack_room *stack_room;

static DEFINE_MUTEX(stack_mutex);
static bool stack_running;		/* under stack_mutex */

int stack_tracer_enabled;
DEFINE_PER_CPU(int, disable_stack_tracer);

static void stack_add(struct stack_trace_max *max, unsigned long ip,
		      unsigned long depth)
{
	if (max->count == STACK_TRACER_MAX)
		return;
	max->row[max->count].ip = ip;
	max->row[max->count++].depth = depth;
}

/* Where between @at and @top an address stands, as itself or hooked; or NULL. */
static unsigned long *stack_find(unsigned long *at, unsigned long *top,
				 unsigned long ip)
{
	for (; at < top; at++) {
		unsigned long word = READ_ONCE_NOCHECK(*at);
		int idx = 0;

		if (ftrace_graph_ret_addr(current, &idx, word, at) == ip)
			return at;
	}
	return NULL;
}

/* @slot: where the return address of the function at @ip stands. */
static void stack_measure(unsigned long ip, unsigned long *slot,
			  unsigned long *top)
{
	struct stack_trace_max *max = &stack_room->max;
	unsigned long *walk = stack_room->walk;
	unsigned long here = ip + MCOUNT_INSN_SIZE;
	unsigned int i = 0, count;

	count = stack_trace_save(walk, STACK_TRACER_MAX, 0);
	while (i < count && walk[i] != here)
		i++;

	max->count = 0;
	stack_add(max, here, (top - slot + 1) * sizeof(long));
	while (++i < count) {
		unsigned long *at = stack_find(slot, top, walk[i]);

		/* One that stands nowhere has no size. */
		if (!at)
			continue;
		stack_add(max, walk[i], (top - at) * sizeof(long));
		slot = at + 1;
	}
}

static void stack_take(unsigned long ip, unsigned long *slot,
		       unsigned long *top, unsigned long size)
{
	unsigned long flags;

	/* A walk takes locks, and RCU has to know of it. */
	if (in_nmi() || !rcu_is_watching())
		return;
	local_irq_save(flags);
	arch_spin_lock(&stack_lock);
	if (size > stack_size) {
		WRITE_ONCE(stack_size, size);
		stack_measure(ip, slot, top);
	}
	arch_spin_unlock(&stack_lock);
	local_irq_restore(flags);
}

static notrace void stack_call(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	unsigned long *top, *slot, size;

	preempt_disable_notrace();
	/* What is called from here is not to be measured. */
	if (__this_cpu_inc_return(disable_stack_tracer) != 1)
		goto out;
	slot = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	top = task_stack_page(current) + THREAD_SIZE;
	size = (void *)top - (void *)slot;
	/* Interrupts have stacks of their own: far below, or above. */
	if (size < THREAD_SIZE) {
		size += sizeof(long);
		if (unlikely(size > READ_ONCE(stack_size)))
			stack_take(ip, slot, top, size);
	}
out:
	__this_cpu_dec(disable_stack_tracer);
	preempt_enable_notrace();
}

struct ftrace_ops stack_tracer_ops = {
	.func = stack_call,
};

static int stack_run(bool on)
{
	int ret = 0;

	lockdep_assert_held(&stack_mutex);
	if (on == stack_running)
		return 0;
	if (!stack_room) {
		struct stack_room *room = kzalloc(sizeof(*room), GFP_KERNEL);

		if (!room)
			return -ENOMEM;
		/* For stack_tracer_read(), which does not take the mutex. */
		smp_store_release(&stack_room, room);
	}
	if (on)
		ret = register_ftrace_function(&stack_tracer_ops);
	else
		unregister_ftrace_function(&stack_tracer_ops);
	if (!ret)
		stack_running = on;
	return ret;
}

/**
 * stack_trace_sysctl - kernel.stack_tracer_enabled
 * @table: that row
 * @write: whether it is written
 * @buffer: the text
 * @lenp: its length
 * @ppos: where in the file
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int stack_trace_sysctl(const struct ctl_table *table, int write, void *buffer,
		       size_t *lenp, loff_t *ppos)
{
	int ret;

	guard(mutex)(&stack_mutex);
	ret = proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write)
		return ret;
	return stack_run(stack_tracer_enabled);
}

unsigned long stack_tracer_size(void)
{
	return READ_ONCE(stack_size);
}

void stack_tracer_size_set(unsigned long size)
{
	unsigned long flags;

	/* Functions called under the lock must not want it. */
	local_irq_save(flags);
	stack_tracer_disable();
	arch_spin_lock(&stack_lock);
	WRITE_ONCE(stack_size, size);
	arch_spin_unlock(&stack_lock);
	stack_tracer_enable();
	local_irq_restore(flags);
}

void stack_tracer_read(struct stack_trace_max *stack)
{
	const struct stack_room *room;
	unsigned long flags;

	local_irq_save(flags);
	stack_tracer_disable();
	arch_spin_lock(&stack_lock);
	/* Pairs with stack_run(). */
	room = smp_load_acquire(&stack_room);
	if (room)
		*stack = room->max;
	else
		stack->count = 0;
	stack->size = stack_size;
	arch_spin_unlock(&stack_lock);
	stack_tracer_enable();
	local_irq_restore(flags);
}

/* "stacktrace", "stacktrace_filter=" on the command line. */
static char *stack_boot_filter __initdata;

static int __init stack_boot(char *text)
{
	if (str_has_prefix(text, "_filter="))
		stack_boot_filter = text + strlen("_filter=");
	stack_tracer_enabled = 1;
	return 1;
}
__setup("stacktrace", stack_boot);

static int __init stack_init(void)
{
	char *list = stack_boot_filter, *word;

	while ((word = strsep(&list, ","))) {
		if (*word)
			ftrace_set_filter(&stack_tracer_ops, word, strlen(word), 0);
	}
	guard(mutex)(&stack_mutex);
	return stack_run(stack_tracer_enabled);
}
device_initcall(stack_init);
