/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event with fields of every type, and its records.
 */
#ifndef _TOOLS_TRACE_FILTER_EVENT_H
#define _TOOLS_TRACE_FILTER_EVENT_H

#include "internal.h"

#define HOST_SCHEDULE	0x10000UL
#define HOST_PANIC	0x20000UL
#define HOST_FUNCTION	0x40UL

#define HOST_TEXTS	4
#define HOST_TEXT	8
#define HOST_USER_TEXT	1200

/* A record with unaligned fields. */
struct host_record {
	struct trace_entry ent;
	u8		b;
	s8		sb;
	u16		h;
	s16		sh;
	u32		w;
	s32		sw;
	u64		q;
	s64		sq;
	unsigned long	fn;
	u32		array[3];
	char		text[8];
	u32		dyn;
	u32		rel;
	const char	*ptr;
	u32		mask;
	u8		pad[2];
	unsigned long	at_mask;	/* aligned */
	char		at_dyn[8];
	char		at_rel[8];
	char		tail[8];
} __packed __aligned(8);

static_assert(offsetof(struct host_record, at_mask) % 8 == 0, "alignment");

extern const struct event_field host_fields[];
extern char host_texts[HOST_TEXTS][HOST_TEXT];	/* strings in the kernel */
extern char host_user_text[HOST_USER_TEXT];	/* a string in user space */

void host_fail_at(unsigned int nth);
void host_srand(u64 seed);

/* Take the next random numbers from @size bytes; each byte is one number. */
void host_rand_from(const u8 *data, size_t size);
u64 host_rand(void);
u64 host_number(void);
void host_text(char *to, unsigned int size);
void host_fill(struct host_record *rec);

/*
 * Compare a random filter with a simple evaluator, for some random records. A difference
 * ends the program. For each 16th number @nr, each of the allocations fails in turn.
 * Return: number of records that passed.
 */
int differ(unsigned int nr, int records);
extern unsigned long prefiltered;	/* records that prefilters rejected */

#endif /* _TOOLS_TRACE_FILTER_EVENT_H */
