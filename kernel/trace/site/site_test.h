/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_SITE_TEST_H
#define _KERNEL_TRACE_SITE_TEST_H

#include <linux/types.h>

int site_test_plain(int x);
int site_test_other(int x);
int site_test_patched(int x);
int site_test_outer(int x);
int site_test_tail(int x);
int site_test_deep(int x);
void site_test_wait(bool done[2]);

/* Addresses on the stack, the newest first. */
struct site_test_walk {
	unsigned int	count;
	unsigned long	ip[32];
};

void site_test_walker(struct site_test_walk *walk);

void site_test_direct(void);
extern unsigned long site_test_direct_hits;

#endif /* _KERNEL_TRACE_SITE_TEST_H */
