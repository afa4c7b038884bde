// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of lib/: the behaviour that its users rely on, and the limits. */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/mman.h>
#include <linux/seq_file.h>
#include <linux/threads.h>
#include <linux/uaccess.h>

#include "lib.h"

static void lib_test_registry(struct kunit *test)
{
	TRACE_REGISTRY(set);
	struct trace_registry_entry one = { .name = "one" }, two = { .name = "two" };
	struct trace_registry_entry again = { .name = "one" }, unnamed = { .name = "" };

	KUNIT_EXPECT_EQ(test, trace_registry_add(&set, &one), 0);
	KUNIT_EXPECT_EQ(test, trace_registry_add(&set, &two), 0);
	KUNIT_EXPECT_EQ(test, trace_registry_add(&set, &again), -EEXIST);
	KUNIT_EXPECT_EQ(test, trace_registry_add(&set, &unnamed), -EINVAL);
	KUNIT_EXPECT_PTR_EQ(test, trace_registry_find(&set, "two"), &two);
	KUNIT_EXPECT_NULL(test, trace_registry_find(&set, "tw"));
	trace_registry_del(&set, &one);
	KUNIT_EXPECT_NULL(test, trace_registry_find(&set, "one"));
	KUNIT_EXPECT_EQ(test, trace_registry_add(&set, &again), 0);
}

static void lib_test_pids(struct kunit *test)
{
	static const unsigned int some[] = {
		0, 1, 511, 512, 513, 70000, BIT(30) - 1
	};
	struct trace_pid_list *pids = trace_pid_list_alloc(), *copy = NULL;
	int i, at = -1;

	KUNIT_ASSERT_NOT_NULL(test, pids);
	KUNIT_EXPECT_EQ(test, trace_pid_list_next(pids, 0), -1);
	for (i = 0; i < ARRAY_SIZE(some); i++)
		KUNIT_EXPECT_EQ(test, trace_pid_list_add(pids, some[i]), 0);
	KUNIT_EXPECT_EQ(test, trace_pid_list_add(pids, BIT(30)), -EPERM);
	KUNIT_EXPECT_FALSE(test, trace_pid_list_has(pids, 2));
	KUNIT_EXPECT_FALSE(test, trace_pid_list_has(pids, UINT_MAX));

	KUNIT_EXPECT_EQ(test, trace_pid_list_join(&copy, pids), 0);
	KUNIT_ASSERT_NOT_NULL(test, copy);
	trace_pid_list_del(pids, 512);
	trace_pid_list_del(pids, 3000000);
	for (i = 0; i < ARRAY_SIZE(some); i++) {
		at = trace_pid_list_next(copy, at + 1);
		KUNIT_EXPECT_EQ(test, at, some[i]);
		KUNIT_EXPECT_EQ(test, trace_pid_list_has(pids, some[i]),
				some[i] != 512);
	}
	KUNIT_EXPECT_EQ(test, trace_pid_list_next(copy, at + 1), -1);
	KUNIT_EXPECT_EQ(test, trace_pid_list_join(&pids, copy), 0);
	KUNIT_EXPECT_TRUE(test, trace_pid_list_has(pids, 512));
	trace_pid_list_free(copy);
	/* Joining nothing to an empty list frees the list. */
	copy = trace_pid_list_alloc();
	KUNIT_EXPECT_EQ(test, trace_pid_list_join(&copy, NULL), 0);
	KUNIT_EXPECT_NULL(test, copy);
	trace_pid_list_free(pids);
}

static void lib_test_seq(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, s);
	trace_seq_printf(s, "%s-%d", "task", 7);
	trace_seq_putc(s, ' ');
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 7);

	for (i = 0; !trace_seq_has_overflowed(s) && i < TRACE_SEQ_BUFFER_SIZE; i++)
		trace_seq_puts(s, "0123456789");
	/* Strings are added whole or not at all. */
	KUNIT_EXPECT_TRUE(test, trace_seq_has_overflowed(s));
	KUNIT_EXPECT_EQ(test, (trace_seq_used(s) - 7) % 10, 0);
	trace_seq_putc(s, 'x');
	KUNIT_EXPECT_EQ(test, (trace_seq_used(s) - 7) % 10, 0);

	trace_seq_init(s);
	trace_seq_printf(s, "%*s", (int)TRACE_SEQ_BUFFER_SIZE, "");
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 0);
	KUNIT_EXPECT_TRUE(test, trace_seq_has_overflowed(s));
}

