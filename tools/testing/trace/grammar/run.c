// SPDX-License-Identifier: GPL-2.0
/* The processes, what they count, and the watch over them. */
#include "grammar.h"

#define INTERRUPT_MS	300	/* after that, a signal interrupts the operation */
#define DEBUG_PORT	0xe9	/* QEMU's -debugcon writes what is sent there to a file */

static const struct {
	const char *verb;
	long (*run)(const char *line);
	long (*run_verb)(const char *verb, const char *line);
} operations[] = {
	{ "write", run_write }, { "mutant", run_write }, { "cat", run_cat }, { "ls", run_ls },
	{ "mkdir", run_mkdir }, { "rmdir", run_rmdir }, { "rename", run_rename },
	{ "unlink", run_unlink }, { "chmod", run_chmod }, { "chown", run_chown },
	{ "stat", run_stat }, { "truncate", run_truncate }, { "remount", run_remount },
	{ "mount", run_mount }, { "insmod", run_insmod }, { "rmmod", run_rmmod },
	{ "cpu", run_cpu }, { "affinity", run_affinity }, { "sleep", run_sleep },
	{ "work", run_work }, { "open", run_open }, { "close", run_close }, { "dup", run_dup },
	{ "rd", .run_verb = run_slot }, { "wr", .run_verb = run_slot },
	{ "pread", .run_verb = run_slot }, { "readv", .run_verb = run_slot },
	{ "lseek", .run_verb = run_slot }, { "poll", .run_verb = run_slot },
	{ "ioctl", .run_verb = run_slot }, { "splice", .run_verb = run_slot },
	{ "sendfile", .run_verb = run_slot }, { "fstat", .run_verb = run_slot },
	{ "ftruncate", .run_verb = run_slot }, { "fcntl", .run_verb = run_slot },
	{ "mmap", .run_verb = run_slot }, { "munmap", .run_verb = run_map },
	{ "mremap", .run_verb = run_map }, { "mprotect", .run_verb = run_map },
	{ "madvise", .run_verb = run_map }, { "touch", .run_verb = run_map },
	{ "fork", run_fork }, { "perf", run_perf }, { "perf_kprobe", run_perf_kprobe },
	{ "perf_uprobe", run_perf_uprobe },
	{ "perf_filter", .run_verb = run_perf_slot }, { "perf_on", .run_verb = run_perf_slot },
	{ "perf_off", .run_verb = run_perf_slot }, { "perf_map", .run_verb = run_perf_slot },
	{ "perf_period", .run_verb = run_perf_slot },
};

static struct shared *shared;
static int mark_fd = -1;

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

/*
 * Tell the host before an operation starts, so that it knows the order of the operations even
 * if the kernel dies: one byte, the process and the low five bits of its count.
 */
static void mark(unsigned int process, uint64_t count)
{
	unsigned char byte = process << 5 | (count & 31);

	if (mark_fd >= 0)
		(void)!pwrite(mark_fd, &byte, 1, DEBUG_PORT);
}

/* Operations on control files are counted by file, with names instead of numbers. */
static void count_kind(const char *line, char *kind, size_t size)
{
	const char *copy = line, *verb = word(&copy), *path, *name;

	snprintf(kind, size, "%s", verb);
	if (strcmp(verb, "write") && strcmp(verb, "mutant"))
		return;
	path = word(&copy);
	name = strrchr(path, '/');
	if (name && strstr(path, "options/"))
		name = "options/";
	snprintf(kind, size, "write %s%.30s", strstr(path, "events/") ? "events " : "",
		 name && strcmp(name, "options/") ? name + 1 : name ? name : path);
}

static void count_result(struct worker *worker, const char *line, long ret)
{
	char kind[48];
	unsigned int i;

	count_kind(line, kind, sizeof(kind));
	for (i = 0; i < worker->nr_counts; i++) {
		if (!strcmp(worker->counts[i].kind, kind))
			break;
	}
	if (i == COUNTS)
		return;
	if (i == worker->nr_counts) {
		snprintf(worker->counts[i].kind, sizeof(kind), "%s", kind);
		worker->nr_counts++;
	}
	worker->counts[i].done[*line == 'm' && line[1] == 'u' && line[2] == 't'][ret >= 0]++;
}

