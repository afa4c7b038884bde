/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Function tracing: have a function called where other functions begin.
 *
 * The compiler leaves a call at the entry of every function that may be traced
 * (a *site*). The kernel turns it into a nop, and into a call again while some
 * struct ftrace_ops wants to know of that function.
 * See Documentation/trace/ftrace-uses.rst.
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
 * Knobs of the tracing core that kernel/sysctl.c offers under /proc/sys/kernel.
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
 * disable_trace_on_warning - stop all tracing when a warning is to be printed
 *
 * Does so only if the user asked for it (traceoff_on_warning).
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
 * stack_tracer_disable - keep the stack tracer out of what follows
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
 * Context: as stack_tracer_disable().
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
 * @ip: the site
 * @parent_ip: where the traced function returns to
 * @op: the ops that was registered
 * @fregs: registers at the site; the architecture tells which of them are valid
 *
 * Context: that of the traced function, NMI included; must be notrace.
 */
typedef void (*ftrace_func_t)(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *op, struct ftrace_regs *fregs);

/*
 * What an ops asks for, set before it is registered:
 *
 * DYNAMIC	is not static data; unregistering waits until nobody runs in it.
 *		Set by the core for everything outside the kernel image and its
 *		modules.
 * SAVE_REGS	the callback wants all registers; ftrace_get_regs() gives them.
 * SAVE_REGS_IF_SUPPORTED	likewise, but goes without where that can't be.
 * RECURSION	the callback can't stand recursion; the core guards it.
 * STUB		never to be called.
 * IPMODIFY	the callback may change the instruction pointer in the registers.
 *		At most one such ops may hold a site.
 * RCU		call only where RCU is watching.
 * TRACE_ARRAY	@private is an instance.
 * PERMANENT	must not be switched off by the sysctl kernel.ftrace_enabled.
 * PID		consult @pid_ignore before each call.
 *
 * And what the core notes down: ENABLED (sites were patched for it),
 * INITIALIZED, DELETED (unregistering failed half way; don't use again),
 * ADDING, REMOVING, MODIFYING, ALLOC_TRAMP (@trampoline belongs to this ops),
 * DIRECT (sites jump to @direct_call), SUBOP.
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
 * enum ftrace_ops_cmd - why &ftrace_ops.ops_func of a direct ops is called
 * @FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF: it is being registered on a site
 *	that an IPMODIFY ops holds
 * @FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER: an IPMODIFY ops is to join it
 * @FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER: the IPMODIFY ops has left
 *
 * The callee answers 0 when it can share the site from then on (its trampoline
 * takes the function's address from the stack), or a negative errno.
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
 * struct ftrace_ops_hash - which functions an ops is for
 * @filter: sites to trace; NULL for all
 * @except: sites not to trace, even if in @filter; NULL for none
 *
 * Several ops may share one (ftrace_ops_set_global_filter()).
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
 * struct ftrace_ops - a callback and the functions it is for
 * @func: the callback
 * @flags: FTRACE_OPS_FL_*
 * @private: the owner's
 * @list: private; all registered ops
 * @pid_ignore: per-CPU flags for FTRACE_OPS_FL_PID: whether the task that runs
 *	there is not to be traced (see kernel/trace/ftrace/ftrace.h)
 * @local_hash: private; the filter of an ops that shares none
 * @func_hash: private; the filter in use
 * @active: private; the filter that the sites were last patched for
 * @trampoline: private; where the sites call to that only this ops traces
 * @trampoline_size: private; length of the code at @trampoline
 * @trampolines: private; all ops that have a trampoline of their own
 * @ops_func: for a direct ops: asked before it is to share a site
 * @direct_call: for a direct ops: where its sites call to
 *
 * Everything but @func, @flags, @private and @ops_func must be zero at first.
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
 * ftrace_get_regs - all registers, if the trampoline saved them
 * @fregs: what the callback got
 *
 * Return: the registers, or NULL when the ops did not ask for SAVE_REGS.
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

/* Does nothing; the architecture's, callable from assembly. */
void ftrace_stub(unsigned long ip, unsigned long parent_ip,
		 struct ftrace_ops *op, struct ftrace_regs *fregs);

