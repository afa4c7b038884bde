// SPDX-License-Identifier: GPL-2.0
/*
 * Calls and returns as lines that look like C: see Documentation/trace/ftrace.rst.
 *
 *	 0)               |  vfs_open() {
 *	 0)   1.122 us    |    mntget();
 *	 0) + 65.507 us   |  }
 *
 * Lines are written by hand: each asks for as much room as its longest form could
 * take. What a line looks like depends on those above it, CPU by CPU; that is the
 * reader's memory, and without it (there was none to be had) lines only lose what
 * they had from there.
 */
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "../../instance/instance.h"
#include "../../output/output.h"
#include "graph.h"

/* Whether the end of a call says whose it is: so deep is remembered. */
#define GRAPH_DEPTH_MAX		50

/* Columns of a task's name and pid, and how much of the name. */
#define GRAPH_TASK_WIDTH	14
#define GRAPH_COMM_MAX		7

/* What print functions of events are told. */
#define GRAPH_SYM_OPTIONS						\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(SYM_OFFSET) |	\
	 INSTANCE_OPT(SYM_ADDR))

/* All that can stand before a function's name but for the indentation. */
#define GRAPH_PREFIX_MAX	160

/* The longest name of an address, as the sym-* options may have it. */
#define GRAPH_NAME_MAX		(KSYM_SYMBOL_LEN + 2 * OUTPUT_DIGITS)

/* "/" and "*" and a value, and what ends a line. */
#define GRAPH_SUFFIX_MAX	64

/**
 * struct graph_cpu - what was printed of a CPU
 * @pid: whose record came last; -1: there was none
 * @depth: of what comes next, less one
 * @irq_depth: of the interrupt that is not shown; -1: in none
 * @func: by depth, the functions whose end is still to come
 */
struct graph_cpu {
	int		pid;
	int		depth;
	int		irq_depth;
	unsigned long	func[GRAPH_DEPTH_MAX];
};

void graph_open(struct trace_iterator *iter)
{
	struct graph_cpu *cpus;

	cpus = kvcalloc(nr_cpu_ids, sizeof(*cpus), GFP_KERNEL);
	iter->private = cpus;
	for (int i = 0; cpus && i < nr_cpu_ids; i++) {
		cpus[i].pid = -1;
		cpus[i].depth = -1;
		cpus[i].irq_depth = -1;
	}
}

void graph_close(struct trace_iterator *iter)
{
	kvfree(iter->private);
	iter->private = NULL;
}

static struct graph_cpu *graph_cpu(struct trace_iterator *iter)
{
	struct graph_cpu *cpus = iter->private;

	return cpus ? &cpus[iter->cpu] : NULL;
}

/* With context-info, and so: */
static bool graph_has_duration(struct trace_iterator *iter, u32 flags)
{
	return flags & GRAPH_DURATION &&
	       instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO);
}

/*
 * What stands before the function.
 */

static char *graph_put_cpu(char *p, int cpu)
{
	int width = 1;

	for (unsigned int n = nr_cpu_ids - 1; n >= 10; n /= 10)
		width++;
	*p++ = ' ';
	p = output_put_u64(p, cpu, width, ' ');
	*p++ = ')';
	*p++ = ' ';
	return p;
}

/* "comm-pid" in the middle of its columns. */
static char *graph_put_task(char *p, struct trace_iterator *iter, int pid)
{
	char text[GRAPH_COMM_MAX + OUTPUT_DIGITS + OUTPUT_SLACK + 2];
	const char *comm = output_comm(iter, pid);
	int len = strnlen(comm, GRAPH_COMM_MAX), blanks;
	char *end;

	end = output_put_word(text, comm, len);
	*end++ = '-';
	end = output_put_s64(end, pid, 0);
	len = end - text;
	blanks = max(GRAPH_TASK_WIDTH - len, 0);
	p = output_put_fill(p, ' ', blanks / 2);
	p = output_put_word(p, text, len);
	return output_put_fill(p, ' ', blanks - blanks / 2);
}

static char *graph_put_time(char *p, u64 ts)
{
	u64 secs = div_u64(ts, NSEC_PER_SEC);

	p = output_put_u64(p, secs, 5, ' ');
	*p++ = '.';
	p = output_put_six(p, (u32)(ts - secs * NSEC_PER_SEC) / NSEC_PER_USEC);
	return output_put_text(p, " |  ");
}

/* Since the trace begins. */
static char *graph_put_rel_time(char *p, struct trace_iterator *iter)
{
	u64 us = div_u64(output_since_start(iter) + NSEC_PER_USEC / 2,
			 NSEC_PER_USEC);

	p = output_put_u64(p, us, 9, ' ');
	return output_put_text(p, " us |  ");
}

