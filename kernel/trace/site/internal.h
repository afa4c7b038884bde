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
 * site_lock protects everything here that changes, but for what says otherwise.
 */
#ifndef _KERNEL_TRACE_SITE_INTERNAL_H
#define _KERNEL_TRACE_SITE_INTERNAL_H

#include <linux/bits.h>
#include <linux/kallsyms.h>
#include <linux/refcount.h>

#include "site.h"

extern struct mutex site_lock;

/* Function tracing has failed: touch nothing any more. */
extern bool site_dead;

/*
 * struct dyn_ftrace.flags: how many ops trace the site, and
 */
#define SITE_COUNT	GENMASK(23, 0)
#define SITE_REGS	BIT(24)	/* one of them wants all registers */
#define SITE_IPMODIFY	BIT(25)	/* one of them may change the ip */
#define SITE_DIRECT	BIT(26)	/* one of them is a direct ops */
#define SITE_DIRTY	BIT(27)	/* its text is to be checked */
#define SITE_TOUCHED	BIT(28)	/* was ever traced */
#define SITE_MODIFIED	BIT(29)	/* was ever IPMODIFY or DIRECT */

static inline unsigned int site_count(const struct dyn_ftrace *site)
{
	return site->flags & SITE_COUNT;
}

/**
 * struct site_group - sites that come and go together
 * @list: place in site_groups
 * @gone: place in a list of groups to be freed
 * @mod: whose, or NULL for the kernel
 * @ready: false until the module that they are in may run
 * @sites: in ascending order
 * @count: how many
 * @pages: of memory for @sites
 * @dirty_first: index of the first site with SITE_DIRTY
 * @dirty_last: index of the last one; less than @dirty_first if there is none
 * @names: of all sites, one behind the other, each between two zeros; NULL
 *	while they are not needed. Empty for a site without a name
 * @name: per site, where its name begins in @names; and where they end
 *
 * The list may be walked, and @sites and @count read, without a lock while
 * preemption is disabled. All else is under site_lock.
 */
