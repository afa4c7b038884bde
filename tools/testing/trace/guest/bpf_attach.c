// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs on tracepoints and on perf counters of events and probes: what a program sees,
 * and what it decides. Prints TAP.
 */
#include <sys/prctl.h>

#include "bpf_attach.h"
#include "uprobe_places.h"

#define SELF		"/bin/bpf_attach"
#define COOKIE		0x1122334455667788

static volatile long sum;

UPROBE_PLACE long place(long n, const char *text)
{
	return n + text[0];
}

/* Offset of a field in the records of an event, or -1. @field: with what surrounds it. */
static int offset_of(const char *event, const char *field)
{
	char path[128], line[256];
	int offset = -1;
	FILE *f;

	snprintf(path, sizeof(path), TRACING "events/%s/format", event);
	f = fopen(path, "r");
	while (f && offset < 0 && fgets(line, sizeof(line), f)) {
		if (strstr(line, field))
			offset = strtol(strstr(line, "offset:") + 7, NULL, 10);
	}
	if (f)
		fclose(f);
	return offset;
}

/* Attach a program by a link with a cookie. */
static int attach_link(int counter_fd, int prog)
{
	union bpf_attr attr = {
		.link_create = {
			.prog_fd = prog, .target_fd = counter_fd,
			.attach_type = BPF_PERF_EVENT, .perf_event.bpf_cookie = COOKIE,
		},
	};

	return bpf_call(BPF_LINK_CREATE, &attr, sizeof(attr));
}

static void call_place(void)
{
	for (int i = 0; i < CALLS; i++)
		sum += place(100, "A");
}

static void call_rename(void)
{
	for (int i = 0; i < CALLS; i++)
		prctl(PR_SET_NAME, "programs");
}

/*
 * A program that returns 0 drops the record, one that returns 1 does not; a closed counter no
 * longer runs it. The descriptors are those of counters of the same event.
 */
static void decides(const char *group, int type, int first, int second, void (*call)(void))
{
	struct bpf_text text;
	int keeps, drops;

	bpf_begin(&text);
	keeps = bpf_end(&text, type, 0, 1);
	bpf_begin(&text);
	drops = bpf_end(&text, type, 0, 0);
	bpf_slots_clear();
	call();
	ok(counted(first) == CALLS, group, "without a program each hit is counted",
	   counted(first));
	ok(!attach(first, keeps), group, "a program that returns 1 is attached", -1);
	call();
	seen(RUNS, CALLS, group, "it runs");
	ok(counted(first) == 2 * CALLS, group, "it lets perf count", counted(first));
	ok(!attach(second, drops), group, "another one that returns 0 is attached", -1);
	bpf_slots_clear();
	call();
	seen(RUNS, 2 * CALLS, group, "both run");
	ok(counted(first) == 2 * CALLS, group, "the second one drops what the first one keeps",
	   counted(first));
	ok(attach(first, keeps) && errno == EEXIST, group, "a counter has one program", errno);
	close(second);
	bpf_slots_clear();
	call();
	seen(RUNS, CALLS, group, "one is left after the other counter was closed");
	ok(counted(first) == 3 * CALLS, group, "perf counts again", counted(first));
	close(first);
	bpf_slots_clear();
	call();
	seen(RUNS, 0, group, "none is left after both were closed");
	close(keeps);
	close(drops);
}

/* Tracepoints */

static void tracepoint(void)
{
	const char *event = "task/task_rename";
	struct {
		struct perf_event_query_bpf query;
		uint32_t ids[4];
	} list = { .query.ids_len = 4 };
	struct bpf_text text;
	int fd, prog, far;
	uint32_t name;

	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_W, offset_of(event, " pid;"));
	bpf_keep_field(&text, SECOND, BPF_W, offset_of(event, " newcomm["));
	prog = bpf_end(&text, BPF_PROG_TYPE_TRACEPOINT, 0, 1);
	fd = counter_of(event);
	ok(!attach(fd, prog), "tracepoint", "a program is attached", prog);
	bpf_slots_clear();
	prctl(PR_SET_NAME, "renamed");
	memcpy(&name, "rena", 4);
	seen(RUNS, 1, "tracepoint", "the program runs once");
	seen(FIRST, getpid(), "tracepoint", "it reads a number");
	seen(SECOND, name, "tracepoint", "it reads a text");
	ok(!ioctl(fd, PERF_EVENT_IOC_QUERY_BPF, &list) && list.query.prog_cnt == 1 && list.ids[0],
	   "tracepoint", "the counter lists the program", list.query.prog_cnt);
	close(fd);
	close(prog);
	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_DW, 512);
	far = bpf_end(&text, BPF_PROG_TYPE_TRACEPOINT, 0, 1);
	fd = counter_of(event);
	ok(attach(fd, far) && errno == EACCES, "tracepoint", "a read after the record is refused",
	   errno);
	close(fd);
	close(far);
	decides("tracepoint", BPF_PROG_TYPE_TRACEPOINT, counter_of(event), counter_of(event),
		call_rename);
}

