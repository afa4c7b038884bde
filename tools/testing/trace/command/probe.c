// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes that a program of user space can hit: two functions of the kernel, one of a
 * module, one of a module that can be loaded and unloaded, a page of memory that can be
 * read, and registers that point there.
 */
#include "world.h"

#define PROBE_PAGE	0x10000UL	/* address of the page, and of schedule() */
#define PROBE_VANISHES	(PROBE_PAGE + 192)	/* address of vanishes() */

static char probe_page[PAGE_SIZE];

/* The record of another event that event probes read, and what follows it. */
static const char *probe_rec;
static size_t probe_rec_size;

#define PROBE_AFTER	8192

void world_probe_record(const void *rec, size_t size)
{
	probe_rec = rec;
	probe_rec_size = size;
}

/* One byte of memory. Return: false on a fault. */
static bool probe_byte(unsigned long at, char *to)
{
	unsigned long rec = at - (unsigned long)probe_rec;
	unsigned long comm = at - (unsigned long)host_task.comm;

	if (at - PROBE_PAGE < PAGE_SIZE)
		*to = probe_page[at - PROBE_PAGE];
	else if (rec < probe_rec_size)
		*to = probe_rec[rec];
	else if (probe_rec && rec < probe_rec_size + PROBE_AFTER)
		*to = (char)0xee;
	else if (comm < TASK_COMM_LEN)
		*to = host_task.comm[comm];
	else
		return false;
	return true;
}

long copy_from_kernel_nofault(void *to, const void *from, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (!probe_byte((unsigned long)from + i, (char *)to + i))
			return -EFAULT;
	}
	return 0;
}

long strnlen_user_nofault(const char *s, long count)
{
	long i;
	char c;

	for (i = 0; i < count; i++) {
		if (!probe_byte((unsigned long)s + i, &c))
			return 0;
		if (!c)
			return i + 1;
	}
	return count + 1;
}

long strncpy_from_user(char *to, const char *from, long count)
{
	long i;

	for (i = 0; i < count; i++) {
		if (!probe_byte((unsigned long)from + i, &to[i]))
			return -EFAULT;
		if (!to[i])
			break;
	}
	return i;
}

int regs_query_register_offset(const char *name)
{
	static const char * const names[] = { "di", "si", "dx", "cx", "sp", "ax", "ip" };
	int at = match_string(names, ARRAY_SIZE(names), name);

	return at < 0 ? -EINVAL : at * (int)sizeof(long);
}

unsigned long regs_get_register(const struct pt_regs *regs, unsigned int offset)
{
	assert(offset < sizeof(*regs) && offset % sizeof(long) == 0);
	return regs->r[offset / sizeof(long)];
}

/* Kprobes */

static struct kprobe *probe_kprobes[MAX_HOST_KPROBES];
static unsigned int probe_nr;

int kprobe_on_func_entry(void *addr, const char *symbol, unsigned long offset)
{
	if (!symbol)
		return (unsigned long)addr != PROBE_PAGE ? -ENOENT : offset ? -EINVAL : 0;
	if (strcmp(symbol, "schedule") && strcmp(symbol, "themod:inside"))
		return -ENOENT;
	return offset ? -EINVAL : 0;
}

int kallsyms_on_each_match_symbol(int (*fn)(void *data, unsigned long addr),
				  const char *name, void *data)
{
	if (!strcmp(name, "schedule"))
		return fn(data, PROBE_PAGE);
	if (!strcmp(name, "untraced"))
		return fn(data, HOST_UNTRACED);
	if (!strcmp(name, "vanishes"))
		return fn(data, PROBE_VANISHES);
	if (strcmp(name, "twice"))
		return 0;
	return fn(data, PROBE_PAGE + 64) ?: fn(data, PROBE_PAGE + 128);
}

int module_kallsyms_on_each_symbol(const char *module,
				   int (*fn)(void *data, const char *name,
					     unsigned long addr), void *data)
{
	static const char * const names[] = { "first", "inside", "hidden" };
	unsigned int i;
	int ret = 0;

	if (module && !find_module(module))
		return 0;
	for (i = 0; !ret && i < ARRAY_SIZE(names); i++)
		ret = fn(data, names[i], PROBE_PAGE + 256 * (i + 1));
	if (!ret && !module && find_module("gone"))
		ret = fn(data, "leaves", HOST_GONE_FUNCTION);
	return ret;
}

/* Modules: one that is loaded, and one that may be. */

static struct module probe_themod = { .name = "themod" };
static struct module probe_gone = { .name = "gone" };
static bool probe_gone_loaded;
static struct notifier_block *probe_notifiers[4];
static unsigned int probe_notifiers_nr;

struct module *find_module(const char *name)
{
	if (!strcmp(name, probe_themod.name))
		return &probe_themod;
	return probe_gone_loaded && !strcmp(name, probe_gone.name) ? &probe_gone : NULL;
}

int register_module_notifier(struct notifier_block *nb)
{
	assert(probe_notifiers_nr < ARRAY_SIZE(probe_notifiers));
	probe_notifiers[probe_notifiers_nr++] = nb;
	return 0;
}

/* Unloading a module disarms the kprobes in its code for good. */
void world_module_load(bool load)
{
	unsigned int i;

	if (probe_gone_loaded == load)
		return;
	/* The notifiers are called while the module exists. */
	probe_gone_loaded = true;
	probe_gone.state = load ? MODULE_STATE_COMING : MODULE_STATE_GOING;
	for (i = 0; i < probe_nr && !load; i++) {
		if (probe_kprobes[i]->symbol_name &&
		    !strncmp(probe_kprobes[i]->symbol_name, "gone:", 5))
			probe_kprobes[i]->flags |= KPROBE_FLAG_GONE | KPROBE_FLAG_DISABLED;
	}
	for (i = 0; i < probe_notifiers_nr; i++)
		probe_notifiers[i]->notifier_call(probe_notifiers[i],
						  probe_gone.state, &probe_gone);
	probe_gone_loaded = load;
	if (!load)
		world_hooks_check_unloaded();
}

