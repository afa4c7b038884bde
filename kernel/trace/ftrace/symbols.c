// SPDX-License-Identifier: GPL-2.0
/*
 * The symbol names of patch sites.
 *
 * A lookup of one address in kallsyms takes thousands of instructions, and a glob
 * or a list of functions needs all names. Therefore all names of a group are
 * looked up together when they are first needed: symbols and sites are both in
 * address order, so one walk over each is enough.
 *
 * A site without a symbol is in a function that the linker dropped while its text
 * remained, for example an overridden weak function. Such a site is neither
 * listed nor matched.
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

/**
 * struct symbols_builder - names of a group while they are collected
 * @group: the group
 * @next: index of the next site without a name
 * @capacity: size of @group->names in bytes
 * @used: bytes of @group->names in use
 */
struct symbols_builder {
	struct ftrace_group	*group;
	unsigned int		next;
	size_t			capacity;
	size_t			used;
};

/*
 * Free space that is needed at the end of the names while one name is expanded;
 * see symbols_expand(). The same space after the last name is used by
 * ftrace_glob_needle_find().
 */
#define SYMBOLS_NAME_SPACE		(SYMBOLS_FAST_TOKENS * (SYMBOLS_TOKEN_LONG + 8) + \
					 KSYM_NAME_LEN)
#define SYMBOLS_FAST_TOKENS	32
#define SYMBOLS_TOKEN_LONG		0x80

static void symbols_drop(void)
{
	struct ftrace_group *group;

	ftrace_for_each_group(group)
		ftrace_symbols_free(group);
}

static int symbols_builder_begin(struct symbols_builder *builder, struct ftrace_group *group)
{
	builder->group = group;
	builder->next = 0;
	builder->capacity = SYMBOLS_NAME_SPACE + group->count * 24;
	builder->used = 1;	/* each name has a NUL before it and one after it */
	group->name_offset = kvmalloc_array(group->count + 1, sizeof(*group->name_offset),
					    GFP_KERNEL);
	group->names = kvmalloc(builder->capacity, GFP_KERNEL);
	if (group->name_offset && group->names) {
		group->names[0] = '\0';
		return 0;
	}
	ftrace_symbols_free(group);
	return -ENOMEM;
}

static noinline int symbols_builder_expand(struct symbols_builder *builder)
{
	size_t capacity = builder->capacity * 2;
	char *names;

	names = kvmalloc(capacity, GFP_KERNEL);
	if (!names)
		return -ENOMEM;
	memcpy(names, builder->group->names, builder->used);
	kvfree(builder->group->names);
	builder->group->names = names;
	builder->capacity = capacity;
	return 0;
}

/* Ensure that there is space for one more name. */
static __always_inline int symbols_builder_reserve(struct symbols_builder *builder)
{
	if (likely(builder->used + SYMBOLS_NAME_SPACE <= builder->capacity))
		return 0;
	return symbols_builder_expand(builder);
}

/*
 * Assign the @len bytes at the end of the names to the next site; 0 if it has no
 * name.
 */
static void symbols_builder_put(struct symbols_builder *builder, size_t len)
{
	builder->group->name_offset[builder->next++] = builder->used;
	builder->used += len;
	builder->group->names[builder->used++] = '\0';
}

static int symbols_builder_add(struct symbols_builder *builder, const char *name)
{
	size_t len = name ? strnlen(name, KSYM_NAME_LEN - 1) : 0;

	if (symbols_builder_reserve(builder))
		return -ENOMEM;
	memcpy(builder->group->names + builder->used, name, len);
	symbols_builder_put(builder, len);
	return 0;
}

/* Complete the table of offsets by the end of the last name. */
static int symbols_builder_end(struct symbols_builder *builder)
{
	if (symbols_builder_reserve(builder))
		return -ENOMEM;
	builder->group->name_offset[builder->next] = builder->used;
	return 0;
}

/*
 * kallsyms stores the symbols of the kernel as sequences of one-byte codes, each
 * of which represents a token of several characters. To expand all symbols
 * quickly, each token is stored in a 64-bit word: the characters in the lower
 * bytes, their number in the highest one. A name is assembled by storing whole
 * words, each of which overlaps the unused end of the one before.
 *
 * A token that does not fit into a word has the length SYMBOLS_TOKEN_LONG. The
 * sum of the lengths then exceeds that of any other name, so one test at the end
 * of a name detects such tokens, and the name is expanded again byte by byte.
 */
#define SYMBOLS_TOKENS	256
#define SYMBOLS_TOKEN_TEXT	7

static const char *symbols_token_text(u8 code)
{
	return kallsyms_token_table + kallsyms_token_index[code];
}

static void symbols_tokens_init(u64 *tokens)
{
	for (int i = 0; i < SYMBOLS_TOKENS; i++) {
		const char *text = symbols_token_text(i);
		u8 word[8] = { };

		word[7] = strlen(text);
		if (word[7] > SYMBOLS_TOKEN_TEXT)
			word[7] = SYMBOLS_TOKEN_LONG;
		else
			memcpy(word, text, word[7]);
		tokens[i] = get_unaligned_le64(word);
	}
}

