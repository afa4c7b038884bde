// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: what runs at a hit, and how records are printed.
 *
 * Handlers of uprobes are called on the way back to the user program and may sleep.
 * Fetching arguments faults in the pages of the program, which must not happen while
 * space is reserved in a ring buffer: a record is assembled elsewhere, a short one on
 * the stack, others in one of a few buffers. How long a record with strings is turns out
 * when they have been fetched.
 */
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/trace_seq.h>

#include "../output/output.h"
#include "uprobe.h"

/* Size of a record on the stack, and of one in a buffer, in bytes. */
#define UPROBE_RECORD_SHORT	256
#define UPROBE_RECORD_MAX	PAGE_SIZE

/* Buffers */

/**
 * struct uprobe_hit_buffer - space for a record that is being assembled
 * @lock: held while the buffer is in use
 * @data: UPROBE_RECORD_MAX bytes
 */
struct uprobe_hit_buffer {
	struct mutex	lock;	/* protects data */
	void		*data;
};

/* There are as many as CPUs, but tasks that have migrated use those of other CPUs. */
static struct uprobe_hit_buffer __percpu *uprobe_hit_buffers;
static unsigned int uprobe_hit_buffers_users;

/* Protects uprobe_hit_buffers_users, and the buffers' creation and removal. */
static DEFINE_MUTEX(uprobe_hit_buffers_lock);

static void uprobe_hit_free_buffers(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		free_page((unsigned long)per_cpu_ptr(uprobe_hit_buffers, cpu)->data);
	free_percpu(uprobe_hit_buffers);
	uprobe_hit_buffers = NULL;
}

static int uprobe_hit_alloc_buffers(void)
{
	struct uprobe_hit_buffer *buffer;
	int cpu;

	uprobe_hit_buffers = alloc_percpu(struct uprobe_hit_buffer);
	if (!uprobe_hit_buffers)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		buffer = per_cpu_ptr(uprobe_hit_buffers, cpu);
		mutex_init(&buffer->lock);
		buffer->data = (void *)__get_free_page(GFP_KERNEL);
		if (!buffer->data) {
			uprobe_hit_free_buffers();
			return -ENOMEM;
		}
	}
	return 0;
}

/**
 * uprobe_hit_needs_buffer - test whether records of a trace_uprobe need buffers
 * @up: the trace_uprobe; its arguments and @size are set
 *
 * Context: any.
 * Return: true if they may be too long for the stack.
 */
bool uprobe_hit_needs_buffer(const struct trace_uprobe *up)
{
	return up->tp.args.strings || up->tp.size >= UPROBE_RECORD_SHORT;
}

/**
 * uprobe_hit_get_buffers - allocate the buffers, or add a user of them
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM.
 */
int uprobe_hit_get_buffers(void)
{
	int ret = 0;

	guard(mutex)(&uprobe_hit_buffers_lock);
	if (!uprobe_hit_buffers_users)
		ret = uprobe_hit_alloc_buffers();
	if (!ret)
		uprobe_hit_buffers_users++;
	return ret;
}

/**
 * uprobe_hit_put_buffers - remove a user of the buffers
 *
 * Context: task, may sleep; the handlers of the user no longer run.
 */
void uprobe_hit_put_buffers(void)
{
	guard(mutex)(&uprobe_hit_buffers_lock);
	if (!--uprobe_hit_buffers_users)
		uprobe_hit_free_buffers();
}

/*
 * Get a buffer, preferably that of this CPU. A user of a buffer may sleep in a page
 * fault for as long as the program's memory takes to arrive, which other tasks must
 * survive: they take another buffer, and those that wait can be killed. Return: NULL
 * if the task was killed.
 */
static struct uprobe_hit_buffer *uprobe_hit_lock_buffer(void)
{
	struct uprobe_hit_buffer *buffer;
	int cpu, this_cpu = raw_smp_processor_id();

	for_each_cpu_wrap(cpu, cpu_possible_mask, this_cpu) {
		buffer = per_cpu_ptr(uprobe_hit_buffers, cpu);
		if (mutex_trylock(&buffer->lock))
			return buffer;
	}
	buffer = per_cpu_ptr(uprobe_hit_buffers, this_cpu);
	return mutex_lock_killable(&buffer->lock) ? NULL : buffer;
}

/* Writing records */

/*
 * Assemble a record in @image, which has space for @size bytes, and write it. @perf: the
 * registers for perf; NULL if perf gets no record. Return: false if its strings fill the
 * space, and so may have been truncated.
 */
static __always_inline bool uprobe_hit_write_in(const struct trace_uprobe *up,
						const unsigned long *ips,
						const struct dynevent_source *src,
						struct pt_regs *perf, void *image,
						unsigned int size)
{
	const struct trace_probe *tp = &up->tp;
	unsigned int space = min(size - tp->size, DYNEVENT_STRING_MAX), used;

	used = trace_probe_fill(tp, image, ips, src, space);
	if (unlikely(used == space) && size < UPROBE_RECORD_MAX)
		return false;
	guard(preempt_notrace)();
	trace_probe_write_image(tp, image, tp->size + used, perf);
	return true;
}

static noinline void uprobe_hit_write_long(const struct trace_uprobe *up,
					   const unsigned long *ips,
					   const struct dynevent_source *src,
					   struct pt_regs *perf)
{
	struct uprobe_hit_buffer *buffer;

	if (up->tp.size > UPROBE_RECORD_MAX)
		return;
	buffer = uprobe_hit_lock_buffer();
	if (!buffer)
		return;
	uprobe_hit_write_in(up, ips, src, perf, buffer->data, UPROBE_RECORD_MAX);
	mutex_unlock(&buffer->lock);
}

