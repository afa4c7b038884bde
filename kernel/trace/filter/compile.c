// SPDX-License-Identifier: GPL-2.0
/*
 * From an expression to a program.
 *
 * The expression is read once, from left to right. Of each part of it that is
 * complete two lists are known: its exits, one of those taken if it passes, one
 * of those taken if not. An exit is a place in a step where the step to go to is
 * still missing; the lists are linked through these places. An operator tells
 * where one of the lists leads, namely to the step that comes next, and joins
 * the other with what is open already. (This is backpatching as compilers do it
 * for boolean expressions: Aho, Lam, Sethi, Ullman, "Compilers", 6.7.)
 */
#include "internal.h"

#define EXIT_NONE	0xffff

/* A list of exits; an exit is twice the index of its step, plus which. */
struct exits {
	u16 first;
	u16 last;
};

/* What may be taken for an operand: it passes, or it doesn't. */
struct operand {
	struct exits no;
	struct exits yes;
};

/**
 * struct group - an expression in parentheses, up to the operand read last
 * @no: of operands joined by "&&" since the last "||"
 * @yes: of what stands before the last "||"
 * @invert: there is a "!" before the parenthesis
 */
struct group {
	struct exits no;
	struct exits yes;
	bool invert;
};

static const struct exits exits_none = { EXIT_NONE, EXIT_NONE };

static u16 *exit_place(struct filter_parse *parse, u16 nr)
{
	return &parse->steps[nr / 2].next[nr & 1];
}

static void exits_join(struct filter_parse *parse, struct exits *to,
		       struct exits more)
{
	if (more.first == EXIT_NONE)
		return;
	if (to->first == EXIT_NONE)
		to->first = more.first;
	else
		*exit_place(parse, to->last) = more.first;
	to->last = more.last;
}

/* All of them lead to @step. */
static void exits_lead(struct filter_parse *parse, struct exits exits,
		       unsigned int step)
{
	u16 nr = exits.first, next;

	for (; nr != EXIT_NONE; nr = next) {
		next = *exit_place(parse, nr);
		*exit_place(parse, nr) = step;
	}
}

/**
 * struct quotes - what is open where a walk through the text stands
 * @open: the quote, or 0
 * @at: where it stands
 */
struct quotes {
	char open;
	unsigned int at;
};

/* The character at @i on a walk; a blank if it is a quote or stands in quotes. */
static char unquoted(const char *text, unsigned int i, struct quotes *quotes)
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

/* Where the innermost parenthesis stands of those that @depth says are open. */
static unsigned int open_parenthesis(const char *text, unsigned int depth)
{
	unsigned int i, level = 0, at = 0;
	struct quotes quotes = {};
	char c;

	for (i = 0; text[i]; i++) {
		c = unquoted(text, i, &quotes);
		if (c == '(' && ++level == depth)
			at = i;
		else if (c == ')')
			level--;
	}
	return at;
}

/* Are quotes and parentheses in pairs? How deep are these nested? */
static int check_pairs(struct filter_parse *parse, unsigned int *deepest)
{
	const char *text = parse->text;
	unsigned int i, depth = 0;
	struct quotes quotes = {};
	char c;

	for (i = 0; text[i]; i++) {
		c = unquoted(text, i, &quotes);
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
				     open_parenthesis(text, depth));
	return 0;
}

static int step_add(struct filter_parse *parse)
{
	struct filter_step *more;
	unsigned int room;

	if (parse->nr < parse->room)
		return 0;
	if (parse->nr >= FILTER_STEPS_MAX)
		return filter_refuse(parse, FILTER_REASON_ANY, 0);
	room = max(2 * parse->room, 4U);
	more = krealloc_array(parse->steps, room, sizeof(*more), GFP_KERNEL);
	if (!more)
		return -ENOMEM;
	parse->steps = more;
	parse->room = room;
	return 0;
}

static int read_predicate(struct filter_parse *parse, struct operand *operand,
			  bool swap)
{
	struct filter_step *step;
	u16 nr;
	int ret;

	ret = step_add(parse);
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
 * Read what stands before an operand, open groups for its parentheses, read it.
 */
static int read_operand(struct filter_parse *parse, struct group **group,
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
		return read_predicate(parse, operand, swap);
	}
}

/* The operand is the last one before a "||" or the end of its group. */
static void end_of_term(struct filter_parse *parse, struct group *group,
			struct operand *operand)
{
	exits_join(parse, &group->no, operand->no);
	exits_join(parse, &group->yes, operand->yes);
}

/*
 * Read what follows an operand. 1: an operator, and so another operand; 0: the
 * end, *@operand is the whole expression.
 */
static int read_operator(struct filter_parse *parse, struct group **group,
			 struct operand *operand)
{
	const char *at;

	for (;; parse->pos++) {
		filter_skip(parse);
		at = parse->text + parse->pos;
		if (*at && *at != ')')
			break;
		end_of_term(parse, *group, operand);
		if ((*group)->invert)
			*operand = (struct operand){ (*group)->yes, (*group)->no };
		else
			*operand = (struct operand){ (*group)->no, (*group)->yes };
		if (!*at)
			return 0;
		--*group;
	}

	if (at[0] == '&' && at[1] == '&') {
		exits_lead(parse, operand->yes, parse->nr);
		exits_join(parse, &(*group)->no, operand->no);
	} else if (at[0] == '|' && at[1] == '|') {
		end_of_term(parse, *group, operand);
		exits_lead(parse, (*group)->no, parse->nr);
		(*group)->no = exits_none;
	} else {
		return filter_refuse(parse, "Too many terms in predicate expression",
				     parse->pos);
	}
	parse->pos += 2;
	return 1;
}

/**
 * filter_compile - make the steps of an expression
 * @parse: its text and event; gets the steps, or the reason why it has none
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: it is refused; -ENOMEM.
 */
int filter_compile(struct filter_parse *parse)
{
	struct group *groups, *group;
	unsigned int deepest = 0;
	struct operand operand;
	int ret;

	ret = check_pairs(parse, &deepest);
	if (ret)
		return ret;
	groups = kmalloc_array(deepest + 1, sizeof(*groups), GFP_KERNEL);
	if (!groups)
		return -ENOMEM;

	group = groups;
	*group = (struct group){ exits_none, exits_none, false };
	do {
		ret = read_operand(parse, &group, &operand);
		if (!ret)
			ret = read_operator(parse, &group, &operand);
	} while (ret > 0);
	if (!ret) {
		exits_lead(parse, operand.no, parse->nr);
		exits_lead(parse, operand.yes, parse->nr + 1);
	}
	kfree(groups);
	return ret;
}
