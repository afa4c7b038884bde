// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a record as a line.
 *
 * The context at the start of the line has the same format for all records. It is
 * written without printf, since it is printed for every record.
 */
#include "internal.h"

static char *line_tgid(char *p, int tgid)
{
	*p++ = '(';
	if (tgid)
		p = output_put_s64(p, tgid, 7);
	else
		p = output_put_fill(p, '-', 7);
	*p++ = ')';
	*p++ = ' ';
	return p;
}

/* The text of the seconds is the same in many lines. */
static char *line_seconds(char *p, struct output_reader *r, u64 ts)
{
	struct output_seconds *second = &r->second;
	u64 rounded = ts + NSEC_PER_USEC / 2;

	if (unlikely(!second->len || rounded - second->start >= NSEC_PER_SEC)) {
		u64 secs = div_u64(rounded, NSEC_PER_SEC);
		char *end = second->text;

		*end++ = ' ';
		end = output_put_u64(end, secs, 5, ' ');
		*end++ = '.';
		second->len = end - second->text;
		second->start = secs * NSEC_PER_SEC;
	}
	p = output_put_slack(p, second->text, second->len);
	return output_put_6digits(p, (u32)(rounded - second->start) /
			       (u32)NSEC_PER_USEC);
}

static __always_inline char *line_time(char *p, struct trace_iterator *iter, u64 ts)
{
	if (likely(iter->iter_flags & TRACE_FILE_TIME_IN_NS))
		return line_seconds(p, output_reader_of(iter), ts);
	*p++ = ' ';
	return output_put_u64(p, ts, 12, ' ');
}

/**
 * output_time - print " SECONDS.MICROSECONDS"
 * @iter: the reader
 * @ts: a timestamp; printed as a bare number if the clock does not count ns
 *
 * Context: as output_line().
 */
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
		p = output_put_2digits(p, cpu % 100);
	} else {
		p = output_put_u64(p, cpu, 3, '0');
	}
	*p++ = ']';
	*p++ = ' ';
	return p;
}

static noinline void line_cpu_info_fill(struct output_cpu_info *info, u32 key,
					const struct trace_iterator *iter)
{
	char *p = line_cpu(info->text, iter->cpu);

	p = output_put_irq_info(p, iter->ent);
	info->key = key;
	info->len = p - info->text;
}

/* CPU and irq-info: a trace has few combinations of them. */
static __always_inline char *line_cpu_info(char *p, struct trace_iterator *iter)
{
	const struct trace_entry *ent = iter->ent;
	u32 context = ent->flags | ent->preempt_count << 8;
	u32 key = context << 16 | OUTPUT_CPU_INFO_USED | iter->cpu;
	u32 index = (ent->flags ^ ent->preempt_count ^ iter->cpu) &
		    (BIT(OUTPUT_CPU_INFO_BITS) - 1);
	struct output_cpu_info *info = &output_reader_of(iter)->cpu_infos[index];

	if (unlikely(info->key != key))
		line_cpu_info_fill(info, key, iter);
	memcpy(p, info->text, sizeof(info->text));
	return p + info->len;
}

/* The name and the pid have 25 characters, unless the pid is negative. */
static __always_inline char *line_comm(char *p, struct trace_iterator *iter)
{
	struct output_task_comm *comm = output_comm_find(iter, iter->ent->pid);

	BUILD_BUG_ON(sizeof(comm->start) < OUTPUT_COMM_START + OUTPUT_SLACK);
	memcpy(p, comm->start, OUTPUT_COMM_START);
	if (unlikely(comm->len > OUTPUT_COMM_START))
		output_put_slack(p, comm->start, comm->len);
	return p + comm->len;
}

/* "            init-1       [000] d..2.     2.125975: " */
static __always_inline void line_context(struct trace_iterator *iter)
{
	char *p = output_reserve(&iter->seq, OUTPUT_CONTEXT_MAX);
	u64 options = READ_ONCE(iter->tr->options);

	if (!p)
		return;
	p = line_comm(p, iter);
	if (unlikely(options & INSTANCE_OPT(RECORD_TGID)))
		p = line_tgid(p, output_comm_find(iter, iter->ent->pid)->tgid);
	if (likely(options & INSTANCE_OPT(IRQ_INFO)))
		p = line_cpu_info(p, iter);
	else
		p = line_cpu(p, iter->cpu);
	p = line_time(p, iter, iter->ts);
	*p++ = ':';
	*p++ = ' ';
	output_reserve_done(&iter->seq, p);
}

