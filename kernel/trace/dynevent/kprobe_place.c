// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: the place, "[MOD:]SYM[+offs][%return]" or an address.
 */
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe.h"

/* How many symbols there are of a name */

struct symbol_count {
	const char *name;
	unsigned int nr;
};

static int count_match(void *data, unsigned long addr)
{
	(*(unsigned int *)data)++;
	return 0;
}

static int count_same(void *data, const char *name, unsigned long addr)
{
	struct symbol_count *count = data;

	count->nr += !strcmp(count->name, name);
	return 0;
}

/* @symbol may begin with a module's name: 1 if that is not there. */
static unsigned int symbols_of(char *symbol)
{
	char *colon = strchr(symbol, ':');
	struct symbol_count count = { .name = symbol };

	if (!colon) {
		kallsyms_on_each_match_symbol(count_match, symbol, &count.nr);
		module_kallsyms_on_each_symbol(NULL, count_same, &count);
		return count.nr;
	}
	*colon = '\0';
	count.name = colon + 1;
	if (kprobe_module_is_there(symbol))
		module_kallsyms_on_each_symbol(symbol, count_same, &count);
	else
		count.nr = 1;
	*colon = ':';
	return count.nr;
}

/* Cut "+offs" off. */
static int read_offset(char *place, unsigned int *offset)
{
	char *plus = strchr(place, '+');

	if (!plus)
		return 0;
	*plus++ = '\0';
	return isdigit(*plus) ? kstrtouint(plus, 0, offset) : -EINVAL;
}

static int read_symbol(struct kprobe_point *kp, const struct dynevent_head *head,
		       char *place)
{
	unsigned int nr;

	if (read_offset(place, &kp->rp.kp.offset) || !*place)
		return dynevent_error(&head->cmd, DYNEVENT_BAD_PROBE_ADDR, head->place);
	nr = symbols_of(place);
	if (nr != 1)
		return dynevent_error(&head->cmd, nr ? DYNEVENT_NON_UNIQ_SYMBOL :
				      DYNEVENT_BAD_PROBE_ADDR, head->place);
	kp->symbol = kstrdup(place, GFP_KERNEL);
	kp->rp.kp.symbol_name = kp->symbol;
	return kp->symbol ? 0 : -ENOMEM;
}

/* Cut "%return" off. */
static int read_suffix(struct kprobe_point *kp, const struct dynevent_head *head,
		       char *place)
{
	char *suffix = strchr(place, '%');

	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return dynevent_error(&head->cmd, DYNEVENT_BAD_ADDR_SUFFIX,
				      head->place + (suffix - place));
	*suffix = '\0';
	kp->returns = true;
	return 0;
}

static int read_place(struct kprobe_point *kp, const struct dynevent_head *head,
		      char *place)
{
	struct kprobe *p = &kp->rp.kp;
	unsigned long addr;
	int ret;

	if (!kstrtoul(place, 0, &addr)) {
		p->addr = (kprobe_opcode_t *)addr;
		return kp->returns ? DYNEVENT_AT_RETURN : DYNEVENT_AT_CODE;
	}
	ret = read_suffix(kp, head, place);
	if (!ret)
		ret = read_symbol(kp, head, place);
	if (ret)
		return ret;

	ret = kprobe_on_func_entry(NULL, kp->symbol, p->offset);
	if (!kp->returns)
		return ret ? DYNEVENT_AT_CODE : DYNEVENT_AT_ENTRY;
	/* Who knows what will be there when the module comes. */
	if (ret && ret != -ENOENT)
		return dynevent_error(&head->cmd, DYNEVENT_BAD_RETPROBE, head->place);
	return DYNEVENT_AT_RETURN;
}

int kprobe_place_read(struct kprobe_point *kp, const struct dynevent_head *head)
{
	char *place = dynevent_head_place(head);
	int ret;

	if (!place)
		return -ENOMEM;
	ret = read_place(kp, head, place);
	kfree(place);
	return ret;
}

void kprobe_place_name(const struct kprobe_point *kp, char *name)
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

char *kprobe_place_text(const struct trace_probe *pt)
{
	const struct kprobe_point *kp = kprobe_point_of(pt);
	const struct kprobe *p = &kp->rp.kp;

	if (!kp->symbol)
		return kasprintf(GFP_KERNEL, "0x%p", p->addr);
	if (p->offset)
		return kasprintf(GFP_KERNEL, "%s+%u", kp->symbol, p->offset);
	return kstrdup(kp->symbol, GFP_KERNEL);
}

bool kprobe_place_same(const struct trace_probe *a, const struct trace_probe *b)
{
	const struct kprobe_point *x = kprobe_point_of(a);
	const struct kprobe_point *y = kprobe_point_of(b);

	if (!x->symbol || !y->symbol)
		return !x->symbol && !y->symbol &&
		       x->rp.kp.addr == y->rp.kp.addr;
	return x->rp.kp.offset == y->rp.kp.offset &&
	       !strcmp(x->symbol, y->symbol);
}
