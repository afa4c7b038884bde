// SPDX-License-Identifier: GPL-2.0
/*
 * Print what each kind of user can do with each tracing file through each mount of
 * tracefs, at each level of lockdown that the running kernel can still enter.
 *
 *	lockdown WAYS [LEVEL...]	WAYS: each, typical or one; levels: none, integrity,
 *					confidentiality
 *
 * WAYS selects mounts: each of them at each level; each of them at the first level, and
 * typical ones at others; only that at /sys/kernel/tracing.
 *
 * Two kinds of lines are printed for ./run, which compares them with the stock kernel:
 *
 *	file NUMBER PATH			a file of the matrix
 *	LEVEL USER VIEW OPERATION = ANSWERS	one character per file, in order
 *	LEVEL USER WHAT: ANSWER			an operation without a file
 *
 * An answer is '=' for success, '.' if the operation was not tried, else 0x40 + errno.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../guest/uprobe_places.h"

#define TOP	"/sys/kernel/tracing"
#define GROUP	1001
#define MAX	320
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* A file of the matrix: its path below a view or an absolute path, and what is written. */
static struct file {
	char	path[96];
	char	text[72];
} files[MAX];

static int nr_files;

/* The matrix of one user in one view: filled in by a child. */
enum op {
	OP_STAT, OP_READ_OPEN, OP_WRITE_OPEN, OP_BOTH_OPEN, OP_TRUNC_OPEN, OP_TRUNC_WRITE_OPEN,
	OP_READ, OP_WRITE, OP_MAP, OP_TRUNCATE, OP_CHMOD, OP_CHOWN, OP_UNLINK, OP_MAKE,
	OP_HELD_READ, OP_HELD_WRITE, OPS,
};

static const char * const op_names[] = {
	"stat", "open-read", "open-write", "open-both", "open-read-trunc", "open-write-trunc",
	"read", "write", "mmap", "truncate", "chmod", "chown", "unlink", "mkdir",
	"held-read", "held-write",
};

static char (*answers)[MAX];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static char answer(long ret)
{
	if (ret >= 0)
		return '=';
	return errno < 0x3e ? 0x40 + errno : '~';
}

static const char *word(long ret)
{
	return ret < 0 ? strerrorname_np(errno) : "ok";
}

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		die(path);
	close(fd);
}

/* The files */

/* What is written if a file's contents cannot be written back to it. */
static const char * const harmless[][2] = {
	{ "current_tracer", "nop" }, { "trace_clock", "local" },
	{ "kprobe_events", "p:locked/probe do_sys_openat2\n-:locked/probe" },
	{ "uprobe_events", "p:locked/probe /bin/lockdown:0x10\n-:locked/probe" },
	{ "dynamic_events", "p:locked/probe do_sys_openat2\n-:locked/probe" },
	{ "synthetic_events", "locked int a\n!locked int a" },
	{ "set_event", "!sched:sched_switch" }, { "trace_marker", "mark" },
	{ "trace_marker_raw", "marked" }, { "trace_options", "noraw" },
	{ "filter", "0" }, { "snapshot", "0" }, { "trace", "0" },
	{ "trigger", "!traceoff" }, { "set_ftrace_filter", "!nothing" },
	{ "error_log", "0" }, { "buffer_subbuf_size_kb", "4" },
};

/* Select the text to write: the contents if they are a number, or a text of the table. */
static void file_add(const char *path)
{
	struct file *f = &files[nr_files];
	const char *name = strrchr(path, '/');
	char text[sizeof(f->text)] = "";
	char whole[PATH_MAX];
	size_t i;
	int fd;

	name = name ? name + 1 : path;
	if (nr_files == MAX || strlen(path) >= sizeof(f->path))
		die("too many files");
	snprintf(f->path, sizeof(f->path), "%s", path);
	snprintf(f->text, sizeof(f->text), "0");
	snprintf(whole, sizeof(whole), "%s%s", *path == '/' ? "" : TOP "/", path);
	/* Reading some files has effects. */
	fd = strstr(path, "trace_pipe") || strstr(path, "_fd") ? -1 :
	     open(whole, O_RDONLY | O_NONBLOCK);
	if (fd >= 0 && read(fd, text, sizeof(text) - 1) > 0 && strlen(text) < 16 &&
	    strspn(text, "-0123456789\n") == strlen(text))
		snprintf(f->text, sizeof(f->text), "%.*s", 15, text);
	close(fd);
	for (i = 0; i < ARRAY_SIZE(harmless); i++) {
		if (!strcmp(name, harmless[i][0]))
			snprintf(f->text, sizeof(f->text), "%s", harmless[i][1]);
	}
	printf("file %d %s\n", nr_files++, path);
}

