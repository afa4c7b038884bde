// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the tables of files, and of what control files read.
 */
#include <kunit/test.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <linux/string.h>

#include "internal.h"

static bool fs_test_readable(const struct file_operations *fops)
{
	return fops->read || fops->read_iter;
}

static void fs_test_row(struct kunit *test, const struct tracefs_entry *row)
{
	const char *name = row->name;

	KUNIT_ASSERT_NOT_NULL(test, name);
	KUNIT_ASSERT_NOT_NULL_MSG(test, row->fops, "%s", name);
	/* Nobody but the owner and the group, and no file runs. */
	KUNIT_EXPECT_EQ_MSG(test, row->mode & ~0660, 0, "%s", name);
	KUNIT_EXPECT_NE_MSG(test, row->mode, 0, "%s", name);
	if (row->mode & 0440)
		KUNIT_EXPECT_TRUE_MSG(test, fs_test_readable(row->fops), "%s",
				      name);
	if (row->mode & 0220)
		KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->write, "%s", name);
	KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->open, "%s", name);
	KUNIT_EXPECT_NOT_NULL_MSG(test, row->fops->release, "%s", name);
}

/* A value that can be written says how, and its mode says that it can. */
static void fs_test_value(struct kunit *test, const struct tracefs_entry *row)
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

/* The same of what is read by seq_file. */
static void fs_test_seq(struct kunit *test, const struct tracefs_entry *row)
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

static void fs_test_table(struct kunit *test, const struct tracefs_kind *kind)
{
	unsigned int i, j;

	for (i = 0; i < kind->nr_entries; i++) {
		fs_test_row(test, &kind->entries[i]);
		fs_test_value(test, &kind->entries[i]);
		fs_test_seq(test, &kind->entries[i]);
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, kind->entries[i].name,
					    kind->entries[j].name);
	}
}

static void fs_test_tables(struct kunit *test)
{
	fs_test_table(test, &tracing_top_kind);
	fs_test_table(test, &tracing_cpu_kind);
	fs_test_table(test, &tracing_events_kind);
}

/* What stands in a directory at a position stays there. */
static void fs_test_options(struct kunit *test)
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
		fs_test_row(test, &entry);
		KUNIT_EXPECT_NE_MSG(test, entry.arg, 0UL, "%s", entry.name);
		seen++;
	}
	KUNIT_EXPECT_GT(test, seen, 20);
	/* Beyond the end there is nothing. */
	KUNIT_EXPECT_EQ(test, kind->nth(node, n + 1, &entry), -ENOENT);
	KUNIT_EXPECT_EQ(test, kind->nth(node, TRACEFS_NTH_MAX, &entry),
			-ENOENT);
}

/* Each CPU that there may be has a directory, under its number. */
static void fs_test_cpus(struct kunit *test)
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

/* An instance's directories are released, and nobody is left with it. */
static void fs_test_instance(struct kunit *test)
{
	struct tracing_dir *dir;
	struct trace_array *tr;

	tr = instance_add("fs_test", NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	dir = tr->fs;
	KUNIT_ASSERT_NOT_NULL(test, dir);
	KUNIT_EXPECT_PTR_EQ(test, dir->tr, tr);
	KUNIT_EXPECT_STREQ(test, dir->name, "fs_test");
	KUNIT_EXPECT_TRUE(test, list_empty(&dir->systems));
	KUNIT_EXPECT_EQ(test, tracing_events_kind.fill(&dir->events), 0);
	KUNIT_EXPECT_FALSE(test, list_empty(&dir->systems));
	KUNIT_EXPECT_EQ(test, instance_remove("fs_test"), -EBUSY);
	KUNIT_EXPECT_FALSE(test, tracefs_node_gone(&dir->top));

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("fs_test"), 0);
	KUNIT_EXPECT_EQ(test, instance_remove("fs_test"), -ENODEV);
	tracefs_node_flush();
}

static struct kunit_case fs_test_cases[] = {
	KUNIT_CASE(fs_test_tables),
	KUNIT_CASE(fs_test_options),
	KUNIT_CASE(fs_test_cpus),
	KUNIT_CASE(fs_test_instance),
	{}
};

static struct kunit_suite fs_test_suite = {
	.name = "trace_fs",
	.test_cases = fs_test_cases,
};

kunit_test_suite(fs_test_suite);

MODULE_DESCRIPTION("KUnit tests of the tracing subsystem's fs room");
MODULE_LICENSE("GPL");
