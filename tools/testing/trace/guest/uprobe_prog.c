// SPDX-License-Identifier: GPL-2.0
/*
 * The program on which uprobes are put: functions with arguments of several kinds.
 *
 * uprobe_prog sed            prints a script of sed(1) that replaces {NAME} by the offset of
 *                            a place in the file, and {&NAME} by its address
 * uprobe_prog COMMAND...     runs the commands; - reads further ones from the standard input,
 *                            one per line, and prints a line "." after each
 *
 * The commands are listed in commands[] below.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "uprobe_places.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define PAGE		4096

/* The layout is used by the fetch arguments of uprobe.sh. */
struct inner {
	const char	*name;			/*  0 */
	int		numbers[4];		/*  8 */
};

struct thing {
	signed char	s8;			/*  0 */
	unsigned char	u8;			/*  1 */
	short		s16;			/*  2 */
	unsigned short	u16;			/*  4 */
	int		s32;			/*  8 */
	unsigned int	u32;			/* 12 */
	long		s64;			/* 16 */
	unsigned long	u64;			/* 24 */
	char		letters[8];		/* 32 */
	struct inner	*inner;			/* 40 */
	const char	*names[3];		/* 48 */
	unsigned int	bits;			/* 72 */
	short		shorts[5];		/* 76 */
};

/* Counts who watches the place "counted", as the semaphores of static probes do. */
UPROBE_SEMAPHORE(semaphore);
UPROBE_SEMAPHORE(other_semaphore);
volatile int data_number = 4711;
char data_text[32] = "text in data";
const volatile char const_text[32] = "text in rodata";
static volatile long sum;

UPROBE_PLACE long plain(long a)
{
	return a + 1;
}

UPROBE_PLACE long other(long a)
{
	return a + 2;
}

UPROBE_PLACE long numbers(signed char a, unsigned short b, int c, unsigned long d, long e, int f,
			  long g, long h)
{
	return a + b + c + d + e + f + g + h;
}

UPROBE_PLACE int texts(const char *text, const char *const *array, char letter, const char *empty)
{
	return text[0] + array[1][0] + letter + empty[0];
}

UPROBE_PLACE long things(struct thing *thing, int index)
{
	return thing->s32 + thing->inner->numbers[index];
}

UPROBE_PLACE long give(long value)
{
	return value;
}

UPROBE_PLACE const char *name_of(int number)
{
	return number ? "one" : "zero";
}

UPROBE_PLACE long faults(const void *nothing, const char *end, const char *unread)
{
	return (long)nothing + (long)end + (long)unread;
}

UPROBE_PLACE long counted(long value)
{
	return value + semaphore;
}

UPROBE_PLACE long depth(long n)
{
	volatile long below = 0;

	if (n > 1)
		below = depth(n - 1);
	return below + 1;
}

UPROBE_PLACE long frame(long a, long b)
{
	volatile long here[2] = { a, b };

	return here[0] + here[1];
}

static jmp_buf back;

UPROBE_PLACE void jumps(long value)
{
	longjmp(back, value);
}

/* Instructions that the kernel emulates or executes elsewhere, each with a name. */
#ifdef __aarch64__
UPROBE_PLACE long insns(long value)
{
	long result;

	asm volatile("insn_nop:	nop\n"
		     "insn_push: stp x29, x30, [sp, #-16]!\n"
		     "insn_mov:	mov x19, %1\n"
		     "insn_lea:	adrp %0, data_number\n"
		     "insn_load: ldr %0, insn_literal\n"
		     "insn_add:	add %0, %0, x19\n"
		     "insn_call: bl insn_callee\n"
		     "insn_jmp:	b insn_pop\n"
		     "	.balign 8\n"
		     "insn_literal: .quad 4711\n"
		     "insn_callee: add %0, %0, #1\n"
		     "insn_ret:	ret\n"
		     "insn_pop:	ldp x29, x30, [sp], #16\n"
		     "insn_cmp:	cmp %0, #0\n"
		     "insn_je:	b.eq insn_end\n"
		     "insn_long: cbz %0, insn_end\n"
		     "insn_end:\n"
		     : "=&r" (result) : "r" (value) : "memory", "cc", "x19", "x30");
	return result;
}
#else
UPROBE_PLACE long insns(long value)
{
	long result;

	asm volatile("insn_nop:	nop\n"
		     "insn_push: push %%rbx\n"
		     "insn_mov:	mov %1, %%rbx\n"
		     "insn_lea:	lea data_number(%%rip), %0\n"
		     "insn_load: movslq data_number(%%rip), %0\n"
		     "insn_add:	add %%rbx, %0\n"
		     "insn_call: call insn_callee\n"
		     "insn_jmp:	jmp insn_pop\n"
		     "	ud2\n"
		     "insn_callee: add $1, %0\n"
		     "insn_ret:	ret\n"
		     "insn_pop:	pop %%rbx\n"
		     "insn_cmp:	cmp $0, %0\n"
		     "insn_je:	je insn_end\n"
		     "insn_long: nopw 0(%%rax,%%rax,1)\n"
		     "insn_end:\n"
		     : "=&r" (result) : "r" (value) : "memory", "cc");
	return result;
}
#endif

