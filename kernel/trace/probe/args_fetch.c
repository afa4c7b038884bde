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
static __always_inline enum probe_op fetch_read_op(enum probe_op op,
						   unsigned long address)
{
	if (IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE) &&
	    op == PROBE_OP_READ && address < TASK_SIZE_MAX)
		return PROBE_OP_READ_USER;
	return op;
}

static bool fetch_bytes(void *to, unsigned long address, unsigned int size,
			enum probe_op op)
{
	switch (fetch_read_op(op, address)) {
	case PROBE_OP_READ_USER:
		return !copy_from_user_nofault(to, (void __user *)address,
					       size);
	case PROBE_OP_READ_TASK:
		return !copy_from_user(to, (void __user *)address, size);
	default:
		return !copy_from_kernel_nofault(to, (void *)address, size);
	}
}

/* Word @nr of a user's stack; 0 if it is not there. */
static unsigned long fetch_user_stack(struct pt_regs *regs, long nr)
{
	unsigned long address = user_stack_pointer(regs), word;

	if (IS_ENABLED(CONFIG_STACK_GROWSUP))
		address -= nr * sizeof(long);
	else
		address += nr * sizeof(long);
	return fetch_bytes(&word, address, sizeof(word), PROBE_OP_READ_TASK) ?
	       word : 0;
}

/* What has to do with a task or another record, as rarely asked for. */
static noinline unsigned long fetch_rare(const struct probe_step *step,
					 const struct probe_source *src)
{
	const void *field = src->rec + step->value;

	switch (step->op) {
	case PROBE_OP_USER_STACK:
		return user_stack_pointer(src->regs);
	case PROBE_OP_USER_STACK_NTH:
		return fetch_user_stack(src->regs, step->value);
	case PROBE_OP_COMM:
		return (unsigned long)current->comm;
	case PROBE_OP_FILE:
		return src->file + step->value;
	case PROBE_OP_FIELD:
		return probe_load(field, step->size, step->is_signed);
	case PROBE_OP_FIELD_AT:
		return (unsigned long)field;
	case PROBE_OP_FIELD_LOC:
		return (unsigned long)src->rec + (*(u32 *)field & 0xffff);
	case PROBE_OP_FIELD_REL:
		return (unsigned long)field + sizeof(u32) +
		       (*(u32 *)field & 0xffff);
	}
	return 0;
}

static __always_inline unsigned long
fetch_first(const struct probe_step *step, const struct probe_source *src)
{
	switch (step->op) {
	case PROBE_OP_REG:
		return regs_get_register(src->regs, step->value);
	case PROBE_OP_ARG:
		return regs_get_kernel_argument(src->regs, step->value);
	case PROBE_OP_RETVAL:
		return regs_return_value(src->regs);
	case PROBE_OP_STACK:
		return kernel_stack_pointer(src->regs);
	case PROBE_OP_STACK_NTH:
		return regs_get_kernel_stack_nth(src->regs, step->value);
	case PROBE_OP_IMM:
	case PROBE_OP_TEXT:
		return step->value;
	case PROBE_OP_ENTRY:
		return ((const unsigned long *)src->entry)[step->value];
	}
	return fetch_rare(step, src);
}

