// SPDX-License-Identifier: GPL-2.0
/* A tree of stacks with two hash tables: of the children by parent and name, and of names. */
#include "frames.h"
#include "hash.h"
#include "sizes.h"

#include <stdlib.h>
#include <string.h>

static bool frames_is(const struct frames_name *have, const char *name, unsigned int len)
{
	return have->len == len && !memcmp(have->text, name, len);
}

/* The slot of a name: its number plus one, or 0 where it belongs. */
static uint32_t *frames_name_slot(const struct frames *frames, const char *name,
				  unsigned int len)
{
	uint32_t at = hash_bytes(name, len), *slot;

	for (;; at++) {
		slot = &frames->name_hash[at & (frames->name_slots - 1)];
		if (!*slot || frames_is(&frames->names[*slot - 1], name, len))
			return slot;
	}
}

static uint32_t *frames_node_slot(const struct frames *frames, uint32_t parent, uint32_t name)
{
	uint32_t at = hash_number((uint64_t)parent << 32 | name), *slot;

	for (;; at++) {
		const struct frames_node *node;

		slot = &frames->node_hash[at & (frames->node_slots - 1)];
		node = &frames->nodes[*slot];
		if (!*slot || (node->parent == parent && node->name == name))
			return slot;
	}
}

static bool frames_grow_names(struct frames *frames)
{
	uint32_t size = frames->names_size ? frames->names_size * 2 : 64;
	struct frames_name *names = realloc(frames->names, size * sizeof(*names));
	uint32_t *hash;

	if (!names)
		return false;
	frames->names = names;
	hash = calloc(size * 2, sizeof(*hash));
	if (!hash)
		return false;
	free(frames->name_hash);
	frames->name_hash = hash;
	frames->name_slots = size * 2;
	frames->names_size = size;
	for (uint32_t i = 0; i < frames->nr_names; i++)
		*frames_name_slot(frames, names[i].text, names[i].len) = i + 1;
	return true;
}

static bool frames_grow_nodes(struct frames *frames)
{
	uint32_t size = frames->nodes_size ? frames->nodes_size * 2 : 64;
	struct frames_node *nodes = realloc(frames->nodes, size * sizeof(*nodes));
	uint32_t *hash;

	if (!nodes)
		return false;
	frames->nodes = nodes;
	hash = calloc(size * 2, sizeof(*hash));
	if (!hash)
		return false;
	free(frames->node_hash);
	frames->node_hash = hash;
	frames->node_slots = size * 2;
	frames->nodes_size = size;
	for (uint32_t i = FRAMES_OTHER; i < frames->nr_nodes; i++)
		*frames_node_slot(frames, nodes[i].parent, nodes[i].name) = i;
	return true;
}

struct frames *frames_new(void)
{
	static const char other[] = "[other]";
	struct frames *frames = calloc(1, sizeof(*frames));

	if (!frames)
		return NULL;
	if (!frames_grow_names(frames) || !frames_grow_nodes(frames)) {
		frames_free(frames);
		return NULL;
	}
	memset(frames->nodes, 0, sizeof(*frames->nodes));
	frames->nr_nodes = 1;
	/* Names and nodes have "[other]" as their second. */
	frames_name(frames, "", 0);
	frames_name(frames, other, sizeof(other) - 1);
	if (frames->nr_names != 2 || frames_child(frames, FRAMES_ROOT, FRAMES_OTHER) == 0) {
		frames_free(frames);
		return NULL;
	}
	return frames;
}

void frames_free(struct frames *frames)
{
	if (!frames)
		return;
	for (uint32_t i = 0; i < frames->nr_names; i++)
		free(frames->names[i].text);
	free(frames->names);
	free(frames->name_hash);
	free(frames->nodes);
	free(frames->node_hash);
	free(frames);
}

uint32_t frames_name(struct frames *frames, const char *name, unsigned int len)
{
	uint32_t *slot = frames_name_slot(frames, name, len);
	char *text;

	if (*slot)
		return *slot - 1;
	if (frames->nr_names >= sizes.frame_names || len > sizes.frame_bytes - frames->bytes)
		return FRAMES_OTHER;
	if (frames->nr_names == frames->names_size) {
		if (!frames_grow_names(frames))
			return FRAMES_OTHER;
		slot = frames_name_slot(frames, name, len);
	}
	text = malloc(len + 1);
	if (!text)
		return FRAMES_OTHER;
	memcpy(text, name, len);
	text[len] = '\0';
	frames->bytes += len;
	frames->names[frames->nr_names].text = text;
	frames->names[frames->nr_names].len = len;
	*slot = ++frames->nr_names;
	return *slot - 1;
}

uint32_t frames_child(struct frames *frames, uint32_t parent, uint32_t name)
{
	struct frames_node *node;
	uint32_t *slot;

	if (parent == FRAMES_OTHER)
		return FRAMES_OTHER;
	slot = frames_node_slot(frames, parent, name);
	if (*slot)
		return *slot;
	if (frames->nr_nodes >= sizes.nodes)
		return FRAMES_OTHER;
	if (frames->nr_nodes == frames->nodes_size) {
		if (!frames_grow_nodes(frames))
			return FRAMES_OTHER;
		slot = frames_node_slot(frames, parent, name);
	}
	node = &frames->nodes[frames->nr_nodes];
	memset(node, 0, sizeof(*node));
	node->parent = parent;
	node->name = name;
	*slot = frames->nr_nodes++;
	return *slot;
}

unsigned int frames_path(const struct frames *frames, uint32_t node, uint32_t *path,
			 unsigned int most)
{
	unsigned int nr = 0;

	/* A parent is older than its child, so this ends. */
	for (; node != FRAMES_ROOT && nr < most; node = frames->nodes[node].parent)
		path[nr++] = node;
	for (unsigned int i = 0; i < nr / 2; i++) {
		uint32_t swap = path[i];

		path[i] = path[nr - 1 - i];
		path[nr - 1 - i] = swap;
	}
	return nr;
}
