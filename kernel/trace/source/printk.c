// SPDX-License-Identifier: GPL-2.0
/*
 * trace_printk() and related functions: formatted text in the ring buffer.
 *
 * With a constant format only its address and the arguments in binary are
 * recorded. Otherwise the text is recorded.
 *
 * Arguments are formatted in per-CPU buffers, one for each context that may
 * interrupt another one. The buffers are allocated when the first user appears,
 * at boot or with a module. This prints a notice, since trace_printk() is for
 * debugging only.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>

#include "../output/output.h"

#define PRINTK_SIZE	1024
#define PRINTK_WORDS	(PRINTK_SIZE / sizeof(u32))
#define PRINTK_NESTING	4

/**
 * struct printk_buffer - buffers of one CPU for formatting
 * @depth: number of @text in use
 * @text: one buffer for each nested context
 */
struct printk_buffer {
	int depth;
	char text[PRINTK_NESTING][PRINTK_SIZE] __aligned(sizeof(u64));
};

static DEFINE_MUTEX(printk_lock);	/* serializes allocation */
static struct printk_buffer __percpu *printk_buffers;

static struct printk_buffer __percpu *printk_buffers_get(void)
{
	/*
	 * Pairs with printk_buffers_alloc(): the buffers are zeroed before they
	 * are used.
	 */
	return smp_load_acquire(&printk_buffers);
}

/*
 * Get a buffer for one message, or NULL. Preemption is off until
 * printk_buffer_put().
 */
static char *printk_buffer_get(void)
{
	struct printk_buffer __percpu *buffers = printk_buffers_get();
	struct printk_buffer *buf;

	if (!buffers)
		return NULL;
	preempt_disable_notrace();
	buf = this_cpu_ptr(buffers);
	if (buf->depth >= PRINTK_NESTING) {
		preempt_enable_notrace();
		return NULL;
	}
	/* A context that interrupts this one restores the depth. */
	return buf->text[buf->depth++];
}

static void printk_buffer_put(void)
{
	barrier();
	this_cpu_ptr(printk_buffers)->depth--;
	preempt_enable_notrace();
}

static const char printk_notice[] =
	"\n"
	"**********************************************************\n"
	"**   NOTICE NOTICE NOTICE NOTICE NOTICE NOTICE NOTICE   **\n"
	"**                                                      **\n"
	"** trace_printk() being used. Allocating extra memory.  **\n"
	"**                                                      **\n"
	"** This means that this is a DEBUG kernel and it is     **\n"
	"** unsafe for production use.                           **\n"
	"**                                                      **\n"
	"** If you see this message and you are not debugging    **\n"
	"** the kernel, report this immediately to your vendor!  **\n"
	"**                                                      **\n"
	"**   NOTICE NOTICE NOTICE NOTICE NOTICE NOTICE NOTICE   **\n"
	"**********************************************************\n";

static int printk_buffers_alloc(void)
{
	struct printk_buffer __percpu *buffers;

	lockdep_assert_held(&printk_lock);
	if (printk_buffers)
		return 0;
	buffers = alloc_percpu(struct printk_buffer);
	if (!buffers)
		return -ENOMEM;
	/*
	 * Pairs with printk_buffers_get(): the buffers are zeroed before they
	 * are used.
	 */
	smp_store_release(&printk_buffers, buffers);
	return 0;
}

/**
 * trace_printk_init_buffers - allocate the buffers of trace_printk()
 *
 * Prints a notice in the kernel log that trace_printk() is in use. Called
 * automatically for trace_printk() formats of the kernel and of modules.
 * Further calls have no effect.
 *
 * Context: task, may sleep.
 */
void trace_printk_init_buffers(void)
{
	const char *line, *end;

	mutex_lock(&printk_lock);
	if (printk_buffers)
		goto out;
	if (printk_buffers_alloc()) {
		pr_warn("Could not allocate percpu trace_printk buffer\n");
		goto out;
	}
	for (line = printk_notice; *line; line = end + 1) {
		end = strchr(line, '\n');
		pr_warn("%.*s\n", (int)(end - line), line);
	}
	instance_expand(&instance_global);
	trace_comm_get(TRACE_COMM_NAME);
out:
	mutex_unlock(&printk_lock);
}
EXPORT_SYMBOL_GPL(trace_printk_init_buffers);

static bool printk_is_on(struct trace_array *tr)
{
	return instance_option(tr, INSTANCE_OPT_PRINTK);
}

/* The caller of a function of this file, where a stack trace starts. */
#define PRINTK_CALLER	((unsigned long)__builtin_return_address(0))

static void printk_end(struct trace_array *tr, struct ring_buffer_event *event,
		       unsigned int context, unsigned long caller)
{
	event_commit(tr->ring, event);
	if (instance_option(tr, INSTANCE_OPT_STACKTRACE))
		instance_stack_from(tr, tr->ring, context, caller);
}

