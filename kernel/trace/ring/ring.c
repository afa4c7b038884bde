// SPDX-License-Identifier: GPL-2.0
/* Allocation of buffers, CPU hotplug, and the settings and switches of a buffer. */
#include "internal.h"

/*
 * Set in trace_buffer.disabled by ring_buffer_record_off(). The bits below it
 * are a count.
 */
#define RING_OFF	BIT(20)

/*
 * Writer of all CPUs without a ring. It refuses each record, so its base is not
 * used.
 */
static struct ring_writer ring_no_writer = { .slow_flags = RING_SLOW_OFF };

static enum cpuhp_state ring_hotplug;

/* To be called after a change of a condition that applies to all rings. */
static void ring_slow_flags_update_all(struct ring_owner *owner)
{
	int cpu;

	/* RB(update_all:A) */
	smp_mb();
	for_each_cpu(cpu, owner->cpumask)
		ring_slow_flags_update(ring_get(owner, cpu));
}

static void ring_cpu_free(struct ring_cpu *rc)
{
	LIST_HEAD(pages);
	unsigned int i;

	if (rc->owner->persist)
		return;
	for (i = 0; i <= rc->store.nr; i++)
		list_add(&rc->store.pages[i]->link, &pages);
	ring_store_pages_free(&pages, rc->store.order);
	ring_store_free(&rc->store);
	kfree(rc);
}

static struct ring_cpu *ring_cpu_alloc(struct ring_owner *owner, int cpu)
{
	struct ring_cpu *rc;
	LIST_HEAD(pages);

	if (owner->persist)
		return ring_persist_cpu(owner, cpu);
	rc = kzalloc_node(sizeof(*rc), GFP_KERNEL, cpu_to_node(cpu));
	if (!rc)
		return NULL;
	rc->owner = owner;
	rc->cpu = cpu;
	rc->bytes = owner->bytes;
	atomic_set(&rc->w.wake, RING_WAKE_NONE);
	raw_spin_lock_init(&rc->reader_lock);
	lockdep_set_class(&rc->reader_lock, owner->key);
	if (ring_store_alloc(&rc->store, owner->nr, owner->order))
		goto fail;
	if (ring_store_pages_alloc(&pages, owner->nr + 1, cpu, owner->order))
		goto fail_pages;
	ring_store_start_cpu(rc, &pages);
	return rc;

fail_pages:
	ring_store_pages_free(&pages, owner->order);
	ring_store_free(&rc->store);
fail:
	kfree(rc);
	return NULL;
}

/* Add a ring for @cpu, unless it has one. */
static int ring_cpu_add(struct ring_owner *owner, int cpu)
{
	struct ring_cpu *rc;

	if (cpumask_test_cpu(cpu, owner->cpumask))
		return 0;
	rc = ring_cpu_alloc(owner, cpu);
	if (!rc)
		return -ENOMEM;
	rc->budget.rate = owner->budget;
	ring_budget_start(rc);
	/* The CPU is not online, or the buffer is not published yet. */
	/* RB(add:A) */
	smp_store_release(per_cpu_ptr(owner->pub.writers, cpu), &rc->w);
	/* RB(add:B) */
	smp_wmb();
	cpumask_set_cpu(cpu, owner->cpumask);
	ring_slow_flags_update(rc);
	return 0;
}

static int ring_cpu_prepare(unsigned int cpu, struct hlist_node *node)
{
	return ring_cpu_add(hlist_entry(node, struct ring_owner, node), cpu);
}

/* The first buffer is allocated during boot, when no other task allocates one. */
static int ring_hotplug_init(void)
{
	int ret;

	if (ring_hotplug)
		return 0;
	ret = cpuhp_setup_state_multi(CPUHP_TRACE_RB_PREPARE, "trace/ring:prepare",
				      ring_cpu_prepare, NULL);
	if (ret < 0)
		return ret;
	ring_hotplug = CPUHP_TRACE_RB_PREPARE;
	return 0;
}

static void ring_owner_free(struct ring_owner *owner)
{
	int cpu;

	for_each_cpu(cpu, owner->cpumask)
		ring_cpu_free(ring_get(owner, cpu));
	ring_persist_free(owner->persist);
	kfree(owner->waits);
	ring_writers_free(owner->pub.writers);
	free_cpumask_var(owner->cpumask);
	kfree(owner);
}

