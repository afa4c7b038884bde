// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of fetch arguments that BTF describes: what is fetched, the types in the format
 * file, and what is rejected. BTF has a function of this file and its structure.
 */
#include <kunit/test.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args.h"
#include "args_error_test.h"
#include "dynevent.h"

#define ARGS_BTF_TEST_HEAD	"p f "
#define ARGS_BTF_TEST_OFFSET	8
#define ARGS_BTF_TEST_FUNC	"dynevent_btf_test_func"

enum args_btf_test_choice {
	ARGS_BTF_TEST_NONE,
	ARGS_BTF_TEST_SOME = 5,
};

/* Members of each kind. */
struct args_btf_test_data {
	int			number;
	u8			byte;
	bool			truth;
	s16			half;
	u64			wide;
	char			text[16];
	const char		*pointer;
	unsigned char		*bytes;
	struct {
		u16		x;
		s8		y;
	}			inner;
	union {
		u32		any;
		struct {
			u16	low;
			u16	high;
		};
	};
	unsigned int		bits3 : 3;
	unsigned int		bits11 : 11;
	unsigned int		bits18 : 18;
	enum args_btf_test_choice choice;
	int			array[3];
	void			*opaque;
	const struct args_btf_test_data *next;
	u32 __percpu		*counter;
};

struct args_btf_test_data *dynevent_btf_test_func(struct args_btf_test_data *data,
						  const char *name, int nr, u8 small);

/* Not called: only its prototype is used. */
noinline struct args_btf_test_data *
dynevent_btf_test_func(struct args_btf_test_data *data, const char *name, int nr, u8 small)
{
	data->number = nr + small + !!name;
	barrier();
	return data;
}

/**
 * struct args_btf_test - state of a test
 * @args: the arguments
 * @def: the definition that they are part of
 * @command: its text
 * @data: what the first parameter and the return value point to
 * @next: what @data points to
 * @regs: the registers
 * @entry: the parameters as saved at the function entry
 * @src: source of the arguments
 * @rec: a record; the fixed part is at ARGS_BTF_TEST_OFFSET
 * @text: text of the record
 */
struct args_btf_test {
	struct dynevent_args		args;
	struct dynevent_def		def;
	char				command[256];
	struct args_btf_test_data	data;
	struct args_btf_test_data	next;
	struct pt_regs			regs;
	unsigned long			entry[8];
	struct dynevent_source		src;
	char				rec[1024];
	struct trace_seq		text;
};

static void args_btf_test_fill(struct args_btf_test *bt)
{
	struct args_btf_test_data *data = &bt->data;

	*data = (struct args_btf_test_data) {
		.number = -3, .byte = 200, .truth = true, .half = -300,
		.wide = 0x123456789abcdef, .text = "some text", .pointer = "more",
		.bytes = bt->next.text, .inner = { 700, -7 }, .any = 0x10002,
		.bits3 = 5, .bits11 = 1000, .bits18 = 200000,
		.choice = ARGS_BTF_TEST_SOME, .array = { 1, 2, 3 }, .next = &bt->next,
	};
	bt->next = *data;
	bt->next.number = 42;
	strscpy(bt->next.text, "of the next");
	bt->next.next = data;
}

static int args_btf_test_init(struct kunit *test)
{
	struct args_btf_test *bt = kunit_kzalloc(test, sizeof(*bt), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, bt);
	test->priv = bt;
	args_btf_test_fill(bt);
	bt->regs.di = (unsigned long)&bt->data;
	bt->regs.si = (unsigned long)"name";
	bt->regs.dx = -9;
	bt->regs.cx = 0x1ff;
	bt->regs.ax = (unsigned long)&bt->next;
	bt->def.log_name = ARGS_ERROR_TEST_LOG_NAME;
	bt->def.text = bt->command;
	bt->def.func = ARGS_BTF_TEST_FUNC;
	bt->src.regs = &bt->regs;
	bt->src.entry = bt->entry;
	return 0;
}

