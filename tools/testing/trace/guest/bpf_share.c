// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs and others on the same function: a live patch, a kprobe and the function
 * tracer, each of which leaves first once; functions of a module that is to be unloaded; and
 * the kernel stacks that programs get. Prints TAP.
 */
#include <sys/prctl.h>

#include "bpf_attach.h"

#define PATCHED		"cmdline_proc_show"
#define PATCH		"/sys/kernel/livepatch/livepatch_sample/"
#define MODULE_FUNCTION	"foo_bar_reg"
#define DEPTH		16

/* The function that handles system calls. */
#ifdef __aarch64__
#define SYSCALL		"el0_svc"
#else
#define SYSCALL		"do_syscall_64"
#endif

static int multi_on(const char *function, int prog)
{
	return bpf_multi_link(prog, 0, &function, NULL, NULL, 1);
}

static int counting_prog(int type, int attach_type)
{
	struct bpf_text text;

	bpf_begin(&text);
	return bpf_end(&text, type, attach_type, 1);
}

/* A live patch */

/* Call the function; return whether the patched one answers. */
static bool call_patched(void)
{
	char text[256] = "";
	int fd;

	for (int i = 0; i < CALLS; i++) {
		fd = open("/proc/cmdline", O_RDONLY);
		if (read(fd, text, sizeof(text) - 1) < 0)
			text[0] = '\0';
		close(fd);
	}
	return strstr(text, "live patched");
}

static bool patch_load(void)
{
	if (system("modprobe livepatch-sample 2>/dev/null"))
		return false;
	for (int i = 0; i < 600 && number_in(PATCH "transition"); i++)
		usleep(100000);
	return true;
}

static void patch_unload(void)
{
	system("echo 0 > " PATCH "enabled");
	for (int i = 0; i < 600 && !access(PATCH, F_OK); i++)
		usleep(100000);
	for (int i = 0; i < 600 && system("rmmod livepatch_sample 2>/dev/null"); i++)
		usleep(100000);
}

enum user { PATCH_USER, MULTI_USER, PROBE_USER, TRACER_USER, USERS };

/* All users of the function, and their descriptors. */
struct users {
	bool there[USERS];
	int progs[2], multi, probe;
};

static bool users_add(struct users *users)
{
	users->progs[0] = counting_prog(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI);
	users->progs[1] = counting_prog(BPF_PROG_TYPE_KPROBE, 0);
	users->multi = multi_on(PATCHED, users->progs[0]);
	users->probe = probe_counter("kprobe", PATCHED, 0, false);
	users->there[PATCH_USER] = patch_load();
	users->there[MULTI_USER] = users->multi >= 0;
	users->there[PROBE_USER] = !attach(users->probe, users->progs[1]);
	command("set_ftrace_filter", PATCHED "\n");
	command("current_tracer", "function");
	users->there[TRACER_USER] = true;
	for (int i = 0; i < USERS; i++) {
		if (!users->there[i])
			return false;
	}
	return true;
}

static void users_remove(struct users *users, enum user user)
{
	if (user == PATCH_USER)
		patch_unload();
	else if (user == MULTI_USER)
		close(users->multi);
	else if (user == PROBE_USER)
		close(users->probe);
	else
		command("current_tracer", "nop");
	users->there[user] = false;
}

static void users_check(const struct users *users, unsigned int first, unsigned int left)
{
	bool patched;
	char what[96];

	clear_trace();
	bpf_slots_clear();
	patched = call_patched();
	snprintf(what, sizeof(what), "%u users, %u leaves first: the programs run", left, first);
	seen(RUNS, (users->there[MULTI_USER] + users->there[PROBE_USER]) * CALLS, "patch", what);
	snprintf(what, sizeof(what), "%u users, %u leaves first: the patch answers", left, first);
	ok(patched == users->there[PATCH_USER], "patch", what, patched);
	snprintf(what, sizeof(what), "%u users, %u leaves first: calls are traced", left, first);
	ok(traced(PATCHED) == (users->there[TRACER_USER] ? CALLS : 0), "patch", what,
	   traced(PATCHED));
}

/* Each of the users leaves first once, the others follow. */
static void live_patch(void)
{
	for (unsigned int first = 0; first < USERS; first++) {
		struct users users = {};
		bool all = users_add(&users);

		ok(all, "patch", "all of them use the function", first);
		for (unsigned int i = 0; i < USERS; i++) {
			users_check(&users, first, USERS - i);
			users_remove(&users, (first + i) % USERS);
		}
		users_check(&users, first, 0);
		close(users.progs[0]);
		close(users.progs[1]);
		close(open(TRACING "set_ftrace_filter", O_WRONLY | O_TRUNC));
	}
}

/* A module */

static bool module_unloads(void)
{
	for (int i = 0; i < 600; i++) {
		if (!system("modprobe -r trace-events-sample 2>/dev/null"))
			return true;
		usleep(100000);
	}
	return false;
}

