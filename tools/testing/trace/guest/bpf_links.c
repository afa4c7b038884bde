// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs on many functions by one link, programs that return in place of a function,
 * text in the trace, and what is refused. Prints TAP.
 */
#include "bpf_attach.h"
#include "uprobe_places.h"

#define SELF		"/bin/bpf_links"
#define OTHER		"__x64_sys_getsid"
#define PRINT_EVENT	TRACING "events/bpf_trace/bpf_trace_printk/enable"

static volatile long sum;

UPROBE_PLACE long place(long n, const char *text)
{
	return n + text[0];
}

UPROBE_PLACE long other_place(long n)
{
	return n * 3;
}

/* Many functions at once */

static void multi_calls(const char *group, int link, bool cookies)
{
	ok(link >= 0, group, "a program is attached to two functions", link);
	bpf_slots_clear();
	syscall(SYS_getpgid, getpid());
	seen(RUNS, 1, group, "the first function runs it");
	seen(ADDRESS, address_of(FUNCTION), group, "it gets the address of the first one");
	seen(GIVEN, cookies ? 11 : 0, group, "it gets the cookie of the first one");
	syscall(SYS_getsid, getpid());
	seen(RUNS, 2, group, "the second function runs it");
	seen(ADDRESS, address_of(OTHER), group, "it gets the address of the second one");
	seen(GIVEN, cookies ? 22 : 0, group, "it gets the cookie of the second one");
	close(link);
	bpf_slots_clear();
	syscall(SYS_getsid, getpid());
	seen(RUNS, 0, group, "it does not run after the link was closed");
}

/* A function has several names: the program is attached by one of them. */
static void multi_alias(int link, const char *name)
{
	ok(link >= 0, "kprobe_multi by an alias", name, link);
	bpf_slots_clear();
	syscall(SYS_getppid);
	seen(RUNS, 1, "kprobe_multi by an alias", "the function runs it");
	seen(ADDRESS, address_of(name), "kprobe_multi by an alias", "it gets the address");
	close(link);
}

static void kernel_multi(void)
{
	/* Not in the order of the alphabet, which is that in which they are looked up. */
	static const char * const names[] = { OTHER, FUNCTION };
	static const char * const unknown[] = { FUNCTION, "no_such_function" };
	static const char * const untraced[] = { FUNCTION, "sys_call_table" };
	static const char * const twice[] = { FUNCTION, OTHER, FUNCTION };
	/* Two names of one function. */
	static const char * const aliases[] = { "__x64_sys_getppid", "__do_sys_getppid" };
	unsigned long addrs[] = { address_of(OTHER), address_of(FUNCTION) };
	uint64_t cookies[] = { 22, 11 };
	int prog = probe_prog(REGS_FIRST, true, BPF_TRACE_KPROBE_MULTI);
	int at_return = probe_prog(REGS_RETURN, false, BPF_TRACE_KPROBE_MULTI);

	ok(bpf_multi_link(prog, 0, unknown, NULL, NULL, 2) < 0 && errno == ESRCH, "kprobe_multi",
	   "an unknown function is refused", errno);
	ok(bpf_multi_link(prog, 0, untraced, NULL, NULL, 2) < 0 && errno == ESRCH, "kprobe_multi",
	   "a symbol that is no function is refused", errno);
	ok(bpf_multi_link(prog, 0, twice, NULL, NULL, 3) < 0 && errno == ESRCH, "kprobe_multi",
	   "a name that is given twice is refused", errno);
	for (unsigned int i = 0; i < 2; i++)
		multi_alias(bpf_multi_link(prog, 0, &aliases[i], NULL, NULL, 1), aliases[i]);
	multi_calls("kprobe_multi by names", bpf_multi_link(prog, 0, names, NULL, cookies, 2),
		    true);
	multi_calls("kprobe_multi by addresses", bpf_multi_link(prog, 0, NULL, addrs, cookies, 2),
		    true);
	multi_calls("kprobe_multi without cookies", bpf_multi_link(prog, 0, names, NULL, NULL, 2),
		    false);
	multi_calls("kprobe_multi at the return",
		    bpf_multi_link(at_return, BPF_F_KPROBE_MULTI_RETURN, names, NULL, cookies, 2),
		    true);
	close(prog);
	close(at_return);
}

