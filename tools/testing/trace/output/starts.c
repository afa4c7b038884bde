// SPDX-License-Identifier: GPL-2.0
/*
 * The start of lines, on the host, with ASan and UBSan: each flag and each depth in
 * irq-info, each mark of a delay, every width of the context, names of tasks. The expected
 * characters of irq-info and of delays are those of Documentation/trace/ftrace.rst.
 */
#include "lines.h"

/* irq-info: the characters of ftrace.rst for one flag word and one pair of depths */
static void starts_expect_irq_info(unsigned int flags, unsigned int depths, char irqs,
				   char resched, char level)
{
	static const char digit[] = ".123456789abcdef";
	struct trace_entry ent = { .flags = flags, .preempt_count = depths };
	char want[6] = { irqs, resched, level, digit[depths & 15], digit[depths >> 4] };
	char got[6 + OUTPUT_SLACK] = "";

	*output_put_irq_info(got, &ent) = '\0';
	expect(got, want);
}

static void starts_irq_info(void)
{
	static const struct {
		unsigned int flags;
		char c;
	} irqs[] = {
		{ 0, '.' }, { TRACE_FLAG_IRQS_OFF, 'd' }, { TRACE_FLAG_BH_OFF, 'b' },
		{ TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF, 'D' },
	}, resched[] = {
		{ 0, '.' }, { TRACE_FLAG_NEED_RESCHED, 'n' },
		{ TRACE_FLAG_PREEMPT_RESCHED, 'p' },
		{ TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_PREEMPT_RESCHED, 'N' },
	}, level[] = {
		{ 0, '.' }, { TRACE_FLAG_SOFTIRQ, 's' }, { TRACE_FLAG_HARDIRQ, 'h' },
		{ TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ, 'H' },
		{ TRACE_FLAG_NMI, 'z' }, { TRACE_FLAG_NMI | TRACE_FLAG_SOFTIRQ, 'z' },
		{ TRACE_FLAG_NMI | TRACE_FLAG_HARDIRQ, 'Z' },
		{ TRACE_FLAG_NMI | TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ, 'Z' },
	};
	size_t i, j, k;
	int depths;

	for (i = 0; i < ARRAY_SIZE(irqs); i++) {
		for (j = 0; j < ARRAY_SIZE(resched); j++) {
			for (k = 0; k < ARRAY_SIZE(level); k++)
				starts_expect_irq_info(irqs[i].flags | resched[j].flags |
						      level[k].flags, 0x21, irqs[i].c,
						      resched[j].c, level[k].c);
		}
	}
	report("each flag of irq-info");
	for (depths = 0; depths < 256; depths++)
		starts_expect_irq_info(0, depths, '.', '.', '.');
	report("each preempt-depth and migrate-disable depth");
}

/* The irq-info of the previous line is kept: a change of one bit must be seen. */
static void starts_irq_info_changes(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN, .pid = 7 } };
	char want[80];
	int bit;

	iter->cpu = 0;
	iter->ts = 0;
	for (bit = 0; bit < 8; bit++) {
		static const char * const flags[] = {
			"d....", ".....", ".n...", "..h..", "..s..", ".p...", "..z..",
			"b....",
		};

		rec.ent.preempt_count = 0;
		rec.ent.flags = 1 << bit;
		sprintf(want, "           <...>-7       [000] %s     0.000000: 0\n",
			flags[bit]);
		line(&rec, sizeof(rec), DEFAULTS, NS, want);
		rec.ent.flags = 0;
		line(&rec, sizeof(rec), DEFAULTS, NS,
		     "           <...>-7       [000] .....     0.000000: 0\n");
		rec.ent.preempt_count = 1 << bit;
		sprintf(want, "           <...>-7       [000] ...%c%c     0.000000: 0\n",
			bit < 4 ? '0' + (1 << bit) : '.',
			bit < 4 ? '.' : '0' + (1 << (bit - 4)));
		line(&rec, sizeof(rec), DEFAULTS, NS, want);
	}
	report("irq-info changes from line to line");
}

