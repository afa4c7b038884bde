/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replaces kernel/trace/output/deps.h in a program of user space: the parts of the
 * kernel and of the layers below output/ that the printers use.
 */
#ifndef _TOOLS_TRACE_OUTPUT_HOST_H
#define _TOOLS_TRACE_OUTPUT_HOST_H

#define _KERNEL_TRACE_OUTPUT_DEPS_H	/* omit the kernel version */

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define u8		uint8_t
#define u16		uint16_t
#define s16		int16_t
#define s8		int8_t
#define U16_MAX		UINT16_MAX
#define U64_MAX			(~0ull)
#define u32		uint32_t
#define u64		unsigned long long
#define s32		int32_t
#define s64		long long
#define resource_size_t	u64

#define GFP_KERNEL	0
#define PAGE_SIZE	4096UL
#define USEC_PER_SEC	1000000L
#define NSEC_PER_SEC	1000000000L
#define NSEC_PER_MSEC	1000000L
#define NSEC_PER_USEC	1000L
#define USEC_PER_MSEC	1000L
#define TASK_COMM_LEN	16
#define KSYM_SYMBOL_LEN	512
#define BITS_PER_BYTE	8
#define fallthrough	__attribute__((fallthrough))
#define BIT_ULL(nr)	(1ULL << (nr))
#define BIT(nr)		(1UL << (nr))
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define min(a, b)	((a) < (b) ? (a) : (b))
#define max(a, b)	((a) > (b) ? (a) : (b))
#define max_t(t, a, b)	max((t)(a), (t)(b))
#define likely(x)	(x)
#define unlikely(x)	(x)
#define noinline	__attribute__((__noinline__))
#define BUILD_BUG_ON(x)	((void)sizeof(char[1 - 2 * !!(x)]))
#define MAX_ERRNO	4095
#define IS_ERR_VALUE(x)	((unsigned long)(x) >= (unsigned long)-MAX_ERRNO)
#define WARN_ON(x)	(x)
#define WARN_ON_ONCE(x)	(x)
#define READ_ONCE(x)	(x)
#define roundup(x, y)	(((x) + (y) - 1) / (y) * (y))
#define __init
#define early_initcall(fn)	int host_init(void) { return fn(); }
#define container_of(ptr, type, member)					\
	((type *)((char *)(ptr) - offsetof(type, member)))
#define hex_asc_hi(x)	"0123456789abcdef"[((x) >> 4) & 0xf]
#define hex_asc_lo(x)	"0123456789abcdef"[(x) & 0xf]
#define kvzalloc(size, gfp)		calloc(1, size)
#define kvfree(p)			free(p)
#define krealloc(p, size, gfp)		realloc(p, size)
#define IS_ERR_OR_NULL(p)	((unsigned long)(p) - 1 >= -4096UL)

/* A number that the host's %p does not print, so that vsnprintf() prints addresses. */
static inline int ptr_to_hashval(const void *pointer, unsigned long *value)
{
	*value = ~(unsigned long)pointer;
	return 0;
}

#define hash_long(value, bits)						\
	((unsigned long)(value) * 0x61c8864680b583ebUL >> (64 - (bits)))

/* As in the kernel, except for the value of the error. */
static inline ssize_t strscpy(char *to, const char *from, size_t size)
{
	size_t len = strnlen(from, size);

	if (len == size)
		return -1;
	memcpy(to, from, len + 1);
	return len;
}

static inline void put_unaligned_be64(u64 value, void *p)
{
	value = __builtin_bswap64(value);
	memcpy(p, &value, sizeof(value));
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

#define scnprintf	snprintf	/* nothing here is that long */

static inline u64 div_u64(u64 a, u32 b)
{
	return a / b;
}

static inline bool str_has_prefix(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

int host_init(void);	/* initcall of entry_print.c */

/* Sequences of half a page, so that some lines do not fit. */
#define TRACE_SEQ_BUFFER_SIZE	2048

struct seq_buf {
	char	*buffer;
	size_t	size;
	size_t	len;
};

struct trace_seq {
	struct seq_buf	seq;
	size_t		readpos;
	int		full;
	char		buffer[TRACE_SEQ_BUFFER_SIZE];
};

static inline void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size)
{
	*s = (struct seq_buf) { .buffer = buf, .size = size };
}

void trace_seq_init(struct trace_seq *s);
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len);
void trace_seq_puts(struct trace_seq *s, const char *str);
void trace_seq_putc(struct trace_seq *s, unsigned char c);
void trace_seq_vprintf(struct trace_seq *s, const char *fmt, va_list args);
void trace_seq_printf(struct trace_seq *s, const char *fmt, ...);
void trace_seq_bprintf(struct trace_seq *s, const char *fmt, const u32 *bin);
void trace_seq_putmem_hex(struct trace_seq *s, const void *mem,
			  unsigned int len);
