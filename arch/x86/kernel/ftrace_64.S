/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trampolines between a traced function and its callbacks.
 *
 * A site calls one of the two trampolines below, or a copy of a trampoline that
 * was made for a single ops (see ftrace.c in this directory). On entry the stack
 * is:
 *
 *	 8(%rsp)	return address of the traced function
 *	  (%rsp)	address in the traced function after the site
 *
 * Below that, the trampolines store a struct pt_regs. (The third one, of which
 * only copies are called, does not.) The traced function has not saved any
 * register yet, so all registers that can contain an argument are saved.
 *
 * The copies have no unwind data of their own; the unwinder uses that of the
 * original at the same offset. So the length of an instruction and its effect on
 * the stack must not change when it is copied.
 */
#include <linux/export.h>
#include <linux/linkage.h>
#include <linux/objtool.h>

#include <asm/asm-offsets.h>
#include <asm/ftrace.h>
#include <asm/nospec-branch.h>
#include <asm/ptrace-abi.h>
#include <asm/segment.h>
#include <asm/unwind_hints.h>

	.code64
	.section .text, "ax"

SYM_FUNC_START(__fentry__)
	CALL_DEPTH_ACCOUNT
	RET
SYM_FUNC_END(__fentry__)
EXPORT_SYMBOL(__fentry__)

#ifdef CONFIG_DYNAMIC_FTRACE

/*
 * With frame pointers, neither the traced function nor the trampoline has a frame
 * yet. Create both, so that the unwinder finds the function and its caller: %rbp,
 * caller, %rbp | function, %rbp.
 */
#ifdef CONFIG_FRAME_POINTER
# define FRAMES		40
#else
# define FRAMES		0
#endif

/* Size of the registers that ftrace_noregs_caller() saves. */
#define NOREGS_SIZE	(7 * 8)

/* Offsets from %rsp while the registers are saved. */
#define FTRACE_RET	(FRAME_SIZE + FRAMES)
#define PARENT_RET	(FTRACE_RET + 8)

.macro ENTER_FRAMES
#ifdef CONFIG_FRAME_POINTER
	pushq	%rbp
	pushq	16(%rsp)
	pushq	%rbp
	movq	%rsp, %rbp
	pushq	24(%rsp)
	pushq	%rbp
	movq	%rsp, %rbp
#endif
.endm

/* Save the registers that can contain arguments, and the stack pointer. */
.macro KEEP_ARGS
	CALL_DEPTH_ACCOUNT
#ifdef CONFIG_FRAME_POINTER
	ENTER_FRAMES
	subq	$FRAME_SIZE, %rsp
	movq	%rax, RAX(%rsp)
	movq	FTRACE_RET-8(%rsp), %rax
	movq	%rax, RBP(%rsp)
#else
	subq	$FRAME_SIZE, %rsp
	movq	%rax, RAX(%rsp)
	movq	%rbp, RBP(%rsp)
#endif
	movq	%rdi, RDI(%rsp)
	movq	%rsi, RSI(%rsp)
	movq	%rdx, RDX(%rsp)
	movq	%rcx, RCX(%rsp)
	movq	%r8, R8(%rsp)
	movq	%r9, R9(%rsp)
	leaq	PARENT_RET(%rsp), %rax
	movq	%rax, RSP(%rsp)
	movq	$0, ORIG_RAX(%rsp)
.endm

/* Load the arguments of the callback. \op is a label for the load of the ops. */
.macro CALLBACK_ARGS op:req
	movq	PARENT_RET(%rsp), %rsi
	movq	FTRACE_RET(%rsp), %rdi
	movq	%rdi, RIP(%rsp)
	subq	$MCOUNT_INSN_SIZE, %rdi
\op:
	movq	ftrace_list_ops_ptr(%rip), %rdx
	movq	%rsp, %rcx
.endm

.macro RESTORE_ARGS
	movq	R9(%rsp), %r9
	movq	R8(%rsp), %r8
	movq	RCX(%rsp), %rcx
	movq	RDX(%rsp), %rdx
	movq	RSI(%rsp), %rsi
	movq	RDI(%rsp), %rdi
	movq	RBP(%rsp), %rbp
.endm

/* struct trampoline_info: size, and the offsets of what differs in a copy. */
.macro TRAMPOLINE_INFO name:req
	.pushsection .rodata, "a"
	.balign 4
SYM_DATA_START(\name\()_info)
	.long	.L\name\()_end - \name
	.long	.L\name\()_op - \name
	.long	.L\name\()_call - \name
SYM_DATA_END(\name\()_info)
	.popsection
.endm

SYM_FUNC_START(ftrace_caller)
	KEEP_ARGS
	/*
	 * CS of 0 marks an incomplete struct pt_regs; see arch_ftrace_get_regs().
	 */
	movq	$0, CS(%rsp)
	CALLBACK_ARGS .Lftrace_caller_op
