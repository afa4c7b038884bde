// SPDX-License-Identifier: GPL-2.0
/*
 * The function profiler: how often functions were called, and for how long.
 *
 * Each CPU has a table of its own, open addressing by the address of the site,
 * with room for all sites there are. A place is taken once and kept, so that an
 * interrupt that meets its own function half way only finds the place twice:
 * counting is by local operations, and nobody waits for anybody.
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
#include "internal.h"

/**
 * struct profile_slot - a function on a CPU
 * @ip: the site; 0 if the place is free
 * @hits: calls
 * @time: of all of them, in ns
 * @squares: sum of the squares of the times
 */
struct profile_slot {
	local_t		ip;
	local_t		hits;
	local64_t	time;
	local64_t	squares;
};

/**
 * struct profile_call - what is kept until a function returns
 * @time: when it was called
 * @slept: for how long the task had not run then
 * @nested: the time of functions that it called
 */
struct profile_call {
	u64 time;
	u64 slept;
	u64 nested;
};

/* Under profile_lock, but for what callbacks read. */
static DEFINE_MUTEX(profile_lock);
static struct profile_slot **profile_tables;	/* per CPU; NULL: never used */
static unsigned int profile_bits;		/* of the index into one */
static bool profile_on;
static bool profile_own;	/* time without that of functions called */
static bool profile_awake;	/* time without that of sleeping */

static struct profile_slot *profile_slot(unsigned long ip)
{
	struct profile_slot *table = profile_tables[raw_smp_processor_id()];
	unsigned int mask = BIT(profile_bits) - 1;
	unsigned int at = hash_long(ip, profile_bits);

	for (unsigned int n = 0; n <= mask; n++, at = (at + 1) & mask) {
		struct profile_slot *slot = &table[at];
		long there = local_read(&slot->ip);

		if (!there)
			there = local_cmpxchg(&slot->ip, 0, ip) ?: ip;
		if (there == ip)
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
	if (profile_awake)
		time -= min(time, fgraph_task(current)->slept - call->slept);
	if (profile_own) {
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

/* Tables for all CPUs, or none at all. */
static int profile_alloc(void)
{
	struct profile_slot **tables;
	struct ftrace_site_totals totals;
	unsigned int bits, cpu;

	if (profile_tables)
		return 0;
	ftrace_site_totals(&totals);
	/* Modules may come. */
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

static int profile_start(bool own, bool awake)
{
	unsigned int cpu;
	int ret;

	ret = profile_alloc();
	if (ret)
		return ret;
	for_each_possible_cpu(cpu)
		memset(profile_tables[cpu], 0,
		       BIT(profile_bits) * sizeof(**profile_tables));
	profile_own = own;
	profile_awake = awake;
	if (awake) {
		ret = fgraph_sleep_get();
		if (ret)
			return ret;
	}
	ftrace_ops_set_global_filter(&profile_ops.ops);
	ret = register_ftrace_graph(&profile_ops);
	if (ret && awake)
		fgraph_sleep_put();
	return ret;
}

static void profile_stop(void)
{
	unregister_ftrace_graph(&profile_ops);
	if (profile_awake)
		fgraph_sleep_put();
}

bool func_profile_is_on(void)
{
	return READ_ONCE(profile_on);
}

int func_profile_set(bool on, bool own, bool awake)
{
	int ret = 0;

	guard(mutex)(&profile_lock);
	if (on == profile_on)
		return 0;
	if (on)
		ret = profile_start(own, awake);
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
