// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions of what host.h declares.
 */
#include <sys/mman.h>

#include <execinfo.h>

#include "host.h"

struct task_struct host_task = { .pid = 7, .comm = "host" };
const unsigned long sys_call_table[NR_syscalls];

/* Memory */

long host_allocs;
static unsigned int host_fails;

/* Make the nth allocation from now on fail; 0 for none. */
void host_fail_at(unsigned int nth)
{
	host_fails = nth;
}

bool host_has_failed(void)
{
	return !host_fails;
}

static bool host_fail(void)
{
	return host_fails && !--host_fails;
}

void *host_alloc(size_t size)
{
	if (host_fail())
		return NULL;
	host_allocs++;
	return calloc(1, size);
}

void *host_realloc(void *p, size_t size)
{
	if (host_fail())
		return NULL;
	host_allocs += !p;
	return realloc(p, size);
}

void host_free(const void *p)
{
	if (!p)
		return;
	assert(host_allocs > 0);
	host_allocs--;
	free((void *)p);
}

void host_free_bulk(size_t nr, void **p)
{
	while (nr--)
		host_free(p[nr]);
}

char *kmemdup_nul(const char *s, size_t len, gfp_t gfp)
{
	char *p = host_alloc(len + 1);

	if (p)
		memcpy(p, s, len);
	return p;
}

char *kstrdup(const char *s, gfp_t gfp)
{
	return s ? kmemdup_nul(s, strlen(s), gfp) : NULL;
}

char *kstrndup(const char *s, size_t max, gfp_t gfp)
{
	return kmemdup_nul(s, strnlen(s, max), gfp);
}

char *memdup_user_nul(const char *s, size_t len)
{
	return kmemdup_nul(s, len, 0) ?: ERR_PTR(-ENOMEM);
}

char *kasprintf(gfp_t gfp, const char *fmt, ...)
{
	va_list args;
	char *p;
	int len;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	p = host_alloc(len + 1);
	if (!p)
		return NULL;
	va_start(args, fmt);
	vsnprintf(p, len + 1, fmt, args);
	va_end(args);
	return p;
}

/* One allocation for the text, one for the array. */
char **argv_split(gfp_t gfp, const char *s, int *argc)
{
	char *copy = kstrdup(s, gfp), **argv, *word = copy;
	int n = 0;

	argv = copy ? host_alloc((strlen(s) / 2 + 3) * sizeof(*argv)) : NULL;
	if (!argv) {
		host_free(copy);
		return NULL;
	}
	*argv++ = copy;
	while (*(word = skip_spaces(word))) {
		argv[n++] = word;
		while (*word && !isspace(*word))
			word++;
		if (*word)
			*word++ = '\0';
	}
	*argc = n;
	return argv;
}

void argv_free(char **argv)
{
	host_free(argv[-1]);
	host_free(argv - 1);
}

const char *host_far;

static void __attribute__((constructor)) host_far_init(void)
{
	host_far = mmap((void *)0x20000000, 4096, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert(host_far != MAP_FAILED);
	memcpy((char *)host_far, "somewhere", sizeof("somewhere"));
}

/* Text */

char *skip_spaces(const char *s)
{
	while (isspace(*s))
		s++;
	return (char *)s;
}

char *strim(char *s)
{
	size_t len = strlen(s);

	while (len && isspace(s[len - 1]))
		s[--len] = '\0';
	return skip_spaces(s);
}

ssize_t host_strscpy(char *to, const char *from, size_t size)
{
	size_t len = strnlen(from, size);

	if (!size)
		return -E2BIG;
	memcpy(to, from, min(len, size - 1));
	to[min(len, size - 1)] = '\0';
	return len < size ? (ssize_t)len : -E2BIG;
}

int kstrtoull(const char *s, unsigned int base, u64 *res)
{
	char *end;

	s += *s == '+';
	if (!isalnum(*s))
		return -EINVAL;
	errno = 0;
	*res = strtoull(s, &end, base);
	end += *end == '\n';
	return errno ? -ERANGE : *end ? -EINVAL : 0;
}

int kstrtoll(const char *s, unsigned int base, s64 *res)
{
	char *end;

	if (!isalnum(s[*s == '-' || *s == '+']))
		return -EINVAL;
	errno = 0;
	*res = strtoll(s, &end, base);
	end += *end == '\n';
	return errno ? -ERANGE : *end ? -EINVAL : 0;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *res)
{
	u64 n;
	int ret = kstrtoull(s, base, &n);

	if (ret)
		return ret;
	*res = n;
	return n == *res ? 0 : -ERANGE;
}

unsigned int find_next_bit(const unsigned long *w, unsigned int size,
			   unsigned int from)
{
	while (from < size && !test_bit(from, w))
		from++;
	return from;
}

/* Sequences */

void host_print(char *buf, size_t size, size_t *len, const char *fmt, va_list args)
{
	int n = vsnprintf(buf + *len, size - *len, fmt, args);

	assert(n >= 0);
	*len = min(*len + n, size - 1);
}

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	host_print(m->buf, m->size, &m->count, fmt, args);
	va_end(args);
}

