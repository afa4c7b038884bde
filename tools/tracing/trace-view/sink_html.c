// SPDX-License-Identifier: GPL-2.0
/*
 * The HTML page: one file that shows a recording without a network or a server.
 *
 * The page is written in one pass. What the timeline tells goes into the columns of
 * html_data.h at once; only tasks, events and places are kept until the end, as their names
 * and numbers are written last, as JSON.
 */
#include "html_fields.h"
#include "html_page.h"
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>

/* A page with more records is of little use: browsers need too long to load it. */
#define SINK_HTML_MAX_FIELDS	(5 * 1000 * 1000)
#define SINK_HTML_MAX		(10 * 1000 * 1000)

/* Names of all inputs, if the user gives no title. */
#define SINK_HTML_TITLE		512

/* A buffer and a CPU of it; a run has no buffer: -1. */
struct sink_html_place {
	int buffer;
	unsigned int machine;
	int cpu;
};

struct sink_html_task {
	unsigned int machine;
	int pid;
	int tgid;
	int cpu;
	bool irq;
	char comm[16];
};

struct sink_html {
	struct out out;
	struct html_data *data;
	const char *title;
	bool no_memory;
	bool based;
	uint64_t base;			/* time of the first record */
	uint64_t records;
	uint64_t kept;
	uint64_t with_fields;
	uint64_t runs;
	uint64_t slices;
	struct html_head head;		/* of the last record: its task may follow */
	bool pending;			/* that is to be written */
	struct sink_html_task *tasks;
	unsigned int nr_tasks;
	unsigned int max_tasks;
	const struct view_event **events;
	unsigned int nr_events;
	unsigned int max_events;
	struct sink_html_place *places;
	unsigned int nr_places;
	unsigned int max_places;
	unsigned int place_cache[256];	/* by CPU: the last index plus 1 */
};

/* Make an array longer. Its owner reports the lack of memory once, at the end. */
static bool sink_html_grow(struct sink_html *html, void **array, unsigned int nr,
			   unsigned int *max, size_t size)
{
	unsigned int more = *max ? *max * 2 : 64;
	void *bigger;

	if (nr < *max)
		return true;
	bigger = html->no_memory || nr >= 1u << 28 ? NULL : realloc(*array, more * size);
	if (!bigger) {
		html->no_memory = true;
		return false;
	}
	memset((char *)bigger + *max * size, 0, (more - *max) * size);
	*array = bigger;
	*max = more;
	return true;
}

static unsigned int sink_html_place(struct sink_html *html, int buffer, unsigned int machine,
				    int cpu)
{
	unsigned int *cached = &html->place_cache[(cpu + 64 * (buffer + 1)) & 255], i;

	if (*cached) {
		const struct sink_html_place *place = &html->places[*cached - 1];

		if (place->buffer == buffer && place->machine == machine && place->cpu == cpu)
			return *cached - 1;
	}
	for (i = 0; i < html->nr_places; i++)
		if (html->places[i].buffer == buffer && html->places[i].machine == machine &&
		    html->places[i].cpu == cpu)
			break;
	if (i == html->nr_places) {
		if (!sink_html_grow(html, (void **)&html->places, i, &html->max_places,
				    sizeof(*html->places)))
			return 0;
		html->places[html->nr_places++] = (struct sink_html_place){
			.buffer = buffer, .machine = machine, .cpu = cpu };
	}
	*cached = i + 1;
	return i;
}

static unsigned int sink_html_record_place(struct sink_html *html,
					   const struct view_record *record)
{
	return sink_html_place(html, record->buffer->nr, record->buffer->machine->nr,
			       record->cpu);
}

static unsigned int sink_html_event(struct sink_html *html, struct view_event *event)
{
	if (!event->priv) {
		if (!sink_html_grow(html, (void **)&html->events, html->nr_events,
				    &html->max_events, sizeof(*html->events)))
			return 0;
		html->events[html->nr_events++] = event;
		event->priv = (void *)(uintptr_t)html->nr_events;
	}
	return (uintptr_t)event->priv - 1;
}

