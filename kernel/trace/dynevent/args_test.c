// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of fetch arguments: what is fetched and how it is printed, and what the
 * format file shows.
 */
#include <kunit/test.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mman.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "args.h"
#include "dynevent.h"

#define ARGS_TEST_HEAD		"p vfs_read "
#define ARGS_TEST_OFFSET	8

/* The data that %di points to. */
struct args_test_data {
	char		text[16];
	u64		number;
	const char	*texts[2];
};

/**
 * struct args_test - state of a test
 * @args: the arguments
 * @def: the definition that they are part of
 * @command: its text
 * @data: data for arguments to read
 * @regs: registers; %di points to @data
 * @src: source of the arguments: @regs
 * @rec: a record; the fixed part is at ARGS_TEST_OFFSET
 * @text: text of the record
 */
struct args_test {
	struct dynevent_args	args;
	struct dynevent_def	def;
	char			command[1024];
	struct args_test_data	data;
	struct pt_regs		regs;
	struct dynevent_source	src;
	char			rec[2 * DYNEVENT_STRING_MAX];
	struct trace_seq	text;
};

static int args_test_init(struct kunit *test)
{
	struct args_test *at = kunit_kzalloc(test, sizeof(*at), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, at);
	test->priv = at;
	strscpy(at->data.text, "text of a test");
	at->data.number = 0x8765432187654321;
	at->data.texts[0] = at->data.text + 8;
	at->regs.di = (unsigned long)&at->data;
	at->regs.si = 0x8765432187654321;
	at->regs.ax = -5;
	at->def.log_name = "trace_test";
	at->def.text = at->command;
	at->src.regs = &at->regs;
	return 0;
}

static void args_test_exit(struct kunit *test)
{
	struct args_test *at = test->priv;

	dynevent_args_free(&at->args);
}

/* Parse @text as the arguments of a command. */
static int args_test_parse(struct args_test *at, const char *text,
			   enum dynevent_context context,
			   struct trace_event_call *call)
{
	dynevent_args_free(&at->args);
	snprintf(at->command, sizeof(at->command), "%s%s", ARGS_TEST_HEAD,
		 text);
	return dynevent_args_parse(&at->args, &at->def,
				   at->command + strlen(ARGS_TEST_HEAD), context,
				   call);
}

/*
 * The text of a record with @space bytes for strings; the record had other
 * contents.
 */
static const char *args_test_store(struct args_test *at, unsigned int space)
{
	memset(at->rec, 0xa5, sizeof(at->rec));
	dynevent_args_store(&at->args, &at->src, at->rec, ARGS_TEST_OFFSET, space);
	trace_seq_init(&at->text);
	dynevent_args_print(&at->text, &at->args, at->rec, sizeof(at->rec),
			    ARGS_TEST_OFFSET);
	seq_buf_str(&at->text.seq);
	return at->text.buffer;
}

static const char *args_test_fetch(struct args_test *at)
{
	return args_test_store(at, dynevent_args_string_size(&at->args, &at->src));
}

static void args_test_expect(struct kunit *test, enum dynevent_context context,
			     const char *args, const char *text)
{
	struct args_test *at = test->priv;

	KUNIT_ASSERT_EQ_MSG(test, 0, args_test_parse(at, args, context, NULL),
			    "%s", args);
	KUNIT_ASSERT_EQ_MSG(test, 0, dynevent_args_resolve(&at->args), "%s", args);
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), text);
}

