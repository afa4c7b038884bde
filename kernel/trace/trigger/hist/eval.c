// SPDX-License-Identifier: GPL-2.0
/*
 * Compute values that are more than a load of a field; hist_eval() has the loads.
 */
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "hist.h"

/*
 * A stack trace begins with the caller of the function that has the tracepoint.
 * Three frames separate that caller from the hook for triggers, whose return
 * address is known: those of the commit, of the event's probe, and of the
 * tracepoint's function or of the function that calls several probes. The number of
 * frames between the hook and this file depends on the user of the stack trace, on
 * filters, and on the compiler.
 */
#define HIST_STACK_SKIP		3

static u64 hist_eval_time(const struct hist_run *run)
{
	const struct trigger_record *rec = run->rec;

	if (rec->event)
		return ring_buffer_event_time_stamp(rec->ring, rec->event);
	return ring_buffer_time_stamp(rec->ring);
}

/* Number of frames at the start of the stack trace that belong to tracing. */
static unsigned int hist_eval_stack_begin(const struct hist_run *run,
					  unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < min_t(unsigned int, nr, HIST_STACK_TRACING); i++) {
		if (run->stack[1 + i] == run->rec->ip)
			return min(i + HIST_STACK_SKIP, nr);
	}
	return 0;
}

static u64 hist_eval_stack(struct hist_run *run)
{
	unsigned int nr, begin;

	if (run->stack[0])
		return (unsigned long)run->stack;
	nr = stack_trace_save(run->stack + 1, HIST_STACK_TRACING + HIST_STACK_MAX, 0);
	begin = hist_eval_stack_begin(run, nr);
	nr = min_t(unsigned int, nr - begin, HIST_STACK_MAX);
	memmove(run->stack + 1, run->stack + 1 + begin, nr * sizeof(long));
	run->stack[0] = nr;
	return (unsigned long)run->stack;
}

/*
 * A stack trace that is a field of the record, in the format of hist_eval_stack().
 */
static u64 hist_eval_dyn_stack(const struct hist_value *value, struct hist_run *run)
{
	u32 loc = *(const u32 *)(run->record + value->offset);
	unsigned int nr = (loc >> 16) / sizeof(unsigned long);

	nr = min_t(unsigned int, nr, HIST_STACK_MAX);
	run->rec_stack[0] = nr;
	memcpy(run->rec_stack + 1, run->record + (loc & 0xffff),
	       nr * sizeof(unsigned long));
	return (unsigned long)run->rec_stack;
}

/*
 * A dynamic array of characters may lack the terminating NUL: evaluate to a copy
 * with it.
 */
static noinline u64 hist_eval_unterminated(struct hist_run *run, const char *text,
					   unsigned int len)
{
	len = min_t(unsigned int, len, sizeof(run->text) - 1);
	memcpy(run->text, text, len);
	run->text[len] = '\0';
	return (unsigned long)run->text;
}

/*
 * An array of characters may lack the terminating NUL as well. Its last character is
 * dropped then, as in a variable.
 */
static u64 hist_eval_string(const struct hist_value *value, struct hist_run *run)
{
	const char *text = run->record + value->offset;

	if (unlikely(value->size && text[value->size - 1] &&
		     !memchr(text, '\0', value->size)))
		return hist_eval_unterminated(run, text, value->size - 1);
	return (unsigned long)text;
}

static u64 hist_eval_data_loc(const struct hist_value *value, struct hist_run *run)
{
	const void *at = run->record + value->offset;
	u32 loc = *(const u32 *)at;
	unsigned int len = loc >> 16;
	const char *text;

	if (value->op == HIST_REL_STRING)
		text = at + sizeof(loc) + (loc & 0xffff);
	else
		text = run->record + (loc & 0xffff);
	if (unlikely(!len || text[len - 1]))
		return hist_eval_unterminated(run, text, len);
	return (unsigned long)text;
}

