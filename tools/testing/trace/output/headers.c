// SPDX-License-Identifier: GPL-2.0
/*
 * Headers of the file "trace", kernel/trace/output/header.c, on the host. The expected
 * texts are those of Documentation/trace/ftrace.rst of the base tree.
 */
#include "internal.h"

static struct trace_buffer ring;
static struct ring_buffer_event events[3] = { { .ts = 10 }, { .ts = 20 }, { .ts = 30 } };
static int tests, failed;

static void headers_print_own(struct seq_file *m, struct trace_iterator *iter)
{
	seq_puts(m, "# own header\n");
}

static const struct tracer plain = { .entry.name = "plain" };
static const struct tracer latency = { .entry.name = "worst", .keeps_max = true };
static const struct tracer own = { .entry.name = "own", .print_header = headers_print_own };

#define IRQ_INFO	INSTANCE_OPT(IRQ_INFO)
#define CONTEXT_INFO	INSTANCE_OPT(CONTEXT_INFO)
#define VERBOSE		INSTANCE_OPT(VERBOSE)
#define TGID		INSTANCE_OPT(RECORD_TGID)
#define LATENCY		INSTANCE_OPT(LATENCY_FORMAT)

static struct trace_array tr;

static void headers_expect(const char *what, const char *want)
{
	struct trace_iterator *iter = output_open(&tr, RING_BUFFER_ALL_CPUS, false);
	char text[4096] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	bool good;

	output_lock_records(iter);
	output_header(&m, iter);
	output_unlock_records(iter);
	output_close(iter);
	good = !strcmp(text, want);
	failed += !good;
	printf("%sok %d header: %s\n", good ? "" : "not ", ++tests, what);
	if (!good)
		printf("# got\n%s# want\n%s", text, want);
}

static void headers_world(const struct tracer *tracer, u64 options)
{
	ring = (struct trace_buffer){ .now = 1000 };
	ring.events[0] = events;
	ring.events[1] = events;
	ring.events[2] = events;
	nr_cpu_ids = 3;
	tr = (struct trace_array){ .tracer = tracer, .ring = &ring, .options = options };
}

#define STAIRS								\
	"#                                _-----=> irqs-off/BH-disabled\n" \
	"#                               / _----=> need-resched\n"	\
	"#                              | / _---=> hardirq/softirq\n"	\
	"#                              || / _--=> preempt-depth\n"	\
	"#                              ||| / _-=> migrate-disable\n"	\
	"#                              |||| /     delay\n"
#define COLUMNS								\
	"#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"	\
	"#              | |         |   |||||     |         |\n"

static void headers_default(void)
{
	headers_world(&plain, CONTEXT_INFO | IRQ_INFO);
	headers_expect("without records",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 0/0   #P:3\n#\n"
		       STAIRS COLUMNS);
	ring.counts[0] = 3;
	ring.counts[2] = 2;
	ring.overruns[0] = 100;
	ring.overruns[1] = 1000;
	headers_expect("overwritten records were written",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 5/1105   #P:3\n#\n"
		       STAIRS COLUMNS);
	/* Records before the start are not counted; no older one is then. */
	tr.time_start = 15;
	headers_expect("records before the start of the buffer",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 3/1003   #P:3\n#\n"
		       STAIRS COLUMNS);
	headers_world(&plain, CONTEXT_INFO);
	headers_expect("without irq-info",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 0/0   #P:3\n#\n"
		       "#           TASK-PID     CPU#     TIMESTAMP  FUNCTION\n"
		       "#              | |         |         |         |\n");
	headers_world(&plain, CONTEXT_INFO | IRQ_INFO | TGID);
	headers_expect("record-tgid",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 0/0   #P:3\n#\n"
		       "#                                          _-----=> irqs-off/BH-disabled\n"
		       "#                                         / _----=> need-resched\n"
		       "#                                        | / _---=> hardirq/softirq\n"
		       "#                                        || / _--=> preempt-depth\n"
		       "#                                        ||| / _-=> migrate-disable\n"
		       "#                                        |||| /     delay\n"
		       "#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION\n"
		       "#              | |           |       |   |||||     |         |\n");
	headers_world(&plain, CONTEXT_INFO | TGID);
	headers_expect("record-tgid without irq-info",
		       "# tracer: plain\n#\n"
		       "# entries-in-buffer/entries-written: 0/0   #P:3\n#\n"
		       "#           TASK-PID       TGID    CPU#     TIMESTAMP  FUNCTION\n"
		       "#              | |           |       |         |         |\n");
	headers_world(&plain, CONTEXT_INFO | VERBOSE);
	headers_expect("verbose", "# tracer: plain\n#\n");
	headers_world(&plain, IRQ_INFO);
	headers_expect("nocontext-info", "# tracer: plain\n#\n");
	headers_world(&own, CONTEXT_INFO);
	headers_expect("of a tracer", "# tracer: own\n#\n# own header\n");
	merge_ftrace_dead = true;
	headers_world(&own, 0);
	headers_expect("ftrace is dead",
		       "# tracer: own\n#\n"
		       "# WARNING: FUNCTION TRACING IS CORRUPTED\n"
		       "#          MAY BE MISSING FUNCTION EVENTS\n"
		       "# own header\n");
	merge_ftrace_dead = false;
}