static char *graph_put_context(char *p, struct trace_iterator *iter, u32 flags)
{
	if (!instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO))
		return p;
	if (flags & GRAPH_ABS_TIME)
		p = graph_put_time(p, iter->ts);
	if (flags & GRAPH_REL_TIME)
		p = graph_put_rel_time(p, iter);
	if (flags & GRAPH_CPU)
		p = graph_put_cpu(p, iter->cpu);
	if (flags & GRAPH_PROC) {
		p = graph_put_task(p, iter, iter->ent->pid);
		p = output_put_text(p, " | ");
	}
	if (iter->iter_flags & TRACE_FILE_LAT_FMT) {
		*p++ = ' ';
		p = output_put_irq_info(p, iter->ent);
		p = output_put_text(p, " | ");
	}
	return p;
}

static char *graph_put_duration(char *p, u64 ns, u32 flags)
{
	*p++ = flags & GRAPH_OVERHEAD ? output_delay_mark(ns) : ' ';
	*p++ = ' ';
	p = output_put_usecs(p, ns);
	return output_put_text(p, "|  ");
}

static char *graph_put_no_duration(char *p)
{
	return output_put_text(p, "              |  ");
}

static char *graph_put_indent(char *p, int depth)
{
	return output_put_fill(p, ' ', 2 * depth);
}

/*
 * Lines between lines.
 */

/* Another task than in the line before. */
static char *graph_put_switch(char *p, struct trace_iterator *iter)
{
	static const char rule[] = " ------------------------------------------\n";
	struct graph_cpu *cpu = graph_cpu(iter);
	int pid = iter->ent->pid, last;

	if (!cpu || cpu->pid == pid)
		return p;
	last = cpu->pid;
	cpu->pid = pid;
	if (last == -1)
		return p;
	p = output_put_text(p, rule);
	p = graph_put_cpu(p, iter->cpu);
	p = graph_put_task(p, iter, last);
	p = output_put_text(p, " => ");
	p = graph_put_task(p, iter, pid);
	*p++ = '\n';
	p = output_put_text(p, rule);
	*p++ = '\n';
	return p;
}

#define GRAPH_SWITCH_MAX	(2 * 48 + 3 * 40)

static bool graph_is_irq(unsigned long func)
{
	return func >= (unsigned long)__irqentry_text_start &&
	       func < (unsigned long)__irqentry_text_end;
}

/* Where an interrupt begins and ends. */
static char *graph_put_irq(char *p, struct trace_iterator *iter, u32 flags,
			   bool begins)
{
	p = graph_put_context(p, iter, flags);
	if (graph_has_duration(iter, flags))
		p = output_put_text(p, "  ");
	if (begins)
		p = output_put_text(p, "==========>");
	else
		p = output_put_text(p, "<==========");
	if (graph_has_duration(iter, flags))
		p = output_put_text(p, " |");
	*p++ = '\n';
	return p;
}

/* nofuncgraph-irqs: is this call one of those that are not shown? */
static bool graph_irq_skips_entry(struct graph_cpu *cpu, u32 flags,
				  unsigned long func, int depth)
{
	if (!cpu || flags & GRAPH_IRQS)
		return false;
	if (cpu->irq_depth >= 0)
		return true;
	if (!graph_is_irq(func))
		return false;
	cpu->irq_depth = depth;
	return true;
}

static bool graph_irq_skips_return(struct graph_cpu *cpu, u32 flags, int depth)
{
	if (!cpu || flags & GRAPH_IRQS || cpu->irq_depth < 0)
		return false;
	if (cpu->irq_depth >= depth)
		cpu->irq_depth = -1;
	return true;
}

/*
 * Calls and returns.
 */

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
static char *graph_put_retval(char *p, const struct event_funcgraph_exit *ret,
			      u32 flags)
{
	long value = ret->retval;

	/* An error is what a function of type int or long returns below zero. */
	if (!(flags & GRAPH_RETVAL_HEX)) {
		if (!(value >> 32) && IS_ERR_VALUE((long)(int)value))
			value = (int)value;
		if (IS_ERR_VALUE(value))
			return output_put_s64(p, value, 0);
	}
	p = output_put_text(p, "0x");
	return output_put_hex(p, value, 0, ' ');
}
#else
static char *graph_put_retval(char *p, const struct event_funcgraph_exit *ret,
			      u32 flags)
{
	return p;
}
#endif

/*
 * What was recorded of a call beyond its fields, and is to be shown.
 */

/**
 * struct graph_more - that
 * @retaddr: where the call returns to; 0: it is not to be shown
 * @args: its arguments, or NULL
 */
