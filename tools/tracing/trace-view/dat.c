// SPDX-License-Identifier: GPL-2.0
/*
 * trace-view dat: make a file of trace-cmd, in its format 6, of what a persistent ring
 * buffer has of the last boot. The formats of events, symbols and names of tasks are those
 * that the kernel of that boot stored: the running kernel may be another one.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "dat.h"
#include "dat_notes.h"

#define DAT_CPUS		8192
#define DAT_OPTION_CLOCK	4
#define DAT_OPTION_UNAME	5

/**
 * struct dat - the conversion
 * @instance: name of the instance
 * @tracefs: directory of tracefs
 * @page_size: bytes of a page
 * @notes: of the last boot
 * @cpus: pages by CPU
 * @nr_cpus: of them
 * @out: the file
 */
struct dat {
	const char *instance;
	const char *tracefs;
	size_t page_size;
	struct dat_notes notes;
	struct dat_text *cpus;
	unsigned int nr_cpus;
	struct dat_text out;
};

static int dat_error(const struct dat *dat, const char *what, const char *why)
{
	fprintf(stderr, "trace-view: %s: %s%s%s\n", dat->instance, what, *what ? ": " : "", why);
	return -1;
}

/* Read a file of tracefs as a whole; of the instance if @own. */
static int dat_read(const struct dat *dat, bool own, const char *name, struct dat_text *text)
{
	char path[PATH_MAX], bytes[65536];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s/%s%s%s%s", dat->tracefs, own ? "instances/" : "",
		 own ? dat->instance : "", own ? "/" : "", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		dat_add(text, bytes, got);
	close(fd);
	return got < 0 || text->failed ? -1 : 0;
}

/* How many sub-buffers of a CPU are of the last boot. */
static size_t dat_last_boot_pages(const struct dat *dat, unsigned int cpu)
{
	struct dat_text text = { 0 };
	size_t nr = 0;
	char name[64];

	snprintf(name, sizeof(name), "per_cpu/cpu%u/buffer_meta", cpu);
	if (dat_read(dat, true, name, &text)) {
		free(text.bytes);
		return SIZE_MAX;
	}
	dat_add(&text, "", 1);
	for (char *p = text.failed ? NULL : text.bytes; p && (p = strstr(p, " last-boot")); p++)
		nr++;
	free(text.bytes);
	return nr;
}

static int dat_read_pages(struct dat *dat, unsigned int cpu)
{
	size_t left = dat_last_boot_pages(dat, cpu);
	struct dat_text *pages = &dat->cpus[cpu];
	char path[PATH_MAX], *page;
	ssize_t got = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/instances/%s/per_cpu/cpu%u/trace_pipe_raw",
		 dat->tracefs, dat->instance, cpu);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return dat_error(dat, path, strerror(errno));
	page = malloc(dat->page_size);
	while (page && left-- && (got = read(fd, page, dat->page_size)) > 0) {
		memset(page + got, 0, dat->page_size - got);
		dat_add(pages, page, dat->page_size);
	}
	if (got < 0 && errno != EAGAIN)
		dat_error(dat, path, strerror(errno));
	free(page);
	close(fd);
	return !page || pages->failed ? dat_error(dat, "", "no memory") : 0;
}

static int dat_read_cpus(struct dat *dat)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	dat->cpus = calloc(DAT_CPUS, sizeof(*dat->cpus));
	if (!dat->cpus)
		return dat_error(dat, "", "no memory");
	snprintf(path, sizeof(path), "%s/instances/%s/per_cpu", dat->tracefs, dat->instance);
	dir = opendir(path);
	if (!dir)
		return dat_error(dat, path, strerror(errno));
	while (!err && (entry = readdir(dir))) {
		char *end;
		long cpu;

		if (strncmp(entry->d_name, "cpu", 3))
			continue;
		cpu = strtol(entry->d_name + 3, &end, 10);
		if (*end || end == entry->d_name + 3 || cpu < 0 || cpu >= DAT_CPUS)
			continue;
		if (cpu >= dat->nr_cpus)
			dat->nr_cpus = cpu + 1;
		err = dat_read_pages(dat, cpu);
	}
	closedir(dir);
	return err;
}

static void dat_put(struct dat *dat, uint64_t value, unsigned int bytes)
{
	/* The file has the byte order of this machine, as its pages. */
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		value <<= 64 - 8 * bytes;
	dat_add(&dat->out, &value, bytes);
}

/* Bytes that follow their size. */
static void dat_put_sized(struct dat *dat, const char *bytes, size_t len, unsigned int size_bytes)
{
	dat_put(dat, len, size_bytes);
	dat_add(&dat->out, bytes, len);
}

static int dat_put_file(struct dat *dat, const char *magic, const char *name)
{
	struct dat_text text = { 0 };
	int err = dat_read(dat, false, name, &text);

	if (err)
		dat_error(dat, name, "cannot be read");
	dat_add(&dat->out, magic, strlen(magic) + 1);
	dat_put_sized(dat, text.bytes, text.len, 8);
	free(text.bytes);
	return err;
}

static bool dat_is_ftrace(const struct dat_format *format)
{
	return !strcmp(format->system, "ftrace");
}

/* The formats of a system: all that follow the one at @from and are of the same system. */
static size_t dat_put_system(struct dat *dat, size_t from, bool name)
{
	struct dat_format *formats = dat->notes.formats;
	size_t to = from;

	while (to < dat->notes.nr_formats && !strcmp(formats[to].system, formats[from].system))
		to++;
	if (name)
		dat_add(&dat->out, formats[from].system, strlen(formats[from].system) + 1);
	dat_put(dat, to - from, 4);
	for (; from < to; from++)
		dat_put_sized(dat, formats[from].text, formats[from].len, 8);
	return to;
}

