// SPDX-License-Identifier: GPL-2.0
/*
 * The file loss of an instance: how many records of each CPU were written, what became of
 * them, and why some are missing.
 */
#include <linux/cpumask.h>
#include <linux/seq_file.h>

#include "../ring/ring.h"
#include "files.h"

/* The column budget is printed if the instance ever had one. */
static void tracing_loss_line(struct seq_file *m, const u64 account[RING_ACCOUNTS], bool budget)
{
	u64 lost = account[RING_OVERWRITTEN] + account[RING_NO_SPACE] + account[RING_NESTED] +
		   account[RING_RECURSION] + account[RING_BUDGET];

	seq_printf(m, " %12llu %12llu %12llu %12llu %12llu %12llu %12llu %12llu",
		   account[RING_READ] + account[RING_HELD] + lost, account[RING_READ],
		   account[RING_HELD], lost, account[RING_OVERWRITTEN], account[RING_NO_SPACE],
		   account[RING_NESTED], account[RING_RECURSION]);
	if (budget)
		seq_printf(m, " %12llu", account[RING_BUDGET]);
	seq_putc(m, '\n');
}

static int tracing_loss_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	u64 account[RING_ACCOUNTS], all[RING_ACCOUNTS] = {};
	bool budget = ring_buffer_had_budget(ctx->tr->ring);
	int cpu, i;

	seq_puts(m, "# cpu      written         read         held         lost");
	seq_puts(m, "  overwritten     no_space       nested    recursion");
	seq_puts(m, budget ? "       budget\n" : "\n");
	for_each_possible_cpu(cpu) {
		ring_account_cpu(ctx->tr->ring, cpu, account);
		for (i = 0; i < RING_ACCOUNTS; i++)
			all[i] += account[i];
		seq_printf(m, "%5d", cpu);
		tracing_loss_line(m, account, budget);
	}
	seq_puts(m, "  all");
	tracing_loss_line(m, all, budget);
	return 0;
}

const struct tracing_value tracing_loss_value = {
	.show = tracing_loss_show,
};
