// SPDX-License-Identifier: GPL-2.0
/*
 * What register_kprobe() takes of the cost of a kprobe event: it is the base kernel's, and
 * the same for both kernels. Writing an address to the parameter registers a disabled
 * kprobe there, as the creation of an event does; reading it yields the mean cost, and
 * removes the kprobes.
 */
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "measure.h"

/**
 * struct bench_kprobe - a kprobe that is never hit
 * @kp: the kprobe
 * @list: node in bench_kprobes. Lock: kernel_param_lock() of the module
 */
struct bench_kprobe {
	struct kprobe		kp;
	struct list_head	list;
};

static LIST_HEAD(bench_kprobes);
static u64 bench_kprobes_took;
static unsigned int bench_kprobes_nr;

static int bench_kprobe_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int set_kprobes(const char *text, const struct kernel_param *param)
{
	struct bench_kprobe *bk = kzalloc(sizeof(*bk), GFP_KERNEL);
	unsigned long address;
	u64 start;
	int ret;

	if (!bk)
		return -ENOMEM;
	ret = kstrtoul(text, 0, &address);
	if (!ret) {
		bk->kp.addr = (kprobe_opcode_t *)address;
		bk->kp.pre_handler = bench_kprobe_hit;
		bk->kp.flags = KPROBE_FLAG_DISABLED;
		start = bench_now();
		ret = register_kprobe(&bk->kp);
		start = bench_now() - start;
	}
	if (ret) {
		kfree(bk);
		return ret;
	}
	bench_kprobes_took += start;
	bench_kprobes_nr++;
	list_add(&bk->list, &bench_kprobes);
	return 0;
}

/* One wait for a grace period is enough for many. */
static void remove_kprobes(void)
{
	struct kprobe *kps[32];
	struct bench_kprobe *bk;
	int nr = 0;

	list_for_each_entry(bk, &bench_kprobes, list) {
		kps[nr++] = &bk->kp;
		if (nr < ARRAY_SIZE(kps) && !list_is_last(&bk->list, &bench_kprobes))
			continue;
		unregister_kprobes(kps, nr);
		nr = 0;
	}
}

static int get_kprobes(char *text, const struct kernel_param *param)
{
	u64 took = bench_kprobes_took * BENCH_CALLS;
	struct bench_kprobe *bk, *next;

	remove_kprobes();
	list_for_each_entry_safe(bk, next, &bench_kprobes, list) {
		list_del(&bk->list);
		kfree(bk);
	}
	if (bench_kprobes_nr)
		do_div(took, bench_kprobes_nr);
	bench_kprobes_took = 0;
	bench_kprobes_nr = 0;
	return bench_emit(text, took);
}

static const struct kernel_param_ops kprobes_ops = { .set = set_kprobes, .get = get_kprobes };
module_param_cb(kprobes, &kprobes_ops, NULL, 0600);
