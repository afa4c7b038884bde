/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations shared by the files of instance/ only.
 */
#ifndef _KERNEL_TRACE_INSTANCE_INTERNAL_H
#define _KERNEL_TRACE_INSTANCE_INTERNAL_H

#include <linux/init.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "../ftrace/ftrace.h"
#include "instance.h"

/**
 * struct instance_persist_region - memory for a ring buffer that survives a reboot
 * @start: physical address
 * @bytes: size in bytes
 * @ram: it was reserved by reserve_mem=, so that it is in the direct mapping
 * @copy: the ring buffer is to be a copy of this memory, in an instance that is read-only
 */
struct instance_persist_region {
	phys_addr_t	start;
	phys_addr_t	bytes;
	bool		ram;
	bool		copy;
};

/* persist.c */
struct trace_buffer *
instance_persist_ring(struct trace_array *tr,
		      const struct instance_persist_region *region, unsigned int flags);
int instance_persist_find(const char *text, struct instance_persist_region *region);

/**
 * struct instance_persist_module - a module in persistent memory
 * @base: address of its text; 0 if the entry is not in use
 * @bytes: size of its text
 * @layout: instance_module_layout()
 * @name: its name, NUL terminated
 */
struct instance_persist_module {
	u64	base;
	u32	bytes;
	u32	layout;
	char	name[INSTANCE_MODULE_NAME];
};

/**
 * struct instance_persist_info - what an instance keeps in persistent memory
 * @missed: number of modules for which there was no entry
 * @reserved: 0
 * @clock: name of the clock of the timestamps, NUL terminated
 * @modules: the modules
 */
struct instance_persist_info {
	u32			missed;
	u32			reserved;
	char			clock[16];
	struct instance_persist_module	modules[];
};

#if defined(CONFIG_MODULES) && defined(CONFIG_KALLSYMS)
/**
 * instance_module_layout - distinguish the builds of a module
 * @mod: the module
 *
 * Context: module notifiers, MODULE_STATE_COMING.
 * Return: a number that depends on the positions of all symbols in its text, and not on
 * its address; 0 if modules have no symbols.
 */
static inline u32 instance_module_layout(const struct module *mod)
{
	u32 sum = 0;
	const struct mod_kallsyms *syms = &mod->core_kallsyms;
	const struct module_memory *text = &mod->mem[MOD_TEXT];
	unsigned int i;

	for (i = 0; i < syms->num_symtab; i++) {
		unsigned long at = syms->symtab[i].st_value - (unsigned long)text->base;

		if (at < text->size)
			sum = sum * 31 + at;
	}
	return sum;
}
#else
static inline u32 instance_module_layout(const struct module *mod)
{
	return 0;
}
#endif

/* last_boot.c */
int instance_last_boot_create(struct trace_array *tr, struct trace_buffer *ring);
void instance_last_boot_save_clock(struct trace_array *tr);
void instance_last_boot_free(struct trace_array *tr);

/* The ELF notes of the kernel, one of which has the build id: from the linker script. */
extern const void __start_notes, __stop_notes;

/* crash.c */
void instance_crash_start(struct trace_array *tr);
size_t instance_format_text(struct trace_event_call *call, char *text);
void instance_crash_event(struct trace_array *tr, struct trace_event_call *call);

/* last_other.c */
int instance_last_boot_notes(struct trace_array *tr, struct trace_buffer *ring);

/* modules.c */
void instance_module_coming(struct trace_array *tr, const struct instance_persist_module *now);
void instance_module_going(struct trace_array *tr, unsigned long base);

/* recording.c */
#define INSTANCE_DEFAULT_BYTES	1441792UL	/* per CPU, without trace_buf_size= */
extern unsigned long instance_default_bytes;
extern struct list_head instance_listeners;	/* written under both mutexes */

/* Iterate over all instances. Context: instance_lock or event_mutex held. */
#define instance_for_each(_tr)						\
	list_for_each_entry(_tr, &instance_list, list)

/* Call a callback without return value of all struct instance_listener. */
#define instance_notify(_hook, ...) do {				\
	struct instance_listener *__pos;				\
									\
	list_for_each_entry(__pos, &instance_listeners, node) {		\
		if (__pos->_hook)					\
			__pos->_hook(__VA_ARGS__);			\
	}								\
} while (0)

