/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers that files of the kernel show, and addresses of its symbols. */
#ifndef _TOOLS_TRACE_GUEST_NUMBER_H
#define _TOOLS_TRACE_GUEST_NUMBER_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number behind @prefix, with which a file begins, or -1. */
static inline long number_after(const char *path, const char *prefix)
{
	char text[64] = "";
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (fd < 0)
		return -1;
	got = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (got <= 0 || strncmp(text, prefix, strlen(prefix)))
		return -1;
	return strtol(text + strlen(prefix), NULL, 10);
}

/* The number in a file, or -1. */
static inline long number_in(const char *path)
{
	return number_after(path, "");
}

/* The address of a symbol, or 0. */
static inline unsigned long address_of(const char *function)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	unsigned long address;
	char name[256];

	while (f && fscanf(f, "%lx %*c %255s%*[^\n]", &address, name) == 2)
		if (!strcmp(name, function)) {
			fclose(f);
			return address;
		}
	return 0;
}

#endif /* _TOOLS_TRACE_GUEST_NUMBER_H */
