/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Private to ftrace/.
 *
 *	state.c		the lock, the list of registered ops, ftrace_kill()
 *	sites.c		the table of patch sites, and lookup
 *	failures.c	sites that could not be patched
 *	mcount_loc.c	creating groups of sites from the section __mcount_loc
 *	symbols.c	the symbol names of sites
 *	ip_set.c	sets of sites: what filters consist of
 *	change.c	from filters of ops to the text of sites
 *	arch_generic.c	text of sites, by the interface of other architectures than x86
 *	ipmodify.c	sites that IPMODIFY ops and direct ops share
 *	ops.c		struct ftrace_ops: registering, trampolines, calling
 *	glob.c		matching names
 *	filter.c	the filter of an ops: matching and replacing
 *	func_probe.c	function probes
 *	filter_edit.c	writing to set_ftrace_filter and set_ftrace_notrace
 *	func_list.c	reading the files that list functions
 *	graph_filter.c	filters that all graph tracers share
 *	direct.c	direct calls
 *	init_symbols.c	names of functions that were freed
 *	freed.c		sites of text that is freed
 *	module.c	sites of modules
 *	lookup.c	the addresses of many functions by their names
 *	static_keys.c	switching many static keys at once
 *
 * ftrace_lock protects all variables here that change, unless noted otherwise.
 */
#ifndef _KERNEL_TRACE_FTRACE_INTERNAL_H
#define _KERNEL_TRACE_FTRACE_INTERNAL_H

#include <linux/bits.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/refcount.h>

#include "ftrace.h"

extern struct mutex ftrace_lock;

/* Function tracing was disabled for good; no site may be patched. */
extern bool ftrace_disabled;

/*
 * The lower bits of struct dyn_ftrace.flags are the number of ops that trace the
 * site; the others are flags.
 */
#define FTRACE_SITE_COUNT	GENMASK(23, 0)
#define FTRACE_SITE_REGS	BIT(24)	/* an ops needs all registers */
#define FTRACE_SITE_IPMODIFY	BIT(25)	/* an ops may change the instruction pointer */
#define FTRACE_SITE_DIRECT	BIT(26)	/* an ops is a direct one */
#define FTRACE_SITE_DIRTY	BIT(27)	/* ftrace_update_text() has to check the text */
#define FTRACE_SITE_TOUCHED	BIT(28)	/* was ever traced */
#define FTRACE_SITE_MODIFIED	BIT(29)	/* ever had an IPMODIFY or direct ops */
#define FTRACE_SITE_SOLE	BIT(30)	/* ftrace_update_text() has to find its only ops */
/* BIT(31) is FTRACE_FL_CALL_OPS_EN. */

static inline unsigned int ftrace_site_count(const struct dyn_ftrace *site)
{
	return site->flags & FTRACE_SITE_COUNT;
}

/**
 * struct ftrace_group - sites that are added and removed together
 * @list: entry in ftrace_groups
 * @free_list: entry in a list of removed groups
 * @mod: the module, or NULL for the kernel
 * @ready: false while the module is being loaded
 * @sites: the sites, by ascending addresses
 * @count: number of sites
 * @pages: size of @sites in pages
 * @dirty_first: index of the first site with FTRACE_SITE_DIRTY
 * @dirty_last: index of the last one; less than @dirty_first if there is none
 * @names: the concatenated symbol names of the sites, with a NUL before and after
 *	each; empty for a site without a symbol. NULL while not loaded
 * @name_offset: offset in @names of each site's name; element @count is the
 *	offset after the last name
 *
 * The list may be walked, and @sites and @count may be read, without a lock while
 * preemption is disabled. Everything else is protected by ftrace_lock.
 */
struct ftrace_group {
	struct list_head	list;
	struct list_head	free_list;
	struct module		*mod;
	bool			ready;
	struct dyn_ftrace	*sites;
	unsigned int		count;
	unsigned int		pages;
	unsigned int		dirty_first;
	unsigned int		dirty_last;
	char			*names;
	u32			*name_offset;
};

extern struct list_head ftrace_groups;

/* Defined by the linker script. */
extern unsigned long __start_mcount_loc[];
extern unsigned long __stop_mcount_loc[];

