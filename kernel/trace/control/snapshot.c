// SPDX-License-Identifier: GPL-2.0
/*
 * The file snapshot of an instance and of each CPU. Reading it shows the records of
 * the snapshot buffer, or how to use the file if the snapshot is empty. The number
 * that is written takes, empties or frees the snapshot.
 *
 * A monitor waits for the next snapshot by poll(2): the file is ready if a snapshot was taken
 * since the file was opened. Opening the file again shows it.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "files.h"
#include "text_file.h"

/**
 * struct snapshot_file - an open file snapshot
 * @ctx: instance and CPU
 * @text: text of the snapshot; its iterator is NULL if the file was opened for
 *	writing only
 * @help: text that is read if the snapshot is empty, or NULL
 * @seen: number of snapshots of the instance when the file was opened
 */
struct snapshot_file {
	struct tracing_file_ctx	ctx;
	struct tracing_text	text;
	char			*help;
	unsigned int		seen;
};

static const char * const snapshot_help_all =
	"# echo 0 > snapshot : Clears and frees snapshot buffer\n"
	"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
	"#                      Takes a snapshot of the main buffer.\n"
	"# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or free)\n"
	"#                      (Doesn't have to be '2' works with any number that\n"
	"#                       is not a '0' or '1')\n";

static const char * const snapshot_help_cpu =
	"# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
	"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
	"#                      Takes a snapshot of the main buffer for this cpu.\n"
	"# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n"
	"#                      (Doesn't have to be '2' works with any number that\n"
	"#                       is not a '0' or '1')\n";

static const char * const snapshot_help_cpu_none =
	"# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
	"#                     Must use main snapshot file to allocate.\n"
	"# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n"
	"#                      (Doesn't have to be '2' works with any number that\n"
	"#                       is not a '0' or '1')\n";

static const char *tracing_snapshot_help_text(struct snapshot_file *sf)
{
	if (sf->ctx.cpu == RING_BUFFER_ALL_CPUS)
		return snapshot_help_all;
	if (IS_ENABLED(CONFIG_TRACER_SNAPSHOT_PER_CPU_SWAP))
		return snapshot_help_cpu;
	return snapshot_help_cpu_none;
}

static int tracing_snapshot_help_alloc(struct snapshot_file *sf)
{
	bool allocated = instance_snapshot_allocated(sf->ctx.tr);
	const char *state = allocated ? "allocated" : "freed";

	sf->help = kasprintf(GFP_KERNEL,
			     "# tracer: %s\n#\n#\n# * Snapshot is %s *\n#\n# Snapshot commands:\n%s",
			     sf->ctx.tr->tracer->entry.name, state,
			     tracing_snapshot_help_text(sf));
	return sf->help ? 0 : -ENOMEM;
}

static int tracing_snapshot_open_read(struct snapshot_file *sf)
{
	struct trace_iterator *iter;
	int ret;

	/* A snapshot requested in an interrupt may not be complete on all CPUs. */
	instance_snapshot_wait(sf->ctx.tr);
	iter = output_open_snapshot(sf->ctx.tr, sf->ctx.cpu);
	if (IS_ERR(iter))
		return PTR_ERR(iter);
	ret = output_empty(iter) ? tracing_snapshot_help_alloc(sf) : 0;
	if (ret)
		output_close(iter);
	else
		tracing_text_init(&sf->text, iter);
	return ret;
}

static int tracing_snapshot_open(struct inode *inode, struct file *file)
{
	struct snapshot_file *sf;
	int ret;

	sf = kzalloc(sizeof(*sf), GFP_KERNEL);
	if (!sf)
		return -ENOMEM;
	ret = tracing_file_ctx_get(&sf->ctx, inode, file);
	if (ret)
		goto out_free;
	sf->seen = instance_snapshot_taken(sf->ctx.tr);
	if (file->f_mode & FMODE_READ)
		ret = tracing_snapshot_open_read(sf);
	if (ret)
		goto out_put;
	file->private_data = sf;
	return 0;

out_put:
	tracing_file_ctx_put(&sf->ctx);
out_free:
	kfree(sf);
	return ret;
}

static int tracing_snapshot_release(struct inode *inode, struct file *file)
{
	struct snapshot_file *sf = file->private_data;

	if (sf->text.iter)
		output_close(sf->text.iter);
	tracing_file_ctx_put(&sf->ctx);
	kfree(sf->help);
	kfree(sf);
	return 0;
}

static ssize_t tracing_snapshot_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct snapshot_file *sf = iocb->ki_filp->private_data;
	size_t len, done;

	if (READ_ONCE(sf->ctx.tr->tracer)->keeps_max)
		return -EBUSY;
	if (!sf->help)
		return tracing_text_read(&sf->text, iocb, to);
	len = strlen(sf->help);
	if (iocb->ki_pos >= len || !iov_iter_count(to))
		return 0;
	done = copy_to_iter(sf->help + iocb->ki_pos, len - iocb->ki_pos, to);
	iocb->ki_pos += done;
	return done ?: -EFAULT;
}

static int tracing_snapshot_command(struct tracing_file_ctx *ctx, unsigned long val)
{
	bool all = ctx->cpu == RING_BUFFER_ALL_CPUS;

	switch (val) {
	case 0:
		return all ? instance_snapshot_free(ctx->tr) : -EINVAL;
	case 1:
		if (!all && !IS_ENABLED(CONFIG_TRACER_SNAPSHOT_PER_CPU_SWAP))
			return -EINVAL;
		return instance_snapshot_take(ctx->tr, ctx->cpu);
	default:
		return instance_snapshot_clear(ctx->tr, ctx->cpu);
	}
}

static ssize_t tracing_snapshot_write(struct file *file, const char __user *ubuf,
				      size_t count, loff_t *ppos)
{
	struct snapshot_file *sf = file->private_data;
	unsigned long val;
	int ret;

	ret = trace_control_file_number(ubuf, count, &val);
	if (!ret)
		ret = tracing_snapshot_command(&sf->ctx, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static __poll_t tracing_snapshot_poll(struct file *file, struct poll_table_struct *table)
{
	struct snapshot_file *sf = file->private_data;

	return instance_snapshot_poll(sf->ctx.tr, file, table, sf->seen);
}

static loff_t tracing_snapshot_lseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return no_seek_end_llseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracing_snapshot_fops = {
	.open		= tracing_snapshot_open,
	.read_iter	= tracing_snapshot_read,
	.splice_read	= copy_splice_read,
	.write		= tracing_snapshot_write,
	.poll		= tracing_snapshot_poll,
	.llseek		= tracing_snapshot_lseek,
	.release	= tracing_snapshot_release,
};
