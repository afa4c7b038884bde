// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events and perf events that come and go, on programs that come and go.
 *
 * uprobe_races [-n ROUNDS] [-f]   run all kinds of processes; -f lets allocations of those
 *                                 that change events fail, as failslab is set up
 * uprobe_races -t                 whether no breakpoint is in the text of a new process
 * uprobe_races fire | call        what the processes execute that run into the events
 *
 * /tmp/steady and /tmp/target are copies of the program; the second one is replaced and
 * deleted. Each process does ROUNDS operations, which are random, by the PID. The status is
 * 1 if a kind of operation never succeeded (without -f), or a process died.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "number.h"
#include "uprobe_places.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define TRACING		"/sys/kernel/tracing/"
#define STEADY		"/tmp/steady"
#define TARGET		"/tmp/target"
#define PAGE		4096
#define NAMES		5

UPROBE_SEMAPHORE(semaphore);
static volatile long sum;

UPROBE_PLACE long plain(const char *text, long n)
{
	return text[0] + n;
}

UPROBE_PLACE long deep(long n)
{
	volatile long below = 0;

	if (n > 0)
		below = deep(n - 1);
	return below + n;
}

UPROBE_PLACE long counted(long n)
{
	return n + semaphore;
}

/* A function that can be executed at another address. */
UPROBE_PLACE long moved(long n)
{
	return n + 1;
}

static const volatile void *const places[] = { plain, deep, counted, moved };

/* What succeeded, counted by all processes. */
enum { DEFINED, ENABLED, REMOVED, PMU_EVENTS, TRACE_EVENTS, CHILDREN, REPLACED, MAPPED, KINDS };

static const char * const kinds[KINDS] = {
	"events defined", "events enabled", "events removed", "perf events of the PMU",
	"perf events of events", "children", "programs replaced", "mappings",
};

struct shared {
	long done[KINDS];
	pid_t firing[4];
};

static struct shared *shared;

static void done(int kind)
{
	__atomic_add_fetch(&shared->done[kind], 1, __ATOMIC_RELAXED);
}

static long below(long limit)
{
	return random() % limit;
}

static void call_all(void)
{
	sum += plain("a text to fetch", 3) + deep(3) + counted(1) + moved(2);
}

/* Control files */

static bool put(const char *file, const char *format, ...)
{
	char text[1024];
	va_list args;
	ssize_t ret;
	int fd, len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return false;
	ret = write(fd, text, len);
	close(fd);
	return ret == len;
}

static void get(const char *file)
{
	char text[4096];
	int i, fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return;
	for (i = 0; i < 20 && read(fd, text, sizeof(text)) > 0; i++)
		;
	close(fd);
}

/* The directory of an event in one of the instances. */
static const char *event_file(int name, const char *file)
{
	static const char * const tops[] = { "", "", "instances/r0/", "instances/r1/" };
	static char path[256];

	snprintf(path, sizeof(path), "%sevents/races/ev%d/%s", tops[below(ARRAY_SIZE(tops))], name,
		 file);
	return path;
}

static bool define(int name)
{
	static const char * const args[] = {
		"", "", " n=%di", " s=+0(%di):string", " s=+0(%di):string c=$comm n=%si:s32",
		" n=+0(%sp):u8[4] m=+8(+0(%di)):x16", " f=+0(%si):ustring",
		" st=$stack0 ip=%ip:symbol",
	};
	const volatile void *at = places[below(ARRAY_SIZE(places))];
	char counter[32] = "";

	if (at == counted)
		snprintf(counter, sizeof(counter), "(%#lx)", uprobe_offset_of(&semaphore));
	return put("uprobe_events", "%s:races/ev%d %s:%#lx%s%s\n", below(3) ? "p" : "r", name,
		   below(2) ? STEADY : TARGET, uprobe_offset_of(at), counter,
		   args[below(ARRAY_SIZE(args))]);
}

static void change_events(void)
{
	int name = below(NAMES);

	switch (below(8)) {
	case 0:
	case 1:
		if (define(name))
			done(DEFINED);
		break;
	case 2:
	case 3:
		if (put(event_file(name, "enable"), "1"))
			done(ENABLED);
		usleep(below(3000));
		break;
	case 4:
		put(event_file(name, "enable"), "0");
		break;
	case 5:
		put("events/races/enable", below(2) ? "1" : "0");
		break;
	case 6:
		put(event_file(name, "filter"), below(2) ? "common_pid > 10" : "0");
		put(event_file(name, "trigger"), below(2) ? "hist:keys=common_pid" :
		    "!hist:keys=common_pid");
		break;
	case 7:
		put("events/races/enable", "0");
		put(event_file(name, "trigger"), "!hist:keys=common_pid");
		if (put("uprobe_events", "-:races/ev%d\n", name))
			done(REMOVED);
		break;
	}
}