/* Iterate over all groups that are ready, under ftrace_lock. */
#define ftrace_for_each_group(group)					\
	for ((group) = ftrace_group_next(NULL); (group);		\
	     (group) = ftrace_group_next(group))

#define ftrace_for_each_site(group, site)				\
	for ((site) = (group)->sites;					\
	     (site) < (group)->sites + (group)->count; (site)++)

struct ftrace_group *ftrace_group_next(struct ftrace_group *group);

struct ftrace_group *ftrace_mcount_loc_add(struct module *mod, const unsigned long *ips,
					   unsigned int count);
void ftrace_group_remove(struct ftrace_group *group);
void ftrace_group_free(struct ftrace_group *group);
struct dyn_ftrace *ftrace_table_find(unsigned long ip, struct ftrace_group **group);
struct dyn_ftrace *ftrace_table_find_from(unsigned long ip, struct dyn_ftrace *from,
					  struct ftrace_group **group);
struct dyn_ftrace *ftrace_table_resolve(unsigned long ip);

/* failures.c */
enum ftrace_failure_reason {
	FTRACE_FAILURE_NO_CALL,
	FTRACE_FAILURE_MODIFIED,
	FTRACE_FAILURE_NO_MEMORY,
};

extern unsigned long ftrace_failures_dropped;	/* failures that were not stored */

void ftrace_failure_add(unsigned long ip, enum ftrace_failure_reason reason);
void ftrace_failures_forget(struct module *mod, unsigned long start,
			    unsigned long end);

/* init_symbols.c */
#if defined(CONFIG_MODULES) && defined(CONFIG_STACKTRACE_BUILD_ID)
static inline const unsigned char *ftrace_module_build_id(const struct module *mod)
{
	return mod ? mod->build_id : NULL;
}
#else
static inline const unsigned char *ftrace_module_build_id(const struct module *mod)
{
	return NULL;
}
#endif

void ftrace_init_symbols_keep(struct ftrace_group *group);
void ftrace_init_symbols_forget(struct module *mod);

/* freed.c */
void ftrace_groups_drop(struct module *mod, unsigned long start, unsigned long end);

/* symbols.c */
int ftrace_symbols_load_group(struct ftrace_group *group);
int ftrace_symbols_load(void);
void ftrace_symbols_free(struct ftrace_group *group);

/* Length of the symbol name of the site at @index, 0 if it has none. */
static inline size_t ftrace_symbol_len(const struct ftrace_group *group,
				       unsigned int index)
{
	return group->name_offset[index + 1] - group->name_offset[index] - 1;
}

/*
 * The symbol name of a site, or NULL if it has none. The names of the group must
 * be loaded.
 */
static inline const char *ftrace_symbol(const struct ftrace_group *group,
					const struct dyn_ftrace *site)
{
	const char *name = group->names + group->name_offset[site - group->sites];

	return *name ? name : NULL;
}

/**
 * struct ftrace_ip_set - an immutable set of sites
 * @rcu: frees the set after the last reference was dropped
 * @list: entry in the list of all sets, under ftrace_ip_sets_lock
 * @users: number of references
 * @count: number of elements of @ip
 * @ip: addresses in ascending order
 *
 * A set may be shared. It does not change, except that sites whose text is freed
 * are replaced by other elements or zeros. In a filter, NULL selects all
 * functions, and an empty set none.
 */
struct ftrace_ip_set {
	struct rcu_head		rcu;
	struct list_head	list;
	refcount_t		users;
	unsigned int		count;
	unsigned long		ip[] __counted_by(count);
};

/**
 * struct ftrace_ip_vec - addresses that are collected for a set
 * @ip: the addresses
 * @count: number of addresses
 * @capacity: number of elements that @ip has memory for
 * @gfp: flags of its allocations and of that of the set, besides GFP_KERNEL
 * @unsorted: @ip is not in ascending order
 */
struct ftrace_ip_vec {
	unsigned long		*ip;
	unsigned int		count;
	unsigned int		capacity;
	gfp_t			gfp;
	bool			unsorted;
};

