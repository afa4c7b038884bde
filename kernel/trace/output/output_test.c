// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of output/: compare lines of text with expected ones, numbers with
 * those of printf, and check the order in which the records of CPUs are merged.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/kthread.h>
#include <linux/math64.h>
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
		char text[64], expected[64];
		u32 usecs;
		u64 secs;

		*output_put_u64(text, value, width, ' ') = '\0';
		snprintf(expected, sizeof(expected), "%*llu", width, value);
		KUNIT_ASSERT_STREQ(test, text, expected);

		*output_put_u64(text, value, width, '0') = '\0';
		snprintf(expected, sizeof(expected), "%0*llu", width, value);
		KUNIT_ASSERT_STREQ(test, text, expected);

		*output_put_hex(text, value, width, '0') = '\0';
		snprintf(expected, sizeof(expected), "%0*llx", width, value);
		KUNIT_ASSERT_STREQ(test, text, expected);

		*output_put_time(text, value, 5) = '\0';
		secs = div_u64_rem(div_u64(value + 500, 1000), USEC_PER_SEC, &usecs);
		snprintf(expected, sizeof(expected), "%5llu.%06u", secs, usecs);
		KUNIT_ASSERT_STREQ(test, text, expected);

		*output_put_s64(text, value, width) = '\0';
		snprintf(expected, sizeof(expected), "%*lld", width, value);
		KUNIT_ASSERT_STREQ(test, text, expected);

		*output_put_left(text, (int)value, width) = '\0';
		snprintf(expected, sizeof(expected), "%-*d", width, (int)value);
		KUNIT_ASSERT_STREQ(test, text, expected);
	}
}

static void output_test_words(struct kunit *test)
{
	static const char * const words[] = {
		"", "a", "cat", "fifteen letters", "sixteen letters."
	};
	char text[64], expected[64];
	int i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		*output_put_right(text, words[i], TASK_COMM_LEN, 16) = '\0';
		snprintf(expected, sizeof(expected), "%16.16s", words[i]);
		KUNIT_EXPECT_STREQ(test, text, expected);
		*output_put_right(text, words[i], 8, 8) = '\0';
		snprintf(expected, sizeof(expected), "%8.8s", words[i]);
		KUNIT_EXPECT_STREQ(test, text, expected);
	}
}

/* Lines of records */

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
 * struct golden - a record, options, and the expected text
 * @set: options that are set in addition to TEST_DEFAULTS
 * @clear: options of TEST_DEFAULTS that are cleared
 * @iter_flags: enum trace_iter_flags
 * @flags: trace_entry.flags of the record
 * @preempt_count: trace_entry.preempt_count of the record
 * @ts: timestamp of the record
 * @cpu: CPU of the record
 * @lost: number of records lost before it
 * @text: expected text
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

static struct output_reader *output_test_reader(struct kunit *test, struct trace_array *tr)
{
	struct output_reader *r = kunit_kzalloc(test, sizeof(*r), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, r);
	r->consume = true;
	r->iter.tmp_seq = kunit_kzalloc(test, sizeof(struct trace_seq),
					GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, r->iter.tmp_seq);
	trace_seq_init(r->iter.tmp_seq);
	trace_seq_init(&r->iter.seq);
	r->atomic = true;
	r->iter.tr = tr;
	r->iter.trace = tr->tracer;
	r->iter.reader = r;
	r->iter.idx = 7;
	return r;
}

static void output_test_lines(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	struct golden_print print = {};
	struct output_reader *r;
	int i;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	r = output_test_reader(test, tr);
	strscpy(print.text, "hello\n");
	print.rec.ent.type = TRACE_PRINT;

	for (i = 0; i < ARRAY_SIZE(golden_lines); i++) {
		const struct golden *g = &golden_lines[i];

		tr->options = (TEST_DEFAULTS | g->set) & ~g->clear;
		print.rec.ent.flags = g->flags;
		print.rec.ent.preempt_count = g->preempt_count;
		r->iter.iter_flags = g->iter_flags;
		r->iter.ts = g->ts;
		r->iter.cpu = g->cpu;
		r->iter.lost_events = g->lost;
		r->iter.ent = &print.rec.ent;
		r->iter.ent_size = sizeof(print);
		trace_seq_init(&r->iter.seq);
		KUNIT_EXPECT_EQ(test, output_line(&r->iter), TRACE_TYPE_HANDLED);
		trace_seq_putc(&r->iter.seq, '\0');
		KUNIT_EXPECT_STREQ(test, r->iter.seq.buffer, g->text);
	}
}

/* No part of a line remains in the sequence if the line does not fit. */
static void output_test_full(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	struct golden_print print = {};
	struct output_reader *r;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	r = output_test_reader(test, tr);
	print.rec.ent.type = TRACE_PRINT;
	r->iter.ent = &print.rec.ent;
	r->iter.ent_size = sizeof(print);

	trace_seq_init(&r->iter.seq);
	r->iter.seq.seq.len = TRACE_SEQ_BUFFER_SIZE - 20;
	KUNIT_EXPECT_EQ(test, output_line(&r->iter), TRACE_TYPE_PARTIAL_LINE);
	KUNIT_EXPECT_EQ(test, r->iter.seq.seq.len, TRACE_SEQ_BUFFER_SIZE - 20);
}

