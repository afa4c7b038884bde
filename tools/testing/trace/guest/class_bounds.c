// SPDX-License-Identifier: GPL-2.0
/*
 * Write texts at the limits of the parsers of control files, and print the answers.
 *
 * A row of the table has a file, a name, a text, the text that undoes it, and numbers. In
 * the name and the texts, ? stands for the number, and ~TEXT~ for the text as many times
 * as the number says; ~TEXT^SEPARATOR~ has the separator between them. In a repeated text,
 * # stands for the count so far.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

struct row {
	const char	*file, *name, *text, *undo, *numbers;
};

#define TRIGGER	"events/sched/sched_switch/trigger"
#define FILTER	"events/sched/sched_switch/filter"
#define HIST(name, hist, numbers) \
	{ TRIGGER, name, "hist:" hist, NULL, numbers }

static const struct row rows[] = {
	/* Histograms */
	HIST("? key", "keys=prev_pid", "1"),
	HIST("? keys", "keys=prev_pid,prev_prio", "2"),
	HIST("? keys", "keys=prev_pid,prev_prio,prev_state", "3"),
	HIST("? keys", "keys=prev_pid,prev_prio,prev_state,next_pid", "4"),
	HIST("? equal keys", "keys=~prev_pid^,~", "2 3 4 5 100"),
	HIST("? values", "keys=next_comm:vals=~prev_pid^,~", "1 2 15 16 17 18 100"),
	HIST("? sort keys", "keys=next_comm:sort=hitcount", "1"),
	HIST("? sort keys", "keys=next_comm:sort=hitcount,next_comm", "2"),
	HIST("? sort keys", "keys=next_comm:vals=prev_pid:sort=hitcount,next_comm,prev_pid", "3"),
	HIST("? equal sort keys", "keys=next_comm:sort=~hitcount^,~", "2 3 4 100"),
	HIST("? variables", "keys=next_pid:~v#=prev_pid^,~", "15 16 17 40"),
	HIST("? operators", "keys=next_pid:v=prev_pid~+prev_prio~", "1 2 3 4 5 9"),
	HIST("size ?", "keys=next_pid:size=?",
	     "0 1 127 128 129 131072 131073 262144 4294967296 99999999999999999999 -1 x"),
	HIST("no size", "keys=next_pid:size=", "0"),
	HIST("buckets of ?", "keys=next_pid.buckets=?",
	     "0 1 2147483648 4294967296 99999999999999999999 -1 x"),
	HIST("a constant ?", "keys=next_pid:v=prev_pid+?",
	     "0 1 2147483648 4294967296 99999999999999999999 -1 x"),
	HIST("division by ?", "keys=next_pid:v=prev_pid/?",
	     "0 1 2147483648 4294967296 99999999999999999999 -1 x"),
	HIST("a variable name of ?", "keys=next_pid:~v~=prev_pid",
	     "30 31 32 33 63 64 255 256 2000"),
	HIST("a histogram name of ?", "name=~v~:keys=next_pid",
	     "30 31 32 33 63 64 255 256 2000"),
	HIST("a key of ?", "keys=~k~", "255 256 257 1000 4000 4085 4086 4087 4095 5000"),
	HIST("no keys", "keys=", "0"),
	HIST("? commas", "keys=~,~", "1 3 100"),
	HIST("? colons", "~:~", "1 5"),
	HIST("? colons at the end", "keys=next_pid~:~", "1 60"),
	HIST("two actions",
	     "keys=next_pid:p=prev_pid:onmax($p).save(prev_prio):onchange($p).save(prev_comm)",
	     "0"),
	HIST("? actions", "keys=next_pid:p=prev_pid~:onmax($p).save(prev_prio)~", "1 8 9 30"),
	HIST("? saved fields", "keys=next_pid:p=prev_pid:onmax($p).save(~prev_prio^,~)",
	     "1 31 32 33 64"),
	/* Triggers */
	{ TRIGGER, "count ?", "traceoff:?", "!traceoff:?",
	  "0 1 -1 2147483647 2147483648 4294967295 4294967296 99999999999999999999 x" },
	{ TRIGGER, "no count", "traceoff:", "!traceoff:", "0" },
	{ TRIGGER, "an event name of ?", "enable_event:~s~:x", "", "1 64 2000" },
	{ TRIGGER, "? counts", "enable_event:sched:sched_waking~:1~",
	  "!enable_event:sched:sched_waking", "2 3" },
	{ TRIGGER, "? letters", "~t~", "", "100 1000 4000 4094 4095 4096" },
	{ TRIGGER, "? spaces", "~ ~", "", "100 1000 4000 4094 4095 4096" },
	/* Filters */
	{ FILTER, "? parentheses", "~(~prev_pid > 1~)~", "0", "1 10 100 500 2000 2042 2043 4096" },
	{ FILTER, "? negations", "~!~(prev_pid > 1)", "0", "1 10 100 500 2000 4080 4081 4096" },
	{ FILTER, "? letters", "~f~", "0", "1 10 100 500 2000 4095 4096" },
	{ FILTER, "a string of ?", "prev_comm == \"~f~\"", "0",
	  "1 15 16 17 253 254 255 256 257 500 2000 4096" },
	{ FILTER, "an unquoted string of ?", "prev_comm == ~f~", "0", "253 254 255 256 257" },
	{ FILTER, "a number of ? digits", "prev_pid == ~1~", "0", "10 20 21 253 254 255 256 257" },
	{ FILTER, "? terms, and", "prev_pid > 1~&&prev_pid>1~", "0", "2 16 100 200 300" },
	{ FILTER, "? terms, mixed", "prev_pid > 1~&&prev_pid>1||CPU==1~", "0", "2 16 100 150 300" },
	{ FILTER, "CPU ?", "CPU & CPUS{?}", "0", "0 1 1000000 4294967296" },
	{ FILTER, "value ?", "prev_pid == ?", "0",
	  "18446744073709551615 18446744073709551616 -9223372036854775808" },
	{ FILTER, "value ?", "prev_pid == ?", "0",
	  "-9223372036854775809 0x 0xfffffffffffffffff" },
	/* Dynamic events */
	{ "dynamic_events", "a synthetic name of ?", "s:~s~ u64 a", "-:synthetic/~s~",
	  "31 32 62 63 64 65 200 255 256" },
	{ "dynamic_events", "a synthetic field of ?", "s:syn u64 ~f~", "-:synthetic/syn",
	  "31 32 62 63 64 65 200 255 256" },
	{ "dynamic_events", "an array of ? characters", "s:syn char a[?]", "-:synthetic/syn",
	  "0 1 31 32 255 256 257 65536 4294967296 -1" },
	{ "dynamic_events", "? fields", "s:syn~ u64 f#;~", "-:synthetic/syn", "1 63 64 65 200" },
	{ "dynamic_events", "a kprobe name of ?", "p:~k~ vfs_read", "-:kprobes/~k~",
	  "62 63 64 65 255 256" },
	{ "dynamic_events", "a kprobe group of ?", "p:~g~/k vfs_read", "-:~g~/k",
	  "62 63 64 65 255 256" },
	{ "dynamic_events", "an argument name of ?", "p:k vfs_read ~a~=%di", "-:kprobes/k",
	  "30 31 32 33 62 63 64 255" },
	{ "dynamic_events", "an array of ?", "p:k vfs_read a=+0(%si):u8[?]", "-:kprobes/k",
	  "0 1 63 64 65 255 256" },
	{ "dynamic_events", "? arguments", "p:k vfs_read~ a#=%di~", "-:kprobes/k",
	  "1 127 128 129 200" },
	{ "dynamic_events", "? dereferences", "p:k vfs_read a=~+0(~%si~)~", "-:kprobes/k",
	  "1 2 12 13 14 15 16 17 40" },
	{ "dynamic_events", "an offset of ?", "p:k vfs_read a=+?(%si)", "-:kprobes/k",
	  "0 2147483647 2147483648 9223372036854775807 9223372036854775808 99999999999999999999" },
	{ "dynamic_events", "a symbol offset of ?", "p:k vfs_read+?", "-:kprobes/k",
	  "0 2147483647 2147483648 9223372036854775807 9223372036854775808 99999999999999999999" },
	{ "dynamic_events", "? instances of a return probe", "r?:k vfs_read", "-:kprobes/k",
	  "1 4096 4097 2147483648 4294967296 99999999999999999999" },
	{ "dynamic_events", "stack entry ?", "p:k vfs_read a=$stack?", "-:kprobes/k",
	  "0 2047 2048 4294967296 99999999999999999999" },
	{ "dynamic_events", "argument ?", "p:k vfs_read a=$arg?", "-:kprobes/k",
	  "0 1 6 7 128 4294967297 99999999999999999999" },
	{ "dynamic_events", "a bit field of ?", "p:k vfs_read a=%di:b?@0/32", "-:kprobes/k",
	  "0 1 32 33 4294967297 99999999999999999999" },
	{ "uprobe_events", "a uprobe name of ?", "p:~k~ /bin/busybox:16", "-:uprobes/~k~",
	  "62 63 64 65 255 256" },
	{ "uprobe_events", "a uprobe group of ?", "p:~g~/k /bin/busybox:16", "-:~g~/k",
	  "62 63 64 65 255 256" },
	{ "uprobe_events", "a uprobe at ?", "p:k /bin/busybox:?", "-:uprobes/k",
	  "0 2147483648 9223372036854775807 9223372036854775808 18446744073709551615" },
	{ "uprobe_events", "a uprobe at ?", "p:k /bin/busybox:?", "-:uprobes/k",
	  "18446744073709551616 -1 0x 010 08" },
	{ "uprobe_events", "a reference counter at ?", "p:k /bin/busybox:16(?)", "-:uprobes/k",
	  "0 1 9223372036854775808 18446744073709551615 18446744073709551616 -1" },
	{ "uprobe_events", "a path of ? slashes", "p:k ~/~bin/busybox:16", "-:uprobes/k",
	  "1 2 100 4000" },
	{ "uprobe_events", "? arguments", "p:k /bin/busybox:16~ a#=%di~", "-:uprobes/k",
	  "1 127 128 129 200" },
	{ "uprobe_events", "a uprobe array of ?", "p:k /bin/busybox:16 a=+0(%si):u8[?]",
	  "-:uprobes/k", "0 1 63 64 65 255 256" },
	{ "uprobe_events", "? dereferences of a uprobe", "p:k /bin/busybox:16 a=~+0(~%si~)~",
	  "-:uprobes/k", "1 2 12 13 14 15 16 17 40" },
	{ "uprobe_events", "a file offset of ?", "p:k /bin/busybox:16 a=@+?", "-:uprobes/k",
	  "0 2147483648 9223372036854775807 9223372036854775808 99999999999999999999" },
	{ "uprobe_events", "user address ?", "p:k /bin/busybox:16 a=@?", "-:uprobes/k",
	  "0 1 4294967296 18446744073709551615 99999999999999999999" },
	{ "uprobe_events", "stack entry ? of a uprobe", "p:k /bin/busybox:16 a=$stack?",
	  "-:uprobes/k", "0 2047 2048 4294967296 99999999999999999999" },
	{ "dynamic_events", "? letters", "~e~", "", "4000 4094 4095 4096 5000 9000" },
	{ "dynamic_events", "? spaces at the end", "s:syn u64 a;~ ~", "-:synthetic/syn",
	  "4000 4082 4083 4084 5000 9000" },
	/* Words and numbers of control files */
	{ "set_event", "? letters", "~e~", "", "1 126 127 128 129 1000 4095 4096 5000" },
	{ "set_ftrace_filter", "? letters", "~e~", "", "1 126 127 128 129 1000 4095 4096 5000" },
	{ "set_ftrace_notrace", "? stars", "~*~", " ", "127 128" },
	{ "set_graph_function", "? letters", "~e~", "", "1 126 127 128 129 1000 4096" },
	{ "set_ftrace_pid", "? digits", "~1~", " ", "1 9 10 11 126 127 128 5000" },
	{ "set_event_pid", "? digits", "~1~", " ", "1 9 10 11 126 127 128 5000" },
	{ "current_tracer", "? letters", "~t~", "", "1 99 100 101 5000" },
	{ "trace_clock", "? letters", "~c~", "", "1 63 64 65 5000" },
	{ "trace_options", "? letters", "~o~", "", "1 63 64 65 5000" },
	{ "tracing_cpumask", "? zeros", "~0~3", "3", "1 100 4095 4096 5000" },
	{ "buffer_size_kb", "? nines", "~9~", "100", "1 20 21 63 64 5000" },
	{ "buffer_subbuf_size_kb", "?", "?", "4",
	  "0 1 3 4 5 8 12 64 100 128 129 4096 18446744073709551615" },
	{ "buffer_percent", "?", "?", "50", "0 1 100 101 18446744073709551615" },
	{ "saved_cmdlines_size", "?", "?", "128", "0 1 128 8192 2147483648 18446744073709551615" },
	{ "max_graph_depth", "?", "?", "0", "0 1 4294967295 4294967296 18446744073709551615" },
	{ "tracing_on", "?", "?", "1",
	  "0 1 2 4294967296 18446744073709551615 18446744073709551616" },
	{ "options/raw", "?", "?", "0", "0 1 2 18446744073709551615" },
	{ "snapshot", "?", "?", "0", "0 1 2 3 18446744073709551615 18446744073709551616" },
	{ "set_ftrace_pid", "pid ?", "?", " ", "0 1 4194303 4194304 4294967295 4294967296" },
	{ "set_event_pid", "pid ?", "?", " ", "0 1 4194303 4194304 4294967295 4294967296" },
};

