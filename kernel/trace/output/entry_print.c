// SPDX-License-Identifier: GPL-2.0
/*
 * Print functions of the built-in entries: text, raw, hexadecimal and binary.
 */
#include <linux/init.h>

#include "internal.h"

/* Size in bytes of the array @member at the end of the record. */
#define ENTRY_TAIL(iter, rec, member)					\
	max((iter)->ent_size - (int)offsetof(typeof(*(rec)), member), 0)

static void entry_print_hex_long(struct trace_seq *s, unsigned long value)
{
	trace_seq_putmem_hex(s, &value, sizeof(value));
}

static enum print_line_t entry_print_function_raw(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%lx %lx\n", rec->ip, rec->parent_ip);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_function_hex(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	entry_print_hex_long(&iter->seq, rec->ip);
	entry_print_hex_long(&iter->seq, rec->parent_ip);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_function_bin(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	trace_seq_putmem(&iter->seq, &rec->ip, sizeof(rec->ip));
	trace_seq_putmem(&iter->seq, &rec->parent_ip, sizeof(rec->parent_ip));
	return trace_handle_return(&iter->seq);
}

static u64 entry_print_repeats_delta(const struct event_func_repeats *rec)
{
	return (u64)rec->top_delta_ts << 32 | rec->bottom_delta_ts;
}

static enum print_line_t entry_print_repeats_trace(struct trace_iterator *iter, int flags,
						   struct trace_event *event)
{
	struct event_func_repeats *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	output_call(iter, flags, rec->ip, rec->parent_ip, NULL, ' ');
	trace_seq_printf(s, "(repeats: %u, last_ts:", rec->count);
	output_time(iter, iter->ts - entry_print_repeats_delta(rec));
	trace_seq_puts(s, ")\n");
	return trace_handle_return(s);
}

static enum print_line_t entry_print_repeats_raw(struct trace_iterator *iter, int flags,
						 struct trace_event *event)
{
	struct event_func_repeats *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%lu %lu %u %llu\n", rec->ip,
			 rec->parent_ip, rec->count, entry_print_repeats_delta(rec));
	return trace_handle_return(&iter->seq);
}

/* The entries of a context switch and of a wakeup have the same fields. */
static enum print_line_t entry_print_switch_print(struct trace_iterator *iter,
						  const char *arrow)
{
	struct event_context_switch *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq,
			 " %7d:%3d:%c %s [%03d] %7d:%3d:%c %s\n",
			 rec->prev_pid, rec->prev_prio,
			 task_index_to_char(rec->prev_state), arrow,
			 rec->next_cpu, rec->next_pid, rec->next_prio,
			 task_index_to_char(rec->next_state),
			 output_comm(iter, rec->next_pid));
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_switch_trace(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	return entry_print_switch_print(iter, "==>");
}

static enum print_line_t entry_print_wakeup_trace(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	return entry_print_switch_print(iter, "  +");
}

static char entry_print_switch_state(int state, bool wakeup)
{
	return wakeup && !state ? '+' : task_index_to_char(state);
}

static enum print_line_t entry_print_switch_print_raw(struct trace_iterator *iter,
						      bool wakeup)
{
	struct event_context_switch *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%d %d %c %d %d %d %c\n",
			 rec->prev_pid, rec->prev_prio,
			 entry_print_switch_state(rec->prev_state, wakeup),
			 rec->next_cpu, rec->next_pid, rec->next_prio,
			 task_index_to_char(rec->next_state));
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_switch_raw(struct trace_iterator *iter, int flags,
						struct trace_event *event)
{
	return entry_print_switch_print_raw(iter, false);
}

static enum print_line_t entry_print_wakeup_raw(struct trace_iterator *iter, int flags,
						struct trace_event *event)
{
	return entry_print_switch_print_raw(iter, true);
}

static enum print_line_t entry_print_switch_hex(struct trace_iterator *iter, int flags,
						struct trace_event *event)
{
	struct event_context_switch *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;
	int prev = entry_print_switch_state(rec->prev_state, event->type == TRACE_WAKE);
	int next = task_index_to_char(rec->next_state);

	trace_seq_putmem_hex(s, &rec->prev_pid, sizeof(rec->prev_pid));
	trace_seq_putmem_hex(s, &rec->prev_prio, sizeof(rec->prev_prio));
	trace_seq_putmem_hex(s, &prev, sizeof(prev));
	trace_seq_putmem_hex(s, &rec->next_cpu, sizeof(rec->next_cpu));
	trace_seq_putmem_hex(s, &rec->next_pid, sizeof(rec->next_pid));
	trace_seq_putmem_hex(s, &rec->next_prio, sizeof(rec->next_prio));
	trace_seq_putmem_hex(s, &next, sizeof(next));
	return trace_handle_return(s);
}