static void args_btf_test_exit(struct kunit *test)
{
	struct args_btf_test *bt = test->priv;

	dynevent_args_free(&bt->args);
}

static int args_btf_test_parse(struct args_btf_test *bt, const char *text,
			       enum dynevent_context context)
{
	dynevent_args_free(&bt->args);
	snprintf(bt->command, sizeof(bt->command), ARGS_BTF_TEST_HEAD "%s", text);
	return dynevent_args_parse(&bt->args, &bt->def,
				   bt->command + strlen(ARGS_BTF_TEST_HEAD), context, NULL);
}

/* The text of a record. */
static const char *args_btf_test_fetch(struct args_btf_test *bt)
{
	unsigned int space;

	dynevent_args_save_entry(&bt->args, bt->entry, &bt->regs);
	space = dynevent_args_string_size(&bt->args, &bt->src);
	memset(bt->rec, 0xa5, sizeof(bt->rec));
	dynevent_args_store(&bt->args, &bt->src, bt->rec, ARGS_BTF_TEST_OFFSET, space);
	trace_seq_init(&bt->text);
	dynevent_args_print(&bt->text, &bt->args, bt->rec, sizeof(bt->rec),
			    ARGS_BTF_TEST_OFFSET);
	seq_buf_str(&bt->text.seq);
	return bt->text.buffer;
}

/**
 * struct args_btf_test_case - arguments that are accepted
 * @context: where they are fetched
 * @args: the arguments
 * @text: text of a record
 */
struct args_btf_test_case {
	enum dynevent_context context;
	const char *args;
	const char *text;
};

#define E	DYNEVENT_AT_ENTRY
#define C	DYNEVENT_AT_CODE
#define R	DYNEVENT_AT_RETURN
#define F	DYNEVENT_AT_FPROBE
#define X	DYNEVENT_AT_FPROBE_RETURN

static const struct args_btf_test_case args_btf_test_cases[] = {
	{ E, "nr small", " nr=-9 small=255" },
	{ F, "nr small:x16 n=nr:u8", " nr=-9 small=0x1ff n=247" },
	{ R, "nr small", " nr=-9 small=255" },
	{ X, "$arg3 $arg4:x16 x=$arg3", " nr=-9 small=0x1ff x=0xfffffffffffffff7" },
	{ E, "name:string n=+1(name):string", " name=\"name\" n=\"ame\"" },
	{ E, "data->number data->byte data->truth data->half",
	  " arg1=-3 arg2=200 arg3=1 arg4=-300" },
	{ E, "w=data->wide t=data->text:string p=data->pointer:string b=data->bytes:string",
	  " w=81985529216486895 t=\"some text\" p=\"more\" b=\"of the next\"" },
	{ E, "x=data->inner.x y=data->inner.y any=data->any low=data->low high=data->high",
	  " x=700 y=-7 any=65538 low=2 high=1" },
	{ E, "a=data->bits3 b=data->bits11 c=data->bits18 d=data->choice",
	  " a=5 b=1000 c=200000 d=5" },
	{ E, "a=data->array:s32[3] b=data->text:char[4] c=data->text:x8",
	  " a={1,2,3} b={'s','o','m','e'} c=0x73" },
	{ E, "a=data->next->number b=data->next->next->inner.x c=data->next->text:string",
	  " a=42 b=700 c=\"of the next\"" },
	{ E, "a=+0(data):s32 b=+0(data->next):s32 c=data->opaque",
	  " a=-3 b=42 c=0x0" },
	{ R, "$retval->number x=$retval->next->half d=data->number",
	  " arg1=42 x=-300 d=-3" },
	{ X, "$retval->text:string $retval->low", " arg1=\"of the next\" arg2=2" },
	{ E, "(args_btf_test_data)data->number", " arg1=-3" },
	{ E, "a=(args_btf_test_data)(data->next)->number b=(args_btf_test_data)(%ax)->half",
	  " a=42 b=-300" },
	{ E, "(args_btf_test_data)((args_btf_test_data)data->next)->number", " arg1=42" },
	{ R, "(args_btf_test_data)$retval->inner.y", " arg1=-7" },
	{ C, "$current->comm:string", NULL },
	{ E, "(task_struct)$current->comm:string", NULL },
	{ E, "(task_struct)($current)->comm:string", NULL },
	{ E, "this_cpu_read(data->counter):u32 d=+0(this_cpu_ptr(data->counter)):u32",
	  " arg1=1234 d=1234" },
	{ E, "(args_btf_test_data)this_cpu_ptr(data->counter)->number", " arg1=1234" },
};

