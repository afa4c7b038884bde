// SPDX-License-Identifier: GPL-2.0
/* A part of user_events.c: events that are deleted, enabled and inherited. */

static int perf_open(const char *event)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_type = PERF_SAMPLE_RAW,
		.sample_period = 1,
	};
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), EVENTS "%s/id", event);
	f = fopen(path, "r");
	if (!f)
		return -1;
	if (fscanf(f, "%llu", &attr.config) != 1)
		attr.config = 0;
	fclose(f);
	return syscall(__NR_perf_event_open, &attr, 0, -1, -1, 0);
}

static void status(const char *what)
{
	printf("%s:\n", what);
	show(TRACING "user_events_status", NULL);
	show(TRACING "dynamic_events", NULL);
}

static void multi_show(void)
{
	glob_t found;
	size_t i;

	if (glob(MULTI "*", GLOB_ONLYDIR, NULL, &found)) {
		printf("    no directory\n");
		return;
	}
	for (i = 0; i < found.gl_pathc; i++)
		printf("    %s\n", strrchr(found.gl_pathv[i], '/') + 1);
	globfree(&found);
}

static uint32_t shared_bits[4];

static void *thread_reg(void *arg)
{
	int fd = data_open();

	printf("thread registers: %s\n", outcome(reg(fd, "th", &shared_bits[2], 4, 0, 0, NULL)));
	printf("thread, same bit: %s\n", outcome(reg(fd, "th", &shared_bits[1], 4, 0, 0, NULL)));
	close(fd);
	return arg;
}

