// SPDX-License-Identifier: GPL-2.0
/*
 * context words, built-in records, scratch buffers, prefilters, triggers
 */
#include "world.h"
#include "../command/expect.h"

/* The context word for each state of the CPU */

#define CONTEXT_ALL	(TRACE_FLAG_IRQS_OFF | TRACE_FLAG_NMI | TRACE_FLAG_HARDIRQ |	\
			 TRACE_FLAG_SOFTIRQ | TRACE_FLAG_BH_OFF |			\
			 TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_PREEMPT_RESCHED)

static const struct context_row {
	u32	count;
	bool	resched, preempt_resched;
	int	migration_disabled;
	u32	dec, flags, depth;
} context_rows[] = {
	{ 0 },
	{ .count = 1, .depth = 1 },
	{ .count = 1, .dec = 1 },
	{ .count = 2, .dec = 1, .depth = 1 },
	{ .count = 0, .dec = 1 },
	{ .count = 2, .dec = 3 },
	{ .count = 15, .depth = 15 },
	{ .count = 16, .depth = 15 },
	{ .count = 17, .dec = 1, .depth = 15 },
	{ .count = 200, .dec = 2, .depth = 15 },
	{ .migration_disabled = 1, .depth = 1 << 4 },
	{ .count = 3, .dec = 1, .migration_disabled = 14, .depth = 14 << 4 | 2 },
	{ .migration_disabled = 15, .depth = 15 << 4 },
	{ .migration_disabled = 16, .depth = 15 << 4 },
	{ .resched = true, .flags = TRACE_FLAG_NEED_RESCHED },
	{ .preempt_resched = true, .flags = TRACE_FLAG_PREEMPT_RESCHED },
	{ .count = SOFTIRQ_OFFSET, .flags = TRACE_FLAG_SOFTIRQ },
	{ .count = SOFTIRQ_DISABLE_OFFSET, .flags = TRACE_FLAG_BH_OFF },
	{ .count = SOFTIRQ_DISABLE_OFFSET * 2, .flags = TRACE_FLAG_BH_OFF },
	{ .count = SOFTIRQ_DISABLE_OFFSET + SOFTIRQ_OFFSET,
	  .flags = TRACE_FLAG_SOFTIRQ | TRACE_FLAG_BH_OFF },
	{ .count = HARDIRQ_OFFSET, .flags = TRACE_FLAG_HARDIRQ },
	{ .count = NMI_OFFSET, .flags = TRACE_FLAG_NMI },
	{ .count = NMI_OFFSET + HARDIRQ_OFFSET + 3, .dec = 1, .depth = 2,
	  .flags = TRACE_FLAG_HARDIRQ | TRACE_FLAG_NMI },
	{ .count = NMI_OFFSET + HARDIRQ_OFFSET + SOFTIRQ_DISABLE_OFFSET + SOFTIRQ_OFFSET + 1,
	  .resched = true, .preempt_resched = true, .migration_disabled = 2,
	  .depth = 2 << 4 | 1, .flags = CONTEXT_ALL & ~TRACE_FLAG_IRQS_OFF },
};

static void context_enter(const struct context_row *row, bool irqs_off)
{
	pcpu_hot = (struct host_cpu){
		.preempt_count = row->count | (row->preempt_resched ? 0 : PREEMPT_NEED_RESCHED),
		.irqs_off = irqs_off, .resched = row->resched,
	};
	host_task.migration_disabled = row->migration_disabled;
}

static void context_words(void)
{
	struct pt_regs regs = {};
	unsigned int want, i;

	for (i = 0; i < 2 * ARRAY_SIZE(context_rows); i++) {
		const struct context_row *row = &context_rows[i / 2];

		context_enter(row, i % 2);
		regs.r[0] = i % 2;
		want = EVENT_CONTEXT(row->flags | (i % 2 ? TRACE_FLAG_IRQS_OFF : 0), row->depth);
		if (event_context_irq(i % 2, row->dec) != want)
			printf("row %u: %x\n", i / 2, event_context_irq(i % 2, row->dec));
		expect(event_context_irq(i % 2, row->dec) == want);
		expect(event_context_slow(i % 2, row->dec) == want);
		expect(event_context_regs(NULL, row->dec) == want);
		expect(event_context_is_plain(row->dec) ==
		       (row->count == row->dec && !row->flags && !row->depth));
		if (!row->dec)
			expect(event_context() == want);
		if (row->dec == 1)
			expect(event_context_probe() == want);
		/* The interrupted code may have interrupts enabled or not. */
		pcpu_hot.irqs_off = !(i % 2);
		expect(event_context_regs(&regs, row->dec) == want);
	}
	context_enter(&context_rows[0], false);
	expect(EVENT_CONTEXT_FLAGS(EVENT_CONTEXT(0xa5, 0x3c)) == 0xa5);
	expect(EVENT_CONTEXT_COUNT(EVENT_CONTEXT(0xa5, 0x3c)) == 0x3c);
}

