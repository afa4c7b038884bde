// SPDX-License-Identifier: GPL-2.0
/*
 * The callbacks of the tracer function_graph at function entry and return.
 *
 * The entry callback pushes a call on the shadow stack and writes a record. The
 * frequent case is a call in plain task context, without filters and options, whose
 * return has no other user: graph_call() and graph_return_direct() have only that, and
 * end with a call of another function in all other cases, so that they have to save
 * no register.
 *
 * The clock is read once for each record. If the clock of the buffer is the local
 * one, a duration is the difference between the timestamps of the two records.
 */
#include <linux/trace_clock.h>

#include "../../fgraph/fgraph.h"
#include "../../instance/instance.h"
#include "../../ftrace/ftrace.h"
#include "graph.h"
#include "call.h"

/**
 * struct graph_times - data of a call on the shadow stack
 * @call: time of the call; 0 if its return is not recorded
 * @slept: how long the task had not been running in total at the call, in ns; only
 *	set if the call has FGRAPH_KEY_INDIRECT
 */
struct graph_times {
	u64 call;
	u64 slept;
};

#define GRAPH_TIMES_WORDS	(sizeof(struct graph_times) / sizeof(long))

/*
 * Filters
 */

enum graph_verdict {
	GRAPH_SKIP,
	GRAPH_RECORD,
	GRAPH_HIDE,	/* hook the return, but do not record the call or nested calls */
};

/**
 * struct graph_call_nesting - filter state of a task, in a word of fgraph_task()
 * @traced: one plus the depth of the current function of set_graph_function, or 0
 * @hidden: one plus the depth of the current function of set_graph_notrace, or 0
 * @irq: @traced was called in an interrupt, so interrupts are traced within it
 *
 * All calls within a function of set_graph_function are recorded until it returns,
 * and none within one of set_graph_notrace. If the depth of a new call is not
 * greater than the stored one, the function was left without a return, and the
 * state is obsolete.
 */
struct graph_call_nesting {
	u16 traced;
	u16 hidden;
	u16 irq;
};

static __always_inline struct graph_call_nesting *
graph_call_nesting(struct graph_data *data, struct task_struct *task)
{
	return (void *)&fgraph_task(task)->var[data->gops.idx];
}

static bool graph_call_is_nested(struct graph_call_nesting *nesting, unsigned long ip, int depth)
{
	if (nesting->traced && nesting->traced - 1 < depth)
		return true;
	if (!ftrace_graph_listed(ip, false))
		return false;
	nesting->traced = depth + 1;
	nesting->irq = !!in_hardirq();
	return true;
}

static noinline enum graph_verdict graph_call_filter(struct graph_data *data,
						     struct task_struct *task,
						     unsigned long ip, int depth)
{
	struct graph_call_nesting *nesting = graph_call_nesting(data, task);
	unsigned int max = READ_ONCE(ftrace_graph_max_depth);

	if (nesting->hidden && nesting->hidden - 1 < depth)
		return GRAPH_SKIP;
	if (ftrace_graph_listed(ip, true)) {
		nesting->hidden = depth + 1;
		return GRAPH_HIDE;
	}
	if (max && depth >= max)
		return GRAPH_SKIP;
	if (ftrace_graph_has_list(false) && !graph_call_is_nested(nesting, ip, depth))
		return GRAPH_SKIP;
	if (READ_ONCE(data->checks) & GRAPH_NO_IRQS && in_hardirq() &&
	    !nesting->irq)
		return GRAPH_SKIP;
	return GRAPH_RECORD;
}

/* A function returns or was not recorded: reset the state that it has set. */
static __always_inline void graph_call_unnest(struct graph_data *data,
					      struct task_struct *task, int depth)
{
	unsigned long *word = &fgraph_task(task)->var[data->gops.idx];
	struct graph_call_nesting *nesting = graph_call_nesting(data, task);

	if (likely(!*word))
		return;
	if (nesting->traced == depth + 1) {
		nesting->traced = 0;
		nesting->irq = 0;
	}
	if (nesting->hidden == depth + 1)
		nesting->hidden = 0;
}

