// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of kernel/trace/output on the host, with ASan and UBSan: every printer of a
 * built-in entry in every format, numbers of every conversion compared with printf, and
 * the functions that print formats call. starts.c has the start of lines.
 */
#include "lines.h"

static void lines_notes(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN } };

	iter->cpu = 3;
	iter->lost_events = 17;
	line(&rec, sizeof(rec), BARE, NS, "CPU:3 [LOST 17 EVENTS]\n0\n");
	output_reader_of(iter)->causes = (struct ring_lost){ .by = { 9, 1, 2, 0, 3 } };
	line(&rec, sizeof(rec), BARE, NS, "CPU:3 [LOST 17 EVENTS]\n0\n");
	output_reader_of(iter)->show_causes = true;
	line(&rec, sizeof(rec), BARE, NS,
	     "CPU:3 [LOST 17 EVENTS] overwritten=9 no_space=1 nested=2 last_boot=3 unknown=2\n0\n");
	output_reader_of(iter)->causes = (struct ring_lost){ .by = { 0, 0, 0, 17, 0 } };
	line(&rec, sizeof(rec), BARE, NS, "CPU:3 [LOST 17 EVENTS] recursion=17\n0\n");
	output_reader_of(iter)->causes = (struct ring_lost){ .by = { 0, 0, 0, 0, 0, 17 } };
	line(&rec, sizeof(rec), BARE, NS, "CPU:3 [LOST 17 EVENTS] budget=17\n0\n");
	output_reader_of(iter)->causes = (struct ring_lost){ .by = { 9, 1, 2, 0, 30 } };
	line(&rec, sizeof(rec), BARE, NS,
	     "CPU:3 [LOST 17 EVENTS] overwritten=9 no_space=1 nested=2 last_boot=5\n0\n");
	output_reader_of(iter)->show_causes = false;
	iter->lost_events = ~0UL;
	line(&rec, sizeof(rec), BARE, NS, "CPU:3 [LOST EVENTS]\n0\n");
	iter->lost_events = 0;
	iter->started = 0;
	iter->idx = 1;
	line(&rec, sizeof(rec), BARE, NS | TRACE_FILE_ANNOTATE, "0\n");
	iter->idx = 2;
	line(&rec, sizeof(rec), BARE, NS | TRACE_FILE_ANNOTATE, "0\n");
	iter->cpu = 4;
	line(&rec, sizeof(rec), BARE, NS, "0\n");
	line(&rec, sizeof(rec), BARE & ~INSTANCE_OPT(ANNOTATE), NS | TRACE_FILE_ANNOTATE,
	     "0\n");
	line(&rec, sizeof(rec), BARE, NS | TRACE_FILE_ANNOTATE,
	     "##### CPU 4 buffer started ####\n0\n");
	line(&rec, sizeof(rec), BARE, NS | TRACE_FILE_ANNOTATE, "0\n");
	iter->cpu = 9;
	line(&rec, sizeof(rec), BARE, NS | TRACE_FILE_ANNOTATE, "0\n");
	report("lost records and the start of a CPU");
}

/* Built-in entries, in the default format, raw, hex and binary */

static void lines_switch(void)
{
	struct event_context_switch rec = {
		.ent = { .type = TRACE_CTX }, .prev_pid = 0x10, .prev_prio = 120,
		.prev_state = 0, .next_pid = 0x20, .next_prio = 19, .next_state = 1,
		.next_cpu = 2,
	};
	u64 hex = BARE | INSTANCE_OPT(HEX), raw = BARE | INSTANCE_OPT(RAW);

	line(&rec, sizeof(rec), BARE, NS, "      16:120:R ==> [002]      32: 19:S <...>\n");
	line(&rec, sizeof(rec), raw, NS, "16 120 R 2 32 19 S\n");
	line(&rec, sizeof(rec), hex, NS,
	     "00000010 78 00000052 00000002 00000020 13 00000053 \n");
	rec.ent.type = TRACE_WAKE;
	line(&rec, sizeof(rec), BARE, NS, "      16:120:R   + [002]      32: 19:S <...>\n");
	line(&rec, sizeof(rec), raw, NS, "16 120 + 2 32 19 S\n");
	line(&rec, sizeof(rec), hex, NS,
	     "00000010 78 0000002b 00000002 00000020 13 00000053 \n");
	rec.prev_state = 1;
	line(&rec, sizeof(rec), raw, NS, "16 120 S 2 32 19 S\n");
	report("switches and wakeups");
}