static void args_btf_test_values(struct kunit *test)
{
	struct args_btf_test *bt = test->priv;
	const struct args_btf_test_case *each = args_btf_test_cases;
	u32 __percpu *counter;
	char comm[64];
	int cpu;

	counter = alloc_percpu(u32);
	KUNIT_ASSERT_NOT_NULL(test, (void __force *)counter);
	for_each_possible_cpu(cpu)
		WRITE_ONCE(*per_cpu_ptr(counter, cpu), 1234);
	bt->data.counter = counter;
	snprintf(comm, sizeof(comm), " arg1=\"%s\"", current->comm);
	for (; each < args_btf_test_cases + ARRAY_SIZE(args_btf_test_cases); each++) {
		KUNIT_EXPECT_EQ_MSG(test, 0,
				    args_btf_test_parse(bt, each->args, each->context),
				    "%s", each->args);
		KUNIT_EXPECT_STREQ_MSG(test, args_btf_test_fetch(bt), each->text ?: comm,
				       "%s", each->args);
	}
	free_percpu(counter);
}

/* An address that is the address of a member. */
static void args_btf_test_container(struct kunit *test)
{
	struct args_btf_test *bt = test->priv;

	bt->regs.di = (unsigned long)&bt->data.inner;
	KUNIT_ASSERT_EQ(test, 0,
			args_btf_test_parse(bt,
					    "(args_btf_test_data,inner)data->number n=(args_btf_test_data,inner)data->next->number",
					    DYNEVENT_AT_ENTRY));
	KUNIT_EXPECT_STREQ(test, args_btf_test_fetch(bt), " arg1=-3 n=42");
	bt->regs.di = (unsigned long)&bt->data.high;
	KUNIT_ASSERT_EQ(test, 0,
			args_btf_test_parse(bt, "(args_btf_test_data,high)data->low",
					    DYNEVENT_AT_ENTRY));
	KUNIT_EXPECT_STREQ(test, args_btf_test_fetch(bt), " arg1=2");
}

/* "$arg*" and "$argN" become the names of parameters. */
static void args_btf_test_all(struct kunit *test)
{
	static const char * const names[] = { "a", "data", "name", "nr", "small", "b" };
	static const char * const switched[] = { "preempt", "prev", "next", "prev_state" };
	struct event_field rows[6];
	struct args_btf_test *bt = test->priv;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, args_btf_test_parse(bt, "a=\\1 $arg* b=\\2",
						     DYNEVENT_AT_ENTRY));
	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(names), bt->args.nr);
	dynevent_args_rows(&bt->args, rows, 0);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		KUNIT_EXPECT_STREQ(test, rows[i].name, names[i]);
	KUNIT_EXPECT_STREQ(test, rows[1].type, "u64");
	KUNIT_EXPECT_STREQ(test, rows[3].type, "s32");
	KUNIT_EXPECT_STREQ(test, rows[4].type, "u8");

	bt->def.func = "sched_switch";
	KUNIT_ASSERT_EQ(test, 0, args_btf_test_parse(bt, "$arg*", DYNEVENT_AT_TRACEPOINT));
	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(switched), bt->args.nr);
	dynevent_args_rows(&bt->args, rows, 0);
	for (i = 0; i < ARRAY_SIZE(switched); i++)
		KUNIT_EXPECT_STREQ(test, rows[i].name, switched[i]);
}

