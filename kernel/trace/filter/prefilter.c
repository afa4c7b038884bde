// SPDX-License-Identifier: GPL-2.0
/*
 * The prefilter of a filter: its first step once more, if that is about a number in
 * the record and one of its outcomes is that of the whole filter.
 *
 * Numbers of all sizes and signs become one test, of the bits of eight bytes. A
 * range of signed numbers from below zero to above it has a gap in the middle if
 * its ends are taken as unsigned; then the prefilter has the gap.
 */
#include "internal.h"

/* The sizes of numbers in bits; 0: the step is about something else. */
static unsigned int step_bits(const struct filter_step *step)
{
	switch (step->test) {
	case FILTER_U8:
	case FILTER_S8:
	case FILTER_BITS_8:
		return 8;
	case FILTER_U16:
	case FILTER_S16:
	case FILTER_BITS_16:
		return 16;
	case FILTER_U32:
	case FILTER_S32:
	case FILTER_BITS_32:
		return 32;
	case FILTER_64:
	case FILTER_BITS_64:
		return 64;
	}
	return 0;
}

/* How far a number of @bits is from the low end of the eight bytes there. */
static unsigned int bits_below(unsigned int bits)
{
	bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	return big ? 64 - bits : 0;
}

static void prefilter_bits(struct event_prefilter *prefilter, u64 mask, unsigned int shift)
{
	/* One of the bits is set: the number is not zero. */
	prefilter->mask = mask << shift;
	prefilter->low = 1;
	prefilter->span = ~0ULL - 1;
}

static void prefilter_range(struct event_prefilter *prefilter, u64 low, u64 high, u64 all,
			    unsigned int shift)
{
	low &= all;
	high &= all;
	if (high == ((low - 1) & all)) {
		/* Each number: zero, too, to which all become by no bits. */
		low = 0;
		high = 0;
		all = 0;
	} else if (low > high) {
		u64 gap = high + 1;

		high = low - 1;
		low = gap;
		prefilter->inside = !prefilter->inside;
	}
	prefilter->mask = all << shift;
	prefilter->low = low << shift;
	prefilter->span = (high - low) << shift;
}

/**
 * filter_prefilter - make the prefilter of a filter
 * @filter: the filter, complete but for that
 *
 * Context: any.
 */
void filter_prefilter(struct event_filter *filter)
{
	const struct filter_step *step = filter->steps;
	struct event_prefilter *prefilter = &filter->prefilter;
	unsigned int bits, shift;
	u64 all;

	*prefilter = EVENT_PREFILTER_OPEN;
	bits = filter->nr ? step_bits(step) : 0;
	/* The common fields are not there yet. */
	if (!bits || step->offset < sizeof(struct trace_entry))
		return;
	if (step->next[0] != filter->nr && step->next[1] != filter->nr)
		return;
	all = ~0ULL >> (64 - bits);
	shift = bits_below(bits);
	prefilter->offset = step->offset;
	prefilter->inside = step->next[1] == filter->nr;
	if (step->test >= FILTER_BITS_8)
		prefilter_bits(prefilter, step->low & all, shift);
	else
		prefilter_range(prefilter, step->low, step->low + step->span, all, shift);
}
