// SPDX-License-Identifier: GPL-2.0
/*
 * counters of perf: opening, permission, adding, buffers
 */
#include "world.h"
#include "../command/expect.h"

/* What the class was asked for, one letter per call. */
static char perf_asked[32];
static const char perf_letters[] = "rupqoxad";
static enum trace_reg perf_fails = -1;
static int perf_fails_with;
static void *perf_data;

static int perf_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	size_t len = strlen(perf_asked);

	perf_asked[len] = perf_letters[type];
	perf_asked[len + 1] = '\0';
	perf_data = data;
	return type == perf_fails ? perf_fails_with : 0;
}

static struct trace_event_class perf_class = { .system = "perf", .reg = perf_reg };
static struct trace_event_call perf_call = { .class = &perf_class, .name = "event" };

static int perf_open(struct perf_event *event)
{
	int ret;

	*perf_asked = '\0';
	mutex_lock(&event_mutex);
	ret = event_perf_open(&perf_call, event);
	mutex_unlock(&event_mutex);
	return ret;
}

static void perf_close(struct perf_event *event)
{
	*perf_asked = '\0';
	mutex_lock(&event_mutex);
	event_perf_close(event);
	mutex_unlock(&event_mutex);
}

static bool perf_closed(void)
{
	return !perf_call.perf_refcount && !perf_call.perf_events;
}

static void perf_opening(void)
{
	struct perf_event one = {}, two = {};
	unsigned int waits = host_waits;
	long allocs = host_allocs;

	expect(!perf_open(&one) && !strcmp(perf_asked, "po") && perf_data == &one);
	expect(one.tp_event == &perf_call && perf_call.perf_refcount == 1);
	/* The heads and a buffer for each context. */
	expect(host_allocs == allocs + 5 && perf_call.perf_events);
	expect(!perf_call.perf_events->first);
	expect(!perf_open(&two) && !strcmp(perf_asked, "o") && host_allocs == allocs + 5);
	perf_close(&one);
	expect(!strcmp(perf_asked, "x") && perf_data == &one && host_waits == waits);
	expect(perf_call.perf_events && perf_call.perf_refcount == 1);
	perf_close(&two);
	/* Probes that are running still use the memory. */
	expect(!strcmp(perf_asked, "xq") && host_waits == waits + 1);
	expect(perf_closed() && host_allocs == allocs);
}

static void perf_failing(void)
{
	struct perf_event one = {}, two = {};
	long allocs = host_allocs;
	unsigned int i;

	for (i = 1; i <= 5; i++) {
		host_fail_at(i);
		expect(perf_open(&one) == -ENOMEM && !*perf_asked && perf_closed());
		expect(host_has_failed() && host_allocs == allocs);
	}
	host_fail_at(0);
	perf_fails = TRACE_REG_PERF_REGISTER;
	perf_fails_with = -EOPNOTSUPP;
	expect(perf_open(&one) == -EOPNOTSUPP && !strcmp(perf_asked, "p") && perf_closed());
	expect(host_allocs == allocs);
	perf_fails = TRACE_REG_PERF_OPEN;
	expect(perf_open(&one) == -EOPNOTSUPP && !strcmp(perf_asked, "poq") && perf_closed());
	expect(host_allocs == allocs);
	perf_fails = -1;
	/* One that fails to open does not close another. */
	expect(!perf_open(&one));
	perf_fails = TRACE_REG_PERF_OPEN;
	expect(perf_open(&two) == -EOPNOTSUPP && !strcmp(perf_asked, "o"));
	perf_fails = -1;
	expect(perf_call.perf_refcount == 1 && host_allocs == allocs + 5);
	perf_close(&one);
	expect(perf_closed() && host_allocs == allocs);
}

/* The buffers are for all events; the heads are for one. */
static void perf_two_events(void)
{
	struct trace_event_call other = { .class = &perf_class, .name = "other" };
	struct perf_event one = {}, two = {};
	long allocs = host_allocs;

	expect(!perf_open(&one) && host_allocs == allocs + 5);
	mutex_lock(&event_mutex);
	expect(!event_perf_open(&other, &two) && host_allocs == allocs + 6);
	expect(other.perf_events && other.perf_events != perf_call.perf_events);
	mutex_unlock(&event_mutex);
	perf_close(&one);
	expect(perf_closed() && host_allocs == allocs + 5);
	perf_close(&two);
	expect(!other.perf_events && host_allocs == allocs);
}

static int perf_perm_result;

static int perf_perm(struct trace_event_call *call, struct perf_event *event)
{
	expect(call == &perf_call);
	return perf_perm_result;
}

