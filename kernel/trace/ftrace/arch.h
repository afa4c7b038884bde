/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between ftrace/ and the architecture beyond <linux/ftrace.h>, and
 * flags of ops for other components.
 *
 * x86 implements it in arch/x86/kernel/ftrace.c. For all other architectures, arch_generic.c
 * implements it by the functions of <linux/ftrace_arch.h>. What differs:
 *
 *			x86				arch_generic.c
 *	change of text	all sites together,		one site after the other,
 *			arch_ftrace_site_ok() first	checked by the architecture
 *	one ops		its trampoline on x86-64, else	ftrace_caller() with CALL_OPS,
 *			the list function		or the list function
 *	direct ops	ftrace_regs_caller() if others	ftrace_caller()
 *			trace the site, too
 *	static keys	FTRACE_STATIC_KEYS		-
 */
#ifndef _KERNEL_TRACE_FTRACE_ARCH_H
#define _KERNEL_TRACE_FTRACE_ARCH_H

#include <linux/bits.h>
#include <linux/ftrace.h>
#include <linux/types.h>

/*
 * In ftrace_ops.flags: the callback does not use its registers, and gets NULL for
 * them where that is cheaper.
 */
#define FTRACE_OPS_NO_REGS		BIT(31)

/*
 * Largest distance of a site from the first byte of its function, in bytes: after an ENDBR on
 * x86; elsewhere after up to two instructions, as a BTI and the one that saves the link register
 * on arm64.
 */
#ifndef CONFIG_FTRACE_ARCH_GENERIC
# define FTRACE_SITE_MAX_OFFSET		(IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0)
#elif defined(FTRACE_MCOUNT_MAX_OFFSET)
# define FTRACE_SITE_MAX_OFFSET		FTRACE_MCOUNT_MAX_OFFSET
#else
# define FTRACE_SITE_MAX_OFFSET		(2 * MCOUNT_INSN_SIZE)
#endif

#ifdef CONFIG_DYNAMIC_FTRACE

/**
 * arch_ftrace_init_site - turn the call at a site into a nop
 * @mod: the module of the site, or NULL
 * @site: the site; its text is writable and not executed yet
 *
 * Context: boot or module load.
 * Return: 0, or an errno if the text is not as expected.
 */
int arch_ftrace_init_site(struct module *mod, struct dyn_ftrace *site);

/**
 * arch_ftrace_update - change the text of all sites that ftrace_site_next() returns
 *
 * Context: task, may sleep; ftrace_lock held; takes text_mutex and cpus_read_lock(), in the order
 * of the architecture.
 */
void arch_ftrace_update(void);

#ifdef CONFIG_FTRACE_ARCH_GENERIC
/* The architecture checks the text when it changes it. */
static inline bool arch_ftrace_site_ok(const struct dyn_ftrace *site)
{
	return true;
}

/* Flags of ops that need more than a call of ftrace_ops.func: see ftrace_ops_callee(). */
#define FTRACE_OPS_CHECKED	(FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU | FTRACE_OPS_FL_PID)

static inline u32 arch_ftrace_call_ops(const struct ftrace_ops *ops)
{
	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS) || !ops)
		return 0;
	if (ops->flags & FTRACE_OPS_CHECKED && !(ops->flags & FTRACE_OPS_FL_DIRECT))
		return 0;
	return FTRACE_FL_CALL_OPS_EN;
}

/* The letter O in enabled_functions. */
static inline bool arch_ftrace_calls_ops(const struct dyn_ftrace *site)
{
	return site->flags & FTRACE_FL_CALL_OPS_EN;
}

/*
 * The function that a site of a direct ops calls. Where it is too far away for
 * dyn_ftrace.callee, ftrace_caller() calls it.
 */
static inline unsigned long arch_ftrace_direct_callee(unsigned long addr)
{
	long offset = addr - (unsigned long)_stext;

	return offset == (s32)offset ? addr : FTRACE_ADDR;
}