static const char *const line_causes[RING_LOST_CAUSES] = {
	[RING_LOST_OVERWRITTEN] = "overwritten",
	[RING_LOST_NO_SPACE]	= "no_space",
	[RING_LOST_NESTED]	= "nested",
	[RING_LOST_RECURSION]	= "recursion",
	[RING_LOST_LAST_BOOT]	= "last_boot",
	[RING_LOST_BUDGET]	= "budget",
};

/* The causes are not known if the buffer was cleared after the number was read. */
static void line_lost_causes(struct trace_iterator *iter)
{
	const struct ring_lost *causes = &output_reader_of(iter)->causes;
	u64 rest = iter->lost_events;
	int i;

	for (i = 0; i < RING_LOST_CAUSES; i++) {
		u64 nr = min(causes->by[i], rest);

		rest -= nr;
		if (nr)
			trace_seq_printf(&iter->seq, " %s=%llu", line_causes[i], nr);
	}
	if (rest)
		trace_seq_printf(&iter->seq, " unknown=%llu", rest);
}

static noinline void line_lost(struct trace_iterator *iter)
{
	if (iter->lost_events == ~0UL) {
		trace_seq_printf(&iter->seq, "CPU:%d [LOST EVENTS]\n",
				 iter->cpu);
		return;
	}
	trace_seq_printf(&iter->seq, "CPU:%d [LOST %lu EVENTS]", iter->cpu,
			 iter->lost_events);
	if (output_reader_of(iter)->show_causes)
		line_lost_causes(iter);
	trace_seq_putc(&iter->seq, '\n');
}

/* If the buffer has overruns, print a line where the records of a CPU start. */
static void line_annotate(struct trace_iterator *iter)
{
	if (cpumask_test_cpu(iter->cpu, iter->started) ||
	    !instance_option(iter->tr, INSTANCE_OPT_ANNOTATE) ||
	    output_skipped(iter, iter->cpu))
		return;
	cpumask_set_cpu(iter->cpu, iter->started);
	/* No such line is printed for the CPU of the first record. */
	if (iter->idx > 1)
		trace_seq_printf(&iter->seq,
				 "##### CPU %u buffer started ####\n",
				 iter->cpu);
}

/* The event of a type of the previous boot, or NULL. */
static struct trace_event *line_last_boot_event(struct output_reader *r, int type)
{
	struct trace_event *event = event_type_find(type);
	struct trace_event_call *call = event_call_of(event);
	int now;

	if (!r->other && call &&
	    ring_buffer_last_boot_type_hash(r->ring, type) == event_hash(call))
		return event;
	now = instance_last_boot_type(r->iter.tr, type);
	return now < 0 ? NULL : event_type_find(now);
}

/*
 * In the previous boot the type may have belonged to another event. The result is
 * not cached, because records of this boot have the same type.
 */
static noinline struct output_event *line_find_last_boot(struct output_reader *r, int type)
{
	struct output_event *found = &r->event;

	*found = (struct output_event){ .type = -1 };
	found->event = line_last_boot_event(r, type);
	output_layout_init(&found->layout, type, found->event);
	r->found = found;
	return found;
}

/* A trace has records of a few types, which are cached by type. */
static struct output_event *line_find(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);
	struct output_event *found = &r->event;
	int type = iter->ent->type;

	if (unlikely(r->last_boot) && (r->other || !event_type_is_fixed(type)))
		return line_find_last_boot(r, type);
	if (r->cache)
		found = &r->cache->events[type & (BIT(OUTPUT_EVENT_BITS) - 1)];
	r->found = found;
	if (found->type != type || found->epoch != r->types_epoch) {
		found->type = type;
		found->epoch = r->types_epoch;
		found->event = event_type_find(type);
		found->len = 0;
		output_layout_init(&found->layout, type, found->event);
	}
	return found;
}

/*
 * Test whether the record holds all data that print functions of its event read. Most
 * records with an array need no more than the NUL that is their last byte.
 */
static __always_inline bool line_fits(struct trace_iterator *iter, const struct output_event *found)
{
	const struct output_layout *layout = &found->layout;

	if (unlikely(iter->ent_size < layout->min_size))
		return false;
	if (unlikely(output_reader_of(iter)->last_boot))
		return output_record_check(iter, found);
	if (!layout->inspect || (layout->fixed && !((u8 *)iter->ent)[iter->ent_size - 1]))
		return true;
	return output_record_check(iter, found);
}

/* The record is too short for a struct trace_entry, so it has no context. */
static noinline enum print_line_t line_no_header(struct trace_iterator *iter)
{
	trace_seq_printf(&iter->seq, "[RECORD OF %d BYTES]\n", iter->ent_size);
	return trace_handle_return(&iter->seq);
}

#define LINE_RAW_OPTIONS						\
	(INSTANCE_OPT(BIN) | INSTANCE_OPT(HEX) | INSTANCE_OPT(RAW))

