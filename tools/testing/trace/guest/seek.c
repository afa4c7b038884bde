// SPDX-License-Identifier: GPL-2.0
/*
 * seek FILE...: print the results of lseek() on each file, with one section per file and
 * one line per open mode. The program does not read, because the file position after a
 * read depends on the length of the contents.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *name;
	int flags;
} modes[] = {
	{ "r", O_RDONLY },
	{ "w", O_WRONLY },
	{ "rw", O_RDWR },
};

static const struct {
	const char *name;
	int whence;
	off_t offset;
} seeks[] = {
	{ "set 0", SEEK_SET, 0 },
	{ "set 3", SEEK_SET, 3 },
	{ "cur 0", SEEK_CUR, 0 },
	{ "cur 2", SEEK_CUR, 2 },
	{ "cur -1", SEEK_CUR, -1 },
	{ "end 0", SEEK_END, 0 },
	{ "end 4", SEEK_END, 4 },
	{ "end -1", SEEK_END, -1 },
	{ "set -1", SEEK_SET, -1 },
	{ "data", SEEK_DATA, 0 },
	{ "hole", SEEK_HOLE, 0 },
	{ "back", SEEK_SET, 0 },
};

static void try_mode(const char *path, int mode)
{
	int fd = open(path, modes[mode].flags | O_NONBLOCK);

	printf("%s:", modes[mode].name);
	if (fd < 0) {
		printf(" %s\n", strerror(errno));
		return;
	}
	for (unsigned int i = 0; i < sizeof(seeks) / sizeof(seeks[0]); i++) {
		off_t at = lseek(fd, seeks[i].offset, seeks[i].whence);

		if (at < 0)
			printf(" [%s] %s", seeks[i].name, strerror(errno));
		else
			printf(" [%s] %lld", seeks[i].name, (long long)at);
	}
	printf("\n");
	close(fd);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		printf("@@ %s\n", argv[i]);
		for (unsigned int m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
			try_mode(argv[i], m);
	}
	return 0;
}
