// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events that perf_event_open(2) creates with the PMU "uprobe": they have no
 * name and are counted by one perf counter only.
 */
#include <linux/bpf.h>
#include <linux/limits.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "uprobe.h"

static int uprobe_perf_read_attr(struct trace_uprobe *up,
				 const struct perf_event_attr *attr)
{
	char *filename;

	if (!attr->uprobe_path)
		return -EINVAL;
	filename = strndup_user(u64_to_user_ptr(attr->uprobe_path), PATH_MAX);
	/* strndup_user() says -EINVAL if the path is too long. */
	if (IS_ERR(filename))
		return PTR_ERR(filename) == -EINVAL ? -E2BIG : PTR_ERR(filename);
	up->filename = filename;
	up->offset = attr->probe_offset;
	return *filename ? uprobe_location_open(up) : -EINVAL;
}

/**
 * perf_uprobe_init - open a perf counter of a location in a file
 * @event: the perf event; its attributes have the location
 * @ref_ctr_offset: offset in the file of a reference counter, in bytes; 0 for none
 * @is_retprobe: count the returns of the function
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if there is no such location; -E2BIG, -ENOENT or another errno of
 * kern_path() if the file cannot be opened; an errno of uprobe_register(); -EFAULT;
 * -ENOMEM.
 */
int perf_uprobe_init(struct perf_event *event, unsigned long ref_ctr_offset,
		     bool is_retprobe)
{
	struct trace_uprobe *up = trace_uprobe_alloc();
	int ret;

	if (!up)
		return -ENOMEM;
	up->returns = is_retprobe;
	up->ref_ctr = ref_ctr_offset;
	ret = uprobe_perf_read_attr(up, &event->attr);
	if (ret) {
		trace_probe_discard(&up->tp);
		return ret;
	}
	trace_uprobe_set_handlers(up);
	return trace_probe_perf_open(&up->tp, event);
}

/**
 * perf_uprobe_destroy - close a perf counter of a location in a file
 * @event: the perf event, from perf_uprobe_init()
 *
 * Context: task, may sleep.
 */
void perf_uprobe_destroy(struct perf_event *event)
{
	trace_probe_perf_close(event);
}

/**
 * bpf_get_uprobe_info - describe the location of an event that a perf counter counts
 * @event: the perf counter, of a uprobe event or from perf_uprobe_init()
 * @fd_type: set to BPF_FD_TYPE_UPROBE or BPF_FD_TYPE_URETPROBE
 * @filename: set to the path of the file as the user gave it; valid for as long as the
 *	location is not removed from the event
 * @probe_offset: set to the offset in the file, in bytes
 * @probe_addr: set to 0
 * @perf_type_tracepoint: whether @event is a counter of a named event; makes no difference
 *
 * BPF shows this to users who ask what a program is attached to.
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0.
 */
int bpf_get_uprobe_info(const struct perf_event *event, u32 *fd_type,
			const char **filename, u64 *probe_offset,
			u64 *probe_addr, bool perf_type_tracepoint)
{
	const struct trace_uprobe *up;

	guard(mutex)(&event_mutex);
	up = uprobe_event_of(trace_probe_of_counter(event));
	*fd_type = up->returns ? BPF_FD_TYPE_URETPROBE : BPF_FD_TYPE_UPROBE;
	*filename = up->filename;
	*probe_offset = up->offset;
	*probe_addr = 0;
	return 0;
}