/* Values are printed like the stock kernel does. */
static void args_test_values(struct kunit *test)
{
	static const struct {
		const char *args;
		const char *text;
	} values[] = {
		{ "%si", " arg1=0x8765432187654321" },
		{ "a=%si:u8 b=%si:u16 c=%si:u32 d=%si:u64",
		  " a=33 b=17185 c=2271560481 d=9756277979052589857" },
		{ "a=%si:s8 b=%si:s16 c=%si:s32 d=%si:s64",
		  " a=33 b=17185 c=-2023406815 d=-8690466094656961759" },
		{ "a=%si:x8 b=%si:x16 c=%si:x32 d=%si:x64",
		  " a=0x21 b=0x4321 c=0x87654321 d=0x8765432187654321" },
		{ "%ax:s8 %ax:s16 %ax:s32 %ax:s64 %ax:u8 %ax:x16",
		  " arg1=-5 arg2=-5 arg3=-5 arg4=-5 arg5=251 arg6=0xfffb" },
		{ "%si:char +0(%di):char +0(%di):char[4]",
		  " arg1='!' arg2='t' arg3={'t','e','x','t'}" },
		{ "a=\\0x8765432187654321:symbol b=\\0:symbol",
		  " a=0x8765432187654321 b=0x0" },
		{ "%si:b3@5/8 %si:b3@5/16 %si:b7@20/32 %si:b20@40/64",
		  " arg1=1 arg2=1 arg3=118 arg4=484675" },
		{ "%si:b64@0/64 %si:b1@0/8 %si:b33@31/64 %si:b0x8@0x0/0x8",
		  " arg1=9756277979052589857 arg2=1 arg3=4543120963 arg4=33" },
		{ "+0(%di):b4@4/8[5]", " arg1={7,6,7,7,2}" },
		{ "+16(%di) +0x10(%di):x32 +20(%di):x16[2] -8(+24(%di)):char",
		  " arg1=0x8765432187654321 arg2=0x87654321 arg3={0x4321,0x8765} arg4='t'" },
		{ "+-8(+24(%di)):char +u+5(\\8) -u8(\\8)",
		  " arg1='t' arg2=0x0 arg3=0x0" },
		{ "\\010 \\0x10 \\-1 \\+5 \\18446744073709551615:u64",
		  " arg1=0x8 arg2=0x10 arg3=0xffffffffffffffff arg4=0x5 arg5=18446744073709551615"
		},
		{ "+0(%di):string +5(%di):string +0(+24(%di)):string",
		  " arg1=\"text of a test\" arg2=\"of a test\" arg3=\"a test\"" },
		{ "a=\\\"abc\" b=\\\"\" c=\\\"x\"y\":string d=\\\"%s\"",
		  " a=\"abc\" b=\"\" c=\"x\"y\" d=\"%s\"" },
		{ "+24(%di):string[1] +24(%di):string[2]",
		  " arg1={\"a test\"} arg2={\"a test\",(fault)}" },
		{ "$arg2:u16 $arg2:char $arg02:u8",
		  " arg1=17185 arg2='!' arg3=33" },
		{ "%si:symstr +16(%di):symstr",
		  " arg1=\"0x8765432187654321\" arg2=\"0x8765432187654321\"" },
		{ "a=%si:u8 b=+0(%di):string\tc=%si:x32   d=\\\"z\" ",
		  " a=33 b=\"text of a test\" c=0x87654321 d=\"z\"" },
		{ "+0(%di)ignored:u8", " arg1=116" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		args_test_expect(test, DYNEVENT_AT_ENTRY, values[i].args,
				 values[i].text);
}

/* What cannot be read leaves no previous contents of the record. */
static void args_test_faults(struct kunit *test)
{
	args_test_expect(test, DYNEVENT_AT_CODE,
			 "@8:u8 +0(\\8):s64 +8(+0(\\8)) @8:x16[3] @8:b3@1/32",
			 " arg1=0 arg2=0 arg3=0x0 arg4={0x0,0x0,0x0} arg5=0");
	args_test_expect(test, DYNEVENT_AT_CODE,
			 "@8:string \\1:string +0(+0(\\8)):string @8:string[2]",
			 " arg1=(fault) arg2=(fault) arg3=(fault) arg4={(fault),(fault)}");
	args_test_expect(test, DYNEVENT_AT_CODE, "@8:symstr a=\\\"b\"",
			 " arg1=(fault) a=\"b\"");
	/* Neither a kernel nor a user address; the end of the address space. */
	args_test_expect(test, DYNEVENT_AT_CODE,
			 "+0(%si):u8 +0(%si):string @0xffffffffffffffff:string @0xfffffffffffffffc",
			 " arg1=0 arg2=(fault) arg3=(fault) arg4=0x0");
	/* A kernel address where a user address is expected. */
	args_test_expect(test, DYNEVENT_AT_CODE,
			 "+0(%di):ustring +u0(%di):string +u0(%di):u8",
			 " arg1=(fault) arg2=(fault) arg3=0");
}

static void args_test_stack(struct kunit *test)
{
	unsigned long words[4] = { 0x10, 0x11, 0x12, (unsigned long)words };
	struct args_test *at = test->priv;
	char text[96];

	at->regs.sp = (unsigned long)words;
	at->regs.cs = __KERNEL_CS;
	snprintf(text, sizeof(text),
		 " arg1=0x%lx arg2=0x10 arg3=0x12 arg4=18 arg5=0x11 arg6=0x11",
		 (unsigned long)words);
	args_test_expect(test, DYNEVENT_AT_ENTRY,
			 "$stack $stack0 $stack2 +16($stack):u8 +8($stack3) $arg7",
			 text);
	args_test_expect(test, DYNEVENT_AT_CODE, "$stack2048", " arg1=0x0");
}

static void args_test_comm(struct kunit *test)
{
	char text[64];

	snprintf(text, sizeof(text), " arg1=\"%s\" c=\"%s\" d=\"%s\"",
		 current->comm, current->comm, current->comm);
	args_test_expect(test, DYNEVENT_AT_CODE, "$comm c=$COMM d=$comm:string",
			 text);
}

/* Symbols and names of dentries */
static char args_test_symbol[] __used = "a symbol";

static void args_test_symbols(struct kunit *test)
{
	struct args_test *at = test->priv;
	char text[160];

	args_test_expect(test, DYNEVENT_AT_CODE,
			 "@args_test_symbol:string @args_test_symbol+2:string @args_test_symbol-0x0:char",
			 " arg1=\"a symbol\" arg2=\"symbol\" arg3='a'");

	at->regs.ax = (unsigned long)dynevent_args_parse + 4;
	snprintf(text, sizeof(text), " arg1=%pS arg2=\"%pS\"",
		 (void *)at->regs.ax, (void *)at->regs.ax);
	KUNIT_EXPECT_TRUE(test, strstr(text, "dynevent_args_parse+0x4/"));
	args_test_expect(test, DYNEVENT_AT_CODE, "%ax:symbol %ax:symstr", text);

	KUNIT_EXPECT_EQ(test, 0, args_test_parse(at, "@no_such_symbol:u8",
						 DYNEVENT_AT_CODE, NULL));
	KUNIT_EXPECT_EQ(test, -ENOENT, dynevent_args_resolve(&at->args));
	KUNIT_EXPECT_EQ(test, 0, args_test_parse(at, "@args_test_symbol+x",
						 DYNEVENT_AT_CODE, NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL, dynevent_args_resolve(&at->args));
}

static void args_test_dentry(struct kunit *test)
{
	struct args_test *at = test->priv;
	struct dentry *dentry;
	struct file *file;

	dentry = kunit_kzalloc(test, sizeof(*dentry), GFP_KERNEL);
	file = kunit_kzalloc(test, sizeof(*file), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, dentry);
	KUNIT_ASSERT_NOT_NULL(test, file);
	dentry->d_name.name = "leaf";
	file->f_path.dentry = dentry;
	at->regs.ax = (unsigned long)dentry;
	at->regs.cx = (unsigned long)file;
	args_test_expect(test, DYNEVENT_AT_CODE, "%ax:%pd f=%cx:%pD %si:%pd",
			 " arg1=\"leaf\" f=\"leaf\" arg3=(fault)");
	KUNIT_EXPECT_EQ(test, -EINVAL, args_test_parse(at, "%ax:%pd",
						       DYNEVENT_AT_USER, NULL));
}

/* A string may end at the end of its page; the next page is not read. */
static void args_test_edge(struct kunit *test)
{
	struct args_test *at = test->priv;
	char *page = vmalloc(PAGE_SIZE), text[64] = " arg1=\"";
	unsigned int size;

	KUNIT_ASSERT_NOT_NULL(test, page);
	for (size = 1; size < 20; size++) {
		memset(page, 'x', PAGE_SIZE);
		page[PAGE_SIZE - 1] = '\0';
		at->regs.ax = (unsigned long)page + PAGE_SIZE - size;
		memset(text + 7, 'x', size - 1);
		strscpy(text + 6 + size, "\"", sizeof(text) - 6 - size);
		args_test_expect(test, DYNEVENT_AT_CODE, "+0(%ax):string", text);
		/* An unterminated string is a fault. */
		page[PAGE_SIZE - 1] = 'x';
		KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=(fault)");
	}
	vfree(page);
}

/* Strings that change after they were measured. */
static void args_test_change(struct kunit *test)
{
	struct args_test *at = test->priv;
	unsigned int space;

	KUNIT_ASSERT_EQ(test, 0,
			args_test_parse(at, "+0(%di):string \\\"cd\" %si:u8",
					DYNEVENT_AT_CODE, NULL));
	strscpy(at->data.text, "ab");
	space = dynevent_args_string_size(&at->args, &at->src);
	KUNIT_EXPECT_EQ(test, 6, space);
	strscpy(at->data.text, "abcdefghi");
	KUNIT_EXPECT_STREQ(test, args_test_store(at, space),
			   " arg1=\"abcde\" arg2=(fault) arg3=33");
	KUNIT_EXPECT_EQ(test, (char)0xa5,
			at->rec[ARGS_TEST_OFFSET + at->args.fixed + space]);
	KUNIT_EXPECT_STREQ(test, args_test_store(at, 0),
			   " arg1=(fault) arg2=(fault) arg3=33");
	space = dynevent_args_string_size(&at->args, &at->src);
	strscpy(at->data.text, "a");
	KUNIT_EXPECT_STREQ(test, args_test_store(at, space),
			   " arg1=\"a\" arg2=\"cd\" arg3=33");
}

/* The size of all strings of a record is limited, and so is that of each. */
static void args_test_long(struct kunit *test)
{
	struct args_test *at = test->priv;
	char *text = kunit_kzalloc(test, 2 * DYNEVENT_STRING_MAX, GFP_KERNEL);
	unsigned int space;

	KUNIT_ASSERT_NOT_NULL(test, text);
	memset(text, 'x', 2 * DYNEVENT_STRING_MAX - 1);
	at->regs.ax = (unsigned long)text + 3;
	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "+0(%ax):string %ax",
						 DYNEVENT_AT_CODE, NULL));
	KUNIT_EXPECT_EQ(test, DYNEVENT_STRING_MAX,
			dynevent_args_string_size(&at->args, &at->src));
	KUNIT_EXPECT_PTR_NE(test, NULL, strstr(args_test_fetch(at), "xxx\" arg2="));

	at->regs.ax += DYNEVENT_STRING_MAX;
	KUNIT_ASSERT_EQ(test, 0,
			args_test_parse(at, "+0(%ax):string b=+0(%ax):string",
					DYNEVENT_AT_CODE, NULL));
	space = dynevent_args_string_size(&at->args, &at->src);
	KUNIT_EXPECT_EQ(test, DYNEVENT_STRING_MAX, space);
	memset(at->rec, 0, sizeof(at->rec));
	dynevent_args_store(&at->args, &at->src, at->rec, ARGS_TEST_OFFSET, space);
	KUNIT_EXPECT_EQ(test, DYNEVENT_STRING_MAX - 3,
			*(u32 *)(at->rec + ARGS_TEST_OFFSET) >> 16);
	KUNIT_EXPECT_EQ(test, 3,
			*(u32 *)(at->rec + ARGS_TEST_OFFSET + 4) >> 16);
}

/* User memory: faulted in for user programs, but not elsewhere. */
static void args_test_user(struct kunit *test)
{
	struct args_test *at = test->priv;
	unsigned long page;

	page = kunit_vm_mmap(test, NULL, 0, 3 * PAGE_SIZE,
			     PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE,
			     0);
	KUNIT_ASSERT_NE(test, 0, page);
	KUNIT_ASSERT_EQ(test, 0, copy_to_user((void __user *)page + 16,
					      "a user's", 9));
	at->regs.ax = page;
	at->regs.sp = page + 8;
	at->src.file = page - 100;
	args_test_expect(test, DYNEVENT_AT_CODE,
			 "+16(%ax):ustring +u16(%ax):string +16(%ax):string +u16(%ax):char +18(%ax):char",
			 " arg1=\"a user's\" arg2=\"a user's\" arg3=\"a user's\" arg4='a' arg5='u'");
	args_test_expect(test, DYNEVENT_AT_USER,
			 "+8($stack):string $stack1:char @+117:char +u16(%ax):ustring",
			 " arg1=\"a user's\" arg2='a' arg3=' ' arg4=\"a user's\"");

	at->regs.ax += PAGE_SIZE;
	args_test_expect(test, DYNEVENT_AT_CODE, "+0(%ax):ustring +u0(%ax)",
			 " arg1=(fault) arg2=0x0");
	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "+0(%ax):string",
						 DYNEVENT_AT_USER, NULL));
	pagefault_disable();
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=(fault)");
	pagefault_enable();
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=\"\"");
	/* Kernel memory cannot be read as user memory. */
	args_test_expect(test, DYNEVENT_AT_USER, "+0(%di):string +0(%di):u8",
			 " arg1=(fault) arg2=0");
}

