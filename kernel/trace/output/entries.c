// SPDX-License-Identifier: GPL-2.0
/*
 * Printers of the built-in entries: text, raw numbers, hexadecimal, binary.
 */
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

#include "internal.h"

/* Bytes of the record from @member on, which ends it. */
#define ENTRY_TAIL(iter, rec, member)					\
	max((iter)->ent_size - (int)offsetof(typeof(*(rec)), member), 0)

static void entry_hex_long(struct trace_seq *s, unsigned long value)
{
	trace_seq_putmem_hex(s, &value, sizeof(value));
}

static enum print_line_t function_raw(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%lx %lx\n", rec->ip, rec->parent_ip);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t function_hex(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	entry_hex_long(&iter->seq, rec->ip);
	entry_hex_long(&iter->seq, rec->parent_ip);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t function_bin(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_function *rec = (void *)iter->ent;

	trace_seq_putmem(&iter->seq, &rec->ip, sizeof(rec->ip));
	trace_seq_putmem(&iter->seq, &rec->parent_ip, sizeof(rec->parent_ip));
	return trace_handle_return(&iter->seq);
}

static u64 repeats_delta(const struct event_func_repeats *rec)
{
	return (u64)rec->top_delta_ts << 32 | rec->bottom_delta_ts;
}

static enum print_line_t repeats_trace(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	struct event_func_repeats *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;

	output_call(iter, flags, rec->ip, rec->parent_ip, NULL, ' ');
	trace_seq_printf(s, "(repeats: %u, last_ts:", rec->count);
	output_time(iter, iter->ts - repeats_delta(rec));
	trace_seq_puts(s, ")\n");
	return trace_handle_return(s);
}

static enum print_line_t repeats_raw(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct event_func_repeats *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%lu %lu %u %llu\n", rec->ip,
			 rec->parent_ip, rec->count, repeats_delta(rec));
	return trace_handle_return(&iter->seq);
}

/* Both entries of the scheduler have the same fields. */
static enum print_line_t switch_print(struct trace_iterator *iter,
				      const char *arrow)
{
	struct event_context_switch *rec = (void *)iter->ent;
	char comm[TASK_COMM_LEN];

	trace_comm_find(rec->next_pid, comm);
	trace_seq_printf(&iter->seq,
			 " %7d:%3d:%c %s [%03d] %7d:%3d:%c %s\n",
			 rec->prev_pid, rec->prev_prio,
			 task_index_to_char(rec->prev_state), arrow,
			 rec->next_cpu, rec->next_pid, rec->next_prio,
			 task_index_to_char(rec->next_state), comm);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t switch_trace(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	return switch_print(iter, "==>");
}

static enum print_line_t wakeup_trace(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	return switch_print(iter, "  +");
}

static char switch_state(int state, bool wakeup)
{
	return wakeup && !state ? '+' : task_index_to_char(state);
}

static enum print_line_t switch_raw_as(struct trace_iterator *iter,
				       bool wakeup)
{
	struct event_context_switch *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "%d %d %c %d %d %d %c\n",
			 rec->prev_pid, rec->prev_prio,
			 switch_state(rec->prev_state, wakeup),
			 rec->next_cpu, rec->next_pid, rec->next_prio,
			 task_index_to_char(rec->next_state));
	return trace_handle_return(&iter->seq);
}

static enum print_line_t switch_raw(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	return switch_raw_as(iter, false);
}

static enum print_line_t wakeup_raw(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	return switch_raw_as(iter, true);
}

