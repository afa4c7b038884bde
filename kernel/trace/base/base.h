/* SPDX-License-Identifier: GPL-2.0 */
/*
 * base/: what every room of the tracing subsystem needs and no room owns.
 *
 * Owns:     the registry of open sets, the reader of user tokens, the sets of
 *           pids, the cache of task names, error logs, and <linux/trace_seq.h>.
 * Never:    knows of events, buffers, instances or files.
 * Floor:    0, includes no other room.
 * Contexts: control functions run in task context and may sleep unless said
 *           otherwise; base_pids_has(), base_comm_record() run anywhere.
 * Locks:    each registry has a mutex of its own; it is a leaf.
 */
#ifndef _KERNEL_TRACE_BASE_H
#define _KERNEL_TRACE_BASE_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/**
 * struct base_entry - one member of an open set
 * @node: place in the registry, in order of registration
 * @name: what users call it; unique within the registry
 *
 * Embed it in the structure that describes the implementation.
 */
struct base_entry {
	struct list_head node;
	const char *name;
};

/**
 * struct base_registry - an open set of named implementations
 * @lock: protects @entries
 * @entries: the members, first registered first
 */
struct base_registry {
	struct mutex lock;	/* for entries */
	struct list_head entries;
};

#define BASE_REGISTRY(_name)						\
	struct base_registry _name = {					\
		.lock = __MUTEX_INITIALIZER((_name).lock),		\
		.entries = LIST_HEAD_INIT((_name).entries),		\
	}

/* Walk with registry->lock held. */
#define base_for_each(_registry, _pos, _member)				\
	list_for_each_entry(_pos, &(_registry)->entries, _member.node)

int base_register(struct base_registry *registry, struct base_entry *entry);
void base_unregister(struct base_registry *registry, struct base_entry *entry);
struct base_entry *base_find(struct base_registry *registry, const char *name);
struct base_entry *base_find_locked(struct base_registry *registry,
				    const char *name);

/**
 * struct base_token - reads white-space separated words that users write
 * @buf: the word, NUL terminated once it is complete
 * @size: bytes in @buf
 * @len: bytes of the word so far
 * @partial: the last write ended inside the word; the next one goes on
 */
struct base_token {
	char *buf;
	size_t size;
	size_t len;
	bool partial;
};

int base_token_init(struct base_token *token, size_t size);
void base_token_free(struct base_token *token);
ssize_t base_token_read(struct base_token *token, const char __user *ubuf,
			size_t count, loff_t *ppos);

static inline bool base_token_loaded(const struct base_token *token)
{
	return token->len != 0;
}

/*
 * A set of pids, sparse, readable from any context without a lock.
 * Writers are serialised by the caller.
 */
struct base_pids;

struct base_pids *base_pids_alloc(void);
void base_pids_free(struct base_pids *pids);
int base_pids_add(struct base_pids *pids, unsigned int pid);
void base_pids_del(struct base_pids *pids, unsigned int pid);
bool base_pids_has(struct base_pids *pids, unsigned int pid);
int base_pids_next(struct base_pids *pids, unsigned int from);
int base_pids_join(struct base_pids **to, struct base_pids *from);
ssize_t base_pids_read(struct base_pids **pids, const char __user *ubuf,
		       size_t count);
void *base_pids_seq_start(struct base_pids *pids, loff_t *pos);
void *base_pids_seq_next(struct base_pids *pids, void *v, loff_t *pos);
int base_pids_seq_show(struct seq_file *m, void *v);

/*
 * Error logs: why commands were refused. Zeroed memory is an empty one; clear
 * it before its memory goes.
 */
#define BASE_ERRORS_MAX	8

struct base_error;

/**
 * struct base_errors - a log
 * @last: the last entries, entry n at n % BASE_ERRORS_MAX
 * @count: how many there were in all
 */
struct base_errors {
	struct base_error *last[BASE_ERRORS_MAX];
	unsigned int count;
};

void base_errors_add(struct base_errors *errors, const char *where,
		     const char *command, const char *reason, unsigned int pos);
void base_errors_clear(struct base_errors *errors);
void *base_errors_seq_start(struct base_errors *errors, loff_t *pos);
void *base_errors_seq_next(struct base_errors *errors, loff_t *pos);
void base_errors_seq_stop(void);
int base_errors_seq_show(struct seq_file *m, void *v);

/* Names and thread groups of tasks that traced something. */
enum {
	BASE_COMM_NAME = 1,
	BASE_COMM_TGID = 2,
};

DECLARE_PER_CPU(bool, base_comm_due);

/**
 * base_comm_mark - the current task wrote a record: keep its name
 *
 * The name is taken when the task is switched out, not here: a record pays
 * for one store.
 *
 * Context: any, preemption off.
 */
static __always_inline void base_comm_mark(void)
{
	__this_cpu_write(base_comm_due, true);
}

/**
 * struct base_comm_source - who sees tasks being switched and woken
 * @connect: call base_comm_pair() at each of them from now on; may sleep
 * @disconnect: not any more; may sleep
 */
struct base_comm_source {
	int (*connect)(void);
	void (*disconnect)(void);
};

void base_comm_set_source(const struct base_comm_source *source);
void base_comm_pair(struct task_struct *one, struct task_struct *two);
void base_comm_get(unsigned int what);
void base_comm_put(unsigned int what);
void base_comm_record(struct task_struct *task);
void base_comm_find(int pid, char comm[TASK_COMM_LEN]);
int base_comm_tgid(int pid);
unsigned int base_comm_size(void);
int base_comm_resize(unsigned int entries);
void *base_comm_seq_start(loff_t *pos);
void *base_comm_seq_next(void *v, loff_t *pos);
void base_comm_seq_stop(void);
int base_comm_seq_show(struct seq_file *m, void *v);
void *base_tgid_seq_start(loff_t *pos);
void *base_tgid_seq_next(void *v, loff_t *pos);
int base_tgid_seq_show(struct seq_file *m, void *v);

#endif /* _KERNEL_TRACE_BASE_H */
