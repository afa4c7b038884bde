/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A shim for blktrace.c of the base, which looks for the old layout's private
 * header here. Rooms don't include it.
 */
#ifndef _TRACE_OUTPUT_SHIM_H
#define _TRACE_OUTPUT_SHIM_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#endif /* _TRACE_OUTPUT_SHIM_H */
