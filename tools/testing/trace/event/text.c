// SPDX-License-Identifier: GPL-2.0
/*
 * values in print formats, the files format, header_page and header_event
 */
#include "world.h"
#include "../command/expect.h"

static char text[4096];

static struct seq_file text_file(void)
{
	*text = '\0';
	return (struct seq_file){ .buf = text, .size = sizeof(text) };
}

static const char *text_printed(const char *system, const char *fmt)
{
	struct seq_file m = text_file();

	mutex_lock(&event_mutex);
	event_evals_print(&m, system, fmt);
	mutex_unlock(&event_mutex);
	return text;
}

/* The values of the kernel are in world.c. */
static void text_evals(void)
{
	static const struct {
		const char *system, *fmt, *want;
	} rows[] = {
		{ "boot", "", "" },
		{ "boot", "ZERO", "0" }, { "boot", "TWO", "2" }, { "other", "TWO", "22" },
		{ "boot", "MINUS", "-1" }, { "boot", "TWO_LONG TWO_", "3 TWO_" },
		{ "boot", "TW", "TW" }, { "boot", "TWOO", "TWOO" }, { "boot", "two", "two" },
		{ "other", "ZERO", "ZERO" }, { "bo", "TWO", "TWO" }, { "boots", "TWO", "TWO" },
		{ "boot", "{ ZERO, \"ZERO\" }, (TWO)", "{ 0, \"ZERO\" }, (2)" },
		{ "boot", "\"a\\\"TWO\" TWO", "\"a\\\"TWO\" 2" },
		{ "boot", "\"\\\\\" TWO", "\"\\\\\" 2" },
		{ "boot", "\"no end TWO", "\"no end TWO" },
		{ "boot", "\"ends with \\", "\"ends with \\" },
		{ "boot", "\"\"TWO\"\"", "\"\"2\"\"" },
		{ "boot", "REC->TWO", "REC->TWO" }, { "boot", "REC.TWO", "REC.TWO" },
		{ "boot", "REC-TWO", "REC-2" }, { "boot", "REC>TWO", "REC>2" },
		{ "boot", "->TWO", "->TWO" }, { "boot", ".TWO", ".TWO" },
		{ "boot", "-TWO", "-2" }, { "boot", ">TWO", ">2" },
		{ "boot", ".>TWO", ".>2" }, { "boot", "-.TWO", "-.TWO" },
		{ "boot", "0TWO 1 0x1fTWO 10UL", "0TWO 1 0x1fTWO 10UL" },
		{ "boot", "_TWO TWO1 TWO", "_TWO TWO1 2" },
		{ "boot", "sizeof(int)", "4" }, { "boot", "sizeof(TWO)", "sizeof(2)" },
		{ "boot", "sizeof(long)", "sizeof(long)" }, { "boot", "sizeof TWO", "sizeof 2" },
		{ "boot", "symbol(int)", "symbol(int)" },
		{ "boot", "sizeof", "sizeof" }, { "boot", "sizeof(int", "sizeof(int" },
		{ "boot", "sizeoF(int)", "sizeoF(int)" }, { "boot", "Sizeof(int)", "Sizeof(int)" },
		{ "boot", "sizeo(int) ssizeof(int)", "sizeo(int) ssizeof(int)" },
		{ "boot", "TWO(int)", "2(int)" }, { "boot", "x sizeof(int)+TWO", "x 4+2" },
	};
	static const char before[] = "->TWO";
	size_t i;

	/* What precedes the format is no part of it. */
	expect(!strcmp(text_printed("boot", before + 1), ">2"));
	expect(!strcmp(text_printed("boot", before + 2), "2"));
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		text_printed(rows[i].system, rows[i].fmt);
		if (strcmp(text, rows[i].want))
			printf("%s: %s instead of %s\n", rows[i].fmt, text, rows[i].want);
		expect(!strcmp(text, rows[i].want));
	}
}

