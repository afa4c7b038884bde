// SPDX-License-Identifier: GPL-2.0
/*
 * Perfetto's trace format: scheduling as events of ftrace, everything else as events on the
 * tracks of tasks, interrupts, counters and CPUs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "perfetto.h"
#include "sink.h"
#include "text.h"
#include "track.h"

/* The kind of a track is in the upper bits of its uuid. */
#define SINK_UUID(kind, nr)	((uint64_t)(kind) << 48 | (nr))
#define SINK_UUID_TASK		1
#define SINK_UUID_PROCESS	2
#define SINK_UUID_LOST		3
#define SINK_UUID_COUNTER	(1ULL << 63)	/* or'ed to a hash */

/* Counter tracks that are known to be described; one that is forgotten is described again. */
#define SINK_COUNTERS		4096

/**
 * struct sink_event - numbers of the names of an event; view_event.priv
 * @next: another one of this output
 * @generation: in which the numbers are valid
 * @category: of the system
 * @name: of the event
 * @fields: of its own fields
 */
struct sink_event {
	struct sink_event *next;
	unsigned int generation;
	unsigned int category;
	unsigned int name;
	unsigned int fields[];
};

/**
 * struct sink_perfetto - an output
 * @perfetto: packets
 * @several: there is more than one machine, so names say of which one they are
 * @cpu_base: number of the first CPU of each machine
 * @nr_machines: of @cpu_base
 * @tracks: of all tasks
 * @events: of all events that were instants
 * @counters: uuids of counter tracks, and of those of lost records; direct mapped
 * @record: the latest one, valid in the callbacks that it causes
 * @text: for values
 */
struct sink_perfetto {
	struct perfetto perfetto;
	bool several;
	unsigned int *cpu_base;
	unsigned int nr_machines;
	struct track *tracks;
	struct sink_event *events;
	uint64_t counters[SINK_COUNTERS];
	const struct view_record *record;
	struct text *text;
};

static unsigned int sink_cpu(const struct sink_perfetto *sink,
			     const struct view_machine *machine, unsigned int cpu)
{
	return machine->nr < sink->nr_machines ? sink->cpu_base[machine->nr] + cpu : cpu;
}

/* The idle tasks have pid 0 on each machine. */
static int sink_pid(const struct view_machine *machine, int pid)
{
	return pid ? track_pid(machine, pid) : 0;
}

/* Put a name into @sink->text, behind that of its machine if there are several. */
static void sink_text(struct sink_perfetto *sink, const struct view_machine *machine,
		      const char *name, unsigned int len)
{
	sink->text->len = 0;
	if (sink->several) {
		text_string(sink->text, machine->name, strlen(machine->name));
		text_string(sink->text, ": ", 2);
	}
	text_string(sink->text, name, len);
}

static void sink_text_field(struct sink_perfetto *sink, struct pb *pb, unsigned int number)
{
	pb_bytes(pb, number, sink->text->bytes, sink->text->len);
}

/* A track that is no thread: its name, a number unless it is negative, and its machine. */
static void sink_track(struct sink_perfetto *sink, uint64_t ts, uint64_t uuid,
		       const struct view_machine *machine, const char *name, int number)
{
	struct pb *packet = &sink->perfetto.packet;
	char words[64];
	size_t begin;

	snprintf(words, sizeof(words), "%s %d", name, number);
	sink_text(sink, machine, words, strlen(words));
	perfetto_begin(&sink->perfetto, ts);
	begin = pb_open(packet, PF_PACKET_TRACK);
	pb_uint(packet, PF_TRACK_UUID, uuid);
	sink_text_field(sink, packet, PF_TRACK_NAME);
	pb_close(packet, begin);
	perfetto_end(&sink->perfetto);
}

