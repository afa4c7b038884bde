// SPDX-License-Identifier: GPL-2.0
/*
 * steps of writing a record, with each combination of flags and states
 *
 * The steps that are expected are those that event.h lists ("Writing a record").
 */
#include "world.h"
#include "../command/expect.h"

#define EMIT_TYPE	77
#define EMIT_AFTER	5UL

struct emit_record {
	struct trace_entry	ent;
	u32			value;
	u32			text[];
};

/* A filter: rejects a record at once, or when it is matched. */
struct event_filter {
	struct event_prefilter	prefilter;
	bool			matches;
};

/* The state in which a record is written. */
struct emit_state {
	unsigned long	flags;
	bool		ignored;
	bool		on;
	bool		full;		/* the ring buffer has no space */
	bool		busy;		/* all scratch buffers are in use */
	bool		console;
	bool		filter;
	bool		rejects;	/* its prefilter rejects the record */
	bool		matches;
	unsigned long	after;
	unsigned long	len;
};

static struct emit_state state;
static struct event_filter emit_filter;
static struct trace_event_file emit_file = {
	.buffer = &host_buffer, .writers = (void *)&host_buffer, .type = EMIT_TYPE,
};

static unsigned int emit_flags;		/* what the record is to have */
static unsigned int emit_levels;	/* of preemption, before the tracepoint */
static u32 emit_value;
static bool emit_scratch;		/* the record is in scratch */

static void emit_expect_record(const struct emit_record *rec)
{
	expect(rec->ent.type == EMIT_TYPE && rec->ent.pid == host_task.pid);
	expect(rec->ent.flags == emit_flags && rec->ent.preempt_count == emit_levels);
	expect(rec->value == emit_value);
	if (state.len > sizeof(*rec))
		expect(rec->text[(state.len - sizeof(*rec)) / 4 - 1] == ~emit_value);
}

/* The operations of the upper components */

static bool emit_ignored(struct trace_event_file *file)
{
	expect(file == &emit_file);
	host_step("ignored");
	return state.ignored;
}

static void emit_expect_buffer(struct trace_event_buffer *fbuffer)
{
	expect(fbuffer->trace_file == &emit_file && fbuffer->buffer == &host_buffer);
	expect(fbuffer->event && fbuffer->trace_ctx == EVENT_CONTEXT(emit_flags, emit_levels));
}

static void emit_stacks(struct trace_event_buffer *fbuffer, unsigned long ip);
static void emit_after(struct trace_event_file *file, unsigned long after, unsigned long ip);

static void emit_before(struct trace_event_file *file)
{
	expect(file == &emit_file);
	host_step("before");
}

static unsigned long emit_record(struct trace_event_file *file, void *rec,
				 struct ring_buffer_event *event)
{
	expect(file == &emit_file && !event == emit_scratch);
	expect(!event || ring_buffer_event_data(event) == rec);
	emit_expect_record(rec);
	host_step("record");
	return state.after;
}

static bool emit_match(const struct event_filter *filter, void *rec)
{
	expect(filter == &emit_filter);
	emit_expect_record(rec);
	host_step("match");
	return filter->matches;
}

static void emit_print(struct trace_event_buffer *fbuffer)
{
	emit_expect_buffer(fbuffer);
	emit_expect_record(fbuffer->entry);
	host_step("print");
}

static void emit_export(struct trace_export *export, const void *entry, unsigned int size)
{
	expect(size == state.len);
	emit_expect_record(entry);
	host_step("export");
}

static void emit_update(void)
{
}

/* The probe of the event */

static noinline void *emit_begin(struct trace_event_buffer *fbuffer)
{
	struct emit_record *rec;

	emit_levels = (pcpu_hot.preempt_count & PREEMPT_MASK) - 1;
	memset(fbuffer, 0xa5, sizeof(*fbuffer));
	rec = trace_event_buffer_reserve(fbuffer, &emit_file, state.len);
	if (!rec)
		return NULL;
	emit_scratch = !fbuffer->event;
	expect(!emit_scratch || rec == fbuffer->entry);
	rec->value = emit_value;
	if (state.len > sizeof(*rec))
		rec->text[(state.len - sizeof(*rec)) / 4 - 1] = ~emit_value;
	/* A record in the ring buffer has its common fields. */
	if (!emit_scratch)
		emit_expect_record(rec);
	return rec;
}