static void lines_binary(void)
{
	struct event_context_switch cs = {
		.ent = { .type = TRACE_CTX, .pid = 'P' }, .prev_pid = 'a', .prev_prio = 'b',
		.prev_state = 'c', .next_cpu = 'd', .next_pid = 'e', .next_prio = 'f',
		.next_state = 'g',
	};
	struct event_function fn = { .ent = { .type = TRACE_FN }, .ip = 1, .parent_ip = 2 };
	static const char switch_want[] = "a\0\0\0bcd\0\0\0e\0\0\0fg";
	u64 bin = BARE | INSTANCE_OPT(BIN);

	line(&cs, sizeof(cs), bin, NS, "a");
	wrong += iter->seq.seq.len != sizeof(switch_want) ||
		 memcmp(iter->seq.buffer, switch_want, sizeof(switch_want));
	line(&fn, sizeof(fn), bin, NS, "\1");
	wrong += iter->seq.seq.len != 17 || memcmp(iter->seq.buffer, &fn.ip, 16);
	report("binary");
}

static void lines_repeats(void)
{
	struct event_func_repeats rec = {
		.ent = { .type = TRACE_FUNC_REPEATS }, .ip = 0x1234, .parent_ip = 0x1567,
		.count = 3, .top_delta_ts = 1, .bottom_delta_ts = 2,
	};

	iter->ts = 10000000000;
	line(&rec, sizeof(rec), BARE, NS,
	     "function_123 <-function_156 (repeats: 3, last_ts:     5.705033)\n");
	line(&rec, sizeof(rec), BARE | INSTANCE_OPT(RAW), NS, "4660 5479 3 4294967298\n");
	report("repeated calls");
}

static void lines_stacks(void)
{
	struct {
		struct event_kernel_stack rec;
		unsigned long more[4];
	} stack = {
		.rec = { .ent = { .type = TRACE_STACK } },
		.more = { 0x1010, EVENT_TRAMPOLINE, 0x1021, 0x1031 },
	};
	struct event_user_stack user = {
		.ent = { .type = TRACE_USER_STACK }, .tgid = 5,
		.caller = { 0x1000, 0x2000, 0, 0x3000 },
	};

	line(&stack, sizeof(stack), BARE, NS,
	     "<stack trace>\n => function_101\n => [FTRACE TRAMPOLINE]\n => function_102\n => function_103\n");
	line(&stack, sizeof(stack) - 8, BARE, NS,
	     "<stack trace>\n => function_101\n => [FTRACE TRAMPOLINE]\n => function_102\n");
	line(&user, sizeof(user), BARE, NS,
	     "<user stack trace>\n =>  <0000000000001000>\n =>  <0000000000002000>\n");
	line(&user, sizeof(user), BARE | INSTANCE_OPT(SYM_USEROBJ), NS,
	     "<user stack trace>\n =>  <0000000000001000>\n =>  <0000000000002000>\n");
	user.tgid = HOST_MAPPED;
	user.caller[0] = 0x1234;
	line(&user, sizeof(user), BARE | INSTANCE_OPT(SYM_USEROBJ), NS,
	     "<user stack trace>\n => /lib/so[+0x234]\n =>  <0000000000002000>\n");
	line(&user, sizeof(user), BARE | INSTANCE_OPT(SYM_USEROBJ) | INSTANCE_OPT(SYM_ADDR), NS,
	     "<user stack trace>\n => /lib/so[+0x234] <0000000000001234>\n"
	     " =>  <0000000000002000>\n");
	line(&user, sizeof(user), BARE, NS,
	     "<user stack trace>\n =>  <0000000000001234>\n =>  <0000000000002000>\n");
	user.caller[0] = 0x1000;
	user.caller[1] = ULONG_MAX;
	line(&user, sizeof(user), BARE, NS,
	     "<user stack trace>\n =>  <0000000000001000>\n");
	report("stack traces");
}

