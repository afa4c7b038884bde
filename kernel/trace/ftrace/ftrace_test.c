// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of callbacks, filters and patching. They trace the functions of
 * ftrace_test_target.c and, where necessary, all functions.
 */

#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/slab.h>

#include "internal.h"
#include "ftrace_test.h"

/* An ops, and the arguments of the last call of its callback. */
struct ftrace_test {
	struct ftrace_ops	ops;
	atomic_long_t		hits;
	unsigned long		ip;
	unsigned long		parent_ip;
	unsigned long		arg;
	bool			regs;
	bool			nest;
};

static void ftrace_test_hit(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct ftrace_test *t = container_of(op, struct ftrace_test, ops);

	atomic_long_inc(&t->hits);
	t->ip = ip;
	t->parent_ip = parent_ip;
	t->arg = ftrace_regs_get_argument(fregs, 0);
	t->regs = ftrace_get_regs(fregs);
	if (t->nest)
		ftrace_test_plain(0);
}

static void ftrace_test_redirect(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	ftrace_regs_set_instruction_pointer(fregs,
					    (unsigned long)ftrace_test_patched);
}

static void ftrace_test_count(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct ftrace_test *t = container_of(op, struct ftrace_test, ops);

	atomic_long_inc(&t->hits);
}

static unsigned long ftrace_test_ip(int (*func)(int x))
{
	return ftrace_location((unsigned long)func);
}

static struct ftrace_test *ftrace_test_new(struct kunit *test, ftrace_func_t func,
					   unsigned long flags)
{
	struct ftrace_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->ops.func = func;
	t->ops.flags = flags;
	return t;
}

static struct ftrace_test *ftrace_test_on(struct kunit *test, int (*func)(int x),
					  unsigned long flags)
{
	struct ftrace_test *t = ftrace_test_new(test, ftrace_test_hit, flags);

	KUNIT_ASSERT_EQ(test, ftrace_set_filter_ip(&t->ops, ftrace_test_ip(func),
						   0, 0), 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->ops), 0);
	return t;
}

static void ftrace_test_off(struct kunit *test, struct ftrace_test *t)
{
	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&t->ops), 0);
	ftrace_free_filter(&t->ops);
}

static long ftrace_test_hits(struct ftrace_test *t)
{
	return atomic_long_read(&t->hits);
}

static void ftrace_test_location(struct kunit *test)
{
	unsigned long func = (unsigned long)ftrace_test_plain;
	unsigned long ip = ftrace_location(func);

	KUNIT_ASSERT_NE(test, ip, 0UL);
	KUNIT_EXPECT_LE(test, ip - func, 4UL);
	KUNIT_EXPECT_EQ(test, ftrace_location(ip), ip);
	KUNIT_EXPECT_EQ(test, ftrace_location(ip + 1), 0UL);
	KUNIT_EXPECT_EQ(test, ftrace_location_range(func, func + 8), ip);
	KUNIT_EXPECT_EQ(test, ftrace_location_range(ip + 1, ip + 4), 0UL);
	KUNIT_EXPECT_TRUE(test, ftrace_text_reserved((void *)func, (void *)ip));
	KUNIT_EXPECT_EQ(test, ftrace_location((unsigned long)test), 0UL);
}

static void ftrace_test_callback(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_on(test, ftrace_test_plain, 0);

	KUNIT_EXPECT_EQ(test, ftrace_test_plain(5), 6);
	KUNIT_EXPECT_EQ(test, ftrace_test_other(5), 7);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 1);
	KUNIT_EXPECT_EQ(test, t->ip, ftrace_test_ip(ftrace_test_plain));
	KUNIT_EXPECT_EQ(test, t->arg, 5UL);
	KUNIT_EXPECT_FALSE(test, t->regs);
	KUNIT_EXPECT_LT(test, t->parent_ip - (unsigned long)ftrace_test_callback,
			(unsigned long)PAGE_SIZE);
	KUNIT_EXPECT_TRUE(test, is_ftrace_trampoline(t->ops.trampoline));
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&t->ops), -EBUSY);

	ftrace_test_off(test, t);
	ftrace_test_plain(5);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 1);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&t->ops), -EBUSY);
	KUNIT_EXPECT_EQ(test, t->ops.trampoline, 0UL);
}

