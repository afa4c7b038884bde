// SPDX-License-Identifier: GPL-2.0
/* The sizes that users have. */
#include "sizes.h"

const struct sizes sizes = {
	.out = 256 * 1024,
	.text = 3 * 64 * 1024 + 64,
	.symbols = 16 * 1024,
	.tasks = 256 * 1024,
	.slices = 1024,
	.slice_bytes = 64 * 1024,
	.nodes = 1024 * 1024,
	.frame_names = 256 * 1024,
	.frame_bytes = 16 * 1024 * 1024,
	.functions = 64 * 1024,
	.interned = 16 * 1024,
	.interned_bytes = 1024 * 1024,
	.by_address = 4096,
	.strings = 128 * 1024,
	.string_bytes = 8 * 1024 * 1024,
	.heads = 64 * 1024,
	.spool = 128 * 1024,
	.chunk = 48 * 1024,
};
