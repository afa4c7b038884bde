// SPDX-License-Identifier: GPL-2.0
/*
 * A callback of function tracing that calls a traced function, for recursed_functions: a
 * write to the parameter "call" calls recurser_traced() once. A write to the parameter
 * "unwatched" calls it while RCU does not watch the CPU.
 */
#include <linux/context_tracking.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/module.h>

static unsigned int recurser_calls;
module_param_named(calls, recurser_calls, uint, 0444);

noinline void recurser_inner(void)
{
	barrier();
}

noinline void recurser_traced(void)
{
	barrier();
}

static void recurser_func(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			  struct ftrace_regs *fregs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);

	if (bit < 0)
		return;
	recurser_calls++;
	recurser_inner();
	ftrace_test_recursion_unlock(bit);
}

static struct ftrace_ops recurser_ops = {
	.func = recurser_func,
};

static int recurser_call(const char *val, const struct kernel_param *kp)
{
	recurser_traced();
	return 0;
}

static const struct kernel_param_ops recurser_call_ops = {
	.set = recurser_call,
};
module_param_cb(call, &recurser_call_ops, NULL, 0200);

static int recurser_call_unwatched(const char *val, const struct kernel_param *kp)
{
	local_irq_disable();
	ct_idle_enter();
	recurser_traced();
	ct_idle_exit();
	local_irq_enable();
	return 0;
}

static const struct kernel_param_ops recurser_unwatched_ops = {
	.set = recurser_call_unwatched,
};
module_param_cb(unwatched, &recurser_unwatched_ops, NULL, 0200);

static int __init recurser_init(void)
{
	int ret = ftrace_set_filter_ip(&recurser_ops, (unsigned long)recurser_inner, 0, 0);

	if (!ret)
		ret = ftrace_set_filter_ip(&recurser_ops, (unsigned long)recurser_traced, 0, 0);
	return ret ?: register_ftrace_function(&recurser_ops);
}

static void __exit recurser_exit(void)
{
	unregister_ftrace_function(&recurser_ops);
}

module_init(recurser_init);
module_exit(recurser_exit);
MODULE_DESCRIPTION("Test module: a callback of function tracing that is called recursively");
MODULE_LICENSE("GPL");
