// SPDX-License-Identifier: GPL-2.0
/*
 * FTRACE_VALIDATE_RCU_IS_WATCHING: a report of the first function that is traced while RCU
 * does not watch the CPU. Callbacks of function tracing use RCU, and such a function, which
 * is part of entering or leaving the idle state or user mode, must not be traced.
 */
#include <linux/bug.h>
#include <linux/export.h>
#include <linux/rcupdate.h>
#include <linux/trace_recursion.h>

/**
 * ftrace_rcu_is_watching - check that RCU watches this CPU
 * @ip: address in the traced function
 *
 * Context: any, preemption off; in a layer of trace_recursion_enter(), because the report
 * calls traced functions.
 * Return: false if RCU does not watch the CPU; the first time, the kernel log has a
 * warning.
 */
bool notrace ftrace_rcu_is_watching(unsigned long ip)
{
	bool watching = rcu_is_watching();

	WARN_ONCE(!watching, "RCU not on for: %pS\n", (void *)ip);
	return watching;
}
EXPORT_SYMBOL_GPL(ftrace_rcu_is_watching);
