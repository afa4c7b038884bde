// SPDX-License-Identifier: GPL-2.0
/*
 * User events for user-events.sh: registrations and writes, good and bad ones, and what they
 * return. Prints text that is the same on each kernel.
 *
 *	user_events definitions		definitions: errno, how they are shown, their format
 *	user_events parse		long definitions, and commands of dynamic_events
 *	user_events write		payloads: errno, and the lines of the records
 *	user_events abi			arguments of the ioctls
 *	user_events life		events that are deleted, enabled, inherited
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
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

#include <linux/perf_event.h>
#include <linux/user_events.h>

#define __packed	__attribute__((packed))
#define TRACING		"/sys/kernel/tracing/"
#define EVENTS		TRACING "events/user_events/"
#define MULTI		TRACING "events/user_events_multi/"

static int data_open(void)
{
	int fd = open(TRACING "user_events_data", O_RDWR);

	if (fd < 0) {
		perror("user_events_data");
		exit(1);
	}
	return fd;
}

/* The name of the errno of @ret; 0 for success. */
static const char *outcome(long ret)
{
	return ret < 0 ? strerrorname_np(errno) : "ok";
}

/* Register @text with @flags and a bit. Return: as ioctl(); the index in @index. */
static int reg(int fd, const char *text, void *addr, int size, int bit, int flags, int *index)
{
	struct user_reg r = {
		.size = sizeof(r), .enable_bit = bit, .enable_size = size, .flags = flags,
		.enable_addr = (uintptr_t)addr, .name_args = (uintptr_t)text,
	};
	int ret = ioctl(fd, DIAG_IOCSREG, &r);

	if (index)
		*index = ret ? -1 : (int)r.write_index;
	return ret;
}

static int unreg(int fd, void *addr, int bit)
{
	struct user_unreg u = {
		.size = sizeof(u), .disable_bit = bit, .disable_addr = (uintptr_t)addr,
	};

	return ioctl(fd, DIAG_IOCSUNREG, &u);
}

static int del(const char *name)
{
	int fd = data_open(), ret = ioctl(fd, DIAG_IOCSDEL, name), error = errno;

	close(fd);
	errno = error;
	return ret;
}

/* Write @text to @file with @flags. */
static int put(const char *file, const char *text, int flags)
{
	int fd = open(file, O_WRONLY | flags), ret, error;

	if (fd < 0)
		return fd;
	ret = write(fd, text, strlen(text));
	error = errno;
	close(fd);
	errno = error;
	return ret;
}

/* Delete what is in brackets: the stock kernel shows parts of other memory there. */
static void empty_brackets(char *line)
{
	char *open, *close = line;

	while ((open = strchr(close, '[')) && (close = strchr(open, ']'))) {
		memmove(open + 1, close, strlen(close) + 1);
		close = open + 1;
	}
}

/*
 * Print a file without the lines that begin with @drop, without the sizes of arrays in
 * fields, and with the type of the event as N.
 */
static void show(const char *file, const char *drop)
{
	char line[4096];
	FILE *f = fopen(file, "r");

	if (!f) {
		printf("    %s: %s\n", strrchr(file, '/') + 1, strerrorname_np(errno));
		return;
	}
	while (fgets(line, sizeof(line), f)) {
		if (drop && !strncmp(line, drop, strlen(drop)))
			continue;
		if (!strncmp(line, "ID: ", 4))
			memcpy(line, "ID: N\n", sizeof("ID: N\n"));
		if (!strncmp(line, "\tfield:", 7))
			empty_brackets(line);
		printf("    %s", line);
	}
	fclose(f);
}

/* Print the records: what follows the timestamp. */
static void show_trace(void)
{
	char line[8192], *text;
	FILE *f = fopen(TRACING "trace", "r");

	while (f && fgets(line, sizeof(line), f)) {
		if (*line == '#')
			continue;
		text = strstr(line, ": ");
		printf("    %s", text ? text + 2 : line);
	}
	if (f)
		fclose(f);
	close(open(TRACING "trace", O_WRONLY | O_TRUNC));
}

