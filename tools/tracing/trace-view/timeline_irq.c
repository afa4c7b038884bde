// SPDX-License-Identifier: GPL-2.0
/* Interrupt handlers and softirqs, which are on a track of their CPU, and system calls. */
#include "timeline_priv.h"

#include <stdio.h>
#include <string.h>

static const char *const irq_softirqs[] = {
	"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER",
	"RCU",
};

static bool irq_is_soft(const struct view_record *record)
{
	return record->event->kind == VIEW_KIND_SOFTIRQ_ENTRY ||
	       record->event->kind == VIEW_KIND_SOFTIRQ_EXIT;
}

/* What is known without the name that only the entry of an interrupt handler has. */
static const char *irq_name(const struct timeline_frame *frame, char text[24])
{
	if (frame->what == TIMELINE_SOFTIRQ && frame->key >= 0 &&
	    frame->key < (int)(sizeof(irq_softirqs) / sizeof(irq_softirqs[0])))
		return irq_softirqs[frame->key];
	snprintf(text, 24, "%s %d", frame->what == TIMELINE_IRQ ? "irq" : "softirq",
		 frame->key);
	return text;
}

void timeline_irq_entry(struct timeline *tl, const struct view_record *record)
{
	struct timeline_state *irq = timeline_task_irq(tl, tl->cpu);
	struct timeline_frame frame = { .what = TIMELINE_IRQ };
	const char *name = "";
	unsigned int len = 0;
	char text[24];

	if (!irq)
		return;
	frame.key = view_field_number(record, record->event->roles[0]);
	frame.buffer = record->buffer->nr;
	if (irq_is_soft(record))
		frame.what = TIMELINE_SOFTIRQ;
	else
		name = view_field_bytes(record, record->event->roles[1], &len);
	if (!len) {
		name = irq_name(&frame, text);
		len = strlen(name);
	}
	/* Softirqs do not nest: the exit of the other one is missing. */
	if (frame.what == TIMELINE_SOFTIRQ && timeline_top(irq, TIMELINE_SOFTIRQ))
		timeline_pop_to(tl, irq, timeline_top(irq, TIMELINE_SOFTIRQ) - 1, tl->now);
	timeline_push(tl, irq, &frame, name, len, false);
}

void timeline_irq_exit(struct timeline *tl, const struct view_record *record)
{
	struct timeline_state *irq = timeline_task_irq(tl, tl->cpu);
	struct timeline_frame frame = { .what = TIMELINE_IRQ };
	const struct timeline_frame *open;
	const char *name;
	unsigned int nr;
	char text[24];

	if (!irq)
		return;
	if (irq_is_soft(record))
		frame.what = TIMELINE_SOFTIRQ;
	frame.key = view_field_number(record, record->event->roles[0]);
	for (nr = irq->stack ? irq->stack->nr : 0; nr; nr--) {
		open = &irq->stack->frames[nr - 1];
		if (open->what == frame.what && open->key == frame.key)
			break;
	}
	if (nr) {
		timeline_pop_to(tl, irq, nr, tl->now);
		timeline_pop(tl, irq, tl->now, false);
		return;
	}
	name = irq_name(&frame, text);
	timeline_orphan(tl, irq, &frame, name, strlen(name), 0);
}

/* What follows "sys_enter_" or "sys_exit_" in the event's name, which stays. */
static const char *call_name(const struct view_record *record)
{
	const char *name = record->event->name;
	bool enter = record->event->kind == VIEW_KIND_SYSCALL_ENTER;
	size_t skip = enter ? strlen("sys_enter_") : strlen("sys_exit_");

	return strlen(name) > skip ? name + skip : name;
}

/* The number of the call, if the record has it, else something that stands for its name. */
static int call_key(const struct view_record *record, const char *name)
{
	const struct view_field *nr = record->event->roles[0];
	unsigned int hash = 0;

	if (record->event->kind == VIEW_KIND_SYSCALL_EXIT)
		nr = record->event->roles[1];
	if (nr)
		return view_field_number(record, nr);
	for (; *name; name++)
		hash = hash * 31 + (unsigned char)*name;
	return hash | 0x40000000;
}

/*
 * The records of a call are made within functions of its entry and exit paths, of which the
 * graph may have slices: the call begins when they have ended.
 */
void timeline_call_enter(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record)
{
	const char *name = call_name(record);
	unsigned int nr = timeline_top(state, TIMELINE_SYSCALL);

	/* The exit of the call before is missing. */
	if (nr && timeline_top(state, TIMELINE_FUNCTION) <= nr) {
		timeline_pop_to(tl, state, nr - 1, tl->now);
		timeline_settle(tl, state);
	}
	timeline_wait(tl, state, TIMELINE_WAIT_BEGIN, call_key(record, name),
		      record->buffer->nr, name, strlen(name));
	timeline_settle(tl, state);
}

void timeline_call_exit(struct timeline *tl, struct timeline_state *state,
			const struct view_record *record)
{
	const char *name = call_name(record);

	timeline_wait(tl, state, TIMELINE_WAIT_END, call_key(record, name),
		      record->buffer->nr, name, strlen(name));
	timeline_settle(tl, state);
}

void timeline_call_end(struct timeline *tl, struct timeline_state *state, int key,
		       const char *name, unsigned int len)
{
	struct timeline_frame frame = { .what = TIMELINE_SYSCALL };
	unsigned int nr = timeline_top(state, TIMELINE_SYSCALL);

	if (nr && state->stack->frames[nr - 1].key == key) {
		timeline_pop_to(tl, state, nr, tl->now);
		timeline_pop(tl, state, tl->now, false);
		return;
	}
	if (nr)
		timeline_pop_to(tl, state, nr - 1, tl->now);
	timeline_orphan(tl, state, &frame, name, len, 0);
}
