// SPDX-License-Identifier: GPL-2.0
/*
 * The test of the ring buffer at the end of the boot, for RING_BUFFER_STARTUP_TEST: a thread
 * on each CPU writes records of random length for a second, interrupts write others between
 * them, and at the end every record that was written is read or was counted as lost, with
 * its contents and in its order.
 */
#define pr_fmt(fmt)	"ring buffer: " fmt

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/percpu.h>
#include <linux/prandom.h>

#include "internal.h"

#define RING_STARTUP_BYTES	(256 * 1024)
#define RING_STARTUP_MS		1000
#define RING_STARTUP_FILL	200		/* the longest record, in bytes */

/* Who writes a record: its sequence numbers are its own. */
enum ring_startup_writer {
	RING_STARTUP_TASK,
	RING_STARTUP_IRQ,
	RING_STARTUP_WRITERS,
};

/**
 * struct ring_startup_record - a record of the test
 * @writer: who has written it
 * @seq: its number
 * @fill: bytes that follow, each of which is the lower byte of @seq
 * @data: these bytes
 */
struct ring_startup_record {
	u32	writer;
	u32	seq;
	u32	fill;
	u8	data[];
};

/**
 * struct ring_startup_cpu - what a CPU does
 * @task: its thread
 * @random: state of its random numbers
 * @written: number of records by writer
 */
struct ring_startup_cpu {
	struct task_struct	*task;
	struct rnd_state	random;
	u32			written[RING_STARTUP_WRITERS];
};

static DEFINE_PER_CPU(struct ring_startup_cpu, ring_startup_cpus);
static struct trace_buffer *ring_startup_buffer;

/* Context: preemption disabled. */
static void ring_startup_write(struct ring_startup_cpu *sc, enum ring_startup_writer writer,
			       u32 fill)
{
	struct ring_startup_record *rec;
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(ring_startup_buffer, sizeof(*rec) + fill);
	if (!event)
		return;
	rec = ring_buffer_event_data(event);
	rec->writer = writer;
	rec->seq = sc->written[writer]++;
	rec->fill = fill;
	memset(rec->data, (u8)rec->seq, fill);
	ring_buffer_unlock_commit(ring_startup_buffer);
}

static void ring_startup_irq(void *unused)
{
	struct ring_startup_cpu *sc = this_cpu_ptr(&ring_startup_cpus);

	/* Not the state of the random numbers of the thread that is interrupted. */
	ring_startup_write(sc, RING_STARTUP_IRQ, sc->written[RING_STARTUP_IRQ] % RING_STARTUP_FILL);
}

static int ring_startup_thread(void *data)
{
	struct ring_startup_cpu *sc = data;
	unsigned int i;

	while (!kthread_should_stop()) {
		preempt_disable();
		for (i = 0; i < 50; i++)
			ring_startup_write(sc, RING_STARTUP_TASK,
					   prandom_u32_state(&sc->random) % RING_STARTUP_FILL);
		preempt_enable();
		cond_resched();
	}
	return 0;
}

static bool __init ring_startup_start(void)
{
	struct ring_startup_cpu *sc;
	int cpu;

	for_each_online_cpu(cpu) {
		sc = per_cpu_ptr(&ring_startup_cpus, cpu);
		prandom_seed_state(&sc->random, cpu + 1);
		sc->task = kthread_run_on_cpu(ring_startup_thread, sc, cpu, "ring_test/%u");
		if (IS_ERR(sc->task))
			return false;
	}
	return true;
}

static void __init ring_startup_stop(void)
{
	struct ring_startup_cpu *sc;
	int cpu;

	for_each_possible_cpu(cpu) {
		sc = per_cpu_ptr(&ring_startup_cpus, cpu);
		if (!IS_ERR_OR_NULL(sc->task))
			kthread_stop(sc->task);
	}
}

/* Whether a record is whole, and whether its writer has written it after the last one. */
static bool __init ring_startup_check(const struct ring_startup_record *rec, unsigned int len,
				      s64 *last)
{
	if (rec->writer >= RING_STARTUP_WRITERS || sizeof(*rec) + rec->fill > len ||
	    rec->seq <= last[rec->writer])
		return false;
	last[rec->writer] = rec->seq;
	return !memchr_inv(rec->data, (u8)rec->seq, rec->fill);
}

/* Read the records of a CPU. */
static bool __init ring_startup_read(int cpu)
{
	struct ring_startup_cpu *sc = per_cpu_ptr(&ring_startup_cpus, cpu);
	s64 last[RING_STARTUP_WRITERS] = { -1, -1 };
	struct ring_buffer_event *event;
	u64 ts, before = 0, count;

	count = ring_buffer_overrun_cpu(ring_startup_buffer, cpu);
	while ((event = ring_buffer_consume(ring_startup_buffer, cpu, &ts, NULL))) {
		if (ts < before || !ring_startup_check(ring_buffer_event_data(event),
						       ring_buffer_event_length(event), last))
			return false;
		before = ts;
		count++;
	}
	return count == (u64)sc->written[RING_STARTUP_TASK] + sc->written[RING_STARTUP_IRQ];
}

static bool __init ring_startup_run(void)
{
	bool passed = ring_startup_start();
	unsigned int ms;
	int cpu;

	for (ms = 0; passed && ms < RING_STARTUP_MS; ms++) {
		on_each_cpu(ring_startup_irq, NULL, 0);
		usleep_range(500, 1000);
	}
	ring_startup_stop();
	/* When the last one has returned, all earlier ones have. */
	on_each_cpu(ring_startup_irq, NULL, 1);
	for_each_online_cpu(cpu)
		passed &= ring_startup_read(cpu);
	return passed;
}

static int __init ring_startup_init(void)
{
	bool passed;

	ring_startup_buffer = ring_buffer_alloc(RING_STARTUP_BYTES, RB_FL_OVERWRITE);
	if (WARN_ON(!ring_startup_buffer))
		return -ENOMEM;
	cpus_read_lock();
	passed = ring_startup_run();
	cpus_read_unlock();
	ring_buffer_free(ring_startup_buffer);
	pr_info("startup test: %s\n", passed ? "PASSED" : "FAILED");
	WARN_ON(!passed);
	return 0;
}
late_initcall(ring_startup_init);
