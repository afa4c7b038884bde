// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that no control file reaches: those for kernel code that writes synthetic
 * events and puts commands together, event files of several instances, poll() of hist
 * files, triggers on the kernel command line, maps of histograms. Prints nothing if all
 * is well.
 */
#include "calls.h"
#include "expect.h"
#include "../../../../kernel/trace/dynevent/dynevent.h"
#include "../../../../kernel/trace/event/internal.h"
#include "../../../../kernel/trace/instance/internal.h"
#include "../../../../kernel/trace/trigger/hist/hist.h"

static char calls_text[16384];

/* The text of the last record of a synthetic event. */
static char calls_record[512];

static void calls_ran(const struct world_file *file, const char *text, size_t len, int ret)
{
	if (!file)
		snprintf(calls_record, sizeof(calls_record), "%.*s", (int)len, text);
}

static bool calls_recorded(const char *want)
{
	bool same = !strcmp(calls_record, want);

	if (!same)
		printf("got: %s\n", calls_record);
	calls_record[0] = '\0';
	return same;
}

static int calls_write(const char *name, const char *text)
{
	char *copy = strdup(text);
	int ret = world_file(name)->write(copy);

	free(copy);
	return ret;
}

static struct trace_event_file *calls_file_locked(const char *system, const char *name)
{
	return instance_file_find(&instance_global, system, name);
}

static struct trace_event_file *calls_file(const char *system, const char *name)
{
	guard(mutex)(&event_mutex);
	return calls_file_locked(system, name);
}

static bool calls_shows(const char *control, struct trace_event_file *file, const char *want)
{
	struct seq_file m = { .buf = calls_text, .size = sizeof(calls_text) };

	calls_text[0] = '\0';
	guard(mutex)(&event_mutex);
	world_control(control)->show(&m, file);
	return strstr(calls_text, want);
}

/* Synthetic events */

static void calls_synth_whole(struct trace_event_file *file)
{
	u64 vals[] = { -2ULL, (unsigned long)"text", -3ULL, 4 };

	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_recorded(""));
	expect(!synth_event_trace_array(file, vals, 3));
	expect(!calls_write("set_event", "calls"));
	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_recorded("calls: a=-2 b=text c=-3 d=4\n"));
	expect(synth_event_trace_array(file, vals, 3) == -EINVAL);
	expect(synth_event_trace_array(file, vals, 5) == -EINVAL);
	expect(synth_event_trace_array(NULL, vals, 4) == -EINVAL);
	expect(synth_event_trace_array(calls_file("sys", "one"), vals, 4) == -EINVAL);
	vals[1] = 0;
	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_recorded("calls: a=-2 b=(null) c=-3 d=4\n"));
	expect(!synth_event_trace(file, 4, 5ULL, (u64)(unsigned long)"x", 300ULL, 1ULL << 40));
	expect(calls_recorded("calls: a=5 b=x c=44 d=1099511627776\n"));
	expect(synth_event_trace(file, 65, 5ULL) == -EINVAL);
	expect(synth_event_trace(file, 3, 5ULL, 6ULL, 7ULL) == -EINVAL);
	expect(calls_recorded(""));
}

