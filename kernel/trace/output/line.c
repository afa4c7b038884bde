// SPDX-License-Identifier: GPL-2.0
/*
 * One record as one line.
 *
 * What stands in front of every line, the context, is written by hand into the
 * sequence: it is the same for all records, and there are many of them.
 */
#include "internal.h"

/* They are often those of the line before. */
static char *line_irq_info(char *p, struct trace_iterator *iter)
{
	struct output_flags *last = &output_of(iter)->flags;
	const struct trace_entry *ent = iter->ent;

	if (last->flags != ent->flags ||
	    last->preempt_count != ent->preempt_count || !last->text[0]) {
		last->flags = ent->flags;
		last->preempt_count = ent->preempt_count;
		output_put_irq_info(last->text, ent);
	}
	memcpy(p, last->text, sizeof(last->text));
	return p + 5;
}

static char *line_tgid(char *p, int pid)
{
	int tgid = trace_comm_tgid(pid);

	*p++ = '(';
	if (tgid)
		p = output_put_s64(p, tgid, 7);
	else
		p = output_put_fill(p, '-', 7);
	*p++ = ')';
	*p++ = ' ';
	return p;
}

/* The seconds are the same for many lines. */
static char *line_seconds(char *p, struct view *v, u64 ts)
{
	struct output_second *second = &v->second;
	u64 rounded = ts + NSEC_PER_USEC / 2;

	if (!second->len || rounded - second->start >= NSEC_PER_SEC) {
		u64 secs = div_u64(rounded, NSEC_PER_SEC);
		char *end = output_put_u64(second->text, secs, 5, ' ');

		*end++ = '.';
		second->len = end - second->text;
		second->start = secs * NSEC_PER_SEC;
	}
	p = output_put_slack(p, second->text, second->len);
	return output_put_six(p, (u32)(rounded - second->start) /
			       (u32)NSEC_PER_USEC);
}

static char *line_time(char *p, struct trace_iterator *iter, u64 ts)
{
	*p++ = ' ';
	if (iter->iter_flags & TRACE_FILE_TIME_IN_NS)
		return line_seconds(p, output_of(iter), ts);
	return output_put_u64(p, ts, 12, ' ');
}

void output_time(struct trace_iterator *iter, u64 ts)
{
	char *p = output_reserve(&iter->seq, OUTPUT_CONTEXT_MAX);

	if (p)
		output_reserve_done(&iter->seq, line_time(p, iter, ts));
}

static char *line_cpu(char *p, unsigned int cpu)
{
	*p++ = '[';
	if (cpu < 1000) {
		*p++ = '0' + cpu / 100;
		p = output_put_two(p, cpu % 100);
	} else {
		p = output_put_u64(p, cpu, 3, '0');
	}
	*p++ = ']';
	*p++ = ' ';
	return p;
}

/* "            init-1       [000] d..2.     2.125975: " */
static void line_context(struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;
	struct trace_entry *ent = iter->ent;
	char *p = output_reserve(&iter->seq, OUTPUT_CONTEXT_MAX);
	struct output_comm *comm;

	if (!p)
		return;
	comm = output_context_comm(iter, ent->pid);
	p = output_put_slack(p, comm->start, comm->len);
	if (instance_option(tr, INSTANCE_OPT_RECORD_TGID))
		p = line_tgid(p, ent->pid);
	p = line_cpu(p, iter->cpu);
	if (instance_option(tr, INSTANCE_OPT_IRQ_INFO))
		p = line_irq_info(p, iter);
	p = line_time(p, iter, iter->ts);
	*p++ = ':';
	*p++ = ' ';
	output_reserve_done(&iter->seq, p);
}

static void line_lost(struct trace_iterator *iter)
{
	if (iter->lost_events == ~0UL)
		trace_seq_printf(&iter->seq, "CPU:%d [LOST EVENTS]\n",
				 iter->cpu);
	else
		trace_seq_printf(&iter->seq, "CPU:%d [LOST %lu EVENTS]\n",
				 iter->cpu, iter->lost_events);
}

/* When buffers have lost records, say from where on a CPU's are there. */
static void line_annotate(struct trace_iterator *iter)
{
	if (!(iter->iter_flags & TRACE_FILE_ANNOTATE) ||
	    !instance_option(iter->tr, INSTANCE_OPT_ANNOTATE) ||
	    cpumask_test_cpu(iter->cpu, iter->started) ||
	    output_skipped(iter, iter->cpu))
		return;
	cpumask_set_cpu(iter->cpu, iter->started);
	/* Whose record is the first of all needs no such line. */
	if (iter->idx > 1)
		trace_seq_printf(&iter->seq,
				 "##### CPU %u buffer started ####\n",
				 iter->cpu);
}

/*
 * Before the boot the number may have been another event's. What is found is not
 * remembered: records of now have the same number.
 */