static void sink_html_task(void *priv, struct timeline_task *task)
{
	struct sink_html *html = priv;
	struct sink_html_task *kept;

	while (task->nr >= html->max_tasks)
		if (!sink_html_grow(html, (void **)&html->tasks, html->max_tasks,
				    &html->max_tasks, sizeof(*html->tasks)))
			return;
	if (task->nr >= html->nr_tasks)
		html->nr_tasks = task->nr + 1;
	kept = &html->tasks[task->nr];
	kept->machine = task->machine->nr;
	kept->pid = task->pid;
	kept->tgid = task->tgid;
	kept->cpu = task->cpu;
	kept->irq = task->irq;
	memcpy(kept->comm, task->comm, sizeof(kept->comm));
}

static void sink_html_pending(struct sink_html *html)
{
	if (html->pending)
		html_put(html->data, HTML_RECORD_HEAD, html_head(html->data, &html->head));
	html->pending = false;
}

static void sink_html_record(void *priv, const struct view_record *record)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;
	uint64_t size;

	if (!html->based) {
		html->based = true;
		html->base = record->ts;
	}
	sink_html_pending(html);
	html->records++;
	if (html->kept >= SINK_HTML_MAX)
		return;
	html->kept++;
	html->pending = true;
	html_put_time(data, HTML_RECORD_TIME, record->ts - html->base);
	html->head = (struct html_head){
		.event = sink_html_event(html, record->event),
		.place = sink_html_record_place(html, record),
		.pid = record->pid,
		.flags = record->flags | (uint32_t)record->preempt << 8,
	};
	size = html_column_size(data, HTML_RECORD_BYTES);
	if (html->kept <= SINK_HTML_MAX_FIELDS) {
		html->with_fields++;
		html_put_fields(data, record);
	}
	html_put(data, HTML_RECORD_SIZE, html_column_size(data, HTML_RECORD_BYTES) - size);
}

static void sink_html_instant(void *priv, const struct view_record *record,
			      struct timeline_task *task)
{
	struct sink_html *html = priv;

	html->head.task = task ? task->nr + 1 : 0;
}

static void sink_html_run(void *priv, const struct timeline_run *run)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;

	if (html->runs++ >= SINK_HTML_MAX)
		return;
	html_put(data, HTML_RUN_TASK, run->task->nr);
	html_put(data, HTML_RUN_PLACE, sink_html_place(html, -1, run->machine->nr, run->cpu));
	html_put_time(data, HTML_RUN_END, run->end - html->base);
	html_put(data, HTML_RUN_TIME, run->end > run->begin ? run->end - run->begin : 0);
	html_put_signed(data, HTML_RUN_PRIO, run->prio);
	html_put_signed(data, HTML_RUN_STATE, run->state);
	html_put(data, HTML_RUN_WAIT,
		 run->woken && run->begin >= run->woken ? run->begin - run->woken + 1 : 0);
}

static void sink_html_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;
	uint64_t time = slice->end > slice->begin ? slice->end - slice->begin : 0;

	if (html->slices++ >= SINK_HTML_MAX)
		return;
	html_put(data, HTML_SLICE_TASK, slice->task->nr);
	html_put(data, HTML_SLICE_NAME, html_string(data, slice->name, slice->name_len));
	html_put(data, HTML_SLICE_KIND,
		 slice->what | (slice->cut ? 8 : 0) | (uint64_t)slice->depth << 4);
	html_put_time(data, HTML_SLICE_END, slice->end - html->base);
	html_put(data, HTML_SLICE_TIME, time);
	html_put(data, HTML_SLICE_INNER, time > slice->self ? time - slice->self : 0);
	html_put(data, HTML_SLICE_PLACE,
		 sink_html_place(html, -1, slice->task->machine->nr, slice->cpu));
}

static void sink_html_counter(void *priv, const struct view_record *record,
			      struct timeline_task *task, const char *name,
			      unsigned int name_len, int64_t value)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;

	if (html->kept >= SINK_HTML_MAX)
		return;
	html_put_time(data, HTML_COUNTER_TIME, record->ts - html->base);
	html_put(data, HTML_COUNTER_NAME, html_string(data, name, name_len));
	html_put(data, HTML_COUNTER_TASK, task ? task->nr + 1 : 0);
	html_put(data, HTML_COUNTER_PLACE, sink_html_record_place(html, record));
	html_put_signed(data, HTML_COUNTER_VALUE, value);
}

