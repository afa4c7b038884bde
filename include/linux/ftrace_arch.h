/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Function tracing: what an architecture implements, and what it may call.
 *
 * This is the interface of Documentation/trace/ftrace-design.rst, which all architectures but
 * x86 implement. kernel/trace/ftrace/arch_generic.c and kernel/trace/fgraph/arch_generic.c call
 * it on behalf of the tracing core. x86 implements kernel/trace/ftrace/arch.h instead, in which
 * all sites of a change are patched together and each callback has a trampoline.
 */
#ifndef _LINUX_FTRACE_ARCH_H
#define _LINUX_FTRACE_ARCH_H

/* The trampolines that sites call, as the architecture's code refers to them. */
#ifndef FTRACE_ADDR
# define FTRACE_ADDR		((unsigned long)ftrace_caller)
#endif
#ifndef FTRACE_REGS_ADDR
# ifdef CONFIG_DYNAMIC_FTRACE_WITH_REGS
#  define FTRACE_REGS_ADDR	((unsigned long)ftrace_regs_caller)
# else
#  define FTRACE_REGS_ADDR	FTRACE_ADDR
# endif
#endif

#ifdef CONFIG_FTRACE_ARCH_GENERIC

/*
 * In dyn_ftrace.flags: the trampoline is to call the only ops of the site, which
 * ftrace_find_unique_ops() returns, rather than ftrace_list_ops.
 */
#define FTRACE_FL_CALL_OPS_EN		BIT(31)

/*
 * The bits of the argument of arch_ftrace_update_code() and ftrace_modify_all_code():
 *
 * UPDATE_CALLS		change the sites.
 * DISABLE_CALLS	never set here: a site that is to become a nop is one of UPDATE_CALLS.
 * UPDATE_TRACE_FUNC	call ftrace_update_ftrace_func().
 * START_FUNC_RET	call ftrace_enable_ftrace_graph_caller().
 * STOP_FUNC_RET	call ftrace_disable_ftrace_graph_caller().
 * MAY_SLEEP		set by the architecture if its functions may sleep.
 */
enum {
	FTRACE_UPDATE_CALLS		= BIT(0),
	FTRACE_DISABLE_CALLS		= BIT(1),
	FTRACE_UPDATE_TRACE_FUNC	= BIT(2),
	FTRACE_START_FUNC_RET		= BIT(3),
	FTRACE_STOP_FUNC_RET		= BIT(4),
	FTRACE_MAY_SLEEP		= BIT(5),
};

/* The instructions in the trampolines that ftrace_update_ftrace_func() patches. */
void ftrace_call(void);
void ftrace_regs_call(void);
/* The one that these functions of the architecture patch, which are not called. */
void ftrace_graph_caller(void);
int ftrace_enable_ftrace_graph_caller(void);
int ftrace_disable_ftrace_graph_caller(void);

/* Tested before function_graph_enter() is called, which decides itself. */
static inline bool ftrace_graph_is_dead(void)
{
	return false;
}

/* The size of what a callback gets as its registers, in bytes. */
#define ftrace_regs_size()		sizeof(struct __arch_ftrace_regs)

/* The ops of sites that several ops trace, and of sites that none traces. */
extern struct ftrace_ops ftrace_list_ops;
extern struct ftrace_ops ftrace_nop_ops;

/* What ftrace_caller() passes as the ops where it cannot find that of the site. */
extern struct ftrace_ops *function_trace_op;

/**
 * ftrace_find_unique_ops - find the ops that traces a site
 * @rec: a site with FTRACE_FL_CALL_OPS_EN
 *
 * Context: from ftrace_make_call() and ftrace_modify_call(), ftrace_lock held.
 * Return: the ops, or NULL.
 */
struct ftrace_ops *ftrace_find_unique_ops(struct dyn_ftrace *rec);

/**
 * ftrace_modify_all_code - change all that is to be changed
 * @command: the argument of arch_ftrace_update_code()
 *
 * Context: from arch_ftrace_update_code(), which may have stopped all other CPUs.
 */
