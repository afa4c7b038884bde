/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of an instance. Part of instance.h. options.c builds its table from
 * the list INSTANCE_OPTIONS. Names, order and defaults are ABI.
 *
 * O(NAME, "name", where, default)
 *	INSTANCE_OPT_NAME is the number of the option and INSTANCE_OPT(NAME) its bit
 *	in trace_array::options. @where is an enum instance_option_where, @default 1
 *	or 0.
 *
 * The file trace_options of every instance lists all options but
 * INSTANCE_OPTION_NONE.
 */
#ifndef _KERNEL_TRACE_INSTANCE_OPTIONS_H
#define _KERNEL_TRACE_INSTANCE_OPTIONS_H

#include <linux/bits.h>
#include <linux/kconfig.h>

/* The instances that have a file for an option in their directory options/. */
enum instance_option_where {
	INSTANCE_OPTION_NONE,	/* none: the option depends on a disabled Kconfig symbol */
	INSTANCE_OPTION_TOP,	/* the global instance */
	INSTANCE_OPTION_ALL,	/* all instances */
};

#define INSTANCE_OPTION_IF(symbol)					\
	(IS_ENABLED(symbol) ? INSTANCE_OPTION_ALL : INSTANCE_OPTION_NONE)
#define INSTANCE_OPTION_TOP_IF(symbol)					\
	(IS_ENABLED(symbol) ? INSTANCE_OPTION_TOP : INSTANCE_OPTION_NONE)

/* A callback for perf_event_mmap() of the base sees the changes of mappings. */
#define INSTANCE_HAS_MAPPINGS						\
	(IS_ENABLED(CONFIG_PERF_EVENTS) && IS_ENABLED(CONFIG_MMU) &&	\
	 IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_ARGS) &&			\
	 IS_ENABLED(CONFIG_USER_STACKTRACE_SUPPORT))

#define INSTANCE_OPTIONS						\
	O(PRINT_PARENT, "print-parent", INSTANCE_OPTION_ALL, 1)		\
	O(SYM_OFFSET, "sym-offset", INSTANCE_OPTION_ALL, 0)		\
	O(SYM_ADDR, "sym-addr", INSTANCE_OPTION_ALL, 0)			\
	O(VERBOSE, "verbose", INSTANCE_OPTION_ALL, 0)			\
	O(RAW, "raw", INSTANCE_OPTION_ALL, 0)				\
	O(HEX, "hex", INSTANCE_OPTION_ALL, 0)				\
	O(BIN, "bin", INSTANCE_OPTION_ALL, 0)				\
	O(BLOCK, "block", INSTANCE_OPTION_ALL, 0)			\
	O(FIELDS, "fields", INSTANCE_OPTION_ALL, 0)			\
	O(PRINTK, "trace_printk", INSTANCE_OPTION_TOP, 1)		\
	O(ANNOTATE, "annotate", INSTANCE_OPTION_ALL, 1)			\
	O(USERSTACKTRACE, "userstacktrace", INSTANCE_OPTION_ALL, 0)	\
	O(SYM_USEROBJ, "sym-userobj", INSTANCE_OPTION_ALL, 0)		\
	O(PRINTK_MSGONLY, "printk-msg-only", INSTANCE_OPTION_TOP, 0)	\
	O(CONTEXT_INFO, "context-info", INSTANCE_OPTION_ALL, 1)		\
	O(LATENCY_FORMAT, "latency-format", INSTANCE_OPTION_ALL, 0)	\
	O(RECORD_CMD, "record-cmd", INSTANCE_OPTION_TOP, 1)		\
	O(RECORD_TGID, "record-tgid", INSTANCE_OPTION_ALL, 0)		\
	O(OVERWRITE, "overwrite", INSTANCE_OPTION_ALL, 1)		\
	O(DISABLE_ON_FREE, "disable_on_free", INSTANCE_OPTION_ALL, 0)	\
	O(IRQ_INFO, "irq-info", INSTANCE_OPTION_ALL, 1)			\
	O(MARKERS, "markers", INSTANCE_OPTION_ALL, 1)			\
	O(EVENT_FORK, "event-fork", INSTANCE_OPTION_ALL, 0)		\
	O(PRINTK_DEST, "trace_printk_dest", INSTANCE_OPTION_ALL, 1)	\
	O(PAUSE_ON_TRACE, "pause-on-trace", INSTANCE_OPTION_ALL, 0)	\
	O(HASH_PTR, "hash-ptr", INSTANCE_OPTION_ALL, 1)			\
	O(BITMASK_LIST, "bitmask-list", INSTANCE_OPTION_ALL, 0)		\
	O(COPY_MARKER, "copy_trace_marker", INSTANCE_OPTION_ALL, 1)	\
	O(LOSS_CAUSE, "loss-cause", INSTANCE_OPTION_ALL, 0)		\
	O(USER_MAPPINGS, "user-mappings",				\
	  INSTANCE_HAS_MAPPINGS ? INSTANCE_OPTION_ALL : INSTANCE_OPTION_NONE, 0) \
	O(NS_PID, "ns-pid", INSTANCE_OPTION_IF(CONFIG_PID_NS), 0)	\
	O(FUNCTION, "function-trace",					\
	  INSTANCE_OPTION_IF(CONFIG_FUNCTION_TRACER), 1)		\
	O(FUNC_FORK, "function-fork",					\
	  INSTANCE_OPTION_IF(CONFIG_FUNCTION_TRACER), 0)		\
	O(DISPLAY_GRAPH, "display-graph",				\
	  INSTANCE_OPTION_IF(CONFIG_FUNCTION_GRAPH_TRACER), 0)		\
	O(PROF_TEXT_OFFSET, "prof-text-offset",				\
	  INSTANCE_OPTION_TOP_IF(CONFIG_FUNCTION_PROFILER), 0)		\
	O(STACKTRACE, "stacktrace",					\
	  INSTANCE_OPTION_IF(CONFIG_STACKTRACE), 0)			\
	O(BRANCH, "branch",						\
	  INSTANCE_OPTION_IF(CONFIG_BRANCH_TRACER), 0)

#define O(_bit, _name, _where, _default)	INSTANCE_OPT_##_bit,
enum instance_option {
	INSTANCE_OPTIONS
	INSTANCE_OPTION_COUNT,
	/*
	 * A bit of trace_array::options that is no option: what is written to trace_marker
	 * and trace_marker_raw is recorded in this instance and in no other one. See marks.c.
	 */
	INSTANCE_OPT_MARKS_DIRECT = 63,
};

#undef O

/* Mask of an option in trace_array::options, as in INSTANCE_OPT(VERBOSE). */
#define INSTANCE_OPT(_bit)	BIT_ULL(INSTANCE_OPT_##_bit)

/* Options that a new instance does not inherit from the global one. */
#define INSTANCE_OPTIONS_OWN						\
	(INSTANCE_OPT(EVENT_FORK) | INSTANCE_OPT(FUNC_FORK) |		\
	 INSTANCE_OPT(PRINTK_DEST) | INSTANCE_OPT(COPY_MARKER) |	\
	 INSTANCE_OPT(USER_MAPPINGS))

/**
 * struct instance_option_def - definition of an option
 * @name: name in trace_options and of the file in options/
 * @where: the instances that have a file for it
 * @on: default value
 */
struct instance_option_def {
	const char *name;
	enum instance_option_where where;
	bool on;
};

/* Indexed by enum instance_option; trace_options lists them in this order. */
extern const struct instance_option_def
	instance_options[INSTANCE_OPTION_COUNT];

#endif /* _KERNEL_TRACE_INSTANCE_OPTIONS_H */