static void raw_tracepoint(void)
{
	struct bpf_text text;
	int prog, link;

	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_DW, 0);
	bpf_helper(&text, BPF_FUNC_get_current_task);
	bpf_keep(&text, GIVEN, 0);
	bpf_keep_memory(&text, SECOND, 8, 0, BPF_FUNC_probe_read_kernel);
	prog = bpf_end(&text, BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0);
	ok(bpf_raw_open("no_such_tracepoint", prog) < 0 && errno == ENOENT, "raw tracepoint",
	   "an unknown name is refused", errno);
	link = bpf_raw_open("task_rename", prog);
	ok(link >= 0, "raw tracepoint", "a program is attached", link);
	bpf_slots_clear();
	prctl(PR_SET_NAME, "raw name");
	seen(RUNS, 1, "raw tracepoint", "the program runs once");
	ok(bpf_seen[FIRST] && bpf_seen[FIRST] == bpf_seen[GIVEN], "raw tracepoint",
	   "the first argument is the task", bpf_seen[FIRST]);
	ok(!memcmp((void *)&bpf_seen[SECOND], "raw name", 8), "raw tracepoint",
	   "the second one is the name", bpf_seen[SECOND]);
	close(link);
	bpf_slots_clear();
	prctl(PR_SET_NAME, "another");
	seen(RUNS, 0, "raw tracepoint", "it does not run after the link was closed");
	close(prog);
}

/* The thread of the module hits the tracepoint each second. */
static void module_tracepoint(void)
{
	struct bpf_text text;
	int prog, link, i;

	if (system("modprobe trace-events-sample")) {
		printf("ok raw tracepoint: of a module # SKIP no module\n");
		return;
	}
	bpf_begin(&text);
	prog = bpf_end(&text, BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0);
	link = bpf_raw_open("foo_bar", prog);
	ok(link >= 0, "module", "a program is attached to a tracepoint of a module", link);
	bpf_slots_clear();
	for (i = 0; i < 10 && !bpf_seen[RUNS]; i++)
		sleep(1);
	ok(bpf_seen[RUNS], "module", "the program runs", bpf_seen[RUNS]);
	ok(system("modprobe -r trace-events-sample 2>/dev/null"), "module",
	   "it cannot be unloaded meanwhile", 0);
	close(link);
	close(prog);
	/* The program is detached after a grace period. */
	for (i = 0; i < 10; i++) {
		if (!system("modprobe -r trace-events-sample 2>/dev/null"))
			break;
		sleep(1);
	}
	ok(i < 10, "module", "it can be unloaded afterwards", i);
}

/* System calls: a pointer to registers, the number, arguments or the return value. */
static void system_calls(void)
{
	unsigned long frame;
	struct bpf_text text;
	int fd, prog;

	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_DW, 8);
	bpf_keep_field(&text, SECOND, BPF_DW, 16);
	bpf_move(&text, 1, 6);
	bpf_move(&text, 2, 7);
	bpf_add(&text, 2, FRAMES * 8);
	bpf_set(&text, 3, 4 * 8);
	bpf_set(&text, 4, 0);
	bpf_helper(&text, BPF_FUNC_get_stack);
	bpf_keep(&text, STACK, 0);
	prog = bpf_end(&text, BPF_PROG_TYPE_TRACEPOINT, 0, 1);
	fd = counter_of("syscalls/sys_enter_getpgid");
	ok(!attach(fd, prog), "system call", "a program is attached", prog);
	bpf_slots_clear();
	syscall(SYS_getpgid, getpid());
	seen(RUNS, 1, "system call", "the program runs once");
	seen(FIRST, SYS_getpgid, "system call", "it reads the number");
	seen(SECOND, getpid(), "system call", "it reads the argument");
	frame = bpf_seen[FRAMES];
	ok((int64_t)bpf_seen[STACK] >= 8 && frame >= address_of("_stext"), "system call",
	   "it gets the kernel stack", frame);
	close(fd);
	fd = counter_of("syscalls/sys_exit_getpgid");
	ok(!attach(fd, prog), "system call", "the program is attached to the exit", prog);
	bpf_slots_clear();
	syscall(SYS_getpgid, -5);
	seen(RUNS, 1, "system call", "it runs once at the exit");
	seen(FIRST, SYS_getpgid, "system call", "it reads the number at the exit");
	seen(SECOND, -ESRCH, "system call", "it reads the return value");
	close(fd);
	close(prog);
	for (int i = 0; i < 2; i++) {
		const char *event = i ? "syscalls/sys_exit_getpgid" : "syscalls/sys_enter_getpgid";

		decides(i ? "system call exit" : "system call entry", BPF_PROG_TYPE_TRACEPOINT,
			counter_of(event), counter_of(event), call_function);
	}
}

