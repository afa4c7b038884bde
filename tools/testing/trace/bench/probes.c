// SPDX-License-Identifier: GPL-2.0
/*
 * Many dynamic events: the cost of creating, listing and removing them, for kprobes,
 * uprobes and fprobes.
 *
 * The work of creation is that of the whole machine. Removal waits for grace periods, so
 * its cost is also the time that passes, in which the machine may be idle.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

/* A series ends when creating the events of a step took this many instructions. */
#define STEP_MAX 8000000000ull

#define FUNCTIONS_MAX 65536
#define KPROBES 10000

static char *functions[FUNCTIONS_MAX];
static int nr_functions;

/* struct probes - events of a kind that are being created */
struct probes {
	const char *kind;	/* of the names of rows: kprobes, uprobes, fprobes */
	char letter;
	int fd;
	int next;	/* function or offset of the next event */
	int nr;		/* number of events */
	char path[256];
	unsigned long offset;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

/* Names that occur once, and that the compiler has not derived from others. */
static void keep_unique(void)
{
	int kept = 0;

	qsort(functions, nr_functions, sizeof(functions[0]), compare_names);
	for (int i = 0; i < nr_functions; i++) {
		if ((i && !strcmp(functions[i], functions[i - 1])) ||
		    (i + 1 < nr_functions && !strcmp(functions[i], functions[i + 1])))
			continue;
		if (!strchr(functions[i], '.'))
			functions[kept++] = functions[i];
	}
	nr_functions = kept;
}

static void read_functions(void)
{
	FILE *file = fopen(TRACING "available_filter_functions", "r");
	char line[512], name[256];

	if (!file)
		absent("available_filter_functions: %s", strerror(errno));
	while (nr_functions < FUNCTIONS_MAX && fgets(line, sizeof(line), file)) {
		/* Functions of modules are followed by the name of the module. */
		if (sscanf(line, "%255s", name) == 1 && !strchr(line, '['))
			functions[nr_functions++] = strdup(name);
	}
	fclose(file);
	keep_unique();
}

static void probes_open(struct probes *p, const char *kind)
{
	memset(p, 0, sizeof(*p));
	p->kind = kind;
	p->letter = *kind == 'f' ? 'f' : 'p';
	must_exist(*kind == 'u' ? "uprobe_events" : "kprobe_events");
	p->fd = bench_open("dynamic_events", O_WRONLY | O_APPEND);
	if (*kind == 'u')
		p->offset = offset_in_file(probes_open, p->path, sizeof(p->path));
	else if (!nr_functions)
		read_functions();
}

/* Functions that cannot be probed are skipped. Return: false if there are no more. */
static bool add_one(struct probes *p)
{
	char command[512];
	int length;

	for (;;) {
		int i = p->next++;

		if (*p->kind == 'u')
			length = snprintf(command, sizeof(command), "p:bench/u%d %s:%#lx\n", i,
					  p->path, p->offset + i);
		else if (i < nr_functions)
			length = snprintf(command, sizeof(command), "%c:bench/%c%d %s\n",
					  p->letter, *p->kind, i, functions[i]);
		else
			return false;
		if (write(p->fd, command, length) == length)
			break;
		if (errno == ENOMEM || p->next - p->nr > 1000)
			absent("'%s': %s", command, strerror(errno));
	}
	p->nr++;
	return true;
}

static void add_many(struct probes *p, int until)
{
	while (p->nr < until)
		if (!add_one(p))
			absent("the kernel has only %d functions to probe", p->nr);
}

/* Return: cost per event of reading dynamic_events. */
static double list_cost(struct probes *p)
{
	int fd = bench_open("dynamic_events", O_RDONLY);
	uint64_t start = now();
	size_t lines = 0;

	drain(fd, &lines);
	close(fd);
	if (lines != (size_t)p->nr)
		absent("dynamic_events has %zu lines rather than %d", lines, p->nr);
	return (double)(now() - start) / p->nr;
}

/* Remove all events. Return: the time that passes, per event. */
static double clear_time(struct probes *p)
{
	int nr = p->nr, fd;
	uint64_t start;

	close(p->fd);
	usleep(20000);
	start = now();
	fd = open(TRACING "dynamic_events", O_WRONLY | O_TRUNC);
	if (fd < 0)
		absent("the events cannot be removed: %s", strerror(errno));
	start = now() - start;
	close(fd);
	return (double)start / nr;
}

static void row(const struct probes *p, const char *what, double cost)
{
	char name[64];

	snprintf(name, sizeof(name), "%s-%s", p->kind, what);
	result(name, cost);
}

/*
 * The events are created twice: first without, then with another process that fills the
 * time in which this one waits, so that only work is counted.
 */
static double many(const char *kind, int nr)
{
	struct probes p;
	struct span span;
	uint64_t start;
	double create;

	probes_open(&p, kind);
	start = now();
	add_many(&p, nr);
	row(&p, "time", (double)(now() - start) / nr);
	row(&p, "list", list_cost(&p));
	row(&p, "clear", clear_time(&p));

	probes_open(&p, kind);
	span_begin(&span);
	add_many(&p, nr);
	create = span_end(&span) / nr;
	row(&p, "create", create);
	clear_time(&p);
	return create;
}

/*
 * What register_kprobe() alone takes: the module registers kprobes at the same functions,
 * in another order.
 */
static double register_cost(int nr)
{
	FILE *file = fopen("/proc/kallsyms", "r");
	int fd = open(PARAMETERS "kprobes", O_WRONLY), done = 0;
	char line[512], address[32], type, name[256], *key = name;

	if (!file || fd < 0)
		absent("kallsyms or the module: %s", strerror(errno));
	while (done < nr && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%29s %c %255s", address + 2, &type, name) != 3 ||
		    !bsearch(&key, functions, nr_functions, sizeof(functions[0]), compare_names))
			continue;
		memcpy(address, "0x", 2);
		done += write(fd, address, strlen(address)) > 0;
	}
	fclose(file);
	close(fd);
	if (done < nr)
		absent("the kernel has only %d functions to probe", done);
	return parameter("kprobes");
}

