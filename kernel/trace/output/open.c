// SPDX-License-Identifier: GPL-2.0
/*
 * Readers: how they come and go, and how they keep out of each other's way.
 *
 * Locking: readers that take records exclude each other, since a record that
 * was found but not yet printed must not be taken away by somebody else. There
 * are a few locks, and the address of an instance chooses one. Readers of whole
 * pages hold theirs shared: the ring itself serialises them.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/init.h>
#include <linux/rwsem.h>
#include <linux/slab.h>

#include "../ring/ring.h"
#include "internal.h"

#define ITER_LOCK_BITS	3

/* The record that latency format moves out of the ring's way, at first. */
#define ITER_TEMP_SIZE	128

static struct rw_semaphore iter_locks[1 << ITER_LOCK_BITS];

/**
 * struct iter_whole - a reader with all the room for text that there can be
 * @tmp: trace_iterator.tmp_seq
 * @view: the reader
 */
struct iter_whole {
	struct trace_seq	tmp;
	struct view		view;
};

/* More than printk() takes, and what a call with its arguments asks for. */
#define ITER_DUMP_TEXT	2560
#define ITER_DUMP_TMP	512
#define ITER_DUMP_COPY	1024

/*
 * The reader of ftrace_dump(), made at boot: there must be no need to allocate
 * when all is lost. Both sequences end early. What is beyond is not there, and
 * never touched: seq_buf.size says so, and the last byte of each stays 0.
 */
static struct view *iter_dump;

static struct rw_semaphore *iter_lock_of(struct trace_array *tr)
{
	return &iter_locks[hash_ptr(tr, ITER_LOCK_BITS)];
}

/**
 * output_lock - take part in reading whole pages
 * @tr: the instance
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 *
 * Nobody is in the middle of printing a record of the buffer until
 * output_unlock().
 *
 * Context: task, may sleep.
 */
void output_lock(struct trace_array *tr, int cpu)
{
	struct rw_semaphore *lock = iter_lock_of(tr);

	/* Most often nobody prints, and it is asked for each page. */
	might_sleep_if(IS_ENABLED(CONFIG_DEBUG_ATOMIC_SLEEP));
	if (!down_read_trylock(lock))
		down_read(lock);
}

/**
 * output_unlock - the pages were read
 * @tr: as given to output_lock()
 * @cpu: as given to output_lock()
 *
 * Context: task.
 */
void output_unlock(struct trace_array *tr, int cpu)
{
	up_read(iter_lock_of(tr));
}

/* The tracer may have changed since a file was opened for looking only. */
static void iter_follow_tracer(struct view *v)
{
	struct trace_iterator *iter = &v->iter;
	const struct tracer *now = READ_ONCE(iter->tr->tracer);

	if (v->consume || iter->trace == now)
		return;
	if (iter->trace->close)
		iter->trace->close(iter);
	iter->trace = now;
	if (now->open)
		now->open(iter);
}

/**
 * output_begin - nobody else takes records from now on
 * @iter: the reader
 *
 * No event's print function vanishes either, until output_end().
 *
 * Context: task, may sleep.
 */
void output_begin(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);

	event_read_lock();
	down_write(iter_lock_of(iter->tr));
	iter_follow_tracer(v);
	/*
	 * What is taken is printed where it stands in the ring. A snapshot may
	 * take a record away that was found; not its memory.
	 */
	if (v->consume) {
		down_read(&iter->tr->taking);
		v->spare = instance_spare_get(iter->tr);
	}
	/* Tasks may have got other names since the last time. */
	v->round++;
	v->types_epoch = event_types_epoch();
	v->found = NULL;
	v->format_epoch = READ_ONCE(output_format_epoch);
}

/**
 * output_end - the opposite of output_begin()
 * @iter: the reader
 *
 * Context: task.
 */
void output_end(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);

	if (v->consume) {
		instance_spare_put(v->spare);
		v->spare = NULL;
		up_read(&iter->tr->taking);
	}
	up_write(iter_lock_of(iter->tr));
	event_read_unlock();
}