static void lines_mappings(void)
{
	struct {
		struct event_user_mapping rec;
		char more[16];
	} mapping = {
		.rec = {
			.ent = { .type = TRACE_USER_MAPPING }, .tgid = 5, .start = 0x1000,
			.size = 0x2000, .offset = 0x3000, .ino = 7, .major = 254, .minor = 1,
			.build_id_size = 2, .build_id = { 0xab, 0x01 },
		},
	};
	const int fixed = offsetof(struct event_user_mapping, path);

	memcpy(mapping.rec.path, "/lib/so", 8);
	line(&mapping, fixed + 8, BARE, NS,
	     "user_mapping: tgid=5 1000-3000 3000 fe:01 7 ab01 /lib/so\n");
	line(&mapping, fixed + 4, BARE, NS,
	     "user_mapping: tgid=5 1000-3000 3000 fe:01 7 ab01 /lib\n");
	mapping.rec.build_id_size = 0;
	line(&mapping, fixed, BARE, NS, "user_mapping: tgid=5 1000-3000 3000 fe:01 7 - \n");
	mapping.rec.parent = 4;
	line(&mapping, fixed + 1, BARE, NS, "user_mapping: tgid=5 parent=4\n");
	report("mappings");
}

static void lines_messages(void)
{
	struct {
		struct event_print rec;
		char text[12];
	} print = { .rec = { .ent = { .type = TRACE_PRINT }, .ip = 0x1234 },
		    .text = "hello\n" };
	struct event_bputs puts = { .ent = { .type = TRACE_BPUTS }, .ip = 0x1234,
				    .str = "constant\n" };
	struct {
		struct event_bprint rec;
		u32 args[2];
	} bprint = { .rec = { .ent = { .type = TRACE_BPRINT }, .ip = 0x1234,
			      .fmt = "formatted\n" } };
	struct {
		struct event_raw_data rec;
		u8 bytes[2];
	} data = { .rec = { .ent = { .type = TRACE_RAW_DATA }, .id = 0xab },
		   .bytes = { 1, 0xfe } };
	u64 raw = BARE | INSTANCE_OPT(RAW), only = BARE | INSTANCE_OPT(PRINTK_MSGONLY);

	line(&print, sizeof(print), BARE, NS, "function_123: hello\n");
	line(&print, sizeof(print.rec) + 3, BARE, NS, "function_123: hel");
	line(&print, sizeof(print), raw, NS, "# 1234 hello\n");
	line(&print, sizeof(print), only, NS, "hello\n");
	line(&print, sizeof(print), only & ~INSTANCE_OPT(PRINTK), NS,
	     "function_123: hello\n");
	line(&puts, sizeof(puts), BARE, NS, "function_123: constant\n");
	line(&puts, sizeof(puts), raw, NS, ": 1234 : constant\n");
	line(&puts, sizeof(puts), only, NS, "constant\n");
	line(&bprint, sizeof(bprint), BARE, NS, "function_123: formatted\n");
	line(&bprint, sizeof(bprint), raw, NS, ": 1234 : formatted\n");
	line(&bprint, sizeof(bprint), only, NS, "formatted\n");
	line(&data, sizeof(data), raw, NS, "# ab buf: 01 fe 00 00\n");
	report("messages");
}

/* Numbers of each conversion, flag, width and size, compared with printf */

static enum print_line_t lines_printf(const char *fmt, ...)
{
	va_list args;
	bool done;

	trace_seq_init(&iter->seq);
	va_start(args, fmt);
	done = output_vprintf(iter, fmt, args);
	va_end(args);
	trace_seq_putc(&iter->seq, '\0');
	return done ? TRACE_TYPE_HANDLED : TRACE_TYPE_UNHANDLED;
}

static void lines_number(const char *flags, int width, const char *size, char conv,
			 u64 value)
{
	char fmt[32], digits[8] = "", want[128];
	bool handled;

	if (width)
		sprintf(digits, "%d", width);
	sprintf(fmt, "a%s%%%s%s%s%cz", width ? "" : "b", flags, digits, size, conv);
	handled = lines_printf(fmt, value) == TRACE_TYPE_HANDLED;
	lines_reader.format_epoch++;
	/* Hexadecimal numbers are left-aligned by vsnprintf(). */
	wrong += handled == (conv == 'x' && *flags == '-');
	if (!handled)
		return;
	snprintf(want, sizeof(want), fmt, value);
	/* The kernel prints 0 with a prefix as well. */
	if (*flags == '#' && !strtoull(strpbrk(want, "0123456789"), NULL, 16) &&
	    snprintf(want, sizeof(want), fmt, 1UL))
		*strrchr(want, '1') = '0';
	expect(iter->seq.buffer, want);
}