void metric_kprobe_one(void)
{
	result_put("kprobe-add", "kprobe_events", "p:bench/one vfs_statx");
	result_put("kprobe-remove", "kprobe_events", "");
}

void metric_fprobe_one(void)
{
	result_put("fprobe-add", "dynamic_events", "f:bench/one vfs_statx");
	result_put("fprobe-on", "events/bench/one/enable", "1");
	result_put("fprobe-off", "events/bench/one/enable", "0");
	result_put("fprobe-remove", "dynamic_events", "");
}

void metric_kprobes(void)
{
	double create = many("kprobes", KPROBES), alone = register_cost(KPROBES);

	result("kprobes-register", alone);
	result("kprobes-own", create - alone);
}

void metric_uprobes(void)
{
	many("uprobes", 10000);
}

/* With more of them, the stock kernel takes too long. */
void metric_fprobes(void)
{
	many("fprobes", 500);
}

static void grow_point(const struct probes *p, const char *what, double cost)
{
	char name[64];

	snprintf(name, sizeof(name), "grow-%s-%s@%d", p->kind, what, p->nr);
	result(name, cost);
}

/* The cost of one event more, of listing one, and of removing one, among many. */
static void grow(const char *kind)
{
	static const int steps[] = { 100, 625, 1250, 2500, 5000, 10000 };
	uint64_t took = 0;
	struct probes p;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && took < STEP_MAX; i++) {
		uint64_t start = now(), create;

		probes_open(&p, kind);
		add_many(&p, steps[i] - 50);
		create = now();
		add_many(&p, steps[i]);
		grow_point(&p, "create", (double)(now() - create) / 50);
		grow_point(&p, "list", list_cost(&p));
		took = now() - start;
		grow_point(&p, "clear", clear_time(&p));
	}
}

void metric_grow_kprobes(void)
{
	grow("kprobes");
}

void metric_grow_uprobes(void)
{
	grow("uprobes");
}

void metric_grow_fprobes(void)
{
	grow("fprobes");
}
