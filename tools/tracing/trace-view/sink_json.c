// SPDX-License-Identifier: GPL-2.0
/*
 * Chrome's Trace Event format: a JSON object with the array traceEvents.
 *
 * Each entry is written when it is known, so nothing is kept but the tracks. A slice is an
 * entry for its begin and one for its end; one whose begin was not recorded becomes a single
 * complete entry when it ends.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sink.h"
#include "text.h"
#include "track.h"

/* JavaScript's numbers are exact up to this one; larger ones are written as strings. */
#define SINK_EXACT	(1ULL << 53)

/**
 * struct sink_json - an output
 * @out: file
 * @several: there is more than one machine, so names say of which one they are
 * @first: no entry was written yet
 * @tracks: of all tasks
 * @cpus: bytes of CPUs whose tracks have names, by machine
 * @nr_machines: of @cpus
 * @lost: records that are missing
 * @gaps: places where an unknown number of records is missing
 * @record: the latest one, valid in the callbacks that it causes
 * @ms: milliseconds of the latest time stamp; most entries have those of the preceding one
 * @ms_len: bytes of @ms_text
 * @ms_text: @ms as text
 * @text: for values
 */
struct sink_json {
	struct out out;
	bool several;
	bool first;
	struct track *tracks;
	uint8_t (*cpus)[TRACK_CPUS / 8];
	unsigned int nr_machines;
	uint64_t lost;
	uint64_t gaps;
	const struct view_record *record;
	uint64_t ms;
	unsigned int ms_len;
	char ms_text[24];
	struct text *text;
};

static void sink_key(struct out *out, const char *key)
{
	out_char(out, ',');
	out_json(out, key, strlen(key));
	out_char(out, ':');
}

static void sink_string(struct out *out, const char *key, const char *value)
{
	sink_key(out, key);
	out_json(out, value, strlen(value));
}

/* Begin an entry; the caller appends to it and ends it. */
static void sink_phase(struct sink_json *json, char phase)
{
	static const char begin[] = ",\n{\"ph\":\"?\",";
	unsigned int skip = json->first ? 2 : 0;
	unsigned int len = sizeof(begin) - 1;
	char *to = out_space(&json->out, len);

	memcpy(to, begin + skip, len - skip);
	to[len - skip - 3] = phase;
	out_used(&json->out, len - skip);
	json->first = false;
}

static void sink_entry(struct sink_json *json, char phase, int pid, int tid)
{
	sink_phase(json, phase);
	out_str(&json->out, "\"pid\":");
	out_sdec(&json->out, pid);
	out_str(&json->out, ",\"tid\":");
	out_sdec(&json->out, tid);
}

/* Append microseconds: the digits above a millisecond are converted when they change. */
static void sink_usecs(struct sink_json *json, uint64_t ts)
{
	uint64_t ms = ts / 1000000;
	unsigned int rest = ts % 1000000;
	char *to;

	/* The first digit is not 0, unless it is the only one. */
	if (!ms) {
		out_usecs(&json->out, ts);
		return;
	}
	if (ms != json->ms) {
		json->ms = ms;
		json->ms_len = snprintf(json->ms_text, sizeof(json->ms_text), "%llu",
					(unsigned long long)ms);
	}
	to = out_space(&json->out, sizeof(json->ms_text) + 7);
	memcpy(to, json->ms_text, sizeof(json->ms_text));
	to += json->ms_len;
	to[6] = '0' + rest % 10;
	to[5] = '0' + rest / 10 % 10;
	to[4] = '0' + rest / 100 % 10;
	to[3] = '.';
	to[2] = '0' + rest / 1000 % 10;
	to[1] = '0' + rest / 10000 % 10;
	to[0] = '0' + rest / 100000;
	out_used(&json->out, json->ms_len + 7);
}

static void sink_timed(struct sink_json *json, char phase, int pid, int tid, uint64_t ts)
{
	sink_entry(json, phase, pid, tid);
	out_str(&json->out, ",\"ts\":");
	sink_usecs(json, ts);
}

