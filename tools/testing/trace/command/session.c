// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions: lines are written to control files, one after the other. A line that fails
 * must not change anything that the files show.
 */
#include "world.h"
#include "../../../../kernel/trace/instance/internal.h"

static void world_show_seq(struct seq_file *m, const struct file_operations *fops,
			   struct inode *inode)
{
	const struct seq_operations *ops;
	const struct seq_file *opened;
	struct file file = {};
	loff_t pos = 0;
	void *v;

	assert(!fops->open(inode, &file));
	opened = file.private_data;
	ops = opened->op;
	m->private = opened->private;
	m->index = 0;
	for (v = ops->start(m, &pos); v; v = ops->next(m, v, &pos))
		ops->show(m, v);
	ops->stop(m, v);
}

/* Only the directory of the event refers to the file, and it has no trigger. */
static bool world_unused(const struct trace_event_file *file)
{
	return !(file->flags & ~(unsigned long)EVENT_FILE_FL_WAS_ENABLED) &&
	       list_empty(&file->triggers) && file->ref.v == 1 && !file->sm_ref.v &&
	       !file->tm_ref.v && !(file->event_call->flags & TRACE_EVENT_FL_DYNAMIC &&
				    file->event_call->refcnt.v);
}

static void world_show_file(struct seq_file *m, struct trace_event_file *file,
			    unsigned int what)
{
	u64 hits;

	/* Most files are not in use, and each line that fails prints the state. */
	if (!(what & WORLD_SHOW_UNUSED) && world_unused(file)) {
		seq_puts(m, trace_event_name(file->event_call));
		seq_putc(m, '\n');
		return;
	}
	seq_printf(m, "%s: flags %lx refs %d %d %d", trace_event_name(file->event_call),
		   file->flags & ~(unsigned long)EVENT_FILE_FL_WAS_ENABLED,
		   file->ref.v, file->sm_ref.v, file->tm_ref.v);
	if (file->event_call->flags & TRACE_EVENT_FL_DYNAMIC)
		seq_printf(m, " %d", file->event_call->refcnt.v);
	seq_putc(m, '\n');
	assert(!world_control("trigger")->show(m, file));
	if (!(what & WORLD_SHOW_HIST))
		return;
	world_control("hist")->show(m, file);
	hits = world_control("hist")->count(file, false);
	if (hits)
		seq_printf(m, "hits %llu\n", hits);
}

static void world_show_effects(struct seq_file *m)
{
	const struct world_effects *e = &world_effects;

	if (e->snapshots)
		seq_printf(m, "snapshots %u\n", e->snapshots);
	if (e->stacks)
		seq_printf(m, "stacks %u skip %d ip 0x%lx\n", e->stacks, e->skip, e->ip);
	if (e->dumps || e->dumps_here)
		seq_printf(m, "dumps %u, of one CPU %u\n", e->dumps, e->dumps_here);
}

void world_show(struct seq_file *m, unsigned int what)
{
	struct trace_event_file *file;
	struct world_probe *probe;

	m->count = 0;
	m->buf[0] = '\0';
	seq_printf(m, "on %d armed %u users %d clock %d\n", world_on, world_armed,
		   instance_global.users, instance_global.clock);
	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance_global.files, list)
		world_show_file(m, file, what);
	mutex_unlock(&event_mutex);
	world_show_seq(m, host_dynamic_events, &world_inode);
	world_show_seq(m, host_synthetic_events, &world_inode);
	if (what & WORLD_SHOW_HIST)
		world_show_seq(m, host_kprobe_profile, &host_kprobe_profile_inode);
	if (what & WORLD_SHOW_HIST)
		world_show_seq(m, host_uprobe_profile, &host_uprobe_profile_inode);
	list_for_each_entry(probe, &world_probes, list) {
		seq_printf(m, "%s", probe->kind->name);
		if (probe->kind->show)
			probe->kind->show(m, probe->data);
		seq_printf(m, " %d %ld\n", probe->counted, probe->count);
	}
	world_show_effects(m);
}

/* Lines */

#define WORLD_TEXT	0x40000

static char world_initial[WORLD_TEXT], world_before[WORLD_TEXT], world_after[WORLD_TEXT];

void (*world_ran)(const struct world_file *file, const char *text, size_t len, int ret);

/* The state before a line: NULL if it has to be printed. */
static const char *world_state;

static void world_print_state(char *text)
{
	struct seq_file m = { .buf = text, .size = WORLD_TEXT };

	world_show(&m, 0);
	world_state = text;
}

