// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer blk: requests of block devices and their completion. The
 * tracepoints and the format of lines are in blktrace.c, a file of the base
 * that serves programs by relay files as well. blktrace.c supports one tracer and
 * one buffer; this file, whose "client" it is, makes it serve any number of
 * instances.
 *
 * A record is written into the ring buffer of the first instance that accepts
 * it, and is copied to the other instances when it is complete. Lines are
 * printed according to the options of the instance: the option word of the
 * client always has all options set that affect lines, and this file decides
 * what to show.
 *
 * The option blk_cgroup affects what is recorded rather than how it is shown,
 * and relay files get the same records. It is set in the client if the top
 * instance has it, whatever tracer that instance uses, or if any instance with
 * this tracer has it.
 */
#include <linux/cgroup.h>
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "../output/output.h"
#include "block.h"

#define BLK_OPTIONS_MAX	3

static LIST_HEAD(blk_users);	/* under RCU; changed under instance_lock */

#define blk_for_each_user(user)	instance_for_each_tracer_user(user, &blk_users)

/* Set once, at boot. */
static struct source_blk_tracer *blk_client;
static struct trace_event *blk_client_event;
static struct tracer_option blk_options[BLK_OPTIONS_MAX + 1];

/* Masks of options; 0 for an option that is not configured. */
static u32 blk_classic, blk_cgroup, blk_cgname;

static struct tracer blk_tracer;

/* Recording */

/**
 * source_blk_context - get the context word of a record
 * @irqflags: saved state of interrupts
 *
 * Context: any.
 * Return: context word for source_blk_reserve().
 */
unsigned int source_blk_context(unsigned long irqflags)
{
	return event_context_irq(raw_irqs_disabled_flags(irqflags), 0);
}

/*
 * The client does not set all fields; do not expose the old contents of the
 * ring buffer.
 */
static void block_clear(struct trace_entry *ent, unsigned long len)
{
	memset(ent + 1, 0, len - sizeof(*ent));
}

/**
 * source_blk_reserve - reserve a record in the first instance that accepts it
 * @buffer: set to the ring buffer of the record, for source_blk_commit()
 * @len: size of the record, in bytes
 * @context: return value of source_blk_context()
 *
 * Context: any. Preemption is off until source_blk_commit() if a record is
 * returned.
 * Return: the record, or NULL if no instance accepts it.
 */
struct ring_buffer_event *source_blk_reserve(struct trace_buffer **buffer,
					     unsigned long len,
					     unsigned int context)
{
	struct ring_buffer_event *event = NULL;
	struct instance_tracer_user *user;

	preempt_disable_notrace();
	blk_for_each_user(user) {
		*buffer = user->tr->ring;
		event = event_reserve(*buffer, TRACE_BLK, len, context);
		if (event)
			break;
	}
	preempt_enable_notrace();
	if (event)
		block_clear(ring_buffer_event_data(event), len);
	return event;
}

static void block_copy(struct trace_buffer *ring, struct ring_buffer_event *event,
		       unsigned int context)
{
	unsigned int len = ring_buffer_event_length(event);
	struct ring_buffer_event *copy;

	copy = event_reserve(ring, TRACE_BLK, len, context);
	if (!copy)
		return;
	memcpy(ring_buffer_event_data(copy), ring_buffer_event_data(event), len);
	event_commit(ring, copy);
}

/*
 * Functions between the tracepoint and the stack trace: two of the client, one
 * of ours.
 */
#define BLK_STACK_SKIP	3

static __always_inline void block_stacks(struct trace_array *tr,
					 unsigned int context)
{
	if (instance_option(tr, INSTANCE_OPT_STACKTRACE))
		instance_stack(tr, tr->ring, context, BLK_STACK_SKIP, NULL);
	if (instance_option(tr, INSTANCE_OPT_USERSTACKTRACE))
		instance_stack_user(tr, tr->ring, context);
}

/**
 * source_blk_commit - commit a record and copy it to the other instances
 * @buffer: ring buffer of the record
 * @event: the record
 * @context: return value of source_blk_context()
 *
 * Context: any, after source_blk_reserve().
 */
void source_blk_commit(struct trace_buffer *buffer,
		       struct ring_buffer_event *event, unsigned int context)
{
	struct instance_tracer_user *user;

	preempt_disable_notrace();
	blk_for_each_user(user) {
		if (user->tr->ring != buffer)
			block_copy(user->tr->ring, event, context);
	}
	event_commit(buffer, event);
	blk_for_each_user(user)
		block_stacks(user->tr, context);
	preempt_enable_notrace();
}

