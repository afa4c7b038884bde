/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The definitions that a header needs to test whether a tracepoint is enabled.
 *
 * <linux/tracepoint.h> includes RCU, per-CPU data and the scheduler. Headers
 * below those (page_ref.h, mmap_lock.h, asm/msr.h, module.h) include this one,
 * test tracepoint_enabled() inline and, if it is, call a function in a .c file.
 */
#ifndef TRACEPOINT_DEFS_H
#define TRACEPOINT_DEFS_H

#include <linux/atomic.h>
#include <linux/static_key.h>

struct static_call_key;

/**
 * struct trace_print_flags - the name of a flag or of a value
 * @mask: the bits, or the value
 * @name: the name; NULL terminates a table
 */
struct trace_print_flags {
	unsigned long		mask;
	const char		*name;
};

/* The same for 64-bit values if a long is shorter than that. */
struct trace_print_flags_u64 {
	unsigned long long	mask;
	const char		*name;
};

/**
 * struct tracepoint_func - a probe connected to a tracepoint
 * @func: called with @data and the arguments of the tracepoint; NULL terminates
 *	an array of probes
 * @data: first argument of @func
 * @prio: priority; probes with a higher one are called first
 */
struct tracepoint_func {
	void			*func;
	void			*data;
	int			prio;
};

/* tracepoint.data of a tracepoint without probes. The data of a probe may be NULL. */
#define TRACEPOINT_NO_PROBE	((void *)-1L)

/**
 * struct tracepoint - the data that all sites of one name share
 * @name: as given to DECLARE_TRACE()
 * @key: enables the sites; they are nops while it is disabled
 * @funcs: the connected probes in calling order, or NULL
 * @data: what sites pass to the static call: the data of the first probe, or
 *	TRACEPOINT_NO_PROBE
 * @static_call_key: what the sites call
 * @static_call_tramp: trampoline of @static_call_key, on architectures that need
 *	one
 * @iterator: calls all probes in @funcs
 * @probestub: a probe that does nothing
 * @regfunc: called before the first probe is connected, unless NULL
 * @unregfunc: called after the last probe was disconnected, unless NULL
 * @front: first probe of the @funcs that were published last
 * @pure: all @funcs that sites may still use begin with @front
 * @settled: cookie of get_state_synchronize_rcu() for the time when no site uses
 *	replaced @funcs any more
 */
struct tracepoint {
	const char		*name;
	struct static_key_false	key;
	struct tracepoint_func __rcu *funcs;
	void			*data;
	struct static_call_key	*static_call_key;
	void			*static_call_tramp;
	void			*iterator;
	void			*probestub;
	int			(*regfunc)(void);
	void			(*unregfunc)(void);
	void			*front;
	bool			pure;
	unsigned long		settled;
};

#ifdef CONFIG_HAVE_ARCH_PREL32_RELOCATIONS
typedef const int tracepoint_ptr_t;
#else
typedef struct tracepoint * const tracepoint_ptr_t;
#endif

/**
 * struct bpf_raw_event_map - how BPF finds a tracepoint by its name
 * @tp: the tracepoint
 * @bpf_func: a probe that passes the arguments to a program as u64 values
 * @num_args: number of arguments
 * @writable_size: size of the memory that programs may write through the first
 *	argument, in bytes
 */
struct bpf_raw_event_map {
	struct tracepoint	*tp;
	void			*bpf_func;
	u32			num_args;
	u32			writable_size;
} __aligned(32);

/*
 * DECLARE_TRACEPOINT() and tracepoint_enabled() are for headers. A .c file uses
 * trace_NAME_enabled() from the header of the event.
 */
#ifdef CONFIG_TRACEPOINTS

#define DECLARE_TRACEPOINT(tp)	extern struct tracepoint __tracepoint_##tp

#define tracepoint_enabled(tp)						\
	static_branch_unlikely(&__tracepoint_##tp.key)

#else /* !CONFIG_TRACEPOINTS */

#define DECLARE_TRACEPOINT(tp)
#define tracepoint_enabled(tp)	false

#endif /* CONFIG_TRACEPOINTS */

#endif /* TRACEPOINT_DEFS_H */