/* A module's own print function may call trace_output_call(). */
static void output_test_output_call(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	char name[] = "name", fmt[] = "%d and %s\n";
	struct output_reader *r;

	KUNIT_ASSERT_NOT_NULL(test, tr);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	r = output_test_reader(test, tr);
	KUNIT_EXPECT_EQ(test, trace_output_call(&r->iter, name, fmt, 7, "more"),
			TRACE_TYPE_HANDLED);
	trace_seq_putc(&r->iter.seq, '\0');
	KUNIT_EXPECT_STREQ(test, r->iter.seq.buffer, "name: 7 and more\n");
}

/* Functions that print formats call */

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
void output_test_same_as_printf(struct kunit *test, struct trace_iterator *iter,
				const char *fmt, ...)
{
	char expected[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(expected, sizeof(expected), fmt, args);
	va_end(args);

	trace_seq_init(&iter->seq);
	va_start(args, fmt);
	if (!output_vprintf(iter, fmt, args))
		trace_seq_vprintf(&iter->seq, fmt, args);
	va_end(args);
	trace_seq_putc(&iter->seq, '\0');
	KUNIT_EXPECT_STREQ(test, iter->seq.buffer, expected);
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
	iter = &output_test_reader(test, tr)->iter;

	OPTIMIZER_HIDE_VAR(nothing);
	output_reader_of(iter)->hashes = output_format_hashes();
#define SAME(fmt, ...)	output_test_same_as_printf(test, iter, fmt, __VA_ARGS__)
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
	SAME("%p %p %p.", nothing, ERR_PTR(-EINVAL), tr);
	SAME("%pS+%ps", (void *)output_vprintf + 1, (void *)1);
	SAME("%*d %*phN", 7, 3, 2, "xy");
	SAME("%pI4 %s", "\001\002\003\004", "behind");
#undef SAME
}

/* As many formats as the cache has entries are compiled once each. */
static void output_test_format_cache(struct kunit *test)
{
	struct trace_array *tr = kunit_kzalloc(test, sizeof(*tr), GFP_KERNEL);
	const unsigned int count = 1 << OUTPUT_FORMAT_BITS;
	struct output_reader *r;
	struct trace_seq *s;
	char (*formats)[8];

	formats = kunit_kcalloc(test, count, sizeof(*formats), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, tr);
	KUNIT_ASSERT_NOT_NULL(test, formats);
	tr->tracer = &instance_nop;
	tr->options = TEST_DEFAULTS;
	r = output_test_reader(test, tr);
	r->cache = kunit_kzalloc(test, sizeof(*r->cache), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, r->cache);

	s = &r->iter.seq;
	/* A format that changes is printed as it was when it was compiled. */
	for (int round = 0; round < 3; round++) {
		for (unsigned int i = 0; i < count; i++) {
			sprintf(formats[i], "%c%%d", 'a' + round);
			output_seq_clear(s);
			trace_event_printf(&r->iter, formats[i], i);
			KUNIT_EXPECT_EQ(test, trace_seq_buffer_ptr(s)[-1], '0' + i % 10);
			KUNIT_EXPECT_EQ(test, s->buffer[0], 'a');
		}
	}
}

/* Merging */

#define MERGE_RECORDS	50

struct output_test_merge_arg {
	struct trace_array *tr;
	int cpu;
};

static void output_test_merge_write(void *data)
{
	struct output_test_merge_arg *m = data;
	struct ring_buffer_event *event;

	event = event_reserve(m->tr->ring, TRACE_FN,
			      sizeof(struct event_function), event_context());
	if (event)
		event_commit(m->tr->ring, event);
}

static void output_test_merge_fill(struct trace_array *tr)
{
	int i, cpu;

	for (i = 0; i < MERGE_RECORDS; i++) {
		for_each_online_cpu(cpu) {
			struct output_test_merge_arg m = { .tr = tr, .cpu = cpu };

			/* Some CPUs write less often than others. */
			if (i % (cpu + 1) == 0)
				smp_call_function_single(cpu, output_test_merge_write, &m,
							 1);
		}
	}
}

static unsigned long output_test_merge_walk(struct kunit *test, struct output_reader *r)
{
	unsigned long count = 0;
	u64 last = 0;

	output_lock_records(&r->iter);
	output_rewind(r);
	while (output_record_take(r)) {
		KUNIT_EXPECT_GE(test, r->iter.ts, last);
		KUNIT_EXPECT_EQ(test, r->iter.ent->type, TRACE_FN);
		last = r->iter.ts;
		count++;
		output_record_pass(r);
	}
	output_unlock_records(&r->iter);
	return count;
}

/* Peek at the successor of each record, and skip some successors. */
static unsigned long output_test_merge_peek(struct kunit *test, struct output_reader *r)
{
	unsigned long count = 0, skipped = 0;
	struct trace_entry *next;
	u64 ts = 0, next_ts = 0;
	bool any = false;
	int size;

	output_lock_records(&r->iter);
	output_rewind(r);
	while (output_record_take(r)) {
		if (any)
			KUNIT_EXPECT_EQ(test, r->iter.ts, ts);
		next = output_peek(&r->iter, &size, &next_ts);
		KUNIT_EXPECT_EQ(test, r->iter.ent->type, TRACE_FN);
		any = output_next_ts(r, &ts);
		if (next) {
			KUNIT_EXPECT_TRUE(test, any);
			KUNIT_EXPECT_GE(test, next_ts, ts);
			KUNIT_EXPECT_EQ(test, next->type, TRACE_FN);
			KUNIT_EXPECT_EQ(test, size,
					sizeof(struct event_function));
		}
		if (next && count % 3 == 0) {
			output_skip_peeked(&r->iter);
			skipped++;
			any = false;
		}
		count++;
		output_record_pass(r);
	}
	output_unlock_records(&r->iter);
	KUNIT_EXPECT_GT(test, skipped, 0);
	return count + skipped;
}

static void output_test_merge_read(struct kunit *test, struct trace_iterator *iter)
{
	unsigned long records = ring_buffer_entries(iter->tr->ring);
	struct output_reader *r = output_reader_of(iter);

	KUNIT_EXPECT_EQ(test, output_test_merge_walk(test, r), records);
	KUNIT_EXPECT_EQ(test, output_test_merge_walk(test, r), records);
	KUNIT_EXPECT_EQ(test, output_test_merge_peek(test, r), records);
}

/* A reader that does not consume prints the same text every time. */
static void output_test_merge_text(struct kunit *test, struct trace_iterator *iter)
{
	u32 before = 0;
	int round;

	for (round = 0; round < 2; round++) {
		u32 hash = 0;
		int i, len;

		output_read_reset(iter);
		while ((len = output_fill(iter, SIZE_MAX))) {
			for (i = 0; i < len; i++)
				hash = hash * 31 + iter->seq.buffer[i];
		}
		if (round)
			KUNIT_EXPECT_EQ(test, hash, before);
		before = hash;
	}
}

static void output_test_merge_consume(struct kunit *test, struct trace_iterator *iter)
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
	output_test_merge_fill(tr);

	iter = output_open(tr, RING_BUFFER_ALL_CPUS, false);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	output_test_merge_read(test, iter);
	output_test_merge_text(test, iter);
	output_close(iter);

	iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	output_test_merge_consume(test, iter);
	output_close(iter);

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("output_test"), 0);
}

