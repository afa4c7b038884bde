// SPDX-License-Identifier: GPL-2.0
/*
 * bpf_stress SECONDS: processes attach BPF programs to the same function and detach them, each
 * in another way, while others call the function. A program that stays attached counts the
 * calls: it has to see all of them. Prints TAP.
 */
#include <sys/wait.h>

#include "bpf_attach.h"
#include "kernel_btf.h"
#include "uprobe_places.h"

#define SELF		"/bin/bpf_stress"
#define CALLERS		2
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Shared by all processes. */
static struct {
	volatile bool stop;
	uint64_t calls[CALLERS];
	uint64_t attached[32];
} *shared;

static volatile long sum;

UPROBE_PLACE long place(long n)
{
	return n + 1;
}

/* More functions for links to many of them. */
static const char * const functions[] = {
	FUNCTION, "__x64_sys_getsid", "__x64_sys_getppid", "ksys_write", "vfs_write", "vfs_read",
	"ksys_read", "do_sys_openat2", "kfree", "kmem_cache_free", "handle_mm_fault", "vfs_open",
	"dput", "__fput", "mutex_unlock",
};

/* Link a program to the first one of @functions, and with @more to some others. */
static int multi_link(int prog, unsigned int flags, bool more)
{
	const char *names[ARRAY_SIZE(functions)] = { functions[0] };
	unsigned int nr = 1;

	for (unsigned int i = 1; more && i < ARRAY_SIZE(functions); i++) {
		if (rand() & 1)
			names[nr++] = functions[i];
	}
	return bpf_multi_link(prog, flags, names, NULL, NULL, nr);
}

static int simple_prog(int type, int attach_type, unsigned int id)
{
	struct bpf_text text;

	bpf_begin(&text);
	return bpf_end_for(&text, type, attach_type, id, 0);
}

/* A counter with a program. */
static int with(int fd, int prog)
{
	if (fd >= 0 && attach(fd, prog)) {
		close(fd);
		return -1;
	}
	return fd;
}

enum way {
	MULTI, MULTI_RETURN, KPROBE, KRETPROBE, UPROBE, URETPROBE, RAW, TRACEPOINT, SYSCALL,
	USER_MULTI, USER_MULTI_RETURN, SESSION, FENTRY, FEXIT, MODIFY, TYPED, SECURITY, WAYS
};

/* What the programs are found by that the kernel finds by BTF; others have no kind. */
static const struct {
	const char *name;
	int type, attach_type;
	const char *target;
	unsigned int kind;
} ways[] = {
	[MULTI]		= { "kprobe_multi", BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI },
	[MULTI_RETURN]	= { "kprobe_multi at the return", BPF_PROG_TYPE_KPROBE,
			    BPF_TRACE_KPROBE_MULTI },
	[KPROBE]	= { "kprobe", BPF_PROG_TYPE_KPROBE, 0 },
	[KRETPROBE]	= { "kretprobe", BPF_PROG_TYPE_KPROBE, 0 },
	[UPROBE]	= { "uprobe", BPF_PROG_TYPE_KPROBE, 0 },
	[URETPROBE]	= { "uretprobe", BPF_PROG_TYPE_KPROBE, 0 },
	[RAW]		= { "raw tracepoint", BPF_PROG_TYPE_RAW_TRACEPOINT, 0 },
	[TRACEPOINT]	= { "tracepoint", BPF_PROG_TYPE_TRACEPOINT, 0 },
	[SYSCALL]	= { "system call", BPF_PROG_TYPE_TRACEPOINT, 0 },
	[USER_MULTI]	= { "uprobe_multi", BPF_PROG_TYPE_KPROBE, BPF_ATTACH_UPROBE_MULTI },
	[USER_MULTI_RETURN] = { "uprobe_multi at the return", BPF_PROG_TYPE_KPROBE,
			    BPF_ATTACH_UPROBE_MULTI },
	[SESSION]	= { "session", BPF_PROG_TYPE_KPROBE, BPF_ATTACH_SESSION },
	[FENTRY]	= { "fentry", BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, FUNCTION,
			    BTF_KIND_FUNC },
	[FEXIT]		= { "fexit", BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, FUNCTION,
			    BTF_KIND_FUNC },
	[MODIFY]	= { "fmod_ret", BPF_PROG_TYPE_TRACING, BPF_MODIFY_RETURN, FUNCTION,
			    BTF_KIND_FUNC },
	[TYPED]		= { "tp_btf", BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP,
			    "btf_trace_sched_switch", BTF_KIND_TYPEDEF },
	[SECURITY]	= { "lsm", BPF_PROG_TYPE_LSM, BPF_LSM_MAC, "bpf_lsm_file_open",
			    BTF_KIND_FUNC },
};