static __always_inline char *symbols_token_put(char *to, u64 token)
{
	put_unaligned_le64(token, to);
	return to + (token >> 56);
}

static noinline char *symbols_expand_slow(char *to, const u8 *symbol,
					  unsigned int len)
{
	for (unsigned int i = 0; i < len; i++) {
		const char *text = symbols_token_text(symbol[i]);
		size_t n = strlen(text);

		memcpy(to, text, n);
		to += n;
	}
	return to;
}

/*
 * Expand a symbol to @start. The first character, the symbol's type, overwrites
 * the NUL before the name; the caller restores that. kallsyms guarantees that a
 * name is not longer than KSYM_NAME_LEN.
 */
static __always_inline char *symbols_expand(char *start, const u64 *tokens,
					    const u8 *symbol, unsigned int len)
{
	const u8 *at = symbol;
	char *to = start;

	if (unlikely(len > SYMBOLS_FAST_TOKENS))
		return symbols_expand_slow(start, symbol, len);
	for (unsigned int fours = len / 4; fours; fours--, at += 4) {
		to = symbols_token_put(to, tokens[at[0]]);
		to = symbols_token_put(to, tokens[at[1]]);
		to = symbols_token_put(to, tokens[at[2]]);
		to = symbols_token_put(to, tokens[at[3]]);
	}
	if (len & 2) {
		to = symbols_token_put(to, tokens[at[0]]);
		to = symbols_token_put(to, tokens[at[1]]);
		at += 2;
	}
	if (len & 1)
		to = symbols_token_put(to, tokens[at[0]]);
	if (unlikely(to - start >= SYMBOLS_TOKEN_LONG))
		return symbols_expand_slow(start, symbol, len);
	return to;
}

/**
 * struct symbols_cursor - position in a walk over the kernel's symbols by address
 * @index: index of the next symbol
 * @next: compressed form of that symbol: its length, then the codes of its tokens
 */
struct symbols_cursor {
	unsigned int	index;
	const u8	*next;
};

/*
 * Offset of a text symbol from kallsyms_relative_base, in bytes. Absolute symbols
 * of per-CPU variables yield a negative offset, so they precede all text.
 */
static __always_inline s32 symbols_offset_at(unsigned int index)
{
	return IS_ENABLED(CONFIG_KALLSYMS_ABSOLUTE_PERCPU) ?
	       ~kallsyms_offsets[index] : kallsyms_offsets[index];
}

/* Return the codes of the next symbol, and advance the cursor. */
static __always_inline const u8 *symbols_cursor_next(struct symbols_cursor *symbols,
						     unsigned int *len)
{
	const u8 *symbol = symbols->next;

	*len = *symbol++;
	/*
	 * The first condition is the one of symbols_expand(), so that the
	 * compiler needs only one test for most symbols.
	 */
	if (unlikely(*len > SYMBOLS_FAST_TOKENS) && *len & 0x80)
		*len = (*len & 0x7f) | *symbol++ << 7;
	symbols->next = symbol + *len;
	symbols->index++;
	return symbol;
}

/*
 * Position the cursor at the first symbol with an offset of at least @at.
 * kallsyms stores the position of every 256th symbol.
 */
