// SPDX-License-Identifier: GPL-2.0
/*
 * The arguments of a recorded call, as the registers had them when it was made.
 *
 * How many there are, and what they are called, is known where the kernel carries
 * a description of its types: btf.c looks there. Otherwise all registers that may
 * hold one are shown as they are.
 */
#include "internal.h"

/**
 * output_put_args - print the arguments of a call
 * @p: where to, with room for OUTPUT_ARGS_MAX
 * @iter: the reader
 * @func: the function
 * @args: EVENT_ARGS registers, in the order of arguments
 *
 * Context: as output_line().
 * Return: the place behind it.
 */
char *output_put_args(char *p, struct trace_iterator *iter, unsigned long func,
		      const unsigned long *args)
{
	char *end = p + OUTPUT_ARGS_MAX - 1;
	char *known;
	int i;

	*p++ = '(';
	known = output_btf_args(p, end, iter, func, args);
	for (i = 0; !known && i < EVENT_ARGS; i++)
		p += scnprintf(p, end - p, "%s0x%lx", i ? ", " : "", args[i]);
	if (known)
		p = known;
	*p++ = ')';
	return p;
}