static void sink_end(struct sink_json *json)
{
	out_char(&json->out, '}');
}

/* Say how a process or thread is called; @cpu is appended if it is not negative. */
static void sink_meta(struct sink_json *json, const char *what, int pid, int tid,
		      const struct view_machine *machine, const char *name, int cpu)
{
	struct text *text = json->text;
	struct out *out = &json->out;

	text->len = 0;
	if (json->several) {
		text_string(text, machine->name, strlen(machine->name));
		text_string(text, ": ", 2);
	}
	text_string(text, name, strlen(name));

	sink_entry(json, 'M', pid, tid);
	sink_string(out, "name", what);
	out_str(out, ",\"args\":{\"name\":");
	if (cpu >= 0) {
		char number[16];

		snprintf(number, sizeof(number), "%d", cpu);
		text_string(text, number, strlen(number));
	}
	out_json(out, text->bytes, text->len);
	out_char(out, '}');
	sink_end(json);
}

/* The thread of a CPU; it gets its name when it is used first. */
static int sink_cpu(struct sink_json *json, const struct view_machine *machine, int cpu)
{
	int pid = track_cpu(machine, -1, TRACK_CPU_RUN);
	int tid = track_cpu(machine, cpu, TRACK_CPU_RUN);
	unsigned int bit = (unsigned int)cpu % TRACK_CPUS;
	uint8_t *named;

	if (machine->nr >= json->nr_machines)
		return tid;
	named = &json->cpus[machine->nr][bit / 8];
	if (!(*named >> bit % 8 & 1)) {
		*named |= 1 << bit % 8;
		sink_meta(json, "thread_name", pid, tid, machine, "CPU ", cpu);
	}
	return tid;
}

static int sink_process(const struct timeline_task *task)
{
	if (task->irq || task->cpu >= 0)
		return track_cpu(task->machine, -1, TRACK_CPU_RUN);
	return track_pid(task->machine, task->tgid > 0 ? task->tgid : task->pid);
}

static int sink_thread(const struct timeline_task *task)
{
	if (task->irq)
		return track_cpu(task->machine, task->cpu, TRACK_CPU_IRQ);
	if (task->cpu >= 0)
		return track_cpu(task->machine, task->cpu, TRACK_CPU_IDLE);
	return track_pid(task->machine, task->pid);
}

/* Write a task's names before the first entry on its track, and after each change. */
static void sink_describe(struct sink_json *json, const struct timeline_task *task,
			  struct track *track)
{
	int tid = sink_thread(task);
	char comm[sizeof(task->comm) + 1];

	/* A process that becomes known later must not part the ends of slices from their begins. */
	if (!track->text_len) {
		track->pid = sink_process(task);
		track->text_len = snprintf(track->text, sizeof(track->text),
					   "\"pid\":%d,\"tid\":%d,\"ts\":", track->pid, tid);
	}
	track->described = true;

	memcpy(comm, task->comm, sizeof(task->comm));
	comm[sizeof(task->comm)] = '\0';
	if (task->irq) {
		sink_meta(json, "thread_name", track->pid, tid, task->machine,
			  "interrupts of CPU ", task->cpu);
	} else if (task->cpu >= 0) {
		sink_meta(json, "thread_name", track->pid, tid, task->machine,
			  "idle task of CPU ", task->cpu);
	} else {
		if (track->pid == tid)
			sink_meta(json, "process_name", tid, tid, task->machine, comm, -1);
		sink_meta(json, "thread_name", track->pid, tid, task->machine, comm, -1);
	}
}

/* Begin an entry on the track of a task; false if there was no memory for the track. */
static bool sink_track(struct sink_json *json, char phase, const struct timeline_task *task,
		       uint64_t ts)
{
	struct track *track = track_get(&json->tracks, task);

	if (!track)
		return false;
	if (!track->described)
		sink_describe(json, task, track);
	sink_phase(json, phase);
	out_bytes(&json->out, track->text, track->text_len);
	sink_usecs(json, ts);
	return true;
}

