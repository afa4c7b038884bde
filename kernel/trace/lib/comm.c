// SPDX-License-Identifier: GPL-2.0
/*
 * Cache of task names and thread groups.
 *
 * Records carry a pid only. The name of a task is cached when a task that has
 * written a record is switched out or wakes another task. The table has few
 * slots, which are used in turn, and a map from the low bits of a pid to its
 * slot. A slot stores the whole pid, so pids with the same low bits are not
 * confused.
 *
 * Locking: comm_mutex serializes users and resizing. comm_lock protects the
 * table. It is an arch_spinlock_t because names are recorded in tracepoints,
 * including those of locks. The recording side only tries to take it: a name
 * that could not be recorded is recorded at the next switch.
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
 * struct comm_table - the cached names; protected by comm_lock
 * @size: number of slots
 * @used: number of slots that were ever filled
 * @next: index of the slot that is filled next
 * @map: index of a slot + 1, by the low bits of the pid; 0 for none
 * @slots: pids and names
 */
struct comm_table {
	unsigned int size;
	unsigned int used;
	unsigned int next;
	u16 map[COMM_MAP_SIZE];
	struct comm_slot slots[];
};

static DEFINE_MUTEX(comm_mutex);
static arch_spinlock_t comm_lock = __ARCH_SPIN_LOCK_UNLOCKED;
static struct comm_table *comm_table;
static unsigned int comm_size = COMM_SIZE;
static int comm_name_users;
static int comm_tgid_users;
static const struct trace_comm_source *comm_source;
static bool comm_connected;
static bool comm_kept;

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

static void comm_table_lock(void)
{
	preempt_disable_notrace();
	arch_spin_lock(&comm_lock);
}

static void comm_table_unlock(void)
{
	arch_spin_unlock(&comm_lock);
	preempt_enable_notrace();
}

/* Find the slot of @pid, or NULL. */
static struct comm_slot *comm_slot_find(struct comm_table *table, int pid)
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

	/*
	 * Pids with the same low bits share a slot: the later pid replaces the
	 * earlier.
	 */
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
		slot = comm_slot_find(comm_table, task->pid) ?:
		       comm_slot_new(comm_table, task->pid);
		memcpy(slot->comm, task->comm, TASK_COMM_LEN);
		slot->comm[TASK_COMM_LEN - 1] = '\0';
	}
	arch_spin_unlock(&comm_lock);
	return true;
}

/* Get the map from pid to thread group. comm_tgids_max is valid if it is not NULL. */
static int *comm_tgid_map(void)
{
	/*
	 * Pairs with comm_tgids_prepare(): comm_tgids_max is read after the
	 * pointer.
	 */
	return smp_load_acquire(&comm_tgids);
}

static void comm_save_tgid(struct task_struct *task)
{
	int *tgids = comm_tgid_map();

	if (tgids && task->pid > 0 && task->pid <= comm_tgids_max)
		WRITE_ONCE(tgids[task->pid], task->tgid);
}

/**
 * trace_comm_record - record the name of a task, and its thread group if requested
 * @task: the task
 *
 * Context: any. Does not wait: the name is not recorded if the table is locked.
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

/* Returns false if a name was not recorded because the table is locked. */
static __always_inline bool comm_record_pair(struct task_struct *one, struct task_struct *two)
{
	bool done = true;

	if (READ_ONCE(comm_tgid_users)) {
		comm_save_tgid(one);
		comm_save_tgid(two);
	}
	if (READ_ONCE(comm_name_users)) {
		done = comm_save(one);
		done &= comm_save(two);
	}
	return done;
}

/**
 * trace_comm_record_pair - record two tasks at a task switch or a wake-up
 * @one: task that may have written records
 * @two: the other task
 *
 * Called by the probes of the source, see trace_comm_set_source().
 *
 * Context: any, preemption off.
 */
void trace_comm_record_pair(struct task_struct *one, struct task_struct *two)
{
	if (__this_cpu_read(trace_cpu.comm_due) && comm_record_pair(one, two))
		__this_cpu_write(trace_cpu.comm_due, false);
}