static void ftrace_test_regs(struct kunit *test)
{
	struct ftrace_test *bare = ftrace_test_on(test, ftrace_test_plain, 0);
	struct ftrace_test *full = ftrace_test_on(test, ftrace_test_plain,
						  FTRACE_OPS_FL_SAVE_REGS);

	KUNIT_EXPECT_EQ(test, ftrace_test_plain(7), 8);
	KUNIT_EXPECT_TRUE(test, full->regs);
	KUNIT_EXPECT_EQ(test, full->arg, 7UL);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(bare), 1);

	ftrace_test_off(test, bare);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(8), 9);
	KUNIT_EXPECT_TRUE(test, full->regs);
	KUNIT_EXPECT_EQ(test, full->arg, 8UL);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(full), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(bare), 1);
	ftrace_test_off(test, full);
}

static void ftrace_test_ipmodify(struct kunit *test)
{
	unsigned long flags = FTRACE_OPS_FL_IPMODIFY;
	struct ftrace_test *a, *b;

	for (int i = 0; i < 2; i++) {
		a = ftrace_test_new(test, ftrace_test_redirect, flags);
		b = ftrace_test_new(test, ftrace_test_redirect, flags);
		ftrace_set_filter_ip(&a->ops, ftrace_test_ip(ftrace_test_plain), 0, 0);
		ftrace_set_filter_ip(&b->ops, ftrace_test_ip(ftrace_test_plain), 0, 0);

		KUNIT_ASSERT_EQ(test, register_ftrace_function(&a->ops), 0);
		KUNIT_EXPECT_EQ(test, register_ftrace_function(&b->ops), -EBUSY);
		KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 1001);
		KUNIT_EXPECT_EQ(test, ftrace_test_other(1), 3);
		ftrace_test_off(test, a);
		ftrace_free_filter(&b->ops);
		KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
		flags |= FTRACE_OPS_FL_SAVE_REGS;
	}
}

static void ftrace_test_filter(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_new(test, ftrace_test_count, 0);
	struct ftrace_ops *ops = &t->ops;

	KUNIT_EXPECT_EQ(test, ftrace_set_filter(ops, "ftrace_test_nothing", 19, 0),
			-EINVAL);
	KUNIT_ASSERT_EQ(test, ftrace_set_filter(ops, "ftrace_test_*", 13, 0), 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(ops), 0);
	ftrace_test_plain(0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 2);

	KUNIT_EXPECT_EQ(test, ftrace_set_notrace(ops, "*test_oth*", 10, 0), 0);
	ftrace_test_plain(0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 3);

	KUNIT_EXPECT_EQ(test, ftrace_set_notrace(ops, NULL, 0, 1), 0);
	KUNIT_EXPECT_EQ(test, ftrace_set_filter(ops, "ftr*test?other", 14, 1), 0);
	ftrace_test_plain(0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 4);

	KUNIT_EXPECT_EQ(test, ftrace_set_filter_ip(ops, ftrace_test_ip(ftrace_test_plain),
						   1, 0), -ENOENT);
	KUNIT_EXPECT_EQ(test, ftrace_set_filter_ip(ops, (unsigned long)test, 0, 0),
			-EINVAL);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 5);
	ftrace_test_off(test, t);
}

