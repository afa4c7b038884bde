// SPDX-License-Identifier: GPL-2.0
/*
 * what control files use: numbers, seeking, words that fault, logs, lists without memory
 */
#include "world.h"
#include "../command/errors.h"
#include "../command/expect.h"

static void files_numbers(void)
{
	static const struct {
		const char *text;
		int ret;
		unsigned long want;
	} rows[] = {
		{ "0", 0, 0 }, { "17\n", 0, 17 }, { "018", 0, 18 }, { "0x10", -EINVAL, 5 },
		{ "", -EINVAL, 5 }, { "1 2", -EINVAL, 5 }, { "-1", -EINVAL, 5 },
		{ "18446744073709551616", -ERANGE, 5 },
		{ "000000000000000000000000000000000000000000000000000000000000018", 0, 18 },
		{ "0000000000000000000000000000000000000000000000000000000000000018", -EINVAL, 5 },
	};
	unsigned long val;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		val = 5;
		expect(trace_control_file_number(rows[i].text, strlen(rows[i].text), &val) ==
		       rows[i].ret);
		expect(rows[i].ret || val == rows[i].want);
	}
	host_bad_user = rows[0].text;
	expect(trace_control_file_number(rows[0].text, 1, &val) == -EFAULT);
	host_bad_user = NULL;
}

static void files_seeking(void)
{
	struct file file = { .f_mode = FMODE_READ | FMODE_WRITE, .f_pos = 10 };

	expect(trace_control_file_seek(&file, 20, SEEK_SET) == 20 && file.f_pos == 20);
	expect(trace_control_file_seek(&file, 5, SEEK_CUR) == 25);
	expect(trace_control_file_seek(&file, 3, SEEK_END) == 3 && file.f_pos == 3);
	expect(trace_control_file_seek(&file, 0, SEEK_DATA) == -ENXIO);
	expect(trace_control_file_seek(&file, 0, SEEK_HOLE) == -ENXIO && file.f_pos == 3);
	expect(trace_control_file_seek(&file, 2000, SEEK_SET) == -EINVAL);
	expect(trace_control_file_seek(&file, 0, 77) == -EINVAL);

	expect(trace_control_file_seek_reader(&file, 6, SEEK_CUR) == 9 && file.f_pos == 9);
	expect(trace_control_file_seek_reader(&file, 6, SEEK_END) == -EINVAL);
	file.f_mode = FMODE_WRITE;
	expect(trace_control_file_seek_reader(&file, 6, SEEK_SET) == 0 && !file.f_pos);
}

/* A byte of a word that can't be read: the word is dropped. */
static void files_parser(void)
{
	static const char word[] = " abc def";
	struct trace_parser p;
	loff_t pos = 0;
	int i;

	host_fail_at(1);
	expect(trace_parser_init(&p, 8) == -ENOMEM && !p.buf);
	expect(!trace_parser_init(&p, 8) && p.size == 8);
	for (i = 0; i < 4; i++) {
		host_bad_user = word + i;
		expect(trace_parser_read(&p, word, 8, &pos) == -EFAULT && !pos);
		expect(!trace_parser_loaded(&p) && !p.partial);
	}
	host_bad_user = word + 5;
	expect(trace_parser_read(&p, word, 8, &pos) == 5 && !strcmp(p.buf, "abc") && pos == 5);
	/* The start of the next write. */
	host_bad_user = NULL;
	expect(trace_parser_read(&p, word + 5, 2, &pos) == 2 && p.partial && pos == 7);
	host_bad_user = word + 7;
	expect(trace_parser_read(&p, word + 7, 1, &pos) == -EFAULT);
	expect(!trace_parser_loaded(&p) && !p.partial && pos == 7);
	host_bad_user = NULL;
	trace_parser_free(&p);
}