static u64 hist_eval_binary(const struct hist_value *value, struct hist_run *run)
{
	u64 a = hist_eval(value->a, run);
	u64 b = hist_eval(value->b, run);

	switch (value->op) {
	case HIST_ADD:
		return a + b;
	case HIST_SUB:
		return a - b;
	case HIST_MUL:
		return a * b;
	default:
		/*
		 * Documentation/trace/histogram.rst: a division by zero gives -1.
		 */
		return b ? div64_u64(a, b) : -1ULL;
	}
}

static u64 hist_eval_grouped(const struct hist_value *value, struct hist_run *run)
{
	u64 val = hist_eval(value->a, run);

	if (value->op == HIST_LOG2)
		return val <= 1 ? 0 : fls64(val - 1);
	return div64_u64(val, value->literal) * value->literal;
}

/**
 * hist_eval_slow - compute a value
 * @value: the value
 * @run: the record, and the element if @value needs it
 *
 * The parser bounds the depth of the recursion.
 *
 * Context: any, preemption off.
 * Return: a number, or the address of a string, or the address of a stack trace
 * after its number of entries.
 */
u64 hist_eval_slow(const struct hist_value *value, struct hist_run *run)
{
	u64 val = 0;

	switch (value->op) {
	case HIST_CONST:
		return value->literal;
	case HIST_COUNT:
		return 1;
	case HIST_CPU:
		return raw_smp_processor_id();
	case HIST_CGROUP:
		return event_task_cgroup();
	case HIST_NS_PID:
		return event_task_ns_pid();
	case HIST_TIME:
		return hist_eval_time(run);
	case HIST_TIME_US:
		return div_u64(hist_eval_time(run), NSEC_PER_USEC);
	case HIST_STRING:
		return hist_eval_string(value, run);
	case HIST_DYN_STRING:
	case HIST_REL_STRING:
		return hist_eval_data_loc(value, run);
	case HIST_COMM:
		return (unsigned long)current->comm;
	case HIST_DYN_STACK:
		return hist_eval_dyn_stack(value, run);
	case HIST_STACKTRACE:
		return hist_eval_stack(run);
	case HIST_REF:
		return run->refs[value->offset];
	case HIST_SELF:
		return hist_word_read(&run->elt->words[value->offset]);
	case HIST_LOG2:
	case HIST_BUCKET:
		return hist_eval_grouped(value, run);
	case HIST_NEG:
		return -hist_eval(value->a, run);
	case HIST_ADD:
	case HIST_SUB:
	case HIST_MUL:
	case HIST_DIV:
		return hist_eval_binary(value, run);
	default:
		hist_load(value, run->record, &val);
		return val;
	}
}

/* A string of fixed size in the record may lack the terminating NUL. */
static size_t hist_eval_text_max(const struct hist_value *value)
{
	if (value->op == HIST_STRING && value->size)
		return min_t(size_t, value->size, HIST_STR_MAX);
	return HIST_STR_MAX;
}

/**
 * hist_var_store - store the value of a variable in the element
 * @var: the variable, or a field to be saved
 * @run: the record and the element
 *
 * Strings and stack traces are copied into the element, as the record is
 * overwritten later.
 *
 * Context: any, preemption off.
 */
void hist_var_store(const struct hist_var *var, struct hist_run *run)
{
	u64 val = hist_eval(var->value, run), *words = run->elt->words;
	static const unsigned long none;
	const unsigned long *stack;
	void *text;

	if (var->text) {
		text = &words[var->text];
		if (hist_is_string(var->value)) {
			strscpy(text, (const char *)(unsigned long)val ?:
				EVENT_NULL_STR, hist_eval_text_max(var->value));
		} else {
			stack = (const unsigned long *)(unsigned long)val ?: &none;
			memcpy(text, stack, (*stack + 1) * sizeof(*stack));
		}
		val = (unsigned long)text;
	}
	hist_word_set(&words[var->word], val);
}