/* Tracer */

/* Passed to the client where it does not use the instance. */
static struct source_blk_instance blk_no_instance;

static struct trace_array *block_as_client(struct source_blk_instance *view)
{
	return (struct trace_array *)view;
}

static bool block_is_recording(void)
{
	struct instance_tracer_user *user;
	bool recording = false;

	preempt_disable_notrace();
	blk_for_each_user(user)
		recording |= instance_is_on(user->tr);
	preempt_enable_notrace();
	return recording;
}

/*
 * Instances are added, removed, switched on and off in any context, several at
 * a time. The last caller to update the client has looked at all instances
 * after its change.
 */
static void block_update_client(void)
{
	bool recording;

	do {
		smp_mb();	/* the caller's change, before the instances are read */
		recording = block_is_recording();
		if (recording)
			blk_client->start(block_as_client(&blk_no_instance));
		else
			blk_client->stop(block_as_client(&blk_no_instance));
		smp_mb();	/* the update, before the instances are read again */
	} while (recording != block_is_recording());
}

static void block_on_off(struct trace_array *tr)
{
	block_update_client();
}

/* Test for the option blk_cgroup in @tr; @changing is about to set it to @set. */
static bool block_has_cgroup(const struct trace_array *tr,
			     const struct trace_array *changing, bool set)
{
	if (tr == changing)
		return set;
	return instance_tracer_options(tr, &blk_tracer) & blk_cgroup;
}

static void block_cgroup_set(const struct trace_array *changing, bool set)
{
	u32 val = blk_client->flags->val & ~blk_cgroup;
	bool any = block_has_cgroup(&instance_global, changing, set);
	struct instance_tracer_user *user;

	lockdep_assert_held(&instance_lock);
	list_for_each_entry(user, &blk_users, node)
		any |= block_has_cgroup(user->tr, changing, set);
	WRITE_ONCE(blk_client->flags->val, val | (any ? blk_cgroup : 0));
}

static int block_start(struct trace_array *tr)
{
	bool first = list_empty(&blk_users);
	int ret = instance_tracer_user_add(&blk_users, tr);

	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	block_cgroup_set(NULL, false);
	if (first)
		blk_client->init(block_as_client(&blk_no_instance));
	block_update_client();
	return 0;
}

static void block_stop(struct trace_array *tr)
{
	instance_tracer_user_del(tr);
	block_update_client();
	if (list_empty(&blk_users))
		blk_client->reset(block_as_client(&blk_no_instance));
	block_cgroup_set(NULL, false);
	instance_tracer_user_free(tr);
	trace_comm_put(TRACE_COMM_NAME);
}

static u32 block_view_flags(const struct trace_array *tr)
{
	u32 flags = 0;

	if (instance_option(tr, INSTANCE_OPT_VERBOSE))
		flags |= SOURCE_BLK_VERBOSE;
	if (instance_option(tr, INSTANCE_OPT_CONTEXT_INFO))
		flags |= SOURCE_BLK_CONTEXT_INFO;
	return flags;
}

/* The client decides how an option changes those of the instance. */
static int block_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	struct source_blk_instance view = { .flags = block_view_flags(tr) };
	int ret;

	ret = blk_client->set_flag(block_as_client(&view),
				   instance_tracer_options(tr, &blk_tracer), bit,
				   set);
	if (ret)
		return ret;
	instance_options_assign(tr, INSTANCE_OPT(CONTEXT_INFO),
				view.flags & SOURCE_BLK_CONTEXT_INFO ?
				INSTANCE_OPT(CONTEXT_INFO) : 0);
	if (bit == blk_cgroup)
		block_cgroup_set(tr, set);
	return 0;
}

/* Output */

/**
 * source_blk_comm - get the recorded name of a task
 * @pid: pid of the task
 * @comm: set to the name, TASK_COMM_LEN bytes
 *
 * Context: any but NMI.
 */
void source_blk_comm(int pid, char *comm)
{
	trace_comm_find(pid, comm);
}

/**
 * struct blk_reader - what is passed to the client as the instance of an iterator
 * @view: the part that the client uses
 * @tr: the instance
 */
struct blk_reader {
	struct source_blk_instance	view;
	struct trace_array	*tr;
};

/**
 * source_blk_cgroup - print the cgroup of a record
 * @iter: iterator that prints the record
 * @id: id of the cgroup
 * @text: buffer for the text
 * @size: size of @text, in bytes
 *
 * Prints the path of the cgroup or, without the option blk_cgname, the id in
 * the format of file handles.
 *
 * Context: task; called by the client's print functions.
 */
