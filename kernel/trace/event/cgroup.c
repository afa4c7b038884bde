// SPDX-License-Identifier: GPL-2.0
/* The field common_cgroup of filters and histograms. */
#include <linux/cgroup.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "internal.h"

/**
 * event_task_cgroup - get the id of the cgroup of the current task
 *
 * The cgroup is that of the unified hierarchy.
 *
 * Context: any, preemption disabled and RCU watching.
 * Return: the id, which is the inode number of the cgroup's directory; 0 before cgroups
 * are set up at boot.
 */
u64 event_task_cgroup(void)
{
	const struct css_set *css_set = rcu_dereference_raw(current->cgroups);
	const struct kernfs_node *kn = css_set->dfl_cgrp->kn;

	return kn ? kn->id : 0;
}
