// SPDX-License-Identifier: GPL-2.0
/*
 * The functions of kernel/trace/lib that the control files use: pid lists, error logs,
 * words from user space, registries. Prints nothing if all is well.
 */
#include "calls.h"
#include "errors.h"
#include "expect.h"

#define LIB_TEXT	4096

static char lib_text[LIB_TEXT];

/* The text of the file of a pid list, from the pid number @pos on. */
static const char *lib_pids_text(struct trace_pid_list *pids, loff_t pos)
{
	struct seq_file m = { .buf = lib_text, .size = sizeof(lib_text) };
	loff_t start = pos;
	void *v;

	lib_text[0] = '\0';
	for (v = trace_pid_list_seq_start(pids, &pos); v;
	     v = trace_pid_list_seq_next(pids, v, &pos)) {
		expect(!trace_pid_list_seq_show(&m, v));
		start++;
	}
	expect(pos == start);
	return lib_text;
}

static void lib_pids(void)
{
	struct trace_pid_list *pids = trace_pid_list_alloc(), *more = NULL;

	expect(trace_pid_list_next(pids, 0) == -1);
	expect(!strcmp(lib_pids_text(pids, 0), ""));
	expect(!trace_pid_list_has(pids, 0));
	expect(!trace_pid_list_add(pids, 0));
	expect(!trace_pid_list_add(pids, 511));
	expect(!trace_pid_list_add(pids, 512));
	expect(!trace_pid_list_add(pids, 70000));
	expect(!trace_pid_list_add(pids, (1 << 30) - 1));
	expect(trace_pid_list_add(pids, 1 << 30) == -EPERM);
	expect(trace_pid_list_has(pids, 0) && trace_pid_list_has(pids, 511) &&
	       trace_pid_list_has(pids, 512) && trace_pid_list_has(pids, 70000));
	expect(!trace_pid_list_has(pids, 1) && !trace_pid_list_has(pids, 510) &&
	       !trace_pid_list_has(pids, 513) && !trace_pid_list_has(pids, 70512));
	expect(trace_pid_list_next(pids, 0) == 0);
	expect(trace_pid_list_next(pids, 1) == 511);
	expect(trace_pid_list_next(pids, 511) == 511);
	expect(trace_pid_list_next(pids, 512) == 512);
	expect(trace_pid_list_next(pids, 513) == 70000);
	expect(trace_pid_list_next(pids, 70001) == (1 << 30) - 1);
	expect(!strcmp(lib_pids_text(pids, 0), "0\n511\n512\n70000\n1073741823\n"));
	expect(!strcmp(lib_pids_text(pids, 1), "511\n512\n70000\n1073741823\n"));
	expect(!strcmp(lib_pids_text(pids, 4), "1073741823\n"));
	expect(!strcmp(lib_pids_text(pids, 5), ""));
	trace_pid_list_del(pids, 511);
	trace_pid_list_del(pids, 513);
	trace_pid_list_del(pids, 4096);
	expect(!strcmp(lib_pids_text(pids, 0), "0\n512\n70000\n1073741823\n"));
	expect(!trace_pid_list_join(&more, NULL) && !more);
	host_fail_at(1);
	expect(trace_pid_list_join(&more, pids) == -ENOMEM && !more);
	host_fail_at(0);
	expect(!trace_pid_list_join(&more, pids) && more);
	expect(!strcmp(lib_pids_text(more, 0), "0\n512\n70000\n1073741823\n"));
	trace_pid_list_del(pids, 0);
	expect(trace_pid_list_has(more, 0));
	expect(!trace_pid_list_add(pids, 3));
	expect(!trace_pid_list_join(&more, pids));
	expect(!strcmp(lib_pids_text(more, 0), "0\n3\n512\n70000\n1073741823\n"));
	trace_pid_list_free(more);
	trace_pid_list_free(pids);
	trace_pid_list_free(NULL);
	/* An empty list becomes no list. */
	more = trace_pid_list_alloc();
	expect(!trace_pid_list_join(&more, NULL) && !more);
}

static void lib_pids_read(void)
{
	static const struct {
		const char *text;
		ssize_t ret;
		const char *want;
	} rows[] = {
		{ "", 0, "" }, { " \n\t ", 4, "" }, { "1 2\n3", 5, "1\n2\n3\n" },
		{ "7", 1, "7\n" }, { "7 ", 2, "7\n" }, { "0x10 010", 8, "8\n16\n" },
		{ "1 x", -EINVAL, NULL }, { "1073741824", -EPERM, NULL },
		{ "18446744073", -EPERM, NULL }, { "123456789012345", -EPERM, NULL },
		{ "1234567890123456", -EINVAL, NULL },
	};
	struct trace_pid_list *pids;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		pids = NULL;
		expect(trace_pid_list_read(&pids, rows[i].text, strlen(rows[i].text)) ==
		       rows[i].ret);
		if (!rows[i].want)
			continue;
		expect(!strcmp(lib_pids_text(pids, 0), rows[i].want));
		trace_pid_list_free(pids);
	}
}

