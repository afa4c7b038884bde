// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer hwlat: time that the hardware takes from the CPU, unseen by the
 * kernel.
 *
 * A thread reads the clock again and again with interrupts off, for a while (width)
 * in each window. What shows as a gap between two readings is the hardware's, or an
 * NMI's, and these are counted.
 */
#include <linux/hardirq.h>
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "workload.h"
#include "workload_file.h"

#define HWLAT_THRESH	(10 * NSEC_PER_USEC)

/* At least so many us of a window are left to others. */
#define HWLAT_PAUSE	1000

enum hwlat_mode { HWLAT_NONE, HWLAT_ROUND_ROBIN, HWLAT_PER_CPU, HWLAT_MODES };

static const char * const hwlat_words[HWLAT_MODES] = {
	[HWLAT_NONE] = "none",
	[HWLAT_ROUND_ROBIN] = "round-robin",
	[HWLAT_PER_CPU] = "per-cpu",
};

/* Settings; in us. Written under workload_lock, read anywhere. */
static u64 hwlat_window = 1000000;
static u64 hwlat_width = 500000;
static enum hwlat_mode hwlat_mode = HWLAT_ROUND_ROBIN;

/* What tracing_thresh was when the tracer was last left; instance_lock. */
static u64 hwlat_thresh = HWLAT_THRESH;

/**
 * struct hwlat_found - what a CPU's thread has found
 * @inner: the longest time between two readings that follow each other
 * @outer: the longest one from there to the next two
 * @nmi_start: when the NMI that runs began
 * @nmi_time: how long NMIs ran
 * @nmis: how many
 * @count: how often it took too long
 * @when: that was for the first time
 * @looking: the thread looks now
 */
struct hwlat_found {
	u64			inner;
	u64			outer;
	u64			nmi_start;
	u64			nmi_time;
	unsigned int		nmis;
	unsigned int		count;
	struct timespec64	when;
	bool			looking;
};

static DEFINE_PER_CPU(struct hwlat_found, hwlat_found);
static atomic_t hwlat_seq;

bool trace_hwlat_callback_enabled;

notrace void trace_hwlat_callback(bool enter)
{
	struct hwlat_found *found = this_cpu_ptr(&hwlat_found);

	if (!READ_ONCE(found->looking))
		return;
	if (enter) {
		found->nmi_start = trace_clock_local();
		found->nmis++;
	} else if (found->nmi_start) {
		found->nmi_time += trace_clock_local() - found->nmi_start;
	}
}

static struct load hwlat_load;

/* The lowest threshold of all who are interested. */
static u64 hwlat_lowest(void)
{
	struct workload_user *user;
	u64 lowest = U64_MAX;

	guard(rcu)();
	workload_for_each(user, &hwlat_load)
		lowest = min(lowest, READ_ONCE(user->tr->thresh) ?: HWLAT_THRESH);
	return lowest;
}

static bool hwlat_is_on(void)
{
	struct workload_user *user;

	guard(rcu)();
	workload_for_each(user, &hwlat_load) {
		if (instance_is_on(user->tr))
			return true;
	}
	return false;
}

/* Context: interrupts off. */
static void hwlat_look(struct hwlat_found *found, u64 width, u64 thresh)
{
	u64 start, first, second, last = 0;

	start = trace_clock_local();
	do {
		u64 inner, outer = 0;

		first = trace_clock_local();
		second = trace_clock_local();
		inner = second - first;
		if (last)
			outer = first - last;
		last = second;
		if (inner >= thresh || outer >= thresh) {
			if (!found->count++)
				ktime_get_real_ts64(&found->when);
		}
		found->inner = max(found->inner, inner);
		found->outer = max(found->outer, outer);
	} while (second - start < width);
}

static void hwlat_record(struct workload_user *user, const struct hwlat_found *found,
			 unsigned int seq)
{
	u64 latency = max(found->inner, found->outer);
	struct trace_buffer *ring = user->tr->ring;
	struct instance_max max = {
		.latency = latency,
		.cpu = smp_processor_id(),
	};
	struct ring_buffer_event *event;
	struct event_hwlat *rec;

	if (latency < (READ_ONCE(user->tr->thresh) ?: HWLAT_THRESH))
		return;
	rec = event_emit_begin(ring, TRACE_HWLAT, sizeof(*rec),
			       event_context_probe(), &event);
	if (rec) {
		rec->seqnum = seq;
		rec->duration = div_u64(found->inner, NSEC_PER_USEC);
		rec->outer_duration = div_u64(found->outer, NSEC_PER_USEC);
		rec->tv_sec = found->when.tv_sec;
		rec->tv_nsec = found->when.tv_nsec;
		rec->nmi_total_ts = found->nmi_time;
		rec->nmi_count = found->nmis;
		rec->count = found->count;
		event_emit_end(ring);
	}
	if (latency > READ_ONCE(user->tr->max.latency))
		instance_max_take(user->tr, &max, current, max.cpu);
}

static void hwlat_sample(void)
{
	u64 width = READ_ONCE(hwlat_width) * NSEC_PER_USEC;
	u64 thresh = hwlat_lowest();
	struct hwlat_found *found;
	struct workload_user *user;
	unsigned int seq;

	local_irq_disable();
	found = this_cpu_ptr(&hwlat_found);
	memset(found, 0, sizeof(*found));
	barrier();
	WRITE_ONCE(found->looking, true);
	hwlat_look(found, width, thresh);
	WRITE_ONCE(found->looking, false);
	barrier();
	local_irq_enable();
	if (!found->count)
		return;

	local_irq_disable();
	seq = atomic_inc_return(&hwlat_seq);
	workload_for_each(user, &hwlat_load)
		hwlat_record(user, found, seq);
	local_irq_enable();
}

