// SPDX-License-Identifier: GPL-2.0
/*
 * Names of tasks.
 *
 * Records carry a pid; the name is kept aside, when a task that wrote a record
 * is switched out or wakes another. The table has few slots, used in turn, and
 * a map from the low bits of a pid to its slot; a slot remembers the whole pid,
 * so that two pids with the same low bits are never mistaken for each other.
 *
 * Locking: comm_mutex serialises users and sizes. comm_lock protects the table;
 * it is an arch_spinlock_t since the recording side runs inside tracepoints,
 * those of locks included, and there it is only ever tried: a name missed now is
 * taken at the next switch.
 */
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/percpu.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/threads.h>

#include "lib.h"

#define COMM_SIZE	128
#define COMM_MAP_SIZE	PID_MAX_DEFAULT

struct comm_slot {
	int pid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct comm_table - the names
 * @size: slots
 * @used: slots that were ever filled
 * @next: the slot to be used next
 * @map: low bits of a pid -> slot + 1, 0 for none
 * @slots: the names
 */
struct comm_table {
	unsigned int size;
	unsigned int used;
	unsigned int next;
	u16 map[COMM_MAP_SIZE];
	struct comm_slot slots[];
};

DEFINE_PER_CPU(bool, trace_comm_due);

static DEFINE_MUTEX(comm_mutex);
static arch_spinlock_t comm_lock = __ARCH_SPIN_LOCK_UNLOCKED;
static struct comm_table *comm_table;
static unsigned int comm_size = COMM_SIZE;
static int comm_name_users;
static int comm_tgid_users;
static const struct trace_comm_source *comm_source;
static bool comm_connected;

static int *comm_tgids;
static int comm_tgids_max;

static struct comm_table *comm_table_alloc(unsigned int size)
{
	struct comm_table *table;

	table = kvzalloc(struct_size(table, slots, size), GFP_KERNEL);
	if (table)
		table->size = size;
	return table;
}

static void comm_take(void)
{
	preempt_disable_notrace();
	arch_spin_lock(&comm_lock);
}

static void comm_release(void)
{
	arch_spin_unlock(&comm_lock);
	preempt_enable_notrace();
}

/* The slot that belongs to @pid, or NULL. */
static struct comm_slot *comm_slot_of(struct comm_table *table, int pid)
{
	unsigned int at = table->map[pid & (COMM_MAP_SIZE - 1)];

	if (!at || table->slots[at - 1].pid != pid)
		return NULL;
	return &table->slots[at - 1];
}

static struct comm_slot *comm_slot_new(struct comm_table *table, int pid)
{
	u16 *at = &table->map[pid & (COMM_MAP_SIZE - 1)];
	struct comm_slot *slot;