static noinline enum print_line_t line_raw(struct trace_iterator *iter, struct trace_event *event,
					   u64 options)
{
	if (options & INSTANCE_OPT(BIN))
		return output_bin(iter, event);
	if (options & INSTANCE_OPT(HEX))
		return output_hex(iter, event);
	return output_raw(iter, event);
}

static noinline enum print_line_t line_unknown(struct trace_iterator *iter)
{
	const struct output_reader *r = output_reader_of(iter);

	if (output_is_other(r))
		trace_seq_printf(&iter->seq, "[event of another kernel: id %d]\n",
				 iter->ent->type);
	else
		trace_seq_printf(&iter->seq, "Unknown type %d\n", iter->ent->type);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t line_default(struct trace_iterator *iter,
				      struct trace_event *event)
{
	u64 options = READ_ONCE(iter->tr->options);

	if (iter->iter_flags & TRACE_FILE_ANNOTATE)
		line_annotate(iter);
	if (likely(options & INSTANCE_OPT(CONTEXT_INFO))) {
		if (iter->iter_flags & TRACE_FILE_LAT_FMT)
			output_context_latency(iter);
		else
			line_context(iter);
	}
	if (iter->seq.full)
		return TRACE_TYPE_PARTIAL_LINE;
	if (!event)
		return line_unknown(iter);
	if (unlikely(options & INSTANCE_OPT(FIELDS)))
		return output_fields(iter, event);
	return event->funcs->trace(iter, options & OUTPUT_SYM_OPTIONS, event);
}

/*
 * Print in place of the text why the record is invalid. A record of the previous
 * boot that an atomic reader could not copy is printed field by field.
 */
static enum print_line_t line_invalid_text(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	const struct output_reader *r = output_reader_of(iter);

	if (r->last_boot && r->atomic && event_call_of(r->found->event))
		return output_fields(iter, r->found->event);
	output_record_print_bad(iter, r->found);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions line_invalid_functions = {
	.trace = line_invalid_text,
};

static struct trace_event line_invalid_event = { .funcs = &line_invalid_functions };

/*
 * Select the event that prints an invalid record. With the option "fields" that is
 * the event itself, because each field is checked before it is printed.
 */
static noinline struct trace_event *line_invalid_record(struct trace_iterator *iter,
							const struct output_event *found)
{
	u64 options = iter->tr->options;

	if (options & LINE_RAW_OPTIONS)
		return NULL;
	return options & INSTANCE_OPT(FIELDS) ? found->event : &line_invalid_event;
}

/* A type of another kernel with no event here may belong to a tracer that has another format. */
static inline bool line_has_format(const struct output_reader *r)
{
	return r->found->event || !output_is_other(r);
}

/* Lines of the tracer and bare messages; TRACE_TYPE_UNHANDLED if it is neither. */
static __always_inline enum print_line_t line_special(struct trace_iterator *iter)
{
	u64 options = READ_ONCE(iter->tr->options);

	/* A tracer may print types of its own, which have no event. */
	if (unlikely(iter->trace->print_line) && line_has_format(output_reader_of(iter))) {
		enum print_line_t ret = iter->trace->print_line(iter);

		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	}
	if (unlikely(options & INSTANCE_OPT(PRINTK_MSGONLY)) &&
	    (options & INSTANCE_OPT(PRINTK)) && line_has_format(output_reader_of(iter)) &&
	    output_message(iter))
		return trace_handle_return(&iter->seq);
	return TRACE_TYPE_UNHANDLED;
}

/**
 * output_line - print the current record into iter->seq according to the options
 * @iter: a reader at a record
 *
 * Context: task, between output_lock_records() and output_unlock_records(); any
 * context for a reader of output_dump_open().
 * Return: TRACE_TYPE_PARTIAL_LINE if the line does not fit into iter->seq.
 */
enum print_line_t output_line(struct trace_iterator *iter)
{
	struct output_event *found;
	struct trace_event *event;

	if (unlikely(iter->lost_events)) {
		line_lost(iter);
		if (iter->seq.full)
			return TRACE_TYPE_PARTIAL_LINE;
	}
	if (unlikely(iter->ent_size < (int)sizeof(*iter->ent)))
		return line_no_header(iter);
	found = line_find(iter);
	event = found->event;
	if (likely(line_fits(iter, found))) {
		enum print_line_t ret = line_special(iter);

		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	} else {
		event = line_invalid_record(iter, found);
	}
	if (unlikely(READ_ONCE(iter->tr->options) & LINE_RAW_OPTIONS))
		return line_raw(iter, event, READ_ONCE(iter->tr->options));
	return line_default(iter, event);
}
