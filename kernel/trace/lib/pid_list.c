// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of pids.
 *
 * An xarray of 64-bit chunks of bits: readers take no lock and no memory is
 * spent on ranges that nobody set. A chunk, once there, stays until the whole
 * set goes, so that a reader in an NMI never meets freed memory.
 */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/limits.h>
#include <linux/pid_namespace.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "lib.h"

/* Larger than any pid: what users write is not refused for that. */
#define PIDS_END	BIT(30)
#define CHUNK_BITS	512
#define WORD_MAX	16

struct pids_chunk {
	DECLARE_BITMAP(bits, CHUNK_BITS);
};

struct trace_pid_list {
	struct xarray chunks;
};

/**
 * trace_pid_list_alloc - an empty set
 *
 * Context: task, may sleep.
 * Return: the set, or NULL when out of memory.
 */
struct trace_pid_list *trace_pid_list_alloc(void)
{
	struct trace_pid_list *pids = kzalloc(sizeof(*pids), GFP_KERNEL);

	/*
	 * Fork and exit add and remove from under the sched and exit
	 * tracepoints, with interrupts off.
	 */
	if (pids)
		xa_init_flags(&pids->chunks, XA_FLAGS_LOCK_IRQ);
	return pids;
}

/**
 * trace_pid_list_free - release a set that no reader can reach any more
 * @pids: the set, or NULL
 *
 * Context: task.
 */
void trace_pid_list_free(struct trace_pid_list *pids)
{
	struct pids_chunk *chunk;
	unsigned long at;

	if (!pids)
		return;
	xa_for_each(&pids->chunks, at, chunk)
		kfree(chunk);
	xa_destroy(&pids->chunks);
	kfree(pids);
}

static struct pids_chunk *pids_chunk_get(struct trace_pid_list *pids,
					 unsigned long at)
{
	struct pids_chunk *chunk = xa_load(&pids->chunks, at);
	struct pids_chunk *other;
	unsigned long flags;

	if (chunk)
		return chunk;

	chunk = kzalloc(sizeof(*chunk), GFP_ATOMIC | __GFP_NOWARN);
	if (!chunk)
		return NULL;

	xa_lock_irqsave(&pids->chunks, flags);
	other = __xa_cmpxchg(&pids->chunks, at, NULL, chunk,
			     GFP_ATOMIC | __GFP_NOWARN);
	xa_unlock_irqrestore(&pids->chunks, flags);
	if (!other)
		return chunk;

	kfree(chunk);
	return xa_is_err(other) ? NULL : other;
}

/**
 * trace_pid_list_add - put a pid into a set
 * @pids: the set
 * @pid: to be below 2^30
 *
 * Context: task or irq, does not sleep.
 * Return: 0, -EPERM or -ENOMEM.
 */
int trace_pid_list_add(struct trace_pid_list *pids, unsigned int pid)
{
	struct pids_chunk *chunk;

	/* An odd errno, but users may know it. */
	if (pid >= PIDS_END)
		return -EPERM;

	chunk = pids_chunk_get(pids, pid / CHUNK_BITS);
	if (!chunk)
		return -ENOMEM;
	set_bit(pid % CHUNK_BITS, chunk->bits);
	return 0;
}

/**
 * trace_pid_list_del - take a pid out of a set
 * @pids: the set
 * @pid: the pid; absent ones are fine
 *
 * Context: any.
 */
void trace_pid_list_del(struct trace_pid_list *pids, unsigned int pid)
{
	struct pids_chunk *chunk = xa_load(&pids->chunks, pid / CHUNK_BITS);

	if (chunk)
		clear_bit(pid % CHUNK_BITS, chunk->bits);
}

/**
 * trace_pid_list_has - is a pid in a set?
 * @pids: the set
 * @pid: the pid
 *
 * Context: any, NMI included; RCU or something else keeps @pids.
 */
bool trace_pid_list_has(struct trace_pid_list *pids, unsigned int pid)
{
	struct pids_chunk *chunk = xa_load(&pids->chunks, pid / CHUNK_BITS);

	return chunk && test_bit(pid % CHUNK_BITS, chunk->bits);
}

/**
 * trace_pid_list_next - the smallest pid of a set that is not below @from
 * @pids: the set
 * @from: where to begin
 *
 * Context: task.
 * Return: the pid, or -1 when there is none.
 */
