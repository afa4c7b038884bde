// SPDX-License-Identifier: GPL-2.0
/*
 * The function profiler: number and duration of the calls of each function.
 *
 * Each CPU has a hash table with open addressing, indexed by the address of the
 * patch site and large enough for all sites. A slot, once assigned to a site, is
 * never reassigned. An interrupt or NMI that searches the table while it is updated
 * finds or claims the same slot by local_cmpxchg(), and all counts are updated by
 * local operations, so no lock is needed.
 */

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/trace_clock.h>

#include <asm/local.h>
#include <asm/local64.h>

#include "../fgraph/fgraph.h"
#include "../ftrace/ftrace.h"
#include "profile.h"

/**
 * struct profile_slot - counts of a function on a CPU
 * @ip: address of the patch site; 0 if the slot is free
 * @hits: number of calls
 * @time: sum of the times of all calls in ns
 * @squares: sum of the squares of these times
 */
struct profile_slot {
	local_t		ip;
	local_t		hits;
	local64_t	time;
	local64_t	squares;
};

/**
 * struct profile_call - state of a call, kept on the shadow stack until it returns
 * @time: time of the call in ns
 * @slept: how long the task had not been running in total at the call, in ns
 * @nested: time of the traced functions that the function called, in ns
 */
struct profile_call {
	u64 time;
	u64 slept;
	u64 nested;
};

/*
 * Protects the variables below. The callbacks read them without the lock: except
 * profile_on they change only while the callbacks are not registered.
 */
static DEFINE_MUTEX(profile_lock);
static struct profile_slot **profile_tables;	/* by CPU; NULL before the first use */
static unsigned int profile_bits;		/* log2 of the slots of a table */
static bool profile_on;
static bool profile_own_time;	/* exclude the time of called functions */
static bool profile_run_time;	/* exclude the time the task did not run */

static struct profile_slot *profile_slot(unsigned long ip)
{
	struct profile_slot *table = profile_tables[raw_smp_processor_id()];
	unsigned int mask = BIT(profile_bits) - 1;
	unsigned int index = hash_long(ip, profile_bits);

	for (unsigned int n = 0; n <= mask; n++, index = (index + 1) & mask) {
		struct profile_slot *slot = &table[index];
		long owner = local_read(&slot->ip);

		if (!owner)
			owner = local_cmpxchg(&slot->ip, 0, ip) ?: ip;
		if (owner == ip)
			return slot;
	}
	return NULL;
}

static int profile_entry(struct ftrace_graph_ent *ent, struct fgraph_ops *gops)
{
	struct profile_slot *slot = profile_slot(ent->func);
	struct profile_call *call;

	if (!slot)
		return 0;
	call = fgraph_reserve_data(gops->idx, sizeof(*call));
	if (!call)
		return 0;
	local_inc(&slot->hits);
	call->nested = 0;
	call->slept = fgraph_task(current)->slept;
	call->time = trace_clock_local();
	return 1;
}

static void profile_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops)
{
	struct profile_call *call, *parent;
	struct profile_slot *slot;
	u64 time;
	int size;

	call = fgraph_retrieve_data(gops->idx, &size);
	slot = profile_slot(ret->func);
	if (!call || !slot)
		return;
	time = trace_clock_local() - call->time;
	if (profile_run_time)
		time -= min(time, fgraph_task(current)->slept - call->slept);
	if (profile_own_time) {
		parent = fgraph_retrieve_parent_data(gops->idx, &size, 0);
		if (parent)
			parent->nested += time;
		time -= min(time, call->nested);
	}
	local64_add(time, &slot->time);
	local64_add(time * time, &slot->squares);
}

static struct fgraph_ops profile_ops = {
	.entryfunc	= profile_entry,
	.retfunc	= profile_return,
};

