/* SPDX-License-Identifier: GPL-2.0 */
/* The x86 part of function tracing: patch sites, registers, system calls. */
#ifndef _ASM_X86_FTRACE_H
#define _ASM_X86_FTRACE_H

#include <asm/ptrace.h>

#ifdef CONFIG_FUNCTION_TRACER
#ifndef CC_USING_FENTRY
# error "x86 needs a compiler that knows -mfentry"
#endif

#define MCOUNT_ADDR		((unsigned long)(__fentry__))
/* A site is one instruction: a call, or a nop of the same length. */
#define MCOUNT_INSN_SIZE	5

#define ARCH_SUPPORTS_FTRACE_OPS 1

#ifndef __ASSEMBLY__
#include <linux/compiler.h>
#include <linux/types.h>

void __fentry__(void);

/* The addresses in __mcount_loc are those of the sites. */
static inline unsigned long ftrace_call_adjust(unsigned long addr)
{
	return addr;
}

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS

#include <linux/ftrace_regs.h>

/* The trampolines set cs to 0 unless they have saved all registers. */
static __always_inline struct pt_regs *
arch_ftrace_get_regs(struct ftrace_regs *fregs)
{
	struct pt_regs *regs = &arch_ftrace_regs(fregs)->regs;

	return regs->cs ? regs : NULL;
}

/* arch_rethook_prepare() needs the stack pointer only, which is always saved. */
static __always_inline struct pt_regs *
arch_ftrace_rethook_regs(struct ftrace_regs *fregs)
{
	return &arch_ftrace_regs(fregs)->regs;
}

#define arch_ftrace_rethook_regs arch_ftrace_rethook_regs

#define ftrace_regs_set_instruction_pointer(fregs, addr) \
	(arch_ftrace_regs(fregs)->regs.ip = (addr))

#endif /* CONFIG_DYNAMIC_FTRACE_WITH_ARGS */

#ifdef CONFIG_DYNAMIC_FTRACE

/**
 * struct trampoline_info - how to copy a trampoline (see ftrace_64.S)
 * @size: size of the code in bytes
 * @op: offset of the instruction that loads the ops
 * @call: offset of the instruction that calls the callback
 */
struct trampoline_info {
	u32	size;
	u32	op;
	u32	call;
};

extern const struct trampoline_info ftrace_caller_info;
extern const struct trampoline_info ftrace_regs_caller_info;
extern struct ftrace_ops *ftrace_list_ops_ptr;

/* No architecture-specific data per site. */
struct dyn_arch_ftrace {
};

/*
 * Set the function to jump to after the callbacks. The trampoline that saves all
 * registers reads its address from orig_ax.
 */
static inline void
__arch_ftrace_set_direct_caller(struct pt_regs *regs, unsigned long addr)
{
	regs->orig_ax = addr;
}

#define arch_ftrace_set_direct_caller(fregs, addr) \
	__arch_ftrace_set_direct_caller(&arch_ftrace_regs(fregs)->regs, addr)

/**
 * ftrace_int3_handler - handle a breakpoint at a patch site
 * @regs: registers of the trap
 *
 * Context: any, including NMI and during a text change; noinstr.
 * Return: true if the breakpoint was at a site, and @regs were modified to
 * continue as the instruction of the site does.
 */
bool ftrace_int3_handler(struct pt_regs *regs);

#endif /* CONFIG_DYNAMIC_FTRACE */
#endif /* !__ASSEMBLY__ */
#endif /* CONFIG_FUNCTION_TRACER */

#ifndef __ASSEMBLY__
#include <linux/types.h>

struct pt_regs;

#if !defined(CONFIG_FUNCTION_TRACER) || !defined(CONFIG_DYNAMIC_FTRACE)
static inline bool ftrace_int3_handler(struct pt_regs *regs)
{
	return false;
}
#endif

/* Trampolines are never writable while they are executable. */
static inline void set_ftrace_ops_ro(void) { }

#ifdef CONFIG_FTRACE_SYSCALLS
#include <linux/string.h>

/*
 * The entry point of a system call has a prefix for its ABI: sys_read in the
 * metadata is __x64_sys_read in the table. A system call without arguments also
 * has the symbol __do_sys_fork, and kallsyms may return either.
 */
static inline bool arch_syscall_match_sym_name(const char *sym, const char *name)
{
	if (str_has_prefix(sym, "__x64_"))
		sym += strlen("__x64_");
	else if (str_has_prefix(sym, "__ia32_"))
		sym += strlen("__ia32_");
	else if (str_has_prefix(sym, "__do_"))
		sym += strlen("__do_");
	return !strcmp(sym, name);
}

#define arch_syscall_match_sym_name arch_syscall_match_sym_name

#ifdef CONFIG_COMPAT
#include <linux/compat.h>
#include <linux/thread_info.h>

#define ARCH_TRACE_IGNORE_COMPAT_SYSCALLS 1
/*
 * The numbers of compat system calls do not match the metadata, so they are not
 * recorded. x32 system calls are 64-bit ones with an additional bit.
 */
static inline bool arch_trace_is_compat_syscall(struct pt_regs *regs)
{
	return in_32bit_syscall();
}
#endif /* CONFIG_COMPAT */
#endif /* CONFIG_FTRACE_SYSCALLS */

#endif /* !__ASSEMBLY__ */
#endif /* _ASM_X86_FTRACE_H */