static void lines_numbers(void)
{
	static const char * const flags[] = { "", "-", "0", "#", "#0" };
	static const char * const sizes[] = { "", "h", "hh", "l", "ll", "z" };
	static const u64 values[] = {
		0, 1, 9, 10, 15, 16, 99, 100, 127, 128, 255, 256, 999, 1000, 9999, 10000,
		32767, 32768, 65535, 65536, 99999, 100000, 1000000, 123456789,
		INT_MAX, INT_MAX + 1ULL, 0xffffffff, 0x100000000, 9999999999,
		LONG_MAX, LONG_MAX + 1ULL, 9999999999999999999ULL,
		10000000000000000000ULL, -1ULL, -9ULL, -10ULL, -100ULL,
	};
	static const int widths[] = { 0, 1, 2, 5, 8, 9, 16, 17, 20, 32 };
	size_t f, s, v, w;

	for (f = 0; f < ARRAY_SIZE(flags); f++) {
		for (s = 0; s < ARRAY_SIZE(sizes); s++) {
			for (v = 0; v < ARRAY_SIZE(values); v++) {
				for (w = 0; w < ARRAY_SIZE(widths); w++) {
					lines_number(flags[f], widths[w], sizes[s], 'x',
						     values[v]);
					if (*flags[f] == '#')
						continue;
					lines_number(flags[f], widths[w], sizes[s], 'd',
						     values[v]);
					lines_number(flags[f], widths[w], sizes[s], 'u',
						     values[v]);
				}
			}
		}
	}
	report("numbers as printf prints them");
}

/* The formats that output_vprintf() leaves to vsnprintf(), and those that it prints */
static void lines_formats(void)
{
	static const char * const left[] = {
		"%5.2s", "%*d", "%-05d", "%#d", "%-x", "%#s", "%ls", "%5c", "%lc", "%o", "%X",
		"%e", "% d", "%+d", "%5p", "%065d", "%", "%l", "%n", "%100d",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(left); i++) {
		if (lines_printf(left[i], 0UL, 0UL) == TRACE_TYPE_HANDLED)
			expect(left[i], "a format for vsnprintf()");
	}
	lines_printf("%s%s|%6s|%-6s|%2s|%c|%%|%d%d", "", "one", "two", "three", "four", 'c', 5, -6);
	expect(iter->seq.buffer, "one|   two|three |four|c|%|5-6");
	lines_printf("%ps|%pS|%i", (void *)0x1234, (void *)0x1234, 3);
	/* The C library does not know these letters. */
	expect(iter->seq.buffer, "0x1234s|0x1234S|3");
	lines_printf("no conversion");
	expect(iter->seq.buffer, "no conversion");
	report("formats");
}

/* The steps that a format is compiled to */
static void lines_steps(void)
{
	/* What the C library spells %lld. */
	static const char large[] = { '%', 'L', 'd', '\0' };
	static const struct {
		const char *fmt;
		struct output_format_op op;
	} rows[] = {
		{ "%d", { 0, 2, 'd', 'i' } }, { "ab%ic", { 2, 4, 'd', 'i' } },
		{ "%hd", { 0, 3, 'd', 'h' } }, { "%hhu", { 0, 4, 'u', 'H' } },
		{ "%ld", { 0, 3, 'd', 'l' } }, { "%llx", { 0, 4, 'x', 'L' } },
		{ large, { 0, 3, 'd', 'L' } }, { "%zu", { 0, 3, 'u', 'l' } },
		{ "%5d", { 0, 3, 'd', 'i', 5 } }, { "%64d", { 0, 4, 'd', 'i', 64 } },
		{ "%05u", { 0, 4, 'u', 'i', 5, FORMAT_ZERO } },
		{ "%-5d", { 0, 4, 'd', 'i', 5, FORMAT_LEFT } },
		{ "%#x", { 0, 3, 'x', 'i', 0, FORMAT_PREFIX } },
		{ "%#010lx", { 0, 7, 'x', 'l', 10, FORMAT_PREFIX | FORMAT_ZERO } },
		{ "%0#4x", { 0, 5, 'x', 'i', 4, FORMAT_PREFIX | FORMAT_ZERO } },
		{ "%s", { 0, 2, 's', 'i' } }, { "%-16s", { 0, 5, 's', 'i', 16, FORMAT_LEFT } },
		{ "%c", { 0, 2, 'c', 'i' } }, { "%%", { 0, 2, '%', 'i' } },
		{ "%p", { 0, 2, 'P', 'i' } }, { "%p.", { 0, 2, 'P', 'i', 0, 0, '.' } },
		{ "%ps", { 0, 3, 'S', 'i', 1, 0, 's' } }, { "%pS", { 0, 3, 'S', 'i', 1, 0, 'S' } },
		{ "%pK", { 0, 3, 'p', 'i', 1, 0, 'K' } },
		{ "%pSR", { 0, 4, 'p', 'i', 2, 0, 'S' } },
		{ "%pI4 x", { 0, 4, 'p', 'i', 2, 0, 'I' } },
		{ "%pISpc", { 0, 6, 'p', 'i', 4, 0, 'I' } },
		{ "%pISpcx", { 0, 7, 'p', 'i', 5, 0, 'I' } },
	};
	struct output_format f;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct output_format_op *op = &f.ops[0], *want = &rows[i].op;

		output_format_parse(&f, rows[i].fmt);
		if (f.count == 2 && op->len == want->len && op->end == want->end &&
		    op->conv == want->conv && op->size == want->size &&
		    op->width == want->width && op->flags == want->flags &&
		    op->extension == want->extension && !f.ops[1].conv)
			continue;
		expect(rows[i].fmt, "the steps that are expected");
	}
	output_format_parse(&f, "%pISpcxy");
	wrong += f.count;
	report("steps of formats");
}

