// SPDX-License-Identifier: GPL-2.0
/*
 * The option user-mappings: records executable mappings when they change.
 *
 * perf_event_mmap() of the base is called for each new mapping, for each that mprotect(2)
 * changes, and for those of a program that is executed. While the option is set in any
 * instance, a callback for this function, and one for the tracepoint of fork, have the task
 * itself look at its mappings before it returns to user mode, by task_work_add(). There it may
 * sleep and holds no lock, and the mapping is recorded before the process executes code in it.
 *
 * The callbacks cannot allocate memory. Task works come from a pool; when it is empty, a
 * worker looks at all processes later.
 */
#include <linux/perf_event.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/task_work.h>
#include <linux/workqueue.h>
#include <trace/events/sched.h>

#include "internal.h"

#define MAPPINGS_ITEMS		256

/* Address spaces that are added until the worker looks for those that have ended. */
#define MAPPINGS_CHECK		64

/* Bytes of a path in a record; of a longer one, the end is recorded. */
#define MAPPINGS_PATH_MAX	1024

/**
 * struct mappings_item - a task work
 * @work: the task work
 * @next: next one in the pool
 * @kind: what is to be done
 * @addr: address in the mapping that has changed
 * @parent: MAPPINGS_FORK: the address space of the parent, with a reference of mmgrab()
 * @parent_tgid: MAPPINGS_FORK: the parent
 * @time: time of the change
 */
struct mappings_item {
	struct callback_head	work;
	struct mappings_item	*next;
	enum {
		MAPPINGS_CHANGE,	/* a mapping has changed */
		MAPPINGS_FORK,		/* the task is a new process */
		MAPPINGS_START,		/* the task has set the option */
	} kind;
	unsigned long		addr;
	struct mm_struct	*parent;
	int			parent_tgid;
	u64			time[TRACE_COMM_CLOCKS];
};

static struct mappings_item mappings_items[MAPPINGS_ITEMS];
static struct mappings_item *mappings_pool;
static DEFINE_RAW_SPINLOCK(mappings_pool_lock);

/* Instances in which the option was ever set. Written under instance_lock; RCU. */
static LIST_HEAD(mappings_instances);

/* Instances in which the option is set. Written under instance_lock. */
static unsigned int mappings_users;

static bool mappings_rescan;		/* mappings were missed */
static unsigned int mappings_added;	/* address spaces since the last run of the worker */

static void mappings_worker_run(struct work_struct *work);
static DECLARE_WORK(mappings_worker, mappings_worker_run);

static void mappings_worker_queue(void)
{
	queue_work(system_unbound_wq, &mappings_worker);
}

static void mappings_rescan_later(void)
{
	WRITE_ONCE(mappings_rescan, true);
	mappings_worker_queue();
}

/* The pool of task works */

static struct mappings_item *mappings_item_get(void)
{
	struct mappings_item *item;
	unsigned long flags;

	raw_spin_lock_irqsave(&mappings_pool_lock, flags);
	item = mappings_pool;
	if (item)
		mappings_pool = item->next;
	raw_spin_unlock_irqrestore(&mappings_pool_lock, flags);
	return item;
}

static void mappings_item_put(struct mappings_item *item)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&mappings_pool_lock, flags);
	item->next = mappings_pool;
	mappings_pool = item;
	raw_spin_unlock_irqrestore(&mappings_pool_lock, flags);
}

static void mappings_item_run(struct callback_head *work);

/* Have a task do something before it returns to user mode. Context: any but NMI. */
static void mappings_item_add(struct task_struct *task, struct mappings_item what)
{
	struct mappings_item *item = mappings_item_get();

	if (!item) {
		mappings_rescan_later();
		return;
	}
	*item = what;
	instance_mappings_now(item->time);
	if (item->parent)
		mmgrab(item->parent);
	init_task_work(&item->work, mappings_item_run);
	if (!task_work_add(task, &item->work, TWA_RESUME))
		return;
	/* The task exits, and executes no code any more. */
	if (item->parent)
		mmdrop(item->parent);
	mappings_item_put(item);
}