/* A wake-up has recorded the names, or they could not be recorded earlier. */
static noinline void comm_record_switch_rest(struct task_struct *prev, struct task_struct *next)
{
	if (__this_cpu_read(trace_cpu.comm_wrote)) {
		prev->trace_recursion |= TRACE_COMM_MARKED;
		__this_cpu_write(trace_cpu.comm_wrote, false);
	}
	trace_comm_record_pair(prev, next);
}

/**
 * trace_comm_record_switch - mark a task that has written records, and record both tasks
 * @prev: current
 * @next: the other task
 *
 * Called by the probe of the source. Most often both are to be done, which is the first case.
 *
 * Context: task switch, interrupts off. No task switch interrupts code that modifies the word
 * of its task in which the mark is.
 */
void trace_comm_record_switch(struct task_struct *prev, struct task_struct *next)
{
	u16 both = __this_cpu_read(trace_cpu.comm_both);

	if (likely(both == TRACE_COMM_BOTH)) {
		prev->trace_recursion |= TRACE_COMM_MARKED;
		if (comm_record_pair(prev, next))
			__this_cpu_write(trace_cpu.comm_both, 0);
		else
			__this_cpu_write(trace_cpu.comm_wrote, false);
	} else if (both) {
		comm_record_switch_rest(prev, next);
	}
}

/**
 * trace_comm_is_recorded - test whether names of tasks are recorded
 *
 * Context: any.
 * Return: true between the first trace_comm_get() of names and the last trace_comm_put().
 */
bool trace_comm_is_recorded(void)
{
	return READ_ONCE(comm_name_users);
}

/* Once there may be records of a task, its end is of interest. */
static void comm_connect_ends(void)
{
	static bool connected;

	lockdep_assert_held(&comm_mutex);
	if (connected || !(comm_name_users || comm_kept) || !comm_source->connect_ends)
		return;
	connected = !comm_source->connect_ends();
}

/* Connect the source to its tracepoints as long as there are users. */
static void comm_update_source(void)
{
	bool needed = comm_name_users || comm_tgid_users;

	lockdep_assert_held(&comm_mutex);
	if (!comm_source)
		return;
	comm_connect_ends();
	if (needed == comm_connected)
		return;
	if (!needed)
		comm_source->disconnect();
	else if (comm_source->connect())
		return;
	comm_connected = needed;
}

/**
 * trace_comm_set_source - set the source that reports task switches and wake-ups
 * @source: the source, which is never removed
 *
 * Earlier requests by trace_comm_get() take effect now.
 *
 * Context: task, may sleep.
 */
void trace_comm_set_source(const struct trace_comm_source *source)
{
	mutex_lock(&comm_mutex);
	comm_source = source;
	comm_update_source();
	mutex_unlock(&comm_mutex);
}

static void comm_table_prepare(void)
{
	struct comm_table *table;

	if (comm_table)
		return;
	table = comm_table_alloc(comm_size);
	comm_table_lock();
	comm_table = table;
	comm_table_unlock();
}

static void comm_tgids_prepare(void)
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
 * trace_comm_get - request that names or thread groups are recorded
 * @what: TRACE_COMM_NAME, TRACE_COMM_TGID or both
 *
 * If there is no memory for the table, names of tasks show as ``<...>``.
 *
 * Context: task, may sleep.
 */
void trace_comm_get(unsigned int what)
{
	mutex_lock(&comm_mutex);
	if (what & TRACE_COMM_NAME) {
		comm_table_prepare();
		WRITE_ONCE(comm_name_users, comm_name_users + 1);
	}
	if (what & TRACE_COMM_TGID) {
		comm_tgids_prepare();
		WRITE_ONCE(comm_tgid_users, comm_tgid_users + 1);
	}
	comm_update_source();
	mutex_unlock(&comm_mutex);
}

/**
 * trace_comm_put - drop a request of trace_comm_get()
 * @what: the same bits
 *
 * Recorded names are kept.
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
	comm_update_source();
	mutex_unlock(&comm_mutex);
}

/**
 * trace_comm_keep - request that the names of marked tasks are kept, from now on
 *
 * trace_comm_get() of names includes this.
 *
 * Context: task, may sleep.
 */
void trace_comm_keep(void)
{
	if (READ_ONCE(comm_kept))
		return;
	mutex_lock(&comm_mutex);
	WRITE_ONCE(comm_kept, true);
	comm_update_source();
	mutex_unlock(&comm_mutex);
}

