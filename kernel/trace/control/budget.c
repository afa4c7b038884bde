// SPDX-License-Identifier: GPL-2.0
/*
 * The file budget of an instance: how many records per second each CPU may write to its ring
 * buffer.
 */
#include <linux/kstrtox.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../ring/ring.h"
#include "files.h"

static int tracing_budget_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%llu\n", ring_buffer_budget(ctx->tr->ring));
	return 0;
}

static int tracing_budget_reject(const struct tracing_file_ctx *ctx, const char *word,
				 const char *reason, unsigned int pos)
{
	trace_error_log_add(&ctx->tr->errors, "budget", word, reason, pos);
	return -EINVAL;
}

static int tracing_budget_store(const struct tracing_file_ctx *ctx, char *word)
{
	size_t digits = strspn(word, "0123456789");
	u64 rate;

	if (!digits || word[digits])
		return tracing_budget_reject(ctx, word, "Not a number of records", digits);
	if (kstrtou64(word, 10, &rate) || rate > RING_BUDGET_MAX)
		return tracing_budget_reject(ctx, word, "Too many records per second", 0);
	ring_buffer_budget_set(ctx->tr->ring, rate);
	return 0;
}

const struct tracing_value tracing_budget_value = {
	.show = tracing_budget_show,
	.word = tracing_budget_store,
};