/* instance.c */
int instance_setup(struct trace_array *tr, const struct instance_persist_region *region);
struct trace_array *instance_add_persistent(const char *name,
					    const struct instance_persist_region *region);
struct trace_array *instance_find(const char *name);

/* options.c */
u64 __init instance_options_default(void);
int instance_option_locked(struct trace_array *tr, enum instance_option nr, bool on);
void instance_printk_dest_reset(struct trace_array *tr);

/* Set or clear a bit of trace_array::options. instance_lock is held, except at boot. */
static inline void instance_option_store(struct trace_array *tr, enum instance_option nr,
					 bool on)
{
	u64 options = tr->options & ~BIT_ULL(nr);

	if (on)
		options |= BIT_ULL(nr);
	WRITE_ONCE(tr->options, options);
}

/**
 * struct instance_cmdline - the occurrences of one boot parameter
 * @count: number of occurrences
 * @text: their values, comma-separated lists of words
 */
struct instance_cmdline {
	unsigned int	count;
	char		*text[16];
};

/* cmdline.c */
extern struct instance_cmdline instance_cmdline_options;	/* trace_options= */
void instance_cmdline_add(struct instance_cmdline *list, char *text);
void instance_cmdline_words(char *words,
			    int (*apply)(struct trace_array *, const char *),
			    struct trace_array *tr);
void instance_cmdline_apply(const struct instance_cmdline *list,
			    int (*apply)(struct trace_array *, const char *),
			    struct trace_array *tr);
bool instance_cmdline_option(const char *name);

/* tracers.c */
int instance_tracer_set_locked(struct trace_array *tr, const char *name);
bool instance_tracer_is_started(const struct trace_array *tr);

/* files.c */
struct instance_system *instance_system_find(struct trace_array *tr, const char *name);
void __init instance_files_init(void);
int instance_files_create(struct trace_array *tr);
void instance_files_detach(struct trace_array *tr, struct list_head *removed);
void instance_files_free(struct list_head *removed);
void instance_files_record(unsigned int what, bool on, struct trace_array *tr);
void instance_files_output(struct trace_array *tr);
void instance_files_output_all(void);
void instance_files_flag(struct trace_array *tr, unsigned long flag, bool on);

/* marks.c */
void instance_marks_create(struct trace_array *tr);
void instance_marks_update(struct trace_array *tr);
int instance_marks_copy(struct trace_array *tr, bool on);
void instance_marks_remove(struct trace_array *tr);

/* mappings_hook.c; only if INSTANCE_HAS_MAPPINGS */
void instance_mappings_create(struct trace_array *tr);
int instance_mappings_set(struct trace_array *tr, bool on);
void instance_mappings_remove(struct trace_array *tr);

/* mappings_walk.c; only if INSTANCE_HAS_MAPPINGS */
int instance_walk(struct mm_struct *mm, unsigned long addr, struct list_head *found);
void instance_walk_free(struct list_head *found);
void instance_walk_processes(void (*fn)(int tgid, struct mm_struct *mm));

/* oldest.c */
void instance_oldest(struct trace_comm_oldest *oldest);

/* pids.c */
int instance_pids_create(struct trace_array *tr);
void instance_pids_stop(struct trace_array *tr);
void instance_pids_free(struct trace_array *tr);
int instance_pids_follow(struct trace_array *tr);
bool instance_pids_event_ignored(struct trace_event_file *file);

/**
 * struct instance_sched_probes - probes of a filter for the scheduler's events
 * @switch_before: runs before other probes of sched_switch
 * @switch_after: runs after them
 * @wakeup_before: runs before other probes of sched_wakeup, sched_wakeup_new and sched_waking
 * @wakeup_after: runs after them
 */
struct instance_sched_probes {
	void (*switch_before)(void *data, bool preempt, struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state);
	void (*switch_after)(void *data, bool preempt, struct task_struct *prev,
			     struct task_struct *next, unsigned int prev_state);
	void (*wakeup_before)(void *data, struct task_struct *task);
	void (*wakeup_after)(void *data, struct task_struct *task);
};

int instance_sched_hook(const struct instance_sched_probes *probes, void *data);
void instance_sched_unhook(const struct instance_sched_probes *probes, void *data);

bool instance_pids_ignore_event(struct trace_array *tr);
bool instance_pids_ignore_func(struct trace_array *tr);
void instance_pids_update(struct trace_array *tr);

