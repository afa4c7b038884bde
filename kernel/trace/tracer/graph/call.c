// SPDX-License-Identifier: GPL-2.0
/*
 * A call and its return, where the tracer "function_graph" is on.
 *
 * From the site it goes straight to the shadow stack and the record; whatever else
 * may be asked of a call is one test, and a function at the side.
 *
 * A time is taken once for each record: durations are told from the call's record
 * to that of its return, if the buffer's clock is the one that they are told in.
 */
#include <linux/trace_clock.h>

#include "../../fgraph/fgraph.h"
#include "../../instance/instance.h"
#include "../../ftrace/ftrace.h"
#include "graph.h"
#include "call.h"

/**
 * struct graph_times - what is kept until a function returns
 * @call: when it was called; 0: nobody is to know
 * @slept: for how long the task had not run then
 */
struct graph_times {
	u64 call;
	u64 slept;
};

#define GRAPH_TIMES_WORDS	(sizeof(struct graph_times) / sizeof(long))

/*
 * Which calls.
 */

enum graph_answer {
	GRAPH_NO,
	GRAPH_YES,
	GRAPH_HIDE,	/* neither it nor what it calls; tell when it returns */
};

/*
 * Once a function of set_graph_function was called, all that it calls is traced
 * until it returns; one of set_graph_notrace hides what it calls. The task's word
 * says at which depth that began, plus one. What began at the depth of a call, or
 * deeper, was left without a return and is over.
 */
struct graph_since {
	u16 within;
	u16 hidden;
	u16 irq;	/* @within began in an interrupt: it is wanted then */
};

static __always_inline struct graph_since *
graph_since(struct graph_data *data, struct task_struct *task)
{
	return (void *)&fgraph_task(task)->var[data->gops.idx];
}

static bool graph_within(struct graph_since *since, unsigned long ip, int depth)
{
	if (since->within && since->within - 1 < depth)
		return true;
	if (!ftrace_graph_listed(ip, false))
		return false;
	since->within = depth + 1;
	since->irq = !!in_hardirq();
	return true;
}

static noinline enum graph_answer graph_ask(struct graph_data *data,
					    struct task_struct *task,
					    unsigned long ip, int depth)
{
	struct graph_since *since = graph_since(data, task);
	unsigned int max = READ_ONCE(ftrace_graph_max_depth);

	if (since->hidden && since->hidden - 1 < depth)
		return GRAPH_NO;
	if (ftrace_graph_listed(ip, true)) {
		since->hidden = depth + 1;
		return GRAPH_HIDE;
	}
	if (max && depth >= max)
		return GRAPH_NO;
	if (ftrace_graph_has_list(false) && !graph_within(since, ip, depth))
		return GRAPH_NO;
	if (READ_ONCE(data->special) & GRAPH_NO_IRQS && in_hardirq() &&
	    !since->irq)
		return GRAPH_NO;
	return GRAPH_YES;
}

/* It returns, or was never recorded: what it began ends. */
static __always_inline void graph_leave(struct graph_data *data,
					struct task_struct *task, int depth)
{
	unsigned long *word = &fgraph_task(task)->var[data->gops.idx];
	struct graph_since *since = graph_since(data, task);

	if (likely(!*word))
		return;
	if (since->within == depth + 1) {
		since->within = 0;
		since->irq = 0;
	}
	if (since->hidden == depth + 1)
		since->hidden = 0;
}

/* A call's record with more in it than its fields. */
static noinline bool graph_record_more(struct trace_buffer *ring,
				       struct task_struct *task,
				       struct ftrace_ret_stack *call,
				       struct ftrace_regs *fregs,
				       struct graph_times *times, u32 more)
{
	struct event_funcgraph_entry *rec;
	struct ring_buffer_event *event;
	unsigned long *word;

	event = event_reserve(ring, TRACE_GRAPH_ENT, graph_more_size(more),
			      event_context());
	if (!event)
		return false;
	rec = ring_buffer_event_data(event);
	rec->func = call->func;
	rec->depth = call->depth;
	word = (void *)rec + GRAPH_MORE_AT;
	if (more & GRAPH_RETADDR)
		*word++ = ftrace_graph_ret_addr(task, NULL, call->ret,
						call->retp);
	if (more & GRAPH_ARGS)
		event_take_args(word, fregs);
	times->call = ring_stamp(ring);
	event_commit(ring, event);
	return true;
}

/* Something is to be asked, left out, or recorded with it. */
static noinline bool graph_enter_special(struct graph_data *data,
					 struct task_struct *task,
					 struct ftrace_ret_stack *call,
					 struct ftrace_regs *fregs,
					 struct graph_times *times)
{
	struct trace_array *tr = data->tr;
	u32 special = READ_ONCE(data->special);
	bool done;

