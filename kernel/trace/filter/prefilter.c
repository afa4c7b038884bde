// SPDX-License-Identifier: GPL-2.0
/*
 * The prefilter of a filter (struct event_prefilter): a copy of the first step, if that
 * step tests a number in the record and one of its results decides the whole filter.
 *
 * Numbers of all sizes, signed and unsigned, are tested by the same code as bits of
 * eight bytes. A range of signed numbers that includes -1 and 0 is not a range of
 * unsigned numbers, but all numbers outside the range are: the prefilter has those.
 */
#include "internal.h"

/* Size in bits of the number that a step tests; 0 if it tests something else. */
static unsigned int filter_prefilter_step_bits(const struct filter_step *step)
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

/* Position of the lowest bit of a number in the eight bytes at its address. */
static unsigned int filter_prefilter_shift(unsigned int bits)
{
	bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	return big ? 64 - bits : 0;
}

static void filter_prefilter_bits(struct event_prefilter *prefilter, u64 mask, unsigned int shift)
{
	/* One of the bits is set: the masked number is 1 or greater. */
	prefilter->mask = mask << shift;
	prefilter->low = 1;
	prefilter->span = ~0ULL - 1;
}

static void filter_prefilter_range(struct event_prefilter *prefilter, u64 low, u64 high, u64 all,
				   unsigned int shift)
{
	low &= all;
	high &= all;
	if (high == ((low - 1) & all)) {
		/* All numbers: with an empty mask, each is 0, which is in the range. */
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
 * filter_prefilter - set the prefilter of a filter
 * @filter: the filter, otherwise complete
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
	bits = filter->nr ? filter_prefilter_step_bits(step) : 0;
	/* The prefilter runs before the common fields are filled in. */
	if (!bits || step->offset < sizeof(struct trace_entry))
		return;
	if (step->next[0] != filter->nr && step->next[1] != filter->nr)
		return;
	all = ~0ULL >> (64 - bits);
	shift = filter_prefilter_shift(bits);
	prefilter->offset = step->offset;
	prefilter->inside = step->next[1] == filter->nr;
	if (step->test >= FILTER_BITS_8)
		filter_prefilter_bits(prefilter, step->low & all, shift);
	else
		filter_prefilter_range(prefilter, step->low, step->low + step->span, all, shift);
}
