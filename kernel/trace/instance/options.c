// SPDX-License-Identifier: GPL-2.0
/*
 * Options of an instance: the table, and what has to happen when one changes.
 *
 * Most options are only looked at by those who print. A few concern event
 * files or the ring; each of them has a function here.
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

/* The instance that trace_printk() writes to; one has the option at all times. */
static struct trace_array *printk_dest = &instance_global;

struct trace_array *instance_printk_dest(void)
{
	return READ_ONCE(printk_dest);
}

static void option_store(struct trace_array *tr, enum instance_option nr,
			 bool on)
{
	u64 options = tr->options & ~BIT_ULL(nr);

	if (on)
		options |= BIT_ULL(nr);
	WRITE_ONCE(tr->options, options);
}

/*
 * Handing the option over clears it where it was. It comes back to the global
 * instance when the other one gives it up.
 */
static int change_printk_dest(struct trace_array *tr, bool on)
{
	struct trace_array *to = on ? tr : &instance_global;

	if (!on && instance_is_global(tr))
		return -EINVAL;
	if (on) {
		int ret = instance_is_global(tr) ? 0 : instance_expand(tr);

		if (ret)
			return ret;
	}
	option_store(printk_dest, INSTANCE_OPT_PRINTK_DEST, false);
	option_store(to, INSTANCE_OPT_PRINTK_DEST, true);
	WRITE_ONCE(printk_dest, to);
	return 0;
}

void instance_printk_dest_reset(struct trace_array *gone)
{
	if (printk_dest == gone)
		change_printk_dest(gone, false);
}

/* What an option sets off, @tr->options being what it shall be already. */
static void option_apply(struct trace_array *tr, enum instance_option nr,
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
		instance_pids_follow(tr);
		break;
	case INSTANCE_OPT_STACKTRACE:
	case INSTANCE_OPT_USERSTACKTRACE:
		instance_files_output(tr);
		break;
	default:
		break;
	}
}

int instance_option_locked(struct trace_array *tr, enum instance_option nr,
			   bool on)
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
		ret = change_printk_dest(tr, on);
		if (ret)
			return ret;
	} else {
		option_store(tr, nr, on);
	}
	option_apply(tr, nr, on);
	instance_tell(option_changed, tr, nr);
	return 0;
}

void instance_options_put(struct trace_array *tr, u64 mask, u64 options)
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
 * @nr: which
 * @on: set it
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0, or -EINVAL: there is no such option here, or it can't be changed.
 */
int instance_option_set(struct trace_array *tr, enum instance_option nr, bool on)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_option_locked(tr, nr, on);
}

static int tracer_option_locked(struct trace_array *tr,
				const struct tracer *tracer, u32 bit, bool on)
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
 * @tracer: whose option; it need not be the current one
 * @bit: its mask
 * @on: set it
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0, or what the tracer says against it.
 */
int instance_tracer_option_set(struct trace_array *tr,
			       const struct tracer *tracer, u32 bit, bool on)
{
	guard(mutex)(&instance_lock);
	return tracer_option_locked(tr, tracer, bit, on);
}

static int option_find(const char *name)
{
	int i;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		if (instance_options[i].where != INSTANCE_OPTION_NONE &&
		    !strcmp(instance_options[i].name, name))
			return i;
	}
	return -EINVAL;
}

static int tracer_option_word(struct trace_array *tr, const char *name, bool on)
{
	const struct tracer_option *option = tr->tracer->options;

	for (; option && option->name; option++) {
		if (!strcmp(option->name, name))
			return tracer_option_locked(tr, tr->tracer, option->bit,
						    on);
	}
	return -EINVAL;
}

/**
 * instance_option_word - do what was written into trace_options
 * @tr: the instance
 * @word: "name" sets, "noname" clears; of the instance or of its tracer
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0, or -EINVAL: no such option, or it can't be changed.
 */
int instance_option_word(struct trace_array *tr, const char *word)
{
	bool on = !strstarts(word, "no");
	int nr;

	if (!on)
		word += 2;

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	nr = option_find(word);
	if (nr >= 0)
		return instance_option_locked(tr, nr, on);
	return tracer_option_word(tr, word, on);
}
