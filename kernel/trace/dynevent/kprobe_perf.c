// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events that perf makes for itself, by perf_event_open(2) of the PMU
 * "kprobe": they have no name, and only their counter sees them.
 */
#include <linux/kallsyms.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "kprobe.h"

static int read_attr(struct kprobe_point *kp, const struct perf_event_attr *attr)
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
		/* A name that is too long is nobody's. */
		return ret == -EINVAL ? -E2BIG : ret;
	}
	p->symbol_name = kp->symbol;
	p->offset = attr->probe_offset;
	return *kp->symbol ? 0 : -EINVAL;
}

/**
 * perf_kprobe_init - perf core opens a counter of a place in the kernel
 * @event: its attributes say where
 * @is_retprobe: at the function's return
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, -ENOENT, -E2BIG: there is no such place; what
 * register_kprobe() says; -EFAULT; -ENOMEM.
 */
int perf_kprobe_init(struct perf_event *event, bool is_retprobe)
{
	struct kprobe_point *kp = kprobe_event_alloc();
	int ret;

	if (!kp)
		return -ENOMEM;
	kp->returns = is_retprobe;
	ret = read_attr(kp, &event->attr);
	if (ret)
		goto err;
	kprobe_event_ready(kp);
	ret = trace_probe_add_unseen(&kp->pt);
	if (ret)
		goto err;
	ret = event_perf_open(&kp->pt.multi->pc.call, event);
	if (ret)
		trace_probe_remove_unseen(&kp->pt);
	return ret;
err:
	kprobe_event_free(kp);
	return ret;
}

/**
 * perf_kprobe_destroy - perf core closes such a counter
 * @event: what perf_kprobe_init() was given
 *
 * Context: task, may sleep.
 */
void perf_kprobe_destroy(struct perf_event *event)
{
	struct dynevent_multi *multi = dynevent_multi_of(&event->tp_event->event);

	event_perf_close(event);
	trace_probe_remove_unseen(list_first_entry(&multi->points,
						   struct trace_probe, sibling));
}
