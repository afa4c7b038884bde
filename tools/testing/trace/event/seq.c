// SPDX-License-Identifier: GPL-2.0
/*
 * sequences of text: each kind of text at the end of the buffer, copying to user space
 */
#include "world.h"
#include "../command/expect.h"

#define SIZE	TRACE_SEQ_BUFFER_SIZE

static struct trace_seq seq;

/* Ways to add four characters, or a number of them. */

static void seq_puts4(struct trace_seq *s)
{
	trace_seq_puts(s, "abcd");
}

static void seq_putmem(struct trace_seq *s)
{
	trace_seq_putmem(s, "abcde", 4);
}

static void seq_putc1(struct trace_seq *s)
{
	trace_seq_putc(s, 'a');
}

static void seq_printed(struct trace_seq *s)
{
	trace_seq_printf(s, "%s%d", "ab", 12);
}

static void seq_bprinted(struct trace_seq *s)
{
	static const u32 number = 12;

	trace_seq_bprintf(s, "ab", &number);
}

static void seq_hex(struct trace_seq *s)
{
	trace_seq_putmem_hex(s, "\x12\xab\xff", 3);
}

static int seq_returned;

static void seq_path(struct trace_seq *s)
{
	struct dentry dentry = { .d_name.name = "path" };
	struct path path = { &dentry };

	seq_returned = trace_seq_path(s, &path);
}

static void seq_dump(struct trace_seq *s)
{
	seq_returned = trace_seq_hex_dump(s, "pre", 1, 16, 2, "abcd", 4, true);
}

static const struct seq_way {
	void (*add)(struct trace_seq *s);
	const char *text;
	bool cut;		/* a short sequence keeps what fits */
	bool returns;		/* whether all of it fits */
} seq_ways[] = {
	{ seq_puts4, "abcd" }, { seq_putmem, "abcd" }, { seq_putc1, "a" },
	{ seq_printed, "ab12", .cut = true }, { seq_bprinted, "ab12", .cut = true },
	{ seq_hex, "12abff " }, { seq_path, "path", .returns = true },
	{ seq_dump, "pre1,16,2,1 abcd", .returns = true },
};

static void seq_fill(size_t len, size_t size)
{
	trace_seq_init(&seq);
	seq.seq.size = size;
	memset(seq.buffer, '.', sizeof(seq.buffer));
	seq.seq.len = len;
}

/* Add a text with @left bytes in a buffer of @size bytes. */
static void seq_at_end(const struct seq_way *way, size_t size, size_t left)
{
	size_t len = strlen(way->text), start = size - left;
	bool fits = len < left, is_short = size < SIZE && way->cut;
	size_t want = fits ? start + len : is_short ? size - 1 : start;

	seq_fill(start, size);
	seq_returned = -1;
	way->add(&seq);
	if (seq.seq.len != want || seq.full != !fits)
		printf("%s, %zu of %zu left: %zu bytes instead of %zu, full %d\n", way->text, left,
		       size, seq.seq.len, want, seq.full);
	expect(seq.seq.len == want && seq.full == !fits);
	expect(trace_seq_has_overflowed(&seq) == !fits);
	expect(!way->returns || seq_returned == fits);
	expect(!memcmp(seq.buffer + start, way->text, want - start));
	expect(seq.buffer[start - 1] == '.' && (size == SIZE || seq.buffer[size] == '.'));
	expect(trace_handle_return(&seq) == (fits ? TRACE_TYPE_HANDLED : TRACE_TYPE_PARTIAL_LINE));
	/* Nothing is added to a full sequence. */
	if (fits)
		return;
	seq.seq.len = 8;
	seq_returned = -1;
	way->add(&seq);
	expect(seq.seq.len == 8 && seq.full && seq.buffer[8] == (start == 8 ? *way->text : '.'));
	expect(!way->returns || !seq_returned);
}

static void seq_ends(void)
{
	static const size_t sizes[] = { SIZE, SIZE - 1, 100 };
	size_t i, j, left;

	for (i = 0; i < ARRAY_SIZE(seq_ways); i++) {
		for (j = 0; j < ARRAY_SIZE(sizes); j++) {
			for (left = 1; left <= strlen(seq_ways[i].text) + 2; left++)
				seq_at_end(&seq_ways[i], sizes[j], left);
		}
		/* A structure that is zero is initialized, and a stale length is not used. */
		memset(&seq, 0, sizeof(seq));
		seq_ways[i].add(&seq);
		expect(seq.seq.size == SIZE && seq.seq.len == strlen(seq_ways[i].text));
		expect(!strncmp(seq.buffer, seq_ways[i].text, seq.seq.len) && !seq.full);
	}
}

static void seq_path_of(size_t len)
{
	static char name[SIZE + 2];
	struct dentry dentry = { .d_name.name = name };
	struct path path = { &dentry };

	memset(name, 'p', sizeof(name));
	name[len] = '\0';
	trace_seq_init(&seq);
	expect(trace_seq_path(&seq, &path) == (len < SIZE));
	expect(seq.seq.len == (len < SIZE ? len : 0) && seq.full == (len >= SIZE));
}