	/* Pids with the same low bits share a slot: the later one wins. */
	if (!*at) {
		slot = &table->slots[table->next];
		if (slot->pid)
			table->map[slot->pid & (COMM_MAP_SIZE - 1)] = 0;
		*at = ++table->next;
		table->used = max(table->used, table->next);
		if (table->next == table->size)
			table->next = 0;
	}
	slot = &table->slots[*at - 1];
	slot->pid = pid;
	return slot;
}

static bool comm_save(struct task_struct *task)
{
	struct comm_slot *slot;

	if (!task->pid)
		return true;
	if (!arch_spin_trylock(&comm_lock))
		return false;
	if (comm_table) {
		slot = comm_slot_of(comm_table, task->pid) ?:
		       comm_slot_new(comm_table, task->pid);
		memcpy(slot->comm, task->comm, TASK_COMM_LEN);
		slot->comm[TASK_COMM_LEN - 1] = '\0';
	}
	arch_spin_unlock(&comm_lock);
	return true;
}

/* The map of thread groups, and with it how large it is. */
static int *comm_tgid_map(void)
{
	/* Pairs with comm_tgids_ready(): the limit before the array. */
	return smp_load_acquire(&comm_tgids);
}

static void comm_save_tgid(struct task_struct *task)
{
	int *tgids = comm_tgid_map();

	if (tgids && task->pid > 0 && task->pid <= comm_tgids_max)
		WRITE_ONCE(tgids[task->pid], task->tgid);
}

/**
 * trace_comm_record - keep a task's name, and its thread group when wanted
 * @task: the task
 *
 * Context: any. Does not wait: when the table is busy the name is not taken.
 */
void trace_comm_record(struct task_struct *task)
{
	preempt_disable_notrace();
	if (READ_ONCE(comm_tgid_users))
		comm_save_tgid(task);
	if (READ_ONCE(comm_name_users))
		comm_save(task);
	preempt_enable_notrace();
}

/**
 * trace_comm_pair - one task gives way to another, or wakes it
 * @one: the task that may have written records
 * @two: the other
 *
 * Context: any, preemption off; the probes of the source call this.
 */
void trace_comm_pair(struct task_struct *one, struct task_struct *two)
{
	bool done = true;

	if (!__this_cpu_read(trace_comm_due))
		return;

	if (READ_ONCE(comm_tgid_users)) {
		comm_save_tgid(one);
		comm_save_tgid(two);
	}
	if (READ_ONCE(comm_name_users)) {
		done = comm_save(one);
		done &= comm_save(two);
	}
	if (done)
		__this_cpu_write(trace_comm_due, false);
}

/* Be told of switches while somebody wants names, and no longer. */
static void comm_connect(void)
{
	bool wanted = comm_name_users || comm_tgid_users;

	lockdep_assert_held(&comm_mutex);
	if (!comm_source || wanted == comm_connected)
		return;
	if (!wanted)
		comm_source->disconnect();
	else if (comm_source->connect())
		return;
	comm_connected = wanted;
}

/**
 * trace_comm_set_source - say who tells of switches
 * @source: it, forever
 *
 * Whoever asked for names before is served from now on.
 *
 * Context: task, may sleep.
 */
void trace_comm_set_source(const struct trace_comm_source *source)
{
	mutex_lock(&comm_mutex);
	comm_source = source;
	comm_connect();
	mutex_unlock(&comm_mutex);
}

static void comm_table_ready(void)
{
	struct comm_table *table;

	if (comm_table)
		return;
	table = comm_table_alloc(comm_size);
	comm_take();
	comm_table = table;
	comm_release();
}

static void comm_tgids_ready(void)
{
	int *tgids;

	if (comm_tgids)
		return;
	comm_tgids_max = pid_max;
	tgids = kvcalloc(comm_tgids_max + 1, sizeof(*tgids), GFP_KERNEL);
	/* Pairs with comm_tgid_map(). */
	smp_store_release(&comm_tgids, tgids);
}

/**
 * trace_comm_get - somebody wants names or thread groups recorded
 * @what: TRACE_COMM_NAME, TRACE_COMM_TGID or both
 *
 * When there is no memory for the table, tasks show as ``<...>``.
 *
 * Context: task, may sleep.
 */
void trace_comm_get(unsigned int what)
{
	mutex_lock(&comm_mutex);
	if (what & TRACE_COMM_NAME) {
		comm_table_ready();
		WRITE_ONCE(comm_name_users, comm_name_users + 1);
	}
	if (what & TRACE_COMM_TGID) {
		comm_tgids_ready();
		WRITE_ONCE(comm_tgid_users, comm_tgid_users + 1);
	}
	comm_connect();
	mutex_unlock(&comm_mutex);
}

/**
 * trace_comm_put - takes back what trace_comm_get() asked for
 * @what: the same bits
 *
 * Names that were recorded stay.
 *
 * Context: task, may sleep.
 */
void trace_comm_put(unsigned int what)
{
	mutex_lock(&comm_mutex);
	if (what & TRACE_COMM_NAME)
		WRITE_ONCE(comm_name_users, comm_name_users - 1);
	if (what & TRACE_COMM_TGID)
		WRITE_ONCE(comm_tgid_users, comm_tgid_users - 1);
	comm_connect();
	mutex_unlock(&comm_mutex);
}

/**
 * trace_comm_find - the name of a task that was recorded
 * @pid: the task
 * @comm: where the name goes; ``<...>`` when it is not known
 *
 * Context: any but NMI; waits for a writer on another CPU.
 */
void trace_comm_find(int pid, char comm[TASK_COMM_LEN])
{
	struct comm_slot *slot = NULL;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	if (WARN_ON_ONCE(pid < 0)) {
		strscpy(comm, "<XXX>", TASK_COMM_LEN);
		return;
	}

	comm_take();
	if (comm_table)
		slot = comm_slot_of(comm_table, pid);
	if (slot)
		memcpy(comm, slot->comm, TASK_COMM_LEN);
	else
		strscpy(comm, "<...>", TASK_COMM_LEN);
	comm_release();
}

/**
 * trace_comm_tgid - the thread group of a task that was recorded
 * @pid: the task
 *
 * Context: any.
 * Return: the thread group, or 0 when it is not known.
 */
int trace_comm_tgid(int pid)
{
	int *tgids = comm_tgid_map();

	if (!tgids || pid <= 0 || pid > comm_tgids_max)
		return 0;
	return READ_ONCE(tgids[pid]);
}

/**
 * trace_comm_size - how many names are kept
 *
 * Context: any.
 */
unsigned int trace_comm_size(void)
{
	return READ_ONCE(comm_size);
}

/**
 * trace_comm_resize - keep another number of names
 * @entries: 1 to PID_MAX_DEFAULT; the names recorded so far are dropped
 *
 * Context: task, may sleep.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int trace_comm_resize(unsigned int entries)
{
	struct comm_table *table, *old;

	if (!entries || entries > PID_MAX_DEFAULT)
		return -EINVAL;

	table = comm_table_alloc(entries);
	if (!table)
		return -ENOMEM;

	mutex_lock(&comm_mutex);
	comm_take();
	old = comm_table;
	comm_table = table;
	comm_release();
	WRITE_ONCE(comm_size, entries);
	mutex_unlock(&comm_mutex);

	kvfree(old);
	return 0;
}

/* Called with the table taken: the first filled slot at or after @at. */
static struct comm_slot *comm_seq_slot(loff_t at)
{
	if (!comm_table || at >= comm_table->used)
		return NULL;
	return &comm_table->slots[at];
}

/**
 * trace_comm_seq_start - seq_file start of the names; takes the table
 * @pos: the slot
 *
 * Context: task; preemption is off until trace_comm_seq_stop().
 */
void *trace_comm_seq_start(loff_t *pos)
{
	comm_take();
	return comm_seq_slot(*pos);
}

/**
 * trace_comm_seq_next - seq_file next of the names
 * @v: what start or next returned
 * @pos: the slot, advanced
 *
 * Context: between start and stop.
 */
void *trace_comm_seq_next(void *v, loff_t *pos)
{
	(*pos)++;
	return comm_seq_slot(*pos);
}

/**
 * trace_comm_seq_stop - seq_file stop of the names; releases the table
 *
 * Context: after trace_comm_seq_start().
 */
void trace_comm_seq_stop(void)
{
	comm_release();
}

/**
 * trace_comm_seq_show - seq_file show of the names
 * @m: the file
 * @v: what start or next returned
 *
 * Context: between start and stop.
 * Return: 0.
 */
int trace_comm_seq_show(struct seq_file *m, void *v)
{
	struct comm_slot *slot = v;

	seq_printf(m, "%d %s\n", slot->pid, slot->comm);
	return 0;
}

static void *comm_tgid_seq(loff_t *pos)
{
	int *tgids = comm_tgid_map();

	if (!tgids)
		return NULL;
	for (; *pos <= comm_tgids_max; (*pos)++) {
		if (READ_ONCE(tgids[*pos]))
			return &tgids[*pos];
	}
	return NULL;
}

/**
 * trace_tgid_seq_start - seq_file start of the thread groups
 * @pos: the pid, advanced to one that is known
 *
 * Context: task.
 */
void *trace_tgid_seq_start(loff_t *pos)
{
	return comm_tgid_seq(pos);
}

/**
 * trace_tgid_seq_next - seq_file next of the thread groups
 * @v: what start or next returned
 * @pos: the pid, advanced to the next that is known
 *
 * Context: task.
 */
void *trace_tgid_seq_next(void *v, loff_t *pos)
{
	(*pos)++;
	return comm_tgid_seq(pos);
}

/**
 * trace_tgid_seq_show - seq_file show of the thread groups
 * @m: the file
 * @v: what start or next returned
 *
 * Context: task.
 * Return: 0.
 */
int trace_tgid_seq_show(struct seq_file *m, void *v)
{
	int *tgid = v;

	seq_printf(m, "%d %d\n", (int)(tgid - comm_tgids), READ_ONCE(*tgid));
	return 0;
}
