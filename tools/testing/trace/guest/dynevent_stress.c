// SPDX-License-Identifier: GPL-2.0
/*
 * Create, enable, fire, disable and delete dynamic events of one kind in several processes
 * at the same time, while the list of events is read and, for kinds in a module, the module
 * is loaded and unloaded:
 *
 *	dynevent_stress KIND SECONDS [fail]
 *
 * With "fail", allocations in these processes fail as /sys/kernel/debug/failslab says. The
 * current directory is that of tracefs. Exit status: 0, or 1 if no event was created or
 * recorded, or if an event is left.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORKERS		3
#define MODULE		"trace-events-sample"
#define MODULE_FUNC	"do_simple_thread_func"

/*
 * A kind of dynamic events. If its name ends with "-module", they are in MODULE. @command has
 * %s for the name of the event; %F is MODULE_FUNC of the module, %P the path of this program and
 * %O the offset of its function user_place() in the file.
 */
struct kind {
	const char	*name;
	const char	*command;
};

static const struct kind kinds[] = {
	{ "kprobe", "p:stress/%s vfs_read file=$arg1 name=+0(+0($arg1)):string count=$arg3" },
	{ "kretprobe", "r:stress/%s vfs_read ret=$retval file=$arg1" },
	{ "kprobe-module", "p:stress/%s trace_events_sample:%F count=$arg1" },
	{ "eprobe", "e:stress/%s syscalls.sys_enter_read fd=$fd comm=$comm" },
	{ "synthetic", "s:%s int a; char b[]" },
	{ "fprobe", "f:stress/%s vfs_read file=$arg1 comm=$comm" },
	{ "fprobe-return", "f:stress/%s vfs_read%%return ret=$retval" },
	{ "fprobe-module", "f:stress/%s %F comm=$comm" },
	{ "tprobe", "t:stress/%s sys_enter id=$arg3" },
	{ "tprobe-module", "t:stress/%s foo_bar comm=$comm" },
	{ "uprobe", "p:stress/%s %P:%O value=%%di:u64 text=+0(%%si):string" },
	{ "uretprobe", "r:stress/%s %P:%O ret=$retval:u64 comm=$comm" },
};

/* What the processes count together. */
struct counts {
	unsigned long	created;
	unsigned long	records;
};

static bool in_module(const struct kind *kind)
{
	return strstr(kind->name, "-module");
}

static volatile sig_atomic_t over;
static struct counts *counts;
static bool failing;
static char module_func[128];

static void end(int sig)
{
	over = sig;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Where uprobes are. */
__attribute__((noinline, noclone)) unsigned long user_place(unsigned long value, const char *text)
{
	__asm__ volatile("" : : "r"(text) : "memory");
	return value + 1;
}

/* Write a text to a file. Returns 0 or a negative errno. */
static int put(const char *path, int flags, const char *text)
{
	int fd = open(path, O_WRONLY | flags), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

/* Read a file to its end, until it would block, or @most times. Returns the number of lines. */
static unsigned long drain(int fd, unsigned int most)
{
	unsigned long lines = 0;
	char text[4096];
	ssize_t got, i;

	while (most-- && (got = read(fd, text, sizeof(text))) > 0)
		for (i = 0; i < got; i++)
			lines += text[i] == '\n';
	return lines;
}

static unsigned long lines_of(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	unsigned long lines;

	if (fd < 0)
		return 0;
	lines = drain(fd, UINT_MAX);
	close(fd);
	return lines;
}

/* The offset of an address of this program in its file. */
static unsigned long file_offset(uintptr_t address)
{
	unsigned long from, to, offset;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %*s %lx", &from, &to, &offset) == 3 &&
		    address >= from && address < to) {
			fclose(maps);
			return address - from + offset;
		}
	}
	fail("/proc/self/maps");
	return 0;
}

/* Find the name of MODULE_FUNC, to which the compiler may have added ".constprop.0". */
static void find_module_func(void)
{
	FILE *symbols = fopen("/proc/kallsyms", "r");
	char line[512];

	while (symbols && fgets(line, sizeof(line), symbols)) {
		if (sscanf(line, "%*x %*c %127s", module_func) == 1 &&
		    !strncmp(module_func, MODULE_FUNC, strlen(MODULE_FUNC))) {
			fclose(symbols);
			return;
		}
	}
	errno = ENOENT;
	fail(MODULE_FUNC);
}