/* With one byte left nothing fits, not even an empty text. */
static void seq_empty(void)
{
	struct dentry dentry = { .d_name.name = "" };
	struct path path = { &dentry };
	size_t left;

	for (left = 1; left <= 2; left++) {
		seq_fill(SIZE - left, SIZE);
		expect(trace_seq_path(&seq, &path) == (left > 1) && seq.full == (left == 1));
		seq_fill(SIZE - left, SIZE);
		expect(trace_seq_hex_dump(&seq, "", 0, 16, 1, "", 0, false) == (left > 1));
		expect(seq.full == (left == 1) && seq.seq.len == SIZE - left);
	}
}

static void seq_bitmask(void)
{
	static const unsigned long mask[] = { 5, 6 };

	trace_seq_init(&seq);
	trace_seq_bitmask(&seq, mask, 70);
	/* libc reads the kernel's "%*pb" as a pointer in 70 columns and a 'b'. */
	expect(seq.seq.len == 71 && seq.buffer[70] == 'b');
	trace_seq_init(&seq);
	trace_seq_bitmask_list(&seq, mask, 70);
	expect(seq.seq.len == 72 && !memcmp(&seq.buffer[70], "bl", 2));
}

static void seq_acquire(void)
{
	char *part;

	memset(&seq, 0, sizeof(seq));
	expect(trace_seq_acquire(&seq, 10) == seq.buffer && seq.seq.len == 10 && !seq.full);
	expect(trace_seq_buffer_ptr(&seq) == seq.buffer + 10 && trace_seq_used(&seq) == 10);
	seq_fill(SIZE - 10, SIZE);
	expect(trace_seq_acquire(&seq, 10) == seq.buffer + SIZE - 10 && !seq.full);
	expect(seq.seq.len == SIZE);
	seq_fill(SIZE - 10, SIZE);
	expect(trace_seq_acquire(&seq, 11) == seq.buffer + SIZE - 11 && seq.full == 1);
	expect(seq.seq.len == SIZE - 10);
	/* Full: any part is the end of the buffer. */
	seq_fill(0, SIZE);
	seq.full = 1;
	part = trace_seq_acquire(&seq, 1);
	expect(part == seq.buffer + SIZE - 1 && !seq.seq.len);
	expect(trace_seq_acquire(&seq, SIZE) == seq.buffer);
	expect(!trace_seq_acquire(&seq, SIZE + 1));
	seq_fill(0, SIZE);
	expect(!trace_seq_acquire(&seq, SIZE + 1) && seq.full == 1);
	seq_fill(0, SIZE);
	expect(trace_seq_acquire(&seq, SIZE) == seq.buffer && !seq.full);
}

static void seq_pops(void)
{
	trace_seq_init(&seq);
	trace_seq_puts(&seq, "a\xff");
	expect(trace_seq_pop(&seq) == 0xff && trace_seq_pop(&seq) == 'a');
	expect(trace_seq_pop(&seq) == -1 && !seq.seq.len);
}

static void seq_to_user(void)
{
	char user[32] = "";

	memset(&seq, 0, sizeof(seq));
	expect(trace_seq_to_user(&seq, user, 4) == -EBUSY && seq.seq.size == SIZE);
	trace_seq_puts(&seq, "0123456789");
	host_bad_user = user;
	expect(trace_seq_to_user(&seq, user, 4) == -EFAULT && !seq.readpos);
	host_bad_user = NULL;
	expect(trace_seq_to_user(&seq, user, 4) == 4 && !strcmp(user, "0123") && seq.readpos == 4);
	expect(trace_seq_to_user(&seq, user + 4, 5) == 5 && !strcmp(user, "012345678"));
	expect(trace_seq_to_user(&seq, user + 9, 5) == 1 && !strcmp(user, "0123456789"));
	expect(trace_seq_to_user(&seq, user, 5) == -EBUSY && seq.readpos == 10);
	/* A copy of no bytes is no error, and reads nothing. */
	trace_seq_puts(&seq, "x");
	expect(!trace_seq_to_user(&seq, user, 0) && seq.readpos == 10);
}

static void seq_to_file(void)
{
	char text[16] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	memset(&seq, 0, sizeof(seq));
	expect(!trace_print_seq(&m, &seq) && seq.seq.size == SIZE && !m.count);
	trace_seq_puts(&seq, "0123456789");
	seq.readpos = 3;
	expect(!trace_print_seq(&m, &seq) && !strcmp(text, "0123456789"));
	expect(!seq.seq.len && !seq.readpos);
	/* What does not fit stays. */
	trace_seq_puts(&seq, "abcdef");
	expect(trace_print_seq(&m, &seq) == -1 && m.count == 10 && seq.seq.len == 6);
}

int main(void)
{
	seq_ends();
	seq_path_of(SIZE - 1);
	seq_path_of(SIZE);
	seq_empty();
	seq_bitmask();
	seq_acquire();
	seq_pops();
	seq_to_user();
	seq_to_file();
	expect(!host_warnings);
	return host_end(expect_failed);
}
