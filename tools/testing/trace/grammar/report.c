// SPDX-License-Identifier: GPL-2.0
/* What was done, and whether the syntax files know each control file. */
#include "grammar.h"

static int count_compare(const void *a, const void *b)
{
	return strcmp(((struct count *)a)->kind, ((struct count *)b)->kind);
}

/* The counts of all processes, by kind. */
static void print_counts(unsigned int processes)
{
	static struct count all[COUNTS];
	uint64_t total = 0, valid[2] = { 0 }, mutated[2] = { 0 };
	unsigned int nr = 0, i, j, k;

	for (i = 0; i < processes; i++) {
		struct worker *worker = &shared->workers[i];

		total += worker->ops;
		printf("# process %u: %llu operations\n", i, (unsigned long long)worker->ops);
		for (j = 0; j < worker->nr_counts; j++) {
			struct count *from = &worker->counts[j];

			for (k = 0; k < nr && strcmp(all[k].kind, from->kind); k++)
				;
			if (k == COUNTS)
				continue;
			if (k == nr)
				memcpy(all[nr++].kind, from->kind, sizeof(from->kind));
			all[k].done[0][0] += from->done[0][0];
			all[k].done[0][1] += from->done[0][1];
			all[k].done[1][0] += from->done[1][0];
			all[k].done[1][1] += from->done[1][1];
		}
	}
	qsort(all, nr, sizeof(*all), count_compare);
	printf("# %-36s %8s %8s %8s %8s\n", "kind", "accepted", "refused", "mutants:",
	       "refused");
	for (i = 0; i < nr; i++) {
		printf("# %-36s %8llu %8llu %8llu %8llu\n", all[i].kind,
		       (unsigned long long)all[i].done[0][1],
		       (unsigned long long)all[i].done[0][0],
		       (unsigned long long)all[i].done[1][1],
		       (unsigned long long)all[i].done[1][0]);
		if (strncmp(all[i].kind, "write", 5))
			continue;
		valid[0] += all[i].done[0][0];
		valid[1] += all[i].done[0][1];
		mutated[0] += all[i].done[1][0];
		mutated[1] += all[i].done[1][1];
	}
	printf("# operations: %llu; commands accepted: %llu of %llu, of mutants: %llu of %llu\n",
	       (unsigned long long)total, (unsigned long long)valid[1],
	       (unsigned long long)(valid[0] + valid[1]), (unsigned long long)mutated[1],
	       (unsigned long long)(mutated[0] + mutated[1]));
}

/* A path of a line "file" as a pattern: its classes stand for any name of a directory. */
static void check_pattern(const char *path, char *pattern, size_t size)
{
	static const struct {
		const char *class, *pattern;
	} known[] = {
		{ "EVENT", "*/*" }, { "SYSTEM", "*" }, { "CPU", "cpu*" }, { "OPTION", "*" },
	};
	size_t i, len = 0;

	while (*path && len + 4 < size) {
		for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
			if (!strncmp(path, known[i].class, strlen(known[i].class)))
				break;
		}
		if (i < sizeof(known) / sizeof(*known)) {
			len += sprintf(pattern + len, "%s", known[i].pattern);
			path += strlen(known[i].class);
		} else {
			pattern[len++] = *path++;
		}
	}
	pattern[len] = '\0';
}

static bool check_one(const char *path, bool instance)
{
	const struct control_file *file;

	for (file = control_files; file; file = file->next) {
		if ((file->each || !instance) && !fnmatch(file->pattern, path, FNM_PATHNAME))
			return true;
	}
	return false;
}

static unsigned int check_number;

/* Check the files below a directory; files in instances/NAME are those of an instance. */
static unsigned int check_directory(const char *dir, unsigned int base, bool instance)
{
	unsigned int missing = 0;
	struct dirent **names;
	char path[600];
	int i, count = scandir(*dir ? dir : ".", &names, parse_not_hidden, alphasort);

	for (i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "", names[i]->d_name);
		if (names[i]->d_type == DT_DIR && !strcmp(dir, "instances")) {
			missing += check_directory(path, strlen(path) + 1, true);
		} else if (names[i]->d_type == DT_DIR) {
			missing += check_directory(path, base, instance);
		} else if (!check_one(path + base, instance)) {
			printf("# no syntax for %s\n", path);
			missing++;
		} else {
			check_number++;
		}
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	return missing;
}

static bool check_files(void)
{
	struct control_file *file;
	unsigned int missing;

	for (file = control_files; file; file = file->next)
		check_pattern(file->path, file->pattern, sizeof(file->pattern));
	missing = check_directory("", 0, false);
	printf("# files with a syntax: %u, without: %u\n", check_number, missing);
	return missing || !check_number;
}
