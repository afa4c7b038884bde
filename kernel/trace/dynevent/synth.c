// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events: creation and removal, and the file synthetic_events.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, for the list of struct
 * event_synth.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>

#include "perf.h"
#include "synth.h"

static struct dynevent_kind synth_kind;

/**
 * synth_find - find a synthetic event
 * @name: name of the event
 *
 * Context: task; dynevent_lock held.
 * Return: the event, or NULL.
 */
struct synth_event *synth_find(const char *name)
{
	struct dynevent *ev = dynevent_find(&synth_kind, name);

	return ev ? synth_of(ev) : NULL;
}

/* Free the type texts that synth_row() has allocated. */
static void synth_rows_free(struct synth_event *se)
{
	unsigned int i;

	for (i = 0; se->rows && i < se->nr; i++) {
		if (se->fields[i].kind == EVENT_SYNTH_DYN_STRING ||
		    se->fields[i].kind == EVENT_SYNTH_STACK)
			kfree(se->rows[i].type);
	}
	kfree(se->rows);
}

static void synth_free(struct synth_event *se)
{
	synth_rows_free(se);
	synth_fields_free(se);
	kfree(se->print_fmt);
	kfree(se->name);
	kfree(se);
}

static void synth_free_deferred(struct trace_deferred *item)
{
	synth_free(container_of(item, struct synth_event, deferred));
}

/* The module must stay loaded while its event is enabled. */
static int synth_connect(struct dynevent_call *dcall, bool on)
{
	struct synth_event *se = container_of(dcall, struct synth_event, dcall);

	if (on)
		return try_module_get(se->mod) ? 0 : -EBUSY;
	module_put(se->mod);
	return 0;
}

/*
 * TRACE_REG_PERF_*: dynevent_call::perf.
 *
 * Context: task; event_mutex held, or as perf core calls.
 */
static int synth_perf_reg(struct dynevent_call *dcall, enum trace_reg type,
			  void *data)
{
	struct synth_event *se = container_of(dcall, struct synth_event, dcall);

	switch (dynevent_perf_change(type)) {
	case 1:
		if (!try_module_get(se->mod))
			return -EBUSY;
		WRITE_ONCE(se->perf_enabled, true);
		return 0;
	case -1:
		WRITE_ONCE(se->perf_enabled, false);
		module_put(se->mod);
		return 0;
	default:
		return 0;
	}
}

/* Assign each field its offset in a record. */
static void synth_layout(struct synth_event *se)
{
	unsigned int i, offset = sizeof(struct trace_entry);

	for (i = 0; i < se->nr; i++) {
		se->offsets[i] = offset;
		if (se->fields[i].kind == EVENT_SYNTH_STRING) {
			offset += SYNTH_STR_MAX;
			continue;
		}
		if (se->fields[i].kind != EVENT_SYNTH_NUMBER)
			se->dynamic = true;
		offset += SYNTH_NUMBER_SIZE;
	}
	se->fixed = offset;
}

/*
 * Set up a field for the format file and filters; its type is NULL if out of
 * memory.
 */
static void synth_row(const struct synth_event *se, unsigned int i,
		      struct event_field *row)
{
	const struct event_synth_field *field = &se->fields[i];

	row->name = field->name;
	row->offset = se->offsets[i];
	row->size = field->size;
	row->is_signed = field->is_signed;
	switch (field->kind) {
	case EVENT_SYNTH_NUMBER:
		row->type = field->type;
		break;
	case EVENT_SYNTH_STRING:
		/* The type does not have the size of the string. */
		row->type = field->is_signed ? "char[]" : "unsigned char[]";
		break;
	default:
		row->type = kasprintf(GFP_KERNEL, "__data_loc %s", field->type);
		row->size = SYNTH_NUMBER_SIZE;
		row->is_signed = true;
		if (field->kind == EVENT_SYNTH_STACK)
			row->filter = FILTER_STACKTRACE;
	}
}

/* Set up all fields; synth_rows_free() frees them. */
static int synth_rows(struct synth_event *se)
{
	unsigned int i;

	for (i = 0; i < se->nr; i++) {
		synth_row(se, i, &se->rows[i]);
		if (!se->rows[i].type)
			return -ENOMEM;
	}
	return 0;
}

static int synth_register(struct synth_event *se)
{
	int ret;

	lockdep_assert_held(&dynevent_lock);

	se->print_fmt = synth_print_fmt(se);
	se->rows = kcalloc(se->nr + 1, sizeof(*se->rows), GFP_KERNEL);
	if (!se->print_fmt || !se->rows)
		return -ENOMEM;
	synth_layout(se);
	ret = synth_rows(se);
	if (ret)
		return ret;
	se->dcall.funcs.trace = synth_print;
	se->dcall.connect = synth_connect;
	if (IS_ENABLED(CONFIG_PERF_EVENTS))
		se->dcall.perf = synth_perf_reg;
	ret = dynevent_call_add(&se->dcall, SYNTH_SYSTEM, se->name, se->rows,
				se->print_fmt, 0);
	if (ret)
		return ret;

	se->synth.name = se->name;
	se->synth.call = &se->dcall.call;
	se->synth.fields = se->fields;
	se->synth.nr_fields = se->nr;
	se->synth.emit = synth_emit;
	mutex_lock(&event_mutex);
	event_synth_add(&se->synth);
	mutex_unlock(&event_mutex);
	dynevent_add(&se->ev, &synth_kind, se->name);
	return 0;
}

