// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the expression of a key, a sum or a variable:
 *
 *	EXPR  := ATOM | -(EXPR) | EXPR OP EXPR
 *	ATOM  := NUMBER | [SYSTEM.EVENT.]$VARIABLE | FIELD[.MODIFIER]
 *	OP    := + - * /	left to right, * and / first
 *
 * Constant expressions are computed here. Arguments of save() are ATOMs.
 */
#include <linux/ctype.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hist.h"

/**
 * struct hist_reader - state of the parser of an expression
 * @h: the histogram
 * @spec: its command
 * @use: what the value is parsed for
 * @operators: number of operators so far
 * @alias: the variable that was replaced by the field it is defined by, as it was
 *	written; or NULL
 */
struct hist_reader {
	struct hist *h;
	const struct hist_spec *spec;
	enum hist_use use;
	int operators;
	const char *alias;
};

/* Modifiers */

static const struct {
	const char *name;
	enum hist_show show;
} hist_modifiers[] = {
	{ "hex", HIST_SHOW_HEX },
	{ "sym", HIST_SHOW_SYM },
	{ "sym-offset", HIST_SHOW_SYM_OFFSET },
	{ "execname", HIST_SHOW_EXECNAME },
	{ "syscall", HIST_SHOW_SYSCALL },
	{ "log2", HIST_SHOW_LOG2 },
	{ "usecs", HIST_SHOW_USECS },
	{ "percent", HIST_SHOW_PERCENT },
	{ "graph", HIST_SHOW_GRAPH },
	{ "stacktrace", HIST_SHOW_STACK },
};

/* The number of "buckets=N", or 0 if it is malformed. */
static u64 hist_value_buckets(const char *modifier)
{
	u64 width;

	modifier += str_has_prefix(modifier, "buckets=");
	return kstrtou64(modifier, 0, &width) ? 0 : width;
}

/*
 * Look up a modifier. If this fails with -EINVAL, *@at is the text that the error
 * is to point to.
 */
static int hist_value_find_modifier(const char *modifier, const char *field,
				    enum hist_show *show, u64 *width,
				    const char **at)
{
	int i;

	*at = modifier;
	if (strstarts(modifier, "buckets=")) {
		*show = HIST_SHOW_BUCKET;
		*width = hist_value_buckets(modifier);
		*at = modifier + strlen("buckets=");
		return *width ? 0 : -EINVAL;
	}
	for (i = 0; i < ARRAY_SIZE(hist_modifiers); i++) {
		if (strcmp(modifier, hist_modifiers[i].name))
			continue;
		*show = hist_modifiers[i].show;
		if (*show == HIST_SHOW_EXECNAME && strcmp(field, "common_pid"))
			return -EINVAL;
		return 0;
	}
	if (!strcmp(modifier, "buckets"))
		*at = NULL;
	return -EINVAL;
}

/* Wrap a value into one that groups it by powers of two or by buckets. */
static struct hist_value *hist_value_group(struct hist_value *inner,
					   enum hist_show show, u64 width)
{
	struct hist_value *value;

	value = hist_value_alloc(show == HIST_SHOW_LOG2 ? HIST_LOG2 : HIST_BUCKET,
				 inner->name, inner->type, sizeof(u64));
	if (!value) {
		hist_value_free(inner);
		return ERR_PTR(-ENOMEM);
	}
	value->a = inner;
	value->show = show;
	value->literal = width;
	value->timed = inner->timed;
	return value;
}

/* Whether a modifier makes sense with a use of the value. */
static bool hist_value_modifier_allowed(enum hist_show show, enum hist_use use)
{
	switch (show) {
	case HIST_SHOW_PERCENT:
	case HIST_SHOW_GRAPH:
		return use == HIST_USE_VAL;
	case HIST_SHOW_LOG2:
	case HIST_SHOW_BUCKET:
		return use == HIST_USE_KEY;
	case HIST_SHOW_SYM:
	case HIST_SHOW_SYM_OFFSET:
	case HIST_SHOW_SYSCALL:
	case HIST_SHOW_STACK:
		return use != HIST_USE_VAL;
	default:
		return true;
	}
}

static struct hist_value *hist_value_modify(struct hist_reader *r,
					    struct hist_value *value,
					    enum hist_show show, u64 width)
{
	/* A stack trace is always printed as such. */
	if (hist_is_stack(value))
		return value;
	switch (show) {
	case HIST_SHOW_LOG2:
	case HIST_SHOW_BUCKET:
		return hist_value_group(value, show, width);
	case HIST_SHOW_USECS:
		if (hist_is_string(value))
			return value;
		if (value->op == HIST_TIME)
			value->op = HIST_TIME_US;
		value->usecs = value->op == HIST_TIME_US;
		fallthrough;
	default:
		value->show = show;
		return value;
	}
}

