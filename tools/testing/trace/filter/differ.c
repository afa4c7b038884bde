// SPDX-License-Identifier: GPL-2.0
/*
 * Random filters applied to random records, compared with a simple evaluator of the tree
 * from which the text of the filter was generated. Some filters are also created with
 * each of their allocations failing in turn.
 */
#include <fnmatch.h>

#include "event.h"

enum { AND, OR, NOT, PREDICATE };

struct node {
	int kind;
	struct node *left, *right;
	const struct event_field *field;
	int op;
	u64 value;
	char text[16];
	unsigned long cpus;	/* mask of CPUS{}, or 0 */
	bool function;
	bool user;		/* the string is in user space */
};

static const char * const op_names[] = {
	"==", "!=", "<=", ">=", "<", ">", "&", "~",
};

enum { EQ, NE, LE, GE, LT, GT, BITS, GLOB };

unsigned long prefiltered;

static char out[1 << 14];
static size_t out_len;

static void put(const char *s)
{
	size_t len = strlen(s);

	if (out_len + len < sizeof(out)) {
		memcpy(out + out_len, s, len + 1);
		out_len += len;
	}
}

static void space(void)
{
	put(host_rand() % 2 ? " " : host_rand() % 4 ? "" : "\t ");
}

static bool is_text(const struct event_field *field)
{
	return field->filter == FILTER_STATIC_STRING ||
	       field->filter == FILTER_DYN_STRING ||
	       field->filter == FILTER_RDYN_STRING ||
	       field->filter == FILTER_PTR_STRING ||
	       field->filter == FILTER_COMM;
}

/* Generation */

static void make_glob(char *to)
{
	static const char * const parts[] = {
		"*", "?", "a", "b", "[ab]", "[!a]", "[a-b]", "\\a", "*",
	};
	int n = host_rand() % 5;

	*to = '\0';
	while (n--) {
		const char *part = parts[host_rand() % ARRAY_SIZE(parts)];

		if (strlen(to) + strlen(part) < 16)
			strcat(to, part);
	}
}

static void make_value(struct node *node)
{
	char text[64];

	if (node->cpus) {
		put("CPUS{");
		for (int i = 0; i < 64; i++) {
			if (node->cpus >> i & 1) {
				sprintf(text, "%d,", i);
				put(text);
			}
		}
		put("}");
	} else if (node->function) {
		put(node->value == HOST_SCHEDULE ? "schedule" : "0x20010");
	} else if (is_text(node->field)) {
		sprintf(text, "\"%s\"", node->text);
		put(text);
	} else {
		bool sign = node->field->is_signed ||
			    node->field->filter == FILTER_CPU ||
			    node->field->filter == EVENT_TASK_NS_PID;

		sprintf(text, !sign ? host_rand() % 2 ? "%llu" : "0x%llx" :
			"%lld", node->value);
		put(text);
	}
}

/* Return EQ, NE or @third. */
static int pick(int third)
{
	const int ops[] = { EQ, NE, third };

	return ops[host_rand() % 3];
}

static struct node *make_predicate(void)
{
	struct node *node = calloc(1, sizeof(*node));
	unsigned int nr = 0;

	while (host_fields[nr].type)
		nr++;
	node->kind = PREDICATE;
	node->field = &host_fields[host_rand() % nr];
	put(node->field->name);

	if (is_text(node->field)) {
		node->op = pick(GLOB);
		if (node->op == GLOB)
			make_glob(node->text);
		else
			host_text(node->text, 5);
		node->user = host_rand() % 4 == 0;
		if (node->user)
			put(".ustring");
	} else if (!strcmp(node->field->name, "fn") && host_rand() % 2) {
		node->op = host_rand() % 2;
		node->function = true;
		node->value = host_rand() % 4 ? HOST_SCHEDULE : HOST_PANIC;
		put(".function");
	} else if (node->field->filter == FILTER_CPUMASK ||
		   (!(host_rand() % 6) && node->field->filter < EVENT_TASK_CGROUP)) {
		node->op = pick(BITS);
		node->cpus = 1 + host_rand() % 15;
	} else {
		node->op = host_rand() % GLOB;
		node->value = host_number();
	}
	space();
	put(op_names[node->op]);
	space();
	make_value(node);
	return node;
}

