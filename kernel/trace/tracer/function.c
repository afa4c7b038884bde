// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "function": a record for every call.
 *
 * Each instance has an ftrace_ops of its own, so that as many instances as one
 * likes trace functions at once, each with its own filters. The callback of an
 * instance goes from the site to the record without asking what it is to do:
 * options choose the callback.
 */
#include <linux/init.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "../instance/instance.h"
#include "../ftrace/ftrace.h"

#define FUNCTION_STACK		BIT(0)
#define FUNCTION_NO_REPEATS	BIT(1)
#define FUNCTION_ARGS		BIT(2)
#define FUNCTION_OPTIONS	3

/**
 * struct function_last - what a CPU called last
 * @ip: the function
 * @parent_ip: its caller
 * @ts: when it was last called
 * @repeats: how often it was called again since it was recorded
 */
struct function_last {
	unsigned long	ip;
	unsigned long	parent_ip;
	u64		ts;
	u16		repeats;
};

/**
 * struct function_data - what an instance keeps while it traces functions
 * @last: per CPU
 */
struct function_data {
	struct function_last __percpu *last;
};

/*
 * Walking a stack and reading a clock call functions that may be traced, and
 * that before the ring would notice. So each context of a CPU is kept from doing
 * it within itself; an interrupt that comes meanwhile is not.
 */
static DEFINE_PER_CPU(u8, function_busy);

static __always_inline u8 function_enter(void)
{
	u8 level = 1 << interrupt_context_level();

	if (unlikely(__this_cpu_read(function_busy) & level))
		return 0;
	__this_cpu_or(function_busy, level);
	return level;
}

static __always_inline void function_leave(u8 level)
{
	__this_cpu_and(function_busy, ~level);
}

/* The calls that were not recorded, as one record. */
static void function_repeats(struct trace_array *tr,
			     struct function_last *last, unsigned int context)
{
	struct event_func_repeats *rec;
	struct ring_buffer_event *event;
	u64 delta;

	event = event_reserve(tr->ring, TRACE_FUNC_REPEATS, sizeof(*rec),
			      context);
	if (event) {
		rec = ring_buffer_event_data(event);
		delta = ring_buffer_event_time_stamp(tr->ring, event) -
			last->ts;
		rec->ip = last->ip;
		rec->parent_ip = last->parent_ip;
		rec->count = last->repeats;
		rec->top_delta_ts = delta >> 32;
		rec->bottom_delta_ts = delta;
		event_commit(tr->ring, event);
	}
	last->repeats = 0;
}

/* True if the call is the same as the one before it, and was counted. */
static bool function_is_repeat(struct trace_array *tr, unsigned long ip,
			       unsigned long parent_ip, unsigned int context)
{
	struct function_data *data = tr->tracer_data;
	struct function_last *last = this_cpu_ptr(data->last);

	if (last->ip == ip && last->parent_ip == parent_ip &&
	    last->repeats < U16_MAX) {
		last->ts = ring_buffer_time_stamp(tr->ring);
		last->repeats++;
		return true;
	}
	if (last->repeats)
		function_repeats(tr, last, context);
	last->ip = ip;
	last->parent_ip = parent_ip;
	return false;
}

/*
 * A call. Where @options is a constant the callback is what it needs to be and no
 * more. The plain one needs no guard against recursion: nothing that it calls may be
 * traced, which tools/testing/trace/reach proves, but for clocks of drivers, and while
 * a clock is read the ring refuses records of the same context.
 */
static __always_inline void function_traced(unsigned long ip,
					    unsigned long parent_ip,
					    struct trace_array *tr,
					    struct ftrace_regs *fregs,
					    const u32 options)
{
	unsigned int context;
	u8 level = 0;

	preempt_disable_notrace();
	if (options) {
		level = function_enter();
		if (!level)
			goto out;
	}
	context = event_context_probe();
	if (options & FUNCTION_NO_REPEATS &&
	    function_is_repeat(tr, ip, parent_ip, context))
		goto leave;
	if (event_function_record_args(ring_this_writer(tr->ring), ip, parent_ip,
				       context, fregs, options & FUNCTION_ARGS) &&
	    options & FUNCTION_STACK)
		instance_stack_func(tr, context, ip + MCOUNT_INSN_SIZE);
leave:
	if (options)
		function_leave(level);
out:
	preempt_enable_notrace();
}