/* Records */

static void mappings_record(struct trace_array *tr, const struct instance_owner *owner,
			    const struct instance_map *map)
{
	const struct instance_object *object = map ? map->object : NULL;
	unsigned int len = object ? min(object->len, MAPPINGS_PATH_MAX) : 0;
	struct event_user_mapping *rec;
	struct ring_buffer_event *event;

	event = event_reserve(tr->ring, TRACE_USER_MAPPING,
			      offsetof(struct event_user_mapping, path) + len + 1,
			      event_context());
	if (!event)
		return;
	rec = ring_buffer_event_data(event);
	memset(&rec->start, 0, offsetof(struct event_user_mapping, path) -
	       offsetof(struct event_user_mapping, start));
	rec->tgid = owner->tgid;
	if (map) {
		rec->start = map->start;
		rec->size = map->end - map->start;
		rec->offset = map->offset;
	} else {
		rec->parent = owner->parent;
	}
	if (object) {
		rec->ino = object->ino;
		rec->major = object->major;
		rec->minor = object->minor;
		rec->build_id_size = object->build_id_size;
		memcpy(rec->build_id, object->build_id, sizeof(rec->build_id));
		memcpy(rec->path, object->path + object->len - len, len);
	}
	rec->path[len] = '\0';
	event_commit(tr->ring, event);
}

/* Record a mapping, or with a NULL @map a new process, in all instances with the option. */
static void mappings_record_all(const struct instance_space *space, int tgid,
				const struct instance_map *map)
{
	const struct instance_owner *owner;
	struct trace_array *tr;

	list_for_each_entry(owner, &space->owners, list) {
		if (owner->tgid == tgid)
			break;
	}
	if (list_entry_is_head(owner, &space->owners, list))
		return;
	guard(rcu)();
	list_for_each_entry_rcu(tr, &mappings_instances, mappings_node) {
		if (instance_option(tr, INSTANCE_OPT_USER_MAPPINGS) && !READ_ONCE(tr->mappings_due))
			mappings_record(tr, owner, map);
	}
}

/* Record all of the table in an instance in which the option was set. */
static void mappings_record_table(struct trace_array *tr)
{
	const struct instance_owner *owner;
	const struct instance_map *map;

	list_for_each_entry(owner, &instance_mappings_owners, all) {
		if (!owner->space->mm)
			continue;
		if (owner->parent)
			mappings_record(tr, owner, NULL);
		list_for_each_entry_reverse(map, &owner->space->maps, list)
			mappings_record(tr, owner, map);
	}
}

static void mappings_record_due(void)
{
	struct trace_array *tr;

	guard(mutex)(&instance_mappings_lock);
	guard(rcu)();
	list_for_each_entry_rcu(tr, &mappings_instances, mappings_node) {
		if (READ_ONCE(tr->mappings_due)) {
			WRITE_ONCE(tr->mappings_due, false);
			mappings_record_table(tr);
		}
	}
}

/* Changes */

static void mappings_space_added(void)
{
	if (++mappings_added % MAPPINGS_CHECK == 0)
		mappings_worker_queue();
}

/* Add mappings that were found. Context: instance_mappings_lock held. */
static void mappings_take(int tgid, struct mm_struct *mm, const u64 *time,
			  struct list_head *found)
{
	struct instance_space *space = instance_space_of(mm);
	const struct instance_map *map;
	struct instance_found *f;

	if (!READ_ONCE(mappings_users))
		return;
	if (!space) {
		space = instance_space_add(mm, tgid, time);
		mappings_space_added();
	} else {
		instance_space_share(space, 0, tgid, time);
	}
	if (!space) {
		instance_mappings_missed++;
		return;
	}
	list_for_each_entry(f, found, list) {
		map = instance_space_map(space, f, time);
		if (map)
			mappings_record_all(space, tgid, map);
	}
}

static bool mappings_is_known(const struct mm_struct *mm)
{
	guard(mutex)(&instance_mappings_lock);
	return instance_space_of(mm);
}