void trace_seq_bitmask(struct trace_seq *s, const unsigned long *mask, int bits);
void trace_seq_bitmask_list(struct trace_seq *s, const unsigned long *mask, int bits);
int trace_seq_hex_dump(struct trace_seq *s, const char *prefix_str,
		       int prefix_type, int rowsize, int groupsize,
		       const void *buf, size_t len, bool ascii);

static inline char *trace_seq_buffer_ptr(struct trace_seq *s)
{
	return s->buffer + s->seq.len;
}

static inline bool trace_seq_has_overflowed(struct trace_seq *s)
{
	return s->full;
}

/* <linux/trace_events.h> */
struct trace_entry {
	unsigned short	type;
	unsigned char	flags;
	unsigned char	preempt_count;
	int		pid;
};

enum {
	TRACE_FLAG_IRQS_OFF = 1, TRACE_FLAG_NEED_RESCHED = 4,
	TRACE_FLAG_HARDIRQ = 8, TRACE_FLAG_SOFTIRQ = 16,
	TRACE_FLAG_PREEMPT_RESCHED = 32, TRACE_FLAG_NMI = 64,
	TRACE_FLAG_BH_OFF = 128,
};

enum print_line_t {
	TRACE_TYPE_PARTIAL_LINE,
	TRACE_TYPE_HANDLED,
	TRACE_TYPE_UNHANDLED,
	TRACE_TYPE_NO_CONSUME,
};

enum {
	TRACE_FILE_LAT_FMT	= 1,
	TRACE_FILE_ANNOTATE	= 2,
	TRACE_FILE_TIME_IN_NS	= 4,
};

enum {
	FILTER_OTHER, FILTER_STATIC_STRING, FILTER_DYN_STRING,
	FILTER_RDYN_STRING, FILTER_PTR_STRING, FILTER_TRACE_FN,
	FILTER_CPUMASK, FILTER_COMM,
};

struct trace_array;
struct trace_buffer;
struct ring_buffer_iter;
struct ring_buffer_event;

struct trace_iterator {
	struct trace_entry	*ent;
	int			ent_size;
	int			cpu;
	u64			ts;
	unsigned long		lost_events;
	struct trace_array	*tr;
	const struct tracer	*trace;
	long			idx;
	loff_t			pos;
	unsigned long		iter_flags;
	int			cpu_file;
	unsigned long		started;
	void			*temp;
	unsigned int		temp_size;
	void			*reader;
	char			*fmt;
	unsigned int		fmt_size;
	struct trace_seq	*tmp_seq;
	struct trace_seq	seq;
};

struct trace_event;

typedef enum print_line_t (*trace_print_func)(struct trace_iterator *iter,
					      int flags,
					      struct trace_event *event);

struct trace_event_functions {
	trace_print_func trace, raw, hex, binary;
};

struct trace_event {
	int				type;
	struct trace_event_functions	*funcs;
};

/* The constants of a module */
struct module {
	unsigned long		start, end;
};

struct trace_event_call {
	struct trace_event	event;
	const char		*name;
	const char		*print_fmt;
	int			flags;
	struct module		*module;
};

static inline struct module *event_list_module(const struct trace_event_call *call)
{
	return call->module;
}

static inline bool within_module(unsigned long addr, const struct module *mod)
{
	return addr >= mod->start && addr < mod->end;
}

enum { TRACE_EVENT_FL_TEST_STR = 1 };

struct trace_print_flags {
	unsigned long	mask;
	const char	*name;
};

enum print_line_t trace_handle_return(struct trace_seq *s);
int trace_raw_output_prep(struct trace_iterator *iter,
			  struct trace_event *event);
void trace_event_printf(struct trace_iterator *iter, const char *fmt, ...);
int trace_output_call(struct trace_iterator *iter, char *name, char *fmt, ...);
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim,
				  unsigned long flags,
				  const struct trace_print_flags *flag_array);
const char *trace_print_symbols_seq(struct trace_seq *p, unsigned long val,
				    const struct trace_print_flags *symbols);
int register_trace_event(struct trace_event *event);
const char *trace_event_name(struct trace_event_call *call);
struct trace_event *event_type_find(int type);
struct trace_event_call *event_call_of(struct trace_event *event);
u32 event_hash(struct trace_event_call *call);

/* Types below this number belong to the same event in each boot. */
extern unsigned int host_fixed;

