// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: what bpf_trace.c asks before it attaches a program that may let the probed
 * function return at once.
 */
#include <linux/error-injection.h>

#include "bpf.h"
#include "kprobe.h"

/* Whether all locations of an event pass a test. */
static bool kprobe_bpf_all(struct trace_event_call *call, bool (*test)(const struct kprobe *p))
{
	struct trace_probe_event *tpe = trace_probe_event_of(&call->event);
	struct trace_probe *tp;

	if (!(call->flags & TRACE_EVENT_FL_KPROBE))
		return false;

	guard(mutex)(&event_mutex);
	list_for_each_entry(tp, &tpe->probes, sibling) {
		/* A location in a module that is not loaded has no address. */
		if (!kprobe_event_of(tp)->rp.kp.addr || !test(&kprobe_event_of(tp)->rp.kp))
			return false;
	}
	return true;
}

static bool kprobe_bpf_is_entry(const struct kprobe *p)
{
	return !kprobe_on_func_entry(p->addr, NULL, 0);
}

static bool kprobe_bpf_is_injectable(const struct kprobe *p)
{
	return within_error_injection_list((unsigned long)p->addr);
}

/**
 * trace_kprobe_on_func_entry - test whether a kprobe event is at the entry of functions
 * @call: the trace event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: true if @call is a kprobe event and each of its locations is an entry.
 */
bool trace_kprobe_on_func_entry(struct trace_event_call *call)
{
	return kprobe_bpf_all(call, kprobe_bpf_is_entry);
}

/**
 * trace_kprobe_error_injectable - test whether probed functions may fail on request
 * @call: the trace event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: true if @call is a kprobe event and ALLOW_ERROR_INJECTION() marks the functions
 * of all its locations.
 */
bool trace_kprobe_error_injectable(struct trace_event_call *call)
{
	return kprobe_bpf_all(call, kprobe_bpf_is_injectable);
}
