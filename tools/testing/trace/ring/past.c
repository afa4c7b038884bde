// SPDX-License-Identifier: GPL-2.0
/*
 * Rings in memory that outlives the kernel. A machine goes down when the memory
 * is copied; the next kernel finds the copy, whole or with other bytes in it.
 */
#include "past.h"

static u64 past_seed = 1;

static unsigned int past_random(unsigned int below)
{
	past_seed = past_seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (past_seed >> 33) % below;
}

/* What was written, read and held when it went down is there afterwards. */
static void past_round(unsigned int written, unsigned int read)
{
	void *mem = past_memory(NULL), *copy;
	struct trace_buffer *a, *b;
	unsigned long kept, held;

	memset(mem, past_random(256), PAST_BYTES);
	a = past_boot(mem, PAST_KEY, &kept);
	check(!kept);
	past_next = 0;
	past_write(a, written);
	while (read-- && ring_buffer_consume(a, 0, NULL, NULL))
		;
	held = ring_buffer_entries(a);
	copy = past_memory(mem);
	ring_buffer_free(a);
	free(mem);

	b = past_boot(copy, PAST_KEY, &kept);
	/* A page may have been given up for the writer to begin on. */
	check(kept <= held);
	check(kept == held || held - kept < 4080 / 8);
	past_expect(b, kept, past_next);
	past_write(b, 100);
	past_expect(b, ring_buffer_entries(b), past_next);
	ring_buffer_free(b);
	free(copy);
}

static void test_whole(void)
{
	unsigned int i;

	past_round(0, 0);
	past_round(1, 0);
	past_round(1, 1);
	for (i = 0; i < 300; i++)
		past_round(past_random(400), past_random(3) ? 0 : past_random(200));
}

static void test_key(void)
{
	void *mem = past_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;

	memset(mem, 0, PAST_BYTES);
	a = past_boot(mem, PAST_KEY, &kept);
	past_write(a, 10);
	ring_buffer_free(a);
	a = past_boot(mem, PAST_KEY + 1, &kept);
	check(!kept);
	ring_buffer_free(a);
	free(mem);
}

/* Of so many records @past are from before the boot, for who looks and who takes. */
static void past_look(struct trace_buffer *b, unsigned int count, unsigned int past)
{
	struct ring_buffer_iter *iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	unsigned int i;

	check(iter);
	for (i = 0; ring_buffer_iter_peek(iter, NULL); i++) {
		check(ring_buffer_iter_is_past(iter) == (i < past));
		ring_buffer_iter_advance(iter);
	}
	check(i == count);
	ring_buffer_read_finish(iter);
}

static void past_take(struct trace_buffer *b, unsigned int count, unsigned int past)
{
	unsigned int i;

	for (i = 0; ring_buffer_peek(b, 0, NULL, NULL); i++) {
		check(ring_buffer_is_past(b, 0) == (i < past));
		ring_buffer_consume(b, 0, NULL, NULL);
	}
	check(i == count);
}

/* The kernel stands somewhere else at some boots; each writes 20 records. */
static void test_moved(void)
{
	static const struct {
		long		move;
		unsigned int	kept;
	} boots[] = {
		{ 0, 0 }, { 0, 20 }, { 0x200000, 40 }, { 0, 20 },
		{ -0x5000000, 40 }, { 0x1000, 20 }, { 0x123, 0 }, { 0, 20 },
	};
	void *mem = past_memory(NULL);
	unsigned long base = past_base, kept;
	struct trace_buffer *a;
	unsigned int i;

	memset(mem, 0, PAST_BYTES);
	for (i = 0; i < ARRAY_SIZE(boots); i++) {
		past_base += boots[i].move;
		a = past_boot(mem, PAST_KEY, &kept);
		check(kept == boots[i].kept);
		check(ring_buffer_moved(a) == (kept ? boots[i].move : 0));
		past_write(a, 20);
		past_look(a, kept + 20, kept);
		if (i == ARRAY_SIZE(boots) - 1)
			past_take(a, kept + 20, kept);
		ring_buffer_free(a);
	}
	past_base = base;
	free(mem);
}

/*
 * What a number of an event stood for is known of the records that are found. Where
 * it stood for two events, the records of the older boots are forgotten.
 */
static void test_types(void)
{
	static const struct {
		unsigned int	kept;
		u32		before;	/* what 100 stood for */
		u32		now;
	} boots[] = {
		{ 0, 0, 0xa }, { 20, 0xa, 0xa }, { 40, 0xa, 0xb },
		{ 20, 0xb, 0xb }, { 40, 0xb, 0xb },
	};
	void *mem = past_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i, n;

	memset(mem, 0, PAST_BYTES);
	for (i = 0; i < ARRAY_SIZE(boots); i++) {
		a = past_boot(mem, PAST_KEY, &kept);
		check(kept == boots[i].kept);
		check(ring_buffer_has_past(a) == !!kept);
		check(ring_buffer_past_type(a, 100) == boots[i].before);
		check(ring_buffer_past_type(a, 101 + i) == 0);
		ring_buffer_note_type(a, 100, boots[i].now);
		ring_buffer_note_type(a, 101 + i, i + 1);
		check(ring_buffer_past_type(a, 100) == boots[i].before);
		past_write(a, 20);
		ring_buffer_free(a);
	}
	/* Of too many the last are known. */
	a = past_boot(mem, PAST_KEY, &kept);
	for (n = 0; n < 1000; n++)
		ring_buffer_note_type(a, 1000 + n, n + 1);
	ring_buffer_free(a);
	a = past_boot(mem, PAST_KEY, &kept);
	check(ring_buffer_past_type(a, 100) == 0);
	check(ring_buffer_past_type(a, 1999) == 1000);
	ring_buffer_free(a);
	a = past_boot(mem, PAST_KEY + 1, &kept);
	check(ring_buffer_past_type(a, 1999) == 0);
	ring_buffer_free(a);
	free(mem);
}

static void past_spoil(u8 *copy)
{
	unsigned int n = 1 + past_random(20), at;

	while (n--) {
		at = past_random(PAST_BYTES / 8) * 8;
		/* The ring's own words, more often than records. */
		if (past_random(3))
			at = PAGE_SIZE + past_random(2048);
		if (past_random(2))
			copy[at + past_random(8)] ^= 1 << past_random(8);
		else
			*(u64 *)(copy + (at & ~7U)) = past_random(4) ?
				past_random(1 << 12) : -1ULL;
	}
}

static void test_spoilt(void)
{
	void *mem = past_memory(NULL), *copy;
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i;

	memset(mem, 0, PAST_BYTES);
	a = past_boot(mem, PAST_KEY, &kept);
	for (i = 0; i < 4000; i++) {
		past_write(a, past_random(50));
		if (!past_random(4))
			ring_buffer_consume(a, 0, NULL, NULL);
		copy = past_memory(mem);
		past_spoil(copy);
		past_survive(copy);
		free(copy);
	}
	ring_buffer_free(a);
	free(mem);
}

static const struct {
	const char	*name;
	void		(*run)(void);
} tests[] = {
	{ "whole",	test_whole },
	{ "other_key",	test_key },
	{ "moved",	test_moved },
	{ "types",	test_types },
	{ "spoilt",	test_spoilt },
};

int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		if (argc < 2)
			puts(tests[i].name);
		else if (!strcmp(argv[1], tests[i].name))
			tests[i].run();
	}
	return 0;
}
