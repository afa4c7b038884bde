// SPDX-License-Identifier: GPL-2.0
/*
 * A module that calls functions of the public headers which no other module of the tests
 * calls, and markers with all numbers of arguments. The name of an action that is written
 * to the parameter "run" selects the call; its result is in "result".
 */
#include <linux/err.h>
#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/kthread.h>
#include <linux/marker.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <linux/tracepoint.h>
#include <linux/vmalloc.h>

#define CREATE_TRACE_POINTS
#include "calls_events.h"

#define CALLS_FUNCTION	"version_proc_show"
#define CALLS_OTHER	"cmdline_proc_show"

static int result;
module_param(result, int, 0444);
MODULE_PARM_DESC(result, "what the last action has returned");

static int hits;
module_param(hits, int, 0644);
MODULE_PARM_DESC(hits, "the number of calls of all callbacks");

static int (*calls_array_printk)(struct trace_array *tr, unsigned long ip, const char *fmt,
				 ...) = trace_array_printk;

/* trace_printk() and its relatives */

__printf(2, 0)
static noinline int calls_array_vprintk(struct trace_array *tr, const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = trace_array_vprintk(tr, _THIS_IP_, format, args);
	va_end(args);
	return ret;
}

/* Return the bytes of text, or an error of the instance. */
static int calls_instance(void)
{
	struct trace_array *tr = trace_array_get_by_name("calls", NULL);
	int ret;

	if (!tr)
		return -ENOMEM;
	ret = trace_array_init_printk(tr);
	if (!ret)
		ret = trace_array_printk(tr, _THIS_IP_, "array %d %s\n", 7, "text");
	if (ret > 0)
		calls_array_vprintk(tr, "list %d %s\n", 8, "text");
	trace_array_put(tr);
	return ret;
}

static int calls_no_instance(void)
{
	return calls_array_printk(NULL, _THIS_IP_, "no instance\n");
}

static int calls_no_instance_init(void)
{
	return trace_array_init_printk(NULL);
}

static noinline void calls_constant(int number, ...)
{
	va_list args;

	va_start(args, number);
	ftrace_vprintk("constant %d %s\n", args);
	va_end(args);
}

__printf(1, 0)
static noinline void calls_variable(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	__ftrace_vprintk(_THIS_IP_, format, args);
	va_end(args);
}

static int calls_printk(void)
{
	calls_constant(0, 1, "text");
	calls_variable("variable %d %s\n", 2, "text");
	return 0;
}

static noinline int calls_stack(void)
{
	trace_dump_stack(0);
	return 0;
}

/* Filters of the function tracer */

static int calls_filter(void)
{
	unsigned char name[] = CALLS_FUNCTION, other[] = CALLS_OTHER;

	ftrace_set_global_filter(name, strlen(name), 1);
	ftrace_set_global_filter(other, strlen(other), 0);
	ftrace_set_global_notrace(other, strlen(other), 1);
	return 0;
}

static int calls_filter_reset(void)
{
	ftrace_set_global_filter(NULL, 0, 1);
	ftrace_set_global_notrace(NULL, 0, 1);
	return 0;
}

/* A function probe that shares its recursion guard with kprobes */

static int calls_fprobe_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			      struct pt_regs *regs, void *data)
{
	hits++;
	return 0;
}

static struct fprobe calls_probe = {
	.entry_handler	= calls_fprobe_entry,
	.flags		= FPROBE_FL_KPROBE_SHARED,
};

static int calls_fprobe(void)
{
	return register_fprobe(&calls_probe, CALLS_FUNCTION, NULL);
}

static int calls_fprobe_off(void)
{
	return unregister_fprobe(&calls_probe);
}

/* Notification of modules with tracepoints: this one is such a module. */

static int calls_notified(struct notifier_block *nb, unsigned long state, void *data)
{
	struct tp_module *tp_mod = data;

	if (tp_mod->mod == THIS_MODULE)
		hits += state == MODULE_STATE_COMING ? 1 : 100;
	return NOTIFY_DONE;
}

static struct notifier_block calls_notifier = { .notifier_call = calls_notified };

static int calls_notify(void)
{
	return register_tracepoint_module_notifier(&calls_notifier);
}

static int calls_notify_off(void)
{
	return unregister_tracepoint_module_notifier(&calls_notifier);
}

/* A traced function that never returns: its caller is where setjmp() was called. */

static noinline void calls_inner(void **to)
{
	__builtin_longjmp(to, 1);
}

static noinline int calls_outer(int number)
{
	volatile int kept = number;
	void *to[5];

	if (!__builtin_setjmp(to))
		calls_inner(to);
	return kept + 1;
}

static int calls_abandon(void)
{
	return calls_outer(6);
}

/*
 * Patch sites that a compiler does not emit: two whose order in the section is not that of
 * their addresses, and one without a call or a nop.
 */

extern u8 calls_low[], calls_high[], calls_bad[];

asm(".pushsection .text, \"ax\", @progbits\n"
	".balign 16\n"
	".type calls_low, @function\n"
	"calls_low:\n"
	"	.byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"
	"	ret\n"
	".size calls_low, .-calls_low\n"
	".balign 16\n"
	".type calls_high, @function\n"
	"calls_high:\n"
	"	.byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"
	"	ret\n"
	".size calls_high, .-calls_high\n"
	".popsection\n"
	".pushsection .rodata, \"a\", @progbits\n"
	".type calls_bad, @object\n"
	"calls_bad:\n"
	"	.byte 1, 2, 3, 4, 5\n"
	".size calls_bad, .-calls_bad\n"
	".popsection\n"
	".pushsection __mcount_loc, \"a\", @progbits\n"
	".balign 8\n"
	"	.quad calls_high\n"
	"	.quad calls_low\n"
	"	.quad calls_bad\n"
	".popsection\n");