/**
 * register_ftrace_function - have a callback called
 * @ops: the callback and its filter
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY if registered already, if a site is held by another
 * IPMODIFY ops or tracing is disabled and @ops is PERMANENT; -EINVAL; -ENOMEM;
 * -ENODEV after a failure to patch text.
 */
int register_ftrace_function(struct ftrace_ops *ops);

/**
 * unregister_ftrace_function - have it called no more
 * @ops: what was registered
 *
 * On return nobody runs in the callback of a DYNAMIC ops.
 *
 * Context: task, may sleep.
 * Return: 0 or -EBUSY if it was not registered.
 */
int unregister_ftrace_function(struct ftrace_ops *ops);

/**
 * ftrace_kill - give up: no function is traced from now on, nor patched
 *
 * Context: any.
 */
void ftrace_kill(void);

bool ftrace_is_dead(void);

/* Leave all sites as they are, but have nothing traced (kexec, suspend). */
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

#define FTRACE_CALLSITE_SECTION	"__mcount_loc"

/**
 * struct dyn_ftrace - a site
 * @ip: its address
 * @flags: number of ops that trace it, and more of the table's own
 * @callee: where its text leads, or is being made to lead: an address relative
 *	to the start of kernel text, or 0 for nowhere
 * @arch: what the architecture keeps
 */
struct dyn_ftrace {
	unsigned long		ip;
	u32			flags;
	s32			callee;
	struct dyn_arch_ftrace	arch;
};

void ftrace_init(void);
void ftrace_module_init(struct module *mod);
void ftrace_module_enable(struct module *mod);
void ftrace_release_mod(struct module *mod);

/**
 * ftrace_location_range - find a site between two addresses
 * @start: the first address
 * @end: the last address, inclusive
 *
 * Context: any.
 * Return: the first site there, or 0.
 */
unsigned long ftrace_location_range(unsigned long start, unsigned long end);

/**
 * ftrace_location - the site of a function
 * @ip: a site, or the first address of a function
 *
 * Context: any.
 * Return: the address of the site, or 0.
 */
unsigned long ftrace_location(unsigned long ip);

/**
 * ftrace_text_reserved - do sites stand in some text?
 * @start: the first address
 * @end: the last address, inclusive
 *
 * Context: any.
 * Return: 1 or 0.
 */
int ftrace_text_reserved(const void *start, const void *end);

/**
 * ftrace_set_filter_ip - add a function to the filter, or take it away
 * @ops: whose filter
 * @ip: the site, or the function's first address
 * @remove: take it away
 * @reset: empty the filter before
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if there is no site at @ip; -ENOENT if that to be removed
 * is not in the filter; -ENOMEM, -EBUSY as register_ftrace_function().
 */
int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove,
			 int reset);
int ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips,
			  unsigned int cnt, int remove, int reset);

/**
 * ftrace_set_filter - add functions to the filter by name
 * @ops: whose filter
 * @buf: a name or a glob; NULL with @reset for all functions
 * @len: its length
 * @reset: empty the filter before
 *
 * Context: task, may sleep.
 * Return: 0, -EINVAL if nothing matches, or as ftrace_set_filter_ip().
 */
int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf, int len,
		      int reset);
int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf, int len,
		       int reset);
void ftrace_set_global_filter(unsigned char *buf, int len, int reset);
void ftrace_set_global_notrace(unsigned char *buf, int len, int reset);
void ftrace_ops_set_global_filter(struct ftrace_ops *ops);

/**
 * ftrace_free_filter - free the filter of an ops that is not registered
 * @ops: the ops
 *
 * Context: task, may sleep.
 */
void ftrace_free_filter(struct ftrace_ops *ops);

/**
 * ftrace_ops_trampoline - whose trampoline is this?
 * @addr: a text address
 *
 * Context: any; the answer lasts while preemption is disabled.
 * Return: the ops, or NULL.
 */
struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr);
bool is_ftrace_trampoline(unsigned long addr);

/*
 * Between the table of sites and the architecture.
 */

