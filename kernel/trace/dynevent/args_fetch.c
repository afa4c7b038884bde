// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: fetching them when an event fires.
 */
#include <linux/cache.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <asm/word-at-a-time.h>

#include "args_internal.h"

/*
 * A pointer in kernel data may point to user memory, on architectures where the
 * address tells both apart.
 */
static __always_inline enum fetch_op args_fetch_read_op(enum fetch_op op,
							unsigned long address)
{
	if (IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE) &&
	    op == FETCH_READ && address < TASK_SIZE_MAX)
		return FETCH_READ_USER;
	return op;
}

/* Copy kernel memory; a number by one load. Return: false on a fault. */
static __always_inline bool args_fetch_kernel_bytes(void *to, const void *from,
						    unsigned int size)
{
	if (!IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS))
		return !copy_from_kernel_nofault(to, from, size);
	if (!copy_from_kernel_nofault_allowed(from, size))
		return false;
	pagefault_disable();
	switch (size) {
	case sizeof(u64):
		__get_kernel_nofault(to, from, u64, fault);
		break;
	case sizeof(u32):
		__get_kernel_nofault(to, from, u32, fault);
		break;
	case sizeof(u16):
		__get_kernel_nofault(to, from, u16, fault);
		break;
	case sizeof(u8):
		__get_kernel_nofault(to, from, u8, fault);
		break;
	default:
		if (copy_from_kernel_nofault(to, from, size))
			goto fault;
	}
	pagefault_enable();
	return true;
fault:
	pagefault_enable();
	return false;
}

static noinline bool args_fetch_bytes(void *to, unsigned long address,
				      unsigned int size, enum fetch_op op)
{
	switch (args_fetch_read_op(op, address)) {
	case FETCH_READ:
		return args_fetch_kernel_bytes(to, (void *)address, size);
	case FETCH_READ_USER:
		return !copy_from_user_nofault(to, (void __user *)address,
					       size);
	case FETCH_READ_USER_FAULT:
		return !copy_from_user(to, (void __user *)address, size);
	case FETCH_CPU_PTR:
		/* The probe may be preemptible: any CPU that it runs on will do. */
		*(unsigned long *)to =
			(unsigned long)raw_cpu_ptr((void __percpu *)address);
		return true;
	default:
		memcpy(to, (void *)address, size);
		return true;
	}
}

static bool args_fetch_word(unsigned long *to, unsigned long address,
			    enum fetch_op op)
{
	return args_fetch_bytes(to, address, sizeof(*to), op);
}

/* Word @nr of a user stack; 0 on a fault. */
static unsigned long args_fetch_user_stack(unsigned long sp, long nr)
{
	unsigned long word;

	if (IS_ENABLED(CONFIG_STACK_GROWSUP))
		nr = -nr;
	return args_fetch_word(&word, sp + nr * sizeof(long), FETCH_READ_USER_FAULT) ?
	       word : 0;
}

/* Where a field of the other event is; only event probes have a record. */
static const void *args_fetch_field(const struct fetch_step *step,
				    const struct dynevent_source *src)
{
	return src->rec + step->value;
}

/* The first steps other than FETCH_REG. */
static noinline unsigned long args_fetch_other(const struct fetch_step *step,
					       const struct dynevent_source *src)
{
	switch (step->op) {
	case FETCH_ARG:
		return regs_get_kernel_argument(src->regs, step->value);
	case FETCH_RETVAL:
		return regs_return_value(src->regs);
	case FETCH_STACK:
		return kernel_stack_pointer(src->regs);
	case FETCH_STACK_NTH:
		return regs_get_kernel_stack_nth(src->regs, step->value);
	case FETCH_USER_STACK:
		return user_stack_pointer(src->regs);
	case FETCH_USER_STACK_NTH:
		return args_fetch_user_stack(user_stack_pointer(src->regs),
					     step->value);
	case FETCH_ENTRY:
		return ((const unsigned long *)src->entry)[step->value];
	case FETCH_COMM:
		return (unsigned long)current->comm;
	case FETCH_CURRENT:
		return (unsigned long)current;
	case FETCH_FILE:
		return src->file + step->value;
	case FETCH_FIELD:
		return dynevent_arg_load(args_fetch_field(step, src), step->size,
					 step->is_signed);
	case FETCH_FIELD_ADDR:
		return (unsigned long)args_fetch_field(step, src);
	case FETCH_FIELD_DATA_LOC:
		return (unsigned long)src->rec +
		       (get_unaligned((u32 *)args_fetch_field(step, src)) & 0xffff);
	case FETCH_FIELD_REL_LOC:
		return (unsigned long)args_fetch_field(step, src) + sizeof(u32) +
		       (get_unaligned((u32 *)args_fetch_field(step, src)) & 0xffff);
	}
	/* FETCH_IMM and FETCH_TEXT */
	return step->value;
}

