/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In-kernel interface of instances, exports of records and osnoise.
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

/* Kinds of records that a struct trace_export requests. */
#define TRACE_EXPORT_FUNCTION	BIT(0)
#define TRACE_EXPORT_EVENT	BIT(1)
#define TRACE_EXPORT_MARKER	BIT(2)

/**
 * struct trace_export - passes records on while they are written
 * @next: the next registered export; private to event/export.c
 * @write: called with each record before it is committed; must be notrace. Context:
 *	any that can be traced, preemption disabled.
 * @flags: kinds of records to pass on, a set of TRACE_EXPORT_*
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
 * trace_array_get_by_name - find or create an instance
 * @name: name of the instance's directory in instances/
 * @systems: comma-separated list of the event systems of a new instance; NULL for all
 *
 * Context: task, may sleep.
 * Return: the instance with a reference, to be dropped by trace_array_put(); or NULL.
 */
struct trace_array *trace_array_get_by_name(const char *name,
					    const char *systems);
void trace_array_put(struct trace_array *tr);
int trace_array_destroy(struct trace_array *tr);

/**
 * trace_array_init_printk - prepare an instance for trace_array_printk()
 * @tr: the instance, not the global one
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if @tr is NULL; -EINVAL for the global instance; -ENOMEM.
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
 * Return: number of bytes written; 0 if nothing was recorded; -1 if @tr is NULL.
 */
#define trace_array_puts(tr, str)					\
({									\
	struct trace_array *__puts_tr = (tr);				\
	const char *__puts_str = (str);					\
									\
	__puts_tr ? __trace_array_puts(__puts_tr, _THIS_IP_, __puts_str, \
				       strlen(__puts_str)) : -1;	\
})

/* Architecture hooks of the osnoise and timerlat tracers */
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