/**
 * output_empty - is there nothing to read?
 * @iter: the reader
 *
 * Context: task.
 */
bool output_empty(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);
	int i;

	for (i = 0; i < v->ncpus; i++) {
		struct output_cpu *vc = &v->cpus[i];

		if (vc->ring_iter ? !ring_buffer_iter_empty(vc->ring_iter) :
				    !ring_buffer_empty_cpu(v->ring, vc->cpu))
			return false;
	}
	return true;
}

/* Who may not sleep has to copy records, too, unless they are long. */
static int iter_alloc_copy(struct view *v)
{
	v->copy.mem = kvzalloc(ITER_DUMP_COPY, GFP_KERNEL);
	v->copy.size = ITER_DUMP_COPY;
	return v->copy.mem ? 0 : -ENOMEM;
}

static int iter_alloc(struct view *v, int ncpus)
{
	v->cpus = kvcalloc(ncpus, sizeof(*v->cpus), GFP_KERNEL);
	v->heap = kvcalloc(ncpus, sizeof(*v->heap), GFP_KERNEL);
	v->iter.temp = kmalloc(ITER_TEMP_SIZE, GFP_KERNEL);
	if (!v->atomic)
		v->memory = kvzalloc(sizeof(*v->memory), GFP_KERNEL);
	if (!v->cpus || !v->heap || !v->iter.temp ||
	    (!v->memory && !v->atomic) ||
	    !zalloc_cpumask_var(&v->iter.started, GFP_KERNEL))
		return -ENOMEM;
	v->iter.temp_size = ITER_TEMP_SIZE;
	if (v->atomic)
		return iter_alloc_copy(v);
	return 0;
}

/* All or some of it. */
static void iter_unalloc(struct view *v)
{
	free_cpumask_var(v->iter.started);
	kvfree(v->next_copy.mem);
	kvfree(v->copy.mem);
	kfree(v->iter.temp);
	kvfree(v->memory);
	kvfree(v->heap);
	kvfree(v->cpus);
}

static struct view *iter_new(void)
{
	struct iter_whole *whole = kvzalloc(sizeof(*whole), GFP_KERNEL);

	if (!whole)
		return NULL;
	trace_seq_init(&whole->tmp);
	trace_seq_init(&whole->view.iter.seq);
	whole->view.iter.tmp_seq = &whole->tmp;
	return &whole->view;
}

static void iter_free(struct view *v)
{
	int i;

	for (i = 0; i < v->ncpus; i++) {
		if (v->cpus[i].ring_iter)
			ring_buffer_read_finish(v->cpus[i].ring_iter);
	}
	instance_spare_put(v->spare);
	output_symbols_free(v);
	output_protos_free(v);
	kfree(v->iter.fmt);
	iter_unalloc(v);
	kvfree(container_of(v, struct iter_whole, view));
}

static void iter_setup(struct view *v, struct trace_array *tr, int cpu)
{
	struct trace_iterator *iter = &v->iter;
	int i;

	iter->tr = tr;
	iter->trace = tr->tracer;
	iter->cpu_file = cpu;
	iter->idx = -1;
	iter->view = v;
	output_drop(v);
	v->ring = tr->ring;
	v->has_past = ring_buffer_has_past(v->ring);
	v->past = false;
	v->moves = ring_buffer_moved(v->ring);
	v->moved = 0;
	v->ncpus = 0;
	if (cpu != RING_BUFFER_ALL_CPUS) {
		v->cpus[v->ncpus++].cpu = cpu;
	} else {
		for_each_possible_cpu(i)
			v->cpus[v->ncpus++].cpu = i;
	}
	output_seq_clear(&iter->seq);
	output_seq_clear(iter->tmp_seq);
}

static int iter_start(struct view *v)
{
	int i;

	for (i = 0; i < v->ncpus; i++) {
		v->cpus[i].ring_iter =
			ring_buffer_read_start(v->ring, v->cpus[i].cpu,
					       GFP_KERNEL);
		if (!v->cpus[i].ring_iter)
			return -ENOMEM;
	}
	output_rewind(v);
	return 0;
}