/* A sequence is kept if the file is full, and else begins again. */
static void lib_test_seq_print(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char text[8] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	KUNIT_ASSERT_NOT_NULL(test, s);
	trace_seq_puts(s, "abcde");
	KUNIT_EXPECT_EQ(test, trace_print_seq(&m, s), 0);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 0);
	KUNIT_EXPECT_EQ(test, m.count, 5);
	trace_seq_puts(s, "fghij");
	KUNIT_EXPECT_NE(test, trace_print_seq(&m, s), 0);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 5);
	KUNIT_EXPECT_STREQ(test, text, "abcde");
}

/*
 * __get_buf() returns separate parts of the buffer as long as there is enough
 * space.
 */
static void lib_test_seq_acquire(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char *first, *second;

	KUNIT_ASSERT_NOT_NULL(test, s);
	first = trace_seq_acquire(s, 100);
	second = trace_seq_acquire(s, 200);
	KUNIT_EXPECT_PTR_EQ(test, first, &s->buffer[0]);
	KUNIT_EXPECT_PTR_EQ(test, second, &s->buffer[100]);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), 300);
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(s));

	second = trace_seq_acquire(s, TRACE_SEQ_BUFFER_SIZE - 299);
	KUNIT_EXPECT_PTR_EQ(test, second, &s->buffer[299]);
	KUNIT_EXPECT_TRUE(test, trace_seq_has_overflowed(s));
	KUNIT_EXPECT_NULL(test, trace_seq_acquire(s, TRACE_SEQ_BUFFER_SIZE + 1));

	trace_seq_init(s);
	KUNIT_EXPECT_PTR_EQ(test, trace_seq_acquire(s, TRACE_SEQ_BUFFER_SIZE), &s->buffer[0]);
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(s));
}

static void lib_test_seq_hex_dump(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	static const u8 data[] = { 0x12, 0x34, 'a', 'b' };

	KUNIT_ASSERT_NOT_NULL(test, s);
	KUNIT_EXPECT_EQ(test, trace_seq_hex_dump(s, "x: ", DUMP_PREFIX_NONE, 16, 1,
						 data, sizeof(data), true), 1);
	trace_seq_putc(s, 0);
	KUNIT_EXPECT_PTR_EQ(test, strstr(s->buffer, "x: 12 34 61 62 "),
			    &s->buffer[0]);
	KUNIT_EXPECT_NOT_NULL(test, strstr(s->buffer, ".4ab\n"));

	/* A dump that does not fit is left out. */
	while (trace_seq_used(s) < TRACE_SEQ_BUFFER_SIZE - 8)
		trace_seq_putc(s, '-');
	KUNIT_EXPECT_EQ(test, trace_seq_hex_dump(s, "x: ", DUMP_PREFIX_NONE, 16, 1,
						 data, sizeof(data), true), 0);
	KUNIT_EXPECT_EQ(test, trace_seq_used(s), TRACE_SEQ_BUFFER_SIZE - 8);
	KUNIT_EXPECT_EQ(test, trace_seq_hex_dump(s, "x: ", DUMP_PREFIX_NONE, 16, 1,
						 data, sizeof(data), true), 0);
}

static void lib_test_seq_to_user(struct kunit *test)
{
	struct trace_seq *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	unsigned long user = kunit_vm_mmap(test, NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
					   MAP_ANONYMOUS | MAP_PRIVATE, 0);
	char __user *to = (char __user *)user;
	char copy[8] = "";

	KUNIT_ASSERT_NOT_NULL(test, s);
	KUNIT_ASSERT_NE(test, user, 0);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, to, 4), -EBUSY);
	trace_seq_puts(s, "abcdef");
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, to, 4), 4);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, (char __user *)1, 4), -EFAULT);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, to + 4, 4), 2);
	KUNIT_EXPECT_EQ(test, trace_seq_to_user(s, to, 4), -EBUSY);
	KUNIT_EXPECT_EQ(test, copy_from_user(copy, to, 6), 0);
	KUNIT_EXPECT_STREQ(test, copy, "abcdef");
}

