// SPDX-License-Identifier: GPL-2.0
/*
 * Names of tasks that exist no longer, and former names of tasks.
 *
 * A record has the pid of its task only. As long as the task exists, it has its name and
 * thread group itself. When it exits or gets another name, what it had is kept here, with
 * the time until which that was valid, because a later task may have the same pid.
 *
 * An entry is added when a task begins to exit, and gets its time when the task is freed,
 * as the task writes records until its last switch. An entry of a task without any record
 * is removed then: the scheduler's probe marks tasks that have written one. Entries are
 * dropped when each ring buffer has only records that are younger, and in any case when
 * there are more than the ring buffers could have a record for.
 *
 * Locking: comm_past_lock protects the list, and changes of the hash table. Readers of the
 * hash table use RCU. Entries are allocated beforehand by a worker, since the probes that
 * use them run with preemption off, where a kernel with PREEMPT_RT cannot allocate.
 */
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rculist.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "lib.h"

#define COMM_PAST_BITS		10
#define COMM_PAST_SPARE		512	/* entries that are allocated beforehand */
#define COMM_PAST_MIN		4096	/* entries that are not worth a search for old ones */
#define COMM_PAST_BATCH		128	/* entries that are dropped without releasing the lock */

/**
 * struct comm_past - a name that a task had
 * @node: in comm_past_hash; RCU
 * @list: in comm_past_list, in the order of @end; or in comm_past_spare; empty while the task
 *	exits
 * @rcu: frees the entry
 * @pid: pid of the task
 * @tgid: its thread group
 * @ns: its pids in namespaces
 * @end: the name was valid until then, by each clock; U64_MAX while the task exits
 * @comm: the name
 */
struct comm_past {
	struct hlist_node	node;
	struct list_head	list;
	struct rcu_head		rcu;
	int			pid;
	int			tgid;
	u64			end[TRACE_COMM_CLOCKS];
	struct trace_comm_ns	ns;
	char			comm[TASK_COMM_LEN];
};

static DEFINE_RAW_SPINLOCK(comm_past_lock);
static DEFINE_HASHTABLE(comm_past_hash, COMM_PAST_BITS);
static LIST_HEAD(comm_past_list);
static LIST_HEAD(comm_past_spare);
static unsigned int comm_past_spares;
static unsigned int comm_past_count;
static unsigned int comm_past_check = COMM_PAST_MIN;	/* count at which old ones are dropped */
static const struct trace_comm_keeper *comm_past_keeper;

static void comm_past_work_run(struct work_struct *work);
static DECLARE_WORK(comm_past_work, comm_past_work_run);

/* Adding entries */

static struct comm_past *comm_past_spare_get(void)
{
	struct comm_past *past;
	unsigned long flags;

	raw_spin_lock_irqsave(&comm_past_lock, flags);
	past = list_first_entry_or_null(&comm_past_spare, struct comm_past, list);
	if (past) {
		list_del(&past->list);
		comm_past_spares--;
	}
	raw_spin_unlock_irqrestore(&comm_past_lock, flags);
	if (!past && !IS_ENABLED(CONFIG_PREEMPT_RT))
		past = kmalloc(sizeof(*past), GFP_ATOMIC | __GFP_NOWARN);
	return past;
}

/* The clocks of clock/ are made of these. */
static void comm_past_set_end(struct comm_past *past)
{
	WRITE_ONCE(past->end[TRACE_COMM_LOCAL], sched_clock());
	WRITE_ONCE(past->end[TRACE_COMM_GLOBAL], local_clock());
	WRITE_ONCE(past->end[TRACE_COMM_MONO], ktime_get_mono_fast_ns());
}

static void comm_past_add(struct task_struct *task, bool ended)
{
	struct comm_past *past = comm_past_spare_get();
	unsigned long flags;
	bool low;

	if (past) {
		past->pid = task->pid;
		past->tgid = task->tgid;
		trace_comm_ns_save(&past->ns, task);
		memcpy(past->comm, task->comm, TASK_COMM_LEN);
		past->comm[TASK_COMM_LEN - 1] = '\0';
		memset(past->end, 0xff, sizeof(past->end));
		if (ended)
			comm_past_set_end(past);
	}
	raw_spin_lock_irqsave(&comm_past_lock, flags);
	if (past) {
		hash_add_rcu(comm_past_hash, &past->node, past->pid);
		if (ended)
			list_add_tail(&past->list, &comm_past_list);
		else
			INIT_LIST_HEAD(&past->list);
		comm_past_count++;
	}
	low = comm_past_spares < COMM_PAST_SPARE * 3 / 4 || comm_past_count > comm_past_check;
	raw_spin_unlock_irqrestore(&comm_past_lock, flags);
	if (low)
		queue_work(system_unbound_wq, &comm_past_work);
}

