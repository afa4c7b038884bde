// SPDX-License-Identifier: GPL-2.0
/* Reads the files "hist" of events in tracefs. */
#include "hist_live.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

/**
 * struct live - a hist file that is being read
 * @ops: what is called for triggers and rows
 * @priv: first argument of @ops
 * @event: "system:event"
 * @key: text between braces
 * @key_len: bytes of @key
 * @in_trigger: a trigger has begun
 * @in_key: the closing brace has not come yet
 * @no_memory: something could not be read
 */
struct live {
	const struct hist_live_ops *ops;
	void *priv;
	char event[128];
	char key[HIST_LIVE_KEY];
	unsigned int key_len;
	bool in_trigger;
	bool in_key;
	bool no_memory;
};

/* A line "# trigger info: hist:keys=... [active]" begins a histogram. */
static void live_trigger(struct live *live, const char *info)
{
	live->in_trigger = true;
	live->in_key = false;
	if (live->ops->trigger)
		live->ops->trigger(live->priv, live->event, info, strcspn(info, "\n"));
}

/* Append to the key; what is too long is cut. */
static void live_key(struct live *live, const char *text, size_t len)
{
	if (len > HIST_LIVE_KEY - live->key_len)
		len = HIST_LIVE_KEY - live->key_len;
	memcpy(live->key + live->key_len, text, len);
	live->key_len += len;
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
	if (!live->in_trigger || line[0] == '#')
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
	live->ops->row(live->priv, live->event, live->key, live->key_len,
		       strtoull(hits + sizeof(hitcount) - 1, NULL, 10));
}

static void live_file(struct live *live, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return;
	live->in_trigger = false;
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

size_t hist_live_line(char *to, size_t size, const char *key, size_t len)
{
	size_t used = 0;

	for (size_t i = 0; i < len && used < size; i++) {
		char c = (unsigned char)key[i] <= ' ' ? ' ' : key[i];

		if (c != ' ' || (used && to[used - 1] != ' '))
			to[used++] = c;
	}
	while (used && to[used - 1] == ' ')
		used--;
	return used;
}

int hist_live(const struct hist_live_ops *ops, void *priv, const char *instance,
	      const char *event)
{
	struct live *live = calloc(1, sizeof(*live));
	struct dirent **systems;
	char *path = NULL, *inner;
	bool no_memory;
	int nr;

	if (!live || asprintf(&inner, "instances/%s/events", instance) < 0) {
		free(live);
		return -1;
	}
	live->ops = ops;
	live->priv = priv;
	path = tracefs_get_tracing_file(*instance ? inner : "events");
	free(inner);
	nr = path ? scandir(path, &systems, live_plain, alphasort) : -1;
	for (int i = 0; i < nr; i++) {
		live_system(live, path, systems[i]->d_name, event);
		free(systems[i]);
	}
	if (nr >= 0)
		free(systems);
	tracefs_put_tracing_file(path);
	no_memory = live->no_memory;
	free(live);
	return no_memory ? -1 : 0;
}