static void mappings_change(int tgid, struct mm_struct *mm, unsigned long addr, const u64 *time)
{
	LIST_HEAD(found);
	int ret;

	ret = instance_walk(mm, mappings_is_known(mm) ? addr : 0, &found);
	scoped_guard(mutex, &instance_mappings_lock) {
		if (ret == -ENOMEM)
			instance_mappings_missed++;
		mappings_take(tgid, mm, time, &found);
	}
	instance_walk_free(&found);
}

/* A process that exists already: its mappings are taken to be as old as it is. */
static void mappings_existing(int tgid, struct mm_struct *mm)
{
	u64 time[TRACE_COMM_CLOCKS] = {};

	scoped_guard(mutex, &instance_mappings_lock) {
		if (instance_owner_exists(tgid))
			instance_mappings_now(time);
	}
	mappings_change(tgid, mm, 0, time);
}

/* Returns false if the mappings of the new process have to be looked at. */
static bool mappings_forked(const struct mappings_item *item, int tgid, struct mm_struct *mm)
{
	struct instance_space *parent, *space;

	guard(mutex)(&instance_mappings_lock);
	if (!READ_ONCE(mappings_users))
		return true;
	parent = instance_space_of(item->parent);
	if (!parent)
		return false;
	if (parent->mm == mm) {
		space = parent;
		if (!instance_space_share(space, item->parent_tgid, tgid, item->time))
			return true;
	} else {
		space = instance_space_of(mm);
		if (space)
			return true;
		space = instance_space_fork(parent, item->parent_tgid, mm, tgid, item->time);
		mappings_space_added();
	}
	if (!space)
		return false;
	mappings_record_all(space, tgid, NULL);
	return true;
}

static void mappings_walk_existing(void)
{
	instance_walk_processes(mappings_existing);
	mappings_record_due();
}

static void mappings_item_run(struct callback_head *work)
{
	struct mappings_item item = *container_of(work, struct mappings_item, work);
	struct mm_struct *mm = current->mm;

	mappings_item_put(container_of(work, struct mappings_item, work));
	if (item.kind == MAPPINGS_START && current->flags & PF_EXITING) {
		/* Without a root directory, this task cannot get paths. */
		mappings_rescan_later();
	} else if (item.kind == MAPPINGS_START) {
		mappings_walk_existing();
	} else if (mm && READ_ONCE(mappings_users)) {
		if (item.kind == MAPPINGS_CHANGE ||
		    !mappings_forked(&item, current->tgid, mm))
			mappings_change(current->tgid, mm, item.addr, item.time);
	}
	if (item.parent)
		mmdrop(item.parent);
}

static void mappings_worker_run(struct work_struct *work)
{
	if (READ_ONCE(mappings_rescan)) {
		WRITE_ONCE(mappings_rescan, false);
		mappings_walk_existing();
	}
	instance_mappings_trim();
}

/**
 * instance_mappings_trim - drop mappings of which there is no record any more
 *
 * Context: task, may sleep; takes instance_lock and instance_mappings_lock.
 */
void instance_mappings_trim(void)
{
	struct trace_comm_oldest oldest = {};
	struct mm_struct *mm;

	memset(oldest.time, 0xff, sizeof(oldest.time));
	instance_oldest(&oldest);
	do {
		scoped_guard(mutex, &instance_mappings_lock)
			mm = instance_space_end_next(!READ_ONCE(mappings_users));
		if (mm)
			mmdrop(mm);
	} while (mm);
	guard(mutex)(&instance_mappings_lock);
	instance_spaces_drop(&oldest);
}

/* Callbacks */

/* Called with mmap_lock held, with preemption on or off. */
static void mappings_on_mmap(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			     struct ftrace_regs *fregs)
{
	const struct vm_area_struct *vma = (void *)ftrace_regs_get_argument(fregs, 0);

	if (vma->vm_flags & VM_EXEC && vma->vm_mm == current->mm &&
	    !(current->flags & (PF_KTHREAD | PF_USER_WORKER)))
		mappings_item_add(current, (struct mappings_item){
			.kind = MAPPINGS_CHANGE, .addr = vma->vm_start,
		});
}

