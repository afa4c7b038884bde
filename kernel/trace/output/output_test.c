// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of view/: golden records in, golden text out; numbers against
 * printf; the order in which CPUs are merged.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/kthread.h>
#include <linux/random.h>
#include <linux/rwsem.h>
#include <linux/smp.h>

#include "internal.h"

/* Numbers */

static void output_test_numbers(struct kunit *test)
{
	static const u64 edges[] = {
		0, 1, 9, 10, 99, 100, 999999, 1000000, S64_MAX, U64_MAX
	};
	int i;

	for (i = 0; i < 300; i++) {
		u64 value = i < ARRAY_SIZE(edges) ? edges[i] :
			    get_random_u64() >> (i % 64);
		int width = i % 23;
		char ours[64], theirs[64];

		*output_put_u64(ours, value, width, ' ') = '\0';
		snprintf(theirs, sizeof(theirs), "%*llu", width, value);
		KUNIT_ASSERT_STREQ(test, ours, theirs);

		*output_put_u64(ours, value, width, '0') = '\0';
		snprintf(theirs, sizeof(theirs), "%0*llu", width, value);
		KUNIT_ASSERT_STREQ(test, ours, theirs);

		*output_put_hex(ours, value, width, '0') = '\0';
		snprintf(theirs, sizeof(theirs), "%0*llx", width, value);
		KUNIT_ASSERT_STREQ(test, ours, theirs);

		*output_put_time(ours, value, 5) = '\0';
		snprintf(theirs, sizeof(theirs), "%5llu.%06llu",
			 (value + 500) / 1000 / USEC_PER_SEC,
			 (value + 500) / 1000 % USEC_PER_SEC);
		KUNIT_ASSERT_STREQ(test, ours, theirs);

		*output_put_s64(ours, value, width) = '\0';
		snprintf(theirs, sizeof(theirs), "%*lld", width, value);
		KUNIT_ASSERT_STREQ(test, ours, theirs);

		*output_put_left(ours, (int)value, width) = '\0';
		snprintf(theirs, sizeof(theirs), "%-*d", width, (int)value);
		KUNIT_ASSERT_STREQ(test, ours, theirs);
	}
}

static void output_test_words(struct kunit *test)
{
	static const char * const words[] = {
		"", "a", "cat", "fifteen letters", "sixteen letters."
	};
	char ours[64], theirs[64];
	int i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		*output_put_right(ours, words[i], TASK_COMM_LEN, 16) = '\0';
		snprintf(theirs, sizeof(theirs), "%16.16s", words[i]);
		KUNIT_EXPECT_STREQ(test, ours, theirs);
		*output_put_right(ours, words[i], 8, 8) = '\0';
		snprintf(theirs, sizeof(theirs), "%8.8s", words[i]);
		KUNIT_EXPECT_STREQ(test, ours, theirs);
	}
}

/* Golden records */

#define TEST_DEFAULTS							\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(CONTEXT_INFO) |	\
	 INSTANCE_OPT(IRQ_INFO) | INSTANCE_OPT(ANNOTATE) |		\
	 INSTANCE_OPT(PRINTK) | INSTANCE_OPT(HASH_PTR))

#define TEST_NS		TRACE_FILE_TIME_IN_NS
#define TEST_LATENCY	(TRACE_FILE_TIME_IN_NS | TRACE_FILE_LAT_FMT)

struct golden_print {
	struct event_print rec;
	char text[32];
};

/**
 * struct golden - a record, how to print it, and the text
 * @set: options besides the usual ones
 * @clear: the usual ones that are off
 * @iter_flags: enum trace_iter_flags
 * @flags: of the record
 * @preempt_count: of the record
 * @ts: its time
 * @cpu: where it was written
 * @lost: records before it
 * @text: what is to be printed
 */
struct golden {
	u64		set;
	u64		clear;
	unsigned long	iter_flags;
	u8		flags;
	u8		preempt_count;
	u64		ts;
	int		cpu;
	unsigned long	lost;
	const char	*text;
};

