// SPDX-License-Identifier: GPL-2.0
/*
 * A called function as text: of all built-in entries this is printed most.
 */
#include "internal.h"

/* "vfs_read <-ksys_read" and @end; @args may be NULL. */
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