/* Record a call with the data that options request in addition to its fields. */
static noinline bool graph_call_record_entry_extra(struct trace_buffer *ring,
						   struct task_struct *task,
						   struct ftrace_ret_stack *call,
						   struct ftrace_regs *fregs,
						   struct graph_times *times, u32 extra)
{
	struct event_funcgraph_entry *rec;
	struct ring_buffer_event *event;
	unsigned long *word;

	event = event_reserve(ring, TRACE_GRAPH_ENT, graph_extra_size(extra),
			      event_context());
	if (!event)
		return false;
	rec = ring_buffer_event_data(event);
	rec->func = call->func;
	rec->depth = fgraph_depth(call);
	word = (void *)rec + GRAPH_EXTRA_OFFSET;
	if (extra & GRAPH_RETADDR)
		*word++ = fgraph_call_ret_addr(task, call);
	if (extra & GRAPH_ARGS)
		event_copy_args(word, fregs);
	times->call = ring_stamp(ring);
	event_commit(ring, event);
	return true;
}

/*
 * The slow path: apply filters, thresholds and options. The return needs them as well,
 * so it is not direct.
 */
static noinline bool graph_call_enter_checked(struct graph_data *data,
					      struct task_struct *task,
					      struct ftrace_ret_stack *call,
					      struct ftrace_regs *fregs,
					      struct graph_times *times)
{
	struct trace_array *tr = data->tr;
	u32 checks = READ_ONCE(data->checks);
	int depth = fgraph_depth(call);
	bool done;

	call->key |= FGRAPH_KEY_INDIRECT;
	times->slept = fgraph_task(task)->slept;
	if (READ_ONCE(ftrace_graph_filtered) || checks & GRAPH_NO_IRQS) {
		enum graph_verdict verdict = graph_call_filter(data, task, call->func,
							       depth);

		times->call = 0;
		if (verdict != GRAPH_RECORD)
			return verdict == GRAPH_HIDE;
	}
	/* With tracing_thresh only long calls are recorded, when they return. */
	if (READ_ONCE(tr->max.thresh)) {
		times->call = trace_clock_local();
		return true;
	}
	if (checks & GRAPH_EXTRA)
		done = graph_call_record_entry_extra(tr->ring, task, call, fregs, times,
						     checks);
	else
		done = graph_record_entry(tr->ring, call->func, depth, event_context(),
					  &times->call);
	if (!done)
		graph_call_unnest(data, task, depth);
	return done;
}

/* Filters, thresholds or options apply to each call. */
static __always_inline bool graph_call_has_checks(struct graph_data *data,
						  struct trace_array *tr)
{
	return READ_ONCE(ftrace_graph_filtered) | READ_ONCE(data->checks) |
	       READ_ONCE(tr->max.thresh);
}

/* Another user of the shadow stack has already pushed a frame for this call. */
static noinline void graph_call_extend_frame(struct graph_data *data,
					     struct task_struct *task,
					     struct ftrace_regs *fregs)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	unsigned int frame = READ_ONCE(task->curr_ret_stack);
	struct graph_times *times;

	times = (void *)fgraph_reserve_words(task, data->gops.idx, GRAPH_TIMES_WORDS);
	if (!times)
		return;
	/* The slow path is correct for all calls and not inlined. */
	if (graph_call_enter_checked(data, task, call, fregs, times))
		fgraph_hook_return(call, data->gops.idx);
	else
		WRITE_ONCE(task->curr_ret_stack, frame);
}

/* Any call. Preemption is disabled, and enabled at the end. */
static noinline void graph_call_any(struct graph_data *data, unsigned long ip,
				    unsigned long parent_ip, struct ftrace_regs *fregs)
{
	unsigned long *retp = fgraph_entry_retp(fregs);
	struct task_struct *task = current;
	struct ftrace_ret_stack *call;
	struct graph_times *times;
	bool done;

	if (unlikely(fgraph_top_matches(task, data->gops.idx, ip, parent_ip, retp))) {
		graph_call_extend_frame(data, task, fregs);
		goto out;
	}
	call = fgraph_push(task, ip, retp, data->gops.idx, GRAPH_TIMES_WORDS);
	if (unlikely(!call))
		goto out;
	times = fgraph_saved_data(call);
	if (graph_call_has_checks(data, data->tr))
		done = graph_call_enter_checked(data, task, call, fregs, times);
	else
		done = graph_record_entry(data->tr->ring, ip, fgraph_depth(call),
					  event_context(), &times->call);
	if (done)
		fgraph_hook_return(call, data->gops.idx);
	else
		fgraph_pop(task, call);
out:
	preempt_enable_notrace();
}