/* Formats with as many steps and as much text as fit, and with more */
static void lines_limits(void)
{
	char fmt[OUTPUT_FORMAT_TEXT + 2 * OUTPUT_FORMAT_OPS];
	struct output_format f;

	memset(fmt, 'x', sizeof(fmt));
	fmt[OUTPUT_FORMAT_TEXT] = '\0';
	output_format_parse(&f, fmt);
	wrong += f.count != 1 || f.ops[0].len != OUTPUT_FORMAT_TEXT;
	fmt[OUTPUT_FORMAT_TEXT] = 'x';
	fmt[OUTPUT_FORMAT_TEXT + 1] = '\0';
	output_format_parse(&f, fmt);
	wrong += f.count;
	fmt[OUTPUT_FORMAT_TEXT + 1] = 'x';
	memcpy(fmt + 100, "%d", 2);
	fmt[OUTPUT_FORMAT_TEXT + 2] = '\0';
	output_format_parse(&f, fmt);
	wrong += f.count != 2 || f.ops[1].len != OUTPUT_FORMAT_TEXT - 100;
	for (int i = 0; i < OUTPUT_FORMAT_OPS; i++)
		memcpy(fmt + 2 * i, "%d", 3);
	output_format_parse(&f, fmt);
	wrong += f.count;
	fmt[2 * OUTPUT_FORMAT_OPS - 2] = '\0';
	output_format_parse(&f, fmt);
	wrong += f.count != OUTPUT_FORMAT_OPS;
	report("the longest formats");
}

/* A compiled format is kept until a module is loaded. */
static void lines_epochs(void)
{
	char fmt[] = "one %d";

	lines_printf(fmt, 1);
	expect(iter->seq.buffer, "one 1");
	memcpy(fmt, "two", 3);
	lines_printf(fmt, 2);
	expect(iter->seq.buffer, lines_reader.cache ? "one 2" : "two 2");
	lines_reader.format_epoch++;
	lines_printf(fmt, 3);
	expect(iter->seq.buffer, "two 3");
	report("formats of modules");
}

/* Texts at the end of a sequence are whole, or the sequence is full and unchanged. */
static void lines_full(void)
{
	static const char text[] = "a=         7|word  |c";
	const size_t len = strlen(text);
	int left, whole = 0;

	lines_tr.options = BARE;
	for (left = 0; left < 300; left++) {
		size_t start = TRACE_SEQ_BUFFER_SIZE - 1 - left;

		trace_seq_init(&iter->seq);
		iter->seq.seq.len = start;
		trace_event_printf(iter, "a=%10d|%-6s|%c", 7, "word", 'c');
		if (iter->seq.full) {
			wrong += iter->seq.seq.len != start || whole;
			continue;
		}
		whole++;
		wrong += iter->seq.seq.len != start + len ||
			 memcmp(iter->seq.buffer + start, text, len);
	}
	wrong += whole < 100;
	report("the end of a sequence");
}