static void sink_thread(struct sink_perfetto *sink, uint64_t ts, const struct timeline_task *task)
{
	struct pb *packet = &sink->perfetto.packet;
	int tgid = task->tgid > 0 ? task->tgid : task->pid;
	size_t begin, within;

	sink_text(sink, task->machine, task->comm, strnlen(task->comm, sizeof(task->comm)));
	if (tgid == task->pid) {
		perfetto_begin(&sink->perfetto, ts);
		begin = pb_open(packet, PF_PACKET_TRACK);
		pb_uint(packet, PF_TRACK_UUID, SINK_UUID(SINK_UUID_PROCESS, task->nr));
		within = pb_open(packet, PF_TRACK_PROCESS);
		pb_uint(packet, PF_PROCESS_PID, sink_pid(task->machine, tgid));
		sink_text_field(sink, packet, PF_PROCESS_NAME);
		pb_close(packet, within);
		pb_close(packet, begin);
		perfetto_end(&sink->perfetto);
	}
	perfetto_begin(&sink->perfetto, ts);
	begin = pb_open(packet, PF_PACKET_TRACK);
	pb_uint(packet, PF_TRACK_UUID, SINK_UUID(SINK_UUID_TASK, task->nr));
	within = pb_open(packet, PF_TRACK_THREAD);
	pb_uint(packet, PF_THREAD_PID, sink_pid(task->machine, tgid));
	pb_uint(packet, PF_THREAD_TID, sink_pid(task->machine, task->pid));
	sink_text_field(sink, packet, PF_THREAD_NAME);
	pb_close(packet, within);
	pb_close(packet, begin);
	perfetto_end(&sink->perfetto);
}

/* The track of a task; it is described before it is used, and after the name changed. */
static uint64_t sink_describe(struct sink_perfetto *sink, uint64_t ts,
			      const struct timeline_task *task)
{
	struct track *track = track_get(&sink->tracks, task);
	uint64_t uuid = SINK_UUID(SINK_UUID_TASK, task->nr);

	if (!track || track->described)
		return uuid;
	track->described = true;
	if (task->irq)
		sink_track(sink, ts, uuid, task->machine, "interrupts of CPU", task->cpu);
	else if (task->cpu >= 0 || !task->pid)
		sink_track(sink, ts, uuid, task->machine, "idle task of CPU", task->cpu);
	else
		sink_thread(sink, ts, task);
	return uuid;
}

/* Begin a packet with a track event; sink_event_end() ends it. */
static size_t sink_event(struct sink_perfetto *sink, uint64_t ts, unsigned int type, uint64_t track)
{
	struct pb *packet = &sink->perfetto.packet;
	size_t begin;

	perfetto_begin(&sink->perfetto, ts);
	begin = pb_open(packet, PF_PACKET_TRACK_EVENT);
	pb_uint(packet, PF_EVENT_TYPE, type);
	pb_uint(packet, PF_EVENT_TRACK, track);
	return begin;
}

static void sink_event_end(struct sink_perfetto *sink, size_t begin)
{
	pb_close(&sink->perfetto.packet, begin);
	perfetto_end(&sink->perfetto);
}

static void sink_category(struct sink_perfetto *sink, const char *name)
{
	perfetto_named(&sink->perfetto, PERFETTO_CATEGORY, PF_EVENT_CATEGORY_IID,
		       PF_EVENT_CATEGORY, name, strlen(name));
}

static void sink_name(struct sink_perfetto *sink, const char *name, unsigned int len)
{
	perfetto_named(&sink->perfetto, PERFETTO_EVENT, PF_EVENT_NAME_IID, PF_EVENT_NAME, name,
		       len);
}

static void sink_flag(struct sink_perfetto *sink, const char *name)
{
	struct pb *packet = &sink->perfetto.packet;
	size_t begin = pb_open(packet, PF_EVENT_ANNOTATION);

	perfetto_named(&sink->perfetto, PERFETTO_ANNOTATION, PF_ANNOTATION_IID,
		       PF_ANNOTATION_NAME, name, strlen(name));
	pb_uint(packet, PF_ANNOTATION_BOOL, 1);
	pb_close(packet, begin);
}

static void sink_note(struct sink_perfetto *sink, const char *name, const char *text, size_t len)
{
	struct pb *packet = &sink->perfetto.packet;
	size_t begin = pb_open(packet, PF_EVENT_ANNOTATION);

	perfetto_named(&sink->perfetto, PERFETTO_ANNOTATION, PF_ANNOTATION_IID,
		       PF_ANNOTATION_NAME, name, strlen(name));
	pb_utf8(packet, PF_ANNOTATION_STRING, text, len);
	pb_close(packet, begin);
}

