// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of probe events: fetching them when a probe is hit.
 */
#include <linux/cache.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <asm/word-at-a-time.h>

#include "args_step.h"

/*
 * A kernel's pointer may well be a user's where an address tells which it is.
 */
static __always_inline enum dynevent_op fetch_read_op(enum dynevent_op op,
						      unsigned long address)
{
	if (IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE) &&
	    op == DYNEVENT_OP_READ && address < TASK_SIZE_MAX)
		return DYNEVENT_OP_READ_USER;
	return op;
}

/* A number of the kernel's, or more of it. */
static __always_inline bool kernel_bytes(void *to, const void *from,
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

static noinline bool fetch_bytes(void *to, unsigned long address,
				 unsigned int size, enum dynevent_op op)
{
	switch (fetch_read_op(op, address)) {
	case DYNEVENT_OP_READ:
		return kernel_bytes(to, (void *)address, size);
	case DYNEVENT_OP_READ_USER:
		return !copy_from_user_nofault(to, (void __user *)address,
					       size);
	case DYNEVENT_OP_READ_TASK:
		return !copy_from_user(to, (void __user *)address, size);
	default:
		memcpy(to, (void *)address, size);
		return true;
	}
}

static bool fetch_word(unsigned long *to, unsigned long address,
		       enum dynevent_op op)
{
	return fetch_bytes(to, address, sizeof(*to), op);
}

/* Word @nr of a user's stack; 0 if it is not there. */
static unsigned long fetch_user_stack(unsigned long sp, long nr)
{
	unsigned long word;

	if (IS_ENABLED(CONFIG_STACK_GROWSUP))
		nr = -nr;
	return fetch_word(&word, sp + nr * sizeof(long), DYNEVENT_OP_READ_TASK) ?
	       word : 0;
}

/* What is no register. */
static noinline unsigned long fetch_other(const struct dynevent_step *step,
					  const struct dynevent_source *src)
{
	const void *field = src->rec + step->value;

	switch (step->op) {
	case DYNEVENT_OP_ARG:
		return regs_get_kernel_argument(src->regs, step->value);
	case DYNEVENT_OP_RETVAL:
		return regs_return_value(src->regs);
	case DYNEVENT_OP_STACK:
		return kernel_stack_pointer(src->regs);
	case DYNEVENT_OP_STACK_NTH:
		return regs_get_kernel_stack_nth(src->regs, step->value);
	case DYNEVENT_OP_USER_STACK:
		return user_stack_pointer(src->regs);
	case DYNEVENT_OP_USER_STACK_NTH:
		return fetch_user_stack(user_stack_pointer(src->regs),
					step->value);
	case DYNEVENT_OP_ENTRY:
		return ((const unsigned long *)src->entry)[step->value];
	case DYNEVENT_OP_COMM:
		return (unsigned long)current->comm;
	case DYNEVENT_OP_FILE:
		return src->file + step->value;
	case DYNEVENT_OP_FIELD:
		return dynevent_load(field, step->size, step->is_signed);
	case DYNEVENT_OP_FIELD_AT:
		return (unsigned long)field;
	case DYNEVENT_OP_FIELD_LOC:
		return (unsigned long)src->rec +
		       (get_unaligned((u32 *)field) & 0xffff);
	case DYNEVENT_OP_FIELD_REL:
		return (unsigned long)field + sizeof(u32) +
		       (get_unaligned((u32 *)field) & 0xffff);
	}
	/* An immediate, a text. */
	return step->value;
}

static __always_inline unsigned long
fetch_first(const struct dynevent_step *step, const struct dynevent_source *src)
{
	if (likely(step->op == DYNEVENT_OP_REG))
		return regs_get_register(src->regs, step->value);
	return fetch_other(step, src);
}

/* From the first value to that which the steps end with; false: a fault. */
static __always_inline bool fetch_rest(const struct dynevent_arg *arg,
				       unsigned long *value)
{
	const struct dynevent_step *step = arg->step, *end = step + arg->nr;

	for (; step < end; step++) {
		if (!fetch_word(value, *value + step->value, step->op))
			return false;
	}
	return true;
}

/* Strings */

/*
 * Bytes of a string in the kernel, the NUL included, or as many as are looked at;
 * 0 if it is not there. A whole word lies in one page: none is read that has
 * nothing of the string.
 */
static unsigned int text_kernel_size(const char *text)
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

static unsigned int text_size(unsigned long address, enum dynevent_op op)
{
	long size;

	switch (fetch_read_op(op, address)) {
	case DYNEVENT_OP_READ_USER:
		size = strnlen_user_nofault((char __user *)address,
					    DYNEVENT_STRING_MAX);
		break;
	case DYNEVENT_OP_READ_TASK:
		size = strnlen_user((char __user *)address, DYNEVENT_STRING_MAX);
		break;
	case DYNEVENT_OP_READ_OWN:
		return strlen((const char *)address) + 1;
	default:
		return text_kernel_size((const char *)address);
	}
	return min_t(long, size, DYNEVENT_STRING_MAX);
}

/* @size bytes at most, the NUL included. Return: how many there are. */
static unsigned int text_store(char *to, unsigned long address,
			       unsigned int room, enum dynevent_op op)
{
	unsigned int size = min(text_size(address, op), room);

	if (!size || !fetch_bytes(to, address, size, op))
		return 0;
	to[size - 1] = '\0';
	return size;
}

/* The name of an address: its size, and itself if there is @room. */
static noinline unsigned int symbol_store(char *to, unsigned long address,
					  unsigned int room)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned int size = sprint_symbol(text, address) + 1;

	size = min(size, room);
	if (size && to) {
		memcpy(to, text, size);
		to[size - 1] = '\0';
	}
	return size;
}

