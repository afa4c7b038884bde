// SPDX-License-Identifier: GPL-2.0
/*
 * TRACEPOINT_BENCHMARK: while the event benchmark:benchmark_event is enabled, a thread fires
 * it without a pause. Each record has the time that the hit before it took, and statistics.
 *
 * Locking: the tracepoint calls benchmark_event_reg() and benchmark_event_unreg() under its
 * own mutex. Only the thread uses the statistics while it runs.
 */
#include <linux/init.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_clock.h>

#define CREATE_TRACE_POINTS
#include "benchmark_event.h"

/*
 * The sum of squares of 32 bits each does not overflow before so many hits. The statistics
 * stay as they are then.
 */
#define BENCHMARK_HITS_MAX	U32_MAX

/**
 * struct benchmark - the times of the hits of one run of the thread, in nanoseconds
 * @text: the text of the next record
 * @last: the time of the last hit
 * @first: the time of the first hit, which finds cold caches and counts in nothing else
 * @min: the shortest time
 * @max: the longest time
 * @sum: sum of the times
 * @squares: sum of the squares of the times
 * @hits: number of times in @sum and @squares
 */
struct benchmark {
	char	text[BENCHMARK_EVENT_STRLEN];
	u64	last;
	u64	first;
	u64	min;
	u64	max;
	u64	sum;
	u64	squares;
	u32	hits;
};

static struct benchmark benchmark;
static struct task_struct *benchmark_thread;

/* Threads can be created: false while the kernel's command line enables events. */
static bool benchmark_ready __ro_after_init;

/* The variance of a sample, from the sums: (squares - sum^2 / hits) / (hits - 1). */
static u64 benchmark_variance(const struct benchmark *b)
{
	u64 mean_part;

	if (b->hits < 2)
		return 0;
	mean_part = mul_u64_u64_div_u64(b->sum, b->sum, b->hits);
	return b->squares > mean_part ? div_u64(b->squares - mean_part, b->hits - 1) : 0;
}

static void benchmark_count(struct benchmark *b, u64 time)
{
	b->min = min(b->min, time);
	b->max = max(b->max, time);
	if (b->hits == BENCHMARK_HITS_MAX || time > U32_MAX)
		return;
	b->sum += time;
	b->squares += time * time;
	b->hits++;
}

static void benchmark_describe(struct benchmark *b)
{
	u64 variance = benchmark_variance(b);

	scnprintf(b->text, sizeof(b->text),
		  "last=%llu first=%llu max=%llu min=%llu avg=%llu std=%u std^2=%llu",
		  b->last, b->first, b->max, b->min, b->hits ? div_u64(b->sum, b->hits) : 0,
		  int_sqrt64(variance), variance);
}

/* Fire the event once, if anyone records it, and measure how long that takes. */
static void benchmark_hit(struct benchmark *b)
{
	u64 start, end;

	if (!trace_benchmark_event_enabled() || !tracing_is_on())
		return;
	local_irq_disable();
	start = trace_clock_local();
	trace_benchmark_event(b->text, b->last);
	end = trace_clock_local();
	local_irq_enable();

	b->last = end - start;
	if (b->first) {
		benchmark_count(b, b->last);
		benchmark_describe(b);
		return;
	}
	b->first = max(b->last, 1ULL);
	scnprintf(b->text, sizeof(b->text), "first=%llu [COLD CACHED]", b->first);
}

static int benchmark_run(void *data)
{
	while (!kthread_should_stop()) {
		benchmark_hit(data);
		/* A task that never sleeps must not hold up RCU's grace periods for tasks. */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

/**
 * benchmark_event_reg - start the thread that fires the event
 *
 * Context: task, may sleep; called when the first probe is connected.
 * Return: 0; -EBUSY during boot, when no thread can be created; an errno of
 * kthread_run().
 */
int benchmark_event_reg(void)
{
	struct task_struct *thread;

	if (!benchmark_ready) {
		pr_warn("trace benchmark cannot be started via kernel command line\n");
		return -EBUSY;
	}
	memset(&benchmark, 0, sizeof(benchmark));
	benchmark.min = U64_MAX;
	strscpy(benchmark.text, "START");
	thread = kthread_run(benchmark_run, &benchmark, "event_benchmark");
	if (IS_ERR(thread)) {
		pr_warn("The thread of the trace benchmark cannot be created: %ld\n",
			PTR_ERR(thread));
		return PTR_ERR(thread);
	}
	benchmark_thread = thread;
	return 0;
}

/**
 * benchmark_event_unreg - stop the thread that fires the event
 *
 * Context: task, may sleep; called when the last probe was disconnected.
 */
void benchmark_event_unreg(void)
{
	if (!benchmark_thread)
		return;
	kthread_stop(benchmark_thread);
	benchmark_thread = NULL;
}

static int __init benchmark_init(void)
{
	benchmark_ready = true;
	return 0;
}
early_initcall(benchmark_init);
