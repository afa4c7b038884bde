// SPDX-License-Identifier: GPL-2.0
/*
 * Error logs: why a command that a user wrote was refused, and where in it.
 *
 * A log keeps the last few entries, in the order they came. Writing one needs
 * memory; where there is none the command is refused all the same, only without
 * a reason in the log.
 */
#include <linux/err.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "lib.h"

/**
 * struct trace_error - an entry
 * @ts: when, in nanoseconds
 * @pos: the byte of the command to point at
 * @reason: what is wrong; a literal
 * @where: who refused it; stands behind @command
 * @command: what was written
 */
struct trace_error {
	u64 ts;
	unsigned int pos;
	const char *reason;
	const char *where;
	char command[];
};

/* Rarely taken, and for a moment: one for all logs. */
static DEFINE_MUTEX(errors_lock);

/**
 * trace_error_log_add - write an entry
 * @errors: the log
 * @where: who refused the command
 * @command: the command
 * @reason: what is wrong with it; not copied
 * @pos: the byte of @command where it is wrong
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

	mutex_lock(&errors_lock);
	old = errors->last[errors->count % TRACE_ERROR_LOG_MAX];
	errors->last[errors->count++ % TRACE_ERROR_LOG_MAX] = entry;
	mutex_unlock(&errors_lock);
	kfree(old);
}

/**
 * trace_error_log_clear - forget all entries
 * @errors: the log
 *
 * Context: task, may sleep.
 */
void trace_error_log_clear(struct trace_error_log *errors)
{
	int i;

	mutex_lock(&errors_lock);
	for (i = 0; i < TRACE_ERROR_LOG_MAX; i++) {
		kfree(errors->last[i]);
		errors->last[i] = NULL;
	}
	errors->count = 0;
	mutex_unlock(&errors_lock);
}

static struct trace_error *errors_nth(struct trace_error_log *errors, loff_t nth)
{
	unsigned int first = 0;

	if (errors->count > TRACE_ERROR_LOG_MAX)
		first = errors->count - TRACE_ERROR_LOG_MAX;
	if (nth >= errors->count - first)
		return NULL;
	return errors->last[(first + nth) % TRACE_ERROR_LOG_MAX];
}

/**
 * trace_error_log_seq_start - seq_file start of a log; takes it
 * @errors: the log
 * @pos: the entry
 *
 * Context: task, may sleep.
 */
void *trace_error_log_seq_start(struct trace_error_log *errors, loff_t *pos)
{
	mutex_lock(&errors_lock);
	return errors_nth(errors, *pos);
}

/**
 * trace_error_log_seq_next - seq_file next of a log
 * @errors: the log
 * @pos: the entry, advanced
 *
 * Context: between start and stop.
 */
void *trace_error_log_seq_next(struct trace_error_log *errors, loff_t *pos)
{
	(*pos)++;
	return errors_nth(errors, *pos);
}

/**
 * trace_error_log_seq_stop - seq_file stop of a log; releases it
 *
 * Context: after trace_error_log_seq_start().
 */
void trace_error_log_seq_stop(void)
{
	mutex_unlock(&errors_lock);
}

/**
 * trace_error_log_seq_show - seq_file show of a log
 * @m: the file
 * @v: what start or next returned
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
