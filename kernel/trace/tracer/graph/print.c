// SPDX-License-Identifier: GPL-2.0
/*
 * Prints calls and returns as lines similar to C: see
 * Documentation/trace/ftrace.rst.
 *
 *	 0)               |  vfs_open() {
 *	 0)   1.122 us    |    mntget();
 *	 0) + 65.507 us   |  }
 *
 * Lines are written without printf into space of their maximum length. The text of
 * a line depends on previous lines of the same CPU, for which the reader has a
 * state per CPU. If that could not be allocated, the lines lack the parts that
 * depend on it.
 */
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "../../instance/instance.h"
#include "../../output/output.h"
#include "graph.h"

/* Depth up to which the function of an open brace is stored. */
#define GRAPH_DEPTH_MAX		50

/* Width of the column of name and pid, and maximum length of the name. */
#define GRAPH_TASK_WIDTH	14
#define GRAPH_COMM_MAX		7

/* Options that are passed to the print functions of events. */
#define GRAPH_SYM_OPTIONS						\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(SYM_OFFSET) |	\
	 INSTANCE_OPT(SYM_ADDR))

/* Maximum length of the columns before a function's name, without indentation. */
#define GRAPH_PREFIX_MAX	160

/* Maximum length of the name of an address with any sym-* option. */
#define GRAPH_NAME_MAX		(KSYM_SYMBOL_LEN + 2 * OUTPUT_DIGITS)

/* Maximum length of a comment with a return value, and of the end of a line. */
#define GRAPH_SUFFIX_MAX	64

/**
 * struct graph_print_cpu_state - state of the lines of a CPU
 * @pid: pid of the last record; -1 before the first one
 * @depth: depth of the innermost open function; -1 if there is none
 * @irq_depth: depth of the interrupt that is not shown; -1 if there is none
 * @func: open functions by depth
 */
struct graph_print_cpu_state {
	int		pid;
	int		depth;
	int		irq_depth;
	unsigned long	func[GRAPH_DEPTH_MAX];
};

/**
 * graph_print_open - allocate the state of a reader in iter->private
 * @iter: the reader
 *
 * Without memory iter->private is NULL.
 *
 * Context: task, may sleep.
 */
void graph_print_open(struct trace_iterator *iter)
{
	struct graph_print_cpu_state *cpus;

	cpus = kvcalloc(nr_cpu_ids, sizeof(*cpus), GFP_KERNEL);
	iter->private = cpus;
	for (int i = 0; cpus && i < nr_cpu_ids; i++) {
		cpus[i].pid = -1;
		cpus[i].depth = -1;
		cpus[i].irq_depth = -1;
	}
}

/**
 * graph_print_close - free the state of a reader
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void graph_print_close(struct trace_iterator *iter)
{
	kvfree(iter->private);
	iter->private = NULL;
}

static struct graph_print_cpu_state *graph_print_cpu_state(struct trace_iterator *iter)
{
	struct graph_print_cpu_state *cpus = iter->private;

	return cpus ? &cpus[iter->cpu] : NULL;
}

/* The column of durations depends on the option context-info, too. */
static bool graph_print_has_duration(struct trace_iterator *iter, u32 flags)
{
	return flags & GRAPH_DURATION &&
	       instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO);
}

/*
 * Columns before the function
 */

static char *graph_print_cpu(char *p, int cpu)
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

/* "comm-pid", centred in its column. */
static char *graph_print_task(char *p, struct trace_iterator *iter, int pid)
{
	char text[GRAPH_COMM_MAX + OUTPUT_DIGITS + OUTPUT_SLACK + 2];
	const char *comm = output_comm(iter, pid);
	int len = strnlen(comm, GRAPH_COMM_MAX), blanks;
	char *end;

	end = output_put_word(text, comm, len);
	*end++ = '-';
	end = output_put_s64(end, output_pid(iter, pid), 0);
	len = end - text;
	blanks = max(GRAPH_TASK_WIDTH - len, 0);
	p = output_put_fill(p, ' ', blanks / 2);
	p = output_put_word(p, text, len);
	return output_put_fill(p, ' ', blanks - blanks / 2);
}

static char *graph_print_time(char *p, u64 ts)
{
	u64 secs = div_u64(ts, NSEC_PER_SEC);

	p = output_put_u64(p, secs, 5, ' ');
	*p++ = '.';
	p = output_put_6digits(p, (u32)(ts - secs * NSEC_PER_SEC) / NSEC_PER_USEC);
	return output_put_text(p, " |  ");
}

