// SPDX-License-Identifier: GPL-2.0
/*
 * The trampolines of a single ops: copies of those in ftrace_64.S, with the ops and the callback
 * as operands.
 */

#include <linux/execmem.h>
#include <linux/ftrace.h>
#include <linux/memory.h>
#include <linux/set_memory.h>
#include <linux/unaligned.h>

#include <asm/alternative.h>
#include <asm/text-patching.h>

#include "ftrace_text.h"
#include "ftrace_trampolines.h"
#include "../../../kernel/trace/ftrace/arch.h"

static const struct trampoline_info *x86_ftrace_trampoline_info(struct ftrace_ops *ops,
								void **text)
{
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS) {
		*text = ftrace_regs_caller;
		return &ftrace_regs_caller_info;
	}
	if (ops->flags & FTRACE_OPS_NO_REGS) {
		*text = ftrace_noregs_caller;
		return &ftrace_noregs_caller_info;
	}
	*text = ftrace_caller;
	return &ftrace_caller_info;
}

/* Offset of the code from the start of a trampoline; see ftrace_noregs_caller(). */
static size_t x86_ftrace_trampoline_offset(void *text)
{
	if (text == ftrace_noregs_caller)
		return text - (void *)ftrace_caller;
	return 0;
}

/* The address to call: with call depth tracking, that of the function's thunk. */
static unsigned long x86_ftrace_trampoline_callee(ftrace_func_t func)
{
	return (unsigned long)callthunks_translate_call_dest(func);
}

/* Offset of the operand of the instruction that loads the ops, after the code. */
static size_t x86_ftrace_trampoline_data(const struct trampoline_info *info, void *text)
{
	return ALIGN(x86_ftrace_trampoline_offset(text) + info->size, sizeof(void *));
}

/**
 * arch_ftrace_trampoline_entry - get the address that the sites of an ops call
 * @ops: an ops with a trampoline
 *
 * Context: any.
 * Return: the address.
 */
unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops)
{
	void *text;

	x86_ftrace_trampoline_info(ops, &text);
	return ops->trampoline + x86_ftrace_trampoline_offset(text);
}

/**
 * arch_ftrace_trampoline_size - get the size of the trampoline of an ops
 * @ops: the ops; need not have a trampoline yet
 *
 * Context: any.
 * Return: the size in bytes.
 */
unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops)
{
	const struct trampoline_info *info;
	void *text;

	info = x86_ftrace_trampoline_info(ops, &text);
	return x86_ftrace_trampoline_data(info, text) + sizeof(void *);
}

/**
 * arch_ftrace_trampoline_alloc - create a trampoline for one ops
 * @ops: the ops; its @trampoline and @trampoline_size are set
 * @func: the function to call
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM; -EAGAIN early in boot.
 */
int arch_ftrace_trampoline_alloc(struct ftrace_ops *ops, ftrace_func_t func)
{
	const struct trampoline_info *info;
	void *text, *copy, *code;
	size_t data;

	if (system_state < SYSTEM_SCHEDULING)
		return -EAGAIN;

	info = x86_ftrace_trampoline_info(ops, &text);
	data = x86_ftrace_trampoline_data(info, text);

	copy = execmem_alloc(EXECMEM_FTRACE, PAGE_SIZE);
	if (!copy)
		return -ENOMEM;
	memset(copy, INT3_INSN_OPCODE, PAGE_SIZE);
	code = copy + x86_ftrace_trampoline_offset(text);
	memcpy(code, text, info->size);
	text_poke_apply_relocation(code, code, info->size, text, info->size);

	/* movq OPS(%rip), %rdx */
	*(struct ftrace_ops **)(copy + data) = ops;
	put_unaligned((s32)(copy + data - (code + info->op + 7)),
		      (s32 *)(code + info->op + 3));
	x86_ftrace_text_make(code + info->call, (unsigned long)code + info->call,
			     x86_ftrace_trampoline_callee(func));

	if (set_memory_rox((unsigned long)copy, 1)) {
		execmem_free(copy);
		return -ENOMEM;
	}
	ops->trampoline = (unsigned long)copy;
	ops->trampoline_size = arch_ftrace_trampoline_size(ops);
	return 0;
}

/**
 * arch_ftrace_trampoline_set - change the function that a trampoline calls
 * @ops: an ops with a trampoline, which may be in use
 * @func: the new function
 *
 * Context: task, may sleep; takes text_mutex.
 */
void arch_ftrace_trampoline_set(struct ftrace_ops *ops, ftrace_func_t func)
{
	const struct trampoline_info *info;
	u8 call[CALL_INSN_SIZE];
	unsigned long at;
	void *text;

	info = x86_ftrace_trampoline_info(ops, &text);
	at = ops->trampoline + x86_ftrace_trampoline_offset(text) + info->call;
	x86_ftrace_text_make(call, at, x86_ftrace_trampoline_callee(func));

	mutex_lock(&text_mutex);
	text_poke_bp((void *)at, call, sizeof(call), NULL);
	mutex_unlock(&text_mutex);
}

/**
 * arch_ftrace_trampoline_free - free the trampoline of an ops
 * @ops: an ops with a trampoline that no CPU executes
 *
 * Context: task, may sleep.
 */
void arch_ftrace_trampoline_free(struct ftrace_ops *ops)
{
	execmem_free((void *)ops->trampoline);
	ops->trampoline = 0;
	ops->trampoline_size = 0;
}

/**
 * arch_ftrace_trampoline_func - get the function that a trampoline calls
 * @ops: an ops with a trampoline
 *
 * Context: task; ftrace_lock held.
 * Return: the function.
 */
ftrace_func_t arch_ftrace_trampoline_func(struct ftrace_ops *ops)
{
	const struct trampoline_info *info;
	void *text, *at;

	info = x86_ftrace_trampoline_info(ops, &text);
	at = (void *)ops->trampoline + x86_ftrace_trampoline_offset(text) + info->call;
	return at + CALL_INSN_SIZE + get_unaligned((s32 *)(at + 1));
}