static void life(void)
{
	static uint32_t bits[4];
	int fd, fd2, perf, index, i;
	uint32_t *v = bits;
	pthread_t thread;
	pid_t child;

	printf("@@ status\n");
	fd = data_open();
	status("empty");
	reg(fd, "first u32 a; char[8] b", bits, 4, 0, 0, &index);
	reg(fd, "second struct x y 12", bits, 4, 1, 0, &index);
	status("two");
	put(EVENTS "first/enable", "1", 0);
	status("first enabled");
	perf = perf_open("first");
	status("first by perf, too");
	put(EVENTS "first/enable", "0", 0);
	status("first by perf");
	printf("bits %x\n", v[0]);
	close(perf);
	printf("bits %x\n", v[0]);
	status("none");
	put(EVENTS "enable", "1", 0);
	printf("bits %x\n", v[0]);
	status("all");

	printf("@@ deletion\n");
	printf("del: %s\n", outcome(del("first")));
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:first", O_APPEND)));
	unreg(fd, bits, 0);
	printf("bits %x\n", v[0]);
	close(fd);
	usleep(300000);
	status("closed");
	printf("del enabled: %s\n", outcome(del("first")));
	printf("dynamic enabled: %s\n", outcome(put(TRACING "dynamic_events", "-:first",
						    O_APPEND)));
	put(EVENTS "enable", "0", 0);
	printf("gone: %d\n", gone(EVENTS "first"));
	printf("bits %x\n", v[0]);
	fd = data_open();
	unreg(fd, bits, 1);
	printf("gone: %d\n", gone(EVENTS));

	printf("@@ an open event file\n");
	reg(fd, "ev u32 a", bits, 4, 0, 0, &index);
	fd2 = open(EVENTS "ev/enable", O_RDWR);
	unreg(fd, bits, 0);
	close(fd);
	usleep(300000);
	printf("event exists: %d\n", !access(EVENTS "ev", F_OK));
	printf("enable: %s\n", outcome(write(fd2, "1", 1)));
	close(fd2);
	printf("gone: %d\n", gone(EVENTS));

	printf("@@ persistence\n");
	fd = data_open();
	reg(fd, "ev u32 a", bits, 4, 0, USER_EVENT_REG_PERSIST, &index);
	unreg(fd, bits, 0);
	close(fd);
	usleep(300000);
	status("persistent");
	fd = data_open();
	reg(fd, "ev u32 a", bits, 4, 0, 0, &index);
	status("registered");
	printf("del: %s\n", outcome(del("ev")));
	unreg(fd, bits, 0);
	printf("del: %s\n", outcome(del("ev")));
	close(fd);
	usleep(300000);
	status("closed");
	put(EVENTS "ev/enable", "1", 0);
	printf("del: %s\n", outcome(del("ev")));
	put(EVENTS "ev/enable", "0", 0);
	printf("del: %s\n", outcome(del("ev")));
	status("deleted");
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "u:ev u8 a", O_APPEND)));
	fd = data_open();
	printf("reg: %s\n", outcome(reg(fd, "ev u8 a", bits, 4, 0, 0, &index)));
	printf("empty: %s\n", outcome(open(TRACING "dynamic_events", O_WRONLY | O_TRUNC)));
	unreg(fd, bits, 0);
	close(fd);
	printf("empty: %s\n", outcome(open(TRACING "dynamic_events", O_WRONLY | O_TRUNC)));
	status("emptied");

	printf("@@ several formats\n");
	fd = data_open();
	printf("%s", outcome(reg(fd, "ev u32 a", bits, 4, 0, 2, &index)));
	printf(" %d\n", index);
	printf("%s", outcome(reg(fd, "ev u64 a", bits, 4, 1, 2, &index)));
	printf(" %d\n", index);
	printf("%s", outcome(reg(fd, "ev u32 a", bits, 4, 2, 2, &index)));
	printf(" %d\n", index);
	printf("%s", outcome(reg(fd, "ev u32 a", bits, 4, 3, 0, &index)));
	printf(" %d\n", index);
	printf("%s", outcome(reg(fd, "ev u64 a", bits, 4, 4, 0, &index)));
	printf(" %d\n", index);
	status("multi");
	multi_show();
	printf("del: %s\n", outcome(del("ev")));
	for (i = 0; i < 5; i++)
		unreg(fd, bits, i);
	close(fd);
	printf("gone: %d\n", gone(MULTI) && gone(EVENTS));
	fd = data_open();
	reg(fd, "ev u32 a", bits, 4, 0, 3, &index);
	reg(fd, "ev u64 a", bits, 4, 1, 3, &index);
	reg(fd, "ev u16 a", bits, 4, 2, 2, &index);
	multi_show();
	for (i = 0; i < 3; i++)
		unreg(fd, bits, i);
	printf("del: %s\n", outcome(del("ev")));
	close(fd);
	usleep(300000);
	multi_show();
	status("persistent");
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:ev", O_APPEND)));
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:user_events_multi/ev",
					    O_APPEND)));
	printf("dynamic: %s\n", outcome(put(TRACING "dynamic_events", "-:user_events/ev.0",
					    O_APPEND)));
	multi_show();
	printf("del suffix: %s\n", outcome(del("ev.0")));
	printf("del: %s\n", outcome(del("ev")));
	multi_show();
	status("deleted");
	put(TRACING "dynamic_events", "u:ev u8 a", O_APPEND);
	fd = data_open();
	printf("%s\n", outcome(reg(fd, "ev u16 a", bits, 4, 0, 2, &index)));
	printf("%s\n", outcome(reg(fd, "ev.0 u16 a", bits, 4, 1, 0, &index)));
	multi_show();
	unreg(fd, bits, 0);
	unreg(fd, bits, 1);
	close(fd);
	printf("gone: %d\n", gone(MULTI));
	printf("del: %s\n", outcome(del("ev")));
	printf("gone: %d\n", gone(EVENTS));

	printf("@@ processes\n");
	fd = data_open();
	reg(fd, "ev u32 a", bits, 4, 0, 0, &index);
	fflush(stdout);
	if (!fork()) {
		bits[1] = 1;
		put(EVENTS "ev/enable", "1", 0);
		printf("child: %x\n", v[0]);
		printf("child, same bit: %s\n", outcome(reg(fd, "ev u32 a", bits, 4, 0, 0,
							    &index)));
		printf("child unregisters: %s", outcome(unreg(fd, bits, 0)));
		printf(" %x\n", v[0]);
		fflush(stdout);
		exit(0);
	}
	wait(NULL);
	printf("parent: %x\n", v[0]);
	if (!fork()) {
		printf("child of enabled: %x\n", v[0]);
		put(EVENTS "ev/enable", "0", 0);
		printf("child: %x\n", v[0]);
		fflush(stdout);
		execl("/proc/self/exe", "user_events", "again", NULL);
		exit(0);
	}
	wait(NULL);
	printf("parent: %x\n", v[0]);
	unreg(fd, bits, 0);
	close(fd);
	printf("gone: %d\n", gone(EVENTS));

	fd = data_open();
	reg(fd, "ev u32 a", bits, 4, 0, 0, &index);
	fflush(stdout);
	child = fork();
	if (!child) {
		close(fd);
		pause();
	}
	unreg(fd, bits, 0);
	close(fd);
	usleep(300000);
	status("child only");
	put(EVENTS "ev/enable", "1", 0);
	status("child only, enabled");
	put(EVENTS "ev/enable", "0", 0);
	kill(child, SIGKILL);
	wait(NULL);
	printf("gone: %d\n", gone(EVENTS));

	printf("@@ threads\n");
	fd = data_open();
	pthread_create(&thread, NULL, thread_reg, NULL);
	pthread_join(thread, NULL);
	printf("thread ended: ");
	usleep(300000);
	put(EVENTS "th/enable", "1", 0);
	printf("%x %x\n", shared_bits[1], shared_bits[2]);
	put(EVENTS "th/enable", "0", 0);
	printf("gone: %d\n", gone(EVENTS));
	printf("main: %s\n", outcome(reg(fd, "th", &shared_bits[1], 4, 0, 0, NULL)));
	pthread_create(&thread, NULL, thread_reg, NULL);
	pthread_join(thread, NULL);
	put(EVENTS "th/enable", "1", 0);
	printf("%x %x\n", shared_bits[1], shared_bits[2]);
	printf("unreg: %s", outcome(unreg(fd, &shared_bits[1], 0)));
	printf(" %s\n", outcome(unreg(fd, &shared_bits[2], 0)));
	printf("%x %x\n", shared_bits[1], shared_bits[2]);
	put(EVENTS "th/enable", "0", 0);
	close(fd);
	printf("gone: %d\n", gone(EVENTS));
}