static void read_files(void)
{
	static const char * const files[] = {
		"uprobe_events", "uprobe_profile", "dynamic_events", "trace", "trace_pipe",
		"events/races/ev0/format", "events/races/ev1/hist", "error_log", "set_event",
	};
	char path[32];

	switch (below(4)) {
	case 0:
		snprintf(path, sizeof(path), "instances/r%ld", below(2));
		if (mkdir(path, 0755))
			rmdir(path);
		break;
	case 1:
		/* The file is truncated, so that all events that are not in use go. */
		close(open("uprobe_events", O_WRONLY | O_TRUNC | O_CLOEXEC));
		break;
	default:
		get(files[below(ARRAY_SIZE(files))]);
	}
}

/* perf */

static void use_perf(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .sample_period = 1, .sample_type = PERF_SAMPLE_RAW,
		.inherit = below(2), .disabled = below(2),
	};
	const volatile void *at = places[below(ARRAY_SIZE(places))];
	pid_t pid = below(2) ? shared->firing[below(ARRAY_SIZE(shared->firing))] : -1;
	bool pmu = below(2);
	uint64_t value;
	int i, fd;
	void *map;

	if (pmu) {
		attr.type = number_in("/sys/bus/event_source/devices/uprobe/type");
		attr.config = below(2);
		if (at == counted)
			attr.config |= (uint64_t)uprobe_offset_of(&semaphore) << 32;
		attr.uprobe_path = (uintptr_t)(below(2) ? STEADY : TARGET);
		attr.probe_offset = uprobe_offset_of(at);
	} else {
		attr.type = PERF_TYPE_TRACEPOINT;
		attr.config = number_in(event_file(below(NAMES), "id"));
	}
	fd = syscall(SYS_perf_event_open, &attr, pid, pid < 0 ? below(2) : -1, -1,
		     PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return;
	done(pmu ? PMU_EVENTS : TRACE_EVENTS);
	map = attr.inherit && pid >= 0 ? MAP_FAILED :
		mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (i = 0; i < 3; i++) {
		ioctl(fd, below(2) ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
		usleep(below(2000));
		(void)!read(fd, &value, sizeof(value));
	}
	if (below(2))
		ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "common_pid > 3");
	if (map != MAP_FAILED)
		munmap(map, 3 * PAGE);
	close(fd);
}

/* Processes that run into events */

/* The others need the CPUs, too. */
static void *thread_fire(void *unused)
{
	for (;;) {
		call_all();
		usleep(50);
	}
	return unused;
}

static void fire(void)
{
	pthread_t thread;
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&thread, NULL, thread_fire, NULL);
	thread_fire(NULL);
}

/* A child that calls, with a thread that calls, and ends in one of several ways. */
static void child(int way, const char *program)
{
	pthread_t thread;
	pid_t pid;

	if (below(2))
		pthread_create(&thread, NULL, thread_fire, NULL);
	call_all();
	switch (way) {
	case 0:
		_exit(0);
	case 1:
		execl(program, program, "call", NULL);
		_exit(0);
	case 2:
		pid = fork();
		call_all();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
		_exit(0);
	default:
		for (;;)
			call_all();
	}
}

static void make_children(void)
{
	int way = below(4);
	pid_t pid = fork();

	if (!pid)
		child(way, below(2) ? STEADY : TARGET);
	if (pid < 0)
		return;
	if (way == 3) {
		usleep(below(4000));
		kill(pid, SIGKILL);
	}
	waitpid(pid, NULL, 0);
	done(CHILDREN);
}

static void fault_ends(int signal)
{
	(void)signal;
	_exit(0);
}

static long (*volatile moved_to)(long n);

static void *thread_moved(void *unused)
{
	for (;;)
		sum += moved_to(1);
	return unused;
}

