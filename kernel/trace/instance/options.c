// SPDX-License-Identifier: GPL-2.0
/*
 * Options of an instance: their table, and the effects of a change.
 *
 * Most options only concern output/, which reads them when it prints. The others
 * change event files, task filters or the ring buffer, see instance_option_effect().
 */
#include <linux/string.h>

#include "internal.h"

#define O(_bit, _name, _where, _default)				\
	[INSTANCE_OPT_##_bit] = {					\
		.name = _name, .where = _where, .on = _default,		\
	},

const struct instance_option_def instance_options[INSTANCE_OPTION_COUNT] = {
	INSTANCE_OPTIONS
};

#undef O

/**
 * instance_options_default - get the default options of the global instance
 *
 * Context: boot.
 * Return: mask of INSTANCE_OPT() bits.
 */
u64 __init instance_options_default(void)
{
	u64 options = 0;
	int i;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		if (instance_options[i].on)
			options |= BIT_ULL(i);
	}
	return options;
}

/* The instance with the option trace_printk_dest; written under instance_lock. */
static struct trace_array *printk_dest = &instance_global;

/**
 * instance_printk_dest - get the instance that trace_printk() writes to
 *
 * Context: any.
 * Return: the instance. It is not freed before an RCU grace period has passed.
 */
struct trace_array *instance_printk_dest(void)
{
	return READ_ONCE(printk_dest);
}

/*
 * Set trace_printk_dest, which clears it in the instance that had it, or clear it,
 * which sets it in the global instance. It cannot be cleared in the global instance.
 */
static int instance_options_printk_dest_change(struct trace_array *tr, bool on)
{
	struct trace_array *to = on ? tr : &instance_global;

	if (!on && instance_is_global(tr))
		return -EINVAL;
	if (on) {
		int ret = instance_is_global(tr) ? 0 : instance_expand(tr);

		if (ret)
			return ret;
	}
	instance_option_store(printk_dest, INSTANCE_OPT_PRINTK_DEST, false);
	instance_option_store(to, INSTANCE_OPT_PRINTK_DEST, true);
	WRITE_ONCE(printk_dest, to);
	return 0;
}

/**
 * instance_printk_dest_reset - make trace_printk() write to the global instance
 * @tr: an instance that is being removed; does nothing if it is not the destination
 *
 * Context: task; instance_lock held.
 */
void instance_printk_dest_reset(struct trace_array *tr)
{
	if (printk_dest == tr)
		instance_options_printk_dest_change(tr, false);
}

/*
 * Apply the effects of an option after trace_array::options was changed. If this fails,
 * there is no effect.
 */
static int instance_option_effect(struct trace_array *tr, enum instance_option nr,
				  bool on)
{
	switch (nr) {
	case INSTANCE_OPT_RECORD_CMD:
		instance_files_record(TRACE_COMM_NAME, on, NULL);
		break;
	case INSTANCE_OPT_RECORD_TGID:
		instance_files_record(TRACE_COMM_TGID, on, tr);
		break;
	case INSTANCE_OPT_OVERWRITE:
		ring_buffer_change_overwrite(tr->ring, on);
		break;
	case INSTANCE_OPT_EVENT_FORK:
	case INSTANCE_OPT_FUNC_FORK:
		return instance_pids_follow(tr);
	case INSTANCE_OPT_MARKERS:
		instance_marks_update(tr);
		break;
	case INSTANCE_OPT_COPY_MARKER:
		return instance_marks_copy(tr, on);
	case INSTANCE_OPT_USER_MAPPINGS:
		return INSTANCE_HAS_MAPPINGS ? instance_mappings_set(tr, on) : -EINVAL;
	case INSTANCE_OPT_STACKTRACE:
	case INSTANCE_OPT_USERSTACKTRACE:
		instance_files_output(tr);
		break;
	default:
		break;
	}
	return 0;
}

/**
 * instance_option_locked - set or clear an option
 * @tr: the instance
 * @nr: the option
 * @on: the new value
 *
 * Context: task, may sleep; event_mutex and instance_lock held.
 * Return: as instance_option_set().
 */
