// SPDX-License-Identifier: GPL-2.0
/*
 * A module that registers one object with the tracing subsystem and does not unregister
 * it: the init function fails afterwards (fail=1), or the exit function does nothing.
 */
#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <trace/events/sched.h>

#define CREATE_TRACE_POINTS
#include "leaver_events.h"

static char *what = "nothing";
module_param(what, charp, 0444);
MODULE_PARM_DESC(what, "the object that is left registered");

static bool fail;
module_param(fail, bool, 0444);
MODULE_PARM_DESC(fail, "the init function fails after the registration");

static bool fire;
module_param(fire, bool, 0444);
MODULE_PARM_DESC(fire, "the module's event and marker fire once during init");

/* The number of calls of all callbacks. */
static int hits;
module_param(hits, int, 0444);

#define LEAVER_FUNCTION	"ksys_read"

static void notrace leaver_callback(unsigned long ip, unsigned long parent_ip,
				    struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	hits++;
}

static struct ftrace_ops leaver_ops = { .func = leaver_callback };
static struct ftrace_ops leaver_other_ops = { .func = leaver_callback };

static int leaver_filter_on(struct ftrace_ops *ops)
{
	return ftrace_set_filter(ops, LEAVER_FUNCTION, strlen(LEAVER_FUNCTION), 0);
}

static int leave_filter(void)
{
	return leaver_filter_on(&leaver_ops);
}

/* Leave one registered ftrace_ops, and the filters of two. */
static int leave_ops(void)
{
	return leaver_filter_on(&leaver_other_ops) ?: leaver_filter_on(&leaver_ops) ?:
	       register_ftrace_function(&leaver_ops);
}

/* Unregister the ftrace_ops, but leave its filter. */
static int leave_filter_of_ops(void)
{
	return leave_ops() ?: unregister_ftrace_function(&leaver_ops);
}

/* Leave an ftrace_ops in the heap, whose callback is in the module. */
static int leave_ops_in_heap(void)
{
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);

	if (!ops)
		return -ENOMEM;
	ops->func = leaver_callback;
	return leaver_filter_on(ops) ?: register_ftrace_function(ops);
}

/* Free an ftrace_ops without freeing its filter. */
static int leave_freed_ops(void)
{
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	int ret;

	if (!ops)
		return -ENOMEM;
	ops->func = leaver_callback;
	ret = leaver_filter_on(ops);
	kfree(ops);
	return ret;
}

#if defined(CONFIG_X86_64) && defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS)
void leaver_direct(void);
asm(".pushsection .text, \"ax\", @progbits\n"
	".type leaver_direct, @function\n"
	".globl leaver_direct\n"
	"leaver_direct:\n"
	"	ret\n"
	".size leaver_direct, .-leaver_direct\n"
	".popsection\n");

static struct ftrace_ops leaver_direct_ops;
static struct ftrace_ops leaver_second_ops;

static int leave_direct(void)
{
	return leaver_filter_on(&leaver_direct_ops) ?:
	       register_ftrace_direct(&leaver_direct_ops, (unsigned long)leaver_direct);
}

/* The second direct call of the same function is rejected; its ftrace_ops is left. */
static int leave_second_direct(void)
{
	int ret = leave_direct() ?: leaver_filter_on(&leaver_second_ops);

	if (ret)
		return ret;
	ret = register_ftrace_direct(&leaver_second_ops, (unsigned long)leaver_direct);
	unregister_ftrace_direct(&leaver_direct_ops, (unsigned long)leaver_direct, true);
	return ret == -EBUSY ? 0 : -EIO;
}
#else
static int leave_direct(void) { return 0; }
static int leave_second_direct(void) { return 0; }
#endif

static int leaver_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			struct pt_regs *regs, void *data)
{
	hits++;
	return 0;
}

static void leaver_exit_of(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			   struct pt_regs *regs, void *data)
{
	hits++;
}

static struct fprobe leaver_fprobe = {
	.entry_handler	= leaver_entry,
	.exit_handler	= leaver_exit_of,
};

static int leave_fprobe(void)
{
	return register_fprobe(&leaver_fprobe, LEAVER_FUNCTION, NULL);
}

static struct fprobe leaver_exit_fprobe = {
	.exit_handler	= leaver_exit_of,
};

static int leave_exit_fprobe(void)
{
	return register_fprobe(&leaver_exit_fprobe, LEAVER_FUNCTION, NULL);
}

static int leaver_graph_entry(struct ftrace_graph_ent *trace, struct fgraph_ops *gops)
{
	hits++;
	return 1;
}

static void leaver_graph_return(struct ftrace_graph_ret *trace, struct fgraph_ops *gops)
{
	hits++;
}