struct graph_more {
	unsigned long		retaddr;
	const unsigned long	*args;
};

static void graph_more(struct trace_iterator *iter, u32 flags,
		       struct graph_more *more)
{
	const unsigned long *word = (void *)iter->ent + GRAPH_MORE_AT;
	int words = (iter->ent_size - (int)GRAPH_MORE_AT) / (int)sizeof(long);

	*more = (struct graph_more) {};
	if (likely(words <= 0))
		return;
	if (words != EVENT_ARGS) {
		if (flags & GRAPH_RETADDR)
			more->retaddr = *word;
		word++;
		words--;
	}
	if (words >= EVENT_ARGS && flags & GRAPH_ARGS)
		more->args = word;
}

/* The brackets. */
static char *graph_put_args(char *p, struct trace_iterator *iter,
			    unsigned long func, const struct graph_more *more)
{
	if (unlikely(more->args))
		return output_put_args(p, iter, func, more->args);
	return output_put_text(p, "()");
}

/* What stands behind a call: who made it, and what it returned, if it has. */
static char *graph_put_remark(char *p, struct trace_iterator *iter,
			      const struct event_funcgraph_exit *ret,
			      const struct graph_more *more, u32 flags)
{
	const char *name;
	unsigned int len;

	if (!(flags & GRAPH_RETVAL))
		ret = NULL;
	if (likely(!ret && !more->retaddr))
		return p;
	p = output_put_text(p, " /* ");
	if (more->retaddr) {
		p = output_put_text(p, "<-");
		name = output_ip_text(iter, more->retaddr, iter->tr->options,
				      &len);
		p = output_put_slack(p, name, len);
		*p++ = ' ';
	}
	if (ret) {
		p = output_put_text(p, "= ");
		p = graph_put_retval(p, ret, flags);
		*p++ = ' ';
	}
	return output_put_text(p, "*/");
}

/* The record behind this call, if it is its return: nothing was called between. */
static const struct event_funcgraph_exit *
graph_leaf(struct trace_iterator *iter)
{
	const struct event_funcgraph_exit *ret;
	const struct event_funcgraph_entry *call;
	struct trace_entry *next;
	int size;

	next = output_peek(iter, &size, NULL);
	if (!next || next->type != TRACE_GRAPH_RET ||
	    size < (int)offsetofend(struct event_funcgraph_exit, rettime))
		return NULL;
	ret = (void *)next;
	call = (void *)iter->ent;
	if (next->pid != iter->ent->pid || ret->func != call->func)
		return NULL;
	return ret;
}

static void graph_note_call(struct graph_cpu *cpu, unsigned long func,
			    int depth, bool leaf)
{
	if (!cpu)
		return;
	cpu->depth = leaf ? depth - 1 : depth;
	if ((unsigned int)depth < GRAPH_DEPTH_MAX)
		cpu->func[depth] = leaf ? 0 : func;
}

static enum print_line_t graph_call_line(struct trace_iterator *iter, u32 flags)
{
	const struct event_funcgraph_exit *ret = graph_leaf(iter);
	const struct event_funcgraph_entry *call = (void *)iter->ent;
	struct graph_cpu *cpu = graph_cpu(iter);
	struct graph_more more;
	const char *name;
	unsigned int len;
	char *p;

