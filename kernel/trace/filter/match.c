// SPDX-License-Identifier: GPL-2.0
/*
 * Running a filter on a record: the hot path of filters.
 */
#include "internal.h"

static bool filter_match_text(const struct filter_step *step, const char *text,
			      unsigned int size)
{
	unsigned int len = strnlen(text, size), i;

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

/* Most comparisons are FILTER_FULL, which does not need the length of the text. */
static __always_inline bool filter_match_text_inline(const struct filter_step *step,
						     const char *text, unsigned int size)
{
	if (likely(step->how == FILTER_FULL))
		return step->len <= size &&
		       !memcmp(text, step->text, step->len) &&
		       (step->len == size || !text[step->len]);
	return filter_match_text(step, text, size);
}

static bool filter_match_text_pointer(const struct filter_step *step, const void *field,
				      bool user)
{
	const void *from = (const void *)get_unaligned((unsigned long *)field);
	unsigned int len;
	const char *text;
	bool ret;

	text = filter_string_get(from, user, &len);
	if (!text)
		return false;
	ret = filter_match_text(step, text, len) != step->not;
	filter_string_put();
	return ret;
}

/*
 * A string at a __data_loc: offset in the lower, size in the upper 16 bits. Size 0,
 * without a NUL, means that the string could not be read when it was recorded; it
 * matches nothing.
 */
static bool filter_match_text_dyn(const struct filter_step *step, const void *base, u32 where)
{
	return where >> 16 &&
	       filter_match_text_inline(step, base + (where & 0xffff), where >> 16);
}

static bool filter_match_cpu(const struct filter_step *step, u64 cpu)
{
	return step->how == FILTER_CPUS_MEET && cpu < nr_cpu_ids &&
	       cpumask_test_cpu(cpu, step->mask);
}

static bool filter_match_mask(const struct filter_step *step, const void *base, u32 where)
{
	const struct cpumask *mask = base + (where & 0xffff);

	if (step->how == FILTER_CPUS_MEET)
		return cpumask_intersects(mask, step->mask);
	return cpumask_equal(mask, step->mask);
}

static __always_inline bool filter_match_number(const struct filter_step *step, u64 value)
{
	return value - step->low <= step->span;
}

static noinline bool filter_match_task(const struct filter_step *step)
{
	switch (step->test) {
	case FILTER_IN_CGROUP:
		return filter_match_number(step, filter_cgroup());
	case FILTER_IN_CGROUP_BITS:
		return filter_cgroup() & step->low;
	case FILTER_NS_PID:
		return filter_match_number(step, filter_ns_pid());
	}
	return filter_ns_pid() & step->low;
}

static bool filter_match_rare(const struct filter_step *step, const void *field,
			      const void *rec)
{
	switch (step->test) {
	case FILTER_IN_CGROUP:
	case FILTER_IN_CGROUP_BITS:
	case FILTER_NS_PID:
	case FILTER_NS_PID_BITS:
		return filter_match_task(step);
	case FILTER_ON_CPU_BITS:
		return filter_cpu() & step->low;
	case FILTER_TEXT_OPEN:
		return filter_match_text(step, field, U16_MAX);
	case FILTER_TEXT_REL:
		return filter_match_text_dyn(step, field + sizeof(u32),
					     get_unaligned((u32 *)field));
	case FILTER_TEXT_KERNEL:
	case FILTER_TEXT_USER:
		return filter_match_text_pointer(step, field, step->test == FILTER_TEXT_USER);
	case FILTER_MASK_8:
		return filter_match_cpu(step, *(u8 *)field);
	case FILTER_MASK_16:
		return filter_match_cpu(step, get_unaligned((u16 *)field));
	case FILTER_MASK_32:
		return filter_match_cpu(step, get_unaligned((u32 *)field));
	case FILTER_MASK_64:
		return filter_match_cpu(step, get_unaligned((u64 *)field));
	case FILTER_MASK_ON_CPU:
		return filter_match_cpu(step, filter_cpu());
	case FILTER_MASK_DYN:
		return filter_match_mask(step, rec, get_unaligned((u32 *)field));
	case FILTER_MASK_REL:
		return filter_match_mask(step, field + sizeof(u32), get_unaligned((u32 *)field));
	}
	return false;
}

static __always_inline bool filter_match_step(const struct filter_step *step,
					      const void *rec)
{
	const void *field = rec + step->offset;

	switch (step->test) {
	case FILTER_U8:
		return filter_match_number(step, *(u8 *)field);
	case FILTER_S8:
		return filter_match_number(step, *(s8 *)field);
	case FILTER_U16:
		return filter_match_number(step, get_unaligned((u16 *)field));
	case FILTER_S16:
		return filter_match_number(step, get_unaligned((s16 *)field));
	case FILTER_U32:
		return filter_match_number(step, get_unaligned((u32 *)field));
	case FILTER_S32:
		return filter_match_number(step, get_unaligned((s32 *)field));
	case FILTER_64:
		return filter_match_number(step, get_unaligned((u64 *)field));
	case FILTER_BITS_8:
		return *(u8 *)field & step->low;
	case FILTER_BITS_16:
		return get_unaligned((u16 *)field) & step->low;
	case FILTER_BITS_32:
		return get_unaligned((u32 *)field) & step->low;
	case FILTER_BITS_64:
		return get_unaligned((u64 *)field) & step->low;
	case FILTER_ON_CPU:
		return filter_match_number(step, filter_cpu());
	case FILTER_TEXT:
		return filter_match_text_inline(step, field, step->size);
	case FILTER_TEXT_COMM:
		return filter_match_text_inline(step, filter_comm(), TASK_COMM_LEN);
	case FILTER_TEXT_DYN:
		return filter_match_text_dyn(step, rec, get_unaligned((u32 *)field));
	}
	return filter_match_rare(step, field, rec);
}

/**
 * filter_match - test a record
 * @filter: the filter
 * @rec: the record, complete, of the event that @filter was created for
 *
 * Context: any, preemption disabled, unless @filter is kept in another way.
 * Return: true if the record passes.
 */
bool filter_match(const struct event_filter *filter, void *rec)
{
	unsigned int nr = filter->nr, at = 0;
	const struct filter_step *step;

	if (unlikely(!nr))
		return true;
	do {
		step = &filter->steps[at];
		at = step->next[filter_match_step(step, rec)];
	} while (at < nr);
	return at > nr;
}