/* The command that creates the event @name. */
static void command_of(const struct kind *kind, const char *name, char *text, size_t size)
{
	char path[256] = "";
	FILE *out = fmemopen(text, size, "w");
	const char *at;

	if (!out || readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		fail("command_of");
	for (at = kind->command; *at; at++) {
		if (*at != '%') {
			fputc(*at, out);
			continue;
		}
		switch (*++at) {
		case 's':
			fputs(name, out);
			break;
		case 'F':
			fputs(module_func, out);
			break;
		case 'P':
			fputs(path, out);
			break;
		case 'O':
			fprintf(out, "0x%lx", file_offset((uintptr_t)user_place));
			break;
		default:
			fputc(*at, out);
		}
	}
	fclose(out);
}

static void fire(void)
{
	int i;

	for (i = 0; i < 20; i++) {
		lines_of("/proc/self/stat");
		user_place(i, "a text of the program");
	}
}

/* The events of the kind are in events/SYSTEM of each instance. */
static const char *system_of(const struct kind *kind)
{
	return kind->command[0] == 's' ? "synthetic" : "stress";
}

static void fail_allocations(void)
{
	if (failing && put("/proc/self/make-it-fail", 0, "1"))
		fail("/proc/self/make-it-fail");
}

/*
 * One event, from its creation to its removal, over and over. What other processes do may
 * make any command fail; but in the end the event must be gone.
 */
static void worker(const struct kind *kind, int number)
{
	char name[32], command[512], enable[128], all[64], instance[64], removal[64], pipe[96];
	struct pollfd readable = { .events = POLLIN };
	unsigned int round;
	int fd;

	sprintf(name, "e%d", number);
	command_of(kind, name, command, sizeof(command));
	sprintf(all, "events/%s/enable", system_of(kind));
	sprintf(removal, "-:%s/%s", system_of(kind), name);
	sprintf(instance, "instances/stress%d", number);
	sprintf(enable, "%s/events/%s/%s/enable", instance, system_of(kind), name);
	sprintf(pipe, "%s/trace_pipe", instance);
	mkdir(instance, 0755);
	fd = open(pipe, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		fail(pipe);
	readable.fd = fd;
	fail_allocations();
	for (round = 0; !over; round++) {
		if (!put("dynamic_events", O_APPEND, command))
			__atomic_add_fetch(&counts->created, 1, __ATOMIC_RELAXED);
		put(enable, 0, "1");
		/* Also in the top instance, with all other events of the kind. */
		if (round % 4 == 0)
			put(all, 0, "1");
		fire();
		/* The module calls its functions once a second. */
		if (in_module(kind) && round % 2)
			poll(&readable, 1, 1100);
		/* Each read from the pipe hits a probe of vfs_read() again. */
		__atomic_add_fetch(&counts->records, drain(fd, 10), __ATOMIC_RELAXED);
		put(enable, 0, "0");
		put(all, 0, "0");
		put("dynamic_events", O_APPEND, removal);
	}
	close(fd);
	rmdir(instance);
	exit(0);
}

static void reader(void)
{
	fail_allocations();
	while (!over) {
		lines_of("dynamic_events");
		lines_of("kprobe_profile");
		lines_of("uprobe_profile");
		usleep(1000);
	}
	exit(0);
}

/* Only every other module is loaded without memory: few of these loads succeed. */
static void loader(void)
{
	unsigned int round;

	for (round = 0; !over; round++) {
		const char *load = failing && round % 2 ?
			"echo 1 > /proc/self/make-it-fail; exec modprobe " MODULE :
			"modprobe " MODULE;

		/* Long enough for a hit, or so short that hardly an event is enabled. */
		if (system(load) == 0)
			usleep(round % 4 < 2 ? 20000 : 1500000);
		system("rmmod " MODULE " 2> /dev/null");
	}
	exit(0);
}

/*
 * Delete the events. Each is in use until the last file of it is closed and it is disabled in
 * all instances. A worker without memory may have left its instance.
 */
static bool cleaned(const struct kind *kind)
{
	char path[64];
	int i;

	for (i = 0; i < WORKERS; i++) {
		sprintf(path, "instances/stress%d", i);
		if (rmdir(path) && errno != ENOENT)
			fail(path);
	}
	sprintf(path, "events/%s/enable", system_of(kind));
	for (i = 0; i < 100; i++) {
		put(path, 0, "0");
		if (!put("dynamic_events", O_TRUNC, "\n") && !lines_of("dynamic_events"))
			return true;
		usleep(100000);
	}
	return false;
}

/* Prepare for events of the kind, and test that the kernel knows it. */
static void prepare(const struct kind *kind)
{
	char text[512];

	if (in_module(kind) && system("modprobe " MODULE))
		fail("modprobe");
	if (strstr(kind->command, "%F"))
		find_module_func();
	command_of(kind, "known", text, sizeof(text));
	errno = -put("dynamic_events", O_APPEND, text);
	if (errno)
		fail(text);
	if (!cleaned(kind))
		fail("the event that was only created is in use");
	if (in_module(kind) && system("rmmod " MODULE))
		fail("rmmod");
}

/* Whether events were created and recorded; synthetic events are not fired here. */
static bool recorded(const struct kind *kind)
{
	return counts->created && (counts->records || !strcmp(kind->name, "synthetic"));
}

static int run(const struct kind *kind, unsigned int seconds)
{
	int i, status, bad = 0;

	signal(SIGTERM, end);
	for (i = 0; i < WORKERS + 1 + in_module(kind); i++) {
		pid_t pid = fork();

		if (pid < 0)
			fail("fork");
		if (!pid && i < WORKERS)
			worker(kind, i);
		if (!pid && i == WORKERS)
			reader();
		if (!pid)
			loader();
	}
	/* On a slow machine, or without memory, what must happen once can take longer. */
	for (i = 0; i < 10 && (!i || !recorded(kind)); i++)
		sleep(seconds);
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
	while (wait(&status) > 0)
		bad |= status;
	if (bad)
		printf("a process ended with status 0x%x\n", bad);
	if (in_module(kind))
		system("rmmod " MODULE " 2> /dev/null");
	if (!cleaned(kind)) {
		printf("events are left\n");
		bad = 1;
	}
	printf("%s: %lu events, %lu records\n", kind->name, counts->created, counts->records);
	return bad || !recorded(kind);
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc < 3)
		return 2;
	failing = argc > 3;
	setpgid(0, 0);
	counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (counts == MAP_FAILED)
		fail("mmap");
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(kinds[i].name, argv[1]))
			continue;
		prepare(&kinds[i]);
		return run(&kinds[i], atoi(argv[2]));
	}
	return 2;
}
