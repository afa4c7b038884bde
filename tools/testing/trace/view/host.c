// SPDX-License-Identifier: GPL-2.0
/*
 * The printers of kernel/trace/view on the host, under ASan and UBSan: golden
 * records in, golden text out; then records of chance, of any length, in every
 * format. What a printer reads beyond its record ends the program.
 */
#include "internal.h"

/* Sequences */

void trace_seq_init(struct trace_seq *s)
{
	s->seq.len = 0;
	s->full = 0;
}

void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	if (s->full)
		return;
	if (len >= TRACE_SEQ_BUFFER_SIZE - s->seq.len) {
		s->full = 1;
		return;
	}
	memcpy(s->buffer + s->seq.len, mem, len);
	s->seq.len += len;
}

void trace_seq_puts(struct trace_seq *s, const char *str)
{
	trace_seq_putmem(s, str, strlen(str));
}

void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
	trace_seq_putmem(s, &c, 1);
}

void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args)
{
	char text[4096];
	int len = vsnprintf(text, sizeof(text), fmt, args);

	if (len >= (int)sizeof(text))
		s->full = 1;
	trace_seq_putmem(s, text, len);
}

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	trace_seq_vprintf(s, fmt, args);
	va_end(args);
}

void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *bin)
{
	trace_seq_puts(s, fmt);
}

void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
			  unsigned int len)
{
	const u8 *byte = (const u8 *)mem + len;

	while (len--)
		trace_seq_printf(s, "%02x", *--byte);
	trace_seq_putc(s, ' ');
}

void trace_seq_bitmask(struct trace_seq *s, const unsigned long *mask, int bits)
{
	trace_seq_printf(s, "%lx", *mask);
}

int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii)
{
	return 1;
}

/* The rooms below */

void base_comm_find(int pid, char comm[TASK_COMM_LEN])
{
	snprintf(comm, TASK_COMM_LEN, "%s", pid ? "<...>" : "<idle>");
}

int base_comm_tgid(int pid)
{
	return pid == 7 ? 6 : 0;
}

char task_index_to_char(unsigned int state)
{
	return state < 9 ? "RSDTtXZPI"[state] : '?';
}

bool is_kretprobe_trampoline(unsigned long ip)
{
	return ip == 0x999;
}

const char *kallsyms_lookup(unsigned long ip, unsigned long *size,
			    unsigned long *offset, char **mod, char *name)
{
	if (ip >= 0x1000 && ip < 0x2000)
		sprintf(name, "function_%lx", ip >> 4);
	return name;
}

int sprint_symbol(char *name, unsigned long ip)
{
	*name = '\0';
	kallsyms_lookup(ip, NULL, NULL, NULL, name);
	if (*name)
		sprintf(name + strlen(name), "+0x%lx/0x10", ip & 0xf);
	if (*name)
		return strlen(name);
	return sprintf(name, "0x%lx", ip);
}

long strncpy_from_kernel_nofault(char *dst, const void *from, long count)
{
	return -1;
}

static struct trace_event *host_events[64];

int register_trace_event(struct trace_event *event)
{
	host_events[event->type] = event;
	return event->type;
}

static enum print_line_t host_print_type(struct trace_iterator *iter, int flags,
					 struct trace_event *event)
{
	trace_seq_printf(&iter->seq, "type: %d\n", iter->ent->type);
	return TRACE_TYPE_HANDLED;
}

struct trace_event *event_find(int type)
{
	struct trace_event *event = type < 64 ? host_events[type] : NULL;

	if (event && !event->funcs->raw)
		event->funcs->raw = host_print_type;
	if (event && !event->funcs->hex)
		event->funcs->hex = host_print_type;
	if (event && !event->funcs->binary)
		event->funcs->binary = host_print_type;
	return event;
}

const char *trace_event_name(struct trace_event_call *call)
{
	return call->name;
}

static const struct event_field host_fields[] = {
	{ "unsigned char", "u8", 8, 1, 0, false, FILTER_OTHER },
	{ "short", "s16", 10, 2, 0, true, FILTER_OTHER },
	{ "int", "s32", 12, 4, 0, true, FILTER_OTHER },
	{ "u64", "u64", 16, 8, 0, false, FILTER_OTHER },
	{ "char[8]", "text", 24, 8, 8, false, FILTER_STATIC_STRING },
	{ "__data_loc char[]", "dyn", 32, 4, 0, false, FILTER_DYN_STRING },
	{ "__rel_loc char[]", "rel", 36, 4, 0, false, FILTER_RDYN_STRING },
	{ "__data_loc u8[]", "bytes", 40, 4, 0, false, FILTER_OTHER },
	{ "const char *", "pointer", 48, 8, 0, false, FILTER_PTR_STRING },
	{ "u8[16]", "in6", 56, 16, 16, false, FILTER_OTHER },
	{ "__data_loc cpumask_t", "mask", 72, 4, 0, false, FILTER_CPUMASK },
};

int event_fields_each(struct trace_event_call *call, event_field_fn fn,
		      void *data)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(host_fields); i++)
		ret = fn(&host_fields[i], data);
	return ret;
}

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
		/* The one event here has fields that want 80 bytes. */
		if (type != 40 || size >= 80)
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
	golden_function();
	golden_others();
	golden_event();
	random_records(200000);
	view_symbols_free(&host_view);
	free(iter->fmt);
	printf("1..%d\n", tests);
	return failed ? 1 : 0;
}