static void calls_synth_pieces(struct trace_event_file *file)
{
	struct synth_event_trace_state state;

	expect(!synth_event_trace_start(file, &state));
	expect(!synth_event_add_next_val(1, &state));
	expect(!synth_event_add_next_val((unsigned long)"two", &state));
	expect(synth_event_add_val("c", 3, &state) == -EINVAL);
	expect(!synth_event_add_next_val(3, &state));
	expect(!synth_event_add_next_val(4, &state));
	expect(synth_event_add_next_val(5, &state) == -EINVAL);
	expect(!synth_event_trace_end(&state));
	expect(calls_recorded("calls: a=1 b=two c=3 d=4\n"));

	expect(!synth_event_trace_start(file, &state));
	expect(!synth_event_add_val("d", 9, &state));
	expect(!synth_event_add_val("b", 0, &state));
	expect(synth_event_add_val("e", 1, &state) == -EINVAL);
	expect(synth_event_add_next_val(1, &state) == -EINVAL);
	expect(!synth_event_trace_end(&state));
	expect(calls_recorded("calls: a=0 b=(null) c=0 d=9\n"));

	expect(synth_event_trace_start(file, NULL) == -EINVAL);
	expect(synth_event_trace_end(NULL) == -EINVAL);
	expect(synth_event_add_next_val(1, NULL) == -EINVAL);
	expect(synth_event_add_val("a", 1, NULL) == -EINVAL);
	expect(synth_event_trace_start(calls_file("sys", "one"), &state) == -EINVAL);
	expect(synth_event_add_next_val(1, &state) == -EINVAL);
	expect(synth_event_add_val("a", 1, &state) == -EINVAL);
	expect(!synth_event_trace_end(&state));
	expect(synth_event_trace_start(calls_file("synthetic", "dynamic"), &state) == -EINVAL);
	expect(calls_recorded(""));

	/* An event that is not enabled accepts the same calls. */
	expect(!calls_write("set_event", "!calls"));
	expect(!synth_event_trace_start(file, &state));
	expect(!synth_event_add_next_val(1, &state));
	expect(synth_event_add_val("b", 1, &state) == -EINVAL);
	expect(!synth_event_trace_end(&state));
	expect(calls_recorded(""));
}

/* Each kind of field, with the option that prints the format of each. */
static void calls_synth_print(void)
{
	static const unsigned long stack[] = { 2, 0x1000, 0x2000 };
	struct trace_event_file *file = calls_file("synthetic", "dynamic");
	u64 vals[] = { (unsigned long)"dyn", 1, (unsigned long)stack, 1 };

	expect(!calls_write("set_event", "dynamic"));
	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_recorded("dynamic: s=dyn g=1 (1) k=STACK:\n=> 0x1000S\n=> 0x2000S\nb=1\n"));
	instance_global.options |= BIT_ULL(INSTANCE_OPT_VERBOSE);
	vals[2] = 0;
	vals[0] = 0;
	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_recorded("dynamic: %s s=(null) %x g=1 (1) %s k=STACK:\n%d b=1\n"));
	instance_global.options = 0;
}

/* More keys than the smallest histogram has elements. */
static void calls_synth_drops(struct trace_event_file *file)
{
	u64 vals[] = { 0, 0, 0, 0 };

	expect(!calls_write("set_event", "calls"));
	expect(!calls_write("synth-trigger", "hist:keys=d:vals=a:sort=d:size=128"));
	for (vals[3] = 0; vals[3] < 130; vals[3]++) {
		vals[0] = vals[3];
		expect(!synth_event_trace_array(file, vals, 4));
	}
	vals[3] = 127;
	vals[0] = -1ULL;
	expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_shows("hist", file, "{ d:        126 } hitcount:          1  a:        126\n"
			   "{ d:        127 } hitcount:          2  a:        126\n\n"
			   "Totals:\n    Hits: 129\n    Entries: 128\n    Dropped: 2\n"));
	expect(!calls_write("synth-trigger", "hist:keys=d:vals=a:sort=d:size=128:clear"));
	expect(calls_shows("hist", file, "Hits: 0\n    Entries: 0\n    Dropped: 0\n"));
	for (vals[3] = 0; vals[3] < 128; vals[3]++)
		expect(!synth_event_trace_array(file, vals, 4));
	expect(calls_shows("hist", file, "Hits: 128\n    Entries: 128\n    Dropped: 0\n"));
}

static void calls_synth(void)
{
	struct trace_event_file *file;

	expect(!calls_write("synthetic",
			    "dynamic char[] s; gfp_t g; unsigned long[] k; bool b"));
	expect(!calls_write("synthetic", "calls int a; char b[8]; s8 c; u64 d"));
	file = calls_file("synthetic", "calls");
	calls_synth_whole(file);
	calls_synth_pieces(file);
	calls_synth_print();
	calls_synth_drops(file);
	world_reset();
}

/* Commands that are put together */

static int calls_cmd_ran;

static int calls_cmd_run(struct dynevent_cmd *cmd)
{
	calls_cmd_ran++;
	return -EXFULL;
}

