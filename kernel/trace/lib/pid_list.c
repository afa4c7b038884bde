// SPDX-License-Identifier: GPL-2.0
/*
 * Pid lists: sets of pids.
 *
 * A pid list is an xarray of bitmaps of PID_LIST_CHUNK_BITS bits each. Readers
 * take no lock, and ranges without pids take no memory. A bitmap is freed
 * together with the whole list only, so a reader in an NMI never accesses freed
 * memory.
 */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/limits.h>
#include <linux/pid_namespace.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "lib.h"

/* Pids from here on are rejected. The limit is larger than any pid. */
#define PID_LIST_LIMIT	BIT(30)
#define PID_LIST_CHUNK_BITS	512
#define PID_LIST_WORD_SIZE	16

struct pid_list_chunk {
	DECLARE_BITMAP(bits, PID_LIST_CHUNK_BITS);
};

/**
 * struct trace_pid_list - a set of pids
 * @chunks: its bitmaps
 * @deferred: for trace_defer_atomic()
 */
struct trace_pid_list {
	struct xarray		chunks;
	struct trace_deferred	deferred;
};

/**
 * trace_pid_list_alloc - allocate an empty pid list
 *
 * Context: task, may sleep.
 * Return: the list, or NULL if there is not enough memory.
 */
struct trace_pid_list *trace_pid_list_alloc(void)
{
	struct trace_pid_list *pids = kzalloc(sizeof(*pids), GFP_KERNEL);

	/*
	 * The tracepoints of fork and exit, which change lists, may be called
	 * with interrupts off.
	 */
	if (pids)
		xa_init_flags(&pids->chunks, XA_FLAGS_LOCK_IRQ);
	return pids;
}

/**
 * trace_pid_list_free - free a pid list
 * @pids: the list, which has no readers any more; or NULL
 *
 * Context: task.
 */
void trace_pid_list_free(struct trace_pid_list *pids)
{
	struct pid_list_chunk *chunk;
	unsigned long at;

	if (!pids)
		return;
	xa_for_each(&pids->chunks, at, chunk)
		kfree(chunk);
	xa_destroy(&pids->chunks);
	kfree(pids);
}

static void trace_pid_list_free_item(struct trace_deferred *item)
{
	trace_pid_list_free(container_of(item, struct trace_pid_list, deferred));
}

/**
 * trace_pid_list_free_deferred - free a pid list that still has readers
 * @pids: the list, which no new reader can find; or NULL
 *
 * Context: task, may sleep.
 */
void trace_pid_list_free_deferred(struct trace_pid_list *pids)
{
	if (pids)
		trace_defer_atomic(&pids->deferred, trace_pid_list_free_item);
}