static void sink_task(void *priv, struct timeline_task *task)
{
	struct sink_perfetto *sink = priv;

	track_task(&sink->tracks, task);
}

/* The numbers of an event's names in the packet that is being written. */
static struct sink_event *sink_names(struct sink_perfetto *sink, struct view_event *event)
{
	struct sink_event *names = event->priv;
	struct perfetto *perfetto = &sink->perfetto;

	if (!names) {
		names = calloc(1, sizeof(*names) + event->nr_own * sizeof(names->fields[0]));
		if (!names) {
			perfetto->packet.failed = true;
			return NULL;
		}
		names->next = sink->events;
		sink->events = names;
		event->priv = names;
	}
	if (names->generation == perfetto->generation)
		return names;

	names->generation = perfetto->generation;
	names->category = perfetto_name(perfetto, PERFETTO_CATEGORY, event->system,
					strlen(event->system));
	names->name = perfetto_name(perfetto, PERFETTO_EVENT, event->name, strlen(event->name));
	for (unsigned int i = 0; i < event->nr_own; i++)
		names->fields[i] = perfetto_name(perfetto, PERFETTO_ANNOTATION,
						 event->fields[i].name,
						 strlen(event->fields[i].name));
	return names;
}

static void sink_field(struct sink_perfetto *sink, const struct view_record *record,
		       const struct view_field *field, unsigned int iid)
{
	struct pb *packet = &sink->perfetto.packet;
	size_t begin = pb_open(packet, PF_EVENT_ANNOTATION);
	uint64_t value;

	if (iid)
		pb_uint(packet, PF_ANNOTATION_IID, iid);
	else
		pb_utf8(packet, PF_ANNOTATION_NAME, field->name, strlen(field->name));

	value = view_field_number(record, field);
	if (field->type == VIEW_TYPE_UNSIGNED) {
		pb_uint(packet, PF_ANNOTATION_UINT, value);
	} else if (field->type == VIEW_TYPE_SIGNED) {
		pb_uint(packet, PF_ANNOTATION_INT, value);
	} else if (field->type == VIEW_TYPE_POINTER &&
		   !view_symbol(record->event->machine, value, NULL)) {
		pb_uint(packet, PF_ANNOTATION_POINTER, value);
	} else {
		sink->text->len = 0;
		text_field(sink->text, record, field);
		sink_text_field(sink, packet, PF_ANNOTATION_STRING);
	}
	pb_close(packet, begin);
}

/* Write the fields of a record as annotations. */
static void sink_fields(struct sink_perfetto *sink, const struct view_record *record)
{
	const struct view_event *event = record->event;
	struct sink_event *names = sink_names(sink, record->event);

	for (unsigned int i = 0; names && i < event->nr_own; i++)
		sink_field(sink, record, &event->fields[i], names->fields[i]);
}

static void sink_begin(struct sink_perfetto *sink, const struct timeline_slice *slice,
		       bool begin_cut)
{
	uint64_t track = sink_describe(sink, slice->begin, slice->task);
	size_t begin = sink_event(sink, slice->begin, PF_TYPE_BEGIN, track);

	sink_category(sink, track_category(slice->what));
	/* Symbols of another machine may have the same addresses. */
	if (slice->addr && !slice->task->machine->nr)
		perfetto_function(&sink->perfetto, slice->addr, slice->name, slice->name_len);
	else
		sink_name(sink, slice->name, slice->name_len);
	if (begin_cut)
		sink_flag(sink, "begin not recorded");
	else if (track_args(slice, sink->record, false))
		sink_fields(sink, sink->record);
	sink_event_end(sink, begin);
}

static void sink_slice_begin(void *priv, const struct timeline_slice *slice)
{
	struct sink_perfetto *sink = priv;

	if (track_begin(track_get(&sink->tracks, slice->task), slice))
		sink_begin(sink, slice, slice->cut);
}