static noinline bool uprobe_hit_write_short(const struct trace_uprobe *up,
					    const unsigned long *ips,
					    const struct dynevent_source *src,
					    struct pt_regs *perf)
{
	u8 image[UPROBE_RECORD_SHORT] __aligned(sizeof(u64)) __uninitialized;

	return uprobe_hit_write_in(up, ips, src, perf, image, sizeof(image));
}

/*
 * @at: user address of the instruction with the breakpoint. Strings are short as a rule:
 * they are fetched again if they are not. BPF programs decide whether perf gets the record;
 * they run first, because they may sleep.
 */
static void uprobe_hit_write(const struct trace_uprobe *up, const unsigned long *ips,
			     unsigned long at, struct pt_regs *regs)
{
	struct dynevent_source src = { .regs = regs, .file = at - up->offset };
	struct trace_probe_event *tpe = up->tp.tpe;
	struct pt_regs *perf = NULL;

	if (READ_ONCE(tpe->perf_enabled)) {
		if (uprobe_bpf_run(&tpe->dcall.call, at, regs))
			perf = regs;
		else if (list_empty(&tpe->dcall.links))
			return;
	}
	if (up->tp.size >= UPROBE_RECORD_SHORT ||
	    !uprobe_hit_write_short(up, ips, &src, perf))
		uprobe_hit_write_long(up, ips, &src, perf);
}

/* Handlers */

/*
 * Return: UPROBE_HANDLER_REMOVE if the event is not wanted in this process. Most events
 * are wanted in all.
 */
static __always_inline int uprobe_hit_check(struct trace_uprobe *up)
{
	if (likely(READ_ONCE(up->tp.tpe->tasks.all)))
		return 0;
	return uprobe_target_filter(&up->consumer, current->mm) ? 0 : UPROBE_HANDLER_REMOVE;
}

/**
 * uprobe_hit - uprobe_consumer::handler of events at an instruction
 * @consumer: the consumer
 * @regs: the registers of the program
 *
 * Context: task, may sleep; RCU tasks trace read-side.
 * Return: 0; %UPROBE_HANDLER_REMOVE if the process need not trap here.
 */
int uprobe_hit(struct uprobe_consumer *consumer, struct pt_regs *regs)
{
	struct trace_uprobe *up = container_of(consumer, struct trace_uprobe, consumer);
	unsigned long ip = instruction_pointer(regs);
	int ret = uprobe_hit_check(up);

	this_cpu_inc(*up->hits);
	if (!ret)
		uprobe_hit_write(up, &ip, ip, regs);
	return ret;
}

/**
 * uprobe_hit_entry - uprobe_consumer::handler of events at a return
 * @consumer: the consumer
 * @regs: the registers of the program
 *
 * Context: task, may sleep; RCU tasks trace read-side.
 * Return: 0; %UPROBE_HANDLER_REMOVE if the process need not trap here.
 */
int uprobe_hit_entry(struct uprobe_consumer *consumer, struct pt_regs *regs)
{
	struct trace_uprobe *up = container_of(consumer, struct trace_uprobe, consumer);

	this_cpu_inc(*up->hits);
	return uprobe_hit_check(up);
}

/**
 * uprobe_hit_return - uprobe_consumer::ret_handler
 * @consumer: the consumer
 * @func: user address of the function that returns
 * @regs: the registers of the program; the instruction pointer is where it returns to
 *
 * Context: task, may sleep; RCU tasks trace read-side.
 * Return: 0.
 */
int uprobe_hit_return(struct uprobe_consumer *consumer, unsigned long func,
		      struct pt_regs *regs)
{
	struct trace_uprobe *up = container_of(consumer, struct trace_uprobe, consumer);
	unsigned long ips[2] = { func, instruction_pointer(regs) };

	uprobe_hit_write(up, ips, func, regs);
	return 0;
}

/* Printing */

/**
 * struct uprobe_record - the start of a record
 * @ent: fields that all events have
 * @ips: addresses, as trace_probe_type::ips names them
 */
struct uprobe_record {
	struct trace_entry	ent;
	unsigned long		ips[];
};

static enum print_line_t uprobe_hit_print_args(struct trace_iterator *iter,
					       const struct trace_probe_event *tpe)
{
	dynevent_args_print(&iter->seq, &tpe->layout, iter->ent, iter->ent_size,
			    tpe->offset);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/**
 * uprobe_print_entry - trace_event_functions::trace of events at an instruction
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t uprobe_print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	const struct trace_probe_event *tpe = trace_probe_event_of(event);
	struct uprobe_record *rec = (struct uprobe_record *)iter->ent;

	trace_seq_puts(&iter->seq, tpe->name);
	trace_seq_puts(&iter->seq, ": (");
	output_seq_hex(&iter->seq, rec->ips[0]);
	trace_seq_putc(&iter->seq, ')');
	return uprobe_hit_print_args(iter, tpe);
}

/**
 * uprobe_print_return - trace_event_functions::trace of events at a return
 * @iter: the iterator, at the record
 * @flags: INSTANCE_OPT() bits
 * @event: the record type
 *
 * Context: task.
 * Return: as trace_handle_return().
 */
enum print_line_t uprobe_print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	const struct trace_probe_event *tpe = trace_probe_event_of(event);
	struct uprobe_record *rec = (struct uprobe_record *)iter->ent;

	trace_seq_puts(&iter->seq, tpe->name);
	trace_seq_puts(&iter->seq, ": (");
	output_seq_hex(&iter->seq, rec->ips[1]);
	trace_seq_puts(&iter->seq, " <- ");
	output_seq_hex(&iter->seq, rec->ips[0]);
	trace_seq_putc(&iter->seq, ')');
	return uprobe_hit_print_args(iter, tpe);
}