static struct pid_list_chunk *pid_list_chunk_get(struct trace_pid_list *pids,
						 unsigned long at)
{
	struct pid_list_chunk *chunk = xa_load(&pids->chunks, at);
	struct pid_list_chunk *other;
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
 * trace_pid_list_add - add a pid to a pid list
 * @pids: the list
 * @pid: the pid, below 2^30
 *
 * Context: task or irq, does not sleep.
 * Return: 0; -EPERM if @pid is too large; -ENOMEM.
 */
int trace_pid_list_add(struct trace_pid_list *pids, unsigned int pid)
{
	struct pid_list_chunk *chunk;

	/* -EPERM is the error that user space has always got for this. */
	if (pid >= PID_LIST_LIMIT)
		return -EPERM;

	chunk = pid_list_chunk_get(pids, pid / PID_LIST_CHUNK_BITS);
	if (!chunk)
		return -ENOMEM;
	set_bit(pid % PID_LIST_CHUNK_BITS, chunk->bits);
	return 0;
}

/**
 * trace_pid_list_del - remove a pid from a pid list
 * @pids: the list
 * @pid: the pid, which need not be in the list
 *
 * Context: any.
 */
void trace_pid_list_del(struct trace_pid_list *pids, unsigned int pid)
{
	struct pid_list_chunk *chunk = xa_load(&pids->chunks, pid / PID_LIST_CHUNK_BITS);

	if (chunk)
		clear_bit(pid % PID_LIST_CHUNK_BITS, chunk->bits);
}

/**
 * trace_pid_list_has - test whether a pid is in a pid list
 * @pids: the list
 * @pid: the pid
 *
 * Context: any, NMI included; the caller keeps @pids from being freed, for
 * example by RCU.
 * Return: true if @pid is in the list.
 */
bool trace_pid_list_has(struct trace_pid_list *pids, unsigned int pid)
{
	struct pid_list_chunk *chunk = xa_load(&pids->chunks, pid / PID_LIST_CHUNK_BITS);

	return chunk && test_bit(pid % PID_LIST_CHUNK_BITS, chunk->bits);
}

/**
 * trace_pid_list_next - find the smallest pid of a pid list from @from on
 * @pids: the list
 * @from: first pid to consider
 *
 * Context: task.
 * Return: the pid, or -1 if there is none.
 */
int trace_pid_list_next(struct trace_pid_list *pids, unsigned int from)
{
	unsigned long at = from / PID_LIST_CHUNK_BITS;
	unsigned int bit = from % PID_LIST_CHUNK_BITS;
	struct pid_list_chunk *chunk;

	xa_for_each_start(&pids->chunks, at, chunk, from / PID_LIST_CHUNK_BITS) {
		if (at != from / PID_LIST_CHUNK_BITS)
			bit = 0;
		bit = find_next_bit(chunk->bits, PID_LIST_CHUNK_BITS, bit);
		if (bit < PID_LIST_CHUNK_BITS)
			return at * PID_LIST_CHUNK_BITS + bit;
	}
	return -1;
}

/**
 * trace_pid_list_join - add all pids of a pid list to another one
 * @to: list to add to; allocated if it is NULL and @from has a pid; freed and
 *	set to NULL if it is empty in the end
 * @from: the other list, not changed; or NULL
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM, and then @to may have some of the pids.
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

static int pid_list_parse(struct trace_pid_list *pids, struct trace_parser *parser,
			  const char __user *ubuf, size_t count)
{
	unsigned long pid;
	loff_t pos = 0;
	ssize_t used;
	int ret;

	while (count) {
		used = trace_parser_read(parser, ubuf, count, &pos);
		if (used < 0)
			return used;
		if (!trace_parser_loaded(parser))
			break;
		/* A word at the end of the write is complete. */
		parser->partial = false;
		if (kstrtoul(parser->buf, 0, &pid))
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
 * trace_pid_list_read - allocate a pid list from a write of user space
 * @pids: set to the list
 * @ubuf: pids as decimal, 0x or 0 numbers, separated by white space
 * @count: number of bytes in @ubuf
 *
 * Context: task, may sleep and fault: no lock of the subsystem may be held.
 * Return: @count; -EINVAL for a word that is not a number; -EPERM for a number
 * that is too large for a pid; -ENOMEM; -EFAULT.
 */
ssize_t trace_pid_list_read(struct trace_pid_list **pids, const char __user *ubuf,
			    size_t count)
{
	struct trace_parser parser;
	int ret;

	ret = trace_parser_init(&parser, PID_LIST_WORD_SIZE);
	if (ret)
		return ret;

	*pids = trace_pid_list_alloc();
	ret = *pids ? pid_list_parse(*pids, &parser, ubuf, count) : -ENOMEM;
	trace_parser_free(&parser);
	if (ret)
		trace_pid_list_free(*pids);
	return ret ?: count;
}

/*
 * The seq_file iterates over pids as pointers of the value pid + 1, since NULL
 * is the end and 0 is a pid.
 */
static void *pid_list_seq_value(int pid)
{
	return pid < 0 ? NULL : (void *)(long)(pid + 1);
}

/**
 * trace_pid_list_seq_start - start the seq_file of a pid list
 * @pids: the list
 * @pos: number of pids to skip
 *
 * Context: task; the caller keeps @pids until stop.
 * Return: the pid plus one as a pointer, or NULL at the end.
 */
void *trace_pid_list_seq_start(struct trace_pid_list *pids, loff_t *pos)
{
	int pid = trace_pid_list_next(pids, 0);
	loff_t skip;

	for (skip = *pos; skip && pid >= 0; skip--)
		pid = trace_pid_list_next(pids, pid + 1);
	return pid_list_seq_value(pid);
}

/**
 * trace_pid_list_seq_next - advance the seq_file of a pid list
 * @pids: the list
 * @v: return value of the previous start or next
 * @pos: number of pids before this one, incremented
 *
 * Context: task.
 * Return: the next pid plus one as a pointer, or NULL at the end.
 */
void *trace_pid_list_seq_next(struct trace_pid_list *pids, void *v, loff_t *pos)
{
	(*pos)++;
	return pid_list_seq_value(trace_pid_list_next(pids, (long)v));
}

/**
 * trace_pid_list_seq_show - print one pid of a pid list
 * @m: the seq_file
 * @v: return value of start or next
 *
 * Context: task.
 * Return: 0.
 */
int trace_pid_list_seq_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%ld\n", (long)v - 1);
	return 0;
}
