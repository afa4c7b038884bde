// SPDX-License-Identifier: GPL-2.0
/*
 * The printers of kernel/trace/view on the host, under ASan and UBSan: golden
 * records in, golden text out; then records of chance, of any length, in every
 * format. What a printer reads beyond its record ends the program.
 */
#include "internal.h"

/* iter.c's */

bool view_next_ts(struct view *v, u64 *ts)
{
	*ts = v->iter.ts + 150000;
	return true;
}

unsigned long view_skipped(struct trace_iterator *iter, int cpu)
{
	return 0;
}

/* The tests */

static const struct tracer host_tracer;
static struct trace_array host_tr = { .tracer = &host_tracer };
static struct trace_seq host_tmp;
static struct view host_view;
static struct trace_iterator *const iter = &host_view.iter;
static int tests, failed;

#define DEFAULTS							\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(CONTEXT_INFO) |	\
	 INSTANCE_OPT(IRQ_INFO) | INSTANCE_OPT(ANNOTATE) |		\
	 INSTANCE_OPT(PRINTK) | INSTANCE_OPT(HASH_PTR))

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
	iter->ent = rec;
	iter->ent_size = size;
	iter->iter_flags = flags;
	trace_seq_init(&iter->seq);
	view_line(iter);
	trace_seq_putc(&iter->seq, '\0');
	good = !strcmp(iter->seq.buffer, text);
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

static enum print_line_t host_print_fields(struct trace_iterator *it, int flags,
					   struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	const u8 *rec = (void *)it->ent;

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	trace_event_printf(it, "a=%d b=%-6u c=%#x d=%016lx e=%s %c%% f=%5.2s\n",
			   rec[9], rec[10], rec[11], 77UL, "text", 'c', "xyz");
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions host_funcs = { .trace = host_print_fields };
static struct trace_event_call host_call = {
	.event = { .type = 40, .funcs = &host_funcs },
	.name = "host_event",
};

static void golden_event(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	u8 rec[80] = { 40 };

	rec[9] = 1;
	rec[10] = 2;
	rec[11] = 0xab;
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

/* The kernel has moved by MOVE since the records were written. */
#define MOVE	0x7000L

static const char moved_image[] = "told in time";

static enum print_line_t moved_print(struct trace_iterator *it, int flags,
				     struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	char *str = *(char **)((void *)it->ent + 16);

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	trace_event_printf(it, "%s, %s\n", str, moved_image);
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions moved_funcs = { .trace = moved_print };
static struct trace_event_call moved_call = {
	.event = { .type = 41, .funcs = &moved_funcs },
	.name = "moved",
};

static const char *nowhere(const char *at)
{
	static char text[32];

	sprintf(text, "(0x%lx)\n", (unsigned long)at);
	return text;
}

static void golden_moved(void)
{
	u64 bare = DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO);
	struct event_function rec = {
		.ent = { .type = TRACE_FN },
		.ip = 0x1234 - MOVE, .parent_ip = 0x1567,
	};
	struct event_bputs puts = {
		.ent = { .type = TRACE_BPUTS },
		.ip = 0x1234 - MOVE, .str = moved_image - MOVE,
	};
	u64 event[4] = { 41, 0, (unsigned long)moved_image - MOVE };

	host_view.moved = MOVE;
	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	golden("moved function", &rec, sizeof(rec), bare, 0,
	       "function_123 <-0x1567\n");
	golden("moved from nowhere", &puts, sizeof(puts),
	       bare | INSTANCE_OPT(PRINTK_MSGONLY), 0, nowhere(puts.str));
	host_image[0] = (unsigned long)moved_image;
	host_image[1] = host_image[0] + sizeof(moved_image);
	golden("moved text", &puts, sizeof(puts),
	       bare | INSTANCE_OPT(PRINTK_MSGONLY), 0, "told in time");
	golden("moved string of an event", event, sizeof(event), bare, 0,
	       "moved: told in time, told in time\n");
	event[2] = 0x123456;
	golden("string of nowhere", event, sizeof(event), bare, 0,
	       "moved:  u8=(0) s16=0x0 (0) s32=0x0 (0) u64=0x123456 (1193046) text= dyn=<OVERFLOW> rel=<OVERFLOW> bytes=<OVERFLOW> pointer=<OVERFLOW> in6=<OVERFLOW> mask=<OVERFLOW>\n");
	host_view.moved = 0;
}

/* Options that choose or shape a format, any of them set. */
static u64 random_options(void)
{
	return (DEFAULTS ^ ((u64)rand() << 31 ^ rand())) &
	       (BIT_ULL(INSTANCE_OPTION_COUNT) - 1);
}

/*
 * Records on the heap, of exactly their size. Only those whose pointers the
 * printers follow, bprint and bputs, point to something.
 */
static void random_records(int rounds)
{
	static const int least[TRACE_TYPE_BUILTIN_END] = {
		[TRACE_FN] = sizeof(struct event_function),
		[TRACE_CTX] = sizeof(struct event_context_switch),
		[TRACE_WAKE] = sizeof(struct event_context_switch),
		[TRACE_STACK] = sizeof(struct event_kernel_stack),
		[TRACE_PRINT] = sizeof(struct event_print),
		[TRACE_BPRINT] = sizeof(struct event_bprint),
		[TRACE_USER_STACK] = sizeof(struct event_user_stack),
		[TRACE_BPUTS] = sizeof(struct event_bputs),
		[TRACE_RAW_DATA] = sizeof(struct event_raw_data),
		[TRACE_FUNC_REPEATS] = sizeof(struct event_func_repeats),
	};

	while (rounds--) {
		int type = rand() % (TRACE_TYPE_BUILTIN_END + 30);
		int size = (type < TRACE_TYPE_BUILTIN_END ? least[type] : 12) +
			   (rand() % 4 ? rand() % 64 : rand() % 3000);
		u8 *rec = malloc(size = max(size, 12));
		int i;

		for (i = 0; i < size; i++)
			rec[i] = rand() % 3 ? rand() : 0;
		((struct trace_entry *)rec)->type = type;
		((struct trace_entry *)rec)->pid &= 0x7fffffff;
		if (type == TRACE_BPRINT)
			((struct event_bprint *)rec)->fmt = "a format\n";
		if (type == TRACE_BPUTS)
			((struct event_bputs *)rec)->str = "a string\n";
		host_tr.options = random_options();
		iter->ent = (void *)rec;
		iter->ent_size = size;
		iter->iter_flags = rand() & 7;
		iter->ts = (u64)rand() << (rand() % 33);
		iter->cpu = rand() % 300;
		iter->lost_events = rand() % 5 ? 0 : rand();
		trace_seq_init(&iter->seq);
		iter->seq.seq.len = rand() % 3 ? 0 : rand() %
				    TRACE_SEQ_BUFFER_SIZE;
		host_view.moved = type == 41 || !(rand() % 4) ? MOVE : 0;
		/* The events here have fields that want so many bytes. */
		if ((type != 40 || size >= 80) && (type != 41 || size >= 24))
			view_line(iter);
		free(rec);
	}
	report(true, "records of chance");
}

int main(void)
{
	host_init();
	register_trace_event(&host_call.event);
	iter->tr = &host_tr;
	iter->trace = &host_tracer;
	iter->tmp_seq = &host_tmp;
	golden_function();
	golden_others();
	golden_event();
	register_trace_event(&moved_call.event);
	golden_moved();
	random_records(200000);
	view_symbols_free(&host_view);
	free(iter->fmt);
	return failed ? 1 : 0;
}