static __always_inline unsigned long
args_fetch_first(const struct fetch_step *step, const struct dynevent_source *src)
{
	if (likely(step->op == FETCH_REG))
		return regs_get_register(src->regs, step->value);
	return args_fetch_other(step, src);
}

/* Run the steps after the first one. Return: false on a fault. */
static __always_inline bool args_fetch_rest(const struct dynevent_arg *arg,
					    unsigned long *value)
{
	const struct fetch_step *step = arg->step, *end = step + arg->nr;

	for (; step < end; step++) {
		if (!args_fetch_word(value, *value + step->value, step->op))
			return false;
	}
	return true;
}

/* Strings */

/*
 * Size of a string in kernel memory, with the NUL, at most DYNEVENT_STRING_MAX; 0
 * on a fault. A word never crosses a page, so no page is read that has no part of
 * the string.
 */
static unsigned int args_fetch_kernel_string_size(const char *text)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, bits;
	const char *p = text;
	char c;

	if (!copy_from_kernel_nofault_allowed(text, DYNEVENT_STRING_MAX))
		return 0;
	pagefault_disable();
	for (; !IS_ALIGNED((unsigned long)p, sizeof(word)); p++) {
		__get_kernel_nofault(&c, p, char, fault);
		if (!c)
			goto found;
	}
	for (; p < text + DYNEVENT_STRING_MAX; p += sizeof(word)) {
		__get_kernel_nofault(&word, p, unsigned long, fault);
		if (!has_zero(word, &bits, &constants))
			continue;
		bits = prep_zero_mask(word, bits, &constants);
		p += find_zero(create_zero_mask(bits));
		goto found;
	}
	p = text + DYNEVENT_STRING_MAX - 1;
found:
	pagefault_enable();
	return p + 1 - text;
fault:
	pagefault_enable();
	return 0;
}

static unsigned int args_fetch_string_size(unsigned long address, enum fetch_op op)
{
	long size;

	switch (args_fetch_read_op(op, address)) {
	case FETCH_READ_USER:
		size = strnlen_user_nofault((char __user *)address,
					    DYNEVENT_STRING_MAX);
		break;
	case FETCH_READ_USER_FAULT:
		size = strnlen_user((char __user *)address, DYNEVENT_STRING_MAX);
		break;
	case FETCH_READ_DIRECT:
		return strlen((const char *)address) + 1;
	default:
		return args_fetch_kernel_string_size((const char *)address);
	}
	return min_t(long, size, DYNEVENT_STRING_MAX);
}

/*
 * Copy a string of a user program in one pass: between two passes the program could
 * change it. Return: as args_fetch_store_string().
 */
static noinline unsigned int args_fetch_store_user_string(char *to,
							  unsigned long address,
							  unsigned int space)
{
	const char __user *from = (const char __user *)address;
	long len = strncpy_from_user(to, from, space), size;

	if (len < 0)
		return 0;
	if (len < space)
		return len + 1;
	/* Some of it does not fit; or it is too long to be stored at all. */
	size = strnlen_user(from, DYNEVENT_STRING_MAX);
	if (!size || size > DYNEVENT_STRING_MAX)
		return 0;
	to[space - 1] = '\0';
	return space;
}

/*
 * Copy a string of at most @space bytes, and terminate it. Return: its size, with
 * the NUL; 0 on a fault.
 */
static unsigned int args_fetch_store_string(char *to, unsigned long address,
					    unsigned int space, enum fetch_op op)
{
	unsigned int size;

	if (op == FETCH_READ_USER_FAULT)
		return args_fetch_store_user_string(to, address, space);
	size = min(args_fetch_string_size(address, op), space);
	if (!size || !args_fetch_bytes(to, address, size, op))
		return 0;
	to[size - 1] = '\0';
	return size;
}

