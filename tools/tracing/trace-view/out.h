/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffered output: an error is remembered and reported once, when the output is closed.
 */
#ifndef TRACE_VIEW_OUT_H
#define TRACE_VIEW_OUT_H

#include "sizes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct out {
	int fd;
	int error;		/* errno of the first failure, 0 */
	size_t used;
	uint64_t written;	/* bytes handed to the kernel */
	const char *name;	/* for messages */
	char *buf;		/* sizes.out bytes */
};

/**
 * out_open() - create a file, or use standard output for NULL
 * @out: is filled in
 * @path: of the file
 *
 * Return: 0, or -1: the reason was reported on stderr.
 */
int out_open(struct out *out, const char *path);

/**
 * out_close() - write what is buffered and close
 * @out: from out_open()
 *
 * Return: 0, or -1 if any byte could not be written: the reason was reported.
 */
int out_close(struct out *out);

/**
 * out_space() - bytes to write into directly, then out_used()
 * @out: from out_open()
 * @len: at most sizes.out
 *
 * Return: @len bytes.
 */
char *out_space(struct out *out, size_t len);

static inline void out_used(struct out *out, size_t len)
{
	out->used += len;
}

/* What out_bytes() does if the bytes do not fit behind what is buffered. */
void out_bytes_slow(struct out *out, const void *bytes, size_t len);

static inline void out_bytes(struct out *out, const void *bytes, size_t len)
{
	if (len > sizes.out - out->used) {
		out_bytes_slow(out, bytes, len);
		return;
	}
	if (len)
		memcpy(out->buf + out->used, bytes, len);
	out->used += len;
}

static inline void out_str(struct out *out, const char *str)
{
	out_bytes(out, str, strlen(str));
}

static inline void out_char(struct out *out, char c)
{
	*out_space(out, 1) = c;
	out_used(out, 1);
}

void out_dec(struct out *out, uint64_t value);
void out_sdec(struct out *out, int64_t value);
void out_hex(struct out *out, uint64_t value);

/* Nanoseconds as microseconds with three decimals, the unit of Chrome's format. */
void out_usecs(struct out *out, uint64_t ns);

/**
 * out_json() - a JSON string, quotes included
 * @out: from out_open()
 * @str: any bytes: what is no UTF-8 becomes U+FFFD
 * @len: bytes
 */
void out_json(struct out *out, const char *str, size_t len);

#endif /* TRACE_VIEW_OUT_H */
