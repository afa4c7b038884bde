// SPDX-License-Identifier: GPL-2.0
/*
 * Predicates on numbers: each comparison is compiled to a test of a range.
 */
#include "internal.h"

/* Truncate @value to the type of @field, and extend it to 64 bits. */
static u64 filter_number_cut(const struct event_field *field, u64 value)
{
	unsigned int bits = 64 - 8 * field->size;

	if (field->is_signed)
		return (s64)(value << bits) >> bits;
	return value << bits >> bits;
}

static enum filter_test filter_number_test(const struct event_field *field, bool bits)
{
	switch (field->filter) {
	case FILTER_CPU:
		return bits ? FILTER_ON_CPU_BITS : FILTER_ON_CPU;
	case EVENT_TASK_CGROUP:
		return bits ? FILTER_IN_CGROUP_BITS : FILTER_IN_CGROUP;
	case EVENT_TASK_NS_PID:
		return bits ? FILTER_NS_PID_BITS : FILTER_NS_PID;
	}
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
	/* Not an integer, but an array for example. */
	return FILTER_NEVER;
}

/**
 * filter_number - compile the comparison of a field with a number
 * @step: the step to fill in
 * @field: the field
 * @op: the operator, any but FILTER_OP_GLOB
 * @value: the number
 * @swap: inverted if the exits of @step are to be swapped
 *
 * Context: any.
 */
void filter_number(struct filter_step *step, const struct event_field *field,
		   enum filter_op op, u64 value, bool *swap)
{
	u64 lowest, highest;

	step->offset = field->offset;
	step->test = filter_number_test(field, op == FILTER_OP_BITS);
	if (step->test == FILTER_NEVER)
		return;

	value = filter_number_cut(field, value);
	lowest = field->is_signed ? filter_number_cut(field, 1ULL << (8 * field->size - 1)) : 0;
	highest = field->is_signed ? ~lowest : filter_number_cut(field, ~0ULL);
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
