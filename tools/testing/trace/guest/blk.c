// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on a block device for the tests of the tracer blk.
 *
 *	blk read|write|discard DEV SECTOR BYTES		bypassing the page cache
 *	blk flush DEV
 *	blk partition DEV NUMBER SECTOR BYTES		add a partition
 *	blk stream DEV		trace the device as blktrace(8) does, and print the stream
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/blkpg.h>
#include <linux/blktrace_api.h>
#include <linux/fs.h>

#define SECTOR		512
#define MOST		(4 << 20)
#define DEBUG_BLOCK	"/sys/kernel/debug/block/"

static char *buffer;

static void die(const char *what)
{
	printf("blk: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int must_open(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0)
		die(path);
	return fd;
}

static void transfer(const char *op, const char *dev, uint64_t sector, size_t bytes)
{
	int fd = must_open(dev, O_RDWR | O_DIRECT);
	uint64_t range[2] = { sector * SECTOR, bytes };
	ssize_t got = bytes;

	if (bytes > MOST)
		exit(2);
	if (!strcmp(op, "read"))
		got = pread(fd, buffer, bytes, range[0]);
	else if (!strcmp(op, "write"))
		got = pwrite(fd, buffer, bytes, range[0]);
	else if (ioctl(fd, BLKDISCARD, range))
		die("discard");
	if (got != (ssize_t)bytes)
		die(op);
	close(fd);
}

static void flush(const char *dev)
{
	int fd = must_open(dev, O_RDWR);

	if (fsync(fd))
		die("fsync");
	close(fd);
}

static void partition(const char *dev, int number, uint64_t sector, size_t bytes)
{
	struct blkpg_partition part = {
		.start = sector * SECTOR, .length = bytes, .pno = number,
	};
	struct blkpg_ioctl_arg arg = {
		.op = BLKPG_ADD_PARTITION, .datalen = sizeof(part), .data = &part,
	};
	int fd = must_open(dev, O_RDWR);

	if (ioctl(fd, BLKPG, &arg))
		die("partition");
	close(fd);
}

static void payload(const struct blk_io_trace *t, const char *data, unsigned int len)
{
	unsigned int kind = t->action & ~__BLK_TN_CGROUP;
	unsigned int skip = t->action & __BLK_TN_CGROUP ? sizeof(uint64_t) : 0;

	if (kind == BLK_TN_TIMESTAMP)
		printf(" a time of %u bytes", len);
	else if (kind == BLK_TN_PROCESS)
		printf(" a name of %u bytes", len);
	else if (kind == BLK_TN_MESSAGE)
		printf(" '%.*s'", (int)(len - skip), data + skip);
	else
		for (unsigned int i = skip; i < len; i++)
			printf(" %02x", (unsigned char)data[i]);
	if (skip)
		printf(" cgroup");
	putchar('\n');
}

/* The task of a record. The completion of a request may interrupt any task. */
static const char *whose(const struct blk_io_trace *t)
{
	if ((t->action & BLK_TC_ACT(BLK_TC_COMPLETE)))
		return "any";
	return t->pid == (unsigned int)getpid() ? "mine" : t->pid ? "another's" : "idle";
}

static void show(const char *text, ssize_t len)
{
	uint64_t last = 0;

	while (len >= (ssize_t)sizeof(struct blk_io_trace)) {
		struct blk_io_trace t;

		memcpy(&t, text, sizeof(t));
		if (t.magic != (BLK_IO_TRACE_MAGIC | BLK_IO_TRACE_VERSION)) {
			printf("no record: %x\n", t.magic);
			return;
		}
		text += sizeof(t);
		/* Records with names of other tasks may appear at any position: skip. */
		if (t.action != BLK_TN_PROCESS || t.pid == (unsigned int)getpid()) {
			printf("%8x sector %llu bytes %u %s cpu %u error %u%s",
			       t.action, t.sector, t.bytes, whose(&t), t.cpu,
			       t.error, t.time < last ? " backwards" : "");
			payload(&t, text, t.pdu_len);
		}
		last = t.time;
		text += t.pdu_len;
		len -= sizeof(t) + t.pdu_len;
	}
	printf("%zd bytes left\n", len);
}

static void stream(const char *dev)
{
	struct blk_user_trace_setup setup = { .buf_size = 1 << 16, .buf_nr = 4 };
	int fd = must_open(dev, O_RDONLY);
	char path[128];
	ssize_t len;
	int file;

	if (ioctl(fd, BLKTRACESETUP, &setup))
		die("setup");
	printf("setup: name %s\n", setup.name);
	if (!ioctl(fd, BLKTRACESETUP, &setup) || errno != EBUSY)
		die("a second setup");
	if (ioctl(fd, BLKTRACESTART))
		die("start");
	transfer("read", dev, 8, 4096);
	transfer("write", dev, 16, 8192);
	flush(dev);
	snprintf(path, sizeof(path), DEBUG_BLOCK "%s/msg", setup.name);
	file = must_open(path, O_WRONLY);
	if (write(file, "a message", 9) != 9)
		die(path);
	close(file);
	if (ioctl(fd, BLKTRACESTOP))
		die("stop");
	snprintf(path, sizeof(path), DEBUG_BLOCK "%s/trace0", setup.name);
	file = must_open(path, O_RDONLY);
	len = read(file, buffer, MOST);
	close(file);
	show(buffer, len);
	snprintf(path, sizeof(path), DEBUG_BLOCK "%s/dropped", setup.name);
	file = must_open(path, O_RDONLY);
	len = read(file, buffer, MOST);
	close(file);
	printf("dropped: %.*s", (int)len, buffer);
	if (ioctl(fd, BLKTRACETEARDOWN))
		die("teardown");
	if (!ioctl(fd, BLKTRACETEARDOWN) || errno != EINVAL)
		die("a second teardown");
	close(fd);
}

int main(int argc, char **argv)
{
	const char *op = argc > 2 ? argv[1] : "";

	/* Direct I/O requires an aligned buffer. */
	buffer = aligned_alloc(4096, MOST);
	if (!buffer)
		die("memory");
	memset(buffer, 0, MOST);
	if (!strcmp(op, "flush"))
		flush(argv[2]);
	else if (!strcmp(op, "stream"))
		stream(argv[2]);
	else if (!strcmp(op, "partition") && argc == 6)
		partition(argv[2], atoi(argv[3]), atoll(argv[4]), atol(argv[5]));
	else if (argc == 5)
		transfer(op, argv[2], atoll(argv[3]), atol(argv[4]));
	else
		return 2;
	return 0;
}
