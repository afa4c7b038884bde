/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fs/: the files under /sys/kernel/tracing, and the kernel command line.
 *
 * Owns:     which files there are, their modes, what may be written into them
 *           and what they answer; the directories of instances, CPUs, options
 *           and events.
 * Never:    decides anything: it translates between text and the calls of
 *           lower rooms. Nothing includes it.
 * Floor:    5.
 * Contexts: task only, may sleep.
 * Locks:    a file's own mutex > event_mutex > instance_lock; instance.h has the
 *           whole order. Copies from and to user space are made with no other lock
 *           held than the file's own. The listeners of instance.h, called with
 *           those held, add and remove nodes of tracefs only.
 *
 * Files are rows of const tables (files.c, percpu.c, events.c); the file system
 * computes directories from them. What a file is about is found from its
 * directory: each is a struct tracefs_node whose data is the struct tracing_dir
 * of the instance, and which a CPU's, system's or event's structure embeds.
 *
 * Lifetime: an open file has a reference to its instance, so that rmdir answers
 * EBUSY; those on a single event keep the event's memory and answer ENODEV when
 * it is gone.
 */
#ifndef _KERNEL_TRACE_FS_INTERNAL_H
#define _KERNEL_TRACE_FS_INTERNAL_H

#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/tracefs.h>

#include "../lib/lib.h"
#include "../event/event.h"
#include "../instance/instance.h"

/**
 * struct tracing_dir - the directories of an instance
 * @tr: the instance; NULL once it was removed; under instance_lock
 * @name: of the instance
 * @top: its directory; unused for the global instance, which has the root
 * @events: events/
 * @options: options/
 * @per_cpu: per_cpu/
 * @systems: struct tracing_system.list, last used first; under event_mutex
 * @filled: @events has its children; under event_mutex
 * @cpus: the directories per_cpu/cpuN
 * @refs: nodes that were not released yet
 * @pipe_lock: protects @pipe_cpus and @pipe_all
 * @pipe_cpus: CPUs whose trace_pipe is open
 * @pipe_all: trace_pipe is open
 * @persistent: its buffer outlives the kernel
 * @wakes: how often blocked readers were told to look again
 */
struct tracing_dir {
	struct trace_array	*tr;
	char			*name;
	struct tracefs_node	top;
	struct tracefs_node	events;
	struct tracefs_node	options;
	struct tracefs_node	per_cpu;
	struct list_head	systems;
	bool			filled;
	struct tracing_cpu	*cpus;
	refcount_t		refs;
	struct mutex		pipe_lock;	/* protects the two below */
	cpumask_var_t		pipe_cpus;
	bool			pipe_all;
	bool			persistent;
	unsigned int		wakes;
};

/**
 * struct tracing_cpu - a directory per_cpu/cpuN
 * @node: the directory
 * @cpu: the CPU
 * @name: of the directory
 */
struct tracing_cpu {
	struct tracefs_node	node;
	int			cpu;
	char			name[16];
};

/**
 * struct tracing_file_ctx - what an open file is about
 * @dir: the directories of its instance
 * @tr: the instance, of which it has a reference
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 */
struct tracing_file_ctx {
	struct tracing_dir	*dir;
	struct trace_array	*tr;
	int			cpu;
};

int tracing_file_ctx_get(struct tracing_file_ctx *at, struct inode *inode);
void tracing_file_ctx_put(struct tracing_file_ctx *at);

/* For the hooks of nodes: one more, one less that needs the directory's memory. */
int tracing_node_add(struct tracing_dir *dir, struct tracefs_node *node,
		     struct tracefs_node *parent, const char *name,
		     const struct tracefs_kind *kind);
void tracing_dir_put(struct tracing_dir *dir);
void tracing_node_release(struct tracefs_node *node);

extern struct tracing_dir tracing_top;

/**
 * struct tracing_system - the directory of a system
 * @node: the directory
 * @list: place in tracing_dir.systems
 * @system: NULL when its last event is gone; under event_mutex
 * @name: of the system
 * @events: directories of events in it
 */
struct tracing_system {
	struct tracefs_node	node;
	struct list_head	list;
	struct instance_system	*system;
	const char		*name;
	unsigned int		events;
};

