/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Function tracing: callbacks at the entry of functions.
 *
 * The compiler emits a call at the entry of every function that may be traced (a
 * *patch site*). The kernel replaces it by a nop, and by a call while a struct
 * ftrace_ops traces the function. See Documentation/trace/ftrace-uses.rst.
 */
#ifndef _LINUX_FTRACE_H
#define _LINUX_FTRACE_H

#include <linux/bitops.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/ktime.h>
#include <linux/linkage.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/trace_clock.h>
#include <linux/trace_recursion.h>
#include <linux/types.h>

#include <asm/ftrace.h>
#include <asm/sections.h>

struct ctl_table;
struct ftrace_ops;
struct ftrace_regs;
struct module;
struct seq_file;
struct task_struct;

/*
 * Variables of the tracing core that kernel/sysctl.c exposes in /proc/sys/kernel.
 */
#define MAX_TRACER_SIZE		100

#ifdef CONFIG_TRACING
extern char ftrace_dump_on_oops[];
extern int __disable_trace_on_warning;
extern int tracepoint_printk;

int tracepoint_printk_sysctl(const struct ctl_table *table, int write,
			     void *buffer, size_t *lenp, loff_t *ppos);

void trace_init(void);
void early_trace_init(void);

/**
 * disable_trace_on_warning - stop all tracing before a warning is printed
 *
 * It has an effect only if the user has set traceoff_on_warning.
 *
 * Context: any.
 */
void disable_trace_on_warning(void);
#else
static inline void trace_init(void) { }
static inline void early_trace_init(void) { }
static inline void disable_trace_on_warning(void) { }
#endif

#ifdef CONFIG_STACK_TRACER
extern int stack_tracer_enabled;

int stack_trace_sysctl(const struct ctl_table *table, int write, void *buffer,
		       size_t *lenp, loff_t *ppos);

DECLARE_PER_CPU(int, disable_stack_tracer);

/**
 * stack_tracer_disable - have the stack tracer ignore this CPU for a while
 *
 * Context: any, preemption disabled until stack_tracer_enable().
 */
static inline void stack_tracer_disable(void)
{
	this_cpu_inc(disable_stack_tracer);
}

/**
 * stack_tracer_enable - undo stack_tracer_disable()
 *
 * Context: as for stack_tracer_disable().
 */
static inline void stack_tracer_enable(void)
{
	this_cpu_dec(disable_stack_tracer);
}
#else
static inline void stack_tracer_disable(void) { }
static inline void stack_tracer_enable(void) { }
#endif

/**
 * typedef ftrace_func_t - a callback
 * @ip: address of the site
 * @parent_ip: return address of the traced function
 * @op: the registered ops
 * @fregs: registers at the site; which of them are valid depends on the
 *	architecture
 *
 * Context: that of the traced function, including NMI; must be notrace.
 */
typedef void (*ftrace_func_t)(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *op, struct ftrace_regs *fregs);

/*
 * Flags that the owner of an ops may set before it is registered:
 *
 * DYNAMIC	is not static data: unregistering waits until no CPU executes the
 *		callback. The core sets it for each ops outside of the kernel image.
 * SAVE_REGS	the callback needs all registers; see ftrace_get_regs().
 * SAVE_REGS_IF_SUPPORTED	as SAVE_REGS, but ignored where that is not supported.
 * RECURSION	the callback does not protect itself against recursion; the core does.
 * STUB		the callback is never called.
 * IPMODIFY	the callback may change the instruction pointer in the registers. A
 *		site can have only one such ops.
 * RCU		the callback is called only where RCU is watching.
 * TRACE_ARRAY	@private is an instance.
 * PERMANENT	kernel.ftrace_enabled cannot be set to 0 while it is registered.
 * PID		@pid_ignore is tested before each call.
 *
 * Flags of the core: ENABLED (registered), INITIALIZED, DELETED (could not be
 * unregistered, must not be used again), ADDING, REMOVING, MODIFYING, ALLOC_TRAMP
 * (@trampoline belongs to this ops), DIRECT (sites call @direct_call), SUBOP.
 */