/* The end of graph_call() if ring_writer_reserve_ready() returned NULL. */
static noinline void graph_call_reserve_slow(struct trace_buffer *ring,
					     struct ftrace_ret_stack *call,
					     unsigned int context)
{
	struct ring_writer *rw = ring_this_writer(ring);
	struct ring_buffer_event *event = ring_reserve_slow(rw, GRAPH_ENTRY_SIZE);
	struct graph_times *times = fgraph_saved_data(call);

	if (event) {
		graph_fill_entry(event, call->func, fgraph_depth(call), context);
		times->call = ring_writer_stamp(ring, rw);
		fgraph_hook(call);
		event_emit_end_in(rw);
	} else {
		fgraph_pop(current, call);
	}
	preempt_enable_notrace();
}

/*
 * The context word of a call, of which event_context_is_plain(1) is true. The level of
 * preempt_disable() of graph_call() is counted, as event_context() does.
 */
static __always_inline unsigned int graph_call_context(bool irqs_off)
{
	return event_context_plain(irqs_off) +
	       EVENT_CONTEXT(0, IS_ENABLED(CONFIG_PREEMPT_COUNT));
}

/**
 * graph_call - ftrace_ops.func of the tracer function_graph
 * @ip: address of the patch site
 * @parent_ip: return address
 * @ops: ops of the instance; ops->private is the instance
 * @fregs: registers
 *
 * No recursion guard is needed, as in the function tracer: the clock of a driver is
 * the only function called from here that can be traced, and the ring buffer
 * rejects records of the same context while it reads the clock. A nested call finds
 * the shadow stack in a consistent state, as an interrupt does.
 *
 * Context: any.
 */
void graph_call(unsigned long ip, unsigned long parent_ip,
		struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	unsigned long *retp = fgraph_entry_retp(fregs);
	struct trace_array *tr = ops->private;
	struct graph_data *data = READ_ONCE(tr->call_data[INSTANCE_CALLS_GRAPH]);
	struct task_struct *task = current;
	unsigned int context, slow_len;
	struct ring_buffer_event *event;
	struct ftrace_ret_stack *call;
	struct graph_times *times;
	struct ring_writer *rw;

	if (!fgraph_can_trace(task))
		return;
	if (fgraph_enter(graph_call, ip, parent_ip, ops, fregs))
		return;
	preempt_disable_notrace();
	context = graph_call_context(irqs_disabled());
	rw = ring_writer_here(tr->writers);
	if (unlikely(graph_call_has_checks(data, tr)) || unlikely(!event_context_is_plain(1)) ||
	    unlikely(!ring_writer_is_ready(rw, GRAPH_ENTRY_SIZE)) ||
	    unlikely(fgraph_is_hooked(retp)) ||
	    unlikely(!fgraph_has_space(task, GRAPH_TIMES_WORDS))) {
		graph_call_any(data, ip, parent_ip, fregs);
		return;
	}
	call = fgraph_push_at(task, ip, retp, READ_ONCE(data->direct.key), data->gops.idx,
			      GRAPH_TIMES_WORDS);
	event = ring_writer_reserve_ready(rw, GRAPH_ENTRY_SIZE, &slow_len);
	if (unlikely(!event)) {
		graph_call_reserve_slow(tr->ring, call, context);
		return;
	}
	graph_fill_entry(event, ip, fgraph_depth(call), context);
	times = fgraph_saved_data(call);
	times->call = ring_writer_stamp_ready(rw);
	fgraph_hook(call);
	event_emit_end_in(rw);
	preempt_enable_notrace();
}

/*
 * Apply the option sleep-time to the duration, and test it against tracing_thresh.
 */
