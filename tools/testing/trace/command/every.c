// SPDX-License-Identifier: GPL-2.0
/*
 * Run sessions of commands, with the first allocation of every line failing, then
 * with the second one, and so on until no allocation fails: a line that fails must
 * change nothing, and no memory may leak.
 *
 * usage: every FILE [TRANSCRIPT]: a line "@@ NAME" begins a session for the file NAME
 *
 * TRANSCRIPT is what the sessions must do while no allocation fails: for each line the
 * error of its write, what it adds to the error log, and the lines of the control files
 * that appear (+) and vanish (-); at the end of a session the same again, after the
 * events were fired. Without TRANSCRIPT the text is printed: check what is new in it
 * against the documentation before it becomes the transcript.
 */
#include "world.h"
#include "errors.h"

#define EVERY_TEXT	0x40000

static char every_was[EVERY_TEXT], every_is[EVERY_TEXT];
static char *every_got;
static size_t every_got_len;
static FILE *every_transcript;

/* Print the lines of @text that @other does not have. */
static void every_missing(char sign, const char *text, const char *other)
{
	const char *end, *at;

	for (; *text; text = end + 1) {
		size_t len;

		end = strchr(text, '\n');
		assert(end);
		len = end + 1 - text;
		for (at = other; *at; at = strchr(at, '\n') + 1) {
			if (!strncmp(at, text, len))
				break;
		}
		if (!*at)
			fprintf(every_transcript, "%c%.*s", sign, (int)len, text);
	}
}

static void every_errors(void)
{
	fputs(errors_text(&instance_global.errors, 0), every_transcript);
	trace_error_log_clear(&instance_global.errors);
}

static int every_field(const struct event_field *field, void *data)
{
	seq_printf(data, "%s %s; offset:%u; size:%u; signed:%d\n", field->type, field->name,
		   field->offset, field->size, field->is_signed);
	return 0;
}

/* The fields that are not common ones, and the format for tools. */
static void every_format(struct seq_file *m, struct trace_event_call *call)
{
	seq_printf(m, "format of %s: %s\n", trace_event_name(call), call->print_fmt);
	event_fields_each(call, every_field, m);
}

/* What world_show() prints, the formats of dynamic events, and the filters. */
static void every_show(char *buf, bool hist)
{
	struct seq_file m = { .buf = buf, .size = EVERY_TEXT };
	struct trace_event_file *file;

	world_show(&m, WORLD_SHOW_UNUSED | (hist ? WORLD_SHOW_HIST : 0));
	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance_global.files, list) {
		if (file->event_call->flags & TRACE_EVENT_FL_DYNAMIC)
			every_format(&m, file->event_call);
		seq_printf(&m, "filter of %s: ", trace_event_name(file->event_call));
		filter_file_show(&m, file);
	}
	mutex_unlock(&event_mutex);
}

static void every_state(bool hist)
{
	every_show(every_is, hist);
	every_missing('-', every_was, every_is);
	every_missing('+', every_is, every_was);
	memcpy(every_was, every_is, strlen(every_is) + 1);
}

/* The initial state is not printed. */
static void every_reset(void)
{
	every_show(every_was, false);
}

static void every_ran(const struct world_file *file, const char *line, size_t len,
		      int ret)
{
	if (!file) {
		fprintf(every_transcript, "record: %.*s\n", (int)len, line);
		return;
	}
	fprintf(every_transcript, "%s: %.*s\n", file->name, (int)len, line);
	if (ret)
		fprintf(every_transcript, "= %d\n", ret);
	every_errors();
	every_state(false);
}

/*
 * Hide addresses: numbers of exactly 15 digits. They are what a variable that is a string
 * or a stack trace has as a number.
 */
static void every_hide_addresses(char *text)
{
	static const char digits[] = "0123456789";

	for (text = strpbrk(text, digits); text; text = strpbrk(text, digits)) {
		size_t len = strspn(text, digits);

		if (len == 15)
			memset(text, 'x', len);
		text += len;
	}
}

/* Compare what happened with the file: the first line that differs is an error. */
static void every_compare(const char *name)
{
	char line[4096], *got = every_got;
	FILE *in = fopen(name, "r");
	int nr = 0;

	assert(in);
	for (;; got += strlen(line)) {
		bool more = fgets(line, sizeof(line), in);

		nr++;
		if (!more && !*got)
			break;
		if (more && !strncmp(got, line, strlen(line)))
			continue;
		printf("%s:%d: want: %sgot: %.*s\n", name, nr, more ? line : "the end\n",
		       (int)strcspn(got, "\n"), got);
		exit(1);
	}
	fclose(in);
}

static const struct world_file *every_file(const char *name)
{
	const struct world_file *file = world_file(name);

	if (!file) {
		printf("no such file: %s\n", name);
		exit(1);
	}
	return file;
}

static bool every_run(const struct world_file *file, const char *text, size_t len,
		      unsigned int fail)
{
	long allocs = host_allocs;
	bool failed = world_run(file, text, len, fail);

	if (world_ran)
		every_state(true);
	world_reset();
	if (host_allocs == allocs)
		return failed;
	printf("%ld allocations leaked (failing number %u): %.*s\n", host_allocs - allocs,
	       fail, (int)len, text);
	exit(1);
}

/* A session while no allocation fails. */
static void every_note(const char *name, const char *text, size_t len)
{
	fprintf(every_transcript, "@@ %s\n", name);
	every_reset();
	world_ran = every_ran;
	every_run(every_file(name), text, len, 0);
	world_ran = NULL;
	every_errors();
}

/* The same session while one allocation of each line fails. */
static void every_fail(const char *name, const char *text, size_t len)
{
	unsigned int fail = 1;

	while (every_run(every_file(name), text, len, fail))
		fail++;
}

static void every_session(const char *text,
			  void (*run)(const char *name, const char *text, size_t len))
{
	const char *line, *begin = NULL;
	char name[64];

	for (line = text; line && *line; line = strchr(line, '\n'), line += !!line) {
		if (strncmp(line, "@@ ", 3))
			continue;
		if (begin)
			run(name, begin, line - begin);
		assert(sscanf(line + 3, "%63s", name) == 1);
		begin = strchr(line, '\n') + 1;
	}
	if (begin)
		run(name, begin, strlen(begin));
}

int main(int argc, char **argv)
{
	static char text[1 << 17];
	FILE *in = fopen(argv[1], "r");
	size_t len;

	assert(in);
	len = fread(text, 1, sizeof(text) - 1, in);
	text[len] = '\0';
	fclose(in);
	world_warm_up();
	every_transcript = open_memstream(&every_got, &every_got_len);
	every_session(text, every_note);
	fclose(every_transcript);
	every_hide_addresses(every_got);
	if (argc > 2)
		every_compare(argv[2]);
	else
		fputs(every_got, stdout);
	free(every_got);
	every_session(text, every_fail);
	return 0;
}