/* Read the spare ring, which holds a snapshot or a tracer's maximum. */
static void iter_turn(struct view *v)
{
	v->spare = instance_spare_get(v->iter.tr);
	if (v->spare)
		v->ring = v->spare->ring;
	else
		v->ncpus = 0;
}

static struct trace_iterator *iter_open(struct trace_array *tr, int cpu,
					bool consume, bool snapshot)
{
	struct view *v = iter_new();
	const struct tracer *tracer;

	if (!v)
		return ERR_PTR(-ENOMEM);
	v->consume = consume;
	v->round = 1;
	if (iter_alloc(v, cpu == RING_BUFFER_ALL_CPUS ? nr_cpu_ids : 1))
		goto fail;
	iter_setup(v, tr, cpu);
	if (snapshot)
		iter_turn(v);
	if (consume)
		output_find_flags(v);
	else if (iter_start(v))
		goto fail;

	tracer = v->iter.trace;
	if (consume && tracer->pipe_open)
		tracer->pipe_open(&v->iter);
	else if (!consume && tracer->open)
		tracer->open(&v->iter);
	return &v->iter;
fail:
	iter_free(v);
	return ERR_PTR(-ENOMEM);
}

struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume)
{
	return iter_open(tr, cpu, consume,
			 !consume && READ_ONCE(tr->tracer)->keeps_max);
}

struct trace_iterator *output_open_snapshot(struct trace_array *tr, int cpu)
{
	return iter_open(tr, cpu, false, true);
}

/**
 * output_close - the reader is gone
 * @iter: the reader
 *
 * Context: task, may sleep.
 */
void output_close(struct trace_iterator *iter)
{
	struct view *v = output_of(iter);
	const struct tracer *tracer = iter->trace;

	if (v->consume && tracer->pipe_close)
		tracer->pipe_close(iter);
	else if (!v->consume && tracer->close)
		tracer->close(iter);
	iter_free(v);
}

/**
 * output_dump_open - begin to read an instance when all may be lost
 * @tr: the instance
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 *
 * Context: any; there is one such reader, and the caller serialises its use.
 * Return: the reader, or NULL before view/ is ready.
 */
struct trace_iterator *output_dump_open(struct trace_array *tr, int cpu)
{
	struct view *v = iter_dump;

	if (!v)
		return NULL;
	iter_setup(v, tr, cpu);
	output_restart(v);
	v->round++;
	v->types_epoch = event_types_epoch();
	v->event.type = -1;
	return &v->iter;
}

struct trace_iterator *output_text_open(struct trace_array *tr)
{
	struct view *v = iter_new();

	if (!v)
		return ERR_PTR(-ENOMEM);
	v->atomic = true;
	v->iter.tr = tr;
	v->iter.trace = tr->tracer;
	v->iter.view = v;
	return &v->iter;
}

static void __init iter_dump_init(void)
{
	struct trace_seq *tmp;
	struct view *v;

	tmp = kzalloc(offsetof(struct trace_seq, buffer) + ITER_DUMP_TMP, GFP_KERNEL);
	v = kzalloc(offsetof(struct view, iter.seq.buffer) + ITER_DUMP_TEXT, GFP_KERNEL);
	if (tmp && v) {
		seq_buf_init(&tmp->seq, tmp->buffer, ITER_DUMP_TMP - 1);
		seq_buf_init(&v->iter.seq.seq, v->iter.seq.buffer, ITER_DUMP_TEXT - 1);
		v->iter.tmp_seq = tmp;
		v->consume = true;
		v->atomic = true;
		if (!iter_alloc(v, nr_cpu_ids)) {
			iter_dump = v;
			return;
		}
		iter_unalloc(v);
	}
	kfree(v);
	kfree(tmp);
}

static int __init iter_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(iter_locks); i++)
		init_rwsem(&iter_locks[i]);
	iter_dump_init();
	return 0;
}
core_initcall(iter_init);