static void sink_html_stack(void *priv, const struct view_record *record,
			    struct timeline_task *task, const uint64_t *frames,
			    unsigned int nr, bool user)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;

	if (!html->kept || html->kept > SINK_HTML_MAX_FIELDS)
		return;
	html_put_time(data, HTML_STACK_RECORD, html->kept - 1);
	html_put(data, HTML_STACK_HEAD, (uint64_t)nr << 1 | user);
	for (unsigned int i = 0; i < nr; i++)
		html_put_address(data, HTML_STACK_FRAMES, user ? NULL : record->event->machine,
				 frames[i]);
}

static void sink_html_lost(void *priv, const struct view_record *record)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;

	html_put_time(data, HTML_LOST_TIME, record->ts - html->base);
	html_put(data, HTML_LOST_PLACE, sink_html_record_place(html, record));
	html_put(data, HTML_LOST_MISSED,
		 record->missed == VIEW_MISSED_UNKNOWN ? 0 : record->missed + 1);
}

static void sink_html_latency(void *priv, const struct view_record *record,
			      struct timeline_task *task, const char *which, uint64_t ns)
{
	struct sink_html *html = priv;
	struct html_data *data = html->data;

	if (html->kept >= SINK_HTML_MAX)
		return;
	html_put_time(data, HTML_LATENCY_TIME, record->ts - html->base);
	html_put(data, HTML_LATENCY_NAME, html_string(data, which, strlen(which)));
	html_put(data, HTML_LATENCY_TASK, task ? task->nr + 1 : 0);
	html_put(data, HTML_LATENCY_PLACE, sink_html_record_place(html, record));
	html_put(data, HTML_LATENCY_NS, ns);
}

static const struct timeline_ops sink_html_ops = {
	.record = sink_html_record,
	.task = sink_html_task,
	.run = sink_html_run,
	.slice_end = sink_html_slice_end,
	.instant = sink_html_instant,
	.counter = sink_html_counter,
	.stack = sink_html_stack,
	.lost = sink_html_lost,
	.latency = sink_html_latency,
};

static void *sink_html_open(const struct sink_options *options, struct view_source *source)
{
	struct sink_html *html = calloc(1, sizeof(*html));
	char names[SINK_HTML_TITLE] = "";

	if (!html) {
		fprintf(stderr, "trace-view: out of memory\n");
		return NULL;
	}
	if (out_open(&html->out, options->path)) {
		free(html);
		return NULL;
	}
	html->data = html_data_new(&html->out);
	if (!html->data) {
		fprintf(stderr, "trace-view: out of memory\n");
		out_close(&html->out);
		free(html);
		return NULL;
	}
	for (unsigned int i = 0; i < view_source_machines(source); i++) {
		size_t used = strlen(names);

		snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "",
			 view_source_machine(source, i)->name);
	}
	html_page_begin(&html->out, options->title ? options->title : names);
	return html;
}

static void sink_html_meta_machines(struct sink_html *html, const struct view_source *source)
{
	struct html_data *data = html->data;
	char text[64];

	html_put_text(data, HTML_META, "\"machines\":[");
	for (unsigned int i = 0; i < view_source_machines(source); i++) {
		const struct view_machine *machine = view_source_machine(source, i);
		const char *clock = machine->clock ? machine->clock : "local";

		html_put_text(data, HTML_META, i ? ",{\"name\":" : "{\"name\":");
		html_put_json(data, HTML_META, machine->name, strlen(machine->name));
		html_put_text(data, HTML_META, ",\"clock\":");
		html_put_json(data, HTML_META, clock, strlen(clock));
		snprintf(text, sizeof(text), ",\"cpus\":%u,\"swap\":%d}", machine->nr_cpus,
			 machine->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__));
		html_put_text(data, HTML_META, text);
	}
	html_put_text(data, HTML_META, "],\n\"buffers\":[");
	for (unsigned int i = 0; i < view_source_buffers(source); i++) {
		const struct view_buffer *buffer = view_source_buffer(source, i);

		html_put_text(data, HTML_META, i ? ",{\"name\":" : "{\"name\":");
		html_put_json(data, HTML_META, buffer->name, strlen(buffer->name));
		snprintf(text, sizeof(text), ",\"machine\":%u}", buffer->machine->nr);
		html_put_text(data, HTML_META, text);
	}
	html_put_text(data, HTML_META, "],\n");
}

