// SPDX-License-Identifier: GPL-2.0
/*
 * Reads of text, kernel/trace/output/read.c, on the host: how lines are cut into reads,
 * lines that do not fit, and the readers without a file.
 */
#include "readers.h"

#define LINE_OF(ts)	"function_" ts "\n"

static bool filled(struct trace_iterator *iter, size_t count, const char *want)
{
	int len = output_fill(iter, count);
	bool good = len == (int)strlen(want) && !memcmp(iter->seq.buffer, want, len);

	if (!good)
		printf("# got  \"%.*s\"\n# want \"%s\"\n", len, iter->seq.buffer, want);
	return good;
}

void reads_fill(bool consume)
{
	const char *header = consume ? "" : "# tracer: plain\n#\n";
	struct trace_iterator *iter;
	char want[2000];
	int i;

	world_reset();
	tr.options = INSTANCE_OPT(PRINT_PARENT);
	for (i = 0; i < 3; i++)
		ring_write(&ring, i, 0x1000 + 16 * i);
	iter = output_open(&tr, RING_BUFFER_ALL_CPUS, consume);
	sprintf(want, "%s" LINE_OF("100") LINE_OF("101") LINE_OF("102"), header);
	check(filled(iter, SIZE_MAX, want));
	check(filled(iter, SIZE_MAX, ""));
	ring_write(&ring, 3, 0x1100);
	if (!consume) {
		/* What is written behind the end is found after a request only. */
		check(filled(iter, SIZE_MAX, ""));
		output_read_resume(iter);
	}
	check(filled(iter, SIZE_MAX, LINE_OF("110")));
	check(filled(iter, SIZE_MAX, ""));
	if (!consume) {
		output_read_reset(iter);
		check(!iter->seq.seq.len);
		sprintf(want + strlen(want), LINE_OF("110"));
		check(filled(iter, SIZE_MAX, want));
		/* Lines begin within the first bytes only, the header apart. */
		output_read_reset(iter);
		check(filled(iter, 1, header));
		check(filled(iter, 1, LINE_OF("100")));
		check(filled(iter, 13, LINE_OF("101")));
		check(filled(iter, 14, LINE_OF("102") LINE_OF("110")));
	}
	output_close(iter);
}

/* A reader that begins again marks the starts of the CPUs again. */
void reads_started(void)
{
	static const char want[] = "# tracer: plain\n#\n" LINE_OF("100") LINE_OF("101")
				   "##### CPU 1 buffer started ####\n" LINE_OF("102");
	struct trace_iterator *iter;

	world_reset();
	tr.options = INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(ANNOTATE);
	ring.overruns[1] = 1;
	ring_write(&ring, 0, 0x1000);
	ring_write(&ring, 0, 0x1010);
	ring_write(&ring, 1, 0x1020);
	iter = output_open(&tr, RING_BUFFER_ALL_CPUS, false);
	check(filled(iter, SIZE_MAX, want));
	output_read_reset(iter);
	check(filled(iter, SIZE_MAX, want));
	output_close(iter);
}

/* Lines that do not fit are printed by the next read. */
void reads_full(bool consume)
{
	int i, len, lines = 0, reads = 0;
	struct trace_iterator *iter;
	char *at;

	world_reset();
	tr.options = INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(CONTEXT_INFO);
	for (i = 0; i < 90; i++)
		ring_write(&ring, i % CPUS, 0x1000 + 16 * i);
	iter = output_open(&tr, RING_BUFFER_ALL_CPUS, consume);
	for (; (len = output_fill(iter, SIZE_MAX)); reads++) {
		iter->seq.buffer[len] = '\0';
		check(iter->seq.buffer[len - 1] == '\n');
		for (at = iter->seq.buffer; (at = strstr(at, "function_")); at++)
			check((int)strtol(at + 9, NULL, 16) == 0x100 + lines++);
	}
	check(lines == 90 && reads > 2 && iter->idx == 89);
	output_close(iter);
}

/* Whether the next text ends with the note that replaces a line. */
static bool reads_note(struct trace_iterator *iter)
{
	static const char note[] = "[LINE TOO BIG]\n";
	int note_len = strlen(note), len = output_fill(iter, SIZE_MAX);

	return len >= note_len && !memcmp(iter->seq.buffer + len - note_len, note, note_len);
}