/* Whether one file of many represents the others. */
static bool file_is_typical(const char *path)
{
	static const char * const ways[][2] = {
		{ "per_cpu/", "cpu0" }, { "events/", "sched" }, { "events/sched/", "sched_switch" },
		{ "options/", "overwrite" }, { "trace_stat/", "function0" },
		{ "instances/", "there" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		const char *at = strstr(path, ways[i][0]);
		const char *name = at ? at + strlen(ways[i][0]) : "";
		bool single = !strchr(name, '/') && i != 3 && i != 4;

		/* Files directly in these directories are all selected, except options. */
		if (*name && strncmp(name, ways[i][1], strlen(ways[i][1])) && !single)
			return false;
		if (*name && !strncmp(name, ways[i][1], strlen(ways[i][1])) &&
		    name[strlen(ways[i][1])] && name[strlen(ways[i][1])] != '/')
			return false;
	}
	return true;
}

static void files_find(const char *dir)
{
	char path[PATH_MAX];
	struct dirent **list;
	int i, n;

	snprintf(path, sizeof(path), TOP "/%s", dir);
	n = scandir(path, &list, NULL, alphasort);
	if (n < 0)
		die(path);
	for (i = 0; i < n; i++) {
		const char *name = list[i]->d_name;

		if (*name == '.')
			continue;
		snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "", name);
		if (list[i]->d_type == DT_DIR) {
			char below[PATH_MAX + 8];

			snprintf(below, sizeof(below), "%s/x", path);
			/* Of the directories below events, only sched is entered. */
			if (strstr(path, "events/") && !strstr(path, "events/sched"))
				continue;
			if (strstr(path, "sched/") && !strstr(path, "sched/sched_switch"))
				continue;
			if (strstr(path, "sched_switch") || strcmp(name, "sched_switch"))
				file_add(path);
			if (file_is_typical(path) || !strcmp(name, "sched"))
				files_find(path);
		} else if (file_is_typical(path)) {
			file_add(path);
		}
		free(list[i]);
	}
	free(list);
}

static void files_all(void)
{
	static const char * const more[] = {
		"events/ftrace/function/format", "events/ftrace/function/id",
		"events/syscalls/sys_enter_close/enable", "events/syscalls/sys_enter_close/format",
		"options/raw", "options/record-cmd", "options/func_stack_trace",
		"instances/there/options/raw",
		"/proc/sys/kernel/ftrace_enabled", "/proc/sys/kernel/ftrace_dump_on_oops",
		"/proc/sys/kernel/traceoff_on_warning", "/proc/sys/kernel/tracepoint_printk",
		"/proc/sys/kernel/stack_tracer_enabled",
	};
	char path[PATH_MAX];
	size_t i;

	files_find("");
	for (i = 0; i < ARRAY_SIZE(more); i++) {
		snprintf(path, sizeof(path), "%s%s", *more[i] == '/' ? "" : TOP "/", more[i]);
		if (!access(path, F_OK))
			file_add(more[i]);
	}
}

/* Operations on one file */

static void file_open(const char *path, int file, enum op op, int flags)
{
	int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);

	answers[op][file] = answer(fd);
	if (fd >= 0)
		close(fd);
}

static void file_use(int fd, int file, enum op op)
{
	const char *text = files[file].text, *more = strchr(text, '\n');
	char buf[256];

	if (op == OP_READ || op == OP_HELD_READ) {
		answers[op][file] = answer(read(fd, buf, sizeof(buf)));
		return;
	}
	/* The second line undoes the first one. */
	answers[op][file] = answer(write(fd, text, more ? more + 1 - text : (long)strlen(text)));
	if (more && more[1] && write(fd, more + 1, strlen(more + 1)) < 0 && errno == EFAULT)
		die("write");
}

static void file_map(int fd, int file)
{
	void *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	answers[OP_MAP][file] = answer(p == MAP_FAILED ? -1 : 0);
	if (p != MAP_FAILED)
		munmap(p, 4096);
}

