// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of calls, with and without BTF; the types are those of this test.
 */
#include "../../../../kernel/trace/output/internal.h"

/* Functions of iter.c */

bool output_next_ts(struct output_reader *r, u64 *ts)
{
	return false;
}

unsigned long output_skipped(struct trace_iterator *iter, int cpu)
{
	return 0;
}

/* Type ids. */
enum {
	VOID, FUNC, FUNC_STACK, FUNC_NONE, INT, CHAR, LONG, BOOL, POINTER, COLOUR, PAIR,
	SINGLE, LARGE, WIDE, PROTO, PROTO_STACK, PROTO_NONE,
};

#define TYPE(kind, vlen, number)	{ (kind) << 24 | (vlen), { number } }

/* Offsets of names are offsets in this string. */
static const char names[] = "\0a\0b\0c\0d\0e\0f\0g\0RED\0GREEN";

#define NAME_OF(letter)	(1 + 2 * ((letter) - 'a'))
#define RED	15
#define GREEN	19

static const struct {
	struct btf_type type;
	union {
		u32 is_signed;
		struct btf_param params[9];
		struct btf_enum values[2];
	};
} types[] = {
	[INT] = { TYPE(BTF_KIND_INT, 0, 4), { .is_signed = 1 } },
	[CHAR] = { TYPE(BTF_KIND_INT, 0, 1), { .is_signed = 0 } },
	[LONG] = { TYPE(BTF_KIND_INT, 0, 8), { .is_signed = 1 } },
	[BOOL] = { TYPE(BTF_KIND_INT, 0, 1), { .is_signed = 0 } },
	[POINTER] = { TYPE(BTF_KIND_PTR, 0, INT) },
	[COLOUR] = { TYPE(BTF_KIND_ENUM, 2, 4),
		     { .values = { { RED, -1 }, { GREEN, 7 } } } },
	[PAIR] = { TYPE(BTF_KIND_STRUCT, 0, 16) },
	[SINGLE] = { TYPE(BTF_KIND_STRUCT, 0, 4) },
	[LARGE] = { TYPE(BTF_KIND_STRUCT, 0, 24) },
	[WIDE] = { TYPE(BTF_KIND_ENUM64, 0, 8) },
	[PROTO] = { TYPE(BTF_KIND_FUNC_PROTO, 6, INT),
		    { .params = { { NAME_OF('a'), INT }, { NAME_OF('b'), CHAR },
				  { NAME_OF('c'), LONG }, { NAME_OF('d'), POINTER },
				  { NAME_OF('e'), COLOUR }, { NAME_OF('f'), COLOUR } } } },
	[PROTO_STACK] = { TYPE(BTF_KIND_FUNC_PROTO, 8, VOID),
			  { .params = { { NAME_OF('a'), LARGE }, { NAME_OF('b'), PAIR },
					{ 0, SINGLE }, { NAME_OF('c'), WIDE },
					{ NAME_OF('d'), BOOL }, { NAME_OF('e'), PAIR },
					{ NAME_OF('f'), INT }, { 0, VOID } } } },
	[PROTO_NONE] = { TYPE(BTF_KIND_FUNC_PROTO, 0, VOID) },
	[FUNC] = { TYPE(BTF_KIND_FUNC, 0, PROTO) },
	[FUNC_STACK] = { TYPE(BTF_KIND_FUNC, 0, PROTO_STACK) },
	[FUNC_NONE] = { TYPE(BTF_KIND_FUNC, 0, PROTO_NONE) },
};

static struct btf btf;
static int lookups;

void btf_put(struct btf *of)
{
	of->users--;
}

/* The functions function_10N of kallsyms_lookup() in shim.c. */
s32 bpf_find_btf_id(const char *name, u32 kind, struct btf **of)
{
	lookups++;
	if (kind != BTF_KIND_FUNC || strncmp(name, "function_10", 11) ||
	    name[11] < '0' || name[11] > '2')
		return -ENOENT;
	btf.users++;
	*of = &btf;
	return FUNC + name[11] - '0';
}

const struct btf_type *btf_type_by_id(const struct btf *of, u32 id)
{
	return &types[id].type;
}

const struct btf_type *btf_type_skip_modifiers(const struct btf *of, u32 id,
					       u32 *res_id)
{
	return btf_type_by_id(of, id);
}

const char *btf_name_by_offset(const struct btf *of, u32 offset)
{
	return names + offset;
}

static int failed;

static void expect(struct output_reader *r, unsigned long ip, const unsigned long *args,
		   const char *want)
{
	char text[OUTPUT_ARGS_MAX + OUTPUT_SLACK];

	*output_put_args(text, &r->iter, ip, args) = '\0';
	if (strcmp(text, want)) {
		failed = 1;
		printf("not ok - arguments of %lx\n# got  %s\n# want %s\n", ip,
		       text, want);
	} else {
		printf("ok - arguments %s\n", want);
	}
}

static void check(const char *what, bool good)
{
	failed |= !good;
	printf("%sok - %s\n", good ? "" : "not ", what);
}

int main(void)
{
	static const unsigned long args[EVENT_ARGS] = {
		0xdeadbeef00000005UL, 0x1ff, -3UL, 0xffff888000001000UL, -1UL, 7,
	};
	static const unsigned long small[EVENT_ARGS] = { 1, 2, 3, 4, 0x101, 6 };
	static struct output_reader r;

	expect(&r, 0x1000, args,
	       "(a=5, b=255, c=-3, d=0xffff888000001000, e=RED, f=GREEN)");
	expect(&r, 0x1010, small,
	       "(a=?, b={0x1, 0x2}, {0x3}, c=4, d=1, e=?, f=6, ...)");
	expect(&r, 0x1020, small, "()");
	expect(&r, 0x1030, small, "(0x1, 0x2, 0x3, 0x4, 0x101, 0x6)");
	lookups = 0;
	expect(&r, 0x1000, small, "(a=1, b=2, c=3, d=0x4, e=257, f=6)");
	check("a function is lookups for once", !lookups);
	output_protos_free(&r);
	check("all references are given back", !btf.users);
	memset(&r, 0, sizeof(r));
	r.atomic = true;
	expect(&r, 0x1000, small, "(0x1, 0x2, 0x3, 0x4, 0x101, 0x6)");
	return failed;
}
