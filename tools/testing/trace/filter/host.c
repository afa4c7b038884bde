// SPDX-License-Identifier: GPL-2.0
/*
 * kernel/trace/filter on the host: the kernel functions that the code calls, and an event.
 */
#include <limits.h>
#include <malloc.h>

#include "event.h"

char host_comm[TASK_COMM_LEN] = "host";

static unsigned int host_fails;

/* Make the @nth allocation from now on fail; 0 for none. */
void host_fail_at(unsigned int nth)
{
	host_fails = nth;
}

bool host_fail(void)
{
	return host_fails && !--host_fails;
}

void *host_realloc(void *p, size_t size)
{
	size_t old = malloc_usable_size(p);

	p = realloc(p, size);
	if (p && size > old)
		memset(p + old, 0xa5, size - old);
	return p;
}

int kstrtoull(const char *s, unsigned int base, u64 *res)
{
	char *end;

	s += *s == '+';
	if (!isalnum(*s))
		return -EINVAL;
	errno = 0;
	*res = strtoull(s, &end, base);
	return errno ? -ERANGE : *end ? -EINVAL : 0;
}

int kstrtoll(const char *s, unsigned int base, s64 *res)
{
	char *end;

	if (!isalnum(s[*s == '-' || *s == '+']))
		return -EINVAL;
	errno = 0;
	*res = strtoll(s, &end, base);
	return errno ? -ERANGE : *end ? -EINVAL : 0;
}

int kstrtoul(const char *s, unsigned int base, unsigned long *res)
{
	return kstrtoull(s, base, (u64 *)res);
}

/* Parse CPUs and ranges separated by commas. */
int cpulist_parse(const char *list, struct cpumask *mask)
{
	unsigned long first, last;
	char *end;

	mask->bits = 0;
	while (*list) {
		if (*list == ',' || isspace(*list)) {
			list++;
			continue;
		}
		if (!isdigit(*list))
			return -EINVAL;
		first = strtoul(list, &end, 10);
		last = first;
		if (*end == '-' && isdigit(end[1]))
			last = strtoul(end + 1, &end, 10);
		if (last < first || last >= nr_cpu_ids)
			return -EINVAL;
		for (; first <= last; first++)
			mask->bits |= 1UL << first;
		list = end;
	}
	return 0;
}

/* The symbol table has two functions. */
unsigned long kallsyms_lookup_name(const char *name)
{
	if (!strcmp(name, "schedule"))
		return HOST_SCHEDULE;
	return strcmp(name, "panic") ? 0 : HOST_PANIC;
}

int kallsyms_lookup_size_offset(unsigned long addr, unsigned long *size,
				unsigned long *offset)
{
	unsigned long start = addr & ~(HOST_FUNCTION - 1);

	if (start != HOST_SCHEDULE && start != HOST_PANIC)
		return 0;
	*size = HOST_FUNCTION;
	*offset = addr - start;
	return 1;
}

/* Targets of string pointers in records. */
char host_texts[HOST_TEXTS][HOST_TEXT];
char host_user_text[HOST_USER_TEXT];

/* Copy a string that begins between @start and @end. */
static long host_copy(char *dst, const char *text, long count, const char *start,
		      const char *end)
{
	long len;

	if (text < start || text >= end)
		return -EFAULT;
	len = strlen(text);
	if (len >= count)
		len = count - 1;
	memcpy(dst, text, len);
	dst[len] = '\0';
	return len + 1;
}

long strncpy_from_kernel_nofault(char *dst, const void *from, long count)
{
	return host_copy(dst, from, count, host_texts[0], host_texts[HOST_TEXTS]);
}

long strncpy_from_user_nofault(char *dst, const void *from, long count)
{
	return host_copy(dst, from, count, host_user_text, host_user_text + HOST_USER_TEXT);
}

#define FIELD(_type, _name, _signed, _filter) {				\
	.type = _type, .name = #_name,					\
	.offset = offsetof(struct host_record, _name),			\
	.size = sizeof(((struct host_record *)0)->_name),		\
	.is_signed = _signed, .filter = _filter,			\
}

