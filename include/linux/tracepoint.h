/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Typed tracepoints: sites in code that call the connected probes.
 *
 * DECLARE_TRACE() in a header defines trace_NAME(); DEFINE_TRACE() in one .c file
 * defines the data that all sites of that name share (struct tracepoint). A
 * disabled site is one nop; the code of an enabled site is out of line.
 *
 * See Documentation/trace/tracepoints.rst.
 */
#ifndef _LINUX_TRACEPOINT_H
#define _LINUX_TRACEPOINT_H

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/srcu.h>
#include <linux/static_call.h>
#include <linux/tracepoint-defs.h>
#include <linux/types.h>

struct module;
struct notifier_block;

/* Default priority of probes. */
#define TRACEPOINT_DEFAULT_PRIO	10

/* An enum or other name in a print format, and its value. */
struct trace_eval_map {
	const char		*system;
	const char		*eval_string;
	unsigned long		eval_value;
};

/* The tracepoints of the kernel image, collected by the linker. */
extern tracepoint_ptr_t __start___tracepoints_ptrs[];
extern tracepoint_ptr_t __stop___tracepoints_ptrs[];

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data);
int tracepoint_probe_register_prio(struct tracepoint *tp, void *probe,
				   void *data, int prio);
int tracepoint_probe_register_prio_may_exist(struct tracepoint *tp, void *probe,
					     void *data, int prio);
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data);

/*
 * As tracepoint_probe_register(), without a warning if the probe is connected
 * already.
 */
static inline int tracepoint_probe_register_may_exist(struct tracepoint *tp,
						      void *probe, void *data)
{
	return tracepoint_probe_register_prio_may_exist(tp, probe, data,
							TRACEPOINT_DEFAULT_PRIO);
}

void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv),
				void *priv);

/**
 * struct tp_module - a module that has tracepoints
 * @list: entry in the list of such modules
 * @mod: the module
 */
struct tp_module {
	struct list_head	list;
	struct module		*mod;
};

#ifdef CONFIG_MODULES

bool trace_module_has_bad_taint(struct module *mod);
int register_tracepoint_module_notifier(struct notifier_block *nb);
int unregister_tracepoint_module_notifier(struct notifier_block *nb);
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp,
					    struct module *mod, void *priv),
				void *priv);
void for_each_tracepoint_in_module(struct module *mod,
				   void (*fct)(struct tracepoint *tp,
					       struct module *mod, void *priv),
				   void *priv);

#else /* !CONFIG_MODULES */

static inline bool trace_module_has_bad_taint(struct module *mod)
{
	return false;
}

static inline int register_tracepoint_module_notifier(struct notifier_block *nb)
{
	return 0;
}

static inline
int unregister_tracepoint_module_notifier(struct notifier_block *nb)
{
	return 0;
}

static inline
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp,
					    struct module *mod, void *priv),
				void *priv)
{
}

static inline
void for_each_tracepoint_in_module(struct module *mod,
				   void (*fct)(struct tracepoint *tp,
					       struct module *mod, void *priv),
				   void *priv)
{
}

#endif /* CONFIG_MODULES */

/**
 * tracepoint_synchronize_unregister - wait until unregistered probes have returned
 *
 * On return no CPU executes a probe that was unregistered before, or uses its
 * data. A module calls this function before its probes are freed.
 *
 * Context: task, may sleep.
 */
static inline void tracepoint_synchronize_unregister(void)
{
	if (IS_ENABLED(CONFIG_TRACEPOINTS))
		synchronize_rcu();
}

static inline bool tracepoint_is_faultable(struct tracepoint *tp)
{
	return false;
}

#ifdef CONFIG_HAVE_SYSCALL_TRACEPOINTS
int syscall_regfunc(void);
void syscall_unregfunc(void);
#endif

#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS

static inline struct tracepoint *tracepoint_ptr_deref(tracepoint_ptr_t *p)
{
	return offset_to_ptr(p);
}

#define __TRACEPOINT_ENTRY(name)					\
	asm(".pushsection \"__tracepoints_ptrs\", \"a\"\n\t"		\
	    ".balign 4\n\t"						\
	    ".long __tracepoint_" #name " - .\n\t"			\
	    ".popsection")

#else /* !CONFIG_HAVE_ARCH_PREL32_RELOCATIONS */

static inline struct tracepoint *tracepoint_ptr_deref(tracepoint_ptr_t *p)
{
	return *p;
}

#define __TRACEPOINT_ENTRY(name)					\
	static tracepoint_ptr_t __tracepoint_ptr_##name __used		\
	__section("__tracepoints_ptrs") = &__tracepoint_##name

