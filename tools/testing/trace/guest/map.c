// SPDX-License-Identifier: GPL-2.0
/*
 * Print the results of system calls on mappings of trace_pipe_raw, and the contents of
 * the meta page. The guest has one CPU.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/trace_mmap.h>

#define DIR	"/sys/kernel/tracing/"
#define RAW	DIR "per_cpu/cpu0/trace_pipe_raw"
#define PAGE	4096UL

static void say(const char *what, int bad)
{
	printf("%s: %s\n", what, bad ? strerrorname_np(errno) : "ok");
	fflush(stdout);
}

static int put(const char *name, const char *text)
{
	char path[200];
	int fd, bad;

	snprintf(path, sizeof(path), DIR "%s", name);
	fd = open(path, O_WRONLY | O_TRUNC);
	bad = write(fd, text, strlen(text)) < 0;
	close(fd);
	return bad;
}

static void show(const struct trace_buffer_meta *meta)
{
	/* The number of bytes depends on the timestamps of the records. */
	printf("meta: page %u length %u subbuf %u nr %u lost %llu id %u read %s\n",
	       meta->meta_page_size, meta->meta_struct_len, meta->subbuf_size,
	       meta->nr_subbufs, meta->reader.lost_events, meta->reader.id,
	       meta->reader.read ? "some" : "nothing");
	printf("      flags %llu entries %llu overrun %llu read %llu\n",
	       meta->flags, meta->entries, meta->overrun, meta->read);
}

static void try(int fd, const char *what, size_t bytes, int prot, int flags,
		off_t offset)
{
	void *p = mmap(NULL, bytes, prot, flags, fd, offset);

	say(what, p == MAP_FAILED);
	if (p != MAP_FAILED)
		munmap(p, bytes);
}

static void places(int fd, unsigned int nr)
{
	try(fd, "private", PAGE, PROT_READ, MAP_PRIVATE, 0);
	try(fd, "writable", PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, 0);
	try(fd, "executable", PAGE, PROT_READ | PROT_EXEC, MAP_SHARED, 0);
	try(fd, "no access", PAGE, PROT_NONE, MAP_SHARED, 0);
	try(fd, "all", PAGE * (nr + 1), PROT_READ, MAP_SHARED, 0);
	try(fd, "one more", PAGE * (nr + 2), PROT_READ, MAP_SHARED, 0);
	try(fd, "odd length", PAGE + 5, PROT_READ, MAP_SHARED, 0);
	try(fd, "first data", PAGE, PROT_READ, MAP_SHARED, PAGE);
	try(fd, "last", PAGE, PROT_READ, MAP_SHARED, PAGE * nr);
	try(fd, "beyond", PAGE, PROT_READ, MAP_SHARED, PAGE * (nr + 1));
	try(fd, "over the end", 3 * PAGE, PROT_READ, MAP_SHARED, PAGE * (nr - 1));
	try(fd, "far", PAGE, PROT_READ, MAP_SHARED, PAGE << 40);
}

static void changes(struct trace_buffer_meta **meta)
{
	void *p = *meta;
	int status;

	say("mprotect write", mprotect(p, PAGE, PROT_READ | PROT_WRITE));
	say("mprotect none", mprotect(p, PAGE, PROT_NONE));
	say("mprotect read", mprotect(p, PAGE, PROT_READ));
	if (!fork()) {
		volatile unsigned int seen = (*meta)->nr_subbufs;

		_exit(!seen);
	}
	wait(&status);
	printf("child: signal %d\n", WTERMSIG(status));
	fflush(stdout);
	say("buffer_size_kb", put("buffer_size_kb", "64"));
	say("cpu's buffer_size_kb", put("per_cpu/cpu0/buffer_size_kb", "64"));
	say("buffer_subbuf_size_kb", put("buffer_subbuf_size_kb", "8"));
	say("snapshot", put("snapshot", "1"));
}

static void records(int fd, struct trace_buffer_meta *meta, void *data)
{
	unsigned long *page, before;
	int i;

	say("get", ioctl(fd, TRACE_MMAP_IOCTL_GET_READER));
	show(meta);
	put("tracing_on", "1");
	for (i = 0; i < 3; i++)
		put("trace_marker", "hello");
	say("get", ioctl(fd, TRACE_MMAP_IOCTL_GET_READER));
	show(meta);
	page = data + PAGE * meta->reader.id;
	before = page[1];
	printf("commit %s\n", before ? "some" : "nothing");
	put("trace_marker", "hello");
	say("get", ioctl(fd, TRACE_MMAP_IOCTL_GET_READER));
	show(meta);
	printf("commit %s\n", page[1] > before ? "more" : "no more");
}

int main(void)
{
	struct trace_buffer_meta *meta;
	unsigned int nr;
	void *data;
	int fd;

	put("tracing_on", "0");
	put("trace", "");
	put("buffer_size_kb", "16");
	fd = open(RAW, O_RDONLY | O_NONBLOCK);
	say("get, not mapped", ioctl(fd, TRACE_MMAP_IOCTL_GET_READER));
	say("another ioctl", ioctl(fd, 77));
	meta = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (meta == MAP_FAILED) {
		say("map", 1);
		return 1;
	}
	show(meta);
	nr = meta->nr_subbufs;
	places(fd, nr);
	changes(&meta);
	data = mmap(NULL, PAGE * nr, PROT_READ, MAP_SHARED, fd, PAGE);
	say("data", data == MAP_FAILED);
	records(fd, meta, data);
	munmap(data, PAGE * nr);
	close(fd);
	say("size, file closed", put("buffer_size_kb", "32"));
	munmap(meta, PAGE);
	say("size, not mapped", put("buffer_size_kb", "32"));
	return 0;
}