static void file_try(const char *view, int file)
{
	const char *name = files[file].path;
	char path[PATH_MAX];
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "%s%s%s", *name == '/' ? "" : view,
		 *name == '/' ? "" : "/", name);
	answers[OP_STAT][file] = answer(stat(path, &st));
	file_open(path, file, OP_WRITE_OPEN, O_WRONLY);
	file_open(path, file, OP_BOTH_OPEN, O_RDWR);
	file_open(path, file, OP_TRUNC_OPEN, O_RDONLY | O_TRUNC);
	file_open(path, file, OP_TRUNC_WRITE_OPEN, O_WRONLY | O_TRUNC);
	answers[OP_TRUNCATE][file] = answer(truncate(path, 0));
	answers[OP_UNLINK][file] = answer(unlink(path));
	/* Users who can change modes and owners leave them as they are. */
	if (answers[OP_STAT][file] == '=') {
		answers[OP_CHMOD][file] = answer(chmod(path, st.st_mode & 07777));
		answers[OP_CHOWN][file] = answer(chown(path, st.st_uid, st.st_gid));
		if (S_ISDIR(st.st_mode)) {
			strcat(path, "/made");
			answers[OP_MAKE][file] = answer(mkdir(path, 0755));
			rmdir(path);
			*strrchr(path, '/') = '\0';
		}
	}
	fd = open(path, O_RDONLY | O_NONBLOCK);
	answers[OP_READ_OPEN][file] = answer(fd);
	if (fd >= 0) {
		file_use(fd, file, OP_READ);
		if (strstr(name, "pipe_raw"))
			file_map(fd, file);
		close(fd);
	}
	fd = open(path, O_WRONLY | O_NONBLOCK);
	if (fd >= 0) {
		file_use(fd, file, OP_WRITE);
		close(fd);
	}
}

static void answers_print(const char *level, const char *user, const char *view)
{
	int op;

	for (op = 0; op < OPS; op++) {
		answers[op][nr_files] = '\0';
		if (strspn(answers[op], ".") != (size_t)nr_files)
			printf("%s %s %s %s = %s\n", level, user, view, op_names[op],
			       answers[op]);
	}
	fflush(stdout);
}

static void answers_clear(void)
{
	memset(answers, '.', OPS * sizeof(answers[0]));
}

/* Users */

static void caps_drop(const int *caps, int nr)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	int i;

	if (syscall(SYS_capget, &head, data))
		die("capget");
	for (i = 0; i < nr; i++) {
		unsigned int bit = 1U << (caps[i] & 31);

		data[caps[i] / 32].effective &= ~bit;
		data[caps[i] / 32].permitted &= ~bit;
		data[caps[i] / 32].inheritable &= ~bit;
	}
	if (syscall(SYS_capset, &head, data))
		die("capset");
}

static void user_id(int id, int group)
{
	gid_t groups[1] = { group };

	if (setgroups(group ? 1 : 0, groups) || setresgid(id, id, id) || setresuid(id, id, id))
		die("setresuid");
	/* /proc/self belongs to the user again, who needs it for uid_map. */
	prctl(PR_SET_DUMPABLE, 1);
}

/* A kernel without user namespaces has no such users; ./run reports that. */
static void user_unshare(int flags)
{
	if (!unshare(flags))
		return;
	if (errno != EINVAL && errno != EPERM)
		die("unshare");
	_exit(0);
}

static void user_map(const char *map)
{
	int fd;

	put("/proc/self/uid_map", map);
	fd = open("/proc/self/setgroups", O_WRONLY);
	if (fd >= 0) {
		if (write(fd, "deny", 4) < 0)
			die("setgroups");
		close(fd);
	}
	put("/proc/self/gid_map", map);
}

enum user {
	ROOT, NO_SYS_ADMIN, NO_PERFMON, NO_ADMIN_NO_PERFMON, NO_DAC, NO_CAPS, SOMEONE, MEMBER,
	NS_ROOT, NS_SOMEONE, CONTAINER, USERS,
};

static const char * const user_names[] = {
	"root", "root-without-sys-admin", "root-without-perfmon",
	"root-without-sys-admin-and-perfmon", "root-without-dac", "root-without-capabilities",
	"user", "member-of-group", "root-in-user-namespace-of-root",
	"root-in-user-namespace-of-user", "container",
};