/**
 * trace_comm_find - get the recorded name of a task
 * @pid: pid of the task
 * @comm: set to the name, or to ``<...>`` if it was not recorded
 *
 * Context: any but NMI; takes comm_lock.
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

	comm_table_lock();
	if (comm_table)
		slot = comm_slot_find(comm_table, pid);
	if (slot)
		memcpy(comm, slot->comm, TASK_COMM_LEN);
	else
		strscpy(comm, "<...>", TASK_COMM_LEN);
	comm_table_unlock();
}

/**
 * trace_comm_is_locked - test whether trace_comm_find() would wait
 *
 * At a panic, the CPU that holds comm_lock may have been stopped.
 *
 * Context: any.
 * Return: true if a CPU holds comm_lock.
 */
bool trace_comm_is_locked(void)
{
	return arch_spin_is_locked(&comm_lock);
}

/**
 * trace_comm_tgid - get the recorded thread group of a task
 * @pid: pid of the task
 *
 * Context: any.
 * Return: pid of the thread group leader, or 0 if it was not recorded.
 */
int trace_comm_tgid(int pid)
{
	int *tgids = comm_tgid_map();

	if (!tgids || pid <= 0 || pid > comm_tgids_max)
		return 0;
	return READ_ONCE(tgids[pid]);
}

/**
 * trace_comm_size - get the size of the table of names
 *
 * Context: any.
 * Return: number of names that fit.
 */
unsigned int trace_comm_size(void)
{
	return READ_ONCE(comm_size);
}

/**
 * trace_comm_resize - change the size of the table of names
 * @entries: number of names, 1 to PID_MAX_DEFAULT
 *
 * All recorded names are dropped.
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if @entries is out of range; -ENOMEM.
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
	comm_table_lock();
	old = comm_table;
	comm_table = table;
	comm_table_unlock();
	WRITE_ONCE(comm_size, entries);
	mutex_unlock(&comm_mutex);

	kvfree(old);
	return 0;
}

/* Find the first filled slot from @at on. comm_lock is held. */
static struct comm_slot *comm_seq_slot(loff_t at)
{
	if (!comm_table || at >= comm_table->used)
		return NULL;
	return &comm_table->slots[at];
}

/**
 * trace_comm_seq_start - start the seq_file of recorded names
 * @pos: index of the slot
 *
 * Context: task; comm_lock is held until trace_comm_seq_stop().
 * Return: the slot, or NULL at the end.
 */
void *trace_comm_seq_start(loff_t *pos)
{
	comm_table_lock();
	return comm_seq_slot(*pos);
}

/**
 * trace_comm_seq_next - advance the seq_file of recorded names
 * @v: return value of the previous start or next
 * @pos: index of the slot, incremented
 *
 * Context: between start and stop.
 * Return: the next slot, or NULL at the end.
 */
void *trace_comm_seq_next(void *v, loff_t *pos)
{
	(*pos)++;
	return comm_seq_slot(*pos);
}

/**
 * trace_comm_seq_stop - stop the seq_file of recorded names
 *
 * Context: after trace_comm_seq_start(); releases comm_lock.
 */
void trace_comm_seq_stop(void)
{
	comm_table_unlock();
}

/**
 * trace_comm_seq_show - print one recorded name
 * @m: the seq_file
 * @v: return value of start or next
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
 * trace_tgid_seq_start - start the seq_file of recorded thread groups
 * @pos: pid, advanced to the first one with a thread group
 *
 * Context: task.
 * Return: entry of the pid, or NULL at the end.
 */
void *trace_tgid_seq_start(loff_t *pos)
{
	return comm_tgid_seq(pos);
}

/**
 * trace_tgid_seq_next - advance the seq_file of recorded thread groups
 * @v: return value of the previous start or next
 * @pos: pid, advanced to the next one with a thread group
 *
 * Context: task.
 * Return: entry of the pid, or NULL at the end.
 */
void *trace_tgid_seq_next(void *v, loff_t *pos)
{
	(*pos)++;
	return comm_tgid_seq(pos);
}

/**
 * trace_tgid_seq_show - print one recorded thread group
 * @m: the seq_file
 * @v: return value of start or next
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
