// SPDX-License-Identifier: GPL-2.0
/*
 * The printers of kernel/trace/output on the host, with ASan and UBSan. The text of
 * given records is compared with the expected text. Then random records of any
 * length are printed in every format. A read beyond the end of a record ends the
 * program.
 */
#include "record.h"

/* The tests */

static int tests, failed;

static void report(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++tests, what);
	failed += !good;
}

static void golden(const char *what, void *rec, int size, u64 options,
		   unsigned long flags, const char *text)
{
	bool good;

	host_tr.options = options;
	good = !strcmp(host_line(iter, rec, size, flags), text);
	report(good, what);
	if (!good)
		printf("# got  %s# want %s", iter->seq.buffer, text);
}

static void golden_function(void)
{
	struct event_function rec = {
		.ent = { .type = TRACE_FN, .pid = 7, .preempt_count = 2,
			 .flags = TRACE_FLAG_IRQS_OFF },
		.ip = 0x1234, .parent_ip = 0x1567,
	};
	unsigned long ns = TRACE_FILE_TIME_IN_NS;

	iter->cpu = 3;
	iter->ts = 61000000499;
#define CONTEXT "           <...>-7       [003] d..2.    61.000000: "
	golden("function", &rec, sizeof(rec), DEFAULTS, ns,
	       CONTEXT "function_123 <-function_156\n");
	golden("noprint-parent", &rec, sizeof(rec),
	       DEFAULTS & ~INSTANCE_OPT(PRINT_PARENT), ns,
	       CONTEXT "function_123\n");
	golden("sym-offset", &rec, sizeof(rec),
	       DEFAULTS | INSTANCE_OPT(SYM_OFFSET), ns,
	       CONTEXT "function_123+0x4/0x10 <-function_156+0x7/0x10\n");
	golden("sym-addr", &rec, sizeof(rec),
	       DEFAULTS | INSTANCE_OPT(SYM_ADDR), ns,
	       CONTEXT "function_123 <1234> <-function_156 <1567>\n");
	rec.ip = 0x12ab;
	golden("sym-addr, digits above 9", &rec, sizeof(rec),
	       DEFAULTS | INSTANCE_OPT(SYM_ADDR), ns,
	       CONTEXT "function_12a <12ab> <-function_156 <1567>\n");
	rec.ip = 0x1234;
	golden("function, from memory", &rec, sizeof(rec), DEFAULTS, ns,
	       CONTEXT "function_123 <-function_156\n");
	rec.parent_ip = 0x999;
	golden("kretprobe", &rec, sizeof(rec), DEFAULTS, ns,
	       CONTEXT "function_123 <-[unknown/kretprobe'd]\n");
	rec.parent_ip = 0x12345;
	golden("no symbol", &rec, sizeof(rec), DEFAULTS, ns,
	       CONTEXT "function_123 <-0x00012345\n");
	rec.ip = 0;
	rec.parent_ip = 0;
	golden("null", &rec, sizeof(rec), DEFAULTS, ns, CONTEXT "0\n");
	golden("record-tgid", &rec, sizeof(rec),
	       DEFAULTS | INSTANCE_OPT(RECORD_TGID), ns,
	       "           <...>-7       (      6) [003] d..2.    61.000000: 0\n");
	golden("latency-format", &rec, sizeof(rec), DEFAULTS,
	       ns | TRACE_FILE_LAT_FMT,
	       "   <...>-7         3d..2. 61000000us!: 0\n");
	golden("raw", &rec, sizeof(rec), DEFAULTS | INSTANCE_OPT(RAW), ns,
	       "7 3 61000000499 0 0\n");
	golden("hex", &rec, sizeof(rec), DEFAULTS | INSTANCE_OPT(HEX), ns,
	       "00000007 00000003 0000000e33e223f3 0000000000000000 0000000000000000 \n");
#undef CONTEXT
}

