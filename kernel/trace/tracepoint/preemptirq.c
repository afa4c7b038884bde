// SPDX-License-Identifier: GPL-2.0
/*
 * The tracepoints of the two hooks beside this file.
 */

#define CREATE_TRACE_POINTS
#include <trace/events/preemptirq.h>