extern const char insn_nop[], insn_push[], insn_mov[], insn_lea[], insn_load[], insn_add[],
	insn_call[], insn_jmp[], insn_callee[], insn_ret[], insn_pop[], insn_cmp[], insn_je[],
	insn_long[], insn_end[];

#define PLACE(name)	{ #name, name }
#define DATA(name)	{ #name, (const void *)&(name) }

static const struct {
	const char	*name;
	const volatile void *at;
} places[] = {
	PLACE(plain), PLACE(other), PLACE(numbers), PLACE(texts), PLACE(things), PLACE(give),
	PLACE(name_of), PLACE(faults), PLACE(counted), PLACE(depth), PLACE(frame), PLACE(jumps),
	PLACE(insns), PLACE(insn_nop), PLACE(insn_push), PLACE(insn_mov), PLACE(insn_lea),
	PLACE(insn_load), PLACE(insn_add), PLACE(insn_call), PLACE(insn_jmp), PLACE(insn_callee),
	PLACE(insn_ret), PLACE(insn_pop), PLACE(insn_cmp), PLACE(insn_je), PLACE(insn_long),
	DATA(semaphore), DATA(other_semaphore), DATA(data_number), DATA(data_text),
	DATA(const_text),
};

static void print_sed(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		printf("s|{%s}|%#lx|g\n", places[i].name, uprobe_offset_of(places[i].at));
		printf("s|{&%s}|%#lx|g\n", places[i].name, (unsigned long)places[i].at);
	}
}

static void call_plain(const char *value)
{
	sum += plain(value ? atol(value) : 1);
}

static void call_other(const char *value)
{
	sum += other(value ? atol(value) : 2);
}

static void call_numbers(const char *value)
{
	(void)value;
	sum += numbers(-5, 65535, -100000, 0x123456789abcdef0, -7, 8, 0x7777, -8);
	sum += numbers('A', 1, 2, 3, 4, 5, 6, 7);
}

static void call_texts(const char *value)
{
	static const char *const array[] = { "first", "second", "third word", NULL };

	sum += texts(value ?: "some text", array, 'x', "");
}

static void call_things(const char *value)
{
	struct inner inner = { "an inner name", { 10, -20, 30, -40 } };
	struct thing thing = {
		.s8 = -3, .u8 = 253, .s16 = -300, .u16 = 65000, .s32 = -70000, .u32 = 4000000000U,
		.s64 = -5000000000L, .u64 = 0xfedcba9876543210, .letters = "letters",
		.inner = &inner, .names = { "n0", "name 1", "" }, .bits = 0xa5c3f012,
		.shorts = { 1, -2, 3, -4, 5 },
	};

	(void)value;
	sum += things(&thing, 2);
}

static void call_give(const char *value)
{
	sum += give(value ? strtol(value, NULL, 0) : -42);
}

static void call_name_of(const char *value)
{
	sum += name_of(value ? atoi(value) : 1)[0];
}

/*
 * A null pointer, the last bytes before a page that is not there, and a page of a file that
 * is not in memory before it is fetched.
 */
