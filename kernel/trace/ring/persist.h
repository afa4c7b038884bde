/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by persist.c, image.c and recover.c: the memory that survives a reboot, and what
 * is found in that of the last boot.
 */
#ifndef _TRACE_RING_PERSIST_H
#define _TRACE_RING_PERSIST_H

#include "internal.h"

/**
 * struct ring_layout - where things are in memory that survives a reboot
 * @area: bytes of the area of each CPU
 * @head: bytes before the area of the first CPU
 * @cpus: number of areas
 * @nr: number of slots of each ring
 * @commit: offset in struct ring_cpu of ring_writer.commit, and so on
 * @reader_pos: offset in struct ring_cpu
 * @last_boot_end: offset in struct ring_cpu
 * @cursor_off: offset in struct ring_cpu of ring_cursor.off
 * @cursor_end: offset in struct ring_cpu of ring_cursor.end
 * @donated: offset in struct ring_cpu
 * @lost: offset in struct ring_cpu
 * @slots: offset of the slots in an area
 * @pages: offset of the first struct ring_page in an area
 * @blocks: offset of the sub-buffers in an area
 * @page_bytes: size of struct ring_page
 * @index: offset in struct ring_page
 * @end: offset in struct ring_page
 * @entries: offset in struct ring_page
 * @start: offset in struct ring_page
 * @written: offset in struct ring_page
 * @refused: offset in struct ring_page
 *
 * Another build of the kernel may have structures of other sizes. Each member is in bytes
 * unless it is a number.
 */
struct ring_layout {
	u64	area;
	u32	head;
	u32	cpus;
	u32	nr;
	u32	commit;
	u32	reader_pos;
	u32	last_boot_end;
	u32	cursor_off;
	u32	cursor_end;
	u32	donated;
	u32	lost;
	u32	slots;
	u32	pages;
	u32	blocks;
	u32	page_bytes;
	u32	index;
	u32	end;
	u32	entries;
	u32	start;
	u32	written;
	u32	refused;
};

#define RING_IMAGE_MAGIC	(0x35676e69UL << (BITS_PER_LONG - 32) | 0x72656b62UL)

/**
 * struct ring_type_hash - the event that a type number was assigned to
 * @type: type number
 * @hash: hash of the event, see ring_buffer_save_type_hash()
 */
struct ring_type_hash {
	u32	type;
	u32	hash;
};

/**
 * struct ring_image - header of the memory
 * @magic: RING_IMAGE_MAGIC, if the memory is valid; it has the version of the formats
 *	of the head, of positions and of slots
 * @key: identifies the kernel image
 * @base: address of the kernel text
 * @moved: nonzero if the text had moved when the memory was initialized, so
 *	that records of earlier boots refer to a third address
 * @bytes: size of the memory
 * @layout: where things are
 * @clash: nonzero if a type number was assigned to another event, or an address to
 *	another module, in an earlier boot, or that was of another kernel
 * @nr_types: number of type numbers ever saved
 * @types: the latest of them; the n-th is at n modulo RING_IMAGE_TYPES
 */
struct ring_image {
	unsigned long	magic;
	u64	key;
	u64	base;
	u64	moved;
	u64	bytes;
	struct ring_layout layout;
	u32	clash;
	u32	nr_types;
	struct ring_type_hash types[];
};

/**
 * struct ring_old_area - the area of one CPU as the last boot left it
 * @layout: of the kernel of that boot
 * @mem: the area
 */
struct ring_old_area {
	const struct ring_layout	*layout;
	void				*mem;
};

/* Load a value of type @_type at @_at bytes; it need not be aligned. */
#define ring_old_load(_type, _at) ({					\
	_type __value;							\
									\
	memcpy(&__value, (_at), sizeof(__value));			\
	__value;							\
})

/* Load a member of the former struct ring_cpu. */
#define ring_old_cpu(_a, _member, _type)				\
	ring_old_load(_type, (_a)->mem + (_a)->layout->_member)

/* Load a member of the former struct ring_page of a page. */
#define ring_old_page(_a, _index, _member, _type)			\
	ring_old_load(_type, (_a)->mem + (_a)->layout->pages +		\
		      (size_t)(_index) * (_a)->layout->page_bytes +	\
		      (_a)->layout->_member)

static inline u64 ring_old_slot(struct ring_old_area *a, unsigned int at)
{
	return ring_old_load(u64, a->mem + a->layout->slots + at * sizeof(u64));
}

static inline struct ring_block *ring_old_block(struct ring_old_area *a, unsigned int index)
{
	return a->mem + a->layout->blocks + (size_t)index * PAGE_SIZE;
}

/**
 * struct ring_area - parts of the area of one CPU
 * @rc: the ring
 * @slots: slots of the ring
 * @pages: pointers to the elements of @page
 * @page: descriptions of the pages
 * @blocks: sub-buffers
 */
struct ring_area {
	struct ring_cpu		*rc;
	atomic64_t		*slots;
	struct ring_page	**pages;
	struct ring_page	*page;
	void			*blocks;
};

static inline struct ring_block *ring_area_block(struct ring_area *a, unsigned int index)
{
	return a->blocks + (size_t)index * PAGE_SIZE;
}

/**
 * struct ring_old_page - a page of the last boot
 * @pos: its position
 * @index: index of the sub-buffer
 * @end: bytes in use
 * @valid: its records can be read; otherwise the page is damaged
 * @described: @from and @to are known
 * @reader: it is the reader page
 * @from: number of its first record, counting lost records
 * @to: number of the record after its last one
 * @lost: number of records lost before it
 * @sum: summary of its records, if it is valid
 */
struct ring_old_page {
	u64			pos;
	unsigned int		index;
	unsigned int		end;
	bool			valid;
	bool			described;
	bool			reader;
	u64			from;
	u64			to;
	u64			lost;
	struct ring_block_sum	sum;
};

/**
 * struct ring_old_ring - the ring of the last boot
 * @slots: number of slots
 * @oldest: pages at lower positions are not used
 * @commit: committed position
 * @found: number of pages in @pages, before damaged ones are removed
 * @nr: number of valid pages, apart from the reader page
 * @reader: index of the reader page
 * @read: the reader page has records that were not consumed
 * @read_off: bytes of the reader page that were consumed
 * @read_to: number of the record after the last one of the reader page
 * @read_known: @read_to is known
 * @pending: records lost before the next one of the reader page
 * @lost: records lost after the newest valid page
 * @first: the reader page
 * @seen: bitmap of page indices
 * @twice: bitmap of page indices that are in more than one slot
 * @order: page indices in the order of the new ring: see
 *	ring_persist_restore()
 * @pages: pages, newest first
 */
struct ring_old_ring {
	unsigned int		slots;
	u64			oldest;
	u64			commit;
	unsigned int		found;
	unsigned int		nr;
	unsigned int		reader;
	bool			read;
	unsigned int		read_off;
	u64			read_to;
	bool			read_known;
	u64			pending;
	u64			lost;
	struct ring_old_page	first;
	unsigned long		*seen;
	unsigned long		*twice;
	unsigned int		*order;
	struct ring_old_page	pages[];
};

/* image.c */
void ring_layout_init(struct ring_layout *layout, size_t head, size_t area, unsigned int nr,
		      size_t pages, size_t blocks);
bool ring_layout_is_valid(const struct ring_layout *layout, size_t bytes);
void ring_old_move(struct ring_old_area *from, struct ring_area *to, struct ring_old_ring *old,
		   unsigned int slots);

/* recover.c */
void ring_recover(struct ring_old_area *a, struct ring_old_ring *old);

#endif
