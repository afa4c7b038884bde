// SPDX-License-Identifier: GPL-2.0
/*
 * Stress of a ring buffer by concurrent operations: writers on all CPUs, readers of every
 * kind, and resizing. "chaos" adds changes of the sub-buffer size, snapshots, resets,
 * mappings, CPU hotplug, NMIs, and events from interrupts and NMIs.
 *
 *	stress exact|chaos DIR WRITES [FILE]	DIR: an instance's directory
 *
 * Each writer writes WRITES times to trace_marker, and goes on while FILE exists; the other
 * threads run until all writers have finished. "exact" then verifies that the number of
 * written records equals the sum of the entries, lost records and read records that the
 * instance reports in stats and in loss. It reads loss meanwhile, too: the numbers of each
 * line add up, and the number of written records does not decrease.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/trace_mmap.h>

#define WRITERS	4

static const char *dir, *endless;
static int chaos, cpus, running = WRITERS;
static long writes;
static long written[WRITERS], refused[WRITERS];

/* The columns of the file loss. */
enum { WRITTEN, READ, HELD, LOST, OVERWRITTEN, NO_SPACE, NESTED, RECURSION, COLUMNS };
static const char *loss_wrong;

static int file(int flags, const char *fmt, ...)
{
	char name[256], path[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(name, sizeof(name), fmt, ap);
	va_end(ap);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return open(path, flags);
}

static int going(void)
{
	return __atomic_load_n(&running, __ATOMIC_SEQ_CST) > 0;
}

static void say(int fd, const char *fmt, ...)
{
	char text[64];
	va_list ap;
	int len;

	if (fd < 0)
		return;
	va_start(ap, fmt);
	len = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (write(fd, text, len) < 0 && errno == EIO)
		fprintf(stderr, "# %s: EIO\n", text);
	close(fd);
}

static void *writer(void *arg)
{
	long me = (long)arg, i;
	unsigned int seed = me;
	char text[1200];
	cpu_set_t set;
	int fd, len;

	CPU_ZERO(&set);
	CPU_SET(me % cpus, &set);
	sched_setaffinity(0, sizeof(set), &set);
	fd = file(O_WRONLY, "trace_marker");
	memset(text, 'x', sizeof(text));
	for (i = 0; i < writes || (endless && !access(endless, F_OK)); i++) {
		len = snprintf(text, 32, "%ld %ld ", me, i);
		text[len] = 'x';
		len += rand_r(&seed) % (rand_r(&seed) % 20 ? 60 : 1100);
		if (write(fd, text, len) == len)
			written[me]++;
		else
			refused[me]++;
		if (!(i % 64))
			sched_yield();
	}
	close(fd);
	__atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Read trace_pipe of all CPUs, or pages of one CPU. */
static void *consumer(void *arg)
{
	long cpu = (long)arg;
	char page[65536];
	int fd;

	while (going()) {
		fd = cpu < 0 ? file(O_RDONLY | O_NONBLOCK, "trace_pipe") :
		     file(O_RDONLY | O_NONBLOCK, "per_cpu/cpu%ld/trace_pipe_raw", cpu);
		if (fd < 0)
			continue;
		while (going() && read(fd, page, cpu & 1 ? 4096 : sizeof(page)) > 0)
			;
		close(fd);
		usleep(500);
	}
	return NULL;
}

/* Splice pages of the last CPU. */
static void *splicer(void *arg)
{
	int out = open("/dev/null", O_WRONLY), fd, p[2];
	ssize_t n;

	if (pipe(p))
		return NULL;
	fd = file(O_RDONLY | O_NONBLOCK, "per_cpu/cpu%d/trace_pipe_raw", cpus - 1);
	while (going()) {
		n = splice(fd, NULL, p[1], NULL, 65536, SPLICE_F_NONBLOCK);
		if (n > 0)
			splice(p[0], NULL, out, NULL, n, 0);
		else
			usleep(500);
	}
	close(fd);
	return NULL;
}

/* Read the memory-mapped reader page repeatedly, and other sub-buffers. */
static void map_read(int fd, struct trace_buffer_meta *meta)
{
	size_t bytes = (size_t)meta->nr_subbufs * meta->subbuf_size;
	volatile char *data;
	unsigned int i, sum = 0;

	data = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, meta->meta_page_size);
	if (data == MAP_FAILED)
		return;
	for (i = 0; i < 40 && going(); i++) {
		if (ioctl(fd, TRACE_MMAP_IOCTL_GET_READER) < 0)
			usleep(500);
		sum += data[(size_t)meta->reader.id % meta->nr_subbufs *
			    meta->subbuf_size + 16];
		sum += data[(size_t)i % meta->nr_subbufs * meta->subbuf_size];
	}
	munmap((void *)data, bytes);
}

static void *mapper(void *arg)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct trace_buffer_meta *meta;
	int fd;

	while (going()) {
		fd = file(O_RDONLY | O_NONBLOCK, "per_cpu/cpu0/trace_pipe_raw");
		meta = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, 0);
		if (meta != MAP_FAILED) {
			map_read(fd, meta);
			munmap(meta, page);
		}
		close(fd);
		usleep(3000);
	}
	return NULL;
}

/* Get the last line of loss, after a check of all lines. Returns whether it was read. */
static int loss(long *v)
{
	char text[8192], *line, *next;
	int fd = file(O_RDONLY, "loss"), n;

	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	line = strchr(text, '\n');
	for (n = 0; line && line[1]; line = next, n++) {
		next = strchr(line + 1, '\n');
		if (sscanf(line, "%*s %ld %ld %ld %ld %ld %ld %ld %ld", v, v + 1, v + 2, v + 3,
			   v + 4, v + 5, v + 6, v + 7) != COLUMNS)
			loss_wrong = "a line cannot be read";
		else if (v[WRITTEN] != v[READ] + v[HELD] + v[LOST] ||
			 v[LOST] != v[OVERWRITTEN] + v[NO_SPACE] + v[NESTED] + v[RECURSION] ||
			 v[HELD] < 0)
			loss_wrong = "a line does not add up";
	}
	return n == cpus + 1;
}

