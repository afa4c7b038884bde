/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Macros for the first pass over an event header by <trace/define_trace.h>:
 * tracepoints, records, print functions and probes.
 *
 * No include guard: see <trace/stages/declare.h>.
 */
#include <trace/stages/expand.h>

#undef DECLARE_TRACE
#define DECLARE_TRACE(name, proto, args)				\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));		\
	EVENT_BPF_PROBE(name, PARAMS(proto), PARAMS(args))		\
	EVENT_BPF_MAP(name, name, PARAMS(proto), PARAMS(args), 0)

#undef DECLARE_TRACE_WRITABLE
#define DECLARE_TRACE_WRITABLE(name, proto, args, size)			\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));		\
	EVENT_BPF_PROBE(name, PARAMS(proto), PARAMS(args))		\
	EVENT_BPF_CHECK_SIZE(name, PARAMS(proto), PARAMS(args), size)	\
	EVENT_BPF_MAP(name, name, PARAMS(proto), PARAMS(args), size)

#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_PRINT
#undef DEFINE_EVENT_WRITABLE

#ifdef CONFIG_EVENT_TRACING

#include <trace/stages/fields.h>
#include <trace/stages/helpers.h>

#define TP_printk(fmt, args...)	fmt "\n", ##args

#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
	EVENT_CLASS_CODE(trace_event_, call, PARAMS(proto),		\
			 PARAMS(args), PARAMS(tstruct), PARAMS(assign),	\
			 PARAMS(print))					\
	EVENT_BPF_PROBE(call, PARAMS(proto), PARAMS(args))

#define DEFINE_EVENT(template, name, proto, args)			\
	DEFINE_EVENT_FN(template, name, PARAMS(proto), PARAMS(args),	\
			NULL, NULL)

#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	DEFINE_TRACE_FN(name, reg, unreg, PARAMS(proto), PARAMS(args));	\
	EVENT_BPF_MAP(template, name, PARAMS(proto), PARAMS(args), 0)

#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))	\
	EVENT_PRINT(trace_event_output_##name,				\
		    trace_event_raw_##template, PARAMS(print))

/* Event headers test whether this macro is defined. */
#ifdef CONFIG_BPF_EVENTS
#define DEFINE_EVENT_WRITABLE(template, name, proto, args, size)	\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));		\
	EVENT_BPF_CHECK_SIZE(name, PARAMS(proto), PARAMS(args), size)	\
	EVENT_BPF_MAP(template, name, PARAMS(proto), PARAMS(args), size)
#endif

#else /* !CONFIG_EVENT_TRACING */

#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)
#define DEFINE_EVENT(template, name, proto, args)			\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	DEFINE_TRACE_FN(name, reg, unreg, PARAMS(proto), PARAMS(args));
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	DEFINE_TRACE(name, PARAMS(proto), PARAMS(args));

#endif /* CONFIG_EVENT_TRACING */