.Lftrace_caller_call:
	call	ftrace_ops_list_func

	/* A callback may have changed the instruction pointer. */
	movq	RIP(%rsp), %rax
	movq	%rax, FTRACE_RET(%rsp)
	RESTORE_ARGS
	movq	RAX(%rsp), %rax
	addq	$FTRACE_RET, %rsp
	RET
.Lftrace_caller_end:
SYM_FUNC_END(ftrace_caller)
STACK_FRAME_NON_STANDARD_FP ftrace_caller
TRAMPOLINE_INFO ftrace_caller

/*
 * The trampoline for a callback that uses no registers. Only copies of it are
 * called, because ftrace_ops_list_func() needs registers. It must follow
 * ftrace_caller(): the unwinder takes each trampoline that does not save all
 * registers for a copy of ftrace_caller(), which is correct if the code of such a
 * copy begins at the same offset from @ops->trampoline as here from
 * ftrace_caller().
 */
SYM_FUNC_START(ftrace_noregs_caller)
	CALL_DEPTH_ACCOUNT
#ifdef CONFIG_FRAME_POINTER
	ENTER_FRAMES
#endif
	pushq	%rax
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%r8
	pushq	%r9
	movq	(NOREGS_SIZE + FRAMES)(%rsp), %rdi
	movq	(NOREGS_SIZE + FRAMES + 8)(%rsp), %rsi
	subq	$MCOUNT_INSN_SIZE, %rdi
.Lftrace_noregs_caller_op:
	movq	ftrace_list_ops_ptr(%rip), %rdx
	xorl	%ecx, %ecx
.Lftrace_noregs_caller_call:
	call	ftrace_stub
	popq	%r9
	popq	%r8
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	popq	%rax
#ifdef CONFIG_FRAME_POINTER
	movq	(FRAMES - 8)(%rsp), %rbp
	addq	$FRAMES, %rsp
#endif
	RET
.Lftrace_noregs_caller_end:
SYM_FUNC_END(ftrace_noregs_caller)
STACK_FRAME_NON_STANDARD_FP ftrace_noregs_caller
TRAMPOLINE_INFO ftrace_noregs_caller

SYM_FUNC_START(ftrace_regs_caller)
	KEEP_ARGS
	pushfq
	popq	EFLAGS(%rsp)
	movq	%r10, R10(%rsp)
	movq	%r11, R11(%rsp)
	movq	%rbx, RBX(%rsp)
	movq	%r12, R12(%rsp)
	movq	%r13, R13(%rsp)
	movq	%r14, R14(%rsp)
	movq	%r15, R15(%rsp)
	movq	$__KERNEL_CS, CS(%rsp)
	movq	$__KERNEL_DS, SS(%rsp)
	CALLBACK_ARGS .Lftrace_regs_caller_op
.Lftrace_regs_caller_call:
	call	ftrace_ops_list_func

	movq	RIP(%rsp), %rax
	movq	%rax, FTRACE_RET(%rsp)
	pushq	EFLAGS(%rsp)
	popfq
	movq	R15(%rsp), %r15
	movq	R14(%rsp), %r14
	movq	R13(%rsp), %r13
	movq	R12(%rsp), %r12
	movq	RBX(%rsp), %rbx
	movq	R11(%rsp), %r11
	movq	R10(%rsp), %r10
	RESTORE_ARGS
	/*
	 * A direct call is made by returning to it: its address is stored right
	 * below the return address into the traced function.
	 */
	movq	ORIG_RAX(%rsp), %rax
	movq	%rax, FTRACE_RET-8(%rsp)
	testq	%rax, %rax
	movq	RAX(%rsp), %rax
	jnz	1f
	addq	$FTRACE_RET, %rsp
	RET
1:
	addq	$(FTRACE_RET - 8), %rsp
	UNWIND_HINT_FUNC
	RET
.Lftrace_regs_caller_end:
SYM_FUNC_END(ftrace_regs_caller)
STACK_FRAME_NON_STANDARD_FP ftrace_regs_caller
TRAMPOLINE_INFO ftrace_regs_caller

#endif /* CONFIG_DYNAMIC_FTRACE */

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/*
 * Hooked functions return here. The return value is in %rax, and also in %rdx if
 * it is long. The slot of the return address was popped, so an interrupt may
 * overwrite it. Reserve the slot first, by a call rather than a push, to keep the
 * processor's return stack balanced.
 *
 * The slot gets the address of this function again, so that the unwinder finds a
 * hooked function whose caller is on the shadow stack.
 */
SYM_CODE_START(return_to_handler)
	UNWIND_HINT_UNDEFINED
	ANNOTATE_NOENDBR
	ANNOTATE_INTRA_FUNCTION_CALL
	call	1f
	int3
1:
	UNWIND_HINT_FUNC
	movq	$return_to_handler, (%rsp)
	CALL_DEPTH_ACCOUNT
	pushq	%rax
	pushq	%rdx
	leaq	16(%rsp), %rdi
	movq	%rax, %rsi
	call	ftrace_return_to_handler
	popq	%rdx
	popq	%rax
	RET
SYM_CODE_END(return_to_handler)
#endif
