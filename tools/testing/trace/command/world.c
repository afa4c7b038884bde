// SPDX-License-Identifier: GPL-2.0
#include "world.h"
#include "../../../../kernel/trace/event/internal.h"
#include "../../../../kernel/trace/instance/internal.h"

/* Three events with fields of every kind */

struct world_record {
	struct trace_entry ent;
	u8		b;
	s8		sb;
	u16		h;
	s16		sh;
	u32		w;
	s32		sw;
	u64		q;
	s64		sq;
	unsigned long	fn;
	char		text[8];
	u32		dyn;
	u32		rel;
	const char	*ptr;
	int		id;
	pid_t		next_pid;
	char		tail[16];
};

#define ROW(_type, _name, _sign) {					\
	.type = _type, .name = #_name,					\
	.size = sizeof_field(struct world_record, _name),		\
	.align = __alignof__(((struct world_record *)0)->_name),	\
	.is_signed = _sign,						\
}

static const struct trace_event_fields world_fields[] = {
	ROW("u8", b, false), ROW("s8", sb, true), ROW("u16", h, false),
	ROW("s16", sh, true), ROW("u32", w, false), ROW("s32", sw, true),
	ROW("u64", q, false), ROW("s64", sq, true), ROW("unsigned long", fn, false),
	ROW("char[8]", text, true), ROW("__data_loc char[]", dyn, true),
	ROW("__rel_loc char[]", rel, true), ROW("const char *", ptr, false),
	ROW("int", id, true), ROW("pid_t", next_pid, true),
	{}
};

/* Set up by world_init(). */
static struct trace_event_fields world_mod_fields[ARRAY_SIZE(world_fields)];

static int world_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	/* Registering a tracepoint probe allocates memory, too. */
	void *memory = type == TRACE_REG_REGISTER ? host_alloc(1) : NULL;

	if (type == TRACE_REG_REGISTER && !memory)
		return -ENOMEM;
	host_free(memory);
	return 0;
}

static struct trace_event_class world_class = {
	.system = "sys", .reg = world_reg, .fields_array = world_fields,
};

static struct trace_event_class world_mod_class = {
	.system = "modsys", .reg = world_reg, .fields_array = world_mod_fields,
};

static struct module world_module = { .name = "themod" };

static struct trace_event_functions world_funcs[3];

static struct trace_event_call world_calls[] = {
	{ .class = &world_class, .name = "one", .event.funcs = &world_funcs[0] },
	{ .class = &world_class, .name = "two", .event.funcs = &world_funcs[1] },
	{ .class = &world_mod_class, .name = "three", .event.funcs = &world_funcs[2] },
};

static struct trace_event_file *world_event_file(unsigned int nr)
{
	return instance_file_find(&instance_global,
				  world_calls[nr].class->system,
				  world_calls[nr].name);
}

/* Stand-ins for instance/, except for event files */

struct trace_array instance_global;
LIST_HEAD(instance_list);
LIST_HEAD(instance_listeners);
DEFINE_MUTEX(instance_lock);	/* unused: there is one thread */

const struct clock_def trace_clock_table[] = {
	{ .name = "local", .in_ns = true }, { .name = "global", .in_ns = true },
	{ .name = "counter" },
};

static bool world_on = true;
static unsigned int world_armed;

int instance_listener_register(struct instance_listener *listener)
{
	list_add_tail(&listener->node, &instance_listeners);
	return 0;
}

bool instance_is_on(struct trace_array *tr)
{
	return world_on;
}

void instance_on(struct trace_array *tr)
{
	world_on = true;
}

void instance_off(struct trace_array *tr)
{
	world_on = false;
}

int trace_clock_find(const char *name)
{
	int i;

	for (i = 0; i < (int)ARRAY_SIZE(trace_clock_table); i++) {
		if (!strcmp(trace_clock_table[i].name, name))
			return i;
	}
	return -EINVAL;
}

int instance_clock_set(struct trace_array *tr, const char *name)
{
	tr->clock = trace_clock_find(name);
	assert(tr->clock >= 0);
	return 0;
}

/* No module is unloaded here. */
void instance_reset_all(struct trace_array *tr)
{
	abort();
}

int instance_expand(struct trace_array *tr)
{
	return 0;
}