/* Write what a template says; the result is as in the head of this file. */
static size_t expand(char *to, const char *from, const char *number)
{
	const char *begin = to, *end, *mid, *p;
	long i, times = atol(number);

	for (; *from; from++) {
		if (*from == '?') {
			to += sprintf(to, "%s", number);
			continue;
		}
		if (*from != '~') {
			*to++ = *from;
			continue;
		}
		end = strchr(++from, '~');
		mid = memchr(from, '^', end - from);
		for (i = 0; i < times; i++) {
			for (p = from; p < (mid ? mid : end); p++) {
				if (*p == '#')
					to += sprintf(to, "%ld", i);
				else
					*to++ = *p;
			}
			if (mid && i + 1 < times)
				to += sprintf(to, "%.*s", (int)(end - mid - 1), mid + 1);
		}
		from = end;
	}
	*to = '\0';
	return to - begin;
}

static const char *put(const char *path, char *text, size_t bytes)
{
	static char said[32];
	int fd = open(path, O_WRONLY | O_TRUNC);
	ssize_t ret;

	if (fd < 0)
		return strerrorname_np(errno);
	text[bytes++] = '\n';
	ret = write(fd, text, bytes);
	snprintf(said, sizeof(said), ret == (ssize_t)bytes ? "ok" : "%zd bytes", ret);
	if (ret < 0)
		snprintf(said, sizeof(said), "%s", strerrorname_np(errno));
	close(fd);
	return said;
}

