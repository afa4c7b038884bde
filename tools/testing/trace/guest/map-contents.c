// SPDX-License-Identifier: GPL-2.0
/*
 * Contents of the memory-mapped ring buffer of CPU 0.
 *
 *   map-contents foreign   after pages of the buffer were replaced by read(2), splice(2)
 *			   and tee(2), the mapping must not contain other memory or kernel
 *			   addresses
 *   map-contents client    a program that reads the mapping as libtracefs does gets each
 *			   record once, even if the buffer is cleared meanwhile
 *   map-contents stream    the same during concurrent writes, also from interrupts: each
 *			   line is read once and in order
 *
 * All counts are printed for comparison with the stock kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
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

/* A word that occurs in no record. */
#define FOREIGN	0x5ec2e7f00df00d5eULL

/* The direct mapping of memory lies within these limits in every boot. */
#define DIRECT_FIRST	0xffff800000000000ULL
#define DIRECT_LAST	0xffffe9ffffffffffULL

static void die(const char *what)
{
	printf("# %s: %s\n", what, strerror(errno));
	printf("not ok 1 - %s\n", what);
	exit(1);
}

static void put(const char *name, const char *text)
{
	char path[200];
	int fd;

	snprintf(path, sizeof(path), DIR "%s", name);
	fd = open(path, O_WRONLY | O_TRUNC);
	if (fd < 0 || (*text && write(fd, text, strlen(text)) < 0))
		die(name);
	close(fd);
}

static void mark(int nr)
{
	static int fd = -1;
	char text[64];

	if (fd < 0)
		fd = open(DIR "trace_marker", O_WRONLY);
	while (nr--) {
		int n = snprintf(text, sizeof(text), "line %d of the map", nr);

		if (write(fd, text, n) < 0)
			die("trace_marker");
	}
}

static void soil_words(uint64_t *p, size_t bytes)
{
	for (; bytes; bytes -= 8)
		*p++ = FOREIGN;
}

/*
 * Fill memory with the pattern and free it page by page, so that the kernel allocates
 * these pages next.
 */
static void soil(void)
{
	static uint64_t data[16 * PAGE / 8];
	size_t bytes = 80 << 20;
	int to[32][2], i;
	void *p;

	p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		 -1, 0);
	if (p == MAP_FAILED)
		die("memory");
	madvise(p, bytes, MADV_NOHUGEPAGE);
	soil_words(p, bytes);
	munmap(p, bytes);
	soil_words(data, sizeof(data));
	for (i = 0; i < 32; i++) {
		if (pipe(to[i]) || write(to[i][1], data, sizeof(data)) < 0)
			die("pipe");
	}
	for (i = 0; i < 32; i++) {
		close(to[i][0]);
		close(to[i][1]);
	}
}

struct view {
	int				fd;
	struct trace_buffer_meta	*meta;
	unsigned char			*data;
	unsigned int			block;
	size_t				bytes;
};

static void view_open(struct view *v)
{
	v->fd = open(RAW, O_RDONLY | O_NONBLOCK);
	if (v->fd < 0)
		die("trace_pipe_raw");
	v->meta = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, v->fd, 0);
	if (v->meta == MAP_FAILED)
		die("the page of figures");
	v->block = v->meta->subbuf_size;
	v->bytes = (size_t)v->block * v->meta->nr_subbufs;
	v->data = mmap(NULL, v->bytes, PROT_READ, MAP_SHARED, v->fd,
		       v->meta->meta_page_size);
	if (v->data == MAP_FAILED)
		die("the sub-buffers");
}

static void view_close(struct view *v)
{
	munmap(v->data, v->bytes);
	munmap(v->meta, PAGE);
	close(v->fd);
}

/* Count words of the mapping that do not belong to the ring buffer. */
static void look(const char *what)
{
	unsigned long foreign = 0, addresses = 0;
	struct view v;
	size_t i;

	view_open(&v);
	for (i = 0; i < v.bytes / 8; i++) {
		uint64_t word = ((uint64_t *)v.data)[i];

		foreign += word == FOREIGN;
		addresses += word >= DIRECT_FIRST && word <= DIRECT_LAST &&
			     !(word & 7);
	}
	for (i = sizeof(*v.meta); i < PAGE; i += 8)
		foreign += *(uint64_t *)((char *)v.meta + i) == FOREIGN;
	view_close(&v);
	printf("%s: %lu words of other memory, %lu addresses\n", what, foreign,
	       addresses);
	fflush(stdout);
}

/* Consume all data through read(); return the number of bytes. */
static long drain_read(int fd, size_t size)
{
	static char buf[64 * PAGE];
	long all = 0, n;

	while ((n = read(fd, buf, size)) > 0)
		all += n;
	return all;
}