/* The next CPU that some instance traces. */
static void hwlat_move(void)
{
	struct workload_user *user;
	int cpu, next;

	next = raw_smp_processor_id();
	rcu_read_lock();
	for_each_online_cpu(cpu) {
		next = cpumask_next_wrap(next, cpu_online_mask, next, false);
		if (next >= nr_cpu_ids)
			next = cpumask_first(cpu_online_mask);
		workload_for_each(user, &hwlat_load) {
			if (cpumask_test_cpu(next, user->tr->cpumask))
				goto found;
		}
	}
found:
	rcu_read_unlock();
	/* One that has just gone is refused. */
	set_cpus_allowed_ptr(current, cpumask_of(next));
}

static int hwlat_run(void *unused)
{
	ktime_t next;
	u64 pause;

	while (!kthread_should_stop()) {
		if (READ_ONCE(hwlat_mode) == HWLAT_ROUND_ROBIN)
			hwlat_move();
		if (hwlat_is_on())
			hwlat_sample();
		pause = READ_ONCE(hwlat_window) - READ_ONCE(hwlat_width);
		pause = clamp_t(s64, pause, HWLAT_PAUSE, READ_ONCE(hwlat_window));
		next = ktime_add_us(ktime_get(), pause);
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule_hrtimeout(&next, HRTIMER_MODE_ABS);
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

static enum workload_shape hwlat_shape(void)
{
	return hwlat_mode == HWLAT_PER_CPU ? WORKLOAD_PER_CPU : WORKLOAD_SINGLE;
}

static void hwlat_cpus(struct cpumask *mask)
{
	struct workload_user *user;

	lockdep_assert_held(&workload_lock);

	cpumask_clear(mask);
	workload_for_each(user, &hwlat_load)
		cpumask_or(mask, mask, user->tr->cpumask);
}

static int hwlat_begin(void)
{
	atomic_set(&hwlat_seq, 0);
	trace_hwlat_callback_enabled = true;
	return 0;
}

static void hwlat_end(void)
{
	trace_hwlat_callback_enabled = false;
}

static struct load hwlat_load = {
	.name = "hwlatd",
	.single = "hwlatd",
	.shape = hwlat_shape,
	.cpus = hwlat_cpus,
	.begin = hwlat_begin,
	.end = hwlat_end,
	.run = hwlat_run,
};

/* A threshold that the user has not set is ours while this is the tracer. */
static int hwlat_attach(struct trace_array *tr)
{
	bool ours = !tr->thresh;
	int ret;

	if (ours)
		WRITE_ONCE(tr->thresh, hwlat_thresh);
	instance_max_set(tr, 0);
	ret = workload_attach(&hwlat_load, tr);
	if (ret && ours)
		WRITE_ONCE(tr->thresh, 0);
	else if (!ret)
		((struct workload_user *)tr->tracer_data)->thresh_ours = ours;
	return ret;
}

static void hwlat_detach(struct trace_array *tr)
{
	bool ours = ((struct workload_user *)tr->tracer_data)->thresh_ours;

	workload_detach(&hwlat_load, tr);
	if (!ours)
		return;
	if (tr->thresh)
		hwlat_thresh = tr->thresh;
	WRITE_ONCE(tr->thresh, 0);
}

static struct tracer hwlat_tracer = {
	.entry = { .name = "hwlat" },
	.start = hwlat_attach,
	.stop = hwlat_detach,
};

/* Settings: the directory hwlat_detector. */

static void hwlat_mode_show(struct seq_file *m)
{
	for (int i = 0; i < HWLAT_MODES; i++)
		seq_printf(m, i == hwlat_mode ? "%s[%s]" : "%s%s", i ? " " : "",
			   hwlat_words[i]);
	seq_putc(m, '\n');
}

static int hwlat_mode_store(char *text)
{
	int mode = match_string(hwlat_words, HWLAT_MODES, text);
	int ret;

	if (mode < 0)
		return mode;
	workload_hold();
	workload_halt(&hwlat_load);
	WRITE_ONCE(hwlat_mode, mode);
	ret = workload_go(&hwlat_load);
	workload_let_go();
	return ret;
}

static const struct workload_file hwlat_mode_file = {
	.show = hwlat_mode_show, .store = hwlat_mode_store,
};

static const struct workload_file hwlat_width_file = {
	.number = &hwlat_width, .most = &hwlat_window,
};

/* What can be told in ns. */
static const u64 hwlat_window_most = KTIME_MAX / NSEC_PER_USEC;

static const struct workload_file hwlat_window_file = {
	.number = &hwlat_window,
	.least = &hwlat_width, .most = &hwlat_window_most,
};

static const struct tracefs_entry hwlat_files[] = {
	WORKLOAD_FILE("mode", 0640, hwlat_mode_file),
	WORKLOAD_FILE("width", 0640, hwlat_width_file),
	WORKLOAD_FILE("window", 0640, hwlat_window_file),
};

static const struct tracefs_kind hwlat_kind = {
	.entries = hwlat_files,
	.nr_entries = ARRAY_SIZE(hwlat_files),
};

static int __init hwlat_files_init(void)
{
	struct tracefs_node *dir;

	dir = tracefs_node_create("hwlat_detector", NULL, &hwlat_kind, NULL);
	return PTR_ERR_OR_ZERO(dir);
}
late_initcall(hwlat_files_init);

static int __init hwlat_init(void)
{
	int ret = workload_register(&hwlat_load);

	return ret ?: instance_tracer_register(&hwlat_tracer);
}
core_initcall(hwlat_init);
