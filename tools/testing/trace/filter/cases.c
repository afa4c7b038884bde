// SPDX-License-Identifier: GPL-2.0
/*
 * Filters one by one, on the host: each error with the position that error_log and the
 * filter file show, patterns, strings of user space, and the filters of event files and
 * of systems. The expected texts are those of Documentation/trace/events.rst of the base
 * tree and of its selftests. Prints nothing if all is well.
 */
#include "event.h"
#include "../command/expect.h"

static struct trace_event_call call;

static void cases_error(const char *text, const char *reason, unsigned int at)
{
	struct filter_parse parse = { .call = &call, .text = text };
	int ret = filter_compile(&parse);

	if (ret != -EINVAL || strcmp(parse.reason, reason) || parse.at != at) {
		printf("%s: %d, %s at %u, not %s at %u\n", text, ret, parse.reason ?: "?",
		       parse.at, reason, at);
		expect_failed = 1;
	}
	free(parse.steps);
	free(parse.masks);
}

/* The result of a filter for a record. */
static bool cases_passes(const char *text, struct host_record *rec)
{
	struct trace_error_log errors = {};
	struct event_filter *filter = filter_create(&call, text, &errors);
	bool ret;

	if (IS_ERR(filter)) {
		printf("%s: %s at %u\n", text, errors.reason, errors.pos);
		expect_failed = 1;
		return false;
	}
	ret = filter_match(filter, rec);
	expect(filter_match_preds(filter, rec) == ret);
	expect(!strcmp(filter_source_text(filter), text));
	filter_free(filter);
	return ret;
}

/* Positions count from 0; those in a predicate are one greater. */
static void cases_errors(void)
{
	static const char op[] = "Illegal operation for field type";
	static const char value[] = "Invalid value (did you forget quotes)?";
	static const char function[] = "Function not found";
	struct host_record rec = {};
	char text[400], *at;

	cases_error("", "Error", 0);
	cases_error("  ", "No filter found", 2);
	cases_error("!", "No filter found", 1);
	cases_error("(", "Too many '('", 0);
	cases_error("((b == 1)", "Too many '('", 0);
	cases_error("(b == 1) && ((h == 1) || (w == 1)", "Too many '('", 12);
	cases_error("(b == 1 && (h == 1)) && (w == 1", "Too many '('", 24);
	cases_error("text == \"(\" && (b == 1", "Too many '('", 15);
	cases_error(")", "Too few '('", 0);
	cases_error("b == 1) && (h == 1)", "Too few '('", 6);
	cases_error("(b == 1))", "Too few '('", 8);
	cases_error("text == \"a", "Missing matching quote", 8);
	cases_error("text == 'a\"", "Missing matching quote", 8);
	cases_error("text == 'a' && dyn == \"b'", "Missing matching quote", 22);
	cases_error("b == 1 &&", "Meaningless filter expression", 9);
	cases_error("b == 1 || ", "Meaningless filter expression", 10);
	cases_error("b == 1 h == 1", "Too many terms in predicate expression", 7);
	cases_error("b == 1 & h == 1", "Too many terms in predicate expression", 7);
	cases_error("b == 1 | h == 1", "Too many terms in predicate expression", 7);
	cases_error("()", "Error", 0);
	cases_error("b == 1 && == 2", "Error", 0);
	cases_error("c == 1", "Field not found", 2);
	cases_error("b == 1 && c == 1", "Field not found", 12);
	cases_error("b", "Invalid operator", 2);
	cases_error("b = 1", "Invalid operator", 3);
	cases_error("b.function == schedule", op, 15);
	cases_error("b.functions == 1", "Invalid operator", 11);
	cases_error("text.user == 'a'", "Invalid operator", 5);
	cases_error("b ~ 1", op, 5);
	cases_error("cgroup.function == schedule", op, 20);
	cases_error("cgroup == '/'", "Expecting numeric field", 11);
	cases_error("cgroup ~ 1", op, 10);
	cases_error("cgroup & CPUS{1}", op, 10);
	cases_error("cgroup == -1", "Illegal integer value", 11);
	cases_error("ns_pid == CPUS{1}", op, 11);
	cases_error("text > 'a'", op, 8);
	cases_error("text & 'a'", op, 8);
	cases_error("text == 1", "Expecting string field", 9);
	cases_error("b == 'a'", "Expecting numeric field", 6);
	cases_error("b == x", value, 6);
	cases_error("b ==", value, 5);
	cases_error("b == +1", value, 6);
	cases_error("b == 1x", "Illegal integer value", 6);
	cases_error("b == -1", "Illegal integer value", 6);
	cases_error("b == 0x1g", "Illegal integer value", 6);
	cases_error("q == 18446744073709551616", "Illegal integer value", 6);
	cases_error("sq == 9223372036854775808", "Illegal integer value", 7);
	cases_error("q == 000000000000000000000001", "Operand too long", 30);
	cases_error("fn.function > schedule", "Invalid operator", 15);
	cases_error("fn.function & 0x10010", "Invalid operator", 15);
	cases_error("fn.function == nothing", function, 23);
	cases_error("fn.function == 0x5", function, 19);
	cases_error("fn.function == 0", function, 17);
	cases_error("fn.function == 0x1g", value, 20);
	cases_error("fn.function == 000000000000000000000001", value, 40);
	cases_error("fn.function == nothing&&b == 1", function, 23);
	cases_error("text & CPUS{1}", op, 8);
	cases_error("w > CPUS{1}", op, 5);
	cases_error("mask ~ CPUS{1}", op, 8);
	cases_error("w & CPUS", "Missing '{'", 10);
	cases_error("w & CPUS 1", "Missing '{'", 10);
	cases_error("w & CPUS{1", "Missing '}'", 11);
	cases_error("w & CPUS{x}", "Invalid cpulist", 11);
	cases_error("w & CPUS{}", "Invalid cpulist", 10);
	cases_error("w & CPUS{64}", "Invalid cpulist", 12);

	/* A string of 255 bytes is the longest one. */
	at = text + sprintf(text, "text == '");
	memset(at, 'a', 256);
	at[257] = '\0';
	at[256] = '\'';
	cases_error(text, "Operand too long", 266);
	at[255] = '\'';
	at[256] = '\0';
	expect(!cases_passes(text, &rec));
}

