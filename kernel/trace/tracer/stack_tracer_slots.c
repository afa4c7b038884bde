// SPDX-License-Identifier: GPL-2.0
/*
 * The frames on a stack where a call puts the return address on the stack, as on x86.
 *
 * The size of each function's frame is computed from the locations of the return addresses:
 * the addresses that the walk returned are searched in the stack memory, beginning with the
 * newest frame.
 */
#include "../fgraph/fgraph.h"
#include "stack_tracer.h"

/*
 * Find the return address @ip between @slot and @top. A return address that the
 * function graph code has replaced is found by its original value. NULL if @ip is
 * not there.
 */
static unsigned long *stack_tracer_slots_find(unsigned long *slot, unsigned long *top,
					      unsigned long ip)
{
	for (; slot < top; slot++) {
		unsigned long word = READ_ONCE_NOCHECK(*slot);
		int idx = 0;

		if (ftrace_graph_ret_addr(current, &idx, word, slot) == ip)
			return slot;
	}
	return NULL;
}

/**
 * stack_tracer_add_callers - add rows for the callers of the traced function
 * @max: the stack, with the row of the function
 * @ips: return addresses, newest call first
 * @count: number of elements of @ips
 * @fregs: registers at the entry of the function
 * @top: end of the stack of current
 *
 * Context: callback at a site.
 */
void stack_tracer_add_callers(struct stack_trace_max *max, const unsigned long *ips,
			      unsigned int count, const struct ftrace_regs *fregs,
			      unsigned long *top)
{
	unsigned long *slot = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);

	for (unsigned int i = 0; i < count; i++) {
		unsigned long *found = stack_tracer_slots_find(slot, top, ips[i]);

		/* The size of a frame is unknown if its address is not found. */
		if (!found)
			continue;
		stack_tracer_add(max, ips[i], (top - found) * sizeof(long));
		slot = found + 1;
	}
}