/**
 * struct args_btf_test_error - arguments that are rejected
 * @context: where they would be fetched
 * @ret: the errno
 * @args: the arguments; ^ marks the position of the error
 * @reason: the message in error_log
 */
struct args_btf_test_error {
	enum dynevent_context context;
	int ret;
	const char *args;
	const char *reason;
};

static const struct args_btf_test_error args_btf_test_errors[] = {
	{ E, -ENOENT, "^none", "This variable is not found at this probe point" },
	{ E, -ENOENT, "a=^none->x", "This variable is not found at this probe point" },
	{ E, -ENOENT, "+0(^none)", "This variable is not found at this probe point" },
	{ E, -ENOENT, "^$arg5", "This variable is not found at this probe point" },
	{ R, -ENOENT, "^$retvalx", "This variable is not found at this probe point" },
	{ E, -EINVAL, "^$retval", "$retval is not available on probe" },
	{ F, -EINVAL, "^$retval", "$retval is not available on probe" },
	{ E, -ENOENT, "^$arg1->x", "Invalid $-variable specified" },
	{ E, -EINVAL, "f=^$arg1->x", "Invalid $-variable specified" },
	{ E, -EINVAL, "^$arg0", "Invalid argument number" },
	{ E, -EINVAL, "a=^$arg*", "Invalid $-variable specified" },
	{ E, -EINVAL, "$arg* ^$arg*", "$arg* can be used only once in the parameters" },
	{ C, -EINVAL, "^$argx", "$arg* can be used only on function entry or exit" },
	{ C, -EINVAL, "^data->x", "BTF is not available or not supported" },
	{ C, -EINVAL, "data=%ax ^data", "This argument name is already used" },
	{ E, -EINVAL, "$arg* nr ^", "This argument name is already used" },
	{ E, -EINVAL, "nr ^nr", "This argument name is already used" },
	{ E, -EINVAL, "data^-.number", "Failed to parse single hyphen. Forgot '>'?" },
	{ E, -EINVAL, "data->number^-x", "Failed to parse single hyphen. Forgot '>'?" },
	{ E, -EINVAL, "none^-x", "Failed to parse single hyphen. Forgot '>'?" },
	{ E, -EOPNOTSUPP, "data.^number",
	  "Non pointer structure/union argument is not supported." },
	{ R, -EOPNOTSUPP, "$retval.^number",
	  "Non pointer structure/union argument is not supported." },
	{ E, -EINVAL, "nr->^x", "This is not a pointer to union/structure." },
	{ E, -EINVAL, "data->number->^x", "This is not a pointer to union/structure." },
	{ E, -EINVAL, "data->inner->^x", "This is not a pointer to union/structure." },
	{ E, -EINVAL, "data->opaque->^x", "Failed to get BTF type info." },
	{ E, -EINVAL, "data->number.^x", "Failed to get BTF type info." },
	{ E, -EINVAL, "name->^x", "Failed to get BTF type info." },
	{ E, -ENOENT, "data->^none", "This field is not found." },
	{ E, -ENOENT, "data->inner.^z", "This field is not found." },
	{ E, -ENOENT, "data->^", "This field is not found." },
	{ E, -ENOENT, "data->inner.^", "This field is not found." },
	{ E, -EINVAL, "^data:string", "This type does not fit for string." },
	{ E, -EINVAL, "^nr:string", "This type does not fit for string." },
	{ E, -EINVAL, "a=^data->inner:ustring", "This type does not fit for string." },
	{ E, -EINVAL, "a=^data->wide:string", "This type does not fit for string." },
	{ R, -EINVAL, "^$retval:string", "This type does not fit for string." },
	{ E, -EINVAL, "data:^u8[2]", "String accepts only memory argument" },
	{ E, -EINVAL, "none:^foo", "Unknown type is specified" },
	{ R, -EINVAL, "data:^symstr", "Symbol String doesn't accept data/userdata" },
	{ E, -EINVAL, "(args_btf_test_data^", "Type cast is not closed" },
	{ E, -EINVAL, "(args_btf_test_data)^data", "Type cast needs a member" },
	{ E, -EINVAL, "(args_btf_test_data)^->number", "Type cast needs a member" },
	{ E, -EINVAL, "(^no_such_struct)data->number", "Failed to get BTF type info." },
	{ E, -ENOENT, "(args_btf_test_data)data->^none", "This field is not found." },
	{ E, -ENOENT, "(args_btf_test_data,^none)data->number", "This field is not found." },
	{ E, -ENOENT, "(args_btf_test_data,^next->next)data->number",
	  "This field is not found." },
	{ E, -ENOENT, "(args_btf_test_data)^none->number",
	  "This variable is not found at this probe point" },
	{ E, -EINVAL, "(file)((file)((file)(^(file)data->f_op)->f_op)->f_op)->f_op",
	  "Type casts are too much nested" },
	{ C, -EINVAL, "^(args_btf_test_data)%ax->number",
	  "BTF is not available or not supported" },
	{ E, -EINVAL, "^$currentx", "Invalid $-variable specified" },
	{ E, -EOPNOTSUPP, "$current.^pid",
	  "Non pointer structure/union argument is not supported." },
	{ E, -EINVAL, "this_cpu_read(data^", "Dereference brace is not closed" },
	{ E, -EINVAL, "this_cpu_ptr(data)^->x", "Invalid fetch argument" },
	{ E, -ENOENT, "^this_cpu_none(data)",
	  "This variable is not found at this probe point" },
};