static void cases_glob(void)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} rows[] = {
		{ "a[b-d]e", "ace", true }, { "a[b-d]e", "abe", true },
		{ "a[b-d]e", "ade", true }, { "a[b-d]e", "aae", false },
		{ "a[b-d]e", "aee", false }, { "a[b-d]e", "a-e", false },
		{ "[a-cx]1", "x1", true }, { "[a-cx]1", "b1", true }, { "[a-cx]1", "-1", false },
		{ "[a-c-]1", "-1", true }, { "[a-c-]1", "c1", true }, { "[a-]1", "-1", true },
		{ "[a-c-e]1", "d1", false }, { "[a-c-e]1", "-1", true },
		{ "[a-]1", "b1", false }, { "[-a]1", "-1", true }, { "[]a]1", "]1", true },
		{ "[]a]1", "a1", true }, { "[!]a]1", "]1", false }, { "[!]a]1", "b1", true },
		{ "[!a-c]1", "b1", false }, { "[!a-c]1", "d1", true }, { "[!a-c]1", "1", false },
		{ "x[a-c][a-c]", "xac", true }, { "x[a-c]b", "xab", true },
		/* Without its end a class is a bracket. */
		{ "?[a", "x[a", true }, { "?[a", "xa", false }, { "?[a-", "x[a-", true },
		{ "?[", "x[", true }, { "?[!", "x[!", true }, { "?[!", "xa", false },
		{ "?\\*", "a*", true }, { "?\\*", "ab", false }, { "?\\?", "a?", true },
		{ "?\\[a]", "x[a]", true }, { "?\\\\", "a\\", true }, { "?\\\\", "aa", false },
		{ "?\\a", "xa", true }, { "?a\\", "xa", true }, { "?a\\", "xa\\", false },
		{ "?a\\\\", "xa\\", true },
		{ "*?", "", false }, { "*?", "a", true },
		{ "?*", "", false }, { "**?", "ab", true },
		{ "a*b*c", "abc", true },
		{ "a*b*c", "aXbYbZc", true }, { "a*b*c", "aXbYcZ", false },
		{ "a*b?c", "abbbc", true }, { "a*b?c", "abc", false }, { "?*?", "a", false },
		{ "?*?", "ab", true }, { "*a?", "aaab", true }, { "*a?b", "aab", true },
		{ "a*", "", false }, { "a*", "a", true },
		{ "*a", "ba", true }, { "*a", "ab", false },
		{ "*", "", true }, { "**", "x", true },
		{ "*a*", "bac", true }, { "*a*", "bc", false },
		{ "", "", true }, { "", "a", false }, { "a", "a", true }, { "a", "ab", false },
		{ "!a", "a", false }, { "!a", "b", true },
		{ "!*b*", "abc", false }, { "!", "", false },
		{ "!", "a", true }, { "!a?", "ab", false }, { "!a?", "b", true },
		{ "ab*", "ab", true }, { "ab*", "a", false }, { "*ab", "b", false },
		{ "*ab*", "ab", true }, { "*ab*", "b", false }, { "a", "", false },
	};
	static struct host_record rec;
	char text[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		memset(&rec, 0, sizeof(rec));
		sprintf(rec.text, "%s", rows[i].text);
		sprintf(host_texts[1], "%s", rows[i].text);
		rec.ptr = host_texts[1];
		sprintf(text, "text ~ '%s'", rows[i].pattern);
		if (cases_passes(text, &rec) == rows[i].matches) {
			sprintf(text, "ptr ~ '%s'", rows[i].pattern);
			if (cases_passes(text, &rec) == rows[i].matches)
				continue;
		}
		printf("%s of \"%s\" is not %d\n", text, rows[i].text, rows[i].matches);
		expect_failed = 1;
	}
}

