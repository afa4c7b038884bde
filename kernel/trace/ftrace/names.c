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
#define FTRACE_MAX_OFFSET		(IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0)

/**
 * struct ftrace_namer - names that are being put together
 * @group: whose sites are next
 * @next: index of the next site
 * @room: bytes at @group->names
 * @used: how many of them are taken
 */
struct ftrace_namer {
	struct ftrace_group	*group;
	unsigned int		next;
	size_t			room;
	size_t			used;
};

/*
 * What a name needs at most while it is put together: see ftrace_name_expand(). As
 * much stays free behind the last one, for ftrace_glob_needle_find().
 */
#define FTRACE_NAME_ROOM		(FTRACE_FAST_TOKENS * (FTRACE_TOKEN_LONG + 8) + \
					 KSYM_NAME_LEN)
#define FTRACE_FAST_TOKENS	32
#define FTRACE_TOKEN_LONG		0x80

static void ftrace_names_drop(void)
{
	struct ftrace_group *group;

	ftrace_for_each_group(group)
		ftrace_names_free(group);
}

static int ftrace_namer_begin(struct ftrace_namer *namer, struct ftrace_group *group)
{
	namer->group = group;
	namer->next = 0;
	namer->room = FTRACE_NAME_ROOM + group->count * 24;
	namer->used = 1;	/* each name stands between two zeros */
	group->name = kvmalloc_array(group->count + 1, sizeof(*group->name),
				     GFP_KERNEL);
	group->names = kvmalloc(namer->room, GFP_KERNEL);
	if (group->name && group->names) {
		group->names[0] = '\0';
		return 0;
	}
	ftrace_names_free(group);
	return -ENOMEM;
}

static noinline int ftrace_namer_more(struct ftrace_namer *namer)
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
static __always_inline int ftrace_namer_grow(struct ftrace_namer *namer)
{
	if (likely(namer->used + FTRACE_NAME_ROOM <= namer->room))
		return 0;
	return ftrace_namer_more(namer);
}

/* The next site is called by what stands at the end of the names, or by none. */
static void ftrace_namer_put(struct ftrace_namer *namer, size_t len)
{
	namer->group->name[namer->next++] = namer->used;
	namer->used += len;
	namer->group->names[namer->used++] = '\0';
}

static int ftrace_namer_set(struct ftrace_namer *namer, const char *name)
{
	size_t len = name ? strnlen(name, KSYM_NAME_LEN - 1) : 0;

	if (ftrace_namer_grow(namer))
		return -ENOMEM;
	memcpy(namer->group->names + namer->used, name, len);
	ftrace_namer_put(namer, len);
	return 0;
}

/* There are no more. */
static int ftrace_namer_end(struct ftrace_namer *namer)
{
	if (ftrace_namer_grow(namer))
		return -ENOMEM;
	namer->group->name[namer->next] = namer->used;
	return 0;
}

/*
 * The kernel's own symbols are written as bytes that stand for tokens. All of
 * them are expanded here in one go. So the tokens are laid out as words, whose
 * lowest bytes are the text and whose highest one is its length, and a name is
 * put together of whole words, each of which overlaps the one before.
 *
 * Few names have tokens that are too long for a word. These have a length that no
 * name comes to otherwise, so that nobody needs to look for them before the end.
 */
#define FTRACE_TOKENS	256
#define FTRACE_TOKEN_TEXT	7

static const char *ftrace_token_text(u8 code)
{
	return kallsyms_token_table + kallsyms_token_index[code];
}

static void ftrace_tokens_init(u64 *tokens)
{
	for (int i = 0; i < FTRACE_TOKENS; i++) {
		const char *text = ftrace_token_text(i);
		u8 word[8] = { };

		word[7] = strlen(text);
		if (word[7] > FTRACE_TOKEN_TEXT)
			word[7] = FTRACE_TOKEN_LONG;
		else
			memcpy(word, text, word[7]);
		tokens[i] = get_unaligned_le64(word);
	}
}

static __always_inline char *ftrace_token_put(char *to, u64 token)
{
	put_unaligned_le64(token, to);
	return to + (token >> 56);
}

static noinline char *ftrace_name_expand_slowly(char *to, const u8 *symbol,
						unsigned int len)
{
	for (unsigned int i = 0; i < len; i++) {
		const char *text = ftrace_token_text(symbol[i]);
		size_t n = strlen(text);

		memcpy(to, text, n);
		to += n;
	}
	return to;
}