/* The trampolines for callbacks without and with all registers. */
void ftrace_caller(void);
void ftrace_regs_caller(void);

/* What they call: the function that walks through all ops. */
void ftrace_ops_list_func(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *op, struct ftrace_regs *fregs);

/**
 * ftrace_site_find - look a site up
 * @ip: its address
 *
 * Context: any; callable from noinstr code. The site stays while the caller
 * can't be preempted.
 * Return: the site, or NULL.
 */
struct dyn_ftrace *ftrace_site_find(unsigned long ip);

/**
 * ftrace_site_callee - where to go from a site whose text can't be trusted
 * @site: the site
 *
 * Context: any; callable from noinstr code.
 * Return: the trampoline that finds all callbacks of this site, or 0.
 */
unsigned long ftrace_site_callee(const struct dyn_ftrace *site);

/**
 * ftrace_site_next - walk through the sites whose text is to be changed
 * @site: the last one, or NULL to begin
 *
 * Goes up in address order within each group of sites.
 *
 * Context: task, from arch_ftrace_update() only.
 * Return: the next site, or NULL at the end.
 */
struct dyn_ftrace *ftrace_site_next(struct dyn_ftrace *site);

/* The function that a site calls, or is to call; 0 for none. */
static inline unsigned long ftrace_site_target(const struct dyn_ftrace *site)
{
	return site->callee ? (unsigned long)_stext + site->callee : 0;
}

/* Does the text of a site lead where the table says? */
bool arch_ftrace_site_ok(const struct dyn_ftrace *site);

/* Change the text of all sites that ftrace_site_next() walks through. */
void arch_ftrace_update(void);

/* Make a nop of a site that nobody can execute yet. */
int arch_ftrace_init_site(unsigned long ip);

/* A trampoline that calls @func for @ops alone; changing @func; freeing it. */
int arch_ftrace_trampoline_alloc(struct ftrace_ops *ops, ftrace_func_t func);
void arch_ftrace_trampoline_set(struct ftrace_ops *ops, ftrace_func_t func);
void arch_ftrace_trampoline_free(struct ftrace_ops *ops);
unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops);
ftrace_func_t arch_ftrace_trampoline_func(struct ftrace_ops *ops);

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

#if defined(CONFIG_DYNAMIC_FTRACE) && defined(CONFIG_MODULES) && \
	defined(CONFIG_KALLSYMS)
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
 * Direct calls: the sites of such an ops call @addr itself, a function that
 * saves all it needs and returns to the traced function.
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
 * Function graph: have a callback called when functions begin and when they
 * return.
 *
 * At the entry of a function its return address is replaced by that of
 * return_to_handler(), and kept on a stack of the task's own, the shadow stack.
 */

/**
 * struct ftrace_graph_ent - a call
 * @func: the function's site
 * @depth: calls of this task on its shadow stack, below this one
 */
struct ftrace_graph_ent {
	unsigned long		func;
	int			depth;
} __packed;

/**
 * struct ftrace_graph_ret - a return
 * @func: the function's site
 * @retval: what it returned, or what stood in the first register for that
 * @depth: as it was at the call
 * @overrun: calls of this task that were left out for want of room
 * @calltime: for the callback's own use
 * @rettime: the same
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

/* Zero: this call is not of interest, and its return will not be told. */
typedef int (*trace_func_graph_ent_t)(struct ftrace_graph_ent *trace,
				      struct fgraph_ops *gops);
typedef void (*trace_func_graph_ret_t)(struct ftrace_graph_ret *trace,
				       struct fgraph_ops *gops);

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
#define __notrace_funcgraph	notrace

/* As many may be registered at once. */
#define FGRAPH_USERS_MAX	16

/* fgraph_reserve_data() gives no more, in bytes. */
#define FGRAPH_MAX_DATA_SIZE	(32 * sizeof(long))

