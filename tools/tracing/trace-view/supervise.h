/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Convert in a process of its own: libtracecmd trusts what it reads, and dies of some files.
 */
#ifndef TRACE_VIEW_SUPERVISE_H
#define TRACE_VIEW_SUPERVISE_H

#include "source.h"

/* AddressSanitizer reserves terabytes. */
#ifdef __SANITIZE_ADDRESS__
#define SUPERVISE_MEMORY	RLIM_INFINITY
#else
#define SUPERVISE_MEMORY	(4UL << 30)
#endif

/**
 * struct supervise - a conversion
 * @inputs: as many as @nr_inputs
 * @nr_inputs: of them
 * @path: of the output; NULL for standard output
 * @quiet: show no progress
 * @live: an input is live: SIGINT ends the reading, not the process
 * @convert: do it: the exit status, 0, 1 or 2. It sets *@opened when the output was opened
 * @arg: argument of @convert
 */
struct supervise {
	const struct view_input *inputs;
	unsigned int nr_inputs;
	const char *path;
	bool quiet;
	bool live;
	int (*convert)(void *arg, const struct view_limit *limits, unsigned int nr_limits,
		       struct view_progress *progress, bool *opened);
	void *arg;
};

/**
 * supervise() - convert in a child process, again if a library died there
 * @what: the conversion
 *
 * A file that is incomplete as the conversion failed is removed.
 *
 * Return: the exit status.
 */
int supervise(const struct supervise *what);

#endif /* TRACE_VIEW_SUPERVISE_H */