enum {
	FTRACE_OPS_FL_ENABLED			= BIT(0),
	FTRACE_OPS_FL_DYNAMIC			= BIT(1),
	FTRACE_OPS_FL_SAVE_REGS			= BIT(2),
	FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED	= BIT(3),
	FTRACE_OPS_FL_RECURSION			= BIT(4),
	FTRACE_OPS_FL_STUB			= BIT(5),
	FTRACE_OPS_FL_INITIALIZED		= BIT(6),
	FTRACE_OPS_FL_DELETED			= BIT(7),
	FTRACE_OPS_FL_ADDING			= BIT(8),
	FTRACE_OPS_FL_REMOVING			= BIT(9),
	FTRACE_OPS_FL_MODIFYING			= BIT(10),
	FTRACE_OPS_FL_ALLOC_TRAMP		= BIT(11),
	FTRACE_OPS_FL_IPMODIFY			= BIT(12),
	FTRACE_OPS_FL_PID			= BIT(13),
	FTRACE_OPS_FL_RCU			= BIT(14),
	FTRACE_OPS_FL_TRACE_ARRAY		= BIT(15),
	FTRACE_OPS_FL_PERMANENT			= BIT(16),
	FTRACE_OPS_FL_DIRECT			= BIT(17),
	FTRACE_OPS_FL_SUBOP			= BIT(18),
};

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
# define FTRACE_OPS_FL_SAVE_ARGS	0
#else
# define FTRACE_OPS_FL_SAVE_ARGS	FTRACE_OPS_FL_SAVE_REGS
#endif

/**
 * enum ftrace_ops_cmd - the reason of a call of &ftrace_ops.ops_func of a direct ops
 * @FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF: the direct ops is being registered
 *	at a site that an IPMODIFY ops has
 * @FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER: an IPMODIFY ops is being registered
 *	at a site of the direct ops
 * @FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER: the IPMODIFY ops was unregistered
 *
 * The callback returns 0 if it can share the site from then on (its trampoline
 * takes the address of the function from the stack), or an errno.
 */
enum ftrace_ops_cmd {
	FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF,
	FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER,
	FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER,
};

typedef int (*ftrace_ops_func_t)(struct ftrace_ops *op, enum ftrace_ops_cmd cmd);

#ifdef CONFIG_DYNAMIC_FTRACE

struct ftrace_ip_set;

/**
 * struct ftrace_ops_hash - the filter of an ops
 * @filter: sites to trace; NULL for all
 * @except: sites not to trace even if in @filter; NULL for none
 *
 * Several ops may share a filter; see ftrace_ops_set_global_filter().
 */
struct ftrace_ops_hash {
	struct ftrace_ip_set __rcu	*filter;
	struct ftrace_ip_set __rcu	*except;
};

void ftrace_free_init_mem(void);
void ftrace_free_mem(struct module *mod, void *start, void *end);
#else
static inline void ftrace_free_init_mem(void) { }
static inline void ftrace_free_mem(struct module *mod, void *start, void *end) { }
#endif

/**
 * struct ftrace_ops - a callback, and the functions that it is called for
 * @func: the callback
 * @flags: FTRACE_OPS_FL_*
 * @private: for the owner
 * @list: private; entry in the list of registered ops
 * @pid_ignore: with FTRACE_OPS_FL_PID: per CPU, whether the callback is not
 *	called for the task that runs there (see kernel/trace/ftrace/ftrace.h)
 * @local_hash: private; the filter of an ops that does not share one
 * @func_hash: private; the filter in use
 * @active: private; the filter that the sites were last patched for
 * @trampoline: private; address of the trampoline that sites of only this ops
 *	call
 * @trampoline_size: private; size of the trampoline in bytes
 * @trampolines: private; entry in the list of ops with a trampoline
 * @ops_func: for a direct ops: called before the ops shares a site, and after
 *	that
 * @direct_call: for a direct ops: address of the function that its sites call
 *
 * All members except @func, @flags, @private and @ops_func must initially be
 * zero.
 */
