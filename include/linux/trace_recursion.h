/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recursion guard of everything that is called from traced functions.
 *
 * A callback may itself call a traced function, and so may the code that runs
 * on the way to the callback. Each task carries one word, with one group of
 * bits per layer and in each group one bit per context: an interrupt may enter
 * a layer that the task it interrupted is in, but no context may enter a layer
 * twice. Only the running CPU touches the word of its current task, and
 * whoever interrupts it leaves the word as it was, so plain stores will do.
 */
#ifndef _LINUX_TRACE_RECURSION_H
#define _LINUX_TRACE_RECURSION_H

#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>

/*
 * While an interrupt is being entered or left, preempt_count() does not tell
 * yet, or no more, which context runs. One more entry is let through then: the
 * last bit of each group counts it.
 */
#define TRACE_RECURSION_CONTEXTS	4
#define TRACE_RECURSION_TRANSITION	4
#define TRACE_RECURSION_BITS		5

/**
 * enum trace_recursion_layer - who is guarded against itself
 * @TRACE_LAYER_CALLBACK: callbacks that guard themselves
 *	(ftrace_test_recursion_trylock())
 * @TRACE_LAYER_ASSIST: the function that calls callbacks which do not guard
 *	themselves, and the one that walks through several callbacks
 * @TRACE_LAYER_GRAPH: entry and return hooks of the graph tracer
 * @TRACE_LAYER_NR: how many there are
 */
enum trace_recursion_layer {
	TRACE_LAYER_CALLBACK,
	TRACE_LAYER_ASSIST,
	TRACE_LAYER_GRAPH,
	TRACE_LAYER_NR,
};

#ifdef CONFIG_TRACING

/**
 * trace_recursion_enter - enter a layer, once per context
 * @layer: the layer
 *
 * Context: any, with preemption disabled.
 * Return: the bit to give to trace_recursion_leave(), or -1 when this context
 * is in the layer already.
 */
static __always_inline int trace_recursion_enter(enum trace_recursion_layer layer)
{
	unsigned long word = READ_ONCE(current->trace_recursion);
	int bit = layer * TRACE_RECURSION_BITS + interrupt_context_level();

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
 * @bit: what trace_recursion_enter() returned
 *
 * Context: as trace_recursion_enter().
 */
static __always_inline void trace_recursion_leave(int bit)
{
	barrier();
	WRITE_ONCE(current->trace_recursion,
		   READ_ONCE(current->trace_recursion) & ~BIT(bit));
}

/**
 * ftrace_test_recursion_trylock - guard a callback against itself
 * @ip: the traced function
 * @parent_ip: its caller
 *
 * To be called first in a callback of struct ftrace_ops that does not set
 * FTRACE_OPS_FL_RECURSION.
 *
 * Context: any. On success preemption is disabled until the unlock.
 * Return: a number to give to ftrace_test_recursion_unlock(), or a negative
 * one, upon which the callback must return at once.
 */
static __always_inline int ftrace_test_recursion_trylock(unsigned long ip,
							 unsigned long parent_ip)
{
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_CALLBACK);
	if (unlikely(bit < 0))
		preempt_enable_notrace();
	return bit;
}

/**
 * ftrace_test_recursion_unlock - the end of a guarded callback
 * @bit: what ftrace_test_recursion_trylock() returned
 *
 * Context: as ftrace_test_recursion_trylock().
 */
static __always_inline void ftrace_test_recursion_unlock(int bit)
{
	trace_recursion_leave(bit);
	preempt_enable_notrace();
}

#endif /* CONFIG_TRACING */
#endif /* _LINUX_TRACE_RECURSION_H */