/* Overwrite a site through another mapping, as an error of the kernel might. */
static int calls_spoil(void)
{
	struct page *page = vmalloc_to_page(calls_low);
	u8 *text = page ? vmap(&page, 1, VM_MAP, PAGE_KERNEL) : NULL;

	if (!text)
		return -ENOMEM;
	memset(text + offset_in_page(calls_low), 0x90, 5);
	vunmap(text);
	return 0;
}

/* Warnings and errors of the kernel */

static int calls_warn(void)
{
	WARN(1, "planted by calls\n");
	return 0;
}

static int calls_oops_thread(void *data)
{
	BUG();
	return 0;
}

/* The thread holds no lock when it dies, unlike the writer to the parameter. */
static int calls_oops(void)
{
	return PTR_ERR_OR_ZERO(kthread_run_on_cpu(calls_oops_thread, NULL, raw_smp_processor_id(),
						  "calls/%u"));
}

/* Events and markers */

static int calls_event(void)
{
	u8 bytes[20];

	for (int i = 0; i < sizeof(bytes); i++)
		bytes[i] = 0x40 + i;
	trace_calls_dump(bytes);
	return 0;
}

static void calls_fed(void *data, const u8 *bytes);
DEFINE_MARKER_TP(calls_fed, calls_dump, calls_fed, "first %d last %d");

static void calls_fed(void *data, const u8 *bytes)
{
	marker_fire(calls_fed, bytes[0], bytes[19]);
}

static int calls_words(void)
{
	trace_mark(calls_one, "a %d", 1);
	trace_mark(calls_two, "a %d b %hhu", 1, 2);
	trace_mark(calls_three, "a %d b %hhu c %ld", 1, 2, -3L);
	trace_mark(calls_four, "a %d b %hhu c %ld d %x", 1, 2, -3L, 4);
	trace_mark(calls_five, "a %d b %hhu c %ld d %x e %llu", 1, 2, -3L, 4, 5ULL);
	trace_mark(calls_six, "a %d b %hhu c %ld d %x e %llu f %d", 1, 2, -3L, 4, 5ULL, 6);
	trace_mark(calls_seven, "a %d b %hhu c %ld d %x e %llu f %d g %hd", 1, 2, -3L, 4,
		   5ULL, 6, -7);
	trace_mark(calls_eight, "a %d b %hhu c %ld d %x e %llu f %d g %hd h %c", 1, 2, -3L, 4,
		   5ULL, 6, -7, '8');
	trace_mark(calls_nine, "a %d b %hhu c %ld d %x e %llu f %d g %hd h %c i %zu", 1, 2, -3L,
		   4, 5ULL, 6, -7, '8', (size_t)9);
	trace_mark(calls_ten, "a %d b %hhu c %ld d %x e %llu f %d g %hd h %c i %zu j %u", 1, 2,
		   -3L, 4, 5ULL, 6, -7, '8', (size_t)9, 10);
	return 0;
}

static int calls_texts(void)
{
	static const char one[] = "one", two[] = "two";

	trace_mark(calls_text1, "t %s", one);
	trace_mark(calls_text2, "a %d t %s", 1, one);
	trace_mark(calls_text3, "a %d t %s b %d", 1, one, 2);
	trace_mark(calls_text4, "a %d b %d t %s c %d", 1, 2, one, 3);
	trace_mark(calls_text5, "a %d b %d c %hhd d %ld t %s", 1, 2, -3, -4L, one);
	trace_mark(calls_text6, "a %d b %d c %d d %d t %s e %d", 1, 2, 3, 4, one, 5);
	trace_mark(calls_texts, "t %s a %d u %s", one, 1, two);
	trace_mark(calls_cut, "t %.2s", one);
	return 0;
}

static const struct {
	const char	*name;
	int		(*run)(void);
} calls_actions[] = {
	{ "instance", calls_instance },
	{ "no-instance", calls_no_instance },
	{ "no-instance-init", calls_no_instance_init },
	{ "printk", calls_printk },
	{ "stack", calls_stack },
	{ "filter", calls_filter },
	{ "filter-reset", calls_filter_reset },
	{ "fprobe", calls_fprobe },
	{ "fprobe-off", calls_fprobe_off },
	{ "notify", calls_notify },
	{ "notify-off", calls_notify_off },
	{ "abandon", calls_abandon },
	{ "spoil", calls_spoil },
	{ "warn", calls_warn },
	{ "oops", calls_oops },
	{ "event", calls_event },
	{ "words", calls_words },
	{ "texts", calls_texts },
};

static int calls_set(const char *text, const struct kernel_param *kp)
{
	for (int i = 0; i < ARRAY_SIZE(calls_actions); i++) {
		if (sysfs_streq(text, calls_actions[i].name)) {
			result = calls_actions[i].run();
			return 0;
		}
	}
	return -EINVAL;
}

static const struct kernel_param_ops calls_ops = { .set = calls_set };
module_param_cb(run, &calls_ops, NULL, 0200);
MODULE_PARM_DESC(run, "the action");

static int __init calls_init(void)
{
	return 0;
}
module_init(calls_init);

static void __exit calls_exit(void)
{
}
module_exit(calls_exit);

MODULE_DESCRIPTION("Calls of functions that no other test calls");
MODULE_LICENSE("GPL");
