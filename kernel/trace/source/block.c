// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer blk: what block devices are asked to do, and what becomes of it. What
 * happens and how it reads is blktrace.c's business, a file of the base that serves
 * programs by relay files as well. It knows one tracer and one buffer; here it is
 * made to serve any number of instances.
 *
 * A record lies in the ring of the first instance that takes it, and is copied into
 * the others when it is complete. Lines are printed for an instance as its options
 * say: the client's own word of options has all that changes lines, always, and
 * what is wanted is decided here.
 *
 * The option blk_cgroup is of what is recorded, not of lines, and relay files get
 * the same. They heed the top instance's, whatever its tracer; an instance that has
 * the tracer and the option makes all of them get it.
 */
#include <linux/cgroup.h>
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "../output/output.h"
#include "block.h"

#define BLK_OPTIONS_MAX	3

static LIST_HEAD(blk_users);	/* RCU; written under instance_lock */

#define blk_for_each_user(user)	instance_for_each_user(user, &blk_users)

/* Written once, at boot. */
static struct source_blk_tracer *blk_client;
static struct trace_event *blk_client_event;
static struct tracer_option blk_options[BLK_OPTIONS_MAX + 1];

/* Masks of options, 0 for one that is not built. */
static u32 blk_classic, blk_cgroup, blk_cgname;

static struct tracer blk_tracer;

/*
 * Recording.
 */

unsigned int source_blk_context(unsigned long irqflags)
{
	return event_context_irq(raw_irqs_disabled_flags(irqflags), 0);
}

/* The client leaves out some fields: nobody is to see what was there before. */
static void blk_clear(struct trace_entry *ent, unsigned long len)
{
	memset(ent + 1, 0, len - sizeof(*ent));
}

struct ring_buffer_event *source_blk_reserve(struct trace_buffer **buffer,
					     unsigned long len,
					     unsigned int context)
{
	struct ring_buffer_event *event = NULL;
	struct instance_user *user;

	preempt_disable_notrace();
	blk_for_each_user(user) {
		*buffer = user->tr->ring;
		event = event_reserve(*buffer, TRACE_BLK, len, context);
		if (event)
			break;
	}
	preempt_enable_notrace();
	if (event)
		blk_clear(ring_buffer_event_data(event), len);
	return event;
}

