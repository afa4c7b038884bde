/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control/: the control files and read-out files of tracefs, and the parameters of
 * the kernel command line.
 *
 * Owns:     the table of files, with their modes and conditions; the directories of
 *           instances, CPUs, options, systems and events; the translation between
 *           the text of these files and the calls of lower layers.
 * Never:    keeps tracing state of its own. No other component includes this header.
 * Layer:    5.
 * Contexts: task context only; every function may sleep.
 * Locks:    the mutex of an open file > event_mutex > instance_lock; instance.h has the
 *           complete order. Data is copied from and to user space with no lock held
 *           except the open file's own. The instance listener of files.c is called with
 *           event_mutex and instance_lock held and only adds and removes tracefs nodes.
 *
 * Each file is a row of a const table in files.c, from which tracefs computes the
 * directories. The object that a file refers to is found from its directory: each
 * directory is a struct tracefs_node, embedded in the structure of a CPU, system or
 * event, and its data is the struct tracing_dir of the instance.
 *
 * Lifetime: an open file holds a reference to its instance, so that rmdir(2) fails
 * with EBUSY. The files format, id, filter, trigger and hist of a single event hold
 * a reference to the event's memory only, and answer ENODEV once the event was
 * removed.
 */
#ifndef _KERNEL_TRACE_CONTROL_INTERNAL_H
#define _KERNEL_TRACE_CONTROL_INTERNAL_H

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
 * @tr: the instance; NULL once the instance was removed; protected by instance_lock
 * @name: name of the instance
 * @top: directory of the instance; unused for the global instance, whose directory
 *	is the root of tracefs
 * @events: directory events/
 * @options: directory options/
 * @per_cpu: directory per_cpu/
 * @systems: list of struct tracing_system, the last used one first; protected by
 *	event_mutex
 * @filled: true once @events has its subdirectories; protected by event_mutex
 * @cpus: array of nr_cpu_ids directories per_cpu/cpuN
 * @refs: number of nodes that were not released yet, and one for the instance
 * @pipe_lock: protects @pipe_cpus and @pipe_all
 * @pipe_cpus: CPUs whose per_cpu/cpuN/trace_pipe is open
 * @pipe_all: true while trace_pipe of the top directory is open
 * @persistent: true if the buffer is in memory that is kept over a reboot
 * @wakes: number of times that blocked readers were woken up to check their
 *	condition
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
 * @cpu: number of the CPU
 * @name: name of the directory
 */
struct tracing_cpu {
	struct tracefs_node	node;
	int			cpu;
	char			name[16];
};

/**
 * struct tracing_file_ctx - the instance and CPU that an open file refers to
 * @dir: directories of the instance
 * @tr: the instance; the open file holds a reference to it
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 */
struct tracing_file_ctx {
	struct tracing_dir	*dir;
	struct trace_array	*tr;
	int			cpu;
};

extern struct tracing_dir tracing_top;

int tracing_file_ctx_get(struct tracing_file_ctx *ctx, struct inode *inode,
			 const struct file *file);
int tracing_file_ctx_get_output(struct tracing_file_ctx *ctx, struct inode *inode);
void tracing_file_ctx_put(struct tracing_file_ctx *ctx);

/**
 * struct tracing_value - operations of a control file that holds one value
 * @show: prints the value
 * @number: takes the written text as a decimal number; or
 * @word: takes the written text, NUL terminated and without surrounding white
 *	space; or
 * @text: takes the written text, NUL terminated
 * @seen: returns a number that changes with the value, which @poll compares; or
 *	NULL
 * @poll: implements poll(2); its argument @seen is the number that the callback
 *	@seen returned when the file was last read; NULL: the file is always ready
 * @output: a write affects what is read only, not what is recorded, so that an instance
 *	that is read-only allows it
 * @no_end: lseek(2) with SEEK_END fails
 * @no_seek: lseek(2) fails
 *
 * The callbacks @show, @number, @word and @text return 0 or a negative errno. A file
 * that has none of @number, @word and @text answers a write with EINVAL.
 *
 * Context of all callbacks: task, may sleep.
 */
struct tracing_value {
	int (*show)(struct seq_file *m, const struct tracing_file_ctx *ctx);
	int (*number)(const struct tracing_file_ctx *ctx, unsigned long val);
	int (*word)(const struct tracing_file_ctx *ctx, char *word);
	int (*text)(const struct tracing_file_ctx *ctx, char *text);
	unsigned int (*seen)(const struct tracing_file_ctx *ctx);
	__poll_t (*poll)(const struct tracing_file_ctx *ctx, struct file *file,
			 struct poll_table_struct *table, unsigned int seen);
	bool output;
	bool no_end;
	bool no_seek;
};

/**
 * struct tracing_seq_ops - operations of a control file that is read by seq_file
 * @open: see &struct file_operations
 * @write: see &struct file_operations; NULL: write(2) fails with EINVAL
 * @poll: see &struct file_operations; NULL: the file is always ready
 * @llseek: see &struct file_operations; NULL: seq_lseek()
 * @release: see &struct file_operations
 */
struct tracing_seq_ops {
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*write)(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos);
	__poll_t (*poll)(struct file *file, struct poll_table_struct *table);
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	int (*release)(struct inode *inode, struct file *file);
};

/**
 * struct tracing_seq - seq_file.private of files that tracing_seq_open() opened
 * @ctx: instance and CPU of the file
 * @data: argument of tracing_seq_open()
 * @seen: error_log: number of errors when the file was last read from its start
 */
struct tracing_seq {
	struct tracing_file_ctx	ctx;
	void			*data;
	unsigned int		seen;
};

int tracing_seq_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops, void *data);
int tracing_seq_release(struct inode *inode, struct file *file);

/* The longest word of set_event, in bytes. */
#define TRACING_WORD_MAX	128

/* The longest word of set_graph_function and set_graph_notrace, in bytes. */
#define TRACING_SYMBOL_MAX	(KSYM_NAME_LEN + 128)

ssize_t tracing_word_write(const char __user *ubuf, size_t count, loff_t *ppos,
			   size_t max, int (*word)(void *data, char *word),
			   void *data);

/**
 * tracing_truncates - check whether a file was opened to replace its contents
 * @file: the open file
 *
 * Context: any.
 * Return: true if @file was opened for writing with O_TRUNC.
 */
static inline bool tracing_truncates(const struct file *file)
{
	return (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
}

#endif /* _KERNEL_TRACE_CONTROL_INTERNAL_H */