struct ftrace_ops {
	ftrace_func_t		func;
	unsigned long		flags;
	void			*private;
	struct list_head	list;
	bool __percpu		*pid_ignore;
#ifdef CONFIG_DYNAMIC_FTRACE
	struct ftrace_ops_hash	local_hash;
	struct ftrace_ops_hash	*func_hash;
	struct ftrace_ops_hash	active;
	unsigned long		trampoline;
	unsigned long		trampoline_size;
	struct list_head	trampolines;
	ftrace_ops_func_t	ops_func;
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
	unsigned long		direct_call;
#endif
#endif
};

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
/**
 * ftrace_get_regs - get all registers if the trampoline has saved them
 * @fregs: argument of the callback
 *
 * Context: any.
 * Return: the registers, or NULL if the ops does not have SAVE_REGS set.
 */
static __always_inline struct pt_regs *ftrace_get_regs(struct ftrace_regs *fregs)
{
	return fregs ? arch_ftrace_get_regs(fregs) : NULL;
}
#else
#include <linux/ftrace_regs.h>

static __always_inline struct pt_regs *ftrace_get_regs(struct ftrace_regs *fregs)
{
	return fregs ? &arch_ftrace_regs(fregs)->regs : NULL;
}
#endif

#ifdef CONFIG_FUNCTION_TRACER

extern int ftrace_enabled;

/* A callback that does nothing. */
void ftrace_stub(unsigned long ip, unsigned long parent_ip,
		 struct ftrace_ops *op, struct ftrace_regs *fregs);

/**
 * register_ftrace_function - register a callback
 * @ops: the callback and its filter
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY if @ops is registered already, if another IPMODIFY ops has
 * one of the sites, or if tracing is disabled and @ops is PERMANENT; -EINVAL;
 * -ENOMEM; -ENODEV after a failure to patch text.
 */
int register_ftrace_function(struct ftrace_ops *ops);

/**
 * unregister_ftrace_function - unregister a callback
 * @ops: a registered ops
 *
 * No CPU executes the callback of a DYNAMIC ops on return.
 *
 * Context: task, may sleep.
 * Return: 0, or -EBUSY if @ops is not registered.
 */
int unregister_ftrace_function(struct ftrace_ops *ops);

/**
 * ftrace_kill - disable function tracing for good: no site is patched any more
 *
 * Context: any.
 */
void ftrace_kill(void);

bool ftrace_is_dead(void);

/* Disable callbacks without patching any site (for kexec and suspend). */
static inline int __ftrace_enabled_save(void)
{
	int was = READ_ONCE(ftrace_enabled);

	WRITE_ONCE(ftrace_enabled, 0);
	return was;
}

static inline void __ftrace_enabled_restore(int enabled)
{
	WRITE_ONCE(ftrace_enabled, enabled);
}

#else /* !CONFIG_FUNCTION_TRACER */
static inline int register_ftrace_function(struct ftrace_ops *ops)
{
	return 0;
}

static inline int unregister_ftrace_function(struct ftrace_ops *ops)
{
	return 0;
}

static inline void ftrace_kill(void) { }
static inline bool ftrace_is_dead(void) { return true; }
static inline int __ftrace_enabled_save(void) { return 0; }
static inline void __ftrace_enabled_restore(int enabled) { }
#endif /* CONFIG_FUNCTION_TRACER */

#ifdef CONFIG_DYNAMIC_FTRACE

#ifdef CC_USING_PATCHABLE_FUNCTION_ENTRY
#define FTRACE_CALLSITE_SECTION	"__patchable_function_entries"
#else
#define FTRACE_CALLSITE_SECTION	"__mcount_loc"
#endif

/**
 * struct dyn_ftrace - a patch site
 * @ip: address of the site
 * @flags: number of ops that trace it, and flags that are private to the table
 * @callee: the function that its text calls or is being changed to call, as
 *	offset from the start of kernel text; 0 for none
 * @was: while it is being changed, the previous value of @callee
 * @arch: data of the architecture
 */
struct dyn_ftrace {
	unsigned long		ip;
	u32			flags;
	s32			callee;
#ifdef CONFIG_FTRACE_ARCH_GENERIC
	s32			was;
#endif
	struct dyn_arch_ftrace	arch;
};

void ftrace_init(void);
void ftrace_module_init(struct module *mod);
void ftrace_module_enable(struct module *mod);
void ftrace_release_mod(struct module *mod);

/**
 * ftrace_location_range - find a site in a range of addresses
 * @start: first address
 * @end: last address, inclusive
 *
 * Context: any.
 * Return: address of the first site in the range, or 0.
 */
