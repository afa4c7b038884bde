// SPDX-License-Identifier: GPL-2.0
/* Not for main: what is declared and not yet written. Each owner takes theirs out. */
#include <linux/ftrace.h>
#include <linux/ftrace_irq.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>
#include <linux/irqflags.h>

/* tracer/ latency */
#ifdef CONFIG_HWLAT_TRACER
bool trace_hwlat_callback_enabled;
void trace_hwlat_callback(bool enter) { }
#endif
#ifdef CONFIG_OSNOISE_TRACER
bool trace_osnoise_callback_enabled;
void trace_osnoise_callback(bool enter) { }
#endif

/* probe/ */
#ifdef CONFIG_KPROBE_EVENTS
int perf_kprobe_init(struct perf_event *event, bool is_retprobe)
{
	return -EOPNOTSUPP;
}

void perf_kprobe_destroy(struct perf_event *event) { }
int bpf_get_kprobe_info(const struct perf_event *event, u32 *fd_type,
			const char **symbol, u64 *probe_offset,
			u64 *probe_addr, unsigned long *missed,
			bool perf_type_tracepoint)
{
	return -EOPNOTSUPP;
}
#endif

#ifdef CONFIG_UPROBE_EVENTS
int perf_uprobe_init(struct perf_event *event, unsigned long ref_ctr_offset,
		     bool is_retprobe)
{
	return -EOPNOTSUPP;
}

void perf_uprobe_destroy(struct perf_event *event) { }
#endif

#ifdef CONFIG_OSNOISE_TRACER
void osnoise_trace_irq_entry(int id);
void osnoise_trace_irq_exit(int id, const char *desc);
void osnoise_trace_irq_entry(int id) { }
void osnoise_trace_irq_exit(int id, const char *desc) { }
#endif