/* Raw records of others need permission. */
static void perf_permission(void)
{
	static struct perf_event parent;
	static const struct {
		struct perf_event *parent;
		u64 sample_type;
		unsigned int attach;
		int flags, perm, allowed, want;
	} rows[] = {
		{ NULL, 0, 0, 0, 0, -EACCES, 0 },
		{ NULL, ~PERF_SAMPLE_RAW, 0, 0, 0, -EACCES, 0 },
		{ NULL, PERF_SAMPLE_RAW, 0, 0, 0, -EACCES, -EACCES },
		{ NULL, PERF_SAMPLE_RAW, 0, 0, 0, 0, 0 },
		{ &parent, PERF_SAMPLE_RAW, 0, 0, 0, -EACCES, 0 },
		{ NULL, PERF_SAMPLE_RAW, PERF_ATTACH_TASK, 0, 0, -EACCES, -EACCES },
		{ NULL, PERF_SAMPLE_RAW, PERF_ATTACH_TASK, TRACE_EVENT_FL_CAP_ANY, 0, -EACCES, 0 },
		{ NULL, PERF_SAMPLE_RAW, PERF_ATTACH_TASK | 1, TRACE_EVENT_FL_CAP_ANY, 0, -EACCES,
		  -EACCES },
		{ NULL, PERF_SAMPLE_RAW, 0, TRACE_EVENT_FL_CAP_ANY, 0, -EACCES, -EACCES },
		{ &parent, 0, 0, 0, -EPERM, 0, -EPERM },
	};
	struct perf_event event = {};
	long allocs = host_allocs;
	size_t i;

	perf_call.perf_perm = perf_perm;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		event.parent = rows[i].parent;
		event.attr.sample_type = rows[i].sample_type;
		event.attach_state = rows[i].attach;
		perf_call.flags = rows[i].flags;
		perf_perm_result = rows[i].perm;
		host_perf_allowed = rows[i].allowed;
		expect(perf_open(&event) == rows[i].want);
		expect(!*perf_asked == !!rows[i].want);
		if (!rows[i].want)
			perf_close(&event);
	}
	perf_call.perf_perm = NULL;
	perf_call.flags = 0;
	host_perf_allowed = 0;
	expect(host_allocs == allocs);
}

/* On a CPU */
static void perf_adding(void)
{
	struct perf_event one = {}, two = {};

	perf_open(&one);
	perf_open(&two);
	*perf_asked = '\0';
	preempt_disable_notrace();
	expect(!perf_trace_add(&one, PERF_EF_START) && !one.hw.state);
	expect(perf_call.perf_events->first == &one.hlist_entry);
	expect(!perf_trace_add(&two, 0) && two.hw.state == PERF_HES_STOPPED);
	expect(perf_call.perf_events->first == &two.hlist_entry);
	perf_trace_del(&two, 0);
	expect(perf_call.perf_events->first == &one.hlist_entry);
	perf_trace_del(&one, 0);
	expect(!perf_call.perf_events->first && !strcmp(perf_asked, "aadd"));
	/* A class that keeps track of the counters itself. */
	perf_fails = TRACE_REG_PERF_ADD;
	perf_fails_with = 1;
	expect(!perf_trace_add(&one, PERF_EF_START) && !perf_call.perf_events->first);
	perf_fails = TRACE_REG_PERF_DEL;
	expect(!perf_trace_add(&one, PERF_EF_START));
	perf_trace_del(&one, 0);
	expect(perf_call.perf_events->first == &one.hlist_entry);
	perf_fails = -1;
	perf_trace_del(&one, 0);
	preempt_enable_notrace();
	perf_close(&one);
	perf_close(&two);
	expect(!host_warnings);
	preempt_disable_notrace();
	expect(perf_trace_add(&one, PERF_EF_START) == -EINVAL && host_warnings == 1);
	preempt_enable_notrace();
	host_warnings = 0;
}

static void perf_bufs(void)
{
	struct pt_regs *regs = NULL;
	struct perf_event event = {};
	struct trace_entry *ent;
	int context = 7, i, j;
	u8 *bufs[4];

	perf_open(&event);
	preempt_disable_notrace();
	expect(!perf_trace_buf_alloc(PERF_MAX_TRACE_SIZE + 8, NULL, &context));
	expect(host_warnings == 1 && context == 7);
	host_warnings = 0;
	host_perf_context = -1;
	expect(!perf_trace_buf_alloc(64, &regs, &context) && context == -1 && !regs);
	for (i = 0; i < 4; i++) {
		host_perf_context = i;
		bufs[i] = perf_trace_buf_alloc(PERF_MAX_TRACE_SIZE, &regs, &context);
		expect(bufs[i] && regs == &__perf_regs[i] && context == i);
		for (j = 0; j < i; j++)
			expect(bufs[j] != bufs[i]);
		memset(bufs[i], 0xee, PERF_MAX_TRACE_SIZE);
	}
	/* The last word is cleared, and no other one. */
	host_perf_context = 2;
	expect(perf_trace_buf_alloc(64, NULL, &context) == bufs[2] && context == 2);
	for (i = 0; i < 72; i++)
		expect(bufs[2][i] == (i >= 56 && i < 64 ? 0 : 0xee));
	host_task.pid = 99;
	perf_trace_buf_update(bufs[2], 300);
	ent = (struct trace_entry *)bufs[2];
	expect(ent->type == 300 && ent->pid == 99 && !ent->flags && ent->preempt_count == 1);
	preempt_enable_notrace();
	expect(!host_warnings);
	perf_close(&event);
}

int main(void)
{
	world_boot();
	perf_opening();
	perf_failing();
	perf_two_events();
	perf_permission();
	perf_adding();
	perf_bufs();
	expect(!host_warnings);
	return host_end(expect_failed);
}
