// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer hwlat: detects latencies that are caused by the hardware or the
 * firmware and not observed by the kernel.
 *
 * In each window a thread reads the clock in a loop with interrupts disabled, for
 * the time "width". A gap between two readings is caused by the hardware or by an
 * NMI; the time of NMIs is measured and recorded as well.
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

/* Minimum sleep of the thread in each window, in us. */
#define HWLAT_PAUSE	1000

enum hwlat_mode { HWLAT_NONE, HWLAT_ROUND_ROBIN, HWLAT_PER_CPU, HWLAT_MODES };

static const char * const hwlat_mode_names[HWLAT_MODES] = {
	[HWLAT_NONE] = "none",
	[HWLAT_ROUND_ROBIN] = "round-robin",
	[HWLAT_PER_CPU] = "per-cpu",
};

/* Settings, times in us. Written under workload_lock, read without a lock. */
static u64 hwlat_window = 1000000;
static u64 hwlat_width = 500000;
static enum hwlat_mode hwlat_mode = HWLAT_ROUND_ROBIN;

/* Value of tracing_thresh in ns when the tracer was last stopped; instance_lock. */
static u64 hwlat_thresh = HWLAT_THRESH;

/**
 * struct hwlat_data - results of a CPU in a window
 * @inner: maximum time between the two readings of an iteration, in ns
 * @outer: maximum time from the last reading of an iteration to the next one, in ns
 * @nmi_start: time of the begin of the current NMI
 * @nmi_time: sum of the times of all NMIs in ns
 * @nmis: number of NMIs
 * @count: number of times that the threshold was exceeded
 * @when: wall-clock time when the threshold was exceeded first
 * @sampling: the thread is measuring
 *
 * Written by the CPU's thread with interrupts disabled, and by NMIs of the CPU.
 */
struct hwlat_data {
	u64			inner;
	u64			outer;
	u64			nmi_start;
	u64			nmi_time;
	unsigned int		nmis;
	unsigned int		count;
	struct timespec64	when;
	bool			sampling;
};

static DEFINE_PER_CPU(struct hwlat_data, hwlat_data);
static atomic_t hwlat_seq;

bool trace_hwlat_callback_enabled;

/**
 * trace_hwlat_callback - account the time of an NMI
 * @enter: true at the begin of the NMI, false at its end
 *
 * Context: NMI.
 */
notrace void trace_hwlat_callback(bool enter)
{
	struct hwlat_data *data = this_cpu_ptr(&hwlat_data);

	if (!READ_ONCE(data->sampling))
		return;
	if (enter) {
		data->nmi_start = trace_clock_local();
		data->nmis++;
	} else if (data->nmi_start) {
		data->nmi_time += trace_clock_local() - data->nmi_start;
	}
}

static struct workload hwlat_workload;

/* The lowest threshold of all users, in ns. */
static u64 hwlat_min_thresh(void)
{
	struct workload_user *user;
	u64 lowest = U64_MAX;

	guard(rcu)();
	workload_for_each(user, &hwlat_workload)
		lowest = min(lowest, READ_ONCE(user->tr->max.thresh) ?: HWLAT_THRESH);
	return lowest;
}

static bool hwlat_is_on(void)
{
	struct workload_user *user;

	guard(rcu)();
	workload_for_each(user, &hwlat_workload) {
		if (instance_is_on(user->tr))
			return true;
	}
	return false;
}

/* Context: interrupts disabled. */
static void hwlat_measure(struct hwlat_data *data, u64 width, u64 thresh)
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
			if (!data->count++)
				ktime_get_real_ts64(&data->when);
		}
		data->inner = max(data->inner, inner);
		data->outer = max(data->outer, outer);
	} while (second - start < width);
}

static void hwlat_record(struct workload_user *user, const struct hwlat_data *data,
			 unsigned int seq)
{
	u64 latency = max(data->inner, data->outer);
	struct trace_buffer *ring = user->tr->ring;
	struct instance_max max = {
		.latency = latency,
		.cpu = smp_processor_id(),
	};
	struct ring_buffer_event *event;
	struct event_hwlat *rec;

	if (latency < (READ_ONCE(user->tr->max.thresh) ?: HWLAT_THRESH))
		return;
	rec = event_emit_begin(ring, TRACE_HWLAT, sizeof(*rec),
			       event_context_probe(), &event);
	if (rec) {
		rec->seqnum = seq;
		rec->duration = div_u64(data->inner, NSEC_PER_USEC);
		rec->outer_duration = div_u64(data->outer, NSEC_PER_USEC);
		rec->tv_sec = data->when.tv_sec;
		rec->tv_nsec = data->when.tv_nsec;
		rec->nmi_total_ts = data->nmi_time;
		rec->nmi_count = data->nmis;
		rec->count = data->count;
		event_emit_end(ring);
	}
	if (latency > READ_ONCE(user->tr->max.last.latency))
		instance_max_update(user->tr, &max, current, max.cpu);
}