static noinline bool graph_call_is_long(struct graph_data *data,
					struct task_struct *task,
					struct ftrace_graph_ret *ret,
					const struct graph_times *times)
{
	unsigned long thresh = READ_ONCE(data->tr->max.thresh);

	if (READ_ONCE(data->checks) & GRAPH_NO_SLEEP &&
	    fgraph_top(task)->key & FGRAPH_KEY_INDIRECT)
		ret->calltime += fgraph_task(task)->slept - times->slept;
	if (!thresh)
		return true;
	ret->rettime = trace_clock_local();
	return ret->rettime - ret->calltime >= thresh;
}

/**
 * graph_return - fgraph_ops.retfunc of the tracer function_graph
 * @ret: the return
 * @gops: member of the struct graph_data of the instance
 *
 * Context: any, preemption disabled once by the caller.
 */
void graph_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops)
{
	struct graph_data *data = container_of(gops, struct graph_data, gops);
	struct task_struct *task = current;
	struct trace_array *tr = data->tr;
	struct graph_times *times;
	int size;

	graph_call_unnest(data, task, ret->depth);
	times = fgraph_first_data(fgraph_top(task), gops->idx,
				  GRAPH_TIMES_WORDS);
	if (unlikely(!times))
		times = fgraph_retrieve_data(gops->idx, &size);
	if (unlikely(!times || !times->call))
		return;
	ret->rettime = 0;
	ret->calltime = times->call;
	if (unlikely(READ_ONCE(data->checks) & GRAPH_NO_SLEEP || READ_ONCE(tr->max.thresh)) &&
	    !graph_call_is_long(data, task, ret, times))
		return;
	graph_record_exit(tr->ring, ret, event_context_probe());
}

/*
 * Any return that is passed to graph_return_direct(). @entered: ring_writer_reserve_ready()
 * was called, and returned NULL.
 */
static noinline unsigned long graph_return_any(struct graph_data *data,
					       struct ftrace_ret_stack *call,
					       unsigned long retval, bool entered)
{
	struct trace_buffer *ring = data->tr->ring;
	struct ring_writer *rw = ring_this_writer(ring);
	struct graph_times *times = fgraph_saved_data(call);
	struct task_struct *task = current;
	struct ftrace_graph_ret ret = { .calltime = times->call };
	struct ring_buffer_event *event;
	unsigned long to;

	fgraph_fill_ret(&ret, task, call, retval);
	if (entered)
		event = ring_reserve_slow(rw, GRAPH_EXIT_SIZE);
	else
		event = ring_writer_reserve(rw, GRAPH_EXIT_SIZE);
	if (event) {
		ret.rettime = ring_writer_stamp(ring, rw);
		graph_fill_exit(event, &ret, event_context_probe());
		event_emit_end_in(rw);
	}
	to = fgraph_return_to(task, call);
	preempt_enable_notrace();
	return to;
}

/**
 * graph_return_direct - fgraph_direct.ret of the tracer function_graph
 * @direct: member of the struct graph_data of the instance
 * @call: the call that returns, which was recorded without options and filters
 * @retval: return value of the function
 *
 * Context: any, preemption disabled once by the caller; it is enabled.
 * Return: the address to return to.
 */
unsigned long graph_return_direct(struct fgraph_direct *direct,
				  struct ftrace_ret_stack *call, unsigned long retval)
{
	struct graph_data *data = container_of(direct, struct graph_data, direct);
	struct graph_times *times = fgraph_saved_data(call);
	struct ring_writer *rw = ring_writer_here(data->tr->writers);
	struct ftrace_graph_ret ret __uninitialized;
	struct task_struct *task = current;
	struct ring_buffer_event *event;
	bool irqs_off = irqs_disabled();
	unsigned int slow_len;
	unsigned long to;

	if (unlikely(!event_context_is_plain(1)) ||
	    unlikely(!ring_writer_is_ready(rw, GRAPH_EXIT_SIZE)))
		return graph_return_any(data, call, retval, false);
	event = ring_writer_reserve_ready(rw, GRAPH_EXIT_SIZE, &slow_len);
	if (unlikely(!event))
		return graph_return_any(data, call, retval, true);
	fgraph_fill_ret(&ret, task, call, retval);
	ret.calltime = times->call;
	ret.rettime = ring_writer_stamp_ready(rw);
	graph_fill_exit(event, &ret, event_context_plain(irqs_off));
	to = fgraph_return_to(task, call);
	event_emit_end_in(rw);
	preempt_enable_notrace();
	return to;
}
