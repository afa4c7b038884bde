/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing of Protocol Buffers: fields of a message, and messages within it, into memory.
 */
#ifndef TRACE_VIEW_PB_H
#define TRACE_VIEW_PB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * struct pb - a message that is being written
 * @buf: bytes of it
 * @used: how many of them are written
 * @size: how many are allocated
 * @failed: there was no memory, and @buf is incomplete
 */
struct pb {
	uint8_t *buf;
	size_t used;
	size_t size;
	bool failed;
};

/**
 * pb_uint() - write a field that is a number
 * @pb: message
 * @field: number of the field
 * @value: of type uint32, uint64, bool or enum; of type int32 or int64, sign-extended
 */
void pb_uint(struct pb *pb, unsigned int field, uint64_t value);

/**
 * pb_bytes() - write a field that is a string, bytes, or a message that is complete
 * @pb: message
 * @field: number of the field
 * @bytes: its value
 * @len: bytes
 */
void pb_bytes(struct pb *pb, unsigned int field, const void *bytes, size_t len);

static inline void pb_str(struct pb *pb, unsigned int field, const char *str)
{
	pb_bytes(pb, field, str, strlen(str));
}

/**
 * pb_utf8() - write a string of any bytes
 * @pb: message
 * @field: number of the field
 * @str: what is no UTF-8 becomes U+FFFD
 * @len: bytes
 */
void pb_utf8(struct pb *pb, unsigned int field, const char *str, size_t len);

/**
 * pb_raw() - append bytes that are fields already
 * @pb: message
 * @bytes: fields
 * @len: bytes
 */
void pb_raw(struct pb *pb, const void *bytes, size_t len);

/**
 * pb_open() - begin a message within the message
 * @pb: message
 * @field: number of the field
 *
 * Return: what pb_close() wants.
 */
size_t pb_open(struct pb *pb, unsigned int field);

/**
 * pb_close() - end a message within the message
 * @pb: message
 * @begin: from pb_open()
 */
void pb_close(struct pb *pb, size_t begin);

/**
 * pb_header() - the bytes that precede a field's bytes
 * @header: 16 bytes
 * @field: number of the field
 * @len: bytes that follow
 *
 * Return: how many bytes of @header are used.
 */
size_t pb_header(uint8_t *header, unsigned int field, size_t len);

/**
 * pb_free() - free the memory of a message
 * @pb: message
 */
void pb_free(struct pb *pb);

#endif /* TRACE_VIEW_PB_H */