int instance_option_locked(struct trace_array *tr, enum instance_option nr, bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&instance_lock);

	if (nr >= INSTANCE_OPTION_COUNT ||
	    instance_options[nr].where == INSTANCE_OPTION_NONE)
		return -EINVAL;
	if (instance_option(tr, nr) == on)
		return 0;
	if (tr->tracer->flag_changed && instance_tracer_is_started(tr))
		ret = tr->tracer->flag_changed(tr, BIT_ULL(nr), on);
	if (ret)
		return -EINVAL;

	if (nr == INSTANCE_OPT_PRINTK_DEST) {
		ret = instance_options_printk_dest_change(tr, on);
		if (ret)
			return ret;
	} else {
		instance_option_store(tr, nr, on);
	}
	ret = instance_option_effect(tr, nr, on);
	if (ret) {
		instance_option_store(tr, nr, !on);
		return ret;
	}
	instance_notify(option_changed, tr, nr);
	return 0;
}

/**
 * instance_options_assign - set options to the values that a tracer needs
 * @tr: the instance
 * @mask: INSTANCE_OPT() bits of the options to change. Only latency-format,
 *	overwrite and context-info are allowed
 * @options: INSTANCE_OPT() bits of those of @mask that are set; the others are
 *	cleared
 *
 * Neither the tracer nor the listeners are notified.
 *
 * Context: task; instance_lock held.
 */
void instance_options_assign(struct trace_array *tr, u64 mask, u64 options)
{
	lockdep_assert_held(&instance_lock);
	WARN_ON_ONCE(mask & ~(INSTANCE_OPT(LATENCY_FORMAT) |
			      INSTANCE_OPT(OVERWRITE) |
			      INSTANCE_OPT(CONTEXT_INFO)));

	WRITE_ONCE(tr->options, (tr->options & ~mask) | (options & mask));
	if (mask & INSTANCE_OPT(OVERWRITE))
		ring_buffer_change_overwrite(tr->ring,
					     tr->options & INSTANCE_OPT(OVERWRITE));
}

/**
 * instance_option_set - set or clear an option
 * @tr: the instance
 * @nr: the option
 * @on: the new value
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0; -EINVAL if the kernel has no such option or the tracer rejects the
 * change; -ENOMEM.
 */
int instance_option_set(struct trace_array *tr, enum instance_option nr, bool on)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_option_locked(tr, nr, on);
}

static int instance_options_tracer_option_set_locked(struct trace_array *tr,
						     const struct tracer *tracer, u32 bit,
						     bool on)
{
	int ret;

	lockdep_assert_held(&instance_lock);

	if (!!(instance_tracer_options(tr, tracer) & bit) == on)
		return 0;
	if (tracer->option_changed &&
	    (tracer->options_always || (tr->tracer == tracer &&
					instance_tracer_is_started(tr)))) {
		ret = tracer->option_changed(tr, bit, on);
		if (ret)
			return ret;
	}
	tr->tracer_options[tracer->nr] ^= bit;
	return 0;
}

/**
 * instance_tracer_option_set - set or clear a private option of a tracer
 * @tr: the instance
 * @tracer: the tracer, which need not be the current one
 * @bit: mask of the option
 * @on: the new value
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or the error with which the tracer rejects the change.
 */
int instance_tracer_option_set(struct trace_array *tr,
			       const struct tracer *tracer, u32 bit, bool on)
{
	guard(mutex)(&instance_lock);
	return instance_options_tracer_option_set_locked(tr, tracer, bit, on);
}

static int instance_option_find(const char *name)
{
	int i;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		if (instance_options[i].where != INSTANCE_OPTION_NONE &&
		    !strcmp(instance_options[i].name, name))
			return i;
	}
	return -EINVAL;
}

static int instance_options_tracer_option_apply(struct trace_array *tr, const char *name,
						bool on)
{
	const struct tracer_option *option = tr->tracer->options;

	for (; option && option->name; option++) {
		if (!strcmp(option->name, name))
			return instance_options_tracer_option_set_locked(tr, tr->tracer,
									 option->bit, on);
	}
	return -EINVAL;
}

/**
 * instance_option_apply - set or clear an option by name, as a write to trace_options
 * @tr: the instance
 * @word: "NAME" to set or "noNAME" to clear an option of the instance or of its
 *	tracer
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0; -EINVAL if there is no such option or it cannot be changed; -ENOMEM.
 */
int instance_option_apply(struct trace_array *tr, const char *word)
{
	bool on = !strstarts(word, "no");
	int nr;

	if (!on)
		word += 2;

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	nr = instance_option_find(word);
	if (nr >= 0)
		return instance_option_locked(tr, nr, on);
	return instance_options_tracer_option_apply(tr, word, on);
}