static void lib_test_comm(struct kunit *test)
{
	unsigned int size = trace_comm_size();
	char comm[TASK_COMM_LEN];

	KUNIT_EXPECT_EQ(test, trace_comm_resize(0), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_comm_resize(PID_MAX_DEFAULT + 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_comm_size(), size);

	trace_comm_get(TRACE_COMM_NAME | TRACE_COMM_TGID);
	trace_comm_record(current);
	trace_comm_find(current->pid, comm);
	KUNIT_EXPECT_STREQ(test, comm, current->comm);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(current->pid), current->tgid);
	/* A pid with the same low bits. */
	trace_comm_find(current->pid + PID_MAX_DEFAULT, comm);
	KUNIT_EXPECT_STREQ(test, comm, "<...>");
	trace_comm_find(0, comm);
	KUNIT_EXPECT_STREQ(test, comm, "<idle>");
	trace_comm_put(TRACE_COMM_NAME | TRACE_COMM_TGID);
}

static int lib_test_errors_count(struct trace_error_log *errors)
{
	loff_t pos = 0;
	void *v;

	for (v = trace_error_log_seq_start(errors, &pos); v;
	     v = trace_error_log_seq_next(errors, &pos))
		;
	trace_error_log_seq_stop();
	return pos;
}

static void lib_test_errors(struct kunit *test)
{
	struct trace_error_log errors = {};
	int i;

	KUNIT_EXPECT_EQ(test, lib_test_errors_count(&errors), 0);
	for (i = 0; i < TRACE_ERROR_LOG_MAX + 3; i++) {
		trace_error_log_add(&errors, "test", "a command", "Wrong", i);
		KUNIT_EXPECT_EQ(test, lib_test_errors_count(&errors),
				min(i + 1, TRACE_ERROR_LOG_MAX));
	}
	trace_error_log_clear(&errors);
	KUNIT_EXPECT_EQ(test, lib_test_errors_count(&errors), 0);
}

/* The caret is below the character at which the error is. */
static void lib_test_errors_text(struct kunit *test)
{
	struct trace_error_log errors = {};
	char text[128] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	loff_t pos = 0;
	void *v;

	trace_error_log_add(&errors, "test", "a command", "Wrong", 2);
	v = trace_error_log_seq_start(&errors, &pos);
	if (v)
		KUNIT_EXPECT_EQ(test, trace_error_log_seq_show(&m, v), 0);
	trace_error_log_seq_stop();
	trace_error_log_clear(&errors);
	KUNIT_EXPECT_EQ(test, text[0], '[');
	KUNIT_ASSERT_NOT_NULL(test, strchr(text, ']'));
	KUNIT_EXPECT_STREQ(test, strchr(text, ']'),
			   "] test: error: Wrong\n  Command: a command\n             ^\n");
}

/* Deferred frees */

struct lib_test_deferred {
	struct trace_deferred	item;
	struct kunit		*test;
	int			*freed;
	int			nr;
};

static void lib_test_deferred_free(struct trace_deferred *item)
{
	struct lib_test_deferred *object = container_of(item, struct lib_test_deferred, item);

	KUNIT_EXPECT_EQ(object->test, *object->freed, object->nr);
	++*object->freed;
}

