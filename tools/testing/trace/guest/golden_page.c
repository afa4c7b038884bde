// SPDX-License-Identifier: GPL-2.0
/*
 * Create a page of records and write it to the instance "golden" through the module of
 * the same name. The records depend only on the format files and names of the events,
 * and on the IDs and addresses of the same events and functions in the running kernel.
 * All kernels must therefore print the same text.
 *
 *   golden_page CPU SYSTEM		some records of each event of the system
 *   golden_page CPU +calls [START]	functions, markers, stacks
 *   golden_page CPU +graph [START]	calls and returns
 *   golden_page CPU +times		all encodings of timestamps
 *   golden_page CPU +consume		no page: print the contents of trace_pipe
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EVENTS		"/sys/kernel/tracing/events/"
#define FIELDS_MAX	64
#define RECORD_MAX	2048
#define PER_EVENT	3

#define TYPE_PADDING	29
#define TYPE_EXTEND	30
#define TYPE_STAMP	31

struct field {
	char type[128];
	unsigned int offset, size;
	int is_signed;
};

struct event {
	char name[128];
	unsigned int id, nr, bytes;
	struct field fields[FIELDS_MAX];
	char *names[FIELDS_MAX];
};

static struct {
	uint64_t time_stamp;
	uint64_t commit;
	uint8_t data[65536 - 16];
} page = {
	/* Records older than the last "echo > trace" are not printed. */
	.time_stamp = 4000000000000,
};

static int cpu;

/* State of the pseudo-random numbers, which are the same for the same event. */
static uint64_t seed;

static void seed_by(const char *text)
{
	for (seed = 14695981039346656037ull; *text; text++)
		seed = (seed ^ (uint8_t)*text) * 1099511628211ull;
}

static uint64_t chance(void)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return seed >> 20;
}

static void die(const char *what)
{
	printf("golden_page: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* The page */

static void flush(void)
{
	int fd = open("/sys/kernel/debug/golden", O_WRONLY);

	if (!page.commit)
		return;
	if (fd < 0 || write(fd, &page, 16 + page.commit) < 0)
		die("the module rejects the page");
	close(fd);
}

static void word(uint32_t value)
{
	if (page.commit + 4 > sizeof(page.data))
		die("the page is full");
	memcpy(page.data + page.commit, &value, 4);
	page.commit += 4;
}

static void stamp(unsigned int type, uint64_t time)
{
	word(type | (uint32_t)time << 5);
	word(time >> 27);
}

static int has_space(void)
{
	return page.commit + RECORD_MAX + 16 <= sizeof(page.data);
}

static void put(uint64_t delta, const void *data, unsigned int len)
{
	unsigned int whole = (len + 3) & ~3u;

	if (!has_space())
		die("the page is full");
	if (delta >> 27) {
		stamp(TYPE_EXTEND, delta);
		delta = 0;
	}
	if (whole <= 112) {
		word(whole / 4 | (uint32_t)delta << 5);
	} else {
		word((uint32_t)delta << 5);
		word(whole + 4);
	}
	memset(page.data + page.commit, 0, whole);
	memcpy(page.data + page.commit, data, len);
	page.commit += whole;
}

/* Functions that exist in every kernel, and their addresses in the running one */

static const char * const symbols[] = {
	"do_sys_openat2", "filp_close", "kfree", "ksys_read", "ksys_write",
	"schedule", "try_to_wake_up", "vfs_open", "vfs_read", "vfs_write",
};

#define SYMBOLS (sizeof(symbols) / sizeof(*symbols))

static uint64_t addresses[SYMBOLS];

/* Target of string pointers in records: GOLDEN_TEXT, or a string of the kernel. */
static uint64_t text_address;

static void learn_symbols(void)
{
	/* Reading kallsyms is slow: save the required symbols in a file. */
	FILE *f = fopen("/tmp/golden_symbols", "r"), *keep = NULL;
	char line[600], name[512], kind;
	unsigned long long address;

	if (!f) {
		f = fopen("/proc/kallsyms", "r");
		keep = fopen("/tmp/golden_symbols", "w");
	}
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%llx %c %511s", &address, &kind, name) != 3)
			continue;
		for (unsigned int i = 0; i < SYMBOLS; i++) {
			if (strcmp(name, symbols[i]) || (kind | 0x20) != 't')
				continue;
			addresses[i] = address;
			if (keep)
				fputs(line, keep);
		}
		if (strcmp(name, "hex_asc"))
			continue;
		text_address = address;
		if (keep)
			fputs(line, keep);
	}
	if (!f)
		die("kallsyms");
	if (getenv("GOLDEN_TEXT"))
		text_address = strtoull(getenv("GOLDEN_TEXT"), NULL, 16);
	fclose(f);
	if (keep)
		fclose(keep);
}

static uint64_t some_function(void)
{
	return addresses[chance() % SYMBOLS];
}

/* Events */

static int learn_event(struct event *e, const char *system, const char *name)
{
	char path[600], line[4096];
	FILE *f;

	memset(e, 0, sizeof(*e));
	snprintf(e->name, sizeof(e->name), "%s", name);
	snprintf(path, sizeof(path), EVENTS "%s/%s/format", system, name);
	f = fopen(path, "r");
	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		struct field *field = &e->fields[e->nr];
		char *type = strstr(line, "field:"), *end = strchr(line, ';'), *at;

		if (sscanf(line, "ID: %u", &e->id) == 1 || !type || !end)
			continue;
		if (e->nr == FIELDS_MAX)
			die(name);
		*end = '\0';
		if (sscanf(end + 1, " offset:%u; size:%u; signed:%d", &field->offset,
			   &field->size, &field->is_signed) != 3)
			die(name);
		snprintf(field->type, sizeof(field->type), "%s", type + 6);
		at = strrchr(field->type, ' ');
		e->names[e->nr] = at ? at + 1 : field->type;
		if (field->offset + field->size > e->bytes)
			e->bytes = field->offset + field->size;
		e->nr++;
	}
	fclose(f);
	return 0;
}

