// SPDX-License-Identifier: GPL-2.0
/*
 * Compiling a filter expression to a program of steps.
 *
 * The expression is parsed once, from left to right, by backpatching as compilers do
 * it for boolean expressions (Aho, Lam, Sethi, Ullman, "Compilers", section 6.7). Each
 * complete subexpression has two lists of exits: those taken if it passes, and those
 * taken if not. An exit is a jump in a step whose target is not known yet; the lists
 * are linked through the jumps. An operator resolves one of the lists to the step
 * after it, and joins the other one with the exits of the enclosing group.
 */
#include "internal.h"

#define EXIT_NONE	0xffff

/* A list of exits. The number of an exit is 2 * step + jump, by their indices. */
struct exits {
	u16 first;
	u16 last;
};

/* The exits of an operand: if it does not pass, and if it passes. */
struct operand {
	struct exits no;
	struct exits yes;
};

/**
 * struct group - an expression in parentheses, up to the last operand parsed
 * @no: exits of the operands since the last "||", which are joined by "&&"
 * @yes: exits of the operands before the last "||"
 * @invert: a "!" precedes the parenthesis
 */
struct group {
	struct exits no;
	struct exits yes;
	bool invert;
};

static const struct exits exits_none = { EXIT_NONE, EXIT_NONE };

static u16 *filter_compile_exit(struct filter_parse *parse, u16 nr)
{
	return &parse->steps[nr / 2].next[nr & 1];
}

static void filter_compile_join(struct filter_parse *parse, struct exits *to,
				struct exits more)
{
	if (more.first == EXIT_NONE)
		return;
	if (to->first == EXIT_NONE)
		to->first = more.first;
	else
		*filter_compile_exit(parse, to->last) = more.first;
	to->last = more.last;
}

/* Set the target of all exits to @step. */
static void filter_compile_resolve(struct filter_parse *parse, struct exits exits,
				   unsigned int step)
{
	u16 nr = exits.first, next;

	for (; nr != EXIT_NONE; nr = next) {
		next = *filter_compile_exit(parse, nr);
		*filter_compile_exit(parse, nr) = step;
	}
}

/**
 * struct quotes - state of a scan of the text
 * @open: the opening quote if the scan is inside a string, else 0
 * @at: offset of the last opening quote
 */
struct quotes {
	char open;
	unsigned int at;
};

/* The character at offset @i of a scan; a blank for quotes and in strings. */
static char filter_compile_unquoted(const char *text, unsigned int i, struct quotes *quotes)
{
	char c = text[i];

	if (quotes->open) {
		if (c == quotes->open)
			quotes->open = 0;
		return ' ';
	}
	if (c != '"' && c != '\'')
		return c;
	quotes->open = c;
	quotes->at = i;
	return ' ';
}

/* Offset of the parenthesis that opens level @depth, which is not closed. */
static unsigned int filter_compile_open_parenthesis(const char *text, unsigned int depth)
{
	unsigned int i, level = 0, at = 0;
	struct quotes quotes = {};
	char c;

	for (i = 0; text[i]; i++) {
		c = filter_compile_unquoted(text, i, &quotes);
		if (c == '(' && ++level == depth)
			at = i;
		else if (c == ')')
			level--;
	}
	return at;
}

/* Check that quotes and parentheses are paired; set the nesting of the latter. */
static int filter_compile_check_pairs(struct filter_parse *parse, unsigned int *deepest)
{
	const char *text = parse->text;
	unsigned int i, depth = 0;
	struct quotes quotes = {};
	char c;

	for (i = 0; text[i]; i++) {
		c = filter_compile_unquoted(text, i, &quotes);
		if (c == '(') {
			depth++;
			*deepest = max(*deepest, depth);
		} else if (c == ')') {
			if (!depth)
				return filter_refuse(parse, "Too few '('", i);
			depth--;
		}
	}
	if (quotes.open)
		return filter_refuse(parse, "Missing matching quote", quotes.at);
	if (depth)
		return filter_refuse(parse, "Too many '('",
				     filter_compile_open_parenthesis(text, depth));
	return 0;
}

static int filter_compile_step_reserve(struct filter_parse *parse)
{
	struct filter_step *more;
	unsigned int capacity;

	if (parse->nr < parse->capacity)
		return 0;
	if (parse->nr >= FILTER_STEPS_MAX)
		return filter_refuse(parse, FILTER_REASON_ANY, 0);
	capacity = max(2 * parse->capacity, 4U);
	more = krealloc_array(parse->steps, capacity, sizeof(*more), GFP_KERNEL);
	if (!more)
		return -ENOMEM;
	parse->steps = more;
	parse->capacity = capacity;
	return 0;
}