/*
 * A string of an argument, or NULL for @to if only the size matters. Return: bytes.
 */
static unsigned int fetch_string(const struct dynevent_arg *arg, unsigned long at,
				 char *to, unsigned int room)
{
	if (arg->store == DYNEVENT_STORE_SYMBOL)
		return symbol_store(to, at, room);
	return to ? text_store(to, at, room, arg->read) :
		    min(text_size(at, arg->read), room);
}

/*
 * Bytes that a string has at most: a field of another record need not end with a NUL,
 * or have a byte at all, and what stands behind it is not its own.
 */
static unsigned int fetch_limit(const struct dynevent_arg *arg,
				const struct dynevent_source *src)
{
	const struct dynevent_step *first = &arg->first;

	if (likely(first->op < DYNEVENT_OP_FIELD_AT) || arg->nr || arg->disp ||
	    arg->store != DYNEVENT_STORE_STRING)
		return UINT_MAX;
	if (first->op == DYNEVENT_OP_FIELD_AT)
		return first->size;
	return get_unaligned((u32 *)(src->rec + first->value)) >> 16;
}

/* Where string @i of an argument is; false: that can't be known. */
static bool fetch_string_at(const struct dynevent_arg *arg, unsigned long value,
			    unsigned int i, unsigned long *at)
{
	*at = value + arg->disp;
	if (arg->store != DYNEVENT_STORE_STRINGS)
		return true;
	return fetch_word(at, *at + i * sizeof(*at), arg->read);
}

unsigned int dynevent_args_measure(const struct dynevent_args *args,
				   const struct dynevent_source *src)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;
	unsigned int i, limit, size = 0;
	unsigned long value, at;

	for (; arg < end; arg++) {
		if (arg->store < DYNEVENT_STORE_STRING)
			continue;
		limit = fetch_limit(arg, src);
		value = fetch_first(&arg->first, src);
		if (!fetch_rest(arg, &value))
			continue;
		for (i = 0; i < max(arg->count, 1); i++) {
			if (fetch_string_at(arg, value, i, &at))
				size += fetch_string(arg, at, NULL, limit);
		}
	}
	return min(size, DYNEVENT_STRING_MAX);
}

/*
 * Store strings at @tail, and in the words at @to where in @rec they are. A string
 * of no bytes is one that could not be read. Return: bytes at @tail.
 */
static unsigned int store_strings(const struct dynevent_arg *arg,
				  unsigned long value, bool there, void *rec,
				  void *to, void *tail, unsigned int room)
{
	unsigned int i, size, used = 0;
	unsigned long at;

	for (i = 0; i < max(arg->count, 1); i++, to += sizeof(u32)) {
		size = there && room > used &&
		       fetch_string_at(arg, value, i, &at) ?
		       fetch_string(arg, at, tail + used, room - used) : 0;
		put_unaligned(size << 16 | (u32)(tail + used - rec),
			      (u32 *)to);
		used += size;
	}
	return used;
}

static void store_bits(const struct dynevent_arg *arg, void *to)
{
	unsigned int i;

	for (i = 0; i < max(arg->count, 1); i++, to += arg->size)
		dynevent_put(to, arg->size, dynevent_load(to, arg->size, false) <<
			     arg->shl >> arg->shr);
}

static void store_bytes(const struct dynevent_arg *arg, unsigned long value,
			void *to)
{
	if (!fetch_bytes(to, value + arg->disp, arg->bytes, arg->read))
		memset(to, 0, arg->bytes);
}

/* All that is more than a number. Return: bytes at @tail. */
static noinline unsigned int store_more(const struct dynevent_arg *arg,
					const struct dynevent_source *src,
					unsigned long value, void *rec,
					void *to, void *tail, unsigned int room)
{
	bool there = fetch_rest(arg, &value);

	if (arg->store >= DYNEVENT_STORE_STRING)
		return store_strings(arg, value, there, rec, to, tail,
				     min(room, fetch_limit(arg, src)));
	if (!there)
		memset(to, 0, arg->bytes);
	else if (arg->store == DYNEVENT_STORE_MEMORY)
		store_bytes(arg, value, to);
	else
		dynevent_put(to, arg->size, value);
	if (arg->shr)
		store_bits(arg, to);
	return 0;
}

void dynevent_args_store(const struct dynevent_args *args,
			 const struct dynevent_source *src, void *rec,
			 unsigned int offset, unsigned int room)
{
	const struct dynevent_arg *arg = args->arg, *end = arg + args->nr;
	void *to = rec + offset, *tail = to + args->fixed;
	unsigned int size;

	for (; arg < end; arg++) {
		unsigned long value = fetch_first(&arg->first, src);

		if (likely(arg->store == DYNEVENT_STORE_PLAIN)) {
			dynevent_put(to + arg->offset, arg->size, value);
		} else if (likely(arg->store == DYNEVENT_STORE_PLAIN_MEMORY)) {
			store_bytes(arg, value, to + arg->offset);
		} else {
			size = store_more(arg, src, value, rec,
					  to + arg->offset, tail, room);
			tail += size;
			room -= size;
		}
	}
}

/* What a function's entry keeps */

unsigned int dynevent_args_entry_size(const struct dynevent_args *args)
{
	return args->nr_entry * sizeof(long);
}

void dynevent_args_entry(const struct dynevent_args *args, void *entry,
			 struct pt_regs *regs)
{
	unsigned long *word = entry;
	unsigned int i;

	for (i = 0; i < args->nr_entry; i++)
		word[i] = regs_get_kernel_argument(regs, args->entry[i]);
}
