// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of fetch arguments: what is rejected, and what error_log has about it.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "args.h"
#include "args_error_test.h"
#include "dynevent.h"

#define ARGS_ERROR_HEAD	"p vfs_read "

/* Parse @text as the arguments of a command, and free them. */
static int args_error_parse(const char *text, enum dynevent_context context,
			    struct trace_event_call *call)
{
	char command[256];
	const struct dynevent_def def = {
		.log_name = ARGS_ERROR_TEST_LOG_NAME, .text = command,
	};
	struct dynevent_args args = { };
	int ret;

	snprintf(command, sizeof(command), ARGS_ERROR_HEAD "%s", text);
	ret = dynevent_args_parse(&args, &def, command + strlen(ARGS_ERROR_HEAD),
				  context, call);
	dynevent_args_free(&args);
	return ret;
}

/**
 * struct args_error - arguments that are rejected
 * @context: where they would be fetched
 * @args: the arguments; ^ marks the position of the error
 * @reason: the message in error_log
 */
struct args_error {
	enum dynevent_context context;
	const char *args;
	const char *reason;
};

#define E	DYNEVENT_AT_ENTRY
#define C	DYNEVENT_AT_CODE
#define R	DYNEVENT_AT_RETURN
#define U	DYNEVENT_AT_USER
#define F	DYNEVENT_AT_FPROBE

static const struct args_error args_errors[] = {
	{ E, "^$retval", "$retval is not available on probe" },
	{ E, "+0(^$retvals)", "$retval is not available on probe" },
	{ U, "^$retval", "$retval is not available on probe" },
	{ F, "^$retval", "$retval is not available on probe" },
	{ E, "^$stack10000", "Invalid stack number" },
	{ E, "%ax  ^$stack2049", "Invalid stack number" },
	{ E, "^$arg10000", "Invalid argument number" },
	{ R, "^$arg0", "Invalid argument number" },
	{ E, "^$none_var", "Invalid $-variable specified" },
	{ E, "^$stackp", "Invalid $-variable specified" },
	{ E, "a=^$stack0x1", "Invalid $-variable specified" },
	{ E, "^$", "Invalid $-variable specified" },
	{ E, "args=^$arg*", "Invalid $-variable specified" },
	{ E, "+0(^$arg*)", "Invalid $-variable specified" },
	{ U, "^$arg*", "Invalid $-variable specified" },
	{ E, "^$arg*", "BTF is not available or not supported" },
	{ R, "%ax ^$arg*", "BTF is not available or not supported" },
	{ C, "^$arg*", "$arg* can be used only on function entry or exit" },
	{ C, "^$arg1", "$arg* can be used only on function entry or exit" },
	{ U, "^$arg1", "$arg* can be used only on function entry or exit" },
	{ E, "^%none_reg", "Invalid register name" },
	{ E, "a=^%", "Invalid register name" },
	{ E, "^@12345678abcde", "Invalid memory address" },
	{ E, "^@+10", "File offset is not available with kprobe" },
	{ U, "^@+ab", "Invalid file offset value" },
	{ U, "^@symbol", "Symbol is not available with uprobe" },
	{ E, "arg1=\\^x", "Invalid immediate value" },
	{ E, "arg1=\\^18446744073709551616", "Invalid immediate value" },
	{ E, "arg1=\\^", "Invalid immediate value" },
	{ E, "arg1=\\\"abcd^", "String is not closed with '\"'" },
	{ E, "arg1=\\\"ab^ cd\"", "String is not closed with '\"'" },
	{ E, "arg1=\\\"^", "String is not closed with '\"'" },
	{ E, "^+0@0)", "Dereference needs a brace" },
	{ E, "+0(^+5@)", "Dereference needs a brace" },
	{ E, "^+", "Dereference needs a brace" },
	{ E, "^+0ab1(@0)", "Invalid dereference offset" },
	{ E, "^+(%ax)", "Invalid dereference offset" },
	{ E, "^-u-8(%ax)", "Invalid dereference offset" },
	{ E, "^+9223372036854775808(%ax)", "Invalid dereference offset" },
	{ E, "+0(+0(@0^)", "Dereference brace is not closed" },
	{ E, "a=+0(^", "Dereference brace is not closed" },
	{ E, "+0(^$comm)", "$comm can not be dereferenced" },
	{ E, "+0(^\\\"ab\")", "$comm can not be dereferenced" },
	{ E, "^&1", "Invalid fetch argument" },
	{ E, "+0(^)", "Invalid fetch argument" },
	{ E, "a=^:u8", "Invalid fetch argument" },
	{ E, "^hoge", "BTF is not available or not supported" },
	{ E, "a=^b=%ax", "BTF is not available or not supported" },
	{ E, "+0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@0))))))))))))))",
	  "Dereference is too much nested" },
	{ E, "+0(@11):u8[10^", "Array is not closed" },
	{ E, "a=@5:u8[2^ ]", "Array is not closed" },
	{ E, "+0(@11):u8[10]^a", "Array has wrong suffix" },
	{ E, "+0(@11):u8[^10a]", "Invalid array size" },
	{ E, "+0(@11):u8[^0]", "Invalid array size" },
	{ E, "+0(@11):unk[^65]", "Array number is too big" },
	{ E, "@11:^unknown_type", "Unknown type is specified" },
	{ E, "%zz:^", "Unknown type is specified" },
	{ E, "%ax:^:x16", "Unknown type is specified" },
	{ E, "@5:^[2]", "Unknown type is specified" },
	{ E, "@11:^b10@4/10", "Unknown type is specified" },
	{ E, "@11:^b4@4", "Unknown type is specified" },
	{ E, "%ax:^%pd[2]", "Unknown type is specified" },
	{ U, "$stack0:^symstr", "Unknown type is specified" },
	{ U, "$stack0:^symbol", "Unknown type is specified" },
	{ E, "$stack0:^string", "String accepts only memory argument" },
	{ E, "%ax:^ustring", "String accepts only memory argument" },
	{ U, "$stack0:^string", "String accepts only memory argument" },
	{ E, "%ax:^u8[2]", "String accepts only memory argument" },
	{ E, "@11:^symstr[2]", "String accepts only memory argument" },
	{ E, "$comm:^u8",
	  "$comm and immediate-string only accepts string type" },
	{ E, "$comm:^string[2]",
	  "$comm and immediate-string only accepts string type" },
	{ E, "\\\"ab\":^ustring",
	  "$comm and immediate-string only accepts string type" },
	{ E, "\\1:^symstr", "Symbol String doesn't accept data/userdata" },
	{ E, "+u0(%ax):^symstr", "Symbol String doesn't accept data/userdata" },
	{ R, "$arg1:^symstr", "Symbol String doesn't accept data/userdata" },
	{ E, "+u0(%ax):u8[^2]", "String accepts only memory argument" },
	{ E, "$arg* ^$arg*", "$arg* can be used only once in the parameters" },
	{ E, "@11:^b10@a/16", "Invalid bitfield" },
	{ E, "@11:^b10@8/16", "Invalid bitfield" },
	{ E, "@11:^b0@0/16", "Invalid bitfield" },
	{ E, "@11:^b4/8", "Invalid bitfield" },
	{ E, "@11:^b65@0/64", "Invalid bitfield" },
	{ E, "@11:^b4294967290@8/64", "Invalid bitfield" },
	{ E, "^a23456789012345678901234567890123=@11",
	  "Argument name is too long" },
	{ E, "%ax ^=@11", "Argument name is not specified" },
	{ E, "^var.1=@11",
	  "Argument name must follow the same rules as C identifiers" },
	{ E, "var1=@11 ^var1=@12", "This argument name is already used" },
	{ E, "arg2=%ax ^%bx", "This argument name is already used" },
	{ E, "^common_pid=%ax", "This argument name is already used" },
	{ E, "^__probe_func=%ax", "This argument name is already used" },
	{ E, "a=^+1234567(+1234567(+1234567(+1234567(+1234567(+123456(@1234))))))",
	  "Argument expression is too long" },
	{ E, "a=^+1234567(+1234567(+1234567(+1234567(+1234567(+1(@1234)))))):%pd",
	  "Argument expression is too long" },
	{ E, "arg1=^", "No argument expression" },
	{ E, "a=%ax:u8 arg1=^ b=%ax", "No argument expression" },
	{ E, "f=^%zz:%pD", "Invalid register name" },
	{ E, "f=+0(^$comm):%pd", "$comm can not be dereferenced" },
};