/* The event sched/@name, and the address of a field in its record. */
static struct trace_event_call *args_test_call(const char *name)
{
	return event_call_find("sched", name);
}

static void *args_test_field(struct kunit *test, struct trace_event_call *call,
			     void *rec, const char *name)
{
	struct event_field field = { };

	KUNIT_EXPECT_TRUE(test, event_field_find(call, name, &field));
	return rec + field.offset;
}

/* Fields of the record of another event. */
static void args_test_event(struct kunit *test)
{
	struct args_test *at = test->priv;
	struct trace_event_call *call;
	char text[160], *rec, *comm;
	int ret;

	rec = kunit_kzalloc(test, 128, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rec);
	at->src.rec = rec;
	at->src.regs = NULL;

	mutex_lock(&event_mutex);
	call = args_test_call("sched_switch");
	comm = args_test_field(test, call, rec, "prev_comm");
	memcpy(comm, "before", sizeof("before"));
	*(int *)args_test_field(test, call, rec, "prev_pid") = -7;
	*(int *)args_test_field(test, call, rec, "prev_prio") = 120;
	*(long *)args_test_field(test, call, rec, "prev_state") =
		(long)at->data.texts;
	ret = args_test_parse(at,
			      "$prev_comm:string +2($prev_comm):string $prev_pid $prev_pid:s16 p=$prev_prio:char +0(+0($prev_state)):string d=$prev_comm $next_pid:string",
			      DYNEVENT_AT_EVENT, call);
	mutex_unlock(&event_mutex);
	KUNIT_ASSERT_EQ(test, 0, ret);
	snprintf(text, sizeof(text),
		 " arg1=\"before\" arg2=\"fore\" arg3=0xfffffffffffffff9 arg4=-7 p='x' arg6=\"a test\" d=0x%lx arg8=(fault)",
		 (unsigned long)comm);
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), text);
}