/*
 * Expand a symbol. Its first character, the type, goes where the zero before the
 * name has to be: the caller puts that there again. No name is longer than
 * KSYM_NAME_LEN: kallsyms' tables were made so.
 */
static __always_inline char *ftrace_name_expand(char *start, const u64 *tokens,
						const u8 *symbol, unsigned int len)
{
	const u8 *at = symbol;
	char *to = start;

	if (unlikely(len > FTRACE_FAST_TOKENS))
		return ftrace_name_expand_slowly(start, symbol, len);
	for (unsigned int fours = len / 4; fours; fours--, at += 4) {
		to = ftrace_token_put(to, tokens[at[0]]);
		to = ftrace_token_put(to, tokens[at[1]]);
		to = ftrace_token_put(to, tokens[at[2]]);
		to = ftrace_token_put(to, tokens[at[3]]);
	}
	if (len & 2) {
		to = ftrace_token_put(to, tokens[at[0]]);
		to = ftrace_token_put(to, tokens[at[1]]);
		at += 2;
	}
	if (len & 1)
		to = ftrace_token_put(to, tokens[at[0]]);
	if (unlikely(to - start >= FTRACE_TOKEN_LONG))
		return ftrace_name_expand_slowly(start, symbol, len);
	return to;
}

/**
 * struct ftrace_symbols - a walk through the kernel's symbols, in address order
 * @index: the next one
 * @next: the same, compressed: its length, then so many tokens
 */
struct ftrace_symbols {
	unsigned int	index;
	const u8	*next;
};

/*
 * How far a symbol of text stands behind the first one of all, as the table has
 * it. Those of per-CPU variables are not relative to anything, and stand before.
 */
static __always_inline s32 ftrace_symbol_at(unsigned int index)
{
	return IS_ENABLED(CONFIG_KALLSYMS_ABSOLUTE_PERCPU) ?
	       ~kallsyms_offsets[index] : kallsyms_offsets[index];
}

/* The tokens of the next symbol; on to the one behind it. */
static __always_inline const u8 *ftrace_symbol_next(struct ftrace_symbols *symbols,
						    unsigned int *len)
{
	const u8 *symbol = symbols->next;

	*len = *symbol++;
	/* So that most need one test, here and where they are expanded. */
	if (unlikely(*len > FTRACE_FAST_TOKENS) && *len & 0x80)
		*len = (*len & 0x7f) | *symbol++ << 7;
	symbols->next = symbol + *len;
	symbols->index++;
	return symbol;
}

/* Go to the first symbol at @at or behind it: there is a mark at each 256th. */
static void ftrace_symbols_seek(struct ftrace_symbols *symbols, s32 at)
{
	unsigned int lo = 0, hi = kallsyms_num_syms - 1, len;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (ftrace_symbol_at(mid) < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	symbols->index = round_down(lo, 256);
	symbols->next = kallsyms_names + kallsyms_markers[lo / 256];
	while (symbols->index < lo)
		ftrace_symbol_next(symbols, &len);
}

/*
 * One group of the kernel's own. The best of several aliases comes first. There
 * are symbols behind all sites, so that the walk finds one to stop at.
 */
static int ftrace_names_group(struct ftrace_group *group, const u64 *tokens)
{
	const struct dyn_ftrace *site = group->sites;
	const struct dyn_ftrace *end = site + group->count;
	const s32 base = (s32)kallsyms_relative_base;
	struct ftrace_namer namer = {};
	struct ftrace_symbols symbols;
	char *names, *before, *full;
	u32 *name;
	int ret;

	ret = ftrace_namer_begin(&namer, group);
	if (ret)
		return ret;
	name = group->name;
	names = group->names;
	before = names;
	full = names + namer.room - FTRACE_NAME_ROOM;
	ftrace_symbols_seek(&symbols, (s32)site->ip - base - FTRACE_MAX_OFFSET);
	for (; site < end; site++) {
		s32 at = (s32)site->ip - base;
		const u8 *symbol;
		unsigned int len;

		while (ftrace_symbol_at(symbols.index) < at - FTRACE_MAX_OFFSET)
			ftrace_symbol_next(&symbols, &len);
		if (unlikely(before >= full)) {
			namer.used = before + 1 - names;
			if (ftrace_namer_more(&namer))
				return -ENOMEM;
			names = group->names;
			before = names + namer.used - 1;
			full = names + namer.room - FTRACE_NAME_ROOM;
		}
		*name++ = before + 1 - names;
		if (likely(ftrace_symbol_at(symbols.index) <= at)) {
			char *start = before;

			symbol = ftrace_symbol_next(&symbols, &len);
			before = ftrace_name_expand(start, tokens, symbol, len);
			*start = '\0';
		} else {
			*before++ = '\0';
			*before = '\0';
		}
	}
	*before = '\0';
	namer.used = before + 1 - names;
	namer.next = group->count;
	return ftrace_namer_end(&namer);
}

static int ftrace_names_core(void)
{
	struct ftrace_group *group;
	u64 *tokens = NULL;
	int ret = 0;

	ftrace_for_each_group(group) {
		if (group->mod || group->names)
			continue;
		if (!tokens) {
			tokens = kmalloc_array(FTRACE_TOKENS, sizeof(*tokens),
					       GFP_KERNEL);
			if (!tokens)
				return -ENOMEM;
			ftrace_tokens_init(tokens);
		}
		ret = ftrace_names_group(group, tokens);
		if (ret) {
			ftrace_names_free(group);
			break;
		}
	}
	kfree(tokens);
	return ret;
}

/**
 * struct ftrace_module_names - names of a module, in the order of its symbols
 * @group: whose
 * @name: per site
 */
struct ftrace_module_names {
	struct ftrace_group	*group;
	const char		**name;
};

static int ftrace_name_module(void *data, const char *name, unsigned long addr)
{
	struct ftrace_module_names *names = data;
	struct ftrace_group *group = names->group;
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
	    group->sites[lo].ip - addr <= FTRACE_MAX_OFFSET)
		names->name[lo] = name;
	return 0;
}