/* Built-in records */

static void context_check(int type, size_t len)
{
	const struct trace_entry *ent = (struct trace_entry *)host_ring.last;

	expect(host_ring.last_len == len && ent->type == type);
	expect(ent->flags == 0x21 && ent->preempt_count == 0x43 && ent->pid == 4321);
	expect(trace_cpu.comm_due);
	trace_cpu.comm_due = false;
}

static unsigned int context_exports, context_size;
static const void *context_exported;

static void context_export(struct trace_export *export, const void *entry, unsigned int size)
{
	context_exports++;
	context_exported = entry;
	context_size = size;
	host_step("export");
}

static void context_records(void)
{
	unsigned int context = EVENT_CONTEXT(0x21, 0x43);
	struct ring_buffer_event *event;
	void *rec;

	host_task.pid = 4321;
	*host_steps = '\0';
	event = event_reserve(&host_buffer, TRACE_BPUTS, sizeof(struct event_bputs), context);
	expect(event && !trace_cpu.comm_due);
	event_commit(&host_buffer, event);
	expect(!strcmp(host_steps, "reserve1 commit1 "));
	expect(pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED);
	context_check(TRACE_BPUTS, sizeof(struct event_bputs));

	*host_steps = '\0';
	event = event_reserve(&host_buffer, TRACE_PRINT, 40, context);
	event_discard(&host_buffer, event);
	expect(!strcmp(host_steps, "reserve1 discard1 "));
	expect(pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED && !trace_cpu.comm_due);

	host_ring.full = true;
	expect(!event_reserve(&host_buffer, TRACE_PRINT, 40, context));
	expect(pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED);
	preempt_disable_notrace();
	expect(!event_emit_begin(&host_buffer, TRACE_CTX, 24, context, &event) && !event);
	expect(!event_function_record(ring_this_writer(&host_buffer), 1, 2, context));
	host_ring.full = false;
	*host_steps = '\0';
	rec = event_emit_begin(&host_buffer, TRACE_CTX, 24, context, &event);
	expect(rec && rec == ring_buffer_event_data(event));
	event_emit_end(&host_buffer);
	preempt_enable_notrace();
	expect(!strcmp(host_steps, "reserve1 commit1 "));
	context_check(TRACE_CTX, 24);
}

static void context_functions(void)
{
	struct event_function *rec = (struct event_function *)host_ring.last;
	static struct trace_export export = {
		.write = context_export, .flags = TRACE_EXPORT_FUNCTION,
	};
	unsigned int context = EVENT_CONTEXT(0x21, 0x43);
	unsigned long *args = (unsigned long *)(rec + 1);
	int i;

	preempt_disable_notrace();
	*host_steps = '\0';
	expect(event_function_record(ring_this_writer(&host_buffer), 11, 22, context));
	expect(!strcmp(host_steps, "reserve1 commit1 ") && rec->ip == 11 && rec->parent_ip == 22);
	context_check(TRACE_FN, sizeof(*rec));
	preempt_enable_notrace();

	expect(!register_ftrace_export(&export));
	preempt_disable_notrace();
	*host_steps = '\0';
	expect(event_function_record_args(ring_this_writer(&host_buffer), 33, 44, context,
					  (struct ftrace_regs *)500, true));
	expect(!strcmp(host_steps, "reserve1 export1 commit1 "));
	expect(rec->ip == 33 && rec->parent_ip == 44);
	expect(context_exports == 1 && context_size == sizeof(*rec) && context_exported);
	for (i = 0; i < EVENT_ARGS; i++)
		expect(args[i] == 500UL + i);
	context_check(TRACE_FN, sizeof(*rec) + 6 * sizeof(long));
	preempt_enable_notrace();
	expect(!unregister_ftrace_export(&export));
}

