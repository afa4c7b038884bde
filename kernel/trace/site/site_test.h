/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_SITE_TEST_H
#define _KERNEL_TRACE_SITE_TEST_H

int site_test_plain(int x);
int site_test_other(int x);
int site_test_patched(int x);

void site_test_direct(void);
extern unsigned long site_test_direct_hits;

#endif /* _KERNEL_TRACE_SITE_TEST_H */