static void calls_cmd(void)
{
	char buf[16] = "????????????????";
	struct dynevent_cmd cmd;

	dynevent_cmd_init(&cmd, buf, sizeof(buf), DYNEVENT_TYPE_SYNTH, calls_cmd_run);
	expect(!buf[0] && buf[1] == '?' && cmd.type == DYNEVENT_TYPE_SYNTH);
	expect(dynevent_cmd_add(&cmd, NULL) == -EINVAL);
	expect(!dynevent_cmd_add(&cmd, "abc") && !strcmp(buf, "abc"));
	expect(dynevent_cmd_add_pair(&cmd, NULL, "x", '=', 0) == -EINVAL);
	expect(dynevent_cmd_add_pair(&cmd, "x", NULL, '=', 0) == -EINVAL);
	expect(!dynevent_cmd_add_pair(&cmd, "x", "y", '=', ';') && !strcmp(buf, "abc x=y;"));
	expect(!dynevent_cmd_add_pair(&cmd, "t", "v", 0, 0) && !strcmp(buf, "abc x=y; tv"));
	expect(!dynevent_cmd_add(&cmd, "1234") && !strcmp(buf, "abc x=y; tv1234"));
	expect(dynevent_create(&cmd) == -EXFULL && calls_cmd_ran == 1);
	/* A command that did not fit is not executed, even if less text follows. */
	expect(dynevent_cmd_add(&cmd, "5") == -E2BIG);
	expect(dynevent_cmd_add(&cmd, "") == -E2BIG);
	expect(dynevent_create(&cmd) == -EINVAL && calls_cmd_ran == 1);
	expect(!strcmp(buf, "abc x=y; tv1234"));
	dynevent_cmd_init(&cmd, buf, 4, DYNEVENT_TYPE_KPROBE, calls_cmd_run);
	expect(dynevent_cmd_add_pair(&cmd, "ab", "c", '=', 0) == -E2BIG);
	expect(dynevent_cmd_add_pair(&cmd, "a", "b", 0, 0) == -E2BIG);
	expect(dynevent_create(&cmd) == -EINVAL);
	dynevent_cmd_init(&cmd, buf, 4, DYNEVENT_TYPE_KPROBE, NULL);
	expect(dynevent_create(&cmd) == -EINVAL);
	buf[0] = '?';
	dynevent_cmd_init(&cmd, buf, 0, DYNEVENT_TYPE_KPROBE, calls_cmd_run);
	expect(buf[0] == '?' && dynevent_create(&cmd) == -EINVAL);
}

/* Enabling events, and the files "enable" */

static void calls_events(void)
{
	struct trace_event_file *one = calls_file("sys", "one");

	mutex_lock(&event_mutex);
	expect(instance_events_state(&instance_global, NULL) == '0');
	expect(instance_events_state(&instance_global, "nosuch") == '?');
	mutex_unlock(&event_mutex);
	expect(trace_array_set_clr_event(NULL, "sys", "one", true) == -ENOENT);
	expect(trace_array_set_clr_event(&instance_global, "sys", "none", true) == -EINVAL);
	expect(!trace_array_set_clr_event(&instance_global, "sys", "one", true));
	mutex_lock(&event_mutex);
	expect(one->flags & EVENT_FILE_FL_ENABLED);
	expect(instance_events_state(&instance_global, NULL) == 'X');
	expect(instance_events_state(&instance_global, "sys") == 'X');
	expect(instance_events_state(&instance_global, "modsys") == '0');
	mutex_unlock(&event_mutex);
	expect(!trace_set_clr_event("modsys", NULL, 1));
	expect(!trace_set_clr_event(NULL, "two", 1));
	mutex_lock(&event_mutex);
	expect(instance_events_state(&instance_global, NULL) == '1');
	expect(instance_events_state(&instance_global, "modsys") == '1');
	mutex_unlock(&event_mutex);
	expect(!trace_set_clr_event(NULL, NULL, 0));
	expect(trace_set_clr_event("sys", "three", 0) == -EINVAL);
	expect(!(one->flags & EVENT_FILE_FL_ENABLED));
	world_reset();
}

/* Event files of a second instance */

static struct trace_array calls_second;

static struct trace_event_file *calls_first_file(void)
{
	return list_entry(calls_second.files.next, struct trace_event_file, list);
}

static void calls_second_free(void)
{
	LIST_HEAD(removed);

	instance_files_detach(&calls_second, &removed);
	expect(list_empty(&calls_second.files) && list_empty(&calls_second.systems));
	instance_files_free(&removed);
}