static void args_test_event_loc(struct kunit *test)
{
	struct args_test *at = test->priv;
	struct trace_event_call *call;
	char *rec;
	int ret;

	rec = kunit_kzalloc(test, 128, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rec);
	memcpy(rec + 100, "/init", sizeof("/init"));
	at->src.rec = rec;

	mutex_lock(&event_mutex);
	call = args_test_call("sched_process_exec");
	*(u32 *)args_test_field(test, call, rec, "filename") = 6 << 16 | 100;
	ret = args_test_parse(at, "$filename:string +1($filename):string",
			      DYNEVENT_AT_EVENT, call);
	mutex_unlock(&event_mutex);
	KUNIT_ASSERT_EQ(test, 0, ret);
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at),
			   " arg1=\"/init\" arg2=\"init\"");
}

/* Unterminated and empty fields: the bytes after them are not read. */
static void args_test_event_end(struct kunit *test)
{
	struct args_test *at = test->priv;
	struct trace_event_call *call;
	char *rec;
	u32 *loc;
	int ret;

	rec = kunit_kzalloc(test, 128, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rec);
	memset(rec + 100, 'x', 20);
	at->src.rec = rec;

	mutex_lock(&event_mutex);
	call = args_test_call("sched_process_exec");
	loc = (u32 *)args_test_field(test, call, rec, "filename");
	ret = args_test_parse(at, "$filename:string", DYNEVENT_AT_EVENT, call);
	mutex_unlock(&event_mutex);
	KUNIT_ASSERT_EQ(test, 0, ret);
	*loc = 5 << 16 | 100;
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=\"xxxx\"");
	*loc = 100;
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=(fault)");
}

