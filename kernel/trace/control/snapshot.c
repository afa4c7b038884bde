// SPDX-License-Identifier: GPL-2.0
/*
 * The file snapshot, of an instance and of each CPU. Reading shows what the last
 * snapshot holds, or tells what can be written; a number written takes, forgets
 * or frees a snapshot.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "internal.h"

/**
 * struct snapshot_file - an open file snapshot
 * @at: instance and CPU
 * @text: its iter is NULL where it was opened for writing only
 * @help: what is read where there is no snapshot, or NULL
 */
struct snapshot_file {
	struct tracing_file_ctx	at;
	struct tracing_text	text;
	char			*help;
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

static const char *snapshot_help(struct snapshot_file *sf)
{
	if (sf->at.cpu == RING_BUFFER_ALL_CPUS)
		return snapshot_help_all;
	if (IS_ENABLED(CONFIG_TRACER_SNAPSHOT_PER_CPU_SWAP))
		return snapshot_help_cpu;
	return snapshot_help_cpu_none;
}

static int snapshot_tell(struct snapshot_file *sf)
{
	const char *is = instance_snapshot_is_there(sf->at.tr) ? "allocated" :
								 "freed";

	sf->help = kasprintf(GFP_KERNEL,
			     "# tracer: %s\n#\n#\n# * Snapshot is %s *\n#\n# Snapshot commands:\n%s",
			     sf->at.tr->tracer->entry.name, is,
			     snapshot_help(sf));
	return sf->help ? 0 : -ENOMEM;
}

static int snapshot_open_read(struct snapshot_file *sf)
{
	struct trace_iterator *iter;
	int ret;

	/* What was asked for from an interrupt may not have come to all CPUs. */
	instance_snapshot_settle(sf->at.tr);
	iter = output_open_snapshot(sf->at.tr, sf->at.cpu);
	if (IS_ERR(iter))
		return PTR_ERR(iter);
	ret = output_empty(iter) ? snapshot_tell(sf) : 0;
	if (ret)
		output_close(iter);
	else
		tracing_text_init(&sf->text, iter);
	return ret;
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	struct snapshot_file *sf;
	int ret;

	sf = kzalloc(sizeof(*sf), GFP_KERNEL);
	if (!sf)
		return -ENOMEM;
	ret = tracing_file_ctx_get(&sf->at, inode);
	if (ret)
		goto out_free;
	if (file->f_mode & FMODE_READ)
		ret = snapshot_open_read(sf);
	if (ret)
		goto out_put;
	file->private_data = sf;
	return 0;

out_put:
	tracing_file_ctx_put(&sf->at);
out_free:
	kfree(sf);
	return ret;
}

static int snapshot_release(struct inode *inode, struct file *file)
{
	struct snapshot_file *sf = file->private_data;

	if (sf->text.iter)
		output_close(sf->text.iter);
	tracing_file_ctx_put(&sf->at);
	kfree(sf->help);
	kfree(sf);
	return 0;
}

static ssize_t snapshot_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct snapshot_file *sf = iocb->ki_filp->private_data;
	size_t len, done;

	if (READ_ONCE(sf->at.tr->tracer)->keeps_max)
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

static int snapshot_command(struct tracing_file_ctx *at, unsigned long val)
{
	bool all = at->cpu == RING_BUFFER_ALL_CPUS;

	switch (val) {
	case 0:
		return all ? instance_snapshot_free(at->tr) : -EINVAL;
	case 1:
		if (!all && !IS_ENABLED(CONFIG_TRACER_SNAPSHOT_PER_CPU_SWAP))
			return -EINVAL;
		return instance_snapshot_take(at->tr, at->cpu);
	default:
		return instance_snapshot_clear(at->tr, at->cpu);
	}
}

static ssize_t snapshot_write(struct file *file, const char __user *ubuf,
			      size_t count, loff_t *ppos)
{
	struct snapshot_file *sf = file->private_data;
	unsigned long val;
	int ret;

	ret = tracing_number(ubuf, count, &val);
	if (!ret)
		ret = snapshot_command(&sf->at, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static loff_t snapshot_lseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return no_seek_end_llseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracing_snapshot_fops = {
	.open		= snapshot_open,
	.read_iter	= snapshot_read,
	.splice_read	= copy_splice_read,
	.write		= snapshot_write,
	.llseek		= snapshot_lseek,
	.release	= snapshot_release,
};
