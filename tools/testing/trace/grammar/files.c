// SPDX-License-Identifier: GPL-2.0
/* Operations on paths, mounts, modules, CPUs, and work that makes events occur. */
#include "grammar.h"

#define SKIPPED		(-10000)	/* there is nothing to do it with */
#define GUARDED		(-10001)	/* it would do damage that is of no interest */
#define READ_MAX	(256 << 10)	/* bytes that are read of one file */

static char io_buffer[65536 + 1];

/* The next word of a line. */
static const char *word(const char **line)
{
	static char words[8][512];
	static unsigned int next;
	char *to = words[next++ % 8];
	size_t len;

	*line += strspn(*line, " ");
	len = strcspn(*line, "\n ");
	snprintf(to, 512, "%.*s", (int)len, *line);
	*line += len;
	*line += strspn(*line, " ");
	return to;
}

static long number(const char **line)
{
	return strtol(word(line), NULL, 0);
}

static long result(long ret)
{
	return ret < 0 ? -errno : ret;
}

/* Files whose numbers decide how much memory is used, and the largest number allowed. */
static const struct {
	const char *end;
	unsigned long long max;
} guards[] = {
	{ "buffer_size_kb", 1024 },
	{ "buffer_subbuf_size_kb", 64 },
	{ "saved_cmdlines_size", 8192 },
	{ "trigger", 1 << 16 },
};

static bool guard_numbers(const struct text *data, unsigned long long max)
{
	const char *s = data->s, *end = s + data->len;

	for (; s < end; s++) {
		if (isdigit((unsigned char)*s)) {
			if (strtoull(s, (char **)&s, 0) > max)
				return true;
			s--;
		}
	}
	return false;
}

/*
 * A kprobe inside a function is a breakpoint, of which QEMU with a thread for each CPU may
 * execute a stale translation. So the place of a kprobe has to be a symbol without offset.
 */
static bool guard_kprobe(const struct text *data)
{
	size_t i;

	for (i = 1; i + 1 < data->len; i++) {
		if (data->s[i] == '+' && isdigit((unsigned char)data->s[i + 1]) &&
		    (mutate_is_word(data->s[i - 1]) || data->s[i - 1] == '.') &&
		    data->s[i + 1] != '0')
			return true;
	}
	return memmem(data->s, data->len, " 0x", 3);
}

static bool guarded(const char *path, const struct text *data)
{
	const char *name = strrchr(path, '/');
	const char *size;
	size_t i;

	name = name ? name + 1 : path;
	if (!strcmp(name, "kprobe_events") || !strcmp(name, "dynamic_events"))
		return guard_kprobe(data) || guard_uprobe(data);
	if (!strcmp(name, "uprobe_events"))
		return guard_uprobe(data);
	for (i = 0; i < sizeof(guards) / sizeof(*guards); i++) {
		if (strcmp(name, guards[i].end))
			continue;
		if (strcmp(name, "trigger"))
			return guard_numbers(data, guards[i].max);
		size = memmem(data->s, data->len, "size=", 5);
		return size && strtoull(size + 5, NULL, 0) > guards[i].max;
	}
	return false;
}

/* The data at @line, repeated up to the length that may follow it. */
static bool read_data(const char **line, struct text *data, const char **bytes, size_t *len)
{
	static char *repeated;
	size_t i, want;

	if (!text_unquote(data, line))
		return false;
	want = number(line);
	*bytes = data->s;
	*len = data->len;
	if (want <= data->len || want > sizeof(io_buffer) || !data->len)
		return true;
	if (!repeated)
		repeated = allocate(sizeof(io_buffer));
	for (i = 0; i < want; i++)
		repeated[i] = data->s[i % data->len];
	*bytes = repeated;
	*len = want;
	return true;
}

static const char *trigger_list;	/* names of trigger files are appended to this file */

/*
 * Note a trigger file that is opened for writing. Who removes all triggers after a run has to
 * read these few files then, not those of all events.
 */