/* Values of modules: a table per module, copied, until it is unloaded. */
static void text_module_evals(void)
{
	static struct trace_eval_map maps[] = {
		{ "mod", "ZULU", 26 }, { "mod", "ALPHA", 1 }, { "all", "ALPHA", 100 },
		{ "mod", "MIKE", 13 }, { "boot", "TWO", 222 }, { "zed", "Z", 9 },
	};
	struct trace_eval_map *ptrs[ARRAY_SIZE(maps)];
	struct module one = { .name = "one" }, two = { .name = "two" };
	long allocs = host_allocs;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(maps); i++)
		ptrs[i] = &maps[i];
	mutex_lock(&event_mutex);
	expect(!event_evals_add(&one, ptrs, 0) && host_allocs == allocs);
	host_fail_at(1);
	expect(event_evals_add(&one, ptrs, i) == -ENOMEM && host_allocs == allocs);
	host_fail_at(0);
	mutex_unlock(&event_mutex);
	expect(!strcmp(text_printed("mod", "ALPHA"), "ALPHA"));
	mutex_lock(&event_mutex);
	expect(!event_evals_add(&one, ptrs, i));
	expect(!event_evals_add(&two, ptrs + 5, 1));
	expect(host_allocs == allocs + 2);
	mutex_unlock(&event_mutex);
	memset(maps, 0, sizeof(maps));
	expect(!strcmp(text_printed("mod", "ALPHA MIKE ZULU Z"), "1 13 26 Z"));
	expect(!strcmp(text_printed("all", "ALPHA MIKE ZULU"), "100 MIKE ZULU"));
	expect(!strcmp(text_printed("zed", "Z"), "9"));
	/* The earlier table has it, too. */
	expect(!strcmp(text_printed("boot", "TWO"), "2"));
	mutex_lock(&event_mutex);
	event_evals_remove(&one);
	mutex_unlock(&event_mutex);
	expect(host_allocs == allocs + 1);
	expect(!strcmp(text_printed("mod", "ALPHA"), "ALPHA"));
	expect(!strcmp(text_printed("zed", "Z"), "9") && !strcmp(text_printed("boot", "TWO"), "2"));
	mutex_lock(&event_mutex);
	event_evals_remove(&two);
	event_evals_remove(&two);
	mutex_unlock(&event_mutex);
	expect(host_allocs == allocs);
}

/* The format file */

static const struct trace_event_fields text_fields[] = {
	{ .type = "u8", .name = "byte", .size = 1, .align = 1 },
	{ .type = "int", .name = "word", .size = 4, .align = 4, .is_signed = 1 },
	{ .type = "char[16]", .name = "comm", .size = 16, .align = 1, .len = 16 },
	{ .type = "u32[NR][2]", .name = "pair", .size = 24, .align = 4, .len = 3 },
	{ .type = "char[]", .name = "tail", .size = 0, .align = 1 },
	{ .type = "long[8", .name = "open", .size = 8, .align = 8, .len = 8 },
	{ .type = "__data_loc char[]", .name = "loc", .size = 4, .align = 4 },
	{ .type = "__rel_loc char[]", .name = "rel", .size = 4, .align = 4 },
	{}
};

static const char text_want[] =
	"name: sample\nID: 1234\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:u8 byte;\toffset:8;\tsize:1;\tsigned:0;\n"
	"\tfield:int word;\toffset:12;\tsize:4;\tsigned:1;\n"
	"\tfield:char comm[16];\toffset:16;\tsize:16;\tsigned:0;\n"
	"\tfield:u32 pair[3][2];\toffset:32;\tsize:24;\tsigned:0;\n"
	"\tfield:char tail[];\toffset:56;\tsize:0;\tsigned:0;\n"
	"\tfield:long open[8;\toffset:56;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] loc;\toffset:64;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc char rel[];\toffset:68;\tsize:4;\tsigned:0;\n"
	"\nprint fmt: \"%d\", 2\n";

static void text_format(void)
{
	struct trace_event_class class = {
		.system = "boot", .fields_array = text_fields,
		.fields = LIST_HEAD_INIT(class.fields),
	};
	struct trace_event_call call = {
		.class = &class, .name = "sample", .event.type = 1234,
		.print_fmt = "\"%d\", TWO",
	};
	struct seq_file m = text_file();

	mutex_lock(&event_mutex);
	expect(!event_format_show(&m, &call));
	mutex_unlock(&event_mutex);
	if (strcmp(text, text_want))
		printf("%s\n instead of\n%s\n", text, text_want);
	expect(!strcmp(text, text_want));
}

static void text_headers(void)
{
	struct seq_file m = text_file();
	long allocs = host_allocs;

	expect(!event_header_page_show(&m, &host_buffer) && !strcmp(text, "page 0\n"));
	expect(!event_header_event_show(&m) && !strcmp(text, "page 0\nentry 0\n"));
	host_fail_at(1);
	expect(event_header_page_show(&m, &host_buffer) == -ENOMEM);
	host_fail_at(1);
	expect(event_header_event_show(&m) == -ENOMEM);
	host_header_lines = 2000;
	m = text_file();
	expect(event_header_page_show(&m, &host_buffer) == -EFBIG && !*text);
	expect(event_header_event_show(&m) == -EFBIG && !*text);
	host_header_lines = 1;
	expect(host_allocs == allocs);
}

int main(void)
{
	world_boot();
	expect(!host_message);
	text_evals();
	text_module_evals();
	text_format();
	text_headers();
	expect(!host_warnings);
	return host_end(expect_failed);
}