static struct fgraph_ops leaver_gops = {
	.entryfunc	= leaver_graph_entry,
	.retfunc	= leaver_graph_return,
};

static int leave_graph(void)
{
	return leaver_filter_on(&leaver_gops.ops) ?: register_ftrace_graph(&leaver_gops);
}

static void leaver_switch(void *data, bool preempt, struct task_struct *prev,
			  struct task_struct *next, unsigned int prev_state)
{
	hits++;
}

static void leaver_find_tracepoint(struct tracepoint *tp, void *found)
{
	if (!strcmp(tp->name, "sched_switch"))
		*(struct tracepoint **)found = tp;
}

static int leave_tracepoint(void)
{
	struct tracepoint *tp = NULL;

	for_each_kernel_tracepoint(leaver_find_tracepoint, &tp);
	return tp ? tracepoint_probe_register(tp, leaver_switch, NULL) : -ENOENT;
}

static void leaver_marked(const struct marker *marker, void *private,
			  const char *format, ...)
{
	hits++;
}

static int leave_marker(void)
{
	return marker_probe_register("leaver_mark", "value %d", leaver_marked, NULL) ?:
	       marker_arm("leaver_mark");
}

static void notrace leaver_write(struct trace_export *export, const void *entry,
				 unsigned int size)
{
	hits++;
}

static struct trace_export leaver_export = {
	.write = leaver_write,
	.flags = TRACE_EXPORT_FUNCTION | TRACE_EXPORT_EVENT | TRACE_EXPORT_MARKER,
};

static int leave_export(void)
{
	return register_ftrace_export(&leaver_export);
}

static struct trace_event_functions leaver_funcs;
static struct trace_event leaver_type = { .funcs = &leaver_funcs };

static int leave_type(void)
{
	return register_trace_event(&leaver_type) ? 0 : -ENOSPC;
}

static int leave_event(void)
{
	return trace_set_clr_event("leaver", "leaver_event", 1);
}

static int leaver_define(struct trace_event_call *call, enum trace_reg type, void *data)
{
	return 0;
}

static struct trace_event_fields leaver_fields[] = { {} };
static struct trace_event_class leaver_class = {
	.system		= "leaver",
	.reg		= leaver_define,
	.fields_array	= leaver_fields,
	.fields		= LIST_HEAD_INIT(leaver_class.fields),
	.raw_init	= trace_event_raw_init,
};

static struct trace_event_call leaver_call = {
	.class		= &leaver_class,
	.name		= "leaver_call",
	.event.funcs	= &leaver_funcs,
	.print_fmt	= "\"\"",
};

static int leave_call(void)
{
	return trace_add_event_call(&leaver_call);
}

static struct synth_field_desc leaver_synth_fields[] = {
	{ .type = "u64", .name = "value" },
};

static int leave_synth(void)
{
	synth_event_delete("leaver_synth");
	return synth_event_create("leaver_synth", leaver_synth_fields,
				  ARRAY_SIZE(leaver_synth_fields), THIS_MODULE);
}

static int leave_instance(void)
{
	return trace_array_get_by_name("leaver", NULL) ? 0 : -ENOMEM;
}

static int leave_nothing(void)
{
	return 0;
}

static const struct {
	const char *name;
	int (*leave)(void);
} leaver_kinds[] = {
	{ "nothing", leave_nothing },
	{ "filter", leave_filter },
	{ "ops", leave_ops },
	{ "filter-of-ops", leave_filter_of_ops },
	{ "ops-in-heap", leave_ops_in_heap },
	{ "freed-ops", leave_freed_ops },
	{ "direct", leave_direct },
	{ "second-direct", leave_second_direct },
	{ "fprobe", leave_fprobe },
	{ "exit-fprobe", leave_exit_fprobe },
	{ "graph", leave_graph },
	{ "tracepoint", leave_tracepoint },
	{ "marker", leave_marker },
	{ "export", leave_export },
	{ "type", leave_type },
	{ "event", leave_event },
	{ "call", leave_call },
	{ "synth", leave_synth },
	{ "instance", leave_instance },
};

static int __init leaver_init(void)
{
	int i, ret = -ENOENT;

	for (i = 0; i < ARRAY_SIZE(leaver_kinds); i++) {
		if (!strcmp(what, leaver_kinds[i].name))
			ret = leaver_kinds[i].leave();
	}
	if (fire) {
		trace_leaver_event(1);
		trace_mark(leaver_mark, "value %d", 1);
	}
	pr_info("leaver: %s: %d\n", what, ret);
	if (ret)
		return ret;
	return fail ? -ECANCELED : 0;
}
module_init(leaver_init);

static void __exit leaver_exit(void)
{
}
module_exit(leaver_exit);

MODULE_DESCRIPTION("Leaves objects registered when it is unloaded");
MODULE_LICENSE("GPL");