/* Probes */

/* Check what the link of a counter tells. */
static void described(int link, unsigned int kind, const char *name, unsigned long offset,
		      const char *group)
{
	char text[256] = "";
	struct bpf_perf_link_info info = { .name = (uintptr_t)text, .name_len = sizeof(text) };
	union bpf_attr attr = {
		.info = { .bpf_fd = link, .info_len = sizeof(info), .info = (uintptr_t)&info },
	};
	bool kernel = kind == BPF_KIND_KPROBE || kind == BPF_KIND_KRETPROBE;

	ok(!bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr)) &&
	   info.type == 7 /* BPF_LINK_TYPE_PERF_EVENT */ && info.kind == kind,
	   group, "the link has its kind", info.kind);
	ok(!strcmp(text, name), group, "the link has the name", text[0]);
	ok(info.offset == offset, group, "the link has the offset", info.offset);
	ok(info.more[kernel ? 2 : 0] == COOKIE, group, "the link has the cookie",
	   info.more[kernel ? 2 : 0]);
	if (kernel)
		ok(info.more[0] == address_of(name) + offset, group, "the link has the address",
		   info.more[0]);
}

static void queried(int fd, unsigned int kind, const char *name, unsigned long offset,
		    const char *group)
{
	char text[256] = "";
	union bpf_attr attr = {
		.task_fd_query = {
			.pid = getpid(), .fd = fd, .buf = (uintptr_t)text,
			.buf_len = sizeof(text),
		},
	};

	ok(!bpf_call(BPF_TASK_FD_QUERY, &attr, sizeof(attr)) &&
	   attr.task_fd_query.fd_type == kind, group, "the counter has its kind",
	   attr.task_fd_query.fd_type);
	ok(!strcmp(text, name), group, "the counter has the name", text[0]);
	ok(attr.task_fd_query.probe_offset == offset, group, "the counter has the offset",
	   attr.task_fd_query.probe_offset);
}

/* Attach a program to a counter by a link, for one call that follows. Return: the link. */
static int probe_begin(int fd, int prog, const char *group)
{
	int link = attach_link(fd, prog);

	ok(link >= 0, group, "a program is attached by a link", link);
	bpf_slots_clear();
	return link;
}

/* After the call: check what each program sees, and what the link tells. */
static void probe_end(int link, uint64_t address, unsigned int kind, const char *name,
		      unsigned long offset, const char *group)
{
	seen(RUNS, 1, group, "the program runs once");
	seen(ADDRESS, address, group, "it gets the address of the function");
	seen(GIVEN, COOKIE, group, "it gets the cookie of the link");
	described(link, kind, name, offset, group);
	close(link);
}

static void kernel_entry(int fd, const char *group)
{
	int prog = probe_prog(REGS_FIRST, true, 0), link = probe_begin(fd, prog, group);

	syscall(SYS_getpgid, getpid());
	seen(SECOND, getpid(), group, "it reads the argument of the system call");
	queried(fd, BPF_FD_TYPE_KPROBE, FUNCTION, 0, group);
	probe_end(link, address_of(FUNCTION), BPF_KIND_KPROBE, FUNCTION, 0, group);
	close(fd);
	close(prog);
}

static void kernel_return(int fd, const char *group)
{
	pid_t wanted = getpgid(0);
	int prog = probe_prog(REGS_RETURN, false, 0), link = probe_begin(fd, prog, group);

	syscall(SYS_getpgid, getpid());
	seen(FIRST, wanted, group, "it reads the return value");
	queried(fd, BPF_FD_TYPE_KRETPROBE, FUNCTION, 0, group);
	probe_end(link, address_of(FUNCTION), BPF_KIND_KRETPROBE, FUNCTION, 0, group);
	close(fd);
	close(prog);
}

static void kernel_probes(void)
{
	command("kprobe_events", "p:bpf/enter " FUNCTION "\n");
	command("kprobe_events", "r:bpf/leave " FUNCTION "\n");
	kernel_entry(probe_counter("kprobe", FUNCTION, 0, false), "kprobe");
	kernel_entry(counter_of("bpf/enter"), "kprobe event");
	kernel_return(probe_counter("kprobe", FUNCTION, 0, true), "kretprobe");
	kernel_return(counter_of("bpf/leave"), "kretprobe event");
	decides("kprobe event", BPF_PROG_TYPE_KPROBE, counter_of("bpf/enter"),
		counter_of("bpf/enter"), call_function);
	decides("kretprobe event", BPF_PROG_TYPE_KPROBE, counter_of("bpf/leave"),
		counter_of("bpf/leave"), call_function);
	command("kprobe_events", "-:bpf/enter\n");
	command("kprobe_events", "-:bpf/leave\n");
}

