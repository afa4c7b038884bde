// SPDX-License-Identifier: GPL-2.0
/*
 * Run a command while little memory is free.
 *
 *	class_memory KB ROUNDS COMMAND	run the command in a child while another child
 *					leaves KB of memory free; each round leaves
 *					twice as much as the one before
 *
 * The other child is the one that the kernel kills if the memory is exhausted; it is
 * started again then. Prints how often it was killed. The status of the command does not
 * count, but the command has to end within five minutes.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK	(256UL << 10)

static long available(void)
{
	char line[128];
	long kb = -1;
	FILE *f = fopen("/proc/meminfo", "r");

	while (f && kb < 0 && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "MemFree:", 8))
			kb = atol(line + 8);
	}
	if (f)
		fclose(f);
	return kb;
}

/* Take memory until little is free; take more as others free theirs. */
static void take(long leave)
{
	FILE *f = fopen("/proc/self/oom_score_adj", "w");

	if (f) {
		fprintf(f, "1000\n");
		fclose(f);
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		char *p;

		if (available() < leave) {
			usleep(2000);
			continue;
		}
		p = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		if (p == MAP_FAILED)
			usleep(2000);
		else
			memset(p, 0x5a, CHUNK);
	}
}

static pid_t start_taker(long leave)
{
	pid_t pid = fork();

	if (!pid)
		take(leave);
	return pid;
}

/* The command begins when little memory is free. Return: whether that was within a minute. */
static bool is_tight(long leave)
{
	int i;

	for (i = 0; i < 6000 && available() > leave + 8192; i++)
		usleep(10000);
	return i < 6000;
}

/* Wait until the command ends. Return: whether that was within five minutes. */
static bool command_ends(pid_t command, pid_t *taker, long leave, int *killed)
{
	int i, status;

	for (i = 0; i < 30000; i++) {
		if (waitpid(command, &status, WNOHANG) == command)
			return true;
		if (waitpid(*taker, &status, WNOHANG) == *taker) {
			(*killed)++;
			*taker = start_taker(leave);
		}
		usleep(10000);
	}
	kill(command, SIGKILL);
	waitpid(command, &status, 0);
	return false;
}

static bool run(long leave, const char *text, int *killed)
{
	pid_t taker = start_taker(leave), command;
	bool good = is_tight(leave);

	if (good) {
		command = fork();
		if (!command) {
			execl("/bin/sh", "sh", "-c", text, NULL);
			_exit(127);
		}
		good = command_ends(command, &taker, leave, killed);
		if (!good)
			printf("the command does not end\n");
	} else {
		printf("%ld KB are free\n", available());
	}
	kill(taker, SIGKILL);
	waitpid(taker, NULL, 0);
	return good;
}

int main(int argc, char **argv)
{
	int round, rounds, killed = 0;
	bool good = true;

	if (argc < 4)
		return 2;
	rounds = atoi(argv[2]);
	for (round = 0; good && round < rounds; round++)
		good = run(atol(argv[1]) << round, argv[3], &killed);
	printf("# %d rounds, %d times out of memory\n", round, killed);
	return !good;
}
