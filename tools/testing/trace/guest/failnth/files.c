// SPDX-License-Identifier: GPL-2.0
/*
 * The files of the guest, and the state that their contents show. The working directory
 * is that of tracefs.
 */

/* Files that say how often something happened, or that are not part of the settings. */
static const char * const files_stateless[] = {
	"README", "available_*", "trace", "trace_pipe", "snapshot", "saved_cmdlines",
	"saved_tgids", "error_log", "touched_functions", "printk_formats", "kprobe_profile",
	"uprobe_profile", "stack_trace", "stack_max_size", "tracing_max_latency",
	"dyn_ftrace_total_info",
	"failures", "timestamp_mode", "timerlat_fd", "loss", "user_mappings",
};

/* Files in other places that are part of the state. */
static const char * const files_more[] = {
	"events/sched/sched_process_fork/enable", "events/sched/sched_process_fork/filter",
	"events/sched/sched_process_fork/trigger", "events/sched/sched_process_exit/enable",
	"events/sched/sched_process_exit/trigger", "events/ftrace/print/trigger",
	"instances/a/events/sched/sched_process_fork/enable",
	"instances/a/events/sched/sched_process_fork/filter",
	"instances/a/events/sched/sched_process_fork/trigger",
	"per_cpu/cpu0/buffer_size_kb",
	"/proc/modules", "/sys/kernel/debug/kprobes/list",
};

static const char * const files_dirs[] = {
	"instances", "events", "trace_stat", "events/sched", "instances/a/events",
};

/*
 * The part of the state that is read before and after each row. The whole state is compared
 * from time to time, because that takes long.
 */
static const char * const files_core[] = {
	"@current_tracer", "@set_event", "@trace_options", "@tracing_on", "@buffer_size_kb",
	"@trace_clock", "@set_ftrace_filter", "@set_event_pid", "enabled_functions",
	"dynamic_events", "/proc/modules", "instances", "events",
};

static char *state_files[FAILNTH_FILES];
static int nr_state_files, nr_state_dirs;

static const char *files_last(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int files_has_state(const char *path)
{
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files_stateless); i++)
		if (!fnmatch(files_stateless[i], files_last(path), 0))
			return 0;
	return !stat(path, &st) && (st.st_mode & 0400);
}

/* Whether a directory has the files of another one: one of each kind is enough. */
static int files_alike(const char *path)
{
	static const char * const likes[] = {
		"per_cpu/cpu[1-9]*", "instances/*/per_cpu/cpu[1-9]*", "trace_stat/*[1-9]",
		"events/*", "instances/*/events/*", "instances/[!a]*",
	};
	static const char * const unlikes[] = {
		"events/sched", "events/ftrace", "events/*_*/enable", "events/enable",
		"events/header_*", "events/sched/sched_process_fork", "events/ftrace/print",
		"events/ftrace/function", "events/ftrace/wakeup", "events/sched/enable",
		"events/sched/filter", "events/sched/sched_process_fork/*",
		"events/ftrace/print/*", "events/ftrace/function/*", "events/ftrace/wakeup/*",
	};
	const char *events = strstr(path, "events/");
	size_t i;

	for (i = 0; events && i < ARRAY_SIZE(unlikes); i++)
		if (!fnmatch(unlikes[i], events, FNM_PATHNAME))
			return 0;
	for (i = 0; i < ARRAY_SIZE(likes); i++)
		if (!fnmatch(likes[i], path, 0))
			return 1;
	return 0;
}

static int files_visit(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	path += 2 * !strncmp(path, "./", 2);
	if (type == FTW_F && !files_alike(path) && nr_guest_files < FAILNTH_FILES)
		guest_files[nr_guest_files++] = strdup(path);
	return type == FTW_D && files_alike(path) ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
}

static int files_order(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

/* Find the control files, and among them those that make up the state. */
static void files_find(void)
{
	const char *path;
	size_t i;

	if (nftw(".", files_visit, 16, FTW_PHYS | FTW_ACTIONRETVAL))
		die("walk", "tracefs");
	qsort(guest_files, nr_guest_files, sizeof(char *), files_order);
	for (i = 0; i < (size_t)nr_guest_files; i++) {
		path = guest_files[i];
		if (!strncmp(path, "instances/", 10) && strncmp(path, "instances/a/", 12))
			continue;
		if (strstr(path, "options/") || strstr(path, "events/") ||
		    strstr(path, "per_cpu/") || strstr(path, "trace_stat/"))
			continue;
		if (files_has_state(path))
			state_files[nr_state_files++] = guest_files[i];
	}
	for (i = 0; i < ARRAY_SIZE(files_more); i++)
		state_files[nr_state_files++] = (char *)files_more[i];
	nr_state_dirs = nr_state_files;
	for (i = 0; i < ARRAY_SIZE(files_dirs); i++)
		state_files[nr_state_files++] = (char *)files_dirs[i];
}

static char state_buffer[4 << 20];

/* Read the names in a directory, which are in an order of their own, or a file. */
static int state_read_one(const char *path, int is_dir)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), got, size = 0;

	if (fd < 0)
		return -errno;
	do {
		if (is_dir)
			got = syscall(SYS_getdents64, fd, state_buffer + size,
				      sizeof(state_buffer) - size);
		else
			got = read(fd, state_buffer + size, sizeof(state_buffer) - size);
		if (got > 0)
			size += got;
	} while (got > 0);
	if (got < 0)
		size = -errno;
	close(fd);
	return size;
}