/* Time since the start of the trace. */
static char *graph_print_rel_time(char *p, struct trace_iterator *iter)
{
	u64 us = div_u64(output_since_start(iter) + NSEC_PER_USEC / 2,
			 NSEC_PER_USEC);

	p = output_put_u64(p, us, 9, ' ');
	return output_put_text(p, " us |  ");
}

static char *graph_print_context(char *p, struct trace_iterator *iter, u32 flags)
{
	if (!instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO))
		return p;
	if (flags & GRAPH_ABS_TIME)
		p = graph_print_time(p, iter->ts);
	if (flags & GRAPH_REL_TIME)
		p = graph_print_rel_time(p, iter);
	if (flags & GRAPH_CPU)
		p = graph_print_cpu(p, iter->cpu);
	if (flags & GRAPH_PROC) {
		p = graph_print_task(p, iter, iter->ent->pid);
		p = output_put_text(p, " | ");
	}
	if (iter->iter_flags & TRACE_FILE_LAT_FMT) {
		*p++ = ' ';
		p = output_put_irq_info(p, iter->ent);
		p = output_put_text(p, " | ");
	}
	return p;
}

static char *graph_print_duration(char *p, u64 ns, u32 flags)
{
	*p++ = flags & GRAPH_OVERHEAD ? output_delay_mark(ns) : ' ';
	*p++ = ' ';
	p = output_put_usecs(p, ns);
	return output_put_text(p, "|  ");
}

static char *graph_print_no_duration(char *p)
{
	return output_put_text(p, "              |  ");
}

static char *graph_print_indent(char *p, int depth)
{
	return output_put_fill(p, ' ', 2 * depth);
}

/*
 * Additional lines
 */

/* Lines that show a switch to another task than that of the previous line. */
static char *graph_print_switch(char *p, struct trace_iterator *iter)
{
	static const char rule[] = " ------------------------------------------\n";
	struct graph_print_cpu_state *cpu = graph_print_cpu_state(iter);
	int pid = iter->ent->pid, last;

	if (!cpu || cpu->pid == pid)
		return p;
	last = cpu->pid;
	cpu->pid = pid;
	if (last == -1)
		return p;
	p = output_put_text(p, rule);
	p = graph_print_cpu(p, iter->cpu);
	p = graph_print_task(p, iter, last);
	p = output_put_text(p, " => ");
	p = graph_print_task(p, iter, pid);
	*p++ = '\n';
	p = output_put_text(p, rule);
	*p++ = '\n';
	return p;
}

#define GRAPH_SWITCH_MAX	(2 * 48 + 3 * 40)

static bool graph_print_is_irq(unsigned long func)
{
	return func >= (unsigned long)__irqentry_text_start &&
	       func < (unsigned long)__irqentry_text_end;
}

/* A line that shows the begin or end of an interrupt. */
static char *graph_print_irq(char *p, struct trace_iterator *iter, u32 flags,
			     bool begins)
{
	p = graph_print_context(p, iter, flags);
	if (graph_print_has_duration(iter, flags))
		p = output_put_text(p, "  ");
	if (begins)
		p = output_put_text(p, "==========>");
	else
		p = output_put_text(p, "<==========");
	if (graph_print_has_duration(iter, flags))
		p = output_put_text(p, " |");
	*p++ = '\n';
	return p;
}

/* With nofuncgraph-irqs, test whether a call is within an interrupt. */
static bool graph_print_skip_irq_call(struct graph_print_cpu_state *cpu, u32 flags,
				      unsigned long func, int depth)
{
	if (!cpu || flags & GRAPH_IRQS)
		return false;
	if (cpu->irq_depth >= 0)
		return true;
	if (!graph_print_is_irq(func))
		return false;
	cpu->irq_depth = depth;
	return true;
}

static bool graph_print_skip_irq_return(struct graph_print_cpu_state *cpu, u32 flags, int depth)
{
	if (!cpu || flags & GRAPH_IRQS || cpu->irq_depth < 0)
		return false;
	if (cpu->irq_depth >= depth)
		cpu->irq_depth = -1;
	return true;
}

/*
 * Calls and returns
 */

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
static char *graph_print_retval(char *p, const struct event_funcgraph_exit *ret,
				u32 flags)
{
	long value = ret->retval;

	/* A negative errno of type int or long is printed in decimal. */
	if (!(flags & GRAPH_RETVAL_HEX)) {
		if (!upper_32_bits(value) && IS_ERR_VALUE((long)(int)value))
			value = (int)value;
		if (IS_ERR_VALUE(value))
			return output_put_s64(p, value, 0);
	}
	p = output_put_text(p, "0x");
	return output_put_hex(p, value, 0, ' ');
}
#else
static char *graph_print_retval(char *p, const struct event_funcgraph_exit *ret,
				u32 flags)
{
	return p;
}
#endif