static void args_test_event_array(struct kunit *test)
{
	struct args_test *at = test->priv;
	struct trace_event_call *call;
	char *rec;
	int ret;

	rec = kunit_kzalloc(test, 128, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rec);
	memset(rec, 'x', 120);
	at->src.rec = rec;

	mutex_lock(&event_mutex);
	call = args_test_call("sched_switch");
	ret = args_test_parse(at, "$prev_comm:string", DYNEVENT_AT_EVENT, call);
	mutex_unlock(&event_mutex);
	KUNIT_ASSERT_EQ(test, 0, ret);
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at), " arg1=\"xxxxxxxxxxxxxxx\"");
}

/* Arguments saved at the function entry are available at the return, each once. */
static void args_test_entry(struct kunit *test)
{
	struct args_test *at = test->priv;
	unsigned long kept[3] = { 1, 2, 3 };

	KUNIT_ASSERT_EQ(test, 0,
			args_test_parse(at, "$arg2:u8 $retval:s8 +0($arg1):string $arg2:u16",
					DYNEVENT_AT_RETURN, NULL));
	KUNIT_ASSERT_EQ(test, 2 * sizeof(long),
			dynevent_args_entry_size(&at->args));
	dynevent_args_save_entry(&at->args, kept, &at->regs);
	KUNIT_EXPECT_EQ(test, at->regs.si, kept[0]);
	KUNIT_EXPECT_EQ(test, at->regs.di, kept[1]);
	KUNIT_EXPECT_EQ(test, 3, kept[2]);
	at->src.entry = kept;
	at->regs.di = 0;
	at->regs.si = 0;
	KUNIT_EXPECT_STREQ(test, args_test_fetch(at),
			   " arg1=33 arg2=-5 arg3=\"text of a test\" arg4=17185");
}

