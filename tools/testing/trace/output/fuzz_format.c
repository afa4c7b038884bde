// SPDX-License-Identifier: GPL-2.0
/*
 * Print by a format: the input is one byte for an option and for how full the sequence
 * is, 8 numbers, and the format. What
 * output_vprintf() prints without vsnprintf() must be what vsnprintf() prints, where the
 * C library's and the kernel's agree.
 */
#include "record.h"

#define FUZZ_ARGS	8

static const char fuzz_text[] = "some text";

struct fuzz_input {
	u8	options;
	u8	args[FUZZ_ARGS][3];
};

/* What a format has. */
struct fuzz_format {
	unsigned int	nr;	/* number of arguments */
	bool		differs;	/* %p, %#x: the C library prints other text */
};

/* Whether a conversion after @len bytes, @size of them for its size, is the kernel's, too. */
static bool fuzz_conversion(const char *conv, size_t len, size_t size)
{
	const char *at = conv - size;

	if (size == 2 && (at[0] != at[1] || !strchr("hl", *at)))
		return false;
	switch (*conv) {
	case '%':
		return !len;
	case 's':
	case 'c':
	case 'p':
		return !size;
	}
	return *conv && strchr("duxi", *conv);
}

/*
 * Find the strings among the arguments. Return: false if the C library could read the
 * arguments in another way than the kernel does.
 */
static bool fuzz_parse(const char *fmt, struct fuzz_format *format, u64 *args)
{
	while ((fmt = strchr(fmt, '%'))) {
		size_t flags, width, size;

		fmt++;
		flags = strspn(fmt, "-#0+ ");
		width = flags + strspn(fmt + flags, "0123456789");
		if (fmt[width] == '.')
			width += 1 + strspn(fmt + width + 1, "0123456789");
		size = width;
		while (size < width + 2 && fmt[size] && strchr("hlLz", fmt[size]))
			size++;
		format->differs |= memchr(fmt, '#', flags) || fmt[size] == 'p';
		/* The C library prints any number of blanks. */
		if (width > 4 || !fuzz_conversion(fmt + size, size, size - width))
			return false;
		fmt += size + 1;
		if (fmt[-1] == '%')
			continue;
		if (format->nr == FUZZ_ARGS)
			return false;
		if (fmt[-1] == 's')
			args[format->nr] = (unsigned long)fuzz_text;
		format->nr++;
	}
	return true;
}

static bool fuzz_print(const char *fmt, ...)
{
	va_list args;
	bool done;

	va_start(args, fmt);
	done = output_vprintf(iter, fmt, args);
	va_end(args);
	return done;
}

/* Small numbers, negative ones, and numbers of each size. */
static u64 fuzz_number(const u8 *from)
{
	u64 n = from[0] | from[1] << 8;

	return from[2] & 64 ? -(n << from[2] % 48) : n << from[2] % 48;
}

/* Compare what was appended to the sequence, which had @start bytes. */
static void fuzz_compare(const char *fmt, const u64 *a, size_t start)
{
	static char want[8192];
	int len = snprintf(want, sizeof(want), fmt, a[0], a[1], a[2], a[3], a[4], a[5],
			   a[6], a[7]);

	if (len == (int)(iter->seq.seq.len - start) &&
	    !memcmp(want, iter->seq.buffer + start, len))
		return;
	fprintf(stderr, "format '%s'\nvsnprintf() '%s'\noutput_vprintf() '%.*s'\n", fmt,
		want, (int)(iter->seq.seq.len - start), iter->seq.buffer + start);
	abort();
}

static void fuzz_one(const struct fuzz_input *in, const char *fmt)
{
	struct fuzz_format format = {};
	size_t start = (in->options >> 1) * 16;
	u64 a[FUZZ_ARGS];
	unsigned int i;

	for (i = 0; i < FUZZ_ARGS; i++)
		a[i] = fuzz_number(in->args[i]);
	if (!fuzz_parse(fmt, &format, a))
		return;
	host_tr.options = in->options & 1 ? INSTANCE_OPT(HASH_PTR) : 0;
	trace_seq_init(&iter->seq);
	iter->seq.seq.len = start;
	if (fuzz_print(fmt, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) &&
	    !iter->seq.full && !format.differs)
		fuzz_compare(fmt, a, start);
	trace_event_printf(iter, fmt, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static bool ready;
	char *fmt;

	if (size < sizeof(struct fuzz_input))
		return 0;
	if (!ready)
		record_init();
	ready = true;
	size -= sizeof(struct fuzz_input);
	fmt = memcpy(malloc(size + 1), data + sizeof(struct fuzz_input), size);
	fmt[size] = '\0';
	fuzz_one((const struct fuzz_input *)data, fmt);
	free(fmt);
	return 0;
}