/* Conversions that are printed one by one in the middle of a text */
static void lines_conversions(void)
{
	lines_tr.options = BARE;
	wrong += lines_printf("<%p %pK>", (void *)0x10, (void *)0x20) != TRACE_TYPE_HANDLED;
	expect(iter->seq.buffer, "<0x10 0x20K>");
	lines_tr.options = BARE & ~INSTANCE_OPT(HASH_PTR);
	wrong += lines_printf("<%p %pK>", (void *)0x10, (void *)0x20) != TRACE_TYPE_HANDLED;
	expect(iter->seq.buffer, "<0000000000000010 0x20K>");
	wrong += lines_printf("%s", (char *)NULL) != TRACE_TYPE_UNHANDLED;
	wrong += lines_printf("%s", (char *)(PAGE_SIZE - 1)) != TRACE_TYPE_UNHANDLED;
	wrong += lines_printf("%s", (char *)-1UL) != TRACE_TYPE_UNHANDLED;
	wrong += lines_printf("%s", (char *)-MAX_ERRNO) != TRACE_TYPE_UNHANDLED;
	report("conversions within a text");
}

/* A tracer prints its lines itself, or leaves that to others. */

static enum print_line_t lines_own_result;

static enum print_line_t lines_own(struct trace_iterator *it)
{
	trace_seq_puts(&it->seq, "own ");
	return lines_own_result;
}

static void lines_tracers(void)
{
	static const struct tracer own = { .print_line = lines_own };
	struct event_function rec = { .ent = { .type = TRACE_FN }, .ip = 0x1000 };

	iter->trace = &own;
	lines_own_result = TRACE_TYPE_HANDLED;
	line(&rec, sizeof(rec), BARE, NS, "own ");
	lines_own_result = TRACE_TYPE_PARTIAL_LINE;
	line(&rec, sizeof(rec), BARE, NS, "incomplete\n");
	lines_own_result = TRACE_TYPE_UNHANDLED;
	line(&rec, sizeof(rec), BARE, NS, "own function_100\n");
	/* A record that is too short is not passed to it. */
	lines_own_result = TRACE_TYPE_HANDLED;
	line(&rec, 16, BARE, NS, "TYPE 1: RECORD TOO SHORT (16 OF 24 BYTES)\n");
	/* Its types need no event. */
	rec.ent.type = 63;
	line(&rec, sizeof(rec), BARE, NS, "own ");
	lines_own_result = TRACE_TYPE_UNHANDLED;
	line(&rec, sizeof(rec), BARE, NS, "own Unknown type 63\n");
	iter->trace = &lines_tracer;
	report("lines of a tracer");
}

static const char *lines_event(u64 options, const char *fmt, ...)
{
	lines_tr.options = options;
	trace_seq_init(&iter->seq);
	trace_event_printf(iter, fmt, 1, (void *)16, (void *)16, (void *)16);
	trace_seq_putc(&iter->seq, '\0');
	return iter->seq.buffer;
}

/*
 * With nohash-ptr a bare %p becomes %px, after which the C library prints an x. The
 * first conversion leaves the format to vsnprintf().
 */
static void lines_pointers(void)
{
	static const char fmt[] = "%+d %p|%5p|%ps|%%p", last[] = "%+d %p";
	char longer[400];

	expect(lines_event(BARE, fmt), "+1 0x10| 0x10|0x10s|%p");
	expect(lines_event(BARE & ~INSTANCE_OPT(HASH_PTR), fmt), "+1 0x10x| 0x10|0x10s|%p");
	expect(lines_event(BARE & ~INSTANCE_OPT(HASH_PTR), last), "+1 0x10x");
	memset(longer, '.', sizeof(longer));
	memcpy(longer, last, sizeof(last) - 1);
	longer[sizeof(longer) - 1] = '\0';
	lines_event(BARE & ~INSTANCE_OPT(HASH_PTR), longer);
	wrong += strncmp(iter->seq.buffer, "+1 0x10x....", 12) ||
		 strlen(iter->seq.buffer) != sizeof(longer) - 1 + 2;
	/* A reader that must not allocate prints the format as it is. */
	free(iter->fmt);
	iter->fmt = NULL;
	iter->fmt_size = 0;
	lines_reader.atomic = true;
	expect(lines_event(BARE & ~INSTANCE_OPT(HASH_PTR), last), "+1 0x10");
	lines_reader.atomic = false;
	trace_seq_init(&iter->seq);
	wrong += trace_output_call(iter, "name", "%d+%d\n", 1, 2) != TRACE_TYPE_HANDLED;
	trace_seq_putc(&iter->seq, '\0');
	expect(iter->seq.buffer, "name: 1+2\n");
	report("pointers, and the text of another event");
}