/* Records from the memory of an earlier boot may have any contents. */
static void args_test_untrusted(struct kunit *test)
{
	struct args_test *at = test->priv;
	u32 *loc = (u32 *)(at->rec + ARGS_TEST_OFFSET);
	static const u32 locs[] = {
		0xffffffff, 0x0010fff8, 0xff000010, 0x00040000 | 60, 0x0004000c,
	};
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "+0(%di):string",
						 DYNEVENT_AT_ENTRY, NULL));
	/* The last one is within the record and unterminated. */
	memset(at->rec, 'x', sizeof(at->rec));
	for (i = 0; i < ARRAY_SIZE(locs); i++) {
		*loc = locs[i];
		trace_seq_init(&at->text);
		dynevent_args_print(&at->text, &at->args, at->rec, 62,
				    ARGS_TEST_OFFSET);
		seq_buf_str(&at->text.seq);
		KUNIT_EXPECT_STREQ_MSG(test, at->text.buffer, " arg1=(fault)",
				       "%x", locs[i]);
	}
	trace_seq_init(&at->text);
	dynevent_args_print(&at->text, &at->args, at->rec, ARGS_TEST_OFFSET + 3,
			    ARGS_TEST_OFFSET);
	KUNIT_EXPECT_EQ(test, trace_seq_used(&at->text), 0);
}

