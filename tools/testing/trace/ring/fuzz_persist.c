// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzer of memory of the last boot with arbitrary contents: the records that
 * are found can be read, and records that are written afterwards are correct.
 *
 * The first byte of the input selects a valid image, of this kernel or of another one
 * with other structures; the rest are changes of it, see struct change.
 */
#include "persist.h"

#define IMAGES	8

/* The part of an area that is evaluated most: struct ring_cpu and slots of CPU 0. */
#define HEAD_BYTES	(sizeof(struct ring_cpu) + 1024)

/**
 * struct change - a change of some bytes of an image
 * @how: bit 0: change a word rather than a byte; bit 1: anywhere rather than in
 *	the first HEAD_BYTES; bit 2: add @value to the word
 * @at: position, in words
 * @value: new value
 */
struct change {
	u8	how;
	unsigned short at;
	u64	value;
} __attribute__((packed));

static void *images[2 * IMAGES];

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* Images with few and many records, some of them consumed. */
static void make_images(void)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i, n;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	for (i = 0; i < IMAGES; i++) {
		persist_write(a, i * i * 9);
		for (n = 0; n < i % 3 * 25; n++)
			ring_buffer_consume(a, 0, NULL, NULL);
		images[i] = persist_memory(mem);
		images[IMAGES + i] = persist_memory(mem);
		persist_relay(images[IMAGES + i]);
	}
	ring_buffer_free(a);
	free(mem);
}

static void apply(u8 *image, const struct change *change)
{
	size_t words = (change->how & 2 ? PERSIST_BYTES : HEAD_BYTES) / 8;
	u64 *word = (u64 *)(image + (change->how & 2 ? 0 : PERSIST_RINGS)) +
		    change->at % words;

	if (!(change->how & 1))
		((u8 *)word)[change->value & 7] = change->value >> 8;
	else if (change->how & 4)
		*word += change->value;
	else
		*word = change->value;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static void *copy;
	struct change change;
	unsigned int nr;

	if (!images[0])
		make_images();
	if (!size)
		return 0;
	if (!copy)
		copy = persist_memory(NULL);
	nr = *data++ % (2 * IMAGES);
	memcpy(copy, images[nr], PERSIST_BYTES);
	for (size--; size >= sizeof(change); size -= sizeof(change)) {
		memcpy(&change, data, sizeof(change));
		data += sizeof(change);
		apply(copy, &change);
	}
	persist_check_corrupt(copy, PERSIST_KEY + nr / IMAGES);
	return 0;
}
