/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of filter/ share with each other and with nobody else.
 *
 * A filter is a program of steps, one per predicate. Each says where to go if
 * its record passes and where if it does not: to a later step, or beyond the
 * last one, which is the answer. So "&&", "||", "!" and parentheses cost nothing
 * when the program runs, and no predicate is tested whose outcome is of no
 * matter.
 */
#ifndef _KERNEL_TRACE_FILTER_INTERNAL_H
#define _KERNEL_TRACE_FILTER_INTERNAL_H

#include "deps.h"
#include "filter.h"

/* What a step tests. */
enum filter_test {
	/* A number in the record: is it at most @span above @low? */
	FILTER_U8, FILTER_S8, FILTER_U16, FILTER_S16, FILTER_U32, FILTER_S32,
	FILTER_64,
	/* Has it one of the bits of @low? */
	FILTER_BITS_8, FILTER_BITS_16, FILTER_BITS_32, FILTER_BITS_64,
	/* The same for the CPU that runs. */
	FILTER_ON_CPU, FILTER_ON_CPU_BITS,
	/*
	 * Text: in the record, at a place that the record tells, elsewhere, the
	 * task's name, to the record's end.
	 */
	FILTER_TEXT, FILTER_TEXT_DYN, FILTER_TEXT_REL, FILTER_TEXT_KERNEL,
	FILTER_TEXT_USER, FILTER_TEXT_COMM, FILTER_TEXT_OPEN,
	/* A number in the record that is a CPU, the CPU that runs, a cpumask. */
	FILTER_MASK_8, FILTER_MASK_16, FILTER_MASK_32, FILTER_MASK_64,
	FILTER_MASK_ON_CPU, FILTER_MASK_DYN, FILTER_MASK_REL,
	/* Never passes. */
	FILTER_NEVER,
};

/* How a text is compared. */
enum filter_pattern {
	FILTER_FULL,
	FILTER_PREFIX,
	FILTER_SUFFIX,
	FILTER_INFIX,
	FILTER_GLOB,
};

/* How a cpumask is compared. */
enum filter_cpus {
	FILTER_CPUS_MEET,	/* have they a CPU in common? */
	FILTER_CPUS_SAME,
};

/**
 * struct filter_step - a predicate
 * @next: where to go if it does not pass [0] and if it does [1]: the index of
 *	a step, or event_filter.nr for no, that plus one for yes
 * @test: enum filter_test
 * @how: enum filter_pattern or enum filter_cpus
 * @not: pass if the text differs; but never if it can't be read
 * @offset: of the field in the record
 * @size: of the field
 * @len: bytes of @text
 * @low: of numbers
 * @span: of numbers
 * @text: in the filter's own text
 * @mask: in the filter, behind its text
 * @mask_nr: the same while it is being compiled
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

/* As many steps as exits can be counted in u16, two each. */
#define FILTER_STEPS_MAX	0x7ff0

/**
 * struct event_filter - a compiled filter
 * @prefilter: what of it event/ asks by itself, first of all
 * @rcu: who runs it may do so until a grace period after it was replaced
 * @nr: steps; none: it only keeps a text, and all records pass
 * @text: what was written, behind @steps
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
 * struct filter_parse - a filter while it is being compiled
 * @call: the event
 * @text: the expression
 * @pos: how far it was read
 * @steps: the steps up to now
 * @nr: how many
 * @room: for how many there is room
 * @masks: cpumask_size() bytes each
 * @nr_masks: how many
 * @reason: NULL, or why it is refused
 * @at: the byte of @text to point at
 */
struct filter_parse {
	struct trace_event_call		*call;
	const char			*text;
	unsigned int			pos;
	struct filter_step		*steps;
	unsigned int			nr;
	unsigned int			room;
	void				*masks;
	unsigned int			nr_masks;
	const char			*reason;
	unsigned int			at;
};

/* Why a filter is refused that has no better reason. */
#define FILTER_REASON_ANY	"Error"

/* Note why a filter is refused, and the byte to point at. */
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

/* text.c: text that a record only points at. */
int filter_strings_alloc(void);
const char *filter_string_get(const void *from, bool user, unsigned int *len);
void filter_string_put(void);

static inline void filter_skip(struct filter_parse *parse)
{
	while (isspace(parse->text[parse->pos]))
		parse->pos++;
}

/* Operators, as the table in predicate.c has them. */
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

/* Numbers of a field from @low to @high. */
static inline void filter_range(struct filter_step *step, u64 low, u64 high)
{
	step->low = low;
	step->span = high - low;
}

void filter_prefilter(struct event_filter *filter);
void filter_number(struct filter_step *step, const struct event_field *field,
		   enum filter_op op, u64 value, bool *swap);

#endif /* _KERNEL_TRACE_FILTER_INTERNAL_H */