/* The contents of the format file. */
static void args_test_format(struct kunit *test)
{
	static const struct event_field rows[] = {
		{ .type = "u8", .name = "a", .offset = 16, .size = 1 },
		{ .type = "s32", .name = "b", .offset = 17, .size = 4,
		  .is_signed = true },
		{ .type = "u64", .name = "arg3", .offset = 21, .size = 8 },
		{ .type = "u16[]", .name = "d", .offset = 29, .size = 6 },
		{ .type = "__data_loc char[]", .name = "e", .offset = 35,
		  .size = 4, .is_signed = true },
		{ .type = "__data_loc char[][2]", .name = "f", .offset = 39,
		  .size = 8, .is_signed = true },
		{ .type = "u32", .name = "g", .offset = 47, .size = 4 },
		{ .type = "u64", .name = "h", .offset = 51, .size = 8 },
		{ .type = "u8[]", .name = "i", .offset = 59, .size = 1 },
	};
	struct args_test *at = test->priv;
	struct event_field got[ARRAY_SIZE(rows)];
	char *fmt;
	int i;

	KUNIT_ASSERT_EQ(test, 0,
			args_test_parse(at,
					"a=%ax:u8 b=%ax:s32 %ax d=@8:x16[3] e=$comm f=@8:string[2] g=%ax:b3@1/32 h=%ax:symbol i=@8:char[1]",
					DYNEVENT_AT_CODE, NULL));
	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(rows), at->args.nr);
	KUNIT_EXPECT_EQ(test, 60 - 16, at->args.fixed);
	dynevent_args_rows(&at->args, got, 16);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		KUNIT_EXPECT_STREQ(test, got[i].type, rows[i].type);
		KUNIT_EXPECT_STREQ(test, got[i].name, rows[i].name);
		KUNIT_EXPECT_EQ(test, got[i].offset, rows[i].offset);
		KUNIT_EXPECT_EQ(test, got[i].size, rows[i].size);
		KUNIT_EXPECT_EQ(test, got[i].is_signed, rows[i].is_signed);
	}
	fmt = dynevent_args_print_fmt(&at->args, "(%lx)", "REC->__probe_ip");
	/* Tools expect "%Lx". */
	strreplace(fmt, 'L', '!');
	KUNIT_EXPECT_STREQ(test, fmt,
			   "\"(%lx) a=%u b=%d arg3=0x%!x d={0x%x,0x%x,0x%x} e=\\\"%s\\\" f={\\\"%s\\\",\\\"%s\\\"} g=%u h=%pS i={'%c'}\", REC->__probe_ip, REC->a, REC->b, REC->arg3, REC->d[0], REC->d[1], REC->d[2], __get_str(e), __get_str(f[0]), __get_str(f[1]), REC->g, REC->h, REC->i[0]");
	kfree(fmt);

	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "%ax:s64 %ax:u64",
						 DYNEVENT_AT_CODE, NULL));
	fmt = dynevent_args_print_fmt(&at->args, "", NULL);
	strreplace(fmt, 'L', '!');
	KUNIT_EXPECT_STREQ(test, fmt,
			   "\" arg1=%!d arg2=%!u\", REC->arg1, REC->arg2");
	kfree(fmt);
}