static void *looker(void *arg)
{
	long before = 0, all[COLUMNS] = { 0 };
	char text[8192];
	int fd;

	while (going()) {
		if (!chaos && !loss(all))
			loss_wrong = "a line is missing";
		if (all[WRITTEN] < before)
			loss_wrong = "the number of written records has decreased";
		before = all[WRITTEN];
		fd = file(O_RDONLY, "trace");
		while (going() && read(fd, text, sizeof(text)) > 0)
			;
		close(fd);
		fd = file(O_RDONLY, "per_cpu/cpu0/stats");
		if (read(fd, text, sizeof(text)) < 0)
			perror("stats");
		close(fd);
		usleep(2000);
	}
	return NULL;
}

static void *resizer(void *arg)
{
	unsigned int seed = 5;

	while (going()) {
		if (rand_r(&seed) % 3)
			say(file(O_WRONLY, "buffer_size_kb"), "%d", rand_r(&seed) % 40 + 1);
		else
			say(file(O_WRONLY, "per_cpu/cpu%d/buffer_size_kb",
				 rand_r(&seed) % cpus), "%d", rand_r(&seed) % 30 + 1);
		usleep(1500);
	}
	return NULL;
}

static void *disturber(void *arg)
{
	unsigned int seed = 6;
	int cpu;

	while (going()) {
		switch (rand_r(&seed) % 9) {
		case 0:
			say(file(O_WRONLY, "buffer_subbuf_size_kb"), "%d",
			    4 << rand_r(&seed) % 4);
			break;
		case 1:
			say(file(O_WRONLY, "snapshot"), "%d", rand_r(&seed) % 3);
			break;
		case 2:
			close(file(O_WRONLY | O_TRUNC, "trace"));
			break;
		case 3:
			say(file(O_WRONLY, "options/overwrite"), "%d", rand_r(&seed) % 2);
			break;
		case 4:
			say(file(O_WRONLY, "trace_clock"), "%s",
			    rand_r(&seed) % 2 ? "global" : "local");
			break;
		case 5:
			say(file(O_WRONLY, "tracing_on"), "0");
			say(file(O_WRONLY, "tracing_on"), "1");
			break;
		case 6:
			/* An NMI makes the other CPUs print their stacks. */
			if (!(rand_r(&seed) % 4))
				say(open("/proc/sysrq-trigger", O_WRONLY), "l");
			break;
		default:
			cpu = rand_r(&seed) % cpus;
			if (!cpu)
				break;
			{
				char path[64];

				snprintf(path, sizeof(path),
					 "/sys/devices/system/cpu/cpu%d/online", cpu);
				say(open(path, O_WRONLY), "0");
				say(open(path, O_WRONLY), "1");
			}
		}
		usleep(1000);
	}
	return NULL;
}

static long figure(int cpu, const char *name)
{
	char text[1024], *at;
	int fd = file(O_RDONLY, "per_cpu/cpu%d/stats", cpu), n;

	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	at = strstr(text, name);
	return at ? atol(at + strlen(name)) : 0;
}

static int account(void)
{
	long in = 0, out = 0, over = 0, held = 0, nread = 0, drop = 0, no = 0;
	long all[COLUMNS];
	int i;

	for (i = 0; i < WRITERS; i++) {
		in += written[i];
		no += refused[i];
	}
	for (i = 0; i < cpus; i++) {
		held += figure(i, "entries: ");
		over += figure(i, "\noverrun: ");
		nread += figure(i, "read events: ");
		drop += figure(i, "dropped events: ") + figure(i, "commit overrun: ") +
			figure(i, "recursed events: ");
	}
	out = held + over + nread;
	printf("# %ld written = %ld held + %ld overwritten + %ld read; %ld refused, %ld counted\n",
	       in, held, over, nread, no, drop);
	if (!loss(all))
		loss_wrong = "a line is missing at the end";
	else if (all[WRITTEN] != in + no || all[READ] != nread || all[HELD] != held ||
		 all[OVERWRITTEN] != over || all[LOST] != over + drop)
		loss_wrong = "loss and stats differ";
	if (loss_wrong)
		printf("# loss: %s\n", loss_wrong);
	return in != out || no != drop || loss_wrong;
}

int main(int argc, char **argv)
{
	pthread_t threads[32];
	int n = 0;
	long i;

	if (argc < 4)
		return 2;
	chaos = !strcmp(argv[1], "chaos");
	dir = argv[2];
	writes = atol(argv[3]);
	endless = argv[4];
	cpus = sysconf(_SC_NPROCESSORS_CONF);
	for (i = 0; i < WRITERS; i++)
		pthread_create(&threads[n++], NULL, writer, (void *)i);
	for (i = -1; i < cpus - 1; i++)
		pthread_create(&threads[n++], NULL, consumer, (void *)i);
	pthread_create(&threads[n++], NULL, splicer, NULL);
	pthread_create(&threads[n++], NULL, looker, NULL);
	pthread_create(&threads[n++], NULL, resizer, NULL);
	if (chaos) {
		pthread_create(&threads[n++], NULL, mapper, NULL);
		pthread_create(&threads[n++], NULL, disturber, NULL);
	}
	while (n)
		pthread_join(threads[--n], NULL);
	return chaos ? 0 : account();
}