static struct field *field_of(struct event *e, const char *name)
{
	for (unsigned int i = 0; i < e->nr; i++) {
		if (!strncmp(e->names[i], name, strlen(name)) &&
		    strchr("[", e->names[i][strlen(name)]))
			return &e->fields[i];
	}
	return NULL;
}

static int is_one_of(const char *name, const char *list)
{
	size_t len = strlen(name);
	const char *at;

	for (at = list; (at = strstr(at, name)); at++) {
		if ((at == list || at[-1] == ' ') && strchr(" ", at[len]))
			return 1;
	}
	return 0;
}

static uint64_t number_for(const char *name, const char *type)
{
	static const char places[] =
		"ip parent_ip func caller call_site function caller_ip fn callback";
	/* Indices and lengths must be small, or printing reads beyond the record. */
	static const char * const small[] = {
		"len", "size", "count", "num", "nr", "cnt", "bytes", "idx", "index",
	};

	if (strstr(type, "char *"))
		return text_address;
	if (is_one_of(name, places))
		return some_function();
	if (strchr(type, '*'))
		return 0;
	/* Page frame numbers must exist, because printing reads the struct page. */
	if (strstr(name, "pfn"))
		return 256 + chance() % 512;
	for (unsigned int i = 0; i < sizeof(small) / sizeof(*small); i++) {
		if (strstr(name, small[i]))
			return chance() % 3;
	}
	switch (chance() % 4) {
	case 0:
		return chance() % 4;
	case 1:
		return chance() % 300;
	case 2:
		return 1ull << chance() % 40;
	}
	return chance();
}

static unsigned int some_text(char *to)
{
	static const char * const texts[] = {
		"swapper/0", "a name", "", "eth0", "/dev/null", "x",
	};
	const char *text = texts[chance() % 6];

	return snprintf(to, 16, "%s", text) + 1;
}