/* Wait until the event file is gone. */
static bool gone(const char *path)
{
	struct stat st;
	int i;

	for (i = 0; i < 3000; i++) {
		if (stat(path, &st) && errno == ENOENT)
			return true;
		usleep(1000);
	}
	return false;
}

#include "user_events/definitions.c"

/* Records */

static int event_fd, event_index;
static uint64_t event_bits;

static void begin(const char *text)
{
	event_fd = data_open();
	printf("@@ %s: ", text);
	printf("%s\n", outcome(reg(event_fd, text, &event_bits, 8, 63, 0, &event_index)));
	put(EVENTS "ev/enable", "1", 0);
	printf("  bits %llx\n", (unsigned long long)event_bits);
}

static void end(void)
{
	show_trace();
	put(EVENTS "ev/enable", "0", 0);
	printf("  bits %llx\n", (unsigned long long)event_bits);
	unreg(event_fd, &event_bits, 63);
	close(event_fd);
	if (!gone(EVENTS))
		printf("not deleted\n");
}

/* Write @len bytes of payload as one buffer and as vectors. */
static void event_write(const void *payload, size_t len)
{
	char *buf = malloc(len + 4);
	struct iovec io[3] = {
		{ &event_index, 4 },
		{ (void *)payload, len / 2 },
		{ (void *)payload + len / 2, len - len / 2 },
	};
	long ret;

	memcpy(buf, &event_index, 4);
	memcpy(buf + 4, payload, len);
	ret = write(event_fd, buf, len + 4);
	printf("  %zu bytes: %s %ld", len, outcome(ret), ret);
	ret = writev(event_fd, io, 3);
	printf(", %s %ld\n", outcome(ret), ret);
	free(buf);
}

static void locations(const char *type)
{
	/* Size and offset of the location, and the contents. */
	static const struct { int size, offset; const char *text; int len; } t[] = {
		{ 5, 0, "Test", 5 }, { 4, 0, "Test", 5 }, { 5, 1, "Test", 5 }, { 4, 1, "Test", 5 },
		{ 0, 0, "Test", 5 }, { 0, 5, "Test", 5 }, { 0, 6, "Test", 5 }, { 0, 0, "", 0 },
		{ 1, 0, "", 1 }, { 1, 0, "x", 1 }, { 5, 0, "TestT", 5 }, { 6, 0, "Test", 5 },
		{ 5, 1024, "Test", 5 }, { 1024, 0, "Test", 5 }, { 65535, 0, "Test", 5 },
		{ 5, 65535, "Test", 5 }, { 5, 65531, "Test", 5 }, { 4, 0, "a\0b", 4 },
	};
	int rel = strncmp(type, "ev __rel_loc", 12) == 0 ? 0 : 12;
	char buf[64];
	size_t i;

	begin(type);
	for (i = 0; i < sizeof(t) / sizeof(*t); i++) {
		uint32_t loc = DYN_LOC((t[i].offset + rel) & 0xffff, t[i].size);

		memcpy(buf, &loc, 4);
		memcpy(buf + 4, t[i].text, t[i].len);
		printf("  size %d offset %d of %d\n", t[i].size, t[i].offset, t[i].len);
		event_write(buf, 4 + t[i].len);
		show_trace();
	}
	if (rel) {
		/* A location in the common fields, and in itself. */
		static const int at[] = { 0, 4, 7, 8, 10 };

		for (i = 0; i < 5; i++) {
			uint32_t loc = DYN_LOC(at[i], 1);

			memcpy(buf, &loc, 4);
			buf[4] = 0;
			printf("  absolute %d\n", at[i]);
			event_write(buf, 5);
			close(open(TRACING "trace", O_WRONLY | O_TRUNC));
		}
	}
	end();
}