int instance_snapshot_arm(struct trace_array *tr)
{
	void *memory = host_alloc(1);

	host_free(memory);
	world_armed += !!memory;
	return memory ? 0 : -ENOMEM;
}

void instance_snapshot_disarm(struct trace_array *tr)
{
	assert(world_armed);
	world_armed--;
}

int instance_snapshot(struct trace_array *tr)
{
	assert(world_armed);
	return 0;
}

void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip)
{
}

void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
		    unsigned int context, int skip, struct pt_regs *regs)
{
}

struct trace_array *instance_pin(struct trace_array *tr)
{
	tr->users++;
	return tr;
}

void instance_unpin(struct trace_array *tr)
{
	assert(tr->users > 0);
	tr->users--;
}

void trace_comm_get(unsigned int what)
{
}

void trace_comm_put(unsigned int what)
{
}

bool trace_comm_due;

unsigned int event_context_slow(bool irqs_off, unsigned int dec)
{
	return 0;
}

/* Stand-ins for the part of event/ that writes records */

/* There are no events in the linker's sections. */
struct trace_event_call *__start_ftrace_events[1], *__stop_ftrace_events[1];
struct trace_eval_map *__start_ftrace_eval_maps[1], *__stop_ftrace_eval_maps[1];

int event_evals_add(struct module *mod, struct trace_eval_map **maps,
		    unsigned int count)
{
	return 0;
}

void event_builtin_init(void)
{
}

int event_file_enable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	return call->class->reg(call, TRACE_REG_REGISTER, file);
}

int event_file_disable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	return call->class->reg(call, TRACE_REG_UNREGISTER, file);
}

void *event_scratch_begin(void)
{
	return host_alloc(EVENT_SCRATCH_SIZE);
}

void event_scratch_end(void *memory)
{
	host_free(memory);
}

void event_scratch_init(void)
{
}

/* A record of exactly this length, so that ASan detects writes beyond it. */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *file,
				 unsigned long len)
{
	fbuffer->trace_file = file;
	fbuffer->entry = calloc(1, len);
	assert(fbuffer->entry);
	return fbuffer->entry;
}

static unsigned int world_depth;

static void world_triggers(struct trace_event_file *file, void *rec)
{
	unsigned long after;

	/* A synthetic event may have a trigger that writes it. */
	if (world_depth > 4)
		return;
	world_depth++;
	event_trigger_ops.before(file);
	after = event_trigger_ops.record(file, rec, NULL);
	if (file->filter)
		event_filter_ops.match(file->filter, rec);
	if (after)
		event_trigger_ops.after(file, after, 0x10000);
	world_depth--;
}

static enum print_line_t world_print(struct trace_event_call *call, void *rec)
{
	static struct trace_iterator iter;

	if (!call->event.funcs->trace)
		return TRACE_TYPE_HANDLED;
	trace_seq_init(&iter.seq);
	iter.tr = &instance_global;
	iter.ent = rec;
	iter.ent_size = INT_MAX;
	return call->event.funcs->trace(&iter, 0, &call->event);
}

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	struct trace_event_file *file = fbuffer->trace_file;

	world_triggers(file, fbuffer->entry);
	world_print(file->event_call, fbuffer->entry);
	free(fbuffer->entry);
}

enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return TRACE_TYPE_HANDLED;
}

const char *trace_print_flags_seq(struct trace_seq *p, const char *delim,
				  unsigned long flags,
				  const struct trace_print_flags *names)
{
	trace_seq_printf(p, "%lx%c", flags, 0);
	return "";
}

/* Strings that end with the record without a NUL, or are empty and after it. */
static void world_fill_located(struct world_record *rec, unsigned int round)
{
	unsigned int at = offsetof(struct world_record, tail), len = 6;

	sprintf(rec->tail, "tail%u", round);
	if (round == 3)
		memset(rec->tail, 't', len = sizeof(rec->tail));
	if (round == 4) {
		at += sizeof(rec->tail);
		len = 0;
	}
	rec->dyn = at | len << 16;
	rec->rel = (at - offsetof(struct world_record, rel) - 4) | len << 16;
}

