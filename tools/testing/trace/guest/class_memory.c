// SPDX-License-Identifier: GPL-2.0
/*
 * Run a command while little memory is free.
 *
 *	class_memory KB COMMAND		repeat the command in a child while another child
 *					leaves KB of memory free; three rounds
 *
 * The other child is the one that the kernel kills if the memory is exhausted; it is
 * started again then. Prints how often it was killed. The status of the command does not
 * count.
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

int main(int argc, char **argv)
{
	int taker, command, round, status, killed = 0;
	long leave;

	if (argc < 3)
		return 2;
	leave = atol(argv[1]);
	for (round = 0; round < 3; round++) {
		bool done = false;

		taker = fork();
		if (!taker)
			take(leave << round);
		/* The command begins when little memory is free. */
		while (available() > (leave << round) + 4096 && !waitpid(taker, &status, WNOHANG))
			usleep(10000);
		command = fork();
		if (!command) {
			execl("/bin/sh", "sh", "-c", argv[2], NULL);
			_exit(127);
		}
		while (!done) {
			int pid = wait(&status);

			if (pid == command) {
				done = true;
			} else if (pid == taker) {
				killed++;
				taker = fork();
				if (!taker)
					take(leave << round);
			}
		}
		kill(taker, SIGKILL);
		waitpid(taker, NULL, 0);
	}
	printf("# 3 rounds, %d times out of memory\n", killed);
	return 0;
}
