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

/* The event files exist until the end. */
static struct trace_event_file *world_event_file(unsigned int nr)
{
	static struct trace_event_file *files[ARRAY_SIZE(world_calls)];

	if (!files[nr])
		files[nr] = instance_file_find(&instance_global,
					       world_calls[nr].class->system,
					       world_calls[nr].name);
	return files[nr];
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

bool world_on = true;
unsigned int world_armed;
struct world_effects world_effects;

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

/* There are no records. */
void instance_reset_all(struct trace_array *tr)
{
}

void instance_crash_event(struct trace_array *tr, struct trace_event_call *call)
{
}

int instance_expand(struct trace_array *tr)
{
	return 0;
}

/* Nor are there marks. */
void instance_marks_update(struct trace_array *tr)
{
}

int instance_mappings_set(struct trace_array *tr, bool on)
{
	return 0;
}

int instance_marks_copy(struct trace_array *tr, bool on)
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

int instance_snapshot_fire(struct trace_array *tr)
{
	return instance_snapshot(tr);
}

int instance_snapshot(struct trace_array *tr)
{
	assert(world_armed);
	world_effects.snapshots++;
	return 0;
}

void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip)
{
	world_effects.stacks++;
	world_effects.skip = -1;
	world_effects.ip = ip;
}

void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
		    unsigned int context, int skip, struct pt_regs *regs)
{
	world_effects.stacks++;
	world_effects.skip = skip;
	world_effects.ip = 0;
}

void ftrace_dump(int mode)
{
	if (mode == DUMP_ORIG)
		world_effects.dumps_here++;
	else
		world_effects.dumps++;
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

int world_comm[3];

void trace_comm_get(unsigned int what)
{
	world_comm[what]++;
}

void trace_comm_put(unsigned int what)
{
	assert(world_comm[what]);
	world_comm[what]--;
}

struct trace_cpu trace_cpu;

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

void event_evals_remove(struct module *mod)
{
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
	unsigned long after = 0;

	/* A synthetic event may have a trigger that writes it. */
	if (world_depth > 4)
		return;
	world_depth++;
	if (file->flags & EVENT_FILE_FL_TRIGGER_COND)
		after = event_trigger_ops.record(file, rec, NULL);
	else if (file->flags & EVENT_FILE_FL_TRIGGER_MODE)
		event_trigger_ops.before(file);
	if (file->filter)
		event_filter_ops.match(file->filter, rec);
	if (after)
		event_trigger_ops.after(file, after, 0x10000);
	world_depth--;
}

static struct trace_iterator *world_print_one(struct trace_event *event, void *rec)
{
	static struct trace_iterator iter;

	trace_seq_init(&iter.seq);
	iter.tr = &instance_global;
	iter.ent = rec;
	/* As it was allocated. */
	iter.ent_size = malloc_usable_size(rec);
	assert(event->funcs->trace(&iter, 0, event) == TRACE_TYPE_HANDLED);
	return &iter;
}

/*
 * Print a record, then print it with contents that locate strings outside of it, as in
 * memory of an earlier boot.
 */
static void world_print(struct trace_event *event, void *rec)
{
	size_t size = malloc_usable_size(rec), at;
	const u32 words[] = { ~0U, (size - 1) | 2 << 16, size | 1 << 16, 8 | 0x7fff << 16 };
	const struct trace_iterator *iter;
	unsigned int i;

	if (!event->funcs->trace)
		return;
	iter = world_print_one(event, rec);
	if (world_ran)
		world_ran(NULL, iter->seq.buffer, iter->seq.seq.len, 0);
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		for (at = sizeof(struct trace_entry); at + 4 <= size; at += 4)
			memcpy((char *)rec + at, &words[i], 4);
		world_print_one(event, rec);
	}
}

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	struct trace_event_file *file = fbuffer->trace_file;

	world_triggers(file, fbuffer->entry);
	world_print(&file->event_call->event, fbuffer->entry);
	free(fbuffer->entry);
}

/* A record of a plain event; one at a time. */
static void *world_rec;

struct ring_buffer_event *host_reserve(struct ring_writer *rw, unsigned int len)
{
	assert(!world_rec);
	if (len <= PAGE_SIZE)
		world_rec = calloc(1, len);
	return world_rec;
}