static void lines_usecs(void)
{
	static const struct {
		u64 ns;
		const char *want;
	} rows[] = {
		{ 0, "0.000 us    " }, { 1122, "1.122 us    " }, { 999, "0.999 us    " },
		{ 12345, "12.345 us   " }, { 123456, "123.456 us  " },
		{ 1234567, "1234.567 us " }, { 12345678, "12345.67 us " },
		{ 123456789, "123456.7 us " }, { 1234567890, "1234567 us  " },
		{ 12345678901, "12345678 us " }, { 123456789012, "123456789 us " },
	};
	char got[OUTPUT_USECS_MAX + 40];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		*output_put_usecs(got, rows[i].ns) = '\0';
		expect(got, rows[i].want);
	}
	*output_put_time(got, 1499, 3) = '\0';
	expect(got, "  0.000001");
	*output_put_time(got, 12999999500, 1) = '\0';
	expect(got, "13.000000");
	*output_put_left(got, -12, 5) = '\0';
	expect(got, "-12  ");
	*output_put_s64(got, -12, 5) = '\0';
	expect(got, "  -12");
	*output_put_s64(got, LLONG_MIN, 3) = '\0';
	expect(got, "-9223372036854775808");
	report("durations and times");
}

/* __print_flags(), __print_symbolic(), __print_hex(), __print_array(), bitmasks */
static void lines_helpers(void)
{
	static const struct trace_print_flags names[] = {
		{ 3, "both" }, { 1, "one" }, { 2, "two" }, { 8, "eight" }, { 0, NULL },
	};
	static const u8 bytes[] = { 0x01, 0xab, 0x10, 0, 0xff, 0, 0, 0 };
	struct trace_seq *p = &lines_tmp;

	trace_seq_init(p);
	expect(trace_print_flags_seq(p, "|", 0, names), "");
	expect(trace_print_flags_seq(p, "|", 1, names), "one");
	expect(trace_print_flags_seq(p, "|", 11, names), "both|eight");
	expect(trace_print_flags_seq(p, "", 10, names), "twoeight");
	expect(trace_print_flags_seq(p, NULL, 10, names), "twoeight");
	expect(trace_print_flags_seq(p, "|", 0x32, names), "two|0x30");
	expect(trace_print_flags_seq(p, "|", 0x30, names), "0x30");
	expect(trace_print_symbols_seq(p, 2, names), "two");
	expect(trace_print_symbols_seq(p, 8, names), "eight");
	expect(trace_print_symbols_seq(p, 4, names), "0x4");
	expect(trace_print_hex_seq(p, bytes, 3, false), "01 ab 10");
	expect(trace_print_hex_seq(p, bytes, 3, true), "01ab10");
	expect(trace_print_hex_seq(p, bytes, 0, true), "");
	expect(trace_print_array_seq(p, bytes, 0, 1), "{}");
	expect(trace_print_array_seq(p, bytes, 3, 1), "{0x1,0xab,0x10}");
	expect(trace_print_array_seq(p, bytes, 2, 2), "{0xab01,0x10}");
	expect(trace_print_array_seq(p, bytes, 2, 4), "{0x10ab01,0xff}");
	expect(trace_print_array_seq(p, bytes, 1, 8), "{0xff0010ab01}");
	expect(trace_print_array_seq(p, bytes, 2, 3), "{BAD SIZE:3 0x1,BAD SIZE:3 0xab}");
	expect(trace_print_bitmask_seq(p, (void *)bytes, 8), "ff0010ab01");
	expect(trace_print_hex_dump_seq(p, "prefix ", 2, 16, 4, bytes, 5, true),
	       "\nprefix 2 16 4 5 1");
	report("functions of print formats");
}

static void lines_all(void)
{
	lines_notes();
	lines_switch();
	lines_binary();
	lines_repeats();
	lines_stacks();
	lines_mappings();
	lines_messages();
	lines_numbers();
	lines_formats();
	lines_steps();
	lines_limits();
	lines_epochs();
	lines_full();
	lines_conversions();
	lines_tracers();
	lines_pointers();
	lines_usecs();
	lines_helpers();
}

int main(void)
{
	return lines_main(lines_all);
}
