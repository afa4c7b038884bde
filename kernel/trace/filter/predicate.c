// SPDX-License-Identifier: GPL-2.0
/*
 * One predicate: FIELD OPERATOR VALUE.
 *
 * Comparisons of numbers all become one test, whether the number lies in a
 * range; the range is made here, from the type of the field, to which the value
 * is cut as an assignment in C would cut it. "!=" is "==" with its exits
 * swapped.
 */
#include "internal.h"

/* The first that fits is it. */
static const char * const ops[] = {
	[FILTER_OP_EQ]		= "==",
	[FILTER_OP_NE]		= "!=",
	[FILTER_OP_LE]		= "<=",
	[FILTER_OP_GE]		= ">=",
	[FILTER_OP_LT]		= "<",
	[FILTER_OP_GT]		= ">",
	[FILTER_OP_BITS]	= "&",
	[FILTER_OP_GLOB]	= "~",
};

/* The longest number, NUL included, as text. */
#define NUMBER_MAX	24

static const char reason_op[] = "Illegal operation for field type";
static const char reason_value[] = "Invalid value (did you forget quotes)?";
static const char reason_function[] = "Function not found";

/* The byte behind the one where a predicate went wrong is what is shown. */
static int refuse_next(struct filter_parse *parse, const char *reason)
{
	return filter_refuse(parse, reason, parse->pos + 1);
}

static bool is_text(const struct event_field *field)
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

static bool is_word(char c)
{
	return isalnum(c) || c == '_';
}

static bool take(struct filter_parse *parse, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(parse->text + parse->pos, word, len))
		return false;
	parse->pos += len;
	return true;
}

static int read_field(struct filter_parse *parse, struct event_field *field)
{
	const char *start = parse->text + parse->pos;
	unsigned int len = 0;
	char *name;
	bool found;

	while (is_word(start[len]))
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
		return refuse_next(parse, "Field not found");
	/* No record holds it: it is what the type says. */
	if (field->filter == FILTER_CPU) {
		field->size = sizeof(int);
		field->is_signed = true;
	}
	return 0;
}

static int read_op(struct filter_parse *parse)
{
	int op;

	filter_skip(parse);
	for (op = 0; op < FILTER_OPS; op++) {
		if (take(parse, ops[op]))
			break;
	}
	if (op == FILTER_OPS)
		return refuse_next(parse, "Invalid operator");
	filter_skip(parse);
	return op;
}

static int parse_number(const char *text, bool is_signed, u64 *value)
{
	if (is_signed)
		return kstrtoll(text, 0, (s64 *)value);
	return kstrtoull(text, 0, value);
}

/* A word of digits and letters; false: too long, or no memory. */
static bool read_alnum(struct filter_parse *parse, char *buf)
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

static int read_number(struct filter_parse *parse, struct filter_step *step,
		       const struct event_field *field, int op, bool *swap)
{
	unsigned int start = parse->pos;
	char text[NUMBER_MAX];
	u64 value;

	if (is_text(field))
		return refuse_next(parse, "Expecting string field");
	if (op == FILTER_OP_GLOB)
		return refuse_next(parse, reason_op);
	if (!read_alnum(parse, text))
		return refuse_next(parse, "Operand too long");
	if (parse_number(text, field->is_signed, &value))
		return filter_refuse(parse, "Illegal integer value", start + 1);
	filter_number(step, field, op, value, swap);
	return 0;
}

/* The address of a symbol, or 0. */
static int read_symbol(struct filter_parse *parse, unsigned long *addr)
{
	const char *start = parse->text + parse->pos;
	char number[NUMBER_MAX], *name;
	unsigned int len = 0;

	if (isdigit(*start)) {
		if (!read_alnum(parse, number) || kstrtoul(number, 0, addr))
			return refuse_next(parse, reason_value);
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

/* FIELD.function: is its value an address in this function? */
static int read_function(struct filter_parse *parse, struct filter_step *step,
			 const struct event_field *field, int op, bool *swap)
{
	unsigned long addr = 0, size, offset;
	int ret;

	if (field->size != sizeof(long))
		return refuse_next(parse, reason_op);
	if (op != FILTER_OP_EQ && op != FILTER_OP_NE)
		return refuse_next(parse, "Invalid operator");
	ret = read_symbol(parse, &addr);
	if (ret)
		return ret;
	if (!addr || !kallsyms_lookup_size_offset(addr, &size, &offset) || !size)
		return refuse_next(parse, reason_function);
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
 * Of "x*", "*x", "*x*" and "x" only the x remains; "!" before it swaps. All else
 * is left to filter_glob().
 */
static void set_pattern(struct filter_step *step, bool *swap)
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

static enum filter_test text_test(const struct event_field *field, bool user)
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

static int read_text(struct filter_parse *parse, struct filter_step *step,
		     const struct event_field *field, int op, bool user,
		     bool *swap)
{
	const char *start = parse->text + parse->pos + 1;
	bool not = op == FILTER_OP_NE;

	if (!is_text(field))
		return refuse_next(parse, "Expecting numeric field");
	if (op != FILTER_OP_EQ && op != FILTER_OP_NE && op != FILTER_OP_GLOB)
		return refuse_next(parse, reason_op);

	/* Quotes were found to be in pairs before. */
	step->len = min_t(size_t, strchr(start, start[-1]) - start, U16_MAX);
	parse->pos += 1 + step->len;
	if (step->len >= MAX_FILTER_STR_VAL)
		return refuse_next(parse, "Operand too long");
	parse->pos++;

	step->test = text_test(field, user);
	step->offset = field->offset;
	step->size = field->size;
	step->text = start;
	if (op == FILTER_OP_GLOB)
		set_pattern(step, &not);
	if (field->filter != FILTER_PTR_STRING) {
		*swap ^= not;
		return 0;
	}
	step->not = not;
	return filter_strings_alloc();
}

/**
 * filter_predicate - read a predicate
 * @parse: where it is read
 * @step: what becomes of it, all zero
 * @swap: changed if the exits of @step are to be swapped
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: it is none; -ENOMEM.
 */
int filter_predicate(struct filter_parse *parse, struct filter_step *step,
		     bool *swap)
{
	bool function, user = false;
	struct event_field field;
	int op, ret;
	char c;

	ret = read_field(parse, &field);
	if (ret)
		return ret;
	function = take(parse, ".function");
	if (!function)
		user = take(parse, ".ustring");
	op = read_op(parse);
	if (op < 0)
		return op;

	c = parse->text[parse->pos];
	if (function)
		return read_function(parse, step, &field, op, swap);
	if (take(parse, "CPUS"))
		return filter_cpulist(parse, step, &field, op, swap);
	if (c == '"' || c == '\'')
		return read_text(parse, step, &field, op, user, swap);
	if (isdigit(c) || c == '-')
		return read_number(parse, step, &field, op, swap);
	return refuse_next(parse, reason_value);
}