void host_commit(struct ring_writer *rw)
{
	struct trace_entry *ent = world_rec;

	world_rec = NULL;
	world_print(event_type_find(ent->type), ent);
	free(ent);
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

static void world_fill(struct world_record *rec, unsigned int round)
{
	memset(rec, round, offsetof(struct world_record, text));
	rec->ent.pid = 7 + round % 2;
	rec->b = round * 3;
	rec->h = round * 3;
	rec->w = round * 3;
	rec->q = round * 3;
	rec->sb = -(int)round;
	rec->sh = -(int)round;
	rec->sw = -(int)round;
	rec->sq = -(int)round;
	rec->fn = 0x10000 + round;
	memset(rec->text, 0, sizeof(rec->text));
	memset(rec->text, 'a' + round, round % 2 ? 7 : 8);
	memset(rec->tail, 0, sizeof(rec->tail));
	world_fill_located(rec, round);
	rec->ptr = round % 3 ? host_far : NULL;
	rec->id = round;
	rec->next_pid = 7 + round % 2;
}

static bool world_listens(const struct trace_event_file *file)
{
	return file->filter || (file->flags & EVENT_FILE_FL_SLOW);
}

#define WORLD_ROUNDS	6

/* Fire the events several times, with different contents. */
void world_fire(void)
{
	/* Allocated one by one, so that ASan detects accesses beyond them. */
	static struct world_record *recs[WORLD_ROUNDS];
	struct trace_event_file *file;
	unsigned int i, round;

	for (round = 0; round < WORLD_ROUNDS; round++) {
		if (!recs[round]) {
			recs[round] = calloc(1, sizeof(*recs[round]));
			world_fill(recs[round], round);
		}
		for (i = 0; i < ARRAY_SIZE(world_calls); i++) {
			file = world_event_file(i);
			if (!world_listens(file))
				continue;
			world_probe_record(recs[round], sizeof(*recs[round]));
			world_triggers(file, recs[round]);
			if (file->filter)
				filter_match(file->filter, recs[round]);
		}
	}
	world_probe_record(NULL, 0);
	world_probe_hit();
	world_function_hit();
}

/* Control files */

struct instance_control *world_control(const char *name)
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

/* What opening the trigger file of the first event with O_TRUNC does. */
static int world_truncate_one(char *text)
{
	guard(mutex)(&event_mutex);
	world_control("trigger")->truncate(world_event_file(0));
	return 0;
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

/* Not a file: "load" and "unload" are what happens to a module. */
static int world_write_module(char *text)
{
	world_module_load(!strcmp(text, "load"));
	return 0;
}

/* The inode of a file for all kinds of dynamic events. */
struct inode world_inode;

static int world_write_dynevent(const struct file_operations *fops, struct inode *inode,
				const char *text)
{
	struct file file = { .f_mode = FMODE_WRITE, .f_inode = inode };
	loff_t pos = 0;
	ssize_t ret = fops->write(&file, text, strlen(text), &pos);

	return ret < 0 ? ret : 0;
}

static int world_write_synthetic(char *text)
{
	return world_write_dynevent(host_synthetic_events, &world_inode, text);
}

static int world_write_dynamic(char *text)
{
	return world_write_dynevent(host_dynamic_events, &world_inode, text);
}

static int world_write_kprobe(char *text)
{
	return world_write_dynevent(host_kprobe_events, &host_kprobe_profile_inode, text);
}

static int world_write_uprobe(char *text)
{
	return world_write_dynevent(host_uprobe_events, &host_uprobe_profile_inode, text);
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
	static u8 want[1024];
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

/*
 * The files, and the letters of lines that are written to them. No command begins with
 * such a letter and a colon.
 */
const struct world_file world_files[] = {
	{ '1', "trigger", world_write_one, true },
	{ '2', "two", world_write_two, true },
	{ 'T', "truncate", world_truncate_one, true },
	{ '3', "synth-trigger", world_write_synth_trigger, true },
	{ '4', "three", world_write_three, true },
	{ 'S', "synthetic", world_write_synthetic, true },
	{ 'D', "dynamic", world_write_dynamic, true, true },
	{ 'K', "kprobe", world_write_kprobe, true, true },
	{ 'U', "uprobe", world_write_uprobe, true, true },
	{ 'M', "module", world_write_module, true, .silent = true },
	{ 'F', "filter", world_write_filter, false },
	{ 'E', "set_event", world_write_set_event, false },
	{ 'C', "function", world_function, true },
	{ 'P', "pids", world_write_pids, true },
	{}
};

const struct world_file *world_file(const char *name)
{
	const struct world_file *file = world_files;

	while (file->name && strcmp(file->name, name))
		file++;
	return file->name ? file : NULL;
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

/* Nothing runs concurrently, so that what was removed is not used any more. */
void trace_defer(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	free(item);
}

void trace_defer_atomic(struct trace_deferred *item, void (*free)(struct trace_deferred *item))
{
	free(item);
}
