/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of site/ share.
 *
 *	table.c		the sites, and finding them
 *	names.c		their names
 *	set.c		sets of sites: what filters are made of
 *	ops.c		struct ftrace_ops: registering, calling
 *	change.c	from ops and filters to the text of sites
 *	filter.c	the filter of an ops: matching and replacing
 *	edit.c		words that users write into filter files, and commands
 *	list.c		what users read
 *	probe.c		function probes
 *	module.c	sites that come and go
 *	gone.c		names of those that went
 *	failures.c	sites that could not be patched
 *	direct.c	direct calls
 *	fprobe.c	probes of functions, entry and return
 *	graph_stack.c	the shadow stacks of tasks, and finding calls there
 *	graph.c		calls and returns, and who is told of them
 *	graph_sleep.c	how long tasks did not run
 *	graph_filter.c	which calls all graph tracers leave out
 *	keys.c		static keys, many together
 *
 * ftrace_lock protects everything here that changes, but for what says otherwise.
 */
#ifndef _KERNEL_TRACE_FTRACE_INTERNAL_H
#define _KERNEL_TRACE_FTRACE_INTERNAL_H

#include <linux/bits.h>
#include <linux/kallsyms.h>
#include <linux/refcount.h>

#include "ftrace.h"

extern struct mutex ftrace_lock;

/* Function tracing has failed: touch nothing any more. */
extern bool ftrace_dead;

/*
 * struct dyn_ftrace.flags: how many ops trace the site, and
 */
#define FTRACE_COUNT	GENMASK(23, 0)
#define FTRACE_REGS	BIT(24)	/* one of them wants all registers */
#define FTRACE_IPMODIFY	BIT(25)	/* one of them may change the ip */
#define FTRACE_DIRECT	BIT(26)	/* one of them is a direct ops */
#define FTRACE_DIRTY	BIT(27)	/* its text is to be checked */
#define FTRACE_TOUCHED	BIT(28)	/* was ever traced */
#define FTRACE_MODIFIED	BIT(29)	/* was ever IPMODIFY or DIRECT */

static inline unsigned int ftrace_count(const struct dyn_ftrace *site)
{
	return site->flags & FTRACE_COUNT;
}

/**
 * struct ftrace_group - sites that come and go together
 * @list: place in ftrace_groups
 * @gone: place in a list of groups to be freed
 * @mod: whose, or NULL for the kernel
 * @ready: false until the module that they are in may run
 * @sites: in ascending order
 * @count: how many
 * @pages: of memory for @sites
 * @dirty_first: index of the first site with FTRACE_DIRTY
 * @dirty_last: index of the last one; less than @dirty_first if there is none
 * @names: of all sites, one behind the other, each between two zeros; NULL
 *	while they are not needed. Empty for a site without a name
 * @name: per site, where its name begins in @names; and where they end
 *
 * The list may be walked, and @sites and @count read, without a lock while
 * preemption is disabled. All else is under ftrace_lock.
 */
struct ftrace_group {
	struct list_head	list;
	struct list_head	gone;
	struct module		*mod;
	bool			ready;
	struct dyn_ftrace	*sites;
	unsigned int		count;
	unsigned int		pages;
	unsigned int		dirty_first;
	unsigned int		dirty_last;
	char			*names;
	u32			*name;
};

extern struct list_head ftrace_groups;

/* Collected by the linker. */
extern unsigned long __start_mcount_loc[];
extern unsigned long __stop_mcount_loc[];

/* All groups that are ready, under ftrace_lock. */
#define ftrace_for_each_group(group)					\
	for ((group) = ftrace_group_next(NULL); (group);		\
	     (group) = ftrace_group_next(group))

#define ftrace_for_each_site(group, site)				\
	for ((site) = (group)->sites;					\
	     (site) < (group)->sites + (group)->count; (site)++)

struct ftrace_group *ftrace_group_next(struct ftrace_group *group);

