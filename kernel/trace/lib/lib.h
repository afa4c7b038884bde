/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lib/ - helpers that all components of the tracing subsystem use. Layer 0.
 *
 * Owns: registries of named implementations, the parser of words from user
 * space, pid lists, sets of ids, the cache of task names, error logs, deferred frees, what the
 * records of all components use on a CPU, and the functions of <linux/trace_seq.h>.
 *
 * Contexts: functions run in task context and may sleep, unless their
 * kernel-doc says otherwise; trace_pid_list_has(), trace_id_set_has() and
 * trace_comm_record() run in any context.
 *
 * Locks: each registry has a mutex, under which no other lock is taken.
 */
#ifndef _KERNEL_TRACE_LIB_H
#define _KERNEL_TRACE_LIB_H

#include <linux/hash.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/* trace_cpu.comm_both if @comm_due and @comm_wrote are true. */
#define TRACE_COMM_BOTH	0x0101

/* Slots of struct trace_cpu; with them it fills a cache line of 64 bytes. */
#define TRACE_SLOTS	5

/**
 * struct trace_cpu - what writing a record uses on its CPU
 * @comm_due: the current task has written a record since its name was recorded
 * @comm_wrote: the current task has written a record since it was switched in
 * @comm_both: both of them, to set them by one store
 * @scratch: next free scratch buffer of event/
 * @scratch_end: end of the scratch buffers; equal to @scratch if there is none
 * @slots: pointers that trace_slot_alloc() has handed out
 *
 * Components of higher layers have their pointers here, so that a record needs one
 * cache line for them.
 */
struct trace_cpu {
	union {
		struct {
			bool comm_due;
			bool comm_wrote;
		};
		u16 comm_both;
	};
	void *scratch;
	void *scratch_end;
	void *slots[TRACE_SLOTS];
};

DECLARE_PER_CPU_ALIGNED(struct trace_cpu, trace_cpu);

void __percpu *trace_slot_alloc(void);
void trace_slot_free(void __percpu *slot);

/**
 * struct trace_deferred - member of an object that is freed later
 * @node: in the list of such objects
 * @free: frees the object
 */
struct trace_deferred {
	struct llist_node node;
	void (*free)(struct trace_deferred *item);
};

#ifdef CONFIG_TASKS_RUDE_RCU
/**
 * trace_sync_atomic - wait for code that runs with preemption disabled
 *
 * Where RCU is not watching, synchronize_rcu() does not wait for it.
 *
 * Context: task, may sleep.
 */
static inline void trace_sync_atomic(void)
{
	synchronize_rcu_tasks_rude();
}

/**
 * trace_sync_calls - wait for tasks that were preempted in a trampoline
 *
 * Context: task, may sleep.
 */
static inline void trace_sync_calls(void)
{
	if (IS_ENABLED(CONFIG_PREEMPTION))
		synchronize_rcu_tasks();
}
#else /* !CONFIG_TASKS_RUDE_RCU */
static inline void trace_sync_atomic(void) { }
static inline void trace_sync_calls(void) { }
#endif /* CONFIG_TASKS_RUDE_RCU */

/**
 * trace_sync_probes - wait until probes that were disconnected have returned
 *
 * A write to a control file waits here if it must not go on before, because it clears
 * a buffer for example. The grace period is expedited: disconnecting the probes has
 * mostly interrupted each CPU already, to patch text. It is an ordinary grace period
 * if rcupdate.rcu_normal is set, as it is on PREEMPT_RT.
 *
 * Context: task, may sleep.
 */
static inline void trace_sync_probes(void)
{
	synchronize_rcu_expedited();
}

void trace_defer(struct trace_deferred *item, void (*free)(struct trace_deferred *item));
void trace_defer_atomic(struct trace_deferred *item, void (*free)(struct trace_deferred *item));
void trace_defer_flush(void);
void trace_defer_atomic_flush(void);
unsigned long trace_defer_grace(void);
void trace_defer_grace_wait(unsigned long grace);

/**
 * struct trace_registry_entry - a member of a registry
 * @node: position in the registry, in order of registration; under its lock
 * @name: name in the user interface; unique within the registry
 *
 * Embedded in the structure that describes the implementation.
 */
struct trace_registry_entry {
	struct list_head node;
	const char *name;
};