/* Records of names and thread groups are counted while an event is enabled. */
static void calls_second_record(struct trace_event_file *file)
{
	const unsigned long both = EVENT_FILE_FL_RECORDED_CMD | EVENT_FILE_FL_RECORDED_TGID;

	instance_files_record(TRACE_COMM_NAME, true, NULL);
	expect(!(file->flags & both) && !world_comm[TRACE_COMM_NAME]);
	instance_global.options = BIT_ULL(INSTANCE_OPT_RECORD_CMD);
	calls_second.options = BIT_ULL(INSTANCE_OPT_RECORD_TGID);
	expect(!instance_file_set(file, true));
	expect((file->flags & both) == both);
	expect(world_comm[TRACE_COMM_NAME] == 1 && world_comm[TRACE_COMM_TGID] == 1);
	instance_files_record(TRACE_COMM_NAME, true, &calls_second);
	expect(world_comm[TRACE_COMM_NAME] == 1);
	instance_files_record(TRACE_COMM_NAME, false, &instance_global);
	expect((file->flags & both) == both);
	instance_files_record(TRACE_COMM_NAME, false, NULL);
	expect((file->flags & both) == EVENT_FILE_FL_RECORDED_TGID);
	expect(!world_comm[TRACE_COMM_NAME] && world_comm[TRACE_COMM_TGID] == 1);
	instance_files_record(TRACE_COMM_NAME, true, &calls_second);
	expect(world_comm[TRACE_COMM_NAME] == 1);
	expect(!instance_file_set(file, false));
	expect(!(file->flags & both));
	expect(!world_comm[TRACE_COMM_NAME] && !world_comm[TRACE_COMM_TGID]);
	/* An event that cannot be enabled records neither. */
	host_fail_at(1);
	expect(instance_file_set(file, true) == -ENOMEM);
	host_fail_at(0);
	expect(!(file->flags & (both | EVENT_FILE_FL_ENABLED)));
	expect(!world_comm[TRACE_COMM_NAME] && !world_comm[TRACE_COMM_TGID]);
	instance_global.options = 0;
	calls_second.options = 0;
}

/* Whether the OUTPUT flag of both instances is as wanted. */
static bool calls_output(bool global, bool second)
{
	struct trace_event_file *one = calls_file_locked("sys", "one");

	return !!(one->flags & EVENT_FILE_FL_OUTPUT) == global &&
	       !!(calls_first_file()->flags & EVENT_FILE_FL_OUTPUT) == second;
}

static void calls_second_flags(void)
{
	instance_files_flag(&calls_second, EVENT_FILE_FL_PID_FILTER, true);
	expect(calls_first_file()->flags & EVENT_FILE_FL_PID_FILTER);
	instance_files_flag(&calls_second, EVENT_FILE_FL_PID_FILTER, false);
	expect(!(calls_first_file()->flags & EVENT_FILE_FL_PID_FILTER));
	calls_second.options = BIT_ULL(INSTANCE_OPT_STACKTRACE);
	instance_files_output_all();
	expect(calls_output(false, true));
	calls_second.options = BIT_ULL(INSTANCE_OPT_USERSTACKTRACE);
	instance_files_output(&calls_second);
	expect(calls_output(false, true));
	calls_second.options = 0;
	instance_global.options = BIT_ULL(INSTANCE_OPT_STACKTRACE);
	instance_files_output(&calls_second);
	expect(calls_output(false, false));
	instance_files_output_all();
	expect(calls_output(true, false));
	instance_global.options = 0;
	instance_files_output_all();
	expect(calls_output(false, false));
}

