// SPDX-License-Identifier: GPL-2.0
/*
 * The stack tracer: records the deepest kernel stack of all tasks.
 *
 * At the entry of every traced function the depth of the stack is compared with the
 * maximum so far. The stack is only walked when it is deeper. The walk returns addresses,
 * but not where the frames are: stack_tracer_add_callers() finds them, in a way that depends
 * on the architecture.
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

#include "../ftrace/ftrace.h"
#include "stack_tracer.h"

/**
 * struct stack_tracer_data - memory of the tracer, allocated at its first start
 * @max: the deepest stack, except for its size; under stack_tracer_lock
 * @walk: return addresses of a stack walk; under stack_tracer_lock
 *
 * The memory is never freed.
 */
struct stack_tracer_data {
	struct stack_trace_max	max;
	unsigned long		walk[STACK_TRACER_MAX];
};

/*
 * Protects the two variables below. Taken with interrupts disabled; not taken in
 * NMI context.
 */
static arch_spinlock_t stack_tracer_lock = __ARCH_SPIN_LOCK_UNLOCKED;
static unsigned long stack_tracer_max_size;	/* of the deepest stack, in bytes */
static struct stack_tracer_data *stack_tracer_data;

static DEFINE_MUTEX(stack_tracer_mutex);	/* serialises starting and stopping */
static bool stack_tracer_running;		/* under stack_tracer_mutex */

int stack_tracer_enabled;
DEFINE_PER_CPU(int, disable_stack_tracer);

static void stack_tracer_measure(unsigned long ip, const struct ftrace_regs *fregs,
				 unsigned long *top, unsigned long size)
{
	struct stack_trace_max *max = &stack_tracer_data->max;
	unsigned long *walk = stack_tracer_data->walk;
	unsigned long here = ip + MCOUNT_INSN_SIZE;
	unsigned int i, count;

	count = stack_trace_save(walk, STACK_TRACER_MAX, 0);
	i = ftrace_stack_position(walk, count, here);

	max->count = 0;
	stack_tracer_add(max, here, size);
	if (++i < count)
		stack_tracer_add_callers(max, walk + i, count - i, fregs, top);
}

static void stack_tracer_save(unsigned long ip, const struct ftrace_regs *fregs,
			      unsigned long *top, unsigned long size)
{
	unsigned long flags;

	/* Walking the stack takes locks and uses RCU. */
	if (in_nmi() || !rcu_is_watching())
		return;
	local_irq_save(flags);
	arch_spin_lock(&stack_tracer_lock);
	if (size > stack_tracer_max_size) {
		WRITE_ONCE(stack_tracer_max_size, size);
		stack_tracer_measure(ip, fregs, top, size);
	}
	arch_spin_unlock(&stack_tracer_lock);
	local_irq_restore(flags);
}

static notrace void stack_tracer_call(unsigned long ip, unsigned long parent_ip,
				      struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	unsigned long *top, *sp, size;

	preempt_disable_notrace();
	/* Functions that are called below must not be measured themselves. */
	if (__this_cpu_inc_return(disable_stack_tracer) != 1)
		goto out;
	sp = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	top = task_stack_page(current) + THREAD_SIZE;
	size = (void *)top - (void *)sp;
	/* On an interrupt stack the difference exceeds THREAD_SIZE. */
	if (size < THREAD_SIZE) {
		size += STACK_TRACER_ENTRY_SIZE;
		if (unlikely(size > READ_ONCE(stack_tracer_max_size)))
			stack_tracer_save(ip, fregs, top, size);
	}
out:
	__this_cpu_dec(disable_stack_tracer);
	preempt_enable_notrace();
}

struct ftrace_ops stack_tracer_ops = {
	.func	= stack_tracer_call,
	.flags	= FTRACE_OPS_FL_SAVE_ARGS,
};

static int stack_tracer_switch(bool on)
{
	int ret = 0;

	lockdep_assert_held(&stack_tracer_mutex);
	if (on == stack_tracer_running)
		return 0;
	if (!stack_tracer_data) {
		struct stack_tracer_data *data = kzalloc(sizeof(*data), GFP_KERNEL);

		if (!data)
			return -ENOMEM;
		/* Pairs with stack_tracer_read(), which does not take the mutex. */
		smp_store_release(&stack_tracer_data, data);
	}
	if (on)
		ret = register_ftrace_function(&stack_tracer_ops);
	else
		unregister_ftrace_function(&stack_tracer_ops);
	if (!ret)
		stack_tracer_running = on;
	return ret;
}

/**
 * stack_trace_sysctl - handle the sysctl kernel.stack_tracer_enabled
 * @table: entry of the sysctl
 * @write: nonzero if the sysctl is written
 * @buffer: text that is read or written
 * @lenp: length of @buffer in bytes
 * @ppos: position in the file
 *
 * Context: task, may sleep; takes stack_tracer_mutex.
 * Return: 0 or an errno.
 */
int stack_trace_sysctl(const struct ctl_table *table, int write, void *buffer,
		       size_t *lenp, loff_t *ppos)
{
	int ret;

	guard(mutex)(&stack_tracer_mutex);
	ret = proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write)
		return ret;
	return stack_tracer_switch(stack_tracer_enabled);
}

/**
 * stack_tracer_size - get the size of the deepest stack
 *
 * Context: any.
 * Return: the size in bytes.
 */
unsigned long stack_tracer_size(void)
{
	return READ_ONCE(stack_tracer_max_size);
}

/**
 * stack_tracer_size_set - set the size that a stack must exceed to be recorded
 * @size: size in bytes
 *
 * Context: task; takes stack_tracer_lock.
 */
void stack_tracer_size_set(unsigned long size)
{
	unsigned long flags;

	/* A function that is traced under the lock must not take the lock again. */
	local_irq_save(flags);
	stack_tracer_disable();
	arch_spin_lock(&stack_tracer_lock);
	WRITE_ONCE(stack_tracer_max_size, size);
	arch_spin_unlock(&stack_tracer_lock);
	stack_tracer_enable();
	local_irq_restore(flags);
}

/**
 * stack_tracer_read - get the deepest stack
 * @stack: filled in; without rows if the tracer was never started
 *
 * Context: task; takes stack_tracer_lock.
 */
void stack_tracer_read(struct stack_trace_max *stack)
{
	const struct stack_tracer_data *data;
	unsigned long flags;

	local_irq_save(flags);
	stack_tracer_disable();
	arch_spin_lock(&stack_tracer_lock);
	/* Pairs with stack_tracer_switch(). */
	data = smp_load_acquire(&stack_tracer_data);
	if (data)
		*stack = data->max;
	else
		stack->count = 0;
	stack->size = stack_tracer_max_size;
	arch_spin_unlock(&stack_tracer_lock);
	stack_tracer_enable();
	local_irq_restore(flags);
}

/* The boot parameters "stacktrace" and "stacktrace_filter=". */
static char *stack_tracer_boot_filter __initdata;

static int __init stack_tracer_setup(char *text)
{
	if (str_has_prefix(text, "_filter="))
		stack_tracer_boot_filter = text + strlen("_filter=");
	stack_tracer_enabled = 1;
	return 1;
}
__setup("stacktrace", stack_tracer_setup);

static int __init stack_tracer_init(void)
{
	char *list = stack_tracer_boot_filter, *word;

	while ((word = strsep(&list, ","))) {
		if (*word)
			ftrace_set_filter(&stack_tracer_ops, word, strlen(word), 0);
	}
	guard(mutex)(&stack_tracer_mutex);
	return stack_tracer_switch(stack_tracer_enabled);
}
device_initcall(stack_tracer_init);
