// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events that perf_event_open(2) creates with the PMU "kprobe": they have no
 * name and are counted by one perf counter only.
 */
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
		trace_kprobe_free(kp);
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