/**
 * struct eventfs_inode - the directory of an event
 * @node: the directory
 * @sys: the directory it stands in
 * @file: the event in the instance; NULL when it is gone; under event_mutex
 * @name: of the event
 */
struct eventfs_inode {
	struct tracefs_node	node;
	struct tracing_system	*sys;
	struct trace_event_file	*file;
	const char		*name;
};

/* event_files.c: a reference to what a file is about, or NULL: it is gone. */
struct trace_event_file *tracing_event_of(struct inode *inode);
struct instance_system *tracing_system_of(struct inode *inode);

/* Context: event_mutex held. */
static inline bool tracing_event_gone(const struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	return file->flags & EVENT_FILE_FL_FREED;
}

/**
 * struct tracing_value - a control file that is read and written as a whole
 * @show: prints it
 * @number: takes what was written as a decimal number; or
 * @word: takes it as text, NUL terminated, white space around it removed; or
 * @text: takes it as text as it is
 * @seen: a number for what it is now, for @poll to compare; or NULL
 * @poll: answers poll(2) to whom @seen told @seen's number when he last read; or
 *	NULL: it is ready at any time
 * @no_end: lseek() does not know its end
 * @no_seek: lseek() does not know it at all
 *
 * All return 0 or an errno. Without @number, @word and @text a write is
 * answered by EINVAL.
 */
struct tracing_value {
	int (*show)(struct seq_file *m, const struct tracing_file_ctx *at);
	int (*number)(const struct tracing_file_ctx *at, unsigned long val);
	int (*word)(const struct tracing_file_ctx *at, char *word);
	int (*text)(const struct tracing_file_ctx *at, char *text);
	unsigned int (*seen)(const struct tracing_file_ctx *at);
	__poll_t (*poll)(const struct tracing_file_ctx *at, struct file *file,
			 struct poll_table_struct *table, unsigned int seen);
	bool no_end;
	bool no_seek;
};

/* Rows of tables: tracefs_entry.arg is the struct tracing_value. */
#define TRACING_VALUE(_name, _mode, _value)				\
	{								\
		.name = (_name), .mode = (_mode),			\
		.fops = &tracing_value_fops,				\
		.arg = (unsigned long)&(_value),			\
	}

/* In tracefs_entry.condition: where the file is. */
enum tracing_condition {
	TRACING_ALWAYS,
	TRACING_IN_TOP,		/* of the global instance only */
	TRACING_WITH_SNAPSHOT,	/* a buffer that outlives the kernel has none */
	TRACING_PERSISTENT,	/* a buffer that does */
	TRACING_WITH_HIST,	/* if the feature is built in */
};

umode_t tracing_visible(void *data, const struct tracefs_entry *entry);

#define TRACING_FILE(_name, _mode, _fops)				\
	{ .name = (_name), .mode = (_mode), .fops = &(_fops) }

/* The longest number, white space and all. */
#define TRACING_NUMBER_MAX	63

/* The longest text a struct tracing_value takes. */
#define TRACING_TEXT_MAX	(8 * PAGE_SIZE - 1)

/* The longest word of set_event, set_ftrace_filter and their like. */
#define TRACING_WORD_MAX	128
#define TRACING_SYMBOL_MAX	(KSYM_NAME_LEN + 128)

char *tracing_text(const char __user *ubuf, size_t count);
int tracing_number(const char __user *ubuf, size_t count, unsigned long *val);
loff_t tracing_seek(struct file *file, loff_t offset, int whence);
loff_t tracing_seek_reader(struct file *file, loff_t offset, int whence);
ssize_t tracing_word_write(const char __user *ubuf, size_t count, loff_t *ppos,
			   size_t max, int (*word)(void *data, char *word),
			   void *data);

/* A seq_file with a reference to its instance: see seq.c. */
struct tracing_seq {
	struct tracing_file_ctx	at;
	void			*data;
};

int tracing_seq_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops, void *data);
int tracing_seq_release(struct inode *inode, struct file *file);

/**
 * struct tracing_seq_ops - what files do that are read by seq_file: seq.c
 * @open: as in &struct file_operations
 * @write: NULL: EINVAL
 * @llseek: NULL: seq_lseek()
 * @release: as in &struct file_operations
 */