/* A matching name is found with other names before and after it. */
static void ftrace_test_needle(struct kunit *test, struct ftrace_glob_needle *needle,
			       const struct ftrace_glob *glob, const char *name)
{
	char text[64 + FTRACE_GLOB_NEEDLE_PAD] = "\0other";
	size_t len = strlen(name), at;

	strscpy(text + 7, name, 32);
	strscpy(text + 7 + len + 1, "thing", 8);
	ftrace_glob_needle_init(needle, glob);
	if (!needle->len)
		return;
	at = ftrace_glob_needle_find(needle, text, 6, 7 + len + 1);
	if (glob->kind == FTRACE_GLOB_ANY) {
		KUNIT_EXPECT_TRUE_MSG(test, at < 7 + len + 1 ||
				      !ftrace_glob_match(glob, name),
				      "%s in %s", needle->text, name);
		return;
	}
	KUNIT_EXPECT_EQ_MSG(test, at < 7 + len + 1, ftrace_glob_match(glob, name),
			    "%s in %s", glob->own, name);
}

static void ftrace_test_glob(struct kunit *test)
{
	static const struct {
		const char *glob, *name;
		bool match;
	} cases[] = {
		{ "schedule", "schedule", true },
		{ "schedule", "schedule_idle", false },
		{ "sched*", "schedule", true },
		{ "sched*", "io_schedule", false },
		{ "*schedule", "io_schedule", true },
		{ "*schedule", "schedule_idle", false },
		{ "*sched*", "io_schedule_timeout", true },
		{ "a*b", "axxb", true },
		{ "a*b", "axxbc", false },
		{ "sch?dule", "schedule", true },
		{ "[Ss]y[Ss]_*", "SyS_read", true },
		{ "[Ss]y[Ss]_*", "xyS_read", false },
		{ "*", "", true },
		{ "**", "any", true },
	};
	struct ftrace_glob *glob = kunit_kzalloc(test, sizeof(*glob), GFP_KERNEL);
	struct ftrace_glob_needle *needle = kunit_kzalloc(test, sizeof(*needle),
							  GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, glob);
	KUNIT_ASSERT_NOT_NULL(test, needle);
	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		KUNIT_ASSERT_EQ(test, ftrace_glob_parse(glob, cases[i].glob,
							strlen(cases[i].glob)), 0);
		ftrace_test_needle(test, needle, glob, cases[i].name);
		KUNIT_EXPECT_EQ_MSG(test, ftrace_glob_match(glob, cases[i].name),
				    cases[i].match, "%s against %s",
				    cases[i].glob, cases[i].name);
	}
	KUNIT_EXPECT_EQ(test, ftrace_glob_parse(glob, "", 0), -EINVAL);
}

static void ftrace_test_recursion(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_on(test, ftrace_test_plain,
					       FTRACE_OPS_FL_RECURSION);

	t->nest = true;
	ftrace_test_plain(0);
	KUNIT_EXPECT_LE(test, ftrace_test_hits(t), 2);
	KUNIT_EXPECT_GE(test, ftrace_test_hits(t), 1);
	ftrace_test_off(test, t);
}

static void ftrace_test_pids(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_on(test, ftrace_test_plain, 0);
	bool __percpu *ignore = alloc_percpu(bool);
	int cpu;

	KUNIT_ASSERT_TRUE(test, !!ignore);
	for_each_possible_cpu(cpu)
		per_cpu(*ignore, cpu) = true;
	ftrace_ops_set_pid_ignore(&t->ops, ignore);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 0);
	for_each_possible_cpu(cpu)
		per_cpu(*ignore, cpu) = false;
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 1);
	ftrace_ops_set_pid_ignore(&t->ops, NULL);
	ftrace_ops_sync();
	free_percpu(ignore);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 2);
	ftrace_test_off(test, t);
}

static int ftrace_test_write(struct ftrace_ops *ops, bool reset, const char *words)
{
	struct ftrace_filter_edit *edit = ftrace_filter_edit_begin(ops, ops, false, reset);
	char buf[64], *rest = buf, *word;
	int ret = 0, err;

	strscpy(buf, words);
	while ((word = strsep(&rest, " ")) && !ret)
		ret = ftrace_filter_edit_word(edit, word);
	err = ftrace_filter_edit_commit(edit);
	return ret ?: err;
}