static void files_errors(void)
{
	static const char want[] = "[    0.001000] where: error: reason\n"
		"  Command: command\n               ^\n";
	struct trace_error_log errors = {};
	unsigned int wakeups = host_wakeups;
	long allocs = host_allocs;

	host_fail_at(1);
	trace_error_log_add(&errors, "where", "command", "reason", 4);
	expect(host_has_failed() && !strcmp(errors_text(&errors, 0), "") && !errors.count);
	trace_error_log_add(&errors, "where", "command", "reason", 4);
	expect(host_allocs == allocs + 1 && !strcmp(errors_text(&errors, 0), want));
	expect(host_wakeups == wakeups + 1 && trace_error_log_changes(&errors) == 1);
	expect(trace_error_log_poll(&errors, NULL, NULL, 0) & EPOLLIN);
	expect(!(trace_error_log_poll(&errors, NULL, NULL, 1) & (EPOLLIN | EPOLLPRI)));
	trace_error_log_clear(&errors);
	trace_error_log_clear(&errors);
	expect(host_allocs == allocs && trace_error_log_changes(&errors) == 1);
}

/* Each allocation of a list of pids fails once. */
static void files_pids(void)
{
	static const char text[] = "1 600 70000";
	struct trace_pid_list *pids, *to;
	long allocs = host_allocs;
	unsigned int i, failed = 0;
	ssize_t ret;

	for (i = 1; i < 20; i++) {
		pids = NULL;
		host_fail_at(i);
		ret = trace_pid_list_read(&pids, text, strlen(text));
		if (!host_has_failed())
			break;
		failed++;
		expect(ret == -ENOMEM && host_allocs == allocs);
	}
	host_fail_at(0);
	expect(failed >= 4 && ret == (ssize_t)strlen(text) && pids);
	for (i = 1; i < 20; i++) {
		to = NULL;
		host_fail_at(i);
		ret = trace_pid_list_join(&to, pids);
		if (!host_has_failed())
			break;
		expect(ret == -ENOMEM);
		trace_pid_list_free(to);
	}
	host_fail_at(0);
	expect(!ret && trace_pid_list_has(to, 600) && trace_pid_list_has(to, 70000));
	trace_pid_list_free(to);
	trace_pid_list_free(pids);
	expect(host_allocs == allocs);
}

/* Another CPU adds a pid of the same chunk meanwhile. */
static struct trace_pid_list *files_shared;
static int files_other_ret;

static void files_other(void)
{
	files_other_ret = trace_pid_list_add(files_shared, 601);
}

static void files_pids_race(void)
{
	long allocs = host_allocs;

	files_shared = trace_pid_list_alloc();
	host_interrupt = files_other;
	files_other_ret = 1;
	expect(!trace_pid_list_add(files_shared, 600) && !files_other_ret && !host_interrupt);
	expect(trace_pid_list_has(files_shared, 600) && trace_pid_list_has(files_shared, 601));
	/* The list, the slot of the array and one chunk. */
	expect(host_allocs == allocs + 3 && !host_spinning);
	trace_pid_list_free(files_shared);
	expect(host_allocs == allocs);
}

static void files_registry(void)
{
	static TRACE_REGISTRY(registry);
	struct trace_registry_entry a = { .name = "a" }, again = { .name = "a" };

	expect(!trace_registry_add(&registry, &a) && !registry.lock.held);
	expect(trace_registry_add(&registry, &again) == -EEXIST && !registry.lock.held);
	expect(trace_registry_find(&registry, "a") == &a && !registry.lock.held);
	mutex_lock(&registry.lock);
	expect(trace_registry_find_locked(&registry, "a") == &a);
	expect(!trace_registry_find_locked(&registry, "b"));
	mutex_unlock(&registry.lock);
	trace_registry_del(&registry, &a);
	expect(!registry.lock.held && list_empty(&a.node) && list_empty(&registry.entries));
}

int main(void)
{
	files_numbers();
	files_seeking();
	files_parser();
	files_errors();
	files_pids();
	files_pids_race();
	files_registry();
	expect(!host_warnings);
	return host_end(expect_failed);
}
