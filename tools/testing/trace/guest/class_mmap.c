// SPDX-License-Identifier: GPL-2.0
/*
 * Memory-mapped ring buffers: odd offsets and lengths, fork, mremap, mprotect, madvise,
 * and mappings that other tasks and pipes use while the ring buffer changes.
 *
 *	class_mmap DIR ROUNDS	DIR: the directory of an instance
 *
 * A mapping must only have pages of the ring buffer, and as long as there is one, the ring
 * buffer cannot be resized. Prints "ok NAME" or "not ok NAME".
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/trace_mmap.h>

#include "class.h"

#define PAGE	4096UL
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char *dir;
static int raw;
static unsigned long pages;
static int file(const char *name, int flags)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return open(path, flags | O_CLOEXEC);
}

static int put(const char *name, const char *text)
{
	int fd = file(name, O_WRONLY), ret;

	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return ret;
}

/* The size changes at each call, so that the ring buffer is really resized. */
static bool can_resize(void)
{
	static int calls;
	char text[16];

	snprintf(text, sizeof(text), "%d", 32 + calls++ % 2 * 4);
	return !put("per_cpu/cpu0/buffer_size_kb", text);
}

static bool is_held(void)
{
	return !can_resize() && errno == EBUSY;
}

/* Read a byte of a page that may be missing. */

static sigjmp_buf fault;

static void got_fault(int signal)
{
	siglongjmp(fault, signal);
}

/* Return 0, or the signal that reading each page has caused. */
static int touch(volatile char *p, size_t bytes)
{
	int signal = sigsetjmp(fault, 1);
	size_t i;

	if (signal)
		return signal;
	for (i = 0; i < bytes; i += PAGE)
		p[i];
	return 0;
}

static void *map(size_t bytes, unsigned long first)
{
	void *p = mmap(NULL, bytes, PROT_READ, MAP_SHARED, raw, first * PAGE);

	return p == MAP_FAILED ? NULL : p;
}

static void *map_all(void)
{
	void *p = map(pages * PAGE, 0);

	if (!p) {
		told(false, "the ring buffer can be mapped");
		exit(1);
	}
	return p;
}

/* Offsets and lengths */

static void odd(void)
{
	static const size_t lengths[] = { 1, 4095, 4096, 4097, 8191, 8192, 12289 };
	unsigned long first, count;
	int wrong = 0, faults = 0;
	size_t i;
	void *p;

	for (first = 0; first < pages + 3; first++) {
		for (i = 0; i < ARRAY_SIZE(lengths) + 2; i++) {
			size_t bytes = i < ARRAY_SIZE(lengths) ? lengths[i] :
				       (pages - first % pages) * PAGE + (i & 1 ? PAGE : 0);

			count = (bytes + PAGE - 1) / PAGE;
			p = map(bytes, first);
			if (!p != (first + count > pages)) {
				printf("# %lu pages from page %lu of %lu: %s\n", count, first,
				       pages, p ? "mapped" : "refused");
				wrong++;
			}
			faults += p && touch(p, bytes);
			if (p)
				munmap(p, bytes);
		}
	}
	told(!wrong, "each offset and length within the ring buffer is mapped, no other");
	told(!faults, "each page of these mappings can be read");
	p = (void *)syscall(SYS_mmap, NULL, PAGE, PROT_READ, MAP_SHARED, raw, 5UL);
	told(p == MAP_FAILED, "an offset within a page is refused");
	p = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, raw, (off_t)1 << 43);
	told(p == MAP_FAILED, "a far offset is refused");
	p = map(0x7fffffffe000UL, 0);
	told(!p, "a length that wraps is refused");
	told(can_resize(), "no mapping is left");
}

/* Changes of a part of a mapping are refused, because each part would need a count. */

