// SPDX-License-Identifier: GPL-2.0
/* Records that are numbers: latencies, counters, stack traces. */
#include "timeline_priv.h"

#include <string.h>

#define LATENCY_NS	1000	/* osnoise counts microseconds */

static const char *latency_context(int64_t context)
{
	switch (context) {
	case 0:
		return "timerlat irq";
	case 1:
		return "timerlat thread";
	default:
		return "timerlat user";
	}
}

void timeline_latency(struct timeline *tl, struct timeline_state *state,
		      const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	uint64_t ns = view_field_number(record, role[2]);
	const char *which = "osnoise";

	if (!tl->ops->latency)
		return;
	if (record->event->kind == VIEW_KIND_TIMERLAT)
		which = latency_context(view_field_number(record, role[1]));
	else if (record->event->kind == VIEW_KIND_OSNOISE)
		ns = ns > UINT64_MAX / LATENCY_NS ? UINT64_MAX : ns * LATENCY_NS;
	else
		return;
	tl->ops->latency(tl->priv, record, &state->task, which, ns);
}

void timeline_counter(struct timeline *tl, const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	const char *name = "cpu_frequency";
	uint64_t value = view_field_number(record, role[0]);
	struct timeline_cpu *cpu;
	struct timeline_state *idle;

	if (!tl->ops->counter)
		return;
	cpu = timeline_cpu_get(tl, view_field_number(record, role[1]));
	idle = cpu ? timeline_task_get(tl, 0, cpu) : NULL;
	if (!idle)
		return;
	/* The state of a CPU that is not idle any more is -1, in an unsigned field. */
	if (record->event->kind == VIEW_KIND_CPU_IDLE) {
		name = "cpu_idle";
		value = (int32_t)value;
	}
	tl->ops->counter(tl->priv, record, &idle->task, name, strlen(name), value);
}

static uint64_t stack_address(const char *from, const struct view_machine *machine)
{
	uint64_t address;
	uint32_t half;

	if (machine->long_size == 8) {
		memcpy(&address, from, sizeof(address));
		return machine->swap ? __builtin_bswap64(address) : address;
	}
	memcpy(&half, from, sizeof(half));
	return machine->swap ? __builtin_bswap32(half) : half;
}

void timeline_stack_trace(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record)
{
	bool user = record->event->kind == VIEW_KIND_USER_STACK;
	const struct view_machine *machine = record->event->machine;
	const struct view_field *const *role = record->event->roles;
	unsigned int step = machine->long_size == 4 ? 4 : 8, nr = 0, at = role[0]->offset;
	uint64_t most = TIMELINE_STACK, address;

	if (user && role[1] && state->task.pid > 0)
		state->task.tgid = view_field_number(record, role[1]);
	/* The format tells 8 addresses; there are as many as the record has. */
	if (!user && role[1] && view_field_number(record, role[1]) < most)
		most = view_field_number(record, role[1]);
	for (; nr < most && at <= record->size && record->size - at >= step; at += step) {
		address = stack_address((const char *)record->data + at, machine);
		if (!address || address == (step == 8 ? UINT64_MAX : UINT32_MAX))
			break;
		tl->stack[nr++] = address;
	}
	if (nr && tl->ops->stack)
		tl->ops->stack(tl->priv, record, &state->task, tl->stack, nr, user);
}