static struct ring_owner *ring_owner_alloc(void)
{
	struct ring_owner *owner = kzalloc(sizeof(*owner), GFP_KERNEL);
	int cpu;

	if (!owner)
		return NULL;
	if (!zalloc_cpumask_var(&owner->cpumask, GFP_KERNEL)) {
		kfree(owner);
		return NULL;
	}
	owner->pub.writers = ring_writers_alloc();
	owner->waits = kcalloc(nr_cpu_ids, sizeof(*owner->waits), GFP_KERNEL);
	if (!owner->pub.writers || !owner->waits) {
		ring_owner_free(owner);
		return NULL;
	}
	for_each_possible_cpu(cpu)
		per_cpu_ptr(owner->pub.writers, cpu)[0] = &ring_no_writer;
	mutex_init(&owner->lock);
	ring_waits_init(owner);
	return owner;
}

/**
 * __ring_buffer_alloc - allocate a buffer
 * @size: capacity of each CPU's ring for records, in bytes
 * @flags: RB_FL_OVERWRITE or 0
 * @key: lockdep class of the buffer's locks, see ring_buffer_alloc()
 *
 * A CPU gets its ring when it comes online for the first time, and keeps it
 * when it goes offline.
 *
 * Context: task, may sleep. Usable early in boot.
 * Return: the buffer, or NULL if there is not enough memory.
 */
struct trace_buffer *__ring_buffer_alloc(unsigned long size, unsigned int flags,
					 struct lock_class_key *key)
{
	struct ring_owner *owner;
	unsigned long nr;

	nr = ring_pages_for(size, 0);
	if (nr > RING_MAX_INDEX || ring_hotplug_init())
		return NULL;
	owner = ring_owner_alloc();
	if (!owner)
		return NULL;
	owner->nr = nr;
	owner->bytes = ring_bytes_of(nr, 0);
	owner->key = key;
	owner->overwrite = flags & RB_FL_OVERWRITE;
	owner->pub.clock = trace_clock_local;
	/* In early boot CPU hotplug does not know the boot CPU. */
	if (ring_cpu_add(owner, raw_smp_processor_id()) ||
	    cpuhp_state_add_instance(ring_hotplug, &owner->node)) {
		ring_owner_free(owner);
		return NULL;
	}
	return &owner->pub;
}
EXPORT_SYMBOL_GPL(__ring_buffer_alloc);

/**
 * ring_persist_alloc - allocate a buffer in memory that survives a reboot
 * @mem: the memory, whole pages
 * @bytes: size of @mem, which is divided among all possible CPUs
 * @flags: RB_FL_OVERWRITE or 0
 * @key: identifies the kernel image
 * @base: address of the kernel text: see ring_buffer_text_delta()
 * @kept: set to the number of records of the last boot
 *
 * The size of the buffer is fixed.
 *
 * Context: task, may sleep. Usable early in boot.
 * Return: the buffer, or NULL if @mem is too small or there is not enough
 * memory.
 */
struct trace_buffer *ring_persist_alloc(void *mem, size_t bytes,
					unsigned int flags, u64 key,
					unsigned long base, unsigned long *kept)
{
	struct ring_owner *owner;
	int cpu, ret = -ENOMEM;

	if (ring_hotplug_init())
		return NULL;
	owner = ring_owner_alloc();
	if (!owner)
		return NULL;
	owner->overwrite = flags & RB_FL_OVERWRITE;
	owner->pub.clock = trace_clock_local;
	atomic_inc(&owner->pinned);
	owner->persist = ring_persist_init(mem, bytes, key, base);
	if (!owner->persist)
		goto fail;
	owner->nr = ring_persist_slots(owner->persist);
	owner->bytes = ring_bytes_of(owner->nr, 0);
	/* CPUs that are not online yet may have records of the last boot. */
	for_each_possible_cpu(cpu) {
		ret = ring_cpu_add(owner, cpu);
		if (ret)
			goto fail;
	}
	ret = cpuhp_state_add_instance(ring_hotplug, &owner->node);
	if (ret)
		goto fail;
	*kept = ring_persist_kept(owner->persist);
	ring_persist_ready(owner->persist);
	return &owner->pub;
fail:
	ring_owner_free(owner);
	return NULL;
}