/**
 * struct trace_registry - a set of named implementations that can be extended
 * @lock: protects @entries
 * @entries: members in order of registration
 */
struct trace_registry {
	struct mutex lock;	/* protects entries */
	struct list_head entries;
};

#define TRACE_REGISTRY(_name)						\
	struct trace_registry _name = {					\
		.lock = __MUTEX_INITIALIZER((_name).lock),		\
		.entries = LIST_HEAD_INIT((_name).entries),		\
	}

/* Iterate over all members with registry->lock held. */
#define trace_registry_for_each(_registry, _pos, _member)		\
	list_for_each_entry(_pos, &(_registry)->entries, _member.node)

int trace_registry_add(struct trace_registry *registry, struct trace_registry_entry *entry);
void trace_registry_del(struct trace_registry *registry, struct trace_registry_entry *entry);
struct trace_registry_entry *trace_registry_find(struct trace_registry *registry, const char *name);
struct trace_registry_entry *trace_registry_find_locked(struct trace_registry *registry,
							const char *name);

/**
 * struct trace_parser - parser of white-space separated words from user space
 * @buf: the word; terminated by NUL once it is complete
 * @size: size of @buf, in bytes
 * @len: bytes of the word that were read
 * @partial: the last write ended within the word, and the next write continues
 *	it
 */
struct trace_parser {
	char *buf;
	size_t size;
	size_t len;
	bool partial;
};

int trace_parser_init(struct trace_parser *parser, size_t size);
void trace_parser_free(struct trace_parser *parser);
ssize_t trace_parser_read(struct trace_parser *parser, const char __user *ubuf,
			  size_t count, loff_t *ppos);

/**
 * trace_parser_loaded - test whether a parser holds a word
 * @parser: the parser
 *
 * Context: task.
 * Return: true if at least one byte of a word was read.
 */
static inline bool trace_parser_loaded(const struct trace_parser *parser)
{
	return parser->len != 0;
}

/*
 * A sparse set of pids, which any context can test without a lock. The caller
 * serializes changes.
 */
struct trace_pid_list;

struct trace_pid_list *trace_pid_list_alloc(void);
void trace_pid_list_free(struct trace_pid_list *pids);
void trace_pid_list_free_deferred(struct trace_pid_list *pids);
int trace_pid_list_add(struct trace_pid_list *pids, unsigned int pid);
void trace_pid_list_del(struct trace_pid_list *pids, unsigned int pid);
bool trace_pid_list_has(struct trace_pid_list *pids, unsigned int pid);
int trace_pid_list_next(struct trace_pid_list *pids, unsigned int from);
int trace_pid_list_join(struct trace_pid_list **to, struct trace_pid_list *from);
ssize_t trace_pid_list_read(struct trace_pid_list **pids, const char __user *ubuf,
			    size_t count);
void *trace_pid_list_seq_start(struct trace_pid_list *pids, loff_t *pos);
void *trace_pid_list_seq_next(struct trace_pid_list *pids, void *v, loff_t *pos);
int trace_pid_list_seq_show(struct seq_file *m, void *v);

/**
 * struct trace_id_set - a set of numbers of 64 bits, which does not change
 * @deferred: for trace_id_set_free_deferred()
 * @ids: the numbers, sorted
 * @nr: how many they are
 * @bits: @table has two to the power of this number of slots
 * @table: hash table of the numbers; 0 is an empty slot. It is followed by @ids
 */
struct trace_id_set {
	struct trace_deferred	deferred;
	u64			*ids;
	unsigned int		nr;
	unsigned int		bits;
	u64			table[];
};

struct trace_id_set *trace_id_set_create(const u64 *ids, unsigned int nr);
void trace_id_set_free(struct trace_id_set *set);
void trace_id_set_free_deferred(struct trace_id_set *set);

/**
 * trace_id_set_has - test whether a number is in a set
 * @set: the set
 * @id: the number
 *
 * Context: any, NMI included; the caller keeps @set from being freed.
 * Return: true if @id is in @set.
 */
static inline bool trace_id_set_has(const struct trace_id_set *set, u64 id)
{
	unsigned int slot = hash_64(id, set->bits);

	while (set->table[slot]) {
		if (set->table[slot] == id)
			return true;
		slot = (slot + 1) & (BIT(set->bits) - 1);
	}
	return false;
}