static void write_test(void)
{
	static const int lengths[] = {
		0, 1, 3, 4, 5, 8, 100, 1000, 1023, 1024, 1025, 3900, 4000, 4050, 4060, 4064, 4068,
		4072, 4076, 4080, 4084, 4088, 4092, 4096, 4100, 5000, 8000, 8180, 8192, 10000,
		65000, 65536, 70000, 200000,
	};
	char *big = calloc(1, 200000);
	uint32_t v[4] = { 0xc0ffee01, 2, 0xffffffff, 0x41424344 };
	int i, index;
	void *anon;

	begin("ev");
	event_write(v, 0);
	event_write(v, 4);
	end();

	begin("ev u32 a; u32 b");
	for (i = 0; i <= 16; i++)
		event_write(v, i);
	index = event_index;
	for (event_index = -3; event_index < 4; event_index++) {
		printf("  index %d\n", event_index);
		event_write(v, 8);
	}
	event_index = 0x7fffffff;
	event_write(v, 8);
	event_index = index;
	printf("  short: %s", outcome(write(event_fd, v, 3)));
	printf(" %s", outcome(write(event_fd, v, 0)));
	printf(" %s\n", outcome(syscall(SYS_write, event_fd, 16, 12)));
	put(TRACING "tracing_on", "0", 0);
	event_write(v, 8);
	put(TRACING "tracing_on", "1", 0);
	put(EVENTS "ev/enable", "0", 0);
	event_write(v, 4);
	event_write(v, 8);
	put(EVENTS "ev/enable", "1", 0);
	end();

	begin("ev u8 a;s8 b;u16 c;s16 d;s32 e;u64 f;s64 g;char h;unsigned char i");
	memset(big, 0x81, 64);
	big[0] = 'x';
	event_write(big, 64);
	end();
	begin("ev char[4] a;unsigned char[4] b;struct x c 6;struct x d 8;struct x e 4;u8 f");
	event_write("abcdefgh12345\006abcdefghABCDx", 27);
	event_write("ab\0defgh12345\006abcdefghABCDxyz", 29);
	end();
	begin("ev u32[2] a;u8[2] b;int[1] c;short[1] d");
	event_write("abcdefgh12345\006abcdefghABCDx", 27);
	end();
	locations("ev __rel_loc char[] data");
	locations("ev __data_loc char[] data");
	locations("ev __rel_loc unsigned char[] data");
	locations("ev __rel_loc u8[] data");
	locations("ev __rel_loc unknown data");

	memset(big, 0, 200000);
	begin("ev u32 a");
	for (i = 0; i < (int)(sizeof(lengths) / sizeof(*lengths)); i++)
		event_write(big, lengths[i]);
	end();

	begin("ev u64 anon");
	anon = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct iovec io[3] = { { &event_index, 4 }, { anon, 8 } };

	printf("  never touched: %s\n", outcome(writev(event_fd, io, 2)));
	madvise(anon, 8192, MADV_DONTNEED);
	printf("  dropped: %s\n", outcome(writev(event_fd, io, 2)));
	munmap(anon + 4096, 4096);
	io[1].iov_base = anon + 4090;
	printf("  half mapped: %s\n", outcome(writev(event_fd, io, 2)));
	munmap(anon, 4096);
	printf("  unmapped: %s\n", outcome(writev(event_fd, io, 2)));
	end();

	begin("ev u32 a; __rel_loc char[] s");
	printf("  filter: %s\n", outcome(put(EVENTS "ev/filter", "a == 7", 0)));
	memcpy(big, "\007\0\0\0\0\0\005\0seven", 13);
	event_write(big, 13);
	big[0] = 8;
	event_write(big, 13);
	big[8 + 4] = 0;
	event_write(big, 13);
	big[0] = 7;
	event_write(big, 13);
	printf("  filter: %s\n", outcome(put(EVENTS "ev/filter", "s == \"seve\"", 0)));
	event_write(big, 13);
	printf("  filter: %s\n", outcome(put(EVENTS "ev/filter", "s ~ \"x*\"", 0)));
	event_write(big, 13);
	put(EVENTS "ev/filter", "0", 0);
	printf("  trigger: %s\n", outcome(put(EVENTS "ev/trigger", "hist:keys=a", 0)));
	event_write(big, 13);
	put(EVENTS "ev/enable", "0", 0);
	printf("  bits %llx\n", (unsigned long long)event_bits);
	event_write(big, 13);
	show(EVENTS "ev/hist", NULL);
	put(EVENTS "ev/trigger", "!hist:keys=a", 0);
	printf("  bits %llx\n", (unsigned long long)event_bits);
	printf("  trigger: %s\n", outcome(put(EVENTS "ev/trigger", "traceoff if a == 7", 0)));
	printf("  bits %llx\n", (unsigned long long)event_bits);
	event_write(big, 13);
	show(TRACING "tracing_on", NULL);
	put(EVENTS "ev/trigger", "!traceoff if a == 7", 0);
	put(TRACING "tracing_on", "1", 0);
	mkdir(TRACING "instances/i", 0755);
	put(TRACING "instances/i/events/user_events/ev/enable", "1", 0);
	printf("  bits %llx\n", (unsigned long long)event_bits);
	event_write(big, 13);
	put(TRACING "instances/i/events/user_events/ev/enable", "0", 0);
	rmdir(TRACING "instances/i");
	end();
}