/* In a child: map the text, execute it with a thread, move and unmap it meanwhile. */
static void map_child(void)
{
	long offset = uprobe_offset_of(moved), start = offset & -PAGE;
	int i, fd = open(below(2) ? STEADY : TARGET, O_RDONLY | O_CLOEXEC);
	pthread_t thread;
	char *map;

	signal(SIGSEGV, fault_ends);
	signal(SIGBUS, fault_ends);
	if (fd < 0)
		_exit(0);
	for (i = 0; i < 5; i++) {
		map = mmap(NULL, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, start);
		if (map == MAP_FAILED)
			_exit(0);
		done(MAPPED);
		moved_to = (void *)(map + offset - start);
		if (!i)
			pthread_create(&thread, NULL, thread_moved, NULL);
		sum += moved_to(1);
		mprotect(map, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
		madvise(map, PAGE, MADV_DONTNEED);
		mprotect(map, PAGE, PROT_READ | PROT_EXEC);
		sched_yield();
		if (below(2)) {
			map = mremap(map, 2 * PAGE, 2 * PAGE, MREMAP_MAYMOVE | MREMAP_DONTUNMAP);
			if (map == MAP_FAILED)
				continue;
		}
		/* The thread may be in the text; then the child ends by a fault. */
		if (below(3))
			munmap(map, 2 * PAGE);
	}
	_exit(0);
}

static void make_mappings(void)
{
	pid_t pid = fork();

	if (!pid)
		map_child();
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

static bool copy_file(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC), out;
	static char data[1 << 16];
	ssize_t got;

	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
	while (in >= 0 && out >= 0 && (got = read(in, data, sizeof(data))) > 0) {
		if (write(out, data, got) != got)
			break;
	}
	close(in);
	close(out);
	return in >= 0 && out >= 0 && got == 0;
}

static void replace_program(void)
{
	pid_t pid;

	if (below(3) && copy_file(STEADY, TARGET ".new") && !rename(TARGET ".new", TARGET))
		done(REPLACED);
	else
		unlink(TARGET);
	pid = fork();
	if (!pid) {
		execl(TARGET, TARGET, "call", NULL);
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
	usleep(below(10000));
}

/* The processes */

static const struct {
	void	(*run)(void);
	int	times;		/* operations of a round */
	bool	fails;		/* its allocations may fail */
} workers[] = {
	{ change_events, 12, true }, { change_events, 12, true }, { change_events, 12, true },
	{ read_files, 4, true }, { use_perf, 3, true }, { use_perf, 3, true },
	{ make_children, 1, true }, { make_mappings, 1, true }, { replace_program, 1, false },
};

static pid_t start_worker(size_t nr, long rounds, bool fails)
{
	pid_t pid = fork();
	long i, j;

	if (pid)
		return pid;
	srandom(getpid());
	if (fails && workers[nr].fails && !put("/proc/self/make-it-fail", "1"))
		_exit(1);
	for (i = 0; i < rounds; i++) {
		for (j = 0; j < workers[nr].times; j++)
			workers[nr].run();
	}
	_exit(0);
}

/* vfork() returns after the program was executed, which others replace afterwards. */
static pid_t start_firing(const char *program)
{
	pid_t pid = vfork();

	if (!pid) {
		execl(program, program, "fire", NULL);
		_exit(1);
	}
	return pid;
}

static bool all_done(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (!shared->done[i])
			return false;
	}
	return true;
}

static int run_workers(long rounds, bool fails)
{
	pid_t pids[ARRAY_SIZE(workers)];
	int status, bad = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(workers); i++)
		pids[i] = start_worker(i, rounds, fails);
	for (i = 0; i < ARRAY_SIZE(workers); i++) {
		waitpid(pids[i], &status, 0);
		/* A process may die if an allocation fails in a fault. */
		if (status && !fails) {
			printf("process %zu ended with status %#x\n", i, status);
			bad = 1;
		}
	}
	return bad;
}

static int run(long rounds, bool fails)
{
	int status, bad, tries = 0;
	size_t i;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED || !copy_file(STEADY, TARGET))
		return 1;
	for (i = 0; i < ARRAY_SIZE(shared->firing); i++)
		shared->firing[i] = start_firing(i % 2 ? TARGET : STEADY);
	/* The operations are random: repeat until each kind has succeeded. */
	do {
		bad = run_workers(rounds, fails);
	} while (!fails && !bad && !all_done() && ++tries < 10);
	for (i = 0; i < ARRAY_SIZE(shared->firing); i++) {
		if (waitpid(shared->firing[i], &status, WNOHANG) && !fails) {
			printf("a process that runs into events ended: %#x\n", status);
			bad = 1;
		}
		kill(shared->firing[i], SIGKILL);
		waitpid(shared->firing[i], NULL, 0);
	}
	for (i = 0; i < KINDS; i++) {
		printf("%s: %ld\n", kinds[i], shared->done[i]);
		if (!shared->done[i] && !fails)
			bad = 1;
	}
	return bad;
}

static int text_is_clean(void)
{
	size_t i;

	call_all();
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		if (uprobe_is_trapped(places[i])) {
			printf("place %zu has a breakpoint\n", i);
			return 1;
		}
	}
	printf("semaphore %u\n", semaphore);
	return semaphore != 0;
}

int main(int argc, char **argv)
{
	long rounds = 10;
	bool fails = false;
	int option;

	if (argc == 2 && !strcmp(argv[1], "fire")) {
		fire();
	} else if (argc == 2 && !strcmp(argv[1], "call")) {
		call_all();
		return 0;
	} else if (argc == 2 && !strcmp(argv[1], "-t")) {
		if (copy_file(STEADY, TARGET))
			execl(STEADY, STEADY, "-T", NULL);
		return 1;
	} else if (argc == 2 && !strcmp(argv[1], "-T")) {
		return text_is_clean();
	}
	while ((option = getopt(argc, argv, "n:f")) > 0) {
		if (option == 'n')
			rounds = atol(optarg);
		else if (option == 'f')
			fails = true;
		else
			return 2;
	}
	if (chdir(TRACING))
		return 2;
	return run(rounds, fails);
}
