/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for what does work later: it is done at once. Lists without a lock.
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_WORK_H
#define _TOOLS_TRACE_COMMAND_HOST_WORK_H

struct llist_node { struct llist_node *next; };
struct llist_head { struct llist_node *first; };

#define LLIST_HEAD(name)	struct llist_head name
#define llist_empty(head)	(!(head)->first)
#define llist_for_each_entry_safe(pos, n, node, member)			\
	for (struct llist_node *__node = (node), *__next;		\
	     __node && (__next = __node->next,				\
			pos = container_of(__node, typeof(*pos), member), true); \
	     __node = __next)

static inline void llist_add(struct llist_node *new, struct llist_head *head)
{
	new->next = head->first;
	head->first = new;
}

static inline struct llist_node *llist_del_all(struct llist_head *head)
{
	struct llist_node *first = head->first;

	head->first = NULL;
	return first;
}

static inline struct llist_node *llist_reverse_order(struct llist_node *node)
{
	struct llist_head reversed = { NULL };
	struct llist_node *next;

	for (; node; node = next) {
		next = node->next;
		llist_add(node, &reversed);
	}
	return reversed.first;
}

struct work_struct { void (*func)(struct work_struct *work); };

#define DECLARE_WORK(name, fn)	struct work_struct name = { .func = fn }
#define queue_work(wq, work)	((work)->func(work))
#define flush_work(work)	((void)(work))

extern unsigned int host_waits;	/* for grace periods */
#define synchronize_rcu_expedited()		((void)host_waits++)
#define tracepoint_synchronize_unregister()	((void)host_waits++)
/* A grace period of RCU has never passed. */
#define get_state_synchronize_rcu()	0UL
#define cond_synchronize_rcu_expedited(state)	((void)(state), (void)host_waits++)

#endif /* _TOOLS_TRACE_COMMAND_HOST_WORK_H */
