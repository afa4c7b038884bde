// SPDX-License-Identifier: GPL-2.0
/*
 * The kinds of operations. Each has a part that prepares it, in which nothing fails, the
 * operation itself, and a part that cleans up. The operation returns its result or the
 * negated errno; it uses no memory that is not locked.
 */

struct outcome {
	long result;
	long left;		/* what inject_disarm() returned */
	__u64 sum;		/* of the data that was read */
	int unprepared;		/* the operation could not be prepared and was not run */
};

struct op {
	const char *kind;
	int (*prepare)(const struct row *row);
	long (*run)(const struct row *row, struct outcome *out);
	void (*finish)(const struct row *row);
};

static int op_fd = -1, op_pipe[2];
static char op_data[1 << 16];
static int op_size;
static struct perf_event_attr op_attr;

static long op_result(long ret)
{
	return ret < 0 ? -errno : ret;
}

static void op_close(const struct row *row)
{
	(void)row;
	if (op_fd >= 0)
		close(op_fd);
	op_fd = -1;
}

static int op_prepare_read(const struct row *row)
{
	op_fd = open(row->file, O_RDONLY | O_NONBLOCK);
	return op_fd;
}

static int op_prepare_write(const struct row *row)
{
	op_fd = open(row->file, O_WRONLY | O_NONBLOCK | O_APPEND);
	return op_fd;
}

static long op_open(const struct row *row, struct outcome *out)
{
	int flags = row->text[0] == 'r' ? O_RDONLY :
		    row->text[0] == 't' ? O_WRONLY | O_TRUNC :
		    row->text[0] == 'b' ? O_RDWR : O_WRONLY | O_APPEND;

	(void)out;
	op_fd = open(row->file, flags | O_NONBLOCK);
	if (op_fd < 0)
		return -errno;
	close(op_fd);
	op_fd = -1;
	return 0;
}

#define OP_READ_SIZE	16384
#define OP_READ_LIMIT	262144

/*
 * Read the file up to OP_READ_LIMIT bytes: exactly as many after a short read as without
 * one, which a copy that fails causes.
 */
static long op_read(const struct row *row, struct outcome *out)
{
	long total = 0, got;
	int i;

	(void)row;
	while (total < OP_READ_LIMIT) {
		long left = OP_READ_LIMIT - total;

		got = read(op_fd, op_data, left < OP_READ_SIZE ? left : OP_READ_SIZE);
		if (got < 0)
			return total && errno == EAGAIN ? total : -errno;
		if (!got)
			break;
		for (i = 0; i < got; i++)
			out->sum = (out->sum ^ (__u8)op_data[i]) * 0x100000001b3ull;
		total += got;
	}
	return total;
}

/* Write the text with a line feed, and close the file: some take effect only then. */
static long op_write(const struct row *row, struct outcome *out)
{
	long ret;

	(void)row;
	(void)out;
	ret = op_result(write(op_fd, op_data, op_size));
	if (close(op_fd) && ret >= 0)
		ret = -errno;
	op_fd = -1;
	return ret;
}

/* In a text, \n separates lines that are one write. */
static int op_prepare_text(const struct row *row)
{
	const char *from = row->text ?: "";

	for (op_size = 0; *from; from++) {
		if (from[0] == '\\' && from[1] == 'n') {
			op_data[op_size++] = '\n';
			from++;
		} else {
			op_data[op_size++] = *from;
		}
	}
	op_data[op_size++] = '\n';
	return op_prepare_write(row);
}

/* A record of trace_marker_raw: an id and data. */
static int op_prepare_raw(const struct row *row)
{
	op_size = 4 + atoi(row->text);
	memset(op_data, 'x', op_size);
	return op_prepare_write(row);
}

/* Write the other one of 0 and 1. */
static int op_prepare_toggle(const struct row *row)
{
	int value = command_opposite(row->file);

	if (value < 0)
		return -1;
	op_data[0] = value;
	op_data[1] = '\n';
	op_size = 2;
	return op_prepare_write(row);
}

static int op_prepare_close(const struct row *row)
{
	return op_prepare_write(row);
}

static long op_run_close(const struct row *row, struct outcome *out)
{
	int fd = op_fd;

	(void)row;
	(void)out;
	op_fd = -1;
	return op_result(close(fd));
}

static long op_poll(const struct row *row, struct outcome *out)
{
	struct pollfd pollfd = { .fd = op_fd, .events = POLLIN | POLLPRI };

	(void)row;
	(void)out;
	return op_result(poll(&pollfd, 1, 0));
}

static int op_prepare_splice(const struct row *row)
{
	if (pipe2(op_pipe, O_NONBLOCK))
		return -1;
	return op_prepare_read(row);
}

static long op_splice(const struct row *row, struct outcome *out)
{
	(void)row;
	(void)out;
	return op_result(splice(op_fd, NULL, op_pipe[1], NULL, 65536, SPLICE_F_NONBLOCK));
}

static void op_finish_splice(const struct row *row)
{
	close(op_pipe[0]);
	close(op_pipe[1]);
	op_close(row);
}

/* Map the header page and the sub-buffers, and get a page to read. */
static long op_mmap(const struct row *row, struct outcome *out)
{
	volatile char *map;
	long ret = 0;

	(void)row;
	(void)out;
	map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, op_fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	if (ioctl(op_fd, _IO('R', 0x20)))
		ret = -errno;
	munmap((void *)map, 4096);
	return ret;
}

