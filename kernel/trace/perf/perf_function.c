// SPDX-License-Identifier: GPL-2.0
/*
 * perf: counters of the event ftrace:function, the calls of kernel functions.
 *
 * The event has no tracepoint: each counter has an ftrace_ops, which is registered
 * while the counter is open, and counts on the CPU on which perf core has added the
 * counter. A filter ("ip == NAME") selects functions, by the hash of the ftrace_ops,
 * rather than records.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../event/event.h"
#include "internal.h"

/* ftrace_ops::private of a counter that is added on no CPU. */
#define PERF_FUNCTION_NO_CPU	((void *)(unsigned long)nr_cpu_ids)

/* The size of a record with the u32 that perf core adds is a multiple of u64. */
#define PERF_FUNCTION_SIZE						\
	(ALIGN(sizeof(struct event_function) + sizeof(u32), sizeof(u64)) - \
	 sizeof(u32))

static void notrace perf_function_count(struct perf_event *event, unsigned long ip,
					unsigned long parent_ip)
{
	struct event_function *rec;
	struct hlist_head head;
	struct pt_regs regs;
	int rctx;

	memset(&regs, 0, sizeof(regs));
	perf_fetch_caller_regs(&regs);
	rec = perf_trace_buf_alloc(PERF_FUNCTION_SIZE, NULL, &rctx);
	if (!rec)
		return;
	rec->ip = ip;
	rec->parent_ip = parent_ip;

	/* A list of this counter only: others of the event have their own ftrace_ops. */
	head.first = &event->hlist_entry;
	perf_trace_buf_submit(rec, PERF_FUNCTION_SIZE, rctx, TRACE_FN, 1, &regs, &head,
			      NULL);
}

static void notrace perf_function_called(unsigned long ip, unsigned long parent_ip,
					 struct ftrace_ops *ops,
					 struct ftrace_regs *fregs)
{
	int bit;

	if ((unsigned long)READ_ONCE(ops->private) != raw_smp_processor_id())
		return;
	bit = ftrace_test_recursion_trylock(ip, parent_ip);
	if (bit < 0)
		return;
	if (rcu_is_watching())
		perf_function_count(container_of(ops, struct perf_event, ftrace_ops),
				    ip, parent_ip);
	ftrace_test_recursion_unlock(bit);
}

static int perf_function_open(struct perf_event *event)
{
	struct ftrace_ops *ops = &event->ftrace_ops;

	ops->func = perf_function_called;
	ops->private = PERF_FUNCTION_NO_CPU;
	return register_ftrace_function(ops);
}

static void perf_function_close(struct perf_event *event)
{
	unregister_ftrace_function(&event->ftrace_ops);
	ftrace_free_filter(&event->ftrace_ops);
}

static int perf_function_reg(struct trace_event_call *call, enum trace_reg type,
			     void *data)
{
	struct perf_event *event = data;

	switch (type) {
	case TRACE_REG_PERF_OPEN:
		return perf_function_open(event);
	case TRACE_REG_PERF_CLOSE:
		perf_function_close(event);
		return 0;
	case TRACE_REG_PERF_ADD:
		WRITE_ONCE(event->ftrace_ops.private,
			   (void *)(unsigned long)smp_processor_id());
		return 1;
	case TRACE_REG_PERF_DEL:
		WRITE_ONCE(event->ftrace_ops.private, PERF_FUNCTION_NO_CPU);
		return 1;
	default:
		return 0;
	}
}

/**
 * struct perf_function_term - a term of a filter
 * @not: the functions are excluded
 * @name: name of a function, or a glob pattern
 */
struct perf_function_term {
	bool not;
	char *name;
};

/* Parse a term: "ip == NAME", "ip ~ "PATTERN*"" or "ip != NAME". */
static int perf_function_term(char *text, struct perf_function_term *term)
{
	size_t len;

	text = strim(text);
	if (strncmp(text, "ip", 2) || isalnum(text[2]) || text[2] == '_')
		return -EINVAL;
	text = skip_spaces(text + 2);
	term->not = !strncmp(text, "!=", 2);
	if (term->not || !strncmp(text, "==", 2))
		text += 2;
	else if (*text == '~')
		text++;
	else
		return -EINVAL;
	text = skip_spaces(text);
	len = strlen(text);
	if (len > 1 && (*text == '"' || *text == '\'') && text[len - 1] == *text) {
		text[len - 1] = '\0';
		text++;
	}
	if (!*text || strpbrk(text, " \t\"'()&|"))
		return -EINVAL;
	term->name = text;
	return 0;
}

static int perf_function_add_term(struct ftrace_ops *ops, struct perf_function_term *term)
{
	size_t len = strlen(term->name);

	if (term->not)
		return ftrace_set_notrace(ops, term->name, len, 0);
	return ftrace_set_filter(ops, term->name, len, 0);
}

/* Split off the next term; @and is set if "&&" rather than "||" follows the term. */
static char *perf_function_next_term(char **text, bool *and)
{
	char *start = *text, *end;

	if (!start)
		return NULL;
	for (end = start; *end; end++) {
		*and = end[0] == '&' && end[1] == '&';
		if (!*and && !(end[0] == '|' && end[1] == '|'))
			continue;
		*end = '\0';
		*text = end + 2;
		return start;
	}
	*text = NULL;
	return start;
}

/**
 * perf_function_filter - restrict a counter to a set of functions
 * @event: a counter of ftrace:function
 * @text: one or more terms "ip == NAME", "ip ~ PATTERN" joined by "||", or terms
 *	"ip != NAME" joined by "&&"
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if @text has another form or a function does not exist; -ENOMEM.
 */
int perf_function_filter(struct perf_event *event, const char *text)
{
	char *copy = kstrdup(text, GFP_KERNEL), *rest = copy, *next;
	struct perf_function_term term;
	bool and = false, was_and;
	int ret = 0, terms = 0;

	if (!copy)
		return -ENOMEM;
	for (;;) {
		was_and = and;
		next = perf_function_next_term(&rest, &and);
		if (!next)
			break;
		ret = perf_function_term(next, &term);
		if (!ret && terms++ && was_and != term.not)
			ret = -EINVAL;
		if (!ret)
			ret = perf_function_add_term(&event->ftrace_ops, &term);
		if (ret)
			break;
	}
	if (ret) {
		/* Reset to no filter: a counter gets its filter only once. */
		ftrace_set_filter(&event->ftrace_ops, NULL, 0, 1);
		ftrace_set_notrace(&event->ftrace_ops, NULL, 0, 1);
	}
	kfree(copy);
	return ret;
}

/*
 * The calls of kernel functions show what the kernel does for all tasks, and each call
 * costs time, so even a count needs permission. A sample may not read the stack of the
 * task: the call may be one of the page fault handler, which the read would call again.
 */
static int perf_function_may_open(struct trace_event_call *call,
				  struct perf_event *event)
{
	int ret;

	/* The parent of an inherited counter was checked when it was opened. */
	if (event->parent)
		return 0;
	ret = perf_allow_tracepoint();
	if (ret || !is_sampling_event(event))
		return ret;
	if (!event->attr.exclude_callchain_user ||
	    event->attr.sample_type & PERF_SAMPLE_STACK_USER)
		return -EINVAL;
	return 0;
}

static int __init perf_function_init(void)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	call = event_call_find("ftrace", "function");
	if (call) {
		call->class->reg = perf_function_reg;
		call->perf_perm = perf_function_may_open;
	}
	return 0;
}
early_initcall(perf_function_init);
