// SPDX-License-Identifier: GPL-2.0
/*
 * Places for uprobes. A uprobe in the middle of an instruction changes what a program does, and
 * a reference counter in other data changes that, so only functions of the fuzzer itself are
 * probed, with one counter.
 */
#include "../guest/uprobe_places.h"
#include "grammar.h"

#define UPROBES_PATH	"/bin/grammar"

UPROBE_SEMAPHORE(uprobes_semaphore);

UPROBE_PLACE long uprobes_plain(const char *text, long n)
{
	return text[0] + n;
}

UPROBE_PLACE long uprobes_deep(long n)
{
	volatile long below = 0;

	if (n > 0)
		below = uprobes_deep(n - 1);
	return below + n;
}

UPROBE_PLACE long uprobes_counted(const char *const *names)
{
	return names[0][0] + uprobes_semaphore;
}

static const struct {
	const volatile void *at;
	bool counted;
} uprobes_places[] = {
	{ uprobes_plain }, { uprobes_deep }, { uprobes_counted, true },
};

static void uprobes_call(void)
{
	static const char *const names[] = { "first", "second", NULL };
	static volatile long sum;

	sum = uprobes_plain("a text", sum) + uprobes_deep(3) + uprobes_counted(names);
}

static void fill_uprobe(struct text *out)
{
	size_t i = random_below(sizeof(uprobes_places) / sizeof(*uprobes_places));

	text_printf(out, UPROBES_PATH ":%#lx", uprobe_offset_of(uprobes_places[i].at));
	if (uprobes_places[i].counted)
		text_printf(out, "(%#lx)", uprobe_offset_of(&uprobes_semaphore));
}

/*
 * Whether a word of a command is a place that must not be probed: PATH:OFFSET or
 * PATH:OFFSET(COUNTER), where PATH is that of a file, and the numbers are not those of a place.
 */
static bool uprobes_guard_word(const char *from, size_t len)
{
	unsigned long long offset, counter = 0;
	char text[512], *at, *end;
	struct stat st;
	size_t i;

	snprintf(text, sizeof(text), "%.*s", (int)len, from);
	at = strrchr(text, ':');
	if (!at || !memchr(text, '/', at - text))
		return false;
	*at++ = '\0';
	if (stat(text, &st) || !S_ISREG(st.st_mode))
		return false;
	if (len >= sizeof(text) || strcmp(text, UPROBES_PATH))
		return true;
	offset = strtoull(at, &end, 0);
	if (*end == '(')
		counter = strtoull(end + 1, NULL, 0);
	if (counter && counter != (unsigned long long)uprobe_offset_of(&uprobes_semaphore))
		return true;
	for (i = 0; i < sizeof(uprobes_places) / sizeof(*uprobes_places); i++) {
		if (offset == (unsigned long long)uprobe_offset_of(uprobes_places[i].at))
			return false;
	}
	return true;
}

static bool guard_uprobe(const struct text *data)
{
	size_t from, to = 0;

	while (to < data->len) {
		for (from = to; from < data->len && (unsigned char)data->s[from] <= ' '; from++)
			;
		for (to = from; to < data->len && (unsigned char)data->s[to] > ' '; to++)
			;
		if (uprobes_guard_word(data->s + from, to - from))
			return true;
	}
	return false;
}
