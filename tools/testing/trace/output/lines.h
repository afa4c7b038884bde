/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the programs that print lines: the reader, the comparison with what is expected,
 * and the stand-ins for iter.c.
 */
#ifndef OUTPUT_LINES_H
#define OUTPUT_LINES_H

#include "internal.h"

static const struct tracer lines_tracer;
static struct trace_array lines_tr = { .tracer = &lines_tracer, .time_start = 5000 };
static struct trace_seq lines_tmp;
static struct output_reader lines_reader;
static struct trace_iterator *const iter = &lines_reader.iter;
static u64 lines_delay;
static int tests, failed, wrong;

#define DEFAULTS							\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(CONTEXT_INFO) |	\
	 INSTANCE_OPT(IRQ_INFO) | INSTANCE_OPT(ANNOTATE) |		\
	 INSTANCE_OPT(PRINTK) | INSTANCE_OPT(HASH_PTR))
#define BARE	(DEFAULTS & ~INSTANCE_OPT(CONTEXT_INFO))
#define NS	TRACE_FILE_TIME_IN_NS

/* Functions of iter.c */

bool output_next_ts(struct output_reader *r, u64 *ts)
{
	*ts = r->iter.ts + lines_delay;
	return true;
}

unsigned long output_skipped(struct trace_iterator *iter, int cpu)
{
	return cpu == 9;
}

static void report(const char *what)
{
	printf("%sok %d %s\n", wrong ? "not " : "", ++tests, what);
	failed += wrong;
	wrong = 0;
}

static void expect(const char *got, const char *want)
{
	if (!strcmp(got, want))
		return;
	if (wrong++ < 10)
		printf("# got  \"%s\"\n# want \"%s\"\n", got, want);
}

static void line(void *rec, int size, u64 options, unsigned long flags, const char *want)
{
	lines_tr.options = options;
	expect(host_line(iter, rec, size, flags), want);
}

/* Everything is printed without caches, and with them. */
static int lines_main(void (*all)(void))
{
	host_init();
	lines_reader.round = 1;
	iter->tr = &lines_tr;
	iter->trace = &lines_tracer;
	iter->tmp_seq = &lines_tmp;
	host_image[0] = 0x1000;
	host_image[1] = 0x2000;
	all();
	lines_reader.cache = calloc(1, sizeof(*lines_reader.cache));
	all();
	free(lines_reader.cache);
	output_symbols_free(&lines_reader);
	free(iter->fmt);
	return failed ? 1 : 0;
}

#endif /* OUTPUT_LINES_H */
