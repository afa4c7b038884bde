// SPDX-License-Identifier: GPL-2.0
/*
 * Opening and closing of readers, and the readers' lock.
 *
 * Locking: a record that was found but is not yet printed must not be consumed by
 * another reader. Readers of records therefore hold a lock exclusively. A hash of
 * the address of the instance selects one of a few rw_semaphores. Readers of whole
 * pages hold it shared, since the ring buffer serialises them.
 */
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/init.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "../ring/ring.h"
#include "internal.h"

#define READER_LOCK_BITS	3

/* Initial size of the copy of a record that the latency format needs, in bytes. */
#define READER_TEMP_SIZE	128

static struct rw_semaphore reader_rwsems[1 << READER_LOCK_BITS];

/**
 * struct reader_buffers - a reader with its sequences, both of full size
 * @tmp: trace_iterator.tmp_seq of @reader
 * @reader: the reader, which ends with trace_iterator.seq
 */
struct reader_buffers {
	struct trace_seq	tmp;
	struct output_reader		reader;
};

/*
 * Sizes of the buffers of reader_dump in bytes. The text has space for more than a
 * line of printk(), and for a call with its arguments.
 */
#define READER_DUMP_TEXT	2560
#define READER_DUMP_TMP	512
#define READER_DUMP_COPY	1024

/*
 * The reader of ftrace_dump(), allocated at boot because ftrace_dump() must not
 * allocate memory. The buffers of both sequences are allocated in part only:
 * seq_buf.size keeps the printers from the missing part, and the last byte of each
 * buffer always remains 0.
 */
static struct output_reader *reader_dump;

static struct rw_semaphore *reader_rwsem(struct trace_array *tr)
{
	return &reader_rwsems[hash_ptr(tr, READER_LOCK_BITS)];
}

/**
 * output_lock_pages - lock the readers' lock for reading whole pages
 * @tr: the instance
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 *
 * Until output_unlock_pages() no reader is printing a record of the instance.
 *
 * Context: task, may sleep.
 */
void output_lock_pages(struct trace_array *tr, int cpu)
{
	struct rw_semaphore *lock = reader_rwsem(tr);

	/* The lock is taken for each page and is rarely contended. */
	might_sleep_if(IS_ENABLED(CONFIG_DEBUG_ATOMIC_SLEEP));
	if (!down_read_trylock(lock))
		down_read(lock);
}

/**
 * output_unlock_pages - undo output_lock_pages()
 * @tr: as given to output_lock_pages()
 * @cpu: as given to output_lock_pages()
 *
 * Context: task.
 */
void output_unlock_pages(struct trace_array *tr, int cpu)
{
	up_read(reader_rwsem(tr));
}

/* The tracer may have changed since a file that does not consume was opened. */
static void reader_update_tracer(struct output_reader *r)
{
	struct trace_iterator *iter = &r->iter;
	const struct tracer *now = READ_ONCE(iter->tr->tracer);

	if (r->consume || iter->trace == now)
		return;
	if (iter->trace->close)
		iter->trace->close(iter);
	iter->trace = now;
	if (now->open)
		now->open(iter);
}

/**
 * output_lock_records - lock the readers' lock for reading records
 * @iter: the reader
 *
 * Until output_unlock_records() no other reader consumes records of the instance,
 * and no event is unregistered, so that the print functions of all events remain
 * valid.
 *
 * Context: task, may sleep.
 */
void output_lock_records(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);

	event_read_lock();
	down_write(reader_rwsem(iter->tr));
	reader_update_tracer(r);
	/*
	 * A consumed record is printed from its location in the ring buffer.
	 * read_rwsem keeps a reset and a resize from freeing its memory. A snapshot
	 * may exchange the buffers in the meantime, therefore the reader has a
	 * reference to the spare one.
	 */
	if (r->consume) {
		down_read(&iter->tr->read_rwsem);
		r->spare = instance_spare_get(iter->tr);
	}
	/* Invalidate the cached names of tasks, which may have changed. */
	r->round++;
	r->types_epoch = event_types_epoch();
	r->found = NULL;
	r->format_epoch = READ_ONCE(output_format_epoch);
}

/**
 * output_unlock_records - undo output_lock_records()
 * @iter: the reader
 *
 * Context: task.
 */
void output_unlock_records(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);

	if (r->consume) {
		instance_spare_put(r->spare);
		r->spare = NULL;
		up_read(&iter->tr->read_rwsem);
	}
	up_write(reader_rwsem(iter->tr));
	event_read_unlock();
}

/**
 * output_empty - test whether there are no records to read
 * @iter: the reader
 *
 * Context: task.
 * Return: true if all CPUs of the reader are empty.
 */
