// SPDX-License-Identifier: GPL-2.0
/*
 * Definition of the tracepoints that irq.c and preempt.c fire.
 */

#define CREATE_TRACE_POINTS
#include <trace/events/preemptirq.h>