static long op_list(const struct row *row, struct outcome *out)
{
	long got, total = 0;
	int fd = open(row->file, O_RDONLY | O_DIRECTORY);

	(void)out;
	if (fd < 0)
		return -errno;
	while ((got = syscall(SYS_getdents64, fd, op_data, sizeof(op_data))) > 0)
		total += got;
	if (got < 0)
		total = -errno;
	close(fd);
	return total;
}

static long op_mkdir(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(mkdir(row->file, 0755));
}

static long op_rmdir(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(rmdir(row->file));
}

static long op_chmod(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(chmod(row->file, strtol(row->text, NULL, 8)));
}

static long op_chown(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(chown(row->file, -1, atoi(row->text)));
}

static long op_mount(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(mount("none", row->file, "tracefs", 0, row->text));
}

static long op_remount(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(mount("none", row->file, "tracefs", MS_REMOUNT, row->text));
}

static int op_prepare_module(const struct row *row)
{
	op_fd = command_module_open(row->file);
	return op_fd;
}

static long op_load(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(syscall(SYS_finit_module, op_fd, row->text ?: "", 0));
}

static long op_unload(const struct row *row, struct outcome *out)
{
	(void)out;
	return op_result(syscall(SYS_delete_module, row->file, O_NONBLOCK));
}

/*
 * Event SYSTEM/EVENT, "kprobe FUNCTION", "kretprobe FUNCTION", "uprobe PATH:OFFSET" or
 * "uretprobe PATH:OFFSET"; the text is a filter.
 */
static int op_prepare_perf(const struct row *row)
{
	const char *at = row->file + strcspn(row->file, " ");
	static char name[128];
	char path[256];

	memset(&op_attr, 0, sizeof(op_attr));
	op_attr.size = sizeof(op_attr);
	op_attr.sample_period = 1;
	op_attr.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TIME;
	op_attr.disabled = 1;
	if (!*at) {
		snprintf(path, sizeof(path), "events/%s/id", row->file);
		op_attr.type = PERF_TYPE_TRACEPOINT;
		op_attr.config = number_in(path);
		return op_attr.config == (__u64)-1 ? -1 : 0;
	}
	snprintf(name, sizeof(name), "%s", at + 1);
	op_attr.config1 = (uintptr_t)name;
	op_attr.config = !strncmp(row->file + 1, "ret", 3);
	if (row->file[0] == 'k') {
		op_attr.type = number_in("/sys/bus/event_source/devices/kprobe/type");
		return 0;
	}
	op_attr.type = number_in("/sys/bus/event_source/devices/uprobe/type");
	op_attr.config2 = strtoull(strchr(at, ':') + 1, NULL, 0);
	*strchr(name, ':') = '\0';
	return 0;
}

static long op_perf(const struct row *row, struct outcome *out)
{
	long ret = 0;
	int fd;

	(void)out;
	fd = syscall(SYS_perf_event_open, &op_attr, -1, 0, -1, 0);
	if (fd < 0)
		return -errno;
	if (row->text && row->text[0] && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, row->text))
		ret = -errno;
	if (!ret && ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		ret = -errno;
	close(fd);
	return ret;
}

static const struct op ops[] = {
	{ "open", NULL, op_open, NULL },
	{ "read", op_prepare_read, op_read, op_close },
	{ "write", op_prepare_text, op_write, op_close },
	{ "toggle", op_prepare_toggle, op_write, op_close },
	{ "raw", op_prepare_raw, op_write, op_close },
	{ "close", op_prepare_close, op_run_close, op_close },
	{ "poll", op_prepare_read, op_poll, op_close },
	{ "splice", op_prepare_splice, op_splice, op_finish_splice },
	{ "mmap", op_prepare_read, op_mmap, op_close },
	{ "list", NULL, op_list, NULL },
	{ "mkdir", NULL, op_mkdir, NULL },
	{ "rmdir", NULL, op_rmdir, NULL },
	{ "chmod", NULL, op_chmod, NULL },
	{ "chown", NULL, op_chown, NULL },
	{ "mount", NULL, op_mount, NULL },
	{ "remount", NULL, op_remount, NULL },
	{ "load", op_prepare_module, op_load, op_close },
	{ "unload", NULL, op_unload, NULL },
	{ "perf", op_prepare_perf, op_perf, NULL },
};

static const char *op_error_name(int error)
{
	return strerrorname_np(error) ?: "?";
}

/* Whether an operation may return this error when something fails. */
static int op_error_allowed(const struct row *row, int error)
{
	return error == ENOMEM || error == EFAULT ||
	       (row->errors && strstr(row->errors, op_error_name(error)));
}

/* Whether an operation may have this result when nothing fails. */
static int op_result_allowed(const struct row *row, long result)
{
	return result >= 0 || (row->fails && strstr(row->fails, op_error_name(-result)));
}

/* Run an operation and let the failure @n happen in it. */
static void op_run(const struct row *row, long n, struct outcome *out)
{
	const struct op *op = NULL;
	size_t i;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < ARRAY_SIZE(ops); i++)
		if (!strcmp(row->kind, ops[i].kind))
			op = &ops[i];
	if (!op) {
		printf("Bail out! no such kind of operation: %s\n", row->kind);
		exit(2);
	}
	if (op->prepare && op->prepare(row) < 0) {
		/* If the row expects that the file refuses to be opened, that is the result. */
		out->result = -errno;
		out->unprepared = !op_result_allowed(row, out->result);
		out->left = n;
		return;
	}
	inject_arm(n);
	out->result = op->run(row, out);
	out->left = inject_disarm();
	if (op->finish)
		op->finish(row);
}
