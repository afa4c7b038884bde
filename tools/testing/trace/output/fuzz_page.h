/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A page of a ring buffer, walked by the code of kernel/trace/ring, which is compiled
 * with the stand-ins of the suite for that code.
 */
#ifndef _TOOLS_TRACE_OUTPUT_FUZZ_PAGE_H
#define _TOOLS_TRACE_OUTPUT_FUZZ_PAGE_H

typedef void (*page_record_fn)(const void *rec, unsigned int size,
			       unsigned long long ts, void *data);

/* Call @fn for each record of a page with @size bytes of records. */
void page_walk(const void *records, unsigned int size, page_record_fn fn, void *data);

#endif /* _TOOLS_TRACE_OUTPUT_FUZZ_PAGE_H */