static void sink_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct sink_perfetto *sink = priv;
	bool begun = track_end(track_get(&sink->tracks, slice->task), slice);
	size_t begin;

	/* Readers sort by time, so the begin may be written now. */
	if (!begun) {
		if (!slice->cut)
			return;
		sink_begin(sink, slice, true);
	}
	begin = sink_event(sink, slice->end, PF_TYPE_END,
			   SINK_UUID(SINK_UUID_TASK, slice->task->nr));
	if (begun && slice->cut)
		sink_flag(sink, "end not recorded");
	else if (begun && track_args(slice, sink->record, true))
		sink_fields(sink, sink->record);
	sink_event_end(sink, begin);
}

static void sink_comm(struct sink_perfetto *sink, struct pb *pb, unsigned int number,
		      const struct view_record *record, const struct view_field *field)
{
	unsigned int len;
	const char *comm = view_field_bytes(record, field, &len);

	sink_text(sink, record->event->machine, comm, len);
	sink_text_field(sink, pb, number);
}

static void sink_switch(struct sink_perfetto *sink, struct pb *pb,
			const struct view_record *record)
{
	const struct view_field *const *roles = record->event->roles;
	const struct view_machine *machine = record->event->machine;
	size_t begin = pb_open(pb, PF_FTRACE_SWITCH);

	sink_comm(sink, pb, 1, record, roles[2]);
	pb_uint(pb, 2, sink_pid(machine, view_field_number(record, roles[0])));
	pb_uint(pb, 3, view_field_number(record, roles[5]));
	pb_uint(pb, 4, view_field_number(record, roles[4]));
	sink_comm(sink, pb, 5, record, roles[3]);
	pb_uint(pb, 6, sink_pid(machine, view_field_number(record, roles[1])));
	pb_uint(pb, 7, view_field_number(record, roles[6]));
	pb_close(pb, begin);
}

static void sink_wakeup(struct sink_perfetto *sink, struct pb *pb,
			const struct view_record *record, unsigned int number)
{
	const struct view_field *const *roles = record->event->roles;
	const struct view_machine *machine = record->event->machine;
	size_t begin = pb_open(pb, number);

	sink_comm(sink, pb, 1, record, roles[1]);
	pb_uint(pb, 2, sink_pid(machine, view_field_number(record, roles[0])));
	if (roles[2])
		pb_uint(pb, 3, view_field_number(record, roles[2]));
	pb_uint(pb, 4, 1);
	if (roles[3])
		pb_uint(pb, 5, sink_cpu(sink, machine, view_field_number(record, roles[3])));
	pb_close(pb, begin);
}

static void sink_power(struct sink_perfetto *sink, struct pb *pb,
		       const struct view_record *record, unsigned int number)
{
	const struct view_field *const *roles = record->event->roles;
	size_t begin = pb_open(pb, number);

	pb_uint(pb, 1, view_field_number(record, roles[0]) & UINT32_MAX);
	pb_uint(pb, 2, sink_cpu(sink, record->event->machine,
				view_field_number(record, roles[1])));
	pb_close(pb, begin);
}

/* Does ftrace's own message of Perfetto's hold all that the event says? */
static bool sink_is_ftrace(const struct view_record *record)
{
	switch (record->event->kind) {
	case VIEW_KIND_SWITCH:
	case VIEW_KIND_WAKING:
	case VIEW_KIND_WAKEUP:
	case VIEW_KIND_CPU_IDLE:
	case VIEW_KIND_CPU_FREQUENCY:
		return true;
	default:
		return false;
	}
}

static void sink_record(void *priv, const struct view_record *record)
{
	struct sink_perfetto *sink = priv;
	const struct view_machine *machine = record->event->machine;
	unsigned int cpu;
	size_t begin;
	struct pb *pb;

	sink->record = record;
	if (!sink_is_ftrace(record))
		return;
	cpu = sink_cpu(sink, machine, record->cpu);
	pb = perfetto_ftrace(&sink->perfetto, cpu, record->ts, sink_pid(machine, record->pid),
			     &begin);
	if (!pb)
		return;
	switch (record->event->kind) {
	case VIEW_KIND_SWITCH:
		sink_switch(sink, pb, record);
		break;
	case VIEW_KIND_WAKING:
		sink_wakeup(sink, pb, record, PF_FTRACE_WAKING);
		break;
	case VIEW_KIND_WAKEUP:
		sink_wakeup(sink, pb, record, PF_FTRACE_WAKEUP);
		break;
	case VIEW_KIND_CPU_IDLE:
		sink_power(sink, pb, record, PF_FTRACE_IDLE);
		break;
	default:
		sink_power(sink, pb, record, PF_FTRACE_FREQUENCY);
	}
	perfetto_ftrace_end(&sink->perfetto, cpu, begin);
}

