/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A shim for bpf_trace.c of the base, which includes the private header of the old layout
 * by this name, for what it asks of probe events. Other files do not include it.
 */
#ifndef _TRACE_PROBE_SHIM_H
#define _TRACE_PROBE_SHIM_H

#include "dynevent/bpf.h"

#endif /* _TRACE_PROBE_SHIM_H */