static void set_interrupt(unsigned int ms)
{
	struct itimerval timer = {
		{ ms / 1000, ms % 1000 * 1000 }, { ms / 1000, ms % 1000 * 1000 },
	};

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void interrupted(int signal)
{
	(void)signal;
}

static bool run_quiet;

/*
 * An operation that takes longer is a finding. Listing 700 directories may take more than a
 * minute if the host runs other tests, all functions are traced and one CPU is offline.
 */
static uint64_t run_hang_ms = 300000;

static void run_line(struct worker *worker, unsigned int process, const char *line)
{
	const char *rest = line, *verb = word(&rest);
	long ret = -ENOENT;
	size_t i;

	snprintf(worker->line, sizeof(worker->line), "%.500s", line);
	mark(process, worker->ops++);
	worker->since = now_ms();
	set_interrupt(INTERRUPT_MS);
	for (i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (strcmp(operations[i].verb, verb))
			continue;
		ret = operations[i].run ? operations[i].run(rest) :
			operations[i].run_verb(verb, rest);
		break;
	}
	set_interrupt(0);
	worker->since = 0;
	if (ret != SKIPPED && ret != GUARDED)
		count_result(worker, line, ret);
	if (!run_quiet)
		printf("%u %s = %ld\n", process, line, ret);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

static void worker_begin(unsigned int process)
{
	struct sigaction action = { .sa_handler = interrupted };
	struct rlimit limit = { 0, 0 };

	shared->workers[process].pid = getpid();
	setrlimit(RLIMIT_CORE, &limit);
	sigaction(SIGALRM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	slots_init();
	srandom(process);
}

static void worker_generate(unsigned int process, uint64_t seed, uint64_t limit, bool print)
{
	static struct text line;
	struct worker *worker = &shared->workers[process];

	random_seed(seed, process);
	worker_begin(process);
	while (!shared->stop && worker->ops < limit) {
		expand_line(&line);
		if (print) {
			printf("%u %s\n", process, line.s);
			worker->ops++;
		} else {
			run_line(worker, process, line.s);
		}
	}
}

/* The lines of this process of a file "PROCESS LINE", @rounds times. */
static void worker_replay(unsigned int process, const char *text, unsigned int rounds)
{
	struct worker *worker = &shared->workers[process];
	const char *at, *end;
	static char line[TEXT_MAX];

	worker_begin(process);
	while (rounds--) {
		for (at = text; *at && !shared->stop; at = end + (*end == '\n')) {
			end = at + strcspn(at, "\n");
			if (!isdigit((unsigned char)*at) ||
			    strtoul(at, NULL, 10) % PROCESSES_MAX != process)
				continue;
			at += strcspn(at, "\n ");
			at += *at == ' ';
			snprintf(line, sizeof(line), "%.*s", (int)(end - at), at);
			run_line(worker, process, line);
		}
	}
}

/* Print the place where each task of a process waits in the kernel. */
static void print_stack(int pid)
{
	char path[64], *text;

	snprintf(path, sizeof(path), "/proc/%d/stack", pid);
	text = read_all(path);
	if (text)
		printf("# %s\n", text + 1);
	free(text);
}

/* The first line of a report in the kernel log, or NULL. */
static const char *find_report(int kmsg)
{
	static char record[8192];
	ssize_t got;

	for (;;) {
		got = read(kmsg, record, sizeof(record) - 1);
		if (got < 0 && errno == EPIPE)
			continue;
		if (got <= 0)
			return NULL;
		record[got] = '\0';
		if (is_report(record))
			return strchr(record, ';') ? strchr(record, ';') + 1 : record;
	}
}

static const char *report_ignored;	/* reports that contain this are not findings */

/*
 * If all events are enabled, those of locks included, and each records two stacks, a debug
 * kernel may spend all time of a CPU in the handlers of interrupts. Then recording is
 * switched off, by a process of its own, as opening a file may have to wait for a lock.
 */
#define STANDSTILL_MS 60000

static pid_t recording_off(void)
{
	pid_t pid = fork();
	glob_t files;
	size_t i;
	int fd;

	if (pid)
		return pid;
	glob("tracing_on", 0, NULL, &files);
	glob("instances/*/tracing_on", GLOB_APPEND, NULL, &files);
	for (i = 0; i < files.gl_pathc; i++) {
		fd = open(files.gl_pathv[i], O_WRONLY);
		if (fd >= 0 && write(fd, "0", 1) == 1)
			close(fd);
	}
	_exit(0);
}

/* Whether an operation has ended since the last call, or a short time before it. */
static bool is_moving(unsigned int processes)
{
	static uint64_t last_ops, last_time;
	uint64_t ops = 0;
	unsigned int i;

	for (i = 0; i < processes; i++)
		ops += shared->workers[i].ops;
	if (ops != last_ops || !last_time) {
		last_ops = ops;
		last_time = now_ms();
	}
	if (now_ms() < last_time + STANDSTILL_MS)
		return true;
	last_time = 0;
	return false;
}

/* The process that watches must run although the others keep the CPUs busy. */
static void watch_first(void)
{
	struct sched_param param = { .sched_priority = 50 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		printf("# the watching process has no realtime priority\n");
}

/* Watch the processes until they end or the time is up. Returns true after a finding. */
static bool watch(unsigned int processes, int kmsg, uint64_t end)
{
	bool found = false;
	unsigned int i, alive = processes;
	const char *report;
	pid_t gone, other = 0;

	watch_first();
	while (alive && !found && (!end || now_ms() < end)) {
		usleep(200000);
		while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
			alive -= gone != other;
		while ((report = find_report(kmsg))) {
			if (report_ignored && *report_ignored && strstr(report, report_ignored))
				continue;
			printf("# finding: %s\n", report);
			found = true;
		}
		if (!is_moving(processes)) {
			printf("# recording was switched off: no operation has ended lately\n");
			other = recording_off();
		}
		for (i = 0; i < processes && alive; i++) {
			uint64_t since = shared->workers[i].since;

			if (!since || now_ms() < since + run_hang_ms)
				continue;
			printf("# finding: process %u does not return from: %s\n", i,
			       shared->workers[i].line);
			print_stack(shared->workers[i].pid);
			found = true;
		}
	}
	shared->stop = 1;
	return found;
}

/* The processes end by themselves, or are killed; one that survives that is a finding. */
static bool watch_end(unsigned int processes, pid_t *pids)
{
	uint64_t end = now_ms() + run_hang_ms;
	unsigned int i, gone = 0;
	bool found = false;

	recording_off();
	for (i = 0; i < processes; i++)
		kill(pids[i], SIGKILL);
	while (gone < processes && now_ms() < end) {
		gone = 0;
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		for (i = 0; i < processes; i++)
			gone += kill(pids[i], 0) && errno == ESRCH;
		usleep(50000);
	}
	for (i = 0; i < processes && gone < processes; i++) {
		if (kill(pids[i], 0))
			continue;
		printf("# finding: process %u cannot be killed in: %s\n", i,
		       shared->workers[i].line);
		print_stack(pids[i]);
		found = true;
	}
	return found;
}