/* Objects are freed in order, and not before a grace period. */
static void lib_test_deferred(struct kunit *test)
{
	struct lib_test_deferred *objects;
	const int count = 200;
	int freed = 0;

	objects = kunit_kcalloc(test, count, sizeof(*objects), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, objects);
	rcu_read_lock();
	for (int i = 0; i < 10; i++) {
		objects[i] = (struct lib_test_deferred){ .test = test, .freed = &freed, .nr = i };
		trace_defer(&objects[i].item, lib_test_deferred_free);
	}
	KUNIT_EXPECT_EQ(test, READ_ONCE(freed), 0);
	rcu_read_unlock();
	trace_defer_flush();
	KUNIT_EXPECT_EQ(test, freed, 10);

	/* More than may wait at a time. */
	for (int i = 10; i < count; i++) {
		objects[i] = (struct lib_test_deferred){ .test = test, .freed = &freed, .nr = i };
		trace_defer(&objects[i].item, lib_test_deferred_free);
	}
	trace_defer_flush();
	KUNIT_EXPECT_EQ(test, freed, count);
}

/* What is used with preemption disabled only is freed in order, before later objects. */
static void lib_test_deferred_atomic(struct kunit *test)
{
	struct lib_test_deferred *objects;
	const int count = 2000;
	int freed = 0;

	objects = kunit_kcalloc(test, count + 1, sizeof(*objects), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, objects);
	for (int i = 0; i <= count; i++)
		objects[i] = (struct lib_test_deferred){ .test = test, .freed = &freed, .nr = i };
	preempt_disable();
	trace_defer_atomic(&objects[0].item, lib_test_deferred_free);
	KUNIT_EXPECT_EQ(test, READ_ONCE(freed), 0);
	preempt_enable();
	trace_defer_atomic_flush();
	KUNIT_EXPECT_EQ(test, freed, 1);

	for (int i = 1; i < count; i++)
		trace_defer_atomic(&objects[i].item, lib_test_deferred_free);
	trace_defer(&objects[count].item, lib_test_deferred_free);
	trace_defer_flush();
	KUNIT_EXPECT_EQ(test, freed, count + 1);
}

struct lib_test_held {
	struct trace_deferred	item;
	struct completion	release;
	bool			freed;
};

static void lib_test_held_free(struct trace_deferred *item)
{
	struct lib_test_held *held = container_of(item, struct lib_test_held, item);

	wait_for_completion(&held->release);
	held->freed = true;
}

/* A task waits for the grace period that it began, not for objects handed over later. */
static void lib_test_deferred_grace(struct kunit *test)
{
	struct lib_test_held held = {};
	unsigned long rcu = get_state_synchronize_rcu();
	unsigned long grace = trace_defer_grace();

	trace_defer_grace_wait(grace);
	KUNIT_EXPECT_TRUE(test, poll_state_synchronize_rcu(rcu));

	init_completion(&held.release);
	trace_defer(&held.item, lib_test_held_free);
	trace_defer_grace_wait(grace);
	KUNIT_EXPECT_FALSE(test, READ_ONCE(held.freed));
	complete(&held.release);
	trace_defer_flush();
	KUNIT_EXPECT_TRUE(test, held.freed);

	rcu = get_state_synchronize_rcu();
	trace_defer_grace_wait(trace_defer_grace());
	KUNIT_EXPECT_TRUE(test, poll_state_synchronize_rcu(rcu));
}

static struct kunit_case lib_test_cases[] = {
	KUNIT_CASE(lib_test_registry),
	KUNIT_CASE(lib_test_pids),
	KUNIT_CASE(lib_test_seq),
	KUNIT_CASE(lib_test_seq_print),
	KUNIT_CASE(lib_test_seq_acquire),
	KUNIT_CASE(lib_test_seq_hex_dump),
	KUNIT_CASE(lib_test_seq_to_user),
	KUNIT_CASE(lib_test_comm),
	KUNIT_CASE(lib_test_errors),
	KUNIT_CASE(lib_test_errors_text),
	KUNIT_CASE(lib_test_deferred),
	KUNIT_CASE(lib_test_deferred_atomic),
	KUNIT_CASE(lib_test_deferred_grace),
	{}
};

static struct kunit_suite lib_test_suite = {
	.name = "trace_lib",
	.test_cases = lib_test_cases,
};

kunit_test_suite(lib_test_suite);

MODULE_DESCRIPTION("KUnit tests of the tracing library");
MODULE_LICENSE("GPL");
