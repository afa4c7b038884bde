/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel markers: a format and its arguments, one line in the code.
 *
 *	trace_mark(subsystem_event, "myint %d mystring %s", someint, somestring);
 *
 * A marker that is off is one nop. What it runs when it is on stands out of
 * line: its arguments are evaluated once, and every probe that is connected to
 * it is called with them, preemption off. All markers of one name are one
 * marker, whether they are in the kernel proper or in modules.
 *
 * Each marker is an event too, events/markers/NAME, whose fields are read off
 * the format: "NAME SPECIFIER" for each argument. Nothing needs to be written
 * for that, and nobody needs to arm it.
 *
 * Documentation/trace/markers.rst tells how to use them.
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

/* The most arguments that a marker takes. */
#define MARKER_ARGS_MAX	10

/**
 * struct marker - one place in the code that is marked
 * @tp: name, switch and probes; what <linux/tracepoint.h> calls a tracepoint
 * @call: what the site calls, and with which data; a CPU's marker_row, in bytes,
 *	says which of the two is its own
 * @format: names and specifiers of the arguments
 * @feed_name: NULL, or the tracepoint whose probe @feed_probe fires this marker
 * @feed_probe: connected to it while the marker is on; the marker is the data
 *	it is given
 * @feed: the tracepoint of that name
 * @in_entry: place in the list of @entry
 * @entry: the marker of this name that it is part of; NULL: not armed at all
 * @schema: what the format says, of @entry
 * @mod: the module it is in, or NULL
 * @nr: arguments
 * @going: @mod is on its way out
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
 * typedef marker_probe_func - what is called when a marker fires
 * @marker: the place
 * @private: what was given to marker_probe_register()
 * @format: that of the marker; the arguments follow it
 *
 * The arguments are those of the format, promoted as C does for printf().
 *
 * Context: that of the marker, whatever it is; preemption off.
 */
typedef void marker_probe_func(const struct marker *marker, void *private,
			       const char *format, ...);

/* The brand of a tracepoint that is a marker's: a probe that does nothing. */
marker_probe_func marker_iterator;

/*
 * What a marker calls without a probe, with several of them, and on a CPU that
 * may be offline, where RCU would not wait for the probe.
 */
extern struct tracepoint_func marker_nobody;
marker_probe_func marker_iterate;
extern struct tracepoint_func marker_unsure;

/* A place in struct marker.call: MARKER_ONLINE, or 0: ask whether the CPU is. */
#define MARKER_ONLINE	sizeof(struct tracepoint_func *)
DECLARE_PER_CPU(unsigned long, marker_row);

static inline bool marker_is_tracepoint(const struct tracepoint *tp)
{
	return tp->iterator == marker_iterator;
}

#ifdef CONFIG_MARKERS

/**
 * marker_probe_register - connect a probe to a marker
 * @name: of the marker, which need not exist yet
 * @format: what @probe expects; must be that of the marker
 * @probe: the function
 * @private: given to it
 *
 * The probe is called when the marker fires and is armed: see marker_arm().
 * Markers that come later with their module are connected then.
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: @name is not of the form subsystem_event or @format can't
 * be understood; -EPERM: the marker has another format, and the log says so;
 * -EEXIST: @probe is registered with @private already; -ENOMEM.
 */
int marker_probe_register(const char *name, const char *format,
			  marker_probe_func *probe, void *private);

/**
 * marker_probe_unregister - take a probe away
 * @name: of the marker
 * @probe: as registered
 * @private: as registered
 *
 * When the last probe goes the marker is disarmed. A marker that fires right
 * now may still be about to call the probe: see
 * marker_synchronize_unregister().
 *
 * Context: task, may sleep.
 * Return: 0, or -ENOENT: no such probe.
 */
int marker_probe_unregister(const char *name, marker_probe_func *probe,
			    void *private);

/**
 * marker_arm - switch a marker's probes on
 * @name: of the marker
 *
 * Counted: marker_disarm() as often switches them off.
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: there is no such marker, and no probe for one; or why
 * a probe could not be connected, the marker being as it was.
 */
int marker_arm(const char *name);

/**
 * marker_disarm - take one marker_arm() back
 * @name: of the marker
 *
 * Context: task, may sleep.
 * Return: 0; -ENOENT: as marker_arm(); -EPERM: it is not armed.
 */
int marker_disarm(const char *name);

/**
 * marker_get_private_data - what a probe was registered with
 * @name: of the marker
 * @probe: the probe
 * @num: the first one registered with this function is 0
 *
 * Context: task, may sleep.
 * Return: the pointer, or ERR_PTR(-ENOENT).
 */
void *marker_get_private_data(const char *name, marker_probe_func *probe,
			      int num);