static void calls_instances(void)
{
	struct trace_event_file *file;

	INIT_LIST_HEAD(&calls_second.files);
	INIT_LIST_HEAD(&calls_second.systems);
	list_add_tail(&calls_second.list, &instance_list);
	mutex_lock(&event_mutex);
	/* Only some systems. */
	calls_second.only_systems = "other,modsys";
	expect(!instance_files_create(&calls_second));
	expect(!instance_file_find(&calls_second, "sys", "one"));
	file = instance_file_find(&calls_second, "modsys", "three");
	expect(file && file == calls_first_file() && file->list.next == &calls_second.files);
	expect(!file->flags && !calls_second.print_file);
	calls_second_record(file);
	calls_second_flags();
	calls_second_free();
	calls_second.only_systems = NULL;
	/* All systems; options and pids give the new files their flags. */
	calls_second.options = BIT_ULL(INSTANCE_OPT_STACKTRACE);
	expect(!instance_files_create(&calls_second));
	expect(calls_first_file()->flags == EVENT_FILE_FL_OUTPUT);
	file = instance_file_find(&calls_second, "sys", "two");
	expect(file && file->system == instance_system_find(&calls_second, "sys"));
	expect(file->system == calls_first_file()->system);
	expect(instance_system_find(&calls_second, "sys")->count == 2);
	expect(instance_events_state(&calls_second, NULL) == '0');
	expect(!instance_file_set(file, true));
	expect(instance_events_state(&calls_second, "sys") == 'X');
	expect(instance_events_state(&instance_global, NULL) == '0');
	calls_second_free();
	calls_second.options = 0;
	list_del(&calls_second.list);
	mutex_unlock(&event_mutex);
	world_reset();
}

/* poll() of a hist file */

static void calls_poll(void)
{
	struct trace_event_file *one = calls_file("sys", "one");
	struct instance_control *hist = world_control("hist");

	expect(!calls_write("trigger", "hist:keys=id"));
	expect(!calls_write("trigger", "hist:keys=q if id > 2"));
	expect(hist->count(one, true) == 0);
	host_wakeups = 0;
	world_fire();
	expect(!host_wakeups);
	expect(hist->count(one, false) == 9);
	host_sleeper = true;
	expect(hist->count(one, false) == 9);
	world_fire();
	expect(!host_wakeups);
	/* The first hit of each of both wakes up pollers. */
	expect(hist->count(one, true) == 18);
	world_fire();
	expect(host_wakeups == 2);
	world_fire();
	expect(host_wakeups == 2);
	/* The number of hits has changed. */
	expect(!calls_write("trigger", "hist:keys=id:clear"));
	expect(host_wakeups == 3);
	expect(hist->count(one, false) == 12);
	/* So do a histogram that is removed or added, and an event that is removed. */
	expect(!calls_write("trigger", "!hist:keys=q if id > 2"));
	expect(host_wakeups == 4 && hist->count(one, false) == 0);
	expect(!calls_write("trigger", "hist:keys=b"));
	expect(host_wakeups == 5);
	mutex_lock(&event_mutex);
	instance_notify(file_removed, calls_file_locked("modsys", "three"));
	mutex_unlock(&event_mutex);
	expect(host_wakeups == 6);
	host_sleeper = false;
	expect(!calls_write("trigger", "!hist:keys=b"));
	expect(host_wakeups == 6);
	world_reset();
}

/* Records */

static noinline unsigned long calls_hook(struct trace_event_file *file, void *rec)
{
	unsigned long after = event_trigger_ops.record(file, rec, NULL);

	/* Not a tail call. */
	__asm__ volatile("" : : "r" (rec) : "memory");
	return after;
}

/* An array of characters without a NUL that is longer than a key. */
static void calls_long_text(void)
{
	struct trace_event_file *one = calls_file("sys", "one");
	const unsigned int at = 400, len = 600;
	struct event_field field;
	char *rec = calloc(1, at + len), want[300] = "{ dyn: ";

	expect(event_field_find(one->event_call, "dyn", &field));
	*(u32 *)(rec + field.offset) = at | len << 16;
	memset(rec + at, 't', len);
	expect(!calls_write("trigger", "hist:keys=dyn:x=dyn"));
	expect(!calls_hook(one, rec));
	memset(want + strlen(want), 't', 255);
	strcat(want, " } hitcount:          1\n");
	expect(calls_shows("hist", one, want));
	free(rec);
	world_reset();
}

/* The stack trace begins three frames after the return address of the hook. */
static void calls_stack(void)
{
	struct trace_event_file *one = calls_file("sys", "one");
	char rec[512] = "";

	expect(!calls_write("trigger", "hist:keys=common_stacktrace"));
	host_stack_within = (unsigned long)calls_hook;
	expect(!calls_hook(one, rec));
	host_stack_within = 0;
	expect(calls_shows("hist", one, "{ common_stacktrace:\n         0x301S\n"
			   "         0x302S\n}"));
	world_reset();
}