/* Fire the events several times, with different contents. */
static void world_fire(void)
{
	static const char far[] = "somewhere";
	unsigned int i, round;

	for (round = 0; round < 6; round++) {
		for (i = 0; i < ARRAY_SIZE(world_calls); i++) {
			struct world_record *rec = calloc(1, sizeof(*rec));

			memset(rec, round, offsetof(struct world_record, text));
			rec->ent.pid = 7 + round % 2;
			rec->b = round * 3;
			rec->h = round * 3;
			rec->w = round * 3;
			rec->q = round * 3;
			rec->sb = -round;
			rec->sh = -round;
			rec->sw = -round;
			rec->sq = -round;
			rec->fn = 0x10000 + round;
			memset(rec->text, 'a' + round, round % 2 ? 7 : 8);
			world_fill_located(rec, round);
			rec->ptr = round % 3 ? far : NULL;
			rec->id = round;
			rec->next_pid = 7 + round % 2;
			world_triggers(world_event_file(i), rec);
			if (world_event_file(i)->filter)
				filter_match(world_event_file(i)->filter, rec);
			free(rec);
		}
	}
}

/* Stand-ins for the function commands of ftrace/ */

static TRACE_REGISTRY(world_commands);
static LIST_HEAD(world_probes);

struct world_probe {
	struct list_head		list;
	const struct ftrace_func_probe_kind	*kind;
	void				*owner;
	void				*data;
	bool				counted;
	long				count;
};

int ftrace_command_register(struct ftrace_command *command)
{
	return trace_registry_add(&world_commands, &command->entry);
}

int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count)
{
	struct world_probe *probe = host_alloc(sizeof(*probe));
	int ret;

	if (!probe)
		return -ENOMEM;
	ret = kind->attach ? kind->attach(owner, data) : 0;
	if (ret) {
		host_free(probe);
		return ret;
	}
	*probe = (struct world_probe){
		.kind = kind, .owner = owner, .data = data,
		.counted = counted, .count = count,
	};
	list_add_tail(&probe->list, &world_probes);
	return 0;
}

static void world_probe_free(struct world_probe *probe)
{
	list_del(&probe->list);
	if (probe->kind->detach)
		probe->kind->detach(probe->owner, probe->data);
	host_free(probe);
}

int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted)
{
	struct world_probe *probe, *next;
	int ret = -ENODEV;

	list_for_each_entry_safe(probe, next, &world_probes, list) {
		if (probe->kind != kind || probe->counted != counted)
			continue;
		world_probe_free(probe);
		ret = 0;
	}
	return ret;
}

/* Parse "[!]GLOB:COMMAND[:PARAMETERS]" like ftrace/ does. */
int world_function(char *text)
{
	bool add = *text != '!';
	struct trace_registry_entry *entry;
	char *glob, *name;

	text += !add;
	glob = strsep(&text, ":");
	if (!text)
		return -EINVAL;
	name = strsep(&text, ":");
	entry = trace_registry_find(&world_commands, name);
	if (!entry)
		return -EINVAL;
	return container_of(entry, struct ftrace_command, entry)->run(NULL,
			&instance_global, glob, text, add);
}

/* Control files */

static struct instance_control *world_control(const char *name)
{
	return container_of(trace_registry_find(&instance_controls, name),
			    struct instance_control, entry);
}

static int world_write_trigger(struct trace_event_file *file, char *text)
{
	guard(mutex)(&event_mutex);
	strim(text);
	return world_control("trigger")->write(file, text);
}

static int world_write_one(char *text)
{
	return world_write_trigger(world_event_file(0), text);
}

static int world_write_two(char *text)
{
	return world_write_trigger(world_event_file(1), text);
}

static int world_write_three(char *text)
{
	return world_write_trigger(world_event_file(2), text);
}

/* The trigger file of the synthetic event that was created last. */
static int world_write_synth_trigger(char *text)
{
	struct trace_event_file *file = list_entry(instance_global.files.prev,
						   struct trace_event_file, list);

	return world_write_trigger(file, text);
}

static int world_write_filter(char *text)
{
	guard(mutex)(&event_mutex);
	return filter_file_set(world_event_file(0), text, &instance_global.errors);
}

/* The inode of a file for all kinds of dynamic events. */
static struct inode world_inode;