#define FUNCTION_CALL(_name, _options)					\
static void _name(unsigned long ip, unsigned long parent_ip,		\
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{									\
	function_traced(ip, parent_ip, ops->private, fregs, _options);	\
}

FUNCTION_CALL(function_call, 0)
FUNCTION_CALL(function_call_args, FUNCTION_ARGS)

/* Beside a walk of the stack, or a clock, it is no matter that options are looked at. */
static noinline void function_traced_any(unsigned long ip,
					 unsigned long parent_ip,
					 struct trace_array *tr,
					 struct ftrace_regs *fregs, u32 options)
{
	function_traced(ip, parent_ip, tr, fregs, options);
}

#define FUNCTION_CALL_ANY(_name, _options)				\
static void _name(unsigned long ip, unsigned long parent_ip,		\
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{									\
	function_traced_any(ip, parent_ip, ops->private, fregs, _options); \
}

FUNCTION_CALL_ANY(function_call_stack, FUNCTION_STACK)
FUNCTION_CALL_ANY(function_call_once, FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_once_stack,
		  FUNCTION_STACK | FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_args_stack, FUNCTION_ARGS | FUNCTION_STACK)
FUNCTION_CALL_ANY(function_call_args_once, FUNCTION_ARGS | FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_args_once_stack,
		  FUNCTION_ARGS | FUNCTION_NO_REPEATS | FUNCTION_STACK)

/* Indexed by the word of options. */
static const ftrace_func_t function_calls[1 << FUNCTION_OPTIONS] = {
	function_call,
	function_call_stack,
	function_call_once,
	function_call_once_stack,
	function_call_args,
	function_call_args_stack,
	function_call_args_once,
	function_call_args_once_stack,
};

/* What the callbacks for @options need. It stays until the tracer goes. */
static int function_prepare(struct trace_array *tr, u32 options)
{
	struct function_data *data;

	if (!(options & FUNCTION_NO_REPEATS) || tr->tracer_data)
		return 0;
	data = kmalloc(sizeof(*data), GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	data->last = alloc_percpu(struct function_last);
	if (!data->last) {
		kfree(data);
		return -ENOMEM;
	}
	tr->tracer_data = data;
	return 0;
}

static void function_forget(struct trace_array *tr)
{
	struct function_data *data = tr->tracer_data;

	if (!data)
		return;
	/* Somebody may still be in the callback, and look at it. */
	ftrace_ops_func(tr->ops, ftrace_stub);
	free_percpu(data->last);
	kfree(data);
	tr->tracer_data = NULL;
}

static int function_connect(struct trace_array *tr, u32 options)
{
	int ret;

	tr->ops->func = function_calls[options];
	tr->ops->private = tr;
	if (!(options & FUNCTION_ARGS))
		tr->ops->flags |= FTRACE_OPS_PLAIN;
	ret = register_ftrace_function(tr->ops);
	if (ret)
		tr->ops->flags &= ~FTRACE_OPS_PLAIN;
	return ret;
}

static void function_disconnect(struct trace_array *tr)
{
	unregister_ftrace_function(tr->ops);
	/* Other tracers use the same ops, and look at registers. */
	tr->ops->flags &= ~FTRACE_OPS_PLAIN;
}

static int function_start(struct trace_array *tr)
{
	u32 options = instance_tracer_options(tr, tr->tracer);
	int ret;

	if (!tr->ops)
		return -ENODEV;
	ret = function_prepare(tr, options);
	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	ret = function_connect(tr, options);
	if (ret) {
		trace_comm_put(TRACE_COMM_NAME);
		function_forget(tr);
	}
	return ret;
}

static void function_stop(struct trace_array *tr)
{
	function_disconnect(tr);
	trace_comm_put(TRACE_COMM_NAME);
	function_forget(tr);
}

static int function_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	u32 was = instance_tracer_options(tr, tr->tracer);
	u32 options = set ? was | bit : was & ~bit;
	int ret;

	ret = function_prepare(tr, options);
	if (ret)
		return ret;
	if (bit != FUNCTION_ARGS) {
		ftrace_ops_func(tr->ops, function_calls[options]);
		return 0;
	}
	/* The way from the site is another one: it keeps registers, or not. */
	function_disconnect(tr);
	ret = function_connect(tr, options);
	if (ret)
		function_connect(tr, was);
	return ret;
}

static const struct tracer_option function_options[] = {
	{ "func_stack_trace", FUNCTION_STACK },
	{ "func-no-repeats", FUNCTION_NO_REPEATS },
	{ "func-args", FUNCTION_ARGS },
	{ }
};

static struct tracer function_tracer = {
	.entry = { .name = "function" },
	.options = function_options,
	.start = function_start,
	.stop = function_stop,
	.option_changed = function_option_changed,
};

static int __init function_init(void)
{
	return instance_tracer_register(&function_tracer);
}
core_initcall(function_init);
