/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copying little from user space, where a function that is made for every length
 * costs more than it needs to.
 */
#ifndef _KERNEL_TRACE_FS_COPY_H
#define _KERNEL_TRACE_FS_COPY_H

#include <linux/uaccess.h>
#include <linux/unaligned.h>

/**
 * tracing_copy_user - copy a number from user space
 * @type: its type, of up to 64 bits
 * @to: where to, of any alignment
 * @from: where it is
 * @err: address of an int that becomes -EFAULT if it is not there; then @to has
 *	anything
 *
 * So that one test is enough for many of them.
 *
 * Context: between user_read_access_begin() and user_read_access_end(); with page
 * faults disabled if it must not sleep.
 */
#if defined(CONFIG_X86_64) && !defined(CONFIG_UML)
#include <asm/asm.h>
#include <asm/extable_fixup_types.h>

#define tracing_copy_user(type, to, from, err)				\
do {									\
	type __word;							\
									\
	asm volatile("1: mov %2, %1\n"					\
		     "2:\n"						\
		     _ASM_EXTABLE_TYPE_REG(1b, 2b, EX_TYPE_EFAULT_REG, %0) \
		     : "+r" (*(err)), "=r" (__word)			\
		     : "m" (*(const type __force *)(from)));		\
	put_unaligned(__word, (type *)(to));				\
} while (0)
#else
#define tracing_copy_user(type, to, from, err)				\
do {									\
	__label__ fault, done;						\
	type __word;							\
									\
	unsafe_get_user(__word, (const type __user *)(from), fault);	\
	put_unaligned(__word, (type *)(to));				\
	goto done;							\
fault:									\
	*(err) = -EFAULT;						\
done:									\
	;								\
} while (0)
#endif

#endif /* _KERNEL_TRACE_FS_COPY_H */