/* A message is named by its text: it is what one looks for. */
static void sink_message(struct sink_perfetto *sink, const struct view_record *record)
{
	sink->text->len = 0;
	text_message(sink->text, record);
	sink_text_field(sink, &sink->perfetto.packet, PF_EVENT_NAME);
}

static void sink_instant(void *priv, const struct view_record *record,
			 struct timeline_task *task)
{
	struct sink_perfetto *sink = priv;
	struct pb *packet = &sink->perfetto.packet;
	struct view_event *event = record->event;
	struct sink_event *names;
	uint64_t track;
	size_t begin;

	if (sink_is_ftrace(record))
		return;
	track = sink_describe(sink, record->ts, task);
	begin = sink_event(sink, record->ts, PF_TYPE_INSTANT, track);
	names = sink_names(sink, event);
	if (!names)
		return;
	if (names->category)
		pb_uint(packet, PF_EVENT_CATEGORY_IID, names->category);
	else
		pb_utf8(packet, PF_EVENT_CATEGORY, event->system, strlen(event->system));
	if (text_is_message(record))
		sink_message(sink, record);
	else if (names->name)
		pb_uint(packet, PF_EVENT_NAME_IID, names->name);
	else
		pb_utf8(packet, PF_EVENT_NAME, event->name, strlen(event->name));
	sink_fields(sink, record);
	sink_event_end(sink, begin);
}

static void sink_stack(void *priv, const struct view_record *record, struct timeline_task *task,
		       const uint64_t *frames, unsigned int nr, bool user)
{
	struct sink_perfetto *sink = priv;
	struct text *text = sink->text;
	uint64_t track = sink_describe(sink, record->ts, task);
	size_t begin = sink_event(sink, record->ts, PF_TYPE_INSTANT, track);

	sink_category(sink, "stack");
	sink_name(sink, user ? "user stack" : "kernel stack", user ? 10 : 12);
	text->len = 0;
	for (unsigned int i = 0; i < nr; i++) {
		if (i)
			text_string(text, "\n", 1);
		if (user)
			text_user_symbol(text, record, frames[i], i);
		else
			text_symbol(text, record->event->machine, frames[i]);
	}
	sink_note(sink, "stack", text->bytes, text->len);
	sink_event_end(sink, begin);
}

/* Remember that a track was described; false if that is known already. */
static bool sink_is_new(struct sink_perfetto *sink, uint64_t uuid)
{
	uint64_t *slot = &sink->counters[(uuid ^ uuid >> 32) % SINK_COUNTERS];

	if (*slot == uuid)
		return false;
	*slot = uuid;
	return true;
}

/* Write a value of a counter. Its track is @parent's, and known by the hash of its name. */
static void sink_count(struct sink_perfetto *sink, uint64_t ts, uint64_t parent,
		       const struct view_machine *machine, const char *name, unsigned int len,
		       int64_t value)
{
	struct pb *packet = &sink->perfetto.packet;
	uint64_t uuid = 0xcbf29ce484222325ULL ^ parent ^ (uint64_t)machine->nr << 32;
	size_t begin;

	for (unsigned int i = 0; i < len; i++)
		uuid = (uuid ^ (unsigned char)name[i]) * 0x100000001b3ULL;
	uuid |= SINK_UUID_COUNTER;

	if (sink_is_new(sink, uuid)) {
		sink_text(sink, machine, name, len);
		perfetto_begin(&sink->perfetto, ts);
		begin = pb_open(packet, PF_PACKET_TRACK);
		pb_uint(packet, PF_TRACK_UUID, uuid);
		if (parent)
			pb_uint(packet, PF_TRACK_PARENT, parent);
		sink_text_field(sink, packet, PF_TRACK_NAME);
		pb_close(packet, pb_open(packet, PF_TRACK_COUNTER));
		pb_close(packet, begin);
		perfetto_end(&sink->perfetto);
	}
	begin = sink_event(sink, ts, PF_TYPE_COUNTER, uuid);
	pb_uint(packet, PF_EVENT_COUNTER, value);
	sink_event_end(sink, begin);
}