static void sink_record(void *priv, const struct view_record *record)
{
	struct sink_json *json = priv;

	json->record = record;
}

static void sink_task(void *priv, struct timeline_task *task)
{
	struct sink_json *json = priv;

	track_task(&json->tracks, task);
}

static void sink_run(void *priv, const struct timeline_run *run)
{
	struct sink_json *json = priv;
	struct out *out = &json->out;
	const struct timeline_task *task = run->task;
	int tid;

	if (!task->pid)
		return;
	tid = sink_cpu(json, run->machine, run->cpu);
	sink_timed(json, 'X', track_cpu(run->machine, -1, TRACK_CPU_RUN), tid, run->begin);
	out_str(out, ",\"dur\":");
	out_usecs(out, run->end - run->begin);
	out_str(out, ",\"cat\":\"sched\",\"name\":");
	out_json(out, task->comm, strnlen(task->comm, sizeof(task->comm)));
	out_str(out, ",\"args\":{\"pid\":");
	out_sdec(out, task->pid);
	if (run->prio >= 0) {
		out_str(out, ",\"prio\":");
		out_sdec(out, run->prio);
	}
	if (run->state >= 0) {
		char letters[16];

		sink_string(out, "state", text_state(run->state, letters));
	}
	if (run->woken && run->woken <= run->begin) {
		out_str(out, ",\"waited ns\":");
		out_dec(out, run->begin - run->woken);
	}
	out_char(out, '}');
	sink_end(json);
}

static void sink_value(struct sink_json *json, const struct view_record *record,
		       const struct view_field *field)
{
	struct out *out = &json->out;
	uint64_t value;

	if (field->type == VIEW_TYPE_UNSIGNED || field->type == VIEW_TYPE_SIGNED) {
		value = view_field_number(record, field);
		if (field->is_signed && (int64_t)value < 0 && -value <= SINK_EXACT) {
			out_sdec(out, value);
			return;
		}
		if (value <= SINK_EXACT) {
			out_dec(out, value);
			return;
		}
	}
	json->text->len = 0;
	text_field(json->text, record, field);
	out_json(out, json->text->bytes, json->text->len);
}

static void sink_fields(struct sink_json *json, const struct view_record *record)
{
	struct out *out = &json->out;
	const struct view_event *event = record->event;

	out_str(out, ",\"args\":{\"cpu\":");
	out_sdec(out, record->cpu);
	for (unsigned int i = 0; i < event->nr_own; i++) {
		sink_key(out, event->fields[i].name);
		sink_value(json, record, &event->fields[i]);
	}
	out_char(out, '}');
}

static void sink_slice_name(struct sink_json *json, const struct timeline_slice *slice)
{
	struct out *out = &json->out;

	out_str(out, ",\"cat\":\"");
	out_str(out, track_category(slice->what));
	out_str(out, "\",\"name\":");
	out_json(out, slice->name, slice->name_len);
}

static void sink_slice_begin(void *priv, const struct timeline_slice *slice)
{
	struct sink_json *json = priv;

	if (!track_begin(track_get(&json->tracks, slice->task), slice) ||
	    !sink_track(json, 'B', slice->task, slice->begin))
		return;
	sink_slice_name(json, slice);
	if (slice->cut)
		out_str(&json->out, ",\"args\":{\"begin not recorded\":true}");
	else if (track_args(slice, json->record, false))
		sink_fields(json, json->record);
	sink_end(json);
}