/**
 * struct graph_print_extra - extra data of a call that is to be printed
 * @retaddr: return address; 0 if it is not printed
 * @args: registers with the arguments, or NULL
 */
struct graph_print_extra {
	unsigned long		retaddr;
	const unsigned long	*args;
};

static void graph_print_extra(struct trace_iterator *iter, u32 flags,
			      struct graph_print_extra *extra)
{
	const unsigned long *word = (void *)iter->ent + GRAPH_EXTRA_OFFSET;
	int words = (iter->ent_size - (int)GRAPH_EXTRA_OFFSET) / (int)sizeof(long);

	*extra = (struct graph_print_extra) {};
	if (likely(words <= 0))
		return;
	if (words != EVENT_ARGS) {
		if (flags & GRAPH_RETADDR)
			extra->retaddr = *word;
		word++;
		words--;
	}
	if (words >= EVENT_ARGS && flags & GRAPH_ARGS)
		extra->args = word;
}

/* The parentheses, with or without arguments. */
static char *graph_print_args(char *p, struct trace_iterator *iter,
			      unsigned long func, const struct graph_print_extra *extra)
{
	if (unlikely(extra->args))
		return output_put_args(p, iter, func, extra->args);
	return output_put_text(p, "()");
}

/* A comment after a call: the return address and the return value, if known. */
static char *graph_print_remark(char *p, struct trace_iterator *iter,
				const struct event_funcgraph_exit *ret,
				const struct graph_print_extra *extra, u32 flags)
{
	const char *name;
	unsigned int len;

	if (!(flags & GRAPH_RETVAL))
		ret = NULL;
	if (likely(!ret && !extra->retaddr))
		return p;
	p = output_put_text(p, " /* ");
	if (extra->retaddr) {
		p = output_put_text(p, "<-");
		name = output_ip_text(iter, extra->retaddr, iter->tr->options,
				      &len);
		p = output_put_slack(p, name, len);
		*p++ = ' ';
	}
	if (ret) {
		p = output_put_text(p, "= ");
		p = graph_print_retval(p, ret, flags);
		*p++ = ' ';
	}
	return output_put_text(p, "*/");
}

/*
 * The next record, if it is the return of this call, which then has no nested calls.
 */
static const struct event_funcgraph_exit *
graph_print_find_return(struct trace_iterator *iter)
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

static void graph_print_note_call(struct graph_print_cpu_state *cpu, unsigned long func,
				  int depth, bool leaf)
{
	if (!cpu)
		return;
	cpu->depth = leaf ? depth - 1 : depth;
	if ((unsigned int)depth < GRAPH_DEPTH_MAX)
		cpu->func[depth] = leaf ? 0 : func;
}

static enum print_line_t graph_print_call(struct trace_iterator *iter, u32 flags)
{
	const struct event_funcgraph_exit *ret = graph_print_find_return(iter);
	const struct event_funcgraph_entry *call = (void *)iter->ent;
	struct graph_print_cpu_state *cpu = graph_print_cpu_state(iter);
	struct graph_print_extra extra;
	const char *name;
	unsigned int len;
	char *p;