static void call_faults(const char *value)
{
	char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	int fd = open("/tmp/unread", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	char *unread;

	(void)value;
	if (fd < 0 || pages == MAP_FAILED || pwrite(fd, "read late", 10, 0) != 10)
		exit(3);
	unread = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	munmap(pages + PAGE, PAGE);
	memcpy(pages + PAGE - 4, "tail", 4);
	sum += faults(NULL, pages + PAGE - 4, unread);
	munmap(pages, PAGE);
	munmap(unread, PAGE);
}

static void call_counted(const char *value)
{
	sum += counted(value ? atol(value) : 3);
}

static void call_depth(const char *value)
{
	printf("depth %ld\n", depth(value ? atol(value) : 3));
}

static void call_frame(const char *value)
{
	(void)value;
	sum += frame(0x1111, 0x2222);
}

static void call_jumps(const char *value)
{
	int got = setjmp(back);

	(void)value;
	if (!got)
		jumps(5);
	printf("came back with %d\n", got);
}

static void call_insns(const char *value)
{
	printf("insns %ld\n", insns(value ? atol(value) : 5));
}

static void print_semaphore(const char *value)
{
	(void)value;
	printf("semaphore %u, other %u\n", semaphore, other_semaphore);
}

static void print_text(const char *value)
{
	size_t i;

	for (i = 0; value && i < ARRAY_SIZE(places); i++) {
		if (!strcmp(places[i].name, value))
			printf("%s: %s\n", value, uprobe_is_trapped(places[i].at) ?
			       "a breakpoint" : "as in the file");
	}
}

static void set_comm(const char *value)
{
	prctl(PR_SET_NAME, value);
}

static void run_fork(const char *value)
{
	pid_t pid = fork();

	if (!pid) {
		call_plain(value ?: "100");
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

/* Another program of the same file. */
static void run_exec(const char *value)
{
	const char *const command = value ? value : "plain=200";
	pid_t pid = vfork();

	if (!pid) {
		execl("/proc/self/exe", "prog", command, NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
}

static void *thread_calls(void *unused)
{
	(void)unused;
	call_plain("300");
	return NULL;
}

static void run_thread(const char *value)
{
	pthread_t thread;

	(void)value;
	if (pthread_create(&thread, NULL, thread_calls, NULL))
		exit(3);
	pthread_join(thread, NULL);
}

/* Leave a process behind that waits, with the text of this program. */
static void run_behind(const char *value)
{
	pid_t pid = fork();

	(void)value;
	while (!pid)
		pause();
}

static volatile long loops;

static void *thread_loops(void *unused)
{
	for (;;) {
		plain(400);
		depth(3);
		__atomic_add_fetch(&loops, 1, __ATOMIC_RELAXED);
	}
	return unused;
}

/* The process ends while its threads are in probes; the kernel has to clean up. */
static void run_ends(const char *value)
{
	pthread_t thread;
	pid_t pid;
	int i;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		for (i = 0; i < 3; i++)
			pthread_create(&thread, NULL, thread_loops, NULL);
		while (loops < (value ? atol(value) : 50))
			sched_yield();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	printf("ended\n");
}

/* Map the text once more, call it there, move it, call it again, and unmap it. */
static void run_alias(const char *value)
{
	long offset = uprobe_offset_of(plain), start = offset & -PAGE;
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	char *map = mmap((void *)0x10000000, PAGE, PROT_READ | PROT_EXEC,
			 MAP_PRIVATE | MAP_FIXED, fd, start), *moved;
	long (*call)(long a);

	(void)value;
	close(fd);
	if (map == MAP_FAILED)
		exit(3);
	call = (void *)(map + offset - start);
	sum += call(500);
	moved = mremap(map, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x20000000);
	if (moved == MAP_FAILED)
		exit(3);
	call = (void *)(moved + offset - start);
	sum += call(501);
	munmap(moved, PAGE);
	sum += plain(502);
}

/* Make the page of the text writable and back, which keeps the breakpoint in it. */
static void run_protect(const char *value)
{
	char *page = (char *)((uintptr_t)plain & -PAGE);

	(void)value;
	if (mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) ||
	    mprotect(page, PAGE, PROT_READ | PROT_EXEC))
		exit(3);
	sum += plain(600);
}

static void run_stdin(const char *value);

static const struct {
	const char	*name;
	void		(*run)(const char *value);
} commands[] = {
	{ "plain", call_plain }, { "other", call_other }, { "numbers", call_numbers },
	{ "texts", call_texts }, { "things", call_things }, { "give", call_give },
	{ "name_of", call_name_of }, { "faults", call_faults }, { "counted", call_counted },
	{ "depth", call_depth }, { "frame", call_frame }, { "jumps", call_jumps },
	{ "insns", call_insns }, { "semaphore", print_semaphore }, { "text", print_text },
	{ "comm", set_comm }, { "fork", run_fork }, { "exec", run_exec },
	{ "thread", run_thread }, { "behind", run_behind }, { "ends", run_ends },
	{ "alias", run_alias }, { "protect", run_protect }, { "-", run_stdin },
};

static void run_command(char *command)
{
	char *value = strchr(command, '=');
	size_t i;

	if (value)
		*value++ = '\0';
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(commands[i].name, command)) {
			commands[i].run(value);
			fflush(stdout);
			return;
		}
	}
	printf("no command %s\n", command);
	exit(2);
}

static void run_stdin(const char *value)
{
	char line[256];

	(void)value;
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		run_command(line);
		printf(".\n");
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	int i;

	if (argc == 2 && !strcmp(argv[1], "sed")) {
		print_sed();
		return 0;
	}
	for (i = 1; i < argc; i++)
		run_command(argv[i]);
	return 0;
}