/* Code that uses the file of an event runs until a grace period has passed. */
static void calls_wait(void)
{
	expect(!calls_write("synthetic", "wait u64 a"));
	host_waits = 0;
	expect(!calls_write("synthetic", "!wait") && !host_waits);
	expect(!calls_write("synthetic", "wait u64 a"));
	expect(!calls_write("set_event", "wait") && !calls_write("set_event", "!wait"));
	host_waits = 0;
	expect(!calls_write("synthetic", "!wait") && host_waits == 1);
}

/* Commands do not refer to an event whose module is being unloaded. */
static void calls_module_leaves(void)
{
	host_module_leaves = true;
	expect(calls_write("function", "schedule:enable_event:modsys:three") == -EBUSY);
	expect(calls_write("trigger", "enable_event:modsys:three") == -EBUSY);
	host_module_leaves = false;
	expect(!calls_write("function", "schedule:enable_event:modsys:three"));
	expect(!calls_write("trigger", "enable_event:modsys:three"));
	world_reset();
}

/* Kinds of dynamic events are told of modules that come and go. */

static unsigned int calls_loads, calls_unloads;

static void calls_load(struct dynevent *ev, struct module *mod)
{
	calls_loads++;
}

static void calls_unload(struct dynevent *ev, struct module *mod)
{
	calls_unloads++;
}

static void calls_modules(void)
{
	static const struct dynevent_kind kind = {
		.module_load = calls_load, .module_unload = calls_unload,
	};
	struct dynevent ev;

	mutex_lock(&dynevent_lock);
	dynevent_add(&ev, &kind, "event");
	mutex_unlock(&dynevent_lock);
	world_module_load(true);
	expect(calls_loads == 1 && !calls_unloads);
	world_module_load(false);
	expect(calls_loads == 1 && calls_unloads == 1);
	mutex_lock(&dynevent_lock);
	dynevent_del(&ev);
	mutex_unlock(&dynevent_lock);
}

/* trace_trigger= on the kernel command line */

static const char * const calls_boots[] = {
	"one.hist:keys=id if id > 1", "one.nosuch", "two.hist:keys=q if ", ".x", "one.", "one",
	"later.traceoff:3", "two.enable_event:synthetic:later", "one.stacktrace",
};

/* The handler keeps pointers into the text. */
static char calls_boot_words[2048];

static void calls_boot_word(const char *word)
{
	size_t len = strlen(calls_boot_words);

	snprintf(calls_boot_words + len, sizeof(calls_boot_words) - len, "%s%s",
		 len ? "," : "", word);
}

static void calls_added(struct trace_event_file *file)
{
	struct instance_listener *pos;

	list_for_each_entry(pos, &instance_listeners, node) {
		if (pos->file_added)
			expect(!pos->file_added(file));
	}
}

static void calls_boot(void)
{
	struct trace_event_file *one = calls_file("sys", "one"), *later;
	char word[32];
	unsigned int i;
	loff_t pos = 0;

	for (i = 0; i < ARRAY_SIZE(calls_boots); i++)
		calls_boot_word(calls_boots[i]);
	expect(host_param("trace_trigger=", calls_boot_words));
	/* As if the events of sys were added now. */
	mutex_lock(&event_mutex);
	calls_added(one);
	calls_added(calls_file_locked("sys", "two"));
	mutex_unlock(&event_mutex);
	expect(calls_shows("trigger", one, " if id > 1 [active]\n"));
	expect(calls_shows("trigger", one, "stacktrace:unlimited\n"));
	expect(calls_shows("trigger", calls_file("sys", "two"), "# Available"));
	expect(!calls_write("synthetic", "later u64 a"));
	later = calls_file("synthetic", "later");
	expect(calls_shows("trigger", later, "traceoff:count=3\n"));
	/* What failed so early is tried again. */
	expect(!host_initcall_sync());
	expect(calls_shows("trigger", calls_file("sys", "two"),
			   "enable_event:synthetic:later:unlimited\n"));
	expect(!calls_shows("trigger", calls_file("sys", "two"), "hist"));
	/* The filter that is missing is not parsed. */
	expect(!trace_error_log_seq_start(&instance_global.errors, &pos));
	trace_error_log_seq_stop();
	world_reset();
	/* There is space for 32 of them: 6 are taken. */
	calls_boot_words[0] = '\0';
	for (i = 0; i < 30; i++) {
		snprintf(word, sizeof(word), "z%u.traceoff", i);
		calls_boot_word(word);
	}
	expect(host_param("trace_trigger=", calls_boot_words));
	expect(!calls_write("synthetic", "z25 u64 a"));
	expect(calls_shows("trigger", calls_file("synthetic", "z25"), "traceoff:unlimited\n"));
	expect(!calls_write("synthetic", "z26 u64 a"));
	expect(calls_shows("trigger", calls_file("synthetic", "z26"), "# Available"));
	expect(!host_initcall_sync());
	world_reset();
}