static const struct golden golden_lines[] = {
	{
		.iter_flags = TEST_NS, .ts = 2111959992,
		.text = "          <idle>-0       [000] .....     2.111960: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 123456999999999, .cpu = 137,
		.flags = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_HARDIRQ |
			 TRACE_FLAG_NEED_RESCHED,
		.preempt_count = 0x21,
		.text = "          <idle>-0       [137] dnh12 123457.000000: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 999,
		.flags = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF |
			 TRACE_FLAG_PREEMPT_RESCHED | TRACE_FLAG_SOFTIRQ |
			 TRACE_FLAG_HARDIRQ,
		.preempt_count = 0xf0,
		.text = "          <idle>-0       [000] DpH.f     0.000001: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 0,
		.flags = TRACE_FLAG_BH_OFF | TRACE_FLAG_NEED_RESCHED |
			 TRACE_FLAG_PREEMPT_RESCHED | TRACE_FLAG_NMI,
		.preempt_count = 0x0a,
		.text = "          <idle>-0       [000] bNza.     0.000000: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 1000000000, .lost = 123, .cpu = 1,
		.text = "CPU:1 [LOST 123 EVENTS]\n"
			"          <idle>-0       [001] .....     1.000000: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 1000000000, .lost = ~0UL,
		.text = "CPU:0 [LOST EVENTS]\n"
			"          <idle>-0       [000] .....     1.000000: 0: hello\n",
	}, {
		.ts = 27,
		.text = "          <idle>-0       [000] .....           27: 0: hello\n",
	}, {
		.ts = 12345678901234,
		.text = "          <idle>-0       [000] ..... 12345678901234: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 2000000000,
		.clear = INSTANCE_OPT(IRQ_INFO),
		.text = "          <idle>-0       [000]      2.000000: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 2000000000,
		.set = INSTANCE_OPT(RECORD_TGID),
		.text = "          <idle>-0       (-------) [000] .....     2.000000: 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .clear = INSTANCE_OPT(CONTEXT_INFO),
		.text = "0: hello\n",
	}, {
		.iter_flags = TEST_LATENCY, .ts = 36338600, .cpu = 2,
		.flags = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_HARDIRQ,
		.preempt_count = 1,
		.text = "  <idle>-0         2d.h1. 36339us : 0: hello\n",
	}, {
		.iter_flags = TRACE_FILE_LAT_FMT, .ts = 4,
		.text = "  <idle>-0         0.....    4: 0: hello\n",
	}, {
		.iter_flags = TEST_LATENCY, .ts = 2000000001,
		.set = INSTANCE_OPT(VERBOSE), .flags = TRACE_FLAG_HARDIRQ,
		.text =
"          <idle>       0   0 8 00000000 00000007 [001e8480] 2000.000ms (+0.000ms): 0: hello\n",
	}, {
		.iter_flags = TRACE_FILE_LAT_FMT, .ts = 28,
		.set = INSTANCE_OPT(VERBOSE),
		.text =
"          <idle>       0   0 0 00000000 00000007 [000000000000001c] 28 (+0): 0: hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 2112545153,
		.set = INSTANCE_OPT(RAW),
		.text = "0 0 2112545153 # 0 hello\n",
	}, {
		.iter_flags = TEST_NS, .ts = 0x7deae181,
		.set = INSTANCE_OPT(HEX),
		.text = "00000000 00000000 000000007deae181 type: 5\n\n",
	}, {
		.iter_flags = TEST_NS, .set = INSTANCE_OPT(FIELDS),
		.text = "          <idle>-0       [000] .....     0.000000: UNKNOWN TYPE 5\n",
	}, {
		.iter_flags = TEST_NS, .set = INSTANCE_OPT(PRINTK_MSGONLY),
		.text = "hello\n",
	},
};

static struct view *golden_view(struct kunit *test, struct trace_array *tr)
{
	struct view *v = kunit_kzalloc(test, sizeof(*v), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, v);
	v->consume = true;
	v->iter.tmp_seq = kunit_kzalloc(test, sizeof(struct trace_seq),
					GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, v->iter.tmp_seq);
	trace_seq_init(v->iter.tmp_seq);
	trace_seq_init(&v->iter.seq);
	v->atomic = true;
	v->iter.tr = tr;
	v->iter.trace = tr->tracer;
	v->iter.view = v;
	v->iter.idx = 7;
	return v;
}