static void golden_others(void)
{
	struct {
		struct event_kernel_stack rec;
		unsigned long more[3];
	} stack = {
		.rec = { .ent = { .type = TRACE_STACK } },
		.more = { 0x1010, 0x1021, ULONG_MAX },
	};
	struct {
		struct event_raw_data rec;
		u8 more[4];
	} raw = {
		.rec = { .ent = { .type = TRACE_RAW_DATA }, .id = 0x64636261 },
		.more = { 0x65, 0, 0xff, 1 },
	};
	struct event_func_repeats repeats = {
		.ent = { .type = TRACE_FUNC_REPEATS },
		.ip = 0x1000, .count = 4, .bottom_delta_ts = 1000000,
	};
	struct event_context_switch cs = {
		.ent = { .type = TRACE_CTX },
		.prev_prio = 120, .next_pid = 2389, .next_cpu = 3,
		.next_prio = 94,
	};
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	unsigned long ns = TRACE_FILE_TIME_IN_NS;

	golden("stack", &stack, sizeof(stack), bare, ns,
	       "<stack trace>\n => function_101\n => function_102\n");
	golden("raw data", &raw, sizeof(raw), bare, ns,
	       "# 64636261 buf: 65 00 ff 01\n");
	iter->ts = 4300871000;
	golden("repeats", &repeats, sizeof(repeats), bare, ns,
	       "function_100 (repeats: 4, last_ts:     4.299871)\n");
	golden("switch", &cs, sizeof(cs), bare, ns,
	       "       0:120:R ==> [003]    2389: 94:R <...>\n");
	cs.ent.type = TRACE_WAKE;
	golden("wakeup", &cs, sizeof(cs), bare, ns,
	       "       0:120:R   + [003]    2389: 94:R <...>\n");
	cs.ent.type = 63;
	golden("unknown", &cs, sizeof(cs), bare, ns, "Unknown type 63\n");
	golden("unknown, raw", &cs, sizeof(cs), bare | INSTANCE_OPT(RAW), ns,
	       "63 ?\n");
}

