/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a header needs to ask whether a tracepoint is on, and no more.
 *
 * <linux/tracepoint.h> pulls in RCU, per-CPU data and the scheduler. Headers
 * below those (page_ref.h, mmap_lock.h, asm/msr.h, module.h) include this one,
 * test tracepoint_enabled() inline and call a function in a .c file when it
 * says yes.
 */
#ifndef TRACEPOINT_DEFS_H
#define TRACEPOINT_DEFS_H

#include <linux/atomic.h>
#include <linux/static_key.h>

struct static_call_key;

/**
 * struct trace_print_flags - one name of a flag or of a value
 * @mask: the bits, or the value
 * @name: its text; NULL ends a table
 */
struct trace_print_flags {
	unsigned long		mask;
	const char		*name;
};

/* The same for 64 bit values where a long is shorter than that. */
struct trace_print_flags_u64 {
	unsigned long long	mask;
	const char		*name;
};

/**
 * struct tracepoint_func - a probe connected to a tracepoint
 * @func: called with @data, then the tracepoint's own arguments; NULL ends
 *	a list of probes
 * @data: the probe's own
 * @prio: higher is called earlier
 */
struct tracepoint_func {
	void			*func;
	void			*data;
	int			prio;
};

/**
 * struct tracepoint - the state that all sites of one name share
 * @name: as given to DECLARE_TRACE()
 * @key: switches the sites on; they are nops while it is off
 * @funcs: the connected probes in calling order, or NULL
 * @static_call_key: what the sites call
 * @static_call_tramp: its trampoline, for architectures that need one
 * @iterator: calls every probe in @funcs
 * @probestub: a probe that does nothing
 * @regfunc: NULL or called before the first probe is connected
 * @unregfunc: NULL or called after the last one is gone
 * @target: what @static_call_key was last set to
 * @front: the probe that the last @funcs began with
 * @pure: all @funcs that sites may still hold begin with @front
 * @settled: when replaced @funcs are out of sight: a cookie of
 *	get_state_synchronize_rcu()
 */
struct tracepoint {
	const char		*name;
	struct static_key_false	key;
	struct tracepoint_func __rcu *funcs;
	struct static_call_key	*static_call_key;
	void			*static_call_tramp;
	void			*iterator;
	void			*probestub;
	int			(*regfunc)(void);
	void			(*unregfunc)(void);
	void			*target;
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
 * @bpf_func: a probe that hands the arguments to a program as u64 values
 * @num_args: how many
 * @writable_size: bytes behind the first argument that programs may write
 */
struct bpf_raw_event_map {
	struct tracepoint	*tp;
	void			*bpf_func;
	u32			num_args;
	u32			writable_size;
} __aligned(32);

/*
 * DECLARE_TRACEPOINT() and tracepoint_enabled() are for headers. A .c file has
 * trace_NAME_enabled() from the event's own header.
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