int ftrace_ip_vec_add(struct ftrace_ip_vec *vec, unsigned long ip);
int ftrace_ip_vec_add_set(struct ftrace_ip_vec *vec, const struct ftrace_ip_set *set);
int ftrace_ip_vec_add_vec(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *other);
void ftrace_ip_vec_sort(struct ftrace_ip_vec *vec);
bool ftrace_ip_vec_has(const struct ftrace_ip_vec *vec, unsigned long ip);
bool ftrace_ip_vec_del(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *remove);
void ftrace_ip_vec_free(struct ftrace_ip_vec *vec);
struct ftrace_ip_set *ftrace_ip_set_alloc(unsigned int capacity, gfp_t gfp);
void ftrace_ip_set_fill(struct ftrace_ip_set *set, struct ftrace_ip_vec *vec);
struct ftrace_ip_set *ftrace_ip_set_make(struct ftrace_ip_vec *vec);
struct ftrace_ip_set *ftrace_ip_set_get(struct ftrace_ip_set *set);
void ftrace_ip_set_put(struct ftrace_ip_set *set);
void ftrace_ip_sets_forget(unsigned long start, unsigned long end);

static __always_inline bool ftrace_ip_set_has(const struct ftrace_ip_set *set,
					      unsigned long ip)
{
	const unsigned long *base = set->ip;
	unsigned int n = set->count;

	while (n > 1) {
		unsigned int half = n / 2;

		if (READ_ONCE(base[half]) <= ip)
			base += half;
		n -= half;
	}
	return n && READ_ONCE(*base) == ip;
}

/**
 * struct ftrace_selection - the sites that an ops traces
 * @filter: the sites to trace; NULL for all
 * @except: sites not to trace even if in @filter; NULL for none
 * @none: no site at all
 */
struct ftrace_selection {
	const struct ftrace_ip_set	*filter;
	const struct ftrace_ip_set	*except;
	bool				none;
};

static __always_inline bool ftrace_selection_excepts(const struct ftrace_selection *sel,
						     unsigned long ip)
{
	return sel->except && ftrace_ip_set_has(sel->except, ip);
}

static __always_inline bool ftrace_selection_has(const struct ftrace_selection *sel,
						 unsigned long ip)
{
	if (sel->none)
		return false;
	if (sel->filter && !ftrace_ip_set_has(sel->filter, ip))
		return false;
	return !ftrace_selection_excepts(sel, ip);
}

/*
 * In ftrace_ops.flags: a CPU may be about to call ftrace_ops.func on behalf of an earlier
 * registration.
 */
#define FTRACE_OPS_FUNC_READ		BIT(30)

/* state.c and ops.c */
extern struct list_head ftrace_ops_list;
extern struct list_head ftrace_trampolines;

void ftrace_ops_init(struct ftrace_ops *ops);
void ftrace_ops_changed(struct ftrace_ops *ops);
ftrace_func_t ftrace_ops_callee(struct ftrace_ops *ops);
int ftrace_ops_register(struct ftrace_ops *ops);
int ftrace_ops_unregister(struct ftrace_ops *ops);
void ftrace_fatal(const char *reason);

/* direct.c and ipmodify.c */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
extern struct mutex ftrace_direct_mutex;

int ftrace_ipmodify_begin(struct ftrace_ops *ops);
void ftrace_ipmodify_end(struct ftrace_ops *ops, int failed);
void ftrace_ipmodify_left(struct ftrace_ops *ops);

static inline unsigned long ftrace_direct_addr(const struct ftrace_ops *ops)
{
	return ops->direct_call;
}
#else
static inline int ftrace_ipmodify_begin(struct ftrace_ops *ops)
{
	return 0;
}

static inline void ftrace_ipmodify_end(struct ftrace_ops *ops, int failed) { }
static inline void ftrace_ipmodify_left(struct ftrace_ops *ops) { }

static inline unsigned long ftrace_direct_addr(const struct ftrace_ops *ops)
{
	return 0;
}
#endif