int trace_pid_list_next(struct trace_pid_list *pids, unsigned int from)
{
	unsigned long at = from / CHUNK_BITS;
	unsigned int bit = from % CHUNK_BITS;
	struct pids_chunk *chunk;

	xa_for_each_start(&pids->chunks, at, chunk, from / CHUNK_BITS) {
		if (at != from / CHUNK_BITS)
			bit = 0;
		bit = find_next_bit(chunk->bits, CHUNK_BITS, bit);
		if (bit < CHUNK_BITS)
			return at * CHUNK_BITS + bit;
	}
	return -1;
}

/**
 * trace_pid_list_join - put a set's pids into another one too
 * @to: the set that is added to; made if it is NULL and there is something to add.
 *	NULL in the end if it would be empty
 * @from: the other, left as it is; or NULL
 *
 * Context: task, may sleep.
 * Return: 0, or -ENOMEM: then @to has some of them.
 */
int trace_pid_list_join(struct trace_pid_list **to, struct trace_pid_list *from)
{
	int pid = from ? trace_pid_list_next(from, 0) : -1;

	if (pid >= 0 && !*to)
		*to = trace_pid_list_alloc();
	if (pid >= 0 && !*to)
		return -ENOMEM;
	for (; pid >= 0; pid = trace_pid_list_next(from, pid + 1)) {
		if (trace_pid_list_add(*to, pid))
			return -ENOMEM;
	}
	if (*to && trace_pid_list_next(*to, 0) < 0) {
		trace_pid_list_free(*to);
		*to = NULL;
	}
	return 0;
}

static int pids_take_words(struct trace_pid_list *pids, struct trace_parser *token,
			   const char __user *ubuf, size_t count)
{
	unsigned long pid;
	loff_t pos = 0;
	ssize_t used;
	int ret;

	while (count) {
		used = trace_parser_read(token, ubuf, count, &pos);
		if (used < 0)
			return used;
		if (!trace_parser_loaded(token))
			break;
		/* A word that the write cuts off is a word all the same. */
		token->partial = false;
		if (kstrtoul(token->buf, 0, &pid))
			return -EINVAL;
		ret = trace_pid_list_add(pids, min_t(unsigned long, pid, UINT_MAX));
		if (ret)
			return ret;
		ubuf += used;
		count -= used;
	}
	return 0;
}

/**
 * trace_pid_list_read - a set of the pids that a user writes
 * @pids: where the set goes
 * @ubuf: pids in decimal (or 0x, 0), separated by white space
 * @count: bytes in @ubuf
 *
 * Context: task, may sleep and fault: no lock of the subsystem is held.
 * Return: @count; -EINVAL for what is no number; -EPERM for what is no pid;
 * -ENOMEM; -EFAULT.
 */
ssize_t trace_pid_list_read(struct trace_pid_list **pids, const char __user *ubuf,
			    size_t count)
{
	struct trace_parser token;
	int ret;

	ret = trace_parser_init(&token, WORD_MAX);
	if (ret)
		return ret;

	*pids = trace_pid_list_alloc();
	ret = *pids ? pids_take_words(*pids, &token, ubuf, count) : -ENOMEM;
	trace_parser_free(&token);
	if (ret)
		trace_pid_list_free(*pids);
	return ret ?: count;
}

/*
 * A seq_file walks pids as pointers: the pid plus one, since NULL is the end
 * and 0 is a pid.
 */
static void *pids_seq_value(int pid)
{
	return pid < 0 ? NULL : (void *)(long)(pid + 1);
}

/**
 * trace_pid_list_seq_start - seq_file start of a set's listing
 * @pids: the set
 * @pos: how many pids to skip
 *
 * Context: task; the caller keeps @pids until its stop.
 */
void *trace_pid_list_seq_start(struct trace_pid_list *pids, loff_t *pos)
{
	int pid = trace_pid_list_next(pids, 0);
	loff_t skip;

	for (skip = *pos; skip && pid >= 0; skip--)
		pid = trace_pid_list_next(pids, pid + 1);
	return pids_seq_value(pid);
}

/**
 * trace_pid_list_seq_next - seq_file next of a set's listing
 * @pids: the set
 * @v: what start or next returned
 * @pos: the position, advanced
 *
 * Context: task.
 */
void *trace_pid_list_seq_next(struct trace_pid_list *pids, void *v, loff_t *pos)
{
	(*pos)++;
	return pids_seq_value(trace_pid_list_next(pids, (long)v));
}

/**
 * trace_pid_list_seq_show - seq_file show of a set's listing
 * @m: the file
 * @v: what start or next returned
 *
 * Context: task.
 * Return: 0.
 */
int trace_pid_list_seq_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%ld\n", (long)v - 1);
	return 0;
}