struct tracing_seq_ops {
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*write)(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos);
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	int (*release)(struct inode *inode, struct file *file);
};

extern const struct file_operations tracing_seq_fops;

/* Rows of tables: tracefs_entry.arg is the struct tracing_seq_ops. */
#define TRACING_SEQ(_name, _mode, _ops)					\
	.name = (_name), .mode = (_mode), .fops = &tracing_seq_fops,	\
	.arg = (unsigned long)&(_ops)
#define TRACING_SEQ_FILE(_name, _mode, _ops)				\
	{ TRACING_SEQ(_name, _mode, _ops) }

/* Was it opened to be written anew? */
static inline bool tracing_truncates(const struct file *file)
{
	return (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
}

/* Lists that are only read: tracefs_entry.arg is the struct seq_operations. */
extern const struct file_operations tracing_list_fops;
extern const struct seq_operations tracing_cmdlines_ops;
extern const struct seq_operations tracing_tgids_ops;
extern const struct seq_operations tracing_formats_ops;
extern const struct seq_operations tracing_events_ops;

/**
 * struct tracing_text - a file of text that a reader of view/ prints: text.c
 * @iter: the reader; text not taken yet stands in its seq
 * @lock: protects @iter and @pos: reads of several threads
 * @pos: where in the file the text begins that was not taken yet
 * @untold: the last read had bytes, so that splice(2) may hide the end that follows
 */
struct tracing_text {
	struct trace_iterator	*iter;
	struct mutex		lock;	/* see above */
	loff_t			pos;
	bool			untold;
};

void tracing_text_init(struct tracing_text *text, struct trace_iterator *iter);
ssize_t tracing_text_read(struct tracing_text *text, struct kiocb *iocb,
			  struct iov_iter *to);

/* files.c, percpu.c, events.c, options.c, readme.c: the tables */
extern const struct tracefs_kind tracing_top_kind;
extern const struct tracefs_kind tracing_cpu_kind;
extern const struct tracefs_kind tracing_per_cpu_kind;
extern const struct tracefs_kind tracing_options_kind;
extern const struct tracefs_kind tracing_events_kind;
extern const struct tracefs_kind tracing_instances_kind;

int tracing_per_cpu_add(struct tracing_dir *dir);
int tracing_options_init(const struct tracer *tracer);

void tracing_events_add(struct tracing_dir *dir);
void tracing_event_add(struct trace_event_file *file);
void tracing_event_remove(struct trace_event_file *file);
void tracing_events_remove(struct tracing_dir *dir);

/* values.c, buffer.c */
extern const struct file_operations tracing_value_fops;
extern const struct tracing_value tracing_on_value;
extern const struct tracing_value tracing_enabled_value;
extern const struct tracing_value tracing_clock_value;
extern const struct tracing_value tracing_timestamp_mode_value;
extern const struct tracing_value tracing_last_boot_value;
extern const struct tracing_value tracing_cpumask_value;
extern const struct tracing_value tracing_tracer_value;
extern const struct tracing_value tracing_tracers_value;
extern const struct tracing_value tracing_options_value;
extern const struct tracing_value tracing_percent_value;
extern const struct tracing_value tracing_size_value;
extern const struct tracing_value tracing_total_size_value;
extern const struct tracing_value tracing_subbuf_value;
extern const struct tracing_value tracing_stats_value;
extern const struct tracing_value tracing_readme_value;
extern const struct tracing_value tracing_cmdlines_size_value;
extern const struct tracing_value tracing_site_totals_value;
extern const struct tracing_value tracing_failures_value;

/* One file_operations per file that is more than a value. */
extern const struct file_operations tracing_free_fops;
extern const struct file_operations tracing_mark_fops;
extern const struct file_operations tracing_mark_raw_fops;
extern const struct file_operations tracing_trace_fops;
extern const struct file_operations tracing_pipe_fops;
extern const struct file_operations tracing_raw_fops;
extern const struct file_operations tracing_event_fops;
extern const struct file_operations tracing_event_poll_fops;

/* Those that are read by seq_file. */
extern const struct tracing_seq_ops tracing_set_event_ops;
extern const struct tracing_seq_ops tracing_pids_ops;
extern const struct tracing_seq_ops tracing_error_log_ops;
extern const struct tracing_seq_ops tracing_system_filter_ops;

/**
 * struct tracing_event_ops - a file of an event: event_files.c
 * @show: prints it
 * @set: NULL, or takes what was written, NUL terminated
 * @truncate: NULL, or whoever opens it with O_TRUNC calls this
 * @no_end: SEEK_END is refused
 * @at_start: NULL, or whether who only writes is always at the beginning
 *
 * All are called with event_mutex held and the event still there. Those that
 * return something return 0 or an errno.
 */
struct tracing_event_ops {
	int (*show)(struct seq_file *m, struct trace_event_file *event);
	int (*set)(struct file *file, struct trace_event_file *event, char *text);
	void (*truncate)(struct file *file, struct trace_event_file *event);
	bool no_end;
	bool (*at_start)(const struct file *file);
};

/* In tracefs_entry.arg of tracing_event_fops and tracing_event_poll_fops. */
extern const struct tracing_event_ops tracing_event_format_ops;
extern const struct tracing_event_ops tracing_event_id_ops;
extern const struct tracing_event_ops tracing_event_filter_ops;
extern const struct tracing_event_ops tracing_event_control_ops;

extern const struct file_operations tracing_snapshot_fops;

/* Rows for the files about snapshots, where the kernel has them: @which says so. */
#ifdef CONFIG_TRACER_SNAPSHOT
#define TRACING_SNAPSHOT_FILE(_name, _mode, _fops)			\
	{								\
		.name = (_name), .mode = (_mode), .fops = &(_fops),	\
		.which = true,						\
		.condition = TRACING_WITH_SNAPSHOT,			\
	}
#define TRACING_SNAPSHOT_FILES						\
	TRACING_SNAPSHOT_FILE("snapshot", 0640, tracing_snapshot_fops),
#define TRACING_SNAPSHOT_CPU_FILES					\
	TRACING_SNAPSHOT_FILE("snapshot", 0640, tracing_snapshot_fops),	\
	TRACING_SNAPSHOT_FILE("snapshot_raw", 0440, tracing_raw_fops),
#else
#define TRACING_SNAPSHOT_FILES
#define TRACING_SNAPSHOT_CPU_FILES
#endif

/* set_event_pid and its like: tracefs_entry.which is the enum instance_pids. */
#define TRACING_PIDS(_name, _which)					\
	{								\
		TRACING_SEQ(_name, 0640, tracing_pids_ops),		\
		.which = (_which),					\
	}

/* functions.c: tracefs_entry.which is the enum ftrace_show_list. */
#ifdef CONFIG_DYNAMIC_FTRACE
extern const struct tracing_seq_ops tracing_functions_ops;
extern const struct tracing_seq_ops tracing_filter_ops;

/* In tracefs_entry.which of tracing_filter_ops: not the instance's filter. */
#define TRACING_FILTER_STACK	0x100

#define TRACING_FUNCTIONS(_name, _list)					\
	{								\
		TRACING_SEQ(_name, 0440, tracing_functions_ops),	\
		.which = (_list),					\
		.condition = TRACING_IN_TOP,				\
	}
#define TRACING_FILTER(_name, _list)					\
	{								\
		TRACING_SEQ(_name, 0640, tracing_filter_ops),		\
		.which = (_list),					\
	}
#define TRACING_FUNCTION_FILES						\
	TRACING_FUNCTIONS("available_filter_functions",			\
			  FTRACE_LIST_AVAILABLE),			\
	TRACING_FUNCTIONS("available_filter_functions_addrs",		\
			  FTRACE_LIST_ADDRS),				\
	TRACING_FUNCTIONS("enabled_functions", FTRACE_LIST_ENABLED),	\
	TRACING_FUNCTIONS("touched_functions", FTRACE_LIST_TOUCHED),	\
	TRACING_FILTER("set_ftrace_filter", FTRACE_LIST_FILTER),	\
	TRACING_FILTER("set_ftrace_notrace", FTRACE_LIST_NOTRACE),	\
	TRACING_TOP_VALUE("dyn_ftrace_total_info", 0440,		\
			  tracing_site_totals_value),			\
	TRACING_TOP_VALUE("failures", 0440, tracing_failures_value),
#else
#define TRACING_FUNCTION_FILES
#endif

/* graph.c: tracefs_entry.which is whether functions are to be left out. */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
extern const struct tracing_seq_ops tracing_graph_list_ops;
extern const struct tracing_value tracing_graph_depth_value;

#define TRACING_GRAPH_LIST(_name, _deny)				\
	{								\
		TRACING_SEQ(_name, 0640, tracing_graph_list_ops),	\
		.which = (_deny),					\
		.condition = TRACING_IN_TOP,				\
	}
#define TRACING_GRAPH_FILES						\
	TRACING_GRAPH_LIST("set_graph_function", false),		\
	TRACING_GRAPH_LIST("set_graph_notrace", true),			\
	TRACING_TOP_VALUE("max_graph_depth", 0640,			\
			  tracing_graph_depth_value),
#else
#define TRACING_GRAPH_FILES
#endif

/* The directory trace_stat, or NULL. Context: initcalls. */
struct dentry *tracing_stat_dir(void);

/*
 * A file there: a header, for which show() gets SEQ_START_TOKEN, then @count @rows
 * of @size bytes each, or the ERR_PTR() why there are none. They are the file's
 * from here on, to be freed by kvfree(). Context: open(2).
 */
int tracing_stat_open(struct inode *inode, struct file *file,
		      const struct seq_operations *ops, const void *rows,
		      size_t size, unsigned int count);
int tracing_stat_release(struct inode *inode, struct file *file);
void *tracing_stat_start(struct seq_file *m, loff_t *pos);
void *tracing_stat_next(struct seq_file *m, void *v, loff_t *pos);
void tracing_stat_stop(struct seq_file *m, void *v);

#if defined(CONFIG_FUNCTION_PROFILER) && defined(CONFIG_FUNCTION_GRAPH_TRACER)
extern const struct tracing_value tracing_profile_value;

#define TRACING_PROFILE_FILES						\
	TRACING_TOP_VALUE("function_profile_enabled", 0640,		\
			  tracing_profile_value),
#else
#define TRACING_PROFILE_FILES
#endif

/* stack.c. The filter is one of functions.c, but not an instance's. */
#ifdef CONFIG_STACK_TRACER
extern const struct tracing_value tracing_stack_value;
extern const struct tracing_value tracing_stack_size_value;

#define TRACING_STACK_OPS	(&stack_tracer_ops)
#define TRACING_STACK_FILES						\
	TRACING_TOP_VALUE("stack_trace", 0440, tracing_stack_value),	\
	TRACING_TOP_VALUE("stack_max_size", 0640,			\
			  tracing_stack_size_value),			\
	{								\
		TRACING_SEQ("stack_trace_filter", 0640, tracing_filter_ops), \
		.which = TRACING_FILTER_STACK | FTRACE_LIST_FILTER,	\
		.condition = TRACING_IN_TOP,				\
	},
#else
#define TRACING_STACK_OPS	NULL
#define TRACING_STACK_FILES
#endif

#ifdef CONFIG_FUNCTION_TRACER
#define TRACING_FUNCTION_PID_FILES					\
	TRACING_PIDS("set_ftrace_pid", INSTANCE_FUNC_PIDS),		\
	TRACING_PIDS("set_ftrace_notrace_pid", INSTANCE_FUNC_NO_PIDS),
#else
#define TRACING_FUNCTION_PID_FILES
#endif

#ifdef CONFIG_TRACER_MAX_TRACE
extern const struct tracing_value tracing_max_latency_value;

#define TRACING_LATENCY_FILES						\
	TRACING_VALUE("tracing_max_latency", 0640, tracing_max_latency_value),
#else
#define TRACING_LATENCY_FILES
#endif

extern const struct tracing_value tracing_thresh_value;

/* Annotated branches of the kernel proper, collected by the linker. */
struct ftrace_likely_data;
extern struct ftrace_likely_data __start_annotated_branch_profile[];
extern struct ftrace_likely_data __stop_annotated_branch_profile[];

#endif /* _KERNEL_TRACE_FS_INTERNAL_H */
