/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Custom events: a further event, with its own record, print format and filter, on a
 * tracepoint that has an event. They are in events/custom/.
 *
 * No include guard: <trace/define_custom_trace.h> includes this file for each
 * header of custom events.
 */
#include <trace/trace_events.h>

#undef TRACE_SYSTEM
#define TRACE_SYSTEM custom
#undef TRACE_SYSTEM_VAR

#undef TRACE_CUSTOM_EVENT
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)	\
	DECLARE_CUSTOM_EVENT_CLASS(name, PARAMS(proto), PARAMS(args),	\
				   PARAMS(tstruct), PARAMS(assign),	\
				   PARAMS(print))			\
	DEFINE_CUSTOM_EVENT(name, name, PARAMS(proto), PARAMS(args))

/* First pass: code. */

#include <trace/stages/fields.h>
#include <trace/stages/helpers.h>
#define TP_printk(fmt, args...)	fmt "\n", ##args

#undef DECLARE_CUSTOM_EVENT_CLASS
#define DECLARE_CUSTOM_EVENT_CLASS(call, proto, args, tstruct, assign, print) \
	EVENT_CLASS_CODE(trace_custom_event_, call, PARAMS(proto),	\
			 PARAMS(args), PARAMS(tstruct), PARAMS(assign),	\
			 PARAMS(print))

#undef DEFINE_CUSTOM_EVENT
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* Second pass: fields, formats, classes and events. */

#include <trace/stages/undef.h>
#define __entry	REC
#define TP_printk(fmt, args...)	"\"" fmt "\", " __stringify(args)

#undef DECLARE_CUSTOM_EVENT_CLASS
#define DECLARE_CUSTOM_EVENT_CLASS(call, proto, args, tstruct, assign, print) \
	EVENT_CLASS_SCHEMA(trace_custom_event_, call, PARAMS(tstruct),	\
			   PARAMS(print))

/*
 * The tracepoint need not be exported: the module calls for_each_kernel_tracepoint()
 * with a callback that passes each tracepoint to trace_custom_event_NAME_update().
 */
#undef DEFINE_CUSTOM_EVENT
#define DEFINE_CUSTOM_EVENT(template, _name, proto, args)		\
	EVENT_CALL(trace_custom_event_, template, template, _name,	\
		   .name = #_name, TRACE_EVENT_FL_CUSTOM)		\
static inline int							\
trace_custom_event_##_name##_update(struct tracepoint *tp)		\
{									\
	if (strcmp(tp->name, #_name))					\
		return 0;						\
	trace_custom_event_call_##_name.tp = tp;			\
	trace_custom_event_call_##_name.flags = TRACE_EVENT_FL_TRACEPOINT; \
	return 1;							\
}

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include <trace/stages/undef.h>

/* Back to the empty definitions. */

#undef DECLARE_CUSTOM_EVENT_CLASS
#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#undef DEFINE_CUSTOM_EVENT
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)
#undef TRACE_CUSTOM_EVENT
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)
