/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel itself can do with instances, exports and osnoise.
 */
#ifndef _LINUX_TRACE_H
#define _LINUX_TRACE_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/instruction_pointer.h>
#include <linux/string.h>
#include <linux/types.h>

struct trace_array;

/* What a struct trace_export wants to hear of. */
#define TRACE_EXPORT_FUNCTION	BIT(0)
#define TRACE_EXPORT_EVENT	BIT(1)
#define TRACE_EXPORT_MARKER	BIT(2)

/**
 * struct trace_export - somebody else who wants the records too
 * @next: the next export
 * @write: called with a record's bytes as it is committed. Context: any that
 *	can be traced, preemption is off; must be notrace.
 * @flags: some of TRACE_EXPORT_*
 */
struct trace_export {
	struct trace_export __rcu *next;
	void (*write)(struct trace_export *export, const void *entry,
		      unsigned int size);
	int flags;
};

#ifdef CONFIG_TRACING

int register_ftrace_export(struct trace_export *export);
int unregister_ftrace_export(struct trace_export *export);

/**
 * trace_array_get_by_name - find an instance or make it
 * @name: of its directory under instances/
 * @systems: event systems, separated by commas, that a new instance has;
 *	NULL for all
 *
 * Context: task, may sleep.
 * Return: the instance with a reference that trace_array_put() gives back, or
 * NULL.
 */
struct trace_array *trace_array_get_by_name(const char *name,
					    const char *systems);
void trace_array_put(struct trace_array *tr);
int trace_array_destroy(struct trace_array *tr);

/**
 * trace_array_init_printk - get ready for trace_array_printk()
 * @tr: an instance, not the global one
 *
 * Context: task, may sleep.
 * Return: 0, -ENOENT without @tr, -EINVAL for the global instance, -ENOMEM.
 */
int trace_array_init_printk(struct trace_array *tr);

void trace_printk_init_buffers(void);

__printf(3, 0)
int trace_array_vprintk(struct trace_array *tr, unsigned long ip,
			const char *fmt, va_list args);
__printf(3, 4)
int trace_array_printk(struct trace_array *tr, unsigned long ip,
		       const char *fmt, ...);

int __trace_array_puts(struct trace_array *tr, unsigned long ip,
		       const char *str, int size);

/**
 * trace_array_puts - write a string into an instance
 * @tr: the instance, or NULL
 * @str: the string
 *
 * Context: any, after trace_array_init_printk().
 * Return: the bytes that were written, 0 when nothing was, -1 without @tr.
 */
#define trace_array_puts(tr, str)					\
({									\
	struct trace_array *__puts_tr = (tr);				\
	const char *__puts_str = (str);					\
									\
	__puts_tr ? __trace_array_puts(__puts_tr, _THIS_IP_, __puts_str, \
				       strlen(__puts_str)) : -1;	\
})

/* For osnoise's tracepoints inside the kernel */
int osnoise_arch_register(void);
void osnoise_arch_unregister(void);
void osnoise_trace_irq_entry(int id);
void osnoise_trace_irq_exit(int id, const char *desc);

#else /* !CONFIG_TRACING */

static inline int register_ftrace_export(struct trace_export *export)
{
	return -EINVAL;
}

static inline int unregister_ftrace_export(struct trace_export *export)
{
	return 0;
}

static inline struct trace_array *trace_array_get_by_name(const char *name,
							  const char *systems)
{
	return NULL;
}

static inline void trace_array_put(struct trace_array *tr)
{
}

static inline int trace_array_destroy(struct trace_array *tr)
{
	return 0;
}

static inline int trace_array_init_printk(struct trace_array *tr)
{
	return -EINVAL;
}

static inline void trace_printk_init_buffers(void)
{
}

static inline int __trace_array_puts(struct trace_array *tr, unsigned long ip,
				     const char *str, int size)
{
	return 0;
}

#define trace_array_puts(tr, str)	__trace_array_puts(tr, 0, str, 0)

static inline __printf(3, 0)
int trace_array_vprintk(struct trace_array *tr, unsigned long ip,
			const char *fmt, va_list args)
{
	return 0;
}

static inline __printf(3, 4)
int trace_array_printk(struct trace_array *tr, unsigned long ip,
		       const char *fmt, ...)
{
	return 0;
}

#endif /* CONFIG_TRACING */

#endif /* _LINUX_TRACE_H */
