// SPDX-License-Identifier: GPL-2.0
/*
 * Error logs: they store why a command that user space wrote was rejected, and
 * at which position of the command.
 *
 * A log keeps the latest entries in order. If there is no memory for an entry,
 * the command is rejected without an entry in the log.
 */
#include <linux/err.h>
#include <linux/poll.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "lib.h"

/**
 * struct trace_error - an entry of an error log
 * @ts: time of the error, in ns of local_clock()
 * @pos: offset of the error in @command, in bytes
 * @reason: description of the error; a string literal
 * @where: component that rejected the command; stored after @command
 * @command: the command
 */
struct trace_error {
	u64 ts;
	unsigned int pos;
	const char *reason;
	const char *where;
	char command[];
};

/* Protects all logs: it is taken rarely and held briefly. */
static DEFINE_MUTEX(error_log_lock);

/* Pollers of all logs, which wait for an entry. */
static DECLARE_WAIT_QUEUE_HEAD(error_log_queue);

/**
 * trace_error_log_add - add an entry to an error log
 * @errors: the log
 * @where: component that rejected the command
 * @command: the command
 * @reason: description of the error; not copied
 * @pos: offset of the error in @command, in bytes
 *
 * Context: task, may sleep.
 */
void trace_error_log_add(struct trace_error_log *errors, const char *where,
			 const char *command, const char *reason, unsigned int pos)
{
	size_t len = strlen(command) + 1, len_where = strlen(where) + 1;
	struct trace_error *entry, *old;

	entry = kmalloc(struct_size(entry, command, len + len_where),
			GFP_KERNEL);
	if (!entry)
		return;
	entry->ts = local_clock();
	entry->pos = pos;
	entry->reason = reason;
	memcpy(entry->command, command, len);
	entry->where = memcpy(entry->command + len, where, len_where);

	mutex_lock(&error_log_lock);
	old = errors->last[errors->count % TRACE_ERROR_LOG_MAX];
	errors->last[errors->count++ % TRACE_ERROR_LOG_MAX] = entry;
	WRITE_ONCE(errors->changes, errors->changes + 1);
	mutex_unlock(&error_log_lock);
	kfree(old);
	wake_up_all(&error_log_queue);
}

/**
 * trace_error_log_clear - remove all entries of an error log
 * @errors: the log
 *
 * Context: task, may sleep.
 */
void trace_error_log_clear(struct trace_error_log *errors)
{
	int i;

	mutex_lock(&error_log_lock);
	for (i = 0; i < TRACE_ERROR_LOG_MAX; i++) {
		kfree(errors->last[i]);
		errors->last[i] = NULL;
	}
	errors->count = 0;
	mutex_unlock(&error_log_lock);
}

static struct trace_error *trace_error_log_entry(struct trace_error_log *errors, loff_t nth)
{
	unsigned int first = 0;

	if (errors->count > TRACE_ERROR_LOG_MAX)
		first = errors->count - TRACE_ERROR_LOG_MAX;
	if (nth >= errors->count - first)
		return NULL;
	return errors->last[(first + nth) % TRACE_ERROR_LOG_MAX];
}

/**
 * trace_error_log_seq_start - start the seq_file of an error log
 * @errors: the log
 * @pos: index of the entry
 *
 * Context: task, may sleep; a mutex is held until trace_error_log_seq_stop().
 * Return: the entry, or NULL at the end.
 */
void *trace_error_log_seq_start(struct trace_error_log *errors, loff_t *pos)
{
	mutex_lock(&error_log_lock);
	return trace_error_log_entry(errors, *pos);
}

/**
 * trace_error_log_seq_next - advance the seq_file of an error log
 * @errors: the log
 * @pos: index of the entry, incremented
 *
 * Context: between start and stop.
 * Return: the next entry, or NULL at the end.
 */
void *trace_error_log_seq_next(struct trace_error_log *errors, loff_t *pos)
{
	(*pos)++;
	return trace_error_log_entry(errors, *pos);
}

/**
 * trace_error_log_seq_stop - stop the seq_file of an error log
 *
 * Context: after trace_error_log_seq_start(); releases the mutex.
 */
void trace_error_log_seq_stop(void)
{
	mutex_unlock(&error_log_lock);
}

/**
 * trace_error_log_seq_show - print one entry of an error log
 * @m: the seq_file
 * @v: return value of start or next
 *
 * Context: between start and stop.
 * Return: 0.
 */
int trace_error_log_seq_show(struct seq_file *m, void *v)
{
	struct trace_error *entry = v;
	u32 ns;
	u64 sec = div_u64_rem(entry->ts, NSEC_PER_SEC, &ns);

	seq_printf(m, "[%5llu.%06lu] %s: error: %s\n", sec,
		   ns / NSEC_PER_USEC, entry->where, entry->reason);
	seq_printf(m, "  Command: %s\n", entry->command);
	seq_printf(m, "%*s^\n", (int)(strlen("  Command: ") + entry->pos), "");
	return 0;
}

/**
 * trace_error_log_changes - count the entries that were ever added to an error log
 * @errors: the log
 *
 * Context: any.
 * Return: the number, for trace_error_log_poll().
 */
unsigned int trace_error_log_changes(const struct trace_error_log *errors)
{
	return READ_ONCE(errors->changes);
}

/**
 * trace_error_log_poll - implement poll(2) of an error log
 * @errors: the log
 * @file: the open file
 * @table: poll table of the caller
 * @seen: trace_error_log_changes() when the file was last read from its start
 *
 * Context: task.
 * Return: EPOLL* mask: writable, and readable if there is a new entry since @seen.
 */
__poll_t trace_error_log_poll(const struct trace_error_log *errors, struct file *file,
			      struct poll_table_struct *table, unsigned int seen)
{
	__poll_t ready = EPOLLOUT | EPOLLWRNORM;

	poll_wait(file, &error_log_queue, table);
	if (trace_error_log_changes(errors) != seen)
		ready |= EPOLLIN | EPOLLRDNORM | EPOLLPRI;
	return ready;
}
