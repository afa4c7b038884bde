// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs that the kernel finds by BTF: on the entry and the exit of functions, and on
 * tracepoints with the types of their arguments; kprobe sessions; all of them, kprobes and the
 * function tracer or a live patch on one function at the same time. Prints TAP.
 */
#include <sys/prctl.h>

#include "bpf_attach.h"
#include "kernel_btf.h"

/* The function that the live patch of samples/livepatch replaces. */
#define PATCHED		"cmdline_proc_show"

/* A program for the function: it keeps the argument of the system call, and the result. */
static int function_prog(int attach_type, bool returns, int result)
{
	struct bpf_text text;

	bpf_begin(&text);
	bpf_load(&text, BPF_DW, 1, 6, 0);
	bpf_load(&text, BPF_DW, 1, 1, REGS_FIRST);
	bpf_keep(&text, FIRST, 1);
	if (returns)
		bpf_keep_field(&text, SECOND, BPF_DW, 8);
	bpf_keep_helper(&text, ADDRESS, BPF_FUNC_get_func_ip);
	return bpf_end_for(&text, BPF_PROG_TYPE_TRACING, attach_type,
			   btf_find(FUNCTION, BTF_KIND_FUNC), result);
}

static void function_programs(int attach_type, bool returns, const char *group)
{
	int prog = function_prog(attach_type, returns, 0), link = bpf_raw_open(NULL, prog);

	ok(link >= 0, group, "a program is attached to a function", link);
	bpf_slots_clear();
	syscall(SYS_getpgid, getpid());
	seen(RUNS, 1, group, "the program runs once");
	seen(FIRST, getpid(), group, "it reads through the first argument");
	seen(ADDRESS, address_of(FUNCTION), group, "it gets the address of the function");
	if (returns)
		seen(SECOND, getpgid(0), group, "it reads the return value");
	close(link);
	bpf_slots_clear();
	call_function();
	seen(RUNS, 0, group, "it does not run after the link was closed");
	close(prog);
}

/* A program that returns another value than 0 lets the function return it. */
static void modify_return(void)
{
	int prog = function_prog(BPF_MODIFY_RETURN, false, -EUCLEAN);
	int link = bpf_raw_open(NULL, prog);
	long got;

	ok(link >= 0, "fmod_ret", "a program is attached to a function", link);
	got = syscall(SYS_getpgid, getpid());
	ok(got == -1 && errno == EUCLEAN, "fmod_ret", "the call returns what the program says",
	   got);
	close(link);
	got = syscall(SYS_getpgid, getpid());
	ok(got == getpgid(0), "fmod_ret", "the function works as before", got);
	close(prog);
}

static void typed_tracepoint(void)
{
	unsigned int id = btf_find("btf_trace_task_rename", BTF_KIND_TYPEDEF);
	struct bpf_text text;
	int prog, link;

	ok(id, "tp_btf", "the type of the tracepoint is in BTF", id);
	bpf_begin(&text);
	bpf_helper(&text, BPF_FUNC_get_current_task);
	bpf_keep(&text, GIVEN, 0);
	bpf_load(&text, BPF_DW, 1, 6, 0);
	bpf_keep(&text, FIRST, 1);
	prog = bpf_end_for(&text, BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP, id, 0);
	link = bpf_raw_open(NULL, prog);
	ok(link >= 0, "tp_btf", "a program is attached", link);
	bpf_slots_clear();
	prctl(PR_SET_NAME, "typed");
	seen(RUNS, 1, "tp_btf", "the program runs once");
	ok(bpf_seen[FIRST] && bpf_seen[FIRST] == bpf_seen[GIVEN], "tp_btf",
	   "the first argument is the task", bpf_seen[FIRST]);
	close(link);
	close(prog);
}

static int session_link(int result, int *prog)
{
	static const char * const names[] = { FUNCTION };
	struct bpf_text text;

	bpf_begin(&text);
	*prog = bpf_end(&text, BPF_PROG_TYPE_KPROBE, BPF_ATTACH_SESSION, result);
	return bpf_session_link(*prog, names, 1);
}

/* At the entry the program decides whether it runs at the return as well. */
static void sessions(void)
{
	for (int result = 0; result < 2; result++) {
		int prog, link = session_link(result, &prog);

		ok(link >= 0, "session", result ? "a program that returns 1 is attached" :
		   "a program that returns 0 is attached", link);
		bpf_slots_clear();
		call_function();
		seen(RUNS, result ? CALLS : 2 * CALLS, "session", result ?
		     "it runs at the entry only" : "it runs at the entry and at the return");
		close(link);
		close(prog);
	}
}

/*
 * Everything on one function, where there are no kprobe sessions a kretprobe instead. The users
 * are removed one by one, beginning with one of them.
 */