/**
 * ring_buffer_add_cpus - add rings for all CPUs that another buffer has rings for
 * @buffer: the buffer
 * @like: the other buffer, of the same sub-buffer order; its size does not
 *	change meanwhile
 *
 * A CPU that is offline while @buffer is allocated gets no ring in it, but has
 * a ring and records in an older buffer. Rings that are added for CPUs later
 * have the size that they have in @like.
 *
 * Context: task, may sleep; takes cpus_read_lock() and the mutex of @buffer.
 * Return: 0, or -ENOMEM; then rings of some CPUs may have been added.
 */
int ring_buffer_add_cpus(struct trace_buffer *buffer, struct trace_buffer *like)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	struct ring_owner *other = ring_owner_of(like);
	int cpu, ret = 0;

	cpus_read_lock();
	mutex_lock(&owner->lock);
	owner->nr = READ_ONCE(other->nr);
	owner->bytes = READ_ONCE(other->bytes);
	for_each_cpu(cpu, other->cpumask) {
		ret = ring_cpu_add(owner, cpu);
		if (ret)
			break;
	}
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
	return ret;
}

/**
 * ring_buffer_free - free a buffer
 * @buffer: the buffer, which is not used or waited for any more
 *
 * Context: task, may sleep.
 */
void ring_buffer_free(struct trace_buffer *buffer)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	cpuhp_state_remove_instance(ring_hotplug, &owner->node);
	ring_waits_stop(owner);
	ring_owner_free(owner);
}
EXPORT_SYMBOL_GPL(ring_buffer_free);

/**
 * ring_buffer_change_overwrite - select which records a full ring loses
 * @buffer: the buffer
 * @val: nonzero: overwrite the oldest records; 0: drop new records
 *
 * Context: any.
 */
void ring_buffer_change_overwrite(struct trace_buffer *buffer, int val)
{
	WRITE_ONCE(ring_owner_of(buffer)->overwrite, !!val);
}
EXPORT_SYMBOL_GPL(ring_buffer_change_overwrite);

/**
 * ring_buffer_set_clock - set the clock that stamps records
 * @buffer: the buffer; reset it if it has records of another clock
 * @clock: function that reads the clock, in any context
 *
 * Context: any.
 */
void ring_buffer_set_clock(struct trace_buffer *buffer, u64 (*clock)(void))
{
	WRITE_ONCE(buffer->clock, clock);
	ring_slow_flags_update_all(ring_owner_of(buffer));
}

/**
 * ring_buffer_set_time_stamp_abs - select absolute timestamps
 * @buffer: the buffer
 * @abs: true if each record gets an absolute timestamp
 *
 * Context: any.
 */
void ring_buffer_set_time_stamp_abs(struct trace_buffer *buffer, bool abs)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	WRITE_ONCE(owner->absolute, abs);
	ring_slow_flags_update_all(owner);
}

/**
 * ring_buffer_time_stamp_abs - test whether records have absolute timestamps
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if each record has an absolute timestamp.
 */
bool ring_buffer_time_stamp_abs(struct trace_buffer *buffer)
{
	return READ_ONCE(ring_owner_of(buffer)->absolute);
}

/**
 * ring_buffer_time_stamp - read the clock of a buffer
 * @buffer: the buffer
 *
 * Context: any, NMI included.
 * Return: present time of this CPU, in the unit of the clock.
 */
u64 ring_buffer_time_stamp(struct trace_buffer *buffer)
{
	u64 ts;

	preempt_disable_notrace();
	ts = ring_clock(buffer);
	preempt_enable_notrace();
	return ts;
}
EXPORT_SYMBOL_GPL(ring_buffer_time_stamp);

/**
 * ring_buffer_normalize_time_stamp - convert a stored timestamp to the clock's unit
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @ts: the timestamp
 *
 * Timestamps are stored in the unit of the clock, so nothing is converted.
 *
 * Context: any.
 */
void ring_buffer_normalize_time_stamp(struct trace_buffer *buffer,
				      int cpu, u64 *ts)
{
}
EXPORT_SYMBOL_GPL(ring_buffer_normalize_time_stamp);

/**
 * ring_buffer_subbuf_size_get - get the size of a sub-buffer
 * @buffer: the buffer
 *
 * Context: any.
 * Return: bytes, including the header of the sub-buffer.
 */