static void hwlat_sample(void)
{
	u64 width = READ_ONCE(hwlat_width) * NSEC_PER_USEC;
	u64 thresh = hwlat_min_thresh();
	struct hwlat_data *data;
	struct workload_user *user;
	unsigned int seq;

	local_irq_disable();
	data = this_cpu_ptr(&hwlat_data);
	memset(data, 0, sizeof(*data));
	barrier();
	WRITE_ONCE(data->sampling, true);
	hwlat_measure(data, width, thresh);
	WRITE_ONCE(data->sampling, false);
	barrier();
	local_irq_enable();
	if (!data->count)
		return;

	local_irq_disable();
	seq = atomic_inc_return(&hwlat_seq);
	workload_for_each(user, &hwlat_workload)
		hwlat_record(user, data, seq);
	local_irq_enable();
}

/* Move to the next CPU that is in the tracing_cpumask of a user. */
static void hwlat_next_cpu(void)
{
	struct workload_user *user;
	int cpu, next;

	next = raw_smp_processor_id();
	rcu_read_lock();
	for_each_online_cpu(cpu) {
		next = cpumask_next_wrap(next, cpu_online_mask, next, false);
		if (next >= nr_cpu_ids)
			next = cpumask_first(cpu_online_mask);
		workload_for_each(user, &hwlat_workload) {
			if (cpumask_test_cpu(next, user->tr->cpumask))
				goto data;
		}
	}
data:
	rcu_read_unlock();
	/*
	 * This fails if the CPU has just gone offline; the thread then stays where
	 * it is.
	 */
	set_cpus_allowed_ptr(current, cpumask_of(next));
}

static int hwlat_run(void *unused)
{
	ktime_t next;
	u64 pause;

	while (!kthread_should_stop()) {
		if (READ_ONCE(hwlat_mode) == HWLAT_ROUND_ROBIN)
			hwlat_next_cpu();
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

static enum workload_threads hwlat_threads(void)
{
	return hwlat_mode == HWLAT_PER_CPU ? WORKLOAD_PER_CPU : WORKLOAD_SINGLE;
}

static void hwlat_cpus(struct cpumask *mask)
{
	struct workload_user *user;

	lockdep_assert_held(&workload_lock);

	cpumask_clear(mask);
	workload_for_each(user, &hwlat_workload)
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

static struct workload hwlat_workload = {
	.name = "hwlatd",
	.single = "hwlatd",
	.threads = hwlat_threads,
	.cpus = hwlat_cpus,
	.begin = hwlat_begin,
	.end = hwlat_end,
	.run = hwlat_run,
};

/* If the user has not set a threshold, set the default while this is the tracer. */
static int hwlat_attach(struct trace_array *tr)
{
	bool set_default = !tr->max.thresh;
	int ret;

	if (set_default)
		WRITE_ONCE(tr->max.thresh, hwlat_thresh);
	instance_max_set(tr, 0);
	ret = workload_attach(&hwlat_workload, tr);
	if (ret && set_default)
		WRITE_ONCE(tr->max.thresh, 0);
	else if (!ret)
		((struct workload_user *)tr->tracer_data)->thresh_set = set_default;
	return ret;
}

static void hwlat_detach(struct trace_array *tr)
{
	bool set_default = ((struct workload_user *)tr->tracer_data)->thresh_set;

	workload_detach(&hwlat_workload, tr);
	if (!set_default)
		return;
	if (tr->max.thresh)
		hwlat_thresh = tr->max.thresh;
	WRITE_ONCE(tr->max.thresh, 0);
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
			   hwlat_mode_names[i]);
	seq_putc(m, '\n');
}

static int hwlat_mode_store(char *text)
{
	int mode = match_string(hwlat_mode_names, HWLAT_MODES, text);
	int old, ret;

	if (mode < 0)
		return mode;
	workload_settings_lock();
	old = hwlat_mode;
	workload_pause(&hwlat_workload);
	WRITE_ONCE(hwlat_mode, mode);
	ret = workload_resume(&hwlat_workload);
	if (ret) {
		/* There is no thread now: go on in the old mode. */
		WRITE_ONCE(hwlat_mode, old);
		if (workload_resume(&hwlat_workload))
			pr_warn("hwlat: cannot start the threads again\n");
	}
	workload_settings_unlock();
	return ret;
}

static const struct workload_file hwlat_mode_file = {
	.show = hwlat_mode_show, .store = hwlat_mode_store,
};

static const struct workload_file hwlat_width_file = {
	.number = &hwlat_width, .max = &hwlat_window,
};

/* Maximum time that can be expressed in ns. */
static const u64 hwlat_window_max = KTIME_MAX / NSEC_PER_USEC;

static const struct workload_file hwlat_window_file = {
	.number = &hwlat_window,
	.min = &hwlat_width, .max = &hwlat_window_max,
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
	int ret = workload_register(&hwlat_workload);

	return ret ?: instance_tracer_register(&hwlat_tracer);
}
core_initcall(hwlat_init);