/**
 * instance_pids_filter_events - test whether an instance filters events by task
 * @tr: the instance
 *
 * Context: any; event_mutex held for a stable result.
 * Return: true if set_event_pid or set_event_notrace_pid is set.
 */
static inline bool instance_pids_filter_events(struct trace_array *tr)
{
	return rcu_access_pointer(tr->pid_filter.sets[INSTANCE_PIDS]) ||
	       rcu_access_pointer(tr->pid_filter.sets[INSTANCE_NO_PIDS]);
}

#ifdef CONFIG_CGROUPS
/* cgroups.c */
void instance_cgroups_stop(struct trace_array *tr);
void instance_cgroups_free(struct trace_array *tr);

/**
 * instance_cgroups_filter - test whether an instance has a set of cgroups
 * @tr: the instance
 * @which: the set
 *
 * Context: any; event_mutex held for a stable result.
 * Return: true if the set restricts what is recorded.
 */
static inline bool instance_cgroups_filter(struct trace_array *tr, enum instance_cgroups which)
{
	return rcu_access_pointer(tr->pid_filter.cgroups[which]);
}
#else
static inline void instance_cgroups_stop(struct trace_array *tr) { }
static inline void instance_cgroups_free(struct trace_array *tr) { }

static inline bool instance_cgroups_filter(struct trace_array *tr, enum instance_cgroups which)
{
	return false;
}
#endif

/**
 * instance_filters_events - test whether an instance records events of some tasks only
 * @tr: the instance
 *
 * Context: any; event_mutex held for a stable result.
 * Return: true if a set of tasks or of cgroups restricts the events.
 */
static inline bool instance_filters_events(struct trace_array *tr)
{
	return instance_pids_filter_events(tr) || instance_cgroups_filter(tr, INSTANCE_CGROUPS);
}

/* spare.c */
struct instance_spare *instance_spare_alloc(struct trace_array *tr);
void instance_spare_drop(struct instance_spare *spare);
int instance_spare_fit(struct trace_array *tr, struct trace_buffer *spare);

/* snapshot.c */
void instance_snapshot_init(struct trace_array *tr);
void instance_snapshot_exit(struct trace_array *tr);
int instance_snapshot_alloc_locked(struct trace_array *tr);
void instance_snapshot_drop(struct trace_array *tr);
int instance_snapshot_claim(struct trace_array *tr);
void instance_snapshot_claim_update(struct trace_array *tr, const struct tracer *tracer);
int instance_snapshot_swap(struct trace_array *tr, int cpu);
void instance_snapshot_reset(struct trace_array *tr);
void instance_snapshot_clock(struct trace_array *tr);
int instance_snapshot_resize(struct trace_array *tr, unsigned long bytes, int cpu);
int instance_snapshot_order(struct trace_array *tr, int order);
void instance_snapshot_refit(struct trace_array *tr);

/* buffer.c */
void instance_reset_all(struct trace_array *tr);

/* max.c */
void instance_max_init(struct trace_array *tr);
void instance_max_exit(struct trace_array *tr);
int instance_max_claim_snapshot(struct trace_array *tr);

/* stack.c */
void instance_stack_event(struct trace_event_buffer *fbuffer, unsigned long ip);

/**
 * instance_list_has - test whether a comma-separated list has a word
 * @list: the list
 * @word: the word
 *
 * Context: any.
 * Return: true if @list has @word.
 */
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
/* ops.c */
int instance_ops_create(struct trace_array *tr);
void instance_ops_close(struct trace_array *tr);
void instance_ops_remove(struct trace_array *tr);
void instance_ops_free(struct trace_array *tr);
void instance_ops_set_pids(struct trace_array *tr, bool __percpu *ignore);
void instance_ops_ask(struct trace_array *tr);
#else
static inline int instance_ops_create(struct trace_array *tr)
{
	return 0;
}

static inline void instance_ops_close(struct trace_array *tr) { }
static inline void instance_ops_remove(struct trace_array *tr) { }
static inline void instance_ops_free(struct trace_array *tr) { }

static inline void instance_ops_set_pids(struct trace_array *tr, bool __percpu *ignore)
{
}

static inline void instance_ops_ask(struct trace_array *tr) { }
#endif

#endif /* _KERNEL_TRACE_INSTANCE_INTERNAL_H */