static void ftrace_test_edit(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_on(test, ftrace_test_plain, 0);
	struct ftrace_ops *ops = &t->ops;
	static const char * const bad[] = {
		"ftrace_test_nothing", "!ftrace_test_nothing", "0", "99999999", "!",
		"ftrace_test_plain:nonsense",
	};

	KUNIT_EXPECT_EQ(test, ftrace_test_write(ops, false, "ftrace_test_other"), 0);
	ftrace_test_plain(0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_write(ops, false, "!ftrace_test_pla*"), 0);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 2);

	for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
		KUNIT_EXPECT_EQ_MSG(test, ftrace_test_write(ops, false, bad[i]),
				    -EINVAL, "%s", bad[i]);
		ftrace_test_plain(0);
		KUNIT_EXPECT_EQ_MSG(test, ftrace_test_hits(t), 2, "%s", bad[i]);
	}
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 3);

	/* Valid words take effect even if an invalid word follows. */
	KUNIT_EXPECT_EQ(test, ftrace_test_write(ops, true,
						"ftrace_test_plain ftrace_test_nothing"),
			-EINVAL);
	ftrace_test_plain(0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 4);

	KUNIT_EXPECT_EQ(test, ftrace_test_write(ops, true, ":mod:no_such_module"), 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_write(ops, false, "!:mod:no_such_module"), 0);
	ftrace_owner_release(NULL, ops);
}

static atomic_t ftrace_test_probed = ATOMIC_INIT(0);

static bool ftrace_test_probe_hit(unsigned long ip, unsigned long parent_ip,
				  void *owner, void *data)
{
	atomic_inc(&ftrace_test_probed);
	return true;
}

/* Only every other hit has an effect and is counted. */
static bool ftrace_test_probe_idle(unsigned long ip, unsigned long parent_ip,
				   void *owner, void *data)
{
	return atomic_inc_return(&ftrace_test_probed) & 1;
}

static void ftrace_test_probe_detach(void *owner, void *data)
{
	int *state = data;

	*state = 1;
}

static void ftrace_test_probe_free(void *data)
{
	int *state = data;

	*state += 10;
}

/* The data of removed probes is detached at once, and freed when no hit uses it any more. */
static void ftrace_test_probe_removal(struct kunit *test)
{
	static const struct ftrace_func_probe_kind kind = {
		.name = "data",
		.hit = ftrace_test_probe_hit,
		.detach = ftrace_test_probe_detach,
		.free = ftrace_test_probe_free,
	};
	int *state = kunit_kzalloc(test, sizeof(*state), GFP_KERNEL);
	void *owner = test;

	KUNIT_ASSERT_NOT_NULL(test, state);
	KUNIT_ASSERT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_*", state,
						    false, 0), 0);
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_remove(owner, &kind, "*plain", NULL, false), 0);
	trace_defer_flush();
	KUNIT_EXPECT_EQ(test, *state, 0);
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_remove(owner, &kind, "*", NULL, false), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(*state) % 10, 1);
	trace_defer_flush();
	KUNIT_EXPECT_EQ(test, *state, 11);

	/* Data that no probe takes is freed at once. */
	*state = 0;
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_no*", state,
						    false, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, *state, 11);
}