static long drain_splice(int fd, int again)
{
	int to[2], copy[2];
	static char buf[64 * PAGE];
	long all = 0, n, twice;

	if (pipe(to) || pipe(copy))
		die("pipe");
	while ((n = splice(fd, NULL, to[1], NULL, 16 * PAGE, SPLICE_F_NONBLOCK)) > 0) {
		/* With a second reference, the page does not return to the buffer. */
		twice = again ? tee(to[0], copy[1], n / 2, SPLICE_F_NONBLOCK) : 0;
		if (read(to[0], buf, n) != n)
			die("pipe");
		if (twice > 0 && read(copy[0], buf, twice) != twice)
			die("the other pipe");
		all += n;
	}
	close(to[0]);
	close(to[1]);
	close(copy[0]);
	close(copy[1]);
	return all;
}

static void foreign(void)
{
	const char * const names[] = { "read", "read by parts", "splice", "tee" };
	unsigned int way, i, fd;
	char what[100];
	long got;

	for (way = 0; way < 4; way++) {
		put("tracing_on", "0");
		put("buffer_size_kb", "4");
		put("buffer_size_kb", "512");
		put("trace", "");
		put("tracing_on", "1");
		soil();
		for (i = 0, got = 0; i < 3; i++) {
			mark(1500);
			fd = open(RAW, O_RDONLY | O_NONBLOCK);
			if (way < 2)
				got += drain_read(fd, way ? 1000 : 16 * PAGE);
			else
				got += drain_splice(fd, way == 3);
			close(fd);
			soil();
		}
		put("tracing_on", "0");
		snprintf(what, sizeof(what), "%s (%s)", names[way],
			 got > 20 * PAGE ? "much" : "little");
		look(what);
		put("trace", "");
		snprintf(what, sizeof(what), "%s, cleared", names[way]);
		look(what);
	}
}

/*
 * A client that reads as libtracefs does: if its current sub-buffer has no new data, the
 * client requests the next reader page, and there is nothing to read if this is still the
 * same sub-buffer.
 */
struct client {
	struct view	v;
	int		id;
	unsigned int	at;
	unsigned int	end;
	/* The number of the next line, and the number of lines out of order. */
	unsigned int	next;
	unsigned int	wrong;
};

#define STREAM	20000

/* Check the order of lines. The text follows the common fields and the address. */
static void client_line(struct client *c, const uint32_t *data)
{
	unsigned int nr;

	if (sscanf((const char *)data + 16, "line %u of the map", &nr) != 1)
		return;
	if (nr != STREAM - 1 - c->next)
		c->wrong++;
	c->next = STREAM - nr;
}

static unsigned char *client_block(struct client *c)
{
	return c->v.data + (size_t)c->id * c->v.block;
}

static void client_refresh(struct client *c)
{
	c->end = *(volatile uint64_t *)(client_block(c) + 8) & 0xfffff;
}

/* Skip one record; return 1 for a record with data, -1 at the end. */
static int client_step(struct client *c)
{
	uint32_t *event = (uint32_t *)(client_block(c) + 16 + c->at);
	unsigned int type = event[0] & 31, delta = event[0] >> 5;

	if (c->at >= c->end)
		return -1;
	switch (type) {
	case 29:
		c->at = delta ? c->at + event[1] + 4 : c->end;
		return 0;
	case 30:
	case 31:
		c->at += 8;
		return 0;
	case 0:
		c->at += event[1] + 4;
		return 1;
	default:
		client_line(c, event + 1);
		c->at += 4 * (type + 1);
		return 1;
	}
}

static void client_load(struct client *c)
{
	c->id = c->v.meta->reader.id;
	c->at = 0;
	client_refresh(c);
	while (c->at < c->v.meta->reader.read && client_step(c) >= 0)
		;
}

static void client_open(struct client *c)
{
	view_open(&c->v);
	client_load(c);
}

static int client_more(struct client *c)
{
	if (c->id != (int)c->v.meta->reader.id) {
		client_load(c);
		return 1;
	}
	client_refresh(c);
	if (c->at < c->end)
		return 1;
	if (ioctl(c->v.fd, TRACE_MMAP_IOCTL_GET_READER) < 0)
		die("TRACE_MMAP_IOCTL_GET_READER");
	if (c->id == (int)c->v.meta->reader.id)
		return 0;
	c->id = c->v.meta->reader.id;
	c->at = 0;
	client_refresh(c);
	return 1;
}

static unsigned int client_read(struct client *c)
{
	unsigned int nr = 0;
	int kind;

	while (client_more(c)) {
		while ((kind = client_step(c)) >= 0)
			nr += kind;
	}
	return nr;
}

static void told(struct client *c, const char *what, unsigned int nr)
{
	struct trace_buffer_meta *m = c->v.meta;

	printf("%s: %u records; read %s, entries %llu, overrun %llu, read %llu, commit %s\n",
	       what, nr, m->reader.read ? "some" : "nothing", m->entries,
	       m->overrun, m->read,
	       *(volatile uint64_t *)(c->v.data + (size_t)m->reader.id * c->v.block + 8) ?
	       "some" : "nothing");
	fflush(stdout);
}