/* Record the address of a format and @len words of its arguments. */
static void printk_args(struct trace_array *tr, unsigned long ip,
			const char *fmt, const u32 *args, int len,
			unsigned int context, unsigned long caller)
{
	struct ring_buffer_event *event;
	struct event_bprint *rec;

	event = event_reserve(tr->ring, TRACE_BPRINT,
			      struct_size(rec, buf, len), context);
	if (!event)
		return;
	rec = ring_buffer_event_data(event);
	rec->ip = ip;
	rec->fmt = fmt;
	memcpy(rec->buf, args, sizeof(u32) * len);
	printk_end(tr, event, context, caller);
}

/* Record a text, followed by @tail, which may be empty. */
static int printk_text(struct trace_array *tr, unsigned long ip,
		       const char *text, int len, const char *tail,
		       unsigned int context, unsigned long caller)
{
	int tail_len = strlen(tail);
	struct ring_buffer_event *event;
	struct event_print *rec;

	event = event_reserve(tr->ring, TRACE_PRINT,
			      struct_size(rec, buf, len + tail_len + 1),
			      context);
	if (!event)
		return 0;
	rec = ring_buffer_event_data(event);
	rec->ip = ip;
	memcpy(rec->buf, text, len);
	memcpy(rec->buf + len, tail, tail_len + 1);
	printk_end(tr, event, context, caller);
	return len;
}

static __printf(2, 0)
int printk_binary(unsigned long ip, const char *fmt, va_list args,
		  unsigned long caller)
{
	struct trace_array *tr = instance_printk_dest();
	unsigned int context = event_context();
	char *buf;
	int len;

	if (unlikely(!fmt) || !printk_is_on(tr))
		return 0;
	buf = printk_buffer_get();
	if (!buf)
		return 0;
	len = vbin_printf((u32 *)buf, PRINTK_WORDS, fmt, args);
	if (len >= 0 && len <= PRINTK_WORDS) {
		/* trace_printk() may be called while a record is being written. */
		ring_buffer_nest_start(tr->ring);
		printk_args(tr, ip, fmt, (u32 *)buf, len, context, caller);
		ring_buffer_nest_end(tr->ring);
	}
	printk_buffer_put();
	return len;
}

static __printf(3, 0)
int printk_format(struct trace_array *tr, unsigned long ip, const char *fmt,
		  va_list args, unsigned long caller)
{
	unsigned int context = event_context();
	char *buf = printk_buffer_get();
	int len;

	if (!buf)
		return 0;
	len = vscnprintf(buf, PRINTK_SIZE, fmt, args);
	ring_buffer_nest_start(tr->ring);
	printk_text(tr, ip, buf, len, "", context, caller);
	ring_buffer_nest_end(tr->ring);
	printk_buffer_put();
	return len;
}

/**
 * __trace_bprintk - trace_printk() with a constant format
 * @ip: address of the caller
 * @fmt: the format, which must not be freed while the record exists
 *
 * Context: any.
 * Return: number of words recorded, or 0 if trace_printk() is switched off.
 */
int __trace_bprintk(unsigned long ip, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = printk_binary(ip, fmt, args, PRINTK_CALLER);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_bprintk);

/**
 * __ftrace_vbprintk - ftrace_vprintk() with a constant format
 * @ip: address of the caller
 * @fmt: the format, which must not be freed while the record exists
 * @ap: arguments of @fmt
 *
 * Context: any.
 * Return: as for __trace_bprintk().
 */
int __ftrace_vbprintk(unsigned long ip, const char *fmt, va_list ap)
{
	return printk_binary(ip, fmt, ap, PRINTK_CALLER);
}
EXPORT_SYMBOL_GPL(__ftrace_vbprintk);

/**
 * __ftrace_vprintk - ftrace_vprintk() with a format that is not constant
 * @ip: address of the caller
 * @fmt: the format
 * @ap: arguments of @fmt
 *
 * Context: any.
 * Return: bytes of text, or 0 if trace_printk() is switched off.
 */
int __ftrace_vprintk(unsigned long ip, const char *fmt, va_list ap)
{
	struct trace_array *tr = instance_printk_dest();

	if (!printk_is_on(tr))
		return 0;
	return printk_format(tr, ip, fmt, ap, PRINTK_CALLER);
}
EXPORT_SYMBOL_GPL(__ftrace_vprintk);

/**
 * __trace_printk - trace_printk() with a format that is not constant
 * @ip: address of the caller
 * @fmt: the format
 *
 * Context: any.
 * Return: as for __ftrace_vprintk().
 */
int __trace_printk(unsigned long ip, const char *fmt, ...)
{
	struct trace_array *tr = instance_printk_dest();
	va_list args;
	int ret;

	if (!printk_is_on(tr))
		return 0;
	va_start(args, fmt);
	ret = printk_format(tr, ip, fmt, args, PRINTK_CALLER);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_printk);

/**
 * __trace_bputs - trace_puts() of a constant string
 * @ip: address of the caller
 * @str: the string, which must not be freed while the record exists
 *
 * Context: any.
 * Return: 1, or 0 if nothing was recorded.
 */