/* Which of a module's symbols names which site. They stay as long as it does. */
static int ftrace_module_find_names(struct ftrace_module_names *names)
{
	return module_kallsyms_on_each_symbol(names->group->mod->name,
					      ftrace_name_module, names);
}

/**
 * ftrace_group_name - look up the names of the sites of a module
 * @group: one of its groups
 *
 * Context: task, under ftrace_lock.
 * Return: 0 or -ENOMEM.
 */
int ftrace_group_name(struct ftrace_group *group)
{
	struct ftrace_module_names names = { .group = group };
	struct ftrace_namer namer = {};
	int ret;

	lockdep_assert_held(&ftrace_lock);
	if (group->names)
		return 0;
	names.name = kvcalloc(group->count, sizeof(*names.name), GFP_KERNEL);
	if (!names.name)
		return -ENOMEM;
	ret = ftrace_module_find_names(&names) ?: ftrace_namer_begin(&namer, group);
	while (!ret && namer.next < group->count)
		ret = ftrace_namer_set(&namer, names.name[namer.next]);
	if (!ret)
		ret = ftrace_namer_end(&namer);
	if (ret)
		ftrace_names_free(group);
	kvfree(names.name);
	return ret;
}

/**
 * ftrace_names_need - have ftrace_name() know the names of all sites
 *
 * Context: task, under ftrace_lock.
 * Return: 0 or -ENOMEM.
 */
int ftrace_names_need(void)
{
	struct ftrace_group *group;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_names_core();
	if (ret)
		return ret;
	ftrace_for_each_group(group) {
		if (!group->mod)
			continue;
		ret = ftrace_group_name(group);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Names are kept until memory is short: a megabyte, perhaps, which would take
 * some milliseconds to make again.
 */

static unsigned long ftrace_names_pages(void)
{
	struct ftrace_group *group;
	unsigned long bytes = 0;

	ftrace_for_each_group(group) {
		if (group->names)
			bytes += group->name[group->count] +
				 group->count * sizeof(*group->name);
	}
	return bytes / PAGE_SIZE;
}

static unsigned long ftrace_names_count(struct shrinker *shrinker,
					struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&ftrace_lock))
		return 0;
	pages = ftrace_names_pages();
	mutex_unlock(&ftrace_lock);
	return pages ?: SHRINK_EMPTY;
}

static unsigned long ftrace_names_scan(struct shrinker *shrinker,
				       struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&ftrace_lock))
		return SHRINK_STOP;
	pages = ftrace_names_pages();
	ftrace_names_drop();
	mutex_unlock(&ftrace_lock);
	return pages;
}

static int __init ftrace_names_init(void)
{
	struct shrinker *shrinker = shrinker_alloc(0, "trace-site-names");

	if (!shrinker)
		return -ENOMEM;
	shrinker->count_objects = ftrace_names_count;
	shrinker->scan_objects = ftrace_names_scan;
	shrinker_register(shrinker);
	return 0;
}
late_initcall(ftrace_names_init);
