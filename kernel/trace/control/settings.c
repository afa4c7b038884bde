// SPDX-License-Identifier: GPL-2.0
/* Files that each hold one setting of an instance, and saved_cmdlines_size. */
#include <linux/cpumask.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "files.h"

/* tracing_on */

static int settings_on_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%d\n", instance_is_on(ctx->tr));
	return 0;
}

static int settings_on_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	if (val) {
		if (!instance_is_on(ctx->tr))
			instance_on(ctx->tr);
		return 0;
	}
	instance_off(ctx->tr);
	/* A reader of trace_pipe that has read records gets the end of file now. */
	WRITE_ONCE(ctx->dir->wakes, ctx->dir->wakes + 1);
	ring_buffer_wake_waiters(ctx->tr->ring, RING_BUFFER_ALL_CPUS);
	return 0;
}

const struct tracing_value tracing_on_value = {
	.show = settings_on_show,
	.number = settings_on_store,
};

/* trace_clock */

static int settings_clock_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	int current_clock = READ_ONCE(ctx->tr->clock);
	unsigned int i;

	for (i = 0; i < trace_clock_count; i++)
		seq_printf(m, "%s%s%s%s", i ? " " : "",
			   i == current_clock ? "[" : "",
			   trace_clock_table[i].name,
			   i == current_clock ? "]" : "");
	seq_putc(m, '\n');
	return 0;
}

static int settings_clock_store(const struct tracing_file_ctx *ctx, char *word)
{
	return instance_clock_set(ctx->tr, word);
}

const struct tracing_value tracing_clock_value = {
	.show = settings_clock_show,
	.word = settings_clock_store,
	.no_end = true,
};

/* timestamp_mode */

static int settings_timestamp_mode_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	bool absolute = ring_buffer_time_stamp_abs(ctx->tr->ring);

	seq_puts(m, absolute ? "delta [absolute]\n" : "[delta] absolute\n");
	return 0;
}

const struct tracing_value tracing_timestamp_mode_value = {
	.show = settings_timestamp_mode_show,
	.no_end = true,
};

/*
 * last_boot_info: where the kernel and its modules were in the boot that wrote the
 * records which were found at boot. Once none of these records is left, the addresses
 * in all records are those of this boot.
 */

static int settings_last_boot_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	const struct instance_last_boot *last = ctx->tr->last_boot;
	unsigned int i;

	if (!ring_buffer_holds_last_boot(ctx->tr->ring)) {
		seq_puts(m, "# Current\n");
		return 0;
	}
	seq_printf(m, "%lx\t[kernel]\n", last->text);
	for (i = 0; i < last->nr; i++)
		seq_printf(m, "%lx\t%s\n", last->modules[i].base, last->modules[i].name);
	if (last->missed)
		seq_printf(m, "# %u more modules\n", last->missed);
	return 0;
}

const struct tracing_value tracing_last_boot_value = {
	.show = settings_last_boot_show,
};

/* tracing_cpumask */

static int settings_cpumask_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%*pb\n", cpumask_pr_args(ctx->tr->cpumask));
	return 0;
}

static int settings_cpumask_store(const struct tracing_file_ctx *ctx, char *text)
{
	cpumask_var_t mask;
	int ret;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse(text, mask);
	if (!ret)
		ret = instance_cpumask_set(ctx->tr, mask);
	free_cpumask_var(mask);
	return ret;
}

const struct tracing_value tracing_cpumask_value = {
	.show = settings_cpumask_show,
	.text = settings_cpumask_store,
};

/* current_tracer */

static int settings_tracer_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%s\n", READ_ONCE(ctx->tr->tracer)->entry.name);
	return 0;
}

static int settings_tracer_store(const struct tracing_file_ctx *ctx, char *word)
{
	return instance_tracer_set(ctx->tr, word);
}

const struct tracing_value tracing_tracer_value = {
	.show = settings_tracer_show,
	.word = settings_tracer_store,
};

/* tracing_enabled: 0 pauses the current tracer and keeps its results */

static int settings_enabled_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%d\n", !READ_ONCE(ctx->tr->paused));
	return 0;
}

static int settings_enabled_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	return instance_tracer_pause(ctx->tr, !val);
}

const struct tracing_value tracing_enabled_value = {
	.show = settings_enabled_show,
	.number = settings_enabled_store,
};

/* available_tracers: the tracer that was registered last is listed first */

static int settings_tracers_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	const char *gap = "";
	struct tracer *tracer;

	mutex_lock(&instance_tracers.lock);
	list_for_each_entry_reverse(tracer, &instance_tracers.entries,
				    entry.node) {
		if (!instance_tracer_fits(ctx->tr, tracer))
			continue;
		seq_printf(m, "%s%s", gap, tracer->entry.name);
		gap = " ";
	}
	mutex_unlock(&instance_tracers.lock);
	seq_putc(m, '\n');
	return 0;
}

const struct tracing_value tracing_tracers_value = {
	.show = settings_tracers_show,
	.no_end = true,
};

/* syscall_user_buf_size: what events of system calls copy from user memory */

static int settings_syscall_data_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%u\n", READ_ONCE(ctx->tr->syscall_data_bytes));
	return 0;
}

static int settings_syscall_data_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	return instance_syscall_data_set(ctx->tr, val);
}

const struct tracing_value tracing_syscall_data_value = {
	.show = settings_syscall_data_show,
	.number = settings_syscall_data_store,
};

/* saved_cmdlines_size */

static int settings_cmdlines_size_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	seq_printf(m, "%u\n", trace_comm_size());
	return 0;
}

static int settings_cmdlines_size_store(const struct tracing_file_ctx *ctx, unsigned long val)
{
	if (val > UINT_MAX)
		return -EINVAL;
	return trace_comm_resize(val);
}

const struct tracing_value tracing_cmdlines_size_value = {
	.show = settings_cmdlines_size_show,
	.number = settings_cmdlines_size_store,
	.no_seek = true,
};
