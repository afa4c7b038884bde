// SPDX-License-Identifier: GPL-2.0
/*
 * Memory that another kernel left: its layout, and moving its records to this one's.
 *
 * The sizes of structures depend on the configuration, and the number of CPUs on the
 * machine. The head of the memory therefore says where the members are that recover.c
 * reads. A sub-buffer itself is the same for all kernels, since user space reads it.
 */
#include "persist.h"

/**
 * ring_layout_init - describe the memory of this kernel
 * @layout: filled in
 * @head: bytes before the first area
 * @area: bytes of an area
 * @nr: number of slots of each ring
 * @pages: offset of the first struct ring_page in an area
 * @blocks: offset of the sub-buffers in an area
 *
 * Context: any.
 */
void ring_layout_init(struct ring_layout *layout, size_t head, size_t area, unsigned int nr,
		      size_t pages, size_t blocks)
{
	*layout = (struct ring_layout) {
		.area		= area,
		.head		= head,
		.cpus		= nr_cpu_ids,
		.nr		= nr,
		.commit		= offsetof(struct ring_cpu, w.commit),
		.reader_pos	= offsetof(struct ring_cpu, reader_pos),
		.last_boot_end	= offsetof(struct ring_cpu, last_boot_end),
		.cursor_off	= offsetof(struct ring_cpu, cursor.off),
		.cursor_end	= offsetof(struct ring_cpu, cursor.end),
		.donated	= offsetof(struct ring_cpu, donated),
		.lost		= offsetof(struct ring_cpu, lost),
		.slots		= sizeof(struct ring_cpu),
		.pages		= pages,
		.blocks		= blocks,
		.page_bytes	= sizeof(struct ring_page),
		.index		= offsetof(struct ring_page, index),
		.end		= offsetof(struct ring_page, end),
		.entries	= offsetof(struct ring_page, entries),
		.start		= offsetof(struct ring_page, start),
		.written	= offsetof(struct ring_page, written),
		.refused	= offsetof(struct ring_page, refused),
	};
}

/* Test whether @bytes at the offset @at end at @end or before. */
static bool ring_layout_fits(u64 at, u64 bytes, u64 end)
{
	return at + bytes <= end;
}

/**
 * ring_layout_is_valid - test whether all that a layout describes is inside the memory
 * @l: the layout, which is not trusted
 * @bytes: size of the memory
 *
 * Context: any.
 * Return: true if it is, and nothing overlaps.
 */
bool ring_layout_is_valid(const struct ring_layout *l, size_t bytes)
{
	const u32 in_cpu[] = {
		l->commit, l->reader_pos, l->last_boot_end, l->cursor_off, l->cursor_end,
		l->donated, l->lost,
	};
	const u32 in_page[] = {
		l->index, l->end, l->entries, l->start, l->written, l->refused,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(in_cpu); i++) {
		if (!ring_layout_fits(in_cpu[i], sizeof(u64), l->slots))
			return false;
	}
	for (i = 0; i < ARRAY_SIZE(in_page); i++) {
		if (!ring_layout_fits(in_page[i], sizeof(u64), l->page_bytes))
			return false;
	}
	return l->area <= bytes && l->nr >= RING_MIN_PAGES && l->nr <= RING_MAX_INDEX && l->cpus &&
	       !(l->area % PAGE_SIZE) && !(l->blocks % PAGE_SIZE) && !(l->head % PAGE_SIZE) &&
	       ring_layout_fits(l->slots, (u64)l->nr * sizeof(u64), l->pages) &&
	       l->page_bytes <= PAGE_SIZE &&
	       ring_layout_fits(l->pages, ((u64)l->nr + 1) * l->page_bytes, l->blocks) &&
	       ring_layout_fits(l->blocks, ((u64)l->nr + 1) * PAGE_SIZE, l->area) &&
	       ring_layout_fits(l->head, (u64)l->cpus * l->area, bytes);
}

static void ring_old_move_block(struct ring_old_area *from, struct ring_area *to,
				unsigned int at, unsigned int index)
{
	memcpy(ring_area_block(to, at), ring_old_block(from, index), PAGE_SIZE);
}

/**
 * ring_old_move - move the valid pages of another kernel to the area of this one
 * @from: the area of the CPU in the former memory
 * @to: the area in the present one; only its sub-buffers are written
 * @old: what ring_recover() found; it describes the present area afterwards
 * @slots: number of slots of the present ring
 *
 * If there are fewer slots than pages, the oldest pages are left out, as if they had been
 * overwritten.
 *
 * Context: task.
 */
void ring_old_move(struct ring_old_area *from, struct ring_area *to, struct ring_old_ring *old,
		   unsigned int slots)
{
	unsigned int i;

	/* One page is the writer's. */
	if (old->nr >= slots) {
		old->nr = slots - 1;
		old->read = false;
	}
	for (i = 0; i < old->nr; i++) {
		ring_old_move_block(from, to, i, old->pages[i].index);
		old->pages[i].index = i;
	}
	if (old->read) {
		ring_old_move_block(from, to, slots, old->reader);
		old->first.index = slots;
	}
	old->reader = slots;
	old->slots = slots;
}
