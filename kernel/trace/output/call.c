// SPDX-License-Identifier: GPL-2.0
/*
 * The text of a function call: caller, called function and arguments.
 *
 * The names and types of the arguments are taken from BTF (btf.c), if the kernel
 * has it for the function. Otherwise all registers that may hold an argument are
 * printed.
 */
#include "internal.h"

/**
 * output_put_args - write the arguments of a call
 * @p: where to write, at least OUTPUT_ARGS_MAX bytes
 * @iter: the reader
 * @func: address of the called function
 * @args: the EVENT_ARGS registers that hold arguments, in the order of arguments
 *
 * Context: as output_line().
 * Return: end of the text.
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

/**
 * output_call - print a function call, as "vfs_read <-ksys_read"
 * @iter: the reader
 * @flags: INSTANCE_OPT() bits of the sym-* options and print-parent
 * @ip: address of the called function
 * @parent_ip: return address in the caller; 0 if unknown
 * @args: the EVENT_ARGS registers that hold arguments, or NULL
 * @end: character that is written after the text
 *
 * Context: as output_line().
 */
void output_call(struct trace_iterator *iter, int flags, unsigned long ip,
		 unsigned long parent_ip, const unsigned long *args, char end)
{
	char *p = output_reserve(&iter->seq, 2 * OUTPUT_NAME_MAX + 5 +
					(args ? OUTPUT_ARGS_MAX : 0));
	const char *name;
	unsigned int len;

	if (!p)
		return;
	name = output_ip_text(iter, ip, flags, &len);
	p = output_put_slack(p, name, len);
	if (args)
		p = output_put_args(p, iter, ip, args);
	if ((flags & INSTANCE_OPT(PRINT_PARENT)) && parent_ip) {
		p = output_put_text(p, " <-");
		name = output_ip_text(iter, parent_ip, flags, &len);
		p = output_put_slack(p, name, len);
	}
	*p++ = end;
	output_reserve_done(&iter->seq, p);
}

/**
 * output_function - trace_event_functions.trace of TRACE_FN
 * @iter: the reader
 * @flags: INSTANCE_OPT() bits of the sym-* options and print-parent
 * @event: the event
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_PARTIAL_LINE if the text does not fit into iter->seq.
 */
enum print_line_t output_function(struct trace_iterator *iter, int flags,
				  struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;
	const unsigned long *args = NULL;

	if (iter->ent_size >= (int)sizeof(*rec) + EVENT_ARGS * (int)sizeof(*args))
		args = (void *)(rec + 1);
	output_call(iter, flags, rec->ip, rec->parent_ip, args, '\n');
	return trace_handle_return(&iter->seq);
}
