/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copying a few bytes from user space, where copy_from_user(), which handles every
 * length, costs more than the copy itself.
 */
#ifndef _KERNEL_TRACE_CONTROL_USER_COPY_H
#define _KERNEL_TRACE_CONTROL_USER_COPY_H

#include <linux/uaccess.h>
#include <linux/unaligned.h>

/**
 * tracing_copy_user - copy a number from user space
 * @type: type of the number, of up to 64 bits
 * @to: destination, of any alignment
 * @from: source in user space
 * @err: pointer to an int, which is set to -EFAULT if the source cannot be read;
 *	the destination is undefined then
 *
 * The error is not returned, so that one check is enough for several calls.
 *
 * Context: between user_read_access_begin() and user_read_access_end(); with page
 * faults disabled if the caller must not sleep.
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

#endif /* _KERNEL_TRACE_CONTROL_USER_COPY_H */