/* A line that does not fit into a whole sequence is replaced by a note. */
void reads_too_long(bool consume)
{
	static struct {
		struct ring_buffer_event event;
		char text[3000];
	} print;
	struct event_print *rec = (void *)&print.event.rec;
	struct ring_buffer_event *own;
	struct trace_iterator *iter;

	world_reset();
	tr.options = INSTANCE_OPT(PRINTK) | INSTANCE_OPT(PRINTK_MSGONLY);
	memset(&print, 'x', sizeof(print));
	print.event = (struct ring_buffer_event){ .ts = 5, .size = 2900 };
	rec->ent.type = TRACE_PRINT;
	memset(rec->buf, 'x', 2800);
	own = ring.events[1];
	ring.events[1] = &print.event;
	ring.counts[1] = 1;
	ring_write(&ring, 0, 4);
	ring_write(&ring, 2, 0x1000);
	iter = output_open(&tr, RING_BUFFER_ALL_CPUS, consume);
	iter->pos = 1;
	check(filled(iter, SIZE_MAX, "0x00000004\n"));
	check(reads_note(iter));
	check(!iter->seq.full);
	check(filled(iter, SIZE_MAX, "function_100\n"));
	output_close(iter);
	ring.events[1] = own;
}

/* A tracer that says that its line is incomplete, or whose line does not fit. */
static enum print_line_t reads_result;

static enum print_line_t reads_print_line(struct trace_iterator *iter)
{
	int i;

	for (i = 0; i < 300 && reads_result == TRACE_TYPE_HANDLED; i++)
		trace_seq_puts(&iter->seq, "a part of the line ");
	trace_seq_puts(&iter->seq, "end");
	return reads_result;
}

void reads_incomplete(bool consume)
{
	static const struct tracer own = { .entry.name = "own", .print_line = reads_print_line };
	static const enum print_line_t results[] = {
		TRACE_TYPE_PARTIAL_LINE, TRACE_TYPE_HANDLED,
	};
	struct trace_iterator *iter;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(results); i++) {
		world_reset();
		tr.tracer = &own;
		reads_result = results[i];
		ring_write(&ring, 0, 4);
		iter = output_open(&tr, RING_BUFFER_ALL_CPUS, consume);
		iter->pos = 1;
		check(reads_note(iter));
		output_close(iter);
	}
}

/* ftrace_dump() */
void reads_dump(void)
{
	struct trace_iterator *iter;
	struct output_reader *r;

	world_reset();
	check(!output_dump_open(&tr, RING_BUFFER_ALL_CPUS));
	merge_fail_at = 1;
	check(!merge_init() && !output_dump_open(&tr, RING_BUFFER_ALL_CPUS));
	for (merge_fail_at = 2; merge_fail_at < 7; merge_fail_at++) {
		unsigned int n = merge_fail_at;

		check(!merge_init() && !output_dump_open(&tr, RING_BUFFER_ALL_CPUS));
		merge_fail_at = n;
	}
	merge_fail_at = 0;
	check(!merge_init());
	ring_write(&ring, 0, 0x1000);
	ring_write(&ring, 1, 0x1010);
	ring_write(&ring, 1, 0x1020);
	iter = output_dump_open(&tr, 1);
	r = output_reader_of(iter);
	merge_fail_at = 1;
	check(r->consume && r->atomic && !r->cache && r->ncpus == 1);
	check(r->iter.iter_flags == (TRACE_FILE_TIME_IN_NS | TRACE_FILE_LAT_FMT));
	tr.options = INSTANCE_OPT(PRINT_PARENT);
	check(output_dump_line(iter));
	iter->seq.buffer[iter->seq.seq.len] = '\0';
	check(!strcmp(iter->seq.buffer, LINE_OF("101")));
	check(ring.consumed[1] == 1);
	/* Another dump begins with what is left, and with empty sequences. */
	trace_seq_puts(iter->tmp_seq, "rest");
	iter = output_dump_open(&tr, RING_BUFFER_ALL_CPUS);
	check(r->ncpus == CPUS && iter->idx == -1);
	check(!iter->tmp_seq->seq.len && !iter->seq.seq.len);
	check(output_dump_line(iter));
	iter->seq.buffer[iter->seq.seq.len] = '\0';
	check(!strcmp(iter->seq.buffer, LINE_OF("100")));
	check(output_dump_line(iter) && !output_dump_line(iter) && !iter->seq.seq.len);
	check(merge_fail_at == 1);
}

/* The text of single records, as ftrace_dump_on_oops=... and histograms need it */
void reads_text(void)
{
	struct event_function rec = { .ent = { .type = TRACE_FN }, .ip = 0x1230 };
	struct trace_event *event = event_type_find(TRACE_FN);
	struct trace_iterator *iter;

	world_reset();
	iter = output_text_open(&tr);
	check(!strcmp(output_text(iter, event, &rec, sizeof(rec)), "function_123\n"));
	rec.ip = 0x1240;
	check(!strcmp(output_text(iter, event, &rec, sizeof(rec)), "function_124\n"));
	iter->trace = &plain;
	output_close(iter);
}
