/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel markers: a format and its arguments, one line in the code.
 *
 *	trace_mark(subsystem_event, "myint %d mystring %s", someint, somestring);
 *
 * A marker that is disabled is a nop. The code of an enabled marker is out of line:
 * it evaluates the arguments once, and calls every connected probe with them, with
 * preemption disabled. All sites of one name, in the kernel and in modules, belong
 * to one marker.
 *
 * Each marker is also a trace event, events/markers/NAME. Its fields are derived from
 * the format: "NAME SPECIFIER" for each argument. The event needs no further code and
 * no arming.
 *
 * Documentation/trace/markers.rst describes the use of markers.
 */
#ifndef _LINUX_MARKER_H
#define _LINUX_MARKER_H

#include <linux/args.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/percpu-defs.h>
#include <linux/preempt.h>
#include <linux/stringify.h>
#include <linux/tracepoint.h>

struct marker_entry;
struct marker_iter;
struct marker_schema;

/* A marker without arguments has this format. */
#define MARK_NOARGS	" "

/* Maximal number of arguments of a marker. */
#define MARKER_ARGS_MAX	10

/**
 * struct marker - a site of a marker
 * @tp: tracepoint: name, static key and probes of the site
 * @call: functions that the site calls, with their data; marker_row of a CPU is the
 *	offset in bytes of the element to use there
 * @format: names and specifiers of the arguments
 * @feed_name: NULL, or name of the tracepoint whose probe @feed_probe fires the site
 * @feed_probe: probe that is connected to @feed while the site is enabled, with the
 *	site as its data
 * @feed: the tracepoint of the name @feed_name
 * @in_entry: entry in the list of sites of @entry
 * @entry: the marker that the site belongs to; NULL if its format differs
 * @schema: the parsed format, part of @entry
 * @mod: module of the site, or NULL
 * @nr: number of arguments
 * @going: @mod is being unloaded; protected by event_mutex
 */
struct marker {
	struct tracepoint	tp;
	struct tracepoint_func __rcu *call[2];
	const char		*format;
	const char		*feed_name;
	void			*feed_probe;
	struct tracepoint	*feed;
	struct list_head	in_entry;
	struct marker_entry	*entry;
	const struct marker_schema *schema;
	struct module		*mod;
	unsigned int		nr;
	bool			going;
};

/**
 * typedef marker_probe_func - probe of a marker, called when the marker fires
 * @marker: the site
 * @private: data that was passed to marker_probe_register()
 * @format: format of the marker; the arguments follow
 *
 * The arguments are promoted as C does for printf().
 *
 * Context: that of the site, which may be any; preemption disabled.
 */
typedef void marker_probe_func(const struct marker *marker, void *private,
			       const char *format, ...);

/* Does nothing. As tracepoint.iterator it identifies the tracepoints of markers. */
marker_probe_func marker_iterator;

/*
 * Called by a site without a probe, with several probes, and on a CPU that may be
 * offline, where RCU does not wait for the end of the probe.
 */
extern struct tracepoint_func marker_no_probe;
marker_probe_func marker_iterate;
extern struct tracepoint_func marker_maybe_offline;

/* Offset in struct marker.call: MARKER_ONLINE; 0 if the CPU may be offline. */
#define MARKER_ONLINE	sizeof(struct tracepoint_func *)
DECLARE_PER_CPU(unsigned long, marker_row);

static inline bool marker_is_tracepoint(const struct tracepoint *tp)
{
	return tp->iterator == marker_iterator;
}

#ifdef CONFIG_MARKERS

/**
 * marker_probe_register - register a probe for a marker
 * @name: name of the marker, which need not exist yet
 * @format: format that @probe expects; must be that of the marker
 * @probe: the probe
 * @private: data passed to the probe
 *
 * The probe is called when the marker fires while it is armed: see marker_arm().
 * Sites in modules that are loaded later are connected then.
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if @name does not have the form subsystem_event or @format is
 * invalid; -EPERM if the marker has another format, which is logged; -EEXIST if @probe
 * is registered with @private already; -ENOMEM.
 */