static void note_trigger(const char *path)
{
	const char *name = strrchr(path, '/');
	int fd;

	if (!trigger_list || !name || strcmp(name, "/trigger"))
		return;
	fd = open(trigger_list, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	dprintf(fd, "%s\n", path);
	close(fd);
}

static long run_write(const char *line)
{
	const char *path = word(&line), *mode = word(&line), *bytes;
	static struct text data;
	size_t len;
	long ret;
	int fd;

	if (!read_data(&line, &data, &bytes, &len))
		return SKIPPED;
	if (guarded(path, &data))
		return GUARDED;
	fd = open(path, O_WRONLY | (*mode == 't' ? O_TRUNC : *mode == 'a' ? O_APPEND : 0) |
		  O_NONBLOCK);
	if (fd < 0)
		return -errno;
	note_trigger(path);
	ret = result(write(fd, bytes, len));
	close(fd);
	return ret;
}

static long run_cat(const char *line)
{
	const char *path = word(&line);
	long total = 0, got = 0;
	int fd = open(path, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return -errno;
	while (total < READ_MAX) {
		got = result(read(fd, io_buffer, 1 + random() % 65536));
		if (got <= 0)
			break;
		total += got;
	}
	close(fd);
	return total || got == -EAGAIN ? total : got;
}

static long run_ls(const char *line)
{
	const char *path = word(&line);
	DIR *dir = opendir(*path ? path : ".");
	struct dirent *entry;
	struct stat st;
	long count = 0;

	if (!dir)
		return -errno;
	while ((entry = readdir(dir)) && count++ < 3000)
		fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW);
	closedir(dir);
	return count;
}

static long run_mkdir(const char *line)
{
	return result(mkdir(word(&line), 0755));
}

static long run_rmdir(const char *line)
{
	return result(rmdir(word(&line)));
}

static long run_unlink(const char *line)
{
	return result(unlink(word(&line)));
}

static long run_rename(const char *line)
{
	const char *from = word(&line), *to = word(&line);

	return result(rename(from, to));
}

static long run_chmod(const char *line)
{
	const char *path = word(&line), *mode = word(&line);

	return result(chmod(path, strtoul(mode, NULL, 8)));
}

static long run_chown(const char *line)
{
	const char *path = word(&line);
	long uid = number(&line), gid = number(&line);

	return result(lchown(path, uid, gid));
}

static long run_stat(const char *line)
{
	const char *path = word(&line);
	struct stat st;

	return result(stat(path, &st));
}

static long run_truncate(const char *line)
{
	const char *path = word(&line);

	return result(truncate(path, number(&line)));
}

static long run_remount(const char *line)
{
	return result(mount("tracing", ".", "tracefs", MS_REMOUNT, word(&line)));
}

/* The same file system a second time, for each process at a place of its own. */
static long run_mount(const char *line)
{
	char place[64];
	DIR *dir;

	snprintf(place, sizeof(place), "/tmp/mount-%d", getpid());
	mkdir(place, 0755);
	if (mount("tracing", place, "tracefs", 0, word(&line)))
		return -errno;
	dir = opendir(place);
	umount2(place, MNT_DETACH);
	if (dir) {
		while (readdir(dir))
			;
		closedir(dir);
	}
	return 0;
}

/* Run a program without its output. */
static long run_program(const char *path, const char *option, const char *argument)
{
	int status = 0, i;
	pid_t pid = vfork();

	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		for (i = 0; i < 3; i++)
			dup2(null, i);
		execlp(path, path, option, argument, NULL);
		_exit(127);
	}
	if (pid < 0)
		return -errno;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status ? -EINVAL : 0;
}

static long run_insmod(const char *line)
{
	return run_program("modprobe", "-q", word(&line));
}

static long run_rmmod(const char *line)
{
	return result(syscall(SYS_delete_module, word(&line), O_NONBLOCK));
}

static long run_cpu(const char *line)
{
	int fd = open("/sys/devices/system/cpu/cpu1/online", O_WRONLY);
	const char *state = word(&line);
	long ret;

	if (fd < 0)
		return SKIPPED;
	ret = result(write(fd, state, 1));
	close(fd);
	return ret;
}

static long run_affinity(const char *line)
{
	unsigned long mask = number(&line);

	return result(syscall(SYS_sched_setaffinity, 0, sizeof(mask), &mask));
}

static long run_sleep(const char *line)
{
	usleep(number(&line) * 1000);
	return 0;
}

static void *work_thread(void *unused)
{
	(void)unused;
	sched_yield();
	return NULL;
}

/* One round of work of some kind. */
static void work_once(const char *kind)
{
	char *pages;
	int ends[2], fd;
	pthread_t thread;
	pid_t pid;

	if (!strcmp(kind, "files")) {
		fd = open("/dev/null", O_RDWR);
		if (read(fd, io_buffer, 10) || write(fd, io_buffer, 10) < 0 || close(fd))
			return;
	} else if (!strcmp(kind, "forks")) {
		pid = fork();
		if (!pid)
			_exit(0);
		while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	} else if (!strcmp(kind, "threads")) {
		if (!pthread_create(&thread, NULL, work_thread, NULL))
			pthread_join(thread, NULL);
	} else if (!strcmp(kind, "pipes")) {
		if (pipe(ends))
			return;
		if (write(ends[1], io_buffer, 100) == 100)
			(void)!read(ends[0], io_buffer, 100);
		close(ends[0]);
		close(ends[1]);
	} else if (!strcmp(kind, "memory")) {
		pages = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			     -1, 0);
		if (pages != MAP_FAILED) {
			memset(pages, 1, 65536);
			munmap(pages, 65536);
		}
	} else if (!strcmp(kind, "markers")) {
		fd = open("/proc/marker-example", O_RDONLY);
		if (fd >= 0)
			close(fd);
	} else if (!strcmp(kind, "uprobes")) {
		uprobes_call();
	} else if (!strcmp(kind, "exec")) {
		run_program("true", NULL, NULL);
	} else {
		usleep(50);
	}
}

static long run_work(const char *line)
{
	const char *kind = word(&line);
	long times = number(&line);

	while (times-- > 0)
		work_once(kind);
	return 0;
}
