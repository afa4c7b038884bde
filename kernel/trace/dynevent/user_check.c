// SPDX-License-Identifier: GPL-2.0
/*
 * Check the records of user events: what a field of variable size locates must be in the
 * record, because readers and filters rely on it.
 */
#include <linux/string.h>

#include "user.h"

static int user_check_one(const struct user_check *check, const void *fields,
			  size_t len)
{
	size_t at = check->offset - sizeof(struct trace_entry);
	u32 word = get_unaligned((const u32 *)(fields + at));
	size_t offset = word & 0xffff, size = word >> 16;
	const char *data;

	if (check->relative)
		offset += at + sizeof(word);
	else
		offset -= sizeof(struct trace_entry);
	/* An offset within the common fields has become a huge one. */
	if (offset > len || size > len - offset)
		return -EFAULT;
	data = fields + offset;
	if (check->string && (!size || data[size - 1]))
		return -EFAULT;
	return 0;
}

/**
 * user_event_check - check the fields of variable size of a record
 * @def: the definition of the event
 * @fields: the fields; they must not change meanwhile
 * @len: size of @fields in bytes, at least that of the fields of fixed size
 *
 * Context: any.
 * Return: 0; -EFAULT if the contents of a field are not within the record, or if a
 * string does not end with a NUL.
 */
int user_event_check(const struct user_def *def, const void *fields, size_t len)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < def->nr_checks && !ret; i++)
		ret = user_check_one(&def->checks[i], fields, len);
	return ret;
}