static void world_check_unchanged(const struct world_file *file, const char *line,
				  size_t len, unsigned int fail, int ret)
{
	const char *before = world_state;

	world_print_state(world_after);
	if (!strcmp(before, world_after)) {
		world_state = before;
		return;
	}
	fprintf(stderr, "failed (%d, allocation %u), but changed the state: %s: %.*s\n"
		"before:\n%s\nafter:\n%s\n", ret, fail, file->name,
		(int)len, line, before, world_after);
	abort();
}

static bool world_line(const struct world_file *file, const char *line,
		       size_t len, unsigned int fail)
{
	char *text = malloc(len + 1);
	int ret;

	memcpy(text, line, len);
	text[len] = '\0';
	if (file->lines && !world_state)
		world_print_state(world_before);
	host_fail_at(fail);
	ret = file->write(text);
	/* A command that lacks memory must not be half done and seem to succeed. */
	assert(ret || !fail || !host_has_failed() || file->silent);
	host_fail_at(0);
	if (world_ran)
		world_ran(file, line, len, ret);
	free(text);
	assert(ret <= 0 && ret > -MAX_ERRNO);
	assert(ret != -ENOMEM || fail);
	/*
	 * A command that deletes several probes of an event deletes those before the one
	 * that is in use, as in the stock kernel.
	 */
	if (ret && file->lines && !(ret == -EBUSY && file->enables))
		world_check_unchanged(file, line, len, fail, ret);
	else
		world_state = NULL;
	return ret == -ENOMEM;
}

static const struct world_file *world_line_file(const struct world_file *file,
						const char **line, size_t *len)
{
	const struct world_file *pos;

	if (*len < 2 || (*line)[1] != ':')
		return file;
	for (pos = world_files; pos->name; pos++) {
		if (**line != pos->letter)
			continue;
		*line += 2;
		*len -= 2;
		return pos;
	}
	return file;
}

bool world_run(const struct world_file *file, const char *text, size_t len,
	       unsigned int fail)
{
	struct seq_file m = { .buf = world_after, .size = WORLD_TEXT };
	const char *end = text + len, *line, *next;
	bool failed = false;
	size_t n;

	/* world_reset() has restored the initial state. */
	if (!*world_initial)
		world_print_state(world_initial);
	world_state = world_initial;
	for (line = text; line < end; line = next) {
		const struct world_file *to;

		next = memchr(line, '\n', end - line) ?: end;
		n = next - line;
		next += next < end;
		to = world_line_file(file, &line, &n);
		if (!world_line(to, line, n, fail))
			continue;
		/* So that the lines that follow find what this one sets up. */
		failed = true;
		world_line(to, line, n, 0);
	}
	if (file->enables)
		instance_events_set(&instance_global, NULL, NULL, NULL, NULL, true);
	world_fire();
	world_show(&m, WORLD_SHOW_HIST);
	world_fire();
	return failed;
}

/* The first filter for strings that a record points to allocates buffers for good. */
void world_warm_up(void)
{
	static const char text[] = "ptr == \"x\"\n";

	world_run(world_file("filter"), text, strlen(text), 0);
	world_reset();
}

/* Reset what was set for an event, as if it were removed and added again. */
static void world_reset_file(struct trace_event_file *file)
{
	instance_notify(file_removed, file);
	instance_file_set(file, false);
	filter_file_clear(file);
	event_file_flags(file, EVENT_FILE_FL_WAS_ENABLED, 0);
}

void world_reset(void)
{
	struct trace_event_file *file;
	struct world_probe *probe, *next;
	char all[] = "sys:";

	list_for_each_entry_safe(probe, next, &world_probes, list)
		world_probe_free(probe);
	mutex_lock(&event_mutex);
	/* In reverse order: later event files may refer to earlier ones. */
	list_for_each_entry_reverse(file, &instance_global.files, list)
		world_reset_file(file);
	mutex_unlock(&event_mutex);
	instance_events_apply(&instance_global, all);
	instance_events_set(&instance_global, NULL, NULL, NULL, NULL, false);
	{
		struct file trunc = { .f_mode = FMODE_WRITE, .f_flags = O_TRUNC };

		assert(!host_dynamic_events->open(&world_inode, &trunc));
	}
	world_module_load(false);
	trace_error_log_clear(&instance_global.errors);
	instance_global.clock = 0;
	world_effects = (struct world_effects){};
	world_on = true;
}