#undef E
#undef C
#undef R
#undef U
#undef F

/* Most errors are -EINVAL. The only immediate value with an 8 is one that is too large. */
static int args_error_errno(const char *args, const char *reason)
{
	if (strstarts(reason, "BTF "))
		return -EOPNOTSUPP;
	if (strstarts(reason, "Argument expression is too long"))
		return -E2BIG;
	if (strstarts(reason, "Invalid immediate value") && strchr(args, '8'))
		return -ERANGE;
	return -EINVAL;
}

/*
 * Arguments are rejected; error_log has message and position, with normalized
 * blanks.
 */
static void args_error_one(struct kunit *test, const struct args_error *error)
{
	int ret = args_error_errno(error->args, error->reason);
	char args[128], *p;
	unsigned int pos;

	pos = args_error_test_cut(args, sizeof(args), error->args);
	KUNIT_EXPECT_EQ_MSG(test, ret,
			    args_error_parse(args, error->context, NULL),
			    "%s", args);
	p = strstr(args, "  ");
	if (p) {
		memmove(p, p + 1, strlen(p));
		pos -= p < args + pos;
	}
	args_error_test_expect(test, error->reason, ARGS_ERROR_HEAD, args, pos);
}

static void args_error_all(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(args_errors); i++) {
		/* With BTF arguments, another test has other errors. */
		if (!IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS) ||
		    !strstarts(args_errors[i].reason, "BTF "))
			args_error_one(test, &args_errors[i]);
	}
	trace_error_log_clear(&instance_global.errors);
}

/* Event probes have no registers, and only the fields of their event. */
static void args_error_event(struct kunit *test)
{
	static const char * const args[] = {
		"$stack0", "$arg1", "$retval", "%ax", "$common_pid", "$no_field",
		"$CPU", "$prev_comm:%pd", "$prev_comm:u8[2]", "+0($comm)",
		"foo", "@+10",
	};
	struct trace_event_call *call;
	int i;

	mutex_lock(&event_mutex);
	call = event_call_find("sched", "sched_switch");
	for (i = 0; i < ARRAY_SIZE(args); i++)
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    args_error_parse(args[i], DYNEVENT_AT_EVENT,
						     call), "%s", args[i]);
	mutex_unlock(&event_mutex);
	trace_error_log_clear(&instance_global.errors);
}

static struct kunit_case args_error_cases[] = {
	KUNIT_CASE(args_error_all),
	KUNIT_CASE(args_error_event),
	{}
};

static struct kunit_suite args_error_suite = {
	.name = "trace_dynevent_args_errors",
	.test_cases = args_error_cases,
};

kunit_test_suite(args_error_suite);

MODULE_DESCRIPTION("Tests of rejected fetch arguments");
MODULE_LICENSE("GPL");
