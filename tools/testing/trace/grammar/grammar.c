// SPDX-License-Identifier: GPL-2.0
/*
 * grammar [OPTION...]: write commands to the control files of tracing, as the syntax files
 * describe them, with several processes at once; runs in a guest.
 *
 *   -s SEED  -p PROCESSES  -t SECONDS  -n OPERATIONS of each process
 *   -m PERCENT of the commands are changed at random
 *   -g DIRECTORY of the syntax files (/syntax)
 *   -d DIRECTORY of the control files (/sys/kernel/tracing)
 *   -r FILE  execute the lines of this file instead: "PROCESS OPERATION"
 *   -R ROUNDS times, each in new processes
 *   -w SECONDS that an operation may take (60)
 *   -P       print the lines, do not execute them
 *   -v       print each line with its result
 *   -c       check that there is a line "file" for each control file
 *   -T FILE  append the names of trigger files that are opened for writing to this file
 *   -i TEXT  reports that contain the text are not findings
 *
 * The exit status is 1 after a finding: a report of the kernel, or an operation that does not
 * end. The program is compiled from one source, so the parts are included here.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../guest/report.h"
#include "grammar.h"
#include "text.c"
#include "parse.c"
#include "classes.c"
#include "uprobes.c"
#include "mutate.c"
#include "expand.c"
#include "files.c"
#include "slots.c"
#include "perf.c"
#include "run.c"
#include "report.c"

static struct {
	uint64_t seed, limit;
	unsigned int processes, seconds, rounds;
	const char *syntax, *tracing, *replay;
	bool print, check;
} options = { .seed = 1, .limit = ~0ULL, .processes = 4, .rounds = 1, .syntax = "/syntax",
	.tracing = "/sys/kernel/tracing" };

static void read_options(int argc, char **argv)
{
	int option;

	run_quiet = true;
	while ((option = getopt(argc, argv, "s:p:t:n:m:g:d:r:R:w:PvcT:i:")) > 0) {
		switch (option) {
		case 's':
			options.seed = strtoull(optarg, NULL, 0);
			break;
		case 'p':
			options.processes = strtoul(optarg, NULL, 0);
			break;
		case 't':
			options.seconds = strtoul(optarg, NULL, 0);
			break;
		case 'n':
			options.limit = strtoull(optarg, NULL, 0);
			break;
		case 'm':
			mutate_percent = strtoul(optarg, NULL, 0);
			break;
		case 'g':
			options.syntax = optarg;
			break;
		case 'd':
			options.tracing = optarg;
			break;
		case 'r':
			options.replay = optarg;
			break;
		case 'R':
			options.rounds = strtoul(optarg, NULL, 0);
			break;
		case 'w':
			run_hang_ms = strtoull(optarg, NULL, 0) * 1000;
			break;
		case 'P':
			options.print = true;
			break;
		case 'v':
			run_quiet = false;
			break;
		case 'c':
			options.check = true;
			break;
		case 'T':
			trigger_list = optarg;
			break;
		case 'i':
			report_ignored = optarg;
			break;
		default:
			exit(2);
		}
	}
	if (!options.processes || options.processes > PROCESSES_MAX)
		options.processes = PROCESSES_MAX;
}

static bool run_processes(int kmsg, const char *text)
{
	pid_t pids[PROCESSES_MAX];
	unsigned int i;
	bool found;

	shared->stop = 0;
	for (i = 0; i < options.processes; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		setpgid(0, 0);
		if (text)
			worker_replay(i, text, 1);
		else
			worker_generate(i, options.seed, options.limit, options.print);
		fflush(NULL);
		_exit(0);
	}
	found = watch(options.processes, kmsg,
		      options.seconds ? now_ms() + options.seconds * 1000ULL : 0);
	return watch_end(options.processes, pids) || found;
}

int main(int argc, char **argv)
{
	char *text = NULL;
	bool found = false;
	int kmsg;

	read_options(argc, argv);
	setlinebuf(stdout);
	parse_directory(options.syntax);
	if (chdir(options.tracing)) {
		perror(options.tracing);
		return 2;
	}
	classes_read();
	classes_resolve();
	if (options.check)
		return check_files() ? 1 : 0;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	if (options.replay) {
		text = read_all(options.replay);
		if (!text) {
			perror(options.replay);
			return 2;
		}
		text++;
		options.processes = PROCESSES_MAX;
	}
	mark_fd = open("/dev/port", O_WRONLY | O_CLOEXEC);
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	lseek(kmsg, 0, SEEK_END);
	while (options.rounds-- && !found)
		found = run_processes(kmsg, text);
	if (!options.print)
		print_counts(options.processes);
	return found;
}
