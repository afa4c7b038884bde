// SPDX-License-Identifier: GPL-2.0
/*
 * Predicates on sets of CPUs: FIELD OPERATOR CPUS{LIST}.
 *
 * The field is a cpumask, or a number that is used as the number of a CPU. If LIST
 * has one CPU only, the test of a number is compiled to a comparison of numbers.
 */
#include "internal.h"

static int filter_cpus_read(struct filter_parse *parse, struct cpumask *mask,
			    unsigned int end)
{
	char *list;
	int ret;

	list = kmemdup_nul(parse->text + parse->pos, end - parse->pos,
			   GFP_KERNEL);
	if (!list)
		return -ENOMEM;
	ret = cpulist_parse(list, mask);
	kfree(list);
	if (ret == -ENOMEM)
		return ret;
	if (ret || cpumask_empty(mask))
		return filter_refuse(parse, "Invalid cpulist", end + 1);
	parse->pos = end + 1;
	return 0;
}

static bool filter_cpus_op_ok(const struct event_field *field, int op)
{
	if (op != FILTER_OP_EQ && op != FILTER_OP_NE && op != FILTER_OP_BITS)
		return false;
	switch (field->filter) {
	case FILTER_OTHER:
	case FILTER_TRACE_FN:
	case FILTER_CPU:
	case FILTER_CPUMASK:
	case FILTER_STACKTRACE:
		return true;
	}
	return false;
}

static enum filter_test filter_cpus_test(const struct event_field *field)
{
	if (field->filter == FILTER_CPUMASK)
		return strstarts(field->type, "__rel_loc") ? FILTER_MASK_REL :
							     FILTER_MASK_DYN;
	if (field->filter == FILTER_CPU)
		return FILTER_MASK_ON_CPU;
	switch (field->size) {
	case 1:
		return FILTER_MASK_8;
	case 2:
		return FILTER_MASK_16;
	case 4:
		return FILTER_MASK_32;
	case 8:
		return FILTER_MASK_64;
	}
	return FILTER_NEVER;
}

static int filter_cpus_mask_add(struct filter_parse *parse, struct filter_step *step,
				struct cpumask **mask)
{
	unsigned int size = cpumask_size();
	void *more;

	more = krealloc_array(parse->masks, parse->nr_masks + 1, size,
			      GFP_KERNEL);
	if (!more)
		return -ENOMEM;
	parse->masks = more;
	*mask = more + parse->nr_masks * size;
	memset(*mask, 0, size);
	step->mask_nr = parse->nr_masks++;
	return 0;
}

/**
 * filter_cpulist - parse the list of CPUs after "CPUS"
 * @parse: state of the parser
 * @step: the step to fill in
 * @field: the field
 * @op: the operator
 * @swap: inverted if the exits of @step are to be swapped
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if the list is invalid or @op does not apply; -ENOMEM.
 */
int filter_cpulist(struct filter_parse *parse, struct filter_step *step,
		   const struct event_field *field, int op, bool *swap)
{
	unsigned int start = parse->pos - strlen("CPUS"), end;
	struct cpumask *mask;
	int ret;

	if (!filter_cpus_op_ok(field, op))
		return filter_refuse(parse, "Illegal operation for field type",
				     start + 1);
	if (parse->text[parse->pos++] != '{')
		return filter_refuse(parse, "Missing '{'", parse->pos + 1);
	end = parse->pos + strcspn(parse->text + parse->pos, "}");
	if (!parse->text[end])
		return filter_refuse(parse, "Missing '}'", end + 1);

	ret = filter_cpus_mask_add(parse, step, &mask);
	if (!ret)
		ret = filter_cpus_read(parse, mask, end);
	if (ret)
		return ret;

	if (field->filter != FILTER_CPUMASK && cpumask_weight(mask) == 1) {
		parse->nr_masks--;
		if (op == FILTER_OP_BITS)
			op = FILTER_OP_EQ;
		filter_number(step, field, op, cpumask_first(mask), swap);
		return 0;
	}
	if (op == FILTER_OP_NE)
		*swap = !*swap;
	step->how = op == FILTER_OP_BITS ? FILTER_CPUS_MEET : FILTER_CPUS_SAME;
	step->test = filter_cpus_test(field);
	step->offset = field->offset;
	return 0;
}