/* Print the contents of a file with a value that is one short line. */
static void value_print(const char *path)
{
	int fd = strchr(path, '/') && strncmp(path, "options/", 8) ? -1 : open(path, O_RDONLY);
	char text[40];
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text));

	if (n > 1 && n < (ssize_t)sizeof(text) && memchr(text, '\n', n) == text + n - 1)
		printf(", is %.*s", (int)n - 1, text);
	if (fd >= 0)
		close(fd);
}

static void row_write(const struct row *row, const char *number)
{
	static char text[1 << 17], name[200];
	const char *result;
	size_t bytes;

	expand(name, row->name, number);
	bytes = expand(text, row->text, number);
	result = put(row->file, text, bytes);
	printf("%s, %s: %s", row->file, name, result);
	if (!row->undo || *row->undo) {
		value_print(row->file);
		/* A histogram is removed by its text after a "!". */
		text[0] = '!';
		bytes = row->undo ? expand(text, row->undo, number) :
			1 + expand(text + 1, row->text, number);
		if (!strcmp(result, "ok"))
			put(row->file, text, bytes);
	}
	printf("\n");
}

static void instance_names(void)
{
	static const int lengths[] = { 1, 200, 255, 256 };
	char path[300] = "instances/";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		memset(path + 10, 'i', lengths[i]);
		path[10 + lengths[i]] = '\0';
		printf("an instance name of %d: %s\n", lengths[i],
		       mkdir(path, 0755) ? strerrorname_np(errno) : "ok");
		rmdir(path);
	}
}

/* How many bytes a write to trace_marker takes, and how many of them are printed. */
static void markers(void)
{
	static const int lengths[] = { 1, 100, 1000, 3000, 4000, 4096, 8192, 100000 };
	static char text[100000];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		int fd = open("trace_marker", O_WRONLY), c, found = 0;
		FILE *f = fopen("trace", "w");

		fclose(f);
		memset(text, '%', lengths[i]);
		printf("a mark of %d: %zd taken, ", lengths[i], write(fd, text, lengths[i]));
		close(fd);
		f = fopen("trace", "r");
		while ((c = fgetc(f)) != EOF)
			found += c == '%';
		fclose(f);
		printf("%d printed\n", found);
	}
}

int main(void)
{
	char numbers[200], *number;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		snprintf(numbers, sizeof(numbers), "%s", rows[i].numbers);
		for (number = strtok(numbers, " "); number; number = strtok(NULL, " "))
			row_write(&rows[i], number);
	}
	instance_names();
	markers();
	return 0;
}