static struct node *make(int depth);

static struct node *make_pair(int kind, struct node *left, struct node *right)
{
	struct node *node = calloc(1, sizeof(*node));

	node->kind = kind;
	node->left = left;
	node->right = right;
	return node;
}

static struct node *make_operand(int depth)
{
	struct node *node;

	space();
	if (!(host_rand() % 5)) {
		put("!");
		return make_pair(NOT, make_operand(depth), NULL);
	}
	if (!depth || host_rand() % 3)
		return make_predicate();
	put("(");
	node = make(depth - 1);
	space();
	put(")");
	return node;
}

static struct node *make_term(int depth)
{
	struct node *node = make_operand(depth);

	while (!(host_rand() % 3)) {
		space();
		put("&&");
		node = make_pair(AND, node, make_operand(depth));
	}
	return node;
}

static struct node *make(int depth)
{
	struct node *node = make_term(depth);

	while (!(host_rand() % 3)) {
		space();
		put("||");
		node = make_pair(OR, node, make_term(depth));
	}
	return node;
}

static void drop(struct node *node)
{
	if (!node)
		return;
	drop(node->left);
	drop(node->right);
	free(node);
}

/* Evaluation */

/* Convert a number of @size bytes to 64 bits as C does. */
static u64 extend(u64 value, unsigned int size, bool sign)
{
	switch (size) {
	case 1:
		return sign ? (u64)(s8)value : (u8)value;
	case 2:
		return sign ? (u64)(s16)value : (u16)value;
	case 4:
		return sign ? (u64)(s32)value : (u32)value;
	}
	return value;
}

static bool less(u64 a, u64 b, bool sign)
{
	return sign ? (s64)a < (s64)b : a < b;
}

/* A number that is not in the record, with its size and sign; false if it is there. */
static bool number_outside(int filter, u64 *number, unsigned int *size, bool *sign)
{
	*size = sizeof(int);
	*sign = true;
	switch (filter) {
	case FILTER_CPU:
		*number = HOST_CPU;
		return true;
	case EVENT_TASK_NS_PID:
		*number = HOST_NS_PID;
		return true;
	case EVENT_TASK_CGROUP:
		*number = HOST_CGROUP;
		*size = sizeof(u64);
		*sign = false;
		return true;
	}
	return false;
}

static bool number_is(const struct node *node, const void *at)
{
	unsigned int size;
	u64 have, want;
	bool sign;

	if (!number_outside(node->field->filter, &have, &size, &sign)) {
		size = node->field->size;
		sign = node->field->is_signed;
		if (size != 1 && size != 2 && size != 4 && size != 8)
			return false;
		memcpy(&have, at, size);
		have = extend(have, size, sign);
	}
	want = extend(node->value, size, sign);
	switch (node->op) {
	case EQ:
		return have == want;
	case NE:
		return have != want;
	case LT:
		return less(have, want, sign);
	case GE:
		return !less(have, want, sign);
	case GT:
		return less(want, have, sign);
	case LE:
		return !less(want, have, sign);
	}
	return have & want;
}

/* Copy the string of a field to @text. Return false if the string cannot be read. */
static bool text_of(const struct event_field *field, bool user,
		    const struct host_record *rec, char *text)
{
	const void *at = (const char *)rec + field->offset;

	switch (field->filter) {
	case FILTER_COMM:
		sprintf(text, "%s", host_comm);
		break;
	case FILTER_DYN_STRING:
		sprintf(text, "%.*s", (int)(rec->dyn >> 16), rec->at_dyn);
		break;
	case FILTER_RDYN_STRING:
		sprintf(text, "%.*s", (int)(rec->rel >> 16), rec->at_rel);
		break;
	case FILTER_PTR_STRING:
		if (!rec->ptr)
			return false;
		if (rec->ptr == host_user_text ? !user : user)
			return false;
		sprintf(text, "%s", rec->ptr);
		break;
	default:
		sprintf(text, "%.8s", (const char *)at);
	}
	return true;
}

