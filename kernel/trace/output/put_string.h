/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copying strings of events, most of which are short. As the functions of put.h,
 * output_put_string() may overwrite up to OUTPUT_SLACK bytes that follow the text.
 */
#ifndef _KERNEL_TRACE_OUTPUT_PUT_STRING_H
#define _KERNEL_TRACE_OUTPUT_PUT_STRING_H

#include <linux/string.h>
#include <asm/word-at-a-time.h>

/*
 * Copy the string @str to @p. Returns the end of the copy, or @end if @str does not
 * fit between @p and @end. If the architecture can read words past the end of a
 * string, across a page boundary as well, the string is copied by words.
 */
#if defined(CONFIG_DCACHE_WORD_ACCESS) && !defined(CONFIG_KMSAN)
static inline char *output_put_string(char *p, char *end, const char *str)
{
	const struct word_at_a_time ones = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, zeros;

	for (; end - p > (int)sizeof(word); p += sizeof(word), str += sizeof(word)) {
		word = load_unaligned_zeropad(str);
		memcpy(p, &word, sizeof(word));
		if (has_zero(word, &zeros, &ones)) {
			zeros = prep_zero_mask(word, zeros, &ones);
			return p + find_zero(create_zero_mask(zeros));
		}
	}
	return end;
}
#else
static inline char *output_put_string(char *p, char *end, const char *str)
{
	ssize_t len = strscpy(p, str, end - p);

	return len < 0 ? end : p + len;
}
#endif

#endif /* _KERNEL_TRACE_OUTPUT_PUT_STRING_H */
