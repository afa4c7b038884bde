/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The program failnth: see failnth.c. The sources are compiled as one file, because a
 * guest's program is one source.
 */
#ifndef FAILNTH_H
#define FAILNTH_H

#define FAILNTH_FIELDS	16
#define FAILNTH_ROWS	4000
#define FAILNTH_FILES	1000

/* One operation: a row of the table in which all patterns are expanded. */
struct row {
	const char *kind;
	char *file;		/* the file or object, or NULL */
	char *text;		/* what is written, the options, or NULL */
	char *before[FAILNTH_FIELDS];	/* commands that prepare the operation */
	char *each[FAILNTH_FIELDS];	/* the same, before each attempt */
	char *undo[FAILNTH_FIELDS];	/* commands that undo it if it succeeded */
	char *after[FAILNTH_FIELDS];	/* commands that undo @before */
	char *fails;		/* names of errors that are returned without a failure */
	char *errors;		/* names of further errors that may be returned */
	char *partial;		/* why a failure may leave a changed state, or NULL */
	char *tolerates;	/* why a failure is not reported, or NULL */
	int changes;		/* what is read may differ from one time to the next */
	int data;		/* number of the data that is written: see op_raw() */
};

/* The whole of a file, or the errno of the failure. */
struct blob {
	char *data;
	int size;
	int error;
};

/* The contents of the files that make up the state, or of some of them. */
struct state {
	struct blob blobs[FAILNTH_FILES];
	char read[FAILNTH_FILES];	/* whether the blob was read */
};

#endif
