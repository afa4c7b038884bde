// SPDX-License-Identifier: GPL-2.0
/* A recording as one page of text. */
#include "sink.h"
#include "sizes.h"
#include "summary.h"
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SUMMARY_TOP	20	/* rows of a table */
#define SUMMARY_SHARES	8	/* CPUs in the row of a task */

struct summary_sink {
	struct summary summary;
	struct out out;
	unsigned int width;
};

static void sink_record(void *priv, const struct view_record *record)
{
	struct summary_sink *sink = priv;

	summary_record(&sink->summary, record);
}

static void sink_task(void *priv, struct timeline_task *task)
{
	struct summary_sink *sink = priv;

	summary_task(&sink->summary, task);
}

static void sink_run(void *priv, const struct timeline_run *run)
{
	struct summary_sink *sink = priv;

	summary_run(&sink->summary, run);
}

static void sink_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct summary_sink *sink = priv;

	summary_slice_end(&sink->summary, slice);
}

static void sink_latency_of(void *priv, const struct view_record *record,
			    struct timeline_task *task, const char *which, uint64_t ns)
{
	struct summary_sink *sink = priv;

	summary_latency(&sink->summary, record, task, which, ns);
}

static const struct timeline_ops sink_ops = {
	.record = sink_record,
	.task = sink_task,
	.run = sink_run,
	.slice_end = sink_slice_end,
	.latency = sink_latency_of,
};

static void *sink_open(const struct sink_options *options, struct view_source *source)
{
	struct summary_sink *sink = calloc(1, sizeof(*sink));

	if (!sink) {
		fprintf(stderr, "trace-view: no memory\n");
		return NULL;
	}
	sink->width = options->width ? options->width : 80;
	if (out_open(&sink->out, options->path)) {
		free(sink);
		return NULL;
	}
	return sink;
}