const struct event_field host_fields[] = {
	FIELD("u8", b, false, FILTER_OTHER),
	FIELD("s8", sb, true, FILTER_OTHER),
	FIELD("u16", h, false, FILTER_OTHER),
	FIELD("s16", sh, true, FILTER_OTHER),
	FIELD("u32", w, false, FILTER_OTHER),
	FIELD("s32", sw, true, FILTER_OTHER),
	FIELD("u64", q, false, FILTER_OTHER),
	FIELD("s64", sq, true, FILTER_OTHER),
	FIELD("void *", fn, false, FILTER_OTHER),
	FIELD("u32 [3]", array, false, FILTER_OTHER),
	FIELD("char [8]", text, false, FILTER_STATIC_STRING),
	FIELD("__data_loc char[]", dyn, false, FILTER_DYN_STRING),
	FIELD("__rel_loc char[]", rel, false, FILTER_RDYN_STRING),
	FIELD("const char *", ptr, false, FILTER_PTR_STRING),
	FIELD("__data_loc cpumask_t", mask, false, FILTER_CPUMASK),
	{
		.type = "char []", .name = "tail",
		.offset = offsetof(struct host_record, tail),
		.filter = FILTER_STATIC_STRING,
	},
	{ .type = "int", .name = "CPU", .filter = FILTER_CPU },
	{ .type = "char *", .name = "COMM", .filter = FILTER_COMM },
	{ .type = "u64", .name = "cgroup", .filter = EVENT_TASK_CGROUP },
	{ .type = "int", .name = "ns_pid", .filter = EVENT_TASK_NS_PID },
	{ .type = "char *", .name = "stacktrace", .filter = FILTER_STACKTRACE },
	{}
};

bool event_field_find(struct trace_event_call *call, const char *name,
		      struct event_field *field)
{
	const struct event_field *pos;

	for (pos = host_fields; pos->type; pos++) {
		if (strcmp(pos->name, name))
			continue;
		*field = *pos;
		return true;
	}
	return false;
}

/* Pseudo-random numbers that do not depend on the host (splitmix64 by Steele et al.). */
static u64 host_seed = 1;

void host_srand(u64 seed)
{
	host_seed = seed;
}

static const u8 *host_bytes, *host_bytes_end;

void host_rand_from(const u8 *data, size_t size)
{
	host_bytes = data;
	host_bytes_end = data + size;
}

u64 host_rand(void)
{
	u64 z;

	/* The same byte eight times: small factors select as the byte does. */
	if (host_bytes < host_bytes_end)
		return *host_bytes++ * 0x0101010101010101ULL;
	z = (host_seed += 0x9e3779b97f4a7c15ULL);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

/* Random numbers, small numbers, and limits of integer types. */
u64 host_number(void)
{
	static const u64 rare[] = {
		0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000ULL,
		LLONG_MAX, 1ULL << 63, ~0ULL, ~0ULL - 1,
	};

	switch (host_rand() % 4) {
	case 0:
		return rare[host_rand() % ARRAY_SIZE(rare)];
	case 1:
		return host_rand();
	}
	return host_rand() % 4;
}

/* A random string of few letters, so that strings are often equal. @size includes NUL. */
void host_text(char *to, unsigned int size)
{
	unsigned int len = host_rand() % size;

	to[len] = '\0';
	while (len--)
		to[len] = "abc"[host_rand() % 3];
}

/* Fill a record with random fields. The last string ends within the record. */
void host_fill(struct host_record *rec)
{
	unsigned int i, at = offsetof(struct host_record, tail);
	u8 *bytes = (u8 *)rec;

	for (i = 0; i < at; i++)
		bytes[i] = host_rand();
	rec->b = host_number();
	rec->sb = host_number();
	rec->h = host_number();
	rec->sh = host_number();
	rec->w = host_number();
	rec->sw = host_number();
	rec->q = host_number();
	rec->sq = host_number();
	rec->fn = HOST_SCHEDULE - 2 + host_rand() % (HOST_FUNCTION + 4);
	for (i = 0; i < HOST_TEXTS; i++)
		host_text(host_texts[i], 7);
	rec->ptr = host_rand() % 4 ? host_texts[host_rand() % HOST_TEXTS] : NULL;
	if (!(host_rand() % 4)) {
		host_text(host_user_text, 7);
		rec->ptr = host_user_text;
	}
	/* The static string sometimes has no NUL. */
	host_text(rec->text, sizeof(rec->text));
	if (!(host_rand() % 4))
		memset(rec->text, 'a', sizeof(rec->text));
	host_text(rec->tail, 8);
	host_text(rec->at_dyn, 8);
	host_text(rec->at_rel, 8);
	rec->dyn = offsetof(struct host_record, at_dyn) |
		   (strlen(rec->at_dyn) + host_rand() % 2) << 16;
	rec->rel = (offsetof(struct host_record, at_rel) -
		    offsetof(struct host_record, rel) - 4) |
		   (strlen(rec->at_rel) + 1) << 16;
	rec->mask = offsetof(struct host_record, at_mask) | 8 << 16;
	rec->at_mask = host_rand() % 3 ? 1UL << host_rand() % 4 : host_rand() % 16;
}