#define CALLS_MAP_BITS	5
#define CALLS_MAP_ELTS	BIT(CALLS_MAP_BITS)

/* All searches begin at the last slots, and continue at the first one. */
static u32 calls_map_hash(u64 nr)
{
	return 0xf8000000 | (nr % 3 << 26) | nr % 2;
}

static struct hist_elt *calls_map_find(const struct hist_map *map, u64 nr)
{
	const u64 key[] = { nr / 4, nr % 4 };

	return hist_map_find(map, key, ARRAY_SIZE(key), calls_map_hash(nr));
}

static struct hist_elt *calls_map_insert(struct hist_map *map, u64 nr)
{
	const u64 key[] = { nr / 4, nr % 4 };

	return hist_map_insert(map, key, calls_map_hash(nr));
}

/* Fill a map. A key that is inserted twice has one element. */
static void calls_map_fill(struct hist_map *map)
{
	struct hist_elt *elts[CALLS_MAP_ELTS];
	unsigned int i, j;

	for (i = 0; i < CALLS_MAP_ELTS; i++) {
		expect(!calls_map_find(map, i));
		elts[i] = calls_map_insert(map, i);
		expect(elts[i] && !elts[i]->words[2]);
		elts[i]->words[2] = i + 1;
		/* The element that was not needed is that of the next key. */
		if (i < CALLS_MAP_ELTS - 1)
			expect(calls_map_insert(map, i / 2) == elts[i / 2]);
		for (j = 0; j <= i; j++)
			expect(calls_map_find(map, j) == elts[j] && elts[j]->words[2] == j + 1);
	}
	for (j = 0; j < 3; j++)
		expect(!calls_map_insert(map, i + j) && !calls_map_find(map, i + j));
	expect(atomic_read(&map->next) == CALLS_MAP_ELTS);
	for (j = 0; j < i; j++)
		expect(calls_map_find(map, j) == elts[j]);
}

/* The maps of histograms: keys with the same slot, all elements in use, and none. */
static void calls_map(void)
{
	struct hist_map *map = hist_map_alloc(CALLS_MAP_BITS, 2, 3);

	calls_map_fill(map);
	atomic64_set(&map->drops, 7);
	hist_map_clear(map);
	expect(!atomic_read(&map->next) && !atomic64_read(&map->drops));
	calls_map_fill(map);
	hist_map_put(map);
	hist_map_put(NULL);
}

/* Histograms share a map by a name only if they have the same actions. */
static void calls_named(void)
{
	static const char plain[] = "hist:name=n:keys=next_pid:v=q";
	static const char acting[] = "hist:name=n:keys=next_pid:v=q:onmatch(sys.one).nm(q)";

	expect(!calls_write("synthetic", "nm u64 a"));
	expect(!calls_write("trigger", plain));
	expect(calls_write("two", acting) == -EINVAL);
	expect(!calls_write("two", plain));
	world_reset();
}

bool calls_test(void)
{
	world_ran = calls_ran;
	calls_synth();
	calls_cmd();
	calls_events();
	calls_instances();
	calls_poll();
	calls_long_text();
	calls_stack();
	calls_wait();
	calls_module_leaves();
	calls_modules();
	calls_boot();
	calls_map();
	calls_named();
	world_ran = NULL;
	return !expect_failed;
}