static int world_write_dynevent(const struct file_operations *fops, const char *text)
{
	struct file file = { .f_mode = FMODE_WRITE, .f_inode = &world_inode };
	loff_t pos = 0;
	ssize_t ret = fops->write(&file, text, strlen(text), &pos);

	return ret < 0 ? ret : 0;
}

static int world_write_synthetic(char *text)
{
	return world_write_dynevent(host_synthetic_events, text);
}

static int world_write_dynamic(char *text)
{
	return world_write_dynevent(host_dynamic_events, text);
}

/* Pass the words of the line one by one, like the file does. */
static int world_write_set_event(char *text)
{
	size_t count = strlen(text);
	struct trace_parser token;
	loff_t pos = 0;
	ssize_t used;
	int ret = trace_parser_init(&token, 64);

	while (!ret && count) {
		used = trace_parser_read(&token, text, count, &pos);
		if (used < 0)
			ret = used;
		else if (trace_parser_loaded(&token))
			ret = instance_events_apply(&instance_global, token.buf);
		if (ret)
			break;
		token.partial = false;
		text += used;
		count -= used;
	}
	trace_parser_free(&token);
	return ret;
}

/* Reference implementation: the set of the pids. Return: false if malformed. */
static bool world_pids_reference(const char *text, u8 *set, size_t size)
{
	char word[16], *end;
	unsigned long pid;
	size_t len;

	while (*(text = skip_spaces(text))) {
		for (len = 0; text[len] && !isspace(text[len]); len++)
			;
		if (len >= sizeof(word))
			return false;
		memcpy(word, text, len);
		word[len] = '\0';
		if (!isalnum(word[*word == '+']))
			return false;
		pid = strtoul(word, &end, 0);
		if (*end || pid >= 0x40000000)
			return false;
		if (pid < size)
			set[pid] = 1;
		text += len;
	}
	return true;
}

static int world_write_pids(char *text)
{
	static u8 want[4096];
	struct trace_pid_list *pids = NULL;
	bool fine;
	ssize_t ret;
	int pid;

	memset(want, 0, sizeof(want));
	fine = world_pids_reference(text, want, sizeof(want));
	ret = trace_pid_list_read(&pids, text, strlen(text));
	assert(ret == -ENOMEM || (ret >= 0) == fine);
	if (ret < 0)
		return ret;
	ret = trace_pid_list_join(&pids, NULL);
	assert(!ret);
	for (pid = 0; pid < (int)sizeof(want); pid++)
		assert((pids && trace_pid_list_has(pids, pid)) == want[pid]);
	trace_pid_list_free(pids);
	return 0;
}

/* The files, and the letters of lines that are written to them. */
const struct world_file world_files[] = {
	{ '1', "trigger", world_write_one, true },
	{ '2', "two", world_write_two, true },
	{ '3', "synth-trigger", world_write_synth_trigger, true },
	{ '4', "three", world_write_three, true },
	{ 's', "synthetic", world_write_synthetic, true },
	{ 'd', "dynamic", world_write_dynamic, true },
	{ 'f', "filter", world_write_filter, false },
	{ 'e', "set_event", world_write_set_event, false },
	{ 'c', "function", world_function, true },
	{ 'p', "pids", world_write_pids, true },
	{}
};

const struct world_file *world_file(const char *name)
{
	const struct world_file *file = world_files;

	while (file->name && strcmp(file->name, name))
		file++;
	return file->name ? file : NULL;
}

/* The whole visible state, as text */

static void world_show_seq(struct seq_file *m, const struct file_operations *fops)
{
	const struct seq_operations *ops;
	const struct seq_file *opened;
	struct file file = {};
	loff_t pos = 0;
	void *v;

	assert(!fops->open(&world_inode, &file));
	opened = file.private_data;
	ops = opened->op;
	m->private = opened->private;
	for (v = ops->start(m, &pos); v; v = ops->next(m, v, &pos))
		ops->show(m, v);
	ops->stop(m, v);
}

