// SPDX-License-Identifier: GPL-2.0
/*
 * Replacements of the kernel functions and of the functions of lower layers that the
 * printers of kernel/trace/output call.
 */
#include <assert.h>

#include "internal.h"

unsigned long host_image[2];
unsigned int host_fixed = 64;
u32 host_past_hash;
int host_other_type;
unsigned long host_module;
unsigned int output_format_epoch;
const char * const host_format = "%s is a %d format\n";

/* Mappings of user space */

int instance_mappings_lock;

const struct instance_space *instance_space_at(int tgid, enum trace_comm_clock clock, u64 time)
{
	static const struct instance_space space;

	assert(instance_mappings_lock == 1);
	return tgid == HOST_MAPPED ? &space : NULL;
}

const struct instance_map *instance_map_at(const struct instance_space *space,
					   enum trace_comm_clock clock, u64 time,
					   unsigned long addr)
{
	static struct instance_object object = { "/lib/so" };
	static const struct instance_map file = { 0x1000, &object }, memory = { 0x2000, NULL };

	assert(instance_mappings_lock == 1);
	if (addr >= 0x1000 && addr < 0x2000)
		return &file;
	return addr >= 0x2000 && addr < 0x3000 ? &memory : NULL;
}

/* Sequences */

void trace_seq_init(struct trace_seq *s)
{
	seq_buf_init(&s->seq, s->buffer, TRACE_SEQ_BUFFER_SIZE);
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

	/* Unlike that of the C library, the kernel's printf() has no "%Ld". */
	assert(!strstr(fmt, "Ld") && !strstr(fmt, "Lx"));
	va_start(args, fmt);
	trace_seq_vprintf(s, fmt, args);
	va_end(args);
}

/*
 * Reads a string for each %s and a long word for other conversions, checked by ASan.
 */
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *bin)
{
	const char *arg = (const char *)bin;
	const char *at = fmt;
	u64 word;

	while ((at = strchr(at, '%'))) {
		if (*++at == 's') {
			arg += (strlen(arg) + 1 + 3) & ~3UL;
		} else {
			memcpy(&word, arg, sizeof(word));
			arg += sizeof(word);
		}
	}
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

static bool shim_bit(const unsigned long *mask, int nr)
{
	return ((const u8 *)mask)[nr / BITS_PER_BYTE] >> nr % BITS_PER_BYTE & 1;
}

void trace_seq_bitmask_list(struct trace_seq *s, const unsigned long *mask, int bits)
{
	const char *comma = "";
	int first, last;

	for (first = 0; first < bits; first = last + 1) {
		last = first;
		if (!shim_bit(mask, first))
			continue;
		while (last + 1 < bits && shim_bit(mask, last + 1))
			last++;
		trace_seq_printf(s, first == last ? "%s%d" : "%s%d-%d", comma, first, last);
		comma = ",";
	}
}

enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return trace_seq_has_overflowed(s) ? TRACE_TYPE_PARTIAL_LINE : TRACE_TYPE_HANDLED;
}

int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii)
{
	trace_seq_printf(s, "%s%d %d %d %d %d", prefix_str, prefix_type, rowsize, groupsize,
			 (int)len, ascii);
	return 1;
}

/* Lower layers */

void trace_comm_find(int pid, char comm[TASK_COMM_LEN])
{
	snprintf(comm, TASK_COMM_LEN, "%s", pid ? "<...>" : "<idle>");
}

int trace_comm_tgid(int pid)
{
	return pid == 7 ? 6 : 0;
}

struct trace_array instance_global;

/* Task 8 had another name until HOST_COMM_UNTIL. The reader's namespace has only this task. */
u64 trace_comm_find_at(int pid, enum trace_comm_clock clock, u64 time, struct trace_comm *found)
{
	bool then = pid == 8 && clock == TRACE_COMM_LOCAL && time <= HOST_COMM_UNTIL;

	trace_comm_find(pid, found->comm);
	if (pid == 8)
		snprintf(found->comm, TASK_COMM_LEN, "%s", then ? "then" : "now");
	found->tgid = pid == 8 ? 5 : trace_comm_tgid(pid);
	found->ns_pid = pid == 8 ? 2 : 0;
	return then ? HOST_COMM_UNTIL : U64_MAX;
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

/* There is one string at a known address. */
long strncpy_from_kernel_nofault(char *dst, const void *from, long count)
{
	return from == host_format ? snprintf(dst, count, "%s", host_format) + 1 : -EFAULT;
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

struct trace_event *event_type_find(int type)
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

/* Types that are not built-in entries have fields. */
struct trace_event_call *event_call_of(struct trace_event *event)
{
	if (!event || event->type < TRACE_TYPE_BUILTIN_END)
		return NULL;
	return container_of(event, struct trace_event_call, event);
}

u32 event_hash(struct trace_event_call *call)
{
	return call->event.type;
}

/* The only format of trace_printk() in this program. */
bool output_formats_contains(const char *format)
{
	return format == host_format;
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

const char *host_line(struct trace_iterator *iter, void *rec, int size, unsigned long flags)
{
	enum print_line_t ret;

	iter->ent = rec;
	iter->ent_size = size;
	iter->iter_flags = flags;
	trace_seq_init(&iter->seq);
	ret = output_line(iter);
	trace_seq_putc(&iter->seq, '\0');
	/* A line that does not fit is the only one that is not complete. */
	return ret == TRACE_TYPE_PARTIAL_LINE ? "incomplete\n" : iter->seq.buffer;
}