#define RULER								\
	"# --------------------------------------------------------------------\n"
#define LATENCY_STAIRS							\
	"#                    _------=> CPU#            \n"		\
	"#                   / _-----=> irqs-off/BH-disabled\n"		\
	"#                  | / _----=> need-resched    \n"		\
	"#                  || / _---=> hardirq/softirq \n"		\
	LATENCY_END
#define LATENCY_END							\
	"#                  ||| / _--=> preempt-depth   \n"		\
	"#                  |||| / _-=> migrate-disable \n"		\
	"#                  ||||| /     delay           \n"		\
	"#  cmd     pid     |||||| time  |   caller     \n"		\
	"#     \\   /        ||||||  \\    |    /       \n"
#define WORST								\
	"# tracer: worst\n#\n" \
	"# worst latency trace v1.1.5 on 6.12.0-host\n" RULER \
	"# latency: 16 us, #2/9, CPU#3 | (M:preempt_rt VP:0, KP:0, SP:0 HP:0 #P:3)\n" \
	"#    -----------------\n" \
	"#    | task: fifteen letters-1234 (uid:7 nice:-5 policy:2 rt_prio:99)\n" \
	"#    -----------------\n"

static void headers_latency(void)
{
	static const char * const models[] = {
		"server", "desktop", "preempt", "preempt_rt", "unknown",
	};
	struct instance_spare spare = { .ring = &ring };
	char want[2000];
	size_t i;

	headers_world(&plain, CONTEXT_INFO | LATENCY);
	headers_expect("latency-format without records", "# tracer: plain\n#\n");
	ring.counts[1] = 2;
	ring.overruns[1] = 7;
	for (i = 0; i < ARRAY_SIZE(models); i++) {
		merge_preemption = i;
		sprintf(want, "# tracer: plain\n#\n"
			"# plain latency trace v1.1.5 on 6.12.0-host\n" RULER
			"# latency: 0 us, #2/9, CPU#0 | (M:%s VP:0, KP:0, SP:0 HP:0 #P:3)\n"
			"#    -----------------\n"
			"#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
			"#    -----------------\n"
			"#\n" LATENCY_STAIRS, models[i]);
		headers_expect("latency-format", want);
	}
	tr.tracer = &latency;
	tr.spare = &spare;
	merge_preemption = MERGE_PREEMPT_RT;
	headers_expect("maximum, without a section",
		       WORST "#\n" LATENCY_STAIRS);
	tr.time_start = 1;
	tr.options |= VERBOSE;
	headers_expect("maximum, verbose",
		       WORST
		       "#  => started at: 0x1000s\n"
		       "#  => ended at:   0x1010s\n"
		       "#\n#\n");
}

int main(void)
{
	host_init();
	headers_default();
	headers_latency();
	return failed ? 1 : 0;
}