static void ftrace_test_probe(struct kunit *test)
{
	static const struct ftrace_func_probe_kind kind = {
		.name = "probe",
		.hit = ftrace_test_probe_hit,
	}, idle = {
		.name = "idle",
		.hit = ftrace_test_probe_idle,
	};
	void *owner = test;

	KUNIT_EXPECT_EQ(test, ftrace_func_probe_remove(owner, &kind, "*", NULL, false),
			-ENODEV);
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_no*", NULL,
						    false, 0), -EINVAL);
	KUNIT_ASSERT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_plain",
						    NULL, true, 2), 0);
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_plain",
						    NULL, true, 3), -EINVAL);
	for (int i = 0; i < 5; i++)
		ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 2);

	KUNIT_EXPECT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_*", NULL,
						    false, 0), 0);
	ftrace_test_other(0);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 4);
	KUNIT_EXPECT_EQ(test, ftrace_func_probe_remove(owner, &kind, "*other", NULL,
						       false), 0);
	ftrace_test_other(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 4);
	ftrace_func_probes_remove_all(owner);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 4);

	/* Two counted hits take three or four calls. */
	KUNIT_ASSERT_EQ(test, ftrace_func_probe_add(owner, &idle, "ftrace_test_plain",
						    NULL, true, 2), 0);
	for (int i = 0; i < 6; i++)
		ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 7);
	ftrace_func_probes_remove_all(owner);
	KUNIT_ASSERT_EQ(test, ftrace_func_probe_add(owner, &kind, "ftrace_test_plain",
						    NULL, true, -1), 0);
	ftrace_test_plain(0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_test_probed), 7);
	ftrace_func_probes_remove_all(owner);
}

static void ftrace_test_direct_calls(struct kunit *test)
{
	struct ftrace_test *direct = ftrace_test_new(test, NULL, 0);
	unsigned long addr = (unsigned long)ftrace_test_direct;
	struct ftrace_ops *ops = &direct->ops;
	struct ftrace_test *t;

	KUNIT_EXPECT_EQ(test, register_ftrace_direct(ops, addr), -EINVAL);
	ftrace_set_filter_ip(ops, ftrace_test_ip(ftrace_test_plain), 0, 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_direct(ops, addr), 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_direct_hits, 1UL);
	KUNIT_EXPECT_EQ(test, ftrace_find_rec_direct(ftrace_test_ip(ftrace_test_plain)),
			addr);

	/* With a second ops on the site, a trampoline makes the direct call. */
	t = ftrace_test_on(test, ftrace_test_plain, 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_direct_hits, 2UL);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), 1);
	ftrace_test_off(test, t);

	KUNIT_EXPECT_EQ(test, modify_ftrace_direct(ops, addr), 0);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_direct(ops, addr, true), 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_direct_hits, 2UL);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_direct(ops, addr, true), -EINVAL);
}

static enum ftrace_ops_cmd ftrace_test_asked;
static int ftrace_test_answer;

static int ftrace_test_share(struct ftrace_ops *op, enum ftrace_ops_cmd cmd)
{
	ftrace_test_asked = cmd;
	return ftrace_test_answer;
}

/* A direct ops is asked before an ops that changes the address shares its function. */
static void ftrace_test_direct_shared(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_new(test, ftrace_test_redirect,
						FTRACE_OPS_FL_IPMODIFY);
	struct ftrace_test *direct = ftrace_test_new(test, NULL, 0);
	unsigned long addr = (unsigned long)ftrace_test_direct;

	ftrace_set_filter_ip(&direct->ops, ftrace_test_ip(ftrace_test_plain), 0, 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_direct(&direct->ops, addr), 0);
	ftrace_set_filter_ip(&t->ops, ftrace_test_ip(ftrace_test_plain), 0, 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&t->ops), -EBUSY);

	direct->ops.ops_func = ftrace_test_share;
	ftrace_test_answer = -EAGAIN;
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&t->ops), -EAGAIN);
	KUNIT_EXPECT_EQ(test, ftrace_test_asked, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
	ftrace_test_answer = 0;
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->ops), 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_asked, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER);
	ftrace_test_off(test, t);
	KUNIT_EXPECT_EQ(test, ftrace_test_asked, FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER);

	/* It is not asked for another function. */
	ftrace_test_answer = -EAGAIN;
	ftrace_set_filter_ip(&t->ops, ftrace_test_ip(ftrace_test_other), 0, 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->ops), 0);
	ftrace_test_off(test, t);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_direct(&direct->ops, addr, true), 0);
}

