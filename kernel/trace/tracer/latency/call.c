// SPDX-License-Identifier: GPL-2.0
/*
 * What latency tracers record: a call inside, and what begins and ends it.
 */
#include "latency.h"

void latency_add_record(struct latency *lat, unsigned long ip,
			unsigned long parent_ip, unsigned int context)
{
	if (READ_ONCE(lat->graph))
		latency_graph_record(lat, ip, context);
	else
		event_function_record(ring_this_writer(lat->tr->ring), ip,
				      parent_ip, context);
}

/*
 * As the callback of the function tracer, it needs no guard against recursion. Nor
 * does it cost more than that one: where the record goes stands beside the answer to
 * whether there is to be one.
 */
void latency_call(unsigned long ip, unsigned long parent_ip,
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct latency_cpu __percpu *cpus =
		(struct latency_cpu __percpu __force *)ops->private;

	if (!raw_cpu_read(cpus->inside))
		return;
	preempt_disable_notrace();
	event_function_record(raw_cpu_read(cpus->writer), ip, parent_ip,
			      event_context_probe());
	preempt_enable_notrace();
}
