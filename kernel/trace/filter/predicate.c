// SPDX-License-Identifier: GPL-2.0
/*
 * Parsing a predicate: FIELD OPERATOR VALUE.
 *
 * All comparisons of numbers are compiled to the test of a range. The value is
 * truncated to the type of the field, as an assignment in C would do. "!=" is "=="
 * with its exits swapped.
 */
#include "internal.h"

/* The first match counts, so "<=" precedes "<". */
static const char * const filter_ops[] = {
	[FILTER_OP_EQ]		= "==",
	[FILTER_OP_NE]		= "!=",
	[FILTER_OP_LE]		= "<=",
	[FILTER_OP_GE]		= ">=",
	[FILTER_OP_LT]		= "<",
	[FILTER_OP_GT]		= ">",
	[FILTER_OP_BITS]	= "&",
	[FILTER_OP_GLOB]	= "~",
};

/* Maximal size of a number as text, NUL included. */
#define NUMBER_MAX	24

static const char reason_op[] = "Illegal operation for field type";
static const char reason_value[] = "Invalid value (did you forget quotes)?";
static const char reason_function[] = "Function not found";

/* Errors in predicates are reported one byte after their position. */
static int filter_predicate_refuse(struct filter_parse *parse, const char *reason)
{
	return filter_refuse(parse, reason, parse->pos + 1);
}

static bool filter_predicate_is_text(const struct event_field *field)
{
	switch (field->filter) {
	case FILTER_STATIC_STRING:
	case FILTER_DYN_STRING:
	case FILTER_RDYN_STRING:
	case FILTER_PTR_STRING:
	case FILTER_COMM:
		return true;
	}
	return false;
}

static bool filter_predicate_is_word(char c)
{
	return isalnum(c) || c == '_';
}

static bool filter_predicate_accept(struct filter_parse *parse, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(parse->text + parse->pos, word, len))
		return false;
	parse->pos += len;
	return true;
}

/* The table has no size for numbers that are not stored in records. */
static void filter_predicate_field_size(struct event_field *field)
{
	switch (field->filter) {
	case FILTER_CPU:
	case EVENT_TASK_NS_PID:
		field->size = sizeof(int);
		field->is_signed = true;
		break;
	case EVENT_TASK_CGROUP:
		field->size = sizeof(u64);
		break;
	}
}

