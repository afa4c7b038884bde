// SPDX-License-Identifier: GPL-2.0
/*
 * hist_hit FD OFFSET WHENCE [COUNT]: call lseek() COUNT times with these arguments, which
 * become the fields of the system call's event.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int count = argc > 4 ? atoi(argv[4]) : 1;

	if (argc < 4)
		return 2;
	while (count--)
		syscall(SYS_lseek, strtol(argv[1], NULL, 0),
			strtoll(argv[2], NULL, 0), strtol(argv[3], NULL, 0));
	return 0;
}
