// SPDX-License-Identifier: GPL-2.0
/*
 * Persistent ring buffers: their memory was reserved at boot, and keeps its contents
 * across a reboot unless the machine or its firmware overwrites it.
 */
#include <linux/ctype.h>
#include <linux/init.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/siphash.h>
#include <linux/vmalloc.h>

#include <asm/sections.h>

#include "../ring/ring.h"
#include "internal.h"

/*
 * Identify the kernel build. Records contain addresses of functions and formats, and
 * event types, which a kernel of another build can decode only by the notes that are
 * stored with them. The load address may differ.
 */
static u64 instance_persist_key(void)
{
	static const siphash_key_t key = { { 0x7472616365, 0x72696e67 } };

	return siphash(linux_banner, strlen(linux_banner), &key) ^
	       (_etext - _text) ^ (u64)(_end - _text) << 32;
}

/* Replace mapped memory by a copy of it. */
static void *instance_persist_copy(void *mem, size_t bytes)
{
	void *copy = vmalloc(bytes);

	if (copy)
		memcpy(copy, mem, bytes);
	memunmap(mem);
	return copy;
}

static void *instance_persist_map(const struct instance_persist_region *region,
				  size_t *bytes)
{
	phys_addr_t start = PAGE_ALIGN(region->start), end;
	void *mem;

	if (check_add_overflow(region->start, region->bytes, &end))
		return NULL;
	end &= PAGE_MASK;
	if (start < region->start || end <= start)
		return NULL;
	*bytes = end - start;
	mem = memremap(start, *bytes, MEMREMAP_WB);
	return mem && region->copy ? instance_persist_copy(mem, *bytes) : mem;
}

static void instance_persist_unmap(const struct instance_persist_region *region, void *mem)
{
	if (region->copy)
		vfree(mem);
	else
		memunmap(mem);
}

static void instance_persist_setup(struct trace_array *tr, struct trace_buffer *ring,
				   const struct instance_persist_region *region, void *mem)
{
	tr->persistent = true;
	tr->expanded = true;
	tr->bytes = ring_buffer_size(ring, cpumask_first(cpu_possible_mask));
	if (region->copy) {
		tr->read_only = true;
		tr->copy = mem;
		ring_buffer_record_off(ring);
		ring_buffer_record_disable(ring);
	} else if (region->ram) {
		ring_persist_allow_map(ring);
	}
}

/**
 * instance_persist_ring - create the persistent ring buffer of an instance
 * @tr: the instance
 * @region: memory for the ring buffer, of which all whole pages are used, or copied
 * @flags: RB_FL_OVERWRITE or 0
 *
 * Context: task, may sleep.
 * Return: the ring buffer, or NULL if there is no memory or @region is too small.
 */
struct trace_buffer *
instance_persist_ring(struct trace_array *tr,
		      const struct instance_persist_region *region, unsigned int flags)
{
	struct trace_buffer *ring;
	size_t bytes;
	void *mem = instance_persist_map(region, &bytes);

	if (!mem)
		return NULL;
	ring = ring_persist_alloc(mem, bytes, flags, instance_persist_key(),
				  (unsigned long)_text, &tr->last_boot_records);
	if (!ring)
		goto no_ring;
	if (instance_last_boot_create(tr, ring))
		goto no_last_boot;
	if (instance_last_boot_notes(tr, ring)) {
		instance_last_boot_free(tr);
		tr->last_boot = NULL;
		goto no_last_boot;
	}
	instance_persist_setup(tr, ring, region, mem);
	return ring;

no_last_boot:
	ring_buffer_free(ring);
no_ring:
	instance_persist_unmap(region, mem);
	return NULL;
}

/*
 * The types of events that are added at run time may be those of other events after
 * the next boot. The memory of a persistent ring buffer therefore has a list of such
 * types and of the event_hash() of their events.
 */
static int instance_persist_event_added(struct trace_event_call *call)
{
	struct trace_array *tr;

	if (event_type_is_fixed(call->event.type))
		return 0;
	instance_for_each(tr) {
		if (tr->persistent)
			ring_buffer_save_type_hash(tr->ring, call->event.type,
						   event_hash(call));
	}
	return 0;
}

static void instance_persist_event_removing(struct trace_event_call *call)
{
}

static struct event_listener persist_listener = {
	.added = instance_persist_event_added,
	.removing = instance_persist_event_removing,
};

/*
 * Persistent instances are created at boot, after the static events were registered
 * and before any event is added at run time.
 */
static int __init instance_persist_init(void)
{
	event_listen(&persist_listener);
	return 0;
}
early_initcall(instance_persist_init);

/**
 * instance_persist_find - parse the memory region in trace_instance=
 * @text: "ADDRESS:SIZE", or the name of a region reserved with reserve_mem=
 * @region: filled in
 *
 * Context: boot.
 * Return: 0; -EINVAL if @text is malformed or there is no region of this name.
 */
int __init instance_persist_find(const char *text, struct instance_persist_region *region)
{
	char *rest;

	region->ram = !isdigit(*text);
	if (region->ram)
		return reserve_mem_find_by_name(text, &region->start, &region->bytes) ?
			0 : -EINVAL;
	region->start = memparse(text, &rest);
	if (*rest != ':')
		return -EINVAL;
	region->bytes = memparse(rest + 1, &rest);
	return *rest || !region->bytes ? -EINVAL : 0;
}
