// SPDX-License-Identifier: GPL-2.0
/*
 * The context of a line in latency format: the time since the start of the trace and
 * a mark for the delay until the next record.
 */
#include "internal.h"

/**
 * output_since_start - time from the start of the trace to the current record
 * @iter: the reader
 *
 * Context: as output_line().
 * Return: the time, in units of the instance's clock.
 */
u64 output_since_start(struct trace_iterator *iter)
{
	return iter->ts - output_time_start(output_reader_of(iter));
}

static u64 output_latency_usecs(u64 ns)
{
	return div_u64(ns + 500, NSEC_PER_USEC);
}

/* Microseconds as "milliseconds.microseconds". */
static char *output_latency_msecs(char *p, u64 usecs)
{
	u64 msecs = div_u64(usecs, USEC_PER_MSEC);

	p = output_put_u64(p, msecs, 0, ' ');
	*p++ = '.';
	return output_put_u64(p, usecs - msecs * USEC_PER_MSEC, 3, '0');
}

/*
 * "            init       1   0 0 00000000 0000000a [0020686f] 35.018ms (+0.301ms):
 * "
 */
static void output_latency_verbose(struct trace_iterator *iter, u64 since, u64 until_next)
{
	struct trace_entry *ent = iter->ent;
	char *p;

	trace_seq_printf(&iter->seq, "%16s %7d %3d %d %08x ",
			 output_comm(iter, ent->pid), output_pid(iter, ent->pid), iter->cpu,
			 ent->flags, ent->preempt_count);

	if (!(iter->iter_flags & TRACE_FILE_TIME_IN_NS)) {
		trace_seq_printf(&iter->seq, "%08lx [%016llx] %lld (+%lld): ",
				 iter->idx, iter->ts, since, until_next);
		return;
	}
	trace_seq_printf(&iter->seq, "%08lx [%08llx] ", iter->idx,
			 output_latency_usecs(iter->ts));
	p = output_reserve(&iter->seq, OUTPUT_CONTEXT_MAX);
	if (!p)
		return;
	p = output_latency_msecs(p, output_latency_usecs(since));
	p = output_put_word(p, "ms (+", 5);
	p = output_latency_msecs(p, output_latency_usecs(until_next));
	p = output_put_word(p, "ms): ", 5);
	output_reserve_done(&iter->seq, p);
}

/**
 * output_context_latency - print the context in latency format
 * @iter: the reader
 *
 * The format is "    init-1         0d.h1. 36339us+: ", or that of output_latency_verbose()
 * with the option verbose.
 *
 * Context: as output_line().
 */
void output_context_latency(struct trace_iterator *iter)
{
	bool in_ns = iter->iter_flags & TRACE_FILE_TIME_IN_NS;
	u64 since = output_since_start(iter);
	u64 next_ts = iter->ts;
	struct trace_entry *ent;
	char *p;

	output_next_ts(output_reader_of(iter), &next_ts);
	next_ts -= iter->ts;
	if (instance_option(iter->tr, INSTANCE_OPT_VERBOSE)) {
		output_latency_verbose(iter, since, next_ts);
		return;
	}

	p = output_reserve(&iter->seq, OUTPUT_CONTEXT_MAX);
	if (!p)
		return;
	ent = iter->ent;
	p = output_put_right(p, output_comm(iter, ent->pid), 8, 8);
	*p++ = '-';
	p = output_put_left(p, output_pid(iter, ent->pid), 7);
	*p++ = ' ';
	p = output_put_s64(p, iter->cpu, 3);
	p = output_put_irq_info(p, ent);
	*p++ = ' ';
	p = output_put_s64(p, in_ns ? output_latency_usecs(since) : since, 4);
	if (in_ns) {
		*p++ = 'u';
		*p++ = 's';
		*p++ = output_delay_mark(next_ts);
	}
	*p++ = ':';
	*p++ = ' ';
	output_reserve_done(&iter->seq, p);
}