/* "==" and "!=" compare the text itself. */
static void cases_no_glob(void)
{
	static struct host_record rec;

	rec.ptr = host_texts[0];
	sprintf(rec.text, "ab");
	sprintf(host_texts[0], "ab");
	expect(!cases_passes("text == 'a*'", &rec) && cases_passes("text != 'a*'", &rec));
	expect(!cases_passes("ptr == '?b'", &rec) && cases_passes("ptr != '?b'", &rec));
	expect(!cases_passes("text == '!x'", &rec));
	sprintf(rec.text, "a*");
	sprintf(host_texts[0], "?b");
	expect(cases_passes("text == 'a*'", &rec) && !cases_passes("text != 'a*'", &rec));
	expect(cases_passes("ptr == '?b'", &rec) && !cases_passes("ptr != '?b'", &rec));
}

/* ".ustring" reads user space, other pointers the kernel: strings are only in one. */
static void cases_user_strings(void)
{
	static struct host_record rec;

	sprintf(host_texts[2], "abc");
	rec.ptr = host_texts[2];
	expect(cases_passes("ptr == 'abc'", &rec) && !cases_passes("ptr != 'abc'", &rec));
	expect(!cases_passes("ptr.ustring == 'abc'", &rec));
	expect(!cases_passes("ptr.ustring != 'abc'", &rec));
	rec.ptr = host_user_text;
	sprintf(host_user_text, "xyz");
	expect(!cases_passes("ptr == 'xyz'", &rec) && !cases_passes("ptr != 'xyz'", &rec));
	expect(cases_passes("ptr.ustring == 'xyz'", &rec));
	expect(cases_passes("ptr.ustring ~ 'x*'", &rec));
	expect(!cases_passes("ptr.ustring != 'xyz'", &rec));
	/* The string is cut after 1023 bytes, and is compared nevertheless. */
	memset(host_user_text, 'u', HOST_USER_TEXT - 1);
	expect(cases_passes("ptr.ustring ~ 'uu*'", &rec));
	expect(cases_passes("ptr.ustring ~ '*uu'", &rec));
	memset(host_user_text, 0, HOST_USER_TEXT);
	expect(cases_passes("ptr.ustring == ''", &rec));
}

/* Buffers for strings are nested: there is one for each context. */
static void cases_nested_strings(void)
{
	static const char * const texts[] = { "one", "two", "three", "four", "five" };
	const char *got[5];
	unsigned int len;
	int i, j;

	for (j = 0; j < 2; j++) {
		for (i = 0; i < 4; i++) {
			sprintf(host_texts[0], "%s", texts[i]);
			got[i] = filter_string_get(host_texts[0], false, &len);
			expect(got[i] && len == strlen(texts[i]));
		}
		expect(!filter_string_get(host_texts[0], false, &len));
		for (i = 0; i < 4; i++)
			expect(!strcmp(got[i], texts[i]));
		for (i = 0; i < 4; i++)
			filter_string_put();
		/* A string that cannot be read needs none. */
		for (i = 0; i < 9; i++)
			expect(!filter_string_get(NULL, i & 1, &len));
	}
}

/* Filters of an event file */

static struct trace_event_file file = { .event_call = &call };
static struct trace_error_log log;

static const char *cases_shown(struct trace_event_file *of)
{
	static char text[1000];
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	filter_file_show(&m, of);
	return text;
}

