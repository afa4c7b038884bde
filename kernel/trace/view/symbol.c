// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses as names.
 *
 * kallsyms decompresses symbol after symbol to find one; a reader asks for the
 * same few over and over. So each open file remembers names by address, in a
 * table where every address has one place and the later one wins.
 *
 * A name may outlive its module in there, as it outlives it in the record.
 */
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "internal.h"

#define SYMBOL_BITS	11
#define SYMBOL_TEXT	56

#define SYMBOL_OPTIONS	(INSTANCE_OPT(SYM_OFFSET) | INSTANCE_OPT(SYM_ADDR))

/* Names as printf has them are remembered beside those of ours. */
#define SYMBOL_PRINTF		0x80
#define SYMBOL_PRINTF_OFFSET	0x81

/**
 * struct symbol - a name that was looked up
 * @ip: the address
 * @options: SYMBOL_OPTIONS or SYMBOL_PRINTF* that shaped the text
 * @len: bytes of @text; 0: no name here
 * @text: not NUL terminated
 */
struct symbol {
	unsigned long	ip;
	u8		options;
	u8		len;
	char		text[SYMBOL_TEXT - 2];
};

struct symbol_cache {
	struct symbol symbols[1 << SYMBOL_BITS];
};

/* The name, or "0x..." where there is none. */
static void symbol_name(struct trace_seq *s, unsigned long ip, u64 options)
{
	char name[KSYM_SYMBOL_LEN];

	name[0] = '\0';
	if (is_kretprobe_trampoline(ip)) {
		trace_seq_puts(s, "[unknown/kretprobe'd]");
		return;
	}
	if (options & INSTANCE_OPT(SYM_OFFSET))
		sprint_symbol(name, ip);
	else
		kallsyms_lookup(ip, NULL, NULL, NULL, name);
	if (name[0])
		trace_seq_puts(s, name);
	else
		trace_seq_printf(s, "0x%08lx", ip);
}

/**
 * view_symbol - print an address
 * @s: where to
 * @ip: the address
 * @options: of these, the sym-offset and sym-addr bits matter
 *
 * Context: any.
 * Return: 1, or 0 when it did not fit.
 */
int view_symbol(struct trace_seq *s, unsigned long ip, u64 options)
{
	if (!ip) {
		trace_seq_putc(s, '0');
		return !s->full;
	}
	symbol_name(s, ip, options);
	if (options & INSTANCE_OPT(SYM_ADDR))
		trace_seq_printf(s, " <%lx>", ip);
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

/* Prints a name that is remembered. Where it was or would be, or NULL. */
static struct symbol *symbol_recall(struct trace_iterator *iter,
				    unsigned long ip, u8 options, bool *done)
{
	struct symbol_cache *cache = symbol_cache(view_of(iter));
	struct symbol *symbol;

	*done = false;
	if (!cache)
		return NULL;
	symbol = &cache->symbols[hash_long(ip, SYMBOL_BITS)];
	if (symbol->len && symbol->ip == ip && symbol->options == options) {
		trace_seq_putmem(&iter->seq, symbol->text, symbol->len);
		*done = true;
	}
	return symbol;
}

/* Remember what was printed from @start on. */
static void symbol_keep(struct trace_iterator *iter, struct symbol *symbol,
			unsigned long ip, u8 options, size_t start)
{
	size_t len = iter->seq.seq.len - start;

	if (!symbol || iter->seq.full || len > sizeof(symbol->text))
		return;
	symbol->ip = ip;
	symbol->options = options;
	symbol->len = len;
	memcpy(symbol->text, iter->seq.buffer + start, len);
}

/**
 * view_ip - print an address into the line of a record
 * @iter: the reader
 * @ip: the address
 * @options: as for view_symbol()
 *
 * Context: as view_line().
 */
void view_ip(struct trace_iterator *iter, unsigned long ip, u64 options)
{
	size_t start = iter->seq.seq.len;
	struct symbol *symbol;
	bool done;

	options &= SYMBOL_OPTIONS;
	symbol = symbol_recall(iter, ip, options, &done);
	if (done)
		return;
	view_symbol(&iter->seq, ip, options);
	symbol_keep(iter, symbol, ip, options, start);
}

/**
 * view_printf_ip - print an address as printf does
 * @iter: the reader
 * @fmt: "%ps" or "%pS"
 * @ip: the address
 *
 * Context: as view_line().
 */
void view_printf_ip(struct trace_iterator *iter, const char *fmt, void *ip)
{
	u8 options = fmt[2] == 's' ? SYMBOL_PRINTF : SYMBOL_PRINTF_OFFSET;
	size_t start = iter->seq.seq.len;
	struct symbol *symbol;
	bool done;

	symbol = symbol_recall(iter, (unsigned long)ip, options, &done);
	if (done)
		return;
	trace_seq_printf(&iter->seq, fmt, ip);
	symbol_keep(iter, symbol, (unsigned long)ip, options, start);
}

void view_symbols_free(struct view *v)
{
	kvfree(v->symbols);
}