static inline bool arch_ftrace_plan(struct dyn_ftrace *site, unsigned long callee,
				    const struct ftrace_ops *ops)
{
	u32 calls = callee ? arch_ftrace_call_ops(ops) : 0;

	/* The ops may be another one than before. */
	if (callee == ftrace_site_target(site) &&
	    !(calls | (site->flags & FTRACE_FL_CALL_OPS_EN)))
		return false;
	site->was = site->callee;
	site->callee = callee ? callee - (unsigned long)_stext : 0;
	site->flags = (site->flags & ~FTRACE_FL_CALL_OPS_EN) | calls;
	return true;
}

/* What a direct ops needs of the trampoline that calls several ops. */
#define FTRACE_OPS_DIRECT_REGS	FTRACE_OPS_FL_SAVE_ARGS

#else /* !CONFIG_FTRACE_ARCH_GENERIC */
/* Check whether the text of a site is as expected. Context: task. */
bool arch_ftrace_site_ok(const struct dyn_ftrace *site);

/* Check whether a site has a pointer to its only ops, which the trampoline calls. */
static inline bool arch_ftrace_calls_ops(const struct dyn_ftrace *site)
{
	return false;
}

static inline unsigned long arch_ftrace_direct_callee(unsigned long addr)
{
	return addr;
}

/**
 * arch_ftrace_plan - note what a site is to call
 * @site: a dirty site
 * @callee: the function, or 0 for a nop
 * @ops: the only ops of the site; NULL if there are none or several
 *
 * Context: task; ftrace_lock held.
 * Return: false if the site does so already.
 */
static inline bool arch_ftrace_plan(struct dyn_ftrace *site, unsigned long callee,
				    const struct ftrace_ops *ops)
{
	if (callee == ftrace_site_target(site))
		return false;
	site->callee = callee ? callee - (unsigned long)_stext : 0;
	return true;
}

#define FTRACE_OPS_DIRECT_REGS	FTRACE_OPS_FL_SAVE_REGS
#endif /* CONFIG_FTRACE_ARCH_GENERIC */

/* x86-64 makes a trampoline for each ops, which calls the callback of that ops. */
#ifdef CONFIG_X86_64
static inline void arch_ftrace_init(void) { }

int arch_ftrace_trampoline_alloc(struct ftrace_ops *ops, ftrace_func_t func);
void arch_ftrace_trampoline_set(struct ftrace_ops *ops, ftrace_func_t func);
void arch_ftrace_trampoline_free(struct ftrace_ops *ops);
unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops);
ftrace_func_t arch_ftrace_trampoline_func(struct ftrace_ops *ops);
unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops);
#else
void __init arch_ftrace_init(void);

static inline int arch_ftrace_trampoline_alloc(struct ftrace_ops *ops, ftrace_func_t func)
{
	return -EOPNOTSUPP;
}

static inline void arch_ftrace_trampoline_set(struct ftrace_ops *ops, ftrace_func_t func) { }
static inline void arch_ftrace_trampoline_free(struct ftrace_ops *ops) { }

static inline unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops)
{
	return 0;
}

static inline ftrace_func_t arch_ftrace_trampoline_func(struct ftrace_ops *ops)
{
	return ops->func;
}

static inline unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops)
{
	return FTRACE_ADDR;
}
#endif /* CONFIG_X86_64 */
#endif /* CONFIG_DYNAMIC_FTRACE */

/**
 * struct ftrace_jump - a nop or jump in text that is to be changed
 * @ip: address of the instruction
 * @target: address where the jump leads
 * @size: size of the instruction in bytes
 * @jumps: whether it becomes a jump rather than a nop
 */
struct ftrace_jump {
	unsigned long	ip;
	unsigned long	target;
	u8		size;
	bool		jumps;
};

bool arch_ftrace_jump_init(struct ftrace_jump *jump);
void arch_ftrace_jumps_update(struct ftrace_jump *jumps, unsigned int count);

#endif
