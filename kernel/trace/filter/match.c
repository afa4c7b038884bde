// SPDX-License-Identifier: GPL-2.0
/*
 * Running a filter: the part of it that each record pays for.
 */
#include "internal.h"

static bool text_passes(const struct filter_step *step, const char *text,
			unsigned int room)
{
	unsigned int len = strnlen(text, room), i;

	switch (step->how) {
	case FILTER_FULL:
		return len == step->len && !memcmp(text, step->text, len);
	case FILTER_PREFIX:
		return len >= step->len && !memcmp(text, step->text, step->len);
	case FILTER_SUFFIX:
		return len >= step->len &&
		       !memcmp(text + len - step->len, step->text, step->len);
	case FILTER_INFIX:
		for (i = 0; i + step->len <= len; i++) {
			if (!memcmp(text + i, step->text, step->len))
				return true;
		}
		return false;
	}
	return filter_glob(step->text, step->len, text, len);
}

/* @step->how is FILTER_FULL mostly: no need to know the length, then. */
static __always_inline bool text_in_place(const struct filter_step *step,
					  const char *text, unsigned int room)
{
	if (likely(step->how == FILTER_FULL))
		return step->len <= room &&
		       !memcmp(text, step->text, step->len) &&
		       (step->len == room || !text[step->len]);
	return text_passes(step, text, room);
}

static bool text_elsewhere(const struct filter_step *step, const void *field,
			   bool user)
{
	const void *from = (const void *)get_unaligned((unsigned long *)field);
	unsigned int len;
	const char *text;
	bool ret;

	text = filter_string_get(from, user, &len);
	if (!text)
		return false;
	ret = text_passes(step, text, len) != step->not;
	filter_string_put();
	return ret;
}

/*
 * Where __data_loc says that something is: offset below, size above. What has not
 * even a NUL could not be read when it was recorded, and is like nothing.
 */
static bool text_at(const struct filter_step *step, const void *base, u32 where)
{
	return where >> 16 &&
	       text_in_place(step, base + (where & 0xffff), where >> 16);
}

static bool mask_has(const struct filter_step *step, u64 cpu)
{
	return step->how == FILTER_CPUS_MEET && cpu < nr_cpu_ids &&
	       cpumask_test_cpu(cpu, step->mask);
}

static bool mask_at(const struct filter_step *step, const void *base, u32 where)
{
	const struct cpumask *mask = base + (where & 0xffff);

	if (step->how == FILTER_CPUS_MEET)
		return cpumask_intersects(mask, step->mask);
	return cpumask_equal(mask, step->mask);
}

static bool rare_passes(const struct filter_step *step, const void *field,
			const void *rec)
{
	switch (step->test) {
	case FILTER_ON_CPU_BITS:
		return filter_cpu() & step->low;
	case FILTER_TEXT_OPEN:
		return text_passes(step, field, U16_MAX);
	case FILTER_TEXT_REL:
		return text_at(step, field + sizeof(u32), get_unaligned((u32 *)field));
	case FILTER_TEXT_KERNEL:
	case FILTER_TEXT_USER:
		return text_elsewhere(step, field, step->test == FILTER_TEXT_USER);
	case FILTER_MASK_8:
		return mask_has(step, *(u8 *)field);
	case FILTER_MASK_16:
		return mask_has(step, get_unaligned((u16 *)field));
	case FILTER_MASK_32:
		return mask_has(step, get_unaligned((u32 *)field));
	case FILTER_MASK_64:
		return mask_has(step, get_unaligned((u64 *)field));
	case FILTER_MASK_ON_CPU:
		return mask_has(step, filter_cpu());
	case FILTER_MASK_DYN:
		return mask_at(step, rec, get_unaligned((u32 *)field));
	case FILTER_MASK_REL:
		return mask_at(step, field + sizeof(u32), get_unaligned((u32 *)field));
	}
	return false;
}

static __always_inline bool is_within(const struct filter_step *step, u64 value)
{
	return value - step->low <= step->span;
}

static __always_inline bool step_passes(const struct filter_step *step,
					const void *rec)
{
	const void *field = rec + step->offset;

	switch (step->test) {
	case FILTER_U8:
		return is_within(step, *(u8 *)field);
	case FILTER_S8:
		return is_within(step, *(s8 *)field);
	case FILTER_U16:
		return is_within(step, get_unaligned((u16 *)field));
	case FILTER_S16:
		return is_within(step, get_unaligned((s16 *)field));
	case FILTER_U32:
		return is_within(step, get_unaligned((u32 *)field));
	case FILTER_S32:
		return is_within(step, get_unaligned((s32 *)field));
	case FILTER_64:
		return is_within(step, get_unaligned((u64 *)field));
	case FILTER_BITS_8:
		return *(u8 *)field & step->low;
	case FILTER_BITS_16:
		return get_unaligned((u16 *)field) & step->low;
	case FILTER_BITS_32:
		return get_unaligned((u32 *)field) & step->low;
	case FILTER_BITS_64:
		return get_unaligned((u64 *)field) & step->low;
	case FILTER_ON_CPU:
		return is_within(step, filter_cpu());
	case FILTER_TEXT:
		return text_in_place(step, field, step->size);
	case FILTER_TEXT_COMM:
		return text_in_place(step, filter_comm(), TASK_COMM_LEN);
	case FILTER_TEXT_DYN:
		return text_at(step, rec, get_unaligned((u32 *)field));
	}
	return rare_passes(step, field, rec);
}

bool filter_match(const struct event_filter *filter, void *rec)
{
	unsigned int nr = filter->nr, at = 0;
	const struct filter_step *step;

	if (unlikely(!nr))
		return true;
	do {
		step = &filter->steps[at];
		at = step->next[step_passes(step, rec)];
	} while (at < nr);
	return at > nr;
}