/* Become the user; a container has a child, whose parent waits for it and exits. */
static void user_become(enum user user)
{
	static const int admin[] = { CAP_SYS_ADMIN, CAP_PERFMON };
	static const int dac[] = { CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH };
	int all[CAP_LAST_CAP + 1], i;

	switch (user) {
	case NO_SYS_ADMIN:
		caps_drop(admin, 1);
		break;
	case NO_PERFMON:
		caps_drop(admin + 1, 1);
		break;
	case NO_ADMIN_NO_PERFMON:
		caps_drop(admin, 2);
		break;
	case NO_DAC:
		caps_drop(dac, 2);
		break;
	case NO_CAPS:
		for (i = 0; i <= CAP_LAST_CAP; i++)
			all[i] = i;
		caps_drop(all, CAP_LAST_CAP + 1);
		break;
	case SOMEONE:
	case MEMBER:
		user_id(1000, user == MEMBER ? GROUP : 0);
		break;
	case NS_ROOT:
		user_unshare(CLONE_NEWUSER);
		user_map("0 0 1");
		break;
	case NS_SOMEONE:
		user_id(1000, 0);
		user_unshare(CLONE_NEWUSER);
		user_map("0 1000 1");
		break;
	case CONTAINER:
		user_id(1000, 0);
		user_unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID);
		user_map("0 1000 1");
		i = fork();
		if (i > 0) {
			waitpid(i, &i, 0);
			_exit(WEXITSTATUS(i));
		}
		break;
	default:
		break;
	}
}

/* Run a function as a user, and end the test if it does not succeed. */
static void user_run(enum user user, void (*function)(const char *), const char *arg)
{
	int status, pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		user_become(user);
		function(arg);
		fflush(stdout);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) < 0 || status) {
		fprintf(stderr, "# %s failed\n", user_names[user]);
		exit(1);
	}
}

/* Views of tracefs */

static void view_try(const char *view)
{
	int i;

	for (i = 0; i < nr_files; i++)
		file_try(view, i);
}

static void view_each_user(const char *level, const char *name, const char *view)
{
	int user;

	for (user = 0; user < USERS; user++) {
		answers_clear();
		user_run(user, view_try, view);
		answers_print(level, user_names[user], name);
	}
}

/* A mount in a mount namespace of its own, which is made before the user is. */
static void view_namespace(const char *level)
{
	int pid, status;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		    mount("tracing", "/mnt", "tracefs", MS_NOSUID | MS_NOEXEC | MS_NODEV, NULL))
			die("mount in a namespace");
		view_each_user(level, "namespace", "/mnt");
		_exit(0);
	}
	if (waitpid(pid, &status, 0) < 0 || status)
		exit(1);
}

static void remount(unsigned long flags, const char *options)
{
	if (mount(NULL, TOP, NULL, MS_REMOUNT | flags, options))
		die("remount");
}

/* Change the group of the files and of the directories above them, or change it back. */
static void files_chgrp(bool back)
{
	static const char * const above[] = {
		"", "events/syscalls", "events/syscalls/sys_enter_close", "events/ftrace",
		"events/ftrace/function",
	};
	char path[PATH_MAX];
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(above) + nr_files; i++) {
		const char *name = i < ARRAY_SIZE(above) ? above[i] :
				   files[i - ARRAY_SIZE(above)].path;

		if (*name == '/')
			continue;
		snprintf(path, sizeof(path), TOP "/%s", name);
		if (stat(path, &st))
			continue;
		if (chown(path, -1, back ? 0 : GROUP) ||
		    chmod(path, S_ISDIR(st.st_mode) ? back && !*name ? 0700 : 0750 : st.st_mode))
			die(path);
	}
}

/* How many mounts a level is tried with. */
enum views {
	VIEWS_ONE, VIEWS_TYPICAL, VIEWS_EACH,
};

