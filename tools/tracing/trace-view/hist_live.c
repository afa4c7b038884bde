// SPDX-License-Identifier: GPL-2.0
/* Reads the files "hist" of events and tracing_max_latency in tracefs. */
#include "hist_live.h"
#include "hist_text.h"
#include "text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <tracefs.h>

#define LIVE_KEY	512	/* bytes of a key, which may be of several lines */

/**
 * struct live - a hist file that is being read
 * @end: where the list of plots ends
 * @plot: of the trigger that is being read, or NULL
 * @event: "system:event"
 * @key: text between braces
 * @key_len: bytes of @key
 * @in_key: the closing brace has not come yet
 * @no_memory: a plot is missing
 */
struct live {
	struct hist_plot **end;
	struct hist_plot *plot;
	char event[128];
	char key[LIVE_KEY];
	unsigned int key_len;
	bool in_key;
	bool no_memory;
};

static struct hist_plot *live_plot(struct live *live)
{
	struct hist_plot *plot = calloc(1, sizeof(*plot));

	if (!plot) {
		live->no_memory = true;
		return NULL;
	}
	*live->end = plot;
	live->end = &plot->next;
	return plot;
}

/* A line "# trigger info: hist:keys=... [active]" begins a histogram. */
static void live_trigger(struct live *live, const char *info)
{
	struct hist_plot *plot = live_plot(live);

	live->plot = plot;
	live->in_key = false;
	if (!plot)
		return;
	snprintf(plot->title, sizeof(plot->title), "%s: hits", live->event);
	snprintf(plot->numbers, sizeof(plot->numbers), "%.*s",
		 (int)strcspn(info, "\n"), info);
}

/* Append to the key, with one blank for any white space. */
static void live_key(struct live *live, const char *text, size_t len)
{
	for (size_t i = 0; i < len && live->key_len < LIVE_KEY - 1; i++) {
		char c = text[i];

		if ((unsigned char)c <= ' ')
			c = ' ';
		if (c == ' ' && (!live->key_len || live->key[live->key_len - 1] == ' '))
			continue;
		live->key[live->key_len++] = c;
	}
}

/* The label ends where a character does. */
static void live_label(char label[HIST_LABEL], const char *key, unsigned int len)
{
	char clean[3 * LIVE_KEY];
	size_t size = text_utf8(clean, key, len);

	if (size > HIST_LABEL - 1) {
		size = HIST_LABEL - 1;
		while (size && (clean[size] & 0xc0) == 0x80)
			size--;
	}
	memcpy(label, clean, size);
	label[size] = '\0';
}

/* The last row stands for all that follow. */
static void live_row(struct live *live, uint64_t hits)
{
	struct hist_plot *plot = live->plot;
	unsigned int len = live->key_len;

	while (len && live->key[len - 1] == ' ')
		len--;
	if (plot->nr < HIST_ROWS - 1) {
		live_label(plot->rows[plot->nr].label, live->key, len);
		plot->rows[plot->nr++].count = hits;
		return;
	}
	if (plot->nr == HIST_ROWS - 1) {
		snprintf(plot->rows[plot->nr].label, HIST_LABEL, "all others");
		plot->rows[plot->nr++].count = 0;
	}
	plot->rows[HIST_ROWS - 1].count += hits;
}

/* A key is "{ name: value, ... }", what was counted for it follows. */
static void live_line(struct live *live, const char *line)
{
	static const char info[] = "# trigger info: ", hitcount[] = "hitcount:";
	const char *brace, *hits;

	if (!strncmp(line, info, sizeof(info) - 1)) {
		live_trigger(live, line + sizeof(info) - 1);
		return;
	}
	if (!live->plot || line[0] == '#')
		return;
	if (!live->in_key && line[0] != '{')
		return;
	if (!live->in_key) {
		live->key_len = 0;
		live->in_key = true;
		line++;
	}
	/* A name may have a brace, too: the last one before the count ends the key. */
	hits = strstr(line, hitcount);
	brace = hits ? memrchr(line, '}', hits - line) : NULL;
	if (!brace) {
		live_key(live, line, strlen(line));
		return;
	}
	live_key(live, line, brace - line);
	live->in_key = false;
	live_row(live, strtoull(hits + sizeof(hitcount) - 1, NULL, 10));
}

static void live_file(struct live *live, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return;
	live->plot = NULL;
	live->in_key = false;
	while (getline(&line, &size, file) > 0)
		live_line(live, line);
	free(line);
	fclose(file);
}

static bool live_wanted(const char *system, const char *name, const char *event)
{
	size_t len = strlen(system);

	if (!event || !strcmp(event, name))
		return true;
	return !strncmp(event, system, len) && event[len] == ':' && !strcmp(event + len + 1, name);
}

static int live_plain(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void live_system(struct live *live, const char *events, const char *system,
			const char *event)
{
	struct dirent **names;
	char *path;
	int nr;

	if (asprintf(&path, "%s/%s", events, system) < 0) {
		live->no_memory = true;
		return;
	}
	nr = scandir(path, &names, live_plain, alphasort);
	for (int i = 0; i < nr; i++) {
		char *file;

		if (live_wanted(system, names[i]->d_name, event) &&
		    asprintf(&file, "%s/%s/hist", path, names[i]->d_name) >= 0) {
			snprintf(live->event, sizeof(live->event), "%.60s:%.60s", system,
				 names[i]->d_name);
			live_file(live, file);
			free(file);
		}
		free(names[i]);
	}
	if (nr >= 0)
		free(names);
	free(path);
}

/* The first line of a file of the instance. */
static bool live_word(const char *instance, const char *name, char *word, int size)
{
	char *path = NULL, *inner;
	FILE *file;
	bool got;

	if (asprintf(&inner, "%s%s/%s", *instance ? "instances/" : "", instance, name) < 0)
		return false;
	path = tracefs_get_tracing_file(*instance ? inner : name);
	free(inner);
	file = path ? fopen(path, "re") : NULL;
	tracefs_put_tracing_file(path);
	if (!file)
		return false;
	got = fgets(word, size, file);
	fclose(file);
	if (got)
		word[strcspn(word, "\n")] = '\0';
	return got;
}

/* The latency tracers count microseconds; other tracers leave the maximum at 0. */
static void live_maximum(struct live *live, const char *instance, const char *event)
{
	char tracer[64], word[64], *end;
	struct hist_plot *plot;
	unsigned long long us;

	if (!live_word(instance, "current_tracer", tracer, sizeof(tracer)) ||
	    !live_word(instance, "tracing_max_latency", word, sizeof(word)))
		return;
	us = strtoull(word, &end, 10);
	if (end == word || !us || (event && strcmp(event, tracer)))
		return;
	plot = live_plot(live);
	if (plot)
		snprintf(plot->title, sizeof(plot->title), "%s: maximum %llu us", tracer, us);
}

int hist_live(struct hist_plot **end, const char *instance, const char *event)
{
	struct live live = { .end = end };
	struct dirent **systems;
	char *path = NULL, *inner;
	int nr;

	live_maximum(&live, instance, event);
	if (asprintf(&inner, "instances/%s/events", instance) < 0)
		return -1;
	path = tracefs_get_tracing_file(*instance ? inner : "events");
	free(inner);
	nr = path ? scandir(path, &systems, live_plain, alphasort) : -1;
	for (int i = 0; i < nr; i++) {
		live_system(&live, path, systems[i]->d_name, event);
		free(systems[i]);
	}
	if (nr >= 0)
		free(systems);
	tracefs_put_tracing_file(path);
	return live.no_memory ? -1 : 0;
}
