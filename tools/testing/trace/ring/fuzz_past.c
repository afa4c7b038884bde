// SPDX-License-Identifier: GPL-2.0
/*
 * Memory from an earlier kernel with anything in it, for libFuzzer: what is found
 * can be read, and what is written to the ring then is right.
 *
 * The first byte of the input chooses an image that a kernel left; the rest says
 * what to change in it, see struct change.
 */
#include "past.h"

#define IMAGES	8

/* Where most of what is looked at stands: a ring's own words, those of CPU 0. */
#define HEAD_BYTES	(sizeof(struct ring_cpu) + 1024)

/**
 * struct change - some bytes of an image become others
 * @how: bit 0: a word, or else a byte; bit 1: anywhere, or else in the head;
 *	bit 2: add to what is there
 * @at: where, in words
 * @value: what
 */
struct change {
	u8	how;
	unsigned short at;
	u64	value;
} __attribute__((packed));

static void *images[IMAGES];

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* Full and nearly empty ones, read from or not. */
static void make_images(void)
{
	void *mem = past_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i, n;

	memset(mem, 0, PAST_BYTES);
	a = past_boot(mem, PAST_KEY, &kept);
	for (i = 0; i < IMAGES; i++) {
		past_write(a, i * i * 9);
		for (n = 0; n < i % 3 * 25; n++)
			ring_buffer_consume(a, 0, NULL, NULL);
		images[i] = past_memory(mem);
	}
	ring_buffer_free(a);
	free(mem);
}

static void apply(u8 *image, const struct change *change)
{
	size_t words = (change->how & 2 ? PAST_BYTES : HEAD_BYTES) / 8;
	u64 *word = (u64 *)(image + (change->how & 2 ? 0 : PAGE_SIZE)) +
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
	struct change change;
	void *copy;

	if (!images[0])
		make_images();
	if (!size)
		return 0;
	copy = past_memory(images[*data++ % IMAGES]);
	for (size--; size >= sizeof(change); size -= sizeof(change)) {
		memcpy(&change, data, sizeof(change));
		data += sizeof(change);
		apply(copy, &change);
	}
	past_survive(copy);
	free(copy);
	return 0;
}