unsigned long ftrace_location_range(unsigned long start, unsigned long end);

/**
 * ftrace_location - find the site of a function
 * @ip: address of a site, or of the first byte of a function
 *
 * Context: any.
 * Return: address of the site, or 0.
 */
unsigned long ftrace_location(unsigned long ip);

/**
 * ftrace_text_reserved - check whether there is a site in a range of addresses
 * @start: first address
 * @end: last address, inclusive
 *
 * Context: any.
 * Return: 1 or 0.
 */
int ftrace_text_reserved(const void *start, const void *end);

/**
 * ftrace_set_filter_ip - add a function to a filter, or remove it
 * @ops: the ops
 * @ip: address of the site, or of the first byte of the function
 * @remove: remove the function rather than add it
 * @reset: empty the filter first
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if there is no site at @ip; -ENOENT if the function to
 * remove is not in the filter; -ENOMEM; -EBUSY as for register_ftrace_function().
 */
int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove,
			 int reset);
int ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips,
			  unsigned int cnt, int remove, int reset);

/**
 * ftrace_set_filter - add functions to a filter by name
 * @ops: the ops
 * @buf: a name or a glob; NULL with @reset for all functions
 * @len: length of @buf in bytes
 * @reset: empty the filter first
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if nothing matches; or as for ftrace_set_filter_ip().
 */
int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf, int len,
		      int reset);
int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf, int len,
		       int reset);
void ftrace_set_global_filter(unsigned char *buf, int len, int reset);
void ftrace_set_global_notrace(unsigned char *buf, int len, int reset);
void ftrace_ops_set_global_filter(struct ftrace_ops *ops);

/**
 * ftrace_free_filter - free the filter of an ops
 * @ops: an ops that is not registered
 *
 * Context: task, may sleep.
 */
void ftrace_free_filter(struct ftrace_ops *ops);

/**
 * ftrace_ops_trampoline - find the ops whose trampoline contains an address
 * @addr: a text address
 *
 * Context: any; the result is valid while preemption is disabled.
 * Return: the ops, or NULL.
 */
struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr);
bool is_ftrace_trampoline(unsigned long addr);

/* Functions between the table of sites and the architecture. */

/*
 * The trampolines for callbacks that do not need all registers, and for those
 * that do.
 */
void ftrace_caller(void);
void ftrace_regs_caller(void);

/* The trampolines call this function, which calls the callbacks of all ops. */
void ftrace_ops_list_func(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *op, struct ftrace_regs *fregs);

/**
 * ftrace_site_find - look up a site
 * @ip: address of the site
 *
 * Context: any; callable from noinstr code. The result is valid while preemption
 * is disabled.
 * Return: the site, or NULL.
 */
struct dyn_ftrace *ftrace_site_find(unsigned long ip);

/**
 * ftrace_site_callee - get a function that a site may call at any time
 * @site: the site
 *
 * The text of the site may be inconsistent.
 *
 * Context: any; callable from noinstr code.
 * Return: the trampoline for all ops, or 0 if no ops traces the site.
 */
unsigned long ftrace_site_callee(const struct dyn_ftrace *site);

/**
 * ftrace_site_next - iterate over the sites whose text is to be changed
 * @site: the previous site, or NULL to begin
 *
 * The sites of each group are visited by ascending addresses.
 *
 * Context: task, from arch_ftrace_update() only.
 * Return: the next site, or NULL.
 */
struct dyn_ftrace *ftrace_site_next(struct dyn_ftrace *site);

/* The function that a site calls or is being changed to call; 0 for none. */
static inline unsigned long ftrace_site_target(const struct dyn_ftrace *site)
{
	return site->callee ? (unsigned long)_stext + site->callee : 0;
}

#include <linux/ftrace_arch.h>

#else /* !CONFIG_DYNAMIC_FTRACE */
static inline void ftrace_init(void) { }
static inline void ftrace_module_init(struct module *mod) { }
static inline void ftrace_module_enable(struct module *mod) { }
static inline void ftrace_release_mod(struct module *mod) { }
static inline int ftrace_text_reserved(const void *start, const void *end)
{
	return 0;
}

static inline unsigned long ftrace_location(unsigned long ip)
{
	return 0;
}