void host_put(char *buf, size_t size, size_t *len, const char *text, size_t n)
{
	n = min(n, size - 1 - *len);
	memcpy(buf + *len, text, n);
	*len += n;
	buf[*len] = '\0';
}

void seq_puts(struct seq_file *m, const char *s)
{
	host_put(m->buf, m->size, &m->count, s, strlen(s));
}

void seq_putc(struct seq_file *m, char c)
{
	host_put(m->buf, m->size, &m->count, &c, 1);
}

void seq_setwidth(struct seq_file *m, size_t size)
{
	m->pad_until = m->count + size;
}

void seq_pad(struct seq_file *m, char c)
{
	while (m->count < m->pad_until)
		seq_putc(m, ' ');
	seq_putc(m, c);
}

int seq_open(struct file *file, const struct seq_operations *ops)
{
	/* One file is open at a time. */
	static struct seq_file opened;

	opened = (struct seq_file){ .op = ops };
	file->private_data = &opened;
	return 0;
}

void *host_seq_open_one(struct file *file, const struct seq_operations *ops, int size)
{
	static u64 private[16];

	assert(size <= (int)sizeof(private));
	memset(private, 0, sizeof(private));
	seq_open(file, ops);
	((struct seq_file *)file->private_data)->private = private;
	return private;
}

int seq_release(struct inode *inode, struct file *file)
{
	file->private_data = NULL;
	return 0;
}

const struct file_operations *host_dynamic_events, *host_synthetic_events;
const struct file_operations *host_kprobe_events, *host_kprobe_profile;
const struct file_operations *host_uprobe_events, *host_uprobe_profile;
struct inode host_kprobe_profile_inode, host_uprobe_profile_inode;

void *tracefs_create_file(const char *name, unsigned int mode, void *parent,
			  void *data, const struct file_operations *fops)
{
	if (!strcmp(name, "dynamic_events"))
		host_dynamic_events = fops;
	if (!strcmp(name, "synthetic_events"))
		host_synthetic_events = fops;
	if (!strcmp(name, "kprobe_events"))
		host_kprobe_events = fops;
	if (!strcmp(name, "kprobe_profile")) {
		host_kprobe_profile = fops;
		host_kprobe_profile_inode.i_private = data;
	}
	if (!strcmp(name, "uprobe_events"))
		host_uprobe_events = fops;
	if (!strcmp(name, "uprobe_profile")) {
		host_uprobe_profile = fops;
		host_uprobe_profile_inode.i_private = data;
	}
	return NULL;
}

/* Arrays */

struct host_slot *host_xa_from(struct xarray *xa, unsigned long from)
{
	struct host_slot *slot = xa->first;

	while (slot && slot->at < from)
		slot = slot->next;
	return slot;
}

void *xa_load(struct xarray *xa, unsigned long at)
{
	struct host_slot *slot = host_xa_from(xa, at);

	return slot && slot->at == at ? slot->entry : NULL;
}

