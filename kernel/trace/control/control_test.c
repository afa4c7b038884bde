// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the table of control files and of the directories of instances.
 */
#include <kunit/test.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <linux/string.h>

#include "files.h"

static bool control_test_readable(const struct file_operations *fops)
{
	return fops->read || fops->read_iter;
}

static void control_test_row(struct kunit *test, const struct tracefs_entry *row)
{
	const char *name = row->name;

	KUNIT_ASSERT_NOT_NULL(test, name);
	KUNIT_ASSERT_NOT_NULL_MSG(test, row->fops, "%s", name);
	/* Only the owner and the group have access, and no file is executable. */
	KUNIT_EXPECT_EQ_MSG(test, row->mode & ~0660, 0, "%s", name);
	KUNIT_EXPECT_NE_MSG(test, row->mode, 0, "%s", name);
	if (row->mode & 0440)
		KUNIT_EXPECT_TRUE_MSG(test, control_test_readable(row->fops), "%s",
				      name);
	if (row->mode & 0220)
		KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->write, "%s", name);
	KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->open, "%s", name);
	KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->release, "%s", name);
}

/* A value has a callback for writes if and only if its mode allows writes. */
static void control_test_value(struct kunit *test, const struct tracefs_entry *row)
{
	const struct tracing_value *value;
	bool takes;

	if (row->fops != &tracing_value_fops)
		return;
	value = (const struct tracing_value *)row->arg;
	takes = value->number || value->word || value->text;
	KUNIT_EXPECT_NOT_NULL_MSG(test, value->show, "%s", row->name);
	KUNIT_EXPECT_EQ_MSG(test, takes, (row->mode & 0220) != 0, "%s",
			    row->name);
}

/* A file of struct tracing_seq_ops has write() if its mode allows writes. */
static void control_test_seq(struct kunit *test, const struct tracefs_entry *row)
{
	const struct tracing_seq_ops *ops;

	if (row->fops != &tracing_seq_fops)
		return;
	ops = (const struct tracing_seq_ops *)row->arg;
	KUNIT_EXPECT_NOT_NULL_MSG(test, ops->open, "%s", row->name);
	KUNIT_EXPECT_NOT_NULL_MSG(test, ops->release, "%s", row->name);
	KUNIT_EXPECT_EQ_MSG(test, !ops->write, !(row->mode & 0220),
			    "%s", row->name);
}

static void control_test_table(struct kunit *test, const struct tracefs_kind *kind)
{
	unsigned int i, j;

	for (i = 0; i < kind->nr_entries; i++) {
		/* A row without a mode is not built in. */
		if (kind->entries[i].mode) {
			control_test_row(test, &kind->entries[i]);
			control_test_value(test, &kind->entries[i]);
			control_test_seq(test, &kind->entries[i]);
		}
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, kind->entries[i].name,
					    kind->entries[j].name);
	}
}

static void control_test_tables(struct kunit *test)
{
	control_test_table(test, &tracing_top_kind);
	control_test_table(test, &tracing_cpu_kind);
	control_test_table(test, &tracing_events_kind);
}

/* options/ has a valid file at each position up to its end. */
static void control_test_options(struct kunit *test)
{
	const struct tracefs_kind *kind = &tracing_options_kind;
	struct tracefs_node *node = &tracing_top.options;
	struct tracefs_entry entry;
	unsigned int n, seen = 0;
	int ret;

	for (n = 0; n < TRACEFS_NTH_MAX; n++) {
		memset(&entry, 0, sizeof(entry));
		ret = kind->nth(node, n, &entry);
		if (ret == -ENOENT)
			break;
		if (ret == -EAGAIN)
			continue;
		KUNIT_ASSERT_EQ(test, ret, 0);
		control_test_row(test, &entry);
		KUNIT_EXPECT_NE_MSG(test, entry.arg, 0UL, "%s", entry.name);
		seen++;
	}
	KUNIT_EXPECT_GT(test, seen, 20);
	/* No file follows the end. */
	KUNIT_EXPECT_EQ(test, kind->nth(node, n + 1, &entry), -ENOENT);
	KUNIT_EXPECT_EQ(test, kind->nth(node, TRACEFS_NTH_MAX, &entry),
			-ENOENT);
}

/* Each possible CPU has a directory that is named after its number. */
static void control_test_cpus(struct kunit *test)
{
	char name[16];
	int cpu;

	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "cpu%d", cpu);
		KUNIT_EXPECT_STREQ(test, tracing_top.cpus[cpu].name, name);
		KUNIT_EXPECT_EQ(test, tracing_top.cpus[cpu].cpu, cpu);
		KUNIT_EXPECT_PTR_EQ(test, tracing_top.cpus[cpu].node.data,
				    (void *)&tracing_top);
	}
}

/* An instance cannot be removed while it is in use, and is released afterwards. */
static void control_test_instance(struct kunit *test)
{
	struct tracing_dir *dir;
	struct trace_array *tr;

	tr = instance_add("control_test", NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	dir = tr->control;
	KUNIT_ASSERT_NOT_NULL(test, dir);
	KUNIT_EXPECT_PTR_EQ(test, dir->tr, tr);
	KUNIT_EXPECT_STREQ(test, dir->name, "control_test");
	KUNIT_EXPECT_TRUE(test, list_empty(&dir->systems));
	KUNIT_EXPECT_EQ(test, tracing_events_kind.fill(&dir->events), 0);
	KUNIT_EXPECT_FALSE(test, list_empty(&dir->systems));
	KUNIT_EXPECT_EQ(test, instance_remove("control_test"), -EBUSY);
	KUNIT_EXPECT_FALSE(test, tracefs_node_gone(&dir->top));

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("control_test"), 0);
	KUNIT_EXPECT_EQ(test, instance_remove("control_test"), -ENODEV);
	tracefs_node_flush();
}

static struct kunit_case control_test_cases[] = {
	KUNIT_CASE(control_test_tables),
	KUNIT_CASE(control_test_options),
	KUNIT_CASE(control_test_cpus),
	KUNIT_CASE(control_test_instance),
	{}
};

static struct kunit_suite control_test_suite = {
	.name = "trace_control",
	.test_cases = control_test_cases,
};

kunit_test_suite(control_test_suite);

MODULE_DESCRIPTION("KUnit tests of the control files of tracing");
MODULE_LICENSE("GPL");