	if (graph_print_skip_irq_call(cpu, flags, call->func, call->depth))
		return TRACE_TYPE_HANDLED;
	graph_print_extra(iter, flags, &extra);
	name = output_ip_text(iter, call->func, 0, &len);
	p = output_reserve(&iter->seq, GRAPH_SWITCH_MAX + 2 * GRAPH_PREFIX_MAX +
				  2 * max(call->depth, 0) + len +
				  (extra.args ? OUTPUT_ARGS_MAX : 0) +
				  (extra.retaddr ? GRAPH_NAME_MAX : 0) +
				  GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;

	p = graph_print_switch(p, iter);
	if (unlikely(graph_print_is_irq(call->func)))
		p = graph_print_irq(p, iter, flags, true);
	p = graph_print_context(p, iter, flags);
	if (graph_print_has_duration(iter, flags))
		p = ret ? graph_print_duration(p, ret->rettime - ret->calltime, flags) :
			  graph_print_no_duration(p);
	p = graph_print_indent(p, call->depth);
	name = output_ip_text(iter, call->func, 0, &len);
	p = output_put_slack(p, name, len);
	p = graph_print_args(p, iter, call->func, &extra);
	p = ret ? output_put_text(p, ";") : output_put_text(p, " {");
	p = graph_print_remark(p, iter, ret, &extra, flags);
	*p++ = '\n';
	if (ret && unlikely(graph_print_is_irq(call->func)))
		p = graph_print_irq(p, iter, flags, false);
	output_reserve_done(&iter->seq, p);

	graph_print_note_call(cpu, call->func, call->depth, ret);
	if (ret)
		output_skip_peeked(iter);
	return TRACE_TYPE_HANDLED;
}

/* Returns true if the line of the call was printed. */
static bool graph_print_note_return(struct graph_print_cpu_state *cpu, unsigned long func,
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

static enum print_line_t graph_print_return(struct trace_iterator *iter,
					    u32 flags)
{
	const struct event_funcgraph_exit *ret = (void *)iter->ent;
	struct graph_print_cpu_state *cpu = graph_print_cpu_state(iter);
	const char *name;
	unsigned int len;
	bool named;
	char *p;

	if (graph_print_skip_irq_return(cpu, flags, ret->depth))
		return TRACE_TYPE_HANDLED;
	name = output_ip_text(iter, ret->func, 0, &len);
	p = output_reserve(&iter->seq, GRAPH_SWITCH_MAX + 2 * GRAPH_PREFIX_MAX +
				  2 * max(ret->depth, 0) + len +
				  2 * GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;

	named = !graph_print_note_return(cpu, ret->func, ret->depth) ||
		flags & (GRAPH_TAIL | GRAPH_RETVAL);
	p = graph_print_switch(p, iter);
	p = graph_print_context(p, iter, flags);
	if (graph_print_has_duration(iter, flags))
		p = graph_print_duration(p, ret->rettime - ret->calltime, flags);
	p = graph_print_indent(p, ret->depth);
	*p++ = '}';
	if (named) {
		p = output_put_text(p, " /* ");
		name = output_ip_text(iter, ret->func, 0, &len);
		p = output_put_slack(p, name, len);
		if (flags & GRAPH_RETVAL) {
			p = output_put_text(p, " = ");
			p = graph_print_retval(p, ret, flags);
		}
		p = output_put_text(p, " */");
	}
	*p++ = '\n';
	if (flags & GRAPH_OVERRUN) {
		p = output_put_text(p, " (Overruns: ");
		p = output_put_u64(p, ret->overrun, 0, ' ');
		p = output_put_text(p, ")\n");
	}
	if (unlikely(graph_print_is_irq(ret->func)))
		p = graph_print_irq(p, iter, flags, false);
	output_reserve_done(&iter->seq, p);
	return TRACE_TYPE_HANDLED;
}

/*
 * Other records are printed as comments
 */

static enum print_line_t graph_print_comment_text(struct trace_iterator *iter)
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

static enum print_line_t graph_print_comment(struct trace_iterator *iter,
					     u32 flags)
{
	struct graph_print_cpu_state *cpu = graph_print_cpu_state(iter);
	int depth = cpu ? cpu->depth + 1 : 0;
	struct trace_seq *s = &iter->seq;
	enum print_line_t ret;
	char *p;

	p = output_reserve(s, GRAPH_SWITCH_MAX + GRAPH_PREFIX_MAX + 2 * max(depth, 0) +
			 GRAPH_SUFFIX_MAX);
	if (!p)
		return TRACE_TYPE_PARTIAL_LINE;
	p = graph_print_switch(p, iter);
	p = graph_print_context(p, iter, flags);
	if (graph_print_has_duration(iter, flags))
		p = graph_print_no_duration(p);
	p = graph_print_indent(p, depth);
	p = output_put_text(p, "/* ");
	output_reserve_done(s, p);

	ret = graph_print_comment_text(iter);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	if (s->seq.len && s->buffer[s->seq.len - 1] == '\n')
		s->seq.len--;
	trace_seq_puts(s, " */\n");
	return trace_handle_return(s);
}

/**
 * graph_print_line - print the current record as a line of a function graph
 * @iter: the reader
 * @flags: GRAPH_* bits of columns and options
 *
 * Context: as output_line().
 * Return: TRACE_TYPE_UNHANDLED for function and stack records, which are printed by
 * their events; TRACE_TYPE_PARTIAL_LINE if the line does not fit.
 */
enum print_line_t graph_print_line(struct trace_iterator *iter, u32 flags)
{
	switch (iter->ent->type) {
	case TRACE_GRAPH_ENT:
		return graph_print_call(iter, flags);
	case TRACE_GRAPH_RET:
		return graph_print_return(iter, flags);
	case TRACE_STACK:
	case TRACE_FN:
		return TRACE_TYPE_UNHANDLED;
	default:
		return graph_print_comment(iter, flags);
	}
}