/* The ioctls */

static void print_reg(const char *what, int ret, int index)
{
	printf("%s: %s", what, outcome(ret));
	printf(" index %d\n", index);
}

static void sizes(int fd, void *addr)
{
	struct __packed { struct user_reg r; char more[64]; } big = {};
	struct __packed { struct user_unreg r; char more[64]; } ubig = {};
	unsigned int size;
	char what[64];

	big.r.enable_size = 4;
	big.r.enable_addr = (uintptr_t)addr;
	big.r.name_args = (uintptr_t)"ev";
	for (size = 0; size < sizeof(big); size++) {
		big.r.size = size;
		big.r.enable_bit = size & 31;
		big.r.write_index = 77;
		sprintf(what, "reg size %u", size);
		print_reg(what, ioctl(fd, DIAG_IOCSREG, &big), big.r.write_index);
	}
	big.r.size = sizeof(big);
	big.more[3] = 1;
	print_reg("reg extended", ioctl(fd, DIAG_IOCSREG, &big), big.r.write_index);
	big.r.size = 4096;
	print_reg("reg size 4096", ioctl(fd, DIAG_IOCSREG, &big), big.r.write_index);
	big.r.size = 5000;
	print_reg("reg size 5000", ioctl(fd, DIAG_IOCSREG, &big), big.r.write_index);
	for (size = 0; size < sizeof(ubig); size++) {
		ubig.r.size = size;
		ubig.r.disable_bit = size & 31;
		ubig.r.disable_addr = (uintptr_t)addr;
		printf("unreg size %u: %s\n", size, outcome(ioctl(fd, DIAG_IOCSUNREG, &ubig)));
	}
	ubig.r.size = sizeof(ubig.r);
	ubig.r.__reserved = 1;
	printf("unreg reserved: %s\n", outcome(ioctl(fd, DIAG_IOCSUNREG, &ubig)));
	ubig.r.__reserved = 0;
	ubig.r.__reserved2 = 1;
	printf("unreg reserved2: %s\n", outcome(ioctl(fd, DIAG_IOCSUNREG, &ubig)));
}

