// SPDX-License-Identifier: GPL-2.0
/*
 * The file snapshot, of an instance and of each CPU. Reading shows what the last
 * snapshot holds, or tells what can be written; a number written takes, forgets
 * or frees a snapshot.
 */
#include <linux/err.h>
#include <linux/slab.h>

#include "../view/view.h"
#include "internal.h"

/**
 * struct snapshot_file - an open file snapshot
 * @at: instance and CPU
 * @iter: NULL where it was opened for writing only
 */
struct snapshot_file {
	struct tracing_at	at;
	struct trace_iterator	*iter;
};

/* A buffer that outlives the kernel has none. */
umode_t tracing_snapshot_visible(void *data, const struct tracefs_entry *entry)
{
	const struct tracing_dir *dir = data;

	return dir->persistent ? 0 : entry->mode;
}

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

static void *snapshot_start(struct seq_file *m, loff_t *pos)
{
	struct snapshot_file *sf = m->private;

	view_begin(sf->iter);
	if (READ_ONCE(sf->at.tr->tracer)->keeps_max)
		return ERR_PTR(-EBUSY);
	return view_seek(sf->iter, *pos);
}

static void *snapshot_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct snapshot_file *sf = m->private;

	++*pos;
	return view_next(sf->iter);
}

static void snapshot_stop(struct seq_file *m, void *v)
{
	struct snapshot_file *sf = m->private;

	view_end(sf->iter);
}

static int snapshot_show(struct seq_file *m, void *v)
{
	struct snapshot_file *sf = m->private;

	if (sf->iter->ent || !view_empty(sf->iter))
		return view_show(m, v);
	seq_printf(m, "# tracer: %s\n#\n#\n# * Snapshot is %s *\n#\n",
		   sf->iter->trace->entry.name,
		   instance_snapshot_is_there(sf->at.tr) ? "allocated" : "freed");
	seq_printf(m, "# Snapshot commands:\n%s", snapshot_help(sf));
	return 0;
}

static const struct seq_operations snapshot_ops = {
	.start	= snapshot_start,
	.next	= snapshot_next,
	.stop	= snapshot_stop,
	.show	= snapshot_show,
};

static int snapshot_open(struct inode *inode, struct file *file)
{
	struct snapshot_file *sf;
	struct tracing_at at;
	int ret;

	ret = tracing_at_get(&at, inode);
	if (ret)
		return ret;
	sf = __seq_open_private(file, &snapshot_ops, sizeof(*sf));
	if (!sf) {
		ret = -ENOMEM;
		goto out_put;
	}
	sf->at = at;
	if (!(file->f_mode & FMODE_READ))
		return 0;
	/* What was asked for from an interrupt may not have come to all CPUs. */
	instance_snapshot_settle(at.tr);
	sf->iter = view_open_snapshot(at.tr, at.cpu);
	if (!IS_ERR(sf->iter))
		return 0;
	ret = PTR_ERR(sf->iter);
	seq_release_private(inode, file);
out_put:
	tracing_at_put(&at);
	return ret;
}

static int snapshot_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct snapshot_file *sf = m->private;

	if (sf->iter)
		view_close(sf->iter);
	tracing_at_put(&sf->at);
	return seq_release_private(inode, file);
}

static int snapshot_command(struct tracing_at *at, unsigned long val)
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
	struct seq_file *m = file->private_data;
	struct snapshot_file *sf = m->private;
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
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracing_snapshot_fops = {
	.open		= snapshot_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= snapshot_write,
	.llseek		= snapshot_lseek,
	.release	= snapshot_release,
};
