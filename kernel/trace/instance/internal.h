/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of instance/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_INSTANCE_INTERNAL_H
#define _KERNEL_TRACE_INSTANCE_INTERNAL_H

#include <linux/init.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "../ftrace/ftrace.h"
#include "instance.h"

/**
 * struct instance_map - memory for an instance's buffer that outlives the kernel
 * @start: physical address
 * @bytes: of it
 */
struct instance_map {
	phys_addr_t	start;
	phys_addr_t	bytes;
};

/* persist.c: whole pages of it are used. */
struct trace_buffer *instance_map_ring(struct trace_array *tr,
				       const struct instance_map *map,
				       unsigned int flags);
int instance_map_find(const char *text, struct instance_map *map);

/* state.c. Bytes per CPU unless the command line says otherwise. */
#define INSTANCE_DEFAULT_BYTES	1441792UL
extern unsigned long instance_default_bytes;

/* All instances. Context: instance_lock or event_mutex held. */
#define instance_for_each(_tr)						\
	list_for_each_entry(_tr, &instance_list, list)

/* instance.c */
int instance_setup(struct trace_array *tr, const struct instance_map *map);
struct trace_array *instance_add_mapped(const char *name,
					const struct instance_map *map);

#define instance_tell(_hook, ...) do {					\
	struct instance_listener *__pos;				\
									\
	list_for_each_entry(__pos, &instance_listeners, node) {		\
		if (__pos->_hook)					\
			__pos->_hook(__VA_ARGS__);			\
	}								\
} while (0)
extern struct list_head instance_listeners;

/* options.c */
u64 __init instance_options_default(void);
int instance_option_locked(struct trace_array *tr, enum instance_option nr,
			   bool on);
void instance_printk_dest_reset(struct trace_array *gone);

/**
 * struct instance_given - what was given for one parameter
 * @count: how often it was there
 * @text: each time's words, with commas between them
 */
struct instance_given {
	unsigned int	count;
	char		*text[16];
};

/* given.c: trace_options=; words are handed to a function, which tells 0 if it is done. */
extern struct instance_given instance_cmdline_options;
void instance_cmdline_add(struct instance_given *list, char *text);
void instance_cmdline_words(char *words,
			    int (*take)(struct trace_array *, const char *),
			    struct trace_array *tr);
void instance_cmdline_take(const struct instance_given *list,
			   int (*take)(struct trace_array *, const char *),
			   struct trace_array *tr);
bool instance_cmdline_option(const char *name);

/* tracers.c */
int instance_tracer_set_locked(struct trace_array *tr, const char *name);
bool instance_tracer_is_started(const struct trace_array *tr);

/* files.c */
void __init instance_files_init(void);
int instance_files_create(struct trace_array *tr);
void instance_files_detach(struct trace_array *tr, struct list_head *gone);
void instance_files_free(struct list_head *gone);
void instance_files_record(unsigned int what, bool on,
			   struct trace_array *tr);
void instance_files_output(struct trace_array *tr);
void instance_files_flag(struct trace_array *tr, unsigned long flag, bool on);

/* pids.c */
int instance_pids_create(struct trace_array *tr);
void instance_pids_stop(struct trace_array *tr);
void instance_pids_free(struct trace_array *tr);
void instance_pids_follow(struct trace_array *tr);
bool instance_event_ignored(struct trace_event_file *file);

/* Does it restrict its events to some tasks? */
static inline bool instance_pids_filter_events(struct trace_array *tr)
{
	return rcu_access_pointer(tr->pids[INSTANCE_PIDS]) ||
	       rcu_access_pointer(tr->pids[INSTANCE_NO_PIDS]);
}

/* snapshot.c. All but the swap: instance_lock held. */
void instance_snapshot_init(struct trace_array *tr);
int instance_snapshot_alloc_locked(struct trace_array *tr);
void instance_snapshot_drop(struct trace_array *tr);
void instance_snapshot_exit(struct trace_array *tr);
int instance_snapshot_keep(struct trace_array *tr);
void instance_snapshot_keep_by(struct trace_array *tr, const struct tracer *tracer);
int instance_snapshot_swap(struct trace_array *tr, int cpu);
void instance_snapshot_clock(struct trace_array *tr);
int instance_snapshot_resize(struct trace_array *tr, unsigned long bytes, int cpu);
int instance_snapshot_order(struct trace_array *tr, int order);
void instance_snapshot_refit(struct trace_array *tr);

/* The same, without instance_lock: what the spare ring holds is gone. */
void instance_snapshot_forget(struct trace_array *tr);

/* buffer.c. Context: task, may sleep. */
void instance_forget(struct trace_array *tr);

/* max.c */
void instance_max_init(struct trace_array *tr);
void instance_max_exit(struct trace_array *tr);
int instance_max_allows(struct trace_array *tr);

/* stack.c */
void instance_event_stacks(struct trace_event_buffer *fbuffer, unsigned long ip);

/* Does a list of words separated by commas have this one? */
static inline bool instance_list_has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; *list; list += strcspn(list, ","), list += *list == ',') {
		if (strcspn(list, ",") == len && !strncmp(list, word, len))
			return true;
	}
	return false;
}

#ifdef CONFIG_DYNAMIC_FTRACE
/* funcs.c: the ops of the function tracer, one per instance. */
int instance_funcs_create(struct trace_array *tr);
void instance_funcs_close(struct trace_array *tr);
void instance_funcs_remove(struct trace_array *tr);
#else
static inline int instance_funcs_create(struct trace_array *tr)
{
	return 0;
}

static inline void instance_funcs_close(struct trace_array *tr) { }
static inline void instance_funcs_remove(struct trace_array *tr) { }

static inline void ftrace_ops_pids(struct ftrace_ops *ops, bool __percpu *ignore)
{
}
#endif

#endif /* _KERNEL_TRACE_INSTANCE_INTERNAL_H */
