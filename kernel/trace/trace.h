/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A shim for rv/ and bpf_trace.c of the base, which include the private header of the old
 * layout by this name: rv/ for the modes of files, bpf_trace.c for
 * ftrace_lookup_symbols(). Other files do not include it.
 */
#ifndef _TRACE_SHIM_H
#define _TRACE_SHIM_H

#include <linux/trace_events.h>

#include "ftrace/ftrace.h"

#define TRACE_MODE_WRITE	0640
#define TRACE_MODE_READ		0440

/**
 * rv_init_interface - create the directory rv/ and its files, in rv.c
 *
 * Context: boot, fs_initcall().
 * Return: 0, or 1 if a file could not be created.
 */
int rv_init_interface(void);

#endif /* _TRACE_SHIM_H */