static void sink_counter(void *priv, const struct view_record *record,
			 struct timeline_task *task, const char *name, unsigned int name_len,
			 int64_t value)
{
	struct sink_perfetto *sink = priv;
	uint64_t parent;

	if (sink_is_ftrace(record))
		return;
	parent = sink_describe(sink, record->ts, task);
	sink_count(sink, record->ts, parent, record->event->machine, name, name_len, value);
}

static void sink_latency_ns(void *priv, const struct view_record *record,
			    struct timeline_task *task, const char *which, uint64_t ns)
{
	char name[64];

	/* What the record says beside the latency. */
	if (record->event->kind == VIEW_KIND_OSNOISE || record->event->kind == VIEW_KIND_TIMERLAT)
		sink_instant(priv, record, task);

	snprintf(name, sizeof(name), "%s CPU %d", which, record->cpu);
	sink_count(priv, record->ts, 0, record->event->machine, name, strlen(name), ns);
}

static void sink_lost(void *priv, const struct view_record *record)
{
	struct sink_perfetto *sink = priv;
	const struct view_machine *machine = record->event->machine;
	unsigned int cpu = sink_cpu(sink, machine, record->cpu);
	uint64_t uuid = SINK_UUID(SINK_UUID_LOST, cpu);
	char name[64] = "unknown number of records lost";
	const char *buffer = record->buffer->name;
	size_t begin;

	perfetto_ftrace_lost(&sink->perfetto, cpu);
	if (sink_is_new(sink, uuid))
		sink_track(sink, record->ts, uuid, machine, "lost records of CPU", record->cpu);
	if (record->missed != VIEW_MISSED_UNKNOWN)
		snprintf(name, sizeof(name), "%llu records lost",
			 (unsigned long long)record->missed);
	begin = sink_event(sink, record->ts, PF_TYPE_INSTANT, uuid);
	sink_category(sink, "lost");
	pb_str(&sink->perfetto.packet, PF_EVENT_NAME, name);
	sink_note(sink, "buffer", buffer, strlen(buffer));
	sink_event_end(sink, begin);
}

static void sink_free(struct sink_perfetto *sink)
{
	if (!sink)
		return;
	while (sink->events) {
		struct sink_event *event = sink->events;

		sink->events = event->next;
		free(event);
	}
	track_free(&sink->tracks);
	free(sink->cpu_base);
	free(sink->text);
	free(sink);
}

static void *sink_open(const struct sink_options *options, struct view_source *source)
{
	struct sink_perfetto *sink = calloc(1, sizeof(*sink));
	unsigned int nr = view_source_machines(source), base = 0;

	if (sink) {
		sink->text = text_new();
		sink->cpu_base = calloc(nr ? nr : 1, sizeof(*sink->cpu_base));
	}
	if (!sink || !sink->cpu_base || !sink->text) {
		fprintf(stderr, "trace-view: no memory for the output\n");
		sink_free(sink);
		return NULL;
	}
	sink->nr_machines = nr;
	sink->several = nr > 1;
	for (unsigned int i = 0; i < nr; i++) {
		sink->cpu_base[i] = base;
		base += view_source_machine(source, i)->nr_cpus;
	}
	if (perfetto_open(&sink->perfetto, options->path)) {
		sink_free(sink);
		return NULL;
	}
	return sink;
}

static int sink_close(void *priv, struct view_source *source)
{
	struct sink_perfetto *sink = priv;
	int ret = perfetto_close(&sink->perfetto);

	sink_free(sink);
	return ret;
}

static const struct timeline_ops sink_ops = {
	.record = sink_record,
	.task = sink_task,
	.slice_begin = sink_slice_begin,
	.slice_end = sink_slice_end,
	.instant = sink_instant,
	.counter = sink_counter,
	.stack = sink_stack,
	.lost = sink_lost,
	.latency = sink_latency_ns,
};

const struct sink sink_perfetto = {
	.name = "perfetto",
	.help = "Perfetto's trace format",
	.ops = &sink_ops,
	.open = sink_open,
	.close = sink_close,
};
