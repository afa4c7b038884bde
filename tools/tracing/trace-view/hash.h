/* SPDX-License-Identifier: GPL-2.0 */
/* Hashes of numbers, and of names and other sequences of bytes. */
#ifndef TRACE_VIEW_HASH_H
#define TRACE_VIEW_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_FACTOR	0x9e3779b97f4a7c15ULL	/* 2^64 divided by the golden ratio */

/**
 * hash_number() - the hash of a number
 * @number: any number
 *
 * Return: the hash; its low bits depend on the low half of @number, and on the low bits of the
 * high half.
 */
static inline uint32_t hash_number(uint64_t number)
{
	return number * HASH_FACTOR >> 32;
}

/**
 * hash_bytes() - the hash of bytes, eight at a time
 * @bytes: any bytes
 * @len: bytes
 *
 * Return: the hash; its low bits depend on all bytes.
 */
static inline uint32_t hash_bytes(const void *bytes, size_t len)
{
	const unsigned char *at = bytes;
	uint64_t hash = len, word;

	for (; len >= sizeof(word); len -= sizeof(word), at += sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		hash = (hash ^ word) * HASH_FACTOR;
		hash ^= hash >> 29;
	}
	for (word = 0; len; len--)
		word = word << 8 | *at++;
	hash = (hash ^ word) * HASH_FACTOR;
	return hash_number(hash ^ hash >> 29);
}

#endif /* TRACE_VIEW_HASH_H */