/* Tracepoints call it with preemption disabled. */
static noinline void emit_probe(void)
{
	struct trace_event_buffer fbuffer;

	preempt_disable_notrace();
	if (emit_begin(&fbuffer))
		trace_event_buffer_commit(&fbuffer);
	host_step("end");
	preempt_enable_notrace();
}

static void emit_stacks(struct trace_event_buffer *fbuffer, unsigned long ip)
{
	emit_expect_buffer(fbuffer);
	expect(ip - (unsigned long)emit_probe < 4096);
	host_step("stacks");
}

static void emit_after(struct trace_event_file *file, unsigned long after, unsigned long ip)
{
	expect(file == &emit_file && after == EMIT_AFTER);
	expect(ip - (unsigned long)emit_probe < 4096);
	host_step("after");
}

/* What is expected */

static char emit_want[512];
static bool emit_in_ring, emit_may_copy;

static bool emit_has(unsigned long flag)
{
	return state.flags & flag;
}

static void emit_add(const char *step)
{
	strcat(emit_want, step);
}

static bool emit_want_ring(void)
{
	emit_add(state.on && !state.full ? "reserve2 " : "refuse2 ");
	return state.on && !state.full;
}

/* Steps 2 and 3: whether the event goes on. */
static bool emit_want_begin(void)
{
	bool record = emit_has(EVENT_FILE_FL_TRIGGER_COND);

	if (emit_has(EVENT_FILE_FL_TRIGGER_MODE) && !record)
		emit_add("before2 ");
	if (emit_has(EVENT_FILE_FL_SOFT_DISABLED) && !record)
		return false;
	if (emit_has(EVENT_FILE_FL_PID_FILTER)) {
		emit_add("ignored2 ");
		if (state.ignored)
			return false;
	}
	return true;
}

/* Step 4: whether there is a record. */
static bool emit_want_reserve(void)
{
	bool record = emit_has(EVENT_FILE_FL_TRIGGER_COND);
	bool fits = !state.busy && state.len <= EVENT_SCRATCH_SIZE;

	emit_in_ring = false;
	emit_may_copy = state.on;
	if (!record && !state.on)
		return false;
	if ((emit_has(EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED) ||
	     (record && !state.on)) && fits)
		return true;
	emit_in_ring = emit_want_ring();
	emit_may_copy = false;
	return emit_in_ring || (record && fits);
}

/* Step 6: whether nothing but the filter needs the record, and rejects it at once. */
static bool emit_want_prefiltered(void)
{
	return !emit_in_ring && emit_has(EVENT_FILE_FL_FILTERED) && state.filter &&
	       state.rejects && !(state.flags & (EVENT_FILE_CHECK_BEFORE |
						 EVENT_FILE_FL_TRIGGER_COND));
}

/* Steps 10 to 12: a record that is not dropped. */
static void emit_want_commit(void)
{
	if (emit_has(EVENT_FILE_FL_OUTPUT))
		emit_add(state.console ? "print2 export2 " : "export2 ");
	emit_add("commit2 ");
	if (emit_has(EVENT_FILE_FL_OUTPUT))
		emit_add("stacks2 ");
}

static void emit_want_rest(void)
{
	bool drop = emit_has(EVENT_FILE_FL_SOFT_DISABLED);
	bool after = emit_has(EVENT_FILE_FL_TRIGGER_COND) && state.after;

	if (emit_has(EVENT_FILE_FL_TRIGGER_COND))
		emit_add("record2 ");
	if (emit_has(EVENT_FILE_FL_FILTERED) && state.filter && !drop) {
		emit_add("match2 ");
		drop |= !state.matches;
	}
	if (!emit_in_ring && !drop)
		drop = !emit_may_copy || !emit_want_ring();
	if (!drop)
		emit_want_commit();
	else if (emit_in_ring)
		emit_add("discard2 ");
	if (after)
		emit_add("after1 ");
}

