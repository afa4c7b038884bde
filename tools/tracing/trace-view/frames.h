/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks as a tree: each node is a function called by that of its parent. Names and nodes
 * are bounded; what comes beyond is counted for the node "[other]".
 */
#ifndef TRACE_VIEW_FRAMES_H
#define TRACE_VIEW_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#define FRAMES_ROOT	0
#define FRAMES_OTHER	1	/* node, child of the root; also the number of its name */

/**
 * struct frames_node - a function in its stack
 * @parent: node that called it; the root is its own
 * @name: number of its name
 * @value: sum of what was added
 * @count: how often
 */
struct frames_node {
	uint32_t parent;
	uint32_t name;
	uint64_t value;
	uint64_t count;
};

/**
 * struct frames_name - a name
 * @text: ends in a NUL
 * @len: bytes without it
 */
struct frames_name {
	char *text;
	uint32_t len;
};

struct frames {
	struct frames_node *nodes;
	uint32_t nr_nodes;
	uint32_t nodes_size;
	uint32_t *node_hash;
	uint32_t node_slots;
	struct frames_name *names;
	uint32_t nr_names;
	uint32_t names_size;
	uint32_t *name_hash;
	uint32_t name_slots;
	uint32_t bytes;
};

/**
 * frames_new() - an empty tree: the root and "[other]"
 *
 * Return: the tree, or NULL without memory.
 */
struct frames *frames_new(void);

/**
 * frames_free() - free a tree and its names
 * @frames: the tree; may be NULL
 */
void frames_free(struct frames *frames);

/**
 * frames_name() - the number of a name
 * @frames: the tree
 * @name: need not end in a NUL
 * @len: bytes
 *
 * Return: its number; FRAMES_OTHER if there are too many names.
 */
uint32_t frames_name(struct frames *frames, const char *name, unsigned int len);

/**
 * frames_child() - the node of a function that another one calls
 * @frames: the tree
 * @parent: node of the caller
 * @name: number of the callee's name
 *
 * Return: the node; FRAMES_OTHER if there are too many nodes.
 */
uint32_t frames_child(struct frames *frames, uint32_t parent, uint32_t name);

/**
 * frames_add() - count for a node
 * @frames: the tree
 * @node: of the tree
 * @value: to be added
 */
static inline void frames_add(struct frames *frames, uint32_t node, uint64_t value)
{
	frames->nodes[node].value += value;
	frames->nodes[node].count++;
}

/**
 * frames_path() - the nodes from the outermost function to one
 * @frames: the tree
 * @node: of the tree
 * @path: gets the nodes, without the root
 * @most: size of @path; outer functions beyond are left out
 *
 * Return: the number of nodes.
 */
unsigned int frames_path(const struct frames *frames, uint32_t node, uint32_t *path,
			 unsigned int most);

#endif /* TRACE_VIEW_FRAMES_H */