/* Buffers are for contexts that interrupt each other: the last one ends first. */
static void context_scratch(void)
{
	u8 *bufs[4];
	int i, j;

	preempt_disable_notrace();
	for (i = 0; i < 4; i++) {
		bufs[i] = event_scratch_begin();
		expect(bufs[i] && !((unsigned long)bufs[i] % 8));
		memset(bufs[i], i + 1, EVENT_SCRATCH_SIZE);
	}
	expect(!event_scratch_begin());
	for (i = 0; i < 4; i++) {
		for (j = 0; j < EVENT_SCRATCH_SIZE; j++)
			expect(bufs[i][j] == i + 1);
	}
	event_scratch_end(bufs[3]);
	expect(event_scratch_begin() == bufs[3]);
	for (i = 3; i >= 0; i--)
		event_scratch_end(bufs[i]);
	expect(event_scratch_begin() == bufs[0]);
	event_scratch_end(bufs[0]);
	preempt_enable_notrace();
}

static void context_prefilters(void)
{
	static const struct {
		struct event_prefilter prefilter;
		bool rejects;
	} rows[] = {
		{ { .low = 1, .inside = true }, false },
		{ { .mask = 0xffff, .low = 100, .span = 10, .offset = 8 }, true },
		{ { .mask = 0xffff, .low = 190, .span = 10, .offset = 8 }, false },
		{ { .mask = 0xffff, .low = 189, .span = 10, .offset = 8 }, true },
		{ { .mask = 0xffff, .low = 200, .span = 0, .offset = 8 }, false },
		{ { .mask = 0xffff, .low = 201, .span = 10, .offset = 8 }, true },
		{ { .mask = 0xffff, .low = 190, .span = 10, .offset = 8, .inside = true }, true },
		{ { .mask = 0xffff, .low = 189, .span = 10, .offset = 8, .inside = true }, false },
		{ { .mask = ~0ULL, .low = 200, .span = 0, .offset = 8, .inside = true }, false },
		{ { .mask = 0xffff, .low = 7, .span = 0, .offset = 10, .inside = true }, true },
	};
	struct { struct trace_entry ent; u16 a, b; u32 c; u64 more; } rec = { {}, 200, 7, 9 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		expect(event_prefilter_rejects(&rows[i].prefilter, &rec) == rows[i].rejects);
	expect(!event_prefilter_rejects(&EVENT_PREFILTER_OPEN, &rec));
}

/* Triggers of records that are not written by trace_event_buffer_reserve() */

static unsigned int context_ran, context_barriers;

static unsigned long context_record(struct trace_event_file *file, void *rec,
				    struct ring_buffer_event *event)
{
	expect(rec == host_steps && event == (void *)host_ring.last);
	context_ran++;
	context_barriers = host_barriers;
	return 6;
}

static void context_before(struct trace_event_file *file)
{
	context_ran += 1000;
}

static void context_after(struct trace_event_file *file, unsigned long after, unsigned long ip)
{
	expect(after == 6 && ip == 7);
	context_ran += 100;
}

static bool context_ignored(struct trace_event_file *file)
{
	return file->type == 8;
}

static void context_triggers(void)
{
	static const struct event_trigger_ops ops = {
		.before = context_before, .record = context_record, .after = context_after,
	};
	static const struct event_instance_ops instance = { .ignored = context_ignored };
	struct trace_event_file file = { .flags = EVENT_FILE_FL_TRIGGER_COND };

	event_trigger_ops_register(&ops);
	event_instance_ops_register(&instance);
	expect(event_triggers(&file, host_steps, (void *)host_ring.last) == 6);
	/* The barrier after it makes it no tail call. */
	expect(context_ran == 1 && host_barriers == context_barriers + 1);
	event_triggers_after(&file, 6, 7);
	expect(context_ran == 101);
	event_file_flags(&file, EVENT_FILE_FL_TRIGGER_COND | EVENT_FILE_FL_OUTPUT,
			 EVENT_FILE_FL_OUTPUT);
	expect(file.flags == EVENT_FILE_FL_OUTPUT);
	expect(!event_triggers(&file, host_steps, (void *)host_ring.last) && context_ran == 101);
	event_file_flags(&file, 0, EVENT_FILE_FL_TRIGGER_MODE);
	expect(!event_triggers(&file, host_steps, (void *)host_ring.last) && context_ran == 1101);
	expect(!trace_event_ignore_this_pid(&file));
	file.type = 8;
	expect(trace_event_ignore_this_pid(&file));
}

int main(void)
{
	world_boot();
	context_words();
	context_records();
	context_functions();
	context_scratch();
	context_prefilters();
	context_triggers();
	expect(!host_warnings);
	return host_end(expect_failed);
}
