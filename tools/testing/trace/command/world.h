/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A world with two events of every kind of field, one of a module, and files that
 * commands are written to.
 */
#ifndef _TOOLS_TRACE_COMMAND_WORLD_H
#define _TOOLS_TRACE_COMMAND_WORLD_H

#include "../../../../kernel/trace/lib/lib.h"
#include "../../../../kernel/trace/event/event.h"
#include "../../../../kernel/trace/instance/instance.h"
#include "../../../../kernel/trace/filter/filter.h"

struct world_file {
	char		letter;		/* of a line that is for this file */
	const char	*name;
	int (*write)(char *text);
	bool		lines;		/* a line that is refused changes nothing */
};

extern const struct world_file world_files[];

/*
 * Do what the lines of @text say: "L:COMMAND" is written to the file with the
 * letter L, all others to @file; each with the @fail'th allocation failing, if it
 * is not 0. What is found wrong ends the program. True: an allocation failed.
 */
bool world_run(const struct world_file *file, const char *text, size_t len,
	       unsigned int fail);

/* All that there is, is as it was at first. */
void world_reset(void);

const struct world_file *world_file(const char *name);

/* The file's registry of function commands: the host's site/. */
int world_function(char *text);

#endif /* _TOOLS_TRACE_COMMAND_WORLD_H */
