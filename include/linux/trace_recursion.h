/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recursion protection for code that is called from traced functions.
 *
 * A callback may call a traced function, and so may the code that calls the
 * callback. task_struct::trace_recursion has one group of bits per layer, with one
 * bit per context. An interrupt may enter a layer that the interrupted task is in,
 * but no context may enter a layer twice. Only the running CPU modifies the word of
 * its current task, and an interrupt restores the word before it returns, so plain
 * stores are sufficient.
 */
#ifndef _LINUX_TRACE_RECURSION_H
#define _LINUX_TRACE_RECURSION_H

#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>

/*
 * While an interrupt is being entered or left, preempt_count() does not yet, or no
 * longer, reflect the context. One additional entry per layer is therefore allowed,
 * for which the last bit of the group is used.
 */
#define TRACE_RECURSION_CONTEXTS	4
#define TRACE_RECURSION_TRANSITION	4
#define TRACE_RECURSION_BITS		5

/**
 * enum trace_recursion_layer - code that is protected against recursion
 * @TRACE_LAYER_CALLBACK: callbacks that use ftrace_test_recursion_trylock()
 * @TRACE_LAYER_ASSIST: the function that calls callbacks without protection of their
 *	own, and the one that calls several callbacks
 * @TRACE_LAYER_GRAPH: entry and return callbacks of function graph tracing
 * @TRACE_LAYER_NR: number of layers
 */
enum trace_recursion_layer {
	TRACE_LAYER_CALLBACK,
	TRACE_LAYER_ASSIST,
	TRACE_LAYER_GRAPH,
	TRACE_LAYER_NR,
};

#ifdef CONFIG_FTRACE_RECORD_RECURSION
void ftrace_record_recursion(unsigned long ip, unsigned long parent_ip);
#else
static inline void ftrace_record_recursion(unsigned long ip, unsigned long parent_ip)
{
}
#endif

#ifdef CONFIG_FTRACE_VALIDATE_RCU_IS_WATCHING
bool ftrace_rcu_is_watching(unsigned long ip);
#else
static inline bool ftrace_rcu_is_watching(unsigned long ip)
{
	return true;
}
#endif

#ifdef CONFIG_TRACING

/* The bit of this context. Most often it is that of a task, which is a constant. */
static __always_inline int trace_recursion_bit(enum trace_recursion_layer layer)
{
	int bit = layer * TRACE_RECURSION_BITS;

	if (likely(!(preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return bit;
	return bit + interrupt_context_level();
}

/**
 * trace_recursion_enter - enter a layer, at most once per context
 * @layer: the layer
 *
 * Context: any, preemption disabled.
 * Return: argument for trace_recursion_leave(), or -1 if this context is in the
 * layer already.
 */
static __always_inline int trace_recursion_enter(enum trace_recursion_layer layer)
{
	unsigned long word = READ_ONCE(current->trace_recursion);
	int bit = trace_recursion_bit(layer);

	if (unlikely(word & BIT(bit))) {
		bit = layer * TRACE_RECURSION_BITS + TRACE_RECURSION_TRANSITION;
		if (word & BIT(bit))
			return -1;
	}
	WRITE_ONCE(current->trace_recursion, word | BIT(bit));
	barrier();
	return bit;
}

/**
 * trace_recursion_leave - leave a layer
 * @bit: return value of trace_recursion_enter()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void trace_recursion_leave(int bit)
{
	barrier();
	WRITE_ONCE(current->trace_recursion,
		   READ_ONCE(current->trace_recursion) & ~BIT(bit));
}

/**
 * ftrace_test_recursion_trylock - protect a callback against recursion
 * @ip: address of the traced function
 * @parent_ip: return address of the traced function
 *
 * Must be called first in a callback whose ftrace_ops does not set
 * FTRACE_OPS_FL_RECURSION.
 *
 * Context: any. On success preemption is disabled until
 * ftrace_test_recursion_unlock().
 * Return: argument for ftrace_test_recursion_unlock(), or a negative number, upon
 * which the callback must return immediately: because of recursion, or because RCU
 * does not watch this CPU, which only FTRACE_VALIDATE_RCU_IS_WATCHING looks at.
 */
static __always_inline int ftrace_test_recursion_trylock(unsigned long ip,
							 unsigned long parent_ip)
{
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_CALLBACK);
	if (unlikely(bit < 0)) {
		ftrace_record_recursion(ip, parent_ip);
	} else if (unlikely(!ftrace_rcu_is_watching(ip))) {
		trace_recursion_leave(bit);
		bit = -1;
	}
	if (unlikely(bit < 0))
		preempt_enable_notrace();
	return bit;
}

/**
 * ftrace_test_recursion_unlock - end the protection of a callback
 * @bit: return value of ftrace_test_recursion_trylock()
 *
 * Context: any; enables preemption.
 */
static __always_inline void ftrace_test_recursion_unlock(int bit)
{
	trace_recursion_leave(bit);
	preempt_enable_notrace();
}

#endif /* CONFIG_TRACING */
#endif /* _LINUX_TRACE_RECURSION_H */
