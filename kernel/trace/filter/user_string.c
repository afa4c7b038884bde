// SPDX-License-Identifier: GPL-2.0
/*
 * Strings that a record only points to, in the kernel or in user space. They are
 * copied, so that they can't change or be freed while they are compared.
 *
 * Filters run in any context, so each CPU has a buffer for each context that may
 * interrupt another one. The buffers are allocated with the first filter that needs
 * them, and are not freed.
 */
#include "internal.h"

#define FILTER_STRING_SIZE	1024
#define FILTER_STRING_NESTING	4

/**
 * struct filter_strings - the buffers of a CPU
 * @depth: number of buffers in use
 * @text: a buffer for each context
 */
struct filter_strings {
	int depth;
	char text[FILTER_STRING_NESTING][FILTER_STRING_SIZE];
};

static struct filter_strings __percpu *filter_cpu_strings;

/**
 * filter_strings_alloc - allocate the buffers for filter_string_get()
 *
 * Context: task, may sleep; may be called repeatedly and concurrently.
 * Return: 0 or -ENOMEM.
 */
int filter_strings_alloc(void)
{
	struct filter_strings __percpu *strings;

	if (READ_ONCE(filter_cpu_strings))
		return 0;
	strings = alloc_percpu(struct filter_strings);
	if (!strings)
		return -ENOMEM;
	/* Full barrier: a reader of the pointer finds zeroed buffers. */
	if (cmpxchg(&filter_cpu_strings, NULL, strings))
		free_percpu(strings);
	return 0;
}

/**
 * filter_string_get - copy a string
 * @from: address of the string
 * @user: the address is in user space
 * @len: set to the length of the copy, which may be cut
 *
 * Context: any, preemption disabled until filter_string_put().
 * Return: the copy; NULL if the string can't be read, without filter_string_put().
 */
const char *filter_string_get(const void *from, bool user, unsigned int *len)
{
	struct filter_strings *strings = this_cpu_ptr(filter_cpu_strings);
	char *text;
	long ret;

	if (strings->depth >= FILTER_STRING_NESTING)
		return NULL;
	/* A context that interrupts here leaves the depth unchanged. */
	text = strings->text[strings->depth++];
	barrier();
	if (user)
		ret = strncpy_from_user_nofault(text,
						(const void __user *)from,
						FILTER_STRING_SIZE);
	else
		ret = strncpy_from_kernel_nofault(text, from, FILTER_STRING_SIZE);
	if (ret < 0) {
		filter_string_put();
		return NULL;
	}
	*len = ret - 1;
	return text;
}

/**
 * filter_string_put - release the last copy of filter_string_get()
 *
 * Context: any, preemption disabled.
 */
void filter_string_put(void)
{
	barrier();
	this_cpu_ptr(filter_cpu_strings)->depth--;
}
