/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data of the grammar fuzzer.
 *
 * A syntax file consists of productions "name = items | items". An item is "text", the
 * name of a production, the name of a class in upper case, or a group in parentheses; ?, *
 * and + after it have their usual meaning. A number and a colon before an alternative are
 * its weight. Classes are filled in from the running kernel: see classes.c. The production
 * "op" is the start: its text is a line that describes one operation, which files.c,
 * slots.c and perf.c execute. So the text of the lines is a complete record of a run.
 *
 * A line "file PLACE WEIGHT MODES START PATH..." describes control files. PLACE is "global"
 * or "each" (each instance has the file), WEIGHT is the share of these files among the
 * commands, MODES has one letter for each way to open them (w: write, t: truncate, a:
 * append, -: the file is only read), and START is the production of what is written.
 */
#ifndef GRAMMAR_H
#define GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_MAX	8192	/* bytes of a line */
#define DEPTH_MAX	24	/* nested productions before the shortest alternative is taken */
#define PROCESSES_MAX	8	/* a mark has three bits for the process */
#define SLOTS		12	/* open files of a process */
#define MAPS		4	/* mappings of a process */
#define RECENT		16	/* commands that a process remembers in order to combine them */

/* Text of known length, which may contain zero bytes. */
struct text {
	size_t len;
	char s[TEXT_MAX + 1];
};

enum item_kind {
	ITEM_TEXT,
	ITEM_RULE,
	ITEM_CLASS,
	ITEM_GROUP,
};

struct item {
	enum item_kind kind;
	char repeat;		/* 0, '?', '*' or '+' */
	char *name;		/* text, or the name of a rule or class */
	struct rule *rule;	/* ITEM_RULE and ITEM_GROUP */
	void (*fill)(struct text *out);	/* ITEM_CLASS */
	struct item *next;
};

struct alternative {
	unsigned int weight;
	struct item *items;
	struct alternative *next;
};

struct rule {
	char *name;
	unsigned int weight;	/* sum of the weights of the alternatives */
	struct alternative *alternatives;
	struct rule *next;
};

/* What one line "file" says of one path. */
struct control_file {
	bool each;
	unsigned int weight;
	char *modes;
	char *start;
	char *path;
	char pattern[96];	/* the path for fnmatch(3): see report.c */
	struct rule *rule;
	struct rule *path_rule;
	struct control_file *next;
};

/* Numbers of operations by their verb and file. */
struct count {
	char kind[48];
	uint64_t done[2][2];	/* [mutated][accepted] */
};

#define COUNTS		256

/* The part of the shared memory that one process writes. */
struct worker {
	volatile uint64_t ops;		/* operations begun */
	volatile uint64_t since;	/* when the current one began, in ms; 0: none */
	volatile int pid;
	char line[512];			/* its beginning */
	unsigned int nr_counts;
	struct count counts[COUNTS];
};

struct shared {
	volatile int stop;
	struct worker workers[PROCESSES_MAX];
};

#endif /* GRAMMAR_H */