/* Show, compare and match arguments. */
static void args_test_compare(struct kunit *test)
{
	static const char * const words[] = { "arg1=%ax", "b=%ax:u8", "c=\\1" };
	struct args_test *at = test->priv;
	struct dynevent_args args = { };
	char text[128], want[128];
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "%ax b=%ax:u8 c=$arg1:%pd",
						 DYNEVENT_AT_ENTRY, NULL));
	dynevent_args_show(&m, &at->args);
	text[m.count] = '\0';
	snprintf(want, sizeof(want),
		 " arg1=%%ax b=%%ax:u8 c=+0x0(+0x%zx($arg1)):string",
		 offsetof(struct dentry, d_name.name));
	KUNIT_EXPECT_STREQ(test, text, want);

	KUNIT_ASSERT_EQ(test, 0, args_test_parse(at, "%ax b=%ax:u8",
						 DYNEVENT_AT_ENTRY, NULL));
	KUNIT_EXPECT_TRUE(test, dynevent_args_match(&at->args, 0, NULL));
	KUNIT_EXPECT_TRUE(test, dynevent_args_match(&at->args, 1, (const char **)words));
	KUNIT_EXPECT_TRUE(test, dynevent_args_match(&at->args, 2, (const char **)words));
	KUNIT_EXPECT_FALSE(test, dynevent_args_match(&at->args, 3, (const char **)words));
	KUNIT_EXPECT_FALSE(test, dynevent_args_match(&at->args, 1, (const char **)words + 1));

	args = at->args;
	memset(&at->args, 0, sizeof(at->args));
	args_test_parse(at, "%ax b=%bx:u8", DYNEVENT_AT_ENTRY, NULL);
	KUNIT_EXPECT_EQ(test, -1, dynevent_args_find_difference(&args, &at->args));
	KUNIT_EXPECT_FALSE(test, dynevent_args_equal(&args, &at->args));
	args_test_parse(at, "arg1=%ax  b=%ax:u8", DYNEVENT_AT_ENTRY, NULL);
	KUNIT_EXPECT_TRUE(test, dynevent_args_equal(&args, &at->args));
	args_test_parse(at, "%ax b=%ax:s8", DYNEVENT_AT_ENTRY, NULL);
	KUNIT_EXPECT_EQ(test, 1, dynevent_args_find_difference(&args, &at->args));
	args_test_parse(at, "a=%ax b=%ax:u8", DYNEVENT_AT_ENTRY, NULL);
	KUNIT_EXPECT_EQ(test, 0, dynevent_args_find_difference(&args, &at->args));
	args_test_parse(at, "a=%ax", DYNEVENT_AT_ENTRY, NULL);
	KUNIT_EXPECT_EQ(test, 1, dynevent_args_find_difference(&args, &at->args));
	KUNIT_EXPECT_EQ(test, 1, dynevent_args_find_difference(&at->args, &args));
	dynevent_args_free(&args);
}

static void args_test_find_retval(struct kunit *test)
{
	static const char text[] = "$retvalx $retval_ a=\\1 +0($retval) $retval->x";

	KUNIT_EXPECT_STREQ(test, dynevent_args_find_retval(text), "$retval) $retval->x");
	KUNIT_EXPECT_NULL(test, dynevent_args_find_retval("$retvalx $retval_ $ret"));
	KUNIT_EXPECT_NULL(test, dynevent_args_find_retval(""));
}

/* There may be 128 arguments. */
static void args_test_many(struct kunit *test)
{
	struct args_test *at = test->priv;
	char text[(DYNEVENT_ARGS_MAX + 1) * 4 + 1] = "";
	int i;

	for (i = 0; i < DYNEVENT_ARGS_MAX; i++)
		strcat(text, "%ax ");
	KUNIT_EXPECT_EQ(test, 0, args_test_parse(at, text, DYNEVENT_AT_ENTRY, NULL));
	KUNIT_EXPECT_EQ(test, DYNEVENT_ARGS_MAX, at->args.nr);
	strcat(text, "%ax ");
	KUNIT_EXPECT_EQ(test, -E2BIG,
			args_test_parse(at, text, DYNEVENT_AT_ENTRY, NULL));
}

static struct kunit_case args_test_cases[] = {
	KUNIT_CASE(args_test_values),
	KUNIT_CASE(args_test_faults),
	KUNIT_CASE(args_test_stack),
	KUNIT_CASE(args_test_comm),
	KUNIT_CASE(args_test_symbols),
	KUNIT_CASE(args_test_dentry),
	KUNIT_CASE(args_test_edge),
	KUNIT_CASE(args_test_change),
	KUNIT_CASE(args_test_long),
	KUNIT_CASE(args_test_user),
	KUNIT_CASE(args_test_event),
	KUNIT_CASE(args_test_event_loc),
	KUNIT_CASE(args_test_event_end),
	KUNIT_CASE(args_test_event_array),
	KUNIT_CASE(args_test_entry),
	KUNIT_CASE(args_test_untrusted),
	KUNIT_CASE(args_test_format),
	KUNIT_CASE(args_test_compare),
	KUNIT_CASE(args_test_find_retval),
	KUNIT_CASE(args_test_many),
	{}
};

static struct kunit_suite args_test_suite = {
	.name = "trace_dynevent_args",
	.init = args_test_init,
	.exit = args_test_exit,
	.test_cases = args_test_cases,
};

kunit_test_suite(args_test_suite);

MODULE_DESCRIPTION("Tests of fetch arguments");
MODULE_LICENSE("GPL");