int marker_probe_register(const char *name, const char *format,
			  marker_probe_func *probe, void *private);

/**
 * marker_probe_unregister - unregister a probe
 * @name: name of the marker
 * @probe: the probe
 * @private: data of the probe
 *
 * Removing the last probe disarms the marker. The probe may still be running or be
 * called on return: see marker_synchronize_unregister().
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if there is no such probe.
 */
int marker_probe_unregister(const char *name, marker_probe_func *probe,
			    void *private);

/**
 * marker_arm - connect the probes of a marker
 * @name: name of the marker
 *
 * Calls are counted: the probes are disconnected by as many calls of marker_disarm().
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT if there is neither such a marker nor a probe for it; an errno of
 * connecting a probe, and then none was connected.
 */
int marker_arm(const char *name);

/**
 * marker_disarm - undo marker_arm() once
 * @name: name of the marker
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT as marker_arm(); -EPERM if the marker is not armed.
 */
int marker_disarm(const char *name);

/**
 * marker_get_private_data - get the data that a probe was registered with
 * @name: name of the marker
 * @probe: the probe
 * @num: number of the registration of @probe for the marker, from 0
 *
 * Context: task, may sleep.
 * Return: the data, or ERR_PTR(-ENOENT).
 */
void *marker_get_private_data(const char *name, marker_probe_func *probe,
			      int num);

/**
 * struct marker_iter - iterator over all markers
 * @name: name of the marker
 * @format: format of the marker
 * @module: name of the module, or "" for the kernel
 *
 * There is one step for each module that has sites of a marker. Markers may be added
 * and removed meanwhile, the current one included: the strings are copies.
 */
struct marker_iter {
	const char *name;
	const char *format;
	const char *module;
};

/**
 * marker_iter_start - begin an iteration over markers
 * @iter: the iterator, uninitialized
 *
 * marker_iter_next() goes on, marker_iter_stop() ends the iteration.
 *
 * Context: task, may sleep. No lock is held between the calls, so probes may be
 * registered during the iteration.
 * Return: true; false if there is no marker.
 */
bool marker_iter_start(struct marker_iter *iter);
bool marker_iter_next(struct marker_iter *iter);
void marker_iter_stop(struct marker_iter *iter);

#else /* !CONFIG_MARKERS */

static inline int marker_probe_register(const char *name, const char *format,
					marker_probe_func *probe, void *private)
{
	return -ENODEV;
}

static inline int marker_probe_unregister(const char *name,
					  marker_probe_func *probe,
					  void *private)
{
	return -ENODEV;
}

static inline int marker_arm(const char *name)
{
	return -ENODEV;
}

static inline int marker_disarm(const char *name)
{
	return -ENODEV;
}

static inline void *marker_get_private_data(const char *name,
					    marker_probe_func *probe, int num)
{
	return ERR_PTR(-ENODEV);
}

static inline bool marker_iter_start(struct marker_iter *iter)
{
	return false;
}

static inline bool marker_iter_next(struct marker_iter *iter)
{
	return false;
}

static inline void marker_iter_stop(struct marker_iter *iter) { }

#endif /* CONFIG_MARKERS */

/**
 * marker_synchronize_unregister - wait until no unregistered probe is running
 *
 * To be called after probes were unregistered, before their module is unloaded or
 * data that they use is freed.
 *
 * Context: task, may sleep.
 */
static inline void marker_synchronize_unregister(void)
{
	tracepoint_synchronize_unregister();
}

/* Makes the compiler check the arguments against the format; a mismatch is an error. */
static inline __printf(1, 2) void marker_check_format(const char *format, ...)
{
}