/* Append the data of a dynamic array to a record: a string, or two numbers. */
static unsigned int append(uint8_t *rec, unsigned int at, const struct field *f)
{
	unsigned int unit = strstr(f->type, "64") || strstr(f->type, "long") ? 8 : 4;
	uint64_t value;

	if (strstr(f->type, "char") && !strstr(f->type, "unsigned char"))
		return some_text((char *)rec + at);
	for (unsigned int i = 0; i < 2; i++) {
		value = chance() % 100;
		memcpy(rec + at + i * unit, &value, unit);
	}
	return 2 * unit;
}

static void set(uint8_t *rec, const struct field *f, uint64_t value)
{
	memcpy(rec + f->offset, &value, f->size < 8 ? f->size : 8);
}

static unsigned int fill_record(struct event *e, uint8_t *rec)
{
	static const uint8_t flags[] = { 0, 1, 0x10, 0x11, 0x21, 0x31, 0x40, 0x41 };
	unsigned int end = e->bytes, more;

	memset(rec, 0, RECORD_MAX);
	for (unsigned int i = 0; i < e->nr; i++) {
		struct field *f = &e->fields[i];
		const char *name = e->names[i];

		if (!strncmp(f->type, "__data_loc", 10) || !strncmp(f->type, "__rel_loc", 9)) {
			more = append(rec, end, f);
			set(rec, f, more << 16 | (end - (f->type[2] == 'r' ?
							 f->offset + f->size : 0)));
			end += (more + 3) & ~3u;
		} else if (strchr(name, '[') && strstr(f->type, "char") &&
			   !strstr(f->type, "unsigned") && f->size >= 16) {
			some_text((char *)rec + f->offset);
		} else if (strchr(name, '[')) {
			for (unsigned int b = 0; b < f->size; b++)
				rec[f->offset + b] = chance() % 3;
		} else {
			set(rec, f, number_for(name, f->type));
		}
	}
	set(rec, field_of(e, "common_type"), e->id);
	set(rec, field_of(e, "common_flags"), flags[chance() % 8]);
	set(rec, field_of(e, "common_preempt_count"), chance() % 3 | (chance() % 3) << 4);
	set(rec, field_of(e, "common_pid"), chance() % 2 ? 0 : 100000 + chance() % 1000);
	return end;
}

static void put_event(struct event *e)
{
	uint8_t rec[RECORD_MAX];
	unsigned int len = fill_record(e, rec);

	put(chance() % 100000, rec, len);
}

static void some_of(const char *system)
{
	struct dirent **names;
	char path[300];
	struct event e;
	int n;

	snprintf(path, sizeof(path), EVENTS "%s", system);
	n = scandir(path, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (*names[i]->d_name == '.' || learn_event(&e, system, names[i]->d_name))
			continue;
		seed_by(e.name);
		for (int r = 0; r < PER_EVENT && has_space(); r++)
			put_event(&e);
	}
}

static void must_learn(struct event *e, const char *name)
{
	if (learn_event(e, "ftrace", name))
		die(name);
}

/* Built-in entries, whose format files do not describe all constraints. */

static void calls(uint64_t start)
{
	struct event function, print, raw, stack;
	uint8_t rec[RECORD_MAX];

	must_learn(&function, "function");
	must_learn(&print, "print");
	must_learn(&raw, "raw_data");
	must_learn(&stack, "kernel_stack");
	seed_by("calls");
	page.time_stamp += start;
	for (int i = 0; i < 300; i++) {
		struct event *e = i % 10 == 7 ? &print : i % 20 == 9 ? &raw :
				  i % 20 == 19 ? &stack : &function;
		unsigned int len = fill_record(e, rec);

		if (e == &print) {
			set(rec, field_of(e, "ip"), some_function());
			len = field_of(e, "buf")->offset +
			      sprintf((char *)rec + field_of(e, "buf")->offset,
				      i % 3 ? "mark %d\n" : "mark %d without end", i) + 1;
		} else if (e == &raw) {
			len = field_of(e, "buf")->offset + 8;
			for (unsigned int b = len - 8; b < len; b++)
				rec[b] = chance();
		} else if (e == &stack) {
			unsigned int at = field_of(e, "caller")->offset;

			set(rec, field_of(e, "size"), 4);
			for (int n = 0; n < 4; n++) {
				uint64_t ip = some_function();

				memcpy(rec + at + 8 * n, &ip, 8);
			}
			len = at + 4 * 8;
		}
		put(chance() % 3000, rec, len);
	}
}

