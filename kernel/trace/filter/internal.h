/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of filter/ only.
 *
 * A filter is a program of steps, one per predicate. Each step has two jumps, for
 * records that pass its predicate and for others: to a later step, or past the last
 * step, which is the result of the filter. So "&&", "||", "!" and parentheses cost
 * nothing at run time, and predicates that can't change the result are not tested.
 */
#ifndef _KERNEL_TRACE_FILTER_INTERNAL_H
#define _KERNEL_TRACE_FILTER_INTERNAL_H

#include "deps.h"
#include "filter.h"

/* The test of a step. */
enum filter_test {
	/* Number in the record: in the range from @low to @low + @span. */
	FILTER_U8, FILTER_S8, FILTER_U16, FILTER_S16, FILTER_U32, FILTER_S32,
	FILTER_64,
	/* Number in the record: has one of the bits of @low. */
	FILTER_BITS_8, FILTER_BITS_16, FILTER_BITS_32, FILTER_BITS_64,
	/* The same for the number of this CPU, and for numbers of the current task. */
	FILTER_ON_CPU, FILTER_ON_CPU_BITS,
	FILTER_IN_CGROUP, FILTER_IN_CGROUP_BITS,
	FILTER_NS_PID, FILTER_NS_PID_BITS,
	/*
	 * String: in the record; at a __data_loc or __rel_loc; at an address in the
	 * kernel or in user space; the comm of the task; up to the end of the record.
	 */
	FILTER_TEXT, FILTER_TEXT_DYN, FILTER_TEXT_REL, FILTER_TEXT_KERNEL,
	FILTER_TEXT_USER, FILTER_TEXT_COMM, FILTER_TEXT_OPEN,
	/* Number of a CPU in the record; this CPU; cpumask at __data_loc, __rel_loc. */
	FILTER_MASK_8, FILTER_MASK_16, FILTER_MASK_32, FILTER_MASK_64,
	FILTER_MASK_ON_CPU, FILTER_MASK_DYN, FILTER_MASK_REL,
	/* Never passes. */
	FILTER_NEVER,
};

/* How a string is compared. */
enum filter_pattern {
	FILTER_FULL,
	FILTER_PREFIX,
	FILTER_SUFFIX,
	FILTER_INFIX,
	FILTER_GLOB,
};

/* How a cpumask is compared. */
enum filter_cpus {
	FILTER_CPUS_MEET,	/* a CPU is in both */
	FILTER_CPUS_SAME,	/* both are equal */
};

/**
 * struct filter_step - a predicate
 * @next: jumps if the record does not pass [0] and if it passes [1]: index of a
 *	step; event_filter.nr to reject the record, event_filter.nr + 1 to accept it
 * @test: enum filter_test
 * @how: enum filter_pattern or enum filter_cpus
 * @not: pass if the string differs; but never if it can't be read
 * @offset: offset of the field in the record
 * @size: size of the field in bytes
 * @len: length of @text in bytes
 * @low: lower end of a range of numbers
 * @span: upper end of the range minus @low
 * @text: string to compare with, part of event_filter.text
 * @mask: cpumask to compare with, stored after event_filter.steps
 * @mask_nr: index of the cpumask in filter_parse.masks while compiling
 */
struct filter_step {
	u16				next[2];
	u8				test;
	u8				how;
	bool				not;
	u16				offset;
	u16				size;
	u16				len;
	union {
		struct {
			u64		low;
			u64		span;
		};
		const char		*text;
		const struct cpumask	*mask;
		unsigned int		mask_nr;
	};
};

/* Maximal number of steps: twice their number must fit into u16. */
#define FILTER_STEPS_MAX	0x7ff0

/**
 * struct event_filter - a compiled filter
 * @prefilter: first test, done by event/; must be the first member
 * @rcu: a replaced filter may run until the end of a grace period
 * @nr: number of steps; 0: only @text is kept, and all records pass
 * @text: the expression, stored after @steps
 * @steps: the program
 */
struct event_filter {
	struct event_prefilter		prefilter;
	struct rcu_head			rcu;
	unsigned int			nr;
	char				*text;
	struct filter_step		steps[];
};

/**
 * struct filter_parse - state of compiling a filter
 * @call: the event
 * @text: the expression
 * @pos: offset of the rest of @text
 * @steps: array of steps
 * @nr: number of steps in use
 * @capacity: number of steps allocated
 * @masks: array of cpumasks of cpumask_size() bytes each
 * @nr_masks: number of cpumasks
 * @reason: error message if the expression is refused, else NULL
 * @at: offset in @text to which the error message points
 */
struct filter_parse {
	struct trace_event_call		*call;
	const char			*text;
	unsigned int			pos;
	struct filter_step		*steps;
	unsigned int			nr;
	unsigned int			capacity;
	void				*masks;
	unsigned int			nr_masks;
	const char			*reason;
	unsigned int			at;
};

/* The error message without details. */
#define FILTER_REASON_ANY	"Error"

/* Set the error message and its position in the text. */
static inline int filter_refuse(struct filter_parse *parse, const char *reason,
				unsigned int at)
{
	parse->reason = reason;
	parse->at = at;
	return -EINVAL;
}

int filter_predicate(struct filter_parse *parse, struct filter_step *step,
		     bool *swap);
int filter_cpulist(struct filter_parse *parse, struct filter_step *step,
		   const struct event_field *field, int op, bool *swap);
int filter_compile(struct filter_parse *parse);

bool filter_glob(const char *pattern, size_t pattern_len, const char *text,
		 size_t len);

/* user_string.c: strings that a record only points to */
int filter_strings_alloc(void);
const char *filter_string_get(const void *from, bool user, unsigned int *len);
void filter_string_put(void);

static inline void filter_skip(struct filter_parse *parse)
{
	while (isspace(parse->text[parse->pos]))
		parse->pos++;
}

/* Operators, in the order of the table in predicate.c. */
enum filter_op {
	FILTER_OP_EQ,
	FILTER_OP_NE,
	FILTER_OP_LE,
	FILTER_OP_GE,
	FILTER_OP_LT,
	FILTER_OP_GT,
	FILTER_OP_BITS,
	FILTER_OP_GLOB,
	FILTER_OPS,
};

/* Set the range of a step. */
static inline void filter_range(struct filter_step *step, u64 low, u64 high)
{
	step->low = low;
	step->span = high - low;
}

void filter_prefilter(struct event_filter *filter);
void filter_number(struct filter_step *step, const struct event_field *field,
		   enum filter_op op, u64 value, bool *swap);

#endif /* _KERNEL_TRACE_FILTER_INTERNAL_H */