/**
 * struct marker_iter - walks through all markers
 * @name: of the marker
 * @format: its format
 * @module: the module it is in, or "" for the kernel proper
 *
 * One step for each module that a marker is in. Markers may come and go
 * meanwhile, and the one that this tells of, too: what stands here is a copy.
 */
struct marker_iter {
	const char *name;
	const char *format;
	const char *module;
};

/**
 * marker_iter_start - go to the first marker
 * @iter: not initialised
 *
 * Context: task, may sleep. No lock is held between the calls: register probes
 * as you go. marker_iter_stop() ends it.
 * Return: true; or false: there is none.
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
 * marker_synchronize_unregister - wait until nobody is inside a probe
 *
 * To be called between taking probes away and the end of the module that they
 * are in, or the freeing of anything they use.
 *
 * Context: task, may sleep.
 */
static inline void marker_synchronize_unregister(void)
{
	tracepoint_synchronize_unregister();
}

/* The compiler compares the arguments with the format, and insists. */
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
 * Arguments are evaluated once. As the value of a block an array becomes a
 * pointer and a bit field a plain integer.
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
 * Call the probes of @marker, a struct marker: one function, which may be that
 * which calls them all. @format is that of the marker.
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
		.target = marker_iterator,				\
		.probestub = marker_iterator,				\
	},								\
	.call = {							\
		RCU_INITIALIZER(&marker_unsure),			\
		RCU_INITIALIZER(&marker_nobody),			\
	},								\
	.format = _format,						\
	.feed_name = _feed,						\
	.feed_probe = _probe,						\
}

/*
 * Tell of a marker where tracepoints are told of. Code that is copied, as that
 * of an inline function, tells of the same one several times.
 */
#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
#define __MARKER_LIST	".balign 4\n\t.long %c0 - .\n\t"
#elif defined(CONFIG_64BIT)
#define __MARKER_LIST	".balign 8\n\t.quad %c0\n\t"
#else
#define __MARKER_LIST	".balign 4\n\t.long %c0\n\t"
#endif

#define __MARKER_TELL(marker)						\
	asm(".pushsection \"__tracepoints_ptrs\", \"a\"\n\t"		\
	    __MARKER_LIST						\
	    ".popsection" : : "i" (&(marker)))

#if defined(CONFIG_MARKERS) && defined(TRACEPOINTS_ENABLED)

/**
 * trace_mark - mark a place in the code
 * @name: subsystem_event, an identifier
 * @format: a string literal, "NAME SPECIFIER" for each argument, or MARK_NOARGS
 *
 * The arguments follow, at most MARKER_ARGS_MAX. They are not evaluated while
 * the marker is off. Usable wherever a statement is, in functions of any kind.
 *
 * Context: any where RCU watches, NMI included.
 */
#define trace_mark(name, format, args...)				\
do {									\
	static struct marker __marker __section("__tracepoints") =	\
		__MARKER_INIT(#name, format, NULL, NULL);		\
									\
	BUILD_BUG_ON_MSG(!__builtin_strchr(#name, '_'),			\
			 "a marker's name is subsystem_event");		\
	__MARKER_TELL(__marker);					\
	__MARKER_CHECK(format, ##args);					\
	if (static_branch_unlikely(&__marker.tp.key))			\
		__MARKER_FIRE(__marker, format, ##args);			\
} while (0)

/**
 * DEFINE_MARKER_TP - a marker that a tracepoint's probe fires
 * @_name: of the marker, subsystem_event
 * @_tp: the tracepoint, of the kernel proper or of the same module; it need not
 *	be exported
 * @_probe: its probe: void *, then what the tracepoint passes on. It is connected
 *	while the marker is on, and fires it by marker_fire().
 * @_format: of the marker
 *
 * The tracepoint stays typed and in the kernel; what leaves it are the basic
 * types that the probe chooses. Context: outside of functions.
 */
#define DEFINE_MARKER_TP(_name, _tp, _probe, _format)			\
	static const char __marker_format_##_name[] = _format;		\
	struct marker __marker_##_name __section("__tracepoints") =	\
		__MARKER_INIT(#_name, __marker_format_##_name,		\
			      #_tp, (void *)_probe);			\
	static void notrace __used __marker_tell_##_name(void)			\
	{								\
		BUILD_BUG_ON_MSG(!__builtin_strchr(#_name, '_'),	\
				 "a marker's name is subsystem_event");	\
		check_trace_callback_type_##_tp(_probe);		\
		__MARKER_TELL(__marker_##_name);			\
	}

/* The struct marker that DEFINE_MARKER_TP() made. */
#define GET_MARKER(_name)	(__marker_##_name)

/**
 * marker_fire - call the probes of a marker that DEFINE_MARKER_TP() made
 * @_name: of the marker; the arguments of its format follow
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