#define __MARKER_CHECK(format, args...)					\
do {									\
	__diag_push();							\
	__diag_error(GCC, 8, "-Wformat", "probes rely on it");		\
	__diag_error(GCC, 8, "-Wformat-extra-args", "as does marker_iterate()"); \
	if (0)								\
		marker_check_format(format, ##args);			\
	__diag_pop();							\
} while (0)

/*
 * Arguments are evaluated once. The value of a statement expression is a pointer for
 * an array, and an integer for a bit field.
 */
#define __MARKER_LET(n, arg)	__auto_type __marker_##n = ({ (arg); })

#define __MARKER_LET_0()
#define __MARKER_LET_1(a)	__MARKER_LET(1, a);
#define __MARKER_LET_2(a, b...)	__MARKER_LET(2, a); __MARKER_LET_1(b)
#define __MARKER_LET_3(a, b...)	__MARKER_LET(3, a); __MARKER_LET_2(b)
#define __MARKER_LET_4(a, b...)	__MARKER_LET(4, a); __MARKER_LET_3(b)
#define __MARKER_LET_5(a, b...)	__MARKER_LET(5, a); __MARKER_LET_4(b)
#define __MARKER_LET_6(a, b...)	__MARKER_LET(6, a); __MARKER_LET_5(b)
#define __MARKER_LET_7(a, b...)	__MARKER_LET(7, a); __MARKER_LET_6(b)
#define __MARKER_LET_8(a, b...)	__MARKER_LET(8, a); __MARKER_LET_7(b)
#define __MARKER_LET_9(a, b...)	__MARKER_LET(9, a); __MARKER_LET_8(b)
#define __MARKER_LET_10(a, b...) __MARKER_LET(10, a); __MARKER_LET_9(b)

#define __MARKER_USE_0
#define __MARKER_USE_1		, __marker_1
#define __MARKER_USE_2		, __marker_2 __MARKER_USE_1
#define __MARKER_USE_3		, __marker_3 __MARKER_USE_2
#define __MARKER_USE_4		, __marker_4 __MARKER_USE_3
#define __MARKER_USE_5		, __marker_5 __MARKER_USE_4
#define __MARKER_USE_6		, __marker_6 __MARKER_USE_5
#define __MARKER_USE_7		, __marker_7 __MARKER_USE_6
#define __MARKER_USE_8		, __marker_8 __MARKER_USE_7
#define __MARKER_USE_9		, __marker_9 __MARKER_USE_8
#define __MARKER_USE_10		, __marker_10 __MARKER_USE_9

/*
 * Call the probe of @marker, a struct marker, or the function that calls several
 * probes. @format is the format of the marker.
 */
#define __MARKER_FIRE(marker, format, args...)				\
do {									\
	CONCATENATE(__MARKER_LET_, COUNT_ARGS(args))(args)		\
	struct tracepoint_func *__probe;				\
									\
	preempt_disable_notrace();					\
	__probe = rcu_dereference_raw(*(struct tracepoint_func __rcu **) \
			((void *)(marker).call + raw_cpu_read(marker_row))); \
	((marker_probe_func *)__probe->func)(				\
		&(marker), __probe->data, format			\
		CONCATENATE(__MARKER_USE_, COUNT_ARGS(args)));		\
	preempt_enable_notrace();					\
} while (0)

#define __MARKER_INIT(_name, _format, _feed, _probe) {			\
	.tp = {								\
		.name = _name,						\
		.key = STATIC_KEY_FALSE_INIT,				\
		.iterator = marker_iterator,				\
		.data = TRACEPOINT_NO_PROBE,				\
		.probestub = marker_iterator,				\
	},								\
	.call = {							\
		RCU_INITIALIZER(&marker_maybe_offline),			\
		RCU_INITIALIZER(&marker_no_probe),			\
	},								\
	.format = _format,						\
	.feed_name = _feed,						\
	.feed_probe = _probe,						\
}

/* The address of a symbol, without what assembly of the architecture adds to a constant. */
#ifdef CONFIG_RISCV
#define __MARKER_ADDRESS "%0"
#else
#define __MARKER_ADDRESS "%c0"
#endif

/*
 * Add a site to the list of tracepoints. The list has a site once per copy of an
 * inlined function.
 */