/* Size of the symbol of an address, at most @space; copied unless @to is NULL. */
static noinline unsigned int args_fetch_store_symbol(char *to, unsigned long address,
						     unsigned int space)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned int size = sprint_symbol(text, address) + 1;

	size = min(size, space);
	if (size && to) {
		memcpy(to, text, size);
		to[size - 1] = '\0';
	}
	return size;
}

/*
 * Copy a string of an argument, unless @to is NULL. Return: its size, with the NUL.
 */
static unsigned int args_fetch_string(const struct dynevent_arg *arg,
				      unsigned long at, char *to,
				      unsigned int space)
{
	if (arg->store == FETCH_STORE_SYMBOL)
		return args_fetch_store_symbol(to, at, space);
	return to ? args_fetch_store_string(to, at, space, arg->read) :
		    min(args_fetch_string_size(at, arg->read), space);
}

/*
 * Maximum size of a string: a field of a record may lack the NUL, or be empty, and
 * the bytes after it belong to other fields.
 */
static unsigned int args_fetch_limit(const struct dynevent_arg *arg,
				     const struct dynevent_source *src)
{
	const struct fetch_step *first = &arg->first;

	if (likely(first->op < FETCH_FIELD_ADDR) || arg->nr || arg->disp ||
	    arg->store != FETCH_STORE_STRING)
		return UINT_MAX;
	if (first->op == FETCH_FIELD_ADDR)
		return first->size;
	return get_unaligned((u32 *)(src->rec + first->value)) >> 16;
}

/* Get the address of string @i of an argument. Return: false on a fault. */
static bool args_fetch_string_addr(const struct dynevent_arg *arg,
				   unsigned long value, unsigned int i,
				   unsigned long *at)
{
	*at = value + arg->disp;
	if (arg->store != FETCH_STORE_STRINGS)
		return true;
	return args_fetch_word(at, *at + i * sizeof(*at), arg->read);
}

/**
 * dynevent_args_measure_strings - measure the strings of a record
 * @args: the arguments
 * @src: what they are fetched from
 *
 * Context: as dynevent_args_string_size().
 * Return: the size in bytes, at most %DYNEVENT_STRING_MAX.
 */
unsigned int dynevent_args_measure_strings(const struct dynevent_args *args,
					   const struct dynevent_source *src)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;
	unsigned int i, limit, size = 0;
	unsigned long value, at;

	for (; arg < end; arg++) {
		if (arg->store < FETCH_STORE_STRING)
			continue;
		limit = args_fetch_limit(arg, src);
		value = args_fetch_first(&arg->first, src);
		if (!args_fetch_rest(arg, &value))
			continue;
		for (i = 0; i < max(arg->count, 1); i++) {
			if (args_fetch_string_addr(arg, value, i, &at))
				size += args_fetch_string(arg, at, NULL, limit);
		}
	}
	return min(size, DYNEVENT_STRING_MAX);
}

/*
 * Store strings at @tail, and their locations in the words at @to. A string that
 * cannot be read has size 0. Return: number of bytes used at @tail.
 */
static unsigned int args_fetch_store_strings(const struct dynevent_arg *arg,
					     unsigned long value, bool valid, void *rec,
					     void *to, void *tail, unsigned int space)
{
	unsigned int i, size, used = 0;
	unsigned long at;

	for (i = 0; i < max(arg->count, 1); i++, to += sizeof(u32)) {
		size = valid && space > used &&
		       args_fetch_string_addr(arg, value, i, &at) ?
		       args_fetch_string(arg, at, tail + used, space - used) : 0;
		put_unaligned(size << 16 | (u32)(tail + used - rec),
			      (u32 *)to);
		used += size;
	}
	return used;
}

static void args_fetch_store_bits(const struct dynevent_arg *arg, void *to)
{
	unsigned int i;

	for (i = 0; i < max(arg->count, 1); i++, to += arg->size)
		dynevent_arg_put(to, arg->size, dynevent_arg_load(to, arg->size, false) <<
				 arg->shl >> arg->shr);
}

/*
 * On a fault, kernel memory is stored as 0. Of user memory, copy_from_user() has stored
 * the bytes before the fault, and 0 for the others.
 */
static void args_fetch_store_bytes(const struct dynevent_arg *arg, unsigned long value,
				   void *to)
{
	if (!args_fetch_bytes(to, value + arg->disp, arg->bytes, arg->read) &&
	    arg->read != FETCH_READ_USER_FAULT)
		memset(to, 0, arg->bytes);
}