bool output_empty(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);
	int i;

	for (i = 0; i < r->ncpus; i++) {
		struct output_cpu *oc = &r->cpus[i];

		if (oc->ring_iter ? !ring_buffer_iter_empty(oc->ring_iter) :
				    !ring_buffer_empty_cpu(r->ring, oc->cpu))
			return false;
	}
	return true;
}

/* An atomic reader can copy records of up to this preallocated size. */
static int reader_alloc_copy(struct output_reader *r)
{
	r->copy.mem = kvzalloc(READER_DUMP_COPY, GFP_KERNEL);
	r->copy.size = READER_DUMP_COPY;
	return r->copy.mem ? 0 : -ENOMEM;
}

static int reader_alloc(struct output_reader *r, int ncpus)
{
	r->cpus = kvcalloc(ncpus, sizeof(*r->cpus), GFP_KERNEL);
	r->heap = kvcalloc(ncpus, sizeof(*r->heap), GFP_KERNEL);
	r->iter.temp = kmalloc(READER_TEMP_SIZE, GFP_KERNEL);
	if (!r->atomic)
		r->cache = kvzalloc(sizeof(*r->cache), GFP_KERNEL);
	if (!r->cpus || !r->heap || !r->iter.temp ||
	    (!r->cache && !r->atomic) ||
	    !zalloc_cpumask_var(&r->iter.started, GFP_KERNEL))
		return -ENOMEM;
	r->iter.temp_size = READER_TEMP_SIZE;
	if (r->atomic)
		return reader_alloc_copy(r);
	r->hashes = output_format_hashes();
	return 0;
}

/* Frees what reader_alloc() allocated, also if that failed halfway. */
static void reader_free_buffers(struct output_reader *r)
{
	free_cpumask_var(r->iter.started);
	kvfree(r->next_copy.mem);
	kvfree(r->copy.mem);
	kfree(r->iter.temp);
	kvfree(r->cache);
	kvfree(r->heap);
	kvfree(r->cpus);
}

static struct output_reader *reader_new(void)
{
	struct reader_buffers *buffers = kvzalloc(sizeof(*buffers), GFP_KERNEL);

	if (!buffers)
		return NULL;
	trace_seq_init(&buffers->tmp);
	trace_seq_init(&buffers->reader.iter.seq);
	buffers->reader.iter.tmp_seq = &buffers->tmp;
	buffers->reader.user_ns = get_user_ns(current_user_ns());
	return &buffers->reader;
}

static void reader_free(struct output_reader *r)
{
	int i;

	for (i = 0; i < r->ncpus; i++) {
		if (r->cpus[i].ring_iter)
			ring_buffer_read_finish(r->cpus[i].ring_iter);
	}
	instance_spare_put(r->spare);
	put_user_ns(r->user_ns);
	output_symbols_free(r);
	output_protos_free(r);
	kfree(r->iter.fmt);
	reader_free_buffers(r);
	kvfree(container_of(r, struct reader_buffers, reader));
}

static void reader_setup(struct output_reader *r, struct trace_array *tr, int cpu)
{
	struct trace_iterator *iter = &r->iter;
	int i;

	iter->tr = tr;
	iter->trace = tr->tracer;
	iter->cpu_file = cpu;
	iter->idx = -1;
	iter->reader = r;
	output_record_drop(r);
	r->ring = tr->ring;
	r->has_last_boot = ring_buffer_has_last_boot(r->ring);
	r->last_boot = false;
	r->other = instance_last_boot_is_other(tr);
	/* The image of another kernel has other contents wherever it was. */
	r->text_delta = r->other ? 0 : ring_buffer_text_delta(r->ring);
	r->rec_delta = 0;
	r->ncpus = 0;
	if (cpu != RING_BUFFER_ALL_CPUS) {
		r->cpus[r->ncpus++].cpu = cpu;
	} else {
		for_each_possible_cpu(i)
			r->cpus[r->ncpus++].cpu = i;
	}
	output_seq_clear(&iter->seq);
	output_seq_clear(iter->tmp_seq);
}

static int reader_start(struct output_reader *r)
{
	int i;

	for (i = 0; i < r->ncpus; i++) {
		r->cpus[i].ring_iter =
			ring_buffer_read_start(r->ring, r->cpus[i].cpu,
					       GFP_KERNEL);
		if (!r->cpus[i].ring_iter)
			return -ENOMEM;
	}
	output_rewind(r);
	return 0;
}

/* Read the spare ring buffer, which holds a snapshot or the maximum of a tracer. */
static void reader_use_snapshot(struct output_reader *r)
{
	r->spare = instance_spare_get(r->iter.tr);
	if (r->spare)
		r->ring = r->spare->ring;
	else
		r->ncpus = 0;
}