/* The last symbol of the kernel is freed between its lookup and the registration. */
static bool probe_symbol_exists(const char *symbol)
{
	if (!strcmp(symbol, "vanishes"))
		return false;
	return !strchr(symbol, ':') || !strcmp(symbol, "themod:inside") ||
	       (probe_gone_loaded && !strcmp(symbol, "gone:inside"));
}

static int probe_register(struct kprobe *p)
{
	unsigned long at = p->symbol_name ? PROBE_PAGE : (unsigned long)p->addr;

	if (p->symbol_name ? !probe_symbol_exists(p->symbol_name) : at == PROBE_VANISHES)
		return -ENOENT;
	if (p->offset == 1)
		return -EILSEQ;
	if (p->offset >= 64)
		return -EINVAL;
	if (probe_nr == MAX_HOST_KPROBES)
		return -ENOSPC;
	p->addr = (kprobe_opcode_t *)(at + p->offset);
	probe_kprobes[probe_nr++] = p;
	return 0;
}

int register_kprobe(struct kprobe *p)
{
	return probe_register(p);
}

static void probe_unregister(struct kprobe *p)
{
	unsigned int i;

	for (i = 0; i < probe_nr && probe_kprobes[i] != p; i++)
		;
	assert(i < probe_nr);
	probe_kprobes[i] = probe_kprobes[--probe_nr];
}

void unregister_kprobe(struct kprobe *p)
{
	assert(!(p->flags & KPROBE_FLAG_HOST_RETURN));
	probe_unregister(p);
}

int register_kretprobe(struct kretprobe *rp)
{
	int ret = probe_register(&rp->kp);

	if (ret)
		return ret;
	rp->kp.flags |= KPROBE_FLAG_HOST_RETURN;
	rp->kp.nmissed = 2;
	rp->nmissed = 3;
	return 0;
}

void unregister_kretprobe(struct kretprobe *rp)
{
	assert(rp->kp.flags & KPROBE_FLAG_HOST_RETURN);
	probe_unregister(&rp->kp);
}

void unregister_kprobes(struct kprobe **kps, int nr)
{
	for (int i = 0; i < nr; i++)
		unregister_kprobe(kps[i]);
}

void unregister_kretprobes(struct kretprobe **rps, int nr)
{
	for (int i = 0; i < nr; i++)
		unregister_kretprobe(rps[i]);
}

struct kprobe *get_kprobe(void *addr)
{
	for (unsigned int i = 0; i < probe_nr; i++) {
		if (probe_kprobes[i]->addr == addr)
			return probe_kprobes[i];
	}
	return NULL;
}

int enable_kprobe(struct kprobe *p)
{
	p->flags &= ~KPROBE_FLAG_DISABLED;
	return 0;
}

int disable_kprobe(struct kprobe *p)
{
	p->flags |= KPROBE_FLAG_DISABLED;
	return 0;
}

static void probe_return(struct kretprobe *rp, struct pt_regs *regs)
{
	/* With its exact size, so that ASan detects accesses beyond it. */
	struct kretprobe_instance *ri = calloc(1, sizeof(*ri) + rp->data_size);

	ri->rp = rp;
	if (rp->entry_handler)
		rp->entry_handler(ri, regs);
	assert(!rp->handler(ri, regs));
	free(ri);
}

/* Hit each kprobe that is enabled, and the rest. */
void world_probe_hit(void)
{
	struct pt_regs regs = {};
	unsigned int i;

	for (i = 0; i < HOST_REGS; i++)
		regs.r[i] = i & 1 ? i : PROBE_PAGE + 40 * i;
	for (i = 0; i < probe_nr; i++) {
		struct kprobe *p = probe_kprobes[i];

		if (p->flags & (KPROBE_FLAG_DISABLED | KPROBE_FLAG_GONE))
			continue;
		if (p->pre_handler)
			p->pre_handler(p, &regs);
		else
			probe_return(container_of(p, struct kretprobe, kp), &regs);
	}
	world_hooks_hit(&regs);
	world_uprobe_hit(&regs);
}

/* Pointers into the page, strings, and a string without end. */
static void __attribute__((constructor)) probe_init(void)
{
	unsigned long *words = (unsigned long *)probe_page;
	unsigned int i;

	for (i = 0; i < 64; i++)
		words[i] = PROBE_PAGE + 1024 + i * 8;
	memset(probe_page + 1024, 'm', PAGE_SIZE - 1024);
	for (i = 1; i < 32; i++)
		probe_page[1024 + i * i] = '\0';
}

/* Lower layers */

void output_ip(struct trace_iterator *iter, unsigned long ip, u64 options)
{
	trace_seq_printf(&iter->seq, "0x%lx", ip);
}

int kstrtoint(const char *s, unsigned int base, int *res)
{
	s64 n;
	int ret = kstrtoll(s, base, &n);

	if (ret)
		return ret;
	*res = n;
	return n == *res ? 0 : -ERANGE;
}

int match_string(const char * const *names, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n && names[i]; i++) {
		if (!strcmp(names[i], name))
			return i;
	}
	return -EINVAL;
}

char *strreplace(char *s, char old, char new)
{
	char *at;

	for (at = s; *at; at++) {
		if (*at == old)
			*at = new;
	}
	return s;
}
