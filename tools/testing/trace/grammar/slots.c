// SPDX-License-Identifier: GPL-2.0
/* Operations on files that a process keeps open, and on their mappings. */
#include "grammar.h"

#define TRACE_IOCTL_GET_READER	_IO('R', 0x20)

static int slots[SLOTS];
static char *slot_paths[SLOTS];

static struct {
	char *start;
	size_t len;
} maps[MAPS];

static sigjmp_buf fault;

static void slots_init(void)
{
	int i;

	for (i = 0; i < SLOTS; i++)
		slots[i] = -1;
}

static int slot_number(const char **line)
{
	return (unsigned long)number(line) % SLOTS;
}

static void slot_put(int slot, int fd)
{
	if (slots[slot] >= 0)
		close(slots[slot]);
	slots[slot] = fd;
}

static long run_open(const char *line)
{
	int slot = slot_number(&line), how = 0, fd;
	const char *path = word(&line), *flags = word(&line);

	how |= strchr(flags, 'w') ? (strchr(flags, 'r') ? O_RDWR : O_WRONLY) : O_RDONLY;
	how |= strchr(flags, 'n') ? O_NONBLOCK : 0;
	how |= strchr(flags, 't') ? O_TRUNC : 0;
	how |= strchr(flags, 'a') ? O_APPEND : 0;
	fd = open(path, how | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (how & (O_WRONLY | O_RDWR))
		note_trigger(path);
	slot_put(slot, fd);
	free(slot_paths[slot]);
	slot_paths[slot] = strdup(path);
	return 0;
}

static long run_close(const char *line)
{
	int slot = slot_number(&line);

	if (slots[slot] < 0)
		return SKIPPED;
	slot_put(slot, -1);
	return 0;
}

static long run_dup(const char *line)
{
	int from = slot_number(&line), to = slot_number(&line);

	if (slots[from] < 0 || from == to)
		return SKIPPED;
	slot_put(to, dup(slots[from]));
	free(slot_paths[to]);
	slot_paths[to] = slot_paths[from] ? strdup(slot_paths[from]) : NULL;
	return result(slots[to]);
}

static long slot_read(int fd, const char *line)
{
	size_t len = (unsigned long)number(&line) % sizeof(io_buffer);

	return result(read(fd, io_buffer, len));
}

static long slot_pread(int fd, const char *line)
{
	size_t len = (unsigned long)number(&line) % sizeof(io_buffer);

	return result(pread(fd, io_buffer, len, number(&line)));
}

static long slot_readv(int fd, const char *line)
{
	size_t len = (unsigned long)number(&line) % 20000;
	struct iovec parts[3] = {
		{ io_buffer, 1 }, { io_buffer + 1, len }, { io_buffer + 30000, 30000 },
	};

	return result(readv(fd, parts, 3));
}

static long slot_write(int fd, const char *line, const char *path)
{
	static struct text data;
	const char *bytes;
	size_t len;

	if (!read_data(&line, &data, &bytes, &len))
		return SKIPPED;
	if (path && guarded(path, &data))
		return GUARDED;
	return result(write(fd, bytes, len));
}

static long slot_lseek(int fd, const char *line)
{
	long offset = number(&line);

	return result(lseek(fd, offset, number(&line)));
}

static long slot_poll(int fd, const char *line)
{
	struct pollfd polled = { .fd = fd, .events = number(&line) };

	return result(poll(&polled, 1, number(&line)));
}

static long slot_ioctl(int fd, const char *line)
{
	unsigned long command = number(&line);

	return result(ioctl(fd, command ? command : TRACE_IOCTL_GET_READER, number(&line)));
}

/* Through a pipe, whose contents are dropped. */
static long slot_splice(int fd, const char *line)
{
	size_t len = (unsigned long)number(&line) % (1 << 20);
	unsigned int flags = number(&line);
	int ends[2];
	long ret;

	if (pipe2(ends, O_NONBLOCK))
		return -errno;
	ret = result(splice(fd, NULL, ends[1], NULL, len, flags));
	while (ret > 0 && read(ends[0], io_buffer, sizeof(io_buffer)) > 0)
		;
	close(ends[0]);
	close(ends[1]);
	return ret;
}

static long slot_sendfile(int fd, const char *line)
{
	int null = open("/dev/null", O_WRONLY);
	long ret = result(sendfile(null, fd, NULL, (unsigned long)number(&line) % 65536));

	close(null);
	return ret;
}

static long slot_fstat(int fd, const char *line)
{
	struct stat st;

	(void)line;
	return result(fstat(fd, &st));
}

static long slot_ftruncate(int fd, const char *line)
{
	return result(ftruncate(fd, number(&line)));
}

static long slot_fcntl(int fd, const char *line)
{
	return result(fcntl(fd, F_SETFL, *word(&line) == 'n' ? O_NONBLOCK : 0));
}

static long slot_mmap(int fd, const char *line)
{
	unsigned int map = (unsigned long)number(&line) % MAPS;
	size_t len = (unsigned long)number(&line) % 4096 * 4096;
	off_t offset = (unsigned long)number(&line) % 4096 * 4096;
	int prot = number(&line), flags = number(&line);
	char *start = mmap(NULL, len, prot, flags ? MAP_SHARED : MAP_PRIVATE, fd, offset);

	if (start == MAP_FAILED)
		return -errno;
	if (maps[map].start)
		munmap(maps[map].start, maps[map].len);
	maps[map].start = start;
	maps[map].len = len;
	return 0;
}

static const struct {
	const char *verb;
	long (*run)(int fd, const char *line);
} slot_operations[] = {
	{ "rd", slot_read }, { "pread", slot_pread }, { "readv", slot_readv },
	{ "lseek", slot_lseek }, { "poll", slot_poll }, { "ioctl", slot_ioctl },
	{ "splice", slot_splice }, { "sendfile", slot_sendfile }, { "fstat", slot_fstat },
	{ "ftruncate", slot_ftruncate }, { "fcntl", slot_fcntl }, { "mmap", slot_mmap },
};

/* An operation on an open file: "VERB SLOT ARGUMENTS". */
static long run_slot(const char *verb, const char *line)
{
	int slot = slot_number(&line);
	size_t i;

	if (slots[slot] < 0)
		return SKIPPED;
	if (!strcmp(verb, "wr"))
		return slot_write(slots[slot], line, slot_paths[slot]);
	for (i = 0; i < sizeof(slot_operations) / sizeof(*slot_operations); i++) {
		if (!strcmp(verb, slot_operations[i].verb))
			return slot_operations[i].run(slots[slot], line);
	}
	return -ENOENT;
}

static void map_fault(int signal)
{
	siglongjmp(fault, signal);
}

/* Read each page of a mapping; pages that are not there are faults. */
static long map_touch(int map)
{
	volatile char *at = maps[map].start;
	long sum = 0;
	size_t i;

	signal(SIGSEGV, map_fault);
	signal(SIGBUS, map_fault);
	if (sigsetjmp(fault, 1))
		return -EFAULT;
	for (i = 0; i < maps[map].len; i += 4096)
		sum += at[i];
	return sum & 0xff;
}

static long run_map(const char *verb, const char *line)
{
	unsigned int map = (unsigned long)number(&line) % MAPS;
	unsigned long arg = number(&line);
	char *start;
	long ret;

	if (!maps[map].start)
		return SKIPPED;
	if (!strcmp(verb, "touch"))
		return map_touch(map);
	if (!strcmp(verb, "mprotect"))
		return result(mprotect(maps[map].start, maps[map].len, arg & 7));
	if (!strcmp(verb, "madvise"))
		return result(madvise(maps[map].start, maps[map].len, arg % 24));
	if (!strcmp(verb, "mremap")) {
		size_t len = (1 + arg % 64) * 4096;

		start = mremap(maps[map].start, maps[map].len, len, MREMAP_MAYMOVE);
		if (start == MAP_FAILED)
			return -errno;
		maps[map].start = start;
		maps[map].len = len;
		return 0;
	}
	/* A part at the beginning, or everything. */
	if (arg && arg * 4096 < maps[map].len) {
		ret = result(munmap(maps[map].start, arg * 4096));
		maps[map].start += arg * 4096;
		maps[map].len -= arg * 4096;
		return ret;
	}
	ret = result(munmap(maps[map].start, maps[map].len));
	maps[map].start = NULL;
	return ret;
}

/* A child reads all open files and mappings, while this process goes on or waits. */
static long run_fork(const char *line)
{
	unsigned int wait = number(&line);
	pid_t pid = fork();
	int i;

	if (pid < 0)
		return -errno;
	if (!pid) {
		alarm(1);
		for (i = 0; i < MAPS; i++) {
			if (maps[i].start)
				map_touch(i);
		}
		for (i = 0; i < SLOTS; i++) {
			if (slots[i] >= 0 && !fcntl(slots[i], F_SETFL, O_NONBLOCK))
				(void)!read(slots[i], io_buffer, 4096);
		}
		_exit(0);
	}
	if (wait && waitpid(pid, NULL, 0) < 0)
		return -errno;
	return 0;
}