static void starts_delays(void)
{
	static const struct {
		u64 ns;
		char mark;
	} marks[] = {
		{ 0, ' ' }, { 10000, ' ' }, { 10001, '+' }, { 100000, '+' },
		{ 100001, '!' }, { 1000000, '!' }, { 1000001, '#' }, { 10000000, '#' },
		{ 10000001, '*' }, { 100000000, '*' }, { 100000001, '@' },
		{ 1000000000, '@' }, { 1000000001, '$' }, { -1ULL, '$' },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(marks); i++)
		expect((char[]){ output_delay_mark(marks[i].ns), '\0' },
		       (char[]){ marks[i].mark, '\0' });
	report("each mark of a delay");
}

static void starts_context(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN, .pid = 7 } };
	static const struct {
		int pid, cpu;
		u64 ts;
		unsigned long flags;
		u64 options;
		const char *want;
	} rows[] = {
		{ 0, 0, 499, NS, 0, "          <idle>-0       [000] .....     0.000000: 0\n" },
		{ 0, 9, 500, NS, 0, "          <idle>-0       [009] .....     0.000001: 0\n" },
		{ 123456, 10, 999999499, NS, 0,
		  "           <...>-123456  [010] .....     0.999999: 0\n" },
		{ 1234567, 99, 999999500, NS, 0,
		  "           <...>-1234567 [099] .....     1.000000: 0\n" },
		{ 12345678, 100, 12345678901234, NS, 0,
		  "           <...>-12345678 [100] ..... 12345.678901: 0\n" },
		{ 1, 999, 123456000000999, NS, 0,
		  "           <...>-1       [999] ..... 123456.000001: 0\n" },
		{ 1, 1000, 123455999999500, NS, 0,
		  "           <...>-1       [1000] ..... 123456.000000: 0\n" },
		{ 1, 4095, 1234567, 0, 0,
		  "           <...>-1       [4095] .....      1234567: 0\n" },
		{ 1, 1, 1234567890123, 0, 0,
		  "           <...>-1       [001] ..... 1234567890123: 0\n" },
		{ 7, 1, 0, NS, INSTANCE_OPT(RECORD_TGID),
		  "           <...>-7       (      6) [001] .....     0.000000: 0\n" },
		{ 8, 1, 0, NS, INSTANCE_OPT(RECORD_TGID),
		  "           <...>-8       (-------) [001] .....     0.000000: 0\n" },
		{ 1, 1, 0, NS, INSTANCE_OPT(IRQ_INFO),
		  "           <...>-1       [001]      0.000000: 0\n" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		rec.ent.pid = rows[i].pid;
		iter->cpu = rows[i].cpu;
		iter->ts = rows[i].ts;
		line(&rec, sizeof(rec), DEFAULTS ^ rows[i].options, rows[i].flags,
		     rows[i].want);
	}
	report("each width of the context");
}

/* A pid may have been that of another task, or the task may have had another name. */
static void starts_names(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN, .pid = 8 } };
	struct output_reader *r = output_reader_of(iter);
	u64 tgid = DEFAULTS | INSTANCE_OPT(RECORD_TGID);

	instance_global.options = INSTANCE_OPT(RECORD_CMD);
	r->round++;
	iter->cpu = 1;
	iter->ts = 1;
	line(&rec, sizeof(rec), DEFAULTS, NS,
	     "            then-8       [001] .....     0.000000: 0\n");
	iter->ts = HOST_COMM_UNTIL;
	line(&rec, sizeof(rec), tgid, NS,
	     "            then-8       (      5) [001] .....     5.000000: 0\n");
	iter->ts++;
	line(&rec, sizeof(rec), DEFAULTS, NS,
	     "             now-8       [001] .....     5.000000: 0\n");
	r->last_boot = true;
	r->round++;
	line(&rec, sizeof(rec), DEFAULTS, NS,
	     "           <...>-8       [001] .....     5.000000: 0\n");
	r->last_boot = false;
	r->round++;
	instance_global.options = 0;
	r->round++;
	line(&rec, sizeof(rec), DEFAULTS, NS,
	     "           <...>-8       [001] .....     5.000000: 0\n");
	report("names of tasks at the time of the record");
}