#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
#define __MARKER_LIST	".balign 4\n\t.long " __MARKER_ADDRESS " - .\n\t"
#elif defined(CONFIG_64BIT)
#define __MARKER_LIST	".balign 8\n\t.quad " __MARKER_ADDRESS "\n\t"
#else
#define __MARKER_LIST	".balign 4\n\t.long " __MARKER_ADDRESS "\n\t"
#endif

#define __MARKER_LIST_ADD(marker)					\
	asm(".pushsection \"__tracepoints_ptrs\", \"a\"\n\t"		\
	    __MARKER_LIST						\
	    ".popsection" : : "i" (&(marker)))

#if defined(CONFIG_MARKERS) && defined(TRACEPOINTS_ENABLED)

/**
 * trace_mark - define a site of a marker
 * @name: name of the marker, an identifier of the form subsystem_event
 * @format: a string literal, "NAME SPECIFIER" for each argument, or MARK_NOARGS
 * @args: the arguments, at most MARKER_ARGS_MAX; not evaluated while the marker is
 *	disabled
 *
 * Can be used like a statement, in inline functions, too.
 *
 * Context: any in which RCU is watching, NMI included.
 */
#define trace_mark(name, format, args...)				\
do {									\
	static struct marker __marker __section("__tracepoints") =	\
		__MARKER_INIT(#name, format, NULL, NULL);		\
									\
	BUILD_BUG_ON_MSG(!__builtin_strchr(#name, '_'),			\
			 "a marker's name is subsystem_event");		\
	__MARKER_LIST_ADD(__marker);					\
	__MARKER_CHECK(format, ##args);					\
	if (static_branch_unlikely(&__marker.tp.key))			\
		__MARKER_FIRE(__marker, format, ##args);			\
} while (0)

/**
 * DEFINE_MARKER_TP - define a marker that the probe of a tracepoint fires
 * @_name: name of the marker, of the form subsystem_event
 * @_tp: the tracepoint, of the kernel or of the same module; need not be exported
 * @_probe: probe for the tracepoint: void *, then the arguments of the tracepoint. It
 *	is connected while the marker is enabled, and calls marker_fire().
 * @_format: format of the marker
 *
 * Exposes values of basic types that the probe chooses, while the types of the
 * tracepoint's arguments remain internal to the kernel. To be used outside of
 * functions.
 */
#define DEFINE_MARKER_TP(_name, _tp, _probe, _format)			\
	static const char __marker_format_##_name[] = _format;		\
	struct marker __marker_##_name __section("__tracepoints") =	\
		__MARKER_INIT(#_name, __marker_format_##_name,		\
			      #_tp, (void *)_probe);			\
	static void notrace __used __marker_list_##_name(void)			\
	{								\
		BUILD_BUG_ON_MSG(!__builtin_strchr(#_name, '_'),	\
				 "a marker's name is subsystem_event");	\
		check_trace_callback_type_##_tp(_probe);		\
		__MARKER_LIST_ADD(__marker_##_name);			\
	}

/* The struct marker that DEFINE_MARKER_TP() defined. */
#define GET_MARKER(_name)	(__marker_##_name)

/**
 * marker_fire - call the probes of a marker that DEFINE_MARKER_TP() defined
 * @_name: name of the marker
 * @args: the arguments of the format
 *
 * Context: in the same file as DEFINE_MARKER_TP(), otherwise as trace_mark().
 */
#define marker_fire(_name, args...)					\
do {									\
	__MARKER_CHECK(__marker_format_##_name, ##args);		\
	__MARKER_FIRE(GET_MARKER(_name), __marker_format_##_name,	\
		      ##args);						\
} while (0)

#else /* !CONFIG_MARKERS */

#define trace_mark(name, format, args...)				\
	__MARKER_CHECK(format, ##args)

#define DEFINE_MARKER_TP(_name, _tp, _probe, _format)			\
	static const char __maybe_unused __marker_format_##_name[] = _format

#define marker_fire(_name, args...)					\
	__MARKER_CHECK(__marker_format_##_name, ##args)

#endif /* CONFIG_MARKERS */

#endif /* _LINUX_MARKER_H */
