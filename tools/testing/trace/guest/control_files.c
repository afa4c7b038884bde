// SPDX-License-Identifier: GPL-2.0
/*
 * control_files [-l] PATH...: print the results of all file system calls on each file at
 * and below the paths, one fact per line; with -l print only names, modes and sizes.
 * Directories named "events" and "instances" are not entered; their contents have to be
 * given as paths. Nothing may be recorded meanwhile, so that the results are repeatable.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char long_text[6000];
static char *volatile nowhere = (char *)8;

/* Print the errno of a failed call, or its result. */
static void fact(const char *path, const char *what, long result)
{
	if (result < 0)
		printf("%s %s: %s\n", path, what, strerrorname_np(errno));
	else
		printf("%s %s: %ld\n", path, what, result);
}

/* Print 1 for any number of bytes read, because the length of the contents varies. */
static void fact_some(const char *path, const char *what, long result)
{
	fact(path, what, result > 0 ? 1 : result);
}

static void try_lseek(const char *path, int fd, const char *how)
{
	static const struct {
		const char *name;
		off_t offset;
		int whence;
	} seeks[] = {
		{ "SEEK_SET 0", 0, SEEK_SET }, { "SEEK_SET 1", 1, SEEK_SET },
		{ "SEEK_CUR 0", 0, SEEK_CUR }, { "SEEK_SET -1", -1, SEEK_SET },
		{ "SEEK_END 0", 0, SEEK_END }, { "SEEK_DATA 0", 0, SEEK_DATA },
	};
	char what[64];
	size_t i;

	for (i = 0; i < sizeof(seeks) / sizeof(*seeks); i++) {
		snprintf(what, sizeof(what), "%s lseek %s", how, seeks[i].name);
		fact(path, what, lseek(fd, seeks[i].offset, seeks[i].whence));
	}
}

static void try_others(const char *path, int fd, const char *how, int prot)
{
	struct pollfd polled = { .fd = fd, .events = POLLIN | POLLOUT | POLLPRI | POLLRDNORM };
	char what[64];
	void *place;

	snprintf(what, sizeof(what), "%s poll", how);
	if (poll(&polled, 1, 0) < 0)
		fact(path, what, -1);
	else
		printf("%s %s: %#x\n", path, what, polled.revents);
	snprintf(what, sizeof(what), "%s ioctl", how);
	fact(path, what, ioctl(fd, 0xdead, 0));
	snprintf(what, sizeof(what), "%s mmap", how);
	place = mmap(NULL, 4096, prot, MAP_SHARED, fd, 0);
	fact(path, what, place == MAP_FAILED ? -1 : 0);
	if (place != MAP_FAILED)
		munmap(place, 4096);
	snprintf(what, sizeof(what), "%s ftruncate", how);
	fact(path, what, ftruncate(fd, 0));
}

static void try_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	char text[64];

	fact(path, "open read", fd < 0 ? -1 : 0);
	if (fd < 0)
		return;
	fact(path, "read of nothing", read(fd, text, 0));
	fact_some(path, "read", read(fd, text, sizeof(text)));
	fact_some(path, "pread at 1", pread(fd, text, sizeof(text), 1));
	fact_some(path, "pread far away", pread(fd, text, sizeof(text), 1 << 30));
	fact(path, "write to a reader", write(fd, "0", 1));
	try_lseek(path, fd, "reader");
	fact_some(path, "read after lseek", read(fd, text, sizeof(text)));
	try_others(path, fd, "reader", PROT_READ);
	close(fd);
}

static void try_write(const char *path)
{
	int fd = open(path, O_WRONLY | O_NONBLOCK);
	char text[8];

	fact(path, "open write", fd < 0 ? -1 : 0);
	if (fd < 0)
		return;
	fact(path, "write of nothing", write(fd, "", 0));
	fact(path, "write garbage", write(fd, "no such/thing 77x\n", 18));
	fact(path, "write a space", write(fd, " ", 1));
	fact(path, "write from nowhere", write(fd, nowhere, 8));
	fact(path, "write of 6000 bytes", write(fd, long_text, sizeof(long_text)));
	fact(path, "read of a writer", read(fd, text, sizeof(text)));
	try_lseek(path, fd, "writer");
	try_others(path, fd, "writer", PROT_WRITE);
	close(fd);
}

