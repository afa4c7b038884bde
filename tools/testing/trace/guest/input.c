// SPDX-License-Identifier: GPL-2.0
/*
 * Write invalid values to every writable control file; for each value print the errno and
 * whether the contents of the file have changed. The output must be the same on both
 * kernels.
 *
 * usage: input DIR
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct value {
	const char *name;
	const char *bytes;
	size_t len;
};

static char long_word[5000];
static char long_blank[5000];
static char many_words[9000];

static struct value values[] = {
	{ "an empty write", "", 0 },
	{ "an unknown word", "nosuchthing\n", 12 },
	{ "unterminated", "nosuchthing", 11 },
	{ "minus one", "-1\n", 3 },
	{ "a number with a suffix", "12fish\n", 7 },
	{ "only a prefix", "0x\n", 3 },
	{ "a number that is too large", "99999999999999999999999\n", 24 },
	{ "binary", "\001\002\377\376\200", 5 },
	{ "a NUL inside", "no\0such", 7 },
	{ "only a NUL", "\0", 1 },
	{ "quotes", "\"''\"\n", 5 },
	{ "colons", "a:b:c:d:e\n", 10 },
	{ "an unknown command", "schedule:nosuchthing\n", 21 },
	{ "a long word", long_word, sizeof(long_word) },
	{ "long blanks, then a word", long_blank, sizeof(long_blank) },
	{ "many words", many_words, sizeof(many_words) },
};

struct target {
	const char *path;
	int flags;
};

static const struct target targets[] = {
	{ "trace_marker", O_WRONLY },
	{ "trace_marker_raw", O_WRONLY },
	{ "buffer_percent", O_WRONLY },
	{ "buffer_size_kb", O_WRONLY },
	{ "per_cpu/cpu0/buffer_size_kb", O_WRONLY },
	{ "buffer_subbuf_size_kb", O_WRONLY },
	{ "current_tracer", O_WRONLY },
	{ "events/enable", O_WRONLY },
	{ "events/sched/enable", O_WRONLY },
	{ "events/sched/sched_switch/enable", O_WRONLY },
	{ "options/print-parent", O_WRONLY },
	{ "options/overwrite", O_WRONLY },
	{ "saved_cmdlines_size", O_WRONLY },
	{ "set_event", O_WRONLY },
	{ "set_event", O_WRONLY | O_TRUNC },
	{ "set_event_pid", O_WRONLY },
	{ "set_event_notrace_pid", O_WRONLY },
	{ "set_ftrace_filter", O_WRONLY },
	{ "set_ftrace_notrace", O_WRONLY },
	{ "set_ftrace_pid", O_WRONLY },
	{ "set_ftrace_notrace_pid", O_WRONLY },
	{ "trace_clock", O_WRONLY },
	{ "trace_options", O_WRONLY },
	{ "tracing_cpumask", O_WRONLY },
	{ "tracing_on", O_WRONLY },
};

static const char *const read_only[] = {
	"README", "available_events", "available_tracers",
	"available_filter_functions", "buffer_total_size_kb",
	"dyn_ftrace_total_info", "enabled_functions", "events/header_event",
	"events/header_page", "events/sched/sched_switch/format",
	"events/sched/sched_switch/id", "printk_formats", "saved_cmdlines",
	"saved_tgids", "timestamp_mode", "touched_functions", "trace_pipe",
	"per_cpu/cpu0/stats", "per_cpu/cpu0/trace_pipe",
	"per_cpu/cpu0/trace_pipe_raw",
};

static const char *const write_only[] = { "trace_marker", "trace_marker_raw" };

static const char *reason(long ret)
{
	return ret < 0 ? strerrorname_np(errno) : "ok";
}

static size_t contents(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	size_t used = 0;
	ssize_t got;

	if (fd < 0)
		return 0;
	while (used < size) {
		got = read(fd, buf + used, size - used);
		if (got <= 0)
			break;
		used += got;
	}
	close(fd);
	return used;
}

static void feed(const struct target *target, const struct value *value)
{
	static char before[65536], after[65536];
	size_t had, has;
	int fd;
	ssize_t ret;

	had = contents(target->path, before, sizeof(before));
	fd = open(target->path, target->flags);
	if (fd < 0) {
		printf("%s: open %s\n", value->name, reason(-1));
		return;
	}
	ret = write(fd, value->bytes, value->len);
	printf("%s: ", value->name);
	if (ret < 0)
		printf("%s", reason(ret));
	else if ((size_t)ret == value->len)
		printf("all");
	else
		printf("%zd", ret);
	ret = close(fd);
	if (ret)
		printf(", close %s", reason(ret));
	has = contents(target->path, after, sizeof(after));
	if (had != has || memcmp(before, after, had))
		printf(", CHANGED to %.*s", has > 40 ? 40 : (int)has, after);
	printf("\n");
}

static void bad_pointer(const char *path)
{
	void *volatile nowhere = (void *)8;
	int fd = open(path, O_WRONLY);

	if (fd < 0)
		return;
	printf("a bad pointer: %s\n", reason(write(fd, nowhere, 16)));
	close(fd);
}

static void modes(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(read_only); i++) {
		int fd = open(read_only[i], O_RDWR | O_NONBLOCK);

		printf("@@ read-only %s\n", read_only[i]);
		printf("open for writing: %s\n", reason(fd));
		if (fd < 0)
			continue;
		printf("write: %s\n", reason(write(fd, "1\n", 2)));
		close(fd);
	}
	for (i = 0; i < ARRAY_SIZE(write_only); i++) {
		char byte;
		int fd = open(write_only[i], O_RDWR);

		printf("@@ write-only %s\n", write_only[i]);
		printf("open for reading: %s\n", reason(fd));
		if (fd < 0)
			continue;
		printf("read: %s\n", reason(read(fd, &byte, 1)));
		close(fd);
	}
}

int main(int argc, char **argv)
{
	size_t i, k;

	if (argc != 2 || chdir(argv[1])) {
		fprintf(stderr, "usage: input DIR\n");
		return 2;
	}
	memset(long_word, 'A', sizeof(long_word));
	memset(long_blank, ' ', sizeof(long_blank));
	memcpy(long_blank + sizeof(long_blank) - 12, "nosuchthing\n", 12);
	for (i = 0; i + 3 <= sizeof(many_words); i += 3)
		memcpy(many_words + i, "zz ", 3);

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		printf("@@ %s%s\n", targets[i].path,
		       targets[i].flags & O_TRUNC ? " truncated" : "");
		for (k = 0; k < ARRAY_SIZE(values); k++)
			feed(&targets[i], &values[k]);
		bad_pointer(targets[i].path);
	}
	modes();
	return 0;
}
