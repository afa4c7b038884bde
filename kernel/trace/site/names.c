// SPDX-License-Identifier: GPL-2.0
/*
 * The names of sites.
 *
 * Looking one address up in kallsyms takes thousands of instructions, and a
 * glob, or a list that a user reads, needs all names. So they are looked up
 * together, once, when first needed: symbols and sites both come in address
 * order.
 *
 * A site without a name stands in a function that the linker threw away while
 * its text remained (a weak one that was overridden). It is shown to nobody.
 */

#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/shrinker.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "../../kallsyms_internal.h"
#include "internal.h"

/* How far behind its function's first byte a site may stand: an ENDBR. */
#define SITE_MAX_OFFSET		(IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0)

/**
 * struct site_namer - names that are being put together
 * @group: whose sites are next
 * @next: index of the next site
 * @room: bytes at @group->names
 * @used: how many of them are taken
 */
struct site_namer {
	struct site_group	*group;
	unsigned int		next;
	size_t			room;
	size_t			used;
};

/* What a name needs at most, with the last token copied as whole words. */
#define SITE_NAME_ROOM		(KSYM_NAME_LEN + SITE_TOKEN_MAX + 1)
#define SITE_TOKEN_MAX		256

static void site_names_drop(void)
{
	struct site_group *group;

	site_for_each_group(group)
		site_names_free(group);
}

static int site_namer_begin(struct site_namer *namer, struct site_group *group)
{
	namer->group = group;
	namer->next = 0;
	namer->room = SITE_NAME_ROOM + group->count * 24;
	namer->used = 1;	/* each name stands between two zeros */
	group->name = kvmalloc_array(group->count + 1, sizeof(*group->name),
				     GFP_KERNEL);
	group->names = kvmalloc(namer->room, GFP_KERNEL);
	if (group->name && group->names) {
		group->names[0] = '\0';
		return 0;
	}
	site_names_free(group);
	return -ENOMEM;
}

static noinline int site_namer_more(struct site_namer *namer)
{
	size_t room = namer->room * 2;
	char *names;

	names = kvmalloc(room, GFP_KERNEL);
	if (!names)
		return -ENOMEM;
	memcpy(names, namer->group->names, namer->used);
	kvfree(namer->group->names);
	namer->group->names = names;
	namer->room = room;
	return 0;
}

/* Have room for one more name. */
static __always_inline int site_namer_grow(struct site_namer *namer)
{
	if (likely(namer->used + SITE_NAME_ROOM <= namer->room))
		return 0;
	return site_namer_more(namer);
}

/* The next site is called by what stands at the end of the names, or by none. */
static void site_namer_put(struct site_namer *namer, size_t len)
{
	namer->group->name[namer->next++] = namer->used;
	namer->used += len;
	namer->group->names[namer->used++] = '\0';
}

static int site_namer_set(struct site_namer *namer, const char *name)
{
	size_t len = name ? strnlen(name, KSYM_NAME_LEN - 1) : 0;

	if (site_namer_grow(namer))
		return -ENOMEM;
	memcpy(namer->group->names + namer->used, name, len);
	site_namer_put(namer, len);
	return 0;
}

/* The sites up to the end have no names. */
static int site_namer_end(struct site_namer *namer)
{
	while (namer->next < namer->group->count) {
		if (site_namer_set(namer, NULL))
			return -ENOMEM;
	}
	namer->group->name[namer->next] = namer->used;
	return 0;
}

/* The next one of the kernel itself; the first one after NULL. */
static struct site_group *site_next_core_group(struct site_group *group)
{
	do {
		group = site_group_next(group);
	} while (group && group->mod);
	return group;
}

/*
 * The kernel's own symbols are written as bytes that stand for tokens. All of
 * them are expanded here in one go. So the tokens are laid out as words, whose
 * lowest bytes are the text and whose highest one is its length, and a name is
 * put together of whole words, each of which overlaps the one before. Tokens
 * that are too long for a word have SITE_TOKEN_LONG instead of a length.
 */