static void emit_want_all(void)
{
	*emit_want = '\0';
	if (emit_want_begin() && emit_want_reserve() && !emit_want_prefiltered())
		emit_want_rest();
	emit_add("end1 ");
}

/* Write one record in the state. */
static void emit_one(void)
{
	static const struct event_console_ops none, console = { .print = emit_print };
	static const struct event_prefilter open = { .low = 1, .inside = true };
	void *busy[4];
	int i;

	emit_value++;
	pcpu_hot.irqs_off = emit_value % 3 == 1;
	emit_flags = pcpu_hot.irqs_off ? TRACE_FLAG_IRQS_OFF : 0;
	host_task.pid = 100 + emit_value % 7;
	event_console_ops_register(state.console ? &console : &none);
	emit_filter.matches = state.matches;
	emit_filter.prefilter = open;
	if (state.rejects)
		emit_filter.prefilter = (struct event_prefilter){
			.mask = 0xffffffff, .low = emit_value, .inside = true,
			.offset = offsetof(struct emit_record, value),
		};
	emit_file.filter = state.filter ? &emit_filter : NULL;
	emit_file.flags = state.flags | EVENT_FILE_FL_ENABLED;
	host_ring.on = state.on;
	host_ring.full = state.full;
	*host_steps = '\0';
	preempt_disable_notrace();
	for (i = 0; state.busy && i < 4; i++)
		busy[i] = event_scratch_begin();
	preempt_enable_notrace();
	emit_probe();
	preempt_disable_notrace();
	while (state.busy && i--)
		event_scratch_end(busy[i]);
	preempt_enable_notrace();
	assert(!host_ring.open);
}

static void emit_tell(void)
{
	printf("flags %lx ignored %d on %d full %d busy %d console %d\n", state.flags,
	       state.ignored, state.on, state.full, state.busy, state.console);
	printf("filter %d rejects %d matches %d after %lu len %lu:\n", state.filter,
	       state.rejects, state.matches, state.after, state.len);
	printf("  %s\n  instead of\n  %s\n", host_steps, emit_want);
	expect_failed = 1;
}

static void emit_try(void)
{
	emit_one();
	emit_want_all();
	if (strcmp(host_steps, emit_want))
		emit_tell();
	if (strstr(emit_want, "commit")) {
		expect(host_ring.last_len == state.len);
		emit_expect_record((struct emit_record *)host_ring.last);
		expect(trace_cpu.comm_due);
	} else if (!strstr(emit_want, "discard")) {
		expect(!trace_cpu.comm_due);
	}
	trace_cpu.comm_due = false;
}

static void emit_try_states(void)
{
	static const unsigned long lens[] = {
		sizeof(struct emit_record), EVENT_SCRATCH_SIZE, EVENT_SCRATCH_SIZE + 4,
	};
	unsigned int i;

	for (i = 0; i < 1 << 8; i++) {
		state.ignored = i & 1;
		state.on = i & 2;
		state.full = i & 4;
		state.busy = i & 8;
		state.filter = i & 16;
		state.rejects = i & 32;
		state.matches = i & 64;
		state.after = i & 128 ? EMIT_AFTER : 0;
		state.console = emit_value & 8;
		state.len = lens[emit_value % ARRAY_SIZE(lens)];
		emit_try();
	}
}

static void emit_try_all(void)
{
	static const unsigned long flags[] = {
		EVENT_FILE_FL_FILTERED, EVENT_FILE_FL_SOFT_DISABLED,
		EVENT_FILE_FL_TRIGGER_MODE, EVENT_FILE_FL_TRIGGER_COND,
		EVENT_FILE_FL_PID_FILTER, EVENT_FILE_FL_OUTPUT,
	};
	unsigned int set, i;

	for (set = 0; set < 1 << ARRAY_SIZE(flags); set++) {
		state.flags = 0;
		for (i = 0; i < ARRAY_SIZE(flags); i++)
			state.flags |= set & 1 << i ? flags[i] : 0;
		/* Three times: each length with each state. */
		for (i = 0; i < 3; i++)
			emit_try_states();
	}
}