/* Its function runs when an event of the module is enabled. */
static void module_function(void)
{
	int prog = counting_prog(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI), link, fd;

	ok(!system("modprobe trace-events-sample"), "module", "it is loaded", 0);
	link = multi_on(MODULE_FUNCTION, prog);
	ok(link >= 0, "module", "kprobe_multi is attached to its function", link);
	bpf_slots_clear();
	command("events/sample-trace/foo_bar_with_fn/enable", "1");
	seen(RUNS, 1, "module", "the program runs");
	command("events/sample-trace/foo_bar_with_fn/enable", "0");
	ok(system("modprobe -r trace-events-sample 2>/dev/null"), "module",
	   "it stays while kprobe_multi is attached", 0);
	close(link);
	close(prog);
	ok(module_unloads(), "module", "it can be unloaded afterwards", 0);
	ok(!system("modprobe trace-events-sample"), "module", "it is loaded again", 0);
	prog = counting_prog(BPF_PROG_TYPE_KPROBE, 0);
	fd = probe_counter("kprobe", MODULE_FUNCTION, 0, false);
	ok(!attach(fd, prog), "module", "a program is attached to a kprobe of its function", fd);
	ok(module_unloads(), "module", "it can be unloaded under a kprobe", 0);
	ok(!system("modprobe trace-events-sample"), "module", "it is loaded a third time", 0);
	bpf_slots_clear();
	command("events/sample-trace/foo_bar_with_fn/enable", "1");
	seen(RUNS, 0, "module", "the program is not at the function of the new module");
	command("events/sample-trace/foo_bar_with_fn/enable", "0");
	close(fd);
	close(prog);
	ok(module_unloads(), "module", "it can be unloaded in the end", 0);
}

/* Stacks */

/* A program that keeps the number of its kernel stack. */
static int stack_prog(int type, int map)
{
	struct bpf_text text;

	bpf_begin(&text);
	bpf_move(&text, 1, 6);
	bpf_emit(&text, BPF_LD | BPF_DW | BPF_IMM, 2, BPF_PSEUDO_MAP_FD, 0, map);
	bpf_emit(&text, 0, 0, 0, 0, 0);
	bpf_set(&text, 3, 0);
	bpf_helper(&text, BPF_FUNC_get_stackid);
	bpf_keep(&text, STACK, 0);
	return bpf_end(&text, type, 0, 1);
}

static void call_rename(void)
{
	prctl(PR_SET_NAME, "stacks");
}

static void call_getpgid(void)
{
	syscall(SYS_getpgid, 0);
}

/*
 * Attach a program to a counter, which is closed at the end, and check that @function called
 * the one where the program runs.
 */
static void stack_has(int fd, int prog, int map, void (*call)(void), const char *function,
		      const char *group)
{
	uint64_t frames[DEPTH] = {};
	unsigned long start = address_of(function);
	union bpf_attr attr = { .map_fd = map, .value = (uintptr_t)frames };
	bool found = false;
	uint32_t id;

	ok(!attach(fd, prog), group, "a program is attached", fd);
	bpf_slots_clear();
	call();
	id = bpf_seen[STACK];
	attr.key = (uintptr_t)&id;
	ok((int64_t)bpf_seen[STACK] >= 0, group, "it gets a stack", bpf_seen[STACK]);
	ok(!bpf_call(BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr)), group, "the map has the stack",
	   id);
	for (int i = 0; i < DEPTH; i++)
		found |= frames[i] >= start && frames[i] < start + 4096;
	ok(found, group, function, frames[0]);
	close(fd);
}

static void stacks(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_STACK_TRACE, .key_size = 4,
		.value_size = DEPTH * 8, .max_entries = 4096,
	};
	int map = bpf_call(BPF_MAP_CREATE, &attr, sizeof(attr)), prog;

	ok(map >= 0, "stack", "a map for stacks is created", map);
	prog = stack_prog(BPF_PROG_TYPE_TRACEPOINT, map);
	stack_has(counter_of("task/task_rename"), prog, map, call_rename, "__set_task_comm",
		  "stack at an event");
	stack_has(counter_of("syscalls/sys_enter_getpgid"), prog, map, call_getpgid,
		  SYSCALL, "stack at a system call");
	close(prog);
	prog = stack_prog(BPF_PROG_TYPE_KPROBE, map);
	stack_has(probe_counter("kprobe", FUNCTION, 0, false), prog, map, call_getpgid,
		  SYSCALL, "stack at a kprobe");
	close(prog);
	close(map);
}

/* "bpf_share stacks": without live patches and kprobe_multi, which not every architecture has. */
int main(int argc, char **argv)
{
	bool all = argc != 2 || strcmp(argv[1], "stacks");

	if (bpf_slots_create()) {
		ok(false, "map", "an array can be mapped", -1);
		return 1;
	}
	if (all) {
		live_patch();
		module_function();
	}
	stacks();
	return 0;
}
