// SPDX-License-Identifier: GPL-2.0
/* A part of user_events.c: definitions, good and bad ones, and what the files show of them. */

/*
 * Without names that the stock kernel accepts but cannot delete, and larger structures: see
 * kernel/trace/dynevent/user_test.c.
 */
static const char * const definitions[] = {
	"ev", "ev u32 a", "ev u32 a;", "ev u32 a;;", "ev ;u32 a", "ev ; ; u32 a", "ev  u32  a",
	"ev u32\ta", "ev\tu32 a", " ev u32 a", "ev u32 a ;u8 b ", "ev u32 a;u8 b;s64 c",
	"ev u64 a", "ev s64 a", "ev s32 a", "ev s16 a", "ev u16 a", "ev s8 a", "ev u8 a",
	"ev char a", "ev unsigned char a", "ev signed char a", "ev int a", "ev unsigned int a",
	"ev short a", "ev unsigned short a", "ev signed int a", "ev unsigned a", "ev long a",
	"ev unsigned long a", "ev long long a", "ev bool a", "ev pid_t a", "ev float a",
	"ev u128 a", "ev unsigned u32 a", "ev const u32 a", "ev const char a", "ev u32* a",
	"ev char * a", "ev void *a", "ev u32 *a", "ev unknown a", "ev __u32 a", "ev uint32_t a",
	"ev size_t a", "ev char[20] a", "ev unsigned char[20] a", "ev char[0x14] a",
	"ev char[024] a", "ev char[] a", "ev char[0] a", "ev char[1] a", "ev char[-1] a",
	"ev char[1024] a", "ev char[1025] a", "ev char[9999] a", "ev char[0x0000000000001] a",
	"ev char[0000001] a", "ev char[00000001] a", "ev char[000000001] a",
	"ev char[0000000001] a", "ev char[20 a", "ev char20] a",
	"ev char[2 0] a", "ev char [20] a", "ev char a[20]", "ev u32[4] a",
	"ev u8[4] a", "ev int[2] a", "ev s64[2] a", "ev unsigned int[2] a", "ev u8[] a",
	"ev unknown[4] a", "ev u32[4][4] a", "ev struct[4] a",
	"ev struct custom a 20", "ev struct custom a", "ev struct custom a 0",
	"ev struct custom a -1", "ev struct custom a 0x20", "ev struct custom a 20 20",
	"ev struct custom a x", "ev struct custom a 1024", "ev struct custom a 1025",
	"ev struct custom a 4096",
	"ev struct custom a 99999999999", "ev struct custom[2] a 20", "ev struct custom *a 8",
	"ev struct a 20", "ev struct  custom a 20", "ev struct custom  a  20", "ev struct",
	"ev struct a", "ev structure a 20", "ev struct custom", "ev struct u32 a 20",
	"ev char a 20", "ev u32 a 4", "ev u32 a 5", "ev u32 a x", "ev u32", "ev a",
	"ev u32 a b", "ev u32 a u32 b", "ev u32 a, u32 b", "ev u32 a:u32 b", "ev u32 a u32 b;",
	"ev __data_loc char[] a", "ev __data_loc unsigned char[] a", "ev __rel_loc char[] a",
	"ev __rel_loc unsigned char[] a", "ev __data_loc char a", "ev __data_loc char[4] a",
	"ev __data_loc char [] a", "ev __data_loc u32[] a", "ev __data_loc unknown[] a",
	"ev __data_loc u8 a", "ev __data_loc a", "ev __data_loc", "ev __rel_loc u32[] a",
	"ev __rel_loc a", "ev __data_loc struct x[] a", "ev __data_loc struct x a",
	"ev __data_loc unsigned a", "ev __data_loc  char[]  a", "ev __data_loc char[] a 4",
	"ev __data_loc unsigned unsigned a", "ev __data_loc unsigned int[] a",
	"ev __data_loc cpumask_t a", "ev __data_locchar[] a", "ev __dynamic char[] a",
	"ev __rel_loc cpumask_t a", "ev __data_loc char[] a;__rel_loc char[] b;u16 c",
	"ev u32 a;u32 a", "ev u32 1a", "ev u32 a-b", "ev u32 a.b", "ev u32 common_pid",
	"ev u32 cpu", "ev u32 \"a\"", "ev u32 a\\b", "ev u32 a%d", "ev u32 %s", "ev:flag u32 a",
	"ev: u32 a", "ev:", "ev:a,b", "ev:,", ":ev u32 a", ":",
	"ev:persist u32 a", "ev u32 a:b", "e-v u32 a", "1ev u32 a",
	"e.v u32 a", "e v",
	"ev u32 a # x", "ev#",
	"e\"v", "ev*", "\303\244", "ev,x u32 a",
};

