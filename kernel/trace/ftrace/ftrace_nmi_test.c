// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit test of NMIs that hit partially patched sites.
 *
 * Sites change in three steps, after each of which all CPUs synchronise. In this
 * test each CPU sends an NMI to itself when it synchronises, and the NMI handler
 * calls functions whose sites are being changed. All calls must return correctly,
 * and an ops that is registered throughout must not miss any of them.
 */

#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/percpu.h>

#include <asm/apic.h>
#include <asm/nmi.h>

#include "internal.h"
#include "ftrace_test.h"

/* A function that each CPU calls to synchronise. */
#define FTRACE_NMI_TEST_SYNC	"do_sync_core"

/* The first NMIs after boot take longer. */
#define FTRACE_NMI_TEST_PATIENCE	10000000

static DEFINE_PER_CPU(bool, ftrace_nmi_test_sent);
static bool ftrace_nmi_test_armed;
static atomic_t ftrace_nmi_test_done, ftrace_nmi_test_wrong, ftrace_nmi_test_late;

static int ftrace_nmi_test_handle(unsigned int cmd, struct pt_regs *regs)
{
	if (!this_cpu_read(ftrace_nmi_test_sent))
		return NMI_DONE;
	this_cpu_write(ftrace_nmi_test_sent, false);
	if (ftrace_test_plain(1) != 2 || ftrace_test_other(1) != 3 ||
	    ftrace_test_outer(2) != 6)
		atomic_inc(&ftrace_nmi_test_wrong);
	atomic_inc(&ftrace_nmi_test_done);
	return NMI_HANDLED;
}

static void ftrace_nmi_test_sync(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	int patience = FTRACE_NMI_TEST_PATIENCE;

	if (!READ_ONCE(ftrace_nmi_test_armed) || in_nmi())
		return;
	this_cpu_write(ftrace_nmi_test_sent, true);
	__apic_send_IPI_mask(cpumask_of(smp_processor_id()), NMI_VECTOR);
	while (this_cpu_read(ftrace_nmi_test_sent) && --patience)
		cpu_relax();
	if (!patience)
		atomic_inc(&ftrace_nmi_test_late);
}

struct ftrace_nmi_test_ops {
	struct ftrace_ops	ops;
	atomic_long_t		hits;
};

static void ftrace_nmi_test_hit(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct ftrace_nmi_test_ops *t = container_of(op, struct ftrace_nmi_test_ops, ops);

	atomic_long_inc(&t->hits);
}

static struct ftrace_nmi_test_ops *ftrace_nmi_test_ops(struct kunit *test, const char *name,
						       unsigned long flags)
{
	struct ftrace_nmi_test_ops *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->ops.func = ftrace_nmi_test_hit;
	t->ops.flags = flags;
	if (name)
		KUNIT_ASSERT_EQ(test, ftrace_set_filter(&t->ops, (u8 *)name,
							strlen(name), 1), 0);
	return t;
}

/* Register or unregister an ops, and check the NMIs that were sent meanwhile. */
static void ftrace_nmi_test_change(struct kunit *test, struct ftrace_ops *ops, bool on)
{
	int before = atomic_read(&ftrace_nmi_test_done), ret;

	WRITE_ONCE(ftrace_nmi_test_armed, true);
	ret = on ? register_ftrace_function(ops) :
		   unregister_ftrace_function(ops);
	WRITE_ONCE(ftrace_nmi_test_armed, false);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_GE(test, atomic_read(&ftrace_nmi_test_done) - before,
			3 * (int)num_online_cpus());
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_nmi_test_wrong), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&ftrace_nmi_test_late), 0);
}

/*
 * Register an ops with @flags, and unregister it, while @always traces
 * ftrace_test_plain(). An NMI calls that function twice, once from
 * ftrace_test_outer().
 */
static void ftrace_nmi_test_join(struct kunit *test, struct ftrace_nmi_test_ops *always,
				 const char *name, unsigned long flags)
{
	struct ftrace_nmi_test_ops *t = ftrace_nmi_test_ops(test, name, flags);
	long hits = atomic_long_read(&always->hits);
	int nmis = atomic_read(&ftrace_nmi_test_done);

	ftrace_nmi_test_change(test, &t->ops, true);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(0) + ftrace_test_other(0), 3);
	KUNIT_EXPECT_GT(test, atomic_long_read(&t->hits), 0);
	ftrace_nmi_test_change(test, &t->ops, false);
	nmis = atomic_read(&ftrace_nmi_test_done) - nmis;
	KUNIT_EXPECT_EQ(test, atomic_long_read(&always->hits) - hits,
			2 * nmis + 1);
	ftrace_free_filter(&t->ops);
}

static void ftrace_nmi_test(struct kunit *test)
{
	struct ftrace_nmi_test_ops *sync = ftrace_nmi_test_ops(test, FTRACE_NMI_TEST_SYNC,
						 FTRACE_OPS_FL_RECURSION);
	struct ftrace_nmi_test_ops *always = ftrace_nmi_test_ops(test, "ftrace_test_plain", 0);

	sync->ops.func = ftrace_nmi_test_sync;
	KUNIT_ASSERT_EQ(test, register_nmi_handler(NMI_LOCAL, ftrace_nmi_test_handle,
						   0, "ftrace_test"), 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&sync->ops), 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&always->ops), 0);

	ftrace_nmi_test_join(test, always, "ftrace_test_plain", 0);
	ftrace_nmi_test_join(test, always, "ftrace_test_plain", FTRACE_OPS_FL_SAVE_REGS);
	ftrace_nmi_test_join(test, always, "ftrace_test_other", 0);
	ftrace_nmi_test_join(test, always, NULL, FTRACE_OPS_FL_RECURSION);
	ftrace_nmi_test_join(test, always, NULL, FTRACE_OPS_FL_RECURSION |
					  FTRACE_OPS_FL_SAVE_REGS);

	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&always->ops), 0);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&sync->ops), 0);
	unregister_nmi_handler(NMI_LOCAL, "ftrace_test");
	ftrace_free_filter(&always->ops);
	ftrace_free_filter(&sync->ops);
	kunit_info(test, "%d NMIs\n", atomic_read(&ftrace_nmi_test_done));
}

static struct kunit_case ftrace_nmi_test_cases[] = {
	KUNIT_CASE_SLOW(ftrace_nmi_test),
	{}
};

static struct kunit_suite ftrace_nmi_test_suite = {
	.name = "ftrace_nmi",
	.test_cases = ftrace_nmi_test_cases,
};

kunit_test_suite(ftrace_nmi_test_suite);
