// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses as names.
 *
 * kallsyms decompresses symbol after symbol to find one; a reader asks for the
 * same few over and over. So each open file remembers names by address, in a
 * table where every address has two places and the later ones win.
 *
 * A name may outlive its module in there, as it outlives it in the record.
 */
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/sprintf.h>

#include "internal.h"

#define SYMBOL_BITS	11
#define SYMBOL_WAYS	2
#define SYMBOL_TEXT	46

#define SYMBOL_OPTIONS	(INSTANCE_OPT(SYM_OFFSET) | INSTANCE_OPT(SYM_ADDR))

/* Beside SYMBOL_OPTIONS: names as %ps has them, and %pS. */
#define SYMBOL_PRINTF		0x80

/**
 * struct symbol - a name that was looked up
 * @text: not NUL terminated; what follows is there for output_put_slack()
 * @options: SYMBOL_OPTIONS or SYMBOL_PRINTF and a letter that shaped it
 * @len: bytes of @text; 0: no name here
 * @ip: the address
 */
struct symbol {
	char		text[SYMBOL_TEXT];
	u8		options;
	u8		len;
	unsigned long	ip;
};

struct symbol_cache {
	struct symbol symbols[1 << SYMBOL_BITS][SYMBOL_WAYS];
};

/* The name, or "0x..." where there is none. @p has room for OUTPUT_NAME_MAX. */
static char *symbol_name(char *p, unsigned long ip, u64 options)
{
	if (!ip) {
		*p++ = '0';
		return p;
	}
	if (is_kretprobe_trampoline(ip)) {
		p = output_put_text(p, "[unknown/kretprobe'd]");
	} else if (options & INSTANCE_OPT(SYM_OFFSET)) {
		p += sprint_symbol(p, ip);
	} else {
		p[0] = '\0';
		kallsyms_lookup(ip, NULL, NULL, NULL, p);
		p += p[0] ? strlen(p) : sprintf(p, "0x%08lx", ip);
	}
	if (options & INSTANCE_OPT(SYM_ADDR))
		p += sprintf(p, " <%lx>", ip);
	return p;
}

/**
 * output_symbol - print an address
 * @s: where to
 * @ip: the address
 * @options: of these, the sym-offset and sym-addr bits matter
 *
 * Context: any.
 * Return: 1, or 0 when it did not fit.
 */
int output_symbol(struct trace_seq *s, unsigned long ip, u64 options)
{
	char name[OUTPUT_NAME_MAX + OUTPUT_SLACK];

	trace_seq_putmem(s, name, symbol_name(name, ip, options) - name);
	return !s->full;
}

static struct symbol_cache *symbol_cache(struct view *v)
{
	if (!v->symbols && !v->symbols_tried && !v->atomic) {
		v->symbols = kvzalloc(sizeof(*v->symbols), GFP_KERNEL);
		v->symbols_tried = true;
	}
	return v->symbols;
}

static char *symbol_make(char *p, unsigned long ip, u8 how)
{
	if (!(how & SYMBOL_PRINTF))
		return symbol_name(p, ip, how);
	return p + scnprintf(p, OUTPUT_NAME_MAX,
			     how == (SYMBOL_PRINTF | 'S') ? "%pS" : "%ps",
			     (void *)ip);
}

/* Look it up, and remember it in the place of the one asked for longer ago. */
static const char *symbol_learn(struct view *v, struct symbol *set,
				unsigned long ip, u8 how, unsigned int *len)
{
	*len = symbol_make(v->name, ip, how) - v->name;
	if (!set || *len > SYMBOL_TEXT)
		return v->name;
	set[1] = set[0];
	set[0].ip = ip;
	set[0].options = how;
	set[0].len = *len;
	memcpy(set[0].text, v->name, *len);
	return set[0].text;
}

/* No name of now is right for it. */
static const char *symbol_none(struct view *v, unsigned long ip,
			       unsigned int *len)
{
	*len = sprintf(v->name, "0x%lx", ip);
	return v->name;
}

static const char *symbol_find(struct view *v, unsigned long ip, u8 how,
			       unsigned int *len)
{
	struct symbol_cache *cache = symbol_cache(v);
	struct symbol *set = NULL;
	int i;

	if (unlikely(v->past) && ip) {
		unsigned long now = output_last_boot_addr(&v->iter, ip);

		if (!now)
			return symbol_none(v, ip, len);
		ip = now;
	}
	if (cache)
		set = cache->symbols[hash_long(ip, SYMBOL_BITS)];
	for (i = 0; set && i < SYMBOL_WAYS; i++) {
		if (set[i].ip == ip && set[i].options == how && set[i].len) {
			*len = set[i].len;
			return set[i].text;
		}
	}
	return symbol_learn(v, set, ip, how, len);
}

const char *output_ip_text(struct trace_iterator *iter, unsigned long ip,
			   u64 options, unsigned int *len)
{
	return symbol_find(output_of(iter), ip, options & SYMBOL_OPTIONS, len);
}

/**
 * output_ip - print an address into the line of a record
 * @iter: the reader
 * @ip: the address
 * @options: as for output_symbol()
 *
 * Context: as output_line().
 */
void output_ip(struct trace_iterator *iter, unsigned long ip, u64 options)
{
	unsigned int len;
	const char *text = output_ip_text(iter, ip, options, &len);
	char *p = output_reserve(&iter->seq, len);

	if (p)
		output_reserve_done(&iter->seq, output_put_slack(p, text, len));
}

/**
 * output_printf_ip - an address as printf has it
 * @iter: the reader
 * @how: 's' for %ps, 'S' for %pS
 * @ip: the address
 * @len: where the length of the text is put
 *
 * Context: as output_line().
 * Return: the text, as output_ip_text().
 */
const char *output_printf_ip(struct trace_iterator *iter, char how, void *ip,
			     unsigned int *len)
{
	return symbol_find(output_of(iter), (unsigned long)ip,
			   SYMBOL_PRINTF | how, len);
}

void output_symbols_free(struct view *v)
{
	kvfree(v->symbols);
}
