/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The marks by which a program in a guest, or a module of its kernel, talks to lines.c.
 *
 * A mark is the instruction "nopl DISPLACEMENT(%rax)" with a displacement of 32 bits. It does
 * nothing, needs no privilege, changes no flag and no register, and is a nop in 32-bit code,
 * too. Compilers, assemblers and the kernel use this encoding only to fill space, and then the
 * displacement is 0. The plugin finds a mark by its bytes when QEMU translates it, so that other
 * instructions cost nothing.
 */
#ifndef BENCH_MARK_H
#define BENCH_MARK_H

/* The displacement is this number plus one of those below. */
#define LINES_MARK	0x4c4e5300

/* Instrument code from now on, which takes effect some instructions later. */
#define LINES_ARM	0
/* The next bit of a name; the lowest bit of each character is the first. */
#define LINES_ZERO	1
#define LINES_ONE	2
/* The bits since the last LINES_SERIES are the name of the windows that follow. */
#define LINES_SERIES	3
/* The begin and the end of a window. */
#define LINES_BEGIN	4
#define LINES_END	5

#ifndef __ASSEMBLER__
/* @mark is a constant. */
static inline __attribute__((always_inline)) void lines_mark(const int mark)
{
#ifdef __x86_64__
	asm volatile(".byte 0x0f, 0x1f, 0x80; .long %c0" : : "i" (LINES_MARK + mark) : "memory");
#else
	(void)mark;
#endif
}
#endif

#endif
