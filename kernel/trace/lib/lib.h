/* SPDX-License-Identifier: GPL-2.0 */
/*
 * base/: what every room of the tracing subsystem needs and no room owns.
 *
 * Owns:     the registry of open sets, the reader of user tokens, the sets of
 *           pids, the cache of task names, error logs, and <linux/trace_seq.h>.
 * Never:    knows of events, buffers, instances or files.
 * Floor:    0, includes no other room.
 * Contexts: control functions run in task context and may sleep unless said
 *           otherwise; trace_pid_list_has(), trace_comm_record() run anywhere.
 * Locks:    each registry has a mutex of its own; it is a leaf.
 */
#ifndef _KERNEL_TRACE_LIB_H
#define _KERNEL_TRACE_LIB_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/**
 * struct trace_registry_entry - one member of an open set
 * @node: place in the registry, in order of registration
 * @name: what users call it; unique within the registry
 *
 * Embed it in the structure that describes the implementation.
 */
struct trace_registry_entry {
	struct list_head node;
	const char *name;
};

/**
 * struct trace_registry - an open set of named implementations
 * @lock: protects @entries
 * @entries: the members, first registered first
 */
struct trace_registry {
	struct mutex lock;	/* for entries */
	struct list_head entries;
};

#define TRACE_REGISTRY(_name)						\
	struct trace_registry _name = {					\
		.lock = __MUTEX_INITIALIZER((_name).lock),		\
		.entries = LIST_HEAD_INIT((_name).entries),		\
	}

/* Walk with registry->lock held. */
#define trace_registry_for_each(_registry, _pos, _member)		\
	list_for_each_entry(_pos, &(_registry)->entries, _member.node)

int trace_registry_add(struct trace_registry *registry, struct trace_registry_entry *entry);
void trace_registry_del(struct trace_registry *registry, struct trace_registry_entry *entry);
struct trace_registry_entry *trace_registry_find(struct trace_registry *registry, const char *name);
struct trace_registry_entry *trace_registry_find_locked(struct trace_registry *registry,
							const char *name);

/**
 * struct trace_parser - reads white-space separated words that users write
 * @buf: the word, NUL terminated once it is complete
 * @size: bytes in @buf
 * @len: bytes of the word so far
 * @partial: the last write ended inside the word; the next one goes on
 */
struct trace_parser {
	char *buf;
	size_t size;
	size_t len;
	bool partial;
};

int trace_parser_init(struct trace_parser *token, size_t size);
void trace_parser_free(struct trace_parser *token);
ssize_t trace_parser_read(struct trace_parser *token, const char __user *ubuf,
			  size_t count, loff_t *ppos);

static inline bool trace_parser_loaded(const struct trace_parser *token)
{
	return token->len != 0;
}

/*
 * A set of pids, sparse, readable from any context without a lock.
 * Writers are serialised by the caller.
 */
struct trace_pid_list;

struct trace_pid_list *trace_pid_list_alloc(void);
void trace_pid_list_free(struct trace_pid_list *pids);
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

/*
 * Error logs: why commands were refused. Zeroed memory is an empty one; clear
 * it before its memory goes.
 */
#define TRACE_ERROR_LOG_MAX	8

struct trace_error;

/**
 * struct trace_error_log - a log
 * @last: the last entries, entry n at n % TRACE_ERROR_LOG_MAX
 * @count: how many there were in all
 */
struct trace_error_log {
	struct trace_error *last[TRACE_ERROR_LOG_MAX];
	unsigned int count;
};

void trace_error_log_add(struct trace_error_log *errors, const char *where,
			 const char *command, const char *reason, unsigned int pos);
void trace_error_log_clear(struct trace_error_log *errors);
void *trace_error_log_seq_start(struct trace_error_log *errors, loff_t *pos);
void *trace_error_log_seq_next(struct trace_error_log *errors, loff_t *pos);
void trace_error_log_seq_stop(void);
int trace_error_log_seq_show(struct seq_file *m, void *v);

/* Names and thread groups of tasks that traced something. */
enum {
	TRACE_COMM_NAME = 1,
	TRACE_COMM_TGID = 2,
};

DECLARE_PER_CPU(bool, trace_comm_due);

/**
 * trace_comm_mark - the current task wrote a record: keep its name
 *
 * The name is taken when the task is switched out, not here: a record pays
 * for one store.
 *
 * Context: any, preemption off.
 */
static __always_inline void trace_comm_mark(void)
{
	__this_cpu_write(trace_comm_due, true);
}

/**
 * struct trace_comm_source - who sees tasks being switched and woken
 * @connect: call trace_comm_pair() at each of them from now on; may sleep
 * @disconnect: not any more; may sleep
 */
struct trace_comm_source {
	int (*connect)(void);
	void (*disconnect)(void);
};

void trace_comm_set_source(const struct trace_comm_source *source);
void trace_comm_pair(struct task_struct *one, struct task_struct *two);
void trace_comm_get(unsigned int what);
void trace_comm_put(unsigned int what);
void trace_comm_record(struct task_struct *task);
void trace_comm_find(int pid, char comm[TASK_COMM_LEN]);
int trace_comm_tgid(int pid);
unsigned int trace_comm_size(void);
int trace_comm_resize(unsigned int entries);
void *trace_comm_seq_start(loff_t *pos);
void *trace_comm_seq_next(void *v, loff_t *pos);
void trace_comm_seq_stop(void);
int trace_comm_seq_show(struct seq_file *m, void *v);
void *trace_tgid_seq_start(loff_t *pos);
void *trace_tgid_seq_next(void *v, loff_t *pos);
int trace_tgid_seq_show(struct seq_file *m, void *v);

#endif /* _KERNEL_TRACE_LIB_H */