static void output_test_lines(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	struct golden_print print = {};
	struct view *v;
	int i;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	v = golden_view(test, tr);
	strscpy(print.text, "hello\n");
	print.rec.ent.type = TRACE_PRINT;

	for (i = 0; i < ARRAY_SIZE(golden_lines); i++) {
		const struct golden *g = &golden_lines[i];

		tr->options = (TEST_DEFAULTS | g->set) & ~g->clear;
		print.rec.ent.flags = g->flags;
		print.rec.ent.preempt_count = g->preempt_count;
		v->iter.iter_flags = g->iter_flags;
		v->iter.ts = g->ts;
		v->iter.cpu = g->cpu;
		v->iter.lost_events = g->lost;
		v->iter.ent = &print.rec.ent;
		v->iter.ent_size = sizeof(print);
		trace_seq_init(&v->iter.seq);
		KUNIT_EXPECT_EQ(test, output_line(&v->iter), TRACE_TYPE_HANDLED);
		trace_seq_putc(&v->iter.seq, '\0');
		KUNIT_EXPECT_STREQ(test, v->iter.seq.buffer, g->text);
	}
}

/* A line that does not fit leaves no piece of what cannot be whole. */
static void output_test_full(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	struct golden_print print = {};
	struct view *v;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	v = golden_view(test, tr);
	print.rec.ent.type = TRACE_PRINT;
	v->iter.ent = &print.rec.ent;
	v->iter.ent_size = sizeof(print);

	trace_seq_init(&v->iter.seq);
	v->iter.seq.seq.len = TRACE_SEQ_BUFFER_SIZE - 20;
	KUNIT_EXPECT_EQ(test, output_line(&v->iter), TRACE_TYPE_PARTIAL_LINE);
	KUNIT_EXPECT_EQ(test, v->iter.seq.seq.len, TRACE_SEQ_BUFFER_SIZE - 20);
}

/* What a module's own print function may call. */
static void output_test_output_call(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	char name[] = "name", fmt[] = "%d and %s\n";
	struct view *v;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	v = golden_view(test, tr);
	KUNIT_EXPECT_EQ(test, trace_output_call(&v->iter, name, fmt, 7, "more"),
			TRACE_TYPE_HANDLED);
	trace_seq_putc(&v->iter.seq, '\0');
	KUNIT_EXPECT_STREQ(test, v->iter.seq.buffer, "name: 7 and more\n");
}

/* Helpers of print formats */

static void output_test_helpers(struct kunit *test)
{
	static const struct trace_print_flags flags[] = {
		{ 1, "ONE" }, { 2, "TWO" }, { 12, "TWELVE" }, { -1UL, NULL }
	};
	struct trace_seq *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	static const u16 words[] = { 1, 0xffff };
	static const u8 bytes[] = { 1, 0xab, 0 };

	KUNIT_ASSERT_NOT_NULL(test, p);
	trace_seq_init(p);
	KUNIT_EXPECT_STREQ(test, "", trace_print_flags_seq(p, "|", 0, flags));
	KUNIT_EXPECT_STREQ(test, "ONE|TWELVE|0x10",
			   trace_print_flags_seq(p, "|", 0x1d, flags));
	KUNIT_EXPECT_STREQ(test, "TWO0x8",
			   trace_print_flags_seq(p, NULL, 0xa, flags));
	KUNIT_EXPECT_STREQ(test, "TWO", trace_print_symbols_seq(p, 2, flags));
	KUNIT_EXPECT_STREQ(test, "0x3", trace_print_symbols_seq(p, 3, flags));
	KUNIT_EXPECT_STREQ(test, "01 ab 00",
			   trace_print_hex_seq(p, bytes, 3, false));
	KUNIT_EXPECT_STREQ(test, "01ab00",
			   trace_print_hex_seq(p, bytes, 3, true));
	KUNIT_EXPECT_STREQ(test, "{0x1,0xffff}",
			   trace_print_array_seq(p, words, 2, 2));
	KUNIT_EXPECT_STREQ(test, "{}", trace_print_array_seq(p, words, 0, 4));
}

/* Text of events */