static void dat_put_formats(struct dat *dat)
{
	const struct dat_format *formats = dat->notes.formats;
	size_t i, systems = 0, nr = dat->notes.nr_formats, ftrace = nr;

	for (i = 0; i < nr; i++) {
		if (i && !strcmp(formats[i].system, formats[i - 1].system))
			continue;
		if (dat_is_ftrace(&formats[i]))
			ftrace = i;
		else
			systems++;
	}
	if (ftrace < nr)
		dat_put_system(dat, ftrace, false);
	else
		dat_put(dat, 0, 4);
	dat_put(dat, systems, 4);
	for (i = 0; i < nr;) {
		if (!dat_is_ftrace(&formats[i])) {
			i = dat_put_system(dat, i, true);
			continue;
		}
		i++;
	}
}

static void dat_put_option(struct dat *dat, unsigned int id, const struct dat_text *text)
{
	dat_put(dat, id, 2);
	dat_put(dat, text->len + 1, 4);
	dat_add(&dat->out, text->bytes, text->len);
	dat_put(dat, 0, 1);
}

/* The place of the pages of each CPU, and the pages. */
static void dat_put_pages(struct dat *dat)
{
	size_t at = dat->out.len + 10 + dat->nr_cpus * 16;
	unsigned int cpu;

	at = (at + dat->page_size - 1) / dat->page_size * dat->page_size;
	dat_add(&dat->out, "flyrecord", 10);
	for (cpu = 0; cpu < dat->nr_cpus; cpu++) {
		dat_put(dat, at, 8);
		dat_put(dat, dat->cpus[cpu].len, 8);
		at += dat->cpus[cpu].len;
	}
	while (dat->out.len % dat->page_size && !dat->out.failed)
		dat_put(dat, 0, 1);
	for (cpu = 0; cpu < dat->nr_cpus; cpu++)
		dat_add(&dat->out, dat->cpus[cpu].bytes, dat->cpus[cpu].len);
}

static int dat_make(struct dat *dat)
{
	struct dat_text clock = { 0 };

	dat_add(&dat->out, "\027\010\104tracing6", 12);
	dat_put(dat, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 1);
	dat_put(dat, sizeof(long), 1);
	dat_put(dat, dat->page_size, 4);
	if (dat_put_file(dat, "header_page", "events/header_page") ||
	    dat_put_file(dat, "header_event", "events/header_event"))
		return -1;
	dat_put_formats(dat);
	dat_put_sized(dat, dat->notes.symbols.bytes, dat->notes.symbols.len, 4);
	dat_put_sized(dat, dat->notes.strings.bytes, dat->notes.strings.len, 4);
	dat_put_sized(dat, dat->notes.tasks.bytes, dat->notes.tasks.len, 8);
	dat_put(dat, dat->nr_cpus, 4);
	dat_add(&dat->out, "options  ", 10);
	if (!dat_read(dat, true, "trace_clock", &clock))
		dat_put_option(dat, DAT_OPTION_CLOCK, &clock);
	free(clock.bytes);
	if (dat->notes.kernel.len)
		dat_put_option(dat, DAT_OPTION_UNAME, &dat->notes.kernel);
	dat_put(dat, 0, 2);
	dat_put_pages(dat);
	return dat->out.failed ? dat_error(dat, "", "no memory") : 0;
}

static int dat_write(struct dat *dat, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(dat->out.bytes, 1, dat->out.len, file) != dat->out.len) {
		dat_error(dat, path, strerror(errno));
		if (file)
			fclose(file);
		return -1;
	}
	return fclose(file) ? dat_error(dat, path, strerror(errno)) : 0;
}

static int dat_convert(struct dat *dat, const char *path, struct dat_text *text)
{
	if (dat_read(dat, true, "last_boot_notes", text))
		return dat_error(dat, "last_boot_notes", "cannot be read");
	if (text->len >= 9 && !memcmp(text->bytes, "# Current", 9))
		return dat_error(dat, "", "holds no records of the last boot");
	if (!text->len || dat_notes_read(&dat->notes, text->bytes, text->len))
		return dat_error(dat, "", "no memory");
	if (!dat->notes.nr_formats)
		return dat_error(dat, "last_boot_notes", "has no formats of events");
	if (dat_read_cpus(dat) || dat_make(dat))
		return -1;
	return dat_write(dat, path);
}

static int dat_usage(void)
{
	fputs("usage: trace-view dat --live=INSTANCE --output FILE\n", stderr);
	return 1;
}

int dat_main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "live", required_argument, NULL, 'l' },
		{ "tracefs", required_argument, NULL, 't' },
		{ "quiet", no_argument, NULL, 'q' },
		{ }
	};
	struct dat dat = { .page_size = sysconf(_SC_PAGESIZE) };
	struct dat_text text = { 0 };
	const char *path = NULL;
	int option, err;

	while ((option = getopt_long(argc, argv, "o:q", options, NULL)) >= 0) {
		if (option == 'o')
			path = optarg;
		else if (option == 'l')
			dat.instance = optarg;
		else if (option == 't')
			dat.tracefs = optarg;
		else if (option != 'q')
			return dat_usage();
	}
	if (!path || !dat.instance || !*dat.instance || strchr(dat.instance, '/') || optind < argc)
		return dat_usage();
	if (!dat.tracefs)
		dat.tracefs = tracefs_tracing_dir() ?: "/sys/kernel/tracing";
	err = dat_convert(&dat, path, &text);
	for (unsigned int cpu = 0; cpu < dat.nr_cpus; cpu++)
		free(dat.cpus[cpu].bytes);
	free(dat.cpus);
	dat_notes_free(&dat.notes);
	free(dat.out.bytes);
	free(text.bytes);
	return err ? 1 : 0;
}