static int user_multi_link(int prog, unsigned int flags)
{
	uint64_t offsets[] = { uprobe_offset_of(place), uprobe_offset_of(other_place) };
	uint64_t cookies[] = { 11, 22 };

	return bpf_user_multi_link(prog, flags, SELF, offsets, cookies, 2);
}

static void user_multi(void)
{
	for (unsigned int at_return = 0; at_return < 2; at_return++) {
		const char *group = at_return ? "uprobe_multi at the return" : "uprobe_multi";
		int prog = probe_prog(at_return ? REGS_RETURN : REGS_FIRST, false,
				      BPF_ATTACH_UPROBE_MULTI);
		int link = user_multi_link(prog, at_return);

		ok(link >= 0, group, "a program is attached to two places", link);
		bpf_slots_clear();
		sum += place(40, "\1");
		seen(FIRST, 40 + at_return, group, "it reads a register at the first one");
		seen(ADDRESS, (uintptr_t)place, group, "it gets the address of the first one");
		seen(GIVEN, 11, group, "it gets the cookie of the first one");
		sum += other_place(50);
		seen(RUNS, 2, group, "it runs once at each");
		seen(FIRST, at_return ? 150 : 50, group, "it reads a register at the second one");
		seen(GIVEN, 22, group, "it gets the cookie of the second one");
		close(link);
		close(prog);
	}
}

/* Returning in place of a function */

/* A program that lets a function return -EUCLEAN if the argument of the system call is -7. */
static int override_prog(int attach_type)
{
	struct bpf_text text;

	bpf_begin(&text);
	bpf_keep_memory(&text, SECOND, REGS_FIRST, REGS_FIRST, BPF_FUNC_probe_read_kernel);
	bpf_load(&text, BPF_W, 1, 7, SECOND * 8);
	bpf_set(&text, 2, -7);
	bpf_emit(&text, BPF_JMP32 | BPF_JNE | BPF_X, 1, 2, 3, 0);
	bpf_move(&text, 1, 6);
	bpf_set(&text, 2, -EUCLEAN);
	bpf_helper(&text, BPF_FUNC_override_return);
	return bpf_end(&text, BPF_PROG_TYPE_KPROBE, attach_type, 0);
}

static void overrides(const char *group)
{
	long got;

	bpf_slots_clear();
	errno = 0;
	got = syscall(SYS_getpgid, -7);
	ok(got == -1 && errno == EUCLEAN, group, "the call returns what the program says", got);
	got = syscall(SYS_getpgid, getpid());
	ok(got == getpgid(0), group, "other calls are not changed", got);
	seen(RUNS, 3, group, "the program runs at each call");
}

static void override_refused(const char *function, unsigned long offset, int prog,
			     const char *what)
{
	int fd = probe_counter("kprobe", function, offset, false);

	ok(fd >= 0 && attach(fd, prog) && errno == EINVAL, "override", what, fd);
	close(fd);
}

static void override_return(void)
{
	static const char * const names[] = { FUNCTION };
	static const char * const other[] = { "do_sys_openat2" };
	int prog = override_prog(0), multi = override_prog(BPF_TRACE_KPROBE_MULTI), fd;

	fd = probe_counter("kprobe", FUNCTION, 0, false);
	ok(!attach(fd, prog), "override", "a program is attached", prog);
	overrides("override");
	close(fd);
	command("kprobe_events", "p:bpf/over " FUNCTION "\n");
	fd = counter_of("bpf/over");
	ok(!attach(fd, prog), "override", "a program is attached to an event", prog);
	overrides("override of an event");
	close(fd);
	command("kprobe_events", "-:bpf/over\n");
	override_refused("do_sys_openat2", 0, prog, "a function that does not permit it");
	/* The first instruction is the patch site of function tracing. */
	override_refused(FUNCTION, 5, prog, "a place after the entry");
	fd = bpf_multi_link(multi, 0, names, NULL, NULL, 1);
	ok(fd >= 0, "override", "a program is attached by kprobe_multi", fd);
	overrides("override by kprobe_multi");
	close(fd);
	ok(bpf_multi_link(multi, 0, other, NULL, NULL, 1) < 0 && errno == EINVAL, "override",
	   "kprobe_multi on a function that does not permit it", errno);
	fd = syscall(SYS_getpgid, -7);
	ok(fd == -1 && errno == ESRCH, "override", "the function works as before", fd);
	close(prog);
	close(multi);
}

