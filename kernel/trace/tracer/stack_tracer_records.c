// SPDX-License-Identifier: GPL-2.0
/*
 * The frames on a stack of arm64.
 *
 * A call puts the return address into the link register. The function that is called makes a
 * frame record of two words at the lower end of its frame: the address of the caller's frame
 * record, and that return address. The register x29 has the address of the newest record. So a
 * function's frame is the memory from its own record to that of its caller. A traced function
 * has none yet, and x29 at its entry is that of its caller.
 *
 * The walk of the stack has followed the same records, one for each address that it returned. It
 * has found the original address where a record has that of return_to_handler() or of a
 * kretprobe. So nothing is searched here, and the contents of the second word do not matter.
 */
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include <asm/traps.h>

#include "stack_tracer.h"

/*
 * The lower end of the frame that @record belongs to, which is that of the function at @ip. At
 * the entry to the kernel, and in code that handles an exception in the kernel, the record is a
 * member of the saved registers.
 */
static unsigned long *stack_tracer_records_frame(unsigned long *record, unsigned long ip)
{
	bool last = record == (unsigned long *)task_pt_regs(current)->stackframe;

	if (!last && !in_entry_text(ip))
		return record;
	return (void *)record - offsetof(struct pt_regs, stackframe);
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
	unsigned long *end = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	unsigned long *record = (unsigned long *)ftrace_regs_get_frame_pointer(fregs);
	unsigned long *frame = end;

	for (unsigned int i = 0; i < count; i++) {
		/* Without a record, the frame is part of that of the function before. */
		if (record < end || record > top - 2 || !IS_ALIGNED((unsigned long)record, 8))
			return;
		/* The caller may have put arguments below its record. */
		if (i)
			frame = max(frame, stack_tracer_records_frame(record, ips[i]));
		stack_tracer_add(max, ips[i], (void *)top - (void *)frame);
		end = record + 2;
		record = (unsigned long *)READ_ONCE_NOCHECK(*record);
	}
}
