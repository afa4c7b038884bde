/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program without a kernel, for the test of lines.c: it touches known cache lines between two
 * marks. QEMU loads it with -kernel, since it has the header of a multiboot kernel, and starts it
 * in 32-bit mode.
 */
#include "mark.h"

	.macro	mark number
	.byte	0x0f, 0x1f, 0x80
	.long	LINES_MARK + \number
	.endm

	.text
	/* Magic number, flags, checksum */
	.long	0x1badb002, 0, -0x1badb002

	.globl	_start
_start:
	movl	$stack, %esp
	mark	LINES_ARM
	/* Give the plugin time to instrument the code. */
	movl	$1000, %ecx
1:	decl	%ecx
	jnz	1b
	/* The letter k, lowest bit first */
	.irp	bit, 1, 1, 0, 1, 0, 1, 1, 0
	mark	LINES_ZERO + \bit
	.endr
	mark	LINES_SERIES
	jmp	first

	/* Lines of code: first, third, fourth; nothing of the second is executed. */
	.balign	64
	.globl	first
first:
	mark	LINES_BEGIN
	movl	data, %eax
	movl	%eax, data + 62
	pushl	%eax
	jmp	third
	.balign	64
	.fill	64, 1, 0x90
	/* This instruction begins in the third line and ends in the fourth. */
	.fill	61, 1, 0x90
third:
	movl	$1, %eax
	mark	LINES_END
	movl	data + 256, %eax
	/* isa-debug-exit */
	outb	%al, $0xf4
2:	hlt
	jmp	2b

	.data
	.balign	64
	.globl	data
data:
	.fill	512, 1, 0
	.globl	stack
stack:
