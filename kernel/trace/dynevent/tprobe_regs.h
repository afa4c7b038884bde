/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parameters and registers at the call of the probe of a tracepoint.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_TPROBE_REGS_H
#define _KERNEL_TRACE_DYNEVENT_TPROBE_REGS_H

#include <linux/irqflags.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>

/* Parameters of the probe that are passed in registers, after the first one. */
#ifdef CONFIG_S390
#define TPROBE_PARAMS							\
	unsigned long a, unsigned long b, unsigned long c, unsigned long d
#define TPROBE_WORDS	{ a, b, c, d }
#else
#define TPROBE_PARAMS							\
	unsigned long a, unsigned long b, unsigned long c, unsigned long d,	\
	unsigned long e
#define TPROBE_WORDS	{ a, b, c, d, e }
#endif

/*
 * Whether a tracepoint can call a probe with another prototype than its own: not if the
 * compiler checks the types of functions that are called by address.
 */
static inline bool tprobe_any_prototype(void)
{
#ifdef CONFIG_CFI_CLANG
	return false;
#else
	return true;
#endif
}

/**
 * tprobe_fetch_regs - get the registers as they were when the caller was called
 * @regs: filled in as if @ip was about to be executed; registers other than the
 *	instruction pointer, the stack and frame pointers and the flags are 0
 * @ip: the first instruction of a function that the tracepoint could have called
 *
 * Context: any, directly in the probe of a tracepoint.
 */
static __always_inline void tprobe_fetch_regs(struct pt_regs *regs, unsigned long ip)
{
	memset(regs, 0, sizeof(*regs));
#ifdef CONFIG_X86_64
	{
		const unsigned long *frame = __builtin_frame_address(0);

		/* The probe has pushed the frame pointer after its return address. */
		regs->bp = frame[0];
		regs->sp = (unsigned long)&frame[1];
		regs->cs = __KERNEL_CS;
		regs->flags = arch_local_save_flags();
	}
#else
	perf_fetch_caller_regs(regs);
#endif
	instruction_pointer_set(regs, ip);
}

#endif /* _KERNEL_TRACE_DYNEVENT_TPROBE_REGS_H */