static void comm_past_del(struct comm_past *past)
{
	lockdep_assert_held(&comm_past_lock);

	hash_del_rcu(&past->node);
	list_del(&past->list);
	comm_past_count--;
	kfree_rcu(past, rcu);
}

/* The oldest entry of a task that is exiting with this pid. */
static struct comm_past *comm_past_exiting(int pid)
{
	struct comm_past *past, *found = NULL;

	lockdep_assert_held(&comm_past_lock);

	hash_for_each_possible(comm_past_hash, past, node, pid) {
		if (past->pid == pid && past->end[TRACE_COMM_LOCAL] == U64_MAX)
			found = past;
	}
	return found;
}

/**
 * trace_comm_exit - keep the name of a task that begins to exit
 * @task: current
 *
 * Context: tracepoint sched_process_exit.
 */
void trace_comm_exit(struct task_struct *task)
{
	if (trace_comm_is_recorded() || trace_comm_is_marked(task))
		comm_past_add(task, false);
}

/**
 * trace_comm_free - set the time until which the name of a task was valid
 * @task: the task, which exists no longer
 *
 * Context: tracepoint sched_process_free.
 */
void trace_comm_free(struct task_struct *task)
{
	struct comm_past *past;
	unsigned long flags;

	raw_spin_lock_irqsave(&comm_past_lock, flags);
	past = comm_past_exiting(task->pid);
	if (past && trace_comm_is_marked(task)) {
		comm_past_set_end(past);
		list_add_tail(&past->list, &comm_past_list);
	} else if (past) {
		comm_past_del(past);
	}
	raw_spin_unlock_irqrestore(&comm_past_lock, flags);
}

/**
 * trace_comm_rename - keep the name of a task that gets another one
 * @task: the task, which still has the former name
 * @name: the new name
 *
 * Context: tracepoint task_rename.
 */
void trace_comm_rename(struct task_struct *task, const char *name)
{
	bool may_write = trace_comm_is_recorded() &&
			 (task != current || this_cpu_read(trace_cpu.comm_wrote));

	if ((trace_comm_is_marked(task) || may_write) &&
	    strncmp(task->comm, name, TASK_COMM_LEN))
		comm_past_add(task, true);
}

/* Dropping entries */

static bool comm_past_is_needed(const struct comm_past *past,
				const struct trace_comm_oldest *oldest)
{
	int i;

	if (comm_past_count > oldest->limit)
		return false;
	if (oldest->unknown)
		return true;
	for (i = 0; i < TRACE_COMM_CLOCKS; i++) {
		if (past->end[i] >= oldest->time[i])
			return true;
	}
	return false;
}

/* Returns the number of entries that were dropped; more of them may be left if it is not 0. */
static unsigned int comm_past_drop_some(const struct trace_comm_oldest *oldest)
{
	unsigned int dropped = 0;
	struct comm_past *past;
	unsigned long flags;

	raw_spin_lock_irqsave(&comm_past_lock, flags);
	while (dropped < COMM_PAST_BATCH) {
		past = list_first_entry_or_null(&comm_past_list, struct comm_past, list);
		if (!past || comm_past_is_needed(past, oldest))
			break;
		comm_past_del(past);
		dropped++;
	}
	raw_spin_unlock_irqrestore(&comm_past_lock, flags);
	return dropped;
}

static void comm_past_drop(void)
{
	const struct trace_comm_keeper *keeper = READ_ONCE(comm_past_keeper);
	struct trace_comm_oldest oldest = {};

	if (!keeper)
		return;
	memset(oldest.time, 0xff, sizeof(oldest.time));
	keeper->oldest(&oldest);
	while (comm_past_drop_some(&oldest))
		cond_resched();
	WRITE_ONCE(comm_past_check, max(COMM_PAST_MIN, 2 * comm_past_count));
}