static void __attribute__((format(printf, 2, 3)))
sink_print(struct out *out, const char *format, ...)
{
	char line[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (len > 0)
		out_bytes(out, line, len < (int)sizeof(line) ? (size_t)len : sizeof(line) - 1);
}

/* The name of a task as UTF-8, without what moves the cursor. */
static const char *sink_comm(char text[52], const char comm[16])
{
	size_t len = text_utf8(text, comm, strnlen(comm, 16));

	text[len] = '\0';
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			text[i] = '?';
	return text;
}

static int sink_by_count(const void *left, const void *right)
{
	const struct summary_event *a = *(struct summary_event *const *)left;
	const struct summary_event *b = *(struct summary_event *const *)right;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	if (a->event->id != b->event->id)
		return a->event->id < b->event->id ? -1 : 1;
	return 0;
}

static int sink_by_total(const void *left, const void *right)
{
	const struct summary_task *a = *(struct summary_task *const *)left;
	const struct summary_task *b = *(struct summary_task *const *)right;

	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return a->task.nr < b->task.nr ? -1 : 1;
}

static int sink_by_self(const void *left, const void *right)
{
	const struct summary_function *a = left, *b = right;

	if (a->self != b->self)
		return a->self < b->self ? 1 : -1;
	if (a->calls != b->calls)
		return a->calls < b->calls ? 1 : -1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static void sink_events(struct summary_sink *sink, const struct summary_machine *machine)
{
	struct summary_event *event, **all;
	unsigned int nr = 0, at = 0;

	for (event = machine->events; event; event = event->next)
		nr++;
	all = calloc(nr + 1, sizeof(*all));
	if (!all) {
		sink->summary.no_memory = true;
		return;
	}
	for (event = machine->events; event; event = event->next)
		all[at++] = event;
	qsort(all, nr, sizeof(*all), sink_by_count);
	out_str(&sink->out, "\nRecords by event\n");
	for (unsigned int i = 0; i < nr && i < 2 * SUMMARY_TOP; i++)
		sink_print(&sink->out, "  %12llu  %s:%s\n", (unsigned long long)all[i]->count,
			   all[i]->event->system, all[i]->event->name);
	if (nr > 2 * SUMMARY_TOP)
		sink_print(&sink->out, "  and %u more events\n", nr - 2 * SUMMARY_TOP);
	free(all);
}

static unsigned int sink_permille(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / whole * 1000 + 0.5 : 0;
}

static int sink_by_ns(const void *left, const void *right)
{
	const struct summary_share *a = left, *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? 1 : -1;
	return a->cpu < b->cpu ? -1 : a->cpu > b->cpu;
}

static void sink_task_row(struct out *out, struct summary_task *task, uint64_t span)
{
	unsigned int part = sink_permille(task->total, span);
	char comm[52], total[32], share[32];

	sink_print(out, "  %12s  %3u.%u%%  %8llu  %s (%d): ", hist_time(total, task->total),
		   part / 10, part % 10, (unsigned long long)task->runs,
		   sink_comm(comm, task->task.comm), task->task.pid);
	qsort(task->cpus, task->nr_cpus, sizeof(*task->cpus), sink_by_ns);
	for (unsigned int i = 0; i < task->nr_cpus && i < SUMMARY_SHARES; i++)
		sink_print(out, "%sCPU %d %s", i ? ", " : "", task->cpus[i].cpu,
			   hist_time(share, task->cpus[i].ns));
	if (task->nr_cpus > SUMMARY_SHARES)
		sink_print(out, ", and %u more CPUs", task->nr_cpus - SUMMARY_SHARES);
	out_char(out, '\n');
}

static void sink_tasks(struct summary_sink *sink, const struct summary_machine *machine)
{
	struct summary_task *task, **all;
	unsigned int nr = 0, at = 0;

	for (task = machine->tasks; task; task = task->next)
		nr++;
	if (!nr)
		return;
	all = calloc(nr, sizeof(*all));
	if (!all) {
		sink->summary.no_memory = true;
		return;
	}
	for (task = machine->tasks; task; task = task->next)
		all[at++] = task;
	qsort(all, nr, sizeof(*all), sink_by_total);
	out_str(&sink->out, "\nWho ran\n          time    part      runs  task, and where\n");
	for (unsigned int i = 0; i < nr && i < SUMMARY_TOP; i++)
		sink_task_row(&sink->out, all[i], machine->end - machine->begin);
	if (nr > SUMMARY_TOP)
		sink_print(&sink->out, "  and %u more tasks\n", nr - SUMMARY_TOP);
	free(all);
}

static void sink_cpus(struct summary_sink *sink, const struct summary_machine *machine)
{
	char busy[32], idle[32];

	out_str(&sink->out, "\nCPUs\n           CPU       records          busy          idle\n");
	for (unsigned int i = 0; i < machine->nr_cpus; i++) {
		const struct summary_cpu *cpu = &machine->cpus[i];

		if (!cpu->records)
			continue;
		sink_print(&sink->out, "  %12u  %12llu  %12s  %12s\n", i,
			   (unsigned long long)cpu->records,
			   cpu->busy || cpu->idle ? hist_time(busy, cpu->busy) : "unknown",
			   cpu->busy || cpu->idle ? hist_time(idle, cpu->idle) : "unknown");
	}
}

static void sink_function_row(struct summary_sink *sink, const struct summary_machine *machine,
			      const struct summary_function *function, const char *other)
{
	const char *name = other ? other : view_symbol(machine->machine, function->addr, NULL);
	char self[32], total[32], avg[32], max[32], text[24];

	if (!name) {
		snprintf(text, sizeof(text), "0x%llx", (unsigned long long)function->addr);
		name = text;
	}
	sink_print(&sink->out, "  %12s  %12s  %10llu  %12s  %12s  %.200s\n",
		   hist_time(self, function->self), hist_time(total, function->total),
		   (unsigned long long)function->calls,
		   hist_time(avg, function->total / function->calls),
		   function->cut == function->calls ? "unknown" : hist_time(max, function->max),
		   name);
}

static void sink_functions(struct summary_sink *sink, struct summary_machine *machine)
{
	unsigned int nr = 0;

	if (!machine->functions)
		return;
	/* The table is not searched any more. */
	for (unsigned int i = 0; i < sizes.functions; i++)
		if (machine->functions[i].addr)
			machine->functions[nr++] = machine->functions[i];
	qsort(machine->functions, nr, sizeof(*machine->functions), sink_by_self);
	out_str(&sink->out, "\nFunctions with most time of their own\n"
		"          self         total       calls       average       maximum  function\n");
	for (unsigned int i = 0; i < nr && i < SUMMARY_TOP; i++)
		sink_function_row(sink, machine, &machine->functions[i], NULL);
	if (machine->other.calls)
		sink_function_row(sink, machine, &machine->other, "[other]");
	if (nr > SUMMARY_TOP)
		sink_print(&sink->out, "  and %u more functions\n", nr - SUMMARY_TOP);
}

/* A time as the kernel's own texts have it. */
static const char *sink_stamp(char text[32], uint64_t ns)
{
	snprintf(text, 32, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
		 (unsigned long long)(ns % 1000000000));
	return text;
}

static void sink_latencies(struct summary_sink *sink, const struct summary_machine *machine)
{
	char ns[32], stamp[32], comm[52];

	if (!machine->nr_longest)
		return;
	out_str(&sink->out, "\nLongest latencies\n");
	for (unsigned int i = 0; i < machine->nr_longest; i++) {
		const struct summary_long *one = &machine->longest[i];

		sink_print(&sink->out, "  %12s  %-15s  %s (%d), CPU %d, at %s\n",
			   hist_time(ns, one->ns), one->which, sink_comm(comm, one->comm),
			   one->pid, one->cpu, sink_stamp(stamp, one->ts));
	}
	for (unsigned int i = 0; i < SUMMARY_KINDS && machine->hists[i]; i++) {
		out_char(&sink->out, '\n');
		hist_text(&sink->out, machine->hists[i], sink->width, hist_utf8());
	}
}

static void sink_loss_row(struct out *out, const struct view_buffer *buffer,
			  const struct view_cpu_loss *loss)
{
	sink_print(out,
		   "  CPU %d%s%.100s: the kernel counted %llu overwritten, %llu dropped, %llu nested too deep\n",
		   loss->cpu, *buffer->name ? " of buffer " : "",
		   buffer->name, (unsigned long long)loss->overrun,
		   (unsigned long long)loss->dropped, (unsigned long long)loss->commit_overrun);
}

static void sink_gap_row(struct out *out, unsigned int nr, const struct summary_cpu *cpu)
{
	sink_print(out, "  CPU %u: records are missing in %llu place%s: ", nr,
		   (unsigned long long)cpu->gaps, cpu->gaps == 1 ? "" : "s");
	if (cpu->unknown < cpu->gaps)
		sink_print(out, "%llu records", (unsigned long long)cpu->missed);
	if (cpu->unknown)
		sink_print(out, "%san unknown number in %llu",
			   cpu->unknown < cpu->gaps ? ", and " : "",
			   (unsigned long long)cpu->unknown);
	out_char(out, '\n');
}

static void sink_loss(struct summary_sink *sink, struct view_source *source,
		      const struct summary_machine *machine)
{
	const struct view_buffer *buffer;
	struct view_cpu_loss loss;
	bool known = false, lost = false;

	out_str(&sink->out, "\nWhat is missing\n");
	for (unsigned int i = 0; i < machine->nr_cpus; i++) {
		if (!machine->cpus[i].gaps)
			continue;
		sink_gap_row(&sink->out, i, &machine->cpus[i]);
		lost = true;
	}
	for (unsigned int i = 0; i < view_source_buffers(source); i++) {
		buffer = view_source_buffer(source, i);
		if (buffer->machine != machine->machine)
			continue;
		for (unsigned int cpu = 0; cpu < machine->machine->nr_cpus; cpu++) {
			if (!view_source_loss(source, i, cpu, &loss))
				continue;
			known = true;
			if (!loss.overrun && !loss.dropped && !loss.commit_overrun)
				continue;
			sink_loss_row(&sink->out, buffer, &loss);
			lost = true;
		}
	}
	if (!lost)
		out_str(&sink->out, known ? "  nothing\n" :
			"  nothing between records; the kernel's counts are not recorded\n");
}

static void sink_machine(struct summary_sink *sink, struct view_source *source,
			 struct summary_machine *machine)
{
	char begin[32], end[32], span[32];

	sink_print(&sink->out, "%.200s: %llu records in %s, from %s to %s (clock %.32s)\n",
		   machine->machine->name, (unsigned long long)machine->records,
		   hist_time(span, machine->end - machine->begin),
		   sink_stamp(begin, machine->begin), sink_stamp(end, machine->end),
		   machine->machine->clock);
	sink_events(sink, machine);
	sink_cpus(sink, machine);
	sink_tasks(sink, machine);
	sink_functions(sink, machine);
	sink_latencies(sink, machine);
	sink_loss(sink, source, machine);
}

static int sink_close(void *priv, struct view_source *source)
{
	struct summary_sink *sink = priv;
	bool any = false;
	int error;

	for (unsigned int i = 0; i < sink->summary.nr; i++) {
		if (!sink->summary.machines[i])
			continue;
		if (any)
			out_char(&sink->out, '\n');
		sink_machine(sink, source, sink->summary.machines[i]);
		any = true;
	}
	if (!any)
		out_str(&sink->out, "There are no records.\n");
	error = out_close(&sink->out);
	if (sink->summary.no_memory) {
		fprintf(stderr, "trace-view: no memory: the summary is not complete\n");
		error = -1;
	}
	summary_free(&sink->summary);
	free(sink);
	return error;
}

const struct sink sink_summary = {
	.name = "summary",
	.help = "tasks, functions, latencies and losses as text",
	.text = true,
	.ops = &sink_ops,
	.open = sink_open,
	.close = sink_close,
};