#endif /* CONFIG_HAVE_ARCH_PREL32_RELOCATIONS */

/* Keep the commas of an argument that is passed through several macros. */
#define PARAMS(args...) args

#define TP_PROTO(args...)	args
#define TP_ARGS(args...)	args
#define TP_CONDITION(args...)	args

/*
 * NOTRACE disables the sites of one .c file permanently, which is necessary if it
 * is also linked to code outside of the kernel image.
 */
#if defined(CONFIG_TRACEPOINTS) && !defined(NOTRACE)
#define TRACEPOINTS_ENABLED
#endif

#ifdef TRACEPOINTS_ENABLED

/*
 * Call the first probe, or the iterator if there are several. A direct call needs
 * the data of the probe, which is in the tracepoint itself, so that a site touches
 * one cache line. Without a probe the last one was just disconnected.
 */
#ifdef CONFIG_HAVE_STATIC_CALL
#define __TRACEPOINT_CALL(name, args)					\
do {									\
	void *__probe_data = READ_ONCE(__tracepoint_##name.data);	\
									\
	if (__probe_data != TRACEPOINT_NO_PROBE)			\
		static_call(tp_func_##name)(__probe_data, args);	\
} while (0)
#else
#define __TRACEPOINT_CALL(name, args)	__traceiter_##name(NULL, args)
#endif

/* Probes run with preemption disabled, so a grace period of RCU waits for them. */
#define __TRACEPOINT_FIRE(name, args, cond)				\
do {									\
	if (!(cond))							\
		break;							\
	preempt_disable_notrace();					\
	__TRACEPOINT_CALL(name, PARAMS(args));				\
	preempt_enable_notrace();					\
} while (0)

/*
 * A site where RCU is not watching would race with the removal of a probe. With
 * lockdep, warn even if the tracepoint is disabled.
 */
#define __TRACEPOINT_CHECK_RCU(cond)					\
do {									\
	if (IS_ENABLED(CONFIG_LOCKDEP) && (cond))			\
		WARN_ONCE(!rcu_is_watching(),				\
			  "RCU not watching for tracepoint");		\
} while (0)

/* RCU does not wait for CPUs that are offline, so sites do not fire there. */
#define __TRACEPOINT_CPU_OK	cpu_online(raw_smp_processor_id())

#define __DECLARE_TRACE(name, proto, args, cond, data_proto)		\
	extern void __traceiter_##name(data_proto);			\
	DECLARE_STATIC_CALL(tp_func_##name, __traceiter_##name);	\
	extern struct tracepoint __tracepoint_##name;			\
	static inline void trace_##name(proto)				\
	{								\
		if (static_branch_unlikely(&__tracepoint_##name.key))	\
			__TRACEPOINT_FIRE(name, PARAMS(args),		\
					  PARAMS(cond));		\
		__TRACEPOINT_CHECK_RCU(PARAMS(cond));			\
	}								\
	static inline bool trace_##name##_enabled(void)			\
	{								\
		return static_branch_unlikely(&__tracepoint_##name.key);\
	}								\
	static inline int						\
	register_trace_##name(void (*probe)(data_proto), void *data)	\
	{								\
		return tracepoint_probe_register(&__tracepoint_##name,	\
						 (void *)probe, data);	\
	}								\
	static inline int						\
	register_trace_prio_##name(void (*probe)(data_proto),		\
				   void *data, int prio)		\
	{								\
		return tracepoint_probe_register_prio(			\
				&__tracepoint_##name, (void *)probe,	\
				data, prio);				\
	}								\
	static inline int						\
	unregister_trace_##name(void (*probe)(data_proto), void *data)	\
	{								\
		return tracepoint_probe_unregister(			\
				&__tracepoint_##name, (void *)probe,	\
				data);					\
	}								\
	static inline void						\
	check_trace_callback_type_##name(void (*probe)(data_proto))	\
	{								\
	}

/* The iterator does not use the data that the site has passed. */
#define __DEFINE_TRACE_ITERATOR(name, proto, args)			\
	void notrace __traceiter_##name(void *__data, proto)		\
	{								\
		struct tracepoint_func *__func;				\
									\
		__func = rcu_dereference_raw(__tracepoint_##name.funcs);\
		if (!__func)						\
			return;						\
		do {							\
			void (*__probe)(void *, proto);			\
									\
			__probe = READ_ONCE(__func->func);		\
			__probe(__func->data, args);			\
		} while ((++__func)->func);				\
	}								\
	void __probestub_##name(void *__data, proto)			\
	{								\
	}

/**
 * DEFINE_TRACE_FN - define a tracepoint with functions for its first and last probe
 * @_name: name of the tracepoint
 * @_reg: int (*)(void), called before the first probe is connected; an errno that
 *	it returns refuses the probe. May be NULL
 * @_unreg: void (*)(void), called after the last probe was disconnected. May be
 *	NULL
 * @proto: TP_PROTO() as in the declaration
 * @args: TP_ARGS() as in the declaration
 */
#define DEFINE_TRACE_FN(_name, _reg, _unreg, proto, args)		\
	static const char __tpstrtab_##_name[]				\
	__section("__tracepoints_strings") = #_name;			\
	extern struct static_call_key STATIC_CALL_KEY(tp_func_##_name);	\
	void __traceiter_##_name(void *__data, proto);			\
	void __probestub_##_name(void *__data, proto);			\
	struct tracepoint __tracepoint_##_name __used			\
	__section("__tracepoints") = {					\
		.name = __tpstrtab_##_name,				\
		.key = STATIC_KEY_FALSE_INIT,				\
		.data = TRACEPOINT_NO_PROBE,				\
		.static_call_key = &STATIC_CALL_KEY(tp_func_##_name),	\
		.static_call_tramp = STATIC_CALL_TRAMP_ADDR(tp_func_##_name), \
		.iterator = &__traceiter_##_name,			\
		.probestub = &__probestub_##_name,			\
		.regfunc = _reg,					\
		.unregfunc = _unreg,					\
	};								\
	__TRACEPOINT_ENTRY(_name);					\
	__DEFINE_TRACE_ITERATOR(_name, PARAMS(proto), PARAMS(args))	\
	DEFINE_STATIC_CALL(tp_func_##_name, __traceiter_##_name)

#define DEFINE_TRACE(name, proto, args)					\
	DEFINE_TRACE_FN(name, NULL, NULL, PARAMS(proto), PARAMS(args))

#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)				\
	EXPORT_SYMBOL_GPL(__tracepoint_##name);				\
	EXPORT_SYMBOL_GPL(__traceiter_##name);				\
	EXPORT_STATIC_CALL_GPL(tp_func_##name)

#define EXPORT_TRACEPOINT_SYMBOL(name)					\
	EXPORT_SYMBOL(__tracepoint_##name);				\
	EXPORT_SYMBOL(__traceiter_##name);				\
	EXPORT_STATIC_CALL(tp_func_##name)

#else /* !TRACEPOINTS_ENABLED */

#define __TRACEPOINT_CPU_OK	1

#define __DECLARE_TRACE(name, proto, args, cond, data_proto)		\
	static inline void trace_##name(proto)				\
	{								\
	}								\
	static inline bool trace_##name##_enabled(void)			\
	{								\
		return false;						\
	}								\
	static inline int						\
	register_trace_##name(void (*probe)(data_proto), void *data)	\
	{								\
		return -ENOSYS;						\
	}								\
	static inline int						\
	register_trace_prio_##name(void (*probe)(data_proto),		\
				   void *data, int prio)		\
	{								\
		return -ENOSYS;						\
	}								\
	static inline int						\
	unregister_trace_##name(void (*probe)(data_proto), void *data)	\
	{								\
		return -ENOSYS;						\
	}								\
	static inline void						\
	check_trace_callback_type_##name(void (*probe)(data_proto))	\
	{								\
	}

#define DEFINE_TRACE_FN(name, reg, unreg, proto, args)
#define DEFINE_TRACE(name, proto, args)
#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)
#define EXPORT_TRACEPOINT_SYMBOL(name)

#endif /* TRACEPOINTS_ENABLED */

/* A tracepoint that is not used in a configuration: its sites are empty. */
#define DECLARE_EVENT_NOP(name, proto, args)				\
	static inline void trace_##name(proto)				\
	{								\
	}								\
	static inline bool trace_##name##_enabled(void)			\
	{								\
		return false;						\
	}

/*
 * Strings that events record by address. They are placed in a section of their
 * own, which printk_formats lists for tools that decode raw records.
 */
#ifdef CONFIG_TRACING

#define __tracepoint_string	__used __section("__tracepoint_str")

#define tracepoint_string(str)						\
({									\
	static const char *___tp_str __tracepoint_string = str;		\
									\
	___tp_str;							\
})

#else /* !CONFIG_TRACING */

#define __tracepoint_string
#define tracepoint_string(str)	str

#endif /* CONFIG_TRACING */

/*
 * The declarations of TRACE_EVENT() and related macros. A driver that has defined
 * TRACE_EVENT() itself is left alone.
 */
#ifndef TRACE_EVENT
#include <trace/stages/declare.h>
#endif

#endif /* _LINUX_TRACEPOINT_H */
