// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "function": records every function call.
 *
 * Each instance has its own ftrace_ops, so several instances can trace functions at
 * the same time, each with its own filters. There is a callback for each
 * combination of options, so that a callback does not test options at run time.
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
 * struct function_last_call - last call on a CPU, for the option func-no-repeats
 * @ip: address of the function
 * @parent_ip: address in its caller
 * @ts: timestamp of the last repetition
 * @repeats: number of repetitions since the call was recorded
 */
struct function_last_call {
	unsigned long	ip;
	unsigned long	parent_ip;
	u64		ts;
	u16		repeats;
};

/**
 * struct function_data - trace_array.tracer_data of the tracer
 * @last: last call of each CPU
 * @deferred: for trace_defer()
 */
struct function_data {
	struct function_last_call __percpu *last;
	struct trace_deferred		deferred;
};

/*
 * Recursion guard, a bit per context of a CPU. Saving a stack and reading a clock
 * call functions that may be traced, before the ring buffer could detect the
 * recursion. An interrupt in the meantime has another bit and is recorded.
 */
static DEFINE_PER_CPU(u8, function_recursion);

static __always_inline u8 function_recursion_enter(void)
{
	u8 bit = 1 << interrupt_context_level();

	if (unlikely(__this_cpu_read(function_recursion) & bit))
		return 0;
	__this_cpu_or(function_recursion, bit);
	return bit;
}

static __always_inline void function_recursion_leave(u8 bit)
{
	__this_cpu_and(function_recursion, ~bit);
}

/* Record the number of repetitions that were not recorded. */
static void function_record_repeats(struct trace_array *tr,
				    struct function_last_call *last, unsigned int context)
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

/* Count the call if it repeats the previous one. True: do not record it. */
static bool function_is_repeat(struct trace_array *tr, unsigned long ip,
			       unsigned long parent_ip, unsigned int context)
{
	struct function_data *data = READ_ONCE(tr->call_data[INSTANCE_CALLS_FUNCTION]);
	struct function_last_call *last = this_cpu_ptr(data->last);

	if (last->ip == ip && last->parent_ip == parent_ip &&
	    last->repeats < U16_MAX) {
		last->ts = ring_buffer_time_stamp(tr->ring);
		last->repeats++;
		return true;
	}
	if (last->repeats)
		function_record_repeats(tr, last, context);
	last->ip = ip;
	last->parent_ip = parent_ip;
	return false;
}

/*
 * Record a call. @options is a constant in the callbacks of the frequent
 * combinations. Without options no recursion guard is needed: the callback calls no
 * function that can be traced, which tools/testing/trace/reach verifies. The
 * exception is the clock of a driver, and the ring buffer rejects records of the
 * same context while it reads the clock.
 */