struct ftrace_group *ftrace_group_add(struct module *mod, const unsigned long *ips,
				      unsigned int count);
void ftrace_group_remove(struct ftrace_group *group);
void ftrace_group_free(struct ftrace_group *group);
struct dyn_ftrace *ftrace_table_find(unsigned long ip, struct ftrace_group **group);
struct dyn_ftrace *ftrace_table_resolve(unsigned long ip);

/* failures.c */
enum ftrace_failure_why {
	FTRACE_FAILURE_STRANGE,
	FTRACE_FAILURE_CHANGED,
	FTRACE_FAILURE_MEMORY,
};

extern unsigned long ftrace_failures_more;	/* that are not kept */

void ftrace_failure_add(unsigned long ip, enum ftrace_failure_why why);
void ftrace_failures_forget(struct module *mod, unsigned long start,
			    unsigned long end);

/* gone.c */
void ftrace_init_symbols_keep(struct ftrace_group *group);
void ftrace_init_symbols_forget(struct module *mod);

/* names.c */
int ftrace_group_name(struct ftrace_group *group);
int ftrace_names_need(void);
void ftrace_names_free(struct ftrace_group *group);

/* How long is the name of the site at @index? */
static inline size_t ftrace_name_len(const struct ftrace_group *group,
				     unsigned int index)
{
	return group->name[index + 1] - group->name[index] - 1;
}

/* NULL if the site has no name; after ftrace_group_name() or ftrace_names_need(). */
static inline const char *ftrace_name(const struct ftrace_group *group,
				      const struct dyn_ftrace *site)
{
	const char *name = group->names + group->name[site - group->sites];

	return *name ? name : NULL;
}

/*
 * A set of sites. It does not change, except that sites which cease to exist
 * vanish from it, and may be shared by whoever has a reference. A filter that is
 * NULL lets all functions pass, one that is empty none.
 */
struct ftrace_ip_set {
	struct rcu_head		rcu;
	struct list_head	list;
	refcount_t		users;
	unsigned int		count;
	unsigned long		ip[] __counted_by(count);
};

/* Addresses that become a set. */
struct ftrace_ip_vec {
	unsigned long		*ip;
	unsigned int		count;
	unsigned int		room;
	bool			unsorted;
};

int ftrace_ip_vec_add(struct ftrace_ip_vec *vec, unsigned long ip);
int ftrace_ip_vec_add_set(struct ftrace_ip_vec *vec, const struct ftrace_ip_set *set);
void ftrace_ip_vec_sort(struct ftrace_ip_vec *vec);
bool ftrace_ip_vec_has(const struct ftrace_ip_vec *vec, unsigned long ip);
bool ftrace_ip_vec_del(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *gone);
void ftrace_ip_vec_free(struct ftrace_ip_vec *vec);
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

/* What of a filter, or of none at all. */
struct ftrace_want {
	const struct ftrace_ip_set	*filter;
	const struct ftrace_ip_set	*except;
	bool			none;
};

static __always_inline bool ftrace_wanted(const struct ftrace_want *want,
					  unsigned long ip)
{
	if (want->none)
		return false;
	if (want->filter && !ftrace_ip_set_has(want->filter, ip))
		return false;
	return !want->except || !ftrace_ip_set_has(want->except, ip);
}

/* ops.c */
extern struct list_head ftrace_ops_registered;	/* registered; walked under RCU too */

void ftrace_ops_init(struct ftrace_ops *ops);
void ftrace_ops_changed(struct ftrace_ops *ops);
ftrace_func_t ftrace_ops_callee(struct ftrace_ops *ops);
int ftrace_ops_register(struct ftrace_ops *ops);
int ftrace_ops_unregister(struct ftrace_ops *ops);
void ftrace_give_up(const char *why);

/* direct.c */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
int ftrace_direct_prepare(struct ftrace_ops *ops);
void ftrace_direct_finish(struct ftrace_ops *ops, int failed);
void ftrace_direct_left(struct ftrace_ops *ops);