/* Some rows, written by hand, so that what is expected is not only computed. */
static void emit_try_rows(void)
{
	static const struct {
		unsigned long flags;
		bool on, full, matches;
		const char *want;
	} rows[] = {
		{ 0, true, false, false, "reserve2 commit2 end1 " },
		{ 0, true, true, false, "refuse2 end1 " },
		{ 0, false, false, false, "end1 " },
		{ EVENT_FILE_FL_FILTERED, true, false, true, "match2 reserve2 commit2 end1 " },
		{ EVENT_FILE_FL_FILTERED, true, true, true, "match2 refuse2 end1 " },
		{ EVENT_FILE_FL_FILTERED, true, false, false, "match2 end1 " },
		{ EVENT_FILE_FL_FILTERED, false, false, true, "end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE, true, false, true,
		  "before2 reserve2 commit2 end1 " },
		{ EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_TRIGGER_MODE, true, false, true,
		  "before2 end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND, true, false, true,
		  "reserve2 record2 commit2 after1 end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND, true, true, true,
		  "refuse2 record2 after1 end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |
		  EVENT_FILE_FL_SOFT_DISABLED, true, false, true, "record2 after1 end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |
		  EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_FILTERED, true, true, true,
		  "record2 after1 end1 " },
		{ EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |
		  EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_PID_FILTER, false, false, true,
		  "ignored2 record2 after1 end1 " },
		{ EVENT_FILE_FL_PID_FILTER, true, false, true,
		  "ignored2 reserve2 commit2 end1 " },
		{ EVENT_FILE_FL_OUTPUT, true, false, true,
		  "reserve2 print2 export2 commit2 stacks2 end1 " },
		{ EVENT_FILE_FL_OUTPUT | EVENT_FILE_FL_TRIGGER_COND | EVENT_FILE_FL_FILTERED,
		  true, false, true,
		  "record2 match2 reserve2 print2 export2 commit2 stacks2 after1 end1 " },
	};
	size_t i;

	state = (struct emit_state){
		.console = true, .filter = true, .after = EMIT_AFTER,
		.len = sizeof(struct emit_record) + 8,
	};
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		state.flags = rows[i].flags;
		state.on = rows[i].on;
		state.full = rows[i].full;
		state.matches = rows[i].matches;
		emit_one();
		*emit_want = '\0';
		emit_add(rows[i].want);
		if (strcmp(host_steps, emit_want))
			emit_tell();
	}
	trace_cpu.comm_due = false;
}

/* Interrupts that write records themselves */

static unsigned int emit_depth, emit_interrupts;

/* Writes a record with a filter; at its own barriers it is interrupted, too. */
static void emit_interrupt(void)
{
	u32 value = emit_value, in_scratch = emit_scratch, levels = emit_levels;

	emit_value += 1000;
	emit_interrupts++;
	if (++emit_depth < 4)
		host_interrupt = emit_interrupt;
	emit_probe();
	emit_depth--;
	emit_value = value;
	emit_scratch = in_scratch;
	emit_levels = levels;
}

/* While a record is in scratch, interrupts use the other buffers, then the ring. */
static void emit_try_nested(void)
{
	unsigned int commits = host_ring.commits, i;
	char want[256] = "";

	state = (struct emit_state){
		.flags = EVENT_FILE_FL_FILTERED, .on = true, .filter = true, .matches = true,
		.len = sizeof(struct emit_record) + 4,
	};
	emit_one();
	expect(host_ring.commits == commits + 1);
	expect(!strcmp(host_steps, "match2 reserve2 commit2 end1 "));

	/* Interrupted at its first barrier: as soon as it has its buffer. */
	host_interrupt = emit_interrupt;
	host_barriers = 0;
	emit_one();
	/* Four contexts have a buffer, with two barriers each; the fifth has none. */
	expect(emit_interrupts == 4 && host_barriers == 8 && !emit_depth);
	expect(host_ring.commits == commits + 6);
	for (i = 10; i; i -= 2)
		sprintf(want + strlen(want), "match%u reserve%u commit%u end%u ", i, i, i, i - 1);
	/* The innermost one has no buffer. */
	memcpy(want, "reserve10 match10 commit10 ", strlen("reserve10 match10 commit10 "));
	expect(!strcmp(host_steps, want));
	emit_expect_record((struct emit_record *)host_ring.last);
	trace_cpu.comm_due = false;
}