/*
 * Error logs store why commands were rejected. Zeroed memory is an empty log. A
 * log has to be cleared before its memory is freed.
 */
#define TRACE_ERROR_LOG_MAX	8

struct trace_error;

/**
 * struct trace_error_log - an error log; protected by a mutex of error_log.c
 * @last: the latest entries; entry n is at n % TRACE_ERROR_LOG_MAX
 * @count: number of entries that were added since the log was cleared
 * @changes: number of entries that were ever added; read without the mutex
 */
struct trace_error_log {
	struct trace_error *last[TRACE_ERROR_LOG_MAX];
	unsigned int count;
	unsigned int changes;
};

void trace_error_log_add(struct trace_error_log *errors, const char *where,
			 const char *command, const char *reason, unsigned int pos);
void trace_error_log_clear(struct trace_error_log *errors);
void *trace_error_log_seq_start(struct trace_error_log *errors, loff_t *pos);
void *trace_error_log_seq_next(struct trace_error_log *errors, loff_t *pos);
void trace_error_log_seq_stop(void);
int trace_error_log_seq_show(struct seq_file *m, void *v);
unsigned int trace_error_log_changes(const struct trace_error_log *errors);
__poll_t trace_error_log_poll(const struct trace_error_log *errors, struct file *file,
			      struct poll_table_struct *table, unsigned int seen);

/* What trace_comm_get() requests: names of tasks that write records, thread groups. */
enum {
	TRACE_COMM_NAME = 1,
	TRACE_COMM_TGID = 2,
};

/**
 * trace_comm_mark - note that the current task has written a record
 *
 * The name of the task is recorded when the task is switched out, so a record
 * costs one store only.
 *
 * Context: any, preemption off.
 */
static __always_inline void trace_comm_mark(void)
{
	__this_cpu_write(trace_cpu.comm_both, TRACE_COMM_BOTH);
}

/* In task_struct.trace_recursion: the task has written a record. */
#define TRACE_COMM_MARKED	BIT(30)

/**
 * struct trace_comm_source - source of what happens to tasks
 * @connect: start to call trace_comm_record_switch() at task switches, and
 *	trace_comm_record_pair() at wake-ups; may sleep
 * @disconnect: stop calling them; may sleep
 * @connect_ends: start to call trace_comm_exit(), trace_comm_free() and
 *	trace_comm_rename(), for ever; may sleep; or NULL
 */
struct trace_comm_source {
	int (*connect)(void);
	void (*disconnect)(void);
	int (*connect_ends)(void);
};

void trace_comm_set_source(const struct trace_comm_source *source);
void trace_comm_record_pair(struct task_struct *one, struct task_struct *two);
void trace_comm_record_switch(struct task_struct *prev, struct task_struct *next);
bool trace_comm_is_recorded(void);
void trace_comm_keep(void);
void trace_comm_get(unsigned int what);
void trace_comm_put(unsigned int what);
void trace_comm_record(struct task_struct *task);
void trace_comm_find(int pid, char comm[TASK_COMM_LEN]);
bool trace_comm_is_locked(void);
int trace_comm_tgid(int pid);
unsigned int trace_comm_size(void);
int trace_comm_resize(unsigned int entries);
void *trace_comm_seq_start(loff_t *pos);
void *trace_comm_seq_next(void *v, loff_t *pos);
void trace_comm_seq_stop(void);
int trace_comm_seq_show(struct seq_file *m, void *v);

/* comm_past.c */

/**
 * enum trace_comm_clock - clocks whose times trace_comm_find_at() can compare
 * @TRACE_COMM_LOCAL: trace_clock_local()
 * @TRACE_COMM_GLOBAL: trace_clock() and trace_clock_global()
 * @TRACE_COMM_MONO: ktime_get_mono_fast_ns()
 * @TRACE_COMM_CLOCKS: the number of these clocks
 * @TRACE_COMM_NO_CLOCK: any other clock
 */
enum trace_comm_clock {
	TRACE_COMM_LOCAL,
	TRACE_COMM_GLOBAL,
	TRACE_COMM_MONO,
	TRACE_COMM_CLOCKS,
	TRACE_COMM_NO_CLOCK = TRACE_COMM_CLOCKS,
};

