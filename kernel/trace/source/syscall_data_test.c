// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of user data in the events sys_enter_*: how it is stored, printed and described.
 * tools/testing/trace/guest/syscall-data.sh tests copying it.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <trace/syscall.h>

#include "syscalls.h"

#define RECORD_BYTES	512

static const struct syscall_data_rule syscall_data_test_rule = {
	.strings = BIT(0) | BIT(3), .bytes = BIT(1), .len = 2,
};

static void syscall_data_test_add(struct syscall_data *data, const char *bytes, unsigned int len)
{
	memcpy(data->bytes + data->total, bytes, len ?: 1);
	data->len[data->nr++] = len;
	data->total += len ?: 1;
}

/* A record with the arguments 1, 2, @count, 4 and the data; its size is returned. */
static unsigned int syscall_data_test_record(struct syscall_trace_enter *rec, unsigned long count,
					     const struct syscall_data *data)
{
	unsigned int size = syscall_enter_size(4);

	rec->args[0] = 1;
	rec->args[1] = 2;
	rec->args[2] = count;
	rec->args[3] = 4;
	source_syscall_data_store(rec, size, data);
	return size + data->nr * sizeof(u32) + data->total;
}

static const char *syscall_data_test_text(struct trace_seq *s,
					  const struct syscall_trace_enter *rec,
					  unsigned int size, unsigned int arg)
{
	trace_seq_init(s);
	source_syscall_data_print(s, &syscall_data_test_rule, rec, size, 4, arg);
	trace_seq_putc(s, 0);
	return s->buffer;
}

struct syscall_data_test {
	struct syscall_data data;
	struct trace_seq seq;
	u8 rec[RECORD_BYTES] __aligned(8);
};

static int syscall_data_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct syscall_data_test), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

#define EXPECT_TEXT(_arg, _text)					\
	KUNIT_EXPECT_STREQ(test, syscall_data_test_text(&t->seq, rec, size, _arg), _text)

static void syscall_data_test_print(struct kunit *test)
{
	struct syscall_data_test *t = test->priv;
	struct syscall_trace_enter *rec = (void *)t->rec;
	unsigned int size;

	syscall_data_test_add(&t->data, "/etc/hosts", sizeof("/etc/hosts"));
	syscall_data_test_add(&t->data, "ok\n", 3);
	syscall_data_test_add(&t->data, "", 1);
	size = syscall_data_test_record(rec, 3, &t->data);
	EXPECT_TEXT(0, " \"/etc/hosts\"");
	EXPECT_TEXT(1, " (6f:6b:0a) \"ok.\"");
	EXPECT_TEXT(2, "");
	EXPECT_TEXT(3, " \"\"");

	/* The buffer had more bytes. */
	size = syscall_data_test_record(rec, 4, &t->data);
	EXPECT_TEXT(1, " (6f:6b:0a) \"ok.\"...");
}

static void syscall_data_test_letters(struct kunit *test)
{
	struct syscall_data_test *t = test->priv;
	struct syscall_trace_enter *rec = (void *)t->rec;
	unsigned int size;

	syscall_data_test_add(&t->data, "\xc3\xa4\x1b\n\x7f", 6);
	syscall_data_test_add(&t->data, "\xc3\0a", 3);
	syscall_data_test_add(&t->data, "", 0);
	size = syscall_data_test_record(rec, 3, &t->data);
	EXPECT_TEXT(0, " \"\xc3\xa4...\"");
	EXPECT_TEXT(1, " (c3:00:61) \"..a\"");
	EXPECT_TEXT(3, "");
}

/* Records from before there was data, and records that the last boot left damaged. */
static void syscall_data_test_bounds(struct kunit *test)
{
	struct syscall_data_test *t = test->priv;
	struct syscall_trace_enter *rec = (void *)t->rec;
	unsigned int size;

	syscall_data_test_add(&t->data, "abc", 4);
	syscall_data_test_add(&t->data, "def", 3);
	syscall_data_test_add(&t->data, "ghi", 4);
	size = syscall_data_test_record(rec, 3, &t->data) - 1;
	EXPECT_TEXT(0, " \"abc\"");
	EXPECT_TEXT(3, "");
	size = syscall_enter_size(4);
	EXPECT_TEXT(0, "");
	EXPECT_TEXT(1, "");
	EXPECT_TEXT(3, "");
}

