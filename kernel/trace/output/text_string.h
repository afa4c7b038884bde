/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Strings of events, which most of all are short: with text.h's words, and the same
 * leave to scribble over what is behind them.
 */
#ifndef _KERNEL_TRACE_VIEW_TEXT_STRING_H
#define _KERNEL_TRACE_VIEW_TEXT_STRING_H

#include <linux/string.h>
#include <asm/word-at-a-time.h>

/*
 * @str, whose length nobody knows, and @end as the place behind it: there is no
 * room. Where words can be read past a string's end, and it is nobody's error,
 * most strings are two words.
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

#endif /* _KERNEL_TRACE_VIEW_TEXT_STRING_H */
