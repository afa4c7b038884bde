// SPDX-License-Identifier: GPL-2.0
/* Buffered output, and the few forms of text that outputs write for every record. */
#include "out.h"
#include "sizes.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Digits of the largest 64 bit number. */
#define OUT_DIGITS	20

int out_open(struct out *out, const char *path)
{
	memset(out, 0, sizeof(*out));
	out->name = path ? path : "standard output";
	out->fd = STDOUT_FILENO;

	out->buf = malloc(sizes.out);
	if (!out->buf) {
		fprintf(stderr, "trace-view: %s: %s\n", out->name, strerror(ENOMEM));
		return -1;
	}

	/* A reader that went away is an error of write(), which out_close() reports. */
	signal(SIGPIPE, SIG_IGN);

	if (path) {
		out->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (out->fd < 0) {
			fprintf(stderr, "trace-view: %s: %s\n", path, strerror(errno));
			free(out->buf);
			out->buf = NULL;
			return -1;
		}
	}
	return 0;
}

/* Hand bytes to the kernel. After a failure they are dropped: the output is incomplete anyway. */
static void out_write(struct out *out, const char *bytes, size_t len)
{
	while (len && !out->error) {
		ssize_t done = write(out->fd, bytes, len);

		if (done < 0) {
			if (errno != EINTR)
				out->error = errno;
			continue;
		}
		bytes += done;
		len -= done;
		out->written += done;
	}
}

static void out_flush(struct out *out)
{
	out_write(out, out->buf, out->used);
	out->used = 0;
}

int out_close(struct out *out)
{
	if (!out->buf)
		return -1;

	out_flush(out);
	free(out->buf);
	out->buf = NULL;

	/* Standard output stays open, yet a file system may report a full disk only now. */
	if (out->fd == STDOUT_FILENO) {
		int fd = dup(out->fd);

		if (fd >= 0 && close(fd) < 0 && !out->error)
			out->error = errno;
	} else if (close(out->fd) < 0 && !out->error) {
		out->error = errno;
	}

	if (out->error) {
		fprintf(stderr, "trace-view: %s: %s\n", out->name, strerror(out->error));
		return -1;
	}
	return 0;
}

char *out_space(struct out *out, size_t len)
{
	if (len > sizes.out - out->used)
		out_flush(out);
	return out->buf + out->used;
}

void out_bytes_slow(struct out *out, const void *bytes, size_t len)
{
	out_flush(out);
	if (len >= sizes.out) {
		out_write(out, bytes, len);
		return;
	}
	memcpy(out->buf, bytes, len);
	out->used = len;
}

/* Write the digits so that they end before @end; at least @min of them. */
static char *out_digits(char *end, uint64_t value, int min)
{
	do {
		*--end = '0' + value % 10;
		value /= 10;
	} while (value || --min > 0);
	return end;
}

void out_dec(struct out *out, uint64_t value)
{
	char text[OUT_DIGITS];
	char *end = text + sizeof(text);
	char *begin = out_digits(end, value, 1);

	out_bytes(out, begin, end - begin);
}

void out_sdec(struct out *out, int64_t value)
{
	if (value < 0) {
		out_char(out, '-');
		out_dec(out, -(uint64_t)value);
	} else {
		out_dec(out, value);
	}
}

void out_hex(struct out *out, uint64_t value)
{
	char text[16];
	char *end = text + sizeof(text);
	char *begin = end;

	do {
		*--begin = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	out_bytes(out, begin, end - begin);
}

void out_usecs(struct out *out, uint64_t ns)
{
	char text[OUT_DIGITS + 1];
	char *end = text + sizeof(text);
	char *begin = end;

	/* No carry between the parts, so the digits of each can be written alone. */
	for (int i = 0; i < 3; i++) {
		*--begin = '0' + ns % 10;
		ns /= 10;
	}
	*--begin = '.';
	begin = out_digits(begin, ns, 1);
	out_bytes(out, begin, end - begin);
}

static void out_escape(struct out *out, unsigned char c)
{
	static const char *const shorts[] = {
		['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n", ['\f'] = "\\f", ['\r'] = "\\r",
		['"'] = "\\\"", ['\\'] = "\\\\",
	};

	if (c < sizeof(shorts) / sizeof(shorts[0]) && shorts[c]) {
		out_bytes(out, shorts[c], 2);
	} else {
		out_bytes(out, "\\u00", 4);
		out_char(out, "0123456789abcdef"[c >> 4]);
		out_char(out, "0123456789abcdef"[c & 15]);
	}
}

/* Bytes that a JSON string may have as they are, beside those above 0x7f. */
static bool out_is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void out_json(struct out *out, const char *str, size_t len)
{
	size_t plain = 0;	/* bytes from here on are copied as they are */
	size_t i = 0;

	/* Most strings are short, and have nothing to escape. */
	if (len < 64) {
		char *to = out_space(out, 66);

		while (i < len && out_is_plain(str[i])) {
			to[i + 1] = str[i];
			i++;
		}
		if (i == len) {
			to[0] = '"';
			to[len + 1] = '"';
			out_used(out, len + 2);
			return;
		}
		i = 0;
	}

	out_char(out, '"');
	while (i < len) {
		unsigned char c = str[i];
		unsigned int more = out_is_plain(c);

		if (c >= 0x80)
			more = text_utf8_len(str + i, len - i);
		if (more) {
			i += more;
			continue;
		}

		out_bytes(out, str + plain, i - plain);
		if (c >= 0x80)
			out_bytes(out, "\xef\xbf\xbd", 3);
		else
			out_escape(out, c);
		plain = ++i;
	}
	out_bytes(out, str + plain, len - plain);
	out_char(out, '"');
}
