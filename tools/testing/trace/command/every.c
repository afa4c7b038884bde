// SPDX-License-Identifier: GPL-2.0
/*
 * Run sessions of commands, with the first allocation of every line failing, then
 * with the second one, and so on until no allocation fails: a line that fails must
 * change nothing, and no memory may leak.
 *
 * usage: every FILE: a line "@@ NAME" begins a session for the file NAME
 */
#include "world.h"

static void every_session(const char *name, const char *text, size_t len)
{
	const struct world_file *file = world_file(name);
	long allocs = host_allocs;
	unsigned int fail = 0;
	bool failed;

	if (!file) {
		printf("no such file: %s\n", name);
		exit(1);
	}
	do {
		failed = world_run(file, text, len, fail);
		world_reset();
		if (host_allocs != allocs) {
			printf("%ld allocations leaked (failing number %u): %.*s\n",
			       host_allocs - allocs, fail, (int)len, text);
			exit(1);
		}
	} while (!fail++ || failed);
	printf("%s: %u allocations\n", name, fail - 2);
}

int main(int argc, char **argv)
{
	static char text[1 << 16], name[64];
	FILE *in = fopen(argv[argc - 1], "r");
	char *line, *begin = NULL;
	size_t len;

	assert(in);
	len = fread(text, 1, sizeof(text) - 1, in);
	text[len] = '\0';
	for (line = text; line && *line; line = strchr(line, '\n'), line += !!line) {
		if (strncmp(line, "@@ ", 3))
			continue;
		if (begin)
			every_session(name, begin, line - begin);
		assert(sscanf(line + 3, "%63s", name) == 1);
		begin = strchr(line, '\n') + 1;
	}
	if (begin)
		every_session(name, begin, strlen(begin));
	fclose(in);
	return 0;
}