static enum print_line_t entry_print_switch_bin(struct trace_iterator *iter, int flags,
						struct trace_event *event)
{
	struct event_context_switch *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	trace_seq_putmem(s, &rec->prev_pid, sizeof(rec->prev_pid));
	trace_seq_putmem(s, &rec->prev_prio, sizeof(rec->prev_prio));
	trace_seq_putmem(s, &rec->prev_state, sizeof(rec->prev_state));
	trace_seq_putmem(s, &rec->next_cpu, sizeof(rec->next_cpu));
	trace_seq_putmem(s, &rec->next_pid, sizeof(rec->next_pid));
	trace_seq_putmem(s, &rec->next_prio, sizeof(rec->next_prio));
	trace_seq_putmem(s, &rec->next_state, sizeof(rec->next_state));
	return trace_handle_return(s);
}

static enum print_line_t entry_print_stack_trace(struct trace_iterator *iter, int flags,
						 struct trace_event *event)
{
	struct event_kernel_stack *rec = (void *)iter->ent;
	int count = ENTRY_TAIL(iter, rec, caller) / sizeof(rec->caller[0]);
	struct trace_seq *s = &iter->seq;
	int i;

	trace_seq_puts(s, "<stack trace>\n");
	for (i = 0; i < count && rec->caller[i] != ULONG_MAX; i++) {
		if (s->full)
			break;
		trace_seq_puts(s, " => ");
		if (rec->caller[i] == EVENT_TRAMPOLINE)
			trace_seq_puts(s, "[FTRACE TRAMPOLINE]");
		else
			output_ip(iter, rec->caller[i], flags);
		trace_seq_putc(s, '\n');
	}
	return trace_handle_return(s);
}

static enum print_line_t entry_print_trace(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	struct event_print *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_printf(&iter->seq, ": %.*s", ENTRY_TAIL(iter, rec, buf),
			 rec->buf);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_raw(struct trace_iterator *iter, int flags,
					 struct trace_event *event)
{
	struct event_print *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "# %lx %.*s", rec->ip,
			 ENTRY_TAIL(iter, rec, buf), rec->buf);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_bprint_trace(struct trace_iterator *iter, int flags,
						  struct trace_event *event)
{
	struct event_bprint *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_puts(&iter->seq, ": ");
	output_bprint(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_bprint_raw(struct trace_iterator *iter, int flags,
						struct trace_event *event)
{
	struct event_bprint *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, ": %lx : ", rec->ip);
	output_bprint(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_bputs_trace(struct trace_iterator *iter, int flags,
						 struct trace_event *event)
{
	struct event_bputs *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_puts(&iter->seq, ": ");
	output_bputs(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_bputs_raw(struct trace_iterator *iter, int flags,
					       struct trace_event *event)
{
	struct event_bputs *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, ": %lx : ", rec->ip);
	output_bputs(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t entry_print_raw_data_trace(struct trace_iterator *iter, int flags,
						    struct trace_event *event)
{
	struct event_raw_data *rec = (void *)iter->ent;
	int i;

	trace_seq_printf(&iter->seq, "# %x buf:", rec->id);
	for (i = 0; i < ENTRY_TAIL(iter, rec, buf) && !iter->seq.full; i++)
		trace_seq_printf(&iter->seq, " %02x", (u8)rec->buf[i]);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

#define ENTRY_PRINTER(_type, ...)					\
	{								\
		.event = { .type = _type },				\
		.funcs = { __VA_ARGS__ },				\
	}

static struct entry_printer {
	struct trace_event event;
	struct trace_event_functions funcs;
} entry_printers[] = {
	ENTRY_PRINTER(TRACE_FN,
		      .trace = output_function, .raw = entry_print_function_raw,
		      .hex = entry_print_function_hex, .binary = entry_print_function_bin),
	ENTRY_PRINTER(TRACE_CTX,
		      .trace = entry_print_switch_trace, .raw = entry_print_switch_raw,
		      .hex = entry_print_switch_hex, .binary = entry_print_switch_bin),
	ENTRY_PRINTER(TRACE_WAKE,
		      .trace = entry_print_wakeup_trace, .raw = entry_print_wakeup_raw,
		      .hex = entry_print_switch_hex, .binary = entry_print_switch_bin),
	ENTRY_PRINTER(TRACE_STACK, .trace = entry_print_stack_trace),
	ENTRY_PRINTER(TRACE_USER_STACK, .trace = output_user_stack),
	ENTRY_PRINTER(TRACE_USER_MAPPING, .trace = output_user_mapping),
	ENTRY_PRINTER(TRACE_PRINT, .trace = entry_print_trace, .raw = entry_print_raw),
	ENTRY_PRINTER(TRACE_BPRINT,
		      .trace = entry_print_bprint_trace, .raw = entry_print_bprint_raw),
	ENTRY_PRINTER(TRACE_BPUTS,
		      .trace = entry_print_bputs_trace, .raw = entry_print_bputs_raw),
	ENTRY_PRINTER(TRACE_RAW_DATA,
		      .trace = entry_print_raw_data_trace, .raw = entry_print_raw_data_trace),
	ENTRY_PRINTER(TRACE_FUNC_REPEATS,
		      .trace = entry_print_repeats_trace, .raw = entry_print_repeats_raw),
};

static int __init entry_print_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(entry_printers); i++) {
		struct entry_printer *printer = &entry_printers[i];

		printer->event.funcs = &printer->funcs;
		if (WARN_ON(!register_trace_event(&printer->event)))
			return -EINVAL;
	}
	return 0;
}
early_initcall(entry_print_init);