static __printf(3, 4)
void same_as_printf(struct kunit *test, struct trace_iterator *iter,
		    const char *fmt, ...)
{
	char theirs[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(theirs, sizeof(theirs), fmt, args);
	va_end(args);

	trace_seq_init(&iter->seq);
	va_start(args, fmt);
	if (!output_vprintf(iter, fmt, args))
		trace_seq_vprintf(&iter->seq, fmt, args);
	va_end(args);
	trace_seq_putc(&iter->seq, '\0');
	KUNIT_EXPECT_STREQ(test, iter->seq.buffer, theirs);
}

static void output_test_format(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	const char *nothing = NULL;
	struct trace_iterator *iter;
	int i;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	iter = &golden_view(test, tr)->iter;

	OPTIMIZER_HIDE_VAR(nothing);
#define SAME(fmt, ...)	same_as_printf(test, iter, fmt, __VA_ARGS__)
	for (i = -3; i < 100; i += 17) {
		SAME("%d %5d %05d %-5d| %i", i, i, i, i, i);
		SAME("%u %08u %x %08x %#x %#10x %X", i, i, i, i, i, i, i);
		SAME("%ld %lu %lx %lld %llu %llx", (long)i, (long)i, (long)i,
		     (s64)i, (s64)i, (s64)i);
		SAME("%zu %016llx %hhd", (size_t)i, (s64)i, i);
	}
	SAME("%s|%10s|%-10s|%.3s", "word", "word", "word", "word");
	SAME("%s %s", nothing, (char *)16);
	SAME("%c%c%% %5c", 'a', 'b', 'c');
	SAME("a=%pS b=%ps c=%p,", output_vprintf, output_vprintf, output_vprintf);
	SAME("%pS", output_vprintf);
	SAME("%pS+%ps", (void *)output_vprintf + 1, (void *)1);
	SAME("%*d %*phN", 7, 3, 2, "xy");
	SAME("%pI4 %s", "\001\002\003\004", "behind");
#undef SAME
}

/* Merging */

#define MERGE_RECORDS	50

struct merge {
	struct trace_array *tr;
	int cpu;
};

static void merge_write(void *data)
{
	struct merge *m = data;
	struct ring_buffer_event *event;

	event = event_reserve(m->tr->ring, TRACE_FN,
			      sizeof(struct event_function), event_context());
	if (event)
		event_commit(m->tr->ring, event);
}

static void merge_fill(struct trace_array *tr)
{
	int i, cpu;

	for (i = 0; i < MERGE_RECORDS; i++) {
		for_each_online_cpu(cpu) {
			struct merge m = { .tr = tr, .cpu = cpu };

			/* Some CPUs write less often than others. */
			if (i % (cpu + 1) == 0)
				smp_call_function_single(cpu, merge_write, &m,
							 1);
		}
	}
}

static unsigned long merge_walk(struct kunit *test, struct view *v)
{
	unsigned long count = 0;
	u64 last = 0;

	output_begin(&v->iter);
	output_rewind(v);
	while (output_take(v)) {
		KUNIT_EXPECT_GE(test, v->iter.ts, last);
		KUNIT_EXPECT_EQ(test, v->iter.ent->type, TRACE_FN);
		last = v->iter.ts;
		count++;
		output_leave(v);
	}
	output_end(&v->iter);
	return count;
}

/* Each record's successor is told, and some are taken along. */
static unsigned long merge_peek(struct kunit *test, struct view *v)
{
	unsigned long count = 0, joined = 0;
	struct trace_entry *next;
	u64 ts = 0, next_ts = 0;
	bool any = false;
	int size;

	output_begin(&v->iter);
	output_rewind(v);
	while (output_take(v)) {
		if (any)
			KUNIT_EXPECT_EQ(test, v->iter.ts, ts);
		next = output_peek(&v->iter, &size, &next_ts);
		KUNIT_EXPECT_EQ(test, v->iter.ent->type, TRACE_FN);
		any = output_next_ts(v, &ts);
		if (next) {
			KUNIT_EXPECT_TRUE(test, any);
			KUNIT_EXPECT_GE(test, next_ts, ts);
			KUNIT_EXPECT_EQ(test, next->type, TRACE_FN);
			KUNIT_EXPECT_EQ(test, size,
					sizeof(struct event_function));
		}
		if (next && count % 3 == 0) {
			output_join(&v->iter);
			joined++;
			any = false;
		}
		count++;
		output_leave(v);
	}
	output_end(&v->iter);
	KUNIT_EXPECT_GT(test, joined, 0);
	return count + joined;
}

static void merge_read(struct kunit *test, struct trace_iterator *iter)
{
	unsigned long records = ring_buffer_entries(iter->tr->ring);
	struct view *v = output_of(iter);

	KUNIT_EXPECT_EQ(test, merge_walk(test, v), records);
	KUNIT_EXPECT_EQ(test, merge_walk(test, v), records);
	KUNIT_EXPECT_EQ(test, merge_peek(test, v), records);
}

/* The text is the same every time. */
static void merge_text(struct kunit *test, struct trace_iterator *iter)
{
	u32 before = 0;
	int round;

	for (round = 0; round < 2; round++) {
		u32 hash = 0;
		int i, len;

		output_again(iter);
		while ((len = output_fill(iter, SIZE_MAX))) {
			for (i = 0; i < len; i++)
				hash = hash * 31 + iter->seq.buffer[i];
		}
		if (round)
			KUNIT_EXPECT_EQ(test, hash, before);
		before = hash;
	}
}

static void merge_consume(struct kunit *test, struct trace_iterator *iter)
{
	unsigned long lines = 0, records = ring_buffer_entries(iter->tr->ring);
	int i, len;

	while ((len = output_fill(iter, 1000))) {
		for (i = 0; i < len; i++)
			lines += iter->seq.buffer[i] == '\n';
	}
	KUNIT_EXPECT_EQ(test, lines, records);
	KUNIT_EXPECT_TRUE(test, output_empty(iter));
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(iter->tr->ring), 0);
}

