/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copying little from user space, and whole pages to it: where the functions that
 * are made for every length cost more than they need.
 */
#ifndef _KERNEL_TRACE_FS_COPY_H
#define _KERNEL_TRACE_FS_COPY_H

#include <linux/instrumented.h>
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

/* As the kernel copies a page to another, where copy_to_user() moves words. */
static inline unsigned long
tracing_copy_page(void __user *to, const void *from, size_t count)
{
	unsigned long words = count / sizeof(u64);

	if (count % sizeof(u64))
		return copy_to_user(to, from, count);
	might_fault();
	instrument_copy_to_user(to, from, count);
	if (!user_write_access_begin(to, count))
		return count;
	asm volatile("1: rep movsq\n"
		     "2:\n"
		     _ASM_EXTABLE_UA(1b, 2b)
		     : "+c" (words), "+D" (to), "+S" (from)
		     : : "memory");
	user_write_access_end();
	return words * sizeof(u64);
}
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

static inline unsigned long
tracing_copy_page(void __user *to, const void *from, size_t count)
{
	return copy_to_user(to, from, count);
}
#endif

/*
 * tracing_copy_page() - copy_to_user() for what is mostly a page
 *
 * Context: task, may sleep.
 * Return: the bytes that were not copied.
 */

#endif /* _KERNEL_TRACE_FS_COPY_H */