static void abi(void)
{
	static uint64_t bits[4];
	char what[64];
	int fd = data_open(), fd2 = data_open(), i, index;
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *once = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *ro = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static const int enable_sizes[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 128, 255 };
	static const int bit[] = { 0, 1, 31, 32, 33, 63, 64, 65, 128, 255 };
	unsigned int s, b;
	struct stat st;

	printf("@@ files\n");
	stat(TRACING "user_events_data", &st);
	printf("data %o\n", st.st_mode);
	stat(TRACING "user_events_status", &st);
	printf("status %o\n", st.st_mode);
	printf("read data: %s\n", outcome(read(fd, what, 10)));
	printf("seek data: %s\n", outcome(lseek(fd, 10, SEEK_SET)));
	printf("pwrite data: %s\n", outcome(pwrite(fd, what, 10, 0)));
	printf("write status: %s\n", outcome(put(TRACING "user_events_status", "x", 0)));
	printf("read-only data: %s\n", outcome(open(TRACING "user_events_data", O_RDONLY)));
	printf("append data: %s\n", outcome(open(TRACING "user_events_data",
						 O_WRONLY | O_APPEND | O_TRUNC)));
	show("/proc/sys/kernel/user_events_max", NULL);
	stat("/proc/sys/kernel/user_events_max", &st);
	printf("max %o\n", st.st_mode);

	printf("@@ sizes and bits\n");
	for (s = 0; s < sizeof(enable_sizes) / sizeof(int); s++) {
		for (b = 0; b < sizeof(bit) / sizeof(int); b++) {
			printf("size %d bit %d: %s", enable_sizes[s], bit[b],
			       outcome(reg(fd, "ev", bits, enable_sizes[s], bit[b], 0, &index)));
			printf(" %d %s\n", index, outcome(unreg(fd, bits, bit[b])));
		}
	}
	printf("@@ addresses\n");
	for (i = 0; i < 9; i++) {
		printf("offset %d: %s", i, outcome(reg(fd, "ev", (char *)bits + i, 4, 0, 0,
						       &index)));
		printf(" %s", outcome(unreg(fd, (char *)bits + i, 0)));
		printf(" %s", outcome(reg(fd, "ev", (char *)bits + i, 8, 0, 0, &index)));
		printf(" %s\n", outcome(unreg(fd, (char *)bits + i, 0)));
	}
	printf("NULL: %s\n", outcome(reg(fd, "ev", NULL, 4, 0, 0, &index)));
	printf("unreg NULL: %s\n", outcome(unreg(fd, NULL, 0)));
	printf("kernel: %s\n", outcome(reg(fd, "ev", (void *)0xffffffff81000000, 4, 0, 0, &index)));
	printf("unreg kernel: %s\n", outcome(unreg(fd, (void *)0xffffffff81000000, 0)));
	printf("unmapped: %s\n", outcome(reg(fd, "ev", (void *)0x10000, 4, 0, 0, &index)));
	printf("unreg unmapped: %s\n", outcome(unreg(fd, (void *)0x10000, 0)));
	printf("read-only: %s\n", outcome(reg(fd, "ev", ro, 4, 0, 0, &index)));
	printf("unreg read-only: %s\n", outcome(unreg(fd, ro, 0)));
	printf("never touched: %s", outcome(reg(fd, "ev", once, 4, 0, 0, &index)));
	put(EVENTS "ev/enable", "1", 0);
	usleep(300000);
	printf(" %x", *(int *)once);
	printf(" %s", outcome(unreg(fd, once, 0)));
	printf(" %x\n", *(int *)once);
	printf("enabled: %s", outcome(reg(fd, "ev", once + 4096, 4, 3, 0, &index)));
	usleep(300000);
	printf(" %x", *(int *)(once + 4096));
	printf(" again: %s", outcome(reg(fd, "ev", once + 4096, 4, 3, 0, &index)));
	printf(" other event: %s", outcome(reg(fd, "ev2", once + 4096, 4, 3, 0, &index)));
	printf(" other size: %s", outcome(reg(fd, "ev", once + 4096, 8, 3, 0, &index)));
	printf(" other bit: %s", outcome(reg(fd, "ev", once + 4096, 8, 35, 0, &index)));
	printf(" overlap: %s", outcome(reg(fd, "ev", once + 4100, 4, 3, 0, &index)));
	printf(" %s", outcome(unreg(fd, once + 4096, 35)));
	printf(" %s", outcome(unreg(fd, once + 4100, 3)));
	printf(" %llx", *(unsigned long long *)(once + 4096));
	printf(" enabled, unmapped: %s", outcome(reg(fd, "ev", (void *)0x10000, 4, 0, 0, &index)));
	printf(" %s", outcome(unreg(fd, (void *)0x10000, 0)));
	printf(" read-only: %s", outcome(reg(fd, "ev", ro, 4, 0, 0, &index)));
	printf(" %s", outcome(unreg(fd, ro, 0)));
	munmap(once + 4096, 4096);
	put(EVENTS "ev/enable", "0", 0);
	printf(" unmapped later: %s", outcome(unreg(fd, once + 4096, 3)));
	printf(" %s\n", outcome(unreg(fd, once + 4096, 3)));

	printf("@@ indices\n");
	for (i = 0; i < 5; i++) {
		sprintf(what, "ev%d u32 a", i % 3);
		print_reg(what, reg(fd, what, bits, 4, i, 0, &index), index);
	}
	print_reg("other file", reg(fd2, "ev2 u32 a", bits, 4, 9, 0, &index), index);
	print_reg("differs", reg(fd2, "ev2 u64 a", bits, 4, 10, 0, &index), index);
	print_reg("fewer fields", reg(fd2, "ev2", bits, 4, 10, 0, &index), index);
	print_reg("more fields", reg(fd2, "ev2 u32 a; u32 b", bits, 4, 10, 0, &index), index);
	print_reg("other name of a field", reg(fd2, "ev2 u32 b", bits, 4, 10, 0, &index), index);
	print_reg("flags", reg(fd2, "ev2:x u32 a", bits, 4, 10, 0, &index), index);
	print_reg("blanks", reg(fd2, "ev2  u32   a ;", bits, 4, 11, 0, &index), index);
	show(TRACING "user_events_status", NULL);
	for (i = 0; i < 12; i++)
		printf("%s ", outcome(unreg(fd, bits, i)));
	printf("\n");
	show(TRACING "user_events_status", NULL);

	printf("@@ flags\n");
	for (i = 0; i < 17; i++) {
		int flags = i < 4 ? i : 1 << (i - 1);

		printf("flags %x: %s", flags, outcome(reg(fd, "fl u8 x", bits, 4, 0,
							  flags & 0xffff, &index)));
		printf(" %d %s\n", index, outcome(unreg(fd, bits, 0)));
	}
	show(TRACING "user_events_status", NULL);
	close(fd);
	close(fd2);
	usleep(300000);
	show(TRACING "user_events_status", NULL);
	printf("del fl: %s\n", outcome(del("fl")));
	show(TRACING "user_events_status", NULL);
	printf("del fl: %s\n", outcome(del("fl")));
	printf("del empty: %s\n", outcome(del("")));
	printf("del NULL: %s\n", outcome(del(NULL)));
	printf("del with fields: %s\n", outcome(del("fl u8 x")));
	printf("del long: %s\n", outcome(del(long_definition("", "n", 4095))));
	printf("del longer: %s\n", outcome(del(long_definition("", "n", 5000))));
	fd = data_open();
	printf("@@ pointers\n");
	printf("reg NULL: %s\n", outcome(ioctl(fd, DIAG_IOCSREG, NULL)));
	printf("unreg NULL: %s\n", outcome(ioctl(fd, DIAG_IOCSUNREG, NULL)));
	printf("unknown: %s\n", outcome(ioctl(fd, _IOW('*', 3, int), NULL)));
	printf("unknown: %s\n", outcome(ioctl(fd, TCGETS, what)));
	printf("name NULL: %s\n", outcome(reg(fd, NULL, bits, 4, 0, 0, &index)));
	printf("name unmapped: %s\n", outcome(reg(fd, (char *)0x1000, bits, 4, 0, 0, &index)));
	memset(page + 4090, 'n', 6);
	munmap(page + 4096, 4096);
	printf("name without end: %s\n", outcome(reg(fd, page + 4090, bits, 4, 0, 0, &index)));
	sizes(fd, bits);

	printf("@@ maximum\n");
	close(fd);
	usleep(300000);
	fd = data_open();
	put("/proc/sys/kernel/user_events_max", "3", 0);
	for (i = 0; i < 5; i++) {
		sprintf(what, "ev%d u32 a", i);
		print_reg(what, reg(fd, what, bits, 4, i, 0, &index), index);
	}
	print_reg("multi", reg(fd, "m", bits, 4, 9, 2, &index), index);
	print_reg("existing", reg(fd, "ev1 u32 a", bits, 4, 10, 0, &index), index);
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "u:ev9", O_APPEND)));
	printf("maximum 0: %s\n", outcome(put("/proc/sys/kernel/user_events_max", "0", 0)));
	printf("maximum -1: %s\n", outcome(put("/proc/sys/kernel/user_events_max", "-1", 0)));
	printf("maximum large: %s\n", outcome(put("/proc/sys/kernel/user_events_max",
						  "5000000000", 0)));
	show("/proc/sys/kernel/user_events_max", NULL);
	put("/proc/sys/kernel/user_events_max", "32768", 0);

	printf("@@ without capabilities\n");
	close(fd);
	chmod(TRACING "user_events_data", 0666);
	chmod("/sys/kernel/tracing", 0755);
	chmod(TRACING "dynamic_events", 0666);
	fflush(stdout);
	fd2 = data_open();
	printf("persist %s\n", outcome(reg(fd2, "pe u32 a", bits, 4, 20, 1, &index)));
	fflush(stdout);
	if (!fork()) {
		if (setuid(1000))
			exit(1);
		fd = data_open();
		printf("plain: %s\n", outcome(reg(fd, "ev u32 a", bits, 4, 0, 0, &index)));
		printf("persist: %s\n", outcome(reg(fd, "ep u32 a", bits, 4, 1, 1, &index)));
		printf("persist existing: %s\n", outcome(reg(fd, "ev u32 a", bits, 4, 1, 1,
							     &index)));
		printf("existing persistent: %s\n", outcome(reg(fd, "pe u32 a", bits, 4, 2, 0,
								&index)));
		printf("multi: %s\n", outcome(reg(fd, "em u32 a", bits, 4, 3, 2, &index)));
		printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "u:ev9", O_APPEND)));
		for (i = 0; i < 4; i++)
			unreg(fd, bits, i);
		printf("unreg persistent: %s\n", outcome(unreg(fd, bits, 20)));
		printf("del persistent in use: %s\n", outcome(del("pe")));
		close(fd);
		printf("del persistent in use: %s\n", outcome(del("pe")));
		fflush(stdout);
		exit(0);
	}
	wait(NULL);
	printf("persistent: %s\n", outcome(unreg(fd2, bits, 20)));
	close(fd2);
	fflush(stdout);
	if (!fork()) {
		if (setuid(1000))
			exit(1);
		printf("del persistent: %s\n", outcome(del("pe")));
		printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:pe", O_APPEND)));
		fflush(stdout);
		exit(0);
	}
	wait(NULL);
	usleep(300000);
	show(TRACING "user_events_status", NULL);
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:pe", O_APPEND)));
	show(TRACING "user_events_status", NULL);
}

#include "user_events/life.c"

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 2)
		return 1;
	if (!strcmp(argv[1], "definitions"))
		define_all();
	else if (!strcmp(argv[1], "parse"))
		parse();
	else if (!strcmp(argv[1], "write"))
		write_test();
	else if (!strcmp(argv[1], "abi"))
		abi();
	else if (!strcmp(argv[1], "life"))
		life();
	else if (!strcmp(argv[1], "again"))
		show(TRACING "user_events_status", NULL);
	return 0;
}