static void world_show_file(struct seq_file *m, struct trace_event_file *file,
			    bool hist)
{
	seq_printf(m, "%s: flags %lx refs %d %d %d", trace_event_name(file->event_call),
		   file->flags & ~(unsigned long)EVENT_FILE_FL_WAS_ENABLED,
		   file->ref.v, file->sm_ref.v, file->tm_ref.v);
	if (file->event_call->flags & TRACE_EVENT_FL_DYNAMIC)
		seq_printf(m, " %d", file->event_call->refcnt.v);
	seq_putc(m, '\n');
	assert(!world_control("trigger")->show(m, file));
	if (hist)
		world_control("hist")->show(m, file);
}

static void world_show(struct seq_file *m, bool hist)
{
	struct trace_event_file *file;
	struct world_probe *probe;

	m->count = 0;
	m->buf[0] = '\0';
	seq_printf(m, "on %d armed %u users %d clock %d\n", world_on, world_armed,
		   instance_global.users, instance_global.clock);
	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance_global.files, list)
		world_show_file(m, file, hist);
	mutex_unlock(&event_mutex);
	world_show_seq(m, host_dynamic_events);
	world_show_seq(m, host_synthetic_events);
	list_for_each_entry(probe, &world_probes, list)
		seq_printf(m, "%s %d %ld\n", probe->kind->name, probe->counted,
			   probe->count);
}

/* Lines */

#define WORLD_TEXT	0x40000

static char was[WORLD_TEXT], is[WORLD_TEXT];

static bool world_line(const struct world_file *file, const char *line,
		       size_t len, unsigned int fail)
{
	struct seq_file before = { .buf = was, .size = sizeof(was) };
	struct seq_file after = { .buf = is, .size = sizeof(is) };
	char *text = malloc(len + 1);
	int ret;

	memcpy(text, line, len);
	text[len] = '\0';
	world_show(&before, false);
	host_fail_at(fail);
	ret = file->write(text);
	host_fail_at(0);
	free(text);
	assert(ret <= 0 && ret > -MAX_ERRNO);
	assert(ret != -ENOMEM || fail);
	if (!ret || !file->lines)
		return ret == -ENOMEM;
	world_show(&after, false);
	if (strcmp(was, is)) {
		fprintf(stderr, "failed (%d, allocation %u), but changed the state: %s: %.*s\n"
		       "before:\n%s\nafter:\n%s\n", ret, fail, file->name,
		       (int)len, line, was, is);
		abort();
	}
	return ret == -ENOMEM;
}

static const struct world_file *world_line_file(const struct world_file *file,
						const char **line, size_t *len)
{
	const struct world_file *pos;

	if (*len < 2 || (*line)[1] != ':')
		return file;
	for (pos = world_files; pos->name; pos++) {
		/* "s:name" is a command of dynamic_events. */
		if (**line != pos->letter || (file->letter == 'd' && pos->letter == 's'))
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
	struct seq_file m = { .buf = is, .size = sizeof(is) };
	const char *end = text + len, *line, *next;
	bool failed = false;
	size_t n;

	for (line = text; line < end; line = next) {
		const struct world_file *to;

		next = memchr(line, '\n', end - line) ?: end;
		n = next - line;
		next += next < end;
		to = world_line_file(file, &line, &n);
		failed |= world_line(to, line, n, fail);
	}
	world_fire();
	world_show(&m, true);
	world_fire();
	return failed;
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
	trace_error_log_clear(&instance_global.errors);
	instance_global.clock = 0;
	world_on = true;
}

static void __attribute__((constructor(300))) world_init(void)
{
	unsigned int i;

	INIT_LIST_HEAD(&instance_global.files);
	INIT_LIST_HEAD(&instance_global.systems);
	list_add_tail(&instance_global.list, &instance_list);
	instance_files_init();
	/* Fields with the same names as in the other events, but of other types. */
	memcpy(world_mod_fields, world_fields, sizeof(world_fields));
	world_mod_fields[7] = (struct trace_event_fields)ROW("char[8]", sq, true);
	world_mod_fields[9] = (struct trace_event_fields)ROW("u64", text, false);
	mutex_lock(&event_mutex);
	for (i = 0; i < ARRAY_SIZE(world_calls); i++) {
		assert(register_trace_event(&world_calls[i].event));
		event_call_add(&world_calls[i], i == 2 ? &world_module : NULL);
	}
	mutex_unlock(&event_mutex);
}
