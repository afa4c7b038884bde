// SPDX-License-Identifier: GPL-2.0
/* Writing of Protocol Buffers. */
#include "pb.h"
#include "text.h"

#include <stdlib.h>

/* What a message takes at first, and what it may take at most. */
#define PB_FIRST	4096
#define PB_MOST		(64 * 1024 * 1024)

/* Bytes of the largest number: 64 bits, 7 in each byte. */
#define PB_VARINT	10

/* Bytes that pb_open() leaves for the length: enough for PB_MOST. */
#define PB_LENGTH	4

/* Wire types. */
#define PB_TYPE_VARINT	0
#define PB_TYPE_BYTES	2

static bool pb_more(struct pb *pb, size_t len)
{
	size_t size = pb->size ? pb->size : PB_FIRST;
	uint8_t *buf;

	if (pb->failed)
		return false;
	while (size - pb->used < len && size < PB_MOST)
		size *= 2;
	if (size - pb->used < len) {
		pb->failed = true;
		return false;
	}
	buf = realloc(pb->buf, size);
	if (!buf) {
		pb->failed = true;
		return false;
	}
	pb->buf = buf;
	pb->size = size;
	return true;
}

/* Make sure that @len bytes can be appended. */
static inline bool pb_grow(struct pb *pb, size_t len)
{
	return len <= pb->size - pb->used || pb_more(pb, len);
}

static inline uint8_t *pb_varint(uint8_t *to, uint64_t value)
{
	while (value >= 0x80) {
		*to++ = value | 0x80;
		value >>= 7;
	}
	*to++ = value;
	return to;
}

size_t pb_header(uint8_t *header, unsigned int field, size_t len)
{
	uint8_t *to = pb_varint(header, field << 3 | PB_TYPE_BYTES);

	return pb_varint(to, len) - header;
}

void pb_uint(struct pb *pb, unsigned int field, uint64_t value)
{
	uint8_t *to;

	if (!pb_grow(pb, 2 * PB_VARINT))
		return;
	to = pb_varint(pb->buf + pb->used, field << 3 | PB_TYPE_VARINT);
	pb->used = pb_varint(to, value) - pb->buf;
}

void pb_raw(struct pb *pb, const void *bytes, size_t len)
{
	if (!len || !pb_grow(pb, len))
		return;
	memcpy(pb->buf + pb->used, bytes, len);
	pb->used += len;
}

void pb_bytes(struct pb *pb, unsigned int field, const void *bytes, size_t len)
{
	if (!pb_grow(pb, 2 * PB_VARINT + len))
		return;
	pb->used += pb_header(pb->buf + pb->used, field, len);
	pb_raw(pb, bytes, len);
}

void pb_utf8(struct pb *pb, unsigned int field, const char *str, size_t len)
{
	size_t begin = pb_open(pb, field);

	if (pb_grow(pb, 3 * len))
		pb->used += text_utf8((char *)pb->buf + pb->used, str, len);
	pb_close(pb, begin);
}

size_t pb_open(struct pb *pb, unsigned int field)
{
	if (!pb_grow(pb, PB_VARINT + PB_LENGTH))
		return 0;
	pb->used = pb_varint(pb->buf + pb->used, field << 3 | PB_TYPE_BYTES) - pb->buf;
	pb->used += PB_LENGTH;
	return pb->used;
}

void pb_close(struct pb *pb, size_t begin)
{
	size_t len;
	uint8_t *length;

	if (pb->failed)
		return;
	len = pb->used - begin;
	length = pb->buf + begin - PB_LENGTH;

	/* Most messages are short: they are moved, so that their length takes one byte. */
	if (len < 0x80) {
		*length = len;
		memmove(length + 1, pb->buf + begin, len);
		pb->used -= PB_LENGTH - 1;
		return;
	}
	/* A number may have more bytes than it needs. */
	for (int i = 0; i < PB_LENGTH; i++) {
		length[i] = len & 0x7f;
		if (i < PB_LENGTH - 1)
			length[i] |= 0x80;
		len >>= 7;
	}
}

void pb_free(struct pb *pb)
{
	free(pb->buf);
	memset(pb, 0, sizeof(*pb));
}