static inline unsigned long ftrace_location_range(unsigned long start,
						  unsigned long end)
{
	return 0;
}

static inline struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr)
{
	return NULL;
}

static inline bool is_ftrace_trampoline(unsigned long addr)
{
	return false;
}

static inline int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip,
				       int remove, int reset)
{
	return -ENODEV;
}

static inline int ftrace_set_filter_ips(struct ftrace_ops *ops,
					unsigned long *ips, unsigned int cnt,
					int remove, int reset)
{
	return -ENODEV;
}

static inline int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf,
				    int len, int reset)
{
	return -ENODEV;
}

static inline int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf,
				     int len, int reset)
{
	return -ENODEV;
}

static inline void ftrace_free_filter(struct ftrace_ops *ops) { }
static inline void ftrace_ops_set_global_filter(struct ftrace_ops *ops) { }
#endif /* CONFIG_DYNAMIC_FTRACE */

#if defined(CONFIG_DYNAMIC_FTRACE) && defined(CONFIG_KALLSYMS)
int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size,
			      unsigned long *off, char **modname,
			      const unsigned char **modbuildid, char *sym);
#else
static inline int
ftrace_mod_address_lookup(unsigned long addr, unsigned long *size,
			  unsigned long *off, char **modname,
			  const unsigned char **modbuildid, char *sym)
{
	return 0;
}
#endif

#if defined(CONFIG_DYNAMIC_FTRACE) && defined(CONFIG_KALLSYMS)
int ftrace_mod_get_kallsym(unsigned int symnum, unsigned long *value,
			   char *type, char *name, char *module_name,
			   int *exported);
#else
static inline int ftrace_mod_get_kallsym(unsigned int symnum,
					 unsigned long *value, char *type,
					 char *name, char *module_name,
					 int *exported)
{
	return -1;
}
#endif

/*
 * Direct calls: the sites of such an ops call the function at @addr, which saves
 * all registers that it uses and returns to the traced function.
 */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
int register_ftrace_direct(struct ftrace_ops *ops, unsigned long addr);
int unregister_ftrace_direct(struct ftrace_ops *ops, unsigned long addr,
			     bool free_filters);
int modify_ftrace_direct(struct ftrace_ops *ops, unsigned long addr);
int modify_ftrace_direct_nolock(struct ftrace_ops *ops, unsigned long addr);
unsigned long ftrace_find_rec_direct(unsigned long ip);
#else
static inline int register_ftrace_direct(struct ftrace_ops *ops,
					 unsigned long addr)
{
	return -ENODEV;
}

static inline int unregister_ftrace_direct(struct ftrace_ops *ops,
					   unsigned long addr, bool free_filters)
{
	return -ENODEV;
}

static inline int modify_ftrace_direct(struct ftrace_ops *ops,
				       unsigned long addr)
{
	return -ENODEV;
}

static inline int modify_ftrace_direct_nolock(struct ftrace_ops *ops,
					      unsigned long addr)
{
	return -ENODEV;
}

static inline unsigned long ftrace_find_rec_direct(unsigned long ip)
{
	return 0;
}
#endif

/*
 * Function graph: callbacks at the entry and at the return of functions.
 *
 * At the entry of a function its return address is replaced by that of
 * return_to_handler(), and stored on the shadow stack of the task.
 */

/**
 * struct ftrace_graph_ent - a call
 * @func: address of the function's site
 * @depth: number of outer calls of this task on its shadow stack
 */
struct ftrace_graph_ent {
	unsigned long		func;
	int			depth;
} __packed;

/**
 * struct ftrace_graph_ret - a return
 * @func: address of the function's site
 * @retval: return value of the function, or an undefined value if it has none
 * @depth: value of @depth at the call
 * @overrun: number of calls of this task that were lost because its shadow stack
 *	was full
 * @calltime: for use by the callback
 * @rettime: for use by the callback
 */
struct ftrace_graph_ret {
	unsigned long		func;
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	unsigned long		retval;
#endif
	int			depth;
	unsigned int		overrun;
	unsigned long long	calltime;
	unsigned long long	rettime;
} __packed;

struct fgraph_ops;

