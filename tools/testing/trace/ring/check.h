/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the files of the program check. */
#ifndef _RING_CHECK_H
#define _RING_CHECK_H

#include "model.h"

/* Allocate a buffer of @pages sub-buffers for each CPU. */
struct trace_buffer *make(unsigned int pages, unsigned int flags);

/* Compare all records left in the ring with the model, and free both. */
void finish(struct model *m);

/* check_memory.c */
void test_sizes(void);
void test_cleared(void);
void test_zeroed(void);
void test_figures(void);

/* check_read.c */
void test_absent(void);
void test_no_reader(void);
void test_space(void);
void test_refused(void);
void test_causes(void);
void test_budget(void);
void test_budget_one(void);
void test_budget_sizes(void);
void test_budget_nested(void);
void test_budget_changes(void);
void test_budget_swap(void);
void test_started(void);
void test_passed(void);
void test_copied(void);

/* check_wait.c */
void test_woken(void);
void test_woken_full(void);
void test_polled(void);
void test_waits(void);
void test_waits_long(void);
void test_no_exchange(void);

/* check_clock.c */
void test_rescaled(void);
void test_same_scale(void);
void test_uncalibrated(void);
void test_long_base(void);

/* check_discard.c */
void test_discard_sizes(void);

#endif /* _RING_CHECK_H */
