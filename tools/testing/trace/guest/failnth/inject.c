// SPDX-License-Identifier: GPL-2.0
/* The failures, and what the kernel says about them. */

#define INJECT_NEVER	1000000000L

static const char * const inject_names[] = { "failslab", "fail_page_alloc", "fail_usercopy" };
static long inject_kinds[3];	/* failures by kind */
static int inject_fd, inject_log;
static int inject_verbosity;
static int inject_stacks;		/* print the stack of each failure, once */

static void inject_set(const char *kind, const char *file, const char *value)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kind, file);
	if (command_write(path, value, 0))
		die("write", path);
}

static void inject_verbose(int level)
{
	char text[16];
	size_t i;

	inject_verbosity = level;
	snprintf(text, sizeof(text), "%d", level);
	for (i = 0; i < ARRAY_SIZE(inject_names); i++)
		inject_set(inject_names[i], "verbose", text);
}

static void inject_init(void)
{
	inject_set("failslab", "ignore-gfp-wait", "N");
	inject_set("fail_page_alloc", "ignore-gfp-wait", "N");
	inject_set("fail_page_alloc", "ignore-gfp-highmem", "N");
	inject_set("fail_page_alloc", "min-order", "0");
	inject_verbose(inject_stacks ? 2 : 1);
	inject_fd = open("/proc/self/fail-nth", O_RDWR);
	if (inject_fd < 0)
		die("open", "/proc/self/fail-nth");
	inject_log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (inject_log < 0)
		die("open", "/dev/kmsg");
	lseek(inject_log, 0, SEEK_END);
}

static void inject_arm(long n)
{
	char text[32];
	int size = snprintf(text, sizeof(text), "%ld", n);

	if (pwrite(inject_fd, text, size, 0) != size)
		die("write", "/proc/self/fail-nth");
}

/* Let nothing fail any more. Returns how many more calls would have succeeded, or 0. */
static long inject_disarm(void)
{
	char text[32] = "";
	long left;

	/* The copies that this read and this write make can fail: then they are repeated. */
	while (pread(inject_fd, text, sizeof(text) - 1, 0) < 0)
		snprintf(text, sizeof(text), "1");
	left = atol(text);
	while (pwrite(inject_fd, "0", 1, 0) != 1)
		;
	return left;
}

#define INJECT_STACKS	16384		/* a power of two */

static char inject_stack[1024];

/* Print the stack that was read, if it is the first of its kind. */
static void inject_stack_end(void)
{
	static __u64 seen[INJECT_STACKS];
	__u64 hash = 0xcbf29ce484222325ull;
	const char *c;
	int i, tries;

	if (!inject_stack[0])
		return;
	for (c = inject_stack; *c; c++)
		hash = (hash ^ *c) * 0x100000001b3ull;
	i = hash & (INJECT_STACKS - 1);
	for (tries = 0; seen[i] && seen[i] != hash && tries < INJECT_STACKS / 2; tries++)
		i = (i + 1) & (INJECT_STACKS - 1);
	if (seen[i] != hash)
		printf("# stack%s\n", inject_stack);
	seen[i] = hash;
	inject_stack[0] = '\0';
}

/* A line of a stack is " NAME+0x12/0x34"; one with "?" may be left from another call. */
static void inject_stack_line(const char *text)
{
	size_t used = strlen(inject_stack);
	char name[128];

	if (strstr(text, "forcing a failure"))
		inject_stack_end();
	else if (sscanf(text, " %127[A-Za-z0-9_.]+0x", name) == 1 && strstr(text, "+0x"))
		snprintf(inject_stack + used, sizeof(inject_stack) - used, " %s", name);
}

/* Read what the kernel said. Returns whether it was a report; @why receives it. */
static int inject_messages(char *why, size_t size)
{
	char record[8192], *text;
	int got, report = 0, lines = 0;
	size_t i, used;

	for (;;) {
		got = read(inject_log, record, sizeof(record) - 1);
		if (got < 0 && errno == EPIPE)
			continue;
		if (got <= 0)
			break;
		record[got] = '\0';
		text = strchr(record, ';');
		text = text ? text + 1 : record;
		text[strcspn(text, "\n")] = '\0';
		if (inject_stacks)
			inject_stack_line(text);
		for (i = 0; i < ARRAY_SIZE(inject_names); i++) {
			if (inject_verbosity != 1 + inject_stacks)
				break;
			if (!strncmp(text, "name ", 5) && strstr(text, inject_names[i]))
				inject_kinds[i]++;
			else if (strstr(text, "forcing a failure") &&
				 strstr(text, inject_names[i]))
				inject_kinds[i]++;
		}
		if (is_report(text) || strstr(text, "FAILURE"))
			report = 1;
		if ((report || inject_verbosity > 1 + inject_stacks) && lines++ < 45) {
			used = strlen(why);
			snprintf(why + used, size - used, "#   %.400s\n", text);
		}
	}
	inject_stack_end();
	return report;
}

#define INJECT_LEAKS	"/sys/kernel/debug/kmemleak"

/*
 * Look for memory that was lost. kmemleak names the task that allocated it: main() gives
 * this program the number of the row as its name. It reports memory that is older than five
 * seconds and that two scans have found lost. Returns the number of failures.
 */
static int inject_leaks(int test)
{
	static char text[16384];
	char *line, *next;
	int fd, size;

	if (access(INJECT_LEAKS, W_OK)) {
		printf("ok %d no memory is lost # SKIP no kmemleak\n", test);
		return 0;
	}
	if (command_write(INJECT_LEAKS, "scan", 0) || sleep(6) ||
	    command_write(INJECT_LEAKS, "scan", 0)) {
		printf("not ok %d no memory is lost\n# kmemleak is off\n", test);
		return 1;
	}
	fd = open(INJECT_LEAKS, O_RDONLY);
	size = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[size > 0 ? size : 0] = '\0';
	printf("%sok %d no memory is lost\n", size ? "not " : "", test);
	for (next = text; (line = strsep(&next, "\n"));)
		if (*line)
			printf("# %s\n", line);
	return !!size;
}
