// SPDX-License-Identifier: GPL-2.0
/*
 * wait_max FILE [SECONDS]: print the contents of a tracing_max_latency file, poll(2) for a
 * longer latency, and print the file again. Exit status 1 on timeout.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void show(int fd)
{
	char text[32];
	ssize_t len = pread(fd, text, sizeof(text), 0);

	if (len > 0 && write(STDOUT_FILENO, text, len) != len)
		exit(2);
}

int main(int argc, char **argv)
{
	struct pollfd wait = { .events = POLLPRI };
	int seconds = argc > 2 ? atoi(argv[2]) : 20;

	wait.fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	if (wait.fd < 0) {
		perror("wait_max");
		return 2;
	}
	show(wait.fd);
	if (poll(&wait, 1, seconds * 1000) != 1)
		return 1;
	show(wait.fd);
	return 0;
}