struct site_group {
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

extern struct list_head site_groups;

/* Collected by the linker. */
extern unsigned long __start_mcount_loc[];
extern unsigned long __stop_mcount_loc[];

/* All groups that are ready, under site_lock. */
#define site_for_each_group(group)					\
	for ((group) = site_group_next(NULL); (group);			\
	     (group) = site_group_next(group))

#define site_for_each(group, site)					\
	for ((site) = (group)->sites;					\
	     (site) < (group)->sites + (group)->count; (site)++)

struct site_group *site_group_next(struct site_group *group);

struct site_group *site_group_add(struct module *mod, const unsigned long *ips,
				  unsigned int count);
void site_group_remove(struct site_group *group);
void site_group_free(struct site_group *group);
struct dyn_ftrace *site_find(unsigned long ip, struct site_group **group);
struct dyn_ftrace *site_resolve(unsigned long ip);

/* failures.c */
enum site_failure_why {
	SITE_FAILURE_STRANGE,
	SITE_FAILURE_CHANGED,
	SITE_FAILURE_MEMORY,
};

extern unsigned long site_failures_more;	/* that are not kept */

void site_failure_add(unsigned long ip, enum site_failure_why why);
void site_failures_forget(struct module *mod, unsigned long start,
			  unsigned long end);

/* gone.c */
void site_gone_keep(struct site_group *group);
void site_gone_forget(struct module *mod);

/* names.c */
int site_group_name(struct site_group *group);
int site_names_need(void);
void site_names_free(struct site_group *group);

/* How long is the name of the site at @index? */
static inline size_t site_name_len(const struct site_group *group,
				   unsigned int index)
{
	return group->name[index + 1] - group->name[index] - 1;
}

/* NULL if the site has no name; after site_group_name() or site_names_need(). */
static inline const char *site_name(const struct site_group *group,
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
struct site_set {
	struct rcu_head		rcu;
	struct list_head	list;
	refcount_t		users;
	unsigned int		count;
	unsigned long		ip[] __counted_by(count);
};

/* Addresses that become a set. */
struct site_vec {
	unsigned long		*ip;
	unsigned int		count;
	unsigned int		room;
	bool			unsorted;
};

int site_vec_add(struct site_vec *vec, unsigned long ip);
int site_vec_add_set(struct site_vec *vec, const struct site_set *set);
void site_vec_sort(struct site_vec *vec);
bool site_vec_has(const struct site_vec *vec, unsigned long ip);
bool site_vec_del(struct site_vec *vec, const struct site_vec *gone);
void site_vec_free(struct site_vec *vec);
struct site_set *site_set_make(struct site_vec *vec);
struct site_set *site_set_get(struct site_set *set);
void site_set_put(struct site_set *set);
void site_sets_forget(unsigned long start, unsigned long end);

static __always_inline bool site_set_has(const struct site_set *set,
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
struct site_want {
	const struct site_set	*filter;
	const struct site_set	*except;
	bool			none;
};

static __always_inline bool site_wanted(const struct site_want *want,
					unsigned long ip)
{
	if (want->none)
		return false;
	if (want->filter && !site_set_has(want->filter, ip))
		return false;
	return !want->except || !site_set_has(want->except, ip);
}

/* ops.c */
extern struct list_head site_ops;	/* registered; walked under RCU too */

void site_ops_init(struct ftrace_ops *ops);
void site_ops_changed(struct ftrace_ops *ops);
ftrace_func_t site_ops_callee(struct ftrace_ops *ops);
int site_ops_register(struct ftrace_ops *ops);
int site_ops_unregister(struct ftrace_ops *ops);
void site_ops_sync(void);
void site_give_up(const char *why);

/* direct.c */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
int site_direct_prepare(struct ftrace_ops *ops);
void site_direct_finish(struct ftrace_ops *ops, int failed);
void site_direct_left(struct ftrace_ops *ops);

static inline unsigned long site_direct_addr(const struct ftrace_ops *ops)
{
	return ops->direct_call;
}
#else
static inline int site_direct_prepare(struct ftrace_ops *ops)
{
	return 0;
}

static inline void site_direct_finish(struct ftrace_ops *ops, int failed) { }
static inline void site_direct_left(struct ftrace_ops *ops) { }

static inline unsigned long site_direct_addr(const struct ftrace_ops *ops)
{
	return 0;
}
#endif

/*
 * What a module that goes has left registered is unregistered. Context: task, may
 * sleep; none of site/'s locks is held.
 */
#ifdef CONFIG_FPROBE
void site_fprobes_release(struct module *mod);
#else
static inline void site_fprobes_release(struct module *mod) { }
#endif

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
void site_graphs_release(struct module *mod);
#else
static inline void site_graphs_release(struct module *mod) { }
#endif

/* change.c */
void site_want_now(struct ftrace_ops *ops, struct site_want *want);
void site_want_active(struct ftrace_ops *ops, struct site_want *want);
int site_change_check(struct ftrace_ops *ops, const struct site_want *from,
		      const struct site_want *to);
void site_change_apply(struct ftrace_ops *ops, const struct site_want *from,
		       const struct site_want *to);
void site_change_group(struct site_group *group, struct ftrace_ops *ops);
void site_dirty(struct site_group *group, struct dyn_ftrace *site);
void site_dirty_ops(struct ftrace_ops *ops);
void site_dirty_all(void);
void site_text_update(void);
struct ftrace_ops *site_sole_ops(unsigned long ip);

/* filter.c */

/* A pattern as users write it: NAME, NAME*, *NAME, *NAME*, or any glob. */
struct site_glob {
	enum {
		SITE_GLOB_ALL,
		SITE_GLOB_FULL,
		SITE_GLOB_FRONT,
		SITE_GLOB_END,
		SITE_GLOB_MIDDLE,
		SITE_GLOB_ANY,
	} kind;
	size_t len;
	const char *text;
	char own[KSYM_NAME_LEN];
};

/**
 * struct site_needle - a pattern to be looked for
 * @glob: the pattern
 * @len: bytes of @text; 0 if it may be anywhere
 * @before: how many of them stand before the name
 * @text: what all names that match contain
 * @again: how far to go on when @text's last character is there, but the rest of
 *	it is not
 * @most: how far to go on at most
 * @skip: by the character that @text's last one would be: how far to go on
 */
struct site_needle {
	const struct site_glob	*glob;
	unsigned int		len;
	unsigned int		before;
	char			text[KSYM_NAME_LEN + 2];
	u8			again;
	u8			most;
	u8			skip[256];
};

#define SITE_NEEDLE_ROOM	255

void site_needle_init(struct site_needle *needle, const struct site_glob *glob);
size_t site_needle_find(const struct site_needle *needle, char *text, size_t at,
			size_t end);
int site_glob_parse(struct site_glob *glob, const char *text, size_t len);
bool site_glob_match(const struct site_glob *glob, const char *name);
int site_collect(struct site_vec *vec, const struct site_glob *glob,
		 const char *module);
struct site_set *site_filter_get(struct ftrace_ops *ops, bool except);
int site_filter_set(struct ftrace_ops *ops, struct site_set *set, bool except);

/* edit.c: filters for modules that are not there. */
struct site_pending {
	struct list_head	list;
	struct ftrace_ops	*ops;
	bool			except;
	char			*glob;
	char			*module;
};

extern struct list_head site_pendings;

void site_pending_module(struct module *mod);
void site_pending_clear(struct ftrace_ops *ops, bool except);
bool site_pending_any(struct ftrace_ops *ops, bool except);

/* graph_stack.c */
int site_graph_stacks_need(void);
bool site_graph_stack_give(struct task_struct *task, unsigned long *stack);
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
void site_graph_forget(struct fgraph_ops *gops);
void site_graph_for_each(void (*fn)(struct site_graph_task *stack,
				    unsigned long data), unsigned long data);
#endif

/* probe.c */
struct site_probe;

extern struct list_head site_probes;

void site_probes_stale(unsigned long start, unsigned long end);
int site_probe_show(struct seq_file *m, struct site_probe *probe,
		    unsigned int index);
struct site_probe *site_probe_nth(void *owner, loff_t n, unsigned int *index);

#endif /* _KERNEL_TRACE_SITE_INTERNAL_H */