int xa_insert(struct xarray *xa, unsigned long at, void *entry, gfp_t gfp)
{
	struct host_slot **place = &xa->first, *slot;

	if (xa_load(xa, at))
		return -EBUSY;
	slot = host_alloc(sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	while (*place && (*place)->at < at)
		place = &(*place)->next;
	*slot = (struct host_slot){ .next = *place, .at = at, .entry = entry };
	*place = slot;
	return 0;
}

void *xa_erase(struct xarray *xa, unsigned long at)
{
	struct host_slot **place = &xa->first, *slot;
	void *entry;

	while (*place && (*place)->at < at)
		place = &(*place)->next;
	slot = *place;
	if (!slot || slot->at != at)
		return NULL;
	entry = slot->entry;
	*place = slot->next;
	host_free(slot);
	return entry;
}

void xa_destroy(struct xarray *xa)
{
	while (xa->first)
		xa_erase(xa, xa->first->at);
}

int xa_alloc_cyclic(struct xarray *xa, u32 *id, void *entry,
		    struct xa_limit limit, u32 *next, gfp_t gfp)
{
	u32 at = max(*next, limit.min);
	int ret;

	while (xa_load(xa, at))
		at = at == limit.max ? limit.min : at + 1;
	ret = xa_insert(xa, at, entry, gfp);
	if (ret)
		return ret;
	*id = at;
	*next = at == limit.max ? limit.min : at + 1;
	return 0;
}

void *__xa_cmpxchg(struct xarray *xa, unsigned long at, void *old, void *entry,
		   gfp_t gfp)
{
	void *was = xa_load(xa, at);
	int ret;

	assert(!old);
	if (was)
		return was;
	ret = xa_insert(xa, at, entry, gfp);
	return ret ? ERR_PTR(ret) : NULL;
}

/* CPUs, symbols */

/* "3", "3-5", separated by commas. */
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

unsigned long kallsyms_lookup_name(const char *name)
{
	if (!strcmp(name, "untraced"))
		return HOST_UNTRACED;
	return strcmp(name, "schedule") ? 0 : 0x10000;
}

int kallsyms_lookup_size_offset(unsigned long addr, unsigned long *size,
				unsigned long *offset)
{
	if (addr / 64 != 0x10000 / 64 && addr / 64 != HOST_UNTRACED / 64)
		return 0;
	*size = 64;
	*offset = addr % 64;
	return 1;
}

u32 jhash(const void *key, u32 length, u32 initval)
{
	const unsigned char *bytes = key;

	while (length--)
		initval = 31 * initval + *bytes++;
	return initval;
}

/* Reading memory outside the record faults. */
/* Return: the size with the NUL; @count if the text was cut. */
long strncpy_from_kernel_nofault(char *dst, const void *from, long count)
{
	long i;

	if (from != host_far)
		return -EFAULT;
	for (i = 0; i < count; i++) {
		dst[i] = host_far[i];
		if (!dst[i])
			return i + 1;
	}
	dst[count - 1] = '\0';
	return count;
}

long strncpy_from_user_nofault(char *dst, const void *from, long count)
{
	return -EFAULT;
}

int sprint_symbol(char *buf, unsigned long addr)
{
	return sprintf(buf, "0x%lx", addr);
}

int lookup_symbol_name(unsigned long addr, char *name)
{
	sprintf(name, "__x64_sys_read");
	return 0;
}

unsigned long host_stack_within;

/*
 * Three frames; or the return address into a function that is being executed, with one
 * frame below and four above it.
 */
unsigned int stack_trace_save(unsigned long *to, unsigned int max,
			      unsigned int skip)
{
	static const unsigned long around[] = { 0x100, 0, 0x201, 0x202, 0x301, 0x302 };
	unsigned int i, n = min(max, host_stack_within ? ARRAY_SIZE(around) : 3u);
	void *frames[64];
	int depth;

	for (i = 0; i < n; i++)
		to[i] = host_stack_within ? around[i] : 0x10000 + i;
	if (!host_stack_within)
		return n;
	depth = backtrace(frames, ARRAY_SIZE(frames));
	for (i = 0; i < (unsigned int)depth; i++) {
		if ((unsigned long)frames[i] - host_stack_within < 4096 &&
		    (!to[1] || (unsigned long)frames[i] < to[1]))
			to[1] = (unsigned long)frames[i];
	}
	return n;
}

/* Insertion sort: there are few elements. */
void sort_r(void *base, size_t n, size_t size,
	    int (*cmp)(const void *, const void *, const void *), void *swap,
	    const void *priv)
{
	char tmp[64], *at;
	size_t i;

	assert(size <= sizeof(tmp));
	for (i = 1; i < n; i++) {
		memcpy(tmp, (char *)base + i * size, size);
		for (at = (char *)base + i * size;
		     at > (char *)base && cmp(at - size, tmp, priv) > 0;
		     at -= size)
			memcpy(at, at - size, size);
		memcpy(at, tmp, size);
	}
}

bool host_sleeper;
unsigned int host_waits;
unsigned int host_wakeups;

/* The kernel command line */

int (*host_initcall_sync)(void);

static struct host_handler {
	const char *name;
	int (*fn)(char *text);
} host_handlers[64];

void host_setup(const char *name, int (*fn)(char *text))
{
	struct host_handler *free = host_handlers;

	while (free->name)
		free++;
	assert(free < host_handlers + ARRAY_SIZE(host_handlers) - 1);
	*free = (struct host_handler){ name, fn };
}

/* The first handler that returns 1 is the last one that is called. */
bool host_param(const char *name, char *text)
{
	struct host_handler *handler;

	for (handler = host_handlers; handler->name; handler++) {
		if (!strcmp(handler->name, name) && handler->fn(text))
			return true;
	}
	return false;
}

bool host_module_leaves;
