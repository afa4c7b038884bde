// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: BPF programs that are attached to perf counters of an event.
 */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/sched.h>

#include "bpf.h"
#include "uprobe.h"

/**
 * uprobe_bpf_run_all - run the BPF programs of a uprobe event
 * @call: the trace event
 * @at: user address of the probed instruction, or of the function that returns
 * @regs: the registers of the program, which the BPF programs can read
 *
 * A program may read the memory of the user program and sleep meanwhile.
 *
 * Context: task, may sleep; RCU tasks trace read-side.
 * Return: whether perf gets a record: no program has returned 0.
 */
bool uprobe_bpf_run_all(struct trace_event_call *call, unsigned long at,
			struct pt_regs *regs)
{
	struct uprobe_dispatch_data data = { .bp_addr = at };
	struct uprobe_task *utask = current->utask;
	unsigned long vaddr = utask->vaddr;
	const struct bpf_prog_array *array;
	u32 ret;

	/* bpf_get_func_ip() finds the address there. */
	utask->vaddr = (unsigned long)&data;
	/* What is called next checks that the RCU read-side is entered. */
	array = rcu_dereference_raw(call->prog_array);
	ret = bpf_prog_run_array_uprobe(array, regs, bpf_prog_run);
	utask->vaddr = vaddr;
	return ret;
}