/* Text in the trace. The event is enabled by a worker when the program is loaded. */
static void print(void)
{
	struct bpf_text text;
	int prog, fd, found = 0, i;
	int format[2] = {};
	char line[512];
	FILE *f;

	memcpy(format, "got %d", 6);
	bpf_begin(&text);
	bpf_emit(&text, BPF_LD | BPF_DW | BPF_IMM, 1, 0, 0, format[0]);
	bpf_emit(&text, 0, 0, 0, 0, format[1]);
	bpf_emit(&text, BPF_STX | BPF_MEM | BPF_DW, 10, 1, -8, 0);
	bpf_move(&text, 1, 10);
	bpf_add(&text, 1, -8);
	bpf_set(&text, 2, sizeof(format));
	bpf_set(&text, 3, 4711);
	bpf_helper(&text, BPF_FUNC_trace_printk);
	bpf_keep(&text, FIRST, 0);
	prog = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 1);
	for (i = 0; i < 600 && number_in(PRINT_EVENT) != 1; i++)
		usleep(100000);
	ok(i < 600, "trace_printk", "loading the program enables the event", i);
	clear_trace();
	fd = probe_counter("kprobe", FUNCTION, 0, false);
	ok(!attach(fd, prog), "trace_printk", "a program is attached", prog);
	bpf_slots_clear();
	call_function();
	seen(FIRST, strlen("got 4711"), "trace_printk", "the helper returns the length");
	close(fd);
	close(prog);
	f = fopen(TRACING "trace", "r");
	while (f && fgets(line, sizeof(line), f))
		found += !!strstr(line, "bpf_trace_printk: got 4711\n");
	fclose(f);
	ok(found == CALLS, "trace_printk", "the trace has all lines", found);
	command("events/bpf_trace/bpf_trace_printk/enable", "0");
}

/* Programs cannot be attached to what has no arguments for them. */
static void refused(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .config = 1 /* ftrace:function */,
		.exclude_callchain_user = 1, .disabled = 1,
	};
	struct bpf_text text;
	int tracepoint_prog, kprobe_prog, fd;

	bpf_begin(&text);
	tracepoint_prog = bpf_end(&text, BPF_PROG_TYPE_TRACEPOINT, 0, 1);
	bpf_begin(&text);
	kprobe_prog = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 1);
	fd = counter(&attr);
	ok(fd >= 0 && attach(fd, tracepoint_prog) && errno == EINVAL, "refused",
	   "a program on the event function", fd);
	close(fd);
	fd = counter_of("task/task_rename");
	ok(fd >= 0 && attach(fd, kprobe_prog) && errno == EINVAL, "refused",
	   "a program of probes on a tracepoint", fd);
	close(fd);
	fd = probe_counter("kprobe", FUNCTION, 0, false);
	ok(fd >= 0 && attach(fd, tracepoint_prog) && errno == EINVAL, "refused",
	   "a program of tracepoints on a probe", fd);
	close(fd);
	close(tracepoint_prog);
	close(kprobe_prog);
}

int main(int argc, char **argv)
{
	if (bpf_slots_create()) {
		ok(false, "map", "an array can be mapped", -1);
		return 1;
	}
	if (argc > 1 && !strcmp(argv[1], "override")) {
		override_return();
		return 0;
	}
	kernel_multi();
	user_multi();
	print();
	refused();
	return 0;
}