static int attach_way(unsigned int way, int prog)
{
	uint64_t offset = uprobe_offset_of(place);

	switch (way) {
	case MULTI:
	case MULTI_RETURN:
		return multi_link(prog, way == MULTI ? 0 : BPF_F_KPROBE_MULTI_RETURN, true);
	case KPROBE:
	case KRETPROBE:
		return with(probe_counter("kprobe", FUNCTION, 0, way == KRETPROBE), prog);
	case UPROBE:
	case URETPROBE:
		return with(probe_counter("uprobe", SELF, offset, way == URETPROBE), prog);
	case RAW:
		return bpf_raw_open("sys_enter", prog);
	case TRACEPOINT:
		return with(counter_of("sched/sched_switch"), prog);
	case SYSCALL:
		return with(counter_of("syscalls/sys_enter_getpgid"), prog);
	case USER_MULTI:
	case USER_MULTI_RETURN:
		return bpf_user_multi_link(prog, way == USER_MULTI_RETURN, SELF, &offset, NULL, 1);
	case SESSION:
		return bpf_session_link(prog, functions, ARRAY_SIZE(functions));
	default:
		return bpf_raw_open(NULL, prog);
	}
}

/* Attach and detach a program until the end. Return: the status of the process. */
static int attacher(unsigned int way)
{
	unsigned int id = ways[way].kind ? btf_find(ways[way].target, ways[way].kind) : 0;
	int prog, fd;

	srand(getpid());
	if (bpf_slots_create())
		return 1;
	prog = simple_prog(ways[way].type, ways[way].attach_type, id);
	if (prog < 0)
		return 1;
	while (!shared->stop) {
		fd = attach_way(way, prog);
		if (fd < 0) {
			printf("# %s: %s\n", ways[way].name, strerror(errno));
			return 1;
		}
		shared->attached[way]++;
		for (int i = 0; i < rand() % 64; i++) {
			syscall(SYS_getsid, 0);
			sum += place(i);
		}
		close(fd);
	}
	return 0;
}

static int caller(unsigned int i)
{
	while (!shared->stop) {
		syscall(SYS_getpgid, 0);
		shared->calls[i]++;
		sum += place(i);
	}
	return 0;
}

static pid_t run(int (*body)(unsigned int), unsigned int argument)
{
	pid_t pid = fork();

	if (!pid)
		exit(body(argument));
	return pid;
}

static bool ended_well(pid_t pid)
{
	int status;

	return waitpid(pid, &status, 0) == pid && !status;
}

int main(int argc, char **argv)
{
	unsigned int seconds = argc > 1 ? atoi(argv[1]) : 10, nr = WAYS, i;
	pid_t attachers[WAYS], callers[CALLERS];
	uint64_t calls = 0;
	int prog, link;

	shared = mmap(NULL, BPF_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || bpf_slots_create()) {
		ok(false, "map", "an array can be mapped", -1);
		return 1;
	}
	if (btf_read()) {
		printf("# the kernel has no BTF: without programs that are found by it\n");
		nr = FENTRY;
	}
	prog = simple_prog(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, 0);
	for (i = 0; i < nr; i++)
		attachers[i] = run(attacher, i);
	link = multi_link(prog, 0, false);
	ok(link >= 0, "stress", "a program is attached that stays", link);
	for (i = 0; i < CALLERS; i++)
		callers[i] = run(caller, i);
	sleep(seconds);
	shared->stop = true;
	for (i = 0; i < CALLERS; i++) {
		ok(ended_well(callers[i]), "stress", "a caller ends", i);
		calls += shared->calls[i];
	}
	for (i = 0; i < nr; i++) {
		ok(ended_well(attachers[i]), ways[i].name, "attached and detached to the end", i);
		ok(shared->attached[i] > 1, ways[i].name, "attached more than once",
		   shared->attached[i]);
	}
	printf("# %llu calls\n", (unsigned long long)calls);
	ok(calls && bpf_seen[RUNS] == calls, "stress", "the program saw each call",
	   bpf_seen[RUNS]);
	return 0;
}