/* Interrupted between reserve and commit, and at the barrier at the end of commit. */
static void emit_try_between(void)
{
	struct trace_event_buffer fbuffer;
	unsigned int commits = host_ring.commits;
	u32 value = ++emit_value;

	*host_steps = '\0';
	preempt_disable_notrace();
	expect(emit_begin(&fbuffer) && emit_scratch);
	emit_depth = 6;
	emit_interrupt();
	expect(host_ring.commits == commits + 1);
	host_interrupt = emit_interrupt;
	emit_value = value;
	trace_event_buffer_commit(&fbuffer);
	expect(host_ring.commits == commits + 3 && !host_interrupt);
	/* The buffers are free again. */
	expect(emit_begin(&fbuffer) && emit_scratch);
	trace_event_buffer_commit(&fbuffer);
	preempt_enable_notrace();
	emit_depth = 0;
	trace_cpu.comm_due = false;
}

/* A probe of a breakpoint has the state of interrupts of the interrupted code. */
static void emit_try_regs(void)
{
	struct trace_event_buffer fbuffer;
	struct pt_regs regs = {};
	int i;

	pcpu_hot.irqs_off = true;
	for (i = 0; i < 2; i++) {
		regs.r[0] = i;
		emit_flags = i ? TRACE_FLAG_IRQS_OFF : 0;
		preempt_disable_notrace();
		expect(emit_begin(&fbuffer) && emit_scratch);
		fbuffer.regs = &regs;
		trace_event_buffer_commit(&fbuffer);
		preempt_enable_notrace();
		emit_expect_record((struct emit_record *)host_ring.last);
	}
	pcpu_hot.irqs_off = false;
	emit_flags = 0;
}

/* Without memory for scratch buffers, records are reserved and discarded. */
static void emit_try_no_scratch(void)
{
	long allocs = host_allocs;

	host_fail_at(1);
	event_scratch_init();
	expect(host_has_failed() && host_allocs == allocs);
	preempt_disable_notrace();
	expect(!event_scratch_begin());
	preempt_enable_notrace();
	state = (struct emit_state){
		.flags = EVENT_FILE_FL_FILTERED, .on = true, .filter = true, .len = 16,
	};
	emit_one();
	expect(!strcmp(host_steps, "reserve2 match2 discard2 end1 "));
	state.flags |= EVENT_FILE_FL_TRIGGER_COND;
	state.on = false;
	emit_one();
	expect(!strcmp(host_steps, "refuse2 end1 "));
}

int main(void)
{
	static const struct event_instance_ops instance = {
		.ignored = emit_ignored, .stacks = emit_stacks, .output_update = emit_update,
	};
	static const struct event_trigger_ops trigger = {
		.before = emit_before, .record = emit_record, .after = emit_after,
	};
	static const struct event_filter_ops filter = { .match = emit_match };
	static struct trace_export export = {
		.write = emit_export, .flags = TRACE_EXPORT_EVENT,
	};

	event_instance_ops_register(&instance);
	event_trigger_ops_register(&trigger);
	event_filter_ops_register(&filter);
	expect(!register_ftrace_export(&export));
	emit_try_no_scratch();
	world_boot();
	event_instance_ops_register(&instance);
	emit_try_rows();
	emit_try_all();
	emit_try_nested();
	emit_try_between();
	emit_try_regs();
	expect(!host_warnings);
	return host_end(expect_failed);
}