/**
 * struct fgraph_ops - a pair of callbacks
 * @entryfunc: a function was called
 * @retfunc: it returns; called only if @entryfunc returned other than zero
 * @ops: its filter: set with ftrace_set_filter(&gops->ops, ...)
 * @private: the owner's
 * @saved_func: the owner's: what @entryfunc was while it is replaced
 * @idx: private; names it on shadow stacks
 *
 * Both callbacks are notrace and run in the context of the traced function, NMI
 * included. They are not called again for functions that they call.
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
 * @ret: where it returns to
 * @func: the function's site
 * @retp: where its return address stood
 * @users: bits: whose @retfunc is to be called
 * @serial: private; who was registered when the call came
 * @back: private; long words from here back to the call before
 * @depth: calls below this one
 */
struct ftrace_ret_stack {
	unsigned long		ret;
	unsigned long		func;
	unsigned long		*retp;
	u16			users;
	u16			serial;
	u16			back;
	s16			depth;
};

/**
 * register_ftrace_graph - have calls and returns told
 * @gops: the callbacks, with the filter of its ops
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY if there are too many; -ENOMEM; or as
 * register_ftrace_function().
 */
int register_ftrace_graph(struct fgraph_ops *gops);

/**
 * unregister_ftrace_graph - have them told no more
 * @gops: what was registered
 *
 * On return nobody runs in its callbacks. Calls that were told may never have
 * their returns told.
 *
 * Context: task, may sleep.
 */
void unregister_ftrace_graph(struct fgraph_ops *gops);

/* An entryfunc that wants nothing. */
int ftrace_graph_entry_stub(struct ftrace_graph_ent *trace,
			    struct fgraph_ops *gops);

/**
 * fgraph_reserve_data - keep something until the function returns
 * @idx: of the struct fgraph_ops
 * @size_bytes: how much; at most FGRAPH_MAX_DATA_SIZE
 *
 * Context: in the entryfunc, once.
 * Return: the room, or NULL if there is none.
 */
void *fgraph_reserve_data(int idx, int size_bytes);

/**
 * fgraph_retrieve_data - what was kept at the call
 * @idx: of the struct fgraph_ops
 * @size_bytes: how much there is, in whole long words
 *
 * Context: in the retfunc.
 * Return: the room that fgraph_reserve_data() gave, or NULL.
 */
void *fgraph_retrieve_data(int idx, int *size_bytes);

/**
 * fgraph_retrieve_parent_data - what was kept at a call further out
 * @idx: of the struct fgraph_ops
 * @size_bytes: how much there is, in whole long words
 * @depth: how many calls that have data of @idx to pass over; 0 is the innermost
 *	one outside of the present call
 *
 * Context: in either of the callbacks.
 * Return: the room, or NULL.
 */
void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth);

/**
 * ftrace_graph_get_ret_stack - a call on a task's shadow stack
 * @task: current, or a task that does not run
 * @skip: how many to pass over; 0 is the innermost
 *
 * Context: any.
 * Return: the call, or NULL.
 */
struct ftrace_ret_stack *ftrace_graph_get_ret_stack(struct task_struct *task,
						    int skip);

/* Where the innermost call of a task returns to, past all hooks; 0: nowhere. */
unsigned long ftrace_graph_top_ret_addr(struct task_struct *task);

/**
 * ftrace_graph_ret_addr - the address that a hooked frame really returns to
 * @task: current, or a task that does not run
 * @idx: where the search stands; 0 at first, then as this function left it
 * @ret: what stands on the stack
 * @retp: where it stands; NULL if that is not known
 *
 * Context: any.
 * Return: the address; @ret itself if it is no hook's.
 */
unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx,
				    unsigned long ret, unsigned long *retp);

/* Tasks come and go: their shadow stacks with them. */
void ftrace_graph_init_task(struct task_struct *t);
void ftrace_graph_exit_task(struct task_struct *t);
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu);

/* The architecture's: what hooked functions return to, and what that calls. */
void return_to_handler(void);
unsigned long ftrace_return_to_handler(unsigned long *retp,
				       unsigned long retval);

/**
 * pause_graph_tracing - have no more functions of this task told for a while
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

/* Macros: the caller's struct fgraph_ops need not be there. */
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

/*
 * Callers' addresses, where it is known that there are so many frames.
 */
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

/* Who took the lock, or at least who called the function that did. */
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
