// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: the location, "[MOD:]SYM[+offs][%return]" or an address.
 */
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe.h"

/**
 * struct kprobe_location_count - counter of the symbols of a name
 * @name: the name
 * @nr: number of symbols
 * @address: address of the last one of them
 */
struct kprobe_location_count {
	const char *name;
	unsigned int nr;
	unsigned long address;
};

static int kprobe_location_count_match(void *data, unsigned long addr)
{
	struct kprobe_location_count *count = data;

	count->nr++;
	count->address = addr;
	return 0;
}

static int kprobe_location_count_same(void *data, const char *name,
				      unsigned long addr)
{
	const struct kprobe_location_count *count = data;

	return strcmp(count->name, name) ? 0 : kprobe_location_count_match(data, addr);
}

/*
 * Count the symbols of a name. Return: 1 if @symbol begins with the name of a
 * module that is not loaded. @address is set if the symbol is one of the kernel.
 */
static unsigned int kprobe_location_count_symbols(char *symbol, unsigned long *address)
{
	char *colon = strchr(symbol, ':');
	struct kprobe_location_count count = { .name = symbol };

	if (!colon) {
		kallsyms_on_each_match_symbol(kprobe_location_count_match,
					      symbol, &count);
		module_kallsyms_on_each_symbol(NULL, kprobe_location_count_same,
					       &count);
		if (core_kernel_text(count.address))
			*address = count.address;
		return count.nr;
	}
	*colon = '\0';
	count.name = colon + 1;
	if (kprobe_module_loaded(symbol))
		module_kallsyms_on_each_symbol(symbol, kprobe_location_count_same,
					       &count);
	else
		count.nr = 1;
	*colon = ':';
	return count.nr;
}

/* Parse "+offs" and cut it off. */
static int kprobe_location_read_offset(char *location, unsigned int *offset)
{
	char *plus = strchr(location, '+');

	if (!plus)
		return 0;
	*plus++ = '\0';
	return isdigit(*plus) ? kstrtouint(plus, 0, offset) : -EINVAL;
}

static int kprobe_location_read_symbol(struct trace_kprobe *kp,
				       const struct dynevent_head *head,
				       char *location)
{
	unsigned int nr;

	if (kprobe_location_read_offset(location, &kp->rp.kp.offset) || !*location)
		return dynevent_error(&head->def, DYNEVENT_BAD_PROBE_ADDR, head->location);
	nr = kprobe_location_count_symbols(location, &kp->address);
	if (nr != 1)
		return dynevent_error(&head->def, nr ? DYNEVENT_NON_UNIQ_SYMBOL :
				      DYNEVENT_BAD_PROBE_ADDR, head->location);
	kp->symbol = kstrdup(location, GFP_KERNEL);
	kp->rp.kp.symbol_name = kp->symbol;
	return kp->symbol ? 0 : -ENOMEM;
}

/* Parse "%return" and cut it off. */
static int kprobe_location_read_suffix(struct trace_kprobe *kp,
				       const struct dynevent_head *head,
				       char *location)
{
	char *suffix = strchr(location, '%');

	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return dynevent_error(&head->def, DYNEVENT_BAD_ADDR_SUFFIX,
				      head->location + (suffix - location));
	*suffix = '\0';
	kp->returns = true;
	return 0;
}

static int kprobe_location_read(struct trace_kprobe *kp,
				const struct dynevent_head *head, char *location)
{
	struct kprobe *p = &kp->rp.kp;
	unsigned long addr;
	int ret;

	if (!kstrtoul(location, 0, &addr)) {
		p->addr = (kprobe_opcode_t *)addr;
		return kp->returns ? DYNEVENT_AT_RETURN : DYNEVENT_AT_CODE;
	}
	ret = kprobe_location_read_suffix(kp, head, location);
	if (!ret)
		ret = kprobe_location_read_symbol(kp, head, location);
	if (ret)
		return ret;

	if (kp->address)
		ret = kprobe_on_func_entry((kprobe_opcode_t *)kp->address, NULL, p->offset);
	else
		ret = kprobe_on_func_entry(NULL, kp->symbol, p->offset);
	if (!kp->returns)
		return ret ? DYNEVENT_AT_CODE : DYNEVENT_AT_ENTRY;
	/* The symbol may belong to a module that is not loaded yet. */
	if (ret && ret != -ENOENT)
		return dynevent_error(&head->def, DYNEVENT_BAD_RETPROBE, head->location);
	return DYNEVENT_AT_RETURN;
}

/**
 * kprobe_location_parse - parse the location of a kprobe event
 * @kp: the trace_kprobe; its @symbol and @rp.kp are set, and @returns if the
 *	location ends with "%return"
 * @head: the definition
 *
 * Context: task, may sleep.
 * Return: enum dynevent_context; -EINVAL, error_log has the reason; -ENOMEM.
 */
int kprobe_location_parse(struct trace_kprobe *kp, const struct dynevent_head *head)
{
	char *location = dynevent_head_location(head);
	int ret;

	if (!location)
		return -ENOMEM;
	ret = kprobe_location_read(kp, head, location);
	kfree(location);
	return ret;
}

/**
 * kprobe_location_event_name - derive the name of an event from its location
 * @kp: the trace_kprobe
 * @name: buffer of DYNEVENT_NAME_MAX bytes
 *
 * Context: any.
 */
void kprobe_location_event_name(const struct trace_kprobe *kp, char *name)
{
	char letter = kp->returns ? 'r' : 'p';

	if (!kp->symbol) {
		snprintf(name, DYNEVENT_NAME_MAX, "%c_0x%p", letter,
			 kp->rp.kp.addr);
		return;
	}
	snprintf(name, DYNEVENT_NAME_MAX, "%c_%s_%u", letter, kp->symbol,
		 kp->rp.kp.offset);
	for (; *name; name++) {
		if (!isalnum(*name))
			*name = '_';
	}
}

/**
 * kprobe_location_text - trace_probe_type::location
 * @tp: the trace_probe
 *
 * Context: task, may sleep.
 * Return: the location, to be freed by kfree(); NULL if out of memory.
 */
char *kprobe_location_text(const struct trace_probe *tp)
{
	const struct trace_kprobe *kp = kprobe_event_of(tp);
	const struct kprobe *p = &kp->rp.kp;

	if (!kp->symbol)
		return kasprintf(GFP_KERNEL, "0x%p", p->addr);
	if (p->offset)
		return kasprintf(GFP_KERNEL, "%s+%u", kp->symbol, p->offset);
	return kstrdup(kp->symbol, GFP_KERNEL);
}

/**
 * kprobe_location_same - trace_probe_type::same
 * @a: a trace_probe
 * @b: another trace_probe
 *
 * Context: any.
 * Return: true if both have the same location.
 */
bool kprobe_location_same(const struct trace_probe *a, const struct trace_probe *b)
{
	const struct trace_kprobe *x = kprobe_event_of(a);
	const struct trace_kprobe *y = kprobe_event_of(b);

	if (!x->symbol || !y->symbol)
		return !x->symbol && !y->symbol &&
		       x->rp.kp.addr == y->rp.kp.addr;
	return x->rp.kp.offset == y->rp.kp.offset &&
	       !strcmp(x->symbol, y->symbol);
}
