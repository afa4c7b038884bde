// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses as names of symbols.
 *
 * A lookup in kallsyms decompresses many symbols, and a trace has the same addresses
 * again and again. So each reader has a two-way set-associative cache of names,
 * indexed by a hash of the address. The newer entry of a set replaces the older one.
 *
 * A cached name may belong to a module that was unloaded in the meantime. That is
 * correct for records that were written before.
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

/* In addition to SYMBOL_OPTIONS: or'ed with 's' or 'S', a name as of %ps or %pS. */
#define SYMBOL_PRINTF		0x80

/**
 * struct symbol - a cached name
 * @text: the name, not NUL terminated; @options and @len follow it, so that
 *	output_put_slack() may read beyond it
 * @options: SYMBOL_OPTIONS, or SYMBOL_PRINTF and a letter, of the name
 * @len: length of @text in bytes; 0 if the entry is unused
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

/* Write the name, or "0x..." if there is none, to @p of OUTPUT_NAME_MAX bytes. */
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

static struct symbol_cache *symbol_cache(struct output_reader *r)
{
	if (!r->symbols && !r->symbols_tried && !r->atomic) {
		r->symbols = kvzalloc(sizeof(*r->symbols), GFP_KERNEL);
		r->symbols_tried = true;
	}
	return r->symbols;
}

static char *symbol_format(char *p, unsigned long ip, u8 how)
{
	if (!(how & SYMBOL_PRINTF))
		return symbol_name(p, ip, how);
	return p + scnprintf(p, OUTPUT_NAME_MAX,
			     how == (SYMBOL_PRINTF | 'S') ? "%pS" : "%ps",
			     (void *)ip);
}

/* Look up a name and replace the older entry of its set. */
static const char *symbol_lookup(struct output_reader *r, struct symbol *set,
				 unsigned long ip, u8 how, unsigned int *len)
{
	*len = symbol_format(r->name, ip, how) - r->name;
	if (!set || *len > SYMBOL_TEXT)
		return r->name;
	set[1] = set[0];
	set[0].ip = ip;
	set[0].options = how;
	set[0].len = *len;
	memcpy(set[0].text, r->name, *len);
	return set[0].text;
}

/* An address of the previous boot that is not in the image has no name. */
static const char *symbol_print_address(struct output_reader *r, unsigned long ip,
					unsigned int *len)
{
	*len = sprintf(r->name, "0x%lx", ip);
	return r->name;
}

/* Print an address of another kernel as this one prints its own. */
static const char *symbol_print_other(struct output_reader *r, unsigned long ip, u8 how,
				      unsigned int *len)
{
	const struct instance_last_line *sym = instance_last_boot_symbol(r->iter.tr, ip);
	bool offset = how & SYMBOL_PRINTF ? how == (SYMBOL_PRINTF | 'S') :
					    how & INSTANCE_OPT(SYM_OFFSET);
	unsigned int n;

	if (!sym)
		return symbol_print_address(r, ip, len);
	n = scnprintf(r->name, sizeof(r->name), "%.*s", sym->len, sym->text);
	if (offset)
		n += scnprintf(r->name + n, sizeof(r->name) - n, "+0x%llx/0x%llx",
			       ip - sym->key, sym->value);
	if (sym->module_len && (offset || how & SYMBOL_PRINTF))
		n += scnprintf(r->name + n, sizeof(r->name) - n, " [%.*s]", sym->module_len,
			       sym->text + sym->len + 1);
	if (!(how & SYMBOL_PRINTF) && how & INSTANCE_OPT(SYM_ADDR))
		n += scnprintf(r->name + n, sizeof(r->name) - n, " <%lx>", ip);
	*len = n;
	return r->name;
}

/*
 * Find a name in the second place of its set, by a lookup, or for an address of the
 * previous boot.
 */
static noinline const char *symbol_find_slow(struct output_reader *r, unsigned long ip,
					     u8 how, unsigned int *len)
{
	struct symbol_cache *cache = symbol_cache(r);
	struct symbol *set = NULL;
	int i;

	if (unlikely(r->last_boot) && ip) {
		unsigned long now;

		if (r->other)
			return symbol_print_other(r, ip, how, len);
		now = output_last_boot_addr(&r->iter, ip);
		if (!now)
			return symbol_print_address(r, ip, len);
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
	return symbol_lookup(r, set, ip, how, len);
}

/*
 * Most names are in the first place of their set. This path calls no function, so that
 * the compiler need not save registers for it.
 */
static __always_inline const char *symbol_find(struct output_reader *r, unsigned long ip,
					       u8 how, unsigned int *len)
{
	if (likely(r->symbols && !r->last_boot)) {
		const struct symbol *first =
			r->symbols->symbols[hash_long(ip, SYMBOL_BITS)];

		if (likely(first->ip == ip && first->options == how && first->len)) {
			*len = first->len;
			return first->text;
		}
	}
	return symbol_find_slow(r, ip, how, len);
}

/**
 * output_ip_text - get the text that output_ip() would print
 * @iter: the reader
 * @ip: the address
 * @options: options of the instance, of which sym-offset and sym-addr are used
 * @len: set to the length of the text in bytes
 *
 * The text is followed by OUTPUT_SLACK readable bytes, for output_put_slack().
 *
 * Context: as output_line().
 * Return: the text, not NUL terminated, valid until the next lookup of a name.
 */
const char *output_ip_text(struct trace_iterator *iter, unsigned long ip,
			   u64 options, unsigned int *len)
{
	return symbol_find(output_reader_of(iter), ip, options & SYMBOL_OPTIONS, len);
}

/**
 * output_ip - print an address as the name of a symbol to iter->seq
 * @iter: the reader
 * @ip: the address
 * @options: options of the instance, of which sym-offset and sym-addr are used
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
 * output_printf_ip - get the text of an address as printed by %ps or %pS
 * @iter: the reader
 * @how: 's' for %ps, 'S' for %pS
 * @ip: the address
 * @len: set to the length of the text in bytes
 *
 * Context: as output_line().
 * Return: the text, as output_ip_text().
 */
const char *output_printf_ip(struct trace_iterator *iter, char how, void *ip,
			     unsigned int *len)
{
	return symbol_find(output_reader_of(iter), (unsigned long)ip,
			   SYMBOL_PRINTF | how, len);
}

/**
 * output_symbols_free - free the cache of names
 * @r: the reader
 *
 * Context: task, may sleep.
 */
void output_symbols_free(struct output_reader *r)
{
	kvfree(r->symbols);
}