#define SITE_TOKENS	256
#define SITE_TOKEN_TEXT	7
#define SITE_TOKEN_LONG	0x80

static const char *site_token_text(u8 code)
{
	return kallsyms_token_table + kallsyms_token_index[code];
}

static void site_tokens_init(u64 *tokens)
{
	for (int i = 0; i < SITE_TOKENS; i++) {
		const char *text = site_token_text(i);
		u8 word[8] = { };

		word[7] = strlen(text);
		if (word[7] > SITE_TOKEN_TEXT)
			word[7] = SITE_TOKEN_LONG;
		else
			memcpy(word, text, word[7]);
		tokens[i] = get_unaligned_le64(word);
	}
}

static noinline char *site_token_long(char *to, const char *text)
{
	size_t len = strlen(text);

	memcpy(to, text, len);
	return to + len;
}

/* The compressed symbol at *@at, whose length comes first; *@at goes behind it. */
static __always_inline unsigned int site_symbol_len(const u8 **at)
{
	unsigned int len = *(*at)++;

	if (unlikely(len & 0x80))
		len = (len & 0x7f) | *(*at)++ << 7;
	return len;
}

/*
 * Expand it at the end of the names. Its first character is the symbol's type.
 * No name is longer than KSYM_NAME_LEN: kallsyms' tables were made so.
 */
static __always_inline void site_name_expand(struct site_namer *namer,
					     const u64 *tokens,
					     const u8 *symbol, unsigned int len)
{
	char *start = namer->group->names + namer->used, *to = start;
	const u8 *end = symbol + len;
	u64 first = tokens[*symbol];

	if (unlikely((s64)first < 0)) {
		to = site_token_long(to, site_token_text(*symbol) + 1);
	} else {
		put_unaligned_le64(first >> 8, to);
		to += (first >> 56) - 1;
	}
	for (symbol++; symbol < end; symbol++) {
		u64 token = tokens[*symbol];

		if (unlikely((s64)token < 0)) {
			to = site_token_long(to, site_token_text(*symbol));
		} else {
			put_unaligned_le64(token, to);
			to += token >> 56;
		}
	}
	site_namer_put(namer, to - start);
}

/* All sites of a group of the kernel's have names: on to the next; 1 at the end. */
static noinline int site_namer_next(struct site_namer *namer)
{
	struct site_group *group = site_next_core_group(namer->group);
	int ret = site_namer_end(namer);

	if (ret)
		return ret;
	return group ? site_namer_begin(namer, group) : 1;
}

/* Where the next site without a name is. */
static __always_inline int site_namer_at(struct site_namer *namer,
					 unsigned long *ip)
{
	while (unlikely(namer->next == namer->group->count)) {
		int ret = site_namer_next(namer);

		if (ret)
			return ret;
	}
	*ip = namer->group->sites[namer->next].ip;
	return 0;
}

/* Symbols come in ascending order, the best of aliases first. */
static int site_names_walk(struct site_namer *namer, const u64 *tokens)
{
	const u8 *next = kallsyms_names;
	unsigned long ip;
	int ret;

	ret = site_namer_at(namer, &ip);
	for (unsigned int i = 0; !ret && i < kallsyms_num_syms; i++) {
		unsigned long addr = kallsyms_sym_address(i);
		unsigned int len = site_symbol_len(&next);
		const u8 *symbol = next;

		next += len;
		while (!ret && ip < addr) {
			ret = site_namer_set(namer, NULL) ?:
			      site_namer_at(namer, &ip);
		}
		if (ret || ip - addr > SITE_MAX_OFFSET)
			continue;
		ret = site_namer_grow(namer);
		if (ret)
			break;
		site_name_expand(namer, tokens, symbol, len);
		ret = site_namer_at(namer, &ip);
	}
	if (ret)
		return min(ret, 0);
	/* Groups behind the last symbol. */
	do {
		ret = site_namer_end(namer) ?: site_namer_at(namer, &ip);
	} while (!ret);
	return min(ret, 0);
}