/* The option ns-pid: the task has another pid for the reader, or none. */
static void starts_ns_pid(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN, .pid = 8 } };
	struct output_reader *r = output_reader_of(iter);
	u64 ns_pid = DEFAULTS | INSTANCE_OPT(NS_PID);

	instance_global.options = INSTANCE_OPT(RECORD_CMD);
	iter->cpu = 1;
	iter->idx = 0x2a;
	lines_delay = 0;
	iter->ts = HOST_COMM_UNTIL + 1;
	r->round++;
	line(&rec, sizeof(rec), ns_pid, NS,
	     "             now-2       [001] .....     5.000000: 0\n");
	line(&rec, sizeof(rec), ns_pid | INSTANCE_OPT(VERBOSE), NS | TRACE_FILE_LAT_FMT,
	     "             now       2   1 0 00000000 0000002a [004c4b40] 4999.995ms (+0.000ms): 0\n");
	line(&rec, sizeof(rec), ns_pid, NS | TRACE_FILE_LAT_FMT,
	     "     now-2         1..... 4999995us : 0\n");
	rec.ent.pid = 9;
	line(&rec, sizeof(rec), ns_pid, NS,
	     "           <...>-0       [001] .....     5.000000: 0\n");
	rec.ent.pid = 8;
	instance_global.options = 0;
	r->round++;
	line(&rec, sizeof(rec), ns_pid, NS,
	     "           <...>-2       [001] .....     5.000000: 0\n");
	r->last_boot = true;
	r->round++;
	line(&rec, sizeof(rec), ns_pid, NS,
	     "           <...>-8       [001] .....     5.000000: 0\n");
	r->last_boot = false;
	r->round++;
	report("pids in the namespace of the reader");
}

static void starts_latency(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN, .pid = 1234567,
					       .flags = 5, .preempt_count = 0x12 } };
	u64 verbose = DEFAULTS | INSTANCE_OPT(VERBOSE);
	unsigned long latency = TRACE_FILE_LAT_FMT;

	iter->cpu = 5;
	iter->idx = 0x2a;
	iter->ts = 5499;
	lines_delay = 10499;
	line(&rec, sizeof(rec), DEFAULTS, NS | latency,
	     "   <...>-1234567   5dn.21    0us+: 0\n");
	line(&rec, sizeof(rec), verbose, NS | latency,
	     "           <...> 1234567   5 5 00000012 0000002a [00000005] 0.000ms (+0.010ms): 0\n");
	iter->ts = 5500;
	lines_delay = 10500;
	line(&rec, sizeof(rec), DEFAULTS, NS | latency,
	     "   <...>-1234567   5dn.21    1us+: 0\n");
	line(&rec, sizeof(rec), verbose, NS | latency,
	     "           <...> 1234567   5 5 00000012 0000002a [00000006] 0.001ms (+0.011ms): 0\n");
	iter->ts = 5000 + 12345678000;
	lines_delay = 7001002003;
	rec.ent.pid = 0;
	line(&rec, sizeof(rec), DEFAULTS, NS | latency,
	     "  <idle>-0         5dn.21 12345678us$: 0\n");
	line(&rec, sizeof(rec), verbose, NS | latency,
	     "          <idle>       0   5 5 00000012 0000002a [00bc6153] 12345.678ms (+7001.002ms): 0\n");
	line(&rec, sizeof(rec), DEFAULTS, latency,
	     "  <idle>-0         5dn.21 12345678000: 0\n");
	line(&rec, sizeof(rec), verbose, latency,
	     "          <idle>       0   5 5 00000012 0000002a [00000002dfdc2c38] 12345678000 (+7001002003): 0\n");
	lines_delay = 0;
	report("latency format and verbose");
}

static void starts_all(void)
{
	starts_irq_info();
	starts_irq_info_changes();
	starts_delays();
	starts_context();
	starts_names();
	starts_ns_pid();
	starts_latency();
}

int main(void)
{
	return lines_main(starts_all);
}