/*
 * A direct ops is asked before it shares its function with an ops that changes the
 * address, also if only its own function changes.
 */
static void ftrace_test_direct_later(struct kunit *test)
{
	struct ftrace_test *t = ftrace_test_new(test, ftrace_test_redirect,
						FTRACE_OPS_FL_IPMODIFY);
	struct ftrace_test *direct = ftrace_test_new(test, NULL, 0);
	unsigned long addr = (unsigned long)ftrace_test_direct, ip;

	ip = ftrace_test_ip(ftrace_test_plain);
	ftrace_set_filter_ip(&t->ops, ip, 0, 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->ops), 0);
	ftrace_set_filter_ip(&direct->ops, ip, 0, 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_direct(&direct->ops, addr), -EBUSY);

	direct->ops.ops_func = ftrace_test_share;
	ftrace_test_answer = -EAGAIN;
	KUNIT_EXPECT_EQ(test, register_ftrace_direct(&direct->ops, addr), -EAGAIN);
	KUNIT_EXPECT_EQ(test, ftrace_test_asked, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF);
	ftrace_test_answer = 0;
	KUNIT_ASSERT_EQ(test, register_ftrace_direct(&direct->ops, addr), 0);

	ftrace_test_asked = FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER;
	ftrace_test_answer = -EAGAIN;
	KUNIT_EXPECT_EQ(test, modify_ftrace_direct(&direct->ops, addr + 1), -EAGAIN);
	KUNIT_EXPECT_EQ(test, ftrace_test_asked, FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF);
	KUNIT_EXPECT_EQ(test, ftrace_find_rec_direct(ip), addr);
	ftrace_test_answer = 0;
	KUNIT_EXPECT_EQ(test, modify_ftrace_direct(&direct->ops, addr), 0);

	ftrace_test_off(test, t);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_direct(&direct->ops, addr, true), 0);
}

/* More than the number of sites for which ftrace_update_text() searches all ops. */
#define FTRACE_TEST_MANY	24

static void ftrace_test_many_sites(struct kunit *test, unsigned long *ips)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	unsigned int n = 0;

	guard(mutex)(&ftrace_lock);
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (n < FTRACE_TEST_MANY && !ftrace_site_count(site))
				ips[n++] = site->ip;
		}
	}
	KUNIT_ASSERT_EQ(test, n, FTRACE_TEST_MANY);
}

/* Each site has an ops of its own again, when one that traced all of them is gone. */
static void ftrace_test_many(struct kunit *test)
{
	struct ftrace_test *all = ftrace_test_new(test, ftrace_test_count, 0);
	struct ftrace_test *one[FTRACE_TEST_MANY];
	unsigned long ips[FTRACE_TEST_MANY];

	ftrace_test_many_sites(test, ips);
	for (int i = 0; i < FTRACE_TEST_MANY; i++) {
		one[i] = ftrace_test_new(test, ftrace_test_count, 0);
		KUNIT_ASSERT_EQ(test, ftrace_set_filter_ip(&one[i]->ops, ips[i], 0, 0), 0);
		KUNIT_ASSERT_EQ(test, register_ftrace_function(&one[i]->ops), 0);
	}
	KUNIT_ASSERT_EQ(test, ftrace_set_filter_ips(&all->ops, ips, FTRACE_TEST_MANY, 0, 1), 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&all->ops), 0);
	for (int i = 0; i < FTRACE_TEST_MANY; i++)
		KUNIT_EXPECT_NE(test, ftrace_site_target(ftrace_site_find(ips[i])),
				arch_ftrace_trampoline_entry(&one[i]->ops));
	ftrace_test_off(test, all);
	for (int i = 0; i < FTRACE_TEST_MANY; i++) {
		KUNIT_EXPECT_EQ(test, ftrace_site_target(ftrace_site_find(ips[i])),
				arch_ftrace_trampoline_entry(&one[i]->ops));
		ftrace_test_off(test, one[i]);
		KUNIT_EXPECT_EQ(test, ftrace_site_target(ftrace_site_find(ips[i])), 0UL);
	}
}