	if (READ_ONCE(ftrace_graph_filtered) || special & GRAPH_NO_IRQS) {
		enum graph_answer answer = graph_ask(data, task, call->func,
						     call->depth);

		times->call = 0;
		if (answer != GRAPH_YES)
			return answer == GRAPH_HIDE;
	}
	/* Only what took long is told, and not before that is known. */
	if (READ_ONCE(tr->thresh)) {
		times->call = trace_clock_local();
		return true;
	}
	if (special & GRAPH_MORE)
		done = graph_record_more(tr->ring, task, call, fregs, times,
					 special);
	else
		done = graph_record_entry(tr->ring, call->func, call->depth,
					  event_context(), &times->call);
	if (!done)
		graph_leave(data, task, call->depth);
	return done;
}

static __always_inline bool graph_enter(struct graph_data *data,
					struct task_struct *task,
					struct ftrace_ret_stack *call,
					struct ftrace_regs *fregs,
					struct graph_times *times)
{
	struct trace_array *tr = data->tr;

	times->slept = fgraph_task(task)->slept;
	if (unlikely(READ_ONCE(ftrace_graph_filtered) | READ_ONCE(data->special) |
		     READ_ONCE(tr->thresh)))
		return graph_enter_special(data, task, call, fregs, times);
	return likely(graph_record_entry(tr->ring, call->func, call->depth,
					 event_context(), &times->call));
}

/* Another user has pushed this call. */
static noinline void graph_join(struct graph_data *data,
				struct task_struct *task,
				struct ftrace_regs *fregs)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	int at = READ_ONCE(task->curr_ret_stack);
	struct graph_times *times;

	times = (void *)fgraph_extend(task, data->gops.idx, GRAPH_TIMES_WORDS);
	if (!times)
		return;
	times->slept = fgraph_task(task)->slept;
	/* It asks for everything, which is no harm, and is not in line. */
	if (graph_enter_special(data, task, call, fregs, times))
		fgraph_accept(call, data->gops.idx);
	else
		WRITE_ONCE(task->curr_ret_stack, at);
}

/*
 * As the callback of the function tracer, this needs no guard against recursion:
 * nothing that it calls may be traced but the clock of a driver, and while that is
 * read the ring refuses records of the same context. A call that comes meanwhile
 * finds the shadow stack as an interrupt would find it.
 */
void graph_call(unsigned long ip, unsigned long parent_ip,
		struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	struct graph_data *data = tr->tracer_data;
	struct task_struct *task = current;
	struct ftrace_ret_stack *call;
	unsigned long *retp;

	if (!fgraph_ready(task))
		return;
	preempt_disable_notrace();
	retp = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	if (unlikely(fgraph_joins(task, data->gops.idx, ip, parent_ip, retp))) {
		graph_join(data, task, fregs);
		goto out;
	}
	call = fgraph_push(task, ip, retp, data->gops.idx, GRAPH_TIMES_WORDS);
	if (unlikely(!call))
		goto out;
	if (likely(graph_enter(data, task, call, fregs, fgraph_saved_data(call))))
		fgraph_accept(call, data->gops.idx);
	else
		fgraph_pop(task, call);
out:
	preempt_enable_notrace();
}

/* Options have a say in how long it took, and a limit in whether that is told. */
static noinline bool graph_is_long(struct graph_data *data,
				   struct task_struct *task,
				   struct ftrace_graph_ret *ret,
				   const struct graph_times *times)
{
	unsigned long thresh = READ_ONCE(data->tr->thresh);

	if (READ_ONCE(data->no_sleep))
		ret->calltime += fgraph_task(task)->slept - times->slept;
	if (!thresh)
		return true;
	ret->rettime = trace_clock_local();
	return ret->rettime - ret->calltime >= thresh;
}

void graph_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops)
{
	struct graph_data *data = container_of(gops, struct graph_data, gops);
	struct task_struct *task = current;
	struct trace_array *tr = data->tr;
	struct graph_times *times;
	int size;

	graph_leave(data, task, ret->depth);
	times = fgraph_first_data(fgraph_top(task), gops->idx,
				  GRAPH_TIMES_WORDS);
	if (unlikely(!times))
		times = fgraph_retrieve_data(gops->idx, &size);
	if (unlikely(!times || !times->call))
		return;
	ret->rettime = 0;
	ret->calltime = times->call;
	if (unlikely(READ_ONCE(data->no_sleep) | READ_ONCE(tr->thresh)) &&
	    !graph_is_long(data, task, ret, times))
		return;
	graph_record_exit(tr->ring, ret, event_context_probe());
}