static void output_test_merge(struct kunit *test)
{
	struct trace_array *tr = instance_add("output_test", NULL);
	struct trace_iterator *iter;

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	merge_fill(tr);

	iter = output_open(tr, RING_BUFFER_ALL_CPUS, false);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	merge_read(test, iter);
	merge_text(test, iter);
	output_close(iter);

	iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	merge_consume(test, iter);
	output_close(iter);

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("output_test"), 0);
}

/* Emptying the ring, or giving it other memory, waits for who takes records. */

struct taking_change {
	struct trace_array	*tr;
	int			order;	/* -1: empty it */
	int			ret;
	struct completion	done;
};

static int taking_thread(void *data)
{
	struct taking_change *change = data;

	if (change->order < 0)
		instance_reset(change->tr, RING_BUFFER_ALL_CPUS);
	else
		change->ret = instance_order_set(change->tr, change->order);
	complete(&change->done);
	return 0;
}

static void taking_check(struct kunit *test, struct trace_iterator *iter,
			 int order)
{
	struct taking_change change = { .tr = iter->tr, .order = order };
	struct view *v = output_of(iter);
	struct task_struct *task;
	bool waits;

	init_completion(&change.done);
	output_begin(iter);
	output_restart(v);
	KUNIT_EXPECT_TRUE(test, output_take(v));
	task = kthread_run(taking_thread, &change, "output_test");
	if (IS_ERR(task)) {
		output_drop(v);
		output_end(iter);
		KUNIT_FAIL(test, "no thread");
		return;
	}
	while (!rwsem_is_contended(&iter->tr->taking) &&
	       !completion_done(&change.done))
		schedule_timeout_uninterruptible(1);
	/* If it did not wait then the record's memory may be gone by now. */
	waits = !completion_done(&change.done);
	KUNIT_EXPECT_TRUE(test, waits);
	if (waits)
		KUNIT_EXPECT_EQ(test, iter->ent->type, TRACE_FN);
	output_drop(v);
	output_end(iter);
	wait_for_completion(&change.done);
	KUNIT_EXPECT_EQ(test, change.ret, 0);
	KUNIT_EXPECT_TRUE(test, output_empty(iter));
}

static void output_test_taking(struct kunit *test)
{
	struct trace_array *tr = instance_add("output_test", NULL);
	struct trace_iterator *iter;

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	merge_fill(tr);
	taking_check(test, iter, -1);
	merge_fill(tr);
	taking_check(test, iter, 1);
	KUNIT_EXPECT_EQ(test, ring_buffer_subbuf_order_get(tr->ring), 1);
	output_close(iter);
	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("output_test"), 0);
}

static struct kunit_case output_test_cases[] = {
	KUNIT_CASE(output_test_numbers),
	KUNIT_CASE(output_test_words),
	KUNIT_CASE(output_test_lines),
	KUNIT_CASE(output_test_full),
	KUNIT_CASE(output_test_output_call),
	KUNIT_CASE(output_test_helpers),
	KUNIT_CASE(output_test_format),
	KUNIT_CASE(output_test_merge),
	KUNIT_CASE(output_test_taking),
	{}
};

static struct kunit_suite output_test_suite = {
	.name = "trace_view",
	.test_cases = output_test_cases,
};

kunit_test_suite(output_test_suite);
