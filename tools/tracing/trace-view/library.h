/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What libtracecmd 3.1 exports, and trace-cmd itself uses, but its header does not declare.
 */
#ifndef TRACE_VIEW_LIBRARY_H
#define TRACE_VIEW_LIBRARY_H

struct tracecmd_input;

int tracecmd_cpus(struct tracecmd_input *handle);
const char *tracecmd_get_cpustats(struct tracecmd_input *handle);
const char *tracecmd_get_trace_clock(struct tracecmd_input *handle);

#endif /* TRACE_VIEW_LIBRARY_H */