static void lib_errors(void)
{
	struct trace_error_log errors = {};
	char command[] = "command 0", want[1024] = "";
	int i;

	expect(!strcmp(errors_text(&errors, 0), ""));
	for (i = 0; i < 10; i++) {
		command[8] = '0' + i;
		trace_error_log_add(&errors, "where", command, "reason", i);
		if (i < 2)
			continue;
		sprintf(want + strlen(want),
			"[    0.001000] where: error: reason\n  Command: %s\n%*s^\n",
			command, 11 + i, "");
		if (i == 2) {
			const char *text = errors_text(&errors, 2);

			expect(!strcmp(text, want));
			expect(!strcmp(errors_text(&errors, 3), ""));
		}
	}
	/* The log keeps eight entries. */
	expect(!strcmp(errors_text(&errors, 0), want));
	expect(!strcmp(errors_text(&errors, 8), ""));
	expect(*errors_text(&errors, 7));
	trace_error_log_clear(&errors);
	expect(!strcmp(errors_text(&errors, 0), ""));
	trace_error_log_add(&errors, "a", "b", "c", 0);
	expect(!strcmp(errors_text(&errors, 0),
		       "[    0.001000] a: error: c\n  Command: b\n           ^\n"));
	trace_error_log_clear(&errors);
}

static void lib_parser(void)
{
	struct trace_parser p;
	loff_t pos = 0;

	expect(!trace_parser_init(&p, 6));
	expect(trace_parser_read(&p, "", 0, &pos) == 0 && !trace_parser_loaded(&p));
	expect(trace_parser_read(&p, " \n", 2, &pos) == 2 && !trace_parser_loaded(&p));
	expect(pos == 2 && !p.partial);
	expect(trace_parser_read(&p, "  ab cd", 7, &pos) == 5 && !strcmp(p.buf, "ab"));
	expect(pos == 7 && !p.partial && p.len == 2);
	/* A word that the next write continues, and one that starts anew at 0. */
	expect(trace_parser_read(&p, "ef", 2, &pos) == 2 && p.partial);
	expect(trace_parser_read(&p, "g h", 3, &pos) == 2 && !p.partial);
	expect(!strcmp(p.buf, "efg"));
	expect(trace_parser_read(&p, "ij", 2, &pos) == 2 && p.partial);
	expect(trace_parser_read(&p, " k", 2, &pos) == 1 && !strcmp(p.buf, "ij"));
	expect(trace_parser_read(&p, "lm", 2, &pos) == 2 && p.partial);
	pos = 0;
	expect(trace_parser_read(&p, "n ", 2, &pos) == 2 && !strcmp(p.buf, "n"));
	/* Five characters fit, six do not, and are dropped. */
	expect(trace_parser_read(&p, "12345 ", 6, &pos) == 6 && !strcmp(p.buf, "12345"));
	expect(trace_parser_read(&p, "123456", 6, &pos) == -EINVAL);
	expect(!trace_parser_loaded(&p) && !p.partial);
	expect(trace_parser_read(&p, "x\0y", 3, &pos) == 2 && !strcmp(p.buf, "x"));
	expect(trace_parser_read(&p, "\0z", 2, &pos) == 2 && !strcmp(p.buf, "z"));
	trace_parser_free(&p);
	expect(!p.buf);
}

static void lib_registry(void)
{
	static TRACE_REGISTRY(registry);
	struct trace_registry_entry a = { .name = "a" }, b = { .name = "b" };
	struct trace_registry_entry again = { .name = "a" }, empty = { .name = "" };
	struct trace_registry_entry none = {};

	expect(!trace_registry_find(&registry, "a"));
	expect(!trace_registry_add(&registry, &a));
	expect(!trace_registry_add(&registry, &b));
	expect(trace_registry_add(&registry, &again) == -EEXIST);
	expect(trace_registry_add(&registry, &empty) == -EINVAL);
	expect(trace_registry_add(&registry, &none) == -EINVAL);
	expect(trace_registry_find(&registry, "a") == &a);
	expect(trace_registry_find(&registry, "b") == &b);
	expect(!trace_registry_find(&registry, "ab") && !trace_registry_find(&registry, ""));
	expect(registry.entries.next == &a.node && a.node.next == &b.node);
	trace_registry_del(&registry, &a);
	expect(!trace_registry_find(&registry, "a"));
	expect(trace_registry_find(&registry, "b") == &b);
	expect(!trace_registry_add(&registry, &again));
	expect(trace_registry_find(&registry, "a") == &again);
}

int main(void)
{
	long allocs;

	world_warm_up();
	allocs = host_allocs;
	lib_pids();
	lib_pids_read();
	lib_errors();
	lib_parser();
	lib_registry();
	expect(host_allocs == allocs);
	expect(calls_test());
	expect(host_allocs == allocs);
	return expect_failed;
}