static void user_entry(int fd, const char *group)
{
	static const char text_of_user[] = "A text";
	int prog, link;
	struct bpf_text text;

	bpf_begin(&text);
	bpf_keep_field(&text, FIRST, BPF_DW, REGS_FIRST);
	bpf_keep_helper(&text, ADDRESS, BPF_FUNC_get_func_ip);
	bpf_keep_helper(&text, GIVEN, BPF_FUNC_get_attach_cookie);
	bpf_keep_memory(&text, SECOND, REGS_SECOND, 0, BPF_FUNC_probe_read_user);
	prog = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 1);
	link = probe_begin(fd, prog, group);
	sum += place(4711, text_of_user);
	seen(FIRST, 4711, group, "it reads the first argument");
	ok(!memcmp((void *)&bpf_seen[SECOND], text_of_user, 7), group,
	   "it reads the memory at the second one", bpf_seen[SECOND]);
	queried(fd, BPF_FD_TYPE_UPROBE, SELF, uprobe_offset_of(place), group);
	probe_end(link, (uintptr_t)place, BPF_KIND_UPROBE, SELF, uprobe_offset_of(place), group);
	close(fd);
	close(prog);
}

static void user_return(int fd, const char *group)
{
	int prog = probe_prog(REGS_RETURN, false, 0), link = probe_begin(fd, prog, group);

	sum += place(4711, "A");
	seen(FIRST, 4711 + 'A', group, "it reads the return value");
	probe_end(link, (uintptr_t)place, BPF_KIND_URETPROBE, SELF, uprobe_offset_of(place),
		  group);
	close(fd);
	close(prog);
}

static void user_probes(void)
{
	unsigned long offset = uprobe_offset_of(place);
	char text[128];

	snprintf(text, sizeof(text), "p:bpf/call %s:%#lx n=%%" FIRST_NAME
		 " text=+0(%%" SECOND_NAME "):ustring\n", SELF, offset);
	command("uprobe_events", text);
	snprintf(text, sizeof(text), "r:bpf/done %s:%#lx\n", SELF, offset);
	command("uprobe_events", text);
	user_entry(probe_counter("uprobe", SELF, offset, false), "uprobe");
	user_entry(counter_of("bpf/call"), "uprobe event");
	user_return(probe_counter("uprobe", SELF, offset, true), "uretprobe");
	user_return(counter_of("bpf/done"), "uretprobe event");
	decides("uprobe event", BPF_PROG_TYPE_KPROBE, counter_of("bpf/call"),
		counter_of("bpf/call"), call_place);
	decides("uretprobe event", BPF_PROG_TYPE_KPROBE, counter_of("bpf/done"),
		counter_of("bpf/done"), call_place);
	command("uprobe_events", "-:bpf/call\n");
	command("uprobe_events", "-:bpf/done\n");
}

/* An instance gets its records whatever a program returns. */
static void instances(void)
{
	struct bpf_text text;
	char line[512];
	int fd, prog, found = 0;
	FILE *f;

	command("kprobe_events", "p:bpf/both " FUNCTION "\n");
	clear_trace();
	command("events/bpf/both/enable", "1");
	bpf_begin(&text);
	prog = bpf_end(&text, BPF_PROG_TYPE_KPROBE, 0, 0);
	fd = counter_of("bpf/both");
	ok(!attach(fd, prog), "instance", "a program that drops is attached", prog);
	bpf_slots_clear();
	call_function();
	command("events/bpf/both/enable", "0");
	seen(RUNS, CALLS, "instance", "it runs");
	ok(!counted(fd), "instance", "perf counts nothing", counted(fd));
	f = fopen(TRACING "trace", "r");
	while (f && fgets(line, sizeof(line), f))
		found += !!strstr(line, "both: (" FUNCTION);
	fclose(f);
	ok(found == CALLS, "instance", "the trace has all records", found);
	close(fd);
	close(prog);
	command("kprobe_events", "-:bpf/both\n");
}

int main(void)
{
	if (bpf_slots_create()) {
		ok(false, "map", "an array can be mapped", -1);
		return 1;
	}
	tracepoint();
	raw_tracepoint();
	module_tracepoint();
	system_calls();
	kernel_probes();
	user_probes();
	instances();
	return 0;
}