static void sink_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct sink_json *json = priv;

	if (track_end(track_get(&json->tracks, slice->task), slice)) {
		sink_track(json, 'E', slice->task, slice->end);
		if (slice->cut)
			out_str(&json->out, ",\"args\":{\"end not recorded\":true}");
		else if (track_args(slice, json->record, true))
			sink_fields(json, json->record);
		sink_end(json);
	} else if (slice->cut && sink_track(json, 'X', slice->task, slice->begin)) {
		out_str(&json->out, ",\"dur\":");
		out_usecs(&json->out, slice->end - slice->begin);
		sink_slice_name(json, slice);
		out_str(&json->out, ",\"args\":{\"begin not recorded\":true}");
		sink_end(json);
	}
}

/* A message is named by its text: viewers show only the name. */
static void sink_instant_name(struct sink_json *json, const struct view_record *record)
{
	if (!text_is_message(record)) {
		sink_string(&json->out, "name", record->event->name);
		return;
	}
	json->text->len = 0;
	text_message(json->text, record);
	sink_key(&json->out, "name");
	out_json(&json->out, json->text->bytes, json->text->len);
}

static void sink_instant(void *priv, const struct view_record *record,
			 struct timeline_task *task)
{
	struct sink_json *json = priv;

	if (!sink_track(json, 'i', task, record->ts))
		return;
	out_str(&json->out, ",\"s\":\"t\"");
	sink_string(&json->out, "cat", record->event->system);
	sink_instant_name(json, record);
	sink_fields(json, record);
	sink_end(json);
}

static void sink_stack(void *priv, const struct view_record *record, struct timeline_task *task,
		       const uint64_t *frames, unsigned int nr, bool user)
{
	struct sink_json *json = priv;
	struct out *out = &json->out;

	if (!sink_track(json, 'i', task, record->ts))
		return;
	out_str(out, ",\"s\":\"t\",\"cat\":\"stack\",\"name\":");
	out_str(out, user ? "\"user stack\"" : "\"kernel stack\"");
	out_str(out, ",\"args\":{\"stack\":[");
	for (unsigned int i = 0; i < nr; i++) {
		json->text->len = 0;
		if (user)
			text_user_symbol(json->text, record, frames[i], i);
		else
			text_symbol(json->text, record->event->machine, frames[i]);
		if (i)
			out_char(out, ',');
		out_json(out, json->text->bytes, json->text->len);
	}
	out_str(out, "]}");
	sink_end(json);
}

/* A counter of a CPU: viewers tell counters of a process apart by name only. */
static void sink_cpu_counter(struct sink_json *json, const struct view_record *record, int cpu,
			     const char *name, unsigned int name_len, int64_t value)
{
	const struct view_machine *machine = record->event->machine;
	int tid = sink_cpu(json, machine, cpu);
	char full[64];

	snprintf(full, sizeof(full), "%.*s CPU %d", name_len < 32 ? (int)name_len : 32, name, cpu);
	sink_timed(json, 'C', track_cpu(machine, -1, TRACK_CPU_RUN), tid, record->ts);
	sink_string(&json->out, "name", full);
	out_str(&json->out, ",\"args\":{\"value\":");
	out_sdec(&json->out, value);
	out_char(&json->out, '}');
	sink_end(json);
}

static void sink_counter(void *priv, const struct view_record *record,
			 struct timeline_task *task, const char *name, unsigned int name_len,
			 int64_t value)
{
	struct sink_json *json = priv;

	/* Another CPU may have told of it. */
	if (record->event->kind == VIEW_KIND_CPU_IDLE ||
	    record->event->kind == VIEW_KIND_CPU_FREQUENCY) {
		sink_cpu_counter(json, record,
				 view_field_number(record, record->event->roles[1]) % TRACK_CPUS,
				 name, name_len, value);
		return;
	}
	if (!sink_track(json, 'C', task, record->ts))
		return;
	sink_key(&json->out, "name");
	out_json(&json->out, name, name_len);
	out_str(&json->out, ",\"args\":{\"value\":");
	out_sdec(&json->out, value);
	out_char(&json->out, '}');
	sink_end(json);
}

