// SPDX-License-Identifier: GPL-2.0
/*
 * Write messages to trace_marker before and after a printf().
 *
 * tracing_on and trace_marker are opened before recording starts, so that the records
 * between the two messages are caused by printf() only.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const places[] = {
	"/sys/kernel/tracing",
	"/sys/kernel/debug/tracing",
};

/* Open a control file for writing wherever tracefs is mounted. */
static int open_control(const char *name)
{
	char path[256];
	size_t i;
	int fd;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", places[i], name);
		fd = open(path, O_WRONLY);
		if (fd >= 0)
			return fd;
	}
	err(EXIT_FAILURE, "%s: is tracefs mounted, and are you root?", name);
}

static void say(int fd, const char *text)
{
	if (write(fd, text, strlen(text)) < 0)
		err(EXIT_FAILURE, "write \"%s\"", text);
}

int main(void)
{
	int tracing_on = open_control("tracing_on");
	int marker = open_control("trace_marker");

	/* With line buffering, one printf() is one write(2). */
	setvbuf(stdout, NULL, _IOLBF, 0);

	say(tracing_on, "1");
	say(marker, "Before printf");
	printf("Hello from user space\n");
	say(marker, "After printf");
	say(tracing_on, "0");

	close(marker);
	close(tracing_on);
	return EXIT_SUCCESS;
}
