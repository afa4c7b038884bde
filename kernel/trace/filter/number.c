// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers: each comparison becomes a test whether the field lies in a range.
 */
#include "internal.h"

/* @value as the type of @field has it, extended to 64 bits again. */
static u64 cut(const struct event_field *field, u64 value)
{
	unsigned int bits = 64 - 8 * field->size;

	if (field->is_signed)
		return (s64)(value << bits) >> bits;
	return value << bits >> bits;
}

static enum filter_test number_test(const struct event_field *field, bool bits)
{
	if (field->filter == FILTER_CPU)
		return bits ? FILTER_ON_CPU_BITS : FILTER_ON_CPU;
	switch (field->size) {
	case 1:
		return bits ? FILTER_BITS_8 :
		       field->is_signed ? FILTER_S8 : FILTER_U8;
	case 2:
		return bits ? FILTER_BITS_16 :
		       field->is_signed ? FILTER_S16 : FILTER_U16;
	case 4:
		return bits ? FILTER_BITS_32 :
		       field->is_signed ? FILTER_S32 : FILTER_U32;
	case 8:
		return bits ? FILTER_BITS_64 : FILTER_64;
	}
	/* An array, say: nothing that a number could be compared with. */
	return FILTER_NEVER;
}

/**
 * filter_number - compare a field with a number
 * @step: what becomes the test
 * @field: the field
 * @op: the operator, any but FILTER_OP_GLOB
 * @value: the number
 * @swap: changed if the exits of @step are to be swapped
 *
 * Context: any.
 */
void filter_number(struct filter_step *step, const struct event_field *field,
		   enum filter_op op, u64 value, bool *swap)
{
	u64 lowest, highest;

	step->offset = field->offset;
	step->test = number_test(field, op == FILTER_OP_BITS);
	if (step->test == FILTER_NEVER)
		return;

	value = cut(field, value);
	lowest = field->is_signed ? cut(field, 1ULL << (8 * field->size - 1)) : 0;
	highest = field->is_signed ? ~lowest : cut(field, ~0ULL);
	switch (op) {
	case FILTER_OP_BITS:
		step->low = value;
		break;
	case FILTER_OP_NE:
		*swap = !*swap;
		fallthrough;
	case FILTER_OP_EQ:
		filter_range(step, value, value);
		break;
	case FILTER_OP_GE:
		filter_range(step, value, highest);
		break;
	case FILTER_OP_LE:
		filter_range(step, lowest, value);
		break;
	case FILTER_OP_GT:
		if (value == highest)
			step->test = FILTER_NEVER;
		filter_range(step, value + 1, highest);
		break;
	default:
		if (value == lowest)
			step->test = FILTER_NEVER;
		filter_range(step, lowest, value - 1);
	}
}
