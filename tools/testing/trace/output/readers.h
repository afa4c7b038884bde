/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring buffers and the instance that the tests of readers work on.
 */
#ifndef _TOOLS_TRACE_OUTPUT_READERS_H
#define _TOOLS_TRACE_OUTPUT_READERS_H

#include "internal.h"

#define CPUS	4

extern struct trace_buffer ring;
extern struct trace_array tr;
extern const struct tracer plain;	/* without functions */
extern int wrong;			/* failures of the current test */

#define check(what)							\
	do {								\
		if (!(what) && wrong++ < 10)				\
			printf("# line %d: %s\n", __LINE__, #what);	\
	} while (0)

/* Empty ring buffers, and the instance as it is at boot. */
void world_reset(void);

/* Write a record of a function with the address @ts. */
struct ring_buffer_event *ring_write(struct trace_buffer *to, int cpu, u64 ts);

/* reads.c */
void reads_fill(bool consume);
void reads_started(void);
void reads_full(bool consume);
void reads_too_long(bool consume);
void reads_incomplete(bool consume);
void reads_dump(void);
void reads_text(void);

#endif /* _TOOLS_TRACE_OUTPUT_READERS_H */