#undef E
#undef C
#undef R
#undef F
#undef X

static void args_btf_test_reject(struct kunit *test)
{
	const struct args_btf_test_error *each = args_btf_test_errors;
	struct args_btf_test *bt = test->priv;
	unsigned int pos;
	char args[128];

	for (; each < args_btf_test_errors + ARRAY_SIZE(args_btf_test_errors); each++) {
		pos = args_error_test_cut(args, sizeof(args), each->args);
		/* A position after the end follows one more blank. */
		strim(args);
		KUNIT_EXPECT_EQ_MSG(test, each->ret,
				    args_btf_test_parse(bt, args, each->context), "%s", args);
		args_error_test_expect(test, each->reason, ARGS_BTF_TEST_HEAD, args, pos);
	}
	trace_error_log_clear(&instance_global.errors);
}

/* A function that BTF does not have: only what needs no types is accepted. */
static void args_btf_test_unknown(struct kunit *test)
{
	struct args_btf_test *bt = test->priv;

	bt->def.func = "no_such_function";
	KUNIT_EXPECT_EQ(test, 0, args_btf_test_parse(bt, "$arg3", DYNEVENT_AT_ENTRY));
	KUNIT_EXPECT_STREQ(test, args_btf_test_fetch(bt), " arg1=0xfffffffffffffff7");
	KUNIT_EXPECT_EQ(test, 0, args_btf_test_parse(bt, "$retval:u8", DYNEVENT_AT_RETURN));
	KUNIT_EXPECT_EQ(test, -ENOENT, args_btf_test_parse(bt, "nr", DYNEVENT_AT_ENTRY));
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP,
			args_btf_test_parse(bt, "$arg*", DYNEVENT_AT_ENTRY));
	trace_error_log_clear(&instance_global.errors);
}

static struct kunit_case args_btf_test_kunit_cases[] = {
	KUNIT_CASE(args_btf_test_values),
	KUNIT_CASE(args_btf_test_container),
	KUNIT_CASE(args_btf_test_all),
	KUNIT_CASE(args_btf_test_reject),
	KUNIT_CASE(args_btf_test_unknown),
	{}
};

static struct kunit_suite args_btf_test_suite = {
	.name = "trace_dynevent_args_btf",
	.init = args_btf_test_init,
	.exit = args_btf_test_exit,
	.test_cases = args_btf_test_kunit_cases,
};

kunit_test_suite(args_btf_test_suite);

MODULE_DESCRIPTION("Tests of fetch arguments that BTF describes");
MODULE_LICENSE("GPL");