int __trace_bputs(unsigned long ip, const char *str)
{
	struct trace_array *tr = instance_printk_dest();
	unsigned int context = event_context();
	struct ring_buffer_event *event;
	struct event_bputs *rec;

	if (!printk_is_on(tr) || !printk_buffers_get())
		return 0;
	ring_buffer_nest_start(tr->ring);
	event = event_reserve(tr->ring, TRACE_BPUTS, sizeof(*rec), context);
	if (event) {
		rec = ring_buffer_event_data(event);
		rec->ip = ip;
		rec->str = str;
		printk_end(tr, event, context, PRINTK_CALLER);
	}
	ring_buffer_nest_end(tr->ring);
	return !!event;
}
EXPORT_SYMBOL_GPL(__trace_bputs);

static __always_inline int printk_puts(struct trace_array *tr, unsigned long ip,
				       const char *str, int size)
{
	unsigned int context = event_context();
	bool ended = size && str[size - 1] == '\n';
	int ret;

	if (!printk_is_on(tr) || !printk_buffers_get())
		return 0;
	ring_buffer_nest_start(tr->ring);
	ret = printk_text(tr, ip, str, size, ended ? "" : "\n", context,
			  PRINTK_CALLER);
	ring_buffer_nest_end(tr->ring);
	return ret;
}

/**
 * __trace_puts - trace_puts() of a string that is not constant
 * @ip: address of the caller
 * @str: the string; a newline is added if it does not end with one
 * @size: length of @str, in bytes
 *
 * Context: any.
 * Return: @size, or 0 if nothing was recorded.
 */
int __trace_puts(unsigned long ip, const char *str, int size)
{
	return printk_puts(instance_printk_dest(), ip, str, size);
}
EXPORT_SYMBOL_GPL(__trace_puts);

/**
 * __trace_array_puts - record a string in an instance
 * @tr: the instance
 * @ip: address of the caller
 * @str: the string; a newline is added if it does not end with one
 * @size: length of @str, in bytes
 *
 * Context: any, after trace_array_init_printk().
 * Return: @size, or 0 if nothing was recorded.
 */
int __trace_array_puts(struct trace_array *tr, unsigned long ip,
		       const char *str, int size)
{
	return printk_puts(tr, ip, str, size);
}
EXPORT_SYMBOL_GPL(__trace_array_puts);

/**
 * trace_array_vprintk - record formatted text in an instance
 * @tr: the instance
 * @ip: address of the caller
 * @fmt: the format
 * @args: arguments of @fmt
 *
 * Context: any, after trace_array_init_printk().
 * Return: bytes of text, or 0 if nothing was recorded.
 */
int trace_array_vprintk(struct trace_array *tr, unsigned long ip,
			const char *fmt, va_list args)
{
	return printk_format(tr, ip, fmt, args, PRINTK_CALLER);
}
EXPORT_SYMBOL_GPL(trace_array_vprintk);

/**
 * trace_array_printk - record formatted text in an instance other than the top one
 * @tr: the instance
 * @ip: address of the caller
 * @fmt: the format
 *
 * Context: any, after trace_array_init_printk().
 * Return: bytes of text; -ENOENT if @tr is NULL; 0 for the top instance, which
 * is reserved for trace_printk().
 */
int trace_array_printk(struct trace_array *tr, unsigned long ip,
		       const char *fmt, ...)
{
	va_list args;
	int ret;

	if (!tr)
		return -ENOENT;
	if (instance_is_global(tr) || !printk_is_on(tr))
		return 0;
	va_start(args, fmt);
	ret = printk_format(tr, ip, fmt, args, PRINTK_CALLER);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(trace_array_printk);

/**
 * trace_array_init_printk - prepare an instance for trace_array_printk()
 * @tr: the instance
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if @tr is NULL; -EINVAL for the top instance; -ENOMEM.
 */
int trace_array_init_printk(struct trace_array *tr)
{
	int ret;

	if (!tr)
		return -ENOENT;
	if (instance_is_global(tr))
		return -EINVAL;
	mutex_lock(&printk_lock);
	ret = printk_buffers_alloc();
	mutex_unlock(&printk_lock);
	return ret ?: instance_print_prepare(tr);
}
EXPORT_SYMBOL_GPL(trace_array_init_printk);

/**
 * trace_dump_stack - record the stack of the caller
 * @skip: number of frames to omit
 *
 * Context: any.
 */
void trace_dump_stack(int skip)
{
	struct trace_array *tr = instance_printk_dest();

	instance_stack(tr, tr->ring, event_context(), skip + 1, NULL);
	barrier();	/* prevents a tail call: this frame is left out, too */
}
EXPORT_SYMBOL_GPL(trace_dump_stack);

static int __init printk_init(void)
{
	output_formats_notify(trace_printk_init_buffers);
	if (output_formats_used())
		trace_printk_init_buffers();
	return 0;
}
early_initcall(printk_init);