static void try_opens(const char *path)
{
	static const struct {
		const char *name;
		int flags;
	} opens[] = {
		{ "open both", O_RDWR | O_NONBLOCK },
		{ "open truncated", O_WRONLY | O_TRUNC | O_NONBLOCK },
		{ "open truncated both", O_RDWR | O_TRUNC | O_NONBLOCK },
		{ "open appending", O_WRONLY | O_APPEND | O_NONBLOCK },
		{ "open appending both", O_RDWR | O_APPEND | O_NONBLOCK },
		{ "open direct", O_RDONLY | O_DIRECT | O_NONBLOCK },
		{ "open exclusively", O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK },
		{ "open directory", O_RDONLY | O_DIRECTORY | O_NONBLOCK },
	};
	size_t i;
	int fd;

	for (i = 0; i < sizeof(opens) / sizeof(*opens); i++) {
		fd = open(path, opens[i].flags, 0600);
		fact(path, opens[i].name, fd < 0 ? -1 : 0);
		if (fd >= 0)
			close(fd);
	}
}

static void try_name(const char *path)
{
	char other[4096];

	snprintf(other, sizeof(other), "%s.other", path);
	fact(path, "rename", rename(path, other));
	fact(path, "link", link(path, other));
	fact(path, "unlink", unlink(path));
	fact(path, "rmdir", rmdir(path));
	fact(path, "truncate", truncate(path, 0));
}

static void try_dir(const char *path)
{
	char other[4096];
	int fd;

	snprintf(other, sizeof(other), "%s/other", path);
	fd = open(other, O_RDWR | O_CREAT, 0600);
	fact(path, "create a file", fd < 0 ? -1 : 0);
	if (fd >= 0)
		close(fd);
	fact(path, "mkdir", mkdir(other, 0700));
	fact(path, "mkdir again", mkdir(other, 0700));
	fact(path, "rmdir of that", rmdir(other));
	fact(path, "symlink", symlink("there", other));
	fact(path, "mknod", mknod(other, 0600, 0));
	fact(path, "unlink of a directory", unlink(path));
}

/* Closing free_buffer shrinks the ring buffer: process this file last. */
static int order(const struct dirent **a, const struct dirent **b)
{
	int first = !strcmp((*a)->d_name, "free_buffer");
	int second = !strcmp((*b)->d_name, "free_buffer");

	return first - second ?: strcmp((*a)->d_name, (*b)->d_name);
}

static void walk(const char *path, int quiet)
{
	struct dirent **names;
	struct stat st;
	char below[4096];
	int i, count;

	if (lstat(path, &st)) {
		fact(path, "lstat", -1);
		return;
	}
	printf("%s mode: %o %d:%d\n", path, st.st_mode, st.st_uid, st.st_gid);
	printf("%s size: %lld\n", path, S_ISREG(st.st_mode) ? (long long)st.st_size : 0LL);
	if (!S_ISDIR(st.st_mode)) {
		if (quiet)
			return;
		try_read(path);
		try_write(path);
		try_opens(path);
		try_name(path);
		return;
	}
	if (!quiet)
		try_dir(path);
	count = scandir(path, &names, NULL, (void *)order);
	for (i = 0; i < count; i++) {
		snprintf(below, sizeof(below), "%s/%s", path, names[i]->d_name);
		/* Directories "instances" and "events" are separate arguments. */
		if (names[i]->d_name[0] != '.' &&
		    strcmp(names[i]->d_name, "instances") && strcmp(names[i]->d_name, "events"))
			walk(below, quiet);
		free(names[i]);
	}
	free(names);
}

int main(int argc, char **argv)
{
	int i = 1, quiet = 0;

	memset(long_text, 'x', sizeof(long_text));
	if (argc > 1 && !strcmp(argv[1], "-l")) {
		quiet = 1;
		i++;
	}
	for (; i < argc; i++)
		walk(argv[i], quiet);
	return 0;
}