static noinline struct output_event *line_find_past(struct view *v, int type)
{
	struct output_event *found = &v->event;
	struct trace_event *event = event_type_find(type);
	struct trace_event_call *call = event_call_of(event);

	*found = (struct output_event){ .type = -1 };
	if (call && ring_buffer_past_type(v->ring, type) == event_hash(call))
		found->event = event;
	output_shape_learn(&found->shape, type, found->event);
	v->found = found;
	return found;
}

/* Types are few, and each has its place. */
static struct output_event *line_find(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);
	struct output_event *found = &v->event;
	int type = iter->ent->type;

	if (unlikely(v->past) && !event_type_is_fixed(type))
		return line_find_past(v, type);
	if (v->memory)
		found = &v->memory->events[type & (BIT(OUTPUT_EVENT_BITS) - 1)];
	v->found = found;
	if (found->type != type || found->epoch != v->types_epoch) {
		found->type = type;
		found->epoch = v->types_epoch;
		found->event = event_type_find(type);
		found->len = 0;
		output_shape_learn(&found->shape, type, found->event);
	}
	return found;
}

/* Does the record hold what its event's print functions read? */
static bool line_fits(struct trace_iterator *iter, const struct output_event *found)
{
	if (unlikely(iter->ent_size < found->shape.least))
		return false;
	return likely(!(found->shape.look | output_of(iter)->past)) ||
	       output_check(iter, found);
}

/* Not even who it was can be told of a record that has no head. */
static noinline enum print_line_t line_headless(struct trace_iterator *iter)
{
	trace_seq_printf(&iter->seq, "[RECORD OF %d BYTES]\n", iter->ent_size);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t line_default(struct trace_iterator *iter,
				      struct trace_event *event)
{
	line_annotate(iter);
	if (instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO)) {
		if (iter->iter_flags & TRACE_FILE_LAT_FMT)
			output_context_latency(iter);
		else
			line_context(iter);
	}
	if (iter->seq.full)
		return TRACE_TYPE_PARTIAL_LINE;
	if (!event) {
		trace_seq_printf(&iter->seq, "Unknown type %d\n",
				 iter->ent->type);
		return trace_handle_return(&iter->seq);
	}
	if (instance_option(iter->tr, INSTANCE_OPT_FIELDS))
		return output_fields(iter, event);
	return event->funcs->trace(iter, iter->tr->options & OUTPUT_SYM_OPTIONS,
				   event);
}

/*
 * What is wrong with the record, in the place of its text. Fields are told one by one
 * of a record from before the boot for which there is no copy.
 */
static enum print_line_t line_bad_text(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	const struct view *v = output_of(iter);

	if (v->past && v->atomic && event_call_of(v->found->event))
		return output_fields(iter, v->found->event);
	output_bad(iter, v->found);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions line_bad_functions = {
	.trace = line_bad_text,
};

static struct trace_event line_bad_event = { .funcs = &line_bad_functions };

/*
 * Who prints a bad record in the place of its event. Where fields are told one by one
 * the event may do so: each of them is looked at by itself.
 */
static noinline struct trace_event *line_bad(struct trace_iterator *iter,
					     const struct output_event *found)
{
	u64 options = iter->tr->options;

	if (options & (INSTANCE_OPT(BIN) | INSTANCE_OPT(HEX) | INSTANCE_OPT(RAW)))
		return NULL;
	return options & INSTANCE_OPT(FIELDS) ? found->event : &line_bad_event;
}

/* By the tracer, or the message alone? TRACE_TYPE_UNHANDLED: neither. */
static __always_inline enum print_line_t line_special(struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;

	if (iter->trace->print_line) {
		enum print_line_t ret = iter->trace->print_line(iter);

		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	}
	if (instance_option(tr, INSTANCE_OPT_PRINTK) &&
	    instance_option(tr, INSTANCE_OPT_PRINTK_MSGONLY) &&
	    output_message(iter))
		return trace_handle_return(&iter->seq);
	return TRACE_TYPE_UNHANDLED;
}

/**
 * output_line - print the current record, as the options say
 * @iter: a reader at a record
 *
 * Context: task, between output_begin() and output_end(); any for a reader of
 * output_dump_open().
 * Return: TRACE_TYPE_PARTIAL_LINE if it did not fit into iter->seq.
 */
enum print_line_t output_line(struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;
	struct output_event *found;
	struct trace_event *event;

	if (iter->lost_events) {
		line_lost(iter);
		if (iter->seq.full)
			return TRACE_TYPE_PARTIAL_LINE;
	}
	if (unlikely(iter->ent_size < (int)sizeof(*iter->ent)))
		return line_headless(iter);
	found = line_find(iter);
	event = found->event;
	if (likely(line_fits(iter, found))) {
		enum print_line_t ret = line_special(iter);

		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	} else {
		event = line_bad(iter, found);
	}
	if (instance_option(tr, INSTANCE_OPT_BIN))
		return output_bin(iter, event);
	if (instance_option(tr, INSTANCE_OPT_HEX))
		return output_hex(iter, event);
	if (instance_option(tr, INSTANCE_OPT_RAW))
		return output_raw(iter, event);
	return line_default(iter, event);
}