static void graph_call(struct event *in, struct event *out, unsigned int depth,
		       uint64_t *now)
{
	uint64_t func = some_function(), began = *now;
	unsigned int inner = depth < 6 ? chance() % 4 : 0, len;
	uint8_t rec[RECORD_MAX];

	len = fill_record(in, rec);
	set(rec, field_of(in, "common_pid"), 0);
	set(rec, field_of(in, "func"), func);
	set(rec, field_of(in, "depth"), depth);
	put(page.commit ? chance() % 500 : 0, rec, len);
	for (unsigned int i = 0; i < inner; i++)
		graph_call(in, out, depth + 1, now);
	*now += 1ull << chance() % 24;
	len = fill_record(out, rec);
	set(rec, field_of(out, "common_pid"), 0);
	set(rec, field_of(out, "func"), func);
	set(rec, field_of(out, "depth"), depth);
	set(rec, field_of(out, "overrun"), 0);
	set(rec, field_of(out, "calltime"), began);
	set(rec, field_of(out, "rettime"), *now);
	put(chance() % 500, rec, len);
}

static void graph(uint64_t start)
{
	struct event in, out;
	uint64_t now = page.time_stamp;

	must_learn(&in, "funcgraph_entry");
	must_learn(&out, "funcgraph_exit");
	seed_by("graph");
	page.time_stamp += start;
	while (page.commit < 20000)
		graph_call(&in, &out, 0, &now);
}

static void times(void)
{
	static const uint64_t deltas[] = {
		0, 1, 499, 500, 999, 1000, 999499, 1000000, (1 << 27) - 1, 1 << 27,
		1 << 28, 1000000000, 1ull << 40, 0, 1ull << 50,
	};
	uint64_t now = page.time_stamp;
	uint8_t rec[RECORD_MAX];
	struct event e;

	if (learn_event(&e, "sched", "sched_wakeup"))
		die("sched_wakeup");
	seed_by("times");
	for (unsigned int i = 0; i < sizeof(deltas) / sizeof(*deltas); i++) {
		unsigned int len = fill_record(&e, rec);

		put(deltas[i], rec, len);
		now += deltas[i];
		/* A discarded record, whose time delta is still added. */
		word(TYPE_PADDING | 77 << 5);
		word(8);
		word(0);
		now += 77;
		/* An absolute timestamp. */
		now += i;
		stamp(TYPE_STAMP, now);
		put(0, rec, len);
	}
}

static void consume(void)
{
	int fd = open("/sys/kernel/tracing/instances/golden/trace_pipe",
		      O_RDONLY | O_NONBLOCK);
	char text[4096];
	ssize_t n;

	while ((n = read(fd, text, sizeof(text))) > 0)
		fwrite(text, 1, n, stdout);
	if (errno != EAGAIN)
		die("trace_pipe");
	close(fd);
}

int main(int argc, char **argv)
{
	uint64_t start = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
	cpu_set_t set;

	if (argc < 3)
		return 2;
	cpu = atoi(argv[1]);
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("affinity");
	learn_symbols();
	if (!strcmp(argv[2], "+calls"))
		calls(start);
	else if (!strcmp(argv[2], "+graph"))
		graph(start);
	else if (!strcmp(argv[2], "+times"))
		times();
	else if (!strcmp(argv[2], "+consume"))
		consume();
	else
		some_of(argv[2]);
	flush();
	return 0;
}