static void symbols_cursor_seek(struct symbols_cursor *symbols, s32 at)
{
	unsigned int lo = 0, hi = kallsyms_num_syms - 1, len;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (symbols_offset_at(mid) < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	symbols->index = round_down(lo, 256);
	symbols->next = kallsyms_names + kallsyms_markers[lo / 256];
	while (symbols->index < lo)
		symbols_cursor_next(symbols, &len);
}

/*
 * Collect the names of one group of the kernel. If several symbols have the same
 * address, the first one is the most suitable. There are symbols after the last
 * site, so the walk needs no check for the end of the symbols.
 */
static int symbols_load_kernel_group(struct ftrace_group *group, const u64 *tokens)
{
	const struct dyn_ftrace *site = group->sites;
	const struct dyn_ftrace *end = site + group->count;
	const s32 base = (s32)kallsyms_relative_base;
	struct symbols_builder builder = {};
	struct symbols_cursor symbols;
	char *names, *before, *full;
	u32 *name;
	int ret;

	ret = symbols_builder_begin(&builder, group);
	if (ret)
		return ret;
	name = group->name_offset;
	names = group->names;
	before = names;
	full = names + builder.capacity - SYMBOLS_NAME_SPACE;
	symbols_cursor_seek(&symbols, (s32)site->ip - base - FTRACE_SITE_MAX_OFFSET);
	for (; site < end; site++) {
		s32 at = (s32)site->ip - base;
		const u8 *symbol;
		unsigned int len;

		while (symbols_offset_at(symbols.index) < at - FTRACE_SITE_MAX_OFFSET)
			symbols_cursor_next(&symbols, &len);
		if (unlikely(before >= full)) {
			builder.used = before + 1 - names;
			if (symbols_builder_expand(&builder))
				return -ENOMEM;
			names = group->names;
			before = names + builder.used - 1;
			full = names + builder.capacity - SYMBOLS_NAME_SPACE;
		}
		*name++ = before + 1 - names;
		if (likely(symbols_offset_at(symbols.index) <= at)) {
			char *start = before;

			symbol = symbols_cursor_next(&symbols, &len);
			before = symbols_expand(start, tokens, symbol, len);
			*start = '\0';
		} else {
			*before++ = '\0';
			*before = '\0';
		}
	}
	*before = '\0';
	builder.used = before + 1 - names;
	builder.next = group->count;
	return symbols_builder_end(&builder);
}

static int symbols_load_kernel(void)
{
	struct ftrace_group *group;
	u64 *tokens = NULL;
	int ret = 0;

	ftrace_for_each_group(group) {
		if (group->mod || group->names)
			continue;
		if (!tokens) {
			tokens = kmalloc_array(SYMBOLS_TOKENS, sizeof(*tokens),
					       GFP_KERNEL);
			if (!tokens)
				return -ENOMEM;
			symbols_tokens_init(tokens);
		}
		ret = symbols_load_kernel_group(group, tokens);
		if (ret) {
			ftrace_symbols_free(group);
			break;
		}
	}
	kfree(tokens);
	return ret;
}

/**
 * struct symbols_module - symbols of a module, found in the order of its symbol
 * table
 * @group: the group of sites
 * @name: the symbol of each site, or NULL
 */
struct symbols_module {
	struct ftrace_group	*group;
	const char		**name;
};

static int symbols_module_match(void *data, const char *name, unsigned long addr)
{
	struct symbols_module *names = data;
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
	    group->sites[lo].ip - addr <= FTRACE_SITE_MAX_OFFSET)
		names->name[lo] = name;
	return 0;
}

/* Find the symbols of the sites of a module. The strings belong to the module. */
static int symbols_module_find(struct symbols_module *names)
{
	return module_kallsyms_on_each_symbol(module_name(names->group->mod),
					      symbols_module_match, names);
}

/**
 * ftrace_symbols_load_group - load the symbol names of a group of a module
 * @group: the group
 *
 * Context: task; ftrace_lock held.
 * Return: 0 or -ENOMEM.
 */
int ftrace_symbols_load_group(struct ftrace_group *group)
{
	struct symbols_module names = { .group = group };
	struct symbols_builder builder = {};
	int ret;

	lockdep_assert_held(&ftrace_lock);
	if (group->names)
		return 0;
	names.name = kvcalloc(group->count, sizeof(*names.name), GFP_KERNEL);
	if (!names.name)
		return -ENOMEM;
	ret = symbols_module_find(&names) ?: symbols_builder_begin(&builder, group);
	while (!ret && builder.next < group->count)
		ret = symbols_builder_add(&builder, names.name[builder.next]);
	if (!ret)
		ret = symbols_builder_end(&builder);
	if (ret)
		ftrace_symbols_free(group);
	kvfree(names.name);
	return ret;
}

/**
 * ftrace_symbols_load - load the symbol names of all sites
 *
 * After success ftrace_symbol() may be called until ftrace_lock is released.
 *
 * Context: task; ftrace_lock held.
 * Return: 0 or -ENOMEM.
 */
int ftrace_symbols_load(void)
{
	struct ftrace_group *group;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = symbols_load_kernel();
	if (ret)
		return ret;
	ftrace_for_each_group(group) {
		if (!group->mod)
			continue;
		ret = ftrace_symbols_load_group(group);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * A shrinker frees the names when memory is short. They occupy about a megabyte,
 * and loading them again takes some milliseconds.
 */

static unsigned long symbols_pages(void)
{
	struct ftrace_group *group;
	unsigned long bytes = 0;

	ftrace_for_each_group(group) {
		if (group->names)
			bytes += group->name_offset[group->count] +
				 group->count * sizeof(*group->name_offset);
	}
	return bytes / PAGE_SIZE;
}

static unsigned long symbols_shrink_count(struct shrinker *shrinker,
					  struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&ftrace_lock))
		return 0;
	pages = symbols_pages();
	mutex_unlock(&ftrace_lock);
	return pages ?: SHRINK_EMPTY;
}

static unsigned long symbols_shrink_scan(struct shrinker *shrinker,
					 struct shrink_control *sc)
{
	unsigned long pages;

	if (!mutex_trylock(&ftrace_lock))
		return SHRINK_STOP;
	pages = symbols_pages();
	symbols_drop();
	mutex_unlock(&ftrace_lock);
	return pages;
}

static int __init symbols_init(void)
{
	struct shrinker *shrinker = shrinker_alloc(0, "ftrace-symbols");

	if (!shrinker)
		return -ENOMEM;
	shrinker->count_objects = symbols_shrink_count;
	shrinker->scan_objects = symbols_shrink_scan;
	shrinker_register(shrinker);
	return 0;
}
late_initcall(symbols_init);
