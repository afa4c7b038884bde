// SPDX-License-Identifier: GPL-2.0
/*
 * The test of tracers and events at the end of the boot, for FTRACE_STARTUP_TEST and
 * EVENT_TRACE_STARTUP_TEST.
 *
 * Each tracer is started in an instance made for the test, or in the global one if the
 * tracer works only there. Then a load runs: it sleeps, disables interrupts and preemption
 * for some time, and wakes up a realtime thread. Events are enabled one by one, by system
 * and all together, with and without the function tracer. At the end of each test all
 * records are read, and the type of each must be that of an event.
 */
#define pr_fmt(fmt)	"tracing: " fmt

#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/irqflags.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "internal.h"

#define STARTUP_TEST_INSTANCE	"startup_test"

/* For how long the load disables interrupts, and preemption. */
#define STARTUP_TEST_US		200

/* The tracers that record the load; the others are only started and stopped. */
static const char * const startup_test_records[] __initconst = {
	"function", "function_graph", "sched_switch", "irqsoff", "preemptoff",
	"preemptirqsoff", "wakeup", "wakeup_rt",
};

static int __init startup_test_thread(void *data)
{
	complete(data);
	return 0;
}

static void __init startup_test_wake(void)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *task;

	task = kthread_create(startup_test_thread, &done, "startup_test");
	if (WARN_ON(IS_ERR(task)))
		return;
	sched_set_fifo(task);
	wake_up_process(task);
	wait_for_completion(&done);
}

static void __init startup_test_load(void)
{
	unsigned long flags;

	local_irq_save(flags);
	udelay(STARTUP_TEST_US);
	local_irq_restore(flags);
	preempt_disable();
	udelay(STARTUP_TEST_US);
	preempt_enable();
	startup_test_wake();
	schedule_timeout_uninterruptible(1);
}

/*
 * Read all records: returns their number, or -1 if one has no event. Recording is off
 * meanwhile, as reading may record as much as it reads.
 */
static long __init startup_test_read(struct trace_array *tr)
{
	struct ring_buffer_event *event;
	struct trace_entry *entry;
	bool known = true;
	long count = 0;
	int cpu;

	instance_off(tr);
	event_read_lock();
	for_each_possible_cpu(cpu) {
		while ((event = ring_buffer_consume(tr->ring, cpu, NULL, NULL))) {
			entry = ring_buffer_event_data(event);
			known &= !!event_type_find(entry->type);
			count++;
		}
	}
	event_read_unlock();
	instance_reset(tr, RING_BUFFER_ALL_CPUS);
	instance_on(tr);
	return known ? count : -1;
}

static void __init startup_test_result(const char *what, const char *name, bool passed)
{
	pr_info("Testing %s %s: %s\n", what, name, passed ? "PASSED" : "FAILED");
	WARN_ON(!passed);
}

/* Tracers */

/* Latency tracers keep the longest latency in the spare ring buffer. */
static bool __init startup_test_tracer_has_recorded(struct trace_array *tr)
{
	long count = startup_test_read(tr);

	return count > 0 || (!count && READ_ONCE(tr->max.longest));
}

static void __init startup_test_tracer(struct trace_array *tr, const struct tracer *tracer)
{
	const char *name = tracer->entry.name;
	bool records = match_string(startup_test_records, ARRAY_SIZE(startup_test_records),
				    name) >= 0;
	bool passed, recorded;

	if (!instance_tracer_fits(tr, tracer))
		tr = &instance_global;
	/* The choice of the user is left alone, and so are records of the boot. */
	if (tr->tracer != &instance_nop || !ring_buffer_empty(tr->ring))
		return;
	instance_max_set(tr, 0);
	passed = !instance_tracer_set(tr, name);
	if (passed)
		startup_test_load();
	/* The next tracer drops all records. */
	recorded = startup_test_tracer_has_recorded(tr);
	passed &= !instance_tracer_set(tr, "nop");
	startup_test_result("tracer", name, passed && (recorded || !records));
}

static void __init startup_test_tracers(struct trace_array *tr)
{
	struct tracer *tracer;

	trace_registry_for_each(&instance_tracers, tracer, entry)
		startup_test_tracer(tr, tracer);
}

/* Events */

static bool __init startup_test_event_is_tested(struct trace_event_call *call)
{
	if (!event_can_enable(call))
		return false;
	return IS_ENABLED(CONFIG_EVENT_TRACE_TEST_SYSCALLS) ||
	       strcmp(event_system(call), "syscalls");
}

static bool __init startup_test_event_run(struct trace_event_file *file)
{
	bool passed;

	mutex_lock(&event_mutex);
	passed = !instance_file_set(file, true);
	mutex_unlock(&event_mutex);
	schedule_timeout_uninterruptible(1);
	mutex_lock(&event_mutex);
	passed &= !instance_file_set(file, false);
	mutex_unlock(&event_mutex);
	return passed && startup_test_read(file->tr) >= 0;
}

/* Find the @nr-th event file; the list may change while no lock is held. */
static struct trace_event_file *__init
startup_test_event_get(struct trace_array *tr, unsigned int nr)
{
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	list_for_each_entry(file, &tr->files, list) {
		if (nr--)
			continue;
		instance_file_get(file);
		return file;
	}
	return NULL;
}

static void __init startup_test_events_each(struct trace_array *tr)
{
	struct trace_event_file *file;
	unsigned int nr;

	for (nr = 0; (file = startup_test_event_get(tr, nr)); nr++) {
		if (startup_test_event_is_tested(file->event_call))
			startup_test_result("event", trace_event_name(file->event_call),
					    startup_test_event_run(file));
		instance_file_put(file);
	}
}

static void __init startup_test_events_system(struct trace_array *tr, const char *system)
{
	bool passed = !instance_events_set(tr, NULL, system, NULL, NULL, true);

	startup_test_load();
	passed &= !instance_events_set(tr, NULL, system, NULL, NULL, false);
	startup_test_result("event system", system ?: "(all)",
			    startup_test_read(tr) >= 0 && passed);
}

static void __init startup_test_events_systems(struct trace_array *tr)
{
	struct trace_event_file *file;
	const char *last = "";
	unsigned int nr;

	for (nr = 0; (file = startup_test_event_get(tr, nr)); nr++) {
		const char *system = event_system(file->event_call);

		/* The events of a system follow one another, but for few. */
		if (event_can_enable(file->event_call) && strcmp(system, last)) {
			startup_test_events_system(tr, system);
			last = system;
		}
		instance_file_put(file);
	}
}

static void __init startup_test_events(struct trace_array *tr)
{
	startup_test_events_each(tr);
	startup_test_events_systems(tr);
	startup_test_events_system(tr, NULL);
	if (!IS_ENABLED(CONFIG_FUNCTION_TRACER))
		return;
	startup_test_result("tracer", "function with all events",
			    !instance_tracer_set(tr, "function"));
	startup_test_events_system(tr, NULL);
	instance_tracer_set(tr, "nop");
}

static int __init startup_test_init(void)
{
	struct trace_array *tr = instance_add(STARTUP_TEST_INSTANCE, NULL);

	if (WARN_ON(IS_ERR(tr)))
		return PTR_ERR(tr);
	startup_test_tracers(tr);
	if (IS_ENABLED(CONFIG_EVENT_TRACE_STARTUP_TEST))
		startup_test_events(tr);
	instance_unpin(tr);
	startup_test_result("instance", STARTUP_TEST_INSTANCE,
			    !instance_remove(STARTUP_TEST_INSTANCE));
	return 0;
}

/* After the tracers that are registered by late_initcall(). */
late_initcall_sync(startup_test_init);
