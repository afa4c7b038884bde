/* SPDX-License-Identifier: GPL-2.0 */
/* What depends on the architecture: the counter of instructions, and names for probes. */
#ifndef BENCH_ARCH_H
#define BENCH_ARCH_H

#include <stdint.h>

/**
 * arch_instructions() - read the counter of the CPU
 *
 * It advances by one ns per instruction under QEMU's -icount shift=0. That of arm64 has 62.5 MHz
 * in QEMU: a value is a multiple of 16.
 *
 * Return: instructions since power-on.
 */
static inline uint64_t arch_instructions(void)
{
#ifdef __aarch64__
	uint64_t count, hz;

	asm volatile("isb; mrs %0, cntvct_el0; mrs %1, cntfrq_el0" : "=r" (count), "=r" (hz));
	return count * (1000000000ull / hz);
#else
	return __builtin_ia32_rdtsc();
#endif
}

/* The function of a system call, and two registers that have arguments or the result. */
#ifdef __aarch64__
#define ARCH_SYSCALL "__arm64_sys_"
#define ARCH_REG1 "%x0"
#define ARCH_REG2 "%x1"
#define ARCH_RESULT "%x0"
#else
#define ARCH_SYSCALL "__x64_sys_"
#define ARCH_REG1 "%di"
#define ARCH_REG2 "%si"
#define ARCH_RESULT "%ax"
#endif

#endif