/*
 * Trace all functions and stop again, while each CPU calls a function that is
 * traced throughout. No call of it may be missed, and all sites must be as before
 * at the end.
 */

static unsigned long ftrace_test_enabled(void)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	unsigned long n = 0;

	mutex_lock(&ftrace_lock);
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site)
			n += !!ftrace_site_count(site);
	}
	mutex_unlock(&ftrace_lock);
	return n;
}

static int ftrace_test_load(void *data)
{
	atomic_long_t *calls = data;

	while (!kthread_should_stop()) {
		for (int i = 0; i < 100; i++) {
			ftrace_test_plain(i);
			atomic_long_inc(calls);
		}
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static void ftrace_test_storm(struct kunit *test)
{
	struct ftrace_test *all = ftrace_test_new(test, ftrace_test_count, 0);
	struct task_struct *tasks[8] = {};
	unsigned long before = ftrace_test_enabled();
	struct ftrace_test *t;
	atomic_long_t calls = ATOMIC_LONG_INIT(0);
	unsigned int n = 0;
	int cpu;

	t = ftrace_test_new(test, ftrace_test_count, FTRACE_OPS_FL_RECURSION);
	ftrace_set_filter_ip(&t->ops, ftrace_test_ip(ftrace_test_plain), 0, 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->ops), 0);
	for_each_online_cpu(cpu) {
		if (n == ARRAY_SIZE(tasks))
			break;
		tasks[n] = kthread_run_on_cpu(ftrace_test_load, &calls, cpu,
					      "ftrace_test/%u");
		KUNIT_ASSERT_FALSE(test, IS_ERR(tasks[n]));
		n++;
	}

	for (int i = 0; i < 10; i++) {
		KUNIT_EXPECT_EQ(test, register_ftrace_function(&all->ops), 0);
		msleep(20);
		KUNIT_EXPECT_GT(test, ftrace_test_enabled(), 1000UL);
		KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&all->ops), 0);
	}

	while (n--)
		kthread_stop(tasks[n]);
	KUNIT_EXPECT_EQ(test, ftrace_test_hits(t), atomic_long_read(&calls));
	KUNIT_EXPECT_GT(test, ftrace_test_hits(all), 1000);
	kunit_info(test, "%ld calls, %ld of all functions\n",
		   atomic_long_read(&calls), ftrace_test_hits(all));
	ftrace_test_off(test, t);
	KUNIT_EXPECT_EQ(test, ftrace_test_enabled(), before);
}

static struct kunit_case ftrace_test_cases[] = {
	KUNIT_CASE(ftrace_test_location),
	KUNIT_CASE(ftrace_test_callback),
	KUNIT_CASE(ftrace_test_regs),
	KUNIT_CASE(ftrace_test_ipmodify),
	KUNIT_CASE(ftrace_test_filter),
	KUNIT_CASE(ftrace_test_glob),
	KUNIT_CASE(ftrace_test_recursion),
	KUNIT_CASE(ftrace_test_pids),
	KUNIT_CASE(ftrace_test_edit),
	KUNIT_CASE(ftrace_test_probe),
	KUNIT_CASE(ftrace_test_probe_removal),
	KUNIT_CASE(ftrace_test_direct_calls),
	KUNIT_CASE(ftrace_test_direct_shared),
	KUNIT_CASE(ftrace_test_direct_later),
	KUNIT_CASE(ftrace_test_many),
	KUNIT_CASE_SLOW(ftrace_test_storm),
	{}
};

static struct kunit_suite ftrace_test_suite = {
	.name = "ftrace",
	.test_cases = ftrace_test_cases,
};

kunit_test_suite(ftrace_test_suite);