static int filter_predicate_field(struct filter_parse *parse, struct event_field *field)
{
	const char *start = parse->text + parse->pos;
	unsigned int len = 0;
	char *name;
	bool found;

	while (filter_predicate_is_word(start[len]))
		len++;
	if (!len)
		return filter_refuse(parse, FILTER_REASON_ANY, 0);
	parse->pos += len;
	name = kmemdup_nul(start, len, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	found = event_field_find(parse->call, name, field);
	kfree(name);
	if (!found)
		return filter_predicate_refuse(parse, "Field not found");
	filter_predicate_field_size(field);
	return 0;
}

static int filter_predicate_op(struct filter_parse *parse)
{
	int op;

	filter_skip(parse);
	for (op = 0; op < FILTER_OPS; op++) {
		if (filter_predicate_accept(parse, filter_ops[op]))
			break;
	}
	if (op == FILTER_OPS)
		return filter_predicate_refuse(parse, "Invalid operator");
	filter_skip(parse);
	return op;
}

static int filter_predicate_kstrto(const char *text, bool is_signed, u64 *value)
{
	if (is_signed)
		return kstrtoll(text, 0, (s64 *)value);
	return kstrtoull(text, 0, value);
}

/* Copy a word of digits and letters; false if it is too long. */
static bool filter_predicate_word(struct filter_parse *parse, char *buf)
{
	const char *start = parse->text + parse->pos;
	unsigned int len = *start == '-';

	while (isalnum(start[len]))
		len++;
	parse->pos += len;
	if (len >= NUMBER_MAX)
		return false;
	memcpy(buf, start, len);
	buf[len] = '\0';
	return true;
}

static int filter_predicate_number(struct filter_parse *parse, struct filter_step *step,
				   const struct event_field *field, int op, bool *swap)
{
	unsigned int start = parse->pos;
	char text[NUMBER_MAX];
	u64 value;

	if (filter_predicate_is_text(field))
		return filter_predicate_refuse(parse, "Expecting string field");
	if (op == FILTER_OP_GLOB)
		return filter_predicate_refuse(parse, reason_op);
	if (!filter_predicate_word(parse, text))
		return filter_predicate_refuse(parse, "Operand too long");
	if (filter_predicate_kstrto(text, field->is_signed, &value))
		return filter_refuse(parse, "Illegal integer value", start + 1);
	filter_number(step, field, op, value, swap);
	return 0;
}

/* Parse the name or address of a function; 0 if the name is unknown. */
static int filter_predicate_symbol(struct filter_parse *parse, unsigned long *addr)
{
	const char *start = parse->text + parse->pos;
	char number[NUMBER_MAX], *name;
	unsigned int len = 0;

	if (isdigit(*start)) {
		if (!filter_predicate_word(parse, number) || kstrtoul(number, 0, addr))
			return filter_predicate_refuse(parse, reason_value);
		return 0;
	}
	while (start[len] && !isspace(start[len]) && !strchr("()&|", start[len]))
		len++;
	parse->pos += len;
	name = kmemdup_nul(start, len, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	*addr = kallsyms_lookup_name(name);
	kfree(name);
	return 0;
}

/* FIELD.function: test whether the value is an address in a function. */
static int filter_predicate_function(struct filter_parse *parse, struct filter_step *step,
				     const struct event_field *field, int op, bool *swap)
{
	unsigned long addr = 0, size, offset;
	int ret;

	/* The cgroup is no address, and is not in the record. */
	if (field->size != sizeof(long) || field->filter == EVENT_TASK_CGROUP)
		return filter_predicate_refuse(parse, reason_op);
	if (op != FILTER_OP_EQ && op != FILTER_OP_NE)
		return filter_predicate_refuse(parse, "Invalid operator");
	ret = filter_predicate_symbol(parse, &addr);
	if (ret)
		return ret;
	if (!addr || !kallsyms_lookup_size_offset(addr, &size, &offset) || !size)
		return filter_predicate_refuse(parse, reason_function);
	if (op == FILTER_OP_NE)
		*swap = !*swap;
	step->test = FILTER_64;
	if (sizeof(long) < sizeof(u64))
		step->test = FILTER_U32;
	step->offset = field->offset;
	filter_range(step, addr - offset, addr - offset + size - 1);
	return 0;
}

/*
 * The patterns "x*", "*x", "*x*" and "x" are compared as the string "x"; a "!" before
 * them inverts the result. All other patterns are left to filter_glob().
 */
static void filter_predicate_pattern(struct filter_step *step, bool *swap)
{
	static const u8 kinds[2][2] = {
		{ FILTER_FULL, FILTER_PREFIX }, { FILTER_SUFFIX, FILTER_INFIX },
	};
	const char *text = step->text;
	unsigned int len = step->len, i;
	bool front, back;

	if (len && *text == '!') {
		*swap = !*swap;
		text++;
		len--;
	}
	step->text = text;
	step->len = len;
	front = len && text[0] == '*';
	back = len > 1 && text[len - 1] == '*';
	for (i = front; i + back < len; i++) {
		if (strchr("*?[\\", text[i])) {
			step->how = FILTER_GLOB;
			return;
		}
	}
	step->how = kinds[front][back];
	step->text = text + front;
	step->len = len - front - back;
}

static enum filter_test filter_predicate_text_test(const struct event_field *field, bool user)
{
	switch (field->filter) {
	case FILTER_DYN_STRING:
		return FILTER_TEXT_DYN;
	case FILTER_RDYN_STRING:
		return FILTER_TEXT_REL;
	case FILTER_PTR_STRING:
		return user ? FILTER_TEXT_USER : FILTER_TEXT_KERNEL;
	case FILTER_COMM:
		return FILTER_TEXT_COMM;
	}
	return field->size ? FILTER_TEXT : FILTER_TEXT_OPEN;
}

static int filter_predicate_text(struct filter_parse *parse, struct filter_step *step,
				 const struct event_field *field, int op, bool user,
				 bool *swap)
{
	const char *start = parse->text + parse->pos + 1;
	bool not = op == FILTER_OP_NE;

	if (!filter_predicate_is_text(field))
		return filter_predicate_refuse(parse, "Expecting numeric field");
	if (op != FILTER_OP_EQ && op != FILTER_OP_NE && op != FILTER_OP_GLOB)
		return filter_predicate_refuse(parse, reason_op);

	/* filter_compile() has checked that quotes are paired. */
	step->len = min_t(size_t, strchr(start, start[-1]) - start, U16_MAX);
	parse->pos += 1 + step->len;
	if (step->len >= MAX_FILTER_STR_VAL)
		return filter_predicate_refuse(parse, "Operand too long");
	parse->pos++;

	step->test = filter_predicate_text_test(field, user);
	step->offset = field->offset;
	step->size = field->size;
	step->text = start;
	if (op == FILTER_OP_GLOB)
		filter_predicate_pattern(step, &not);
	if (field->filter != FILTER_PTR_STRING) {
		*swap ^= not;
		return 0;
	}
	step->not = not;
	return filter_strings_alloc();
}

/**
 * filter_predicate - parse a predicate
 * @parse: state of the parser
 * @step: the step to fill in, zeroed
 * @swap: inverted if the exits of @step are to be swapped
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if the predicate is invalid; -ENOMEM.
 */
int filter_predicate(struct filter_parse *parse, struct filter_step *step,
		     bool *swap)
{
	bool function, user = false;
	struct event_field field;
	int op, ret;
	char c;

	ret = filter_predicate_field(parse, &field);
	if (ret)
		return ret;
	function = filter_predicate_accept(parse, ".function");
	if (!function)
		user = filter_predicate_accept(parse, ".ustring");
	op = filter_predicate_op(parse);
	if (op < 0)
		return op;

	c = parse->text[parse->pos];
	if (function)
		return filter_predicate_function(parse, step, &field, op, swap);
	if (filter_predicate_accept(parse, "CPUS"))
		return filter_cpulist(parse, step, &field, op, swap);
	if (c == '"' || c == '\'')
		return filter_predicate_text(parse, step, &field, op, user, swap);
	if (isdigit(c) || c == '-')
		return filter_predicate_number(parse, step, &field, op, swap);
	return filter_predicate_refuse(parse, reason_value);
}