/**
 * synth_create - create a synthetic event
 * @command: text of the whole command, for error_log
 * @text: "name type field; ..."
 * @mod: the module that creates the event, or NULL
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -EINVAL or -EEXIST, error_log has the reason; -ENODEV if no event type
 * is left; -ENOMEM.
 */
int synth_create(const char *command, const char *text, struct module *mod)
{
	struct synth_def def = { .text = command };
	int ret;

	def.se = kzalloc(sizeof(*def.se), GFP_KERNEL);
	if (!def.se)
		return -ENOMEM;
	def.se->mod = mod;
	ret = synth_parse_name(&def, text);
	if (ret)
		goto out;

	mutex_lock(&dynevent_lock);
	if (synth_find(def.se->name)) {
		synth_error(&def, SYNTH_EVENT_EXISTS, def.se->name);
		ret = -EEXIST;
	} else {
		ret = synth_parse_fields(&def, text + strcspn(text, " \t"));
		if (!ret)
			ret = synth_register(def.se);
	}
	mutex_unlock(&dynevent_lock);
out:
	if (ret)
		synth_free(def.se);
	return ret;
}

/* The kind of dynamic events */

static int synth_kind_remove(struct dynevent *ev)
{
	struct synth_event *se = synth_of(ev);
	int ret;

	/* Must not be found any more before it is removed. */
	mutex_lock(&event_mutex);
	event_synth_remove(&se->synth);
	mutex_unlock(&event_mutex);
	ret = dynevent_call_remove(&se->dcall);
	if (ret) {
		mutex_lock(&event_mutex);
		event_synth_add(&se->synth);
		mutex_unlock(&event_mutex);
		return ret;
	}
	dynevent_del(ev);
	/* A histogram that was removed may still fire the event. */
	trace_defer_atomic(&se->deferred, synth_free_deferred);
	return 0;
}

/**
 * synth_delete - delete a synthetic event
 * @name: name of the event
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if it is in use.
 */
int synth_delete(const char *name)
{
	struct synth_event *se;

	guard(mutex)(&dynevent_lock);
	se = synth_find(name);
	return se ? synth_kind_remove(&se->ev) : -ENOENT;
}

static bool synth_kind_busy(struct dynevent *ev)
{
	return dynevent_call_busy(&synth_of(ev)->dcall);
}

static bool synth_kind_match(struct dynevent *ev, const char *system,
			     const char *event, int argc, const char **argv)
{
	return !strcmp(synth_of(ev)->name, event) &&
	       (!system || !strcmp(system, SYNTH_SYSTEM));
}

static void synth_show(struct seq_file *m, const struct synth_event *se)
{
	unsigned int i;

	seq_printf(m, "%s\t", se->name);
	for (i = 0; i < se->nr; i++)
		seq_printf(m, "%s%s %s", i ? "; " : "", se->fields[i].type,
			   se->fields[i].name);
	seq_putc(m, '\n');
}

static int synth_kind_show(struct seq_file *m, struct dynevent *ev)
{
	seq_printf(m, "s:%s/", SYNTH_SYSTEM);
	synth_show(m, synth_of(ev));
	return 0;
}

/* "s:[synthetic/]name type field; ..." */
static int synth_kind_create(const char *command)
{
	struct synth_def def = { .text = command };
	const char *name, *slash;

	if (command[0] != 's' || command[1] != ':')
		return -ECANCELED;
	name = command + 2;
	slash = name + strcspn(name, "/ \t");
	if (*slash == '/') {
		if (slash - name != strlen(SYNTH_SYSTEM) ||
		    strncmp(name, SYNTH_SYSTEM, slash - name)) {
			synth_error(&def, SYNTH_INVALID_DYN_CMD, NULL);
			return -EINVAL;
		}
		name = slash + 1;
	}
	return synth_create(command, name, NULL);
}

/* A module is unloaded and has not deleted its event, which outlives the module. */
static void synth_kind_module_unload(struct dynevent *ev, struct module *mod)
{
	struct synth_event *se = synth_of(ev);

	guard(mutex)(&event_mutex);
	if (se->mod == mod)
		se->mod = NULL;
}

static struct dynevent_kind synth_kind = {
	.entry.name	= SYNTH_SYSTEM,
	.create		= synth_kind_create,
	.show		= synth_kind_show,
	.busy		= synth_kind_busy,
	.match		= synth_kind_match,
	.remove		= synth_kind_remove,
	.module_unload	= synth_kind_module_unload,
};

/* The file synthetic_events */

static int synth_file_show(struct seq_file *m, struct dynevent *ev)
{
	synth_show(m, synth_of(ev));
	return 0;
}

static int synth_open(struct inode *inode, struct file *file)
{
	return dynevent_file_open(file, synth_file_show, &synth_kind);
}

static int synth_run(char *command, const struct dynevent_kind *kind)
{
	if (*command == '!') {
		command[strcspn(command, " \t")] = '\0';
		return synth_delete(command + 1);
	}
	return synth_create(command, command, NULL);
}

static ssize_t synth_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	return dynevent_file_write(ubuf, count, ppos, NULL, synth_run);
}

static const struct file_operations synth_fops = {
	.open		= synth_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= synth_write,
	.llseek		= seq_lseek,
	.release	= dynevent_file_release,
};

static int __init synth_init(void)
{
	return dynevent_kind_register(&synth_kind);
}
core_initcall(synth_init);

static int __init synth_init_files(void)
{
	tracefs_create_file("synthetic_events", 0640, NULL, NULL, &synth_fops);
	return 0;
}
fs_initcall(synth_init_files);