static void step(struct client *c, const char *what)
{
	unsigned int nr = client_read(c);

	told(c, what, nr);
}

static void take_some(const char *file, size_t bytes)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK);
	char *buf = malloc(bytes);

	if (read(fd, buf, bytes) <= 0)
		die(file);
	free(buf);
	close(fd);
}

static void cleared_mapped(void)
{
	struct client c;

	client_open(&c);
	told(&c, "mapped", 0);
	mark(3);
	step(&c, "three");
	mark(2);
	step(&c, "two more, same sub-buffer");
	step(&c, "none");
	mark(1);
	step(&c, "one more");
	put("trace", "");
	told(&c, "cleared", 0);
	step(&c, "nothing");
	mark(1);
	step(&c, "one after it was cleared");
	mark(300);
	step(&c, "three hundred");
	mark(7);
	ioctl(c.v.fd, TRACE_MMAP_IOCTL_GET_READER);
	put("trace", "");
	told(&c, "taken and cleared", 0);
	step(&c, "nothing");
	mark(5);
	step(&c, "five");
	mark(150);
	put("per_cpu/cpu0/trace", "");
	told(&c, "cleared with unread ones", 0);
	step(&c, "nothing");
	mark(4);
	step(&c, "four");
	put("trace_clock", "global");
	told(&c, "other clock", 0);
	mark(2);
	step(&c, "two");
	put("trace_clock", "local");
	step(&c, "nothing");
	view_close(&c.v);
}

static void cleared_unmapped(void)
{
	struct client c;

	client_open(&c);
	mark(6);
	step(&c, "six");
	view_close(&c.v);
	put("trace", "");
	client_open(&c);
	told(&c, "cleared, mapped again", 0);
	step(&c, "nothing");
	mark(1);
	step(&c, "one");
	view_close(&c.v);
	client_open(&c);
	step(&c, "mapped again, nothing");
	view_close(&c.v);
	mark(4);
	client_open(&c);
	step(&c, "four from before");
	mark(4);
	step(&c, "four more");
	view_close(&c.v);
}

static void other_readers(size_t block)
{
	struct client c;

	mark(400);
	take_some(RAW, block);
	client_open(&c);
	client_read(&c);
	view_close(&c.v);
	put("trace", "");
	mark(400);
	take_some(RAW, 4 * block);
	put("trace", "");
	client_open(&c);
	step(&c, "after reads and clear, nothing");
	mark(3);
	step(&c, "three");
	view_close(&c.v);
	put("trace", "");
	mark(5);
	take_some(DIR "trace_pipe", PAGE);
	client_open(&c);
	step(&c, "after trace_pipe");
	mark(2);
	step(&c, "two");
	view_close(&c.v);
}

static void client(const char *subbuf)
{
	put("tracing_on", "0");
	put("buffer_subbuf_size_kb", subbuf);
	put("buffer_size_kb", "64");
	put("trace", "");
	put("tracing_on", "1");
	printf("-- sub-buffers of %s KB\n", subbuf);
	cleared_mapped();
	put("trace", "");
	cleared_unmapped();
	put("trace", "");
	other_readers(strtoul(subbuf, NULL, 0) << 10);
	put("trace", "");
	put("buffer_subbuf_size_kb", "4");
}

/* Run on the CPU whose buffer is mapped. */
static void stay(void)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		die("sched_setaffinity");
}

static void stream(void)
{
	struct client c = { .next = 0 };
	unsigned int rounds = 0;
	int status;

	put("tracing_on", "0");
	put("buffer_size_kb", "8192");
	put("trace", "");
	put("events/irq_vectors/enable", "1");
	put("events/sched/enable", "1");
	put("tracing_on", "1");
	client_open(&c);
	if (!fork()) {
		stay();
		mark(STREAM);
		_exit(0);
	}
	while (!waitpid(-1, &status, WNOHANG)) {
		client_read(&c);
		rounds++;
	}
	put("tracing_on", "0");
	/* New records on the same sub-buffer are found by the next call. */
	while (client_read(&c))
		;
	client_read(&c);
	while (client_read(&c))
		;
	printf("%u lines, %u out of order, %s, lost %llu\n", c.next, c.wrong,
	       rounds > 1 ? "read meanwhile" : "read in one go",
	       c.v.meta->reader.lost_events);
	view_close(&c.v);
	put("events/enable", "0");
	put("buffer_size_kb", "64");
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "stream")) {
		stream();
		return 0;
	}
	stay();
	if (argc > 1 && !strcmp(argv[1], "foreign")) {
		foreign();
		return 0;
	}
	client("4");
	client("16");
	return 0;
}
