// SPDX-License-Identifier: GPL-2.0
/*
 * The frames on a stack where a call, or the function, puts the return address on the stack.
 *
 * The size of each function's frame is computed from the locations of the return addresses:
 * the addresses that the walk returned are searched in the stack memory, beginning with the
 * newest frame.
 */
#include "../fgraph/fgraph.h"
#include "stack_tracer.h"

/*
 * Find the return address @ip between @slot and @top. A return address that the
 * function graph code has replaced is found by its original value, among the calls
 * from *@idx on. NULL if @ip is not there.
 */
static unsigned long *stack_tracer_slots_find(unsigned long *slot, unsigned long *top,
					      unsigned long ip, int *idx)
{
	for (; slot < top; slot++) {
		unsigned long word = READ_ONCE_NOCHECK(*slot);
		int at = *idx;

		if (ftrace_graph_ret_addr(current, &at, word, slot) == ip) {
			*idx = at;
			return slot;
		}
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
	int idx = 0;

	for (unsigned int i = 0; i < count; i++) {
		unsigned long *found = stack_tracer_slots_find(slot, top, ips[i], &idx);

		/* The size of a frame is unknown if its address is not found. */
		if (!found)
			continue;
		stack_tracer_add(max, ips[i], (top - found) * sizeof(long));
		slot = found + 1;
	}
}