static void cases_file(void)
{
	char text[100];
	int i;

	expect(!strcmp(cases_shown(&file), "none\n"));
	filter_file_clear(&file);
	expect(!filter_file_set(&file, "b == 1", &log) && !log.count);
	expect(!strcmp(cases_shown(&file), "b == 1\n") && file.flags == EVENT_FILE_FL_FILTERED);
	/* A refused filter replaces it, and filters nothing. */
	expect(filter_file_set(&file, "b == 1 && c == 2", &log) == -EINVAL);
	expect(!file.flags && log.count == 1 && log.pos == 12);
	expect(!strcmp(log.reason, "Field not found"));
	expect(!strcmp(cases_shown(&file),
		       "b == 1 && c == 2\n            ^\nparse_error: Field not found\n\n"));
	expect(filter_match(file.filter, NULL));
	expect(filter_file_set(&file, "()", &log) == -EINVAL && log.count == 2 && !log.pos);
	expect(!strcmp(cases_shown(&file), "()\nError: (0)\n\n"));
	/* The caret is at most behind the text. */
	expect(filter_file_set(&file, "b", &log) == -EINVAL);
	expect(!strcmp(cases_shown(&file), "b\n ^\nparse_error: Invalid operator\n\n"));
	expect(!filter_file_set(&file, "h < 7", &log) && file.flags == EVENT_FILE_FL_FILTERED);
	expect(!filter_file_set(&file, " \t0", &log) && !file.flags && !file.filter);
	expect(!strcmp(cases_shown(&file), "none\n"));
	expect(!filter_file_set(&file, "h < 7", &log));
	/* Without memory nothing changes. */
	for (i = 1; i < 4; i++) {
		host_fail_at(i);
		expect(filter_file_set(&file, "b == 1", &log) == -ENOMEM);
	}
	host_fail_at(0);
	expect(!strcmp(cases_shown(&file), "h < 7\n") && file.flags == EVENT_FILE_FL_FILTERED);
	filter_file_clear(&file);
	expect(!file.flags && !file.filter);
	file.flags = EVENT_FILE_FL_NO_SET_FILTER;
	log.count = 0;
	expect(filter_file_set(&file, "b == 1", &log) == -EINVAL && !file.filter && !log.count);
	file.flags = 0;
	sprintf(text, "w == 1");
	expect(!filter_file_set(&file, text, &log));
	/* The text is copied. */
	text[0] = 'x';
	expect(!strcmp(cases_shown(&file), "w == 1\n"));
	filter_file_clear(&file);
	expect(filter_match_preds(NULL, NULL) == 1);
}

/* Filters of all events of a system */
static void cases_system(void)
{
	static const char error[] =
		"c == 1\n^\n"
		"parse_error: Couldn't find or set field in one of a subsystem's events\n\n";
	struct trace_event_file files[3] = { { .event_call = &call }, { .event_call = &call },
					     { .event_call = &call } };
	struct list_head head = { &files[0].in_system, &files[2].in_system };
	int i;

	files[0].in_system = (struct list_head){ &files[1].in_system, &head };
	files[1].in_system = (struct list_head){ &files[2].in_system, &files[0].in_system };
	files[2].in_system = (struct list_head){ &head, &files[1].in_system };
	files[1].flags = EVENT_FILE_FL_NO_SET_FILTER;
	log.count = 0;
	expect(!filter_system_set(&head, "b == 1", &log) && !log.count);
	expect(!strcmp(cases_shown(&files[0]), "b == 1\n") && !files[1].filter);
	expect(!strcmp(cases_shown(&files[2]), "b == 1\n"));
	expect(files[0].flags == EVENT_FILE_FL_FILTERED && files[2].flags == files[0].flags);
	/* Each event that lacks the field says so. */
	expect(!filter_system_set(&head, "c == 1", &log) && log.count == 2 && !log.pos);
	expect(!strcmp(log.reason, "Couldn't find or set field in one of a subsystem's events"));
	expect(!strcmp(cases_shown(&files[0]), error) && !strcmp(cases_shown(&files[2]), error));
	expect(!files[0].flags && !files[2].flags);
	expect(!filter_system_set(&head, "h == 1", &log));
	/* An allocation that fails ends it: of a filter, and of a filter with an error. */
	for (i = 1; i < 4; i++) {
		host_fail_at(i);
		expect(filter_system_set(&head, "w == 1", &log) == -ENOMEM);
		expect(!strcmp(cases_shown(&files[0]), "h == 1\n"));
	}
	host_fail_at(3);
	expect(filter_system_set(&head, "c == 1", &log) == -ENOMEM);
	host_fail_at(0);
	expect(!filter_system_set(&head, "0", &log));
	expect(!files[0].filter && !files[2].filter && !files[0].flags && !files[2].flags);
}

int main(void)
{
	cases_errors();
	cases_glob();
	cases_no_glob();
	cases_user_strings();
	cases_nested_strings();
	cases_file();
	cases_system();
	return expect_failed;
}
