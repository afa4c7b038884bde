// SPDX-License-Identifier: GPL-2.0
/*
 * reuse ID: create and remove synthetic events until the next event will get the type
 * number ID, which belonged to a removed event.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "number.h"

#define BATCH	100
#define NUMBERS	65536

static void fail(const char *what)
{
	fprintf(stderr, "reuse: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int event_id(int number)
{
	char path[64];
	int id;

	snprintf(path, sizeof(path), "events/synthetic/s%d/id", number);
	id = number_in(path);
	if (id < 0)
		fail(path);
	return id;
}

static void events_make(int count)
{
	char text[BATCH * 12];
	int fd, i, len = 0;

	fd = open("synthetic_events", O_WRONLY | O_APPEND);
	for (i = 0; i < count; i++)
		len += sprintf(text + len, "s%d int a\n", i);
	if (fd < 0 || write(fd, text, len) != len)
		fail("synthetic_events");
	close(fd);
}

static void events_remove(void)
{
	int fd = open("synthetic_events", O_WRONLY | O_TRUNC);

	if (fd < 0)
		fail("synthetic_events");
	close(fd);
}

int main(int argc, char **argv)
{
	int want = argc > 1 ? atoi(argv[1]) : 0, last, count = 1, made = 0;

	/* Limit the size of a batch so that its last number does not pass the wanted one. */
	do {
		events_make(count);
		last = event_id(count - 1);
		events_remove();
		made += count;
		if (last < want)
			count = want - 1 - last < BATCH ? want - 1 - last : BATCH;
		else
			count = last + BATCH < NUMBERS ? BATCH : 1;
	} while (last != want - 1 && made < 200000);
	printf("# %d events made\n", made);
	return last != want - 1;
}