/* Returns 0 if the call is not traced; @retfunc is not called then. */
typedef int (*trace_func_graph_ent_t)(struct ftrace_graph_ent *trace,
				      struct fgraph_ops *gops);
typedef void (*trace_func_graph_ret_t)(struct ftrace_graph_ret *trace,
				       struct fgraph_ops *gops);

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
#define __notrace_funcgraph	notrace

/* Number of struct fgraph_ops that may be registered at the same time. */
#define FGRAPH_USERS_MAX	16

/* Maximum size that fgraph_reserve_data() provides, in bytes. */
#define FGRAPH_MAX_DATA_SIZE	(32 * sizeof(long))

/**
 * struct fgraph_ops - callbacks for calls and returns
 * @entryfunc: called at the entry of a function
 * @retfunc: called at its return, if @entryfunc returned a value other than 0
 * @ops: contains the filter, to be set by ftrace_set_filter(&gops->ops, ...)
 * @private: for the owner
 * @saved_func: for the owner: the previous value of @entryfunc
 * @idx: private; index of the user on shadow stacks
 *
 * Both callbacks are notrace and run in the context of the traced function,
 * including NMI. They are not called recursively.
 */
struct fgraph_ops {
	trace_func_graph_ent_t	entryfunc;
	trace_func_graph_ret_t	retfunc;
	struct ftrace_ops	ops;
	void			*private;
	trace_func_graph_ent_t	saved_func;
	int			idx;
};

/**
 * struct ftrace_ret_stack - a call on a shadow stack
 * @ret: return address
 * @func: address of the function's site
 * @retp: address of the return address on the stack
 * @key: private; the users whose @retfunc is called
 * @from: private; the position on the stack before the call
 */
struct ftrace_ret_stack {
	unsigned long		ret;
	unsigned long		func;
	unsigned long		*retp;
	u32			key;
	u32			from;
};

/**
 * register_ftrace_graph - register callbacks for calls and returns
 * @gops: the callbacks and their filter
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY if too many are registered; -ENOMEM; or as for
 * register_ftrace_function().
 */
int register_ftrace_graph(struct fgraph_ops *gops);

/**
 * unregister_ftrace_graph - unregister callbacks for calls and returns
 * @gops: the registered callbacks
 *
 * No CPU executes the callbacks on return. Calls may have been passed to
 * @entryfunc whose returns are never passed to @retfunc.
 *
 * Context: task, may sleep.
 */
void unregister_ftrace_graph(struct fgraph_ops *gops);

int ftrace_graph_entry_stub(struct ftrace_graph_ent *trace,
			    struct fgraph_ops *gops);

/**
 * fgraph_reserve_data - reserve space for data until the function returns
 * @idx: index of the struct fgraph_ops
 * @size_bytes: size in bytes, up to FGRAPH_MAX_DATA_SIZE
 *
 * Context: in the entryfunc, once.
 * Return: the data, or NULL if the shadow stack is full.
 */
void *fgraph_reserve_data(int idx, int size_bytes);

/**
 * fgraph_retrieve_data - get the data that was reserved at the call
 * @idx: index of the struct fgraph_ops
 * @size_bytes: set to the size in bytes, rounded up to long words
 *
 * Context: in the retfunc.
 * Return: the data, or NULL if there is none.
 */
void *fgraph_retrieve_data(int idx, int *size_bytes);

/**
 * fgraph_retrieve_parent_data - get the data that was reserved at an outer call
 * @idx: index of the struct fgraph_ops
 * @size_bytes: set to the size in bytes, rounded up to long words
 * @depth: number of calls with data of @idx to skip; 0 for the innermost call
 *	outside of the present one
 *
 * Context: in either callback.
 * Return: the data, or NULL if there is none.
 */
void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth);

/**
 * ftrace_graph_get_ret_stack - get a call on the shadow stack of a task
 * @task: current, or a task that does not run
 * @skip: number of inner calls to skip
 *
 * Context: any.
 * Return: the call, or NULL if there are not so many.
 */
struct ftrace_ret_stack *ftrace_graph_get_ret_stack(struct task_struct *task,
						    int skip);

/**
 * ftrace_graph_top_ret_addr - get the return address of the innermost call
 * @task: current, or a task that does not run
 *
 * Context: any.
 * Return: the first return address on the shadow stack that is not a hook, or 0.
 */
