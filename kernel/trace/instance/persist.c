// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers in memory that was reserved at boot, and outlives the kernel if the
 * machine and its firmware leave it alone.
 */
#include <linux/ctype.h>
#include <linux/init.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/siphash.h>

#include <asm/sections.h>

#include "../ring/ring.h"
#include "internal.h"

/*
 * Records name functions and formats by their addresses and events by numbers,
 * so only a kernel of the same build understands them, wherever it stands.
 */
static u64 persist_key(void)
{
	static const siphash_key_t key = { { 0x7472616365, 0x72696e67 } };

	return siphash(linux_banner, strlen(linux_banner), &key) ^
	       (_etext - _text) ^ (u64)(_end - _text) << 32;
}

/**
 * instance_map_ring - make an instance's ring in such memory
 * @tr: the instance
 * @map: the memory
 * @flags: RB_FL_OVERWRITE or 0
 *
 * Context: task, may sleep.
 * Return: the ring, or NULL.
 */
struct trace_buffer *instance_map_ring(struct trace_array *tr,
				       const struct instance_map *map,
				       unsigned int flags)
{
	phys_addr_t start = PAGE_ALIGN(map->start), end;
	struct trace_buffer *ring;
	void *mem;

	if (check_add_overflow(map->start, map->bytes, &end))
		return NULL;
	end &= PAGE_MASK;
	if (start < map->start || end <= start)
		return NULL;
	mem = memremap(start, end - start, MEMREMAP_WB);
	if (!mem)
		return NULL;
	ring = ring_persist_alloc(mem, end - start, flags, persist_key(),
				  (unsigned long)_text, &tr->kept);
	if (!ring) {
		memunmap(mem);
		return NULL;
	}
	tr->persistent = true;
	tr->expanded = true;
	tr->bytes = ring_buffer_size(ring, cpumask_first(cpu_possible_mask));
	return ring;
}

/*
 * Numbers of events that come at run time stand for others after the next boot.
 * Those whose records can be in such a buffer are noted in its memory.
 */
static int persist_event_added(struct trace_event_call *call)
{
	struct trace_array *tr;

	if (event_type_is_fixed(call->event.type))
		return 0;
	instance_for_each(tr) {
		if (tr->persistent)
			ring_buffer_note_type(tr->ring, call->event.type,
					      event_hash(call));
	}
	return 0;
}

static void persist_event_removing(struct trace_event_call *call)
{
}

static struct event_listener persist_listener = {
	.added = persist_event_added,
	.removing = persist_event_removing,
};

/* Such instances are made after the kernel's own events, before all others. */
static int __init persist_init(void)
{
	event_listen(&persist_listener);
	return 0;
}
early_initcall(persist_init);

/**
 * instance_map_find - which memory does the command line mean?
 * @text: ADDRESS:SIZE, or the name of a reserve_mem=
 * @map: filled in
 *
 * Context: boot.
 * Return: 0 or -EINVAL.
 */
int __init instance_map_find(const char *text, struct instance_map *map)
{
	char *rest;

	if (!isdigit(*text))
		return reserve_mem_find_by_name(text, &map->start, &map->bytes) ?
			0 : -EINVAL;
	map->start = memparse(text, &rest);
	if (*rest != ':')
		return -EINVAL;
	map->bytes = memparse(rest + 1, &rest);
	return *rest || !map->bytes ? -EINVAL : 0;
}