/* The value that the steps end with; false: there is no such memory. */
static __always_inline bool fetch_value(const struct probe_arg *arg,
					const struct probe_source *src,
					unsigned long *value)
{
	const struct probe_step *step = arg->step, *end = step + arg->nr;

	*value = fetch_first(step, src);
	while (++step < end) {
		if (!fetch_bytes(value, *value + step->value, sizeof(*value),
				 step->op))
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

	if (!copy_from_kernel_nofault_allowed(text, PROBE_STRING_MAX))
		return 0;
	pagefault_disable();
	for (; !IS_ALIGNED((unsigned long)p, sizeof(word)); p++) {
		__get_kernel_nofault(&c, p, char, fault);
		if (!c)
			goto found;
	}
	for (; p < text + PROBE_STRING_MAX; p += sizeof(word)) {
		__get_kernel_nofault(&word, p, unsigned long, fault);
		if (!has_zero(word, &bits, &constants))
			continue;
		bits = prep_zero_mask(word, bits, &constants);
		p += find_zero(create_zero_mask(bits));
		goto found;
	}
	p = text + PROBE_STRING_MAX - 1;
found:
	pagefault_enable();
	return p + 1 - text;
fault:
	pagefault_enable();
	return 0;
}

static unsigned int text_size(unsigned long address, enum probe_op op)
{
	long size;

	switch (fetch_read_op(op, address)) {
	case PROBE_OP_READ_USER:
		size = strnlen_user_nofault((char __user *)address,
					    PROBE_STRING_MAX);
		break;
	case PROBE_OP_READ_TASK:
		size = strnlen_user((char __user *)address, PROBE_STRING_MAX);
		break;
	default:
		return text_kernel_size((const char *)address);
	}
	return min_t(long, size, PROBE_STRING_MAX);
}

/* @size bytes at most, the NUL included. Return: how many there are. */
static unsigned int text_store(char *to, unsigned long address,
			       unsigned int room, enum probe_op op)
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
 * The string(s) of an argument. @to: where, or NULL if only the size matters; @loc:
 * what says so in the fixed part. Return: bytes.
 */
static unsigned int fetch_string(const struct probe_arg *arg, unsigned long at,
				 char *to, unsigned int room)
{
	if (arg->store == PROBE_STORE_SYMBOL)
		return symbol_store(to, at, room);
	return to ? text_store(to, at, room, arg->read) :
		    text_size(at, arg->read);
}

/* Where string @i of an argument is; false: that can't be known. */
static bool fetch_string_at(const struct probe_arg *arg, unsigned long value,
			    unsigned int i, unsigned long *at)
{
	*at = value + arg->disp;
	if (arg->store != PROBE_STORE_STRINGS)
		return true;
	return fetch_bytes(at, *at + i * sizeof(*at), sizeof(*at), arg->read);
}

unsigned int probe_args_strings(const struct probe_args *args,
				const struct probe_source *src)
{
	unsigned int i, n, size = 0;
	const struct probe_arg *arg;
	unsigned long value, at;

	if (!args->strings)
		return 0;
	for (i = 0; i < args->nr; i++) {
		arg = &args->arg[i];
		if (!arg->type->string || !fetch_value(arg, src, &value))
			continue;
		for (n = 0; n < max(arg->count, 1); n++) {
			if (fetch_string_at(arg, value, n, &at))
				size += fetch_string(arg, at, NULL, UINT_MAX);
		}
	}
	return min(size, PROBE_STRING_MAX);
}

/*
 * Store strings at @tail, and in the words at @to where they are. A string of no
 * bytes is one that could not be read. Return: bytes at @tail.
 */
static noinline unsigned int store_strings(const struct probe_arg *arg,
					   const struct probe_source *src,
					   void *rec, void *to, char *tail,
					   unsigned int room)
{
	unsigned int i, size, used = 0;
	unsigned long value, at;
	bool there;

	there = fetch_value(arg, src, &value);
	for (i = 0; i < max(arg->count, 1); i++, to += sizeof(u32)) {
		size = there && room > used &&
		       fetch_string_at(arg, value, i, &at) ?
		       fetch_string(arg, at, tail + used, room - used) : 0;
		put_unaligned(size << 16 | (u32)((void *)tail + used - rec),
			      (u32 *)to);
		used += size;
	}
	return used;
}

/* Numbers */

static void store_bits(const struct probe_arg *arg, void *to)
{
	unsigned int size = arg->type->size, i;

	for (i = 0; i < max(arg->count, 1); i++, to += size)
		probe_put(to, size, probe_load(to, size, false) <<
			  arg->shl >> arg->shr);
}

static __always_inline void store_number(const struct probe_arg *arg,
					 const struct probe_source *src,
					 void *to)
{
	unsigned long value;

	if (unlikely(!fetch_value(arg, src, &value))) {
		memset(to, 0, probe_arg_size(arg));
		return;
	}
	if (arg->store == PROBE_STORE_VALUE)
		probe_put(to, arg->type->size, value);
	else if (!fetch_bytes(to, value + arg->disp, probe_arg_size(arg),
			      arg->read))
		memset(to, 0, probe_arg_size(arg));
	if (arg->shr)
		store_bits(arg, to);
}

void probe_args_store(const struct probe_args *args,
		      const struct probe_source *src, void *rec,
		      unsigned int offset, unsigned int room)
{
	const struct probe_arg *arg = args->arg, *end = arg + args->nr;
	void *to = rec + offset;
	unsigned int used = 0;

	for (; arg < end; arg++) {
		if (arg->type->string)
			used += store_strings(arg, src, rec, to + arg->offset,
					      to + args->fixed + used,
					      room - used);
		else
			store_number(arg, src, to + arg->offset);
	}
}

/* What a function's entry keeps */

unsigned int probe_args_entry_size(const struct probe_args *args)
{
	return args->nr_entry * sizeof(long);
}

void probe_args_entry(const struct probe_args *args, void *entry,
		      struct pt_regs *regs)
{
	unsigned long *word = entry;
	unsigned int i;

	for (i = 0; i < args->nr_entry; i++)
		word[i] = regs_get_kernel_argument(regs, args->entry[i]);
}
