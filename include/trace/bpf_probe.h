/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs on tracepoints: a probe that converts the arguments to u64, and an
 * entry in the map from names to tracepoints.
 */
#ifndef _TRACE_BPF_PROBE_H
#define _TRACE_BPF_PROBE_H

#ifdef CONFIG_BPF_EVENTS

#include <linux/args.h>

/*
 * Convert a value of at most eight bytes, which may be a structure, to the unsigned
 * number that its bytes are.
 */
#define __bpf_u64(x)							\
({									\
	typeof(x) __value = (x);					\
	u64 __wide = 0;							\
									\
	BUILD_BUG_ON(sizeof(__value) > sizeof(__wide));			\
	memcpy((void *)&__wide +					\
	       (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ?			\
		sizeof(__wide) - sizeof(__value) : 0),			\
	       &__value, sizeof(__value));				\
	__wide;								\
})

#define __bpf_u64_1(a)		__bpf_u64(a)
#define __bpf_u64_2(a, ...)	__bpf_u64(a), __bpf_u64_1(__VA_ARGS__)
#define __bpf_u64_3(a, ...)	__bpf_u64(a), __bpf_u64_2(__VA_ARGS__)
#define __bpf_u64_4(a, ...)	__bpf_u64(a), __bpf_u64_3(__VA_ARGS__)
#define __bpf_u64_5(a, ...)	__bpf_u64(a), __bpf_u64_4(__VA_ARGS__)
#define __bpf_u64_6(a, ...)	__bpf_u64(a), __bpf_u64_5(__VA_ARGS__)
#define __bpf_u64_7(a, ...)	__bpf_u64(a), __bpf_u64_6(__VA_ARGS__)
#define __bpf_u64_8(a, ...)	__bpf_u64(a), __bpf_u64_7(__VA_ARGS__)
#define __bpf_u64_9(a, ...)	__bpf_u64(a), __bpf_u64_8(__VA_ARGS__)
#define __bpf_u64_10(a, ...)	__bpf_u64(a), __bpf_u64_9(__VA_ARGS__)
#define __bpf_u64_11(a, ...)	__bpf_u64(a), __bpf_u64_10(__VA_ARGS__)
#define __bpf_u64_12(a, ...)	__bpf_u64(a), __bpf_u64_11(__VA_ARGS__)

#define __bpf_u64_all(args...)						\
	CONCATENATE(__bpf_u64_, COUNT_ARGS(args))(args)
#define __bpf_run(args...)						\
	CONCATENATE(bpf_trace_run, COUNT_ARGS(args))

/* __perf_count() and __perf_task() in the arguments assign to __count and __task. */
#define EVENT_BPF_PROBE(call, proto, args)				\
static notrace __maybe_unused void					\
__bpf_trace_##call(void *__data, proto)					\
{									\
	struct task_struct *__task __maybe_unused;			\
	u64 __count __maybe_unused;					\
									\
	__bpf_run(args)(__data, __bpf_u64_all(args));			\
}

/*
 * The union makes the compiler keep the type btf_trace_NAME, from which loaders of
 * BPF programs get the types of the arguments.
 */
#define EVENT_BPF_MAP(template, call, proto, args, size)		\
typedef void (*btf_trace_##call)(void *__data, proto);			\
static union {								\
	struct bpf_raw_event_map event;					\
	btf_trace_##call handler;					\
} __bpf_trace_tp_map_##call __used __section("__bpf_raw_tp_map") = {	\
	.event = {							\
		.tp		= &__tracepoint_##call,			\
		.bpf_func	= __bpf_trace_##template,		\
		.num_args	= COUNT_ARGS(args),			\
		.writable_size	= size,					\
	},								\
};

/* The first argument points to the data that programs may write: check its size. */
#define __EVENT_BPF_FIRST(first, ...)	first
#define EVENT_BPF_CHECK_SIZE(call, proto, args, size)			\
static inline void __bpf_check_size_##call(proto)			\
{									\
	BUILD_BUG_ON((size) != sizeof(*__EVENT_BPF_FIRST(args)));	\
}

#else /* !CONFIG_BPF_EVENTS */

#define EVENT_BPF_PROBE(call, proto, args)
#define EVENT_BPF_MAP(template, call, proto, args, size)
#define EVENT_BPF_CHECK_SIZE(call, proto, args, size)

#endif /* CONFIG_BPF_EVENTS */

#endif /* _TRACE_BPF_PROBE_H */
