/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state that the tests work on: events with every kind of field, one of them of
 * a module, and control files that commands are written to.
 */
#ifndef _TOOLS_TRACE_COMMAND_WORLD_H
#define _TOOLS_TRACE_COMMAND_WORLD_H

#include "../../../../kernel/trace/lib/lib.h"
#include "../../../../kernel/trace/event/event.h"
#include "../../../../kernel/trace/instance/instance.h"
#include "../../../../kernel/trace/filter/filter.h"
#include "../../../../kernel/trace/ftrace/ftrace.h"

struct world_file {
	char		letter;		/* "L:" at the start of a line for this file */
	const char	*name;
	int (*write)(char *text);
	bool		lines;		/* a line that fails changes nothing */
	bool		enables;	/* all events are enabled after the last line */
	bool		silent;		/* a lack of memory is a message, not an error */
};

extern const struct world_file world_files[];

/*
 * Execute the lines of @text: "L:COMMAND" is written to the file with the letter L,
 * all others to @file; in each of them the allocation number @fail fails, unless
 * @fail is 0. An error that is detected ends the program. Return: true if an
 * allocation has failed.
 */
bool world_run(const struct world_file *file, const char *text, size_t len,
	       unsigned int fail);

/*
 * If set: called after each line, with the error of its write or 0, and with the text
 * of each record of a synthetic event; @file is NULL then.
 */
extern void (*world_ran)(const struct world_file *file, const char *text, size_t len,
			 int ret);

#define WORLD_SHOW_HIST		1	/* histograms and counters as well */
#define WORLD_SHOW_UNUSED	2	/* event files that are not in use in full */

/* Print the state that the control files show; @what: WORLD_SHOW_* */
void world_show(struct seq_file *m, unsigned int what);

/* Allocate what stays allocated: to be called before the first session. */
void world_warm_up(void);

/* Restore the initial state. */
void world_reset(void);

const struct world_file *world_file(const char *name);

/* Execute a function command. */
int world_function(char *text);

/* A function probe. */
struct world_probe {
	struct list_head			list;
	const struct ftrace_func_probe_kind	*kind;
	void					*owner;
	void					*data;
	bool					counted;
	long					count;
};

extern struct list_head world_probes;
void world_probe_free(struct world_probe *probe);

/* Users of records of command names and thread groups. */
extern int world_comm[3];

/* The state of the instance. */
extern bool world_on;
extern unsigned int world_armed;

/* What triggers and function probes did, and the context of the last stack trace. */
extern struct world_effects {
	unsigned int	snapshots;
	unsigned int	stacks;
	int		skip;		/* frames to skip, or -1 for an address */
	unsigned long	ip;
	unsigned int	dumps;
	unsigned int	dumps_here;	/* of the current CPU only */
} world_effects;

/* The inode of each file of dynamic events. */
extern struct inode world_inode;

struct instance_control *world_control(const char *name);

/* Memory that event probes read; NULL for none. */
void world_probe_record(const void *rec, size_t size);

/* Hit each kprobe that is enabled. */
void world_probe_hit(void);

/* hooks.c */
void world_hooks_hit(struct pt_regs *regs);
void world_hooks_check_unloaded(void);

/* Load or unload the module "gone". */
void world_module_load(bool load);

/* Hit each function probe. */
void world_function_hit(void);

/* Fire the events several times, with different contents. */
void world_fire(void);

#endif /* _TOOLS_TRACE_COMMAND_WORLD_H */
