// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks, and lines of text, that are written beside the records of events.
 *
 * The length of a stack is known only when it was walked. It is walked into room
 * of the CPU and copied into a record of the right size.
 */
#include <linux/hardirq.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "internal.h"

#define STACK_DEPTH	(EVENT_SCRATCH_SIZE / sizeof(unsigned long))

/* Frames of ours that a walk begins with. */
#define STACK_SKIP	2

static void stack_write(struct trace_buffer *ring, unsigned int context,
			const unsigned long *callers, unsigned int count)
{
	struct ring_buffer_event *event;
	struct event_kernel_stack *rec;
	size_t size = count * sizeof(*callers);

	event = event_reserve(ring, TRACE_STACK, sizeof(*rec) + size, context);
	if (!event)
		return;
	rec = ring_buffer_event_data(event);
	rec->size = count;
	memcpy(rec->caller, callers, size);
	event_commit(ring, event);
}

/* Leave out what lies before the frame @ip; all stays if it is not there. */
static unsigned int stack_begin(const unsigned long *callers,
				unsigned int count, unsigned long ip)
{
	unsigned int i;

	for (i = 0; ip && i < count; i++) {
		if (callers[i] == ip)
			return i;
	}
	return 0;
}

/* @ops: NULL, or whose trampoline may stand before @ip, and is to be shown. */
static noinline void stack_record(struct trace_buffer *ring,
				  unsigned int context, int skip,
				  struct pt_regs *regs, unsigned long ip,
				  const struct ftrace_ops *ops)
{
	unsigned int count, begin;
	unsigned long *callers;

	preempt_disable_notrace();
	callers = event_scratch_begin();
	if (!callers)
		goto out;

	if (regs)
		count = stack_trace_save_regs(regs, callers, STACK_DEPTH, skip);
	else
		count = stack_trace_save(callers, STACK_DEPTH, skip + STACK_SKIP);
	begin = stack_begin(callers, count, ip);
	if (ops && begin && ftrace_ops_frame(ops, callers[begin - 1]))
		callers[--begin] = EVENT_TRAMPOLINE;
	stack_write(ring, context, callers + begin, count - begin);
	event_scratch_end(callers);
out:
	preempt_enable_notrace();
}

/**
 * instance_stack - record the kernel's stack
 * @tr: the instance
 * @ring: its buffer
 * @context: event_context() of the record that it belongs to
 * @skip: frames to leave out, counted from the caller
 * @regs: NULL, or where to begin instead
 *
 * Context: any.
 */
noinline void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
			     unsigned int context, int skip,
			     struct pt_regs *regs)
{
	stack_record(ring, context, skip, regs, 0, NULL);
	barrier();	/* no tail call: the frame is counted */
}

void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip)
{
	stack_record(ring, context, 0, NULL, ip, NULL);
}

/**
 * instance_stack_func - record the stack of a traced function
 * @tr: the instance, whose ops' callback calls
 * @context: event_context() of the record that it belongs to
 * @ip: where the function goes on when the callback is done
 *
 * Context: any.
 */
void instance_stack_func(struct trace_array *tr, unsigned int context,
			 unsigned long ip)
{
	stack_record(tr->ring, context, 0, NULL, ip, tr->ops);
}

/**
 * instance_stack_saved - record a stack that was walked before
 * @ring: where to
 * @context: event_context()
 * @callers: as stack_trace_save() gave them
 * @count: how many
 *
 * Context: any.
 */
void instance_stack_saved(struct trace_buffer *ring, unsigned int context,
			  const unsigned long *callers, unsigned int count)
{
	stack_write(ring, context, callers, count);
}

/**
 * instance_user_stack - record the stack of the current task in user space
 * @tr: the instance
 * @ring: its buffer
 * @context: event_context() of the record that it belongs to
 *
 * Context: any; nothing is recorded in NMI, in kernel threads, or when the walk
 * itself makes an event fire.
 */
void instance_user_stack(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context)
{
	static DEFINE_PER_CPU(bool, busy);
	struct ring_buffer_event *event;
	struct event_user_stack *rec;

	/* A page fault in NMI would end it too early. */
	if (!IS_ENABLED(CONFIG_USER_STACKTRACE_SUPPORT) || in_nmi() ||
	    (current->flags & (PF_KTHREAD | PF_USER_WORKER)))
		return;

	preempt_disable_notrace();
	if (__this_cpu_read(busy))
		goto out;
	__this_cpu_write(busy, true);

	event = event_reserve(ring, TRACE_USER_STACK, sizeof(*rec), context);
	if (event) {
		rec = ring_buffer_event_data(event);
		rec->tgid = current->tgid;
		memset(rec->caller, 0, sizeof(rec->caller));
		stack_trace_save_user(rec->caller, EVENT_CALLERS_SHOWN);
		event_commit(ring, event);
	}
	__this_cpu_write(busy, false);
out:
	preempt_enable_notrace();
}

/* The hook for event files with EVENT_FILE_FL_OUTPUT. */
void instance_event_stacks(struct trace_event_buffer *fbuffer, unsigned long ip)
{
	struct trace_array *tr = fbuffer->trace_file->tr;

	if (instance_option(tr, INSTANCE_OPT_STACKTRACE)) {
		if (fbuffer->regs)
			instance_stack(tr, fbuffer->buffer, fbuffer->trace_ctx,
				       0, fbuffer->regs);
		else
			instance_stack_from(tr, fbuffer->buffer,
					    fbuffer->trace_ctx, ip);
	}
	if (instance_option(tr, INSTANCE_OPT_USERSTACKTRACE))
		instance_user_stack(tr, fbuffer->buffer, fbuffer->trace_ctx);
}

/**
 * instance_print - record a line of text
 * @tr: the instance
 * @ip: where in the code it comes from
 * @text: the text
 * @len: its bytes; a newline is added if it does not end with one
 *
 * Context: any.
 * Return: @len, or 0 if it was not recorded.
 */
int instance_print(struct trace_array *tr, unsigned long ip, const char *text,
		   size_t len)
{
	bool newline = !len || text[len - 1] != '\n';
	struct ring_buffer_event *event;
	unsigned int context = event_context();
	struct event_print *rec;

	event = event_reserve(tr->ring, TRACE_PRINT,
			      sizeof(*rec) + len + newline + 1, context);
	if (!event)
		return 0;
	rec = ring_buffer_event_data(event);
	rec->ip = ip;
	memcpy(rec->buf, text, len);
	if (newline)
		rec->buf[len] = '\n';
	rec->buf[len + newline] = '\0';
	event_commit(tr->ring, event);

	if (instance_option(tr, INSTANCE_OPT_STACKTRACE))
		instance_stack(tr, tr->ring, context, 1, NULL);
	return len;
}