static inline bool event_type_is_fixed(unsigned int type)
{
	return type < host_fixed;
}

/* Hash of the event that all records of the previous boot belong to. */
extern u32 host_past_hash;

static inline u32 ring_buffer_last_boot_type_hash(struct trace_buffer *ring,
						  unsigned int type)
{
	return host_past_hash;
}

/* A module of the previous boot, from 0x7000 to 0x7fff; 0 or its address in this boot. */
extern unsigned long host_module;

static inline unsigned long instance_last_boot_addr(const struct trace_array *tr,
						    unsigned long addr)
{
	return host_module && addr >> 12 == 7 ? host_module + (addr & 0xfff) : 0;
}

/*
 * What another kernel left: symbols from 0x5000 to 0x5fff, one of them of a module, a string at
 * 0x6000, the task 7; and the number that all events of the last boot have now, or -1.
 */
extern int host_other_type;

#include "../../../../kernel/trace/instance/last_notes.h"

static inline bool instance_last_boot_is_other(const struct trace_array *tr)
{
	return false;
}

static inline int instance_last_boot_type(const struct trace_array *tr, unsigned int type)
{
	return host_other_type;
}

static inline const struct instance_last_line *
instance_last_boot_symbol(const struct trace_array *tr, unsigned long addr)
{
	static const struct instance_last_line symbols[] = {
		{ .key = 0x5000, .value = 0x800, .text = "other_func", .len = 10 },
		{ .key = 0x5800, .value = 0x800, .text = "part other_mod", .len = 4,
		  .module_len = 9 },
	};

	return addr >> 12 == 5 ? &symbols[addr >> 11 & 1] : NULL;
}

static inline const char *instance_last_boot_string(const struct trace_array *tr,
						    unsigned long addr)
{
	return addr == 0x6000 ? "other string" : NULL;
}

static inline bool instance_last_boot_task(const struct trace_array *tr, int pid, u64 time,
					   char *comm)
{
	if (pid != 7)
		return false;
	memcpy(comm, "other task\0\0\0\0\0", 16);
	return true;
}

#include "../../../../kernel/trace/event/entries.h"
#include "../../../../kernel/trace/instance/options.h"
#include "../../../../kernel/trace/ring/stats.h"

struct seq_file {
	char	*buf;
	size_t	size;
	size_t	count;
};

struct tracer {
	struct { const char *name; } entry;
	bool keeps_max;
	void (*print_header)(struct seq_file *m, struct trace_iterator *iter);
	enum print_line_t (*print_line)(struct trace_iterator *iter);
	void (*open)(struct trace_iterator *iter);
	void (*close)(struct trace_iterator *iter);
	void (*pipe_open)(struct trace_iterator *iter);
	void (*pipe_close)(struct trace_iterator *iter);
};

/* Number of readers, or -1 while a writer holds it: see merge.h. */
struct rw_semaphore {
	int	held;
};

/* A snapshot, and the number of references to it. */
struct instance_spare {
	struct trace_buffer	*ring;
	u64			time_start;
	int			users;
};

struct trace_array {
	struct rw_semaphore	read_rwsem;
	u64			options;
	u64			time_start;
	const struct tracer	*tracer;
	struct trace_buffer	*ring;
	struct instance_spare	*spare;
	int			clock;
};

extern struct trace_array instance_global;

enum trace_comm_clock {
	TRACE_COMM_LOCAL,
	TRACE_COMM_NO_CLOCK,
};

static inline enum trace_comm_clock instance_comm_clock(const struct trace_array *tr)
{
	return tr->clock ? TRACE_COMM_NO_CLOCK : TRACE_COMM_LOCAL;
}

static inline struct instance_spare *instance_spare_get(struct trace_array *tr)
{
	if (tr->spare)
		tr->spare->users++;
	return tr->spare;
}

static inline void instance_spare_put(struct instance_spare *spare)
{
	if (spare)
		spare->users--;
}

static inline bool instance_option(const struct trace_array *tr,
				   enum instance_option nr)
{
	return tr->options & BIT_ULL(nr);
}

struct event_field {
	const char	*type;
	const char	*name;
	unsigned short	offset;
	unsigned short	size;
	unsigned short	len;
	bool		is_signed;
	unsigned char	filter;
	bool		late;
};

typedef int (*event_field_fn)(const struct event_field *field, void *data);
int event_fields_each(struct trace_event_call *call, event_field_fn fn,
		      void *data);

/* Start and end of the kernel image. */
extern unsigned long host_image[2];
extern const char * const host_format;

