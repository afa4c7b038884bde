/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that uprobe events need: files, and uprobes in
 * them. See uprobe.c.
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_UPROBE_H
#define _TOOLS_TRACE_COMMAND_HOST_UPROBE_H

/* Files */

#define LOOKUP_FOLLOW		1

int kern_path(const char *name, unsigned int flags, struct path *path);
void path_put(const struct path *path);
bool d_is_reg(const struct dentry *dentry);
struct inode *d_real_inode(const struct dentry *dentry);

static inline const char *kbasename(const char *path)
{
	const char *last = strrchr(path, '/');

	return last ? last + 1 : path;
}

/* Uprobes */

#define UPROBE_HANDLER_REMOVE	1
#define HOST_IP			6	/* index of the register ip */

#define instruction_pointer(regs)	((regs)->r[HOST_IP])

struct mm_struct;

struct uprobe_consumer {
	int (*handler)(struct uprobe_consumer *self, struct pt_regs *regs);
	int (*ret_handler)(struct uprobe_consumer *self, unsigned long func,
			   struct pt_regs *regs);
	bool (*filter)(struct uprobe_consumer *self, struct mm_struct *mm);
};

struct uprobe;

struct uprobe *uprobe_register(struct inode *inode, loff_t offset, loff_t ref_ctr,
			       struct uprobe_consumer *consumer);
int uprobe_apply(struct uprobe *uprobe, struct uprobe_consumer *consumer, bool add);
void uprobe_unregister_nosync(struct uprobe *uprobe, struct uprobe_consumer *consumer);
void uprobe_unregister_sync(void);

/* Hit each uprobe that is registered. */
void world_uprobe_hit(struct pt_regs *regs);

/* Tasks, locks, buffers */

/* The suite event has one of its own. */
#ifndef HOST_PERF_EVENT
struct perf_event {
	struct perf_event	*parent;
	struct {
		struct task_struct	*target;
		struct list_head	tp_list;
	} hw;
};
#endif

#define PF_EXITING		4
#define read_lock(l)		((void)(l))
#define read_unlock(l)		((void)(l))
#define write_lock(l)		((void)(l))
#define write_unlock(l)		((void)(l))
#define host_guard_preempt_notrace()	((void)0)
#define mutex_init(m)		((m)->held = 0)
#define mutex_trylock(m)	((m)->held ? 0 : ((m)->held = 1))
#define mutex_lock_killable(m)	({ mutex_lock(m); 0; })
#define this_cpu_inc(x)		((x)++)
#define cpu_possible_mask	NULL
#define for_each_cpu_wrap(cpu, mask, from)				\
	for ((void)(mask), (cpu) = (from); (cpu) >= 0; (cpu) = -1)
#define __get_free_page(gfp)	((unsigned long)host_alloc(PAGE_SIZE))
#define free_page(p)		host_free((void *)(p))

#endif /* _TOOLS_TRACE_COMMAND_HOST_UPROBE_H */