static void golden_event(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	u8 rec[80] = { 40 };

	rec[9] = 1;
	rec[10] = 2;
	rec[11] = 0xab;
	/* Bytes between the fields, which no one has written. */
	memset(rec + 44, 0xff, 4);
	golden("event", rec, sizeof(rec), bare, 0,
	       "host_event: a=1 b=2      c=0xab d=000000000000004d e=text c% f=   xy\n");

	memset(rec + 8, 0, sizeof(rec) - 8);
	rec[8] = 'A';
	rec[12] = 0xff;
	memcpy(rec + 24, "12345678", 8);
	rec[32] = 24;
	rec[34] = 3;
	rec[36] = 0xf0;
	rec[37] = 0xff;
	rec[38] = 2;
	rec[40] = 30;
	rec[42] = 2;
	golden("fields", rec, sizeof(rec), bare | INSTANCE_OPT(FIELDS), 0,
	       "host_event: u8='A'(65) s16=0x0 (0) s32=0xff (255) u64=0x0 (0) text=12345678 dyn=123 rel=<OVERFLOW> bytes=37,38 pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
}

/* The string that a pointer of this boot points to */
static void golden_pointer(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	u64 rec[10] = { 40, 0, 0, 0, 0, 0, (unsigned long)host_format };
	char text[400];

	sprintf(text,
		"host_event: u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x%016lx:%s) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n",
		(unsigned long)host_format, host_format);
	golden("pointer of an event, fields", rec, sizeof(rec), bare | INSTANCE_OPT(FIELDS), 0,
	       text);
	rec[6]++;
	sprintf(text,
		"host_event: u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x%016lx) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n",
		(unsigned long)host_format + 1);
	golden("bad pointer of an event, fields", rec, sizeof(rec), bare | INSTANCE_OPT(FIELDS),
	       0, text);
}

static const char *nowhere(const char *at)
{
	static char text[32];

	sprintf(text, "(0x%lx)\n", (unsigned long)at);
	return text;
}

/* As golden(), for a record of the previous boot in allocated memory. */
static void golden_last_boot(const char *what, const void *rec, int size, u64 options,
			     const char *text)
{
	void *mem = memcpy(malloc(size), rec, size);

	host_reader.last_boot = true;
	host_reader.rec_delta = host_reader.text_delta;
	host_reader.round++;
	golden(what, mem, size, options, 0, text);
	host_reader.last_boot = false;
	host_reader.rec_delta = 0;
	host_reader.round++;
	free(mem);
}

/* A record of the last boot that an atomic reader can't copy is printed by fields. */
static void golden_atomic(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	struct event_function call = { .ent = { .type = TRACE_FN }, .ip = 0x1230 };
	struct output_copy copy = host_reader.copy;
	u8 rec[80] = { 40 };

	host_reader.text_delta = 0;
	host_reader.atomic = true;
	host_reader.copy = (struct output_copy){};
	golden_last_boot("past event that is not copied", rec, sizeof(rec), bare,
			 "host_event: u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	golden_last_boot("past function that is not copied", &call, sizeof(call), bare,
			 "function_123\n");
	host_reader.copy = copy;
	host_reader.atomic = false;
}

static void golden_kaslr(const char *what, const void *rec, int size, u64 options,
			 const char *text)
{
	host_reader.text_delta = MOVE;
	golden_last_boot(what, rec, size, options, text);
}

static void golden_relocated(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	struct event_function rec = {
		.ent = { .type = TRACE_FN },
		.ip = 0x1234 - MOVE, .parent_ip = 0x8567,
	};
	struct event_bputs puts = {
		.ent = { .type = TRACE_BPUTS },
		.ip = 0x1234 - MOVE, .str = moved_image - MOVE,
	};
	u64 event[10] = { 41, 0, (unsigned long)moved_image - MOVE };
	unsigned long image = (unsigned long)moved_image;

	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	golden_kaslr("moved function", &rec, sizeof(rec), bare,
		     "function_123 <-0x8567\n");
	rec.parent_ip = 0x7560;
	golden_kaslr("moved function, called from a module that is not loaded", &rec,
		     sizeof(rec), bare, "function_123 <-0x7560\n");
	host_module = 0x1000;
	golden_kaslr("moved function, called from a module", &rec, sizeof(rec), bare,
		     "function_123 <-function_156\n");
	golden_kaslr("moved function, called from a module, raw", &rec, sizeof(rec),
		     bare | INSTANCE_OPT(RAW), "1234 7560\n");
	host_module = 0;
	rec.parent_ip = 0x8567;
	golden_kaslr("moved function, raw", &rec, sizeof(rec),
		     bare | INSTANCE_OPT(RAW), "1234 8567\n");
	rec.parent_ip = 0x1567 - MOVE;
	golden_kaslr("moved function, hex", &rec, sizeof(rec),
		     bare | INSTANCE_OPT(HEX),
		     "0000000000001234 0000000000001567 \n");
	golden_kaslr("moved from nowhere", &puts, sizeof(puts),
		     bare | INSTANCE_OPT(PRINTK_MSGONLY), nowhere(puts.str));
	host_image[0] = image;
	host_image[1] = image + strlen(moved_image) + 1;
	golden_kaslr("moved text", &puts, sizeof(puts),
		     bare | INSTANCE_OPT(PRINTK_MSGONLY), "told in time");
	golden_kaslr("moved string of an event", event, sizeof(event), bare,
		     "moved: told in time, told in time\n");
	event[2] = 0x123456;
	golden_kaslr("string of nowhere", event, sizeof(event), bare,
		     "moved:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x123456 (1193046) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
	/*
	 * Without KASLR, pointers to anything but the image's read-only data are
	 * invalid.
	 */
	host_reader.text_delta = 0;
	golden_last_boot("past string of nowhere", event, sizeof(event), bare,
			 "moved:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x123456 (1193046) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
}

/* Records of trace_printk() in the previous boot. */
static void golden_last_boot_format(void)
{
	u64 bare = (DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO)) |
		   INSTANCE_OPT(PRINTK_MSGONLY);
	struct {
		struct event_bprint rec;
		u32 args[2];
	} print = {
		.rec = { .ent = { .type = TRACE_BPRINT }, .fmt = host_format },
		.args = { 0x41414141, 0x41414141 },
	};

	host_reader.text_delta = 0;
	host_image[0] = (unsigned long)host_format;
	host_image[1] = host_image[0] + strlen(host_format) + 1;
	golden_last_boot("past format, whose string does not end", &print,
			 sizeof(print), bare, host_format);
	print.rec.fmt = host_format + 1;
	golden_last_boot("past format that is none", &print, sizeof(print), bare,
			 nowhere(print.rec.fmt));
	host_image[1] = host_image[0];
	print.rec.fmt = host_format;
	golden_last_boot("past format of nowhere", &print, sizeof(print), bare,
			 nowhere(print.rec.fmt));
}

/* The type may have belonged to another event in the previous boot. */
static void golden_last_boot_type(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	u8 rec[80] = { 40 };

	host_reader.text_delta = 0;
	host_fixed = 40;
	host_past_hash = 41;
	host_other_type = -1;
	golden_last_boot("the number was another event's", rec, sizeof(rec), bare,
			 "Unknown type 40\n");
	host_past_hash = 40;
	golden_last_boot("the number was this event's", rec, sizeof(rec), bare,
			 "host_event:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
	host_past_hash = 42;
	rec[0] = 41;
	host_other_type = 40;
	golden_last_boot("the event has another number now", rec, sizeof(rec), bare,
			 "host_event:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
	rec[0] = 40;
	golden("what is of now has it now", rec, sizeof(rec), bare, 0,
	       "host_event: a=0 b=0      c=0 d=000000000000004d e=text c% f=   xy\n");
	host_fixed = 64;
}

/* Records of another kernel: nothing of it is looked up in this one. */
static void golden_other(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	struct event_function call = {
		.ent = { .type = TRACE_FN }, .ip = 0x5010, .parent_ip = 0x5900,
	};
	struct event_bputs puts = { .ent = { .type = TRACE_BPUTS }, .str = (char *)0x6000 };
	u8 rec[80] = { 40 };

	host_reader.other = true;
	host_reader.text_delta = 0;
	host_other_type = TRACE_FN;
	golden_last_boot("functions of another kernel", &call, sizeof(call), bare,
			 "other_func <-part\n");
	golden_last_boot("with offsets", &call, sizeof(call), bare | INSTANCE_OPT(SYM_OFFSET),
			 "other_func+0x10/0x800 <-part+0x100/0x800 [other_mod]\n");
	call.ip = 0x1230;
	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	golden_last_boot("a function that is not known", &call, sizeof(call), bare,
			 "0x1230 <-part\n");
	host_other_type = TRACE_BPUTS;
	golden_last_boot("a string of another kernel", &puts, sizeof(puts), bare,
			 "0: other string");
	host_other_type = 40;
	golden_last_boot("an event that is the same", rec, sizeof(rec), bare,
			 "host_event:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x0 (0) text= dyn= rel= bytes= pointer=(0x0000000000000000) in6=<INVALID-SIZE> mask=<INVALID-TYPE>\n");
	host_other_type = -1;
	golden_last_boot("an event that is not", rec, sizeof(rec), bare,
			 "[event of another kernel: id 40]\n");
	rec[4] = 7;
	golden_last_boot("a task of another kernel", rec, sizeof(rec), DEFAULTS,
			 "      other task-7       [003] .....   4300871000: [event of another kernel: id 40]\n");
	host_reader.other = false;
}

/* An allocated copy of exactly that size: ASan reports reads beyond its end. */
static void *exactly(const void *rec, int size)
{
	/*
	 * Only a corrupt ring buffer has records that are shorter than their header.
	 */
	return memcpy(malloc(max(size, 1)), rec, size);
}

static void golden_cut(const char *what, const void *rec, int size, u64 options,
		       const char *text)
{
	void *cut = exactly(rec, size);

	golden(what, cut, size, options, 0, text);
	free(cut);
}

/* Wrong counts in a record of the previous boot do not lead beyond its copy. */
static void golden_counts(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	u32 rec[20] = { 43, 0, 0, INT_MAX };

	golden_last_boot("as many numbers as there may be", rec, sizeof(rec), bare,
			 "counts: counted\n");
	rec[3] = INT_MAX - 1;
	golden_last_boot("as many bytes as there may be", rec, sizeof(rec), bare,
			 "counts: counted\n");
}

/*
 * Records that are too short, or with dynamic fields that are outside of the record.
 */
static void golden_short(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	struct event_function call = { .ent = { .type = TRACE_FN } };
	struct event_user_stack stack = { .ent = { .type = TRACE_USER_STACK } };
	u8 rec[88] = { 42 };

	golden_cut("no head", &call, 4, DEFAULTS, "[RECORD OF 4 BYTES]\n");
	golden_cut("nothing", &call, 0, DEFAULTS, "[RECORD OF 0 BYTES]\n");
	golden_cut("short function", &call, 16, bare,
		   "TYPE 1: RECORD TOO SHORT (16 OF 24 BYTES)\n");
	golden_cut("short function, raw", &call, 16, bare | INSTANCE_OPT(RAW),
		   "1 ?\n");
	golden_cut("short function, hex", &call, 16, bare | INSTANCE_OPT(HEX),
		   "\n");
	golden_cut("short stack", &stack, 32, bare,
		   "TYPE 12: RECORD TOO SHORT (32 OF 80 BYTES)\n");
	golden_cut("short event", rec, 60, bare,
		   "EVENT words: RECORD TOO SHORT (60 OF 76 BYTES)\n");
	golden_cut("short event, fields", rec, 12, bare | INSTANCE_OPT(FIELDS),
		   "words: u8=(0) s16=0x0 (0) s32=<OVERFLOW> u64=<OVERFLOW> text=<OVERFLOW> dyn=<OVERFLOW> rel=<OVERFLOW> bytes=<OVERFLOW> pointer=<OVERFLOW> in6=<OVERFLOW> mask=<OVERFLOW>\n");
	memcpy(rec + 24, "abc", 4);
	memcpy(rec + 76, "ends\0not", 8);
	rec[32] = 76;
	rec[34] = 5;
	rec[36] = 81 - 40;
	rec[38] = 3;
	golden_cut("string without an end", rec, 84, bare,
		   "words: text=abc dyn=ends rel=not\n");
	rec[34] = 9;
	golden_cut("field beyond the end", rec, 84, bare,
		   "EVENT words: FIELD 'dyn' LEADS OUT OF THE RECORD\n");
	rec[34] = 5;
	rec[37] = 0xff;
	golden_cut("relative field beyond the end", rec, 84, bare,
		   "EVENT words: FIELD 'rel' LEADS OUT OF THE RECORD\n");
}

/* A record of a block request whose data is longer than the record. */
static void golden_blk(void)
{
	struct {
		struct trace_entry ent;
		u8 blk[OUTPUT_BLK_BYTES - sizeof(struct trace_entry)];
	} rec = { .ent = { .type = TRACE_BLK } };
	u16 len = 1;

	memcpy((u8 *)&rec + OUTPUT_BLK_LEN_AT, &len, sizeof(len));
	golden("data of a block request beyond the end", &rec, sizeof(rec),
	       DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO), 0,
	       "TYPE 13: RECORD CAN'T BE PRINTED\n");
}

static void golden_string_once(struct trace_event_call *call, bool bad)
{
	static const char note[] = "EVENT strings: HAS UNSAFE POINTER FIELD 'pointer'\n";

	trace_seq_init(&iter->seq);
	report(output_pointer_bad(iter, call) == bad, call->print_fmt);
	trace_seq_putc(&iter->seq, '\0');
	report(!strcmp(iter->seq.buffer, bad ? note : ""), "the reason that is printed");
}

/*
 * Test a pointer at offset 48 of a record of @size bytes, with and without the offsets of
 * the pointers that output_pointer_layout() has found.
 */
static void golden_string(struct trace_event_call *call, const void *rec, int size, bool bad)
{
	struct output_event found = { .event = &call->event };
	struct output_reader *r = output_reader_of(iter);

	iter->ent = (struct trace_entry *)rec;
	iter->ent_size = size;
	r->found = NULL;
	golden_string_once(call, bad);
	call->flags = TRACE_EVENT_FL_TEST_STR;
	output_pointer_layout(&found.layout, call);
	r->found = &found;
	golden_string_once(call, bad);
	r->found = NULL;
}

/* What a record's pointer to a string may point to, if its print format prints it. */
static void golden_strings(void)
{
	static const struct {
		const char *print_fmt;
		bool printed;
	} formats[] = {
		{ "\"%s\", REC->pointer", true },
		{ "\"%d %s\", REC->u8, REC->pointer", true },
		{ "\"%s %s\", REC->pointers, REC->pointer)", true },
		{ "\"%s\", REC->pointers", false },
		{ "\"%s\", REC->pointer_s", false },
		{ "\"%d\", REC->s16", false },
	};
	struct trace_event_call call = { .name = "strings" };
	struct module mod = { 0x3000, 0x3100 };
	unsigned long rec[8] = { [6] = 0x3000 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		call.print_fmt = formats[i].print_fmt;
		golden_string(&call, rec, 56, formats[i].printed);
	}
	call.print_fmt = formats[0].print_fmt;
	golden_string(&call, rec, 55, false);
	call.module = &mod;
	golden_string(&call, rec, 64, false);
	rec[6] = 0x3100;
	golden_string(&call, rec, 64, true);
	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	rec[6] = 0x1000;
	golden_string(&call, rec, 64, false);
	rec[6] = 0x2000;
	golden_string(&call, rec, 64, true);
	memset(host_image, 0, sizeof(host_image));
	for (i = 0; i <= 64; i += 32) {
		rec[6] = (unsigned long)rec + i;
		golden_string(&call, rec, 64, i == 64);
	}
}

/* Set the words of dynamic fields to offsets in the record or slightly beyond it. */
static void random_words(u8 *rec, int size)
{
	if (size < 76)
		return;
	for (int at = 32; at <= 40; at += 4) {
		rec[at] = rand() % (size - 70) + 70 * (at != 36);
		rec[at + 1] = 0;
		rec[at + 2] = rand() % 16;
		rec[at + 3] = 0;
	}
	if (rand() % 2)
		memset(rec + 76, 'x', size - 76);
}

static struct record_how random_how(void)
{
	struct record_how how = {
		.options = (u64)rand() << 31 ^ rand(),
		.ts = (u64)rand() << (rand() % 33),
		.lost = rand() % 5 ? 0 : rand(),
		.filled = rand() % 3 ? 0 : rand(),
		.cpu = rand(),
		.flags = rand(),
		.boot = (rand() % 3 ? 0 : 1) | (rand() % 4) << 1,
	};

	return how;
}

/* Records of any length, including very short ones, printed in any way. */
static void random_records(int rounds)
{
	static u8 rec[3000];

	while (rounds--) {
		int type = rand() % (TRACE_TYPE_BUILTIN_END + 30);
		int size = rand() % 8 ? rand() % 128 : rand() % 3000;
		struct record_how how = random_how();
		int i;

		for (i = 0; i < size; i++)
			rec[i] = rand() % 3 ? rand() : 0;
		if (size >= 8)
			((struct trace_entry *)rec)->type = type;
		if (rand() % 2)
			random_words(rec, size);
		if (rand() % 2 && size >= 24)
			memcpy(rec + 16, &(const char *){ host_format -
			       (how.boot & 2 ? MOVE : 0) }, 8);
		record_print(&how, rec, size);
	}
	report(true, "records of chance");
}

static void golden_all(void)
{
	golden_function();
	golden_others();
	golden_event();
	golden_pointer();
	golden_relocated();
	golden_last_boot_format();
	golden_last_boot_type();
	golden_other();
	golden_counts();
	golden_short();
	golden_blk();
	golden_strings();
	golden_atomic();
}

/* Everything is printed without caches, with empty ones, and with full ones. */
int main(void)
{
	record_init();
	golden_all();
	host_reader.cache = calloc(1, sizeof(*host_reader.cache));
	golden_all();
	golden_all();
	host_image[0] = (unsigned long)host_format;
	host_image[1] = host_image[0] + strlen(host_format) + 1;
	random_records(200000);
	free(host_reader.cache);
	record_free();
	return failed ? 1 : 0;
}
