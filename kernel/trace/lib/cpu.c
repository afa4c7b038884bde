// SPDX-License-Identifier: GPL-2.0
/*
 * What writing a record uses on its CPU: struct trace_cpu.
 *
 * The first users of slots get those next to the other members. Ring buffers are such
 * users, and that of the global instance is the first.
 */
#include <linux/bitops.h>
#include <linux/percpu.h>

#include "lib.h"

DEFINE_PER_CPU_ALIGNED(struct trace_cpu, trace_cpu);

static unsigned long cpu_slots_used;

/**
 * trace_slot_alloc - allocate a pointer for each possible CPU
 *
 * Context: task, may sleep.
 * Return: the pointers, whose values are not defined; NULL: no memory.
 */
void __percpu *trace_slot_alloc(void)
{
	unsigned int nr;

	for (nr = 0; nr < TRACE_SLOTS; nr++)
		if (!test_and_set_bit(nr, &cpu_slots_used))
			return &trace_cpu.slots[nr];
	return alloc_percpu(void *);
}

/**
 * trace_slot_free - free what trace_slot_alloc() returned
 * @slot: the pointers, or NULL
 *
 * Context: task, may sleep.
 */
void trace_slot_free(void __percpu *slot)
{
	unsigned int nr;

	for (nr = 0; nr < TRACE_SLOTS; nr++) {
		if (slot == &trace_cpu.slots[nr]) {
			clear_bit(nr, &cpu_slots_used);
			return;
		}
	}
	free_percpu(slot);
}
