// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that write marks and exit: names COUNT.
 *
 * Each child gives itself the name "n" and its number, writes a mark with that name, renames
 * itself to "m" and the number, writes another mark, and exits. Some run at a time.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define AT_A_TIME	8

static int mark_fd;

static void names_mark(char letter, int number)
{
	char name[16], mark[32];
	int len;

	snprintf(name, sizeof(name), "%c%d", letter, number);
	prctl(PR_SET_NAME, name);
	len = snprintf(mark, sizeof(mark), "by %s", name);
	if (write(mark_fd, mark, len) != len)
		_exit(1);
}

static void names_child(int number)
{
	names_mark('n', number);
	names_mark('m', number);
	_exit(0);
}

static int names_reap(void)
{
	int status;

	return wait(&status) < 0 || status;
}

int main(int argc, char **argv)
{
	int i, count = argc > 1 ? atoi(argv[1]) : 0, running = 0, failed = 0;

	mark_fd = open("/sys/kernel/tracing/trace_marker", O_WRONLY);
	if (mark_fd < 0)
		return 1;
	for (i = 0; i < count; i++) {
		pid_t pid;

		if (running == AT_A_TIME) {
			failed |= names_reap();
			running--;
		}
		pid = fork();
		if (!pid)
			names_child(i);
		if (pid < 0)
			return 1;
		running++;
	}
	while (running--)
		failed |= names_reap();
	return failed;
}