static int site_names_core(void)
{
	struct site_namer namer = {};
	u64 *tokens;
	struct site_group *group;
	int ret;

	group = site_next_core_group(NULL);
	if (!group || group->names)
		return 0;
	tokens = kmalloc_array(SITE_TOKENS, sizeof(*tokens), GFP_KERNEL);
	if (!tokens)
		return -ENOMEM;
	site_tokens_init(tokens);
	ret = site_namer_begin(&namer, group);
	if (!ret)
		ret = site_names_walk(&namer, tokens);
	kfree(tokens);
	if (ret)
		site_names_drop();
	return ret;
}

/**
 * struct site_module_names - names of a module, in the order of its symbols
 * @group: whose
 * @name: per site
 */
struct site_module_names {
	struct site_group	*group;
	const char		**name;
};

static int site_name_module(void *data, const char *name, unsigned long addr)
{
	struct site_module_names *names = data;
	struct site_group *group = names->group;
	unsigned int lo = 0, hi = group->count;

	if (!*name || strstarts(name, "__pfx_"))
		return 0;
	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (group->sites[mid].ip < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < group->count && !names->name[lo] &&
	    group->sites[lo].ip - addr <= SITE_MAX_OFFSET)
		names->name[lo] = name;
	return 0;
}

/* Which of a module's symbols names which site. They stay as long as it does. */
static int site_module_find_names(struct site_module_names *names)
{
	return module_kallsyms_on_each_symbol(names->group->mod->name,
					      site_name_module, names);
}

/**
 * site_group_name - look up the names of the sites of a module
 * @group: one of its groups
 *
 * Context: task, under site_lock.
 * Return: 0 or -ENOMEM.
 */
int site_group_name(struct site_group *group)
{
	struct site_module_names names = { .group = group };
	struct site_namer namer = {};
	int ret;

	lockdep_assert_held(&site_lock);
	if (group->names)
		return 0;
	names.name = kvcalloc(group->count, sizeof(*names.name), GFP_KERNEL);
	if (!names.name)
		return -ENOMEM;
	ret = site_module_find_names(&names) ?: site_namer_begin(&namer, group);
	while (!ret && namer.next < group->count)
		ret = site_namer_set(&namer, names.name[namer.next]);
	if (!ret)
		ret = site_namer_end(&namer);
	if (ret)
		site_names_free(group);
	kvfree(names.name);
	return ret;
}

/**
 * site_names_need - have site_name() know the names of all sites
 *
 * Context: task, under site_lock.
 * Return: 0 or -ENOMEM.
 */
int site_names_need(void)
{
	struct site_group *group;
	int ret;

	lockdep_assert_held(&site_lock);
	ret = site_names_core();
	if (ret)
		return ret;
	site_for_each_group(group) {
		if (!group->mod)
			continue;
		ret = site_group_name(group);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Names are kept until memory is short: a megabyte, perhaps, which would take
 * some milliseconds to make again.
 */

static unsigned long site_names_pages(void)
{
	struct site_group *group;
	unsigned long bytes = 0;

	site_for_each_group(group) {
		if (group->names)
			bytes += group->name[group->count] +
				 group->count * sizeof(*group->name);
	}
	return bytes / PAGE_SIZE;
}

static unsigned long site_names_count(struct shrinker *shrinker,
				      struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&site_lock))
		return 0;
	pages = site_names_pages();
	mutex_unlock(&site_lock);
	return pages ?: SHRINK_EMPTY;
}

static unsigned long site_names_scan(struct shrinker *shrinker,
				     struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&site_lock))
		return SHRINK_STOP;
	pages = site_names_pages();
	site_names_drop();
	mutex_unlock(&site_lock);
	return pages;
}

static int __init site_names_init(void)
{
	struct shrinker *shrinker = shrinker_alloc(0, "trace-site-names");

	if (!shrinker)
		return -ENOMEM;
	shrinker->count_objects = site_names_count;
	shrinker->scan_objects = site_names_scan;
	shrinker_register(shrinker);
	return 0;
}
late_initcall(site_names_init);
