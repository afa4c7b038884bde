/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One record, four events whose print functions do what those of real events do, and
 * a reader that prints the record.
 */
#ifndef _TOOLS_TRACE_OUTPUT_RECORD_H
#define _TOOLS_TRACE_OUTPUT_RECORD_H

#include "internal.h"

#define DEFAULTS							\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(CONTEXT_INFO) |	\
	 INSTANCE_OPT(IRQ_INFO) | INSTANCE_OPT(ANNOTATE) |		\
	 INSTANCE_OPT(PRINTK) | INSTANCE_OPT(HASH_PTR))

/*
 * Distance in bytes by which the kernel image moved since the records were written.
 */
#define MOVE	0x7000L

extern struct trace_array host_tr;
extern struct output_reader host_reader;
extern struct trace_iterator *const iter;

/* A string of the kernel image. */
extern const char * const moved_image;

/**
 * struct record_how - how a record is printed
 * @options: options of the instance, combined with DEFAULTS by exclusive or
 * @ts: time of the record
 * @lost: number of lost records before it
 * @filled: bytes in use of the sequence before the line
 * @cpu: CPU of the record
 * @flags: flags of the iterator
 * @boot: bit 0: the record is of the last boot; bit 1: the kernel has moved since
 *	then; bit 2: events have been registered since the last record
 */
struct record_how {
	u64	options;
	u64	ts;
	u32	lost;
	u16	filled;
	u16	cpu;
	u8	flags;
	u8	boot;
	u8	unused[6];
};

void record_init(void);
void record_print(const struct record_how *how, const void *rec, unsigned int size);
void record_free(void);

/* The start of a fuzzer's input is a struct record_how: false if it is too short. */
bool record_input(struct record_how *how, const u8 *data, size_t size);

#endif /* _TOOLS_TRACE_OUTPUT_RECORD_H */