/* "field" or "field.modifier", as the trigger file shows it. */
static char *hist_value_field_text(const struct hist_value *value,
				   const char *modifier)
{
	const char *name = value->name;

	/* A value that groups has the field as its operand. */
	if (value->a)
		name = value->a->op == HIST_CPU ? "common_cpu" : name;
	else if (value->op == HIST_CPU)
		name = "common_cpu";
	if (value->op == HIST_STACKTRACE)
		return kstrdup("common_stacktrace", GFP_KERNEL);
	if (value->op == HIST_DYN_STACK)
		modifier = "stacktrace";
	if (!modifier)
		return kstrdup(name, GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s.%s", name, modifier);
}

static struct hist_value *hist_value_read_field(struct hist_reader *r, char *text)
{
	const struct hist_log *log = &r->spec->log;
	char *modifier = strchr(text, '.');
	enum hist_show show = HIST_SHOW_NUMBER;
	struct hist_value *value;
	const char *at;
	u64 width = 0;

	if (modifier)
		*modifier++ = '\0';
	if (modifier && hist_value_find_modifier(modifier, text, &show, &width, &at)) {
		hist_error(log, HIST_ERR_BAD_MODIFIER, at);
		return ERR_PTR(-EINVAL);
	}
	value = hist_field_value(r->h->file, text);
	if (IS_ERR(value)) {
		if (PTR_ERR(value) != -ENOENT)
			return value;
		hist_error(log, HIST_ERR_NO_FIELD, *text ? text : NULL);
		return ERR_PTR(-EINVAL);
	}
	if (modifier && show == HIST_SHOW_STACK && value->op != HIST_DYN_STACK) {
		modifier[-1] = '.';
		hist_error(log, HIST_ERR_BAD_MODIFIER, text);
		hist_value_free(value);
		return ERR_PTR(-EINVAL);
	}
	if (!hist_value_modifier_allowed(modifier ? show : value->show, r->use)) {
		/* For percent and graph the error points to the modifier. */
		hist_error(log, HIST_ERR_BAD_MODIFIER,
			   show == HIST_SHOW_PERCENT || show == HIST_SHOW_GRAPH ?
			   modifier : r->alias ?: text);
		hist_value_free(value);
		return ERR_PTR(-EINVAL);
	}
	if (modifier) {
		value = hist_value_modify(r, value, show, width);
		if (IS_ERR(value))
			return value;
	}
	value->text = hist_value_field_text(value, modifier);
	if (value->text)
		return value;
	hist_value_free(value);
	return ERR_PTR(-ENOMEM);
}

/* Atoms */

static struct hist_value *hist_value_constant(u64 number)
{
	struct hist_value *value;

	value = hist_value_alloc(HIST_CONST, "", "u64", sizeof(u64));
	if (!value)
		return ERR_PTR(-ENOMEM);
	value->literal = number;
	value->text = kasprintf(GFP_KERNEL, "%llu", number);
	if (value->text)
		return value;
	hist_value_free(value);
	return ERR_PTR(-ENOMEM);
}

static struct hist_value *hist_value_read_number(struct hist_reader *r,
						 const char *text)
{
	u64 number;

	if (kstrtou64(text, 0, &number)) {
		hist_error(&r->spec->log, HIST_ERR_NUMBER, text);
		return ERR_PTR(-EINVAL);
	}
	return hist_value_constant(number);
}

static bool hist_value_has_operator(const char *text)
{
	return strpbrk(text, "+-*/");
}

/* The field that "$name" of this command is defined by, or NULL. */
static const char *hist_value_alias(const struct hist_spec *spec, const char *name)
{
	const char *expr;
	unsigned int i;

	for (i = 0; i < spec->nr_vars; i++) {
		if (strcmp(spec->vars[i].name, name))
			continue;
		expr = spec->vars[i].expr;
		return *expr == '$' || hist_value_has_operator(expr) ? NULL : expr;
	}
	return NULL;
}

static struct hist_value *hist_value_read_var(struct hist_reader *r,
					      const char *system, const char *event,
					      char *text)
{
	const struct hist_log *log = &r->spec->log;
	struct hist_value *value;

	value = hist_var_ref(r->h, log, system, event, text + 1, false);
	if (value)
		return value;
	hist_error(log, HIST_ERR_NO_VAR, text + 1);
	/* The text may also have been meant as a field with a modifier. */
	text[strcspn(text, ".")] = '\0';
	hist_error(log, HIST_ERR_NO_FIELD, text);
	return ERR_PTR(-EINVAL);
}

static struct hist_value *hist_value_read_atom(struct hist_reader *r, char *text)
{
	const char *system = NULL, *event = NULL, *alias;
	char *dot = strchr(text, '.'), *dot2 = dot ? strchr(dot + 1, '.') : NULL;
	struct hist_value *value;
	char *copy;

	if (dot2) {
		*dot = '\0';
		*dot2 = '\0';
		system = text;
		event = dot + 1;
		text = dot2 + 1;
	}
	if (*text == '$') {
		alias = dot2 || r->use == HIST_USE_SAVE ? NULL :
			hist_value_alias(r->spec, text + 1);
		if (!alias)
			return hist_value_read_var(r, system, event, text);
		/* The definition must be a field of this event. */
		if (strchr(alias, '$')) {
			hist_error(&r->spec->log, HIST_ERR_NO_FIELD, alias);
			return ERR_PTR(-EINVAL);
		}
		copy = kstrdup(alias, GFP_KERNEL);
		if (!copy)
			return ERR_PTR(-ENOMEM);
		r->alias = text;
		value = hist_value_read_atom(r, copy);
		r->alias = NULL;
		kfree(copy);
		return value;
	}
	if (isdigit(*text))
		return hist_value_read_number(r, text);
	return hist_value_read_field(r, text);
}

/* Expressions */

static struct hist_value *hist_value_read_expr(struct hist_reader *r, char *text);

/* The operator that is applied last: the rightmost one of the lowest precedence. */
static char *hist_value_last_operator(char *text)
{
	char *found = NULL, *p;

	for (p = text; *p; p++) {
		if (*p == '-' && !strncmp(p, "-offset", 7) && p > text + 3 &&
		    !strncmp(p - 4, ".sym", 4))
			continue;
		if (*p == '+' || *p == '-')
			found = p;
	}
	if (found)
		return found;
	for (p = text; *p; p++) {
		if (*p == '*' || *p == '/')
			found = p;
	}
	return found;
}

static enum hist_op hist_value_operator_op(char c)
{
	switch (c) {
	case '+':
		return HIST_ADD;
	case '-':
		return HIST_SUB;
	case '*':
		return HIST_MUL;
	default:
		return HIST_DIV;
	}
}

/* Compute an expression of two constants. */
static struct hist_value *hist_value_fold(struct hist_value *value)
{
	u64 a = value->a->literal, b = value->b->literal;

	switch (value->op) {
	case HIST_ADD:
		a += b;
		break;
	case HIST_SUB:
		a -= b;
		break;
	case HIST_MUL:
		a *= b;
		break;
	default:
		a = div64_u64(a, b);
	}
	hist_value_free(value);
	return hist_value_constant(a);
}

static int hist_value_check_operand(struct hist_reader *r,
				    const struct hist_value *value,
				    const char *text)
{
	if (!hist_is_string(value))
		return 0;
	hist_error(&r->spec->log, HIST_ERR_STR_OPERAND, text);
	return -EINVAL;
}

/* A variable of another histogram that is an operand is cleared when it is read. */
static void hist_value_clear_on_use(struct hist_reader *r,
				    const struct hist_value *value)
{
	if (value->op == HIST_REF)
		r->h->refs[value->offset].clear_on_use = true;
}

/* In an expression, a stack trace is shown with its modifier. */
static const char *hist_value_operand_text(const struct hist_value *value)
{
	return value->op == HIST_STACKTRACE ? "common_stacktrace.stacktrace" :
					      value->text;
}

static struct hist_value *hist_value_combine(struct hist_reader *r, char op,
					     struct hist_value *a,
					     struct hist_value *b)
{
	struct hist_value *value;

	value = hist_value_alloc(hist_value_operator_op(op), "", a->type, sizeof(u64));
	if (!value) {
		hist_value_free(a);
		hist_value_free(b);
		return ERR_PTR(-ENOMEM);
	}
	value->a = a;
	value->b = b;
	value->is_signed = a->is_signed;
	value->timed = a->timed || b->timed;
	value->usecs = a->usecs || b->usecs;
	value->unshown = true;
	hist_value_clear_on_use(r, a);
	hist_value_clear_on_use(r, b);
	if (a->op == HIST_CONST && b->op == HIST_CONST)
		return hist_value_fold(value);
	value->text = kasprintf(GFP_KERNEL, "%s%c%s", hist_value_operand_text(a), op,
				hist_value_operand_text(b));
	kfree(value->name);
	value->name = kstrdup(value->text, GFP_KERNEL);
	if (value->text && value->name)
		return value;
	hist_value_free(value);
	return ERR_PTR(-ENOMEM);
}

static struct hist_value *hist_value_read_binary(struct hist_reader *r, char *text,
						 char *at)
{
	const struct hist_log *log = &r->spec->log;
	struct hist_value *a, *b;
	char op = *at;
	int ret = 0;

	if (++r->operators > HIST_OPERATORS_MAX) {
		hist_error(log, HIST_ERR_MANY_OPERATORS, text);
		return ERR_PTR(-EINVAL);
	}
	*at = '\0';
	if (!*text || !at[1])
		return ERR_PTR(-EINVAL);
	a = hist_value_read_expr(r, text);
	if (IS_ERR(a))
		return a;
	b = hist_value_read_expr(r, at + 1);
	if (IS_ERR(b)) {
		hist_value_free(a);
		return b;
	}
	ret = hist_value_check_operand(r, a, text) ?:
	      hist_value_check_operand(r, b, at + 1);
	if (!ret && a->usecs != b->usecs) {
		hist_error(log, HIST_ERR_TIME_UNITS, NULL);
		ret = -EINVAL;
	}
	if (!ret && op == '/' && b->op == HIST_CONST && !b->literal) {
		hist_error(log, HIST_ERR_DIV_ZERO, at + 1);
		ret = -EDOM;
	}
	if (!ret)
		return hist_value_combine(r, op, a, b);
	hist_value_free(a);
	hist_value_free(b);
	return ERR_PTR(ret);
}

/* "-(EXPR)", which must be the whole expression. */
static struct hist_value *hist_value_read_unary(struct hist_reader *r, char *text)
{
	struct hist_value *value, *a;
	char *end;

	if (text[1] != '(')
		return ERR_PTR(-EINVAL);
	text += 2;
	end = strrchr(text, ')');
	if (!end)
		return ERR_PTR(-EINVAL);
	if (r->operators || end[1]) {
		hist_error(&r->spec->log, HIST_ERR_UNARY, text);
		return ERR_PTR(-EINVAL);
	}
	*end = '\0';
	if (*text == '-')
		return ERR_PTR(-EINVAL);
	a = hist_value_read_expr(r, text);
	if (IS_ERR(a))
		return a;
	value = hist_value_check_operand(r, a, text) ? ERR_PTR(-EINVAL) :
		hist_value_alloc(HIST_NEG, "", a->type, sizeof(u64));
	if (IS_ERR_OR_NULL(value)) {
		hist_value_free(a);
		return value ?: ERR_PTR(-ENOMEM);
	}
	hist_value_clear_on_use(r, a);
	value->a = a;
	value->is_signed = a->is_signed;
	value->timed = a->timed;
	value->usecs = a->usecs;
	value->unshown = true;
	value->text = kasprintf(GFP_KERNEL, "-(%s)", hist_value_operand_text(a));
	kfree(value->name);
	value->name = kstrdup(value->text, GFP_KERNEL);
	if (value->text && value->name)
		return value;
	hist_value_free(value);
	return ERR_PTR(-ENOMEM);
}

static struct hist_value *hist_value_read_expr(struct hist_reader *r, char *text)
{
	char *at;

	if (*text == '-')
		return hist_value_read_unary(r, text);
	at = hist_value_last_operator(text);
	return at ? hist_value_read_binary(r, text, at) : hist_value_read_atom(r, text);
}

/**
 * hist_value_parse - parse the expression of a value
 * @h: the histogram; references to variables of other histograms are added to it
 * @spec: its command
 * @text: the expression
 * @use: what the value is parsed for
 *
 * Context: task, may sleep; event_mutex held.
 * Return: the value; ERR_PTR(-EINVAL) or ERR_PTR(-EDOM), the error_log has the
 * reason; ERR_PTR(-ENOMEM).
 */
struct hist_value *hist_value_parse(struct hist *h, const struct hist_spec *spec,
				    const char *text, enum hist_use use)
{
	struct hist_reader r = { .h = h, .spec = spec, .use = use };
	struct hist_value *value;
	char *copy = kstrdup(text, GFP_KERNEL);

	if (!copy)
		return ERR_PTR(-ENOMEM);
	value = use == HIST_USE_SAVE ? hist_value_read_atom(&r, copy) :
				       hist_value_read_expr(&r, copy);
	kfree(copy);
	return value;
}