void source_blk_cgroup(struct trace_iterator *iter, u64 id, char *text,
		       size_t size)
{
	struct blk_reader *reader = (struct blk_reader *)iter->tr;

	if (instance_tracer_options(reader->tr, &blk_tracer) & blk_cgname)
		cgroup_path_from_kernfs_id(id, text, size);
	else
		snprintf(text, size, "%x,%-x", lower_32_bits(id),
			 upper_32_bits(id));
}

static enum print_line_t block_print(struct trace_iterator *iter, int flags,
				     struct trace_event *event,
				     trace_print_func print)
{
	struct blk_reader reader = {
		.view.flags = block_view_flags(iter->tr),
		.tr = iter->tr,
	};
	enum print_line_t ret;

	/* An iterator is used by one task at a time. */
	iter->tr = block_as_client(&reader.view);
	ret = print(iter, flags, event);
	iter->tr = reader.tr;
	return ret;
}

static enum print_line_t block_event_text(struct trace_iterator *iter, int flags,
					  struct trace_event *event)
{
	return block_print(iter, flags, event, blk_client_event->funcs->trace);
}

static enum print_line_t block_event_binary(struct trace_iterator *iter, int flags,
					    struct trace_event *event)
{
	return block_print(iter, flags, event, blk_client_event->funcs->binary);
}

static struct trace_event_functions blk_event_funcs = {
	.trace = block_event_text,
	.binary = block_event_binary,
};

static struct trace_event blk_event = {
	.type = TRACE_BLK,
	.funcs = &blk_event_funcs,
};

static bool block_is_classic(const struct trace_array *tr)
{
	return instance_tracer_options(tr, &blk_tracer) & blk_classic;
}

static void block_header(struct seq_file *m, struct trace_iterator *iter)
{
	if (block_is_classic(iter->tr))
		blk_client->print_header(m);
}

static enum print_line_t block_client_line(struct trace_iterator *iter, int flags,
					   struct trace_event *event)
{
	return blk_client->print_line(iter);
}

static enum print_line_t block_line(struct trace_iterator *iter)
{
	if (!block_is_classic(iter->tr))
		return TRACE_TYPE_UNHANDLED;
	return block_print(iter, 0, NULL, block_client_line);
}

/* Boot */

static struct tracer blk_tracer = {
	.options = blk_options,
	.start = block_start,
	.stop = block_stop,
	.option_changed = block_option_changed,
	.options_always = true,
	.on = block_on_off,
	.off = block_on_off,
	.print_header = block_header,
	.print_line = block_line,
};

static void __init block_option_add(struct tracer_option *option,
				    const struct source_blk_opt *opt)
{
	option->name = opt->name;
	option->bit = opt->bit;
	if (!strcmp(opt->name, "blk_classic"))
		blk_classic = opt->bit;
	else if (!strcmp(opt->name, "blk_cgroup"))
		blk_cgroup = opt->bit;
	else if (!strcmp(opt->name, "blk_cgname"))
		blk_cgname = opt->bit;
}

/**
 * source_blk_register - register the tracer of the client
 * @client: the tracer
 *
 * Context: boot.
 * Return: 0; -ENOSPC if the client has too many options; an error of
 * instance_tracer_register().
 */
int __init source_blk_register(struct source_blk_tracer *client)
{
	const struct source_blk_opt *opt = client->flags->opts;
	int ret;

	for (int i = 0; opt->name; opt++, i++) {
		if (WARN_ON(i == BLK_OPTIONS_MAX))
			return -ENOSPC;
		block_option_add(&blk_options[i], opt);
	}
	blk_client = client;
	blk_tracer.entry.name = client->name;
	blk_tracer.defaults = client->flags->val;
	client->flags->val |= blk_classic | blk_cgname;
	ret = instance_tracer_register(&blk_tracer);
	if (ret)
		return ret;

	/* The kernel command line may have set the option. */
	guard(mutex)(&instance_lock);
	block_cgroup_set(NULL, false);
	return 0;
}

/**
 * source_blk_event_register - register the event of the client
 * @event: event with the client's print functions
 *
 * Context: boot.
 * Return: type number of the event, or 0, as for register_trace_event().
 */
int __init source_blk_event_register(struct trace_event *event)
{
	blk_client_event = event;
	return register_trace_event(&blk_event);
}

/**
 * source_blk_event_unregister - unregister the event of the client
 *
 * Context: boot.
 */
void __init source_blk_event_unregister(void)
{
	unregister_trace_event(&blk_event);
}