/* Repeat @part in the definition "ev u32 a; ..." up to a length of @len. */
static char *long_definition(const char *head, const char *part, int len)
{
	char *text = malloc(len + 1);
	int i, n = strlen(head), m = strlen(part);

	memcpy(text, head, n);
	for (i = n; i < len; i++)
		text[i] = part[(i - n) % m];
	text[len] = '\0';
	return text;
}

/* Print @text with what is no printable character in octal. */
static void print_quoted(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		if (*text >= ' ' && *text < 0x7f)
			putchar(*text);
		else
			printf("\\%03o", (unsigned char)*text);
	}
	putchar('"');
}

/* Register a definition, and print what the files show of it. */
static void define(const char *text, bool files)
{
	static uint64_t bits;
	int fd = data_open(), ret, index;
	glob_t found;
	size_t i;

	ret = reg(fd, text, &bits, 4, 0, 0, &index);
	printf("@@ ");
	if (strlen(text) < 200)
		print_quoted(text);
	else
		printf("%.40s... (%zu)", text, strlen(text));
	printf(": %s\n", outcome(ret));
	if (!ret && files) {
		show(TRACING "dynamic_events", NULL);
		if (!glob(EVENTS "*/format", 0, NULL, &found)) {
			for (i = 0; i < found.gl_pathc; i++)
				show(found.gl_pathv[i], "\tfield:unsigned short common_");
			globfree(&found);
		}
	}
	if (!ret)
		unreg(fd, &bits, 0);
	close(fd);
	if (!ret && !gone(EVENTS))
		printf("not deleted\n");
}

static void dynamic(const char *text)
{
	printf("@@ dynamic_events: ");
	print_quoted(text);
	printf(": %s\n", outcome(put(TRACING "dynamic_events", text, O_APPEND)));
	show(TRACING "dynamic_events", NULL);
	show(TRACING "user_events_status", NULL);
}

static void define_all(void)
{
	size_t i;

	for (i = 0; i < sizeof(definitions) / sizeof(*definitions); i++)
		define(definitions[i], true);
}

static void parse(void)
{
	static const char * const commands[] = {
		"u:ev u32 a", "u:ev u32 a", "u:ev u32 b", "u:ev", "u:ev2", "-:ev u32 a", "-:ev",
		"-:ev2 x", "-:user_events/ev2", "u:user_events/ev u32 a", "-:user_events/ev",
		"-:ev", "u ev u32 a", "u:", "u", "u: ev u32 a", "-:ev", "u: ", "u:a/ev",
		"u:ev:flag u32 a", "-:ev", "u:ev;u32 a", "-:ev", "u:ev u32 a;;u32 b",
		"-:ev u32 b", "-:ev u32 a", "-:ev u32 a; u32 b", "-:ev u32 a;u32 b", "-:ev",
		"u:a u32 x\nu:b u64 y", "-:u:a", "-:a/b", "-:x/b", "-:a", "-:b",
		"u:ev unknown a", "u:ev struct x a 20", "-:ev struct x a 20", "-:ev", "!u:ev",
		"u:ev u8 a", "!u:ev", "U:ev u8 a", "u1:ev u8 a", "u:ev u8 a; u8 b",
		"-:ev u8 a; u8 b;", "-:ev",
	};
	char *text;
	size_t i;
	int len;

	for (len = 120; len < 128; len++) {
		text = long_definition("", "n", len);
		define(text, false);
		free(text);
	}
	for (len = 240; len < 262; len++) {
		text = long_definition("", "n", len);
		define(text, false);
		free(text);
	}
	for (len = 4080; len < 4100; len++) {
		text = long_definition("ev ", "u8 a;", len);
		define(text, false);
		free(text);
		text = long_definition("ev u8 ", "a", len);
		define(text, false);
		free(text);
	}
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		dynamic(commands[i]);
}