/* Store an argument of several steps, or a string. Return: bytes used at @tail. */
static noinline unsigned int args_fetch_store_other(const struct dynevent_arg *arg,
						    const struct dynevent_source *src,
						    unsigned long value, void *rec,
						    void *to, void *tail,
						    unsigned int space)
{
	bool valid = args_fetch_rest(arg, &value);

	if (arg->store >= FETCH_STORE_STRING)
		return args_fetch_store_strings(arg, value, valid, rec, to, tail,
						min(space, args_fetch_limit(arg, src)));
	if (!valid)
		memset(to, 0, arg->bytes);
	else if (arg->store == FETCH_STORE_MEMORY)
		args_fetch_store_bytes(arg, value, to);
	else
		dynevent_arg_put(to, arg->size, value);
	if (arg->shr)
		args_fetch_store_bits(arg, to);
	return 0;
}

/* Whether an argument is one string of a user program, at the value of the first step. */
static __always_inline bool args_fetch_is_user_string(const struct dynevent_arg *arg)
{
	return arg->store == FETCH_STORE_STRING && arg->read == FETCH_READ_USER_FAULT &&
	       !arg->nr && !arg->count;
}

/* Store a string at @tail, and its location at @to. Return: bytes used at @tail. */
static __always_inline unsigned int
args_fetch_store_one_string(unsigned long address, void *rec, void *to, void *tail,
			    unsigned int space)
{
	unsigned int size = space ? args_fetch_store_user_string(tail, address, space) : 0;

	put_unaligned(size << 16 | (u32)(tail - rec), (u32 *)to);
	return size;
}

/**
 * dynevent_args_store - fetch arguments into a record
 * @args: the arguments
 * @src: what they are fetched from
 * @rec: the record
 * @offset: offset of the fixed part in @rec
 * @space: bytes for strings after the fixed part, from dynevent_args_string_size().
 *	A string that has grown since then is truncated.
 *
 * What cannot be read is stored as 0; as a string it is printed as "(fault)".
 *
 * Context: as dynevent_args_string_size().
 * Return: size of the strings in bytes.
 */
unsigned int dynevent_args_store(const struct dynevent_args *args,
				 const struct dynevent_source *src, void *rec,
				 unsigned int offset, unsigned int space)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;
	void *to = rec + offset, *tail = to + args->fixed;
	unsigned int size;

	for (; arg < end; arg++) {
		unsigned long value = args_fetch_first(&arg->first, src);

		if (likely(arg->store == FETCH_STORE_PLAIN)) {
			dynevent_arg_put(to + arg->offset, arg->size, value);
		} else if (likely(arg->store == FETCH_STORE_PLAIN_MEMORY)) {
			args_fetch_store_bytes(arg, value, to + arg->offset);
		} else if (args_fetch_is_user_string(arg)) {
			size = args_fetch_store_one_string(value + arg->disp, rec,
							   to + arg->offset, tail, space);
			tail += size;
			space -= size;
		} else {
			size = args_fetch_store_other(arg, src, value, rec,
						      to + arg->offset, tail, space);
			tail += size;
			space -= size;
		}
	}
	return tail - (rec + offset + args->fixed);
}

/* Arguments saved at the function entry */

/**
 * dynevent_args_entry_size - size of what a hit of the entry saves for the return
 * @args: the arguments, of DYNEVENT_AT_RETURN or DYNEVENT_AT_FPROBE_RETURN
 *
 * Context: any.
 * Return: the size in bytes; 0 if nothing is saved.
 */
unsigned int dynevent_args_entry_size(const struct dynevent_args *args)
{
	return args->nr_entry * sizeof(long);
}

/**
 * dynevent_args_save_entry - save function arguments at the entry for the return
 * @args: the arguments, of DYNEVENT_AT_RETURN or DYNEVENT_AT_FPROBE_RETURN
 * @entry: buffer of dynevent_args_entry_size() bytes
 * @regs: registers at the function entry
 *
 * Context: any.
 */
void dynevent_args_save_entry(const struct dynevent_args *args, void *entry,
			      struct pt_regs *regs)
{
	unsigned long *word = entry;
	unsigned int i;

	for (i = 0; i < args->nr_entry; i++)
		word[i] = regs_get_kernel_argument(regs, args->entry[i]);
}