static void blk_copy(struct trace_buffer *ring, struct ring_buffer_event *event,
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

/* What stands between the tracepoint and the stack: two of the client, one of ours. */
#define BLK_STACK_SKIP	3

static __always_inline void blk_stacks(struct trace_array *tr,
				       unsigned int context)
{
	if (instance_option(tr, INSTANCE_OPT_STACKTRACE))
		instance_stack(tr, tr->ring, context, BLK_STACK_SKIP, NULL);
	if (instance_option(tr, INSTANCE_OPT_USERSTACKTRACE))
		instance_user_stack(tr, tr->ring, context);
}

void source_blk_commit(struct trace_buffer *buffer,
		       struct ring_buffer_event *event, unsigned int context)
{
	struct instance_user *user;

	preempt_disable_notrace();
	blk_for_each_user(user) {
		if (user->tr->ring != buffer)
			blk_copy(user->tr->ring, event, context);
	}
	event_commit(buffer, event);
	blk_for_each_user(user)
		blk_stacks(user->tr, context);
	preempt_enable_notrace();
}

/*
 * The tracer.
 */

/* The client sees no instance but where it prints or is told of an option. */
static struct source_blk_instance blk_nobody;

static struct trace_array *blk_as_client(struct source_blk_instance *view)
{
	return (struct trace_array *)view;
}

static bool blk_is_wanted(void)
{
	struct instance_user *user;
	bool wanted = false;

	preempt_disable_notrace();
	blk_for_each_user(user)
		wanted |= instance_is_on(user->tr);
	preempt_enable_notrace();
	return wanted;
}

/*
 * Users come and go, and are switched on and off in any context, many at a time: who
 * tells the client last has looked at all of them after that.
 */
static void blk_tell(void)
{
	bool wanted;

	do {
		smp_mb();	/* the change that led here, before it is looked at */
		wanted = blk_is_wanted();
		if (wanted)
			blk_client->start(blk_as_client(&blk_nobody));
		else
			blk_client->stop(blk_as_client(&blk_nobody));
		smp_mb();	/* the client was told, before looking again */
	} while (wanted != blk_is_wanted());
}

static void blk_on_off(struct trace_array *tr)
{
	blk_tell();
}

/* What @tr has, where @changing is about to have @set. */
static bool blk_has_cgroup(const struct trace_array *tr,
			   const struct trace_array *changing, bool set)
{
	if (tr == changing)
		return set;
	return instance_tracer_options(tr, &blk_tracer) & blk_cgroup;
}

static void blk_cgroup_set(const struct trace_array *changing, bool set)
{
	u32 val = blk_client->flags->val & ~blk_cgroup;
	bool wanted = blk_has_cgroup(&instance_global, changing, set);
	struct instance_user *user;

	lockdep_assert_held(&instance_lock);
	list_for_each_entry(user, &blk_users, node)
		wanted |= blk_has_cgroup(user->tr, changing, set);
	WRITE_ONCE(blk_client->flags->val, val | (wanted ? blk_cgroup : 0));
}

static int blk_start(struct trace_array *tr)
{
	bool first = list_empty(&blk_users);
	int ret = instance_user_add(&blk_users, tr);

	if (ret)
		return ret;
	trace_comm_get(TRACE_COMM_NAME);
	blk_cgroup_set(NULL, false);
	if (first)
		blk_client->init(blk_as_client(&blk_nobody));
	blk_tell();
	return 0;
}

static void blk_stop(struct trace_array *tr)
{
	instance_user_del(tr);
	blk_tell();
	if (list_empty(&blk_users))
		blk_client->reset(blk_as_client(&blk_nobody));
	blk_cgroup_set(NULL, false);
	instance_user_free(tr);
	trace_comm_put(TRACE_COMM_NAME);
}

static u32 blk_view_flags(const struct trace_array *tr)
{
	u32 flags = 0;

	if (instance_option(tr, INSTANCE_OPT_VERBOSE))
		flags |= SOURCE_BLK_VERBOSE;
	if (instance_option(tr, INSTANCE_OPT_CONTEXT_INFO))
		flags |= SOURCE_BLK_CONTEXT_INFO;
	return flags;
}

/* The client says what becomes of an option of the instance. */
static int blk_option_changed(struct trace_array *tr, u32 bit, bool set)
{
	struct source_blk_instance view = { .flags = blk_view_flags(tr) };
	int ret;

	ret = blk_client->set_flag(blk_as_client(&view),
				   instance_tracer_options(tr, &blk_tracer), bit,
				   set);
	if (ret)
		return ret;
	instance_options_put(tr, INSTANCE_OPT(CONTEXT_INFO),
			     view.flags & SOURCE_BLK_CONTEXT_INFO ?
			     INSTANCE_OPT(CONTEXT_INFO) : 0);
	if (bit == blk_cgroup)
		blk_cgroup_set(tr, set);
	return 0;
}

/*
 * Reading.
 */

void source_blk_comm(int pid, char *comm)
{
	trace_comm_find(pid, comm);
}

/**
 * struct blk_reader - what the client takes for the instance of a reader
 * @view: what it sees
 * @tr: the instance
 */
struct blk_reader {
	struct source_blk_instance	view;
	struct trace_array	*tr;
};

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

static enum print_line_t blk_print(struct trace_iterator *iter, int flags,
				   struct trace_event *event,
				   trace_print_func print)
{
	struct blk_reader reader = {
		.view.flags = blk_view_flags(iter->tr),
		.tr = iter->tr,
	};
	enum print_line_t ret;

	/* A reader has one user at a time. */
	iter->tr = blk_as_client(&reader.view);
	ret = print(iter, flags, event);
	iter->tr = reader.tr;
	return ret;
}

static enum print_line_t blk_event_text(struct trace_iterator *iter, int flags,
					struct trace_event *event)
{
	return blk_print(iter, flags, event, blk_client_event->funcs->trace);
}

static enum print_line_t blk_event_binary(struct trace_iterator *iter, int flags,
					  struct trace_event *event)
{
	return blk_print(iter, flags, event, blk_client_event->funcs->binary);
}

static struct trace_event_functions blk_event_funcs = {
	.trace = blk_event_text,
	.binary = blk_event_binary,
};

static struct trace_event blk_event = {
	.type = TRACE_BLK,
	.funcs = &blk_event_funcs,
};

static bool blk_is_classic(const struct trace_array *tr)
{
	return instance_tracer_options(tr, &blk_tracer) & blk_classic;
}

static void blk_header(struct seq_file *m, struct trace_iterator *iter)
{
	if (blk_is_classic(iter->tr))
		blk_client->print_header(m);
}

static enum print_line_t blk_client_line(struct trace_iterator *iter, int flags,
					 struct trace_event *event)
{
	return blk_client->print_line(iter);
}

static enum print_line_t blk_line(struct trace_iterator *iter)
{
	if (!blk_is_classic(iter->tr))
		return TRACE_TYPE_UNHANDLED;
	return blk_print(iter, 0, NULL, blk_client_line);
}

/*
 * Boot.
 */

static struct tracer blk_tracer = {
	.options = blk_options,
	.start = blk_start,
	.stop = blk_stop,
	.option_changed = blk_option_changed,
	.options_always = true,
	.on = blk_on_off,
	.off = blk_on_off,
	.print_header = blk_header,
	.print_line = blk_line,
};

static void __init blk_option_add(struct tracer_option *option,
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

int __init source_blk_register(struct source_blk_tracer *client)
{
	const struct source_blk_opt *opt = client->flags->opts;
	int ret;

	for (int i = 0; opt->name; opt++, i++) {
		if (WARN_ON(i == BLK_OPTIONS_MAX))
			return -ENOSPC;
		blk_option_add(&blk_options[i], opt);
	}
	blk_client = client;
	blk_tracer.entry.name = client->name;
	blk_tracer.defaults = client->flags->val;
	client->flags->val |= blk_classic | blk_cgname;
	ret = instance_tracer_register(&blk_tracer);
	if (ret)
		return ret;

	/* The command line may have set it. */
	guard(mutex)(&instance_lock);
	blk_cgroup_set(NULL, false);
	return 0;
}

int __init source_blk_event_register(struct trace_event *event)
{
	blk_client_event = event;
	return register_trace_event(&blk_event);
}

void __init source_blk_event_unregister(void)
{
	unregister_trace_event(&blk_event);
}