static void syscall_data_test_fmt(struct kunit *test)
{
	/* What describes an argument and its data, in the order of the text. */
	static const char * const parts[] = {
		"path: 0x%0", "lx \\\"%s\\\", buf: 0x%0", "lx (%s), count: 0x%0",
		"lx, name: 0x%0", "lx \\\"%s\\\"\",", " ((unsigned long)(REC->path)),",
		" __get_str(__path_val),", " ((unsigned long)(REC->buf)),",
		" __print_hex(__get_dynamic_array(__buf_val),",
		" __get_dynamic_array_len(__buf_val)),", " ((unsigned long)(REC->count)),",
		" ((unsigned long)(REC->name)),", " __get_str(__name_val)",
	};
	const char *names[4] = { "path", "buf", "count", "name" };
	const struct syscall_metadata meta = { .nb_args = 4, .args = names };
	const char *at = NULL;
	char *fmt;
	int i;

	fmt = source_syscall_data_print_fmt(&meta, NULL);
	KUNIT_ASSERT_NOT_NULL(test, fmt);
	KUNIT_EXPECT_NULL(test, strstr(fmt, "_val"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(fmt, ", ((unsigned long)(REC->name))"));
	kfree(fmt);

	fmt = source_syscall_data_print_fmt(&meta, &syscall_data_test_rule);
	KUNIT_ASSERT_NOT_NULL(test, fmt);
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		at = strstr(at ?: fmt, parts[i]);
		KUNIT_ASSERT_NOT_NULL_MSG(test, at, "'%s' is not in '%s'", parts[i], fmt);
		at += strlen(parts[i]);
	}
	kfree(fmt);
}

static void syscall_data_test_rules(struct kunit *test)
{
	const struct syscall_data_rule *rule = source_syscall_data_rule("sys_write");

	KUNIT_ASSERT_NOT_NULL(test, rule);
	KUNIT_EXPECT_EQ(test, rule->strings, 0);
	KUNIT_EXPECT_EQ(test, rule->bytes, BIT(1));
	KUNIT_EXPECT_EQ(test, rule->len, 2);
	rule = source_syscall_data_rule("sys_renameat2");
	KUNIT_ASSERT_NOT_NULL(test, rule);
	KUNIT_EXPECT_EQ(test, rule->strings, BIT(1) | BIT(3));
	KUNIT_EXPECT_NULL(test, source_syscall_data_rule("sys_read"));
	KUNIT_EXPECT_NULL(test, source_syscall_data_rule("sys_"));
}

/* A kernel thread has no user memory: nothing is copied, but each argument has its word. */
static void syscall_data_test_copy(struct kunit *test)
{
	struct syscall_data_test *t = test->priv;
	unsigned long args[6] = { 0, 8, 3, 16 };

	source_syscall_data_copy(&t->data, &syscall_data_test_rule, args, 63);
	KUNIT_EXPECT_EQ(test, t->data.nr, 3);
	KUNIT_EXPECT_EQ(test, t->data.total, 3);
	KUNIT_EXPECT_EQ(test, t->data.len[0] | t->data.len[1] | t->data.len[2], 0);
	source_syscall_data_copy(&t->data, &syscall_data_test_rule, args, 0);
	KUNIT_EXPECT_EQ(test, t->data.nr, 3);
	KUNIT_EXPECT_EQ(test, t->data.total, 3);
	KUNIT_EXPECT_EQ(test, t->data.len[0] | t->data.len[1] | t->data.len[2], 0);
}

static struct kunit_case syscall_data_test_cases[] = {
	KUNIT_CASE(syscall_data_test_print),
	KUNIT_CASE(syscall_data_test_letters),
	KUNIT_CASE(syscall_data_test_bounds),
	KUNIT_CASE(syscall_data_test_fmt),
	KUNIT_CASE(syscall_data_test_rules),
	KUNIT_CASE(syscall_data_test_copy),
	{}
};

static struct kunit_suite syscall_data_test_suite = {
	.name = "trace_syscall_data",
	.init = syscall_data_test_init,
	.test_cases = syscall_data_test_cases,
};

kunit_test_suite(syscall_data_test_suite);