unsigned long ftrace_graph_top_ret_addr(struct task_struct *task);

/**
 * ftrace_graph_ret_addr - get the original return address of a hooked frame
 * @task: current, or a task that does not run
 * @idx: position of the search; 0 at first, then as set by this function
 * @ret: the return address found on the stack
 * @retp: the address where @ret was found, or NULL if not known
 *
 * Context: any.
 * Return: the original address; @ret if it is not that of a hook.
 */
unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx,
				    unsigned long ret, unsigned long *retp);

void ftrace_graph_init_task(struct task_struct *t);
void ftrace_graph_exit_task(struct task_struct *t);
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu);

/* Hooked functions return to the first one, which calls the second. */
void return_to_handler(void);
#ifdef CONFIG_FTRACE_ARCH_GENERIC
unsigned long ftrace_return_to_handler(struct ftrace_regs *fregs);

/* Called by ftrace_graph_func() of the architecture: see fgraph/arch_generic.c. */
int function_graph_enter(unsigned long ret, unsigned long func,
			 unsigned long frame_pointer, unsigned long *retp);
#else
unsigned long ftrace_return_to_handler(unsigned long *retp,
				       unsigned long retval);
#endif

/**
 * pause_graph_tracing - do not trace calls of this task for a while
 *
 * Context: any; nests.
 */
static inline void pause_graph_tracing(void)
{
	atomic_inc(&current->tracing_graph_pause);
}

/**
 * unpause_graph_tracing - undo pause_graph_tracing()
 *
 * Context: any.
 */
static inline void unpause_graph_tracing(void)
{
	atomic_dec(&current->tracing_graph_pause);
}
#else
#define __notrace_funcgraph

/* Macros, because struct fgraph_ops is not defined. */
#define register_ftrace_graph(gops)	({ -1; })
#define unregister_ftrace_graph(gops)	do { } while (0)

static inline void ftrace_graph_init_task(struct task_struct *t) { }
static inline void ftrace_graph_exit_task(struct task_struct *t) { }
static inline void ftrace_graph_init_idle_task(struct task_struct *t, int cpu) { }
static inline void pause_graph_tracing(void) { }
static inline void unpause_graph_tracing(void) { }

static inline unsigned long
ftrace_graph_ret_addr(struct task_struct *task, int *idx, unsigned long ret,
		      unsigned long *retp)
{
	return ret;
}
#endif

/* Addresses of callers, if the stack is known to be deep enough. */
#ifndef ftrace_return_address0
# define ftrace_return_address0	__builtin_return_address(0)
#endif
#ifndef ftrace_return_address
# ifdef CONFIG_FRAME_POINTER
#  define ftrace_return_address(n) __builtin_return_address(n)
# else
#  define ftrace_return_address(n) ((void)(n), 0UL)
# endif
#endif

#define CALLER_ADDR0	((unsigned long)ftrace_return_address0)
#define CALLER_ADDR1	((unsigned long)ftrace_return_address(1))
#define CALLER_ADDR2	((unsigned long)ftrace_return_address(2))
#define CALLER_ADDR3	((unsigned long)ftrace_return_address(3))
#define CALLER_ADDR4	((unsigned long)ftrace_return_address(4))
#define CALLER_ADDR5	((unsigned long)ftrace_return_address(5))
#define CALLER_ADDR6	((unsigned long)ftrace_return_address(6))

/* The address where a lock was taken, outside of lock functions if possible. */
static __always_inline unsigned long get_lock_parent_ip(void)
{
	if (!in_lock_functions(CALLER_ADDR0))
		return CALLER_ADDR0;
	if (!in_lock_functions(CALLER_ADDR1))
		return CALLER_ADDR1;
	return CALLER_ADDR2;
}

#ifdef CONFIG_TRACE_PREEMPT_TOGGLE
void trace_preempt_on(unsigned long a0, unsigned long a1);
void trace_preempt_off(unsigned long a0, unsigned long a1);
#else
static inline void trace_preempt_on(unsigned long a0, unsigned long a1) { }
static inline void trace_preempt_off(unsigned long a0, unsigned long a1) { }
#endif

#endif /* _LINUX_FTRACE_H */