/* Called before the child runs. */
static void mappings_on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	if (!child->mm || child->tgid == parent->tgid || !parent->mm ||
	    child->flags & (PF_KTHREAD | PF_USER_WORKER))
		return;
	mappings_item_add(child, (struct mappings_item){
		.kind = MAPPINGS_FORK, .parent = parent->mm, .parent_tgid = parent->tgid,
	});
}

/* Permanent: the sysctl ftrace_enabled cannot stop the callbacks while they are needed. */
static struct ftrace_ops mappings_ops = {
	.func	= mappings_on_mmap,
	.flags	= FTRACE_OPS_FL_PERMANENT,
};

static int mappings_connect(void)
{
	int ret;

	ret = ftrace_set_filter_ip(&mappings_ops, ftrace_location((unsigned long)perf_event_mmap),
				   0, 1);
	if (ret)
		return ret;
	ret = register_trace_sched_process_fork(mappings_on_fork, NULL);
	if (ret)
		return ret;
	ret = register_ftrace_function(&mappings_ops);
	if (ret)
		unregister_trace_sched_process_fork(mappings_on_fork, NULL);
	return ret;
}

static void mappings_disconnect(void)
{
	unregister_ftrace_function(&mappings_ops);
	unregister_trace_sched_process_fork(mappings_on_fork, NULL);
}

/* The option */

static int mappings_on(struct trace_array *tr)
{
	int ret = instance_expand(tr);

	if (!ret && !mappings_users)
		ret = mappings_connect();
	if (ret)
		return ret;
	WRITE_ONCE(mappings_users, mappings_users + 1);
	WRITE_ONCE(tr->mappings_due, true);
	if (list_empty(&tr->mappings_node))
		list_add_tail_rcu(&tr->mappings_node, &mappings_instances);
	/* No process exists when a boot parameter sets the option. */
	if (current->flags & PF_KTHREAD)
		WRITE_ONCE(tr->mappings_due, false);
	else
		mappings_item_add(current, (struct mappings_item){ .kind = MAPPINGS_START });
	return 0;
}

static void mappings_off(void)
{
	WRITE_ONCE(mappings_users, mappings_users - 1);
	if (mappings_users)
		return;
	mappings_disconnect();
	mappings_worker_queue();
}

/**
 * instance_mappings_set - the option user-mappings was changed
 * @tr: the instance
 * @on: the option is set
 *
 * The mappings of processes that exist are recorded before the task returns to user mode.
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0; -EBUSY if the sysctl ftrace_enabled is 0; -ENODEV if functions cannot be
 * traced; -ENOMEM.
 */
int instance_mappings_set(struct trace_array *tr, bool on)
{
	if (on)
		return mappings_on(tr);
	mappings_off();
	return 0;
}

/**
 * instance_mappings_create - set up the state of the option in a new instance
 * @tr: the instance
 *
 * Context: task; instance_lock held, except for the global instance at boot.
 */
void instance_mappings_create(struct trace_array *tr)
{
	INIT_LIST_HEAD(&tr->mappings_node);
}

/**
 * instance_mappings_remove - record no more mappings in an instance
 * @tr: the instance, which is freed after an RCU grace period
 *
 * Context: task, may sleep; instance_lock held.
 */
void instance_mappings_remove(struct trace_array *tr)
{
	if (list_empty(&tr->mappings_node))
		return;
	list_del_rcu(&tr->mappings_node);
	if (instance_option(tr, INSTANCE_OPT_USER_MAPPINGS)) {
		instance_option_store(tr, INSTANCE_OPT_USER_MAPPINGS, false);
		mappings_off();
	}
}

static int __init mappings_hook_init(void)
{
	int i;

	for (i = 0; i < MAPPINGS_ITEMS; i++)
		mappings_item_put(&mappings_items[i]);
	return 0;
}
early_initcall(mappings_hook_init);