/* change.c */
void ftrace_selection_filter(struct ftrace_ops *ops, struct ftrace_selection *sel);
void ftrace_selection_active(struct ftrace_ops *ops, struct ftrace_selection *sel);
int ftrace_change_check(struct ftrace_ops *ops, const struct ftrace_selection *from,
			const struct ftrace_selection *to);
void ftrace_change_apply(struct ftrace_ops *ops, const struct ftrace_selection *from,
			 const struct ftrace_selection *to);
void ftrace_change_group(struct ftrace_group *group, struct ftrace_ops *ops);
void ftrace_mark_dirty(struct ftrace_group *group, struct dyn_ftrace *site);
void ftrace_mark_dirty_ops(struct ftrace_ops *ops);
void ftrace_mark_dirty_all(void);
void ftrace_update_text(void);
struct ftrace_ops *ftrace_sole_ops(unsigned long ip);

/* glob.c and filter.c */

/*
 * A glob as written by the user, classified by its stars. For all kinds but
 * FTRACE_GLOB_ANY @text is without them.
 */
struct ftrace_glob {
	enum {
		FTRACE_GLOB_ALL,
		FTRACE_GLOB_FULL,
		FTRACE_GLOB_FRONT,
		FTRACE_GLOB_END,
		FTRACE_GLOB_MIDDLE,
		FTRACE_GLOB_ANY,
	} kind;
	size_t len;
	const char *text;
	char own[KSYM_NAME_LEN];
};

/**
 * struct ftrace_glob_needle - a glob that is searched in concatenated names
 * @glob: the glob
 * @len: length of @text; 0 if every position matches
 * @before: number of characters of @text before the name: 1 for its NUL, or 0
 * @text: text that all matching names contain
 * @again: distance to move if the last character of @text matches but the others
 *	don't
 * @most: maximum distance to move
 * @skip: distance to move, by the character at the position of the last one of
 *	@text
 */
struct ftrace_glob_needle {
	const struct ftrace_glob	*glob;
	unsigned int			len;
	unsigned int			before;
	char			text[KSYM_NAME_LEN + 2];
	u8				again;
	u8				most;
	u8				skip[256];
};

/* Number of bytes after the text that ftrace_glob_needle_find() may overwrite. */
#define FTRACE_GLOB_NEEDLE_PAD	255

void ftrace_glob_needle_init(struct ftrace_glob_needle *needle, const struct ftrace_glob *glob);
size_t ftrace_glob_needle_find(const struct ftrace_glob_needle *needle, char *text, size_t at,
			       size_t end);
int ftrace_glob_parse(struct ftrace_glob *glob, const char *text, size_t len);
bool ftrace_glob_match(const struct ftrace_glob *glob, const char *name);
int ftrace_filter_match(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob,
			const char *module);
struct ftrace_ip_set *ftrace_filter_get(struct ftrace_ops *ops, bool except);
int ftrace_filter_set(struct ftrace_ops *ops, struct ftrace_ip_set *set, bool except);

/* filter_edit.c */

/**
 * struct ftrace_pending - a filter for a module that is not loaded
 * @list: entry in ftrace_pending_list, under ftrace_lock; in
 *	ftrace_filter_edit.pendings before
 * @ops: the ops whose filter it extends
 * @except: it extends the set of sites not to trace rather than those to trace
 * @glob: names of functions; empty for all functions
 * @module: name of the module
 */
struct ftrace_pending {
	struct list_head	list;
	struct ftrace_ops	*ops;
	bool			except;
	char			*glob;
	char			*module;
};

extern struct list_head ftrace_pending_list;

void ftrace_pending_module(struct module *mod);
void ftrace_pending_clear(struct ftrace_ops *ops, bool except);
bool ftrace_pending_any(struct ftrace_ops *ops, bool except);

/* func_probe.c */
struct ftrace_func_probe;

extern struct list_head ftrace_func_probes;

void ftrace_func_probes_mark_stale(unsigned long start, unsigned long end);
int ftrace_func_probe_show(struct seq_file *m, struct ftrace_func_probe *probe,
			   unsigned int index);
struct ftrace_func_probe *ftrace_func_probe_nth(void *owner, loff_t n, unsigned int *index);

#endif /* _KERNEL_TRACE_FTRACE_INTERNAL_H */
