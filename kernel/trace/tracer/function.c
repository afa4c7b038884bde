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
#include "../site/site.h"

#define FUNCTION_STACK		BIT(0)
#define FUNCTION_NO_REPEATS	BIT(1)

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

/* False: nothing was recorded. */
static __always_inline bool
function_record(struct trace_array *tr, unsigned long ip,
		unsigned long parent_ip, unsigned int context)
{
	struct ring_buffer_event *event;
	struct event_function *rec;

	rec = event_emit_begin(tr->ring, TRACE_FN, sizeof(*rec), context,
			       &event);
	if (!rec)
		return false;
	rec->ip = ip;
	rec->parent_ip = parent_ip;
	event_emit_end(tr->ring);
	return true;
}

/*
 * A stack is walked by functions that are traced themselves, and the guard
 * against recursion lets one level pass: each of them would walk it again.
 */
static DEFINE_PER_CPU(unsigned int, function_walks);

static __always_inline bool function_walk_begin(void)
{
	if (likely(__this_cpu_inc_return(function_walks) == 1))
		return true;
	__this_cpu_dec(function_walks);
	return false;
}

static __always_inline void function_walk_end(void)
{
	__this_cpu_dec(function_walks);
}

/* From the traced function on: it returns to behind its site. */
static void function_stack(struct trace_array *tr, unsigned long ip,
			   unsigned int context)
{
	instance_stack_from(tr, tr->ring, context, ip + MCOUNT_INSN_SIZE);
}

static void function_call(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);

	if (bit < 0)
		return;
	function_record(ops->private, ip, parent_ip, event_context_probe());
	ftrace_test_recursion_unlock(bit);
}

static void function_call_stack(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops,
				struct ftrace_regs *fregs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);
	struct trace_array *tr = ops->private;
	unsigned int context;

	if (bit < 0)
		return;
	if (!function_walk_begin())
		goto out;
	context = event_context_probe();
	if (function_record(tr, ip, parent_ip, context))
		function_stack(tr, ip, context);
	function_walk_end();
out:
	ftrace_test_recursion_unlock(bit);
}

/* The calls that were not recorded, as one record. */
static void function_repeats(struct trace_array *tr,
			     struct function_last *last, unsigned int context)
{
	struct event_func_repeats *rec;
	struct ring_buffer_event *event;
	u64 delta;

	rec = event_emit_begin(tr->ring, TRACE_FUNC_REPEATS, sizeof(*rec),
			       context, &event);
	if (rec) {
		delta = ring_buffer_event_time_stamp(tr->ring, event) -
			last->ts;
		rec->ip = last->ip;
		rec->parent_ip = last->parent_ip;
		rec->count = last->repeats;
		rec->top_delta_ts = delta >> 32;
		rec->bottom_delta_ts = delta;
		event_emit_end(tr->ring);
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

static void function_call_once(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops,
			       struct ftrace_regs *fregs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);
	struct trace_array *tr = ops->private;
	unsigned int context;

	if (bit < 0)
		return;
	context = event_context_probe();
	if (!function_is_repeat(tr, ip, parent_ip, context))
		function_record(tr, ip, parent_ip, context);
	ftrace_test_recursion_unlock(bit);
}

static void function_call_once_stack(unsigned long ip, unsigned long parent_ip,
				     struct ftrace_ops *ops,
				     struct ftrace_regs *fregs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);
	struct trace_array *tr = ops->private;
	unsigned int context;

	if (bit < 0)
		return;
	if (!function_walk_begin())
		goto out;
	context = event_context_probe();
	if (!function_is_repeat(tr, ip, parent_ip, context) &&
	    function_record(tr, ip, parent_ip, context))
		function_stack(tr, ip, context);
	function_walk_end();
out:
	ftrace_test_recursion_unlock(bit);
}

/* Indexed by the word of options. */
static const ftrace_func_t function_calls[] = {
	[0] = function_call,
	[FUNCTION_STACK] = function_call_stack,
	[FUNCTION_NO_REPEATS] = function_call_once,
	[FUNCTION_STACK | FUNCTION_NO_REPEATS] = function_call_once_stack,
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
	free_percpu(data->last);
	kfree(data);
	tr->tracer_data = NULL;
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
	tr->ops->func = function_calls[options];
	tr->ops->private = tr;
	base_comm_get(BASE_COMM_NAME);
	ret = register_ftrace_function(tr->ops);
	if (ret) {
		base_comm_put(BASE_COMM_NAME);
		function_forget(tr);
	}
	return ret;
}

static void function_stop(struct trace_array *tr)
{
	unregister_ftrace_function(tr->ops);
	base_comm_put(BASE_COMM_NAME);
	function_forget(tr);
}

static int function_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	u32 options = instance_tracer_options(tr, tr->tracer);
	int ret;

	options = set ? options | bit : options & ~bit;
	ret = function_prepare(tr, options);
	if (ret)
		return ret;
	site_ops_func(tr->ops, function_calls[options]);
	return 0;
}

static const struct tracer_option function_options[] = {
	{ "func_stack_trace", FUNCTION_STACK },
	{ "func-no-repeats", FUNCTION_NO_REPEATS },
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