static void sink_latency_ns(void *priv, const struct view_record *record,
			    struct timeline_task *task, const char *which, uint64_t ns)
{
	/* What the record says beside the latency. */
	if (record->event->kind == VIEW_KIND_OSNOISE || record->event->kind == VIEW_KIND_TIMERLAT)
		sink_instant(priv, record, task);
	sink_cpu_counter(priv, record, record->cpu, which, strlen(which), ns);
}

static void sink_lost(void *priv, const struct view_record *record)
{
	struct sink_json *json = priv;
	struct out *out = &json->out;
	const struct view_machine *machine = record->event->machine;
	bool known = record->missed != VIEW_MISSED_UNKNOWN;
	int tid = sink_cpu(json, machine, record->cpu);

	json->lost += known ? record->missed : 1;
	json->gaps += !known;
	sink_timed(json, 'i', track_cpu(machine, -1, TRACK_CPU_RUN), tid, record->ts);
	out_str(out, ",\"s\":\"t\",\"cat\":\"lost\",\"name\":\"");
	if (known)
		out_dec(out, record->missed);
	else
		out_str(out, "unknown number of");
	out_str(out, " records lost\",\"args\":{\"buffer\":");
	out_json(out, record->buffer->name, strlen(record->buffer->name));
	out_char(out, '}');
	sink_end(json);
}

static void sink_free(struct sink_json *json)
{
	if (!json)
		return;
	track_free(&json->tracks);
	free(json->cpus);
	free(json->text);
	free(json);
}

static void *sink_open(const struct sink_options *options, struct view_source *source)
{
	struct sink_json *json = calloc(1, sizeof(*json));

	if (json) {
		json->text = text_new();
		json->nr_machines = view_source_machines(source);
		json->several = json->nr_machines > 1;
		json->cpus = calloc(json->nr_machines ? json->nr_machines : 1,
				    sizeof(*json->cpus));
	}
	if (!json || !json->cpus || !json->text) {
		fprintf(stderr, "trace-view: no memory for the output\n");
		sink_free(json);
		return NULL;
	}
	if (out_open(&json->out, options->path)) {
		sink_free(json);
		return NULL;
	}
	json->first = true;
	out_str(&json->out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	for (unsigned int i = 0; i < json->nr_machines; i++) {
		const struct view_machine *machine = view_source_machine(source, i);
		int pid = track_cpu(machine, -1, TRACK_CPU_RUN);

		sink_meta(json, "process_name", pid, pid, machine, "CPUs", -1);
	}
	return json;
}

static int sink_close(void *priv, struct view_source *source)
{
	struct sink_json *json = priv;
	struct out *out = &json->out;
	int ret;

	out_str(out, "\n],\"otherData\":{\"machines\":[");
	for (unsigned int i = 0; i < view_source_machines(source); i++) {
		const struct view_machine *machine = view_source_machine(source, i);

		if (i)
			out_char(out, ',');
		out_str(out, "{\"name\":");
		out_json(out, machine->name, strlen(machine->name));
		sink_string(out, "clock", machine->clock);
		out_char(out, '}');
	}
	/* At least so many: a gap of which the number is not known counts as one. */
	out_str(out, "],\"lost\":");
	out_dec(out, json->lost);
	out_str(out, ",\"gaps of unknown size\":");
	out_dec(out, json->gaps);
	out_str(out, "}}\n");

	ret = out_close(out);
	sink_free(json);
	return ret;
}

static const struct timeline_ops sink_ops = {
	.record = sink_record,
	.task = sink_task,
	.run = sink_run,
	.slice_begin = sink_slice_begin,
	.slice_end = sink_slice_end,
	.instant = sink_instant,
	.counter = sink_counter,
	.stack = sink_stack,
	.lost = sink_lost,
	.latency = sink_latency_ns,
};

const struct sink sink_json = {
	.name = "json",
	.help = "Chrome's Trace Event format",
	.ops = &sink_ops,
	.open = sink_open,
	.close = sink_close,
};