static void views(const char *level, enum views nr)
{
	view_each_user(level, "plain", TOP);
	if (nr == VIEWS_ONE)
		return;
	view_each_user(level, "bind", "/run/bind");
	view_namespace(level);
	if (nr == VIEWS_TYPICAL)
		return;
	view_each_user(level, "read-only-bind", "/run/read-only");
	view_each_user(level, "second-mount", "/run/second");
	view_each_user(level, "debugfs", "/sys/kernel/debug/tracing");
	remount(MS_RDONLY, NULL);
	view_each_user(level, "read-only", TOP);
	remount(0, NULL);
	remount(0, "gid=1001,mode=0750");
	view_each_user(level, "remount-gid", TOP);
	remount(0, "gid=0,mode=0700");
	/* Last, because an owner that was set is remembered. */
	files_chgrp(false);
	view_each_user(level, "chgrp", TOP);
	files_chgrp(true);
}

static void views_prepare(void)
{
	static const char * const dirs[] = { "bind", "read-only", "second" };
	char path[64];
	size_t i;

	/* Lookup on the way to debugfs must not be refused because of debugfs itself. */
	chmod("/sys/kernel/debug", 0755);
	if (mount("tmpfs", "/run", "tmpfs", 0, "mode=0755"))
		die("tmpfs");
	for (i = 0; i < ARRAY_SIZE(dirs); i++) {
		snprintf(path, sizeof(path), "/run/%s", dirs[i]);
		mkdir(path, 0755);
	}
	if (mount(TOP, "/run/bind", NULL, MS_BIND, NULL) ||
	    mount(TOP, "/run/read-only", NULL, MS_BIND, NULL) ||
	    mount(NULL, "/run/read-only", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) ||
	    mount("tracing", "/run/second", "tracefs", MS_NOSUID | MS_NOEXEC, NULL))
		die("mount");
	mkdir("/run/place", 0777);
}

/* Operations without a file */

static char says[120];

static void say(const char *what, long ret)
{
	printf("%s %s: %s\n", says, what, word(ret));
}

static void mounts_try(const char *unused)
{
	static const char * const how[][2] = {
		{ "tracefs", "" }, { "tracefs", "uid=0,mode=777" }, { "debugfs", "" },
		{ "tracefs", "gid=77777" },
	};
	char what[100];
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(how); i++) {
		snprintf(what, sizeof(what), "mount %s %s", how[i][0], how[i][1]);
		ret = mount("none", "/run/place", how[i][0], 0, how[i][1]);
		say(what, ret);
		if (!ret)
			umount("/run/place");
	}
	ret = mount(TOP, "/run/place", NULL, MS_BIND, NULL);
	say("bind mount", ret);
	if (!ret) {
		say("remount of the bind mount", mount(NULL, "/run/place", NULL,
						       MS_REMOUNT | MS_BIND, NULL));
		umount("/run/place");
	}
	say("remount", mount(NULL, TOP, NULL, MS_REMOUNT, "mode=0700,uid=0,gid=0"));
	say("unmount of the read-only mount", umount2("/run/read-only", MNT_EXPIRE) &&
	    errno == EAGAIN ? 0 : -1);
	say("writable remount of the read-only mount",
	    mount(NULL, "/run/read-only", NULL, MS_REMOUNT | MS_BIND, NULL));
	mount(NULL, "/run/read-only", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL);
}

static unsigned int ids[4], kprobe_type, uprobe_type;
static int paranoid;

static void perf_one(const char *name, struct perf_event_attr *attr, int pid, int cpu)
{
	char what[100];
	int fd;

	attr->size = sizeof(*attr);
	fd = syscall(SYS_perf_event_open, attr, pid, cpu, -1, 0);
	snprintf(what, sizeof(what), "perf %s, paranoid %d", name, paranoid);
	say(what, fd);
	if (fd < 0)
		return;
	snprintf(what, sizeof(what), "perf filter of %s, paranoid %d", name, paranoid);
	say(what, ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "common_pid > 0"));
	close(fd);
}