int ring_buffer_subbuf_size_get(struct trace_buffer *buffer)
{
	return PAGE_SIZE << READ_ONCE(ring_owner_of(buffer)->order);
}
EXPORT_SYMBOL_GPL(ring_buffer_subbuf_size_get);

/**
 * ring_buffer_subbuf_order_get - get the order of a sub-buffer
 * @buffer: the buffer
 *
 * Context: any.
 * Return: binary logarithm of the number of pages.
 */
int ring_buffer_subbuf_order_get(struct trace_buffer *buffer)
{
	return READ_ONCE(ring_owner_of(buffer)->order);
}
EXPORT_SYMBOL_GPL(ring_buffer_subbuf_order_get);

/**
 * ring_buffer_max_event_size - get the size of the longest payload
 * @buffer: the buffer
 *
 * Context: any.
 * Return: bytes.
 */
unsigned long ring_buffer_max_event_size(struct trace_buffer *buffer)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	unsigned long bytes = ring_data_bytes(READ_ONCE(owner->order));

	if (READ_ONCE(owner->absolute))
		bytes -= RING_EXTEND_WORDS * sizeof(u32);
	return bytes - 2 * sizeof(u32);
}
EXPORT_SYMBOL_GPL(ring_buffer_max_event_size);

/**
 * ring_buffer_record_disable - disable recording
 * @buffer: the buffer
 *
 * The calls are counted; ring_buffer_record_enable() has to be called as often
 * to enable recording again. Records that were reserved before may still be
 * written.
 *
 * Context: any.
 */
void ring_buffer_record_disable(struct trace_buffer *buffer)
{
	atomic_inc(&buffer->disabled);
	ring_slow_flags_update_all(ring_owner_of(buffer));
}
EXPORT_SYMBOL_GPL(ring_buffer_record_disable);

/**
 * ring_buffer_record_enable - undo one ring_buffer_record_disable()
 * @buffer: the buffer
 *
 * Context: any.
 */
void ring_buffer_record_enable(struct trace_buffer *buffer)
{
	atomic_dec(&buffer->disabled);
	ring_slow_flags_update_all(ring_owner_of(buffer));
}
EXPORT_SYMBOL_GPL(ring_buffer_record_enable);

/**
 * ring_buffer_record_disable_cpu - disable recording on one CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * The calls are counted per CPU, separately from ring_buffer_record_disable().
 *
 * Context: any.
 */
void ring_buffer_record_disable_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	if (!rc)
		return;
	atomic_inc(&rc->disabled);
	ring_slow_flags_update(rc);
}
EXPORT_SYMBOL_GPL(ring_buffer_record_disable_cpu);

/**
 * ring_buffer_record_enable_cpu - undo one ring_buffer_record_disable_cpu()
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any.
 */
void ring_buffer_record_enable_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	if (!rc)
		return;
	atomic_dec(&rc->disabled);
	ring_slow_flags_update(rc);
}
EXPORT_SYMBOL_GPL(ring_buffer_record_enable_cpu);

/**
 * ring_buffer_record_off - switch recording off
 * @buffer: the buffer
 *
 * This is a switch, separate from the count of ring_buffer_record_disable().
 *
 * Context: any.
 */
void ring_buffer_record_off(struct trace_buffer *buffer)
{
	atomic_or(RING_OFF, &buffer->disabled);
	ring_slow_flags_update_all(ring_owner_of(buffer));
}
EXPORT_SYMBOL_GPL(ring_buffer_record_off);

/**
 * ring_buffer_record_on - switch recording on
 * @buffer: the buffer
 *
 * Context: any.
 */
void ring_buffer_record_on(struct trace_buffer *buffer)
{
	atomic_andnot(RING_OFF, &buffer->disabled);
	ring_slow_flags_update_all(ring_owner_of(buffer));
}
EXPORT_SYMBOL_GPL(ring_buffer_record_on);

/**
 * ring_buffer_record_is_on - test whether the buffer records
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if recording is switched on and not disabled.
 */
bool ring_buffer_record_is_on(struct trace_buffer *buffer)
{
	return !atomic_read(&buffer->disabled);
}

/**
 * ring_buffer_record_is_set_on - test whether recording is switched on
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if recording is switched on, even if it is disabled at present.
 */
bool ring_buffer_record_is_set_on(struct trace_buffer *buffer)
{
	return !(atomic_read(&buffer->disabled) & RING_OFF);
}