static void together(unsigned int first, bool has_sessions)
{
	int progs[4], users[4], i;
	struct bpf_text text;
	char what[64];

	progs[0] = function_prog(BPF_TRACE_FENTRY, false, 0);
	users[0] = bpf_raw_open(NULL, progs[0]);
	progs[1] = function_prog(BPF_TRACE_FEXIT, true, 0);
	users[1] = bpf_raw_open(NULL, progs[1]);
	bpf_begin(&text);
	progs[2] = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 1);
	users[2] = probe_counter("kprobe", FUNCTION, 0, false);
	attach(users[2], progs[2]);
	if (has_sessions) {
		users[3] = session_link(1, &progs[3]);
	} else {
		bpf_begin(&text);
		progs[3] = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 1);
		users[3] = probe_counter("kprobe", FUNCTION, 0, true);
		attach(users[3], progs[3]);
	}
	command("set_ftrace_filter", FUNCTION "\n");
	command("current_tracer", "function");
	for (i = 0; i < 5; i++) {
		clear_trace();
		bpf_slots_clear();
		call_function();
		snprintf(what, sizeof(what), "programs run, %d of them removed from %u on", i,
			 first);
		seen(RUNS, (4 - i) * CALLS, "together", what);
		ok(traced(FUNCTION) == CALLS, "together", "the function tracer sees each call",
		   traced(FUNCTION));
		if (i == 4)
			break;
		close(users[(first + i) % 4]);
		close(progs[(first + i) % 4]);
	}
	command("current_tracer", "nop");
	close(open(TRACING "set_ftrace_filter", O_WRONLY | O_TRUNC));
}

/* Whether /proc/cmdline has the text of the live patch of samples/livepatch. */
static bool is_patched(void)
{
	FILE *f = fopen("/proc/cmdline", "r");
	char line[4096] = "";

	if (f && !fgets(line, sizeof(line), f))
		line[0] = '\0';
	if (f)
		fclose(f);
	return strstr(line, "this has been live patched");
}

/* Disable and unload the patch. The module is in use until all tasks have left the function. */
static int patch_remove(void)
{
	int status = system("echo 0 > /sys/kernel/livepatch/livepatch_sample/enabled");

	return status ?: system("until rmmod livepatch_sample 2> /dev/null; do sleep 0.1; done");
}

static void patch(bool on)
{
	int status = on ? system("modprobe livepatch-sample") : patch_remove();

	ok(!status, "patch", on ? "a live patch is loaded" : "the live patch is removed", status);
	/* A task may call the function as it was until it has left the kernel. */
	for (int i = 0; i < 100 && is_patched() != on; i++)
		usleep(100000);
}

/* Read the file: @programs have to run, and the function has to be the patched one or not. */
static void read_patched(uint64_t programs, bool on, const char *when)
{
	char what[80];
	bool got;

	bpf_slots_clear();
	got = is_patched();
	snprintf(what, sizeof(what), "%llu programs run, %s", (unsigned long long)programs, when);
	seen(RUNS, programs, "patch", what);
	ok(got == on, "patch", on ? "the patched function runs" : "the function itself runs", got);
}

static int patched_prog(int attach_type)
{
	struct bpf_text text;

	bpf_begin(&text);
	return bpf_end_for(&text, BPF_PROG_TYPE_TRACING, attach_type,
			   btf_find(PATCHED, BTF_KIND_FUNC), 0);
}

static void attach_to_patched(int progs[4], int users[4])
{
	static const char * const names[] = { PATCHED };
	struct bpf_text text;

	progs[0] = patched_prog(BPF_TRACE_FENTRY);
	users[0] = bpf_raw_open(NULL, progs[0]);
	progs[1] = patched_prog(BPF_TRACE_FEXIT);
	users[1] = bpf_raw_open(NULL, progs[1]);
	bpf_begin(&text);
	progs[2] = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 0);
	users[2] = probe_counter("kprobe", PATCHED, 0, false);
	attach(users[2], progs[2]);
	bpf_begin(&text);
	progs[3] = bpf_end(&text, BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, 0);
	users[3] = bpf_multi_link(progs[3], 0, names, NULL, NULL, 1);
}

/* Programs and a live patch on one function: each comes and leaves first. */
static void together_with_patch(bool patch_first)
{
	int progs[4], users[4];

	if (patch_first)
		patch(true);
	attach_to_patched(progs, users);
	if (!patch_first) {
		read_patched(4, false, "before the patch");
		patch(true);
	}
	read_patched(4, true, patch_first ? "attached after the patch" : "attached before it");
	if (patch_first) {
		patch(false);
		read_patched(4, false, "after the patch");
	}
	for (unsigned int i = 0; i < 4; i++) {
		close(users[i]);
		close(progs[i]);
		read_patched(3 - i, !patch_first, "one of them removed");
	}
	if (!patch_first)
		patch(false);
}

/* "bpf_btf basic": without kprobe sessions and live patches, which not every architecture has. */
int main(int argc, char **argv)
{
	bool basic = argc == 2 && !strcmp(argv[1], "basic");

	if (bpf_slots_create() || btf_read()) {
		ok(false, "btf", "an array can be mapped and BTF can be read", -1);
		return 1;
	}
	function_programs(BPF_TRACE_FENTRY, false, "fentry");
	function_programs(BPF_TRACE_FEXIT, true, "fexit");
	modify_return();
	typed_tracepoint();
	if (!basic)
		sessions();
	for (unsigned int first = 0; first < 4; first++)
		together(first, !basic);
	if (basic)
		return 0;
	together_with_patch(false);
	together_with_patch(true);
	return 0;
}
