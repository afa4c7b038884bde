// SPDX-License-Identifier: GPL-2.0
/*
 * Records of stack traces, and of text.
 *
 * The length of a stack trace is not known in advance. The stack is therefore walked
 * into the CPU's scratch memory, and copied into a record of the right size.
 */
#include <linux/hardirq.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "internal.h"

#define STACK_DEPTH	(EVENT_SCRATCH_SIZE / sizeof(unsigned long))

/* Frames of this file at the start of a stack trace. */
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

/* Return the index of the frame with address @ip, or 0 if there is none. */
static unsigned int stack_find(const unsigned long *callers,
			       unsigned int count, unsigned long ip)
{
	unsigned int i;

	for (i = 0; ip && i < count; i++) {
		if (callers[i] == ip)
			return i;
	}
	return 0;
}

/* The same for the frame of the traced function @ip, which may be one of the trampoline. */
static unsigned int stack_find_traced(unsigned long *callers, unsigned int count,
				      unsigned long ip, const struct ftrace_ops *ops)
{
	unsigned int begin = ftrace_stack_position(callers, count, ip);

	if (begin == count)
		return 0;
	callers[begin] = ip;
	if (begin && ftrace_ops_in_trampoline(ops, callers[begin - 1]))
		callers[--begin] = EVENT_TRAMPOLINE;
	return begin;
}

/*
 * Record the stack, starting with the frame of @ip. If a frame in the trampoline of
 * @ops precedes that one, it is recorded as EVENT_TRAMPOLINE. @ops may be NULL.
 */
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
	if (ops)
		begin = stack_find_traced(callers, count, ip, ops);
	else
		begin = stack_find(callers, count, ip);
	stack_write(ring, context, callers + begin, count - begin);
	event_scratch_end(callers);
out:
	preempt_enable_notrace();
}

/**
 * instance_stack - record the kernel stack
 * @tr: the instance
 * @ring: ring buffer of the instance
 * @context: event_context() of the record that the stack trace belongs to
 * @skip: number of frames to leave out, starting with the caller
 * @regs: registers to start at instead of the caller, or NULL
 *
 * Does nothing while a stack trace is recorded in the same context.
 *
 * Context: any.
 */
noinline void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
			     unsigned int context, int skip,
			     struct pt_regs *regs)
{
	stack_record(ring, context, skip, regs, 0, NULL);
	barrier();	/* prevents a tail call: STACK_SKIP includes this frame */
}

/**
 * instance_stack_from - record the kernel stack, starting with a given frame
 * @tr: the instance
 * @ring: ring buffer of the instance
 * @context: event_context() of the record that the stack trace belongs to
 * @ip: return address of the first frame to record; without such a frame, all of the
 *	stack is recorded
 *
 * Context: any.
 */
void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip)
{
	stack_record(ring, context, 0, NULL, ip, NULL);
}

/**
 * instance_stack_func - record the stack of a traced function
 * @tr: the instance, whose ftrace_ops callback is running
 * @context: event_context() of the record that the stack trace belongs to
 * @ip: address at which the traced function continues after the callback
 *
 * Includes the frame of the trampoline.
 *
 * Context: any.
 */
void instance_stack_func(struct trace_array *tr, unsigned int context,
			 unsigned long ip)
{
	stack_record(tr->ring, context, 0, NULL, ip, tr->ops);
}

/**
 * instance_stack_saved - record a stack trace that was saved before
 * @ring: ring buffer of the instance
 * @context: event_context()
 * @callers: return addresses from stack_trace_save()
 * @count: number of @callers
 *
 * Context: any.
 */
void instance_stack_saved(struct trace_buffer *ring, unsigned int context,
			  const unsigned long *callers, unsigned int count)
{
	stack_write(ring, context, callers, count);
}

/**
 * instance_stack_user - record the user stack of the current task
 * @tr: the instance
 * @ring: ring buffer of the instance
 * @context: event_context() of the record that the stack trace belongs to
 *
 * Does nothing in NMI, in kernel threads, and for an event that is caused by walking
 * a user stack, such as a page fault.
 *
 * Context: any.
 */
void instance_stack_user(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context)
{
	static DEFINE_PER_CPU(bool, busy);
	struct ring_buffer_event *event;
	struct event_user_stack *rec;

	/* A page fault in NMI would return with IRET, which re-enables NMIs. */
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

/**
 * instance_stack_event - implement event_instance_ops.stacks
 * @fbuffer: the record that was just committed, of an event file with
 *	EVENT_FILE_FL_OUTPUT
 * @ip: return address of the first frame to record, unless @fbuffer has registers
 *
 * Context: any, preemption disabled.
 */
void instance_stack_event(struct trace_event_buffer *fbuffer, unsigned long ip)
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
		instance_stack_user(tr, fbuffer->buffer, fbuffer->trace_ctx);
}

/**
 * instance_print - record a line of text as ftrace/print
 * @tr: the instance
 * @ip: address of the code that writes the text
 * @text: the text; a newline is appended if it does not end with one
 * @len: length of @text in bytes
 *
 * Context: any.
 * Return: @len, or 0 if the text was not recorded.
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