	if (graph_irq_skips_entry(cpu, flags, call->func, call->depth))
		return TRACE_TYPE_HANDLED;
	graph_more(iter, flags, &more);
	name = output_ip_text(iter, call->func, 0, &len);
	p = output_reserve(&iter->seq, GRAPH_SWITCH_MAX + 2 * GRAPH_PREFIX_MAX +
				  2 * max(call->depth, 0) + len +
				  (more.args ? OUTPUT_ARGS_MAX : 0) +
				  (more.retaddr ? GRAPH_NAME_MAX : 0) +
				  GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;

	p = graph_put_switch(p, iter);
	if (unlikely(graph_is_irq(call->func)))
		p = graph_put_irq(p, iter, flags, true);
	p = graph_put_context(p, iter, flags);
	if (graph_has_duration(iter, flags))
		p = ret ? graph_put_duration(p, ret->rettime - ret->calltime, flags) :
			  graph_put_no_duration(p);
	p = graph_put_indent(p, call->depth);
	name = output_ip_text(iter, call->func, 0, &len);
	p = output_put_slack(p, name, len);
	p = graph_put_args(p, iter, call->func, &more);
	p = ret ? output_put_text(p, ";") : output_put_text(p, " {");
	p = graph_put_remark(p, iter, ret, &more, flags);
	*p++ = '\n';
	if (ret && unlikely(graph_is_irq(call->func)))
		p = graph_put_irq(p, iter, flags, false);
	output_reserve_done(&iter->seq, p);

	graph_note_call(cpu, call->func, call->depth, ret);
	if (ret)
		output_join(iter);
	return TRACE_TYPE_HANDLED;
}

/* Does the line of its call stand above? */
static bool graph_note_return(struct graph_cpu *cpu, unsigned long func,
			      int depth)
{
	bool known = true;

	if (!cpu)
		return true;
	cpu->depth = depth - 1;
	if ((unsigned int)depth < GRAPH_DEPTH_MAX) {
		known = cpu->func[depth] == func;
		cpu->func[depth] = 0;
	}
	return known;
}

static enum print_line_t graph_return_line(struct trace_iterator *iter,
					   u32 flags)
{
	const struct event_funcgraph_exit *ret = (void *)iter->ent;
	struct graph_cpu *cpu = graph_cpu(iter);
	const char *name;
	unsigned int len;
	bool named;
	char *p;

	if (graph_irq_skips_return(cpu, flags, ret->depth))
		return TRACE_TYPE_HANDLED;
	name = output_ip_text(iter, ret->func, 0, &len);
	p = output_reserve(&iter->seq, GRAPH_SWITCH_MAX + 2 * GRAPH_PREFIX_MAX +
				  2 * max(ret->depth, 0) + len +
				  2 * GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;

	named = !graph_note_return(cpu, ret->func, ret->depth) ||
		flags & (GRAPH_TAIL | GRAPH_RETVAL);
	p = graph_put_switch(p, iter);
	p = graph_put_context(p, iter, flags);
	if (graph_has_duration(iter, flags))
		p = graph_put_duration(p, ret->rettime - ret->calltime, flags);
	p = graph_put_indent(p, ret->depth);
	*p++ = '}';
	if (named) {
		p = output_put_text(p, " /* ");
		name = output_ip_text(iter, ret->func, 0, &len);
		p = output_put_slack(p, name, len);
		if (flags & GRAPH_RETVAL) {
			p = output_put_text(p, " = ");
			p = graph_put_retval(p, ret, flags);
		}
		p = output_put_text(p, " */");
	}
	*p++ = '\n';
	if (flags & GRAPH_OVERRUN) {
		p = output_put_text(p, " (Overruns: ");
		p = output_put_u64(p, ret->overrun, 0, ' ');
		p = output_put_text(p, ")\n");
	}
	if (unlikely(graph_is_irq(ret->func)))
		p = graph_put_irq(p, iter, flags, false);
	output_reserve_done(&iter->seq, p);
	return TRACE_TYPE_HANDLED;
}

/*
 * Whatever else is recorded stands as a comment.
 */

static enum print_line_t graph_comment_text(struct trace_iterator *iter)
{
	struct trace_event *event;

	if (!output_message(iter)) {
		event = event_type_find(iter->ent->type);
		if (!event)
			return TRACE_TYPE_UNHANDLED;
		return event->funcs->trace(iter, iter->tr->options & GRAPH_SYM_OPTIONS,
					   event);
	}
	return trace_handle_return(&iter->seq);
}

static enum print_line_t graph_comment_line(struct trace_iterator *iter,
					    u32 flags)
{
	struct graph_cpu *cpu = graph_cpu(iter);
	int depth = cpu ? cpu->depth + 1 : 0;
	struct trace_seq *s = &iter->seq;
	enum print_line_t ret;
	char *p;

	p = output_reserve(s, GRAPH_SWITCH_MAX + GRAPH_PREFIX_MAX + 2 * max(depth, 0) +
			 GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;
	p = graph_put_switch(p, iter);
	p = graph_put_context(p, iter, flags);
	if (graph_has_duration(iter, flags))
		p = graph_put_no_duration(p);
	p = graph_put_indent(p, depth);
	p = output_put_text(p, "/* ");
	output_reserve_done(s, p);

	ret = graph_comment_text(iter);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	if (s->seq.len && s->buffer[s->seq.len - 1] == '\n')
		s->seq.len--;
	trace_seq_puts(s, " */\n");
	return trace_handle_return(s);
}

enum print_line_t graph_print_line(struct trace_iterator *iter, u32 flags)
{
	switch (iter->ent->type) {
	case TRACE_GRAPH_ENT:
		return graph_call_line(iter, flags);
	case TRACE_GRAPH_RET:
		return graph_return_line(iter, flags);
	case TRACE_STACK:
	case TRACE_FN:
		return TRACE_TYPE_UNHANDLED;
	default:
		return graph_comment_line(iter, flags);
	}
}