void ftrace_modify_all_code(int command);

/**
 * ftrace_bug - report a site that could not be patched, and disable function tracing
 * @failed: the errno
 * @rec: the site; NULL if it is not known
 *
 * Context: ftrace_lock held.
 */
void ftrace_bug(int failed, struct dyn_ftrace *rec);

/*
 * For an architecture that defines ftrace_replace_code(), which changes all sites: it visits them
 * with for_ftrace_rec_iter(), and ftrace_update_record() tells what is to be done with each.
 */
struct ftrace_rec_iter;

static inline struct ftrace_rec_iter *ftrace_rec_iter_start(void)
{
	return (struct ftrace_rec_iter *)ftrace_site_next(NULL);
}

static inline struct dyn_ftrace *ftrace_rec_iter_record(struct ftrace_rec_iter *iter)
{
	return (struct dyn_ftrace *)iter;
}

static inline struct ftrace_rec_iter *ftrace_rec_iter_next(struct ftrace_rec_iter *iter)
{
	return (struct ftrace_rec_iter *)ftrace_site_next(ftrace_rec_iter_record(iter));
}

#define for_ftrace_rec_iter(iter)	\
	for (iter = ftrace_rec_iter_start(); iter; iter = ftrace_rec_iter_next(iter))

/* The function that the text of the site calls, and the one that it is to call; 0 for none. */
static inline unsigned long ftrace_get_addr_curr(struct dyn_ftrace *rec)
{
	return rec->was ? (unsigned long)_stext + rec->was : 0;
}

static inline unsigned long ftrace_get_addr_new(struct dyn_ftrace *rec)
{
	return ftrace_site_target(rec);
}

enum {
	FTRACE_UPDATE_IGNORE,
	FTRACE_UPDATE_MAKE_CALL,
	FTRACE_UPDATE_MODIFY_CALL,
	FTRACE_UPDATE_MAKE_NOP,
};

/* @enable: unused, because a site that becomes a nop is one of those to be changed. */
static inline int ftrace_update_record(struct dyn_ftrace *rec, bool enable)
{
	if (rec->was == rec->callee)
		return FTRACE_UPDATE_IGNORE;
	if (!rec->callee)
		return FTRACE_UPDATE_MAKE_NOP;
	return rec->was ? FTRACE_UPDATE_MODIFY_CALL : FTRACE_UPDATE_MAKE_CALL;
}

/* In dyn_ftrace.flags: sites that cannot be used are not among those to be changed. */
#define FTRACE_FL_DISABLED		0
#define FTRACE_FL_ENABLED		0

/* Implemented by the architecture. Each returns 0 or an errno, and does nothing in that case. */
int ftrace_make_nop(struct module *mod, struct dyn_ftrace *rec, unsigned long addr);
int ftrace_make_call(struct dyn_ftrace *rec, unsigned long addr);
int ftrace_modify_call(struct dyn_ftrace *rec, unsigned long old_addr, unsigned long addr);
int ftrace_update_ftrace_func(ftrace_func_t func);

/* Optional: the functions of arch_generic.c with these names are weak. */
int ftrace_dyn_arch_init(void);
void ftrace_arch_code_modify_prepare(void);
void ftrace_arch_code_modify_post_process(void);
void arch_ftrace_update_code(int command);
void ftrace_replace_code(int enable);

/* Whether the sites are not nops as they were compiled. */
#ifndef ftrace_need_init_nop
#define ftrace_need_init_nop()		true
#endif

#ifndef ftrace_init_nop
/* The first change of a site, which calls the architecture's mcount function. */
static inline int ftrace_init_nop(struct module *mod, struct dyn_ftrace *rec)
{
	return ftrace_make_nop(mod, rec, MCOUNT_ADDR);
}
#endif

#endif /* CONFIG_FTRACE_ARCH_GENERIC */
#endif /* _LINUX_FTRACE_ARCH_H */