struct dirent_head {
	__u64 ino;
	__s64 off;
	__u16 len;
	__u8 type;
	char name[];
};

/* Keep only the names of directory entries, one per line. */
static int state_names(int size)
{
	static char names[1 << 18];
	struct dirent_head *entry;
	int at, used = 0;

	for (at = 0; at < size; at += entry->len) {
		entry = (struct dirent_head *)(state_buffer + at);
		used += snprintf(names + used, sizeof(names) - used, "%s\n", entry->name);
	}
	memcpy(state_buffer, names, used);
	return used;
}

/*
 * Keep of each line of enabled_functions the function and the number of its users: without
 * memory for a trampoline a function calls the common one, which is no failure.
 */
static int state_functions(int size)
{
	int from = 0, to = 0;

	while (from < size) {
		while (from < size && state_buffer[from] != '\n' && state_buffer[from] != ')')
			state_buffer[to++] = state_buffer[from++];
		while (from < size && state_buffer[from] != '\n')
			from++;
		if (from < size)
			state_buffer[to++] = state_buffer[from++];
	}
	return to;
}

/* Leave out the address of each module, which depends on what was freed before. */
static int state_modules(int size)
{
	int from = 0, to = 0;

	while (from < size) {
		if (size - from > 3 && !memcmp(state_buffer + from, " 0x", 3)) {
			while (from < size && state_buffer[from] != '\n')
				from++;
			continue;
		}
		state_buffer[to++] = state_buffer[from++];
	}
	return to;
}

/* Choose the files that are read for a row. */
static void state_choose(const struct row *row, char *which)
{
	const char *place = "";
	int i, j;

	if (row->file && !strncmp(row->file, "instances/a/", 12))
		place = "instances/a/";
	for (i = 0; i < nr_state_files; i++) {
		which[i] = row->file && !strcmp(row->file, state_files[i]);
		for (j = 0; !which[i] && j < (int)ARRAY_SIZE(files_core); j++) {
			if (files_core[j][0] != '@')
				which[i] = !strcmp(files_core[j], state_files[i]);
			else if (!strncmp(place, state_files[i], strlen(place)))
				which[i] = !strcmp(files_core[j] + 1,
						   state_files[i] + strlen(place));
		}
	}
}

/* Read the files that @which chooses, or all of them. */
static void state_read(struct state *state, const char *which)
{
	struct blob *blob;
	int i, size;

	for (i = 0; i < nr_state_files; i++) {
		state->read[i] = !which || which[i];
		if (!state->read[i])
			continue;
		blob = &state->blobs[i];
		size = state_read_one(state_files[i], i >= nr_state_dirs);
		if (size > 0 && i >= nr_state_dirs)
			size = state_names(size);
		if (!strcmp(state_files[i], "enabled_functions"))
			size = state_functions(size);
		if (!strcmp(state_files[i], "/proc/modules"))
			size = state_modules(size);
		blob->error = size < 0 ? -size : 0;
		blob->size = size < 0 ? 0 : size;
		blob->data = realloc(blob->data, blob->size + 1);
		if (!blob->data)
			die("memory for", state_files[i]);
		memcpy(blob->data, state_buffer, blob->size);
		blob->data[blob->size] = '\0';
	}
}

/* Copy the line that contains data[at]. */
static void state_line(const struct blob *blob, int at, char *line, size_t size)
{
	int start = at, end = at;

	while (start > 0 && blob->data[start - 1] != '\n')
		start--;
	while (end < blob->size && blob->data[end] != '\n')
		end++;
	snprintf(line, size, "'%.*s'", end - start, blob->data + start);
}

/* Keep in @which only the files that differ, and @file. */
static void state_narrow(const struct state *a, const struct state *b, const char *file,
			 char *which)
{
	const struct blob *x, *y;
	int i;

	for (i = 0; i < nr_state_files; i++) {
		if (!which[i] || (file && !strcmp(file, state_files[i])))
			continue;
		x = &a->blobs[i];
		y = &b->blobs[i];
		which[i] = x->error != y->error || x->size != y->size ||
			   memcmp(x->data, y->data, x->size);
	}
}

/* Whether two states differ; @what receives the first difference. */
static int state_differs(const struct state *a, const struct state *b, char *what, size_t size)
{
	const struct blob *x, *y;
	char before[400], after[400];
	int i, at;

	for (i = 0; i < nr_state_files; i++) {
		x = &a->blobs[i];
		y = &b->blobs[i];
		if (!a->read[i] || !b->read[i])
			continue;
		if (x->error == y->error && x->size == y->size &&
		    !memcmp(x->data, y->data, x->size))
			continue;
		if (!what)
			return 1;
		for (at = 0; at < x->size && at < y->size && x->data[at] == y->data[at]; at++)
			;
		state_line(x, at, before, sizeof(before));
		state_line(y, at, after, sizeof(after));
		snprintf(what, size, "%s has (error %d) %s instead of (error %d) %s",
			 state_files[i], y->error, after, x->error, before);
		return 1;
	}
	return 0;
}