/**
 * struct trace_comm - what identifies a task for users
 * @comm: its name
 * @tgid: its thread group, or 0
 * @ns_pid: its pid in the pid namespace of the current task; 0 if it has none
 */
struct trace_comm {
	char	comm[TASK_COMM_LEN];
	int	tgid;
	int	ns_pid;
};

/* Namespaces below the initial one whose pids are kept of a task that ended. */
#define TRACE_COMM_NS	2

/**
 * struct trace_comm_ns - the pids of a task in pid namespaces
 * @time: when they were kept, by ktime_get_mono_fast_ns()
 * @ns: addresses of the namespaces, the outermost first, which may have been freed; or 0
 * @pid: the pids
 */
struct trace_comm_ns {
	u64		time;
	unsigned long	ns[TRACE_COMM_NS];
	int		pid[TRACE_COMM_NS];
};

/* comm_ns.c */
#ifdef CONFIG_PID_NS
void trace_comm_ns_save(struct trace_comm_ns *saved, struct task_struct *task);
int trace_comm_ns_pid(const struct trace_comm_ns *saved, int pid);
int trace_comm_ns_alive(struct task_struct *task);
#else
static inline void trace_comm_ns_save(struct trace_comm_ns *saved, struct task_struct *task)
{
}

static inline int trace_comm_ns_pid(const struct trace_comm_ns *saved, int pid)
{
	return pid;
}

static inline int trace_comm_ns_alive(struct task_struct *task)
{
	return task->pid;
}
#endif

/**
 * struct trace_comm_oldest - the oldest records that exist
 * @time: the time of the oldest record with a time of that clock; U64_MAX if there is none
 * @unknown: there are records with times of other clocks
 * @limit: number of tasks that could have a record
 */
struct trace_comm_oldest {
	u64		time[TRACE_COMM_CLOCKS];
	bool		unknown;
	unsigned long	limit;
};

/**
 * struct trace_comm_keeper - what knows the records that exist
 * @oldest: called with a structure whose times are U64_MAX and whose other members are 0, to
 *	update it. Context: task, may sleep
 */
struct trace_comm_keeper {
	void (*oldest)(struct trace_comm_oldest *oldest);
};

/**
 * trace_comm_is_marked - test whether a task has written a record
 * @task: the task
 *
 * Context: any; a record since @task was switched in does not count.
 * Return: true if it has written one, or if it was forked by such a task.
 */
static inline bool trace_comm_is_marked(const struct task_struct *task)
{
	return READ_ONCE(task->trace_recursion) & TRACE_COMM_MARKED;
}

/**
 * trace_comm_mark_current - mark the current task, which is going to write a record
 *
 * Its name is kept after trace_comm_keep() even if names are not recorded.
 *
 * Context: task.
 */
static __always_inline void trace_comm_mark_current(void)
{
	/* Interrupts restore what they modify in the word, see trace_recursion.h. */
	if (unlikely(!trace_comm_is_marked(current)))
		WRITE_ONCE(current->trace_recursion,
			   READ_ONCE(current->trace_recursion) | TRACE_COMM_MARKED);
}

void trace_comm_exit(struct task_struct *task);
void trace_comm_free(struct task_struct *task);
void trace_comm_rename(struct task_struct *task, const char *name);
void trace_comm_past_update(void);
const struct trace_comm_keeper *trace_comm_set_keeper(const struct trace_comm_keeper *keeper);
u64 trace_comm_find_at(int pid, enum trace_comm_clock clock, u64 time, struct trace_comm *found);
void *trace_tgid_seq_start(loff_t *pos);
void *trace_tgid_seq_next(void *v, loff_t *pos);
int trace_tgid_seq_show(struct seq_file *m, void *v);

/* Control files: control_file.c */
struct file;

int trace_control_file_number(const char __user *ubuf, size_t count,
			      unsigned long *val);
loff_t trace_control_file_seek(struct file *file, loff_t offset, int whence);
loff_t trace_control_file_seek_reader(struct file *file, loff_t offset, int whence);

/* Functions that were called recursively: recursion.c */

bool trace_recursion_get(size_t nr, unsigned long *ip, unsigned long *parent_ip);
void trace_recursion_reset(void);

#endif /* _KERNEL_TRACE_LIB_H */
