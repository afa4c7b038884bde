// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events that perf_event_open(2) creates with the PMU "kprobe": they have no
 * name and are counted by one perf counter only.
 */
#include <linux/bpf.h>
#include <linux/kallsyms.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "kprobe.h"

static int kprobe_perf_read_attr(struct trace_kprobe *kp,
				 const struct perf_event_attr *attr)
{
	struct kprobe *p = &kp->rp.kp;

	if (!attr->kprobe_func) {
		p->addr = (kprobe_opcode_t *)(unsigned long)attr->kprobe_addr;
		return 0;
	}
	kp->symbol = strndup_user(u64_to_user_ptr(attr->kprobe_func),
				  KSYM_NAME_LEN);
	if (IS_ERR(kp->symbol)) {
		int ret = PTR_ERR(kp->symbol);

		kp->symbol = NULL;
		/* The name is longer than any symbol. */
		return ret == -EINVAL ? -E2BIG : ret;
	}
	p->symbol_name = kp->symbol;
	p->offset = attr->probe_offset;
	return *kp->symbol ? 0 : -EINVAL;
}

/**
 * perf_kprobe_init - open a perf counter of a location in the kernel
 * @event: the perf event; its attributes have the location
 * @is_retprobe: count the returns of the function
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT or -E2BIG if there is no such location; an errno of
 * register_kprobe() or register_kretprobe(); -EFAULT; -ENOMEM.
 */
int perf_kprobe_init(struct perf_event *event, bool is_retprobe)
{
	struct trace_kprobe *kp = trace_kprobe_alloc();
	int ret;

	if (!kp)
		return -ENOMEM;
	kp->returns = is_retprobe;
	ret = kprobe_perf_read_attr(kp, &event->attr);
	if (ret) {
		trace_probe_discard(&kp->tp);
		return ret;
	}
	trace_kprobe_set_handlers(kp);
	return trace_probe_perf_open(&kp->tp, event);
}

/**
 * perf_kprobe_destroy - close a perf counter of a location in the kernel
 * @event: the perf event, from perf_kprobe_init()
 *
 * Context: task, may sleep.
 */
void perf_kprobe_destroy(struct perf_event *event)
{
	trace_probe_perf_close(event);
}

/**
 * bpf_get_kprobe_info - describe the location of an event that a perf counter counts
 * @event: the perf counter, of a kprobe event or from perf_kprobe_init()
 * @fd_type: set to BPF_FD_TYPE_KPROBE or BPF_FD_TYPE_KRETPROBE
 * @symbol: set to the symbol, or to NULL if the location was given as an address; valid for
 *	as long as the location is not removed from the event
 * @probe_offset: set to the offset from @symbol in bytes
 * @probe_addr: set to the address; 0 if the module with the symbol is not loaded
 * @missed: set to the number of hits that found no free instance or were nested in another
 *	kprobe; may be NULL
 * @perf_type_tracepoint: whether @event is a counter of a named event; makes no difference
 *
 * BPF shows this to users who ask what a program is attached to.
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0.
 */
int bpf_get_kprobe_info(const struct perf_event *event, u32 *fd_type,
			const char **symbol, u64 *probe_offset,
			u64 *probe_addr, unsigned long *missed,
			bool perf_type_tracepoint)
{
	const struct trace_kprobe *kp;

	guard(mutex)(&event_mutex);
	kp = kprobe_event_of(trace_probe_of_counter(event));
	*fd_type = kp->returns ? BPF_FD_TYPE_KRETPROBE : BPF_FD_TYPE_KPROBE;
	*symbol = kp->symbol;
	*probe_offset = kp->rp.kp.offset;
	*probe_addr = (unsigned long)kp->rp.kp.addr;
	if (missed)
		*missed = kprobe_event_missed(kp);
	return 0;
}