static void split(void)
{
	size_t bytes = pages * PAGE;
	char *p = map_all();
	void *q;

	told(munmap(p + 2 * PAGE, PAGE) && errno == EINVAL && !touch(p, bytes),
	     "munmap of a part is refused");
	told(munmap(p, PAGE) && munmap(p + PAGE, bytes - PAGE) && !touch(p, bytes),
	     "munmap of one end is refused");
	told(is_held(), "the mapping holds the ring buffer");
	told(mprotect(p + 2 * PAGE, PAGE, PROT_NONE) && !touch(p, bytes),
	     "mprotect of a part is refused");
	told(mprotect(p, bytes, PROT_READ | PROT_WRITE), "mprotect cannot add writing");
	told(!mprotect(p, bytes, PROT_NONE) && touch(p, 1) == SIGSEGV && is_held(),
	     "mprotect can remove access");
	told(!mprotect(p, bytes, PROT_READ) && !touch(p, bytes), "mprotect can return it");
	munmap(p, bytes);
	told(can_resize(), "after mprotect no mapping is left");

	p = map_all();
	q = mremap(p, bytes, bytes + PAGE, MREMAP_MAYMOVE);
	told(q == MAP_FAILED, "mremap cannot grow the mapping");
	q = mremap(p, 0, PAGE, MREMAP_MAYMOVE);
	told(q == MAP_FAILED, "mremap cannot copy it");
	q = mremap(p, bytes, bytes - PAGE, 0);
	told(q == MAP_FAILED && !touch(p, bytes), "mremap cannot shrink it");
	q = mremap(p, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, p + 64 * bytes);
	told(q == MAP_FAILED && !touch(p, bytes), "mremap cannot move a part of it");
	q = mremap(p, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, p + 64 * bytes);
	told(q != MAP_FAILED && touch(p, 1) && !touch(q, bytes) && is_held(),
	     "mremap can move all of it");
	munmap(q == MAP_FAILED ? p : q, bytes);
	told(can_resize(), "after mremap no mapping is left");

	p = map_all();
	q = mmap(p, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, raw, 3 * PAGE);
	told(q == MAP_FAILED && is_held(), "a mapping cannot replace a part of it");
	q = mmap(p, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, raw, 0);
	told(q == p && is_held() && !touch(p, bytes), "a mapping replaces all of it");
	q = mmap(p, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	told(q == p && can_resize(), "other memory replaces both");
	munmap(p, bytes);
}

/* Advice and other system calls on a mapping */

static void try_advice(void)
{
	char *p = map_all(), *more = malloc(pages * PAGE);
	struct iovec local = { more, PAGE }, remote = { p, PAGE };
	int i, bad = 0;

	for (i = 0; i < 110; i++) {
		/* MADV_HWPOISON and MADV_SOFT_OFFLINE take the memory from the kernel. */
		if (i != 100 && i != 101)
			madvise(p, pages * PAGE, i);
		bad += touch(p, pages * PAGE) != 0;
	}
	told(!bad, "each page can be read after each madvise");
	mlock(p, pages * PAGE);
	munlock(p, pages * PAGE);
	msync(p, pages * PAGE, MS_SYNC);
	mincore(p, pages * PAGE, (unsigned char *)more);
	syscall(SYS_remap_file_pages, p, PAGE, 0, 2, 0);
	syscall(SYS_mbind, p, PAGE, 0, NULL, 0, 0);
	process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
	told(process_vm_writev(getpid(), &local, 1, &remote, 1, 0) < 0,
	     "process_vm_writev cannot change the mapping");
	i = open("/proc/self/mem", O_RDWR);
	told(pwrite(i, "x", 1, (off_t)(p + PAGE)) < 0, "/proc/self/mem cannot change it");
	close(i);
	i = open("/dev/zero", O_RDONLY);
	told(read(i, p, PAGE) < 0, "read(2) cannot change it");
	close(i);
	told(is_held() && !touch(p, PAGE), "the mapping holds the ring buffer");
	munmap(p, pages * PAGE);
	told(can_resize(), "after advice no mapping is left");
	free(more);
}

/* A pipe keeps pages of the mapping after its end. */
static void pipes(void)
{
	char *p = map_all(), text[256];
	struct iovec pieces = { p, pages * PAGE };
	int ends[2], i;
	ssize_t n;

	if (pipe(ends))
		exit(1);
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	n = vmsplice(ends[1], &pieces, 1, SPLICE_F_NONBLOCK);
	munmap(p, pages * PAGE);
	for (i = 0; i < 8; i++)
		can_resize();
	put("trace_marker", "after the pipe has the pages");
	while (n > 0) {
		ssize_t got = read(ends[0], text, sizeof(text));

		if (got <= 0)
			break;
		n -= got;
	}
	told(n <= 0 && can_resize(), "a pipe keeps pages after the end of the mapping");
	close(ends[0]);
	close(ends[1]);
}

/* Tasks */

static int child_status(int pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	return status;
}

static void forks(int advised)
{
	const char *how = advised ? ", MADV_DOFORK" : "";
	int go[2], ready[2], pid, status;
	char *p = map_all(), c = 'x';
	bool inherited;

	if (advised)
		madvise(p, pages * PAGE, MADV_DOFORK);
	if (pipe(go) || pipe(ready))
		exit(1);
	pid = fork();
	if (!pid) {
		c = touch(p, pages * PAGE) ? 'n' : 'y';
		if (write(ready[1], &c, 1) != 1 || read(go[0], &c, 1) != 1)
			_exit(2);
		/* The parent has ended its mapping. */
		_exit(touch(p, pages * PAGE) ? 1 : 0);
	}
	if (read(ready[0], &c, 1) != 1)
		c = '?';
	inherited = c == 'y';
	munmap(p, pages * PAGE);
	told(inherited ? is_held() : can_resize(), "a child %s the mapping%s",
	     inherited ? "holds" : "does not have", how);
	if (write(go[1], &c, 1) != 1)
		exit(1);
	status = child_status(pid);
	told(inherited ? !status : WEXITSTATUS(status) == 1,
	     "the end of the parent's mapping does not change the child's%s", how);
	told(can_resize(), "after the child no mapping is left%s", how);
	close(go[0]);
	close(go[1]);
	close(ready[0]);
	close(ready[1]);
}

static void try_kill(void)
{
	char *p;
	int pid = fork();

	if (!pid) {
		p = map_all();
		touch(p, pages * PAGE);
		kill(getpid(), SIGKILL);
	}
	child_status(pid);
	told(can_resize(), "a killed task leaves no mapping");
	pid = fork();
	if (!pid) {
		p = map_all();
		execl("/bin/true", "true", NULL);
	}
	child_status(pid);
	told(can_resize(), "execve leaves no mapping");
}

/* Mappings come and go while other tasks take pages, write and resize. */

static volatile bool over;

static void *writer(void *arg)
{
	int fd = file("trace_marker", O_WRONLY), i = 0;
	char text[64];

	while (!over) {
		int n = snprintf(text, sizeof(text), "mark %d while pages are mapped", i++);

		if (write(fd, text, n) < 0)
			break;
	}
	close(fd);
	return arg;
}

static void *taker(void *arg)
{
	char text[4096];

	while (!over) {
		int fd = file("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);

		ioctl(fd, TRACE_MMAP_IOCTL_GET_READER);
		if (read(fd, text, 100) < 0)
			usleep(100);
		close(fd);
	}
	return arg;
}

static void *resizer(void *arg)
{
	int i = 0;

	while (!over) {
		put("buffer_subbuf_size_kb", i & 1 ? "4" : "8");
		can_resize();
		put("snapshot", i & 2 ? "1" : "0");
		if (i++ % 8 == 0)
			close(file("trace", O_WRONLY | O_TRUNC));
	}
	put("buffer_subbuf_size_kb", "4");
	put("snapshot", "0");
	return arg;
}

static void together(int rounds)
{
	void *(*const functions[])(void *) = { writer, taker, resizer };
	int i, got = 0, faults = 0, refused = 0;
	pthread_t threads[3];

	for (i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, functions[i], NULL);
	for (i = 0; i < rounds; i++) {
		struct trace_buffer_meta *meta = map(PAGE, 0);
		char *data;
		size_t bytes;

		if (!meta)
			continue;
		bytes = (size_t)meta->nr_subbufs * meta->subbuf_size;
		data = mmap(NULL, bytes, PROT_READ, MAP_SHARED, raw, meta->meta_page_size);
		ioctl(raw, TRACE_MMAP_IOCTL_GET_READER);
		if (data != MAP_FAILED) {
			got++;
			/* While it is mapped, the ring buffer cannot lose a page. */
			faults += touch(data, bytes) != 0;
			refused += munmap(data + PAGE * (i % 3), PAGE) != 0;
			if (i & 1 && !fork())
				_exit(0);
			munmap(data, bytes);
		}
		munmap(meta, PAGE);
	}
	over = true;
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	while (wait(NULL) > 0)
		;
	told(got > 0, "mappings succeed while other tasks change the ring buffer");
	told(refused == got, "munmap of a part is refused meanwhile");
	told(!faults, "a mapped ring buffer keeps its pages");
	told(can_resize(), "no mapping is left at the end");
}

/* The mapping outlives its file; the instance cannot be removed before its end. */
static void try_close(void)
{
	char *p = map_all();

	close(raw);
	told(is_held() && !touch(p, pages * PAGE), "a mapping outlives its file");
	told(rmdir(dir) && errno == EBUSY, "a mapping holds its instance");
	munmap(p, pages * PAGE);
	told(!rmdir(dir), "after the mapping the instance can be removed");
}

int main(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = got_fault };
	struct trace_buffer_meta *meta;
	int i;

	if (argc < 3)
		return 2;
	dir = argv[1];
	sigaction(SIGSEGV, &act, NULL);
	sigaction(SIGBUS, &act, NULL);
	mkdir(dir, 0755);
	put("buffer_size_kb", "32");
	raw = file("per_cpu/cpu0/trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	meta = map(PAGE, 0);
	if (!meta) {
		told(false, "the meta page can be mapped");
		return 1;
	}
	pages = 1 + meta->nr_subbufs;
	munmap(meta, PAGE);
	for (i = 0; i < 200; i++)
		put("trace_marker", "a mark that is mapped");
	odd();
	/* can_resize() changes the number of pages by one: use the smaller one. */
	split();
	try_advice();
	pipes();
	forks(0);
	forks(1);
	try_kill();
	together(atoi(argv[2]));
	put("per_cpu/cpu0/buffer_size_kb", "32");
	try_close();
	return failed != 0;
}