static void comm_past_refill(void)
{
	struct comm_past *past;
	unsigned long flags;

	while (READ_ONCE(comm_past_spares) < COMM_PAST_SPARE) {
		past = kmalloc(sizeof(*past), GFP_KERNEL);
		if (!past)
			return;
		raw_spin_lock_irqsave(&comm_past_lock, flags);
		list_add(&past->list, &comm_past_spare);
		comm_past_spares++;
		raw_spin_unlock_irqrestore(&comm_past_lock, flags);
	}
}

static void comm_past_work_run(struct work_struct *work)
{
	comm_past_refill();
	if (READ_ONCE(comm_past_count) > comm_past_check || !trace_comm_is_recorded())
		comm_past_drop();
}

/**
 * trace_comm_past_update - prepare for names that will be kept, or drop those not needed
 *
 * Called when recording of names begins and ends.
 *
 * Context: task.
 */
void trace_comm_past_update(void)
{
	queue_work(system_unbound_wq, &comm_past_work);
}

/**
 * trace_comm_set_keeper - set what knows which records exist
 * @keeper: the keeper, which is never removed; NULL for none
 *
 * Context: boot.
 * Return: the keeper that was set before, or NULL.
 */
const struct trace_comm_keeper *trace_comm_set_keeper(const struct trace_comm_keeper *keeper)
{
	return xchg(&comm_past_keeper, keeper);
}

/* Finding entries */

/*
 * The name that a pid had at a time, or without a clock the last name. Entries are found in
 * the order in which they were added, the last one first.
 */
static const struct comm_past *comm_past_at(int pid, enum trace_comm_clock clock, u64 time)
{
	const struct comm_past *past, *found = NULL;

	hash_for_each_possible_rcu(comm_past_hash, past, node, pid) {
		if (past->pid != pid)
			continue;
		if (clock == TRACE_COMM_NO_CLOCK)
			return past;
		if (READ_ONCE(past->end[clock]) < time)
			break;
		found = past;
	}
	return found;
}

static u64 comm_past_get(const struct comm_past *past, enum trace_comm_clock clock,
			 struct trace_comm *found)
{
	memcpy(found->comm, past->comm, TASK_COMM_LEN);
	found->tgid = past->tgid;
	found->ns_pid = trace_comm_ns_pid(&past->ns, past->pid);
	return clock == TRACE_COMM_NO_CLOCK ? U64_MAX : READ_ONCE(past->end[clock]);
}

static bool comm_past_find_alive(int pid, struct trace_comm *found)
{
	struct task_struct *task = find_task_by_pid_ns(pid, &init_pid_ns);

	if (!task)
		return false;
	strscpy_pad(found->comm, task->comm, TASK_COMM_LEN);
	found->tgid = task->tgid;
	found->ns_pid = trace_comm_ns_alive(task);
	return true;
}

/**
 * trace_comm_find_at - find the name of a task at a time
 * @pid: pid of the task
 * @clock: clock of @time; TRACE_COMM_NO_CLOCK if it cannot be compared
 * @time: the time, that of a record of the task
 * @found: set to its name and thread group; to ``<...>`` and 0 if they are not known
 *
 * Context: any but NMI.
 * Return: the time until which @pid has this name, U64_MAX if that is not over.
 */
u64 trace_comm_find_at(int pid, enum trace_comm_clock clock, u64 time, struct trace_comm *found)
{
	const struct comm_past *past = NULL;

	if (pid > 0) {
		guard(rcu)();
		if (clock != TRACE_COMM_NO_CLOCK)
			past = comm_past_at(pid, clock, time);
		if (past)
			return comm_past_get(past, clock, found);
		if (comm_past_find_alive(pid, found))
			return U64_MAX;
		past = comm_past_at(pid, TRACE_COMM_NO_CLOCK, 0);
		if (past)
			return comm_past_get(past, TRACE_COMM_NO_CLOCK, found);
	}
	trace_comm_find(pid, found->comm);
	found->tgid = trace_comm_tgid(pid);
	found->ns_pid = trace_comm_ns_pid(NULL, pid);
	return U64_MAX;
}