static inline bool output_in_image(unsigned long addr)
{
	return addr >= host_image[0] && addr < host_image[1];
}

static inline bool output_in_rodata(const char *text)
{
	return output_in_image((unsigned long)text);
}

/* A record of blktrace.c: see output/deps.h. */
#define OUTPUT_BLK_BYTES	48
#define OUTPUT_BLK_LEN_AT	46

bool output_message(struct trace_iterator *iter);
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf,
				int buf_len, bool concatenate);
const char *trace_print_bitmask_seq(struct trace_seq *p, void *bitmask_ptr,
				    unsigned int bitmask_size);
const char *trace_print_bitmask_iter(struct trace_iterator *iter, void *bitmask_ptr,
				     unsigned int bitmask_size);
const char *trace_print_hex_dump_seq(struct trace_seq *p, const char *prefix_str,
				     int prefix_type, int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii);
const char *trace_print_array_seq(struct trace_seq *p, const void *buf,
				  int count, size_t el_size);
void trace_comm_find(int pid, char comm[TASK_COMM_LEN]);
int trace_comm_tgid(int pid);

struct trace_comm {
	char	comm[TASK_COMM_LEN];
	int	tgid;
	int	ns_pid;
};

#define HOST_COMM_UNTIL	5000000000ull

u64 trace_comm_find_at(int pid, enum trace_comm_clock clock, u64 time, struct trace_comm *found);

#include "../../../../kernel/trace/output/put.h"

enum print_line_t output_line(struct trace_iterator *iter);
enum print_line_t output_fields(struct trace_iterator *iter, struct trace_event *event);

/* The text of a record, in @iter->seq. */
const char *host_line(struct trace_iterator *iter, void *rec, int size, unsigned long flags);
void output_ip(struct trace_iterator *iter, unsigned long ip, u64 options);
const char *output_ip_text(struct trace_iterator *iter, unsigned long ip,
			   u64 options, unsigned int *len);
const char *output_comm(struct trace_iterator *iter, int pid);
int output_pid(struct trace_iterator *iter, int pid);
void output_time(struct trace_iterator *iter, u64 ts);
char *output_put_irq_info(char *p, const struct trace_entry *ent);
char output_delay_mark(u64 ns);
char task_index_to_char(unsigned int state);
bool is_kretprobe_trampoline(unsigned long ip);
const char *kallsyms_lookup(unsigned long ip, unsigned long *size,
			    unsigned long *offset, char **mod, char *name);
int sprint_symbol(char *name, unsigned long ip);
long strncpy_from_kernel_nofault(char *dst, const void *from, long count);

static inline bool cpumask_test_cpu(int cpu, unsigned long mask)
{
	return mask >> (cpu & 63) & 1;
}

#define cpumask_set_cpu(cpu, mask)	((mask) |= 1UL << ((cpu) & 63))

/* There are no mappings of user space. */
struct path { int unused; };
struct file { struct path f_path; };

struct vm_area_struct {
	struct file	*vm_file;
	unsigned long	vm_start;
};

struct mm_struct { int unused; };
struct task_struct { int unused; };

static inline int mmap_read_lock_killable(struct mm_struct *mm) { return 0; }
static inline void mmap_read_unlock(struct mm_struct *mm) { }
static inline void rcu_read_lock(void) { }
static inline void rcu_read_unlock(void) { }
static inline void mmput_async(struct mm_struct *mm) { }

static inline struct vm_area_struct *vma_lookup(struct mm_struct *mm,
						unsigned long ip)
{
	return NULL;
}

static inline struct task_struct *find_task_by_vpid(int pid)
{
	return NULL;
}

static inline struct mm_struct *get_task_mm(struct task_struct *task)
{
	return NULL;
}

static inline int trace_seq_path(struct trace_seq *s, const struct path *path)
{
	return 0;
}

/* Mappings of one process, HOST_MAPPED: a file, and memory without one behind it. */
#define HOST_MAPPED	77

struct instance_object {
	const char	*path;
};

struct instance_map {
	unsigned long		start;
	struct instance_object	*object;
};

struct instance_space {
	struct mm_struct	*mm;
};

extern int instance_mappings_lock;
static inline void mutex_lock(int *lock) { ++*lock; }
static inline void mutex_unlock(int *lock) { --*lock; }

const struct instance_space *instance_space_at(int tgid, enum trace_comm_clock clock, u64 time);
const struct instance_map *instance_map_at(const struct instance_space *space,
					   enum trace_comm_clock clock, u64 time,
					   unsigned long addr);

#endif /* _TOOLS_TRACE_OUTPUT_HOST_H */