/* Allocates the tables of all CPUs, or none if there is not enough memory. */
static int profile_alloc(void)
{
	struct profile_slot **tables;
	struct ftrace_site_totals totals;
	unsigned int bits, cpu;

	if (profile_tables)
		return 0;
	ftrace_get_site_totals(&totals);
	/* Half as many slots again are for the functions of modules loaded later. */
	bits = ilog2(roundup_pow_of_two(totals.sites + totals.sites / 2 + 1));
	tables = kcalloc(nr_cpu_ids, sizeof(*tables), GFP_KERNEL);
	if (!tables)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tables[cpu] = kvcalloc(BIT(bits), sizeof(**tables), GFP_KERNEL);
		if (!tables[cpu])
			goto fail;
	}
	profile_bits = bits;
	profile_tables = tables;
	return 0;
fail:
	for_each_possible_cpu(cpu)
		kvfree(tables[cpu]);
	kfree(tables);
	return -ENOMEM;
}

static int profile_start(bool own_time, bool run_time)
{
	unsigned int cpu;
	int ret;

	ret = profile_alloc();
	if (ret)
		return ret;
	for_each_possible_cpu(cpu)
		memset(profile_tables[cpu], 0,
		       BIT(profile_bits) * sizeof(**profile_tables));
	profile_own_time = own_time;
	profile_run_time = run_time;
	if (run_time) {
		ret = fgraph_sleep_time_get();
		if (ret)
			return ret;
	}
	ftrace_ops_set_global_filter(&profile_ops.ops);
	ret = register_ftrace_graph(&profile_ops);
	if (ret && run_time)
		fgraph_sleep_time_put();
	return ret;
}

static void profile_stop(void)
{
	unregister_ftrace_graph(&profile_ops);
	if (profile_run_time)
		fgraph_sleep_time_put();
}

/**
 * func_profile_is_on - test whether the function profiler is running
 *
 * Context: any.
 * Return: true if the profiler is running.
 */
bool func_profile_is_on(void)
{
	return READ_ONCE(profile_on);
}

/**
 * func_profile_set - start or stop the function profiler
 * @on: true to start with empty tables, false to stop
 * @own_time: exclude the time of called functions from a function's time
 * @run_time: exclude the time during which the task does not run
 *
 * The functions that are profiled are those of the global filter.
 *
 * Context: task, may sleep; takes profile_lock.
 * Return: 0, or an errno if the profiler cannot be started.
 */
int func_profile_set(bool on, bool own_time, bool run_time)
{
	int ret = 0;

	guard(mutex)(&profile_lock);
	if (on == profile_on)
		return 0;
	if (on)
		ret = profile_start(own_time, run_time);
	else
		profile_stop();
	if (!ret)
		WRITE_ONCE(profile_on, on);
	return ret;
}

static int profile_cmp(const void *a, const void *b)
{
	const struct func_profile_row *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	if (x->hits != y->hits)
		return x->hits < y->hits ? 1 : -1;
	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

/**
 * func_profile_rows - get the profile of a CPU, sorted by time in descending order
 * @cpu: the CPU
 * @count: set to the number of rows
 *
 * Context: task, may sleep; takes profile_lock.
 * Return: the rows, to be freed with kvfree(); NULL if the profiler was never
 * started; ERR_PTR(-ENOMEM).
 */
struct func_profile_row *func_profile_rows(int cpu, unsigned int *count)
{
	struct func_profile_row *rows;
	unsigned int n = 0, used = 0;

	*count = 0;
	guard(mutex)(&profile_lock);
	if (!profile_tables)
		return NULL;
	for (unsigned int i = 0; i < BIT(profile_bits); i++)
		used += local_read(&profile_tables[cpu][i].hits) > 0;
	rows = kvmalloc_array(used + 1, sizeof(*rows), GFP_KERNEL);
	if (!rows)
		return ERR_PTR(-ENOMEM);
	for (unsigned int i = 0; i < BIT(profile_bits) && n < used; i++) {
		struct profile_slot *slot = &profile_tables[cpu][i];

		if (!local_read(&slot->hits))
			continue;
		rows[n++] = (struct func_profile_row) {
			.ip = local_read(&slot->ip),
			.hits = local_read(&slot->hits),
			.time = local64_read(&slot->time),
			.squares = local64_read(&slot->squares),
		};
	}
	sort(rows, n, sizeof(*rows), profile_cmp, NULL);
	*count = n;
	return rows;
}