static enum print_line_t switch_hex(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	struct event_context_switch *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;
	int prev = switch_state(rec->prev_state, event->type == TRACE_WAKE);
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

static enum print_line_t switch_bin(struct trace_iterator *iter, int flags,
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

static enum print_line_t stack_trace(struct trace_iterator *iter, int flags,
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

/* "/bin/busybox[+0x7a5e1]", or nothing when there is no such mapping. */
static bool user_object(struct trace_seq *s, struct mm_struct *mm,
			unsigned long ip)
{
	const struct vm_area_struct *vma;
	bool found = false;

	/*
	 * The readers' locks are held, and whoever changes the tracer waits for
	 * them: this reader can be killed, however long @mm is locked.
	 */
	if (mmap_read_lock_killable(mm))
		return false;
	vma = vma_lookup(mm, ip);
	if (vma && vma->vm_file) {
		trace_seq_path(s, &vma->vm_file->f_path);
		trace_seq_printf(s, "[+0x%lx]", ip - vma->vm_start);
		found = true;
	}
	mmap_read_unlock(mm);
	return found;
}

static struct mm_struct *user_mm(unsigned int tgid)
{
	struct mm_struct *mm = NULL;
	struct task_struct *task;

	/* A task of that name may be another one by now; so it is documented. */
	rcu_read_lock();
	task = find_task_by_vpid(tgid);
	if (task)
		mm = get_task_mm(task);
	rcu_read_unlock();
	return mm;
}

static enum print_line_t user_stack_trace(struct trace_iterator *iter,
					  int flags, struct trace_event *event)
{
	struct event_user_stack *rec = (void *)iter->ent;
	struct trace_seq *s = &iter->seq;
	struct mm_struct *mm = NULL;
	int i;

	if (instance_option(iter->tr, INSTANCE_OPT_SYM_USEROBJ) &&
	    !output_of(iter)->atomic)
		mm = user_mm(rec->tgid);

	trace_seq_puts(s, "<user stack trace>\n");
	for (i = 0; i < ARRAY_SIZE(rec->caller); i++) {
		unsigned long ip = rec->caller[i];

		if (!ip || ip == ULONG_MAX || s->full)
			break;
		trace_seq_puts(s, " => ");
		if (!mm || !user_object(s, mm, ip) ||
		    (flags & INSTANCE_OPT(SYM_ADDR)))
			trace_seq_printf(s, " <%016lx>", ip);
		trace_seq_putc(s, '\n');
	}
	/*
	 * The last user's mmput() ends the mappings, trace_pipe_raw's among them, and
	 * waits for I/O: not under the readers' locks.
	 */
	if (mm)
		mmput_async(mm);
	return trace_handle_return(s);
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct event_print *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_printf(&iter->seq, ": %.*s", ENTRY_TAIL(iter, rec, buf),
			 rec->buf);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	struct event_print *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, "# %lx %.*s", rec->ip,
			 ENTRY_TAIL(iter, rec, buf), rec->buf);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t bprint_trace(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_bprint *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_puts(&iter->seq, ": ");
	output_bprint(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t bprint_raw(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	struct event_bprint *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, ": %lx : ", rec->ip);
	output_bprint(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t bputs_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct event_bputs *rec = (void *)iter->ent;

	output_ip(iter, rec->ip, flags);
	trace_seq_puts(&iter->seq, ": ");
	output_bputs(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t bputs_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	struct event_bputs *rec = (void *)iter->ent;

	trace_seq_printf(&iter->seq, ": %lx : ", rec->ip);
	output_bputs(iter);
	return trace_handle_return(&iter->seq);
}

static enum print_line_t raw_data_trace(struct trace_iterator *iter, int flags,
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
		      .trace = output_function, .raw = function_raw,
		      .hex = function_hex, .binary = function_bin),
	ENTRY_PRINTER(TRACE_CTX,
		      .trace = switch_trace, .raw = switch_raw,
		      .hex = switch_hex, .binary = switch_bin),
	ENTRY_PRINTER(TRACE_WAKE,
		      .trace = wakeup_trace, .raw = wakeup_raw,
		      .hex = switch_hex, .binary = switch_bin),
	ENTRY_PRINTER(TRACE_STACK, .trace = stack_trace),
	ENTRY_PRINTER(TRACE_USER_STACK, .trace = user_stack_trace),
	ENTRY_PRINTER(TRACE_PRINT, .trace = print_trace, .raw = print_raw),
	ENTRY_PRINTER(TRACE_BPRINT, .trace = bprint_trace, .raw = bprint_raw),
	ENTRY_PRINTER(TRACE_BPUTS, .trace = bputs_trace, .raw = bputs_raw),
	ENTRY_PRINTER(TRACE_RAW_DATA,
		      .trace = raw_data_trace, .raw = raw_data_trace),
	ENTRY_PRINTER(TRACE_FUNC_REPEATS,
		      .trace = repeats_trace, .raw = repeats_raw),
};

static int __init entry_init(void)
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
early_initcall(entry_init);