/* True if a string field has no bytes, not even a NUL. */
static bool text_missing(const struct event_field *field,
			 const struct host_record *rec)
{
	return (field->filter == FILTER_DYN_STRING && !(rec->dyn >> 16)) ||
	       (field->filter == FILTER_RDYN_STRING && !(rec->rel >> 16));
}

static bool text_is(const struct node *node, const struct host_record *rec)
{
	char text[64];

	if (text_missing(node->field, rec))
		return node->op == NE;
	if (!text_of(node->field, node->user, rec, text))
		return false;
	if (node->op == GLOB)
		return !fnmatch(node->text, text, 0);
	return !strcmp(node->text, text) == (node->op == EQ);
}

static bool cpus_are(const struct node *node, const struct host_record *rec)
{
	const struct event_field *field = node->field;
	unsigned long have = 0;
	u64 cpu = 0;

	if (field->filter == FILTER_CPUMASK) {
		have = rec->at_mask;
	} else if (field->filter == FILTER_CPU) {
		have = 1UL << HOST_CPU;
	} else if (field->size != 1 && field->size != 2 && field->size != 4 &&
		   field->size != 8) {
		/* Not a number: only != of several CPUs is true. */
		return node->op == NE && __builtin_popcountl(node->cpus) > 1;
	}
	if (field->filter != FILTER_CPUMASK && field->filter != FILTER_CPU) {
		memcpy(&cpu, (const char *)rec + field->offset, field->size);
		if (cpu < 64)
			have = 1UL << cpu;
	}
	switch (node->op) {
	case EQ:
		return have == node->cpus;
	case NE:
		return have != node->cpus;
	}
	return have & node->cpus;
}

static bool is(const struct node *node, const struct host_record *rec)
{
	const void *at;

	switch (node->kind) {
	case AND:
		return is(node->left, rec) && is(node->right, rec);
	case OR:
		return is(node->left, rec) || is(node->right, rec);
	case NOT:
		return !is(node->left, rec);
	}
	if (node->cpus)
		return cpus_are(node, rec);
	if (node->function)
		return (rec->fn / HOST_FUNCTION == node->value / HOST_FUNCTION) ==
		       (node->op == EQ);
	if (is_text(node->field))
		return text_is(node, rec);
	at = (const char *)rec + node->field->offset;
	return number_is(node, at);
}

/*
 * A record that the prefilter rejects must not pass. For a filter of one number, the
 * prefilter must reject all records that do not pass.
 */
static bool prefilter_agrees(const struct event_filter *filter,
			     const struct host_record *rec, bool passes)
{
	const struct filter_step *step = filter->steps;
	bool refused = event_prefilter_rejects(&filter->prefilter, rec);

	prefiltered += refused;
	if (refused && passes)
		return false;
	return refused || passes || filter->nr != 1 ||
	       step->test >= FILTER_ON_CPU;
}

int differ(unsigned int nr, int records)
{
	static struct trace_event_call call;
	struct trace_error_log errors = {};
	struct event_filter *filter;
	struct host_record rec;
	struct node *tree;
	int i, passed = 0;

	out_len = 0;
	tree = make(host_rand() % 4);
	for (i = 1; i < 1000; i++) {
		host_fail_at(nr % 16 ? 0 : i);
		filter = filter_create(&call, out, &errors);
		if (PTR_ERR(filter) != -ENOMEM)
			break;
	}
	host_fail_at(0);
	if (IS_ERR(filter)) {
		fprintf(stderr, "rejected (%s at %u): %s\n", errors.reason, errors.pos, out);
		exit(1);
	}
	for (i = 0; i < records; i++) {
		bool want, have;

		host_fill(&rec);
		want = is(tree, &rec);
		have = filter_match(filter, &rec);
		passed += have;
		if (want == have && prefilter_agrees(filter, &rec, have))
			continue;
		fprintf(stderr, "filter %u, record %d: %d instead of %d: %s\n", nr, i,
			have, want, out);
		exit(1);
	}
	filter_free(filter);
	drop(tree);
	return passed;
}