static void perf_try(const char *unused)
{
	static const char * const names[] = {
		"sched_switch", "sys_enter_close", "function", "function, no callchain",
	};
	struct perf_event_attr attr;
	char name[80];
	size_t i;
	int way;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		for (way = 0; way < 6; way++) {
			/* Each counter of the function event changes the kernel's text. */
			if (i >= 2 && paranoid > -1 && way % 2)
				continue;
			if (i == 3 && (paranoid != 1 || way))
				continue;
			attr = (struct perf_event_attr) {
				.type = PERF_TYPE_TRACEPOINT, .config = ids[i],
				.sample_period = 1, .disabled = 1,
				.sample_type = way & 1 ? PERF_SAMPLE_RAW : 0,
				.exclude_kernel = way >= 4,
				.exclude_callchain_user = i == 3,
			};
			snprintf(name, sizeof(name), "%s of %s%s%s", names[i],
				 way / 2 == 1 ? "a CPU" : "the task",
				 way & 1 ? ", raw" : "", way >= 4 ? ", user only" : "");
			perf_one(name, &attr, way / 2 == 1 ? -1 : 0, way / 2 == 1 ? 0 : -1);
		}
	}
	attr = (struct perf_event_attr) { .type = kprobe_type, .disabled = 1,
					  .kprobe_func = (unsigned long)"do_sys_openat2" };
	perf_one("kprobe", &attr, 0, -1);
	attr.config = 1;
	perf_one("kretprobe", &attr, 0, -1);
	attr = (struct perf_event_attr) { .type = uprobe_type, .disabled = 1,
					  .uprobe_path = (unsigned long)"/bin/lockdown",
					  .probe_offset = uprobe_offset_of(perf_one) };
	perf_one("uprobe", &attr, 0, -1);
	perf_one("uprobe of a CPU", &attr, -1, 0);
	attr.config = 1;
	perf_one("uretprobe", &attr, 0, -1);
}

static unsigned int number(const char *path)
{
	char text[32] = "";
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return 0;
	if (read(fd, text, sizeof(text) - 1) < 0)
		die(path);
	close(fd);
	return strtoul(text, NULL, 0);
}

static void others(const char *level)
{
	char text[16];
	int user;

	for (user = 0; user < USERS; user++) {
		snprintf(says, sizeof(says), "%s %s", level, user_names[user]);
		user_run(user, mounts_try, NULL);
		for (paranoid = -1; paranoid <= 3; paranoid++) {
			snprintf(text, sizeof(text), "%d", paranoid);
			put("/proc/sys/kernel/perf_event_paranoid", text);
			user_run(user, perf_try, NULL);
		}
	}
}

/* Files that are open when the level rises */

static int held[MAX][2];

static void held_open(void)
{
	char path[PATH_MAX];
	int i;

	for (i = 0; i < nr_files; i++) {
		const char *name = files[i].path;

		held[i][0] = -1;
		held[i][1] = -1;
		/* An open pipe is exclusive, and these files have effects when closed. */
		if (strstr(name, "trace_pipe") || strstr(name, "free_buffer"))
			continue;
		snprintf(path, sizeof(path), "%s%.96s", *name == '/' ? "" : TOP "/", name);
		held[i][0] = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		held[i][1] = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	}
}

static void held_try(const char *level)
{
	int i;

	answers_clear();
	for (i = 0; i < nr_files; i++) {
		if (held[i][0] >= 0)
			file_use(held[i][0], i, OP_HELD_READ);
		if (held[i][1] >= 0)
			file_use(held[i][1], i, OP_HELD_WRITE);
		close(held[i][0]);
		close(held[i][1]);
	}
	answers_print(level, "root", "plain");
}

int main(int argc, char **argv)
{
	enum views nr;
	int i;

	if (argc < 3)
		return 2;
	answers = mmap(NULL, OPS * sizeof(*answers), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (answers == MAP_FAILED)
		die("mmap");
	umask(0);
	mkdir(TOP "/instances/there", 0755);
	files_all();
	ids[0] = number(TOP "/events/sched/sched_switch/id");
	ids[1] = number(TOP "/events/syscalls/sys_enter_close/id");
	ids[2] = number(TOP "/events/ftrace/function/id");
	ids[3] = ids[2];
	kprobe_type = number("/sys/bus/event_source/devices/kprobe/type");
	uprobe_type = number("/sys/bus/event_source/devices/uprobe/type");
	views_prepare();
	for (i = 2; i < argc; i++) {
		if (i > 2) {
			held_open();
			put("/sys/kernel/security/lockdown", argv[i]);
			held_try(argv[i]);
		}
		nr = VIEWS_ONE;
		if (!strcmp(argv[1], "each") || (i == 2 && !strcmp(argv[1], "typical")))
			nr = VIEWS_EACH;
		else if (!strcmp(argv[i], "confidentiality") && argc > 3)
			nr = VIEWS_TYPICAL;
		views(argv[i], nr);
		others(argv[i]);
	}
	return 0;
}