static inline unsigned long ftrace_direct_addr(const struct ftrace_ops *ops)
{
	return ops->direct_call;
}
#else
static inline int ftrace_direct_prepare(struct ftrace_ops *ops)
{
	return 0;
}

static inline void ftrace_direct_finish(struct ftrace_ops *ops, int failed) { }
static inline void ftrace_direct_left(struct ftrace_ops *ops) { }

static inline unsigned long ftrace_direct_addr(const struct ftrace_ops *ops)
{
	return 0;
}
#endif

/* change.c */
void ftrace_want_now(struct ftrace_ops *ops, struct ftrace_want *want);
void ftrace_want_active(struct ftrace_ops *ops, struct ftrace_want *want);
int ftrace_change_check(struct ftrace_ops *ops, const struct ftrace_want *from,
			const struct ftrace_want *to);
void ftrace_change_apply(struct ftrace_ops *ops, const struct ftrace_want *from,
			 const struct ftrace_want *to);
void ftrace_change_group(struct ftrace_group *group, struct ftrace_ops *ops);
void ftrace_dirty(struct ftrace_group *group, struct dyn_ftrace *site);
void ftrace_dirty_ops(struct ftrace_ops *ops);
void ftrace_dirty_all(void);
void ftrace_update_text(void);
struct ftrace_ops *ftrace_sole_ops(unsigned long ip);

/* filter.c */

/* A pattern as users write it: NAME, NAME*, *NAME, *NAME*, or any glob. */
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
 * struct ftrace_glob_needle - a pattern to be looked for
 * @glob: the pattern
 * @len: bytes of @text; 0 if it may be anywhere
 * @before: how many of them stand before the name
 * @text: what all names that match contain
 * @again: how far to go on when @text's last character is there, but the rest of
 *	it is not
 * @most: how far to go on at most
 * @skip: by the character that @text's last one would be: how far to go on
 */
struct ftrace_glob_needle {
	const struct ftrace_glob	*glob;
	unsigned int		len;
	unsigned int		before;
	char			text[KSYM_NAME_LEN + 2];
	u8			again;
	u8			most;
	u8			skip[256];
};

#define FTRACE_GLOB_NEEDLE_ROOM	255

void ftrace_glob_needle_init(struct ftrace_glob_needle *needle, const struct ftrace_glob *glob);
size_t ftrace_glob_needle_find(const struct ftrace_glob_needle *needle, char *text, size_t at,
			       size_t end);
int ftrace_glob_parse(struct ftrace_glob *glob, const char *text, size_t len);
bool ftrace_glob_match(const struct ftrace_glob *glob, const char *name);
int ftrace_filter_collect(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob,
			  const char *module);
struct ftrace_ip_set *ftrace_filter_get(struct ftrace_ops *ops, bool except);
int ftrace_filter_set(struct ftrace_ops *ops, struct ftrace_ip_set *set, bool except);

/* edit.c: filters for modules that are not there. */
struct ftrace_pending {
	struct list_head	list;
	struct ftrace_ops	*ops;
	bool			except;
	char			*glob;
	char			*module;
};

extern struct list_head ftrace_pendings;

void ftrace_pending_module(struct module *mod);
void ftrace_pending_clear(struct ftrace_ops *ops, bool except);
bool ftrace_pending_any(struct ftrace_ops *ops, bool except);

/* probe.c */
struct ftrace_func_probe;

extern struct list_head ftrace_func_probes;

void ftrace_func_probes_stale(unsigned long start, unsigned long end);
int ftrace_func_probe_show(struct seq_file *m, struct ftrace_func_probe *probe,
			   unsigned int index);
struct ftrace_func_probe *ftrace_func_probe_nth(void *owner, loff_t n, unsigned int *index);

#endif /* _KERNEL_TRACE_FTRACE_INTERNAL_H */