/* A reset or resize of the ring buffer waits for a reader that consumes records. */

struct output_test_change {
	struct trace_array	*tr;
	int			order;	/* -1 to reset the buffer */
	int			ret;
	struct completion	done;
};

static int output_test_change_thread(void *data)
{
	struct output_test_change *change = data;

	if (change->order < 0)
		instance_reset(change->tr, RING_BUFFER_ALL_CPUS);
	else
		change->ret = instance_order_set(change->tr, change->order);
	complete(&change->done);
	return 0;
}

static void output_test_change_check(struct kunit *test, struct trace_iterator *iter,
				     int order)
{
	struct output_test_change change = { .tr = iter->tr, .order = order };
	struct output_reader *r = output_reader_of(iter);
	struct task_struct *task;
	bool waits;

	init_completion(&change.done);
	output_lock_records(iter);
	output_restart(r);
	KUNIT_EXPECT_TRUE(test, output_record_take(r));
	task = kthread_run(output_test_change_thread, &change, "output_test");
	if (IS_ERR(task)) {
		output_record_drop(r);
		output_unlock_records(iter);
		KUNIT_FAIL(test, "no thread");
		return;
	}
	while (!rwsem_is_contended(&iter->tr->read_rwsem) &&
	       !completion_done(&change.done))
		schedule_timeout_uninterruptible(1);
	/*
	 * If the change did not wait, the memory of the record may have been freed.
	 */
	waits = !completion_done(&change.done);
	KUNIT_EXPECT_TRUE(test, waits);
	if (waits)
		KUNIT_EXPECT_EQ(test, iter->ent->type, TRACE_FN);
	output_record_drop(r);
	output_unlock_records(iter);
	wait_for_completion(&change.done);
	KUNIT_EXPECT_EQ(test, change.ret, 0);
	KUNIT_EXPECT_TRUE(test, output_empty(iter));
}

static void output_test_change_waits(struct kunit *test)
{
	struct trace_array *tr = instance_add("output_test", NULL);
	struct trace_iterator *iter;

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	iter = output_open(tr, RING_BUFFER_ALL_CPUS, true);
	KUNIT_ASSERT_FALSE(test, IS_ERR(iter));
	output_test_merge_fill(tr);
	output_test_change_check(test, iter, -1);
	output_test_merge_fill(tr);
	output_test_change_check(test, iter, 1);
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
	KUNIT_CASE(output_test_format_cache),
	KUNIT_CASE(output_test_merge),
	KUNIT_CASE(output_test_change_waits),
	{}
};

static struct kunit_suite output_test_suite = {
	.name = "trace_output",
	.test_cases = output_test_cases,
};

kunit_test_suite(output_test_suite);