static struct trace_iterator *reader_open(struct trace_array *tr, int cpu,
					  bool consume, bool snapshot)
{
	struct output_reader *r = reader_new();
	const struct tracer *tracer;

	if (!r)
		return ERR_PTR(-ENOMEM);
	r->consume = consume;
	r->round = 1;
	if (reader_alloc(r, cpu == RING_BUFFER_ALL_CPUS ? nr_cpu_ids : 1))
		goto fail;
	reader_setup(r, tr, cpu);
	if (snapshot)
		reader_use_snapshot(r);
	if (consume)
		output_update_flags(r);
	else if (reader_start(r))
		goto fail;

	tracer = r->iter.trace;
	if (consume && tracer->pipe_open)
		tracer->pipe_open(&r->iter);
	else if (!consume && tracer->open)
		tracer->open(&r->iter);
	return &r->iter;
fail:
	reader_free(r);
	return ERR_PTR(-ENOMEM);
}

/**
 * output_open - open a reader of an instance
 * @tr: the instance, to which the caller has a reference
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 * @consume: true to remove records from the buffer when they are read (trace_pipe),
 *	false to leave them there (trace)
 *
 * If the tracer stores the trace of a maximum, a reader that does not consume reads
 * the spare buffer, where that trace is.
 *
 * Context: task, may sleep.
 * Return: the iterator, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume)
{
	return reader_open(tr, cpu, consume,
			   !consume && READ_ONCE(tr->tracer)->keeps_max);
}

/**
 * output_open_snapshot - open a reader of an instance's snapshot
 * @tr: the instance, to which the caller has a reference
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 *
 * The reader does not consume. If there is no snapshot it has no records.
 *
 * Context: task, may sleep.
 * Return: the iterator, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *output_open_snapshot(struct trace_array *tr, int cpu)
{
	return reader_open(tr, cpu, false, true);
}

/**
 * output_close - close a reader
 * @iter: the reader, which is freed
 *
 * Context: task, may sleep.
 */
void output_close(struct trace_iterator *iter)
{
	struct output_reader *r = output_reader_of(iter);
	const struct tracer *tracer = iter->trace;

	if (r->consume && tracer->pipe_close)
		tracer->pipe_close(iter);
	else if (!r->consume && tracer->close)
		tracer->close(iter);
	reader_free(r);
}

/**
 * output_dump_open - get the reader of ftrace_dump()
 * @tr: the instance
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 *
 * The reader consumes, allocates no memory and takes no sleeping lock. There is only
 * one, and it is not closed.
 *
 * Context: any; the caller serialises the use of the reader.
 * Return: the iterator, or NULL before it was allocated at boot.
 */
struct trace_iterator *output_dump_open(struct trace_array *tr, int cpu)
{
	struct output_reader *r = reader_dump;

	if (!r)
		return NULL;
	reader_setup(r, tr, cpu);
	output_restart(r);
	r->round++;
	r->types_epoch = event_types_epoch();
	r->event.type = -1;
	return &r->iter;
}

/**
 * output_text_open - allocate an iterator for output_text()
 * @tr: instance whose options are used
 *
 * Context: task, may sleep.
 * Return: the iterator, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *output_text_open(struct trace_array *tr)
{
	struct output_reader *r = reader_new();

	if (!r)
		return ERR_PTR(-ENOMEM);
	r->atomic = true;
	r->iter.tr = tr;
	r->iter.trace = tr->tracer;
	r->iter.reader = r;
	return &r->iter;
}

static void __init reader_dump_init(void)
{
	struct trace_seq *tmp;
	struct output_reader *r;

	tmp = kzalloc(offsetof(struct trace_seq, buffer) + READER_DUMP_TMP, GFP_KERNEL);
	r = kzalloc(offsetof(struct output_reader, iter.seq.buffer) + READER_DUMP_TEXT, GFP_KERNEL);
	if (tmp && r) {
		seq_buf_init(&tmp->seq, tmp->buffer, READER_DUMP_TMP - 1);
		seq_buf_init(&r->iter.seq.seq, r->iter.seq.buffer, READER_DUMP_TEXT - 1);
		r->iter.tmp_seq = tmp;
		r->consume = true;
		r->atomic = true;
		if (!reader_alloc(r, nr_cpu_ids)) {
			reader_dump = r;
			return;
		}
		reader_free_buffers(r);
	}
	kfree(r);
	kfree(tmp);
}

static int __init reader_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(reader_rwsems); i++)
		init_rwsem(&reader_rwsems[i]);
	reader_dump_init();
	return 0;
}
core_initcall(reader_init);