static __always_inline void function_record(unsigned long ip,
					    unsigned long parent_ip,
					    struct trace_array *tr,
					    struct ftrace_regs *fregs,
					    const u32 options)
{
	unsigned int context;
	u8 bit = 0;

	preempt_disable_notrace();
	if (options) {
		bit = function_recursion_enter();
		if (!bit)
			goto out;
	}
	context = event_context_probe();
	if (options & FUNCTION_NO_REPEATS &&
	    function_is_repeat(tr, ip, parent_ip, context))
		goto leave;
	if (event_function_record_args(ring_writer_here(tr->writers), ip, parent_ip,
				       context, fregs, options & FUNCTION_ARGS) &&
	    options & FUNCTION_STACK)
		instance_stack_func(tr, context, ip + MCOUNT_INSN_SIZE);
leave:
	if (options)
		function_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

#define FUNCTION_CALL(_name, _options)					\
static void _name(unsigned long ip, unsigned long parent_ip,		\
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{									\
	function_record(ip, parent_ip, ops->private, fregs, _options);	\
}

FUNCTION_CALL(function_call, 0)
FUNCTION_CALL(function_call_args, FUNCTION_ARGS)

/*
 * The cost of testing options is small compared with saving a stack or reading a
 * clock.
 */
static noinline void function_record_any(unsigned long ip,
					 unsigned long parent_ip,
					 struct trace_array *tr,
					 struct ftrace_regs *fregs, u32 options)
{
	function_record(ip, parent_ip, tr, fregs, options);
}

#define FUNCTION_CALL_ANY(_name, _options)				\
static void _name(unsigned long ip, unsigned long parent_ip,		\
		  struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{									\
	function_record_any(ip, parent_ip, ops->private, fregs, _options); \
}

FUNCTION_CALL_ANY(function_call_stack, FUNCTION_STACK)
FUNCTION_CALL_ANY(function_call_once, FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_once_stack,
		  FUNCTION_STACK | FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_args_stack, FUNCTION_ARGS | FUNCTION_STACK)
FUNCTION_CALL_ANY(function_call_args_once, FUNCTION_ARGS | FUNCTION_NO_REPEATS)
FUNCTION_CALL_ANY(function_call_args_once_stack,
		  FUNCTION_ARGS | FUNCTION_NO_REPEATS | FUNCTION_STACK)

/* Indexed by FUNCTION_* options. */
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

/* Allocate the data for the callback of @options. It is freed after the tracer has stopped. */
static int function_data_alloc(struct trace_array *tr, u32 options)
{
	struct function_data *data;

	if (!(options & FUNCTION_NO_REPEATS) || tr->tracer_data)
		return 0;
	data = kmalloc(sizeof(*data), GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	data->last = alloc_percpu(struct function_last_call);
	if (!data->last) {
		kfree(data);
		return -ENOMEM;
	}
	tr->tracer_data = data;
	WRITE_ONCE(tr->call_data[INSTANCE_CALLS_FUNCTION], data);
	return 0;
}

static void function_data_free_deferred(struct trace_deferred *item)
{
	struct function_data *data = container_of(item, struct function_data, deferred);

	free_percpu(data->last);
	kfree(data);
}

static void function_data_free(struct trace_array *tr)
{
	struct function_data *data = tr->tracer_data;

	if (!data)
		return;
	tr->tracer_data = NULL;
	/* Another CPU may still execute the callback. */
	trace_defer(&data->deferred, function_data_free_deferred);
}

static int function_register(struct trace_array *tr, u32 options)
{
	ftrace_ops_prepare(tr->ops, function_calls[options],
			   options & FUNCTION_ARGS ? FTRACE_OPS_FL_SAVE_ARGS : FTRACE_OPS_NO_REGS);
	return register_ftrace_function(tr->ops);
}

static void function_unregister(struct trace_array *tr)
{
	unregister_ftrace_function(tr->ops);
}

static int function_start(struct trace_array *tr)
{
	u32 options = instance_tracer_options(tr, tr->tracer);
	int ret;

	if (!tr->ops)
		return -ENODEV;
	ret = function_data_alloc(tr, options);
	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	ret = function_register(tr, options);
	if (ret) {
		trace_comm_put(TRACE_COMM_NAME);
		function_data_free(tr);
	}
	return ret;
}

static void function_stop(struct trace_array *tr)
{
	function_unregister(tr);
	trace_comm_put(TRACE_COMM_NAME);
	function_data_free(tr);
}

static int function_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	u32 was = instance_tracer_options(tr, tr->tracer);
	u32 options = set ? was | bit : was & ~bit;
	int ret;

	ret = function_data_alloc(tr, options);
	if (ret)
		return ret;
	if (bit != FUNCTION_ARGS) {
		ftrace_ops_set_func(tr->ops, function_calls[options]);
		return 0;
	}
	/* Another trampoline is needed, with or without saved registers. */
	function_unregister(tr);
	ret = function_register(tr, options);
	if (ret)
		function_register(tr, was);
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