static int filter_compile_predicate(struct filter_parse *parse, struct operand *operand,
				    bool swap)
{
	struct filter_step *step;
	u16 nr;
	int ret;

	ret = filter_compile_step_reserve(parse);
	if (ret)
		return ret;
	step = &parse->steps[parse->nr];
	memset(step, 0, sizeof(*step));
	ret = filter_predicate(parse, step, &swap);
	if (ret)
		return ret;
	step->next[0] = EXIT_NONE;
	step->next[1] = EXIT_NONE;
	nr = 2 * parse->nr++;
	operand->no = (struct exits){ nr + swap, nr + swap };
	operand->yes = (struct exits){ nr + !swap, nr + !swap };
	return 0;
}

/*
 * Parse an operand: "!" and "(" before it, for which groups are opened, and its
 * predicate.
 */
static int filter_compile_operand(struct filter_parse *parse, struct group **group,
				  struct operand *operand)
{
	bool swap = false;

	for (;; parse->pos++) {
		filter_skip(parse);
		switch (parse->text[parse->pos]) {
		case '!':
			swap = !swap;
			continue;
		case '(':
			*++*group = (struct group){
				exits_none, exits_none, swap,
			};
			swap = false;
			continue;
		case '\0':
			if (!parse->pos)
				break;
			return filter_refuse(parse, parse->nr ?
					     "Meaningless filter expression" :
					     "No filter found", parse->pos);
		}
		return filter_compile_predicate(parse, operand, swap);
	}
}

/* The operand is the last one before "||" or the end of its group. */
static void filter_compile_end_of_term(struct filter_parse *parse, struct group *group,
				       struct operand *operand)
{
	filter_compile_join(parse, &group->no, operand->no);
	filter_compile_join(parse, &group->yes, operand->yes);
}

/*
 * Parse what follows an operand: ")" and an operator or the end. Returns 1 if another
 * operand follows; 0 at the end, when *@operand is the whole expression; -EINVAL.
 */
static int filter_compile_operator(struct filter_parse *parse, struct group **group,
				   struct operand *operand)
{
	const char *at;

	for (;; parse->pos++) {
		filter_skip(parse);
		at = parse->text + parse->pos;
		if (*at && *at != ')')
			break;
		filter_compile_end_of_term(parse, *group, operand);
		if ((*group)->invert)
			*operand = (struct operand){ (*group)->yes, (*group)->no };
		else
			*operand = (struct operand){ (*group)->no, (*group)->yes };
		if (!*at)
			return 0;
		--*group;
	}

	if (at[0] == '&' && at[1] == '&') {
		filter_compile_resolve(parse, operand->yes, parse->nr);
		filter_compile_join(parse, &(*group)->no, operand->no);
	} else if (at[0] == '|' && at[1] == '|') {
		filter_compile_end_of_term(parse, *group, operand);
		filter_compile_resolve(parse, (*group)->no, parse->nr);
		(*group)->no = exits_none;
	} else {
		return filter_refuse(parse, "Too many terms in predicate expression",
				     parse->pos);
	}
	parse->pos += 2;
	return 1;
}

/**
 * filter_compile - compile an expression to steps
 * @parse: text and event; the steps are returned here, or the reason of -EINVAL
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if the expression is invalid; -ENOMEM.
 */
int filter_compile(struct filter_parse *parse)
{
	struct group *groups, *group;
	unsigned int deepest = 0;
	struct operand operand;
	int ret;

	ret = filter_compile_check_pairs(parse, &deepest);
	if (ret)
		return ret;
	groups = kmalloc_array(deepest + 1, sizeof(*groups), GFP_KERNEL);
	if (!groups)
		return -ENOMEM;

	group = groups;
	*group = (struct group){ exits_none, exits_none, false };
	do {
		ret = filter_compile_operand(parse, &group, &operand);
		if (!ret)
			ret = filter_compile_operator(parse, &group, &operand);
	} while (ret > 0);
	if (!ret) {
		filter_compile_resolve(parse, operand.no, parse->nr);
		filter_compile_resolve(parse, operand.yes, parse->nr + 1);
	}
	kfree(groups);
	return ret;
}