static void sink_html_meta_losses(struct sink_html *html, const struct view_source *source)
{
	const char *comma = "";
	char text[256];

	html_put_text(html->data, HTML_META, "\"losses\":[");
	for (unsigned int i = 0; i < view_source_buffers(source); i++) {
		const struct view_buffer *buffer = view_source_buffer(source, i);

		for (unsigned int cpu = 0; cpu < buffer->machine->nr_cpus; cpu++) {
			struct view_cpu_loss loss = { 0 };

			if (!view_source_loss(source, i, cpu, &loss))
				continue;
			snprintf(text, sizeof(text), "%s[%u,%u,%llu,%llu,%llu,%llu]", comma, i,
				 cpu, (unsigned long long)loss.entries,
				 (unsigned long long)loss.overrun,
				 (unsigned long long)loss.dropped,
				 (unsigned long long)loss.commit_overrun);
			html_put_text(html->data, HTML_META, text);
			comma = ",";
		}
	}
	html_put_text(html->data, HTML_META, "],\n");
}

static void sink_html_meta_tables(struct sink_html *html)
{
	struct html_data *data = html->data;
	char text[128];

	html_put_text(data, HTML_META, "\"places\":[");
	for (unsigned int i = 0; i < html->nr_places; i++) {
		const struct sink_html_place *place = &html->places[i];

		snprintf(text, sizeof(text), "%s[%d,%u,%d]", i ? "," : "", place->buffer,
			 place->machine, place->cpu);
		html_put_text(data, HTML_META, text);
	}
	html_put_text(data, HTML_META, "],\n\"tasks\":[");
	for (unsigned int i = 0; i < html->nr_tasks; i++) {
		const struct sink_html_task *task = &html->tasks[i];

		snprintf(text, sizeof(text), "%s[%u,%d,%d,%d,%d,", i ? ",\n" : "", task->machine,
			 task->pid, task->tgid, task->cpu, task->irq);
		html_put_text(data, HTML_META, text);
		html_put_json(data, HTML_META, task->comm, strnlen(task->comm, 16));
		html_put_text(data, HTML_META, "]");
	}
	html_put_text(data, HTML_META, "],\n\"events\":[");
	for (unsigned int i = 0; i < html->nr_events; i++) {
		html_put_text(data, HTML_META, i ? ",\n" : "");
		html_put_event(data, html->events[i]);
	}
	html_put_text(data, HTML_META, "]\n");
}

static int sink_html_close(void *priv, struct view_source *source)
{
	struct sink_html *html = priv;
	char text[512];
	int ret;

	sink_html_pending(html);
	snprintf(text, sizeof(text),
		 "{\"format\":1,\"base\":\"%llu\",\"records\":%llu,\"kept\":%llu,\"with_fields\":%llu,\"runs\":%llu,\"slices\":%llu,\"broken\":%s,\n",
		 (unsigned long long)html->base, (unsigned long long)html->records,
		 (unsigned long long)html->kept, (unsigned long long)html->with_fields,
		 (unsigned long long)html->runs, (unsigned long long)html->slices,
		 view_source_broken(source) ? "true" : "false");
	html_put_text(html->data, HTML_META, text);
	sink_html_meta_machines(html, source);
	sink_html_meta_losses(html, source);
	sink_html_meta_tables(html);
	html_put_text(html->data, HTML_META, "}\n");
	html_data_free(html->data);
	html_page_end(&html->out);
	ret = out_close(&html->out);
	if (html->no_memory) {
		fprintf(stderr, "trace-view: out of memory: tasks or events are missing\n");
		ret = -1;
	}
	free(html->tasks);
	free(html->events);
	free(html->places);
	free(html);
	return ret;
}

const struct sink sink_html = {
	.name = "html",
	.help = "a page that needs no network",
	.ops = &sink_html_ops,
	.open = sink_html_open,
	.close = sink_html_close,
};
